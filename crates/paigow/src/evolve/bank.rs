//! Follows events of the bank. No rule is in here.

use crate::event::bank::What;
use crate::{Dice, Holder, Offer, PaiGow, Phase, State};
use money::Amount;
use rulebook::{BankAgain, Method};

/// Changes the table as an event of this topic says.
pub(super) fn evolve(game: &PaiGow, state: &mut State, what: &What) {
    match what {
        What::BankOffered { area, player, round, banks, anew } => {
            if state.bank.banker() != Some(*player) {
                leave_ends(state);
            }
            let offer = Offer { area: *area, player: *player, round: *round, banks: *banks, anew: *anew };
            state.bank.offer = Some(offer);
        }
        What::BankDeclined { area, player } => {
            if state.bank.banker() == Some(*player) {
                leave_ends(state);
            }
            match state.bank.offer.take() {
                // A further round of the same bank is offered before the bank goes round the table.
                Some(offer) if offer.round > 1 || offer.banks > 1 => {}
                Some(_) if state.bank.is_anew_for(*player) => {}
                Some(offer) => {
                    let next_turn = offer.anew && game.book.bank.again.value != BankAgain::AfterAnother;
                    state.bank.passed = Some((next_turn, offer.area));
                }
                None => state.bank.gave_up.push(*player),
            }
            state.bank.declined.push(*player);
            state.bank.asked.push(*area);
        }
        What::BankPassed { player, pass } => {
            if let Some(player) = state.player_mut(*player) {
                player.passes = *pass;
            }
            // Who was passed over has declined for as long as this offer goes round (reading `silent-declines`).
            if !*pass && state.bank.is_offering() && !state.bank.declined.contains(player) {
                state.bank.declined.push(*player);
            }
        }
        What::BankTaken { area, player, method, stake, round, banks } => {
            let anew = state.bank.offer.is_some_and(|offer| offer.anew);
            // Leave to share a bank is for all its rounds.
            let shared = state.bank.shared && *round > 1;
            start_round(state);
            let bank = &mut state.bank;
            bank.shared = shared;
            bank.anew = anew;
            bank.method = *method;
            bank.chung = *area;
            bank.holders = vec![Holder { player: *player, stake: *stake }];
            bank.round = *round;
            bank.banks = *banks;
            bank.last = Some(*area);
        }
        What::HouseBanks { area } => {
            // A rotation ends with the House's round: the next begins beside the dealer (reading `uk-rotation`).
            if game.book.bank.again.value == BankAgain::NextRotation && !game.reads.rotates_on {
                state.bank.last = None;
            }
            leave_ends(state);
            start_round(state);
            let bank = &mut state.bank;
            bank.method = Method::House;
            bank.chung = *area;
            bank.holders.clear();
            bank.round = 1;
            bank.banks = 1;
            bank.had.clear();
        }
        What::BankJoined { player, stake } => {
            state.bank.holders.push(Holder { player: *player, stake: *stake });
        }
        What::BankAdded { player, amount, covered } => {
            if let Some(holder) = state.bank.holders.iter_mut().find(|h| h.player == *player) {
                holder.stake += *amount;
            }
            if *covered {
                state.bank.short = None;
            }
        }
        What::BanksAllowed { area, banks } => {
            if let Some(allowed) = state.bank.allowed.get_mut(usize::from(area - 1)) {
                *allowed = *banks;
            }
        }
        What::BankSharing => state.bank.shared = true,
        What::ShakerNamed { player } => state.bank.shaker = Some(*player),
        What::BankShort { needed, .. } => state.bank.short = Some(*needed),
        What::BankCovers { .. } => state.bank.short = None,
        What::MethodChanged { method, chung } => {
            let own = state.bank.banker().map(|player| (state.bank.chung, player));
            state.bank.method = *method;
            state.bank.chung = *chung;
            state.bank.short = None;
            if *method == Method::House {
                // A bank that gives way before it is played has not been had (reading gave-way).
                if state.bank.round == 1 && state.bank.banks == 1 {
                    state.bank.had.retain(|had| Some(*had) != own);
                    if std::mem::take(&mut state.bank.anew) {
                        state.bank.had.clear();
                    }
                }
                let players = state.bank.holders.drain(..).map(|holder| holder.player).collect();
                state.bank.gave_way = own.map(|(area, _)| (area, players));
                state.bank.shaker = None;
                // The House's dealer shakes anew, and nobody steals; dice that were seen stay.
                state.dice =
                    Dice { faces: state.dice.faces, shaken: state.dice.faces.is_some(), ..Dice::default() };
            }
        }
        What::CoBankFunded { amount } => state.bank.house_stake = *amount,
    }
}

/// A bank is known: the round begins.
fn start_round(state: &mut State) {
    state.phase = Phase::Wall;
    state.round += 1;
    state.gone.clear();
    let bank = &mut state.bank;
    bank.offer = None;
    bank.declined.clear();
    bank.asked.clear();
    bank.passed = None;
    bank.gave_way = None;
    bank.set_aside = Amount::ZERO;
    bank.short = None;
    bank.shared = false;
    bank.shaker = None;
    bank.house_stake = Amount::ZERO;
    bank.settled = None;
}

/// Leave for a higher total that a void round of a player's bank left ends when the first who is asked is somebody
/// else, or declines (reading `total-leave`).
const fn leave_ends(state: &mut State) {
    if state.bank.round == 0 && state.bank.declined.is_empty() {
        state.orders.total = None;
    }
}
