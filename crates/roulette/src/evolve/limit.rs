//! Permitted wagers follow: signs go up, and come into force.

use crate::event::limit::What;
use crate::limit::sign::with_sign;
use crate::{Limits, State};
use game::Moment;

/// Follows an event about the period's length and the permitted wagers.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::PeriodSet { seconds } => state.period = *seconds,
        What::LimitsAnnounced { limits, at } => announced(state, limits, *at),
        What::LimitsChanged => changed(state),
    }
}

/// A sign is up.
fn announced(state: &mut State, limits: &Limits, at: Moment) {
    let mut signs = with_sign(&state.limits, &state.signs(), limits, at).into_iter();
    (state.announced, state.later) = (signs.next(), signs.collect());
}

/// What the first sign says is permitted.
fn changed(state: &mut State) {
    if let Some((_, limits)) = state.announced.take() {
        state.limits = *limits;
    }
    if !state.later.is_empty() {
        state.announced = Some(state.later.remove(0));
    }
}
