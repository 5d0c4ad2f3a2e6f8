//! Which commands take a second person, and of which rank.
//!
//! That they do is the house's own rule, for whatever voids wagers, puts a result right or lifts what bounds a wrong
//! one; the book says of which rank. Clauses: none of its own; reading `operator-voice`, by way of the rules of the
//! command itself.

use super::Turn;
use crate::Command;
use crate::command::{account, claim, limit, mishap};
use game::Second;

impl Turn<'_> {
    /// Who has to stand by a command that the rules accept from this person.
    pub(super) fn second(&self, command: &Command) -> Option<Second> {
        if !takes_two(command) {
            return None;
        }
        Second::beside(self.who, |other| self.by(other).events(command))
    }
}

/// Whether the house lets nobody do it alone.
const fn takes_two(command: &Command) -> bool {
    match command {
        Command::Table(_) | Command::Wager(_) | Command::Spin(_) => false,
        Command::Account(command) => match command {
            // What is held is owed, and paid as it is.
            account::Command::PayHeld { .. }
            | account::Command::BuyIn { .. }
            | account::Command::Insert { .. }
            | account::Command::Leave { .. }
            | account::Command::Dismiss { .. }
            | account::Command::PayOut { .. } => false,
        },
        Command::Limit(command) => match command {
            // What bounds a wrong outcome is not lifted by whoever enters it.
            limit::Command::SetLimits { .. } => true,
            limit::Command::SetPeriod { .. } => false,
        },
        Command::Mishap(command) => match command {
            // A result is put right.
            mishap::Command::Correct { .. } => true,
            // A spin has no result: whoever calls it may have seen where the ball goes.
            mishap::Command::CallNoSpin { .. } => true,
            // Wagers are void, or in doubt; then they are made out, or void.
            mishap::Command::SystemFails
            | mishap::Command::StationFails { .. }
            | mishap::Command::Establish { .. } => true,
            // A freeze has to be quick and moves nothing.
            mishap::Command::Freeze { .. } => false,
            mishap::Command::DisplayShows { .. }
            | mishap::Command::RestoreStation { .. }
            | mishap::Command::RestoreSystem => false,
        },
        Command::Claim(command) => match command {
            // A claim that is upheld freezes a spin, or makes a station's wagers void, as those do.
            claim::Command::Answer { upheld, .. } => *upheld,
            claim::Command::Claim { .. } => false,
        },
    }
}
