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

use crate::{Event, Roulette, State, What};
use money::{Amount, PlayerId};

/// Follows an event.
///
/// # Panics
/// On moves that would take an account below zero: `decide` never makes them, and a table that paid
/// wrongly has to stop.
pub(crate) fn evolve(rules: &Roulette, state: &mut State, event: &Event) {
    account::note_close(state, &event.what);
    let posted = state.ledger.apply(&event.moves);
    assert!(posted.is_ok(), "{posted:?} after {event:?}");
    mishap::recovered(state, event);
    match &event.what {
        What::Table(what) => table::evolve(state, what),
        What::Account(what) => account::evolve(state, what),
        What::Limit(what) => limit::evolve(state, what),
        What::Wager(what) => wager::evolve(state, what),
        What::Run(what) => run::evolve(state, what),
        What::Spin(what) => spin::evolve(state, what),
        What::Settle(what) => settle::evolve(rules, state, what),
        What::Mishap(what) => mishap::evolve(state, what),
        What::Claim(what) => claim::evolve(state, what),
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
