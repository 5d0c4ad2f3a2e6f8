//! Permitted wagers follow: signs go up, and come into force.

use crate::limit::sign::with_sign;
use crate::{Limits, State};
use game::Moment;

/// A sign is up.
pub(super) fn announced(state: &mut State, limits: &Limits, at: Moment) {
    let mut signs = with_sign(&state.limits, &state.signs(), limits, at).into_iter();
    (state.announced, state.later) = (signs.next(), signs.collect());
}

/// What the first sign says is permitted.
pub(super) fn changed(state: &mut State) {
    if let Some((_, limits)) = state.announced.take() {
        state.limits = *limits;
    }
    if !state.later.is_empty() {
        state.announced = Some(state.later.remove(0));
    }
}
