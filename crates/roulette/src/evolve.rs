//! Follows events. No rule is in here: what happened is in the event.
//!
//! Money first, then what the event changes by its topic, then what anybody still owes.

mod account;
mod claim;
mod limit;
mod mishap;
mod run;
mod settle;
mod spin;
mod table;
mod wager;

use crate::{Event, Place, Roulette, State, What};
use money::{Amount, PlayerId};

/// Follows an event.
///
/// # Panics
/// On moves that would take an account below zero: `decide` never makes them, and a table that paid
/// wrongly has to stop.
pub(crate) fn evolve(game: &Roulette, state: &mut State, event: &Event) {
    account::note_close(state, &event.what);
    let posted = state.ledger.apply(&event.moves);
    assert!(posted.is_ok(), "{posted:?} after {event:?}");
    mishap::recovered(state, event);
    match &event.what {
        What::Activated { station, player, .. } => account::activated(state, *station, *player),
        // Only money moved.
        What::Credited { .. } | What::HeldPaid { .. } => (),
        What::Leaving { station, player, dismissed } => {
            account::leaving(state, *station, *player, *dismissed)
        }
        What::PaidOut { station, player, .. } => account::paid_out(state, *station, *player),
        What::Placed { station, place, shows, .. } | What::Taken { station, place, shows } => {
            wager::shows(state, *station, *place, *shows);
        }
        What::Shifted { station, from, to, shows } => {
            wager::shows(state, *station, Place::On(*from), Amount::ZERO);
            wager::shows(state, *station, Place::On(*to), *shows);
        }
        What::Returned { station, .. } => wager::returned(state, *station),
        What::AbsentEnded { spin, player, ended, kept } => {
            run::absent_ended(state, *spin, *player, *ended, *kept);
        }
        What::PeriodOpened { ends, .. } => spin::period_opened(state, *ends),
        What::PeriodEnded { short, .. } => spin::period_ended(state, short),
        What::Spun { early, .. } => {
            state.ball = Some(*early);
            state.called_off = false;
        }
        What::NoSpin { .. } => {
            state.ball = None;
            state.called_off = true;
        }
        What::Settled { spin, pocket, paid } => settle::settled(game, state, *spin, *pocket, paid),
        What::Frozen { spin } => state.frozen = Some(*spin),
        What::Resettled { spin, pocket, accounts, runs, .. } => {
            mishap::resettled(state, *spin, *pocket, accounts, runs);
        }
        What::DisplayDisregarded { shown, .. } => state.display = Some(*shown),
        What::StationFailed { station, doubt } => mishap::station_failed(state, *station, *doubt),
        What::SystemFailed { void, doubt } => mishap::system_failed(state, *void, doubt),
        What::Established { station, wagers, runs, .. } => {
            mishap::established(state, *station, wagers, runs);
        }
        What::StationRestored { station } => mishap::station_restored(state, *station),
        // The period that follows ends the halt.
        What::SystemRestored => (),
        What::Claimed { claim, station, player, about } => {
            claim::claimed(state, *claim, *station, *player, *about);
        }
        What::Answered { claim, .. } => claim::answered(state, *claim),
        What::PeriodSet { seconds } => state.period = *seconds,
        What::LimitsAnnounced { limits, at } => limit::announced(state, limits, *at),
        What::LimitsChanged => limit::changed(state),
        What::TableClosed => table::closed(state),
    }
    mishap::lay_open(state);
}

/// Adds to what a list has for a player, in the order of players.
fn add(list: &mut Vec<(PlayerId, Amount)>, player: PlayerId, more: i64) {
    let found = list.binary_search_by_key(&player, |(player, _)| *player);
    let had = found.map_or(0, |at| list[at].1.units());
    let amount = Amount::of((had + more).max(0));
    match (found, amount.is_zero()) {
        (Ok(at), true) => drop(list.remove(at)),
        (Ok(at), false) => list[at].1 = amount,
        (Err(_), true) => (),
        (Err(at), false) => list.insert(at, (player, amount)),
    }
}
