//! Order at the table: conduct, areas out of play, winnings held, disputes.

mod conduct;
mod dispute;
mod removal;
mod standing;

use super::{Decided, Turn};
use crate::command::order::Command;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::DecideRemoval => turn.decide_removal(),
        Command::DrawRemoval { boxes } => turn.draw_removal(*boxes),
        Command::RestoreArea { area } => turn.restore_area(*area),
        Command::OrderSetFirst { player, first } => turn.order_set_first(*player, *first),
        Command::PartPlayers { player, from } => turn.part_players(*player, *from),
        Command::OrderEnglish { only } => turn.order_english(*only),
        Command::VoidWagers { player } => turn.void_wagers(*player),
        Command::BarPlayer { player } => turn.bar_player(*player),
        Command::HoldWinnings { player, won } => turn.hold_winnings(*player, *won),
        Command::ReleaseHeld { player, to_player } => turn.release_held(*player, *to_player),
        Command::RaiseDispute { about } => turn.raise_dispute(*about),
        Command::DecideDispute { number, for_player } => turn.decide_dispute(*number, *for_player),
        Command::AskReview { number } => turn.ask_review(*number),
        Command::ReviewDispute { number, for_player } => turn.review_dispute(*number, *for_player),
    }
}
