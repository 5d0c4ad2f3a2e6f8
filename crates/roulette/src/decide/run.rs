//! Sequences: how many a station has, what becomes of one in a spin, and those of players who have left.
//!
//! Clauses: rapid-roulette-2000 3.2, 7.4, 8.4; readings `leading-run`, `many-runs`, `revived-run`, `re-result`.

use super::account::moves;
use super::{Turn, refuse};
use crate::event::run::What;
use crate::{Event, Fate, Run, RunEnd, Station, Step};
use game::Refusal;
use money::{Account, Amount};
use std::collections::BTreeMap;

/// The most sequences that a station has at a time, running or beginning.
pub const RUNS_MOST: usize = 24;

impl Turn<'_> {
    /// Whether a station has room for one more sequence.
    pub(crate) fn may_begin_run(&self, station: &Station) -> Result<(), Refusal> {
        let runs = station.runs.len();
        if runs < RUNS_MOST {
            return Ok(());
        }
        let message = format!("a station has {RUNS_MOST} sequences at most, and has {runs}");
        refuse("wager.many_runs", self.step(Step::ManyRuns), message)
    }

    /// What becomes of a sequence, unbroken so far, in a spin (reading `leading-run`).
    pub(crate) fn fate(&self, run: &Run, spin: u32, pocket: u8) -> Fate {
        let Some(number) = run.number_for(spin) else { return Fate::Running };
        let before = u8::try_from(spin - run.first).unwrap_or(u8::MAX);
        let hits = if number == pocket { before + 1 } else { before };
        if hits > before && hits < run.numbers.count() {
            return Fate::Running;
        }
        let sequences = &self.rules.parameters.sequences;
        let sequence = sequences.iter().find(|sequence| sequence.spins == run.numbers.count());
        let returned = sequence
            .and_then(|sequence| sequence.pays(hits))
            .map_or(Amount::ZERO, |paid| run.amount.times(paid.pays.num(), paid.pays.den()) + run.amount);
        Fate::Ended { spin, hits, returned }
    }

    /// The sequences that end although their players have left: what they win is held, less what those
    /// players have already (readings `revived-run`, `re-result`).
    pub(crate) fn absent_ended(&self, pocket: u8) -> Vec<Event> {
        let (game, spin) = (self.rules, self.state.spin);
        let mut events = Vec::new();
        let mut counted = BTreeMap::new();
        for absent in &self.state.absent {
            let (player, run) = (absent.player, absent.run);
            let Fate::Ended { hits, returned, .. } = self.fate(&run, spin, pocket) else { continue };
            let left = counted.entry(player).or_insert_with(|| self.state.unrecovered(player).units());
            let kept = returned.units().min(*left);
            *left -= kept;
            let mut moved = moves(Account::Layout(player), Account::Float, run.amount.units());
            moved.extend(moves(Account::Float, Account::Adjustments, kept));
            moved.extend(moves(Account::Float, Account::Held(player), returned.units() - kept));
            let ended = RunEnd { run, hits, returned };
            let what = What::AbsentEnded { spin, player, ended, kept: Amount::of(kept) };
            let cites = game.run_cites(run.numbers.count(), hits).and(game.step(Step::AbsentEnded));
            events.push(Event::new(what, cites).moving(moved));
        }
        events
    }
}
