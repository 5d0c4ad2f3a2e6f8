//! The end of a round: the bank's tiles are put away.
//!
//! Clauses: star-2016 1.1#23, 6.7, 13.1.9, 16.9; vcga-2000 6.2, 12.2.1.9, 14.6; crown-6.1 10.3.1(f), 12.5.

use crate::decide::{Decided, Turn};
use crate::event::settle;
use crate::{Phase, Wager, Why};
use game::{Game as _, Refusal};

impl Turn<'_> {
    pub(crate) fn finish_round(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Clear], "the end of the round").map_err(|refusal| {
            let open = |area: &crate::Area| area.hand.as_ref().is_none_or(|hand| !hand.plays() || hand.opened);
            let number = |number: u8| number == self.state.bank.chung;
            let all = (1..).zip(&self.state.areas).all(|(area, of)| number(area) || open(of));
            match self.state.phase == Phase::Match && self.state.orders.bank_shown && all {
                true => {
                    let message = "the round ends when everything is paid: every hand is open, and the dealer pays next";
                    Refusal { message: message.to_string(), ..refusal }
                }
                false => refusal,
            }
        })?;
        let mut event = self.event(settle::What::RoundOver);
        if !self.state.wagers.iter().any(|w| !w.kind.on_dice()) {
            // All of them went back after the deal.
            event.cites = event.cites.and(&self.rules.reads.empty_round);
        }
        let mut after = self.state.clone();
        self.rules.evolve(&mut after, &event);
        let mut events = vec![event];
        // A stand-off of somebody who is barred does not play on.
        let barred = |w: &&Wager| after.player(w.player).is_some_and(|player| player.barred);
        let turn = self.at(&after);
        events.extend(after.wagers.iter().filter(barred).map(|wager| turn.gives_back(wager, Why::Barred)));
        Ok(events)
    }
}
