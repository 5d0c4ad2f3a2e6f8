//! Chip accounts follow: a station given, a player leaving, an account closed.

use super::add;
use crate::event::account::What;
use crate::event::mishap;
use crate::{Absent, Holder, Phase, Record, State, StationId};
use money::{Amount, PlayerId};

/// Follows an event about chip accounts.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::Activated { station, player, .. } => activated(state, *station, *player),
        What::Credited { station, player, .. } => stays(state, *station, *player),
        // Only money moved.
        What::HeldPaid { .. } => (),
        What::Leaving { station, player, dismissed } => leaving(state, *station, *player, *dismissed),
        What::PaidOut { station, player, .. } => paid_out(state, *station, *player),
    }
}

/// A station has a holder, with what a correction brought back and what they still owe.
fn activated(state: &mut State, station: StationId, player: PlayerId) {
    // Whoever comes back takes over the sequences that a correction brought back.
    let (back, gone) = state.absent.iter().partition(|absent| absent.player == player);
    let back: Vec<Absent> = back;
    state.absent = gone;
    let owes = state.unrecovered(player).units();
    add(&mut state.owing, player, owes);
    state.dismissed.retain(|sent| *sent != player);
    // Only who comes back can have a result that is older than the account.
    let shown = |record: &Record| record.shown.iter().any(|shown| shown.player == player);
    if state.records.iter().any(shown) {
        state.since.push((player, state.spin));
    }
    if let Some(station) = state.station_mut(station) {
        station.holder = Some(Holder { player, leaving: false });
        station.runs.extend(back.iter().map(|absent| absent.run));
    }
}

/// A holder is on the way out, sent or not.
fn leaving(state: &mut State, station: StationId, player: PlayerId, dismissed: bool) {
    if dismissed && !state.dismissed.contains(&player) {
        state.dismissed.push(player);
    }
    if let Some(holder) = state.station_mut(station).and_then(|station| station.holder.as_mut()) {
        holder.leaving = true;
    }
}

/// A holder who was on the way out and tenders again stays, sent or not.
fn stays(state: &mut State, station: StationId, player: PlayerId) {
    state.dismissed.retain(|sent| *sent != player);
    if let Some(holder) = state.station_mut(station).and_then(|station| station.holder.as_mut()) {
        holder.leaving = false;
    }
}

/// A station has no holder any more.
fn paid_out(state: &mut State, station: StationId, player: PlayerId) {
    if let Some(station) = state.station_mut(station) {
        station.holder = None;
    }
    state.since.retain(|(known, _)| *known != player);
    state.at_close.retain(|(known, _)| *known != player);
}

/// Before an account changes after the period has ended: what its player had to wager then.
pub(super) fn note_close(state: &mut State, what: &crate::What) {
    let corrected: Vec<PlayerId>;
    let players: &[PlayerId] = match what {
        crate::What::Account(what) => match what {
            What::Activated { player, .. } | What::Credited { player, .. } => &[*player],
            What::Leaving { .. } | What::PaidOut { .. } | What::HeldPaid { .. } => return,
        },
        crate::What::Mishap(what) => match what {
            mishap::What::Resettled { accounts, .. } => {
                corrected = accounts.iter().map(|account| account.player).collect();
                &corrected
            }
            mishap::What::NoSpin { .. }
            | mishap::What::Frozen { .. }
            | mishap::What::DisplayDisregarded { .. }
            | mishap::What::StationFailed { .. }
            | mishap::What::SystemFailed { .. }
            | mishap::What::Established { .. }
            | mishap::What::StationRestored { .. }
            | mishap::What::SystemRestored => return,
        },
        crate::What::Table(_)
        | crate::What::Limit(_)
        | crate::What::Wager(_)
        | crate::What::Run(_)
        | crate::What::Spin(_)
        | crate::What::Settle(_)
        | crate::What::Claim(_) => return,
    };
    for player in players.iter().copied() {
        let station = state.station_of(player).and_then(|id| state.station(id));
        let closed = state.phase == Phase::Closed || station.is_some_and(|station| station.in_doubt);
        if closed && state.at_close(player).is_none() {
            let wagers = station.map_or(0, |station| station.for_spin(state.spin));
            state.at_close.push((player, Amount::of(state.credit(player) + wagers)));
        }
    }
}
