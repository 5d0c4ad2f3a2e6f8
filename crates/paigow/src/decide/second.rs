//! Which commands take a second person, and of which rank.
//!
//! That they do is the house's own rule, for whatever voids wagers, gives a stake back once there is something to be
//! seen, or moves money by judgement; the book says of which rank. Clauses: none of its own; `[ranks]` of each book,
//! by way of the rules of the command itself; reading `returned-when`.

use super::Turn;
use crate::command::{mishap, order, wager, wall};
use crate::{Command, Phase};
use game::Second;

impl Turn<'_> {
    /// Who has to stand by a command that the rules accept from this person.
    pub(super) fn second(&self, command: &Command) -> Option<Second> {
        if !self.takes_two(command) {
            return None;
        }
        let second = Second::beside(self.who, |other| self.by(other).events(command))?;
        match command {
            // That a small wager goes back on the word of two is how the book is read.
            Command::Wager(wager::Command::RefuseWager { player, area, kind })
                if self.may_return(*player, *area, *kind) =>
            {
                Some(Second { cites: second.cites.and(&self.rules.reads.returned_when), ..second })
            }
            _ => Some(second),
        }
    }

    /// Whether the house lets nobody do it alone, as the table stands.
    fn takes_two(&self, command: &Command) -> bool {
        let state = self.state;
        match command {
            Command::Wall(command) => match command {
                // Once tiles are dealt, the round goes with it.
                wall::Command::OrderReshuffle { .. } => true,
                wall::Command::Shuffle { .. }
                | wall::Command::ReportShown { .. }
                | wall::Command::OrderLaja
                | wall::Command::AskLaja { .. }
                | wall::Command::AllowLaja
                | wall::Command::DoLaja { .. }
                | wall::Command::AskReshuffle => false,
            },
            Command::Wager(command) => match command {
                // A wager becomes another after betting closed.
                wager::Command::ReportWager { .. } => true,
                // A stake goes back that the dice, or the tiles, may have decided on.
                wager::Command::RefuseWager { .. } => {
                    state.dice.faces.is_some()
                        || matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear)
                }
                wager::Command::Place { .. }
                | wager::Command::Speak { .. }
                | wager::Command::Withdraw { .. }
                | wager::Command::WaiveSide { .. }
                | wager::Command::AskHouseWager { .. }
                | wager::Command::Consent { .. }
                | wager::Command::CloseBets
                | wager::Command::Yield { .. } => false,
            },
            Command::Mishap(command) => match command {
                // The round, or a hand, has no result.
                mishap::Command::VoidRound { .. }
                | mishap::Command::VoidHand { .. }
                | mishap::Command::ReportMisdeal { .. }
                | mishap::Command::ReportSetWrong => true,
                mishap::Command::ReportExposed { .. }
                | mishap::Command::VoidOwn { .. }
                | mishap::Command::ReportKnocked { .. } => false,
            },
            Command::Order(command) => match command {
                // Somebody's wagers have no result; what was held goes to the player, or is forfeited.
                order::Command::VoidWagers { .. } | order::Command::ReleaseHeld { .. } => true,
                order::Command::DecideRemoval
                | order::Command::DrawRemoval { .. }
                | order::Command::RestoreArea { .. }
                | order::Command::OrderSetFirst { .. }
                | order::Command::PartPlayers { .. }
                | order::Command::OrderEnglish { .. }
                | order::Command::BarPlayer { .. }
                | order::Command::HoldWinnings { .. }
                | order::Command::RaiseDispute { .. }
                | order::Command::DecideDispute { .. }
                | order::Command::AskReview { .. }
                | order::Command::ReviewDispute { .. } => false,
            },
            // A wrong House Way is no matter of judgement: the chart says how the hand is set, and what was settled
            // follows from it.
            Command::Table(_)
            | Command::Seat(_)
            | Command::Limit(_)
            | Command::Bank(_)
            | Command::Dice(_)
            | Command::Cut(_)
            | Command::Hand(_)
            | Command::Settle(_) => false,
        }
    }
}
