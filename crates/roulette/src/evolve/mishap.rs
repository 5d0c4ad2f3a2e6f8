//! Mishaps follow: what is out of order or in doubt, what a correction changed, who still owes what.

use super::add;
use super::run::refated;
use crate::event::mishap::What;
use crate::{Corrected, Event, Phase, Refated, Run, State, StationId, Wager};
use money::{Account, Amount};

/// Follows an event about what went wrong, or was put right.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::NoSpin { .. } => {
            state.ball = None;
            state.called_off = true;
        }
        What::Frozen { spin } => state.frozen = Some(*spin),
        What::Resettled { spin, pocket, accounts, runs, .. } => {
            resettled(state, *spin, *pocket, accounts, runs);
        }
        What::DisplayDisregarded { shown, .. } => state.display = Some(*shown),
        What::StationFailed { station, doubt } => station_failed(state, *station, *doubt),
        What::SystemFailed { void, doubt } => system_failed(state, *void, doubt),
        What::Established { station, wagers, runs, .. } => established(state, *station, wagers, runs),
        What::StationRestored { station } => station_restored(state, *station),
        // The period that follows ends the halt.
        What::SystemRestored => (),
    }
}

/// A station is out of order.
fn station_failed(state: &mut State, station: StationId, doubt: bool) {
    if let Some(station) = state.station_mut(station) {
        station.out_of_order = true;
        station.in_doubt = doubt;
    }
}

/// A station works again.
fn station_restored(state: &mut State, station: StationId) {
    if let Some(station) = state.station_mut(station) {
        station.out_of_order = false;
    }
}

/// The table halts with nothing in doubt, or goes on with these stations in doubt.
fn system_failed(state: &mut State, void: bool, doubt: &[StationId]) {
    if void {
        state.phase = Phase::Halted;
        state.ball = None;
        state.stations.iter_mut().for_each(|station| station.in_doubt = false);
    }
    for station in doubt {
        if let Some(station) = state.station_mut(*station) {
            station.in_doubt = true;
        }
    }
}

/// These are the wagers of a station that was in doubt.
fn established(state: &mut State, station: StationId, wagers: &[Wager], runs: &[Run]) {
    let spin = state.spin;
    if let Some(station) = state.station_mut(station) {
        station.clear(spin);
        station.wagers.extend_from_slice(wagers);
        station.runs.extend_from_slice(runs);
        station.in_doubt = false;
    }
}

/// A result on record is another, and accounts are free.
fn resettled(state: &mut State, spin: u32, pocket: u8, accounts: &[Corrected], runs: &[Refated]) {
    state.claimed.retain(|(_, claimed)| *claimed != spin);
    state.frozen = None;
    if let Some(record) = state.records.iter_mut().find(|record| record.spin == spin) {
        record.pocket = pocket;
    }
    runs.iter().for_each(|run| refated(state, run));
    for account in accounts {
        add(&mut state.unrecovered, account.player, account.unrecovered);
        if state.station_of(account.player).is_some() {
            add(&mut state.owing, account.player, account.unrecovered.max(0));
        }
    }
}

/// What moved between a player and the adjustments is that much less, or more, not recovered.
pub(super) fn recovered(state: &mut State, event: &Event) {
    for step in &event.moves {
        let (player, more) = match (step.from, step.to) {
            (Account::Player(player), Account::Adjustments) => (player, -step.amount.units()),
            (Account::Adjustments, Account::Layout(player)) => (player, step.amount.units()),
            _ => continue,
        };
        add(&mut state.unrecovered, player, more);
        add(&mut state.owing, player, more);
    }
}

/// Nobody owes more than was not recovered, nor anything once nothing of theirs lies on the layout.
pub(super) fn lay_open(state: &mut State) {
    if state.owing.is_empty() {
        return;
    }
    let mut owing = std::mem::take(&mut state.owing);
    for (player, amount) in &mut owing {
        let lies = state.ledger.balance(Account::Layout(*player)) > 0;
        *amount = if lies { (*amount).min(state.unrecovered(*player)) } else { Amount::ZERO };
    }
    owing.retain(|(_, amount)| !amount.is_zero());
    state.owing = owing;
}
