//! Follows events of hands. No rule is in here.

use crate::event::hand::What;
use crate::{Hand, Kind, Phase, Setter, Split, State};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::Dealt { hands, left_over, .. } => {
            state.phase = Phase::Set;
            state.bank.gave_up.clear();
            state.wall.left_over.clone_from(left_over);
            for (area, tiles) in state.areas.iter_mut().zip(hands) {
                area.hand = tiles.map(|tiles| Hand::dealt(tiles, false, area.blind));
            }
        }
        What::Retrieved { areas } => {
            for (place, area) in state.areas.iter_mut().enumerate() {
                if let Some(hand) = area.hand.as_mut().filter(|_| areas >> place & 1 == 1) {
                    hand.unused = true;
                    // Nobody calls tiles that nobody plays.
                    area.caller = None;
                    area.blind = false;
                }
            }
        }
        What::Surrendered { player, area } => {
            if let Some(wager) = state.wager_mut(*player, *area, Kind::Tie) {
                wager.surrendered = true;
            }
        }
        What::SightAsked { player, always } => {
            if let Some(player) = state.player_mut(*player) {
                player.shows = *always;
            }
        }
        What::Looked { area } => seen(state, *area, |hand| {
            hand.looked = true;
            hand.voidable = false;
        }),
        What::TurnedUp { area, tiles } => on(state, *area, |hand| {
            hand.tiles = tiles.map(Some);
            if hand.set == Some(Setter::Player) {
                let [a, b, c, d] = *tiles;
                hand.split = Some(Split::new([a, b], [c, d]));
            }
        }),
        What::HandSet { area, split } => on(state, *area, |hand| {
            hand.set = Some(Setter::Player);
            hand.split = *split;
        }),
        // Whoever leaves the hand to the dealer unseen has still seen nothing of it.
        What::HouseWayAsked { area } => on(state, *area, |hand| left_to_the_dealer(hand, false)),
        What::HouseWayDirected { area } => on(state, *area, |hand| left_to_the_dealer(hand, true)),
        What::HouseWaySet { area, split, wrong } => on(state, *area, |hand| {
            hand.set = Some(Setter::Dealer);
            hand.split = Some(*split);
            hand.wrong = *wrong;
            hand.checked = false;
        }),
        What::BankSet { area, split, by, wrong } => {
            unconfirmed(state, *area);
            on(state, *area, |hand| {
                hand.voidable &= *by == Setter::Dealer;
                hand.set = Some(*by);
                hand.split = *split;
                hand.wrong = *wrong;
                hand.checked = false;
            });
        }
        What::Touched { area, answers, anew } => {
            let house_way = state.area(*area).is_some_and(|area| area.house_way);
            let answers = *answers && !house_way;
            match answers {
                true => seen(state, *area, |hand| touched(hand, answers, *anew)),
                false => on(state, *area, |hand| touched(hand, answers, *anew)),
            }
        }
        What::HouseWayChecked { area } => on(state, *area, |hand| hand.checked = true),
        What::HouseWayCorrected { area, split, checked } => {
            unconfirmed(state, *area);
            on(state, *area, |hand| {
                hand.split = Some(*split);
                hand.wrong = false;
                hand.checked |= *checked;
            });
        }
        What::Conceded { area } => on(state, *area, |hand| hand.conceded = true),
        What::ConcededSeen { area } => on(state, *area, |hand| hand.seen_conceded = true),
        What::OwnShown { area } => seen(state, *area, |hand| {
            hand.own_shown |= 15 & !hand.shown;
            hand.shown = 15;
            hand.looked = true;
            hand.voidable = false;
        }),
        // Tiles that lie another way round, and advice, change nothing.
        What::TurnedToDealer { .. } | What::Advised { .. } => {}
    }
}

/// Changes the hand of an area, if it has one.
fn on(state: &mut State, area: u8, change: impl FnOnce(&mut Hand)) {
    if let Some(hand) = state.hand_mut(area) {
        change(hand);
    }
}

/// The same by whoever has its tiles.
fn seen(state: &mut State, area: u8, change: impl FnOnce(&mut Hand)) {
    let by =
        if area == state.bank.chung { state.speaks() } else { state.area(area).and_then(|area| area.caller) };
    on(state, area, |hand| {
        hand.seen_by = by;
        change(hand);
    });
}

fn left_to_the_dealer(hand: &mut Hand, directed: bool) {
    hand.asked = true;
    hand.directed = directed;
    hand.set = None;
    hand.split = None;
}

fn touched(hand: &mut Hand, answers: bool, anew: bool) {
    if !answers {
        // The dealer sets it again.
        hand.set = None;
        hand.split = None;
        return;
    }
    hand.touched = true;
    hand.voidable = false;
    if anew {
        hand.set = None;
        hand.split = None;
        hand.wrong = false;
    }
    if hand.set.is_none() {
        hand.asked = false;
        hand.looked = true;
    }
}

/// The bank's hand is another one than the one that was confirmed.
const fn unconfirmed(state: &mut State, area: u8) {
    if area == state.bank.chung {
        state.orders.confirmed = false;
    }
}
