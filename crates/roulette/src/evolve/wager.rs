//! Wagers follow: what shows where.

use crate::{Place, State, StationId};
use money::Amount;

/// An amount shows at a place.
pub(super) fn shows(state: &mut State, station: StationId, place: Place, amount: Amount) {
    let spin = state.spin;
    if let Some(station) = state.station_mut(station) {
        station.set(place, spin, amount);
    }
}

/// Nothing shows for the coming spin, and nothing is in doubt.
pub(super) fn returned(state: &mut State, station: StationId) {
    let spin = state.spin;
    if let Some(station) = state.station_mut(station) {
        station.clear(spin);
        station.in_doubt = false;
    }
}
