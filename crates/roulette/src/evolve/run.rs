//! Sequences follow: those of players who have left, and those that a correction moves.

use super::add;
use crate::event::run::What;
use crate::{Absent, Fate, Refated, RunEnd, Shown, State, StationId};
use money::{Amount, PlayerId};

/// Follows an event about sequences.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::AbsentEnded { spin, player, ended, kept } => {
            absent_ended(state, *spin, *player, *ended, *kept);
        }
    }
}

/// A sequence ended whose player has left.
fn absent_ended(state: &mut State, spin: u32, player: PlayerId, ended: RunEnd, kept: Amount) {
    state.absent.retain(|absent| (absent.player, absent.run) != (player, ended.run));
    if let Some(shown) = shown_in(state, spin, player) {
        shown.runs.push(ended);
    }
    add(&mut state.unrecovered, player, -kept.units());
}

/// Takes a sequence from where it was to where a correction puts it.
pub(super) fn refated(state: &mut State, change: &Refated) {
    let (player, run) = (change.player, change.run);
    let station = state.station_of(player).and_then(|station| state.station_mut(station));
    match change.was {
        Fate::Running => {
            if let Some(station) = station {
                station.runs.retain(|known| *known != run);
            }
            state.absent.retain(|absent| (absent.player, absent.run) != (player, run));
        }
        Fate::Ended { spin, .. } => {
            if let Some(shown) = shown_in(state, spin, player) {
                shown.runs.retain(|ended| ended.run != run);
            }
        }
    }
    match change.now {
        Fate::Running => {
            let station = state.station_of(player).and_then(|station| state.station_mut(station));
            match station {
                Some(station) => station.runs.push(run),
                None => state.absent.push(Absent { player, run }),
            }
        }
        Fate::Ended { spin, hits, returned } => {
            if let Some(shown) = shown_in(state, spin, player) {
                shown.runs.push(RunEnd { run, hits, returned });
            }
        }
    }
}

/// A player's part in a spin on record, made if there was none.
fn shown_in(state: &mut State, spin: u32, player: PlayerId) -> Option<&mut Shown> {
    let station = state.station_of(player).unwrap_or(StationId(0));
    let record = state.records.iter_mut().find(|record| record.spin == spin)?;
    let known = record.shown.iter().position(|shown| shown.player == player);
    let at = known.unwrap_or_else(|| {
        record.shown.push(Shown { station, player, wagers: Vec::new(), runs: Vec::new() });
        record.shown.len() - 1
    });
    record.shown.get_mut(at)
}
