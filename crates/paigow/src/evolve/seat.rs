//! Follows events of people. No rule is in here.

use crate::event::seat::What;
use crate::{Lasting, Player, State};
use money::PlayerId;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::BoughtIn { player, .. } => {
            come(state, *player);
        }
        What::Seated { player, area } => {
            come(state, *player);
            state.tiles.displayed = false;
            if let Some(player) = state.player_mut(*player) {
                player.seat = Some(*area);
                player.skipped = 0;
            }
        }
        What::Left { player } => {
            let orders = &mut state.orders;
            orders.lasting.retain(|known| known.id != *player);
            orders
                .lasting
                .extend(state.players.iter().find(|known| known.id == *player).and_then(Lasting::of));
            if orders.lasting.len() > State::MOST_PLAYERS {
                orders.lasting.remove(0);
            }
            state.players.retain(|known| known.id != *player);
            state.gone.retain(|known| known != player);
            if state.gone.len() >= State::MOST_PLAYERS {
                state.gone.remove(0);
            }
            state.gone.push(*player);
        }
        What::SeatFreed { player, .. } => {
            if let Some(player) = state.player_mut(*player) {
                player.seat = None;
                player.skipped = 0;
            }
        }
    }
}

/// Somebody is at the table from now on, with what was laid on them before they left.
fn come(state: &mut State, id: PlayerId) {
    state.gone.retain(|known| *known != id);
    if state.player(id).is_none() {
        let mut player = Player::new(id);
        if let Some(lasting) = state.orders.lasting.iter().find(|known| known.id == id) {
            lasting.lay_on(&mut player);
        }
        state.orders.lasting.retain(|known| known.id != id);
        state.players.push(player);
    }
}
