//! Follows events of settlement. No rule is in here.

use super::end::end_round;
use crate::event::settle::What;
use crate::{Kind, PaiGow, Phase, Settled, State};
use money::{Moves, PlayerId};

/// Changes the table as an event of this topic, with the money that it moved, says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What, moves: &Moves) {
    match what {
        What::ChungLifted => state.orders.chung_lifted = true,
        What::BankConfirmed => {
            state.orders.confirmed = true;
            // Whoever confirms a hand has seen it.
            if let Some(hand) = state.hand_mut(state.bank.chung) {
                hand.voidable = false;
            }
        }
        What::BankAskedFor { .. } => state.orders.show_bank = true,
        What::BankShown { area, split, hidden } => {
            state.phase = Phase::Match;
            state.orders.bank_shown = !hidden;
            if let Some(hand) = state.hand_mut(*area).filter(|_| !hidden) {
                hand.shown = 15;
                hand.split = split.or(hand.split);
            }
        }
        What::HandOpened { area, split } => {
            if let Some(hand) = state.hand_mut(*area) {
                hand.opened = true;
                hand.shown = 15;
                hand.tiles = split.tiles().map(Some);
                hand.split = Some(*split);
            }
        }
        What::HandMatched { area, outcome, .. } => {
            if let Some(hand) = state.hand_mut(*area) {
                hand.outcome = Some(*outcome);
            }
        }
        What::WagerTaken { player, area, kind, settled } => {
            settle(state, (*player, *area, *kind), *settled, false);
        }
        What::WagerPaid { player, area, kind, settled }
        | What::WagerStays { player, area, kind, settled } => {
            settle(state, (*player, *area, *kind), *settled, true);
        }
        What::WagerReopened { player, area, kind } => {
            if let Some(wager) = state.wager_mut(*player, *area, *kind) {
                wager.settled = None;
            }
        }
        What::AreaCleared { area } => clear(state, *area, true),
        What::AreaReopened { area } => clear(state, *area, false),
        What::BankSettled { .. } => {
            state.bank.settled = Some(moves.clone());
            state.phase = Phase::Clear;
        }
        What::BankReopened => {
            state.bank.settled = None;
            state.phase = Phase::Match;
        }
        What::RoundOver => {
            let areas = 1..=state.areas.len() as u8;
            let void = |number: u8| state.area(number)?.hand.as_ref().filter(|hand| hand.void);
            let line = |number: u8| match void(number) {
                // Everybody whose hand it was has played (reading `void-hand-played`).
                Some(hand) => hand.voided.clone(),
                None => game.line_up(state, number),
            };
            let lines = areas.map(line).collect();
            end_round(state, Some(lines));
        }
    }
}

fn settle(state: &mut State, (player, area, kind): (PlayerId, u8, Kind), settled: Settled, counted: bool) {
    if let Some(wager) = state.wager_mut(player, area, kind) {
        wager.counted |= counted;
        wager.settled = Some(settled);
    }
}

fn clear(state: &mut State, area: u8, cleared: bool) {
    if let Some(hand) = state.hand_mut(area) {
        hand.cleared = cleared;
    }
}
