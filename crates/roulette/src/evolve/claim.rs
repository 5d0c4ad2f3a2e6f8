//! Claims follow: which are open, and of which spin.

use crate::event::claim::What;
use crate::{Claim, ClaimAbout, Record, State, StationId};
use money::PlayerId;

/// Follows an event about claims.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::Claimed { claim, station, player, about } => {
            claimed(state, *claim, *station, *player, *about);
        }
        What::Answered { claim, .. } => answered(state, *claim),
    }
}

/// A claim waits for an answer.
fn claimed(state: &mut State, claim: u32, station: StationId, player: PlayerId, about: ClaimAbout) {
    state.claims_made = claim;
    state.claims.push(Claim { claim, station, player, about });
    // The last outcome that they wagered on, or that a sequence of theirs ran over.
    let own = state.station_of(player).and_then(|station| state.station(station));
    let own = own.iter().flat_map(|station| &station.runs);
    let left = state.absent.iter().filter(|absent| absent.player == player);
    let runs: Vec<u32> = own.chain(left.map(|absent| &absent.run)).map(|run| run.first).collect();
    let wagered = |record: &&Record| {
        let shown = record.shown.iter().any(|shown| shown.player == player);
        shown || runs.iter().any(|first| *first <= record.spin)
    };
    let last = state.records.iter().rev().find(wagered);
    if let Some(record) = last.filter(|_| about == ClaimAbout::Outcome) {
        state.claimed.push((claim, record.spin));
    }
}

/// It waits no longer.
fn answered(state: &mut State, claim: u32) {
    state.claims.retain(|open| open.claim != claim);
    state.claimed.retain(|(open, _)| *open != claim);
}
