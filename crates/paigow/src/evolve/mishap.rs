//! Follows events of what goes wrong. No rule is in here.

use super::end::end_round;
use crate::event::mishap::What;
use crate::{PaiGow, State, Wager};
use money::PlayerId;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What) {
    match what {
        What::TilesExposed { area, which, tiles, voidable, by_dealer } => {
            state.orders.exposed = true;
            let Some(hand) = state.hand_mut(*area) else { return };
            hand.shown |= which;
            if *by_dealer {
                hand.exposed |= which;
            }
            hand.voidable |= voidable;
            for (place, tile) in tiles.iter().enumerate() {
                hand.tiles[place] = tile.or(hand.tiles[place]);
            }
        }
        What::HandVoid { area } => {
            // Whoever had wagers on it has played the round (reading void-hand-played).
            let on = |w: &&Wager| w.area == *area && !w.kind.on_dice();
            let players: Vec<PlayerId> = state.wagers.iter().filter(on).map(|w| w.player).collect();
            state.players.iter_mut().filter(|p| players.contains(&p.id)).for_each(|p| p.had_void = true);
            let line = game.line_up(state, *area);
            if let Some(hand) = state.hand_mut(*area) {
                hand.void = true;
                hand.voided = line;
            }
        }
        What::HandKnocked { area } => {
            if let Some(hand) = state.hand_mut(*area) {
                hand.set = None;
                hand.split = None;
                hand.asked = true;
                hand.knocked = true;
            }
        }
        What::RoundVoid { .. } => end_round(state, None),
        What::StakeForfeited { player, area, kind } => state.remove_wager(*player, *area, *kind),
        What::SetWrong => state.tiles.wants_check(),
        // What follows from them are events of their own.
        What::Misdealt { .. } | What::DealRebuilt => {}
    }
}
