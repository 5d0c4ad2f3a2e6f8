//! Settlement follows: the layout goes into the record of the spin.

use crate::event::settle::What;
use crate::{Claim, Paid, Record, Roulette, Shown, State};

/// Follows an event about a settled spin.
pub(super) fn evolve(rules: &Roulette, state: &mut State, what: &What) {
    match what {
        What::Settled { spin, pocket, paid } => settled(rules, state, *spin, *pocket, paid),
    }
}

/// Clears the layout into the record of the spin; the oldest record gives its memory for it.
fn settled(game: &Roulette, state: &mut State, spin: u32, pocket: u8, paid: &[Paid]) {
    let full = state.records.len() >= usize::from(game.setup.records);
    let oldest = if full { state.records.pop_front() } else { None };
    let mut shown = oldest.map_or_else(Vec::new, |record| record.shown);
    shown.truncate(paid.len());
    for (at, paid) in paid.iter().enumerate() {
        if at == shown.len() {
            let (station, player) = (paid.station, paid.player);
            shown.push(Shown { station, player, wagers: Vec::new(), runs: Vec::new() });
        }
        let place = &mut shown[at];
        (place.station, place.player) = (paid.station, paid.player);
        place.wagers.clear();
        place.runs.clear();
        place.runs.extend_from_slice(&paid.runs);
        if let Some(station) = state.station_mut(paid.station) {
            std::mem::swap(&mut station.wagers, &mut place.wagers);
            for ended in &paid.runs {
                station.runs.retain(|run| *run != ended.run);
            }
        }
    }
    state.records.push_back(Record { spin, pocket, shown });
    state.spin = spin.saturating_add(1);
    state.ball = None;
    state.display = None;
    // Who has left is heard as long as a spin on record shows them.
    let mut claims = std::mem::take(&mut state.claims);
    let shown = |claim: &Claim| {
        let mut shown = state.records.iter().flat_map(|record| &record.shown);
        shown.any(|shown| shown.player == claim.player)
    };
    claims.retain(|claim| state.station_of(claim.player).is_some() || shown(claim));
    state.claimed.retain(|(claimed, _)| claims.iter().any(|claim| claim.claim == *claimed));
    state.claims = claims;
}
