//! The table itself: its set of tiles, opening, closing.

mod closing;
mod open;

use super::{Decided, Turn};
use crate::command::table::Command;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::LayOutTiles { found } => turn.lay_out_tiles(*found),
        Command::CheckTiles => turn.check_tiles(),
        Command::ReplaceTiles { whole_set } => turn.replace_tiles(*whole_set),
        Command::OpenTable => turn.open_table(),
        Command::PostClosing { at } => turn.post_closing(*at),
        Command::EndPlay { at_once } => turn.end_play(*at_once),
    }
}
