//! Follows events of order at the state. No rule is in here.

use crate::event::order::What;
use crate::{Dispute, State};
use rulebook::Method;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::RemovalDecided => {
            state.orders.removal = true;
            state.orders.signalling = true;
        }
        What::AreaRemoved { area, .. } => {
            state.orders.removal = false;
            if let Some(seated) = state.seated(*area).and_then(|id| state.player_mut(id)) {
                seated.seat = None;
            }
            if let Some(area) = state.area_mut(*area) {
                area.off = true;
                area.last_caller = None;
                area.last_players.clear();
            }
        }
        What::AreaRestored { area } => {
            if let Some(area) = state.area_mut(*area) {
                area.off = false;
            }
            state.orders.signalling = false;
        }
        What::SetFirstOrdered { player, first } => {
            if let Some(player) = state.player_mut(*player) {
                player.sets_first = *first;
            }
        }
        What::PlayersParted { player, from } => state.orders.parted.push((*player, *from)),
        What::EnglishOrdered { only } => state.orders.english_only = *only,
        What::PlayerBarred { player } => {
            state.orders.barred.push(*player);
            state.gone.retain(|known| known != player);
            if let Some(player) = state.player_mut(*player) {
                player.barred = true;
                player.seat = None;
            }
        }
        What::WinningsHeld { player } => {
            if let Some(player) = state.player_mut(*player) {
                player.held = true;
            }
        }
        What::WinningsReleased { player, .. } => {
            if let Some(lasting) = state.orders.lasting.iter_mut().find(|known| known.id == *player) {
                lasting.held = false;
            }
            if let Some(player) = state.player_mut(*player) {
                player.held = false;
            }
        }
        What::DisputeRaised { number, by, about } => {
            state.disputes_ever = *number;
            // The oldest of somebody who has left makes room.
            if state.disputes.len() >= State::MOST_DECIDED * 2
                && let Some(oldest) = state.disputes.iter().position(|d| state.player(d.by).is_none())
            {
                state.disputes.remove(oldest);
            }
            let banks = state.bank.method != Method::House && state.round > 0;
            let holders = state.bank.holders.iter().filter(|_| banks);
            state.disputes.push(Dispute {
                number: *number,
                by: *by,
                about: *about,
                banked: holders.map(|holder| holder.player).collect(),
                decided: None,
                review: false,
            });
        }
        What::DisputeDecided { number, by, for_player, open } => {
            if let Some(dispute) = state.disputes.iter_mut().find(|d| d.number == *number) {
                dispute.decided = Some((*by, *for_player));
            }
            // With nobody to look again, it is settled.
            if !open {
                state.disputes.retain(|d| d.number != *number);
            }
            // The oldest for which nobody asked to look again make room.
            let decided = |d: &Dispute| d.decided.is_some() && !d.review;
            if state.disputes.iter().filter(|d| decided(d)).count() > State::MOST_DECIDED
                && let Some(oldest) = state.disputes.iter().position(decided)
            {
                state.disputes.remove(oldest);
            }
        }
        What::ReviewAsked { number } => {
            if let Some(dispute) = state.disputes.iter_mut().find(|d| d.number == *number) {
                dispute.review = true;
            }
        }
        What::DisputeReviewed { number, .. } => state.disputes.retain(|d| d.number != *number),
        What::RemovalDrawnAgain { .. } | What::WagersVoid { .. } | What::Told { .. } => {}
    }
}
