//! Follows events of wagers. No rule is in here.

use crate::event::wager::What;
use crate::{FoundLate, Kind, PaiGow, Phase, Stake, State, Wager, Why};
use money::PlayerId;
use rulebook::Method;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What) {
    match what {
        What::Consented { player } => {
            if let Some(player) = state.player_mut(*player) {
                player.consented = true;
            }
        }
        What::Warned { player } => {
            // What lies there was not made after the advice.
            state.wagers.iter_mut().filter(|w| w.player == *player).for_each(|w| w.before_advice = true);
            if let Some(player) = state.player_mut(*player) {
                player.warned = true;
            }
        }
        What::WagerPlaced { player, area, kind, stake, .. } => match state.wager_mut(*player, *area, *kind) {
            Some(wager) => {
                wager.stake = *stake;
                wager.carried = false;
                wager.before_advice = false;
                wager.before_raise = false;
            }
            None => state.wagers.push(Wager::new(*player, *area, *kind, *stake)),
        },
        What::HouseWagered { amount, area } => {
            let stake = Stake::chips(*amount);
            match state.wagers.iter_mut().find(|w| w.player.is_house()) {
                Some(wager) => wager.stake = stake,
                None => state.wagers.push(Wager::new(PlayerId::HOUSE, *area, Kind::Regular, stake)),
            }
        }
        What::WagerWithdrawn { player, area, kind } | What::WagerRefused { player, area, kind } => {
            state.remove_wager(*player, *area, *kind);
        }
        What::WagerReturned { player, area, kind, why } => {
            if let (Kind::Regular, Why::Void) = (*kind, *why)
                && state.phase > Phase::Wall
                && state.bank.method != Method::House
                && let Some(wager) = state.wager(*player, *area, *kind)
            {
                // What it would have played covers nothing that was not declared (reading `found-above-bank`).
                let set_aside = game.in_cover(state, wager);
                state.bank.set_aside += set_aside;
            }
            state.remove_wager(*player, *area, *kind);
        }
        What::WagerFound { player, area, kind, amount } => {
            // What was declared keeps its place; what is found beyond it comes after everything declared.
            let turns = state.wagers.iter().filter_map(|w| w.found.map(|found| found.turn));
            let turn = turns.max().map_or(0, |last| last.saturating_add(1));
            if let Some(wager) = state.wager_mut(*player, *area, *kind) {
                let declared = wager.declared().min(*amount);
                wager.before_raise &= *amount >= wager.stake.amount;
                wager.stake = wager.stake.at(*amount);
                wager.found = Some(FoundLate { declared, turn });
            }
        }
        What::SideWaived { player, area } => {
            if let Some(area) = state.area_mut(*area) {
                area.waived.push(*player);
            }
        }
        What::BetsClosed => state.cutting.closed = true,
        What::CallerNamed { area, player, blind } => {
            if let Some(area) = state.area_mut(*area) {
                area.caller = *player;
                area.blind = *blind;
                if let Some(hand) = &mut area.hand {
                    // What the last caller left to the dealer goes with the call.
                    hand.asked &= player.is_none();
                    hand.directed &= player.is_none();
                    hand.uncalled = player.is_none();
                }
            }
        }
        What::Yielded { area } => {
            if let Some(area) = state.area_mut(*area) {
                area.yielded = true;
            }
        }
    }
}
