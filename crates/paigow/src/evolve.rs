//! Follows events: no rule is in here, only what an event says has become of the table.

mod bank;
mod cut;
mod dice;
mod end;
mod hand;
mod limit;
mod mishap;
mod order;
mod seat;
mod settle;
mod table;
mod wager;
mod wall;

use crate::{Event, PaiGow, State, What};
use money::Account;

/// Changes the table as an event says.
///
/// # Panics
/// Moves that take an account below zero: `decide` never makes them, so the table must not go on.
pub(crate) fn evolve(game: &PaiGow, state: &mut State, event: &Event) {
    if !event.moves.is_empty()
        && let Err(error) = state.ledger.apply(&event.moves)
    {
        panic!("event {:?} is not covered: {error}", event.what);
    }
    match &event.what {
        What::Table(what) => table::evolve(state, what),
        What::Seat(what) => seat::evolve(state, what),
        What::Limit(what) => limit::evolve(state, what),
        What::Bank(what) => bank::evolve(game, state, what),
        What::Wall(what) => wall::evolve(game, state, what),
        What::Wager(what) => wager::evolve(game, state, what),
        What::Dice(what) => dice::evolve(game, state, what),
        What::Cut(what) => cut::evolve(state, what),
        What::Hand(what) => hand::evolve(state, what),
        What::Settle(what) => settle::evolve(game, state, what, &event.moves),
        What::Mishap(what) => mishap::evolve(game, state, what),
        What::Order(what) => order::evolve(state, what),
    }
    brought(state, event);
}

/// What a player changes at the state, or is paid at the cage, is theirs and was not won here.
fn brought(state: &mut State, event: &Event) {
    for step in &event.moves {
        let (player, units) = match (step.from, step.to) {
            (Account::Cage, Account::Player(player)) => (player, step.amount.units()),
            (Account::Player(player), Account::Cage) => (player, -step.amount.units()),
            _ => continue,
        };
        if let Some(player) = state.players.iter_mut().find(|known| known.id == player) {
            player.brought += units;
        }
    }
}
