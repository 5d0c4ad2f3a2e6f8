//! The reasons of a decision, written down while a rule is applied.

use crate::few::Few;
use crate::way::{closest, totals};
use crate::{Cause, Step, Way};
use rulebook::{Citation, LowHigh, Named, Play, WayRule};
use tiles::{Class, Hand, Rank, Setting};

/// Steps and readings of a decision in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) steps: Vec<Step>,
    pub(crate) readings: Vec<String>,
}

impl Notes {
    pub(crate) fn step(&mut self, clause: Option<&Citation>, cause: Cause) {
        self.steps.extend(clause.map(|c| Step { clause: c.clone(), cause }));
    }

    pub(crate) fn rests_on(&mut self, reading: &str) {
        if !self.readings.iter().any(|r| r == reading) {
            self.readings.push(reading.to_string());
        }
    }
}

impl Way<'_> {
    /// Notes why a rule left what it left.
    pub(crate) fn explain(&self, rule: &WayRule, hand: &Hand, all: &Few, left: &Few, notes: &mut Notes) {
        let clause = |place: usize| rule.clauses.get(place).or(rule.clauses.first());
        let pair = hand.pairs().next().unwrap_or(Rank::GeeJun);
        let mut rest = hand.ranks().into_iter().filter(|r| *r != pair);
        let others = [rest.next().unwrap_or(pair), rest.next().unwrap_or(pair)];
        match &rule.play {
            Play::TwoPairs => notes.step(clause(0), Cause::TwoPairs),
            // Kept by a reading: none of the lists that its clauses are splits it.
            Play::Keep(_) if rule.reading.is_some() => {
                rule.clauses.iter().for_each(|c| notes.step(Some(c), Cause::NotSplit(pair, others)));
            }
            Play::Keep(_) => notes.step(clause(0), Cause::Kept(pair)),
            Play::KeepPair => notes.step(clause(0), Cause::NotSplit(pair, others)),
            Play::Split { .. } => notes.step(clause(0), Cause::Split(pair, others)),
            Play::NamedOver { make, over, fourth } => {
                let two = rule.over(hand, *make, over, fourth).unwrap_or([Rank::Teen, Rank::Teen]);
                let last = hand.ranks().into_iter().find(|r| fourth.contains(r) && !two.contains(r));
                let offered = |n: &&Named| hand.ranks().iter().any(|r| n.is(two[0], *r));
                let over = over.iter().filter(offered).copied().collect();
                notes.step(clause(0), Cause::Instead(*make, over, last.unwrap_or(two[1])));
            }
            Play::TeenHigh => {
                if let Some(named) = left.as_slice().first().and_then(named) {
                    notes.step(clause(1), Cause::Made(named));
                }
                notes.step(clause(0), Cause::TeenHigh);
            }
            Play::Named { order, preference } => {
                let can = |n: &Named| all.as_slice().iter().any(|s| s.high_value().class() == n.class());
                let possible: Vec<Named> = order.iter().copied().filter(can).collect();
                if let [make, others @ ..] = &possible[..] {
                    notes.step(clause(0), Cause::Made(*make));
                    if !others.is_empty() {
                        notes.step(Some(preference), Cause::Before(*make, others.to_vec()));
                    }
                }
            }
            Play::Exception { totals: wanted, place, .. } => {
                let general = closest(all);
                let instead_of = (general != *wanted).then_some(general);
                let general_rule = self.rules.rules.iter().find(|r| matches!(r.play, Play::Closest));
                // The totals are those of general play: then it decided them, and the list the rest.
                if let (None, Some(rule)) = (instead_of, general_rule) {
                    let among = all.as_slice().iter().map(totals).collect();
                    notes.step(rule.clauses.first(), Cause::Closest { totals: general, among });
                }
                let place = place.map(|(rank, side)| (rank, side == LowHigh::High));
                notes.step(clause(0), Cause::Listed { totals: *wanted, instead_of, place });
                if left.len() > 1 {
                    notes.rests_on("exception-ties");
                }
            }
            Play::Closest => {
                let among = all.as_slice().iter().map(totals).collect();
                notes.step(clause(0), Cause::Closest { totals: closest(all), among });
            }
        }
        if let Some(reading) = &rule.reading {
            notes.rests_on(reading);
        }
    }
}

/// The named hand that a setting's high hand is.
fn named(setting: &Setting) -> Option<Named> {
    match setting.high_value().class() {
        Class::Wong => Some(Named::Wong),
        Class::Gong => Some(Named::Gong),
        Class::HighNine => Some(Named::HighNine),
        _ => None,
    }
}
