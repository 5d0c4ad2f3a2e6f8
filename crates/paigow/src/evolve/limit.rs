//! Follows events of limits. No rule is in here.

use crate::event::limit::What;
use crate::{Kind, LimitKind, Notice, Personal, Player, State, Wager};
use money::{Amount, PlayerId};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::LimitsPosted { kind, limit, posted, at } => {
            // A new sign stands in the place of the old one.
            state.notices.retain(|n| !matches!(n, Notice::Limits { kind: k, .. } if k == kind));
            state.notices.push(Notice::Limits { kind: *kind, limit: *limit, posted: *posted, at: *at });
        }
        What::LimitsChanged { kind, limit, after_notice } => {
            let least = state.limits.of(*kind).least;
            let lies = |w: &&mut Wager| w.kind.limits() == *kind && w.stake.amount >= least;
            state.wagers.iter_mut().filter(lies).for_each(|w| w.before_raise = true);
            state.limits.set(*kind, *limit);
            if *kind == LimitKind::Regular {
                // Where the minimum is as low again, there is nothing to keep.
                let kept = |player: &Player| player.old_minimum.is_some_and(|(old, _)| old < limit.least);
                state.players.iter_mut().filter(|p| !kept(p)).for_each(|p| p.old_minimum = None);
            }
            if !after_notice {
                // The sign stays: it still announces when nobody keeps the old minimum.
                return;
            }
            state.notices.retain(
                |n| !matches!(n, Notice::Limits { kind: k, limit: l, .. } if k == kind && l == limit),
            );
            if *kind == LimitKind::Regular {
                state.players.iter_mut().for_each(|player| player.old_minimum = None);
            }
        }
        What::OldMinimumKept { player, minimum, multiple } => {
            if let Some(player) = state.player_mut(*player) {
                player.old_minimum = Some((*minimum, *multiple));
            }
        }
        What::PersonalLimits { player, area, limit, alone } => {
            // What lies there was made within the limits of its time.
            let before = limit_of(state, *player, *area);
            let lies = |w: &&mut Wager| {
                w.player == *player && w.kind == Kind::Regular && w.area == *area && w.stake.amount >= before
            };
            state.wagers.iter_mut().filter(lies).for_each(|w| w.before_raise = true);
            if let Some(player) = state.player_mut(*player) {
                player.personal = limit.map(|limit| Personal { area: *area, limit, alone: *alone });
            }
        }
        What::CommissionPosted { rate } => state.commission = *rate,
        What::TotalAllowed { most } => state.orders.total = Some(*most),
        What::SharingAllowed { area, players } => {
            if let Some(area) = state.area_mut(*area) {
                area.players = *players;
            }
        }
    }
}

/// The minimum that holds for a player on an area.
fn limit_of(state: &State, id: PlayerId, area: u8) -> Amount {
    let table = state.limits.of(LimitKind::Regular).least;
    let Some(player) = state.player(id) else { return table };
    let kept = player.old_minimum.map_or(table, |(old, _)| old.min(table));
    player.personal.filter(|own| own.area == area).map_or(kept, |own| own.limit.least)
}
