//! Follows events of the wall. No rule is in here.

use crate::event::wall::What;
use crate::{LajaBy, PaiGow, State, Wall};
use rulebook::Method;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What) {
    match what {
        What::Stacked { order } => {
            state.wall = Wall { order: order.clone(), stacked: true, ..Wall::default() };
        }
        What::ShownInStacking { laja, .. } => {
            state.wall.shown = true;
            state.wall.laja_owed |= laja;
        }
        What::LajaOrdered => state.wall.laja_owed = true,
        What::ShownInLaja { count, reshuffle } => {
            state.wall.shown = true;
            state.wall.shown_in_laja = state.wall.shown_in_laja.saturating_add(*count);
            state.wall.shuffle_owed |= reshuffle;
        }
        What::LajaAsked { by, .. } => state.wall.laja_asked = Some(*by),
        What::LajaAllowed { by } => {
            state.wall.laja_asked = None;
            state.wall.laja_allowed = Some(*by);
        }
        What::LajaDone { by, order } => {
            let banker = by.is_some_and(|player| state.bank.is_held_by(player));
            let held = state.bank.method != Method::House;
            let wall = &mut state.wall;
            wall.order.clone_from(order);
            wall.laja_done = true;
            wall.shown_in_laja = 0;
            let owed = wall.laja_owed && by.is_none();
            wall.laja_owed &= by.is_some();
            if !owed {
                let own = matches!((wall.laja_allowed, by), (Some(LajaBy::Player(a)), Some(b)) if a == *b);
                if own || by.is_none() {
                    wall.laja_allowed = None;
                }
                if by.is_some() {
                    // With it ends what the bank had asked for (reading `asked-reshuffle`).
                    wall.player_laja = true;
                    wall.reshuffle_asked = false;
                    wall.banker_laja = held && !banker;
                }
            }
        }
        What::ReshuffleAsked => state.wall.reshuffle_asked = true,
        What::ReshuffleOrdered => state.wall.shuffle_owed = true,
        What::Shuffled => {
            // They lie in rank order no more: a set that leaves the table is counted anew.
            if game.leaving_set_is_checked() {
                state.tiles.laid_out = false;
                state.tiles.checked = false;
            }
        }
    }
}
