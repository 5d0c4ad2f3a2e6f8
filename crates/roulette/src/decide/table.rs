//! The table opens and closes.
//!
//! Clauses: rapid-roulette-2000 5.1, 6.7, 8.4.

use super::{Decided, Turn, event, refuse};
use crate::cite::cite;
use crate::command::table::Command;
use crate::event::table::What;
use crate::{Phase, Place, Step};
use money::Account;

/// What follows from a command about the table itself.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::OpenTable => turn.open_table(),
        Command::CloseTable => turn.close_table(),
    }
}

impl Turn<'_> {
    pub(crate) fn open_table(&self) -> Decided {
        self.dealer()?;
        if self.state.phase != Phase::Shut {
            return refuse(
                "table.open",
                &cite(&self.rules.parameters.period.seconds),
                "the table is open already",
            );
        }
        Ok(self.next_period(&self.opened(), self.state.spin, true))
    }

    pub(crate) fn close_table(&self) -> Decided {
        self.dealer()?;
        let cites = self.step(Step::TableClosed);
        let players = self.state.holders();
        if let Some(player) = players.first() {
            let message = match players.len() {
                1 => format!("the account of {player} is active"),
                more => format!("{more} accounts are active, {player}'s the first"),
            };
            return refuse("table.occupied", cites, message);
        }
        if let Some(absent) = self.state.absent.first() {
            let run = self.rules.place_name(Place::Run(absent.run.numbers));
            let message = format!("{run} of {} still runs", absent.player);
            return refuse("table.occupied", self.step(Step::AbsentEnded), message);
        }
        self.thawed()?;
        if let Some(open) = self.state.claims.first() {
            let message = format!("claim {} of {} is not answered yet", open.claim, open.player);
            return refuse("table.claim_open", self.step(Step::Claimed), message);
        }
        if self.state.ball.is_some() {
            let message = format!("spin {} is under way, and its outcome is not entered", self.state.spin);
            return refuse("table.spinning", self.step(Step::OutcomeEntered), message);
        }
        // What a correction left for those who have gone is theirs (8.4): it does not stay with the table.
        let held = self.state.ledger.accounts().iter().filter_map(|(account, units)| match account {
            Account::Held(player) if *units > 0 => Some(self.held_paid(*player, *units)),
            _ => None,
        });
        Ok(held.chain([event(What::TableClosed, cites)]).collect())
    }
}
