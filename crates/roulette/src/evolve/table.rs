//! The table closes for good.

use crate::{Phase, State};

/// Nothing happens here any more.
pub(super) const fn closed(state: &mut State) {
    state.phase = Phase::Over;
}
