//! A hand wrongly set by the House Way is put right, and what was settled is settled again.
//!
//! Clauses: star-2016 15.7, 15.8, 15.10.2; vcga-2000 14.6; crown-6.1 12.5; uk-leaflet B6.

use crate::decide::settle::banked;
use crate::decide::{Decided, Turn};
use crate::event::{hand, settle};
use crate::rules::cite;
use crate::{Event, Phase, Setter, Split, Step, Wager};
use game::{Game as _, Refusal};
use money::Moves;
use rulebook::{Method, Power, WrongHand};

impl Turn<'_> {
    pub(crate) fn correct_house_way(&self, number: u8) -> Decided {
        self.power_or_last_word(Power::CorrectHouseWay)?;
        self.phase(&[Phase::Set, Phase::Match, Phase::Clear], "putting a hand right")?;
        let area = self.area(number)?;
        let bank = number == self.state.bank.chung;
        let hand =
            area.hand.as_ref().filter(|hand| hand.plays() && hand.set == Some(Setter::Dealer) && hand.wrong);
        let Some((hand, tiles)) = hand.and_then(|hand| Some((hand, hand.known()?))) else {
            let clauses = self.says(Step::HouseWayCorrected);
            let message = format!("area {number} has no hand that the dealer set wrongly");
            return Err(Refusal::new("set.right", clauses, message));
        };
        if hand.touched {
            return Err(self.rules.answers_for(number));
        }
        let rule = if bank {
            Some(&self.rules.book.set.wrong_house_hand)
        } else {
            self.rules.book.set.wrong_asked_hand.as_ref()
        };
        let opened = self.state.areas.iter().any(|area| area.hand.as_ref().is_some_and(|hand| hand.opened));
        if let Some(rule) = rule.filter(|rule| rule.value == WrongHand::UntilPlayerShown && opened) {
            let message = "a player's hand has been opened, so the bank's hand stands as it is";
            return Err(Refusal::new("set.stands", cite(rule), message));
        }
        let split = self.rules.house_way(tiles);
        // Whoever may check it has done so in putting it right; others have not.
        let checked = self.power_or_last_word(Power::CheckHouseWay).is_ok();
        let mut events = vec![self.event(hand::What::HouseWayCorrected { area: number, split, checked })];
        if let Some(rule) = rule {
            events[0].cites = cite(rule).and(&events[0].cites);
        }
        if hand.blind || bank && self.state.bank.method == Method::CoBank {
            events[0].cites = events[0].cites.and(&self.rules.reads.way_reaches);
        }
        let affected = |n: u8| {
            let open =
                self.state.area(n).and_then(|area| area.hand.as_ref()).is_some_and(|h| h.opened && h.plays());
            open && (bank || n == number)
        };
        let areas: Vec<u8> = self.state.from_chung().filter(|n| affected(*n)).collect();
        if !areas.is_empty() {
            events[0].cites = events[0].cites.and(&self.rules.reads.settled_again);
            self.settles_again(&areas, number, &split, &mut events);
        }
        Ok(events)
    }

    /// Undoes what was settled on these areas and matches them anew. Whoever was paid still has it: until
    /// the round is over it goes into no wager that is found larger (`found_bounds`).
    fn settles_again(&self, areas: &[u8], number: u8, right: &Split, events: &mut Vec<Event>) {
        if let Some(moves) = &self.state.bank.settled {
            let back: Moves = moves.iter().rev().map(|step| step.back()).collect();
            events.push(self.moved(settle::What::BankReopened, back));
        }
        // Where a player banks, the losing wager area has paid winners of other areas too: all of them
        // give back first, and are paid again in their order.
        let shared = self.state.bank.method != Method::House;
        let touched = |w: &Wager| areas.contains(&w.area) || (shared && banked(self.state, w) && paid(w));
        for winners in [true, false] {
            let undone =
                |w: &&Wager| w.settled.is_some() && !w.kind.on_dice() && touched(w) && paid(w) == winners;
            events.extend(self.state.wagers.iter().filter(undone).map(|wager| self.reopens(wager)));
        }
        let reopened =
            |n: &u8| areas.contains(n) || self.state.wagers.iter().any(|w| w.area == *n && touched(w));
        for area in self.state.from_chung().filter(reopened) {
            let open = self.state.area(area).and_then(|a| a.hand.as_ref()).is_some_and(|h| h.opened);
            if open {
                events.push(self.event(settle::What::AreaReopened { area }));
            }
        }
        // The rest is decided on the table as these events leave it.
        let mut after = self.state.clone();
        for event in events.iter() {
            self.rules.evolve(&mut after, event);
        }
        let bank = match number == self.state.bank.chung {
            true => Some(*right),
            false => self.rules.bank_split(&after),
        };
        for area in areas {
            let hand = after.area(*area).and_then(|a| a.hand.as_ref());
            let Some(split) = hand.and_then(|hand| hand.split) else { continue };
            self.at(&after).matches(*area, &split, bank.as_ref(), events);
        }
    }
}

/// Whether a wager was paid.
fn paid(wager: &Wager) -> bool {
    wager.settled.is_some_and(|settled| !settled.won.is_zero())
}
