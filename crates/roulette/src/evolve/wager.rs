//! Wagers follow: what shows where.

use crate::event::wager::What;
use crate::{Place, State, StationId};
use money::Amount;

/// Follows an event about wagers.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::Placed { station, place, shows: amount, .. }
        | What::Taken { station, place, shows: amount } => {
            shows(state, *station, *place, *amount);
        }
        What::Shifted { station, from, to, shows: amount } => {
            shows(state, *station, Place::On(*from), Amount::ZERO);
            shows(state, *station, Place::On(*to), *amount);
        }
        What::Returned { station, .. } => returned(state, *station),
    }
}

/// An amount shows at a place.
fn shows(state: &mut State, station: StationId, place: Place, amount: Amount) {
    let spin = state.spin;
    if let Some(station) = state.station_mut(station) {
        station.set(place, spin, amount);
    }
}

/// Nothing shows for the coming spin, and nothing is in doubt.
fn returned(state: &mut State, station: StationId) {
    let spin = state.spin;
    if let Some(station) = state.station_mut(station) {
        station.clear(spin);
        station.in_doubt = false;
    }
}
