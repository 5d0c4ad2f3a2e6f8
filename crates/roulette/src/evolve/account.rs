//! Chip accounts follow: a station given, a player leaving, an account closed.

use super::add;
use crate::{Absent, Holder, Phase, Record, State, StationId, What};
use money::{Amount, PlayerId};

/// A station has a holder, with what a correction brought back and what they still owe.
pub(super) fn activated(state: &mut State, station: StationId, player: PlayerId) {
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
pub(super) fn leaving(state: &mut State, station: StationId, player: PlayerId, dismissed: bool) {
    if dismissed && !state.dismissed.contains(&player) {
        state.dismissed.push(player);
    }
    if let Some(holder) = state.station_mut(station).and_then(|station| station.holder.as_mut()) {
        holder.leaving = true;
    }
}

/// A station has no holder any more.
pub(super) fn paid_out(state: &mut State, station: StationId, player: PlayerId) {
    if let Some(station) = state.station_mut(station) {
        station.holder = None;
    }
    state.since.retain(|(known, _)| *known != player);
    state.at_close.retain(|(known, _)| *known != player);
}

/// Before an account changes after the period has ended: what its player had to wager then.
pub(super) fn note_close(state: &mut State, what: &What) {
    let players: &[PlayerId] = match what {
        What::Resettled { accounts, .. } => {
            &accounts.iter().map(|account| account.player).collect::<Vec<_>>()
        }
        What::Credited { player, .. } | What::Activated { player, .. } => &[*player],
        What::Placed { .. }
        | What::Taken { .. }
        | What::Shifted { .. }
        | What::Returned { .. }
        | What::Leaving { .. }
        | What::PaidOut { .. }
        | What::HeldPaid { .. }
        | What::PeriodOpened { .. }
        | What::PeriodEnded { .. }
        | What::Spun { .. }
        | What::Settled { .. }
        | What::AbsentEnded { .. }
        | What::NoSpin { .. }
        | What::Frozen { .. }
        | What::DisplayDisregarded { .. }
        | What::StationFailed { .. }
        | What::SystemFailed { .. }
        | What::Established { .. }
        | What::StationRestored { .. }
        | What::Claimed { .. }
        | What::Answered { .. }
        | What::PeriodSet { .. }
        | What::LimitsAnnounced { .. }
        | What::SystemRestored
        | What::LimitsChanged
        | What::TableClosed => return,
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
