//! Follows events of the cut. No rule is in here.

use crate::event::cut::What;
use crate::{Registered, State};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::CutNamed { cut, orientation } => state.cutting.named = Some((cut.clone(), *orientation)),
        What::CutDeclined => state.cutting.declined = true,
        What::CutRegistered { cut, orientation, grid } => {
            state.registered.push(Registered { cut: cut.clone(), orientation: *orientation, grid: *grid });
        }
    }
}
