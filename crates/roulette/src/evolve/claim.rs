//! Claims follow: which are open, and of which spin.

use crate::{Claim, ClaimAbout, Record, State, StationId};
use money::PlayerId;

/// A claim waits for an answer.
pub(super) fn claimed(
    state: &mut State,
    claim: u32,
    station: StationId,
    player: PlayerId,
    about: ClaimAbout,
) {
    state.claims_made = claim;
    state.claims.push(Claim { claim, station, player, about });
    // The last outcome that they wagered on, or else the last of all.
    let wagered = |record: &&Record| record.shown.iter().any(|shown| shown.player == player);
    let last = state.records.iter().rev().find(wagered).or(state.records.back());
    if let Some(record) = last.filter(|_| about == ClaimAbout::Outcome) {
        state.claimed.push((claim, record.spin));
    }
}

/// It waits no longer.
pub(super) fn answered(state: &mut State, claim: u32) {
    state.claims.retain(|open| open.claim != claim);
    state.claimed.retain(|(open, _)| *open != claim);
}
