//! Order at the table: conduct, areas out of play, winnings held, disputes.

mod conduct;
mod dispute;
mod removal;
mod standing;

use super::Decided;
use crate::command::order::Command;
use crate::{PaiGow, State};
use game::Context;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::DecideRemoval => game.decide_removal(table, ctx),
        Command::DrawRemoval { boxes } => game.draw_removal(table, ctx, *boxes),
        Command::RestoreArea { area } => game.restore_area(table, ctx, *area),
        Command::OrderSetFirst { player, first } => game.order_set_first(table, ctx, *player, *first),
        Command::PartPlayers { player, from } => game.part_players(table, ctx, *player, *from),
        Command::OrderEnglish { only } => game.order_english(table, ctx, *only),
        Command::VoidWagers { player } => game.void_wagers(table, ctx, *player),
        Command::BarPlayer { player } => game.bar_player(table, ctx, *player),
        Command::HoldWinnings { player, won } => game.hold_winnings(table, ctx, *player, *won),
        Command::ReleaseHeld { player, to_player } => game.release_held(table, ctx, *player, *to_player),
        Command::RaiseDispute { about } => game.raise_dispute(table, ctx, *about),
        Command::DecideDispute { number, for_player } => {
            game.decide_dispute(table, ctx, *number, *for_player)
        }
        Command::AskReview { number } => game.ask_review(table, ctx, *number),
        Command::ReviewDispute { number, for_player } => {
            game.review_dispute(table, ctx, *number, *for_player)
        }
    }
}
