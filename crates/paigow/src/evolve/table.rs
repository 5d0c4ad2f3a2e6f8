//! Follows events of the table itself. No rule is in here.

use crate::event::table::What;
use crate::{Found, Notice, Phase, State};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::TilesLaidOut { found } => match found {
            Found::Whole => {
                state.tiles.laid_out = true;
                state.tiles.found_wrong = false;
            }
            Found::Wrong => {
                state.tiles.suspect = true;
                state.tiles.found_wrong = true;
            }
        },
        What::TilesChecked => {
            state.tiles.checked = true;
            state.tiles.suspect = false;
            state.tiles.displayed =
                state.phase == Phase::Shut && state.players.iter().all(|player| player.seat.is_none());
        }
        What::TilesReplaced { .. } => state.tiles.wants_check(),
        What::TableOpened => {
            state.phase = Phase::Bank;
            state.tiles.suspect = false;
        }
        What::TableClosed => state.phase = Phase::Closed,
        What::PlayEnded => {
            state.tiles.closing = true;
            state.tiles.laid_out = false;
            state.tiles.checked = false;
            state.notices.clear();
        }
        What::ClosingPosted { posted, at } => {
            // A round whose tiles are dealt is not one of those to come.
            let dealt = matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear);
            let round = state.counted + u32::from(dealt);
            state.notices.push(Notice::Closing { posted: *posted, round, at: *at });
        }
    }
}
