//! Settlement: every station's wagers by one pocket, all at once.
//!
//! Clauses: rapid-roulette-2000 3.5, 3.7, 5.6, 7.1–7.4; readings `winning-stake`, `leading-run`, `quad-half`,
//! `re-result`.

use super::Turn;
use crate::event::settle::What;
use crate::{Event, Fate, Paid, RunEnd};
use game::Cites;
use money::{Account, Amount, Move, Moves, PlayerId};

/// What one player's settlement moves: the layout gives up its stakes, the House pays or collects the rest.
fn settle(moves: &mut Moves, player: PlayerId, staked: i64, returned: i64) {
    let (layout, credit) = (Account::Layout(player), Account::Player(player));
    let back = staked.min(returned);
    if back > 0 {
        moves.push(Move::new(layout, credit, Amount::of(back)));
    }
    if returned > staked {
        moves.push(Move::new(Account::Float, credit, Amount::of(returned - staked)));
    } else if staked > returned {
        moves.push(Move::new(layout, Account::Float, Amount::of(staked - returned)));
    }
}

impl Turn<'_> {
    /// Every station's wagers, settled by one pocket.
    pub(crate) fn settled(&self, pocket: u8) -> Event {
        let (game, spin) = (self.rules, self.state.spin);
        let mut paid = Vec::with_capacity(self.state.stations.len());
        let mut moves = Moves::with_capacity(self.state.stations.len() * 2);
        let mut ran = false;
        let mut owed = Cites::default();
        for (station, at, holder) in self.state.open() {
            if !at.is_live() {
                continue;
            }
            let wagers = at.wagers.iter().map(|wager| (wager.spot, wager.amount.units()));
            let mut tally = game.layout.tally(wagers, pocket);
            let mut runs = Vec::new();
            for run in &at.runs {
                if let Fate::Ended { hits, returned, .. } = self.fate(run, spin, pocket) {
                    runs.push(RunEnd { run: *run, hits, returned });
                    tally.staked += run.amount.units();
                    let kept = if returned.is_zero() { 0 } else { run.amount.units() };
                    tally.kept += kept;
                    tally.won += returned.units() - kept;
                }
            }
            if tally.staked == 0 {
                continue;
            }
            ran |= !runs.is_empty();
            settle(&mut moves, holder.player, tally.staked, tally.returned());
            owed = self.recover(&mut moves, holder.player, tally.returned(), &owed);
            let (staked, won) = (Amount::of(tally.staked), Amount::of(tally.won));
            let kept = Amount::of(tally.kept);
            paid.push(Paid { station, player: holder.player, staked, won, kept, runs });
        }
        let cites = game.cites.settled(pocket == 0, ran);
        let cites = if owed.is_empty() { cites.clone() } else { cites.and(&owed) };
        Event::new(What::Settled { spin, pocket, paid }, cites).moving(moves)
    }
}
