//! The table itself: its set of tiles, opening, closing.

mod closing;
mod open;

use super::Decided;
use crate::command::table::Command;
use crate::{PaiGow, State};
use game::Context;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::LayOutTiles { found } => game.lay_out_tiles(table, ctx, *found),
        Command::CheckTiles => game.check_tiles(table, ctx),
        Command::ReplaceTiles { whole_set } => game.replace_tiles(table, ctx, *whole_set),
        Command::OpenTable => game.open_table(table, ctx),
        Command::PostClosing { at } => game.post_closing(table, ctx, *at),
        Command::EndPlay { at_once } => game.end_play(table, ctx, *at_once),
    }
}
