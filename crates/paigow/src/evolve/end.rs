//! The end of a round: the table is cleared for the next one. No rule is in here.

use crate::{Bank, Cutting, Dice, Kind, Notice, Phase, State, Wager, Wall};
use money::{Amount, PlayerId};
use rulebook::Method;
use smallvec::SmallVec;

/// Those who wager on each area, in the order in which it is theirs to call.
type Lines = Vec<SmallVec<[PlayerId; 5]>>;

/// Clears the table for the next round; a void round does not count for the bank.
pub(super) fn end_round(state: &mut State, lines: Option<Lines>) {
    let counted = lines.is_some();
    state.bank.repeats = !counted;
    let mut lines = lines.unwrap_or_default().into_iter();
    let full = seats_in_use(state);
    let (gave_way, gave) = state.bank.gave_way.take().unwrap_or_default();
    // What went back whole was not in the round (reading `void-hand-played`).
    let gone_back = |w: &Wager| w.settled.is_some_and(|s| s.won.is_zero() && s.back == w.stake.amount);
    let in_round = |w: &&Wager| !gone_back(w);
    for player in &mut state.players {
        let wagered = state.wagers.iter().filter(in_round).any(|w| w.player == player.id)
            || state.bank.is_held_by(player.id)
            || player.had_void;
        let played = wagered || gave.contains(&player.id);
        player.had_void = false;
        if counted {
            player.played_last = played;
            player.stood_ready = played && !wagered;
            let on = |kinds: fn(Kind) -> bool| {
                state.wagers.iter().filter(in_round).any(|w| w.player == player.id && kinds(w.kind))
            };
            let regular = on(|kind| kind == Kind::Regular) || state.bank.is_held_by(player.id);
            player.side_only = !regular && on(|kind| kind.ordered().is_some());
            // Only rounds count in which all other seats are in use (reading `skipped-in-use`).
            let idle = player.seat.is_some() && !played && full;
            player.skipped = if idle { player.skipped.saturating_add(1) } else { 0 };
        }
        player.consented = false;
    }
    // Whoever shared a bank that gave way is asked at their own area, as the first of them is at the bank's.
    let shared: SmallVec<[(u8, PlayerId); 5]> = gave
        .iter()
        .skip(1)
        .filter_map(|id| Some((state.player(*id)?.seat.filter(|seat| *seat != gave_way)?, *id)))
        .collect();
    for (place, area) in state.areas.iter_mut().enumerate() {
        let number = place as u8 + 1;
        if counted {
            area.last_caller = area.caller;
            area.last_players = lines.next().unwrap_or_default();
            if number == gave_way && area.last_players.is_empty() {
                area.last_caller = gave.first().copied();
                area.last_players = gave.iter().copied().collect();
            }
            let sharer = shared.iter().find(|(seat, _)| *seat == number && area.last_players.is_empty());
            if let Some((_, id)) = sharer {
                area.last_caller = Some(*id);
                area.last_players.push(*id);
            }
            if number == state.bank.chung && state.bank.method != Method::House {
                area.last_caller = state.bank.banker();
                area.last_players = state.bank.holders.iter().map(|holder| holder.player).collect();
            }
        }
        area.caller = None;
        area.blind = false;
        area.yielded = false;
        area.waived.clear();
        area.hand = None;
    }
    // A stand-off stays on the layout; whatever else was settled is gone.
    state.wagers.retain_mut(|wager| {
        let stays = wager.settled.and_then(|settled| settled.stays(wager.stake));
        if let Some(stake) = stays {
            wager.stake = stake;
            wager.settled = None;
            wager.carried = true;
            wager.found = None;
            wager.counted = false;
        }
        stays.is_some()
    });
    if counted {
        state.counted += 1;
        bank_was_had(&mut state.bank);
    } else {
        state.bank.round = state.bank.round.saturating_sub(1);
        let counted = state.counted;
        for notice in &mut state.notices {
            if let Notice::Closing { round, .. } = notice {
                *round = counted.min(*round);
            }
        }
    }
    state.bank.short = None;
    state.bank.set_aside = Amount::ZERO;
    state.bank.house_stake = Amount::ZERO;
    state.wall = Wall::default();
    state.dice = Dice::default();
    state.cutting = Cutting::default();
    state.orders.show_bank = false;
    state.orders.chung_lifted = false;
    state.orders.confirmed = false;
    state.orders.bank_shown = false;
    state.orders.exposed = false;
    if counted || state.bank.holders.is_empty() {
        state.orders.total = None;
    }
    state.phase = Phase::Bank;
}

/// A bank has been had once a round of it is played: one that was given up, or void, has not.
fn bank_was_had(bank: &mut Bank) {
    let Some(player) = bank.banker().filter(|_| bank.method != Method::House) else { return };
    if bank.round != 1 || bank.banks != 1 {
        return;
    }
    if std::mem::take(&mut bank.anew) || bank.had.len() >= State::MOST_PLAYERS {
        bank.had.clear();
    }
    let own = (bank.chung, player);
    if !bank.had.contains(&own) {
        bank.had.push(own);
    }
}

/// Whether somebody has every seat; nobody need sit at the area that the House banks from.
fn seats_in_use(state: &State) -> bool {
    let house = state.bank.chung;
    let needed = |number: u8| state.bank.method != Method::House || number != house;
    let numbered = (1u8..).zip(&state.areas);
    let mut areas = numbered.filter(|(number, area)| !area.off && needed(*number));
    areas.all(|(number, _)| state.seated(number).is_some())
}
