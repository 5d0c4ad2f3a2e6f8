//! The table closes for good.

use crate::event::table::What;
use crate::{Phase, State};

/// Follows an event about the table itself.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::TableClosed => state.phase = Phase::Over,
    }
}
