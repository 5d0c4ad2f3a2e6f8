//! The end of a round: the table is cleared for the next one. No rule is in here.

use crate::{Bank, Cutting, Dice, Kind, Notice, Phase, State, Wall};
use money::{Amount, PlayerId};
use rulebook::Method;
use smallvec::SmallVec;

/// Those who wager on each area, in the order in which it is theirs to call.
type Lines = Vec<SmallVec<[PlayerId; 5]>>;

/// Clears the table for the next round; a void round does not count for the bank.
pub(super) fn end_round(table: &mut State, lines: Option<Lines>) {
    let counted = lines.is_some();
    let mut lines = lines.unwrap_or_default().into_iter();
    let full = seats_in_use(table);
    let (gave_way, gave) = table.bank.gave_way.take().unwrap_or_default();
    for player in &mut table.players {
        let played = table.wagers.iter().any(|w| w.player == player.id)
            || table.bank.is_held_by(player.id)
            || gave.contains(&player.id)
            || player.had_void;
        player.had_void = false;
        if counted {
            player.played_last = played;
            let on =
                |kinds: fn(Kind) -> bool| table.wagers.iter().any(|w| w.player == player.id && kinds(w.kind));
            let regular = on(|kind| kind == Kind::Regular) || table.bank.is_held_by(player.id);
            player.side_only = !regular && on(|kind| kind.ordered().is_some());
            // Only rounds count in which all other seats are in use (reading `skipped-in-use`).
            let idle = player.seat.is_some() && !played && full;
            player.skipped = if idle { player.skipped.saturating_add(1) } else { 0 };
        }
        player.consented = false;
    }
    for (place, area) in table.areas.iter_mut().enumerate() {
        let number = place as u8 + 1;
        if counted {
            area.last_caller = area.caller;
            area.last_players = lines.next().unwrap_or_default();
            if number == gave_way && area.last_players.is_empty() {
                area.last_caller = gave.first().copied();
                area.last_players = gave.iter().copied().collect();
            }
            if number == table.bank.chung && table.bank.method != Method::House {
                area.last_caller = table.bank.banker();
                area.last_players = table.bank.holders.iter().map(|holder| holder.player).collect();
            }
        }
        area.caller = None;
        area.blind = false;
        area.yielded = false;
        area.waived.clear();
        area.hand = None;
    }
    // A stand-off stays on the layout; whatever else was settled is gone.
    table.wagers.retain_mut(|wager| {
        let stays = wager.settled.is_some_and(|s| s.lost.is_zero() && s.back.is_zero() && s.won.is_zero());
        if stays {
            wager.settled = None;
            wager.carried = true;
            wager.found = None;
            wager.counted = false;
        }
        stays
    });
    if counted {
        table.counted += 1;
        bank_was_had(&mut table.bank);
    } else {
        table.bank.round = table.bank.round.saturating_sub(1);
        let counted = table.counted;
        for notice in &mut table.notices {
            if let Notice::Closing { round, .. } = notice {
                *round = counted.min(*round);
            }
        }
    }
    table.bank.short = None;
    table.bank.set_aside = Amount::ZERO;
    table.bank.house_stake = Amount::ZERO;
    table.wall = Wall::default();
    table.dice = Dice::default();
    table.cutting = Cutting::default();
    table.orders.show_bank = false;
    table.orders.chung_lifted = false;
    table.orders.confirmed = false;
    table.orders.bank_shown = false;
    table.orders.exposed = false;
    if counted || table.bank.holders.is_empty() {
        table.orders.total = None;
    }
    table.phase = Phase::Bank;
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
fn seats_in_use(table: &State) -> bool {
    let house = table.bank.chung;
    let needed = |number: u8| table.bank.method != Method::House || number != house;
    let numbered = (1u8..).zip(&table.areas);
    let mut areas = numbered.filter(|(number, area)| !area.off && needed(*number));
    areas.all(|(number, _)| table.seated(number).is_some())
}
