//! Conduct: barring, and winnings held until a matter is looked into.
//!
//! Clauses: star-2016 16.3; vcga-2000 15.2; crown-6.1 16.2.

use crate::decide::guard::{of_act, plain};
use crate::decide::limit::OPEN;
use crate::decide::{Decided, Turn};
use crate::event::{bank, order};
use crate::rules::cite;
use crate::{PaiGow, State};
use game::Refusal;
use money::{Account, Amount, Move, PlayerId};
use rulebook::{Instrument, Method, Power};
use smallvec::smallvec;

impl Turn<'_> {
    pub(crate) fn bar_player(&self, id: PlayerId) -> Decided {
        let clauses = self.power_or_last_word(Power::ActOnBreach)?;
        self.phase(&OPEN, "barring a player")?;
        // Who has just left can be kept from coming back.
        if !self.state.gone.contains(&id) && self.named(id)?.barred {
            return Err(plain("conduct.no_change", format!("{id} is barred already")));
        }
        if self.state.orders.barred.len() >= State::MOST_PLAYERS {
            return Err(plain(
                "conduct.too_many",
                format!("{} players are barred", self.state.orders.barred.len()),
            ));
        }
        let mut event = self.event(order::What::PlayerBarred { player: id });
        event.cites = event.cites.and(&clauses);
        let round = !matches!(self.state.phase, crate::Phase::Shut | crate::Phase::Bank);
        if round && self.state.wagers.iter().any(|w| w.player == id && w.is_live()) {
            event.cites = event.cites.and(&self.rules.reads.barred_wager);
        }
        let mut events = vec![event];
        if let Some(offer) = self.state.bank.offer.filter(|offer| offer.player == id) {
            // The offer passes on.
            let what = bank::What::BankDeclined { area: offer.area, player: id };
            let declined = self.event(what);
            events.push(crate::Event { cites: events[0].cites.and(&declined.cites), ..declined });
        }
        if self.no_round_yet() && self.state.bank.method != Method::House && self.state.bank.is_held_by(id) {
            // Nobody has wagered against the bank: no round of it is on, and what was put up goes back.
            let rests = events[0].cites.and(&self.rules.reads.no_round_yet);
            let back = self.unwinds();
            events.extend(back.into_iter().map(|event| crate::Event { cites: rests.clone(), ..event }));
            if self.state.bank.banker() == Some(id) {
                let what = bank::What::BankDeclined { area: self.state.bank.chung, player: id };
                let declined = self.event(what);
                events.push(crate::Event { cites: rests.and(&declined.cites), ..declined });
            }
        }
        if self.state.phase == crate::Phase::Bank {
            // A stand-off of theirs does not play on.
            let own = self.state.wagers.iter().filter(|w| w.player == id);
            events.extend(own.map(|wager| self.gives_back(wager, crate::Why::Barred)));
        }
        Ok(events)
    }

    /// Whoever may act on a breach may hold winnings.
    fn may_hold(&self) -> Result<(), Refusal> {
        let rule = &self.rules.book.mishap.winnings_may_be_held;
        let by = self.power_or_last_word(Power::ActOnBreach);
        by.map_err(|refusal| of_act(&cite(rule), refusal))?;
        if !rule.value {
            // No moment of a round changes that.
            return Err(Refusal::new("conduct.no_hold", cite(rule), "this book lets nobody hold winnings"));
        }
        Ok(())
    }

    pub(crate) fn hold_winnings(&self, id: PlayerId, won: Amount) -> Decided {
        let rule = &self.rules.book.mishap.winnings_may_be_held;
        self.may_hold()?;
        self.phase(&OPEN, "holding winnings")?;
        let player = self.named(id)?;
        if player.held && won.is_zero() {
            return Err(plain("conduct.no_change", format!("what {id} wins is held already")));
        }
        let has = self.rules.seizable(self.state, id);
        if won > has {
            let message =
                format!("{won} cannot be held: of what {id} has now, {has} can have been won and be taken");
            return Err(Refusal::new(
                "money.short",
                cite(rule).and(&self.rules.reads.held_winnings),
                message,
            ));
        }
        let mut event = self.because(order::What::WinningsHeld { player: id }, rule);
        if !won.is_zero() {
            event.moves = smallvec![Move::new(Account::Player(id), Account::Held(id), won)];
        }
        Ok(vec![event])
    }

    pub(crate) fn release_held(&self, id: PlayerId, to_player: bool) -> Decided {
        let rule = &self.rules.book.mishap.winnings_may_be_held;
        self.may_hold()?;
        self.phase(&[crate::Phase::Shut, crate::Phase::Bank, crate::Phase::Wall], "releasing winnings")?;
        let amount = self.state.ledger.amount(Account::Held(id));
        let here = self.state.player(id);
        if amount.is_zero() && !here.is_some_and(|player| player.held) {
            return Err(plain("conduct.no_change", format!("nothing of {id}'s is held")));
        }
        // Who has gone is paid at the cage.
        let to = match (to_player, here) {
            (true, Some(_)) => Account::Player(id),
            (true, None) => Account::Cage,
            (false, _) => Account::Forfeits,
        };
        let mut event = self.because(order::What::WinningsReleased { player: id, to_player }, rule);
        if !amount.is_zero() {
            event.moves = smallvec![Move::new(Account::Held(id), to, amount)];
        }
        Ok(vec![event])
    }
}

impl PaiGow {
    /// What of a player's chips can have been won and be taken: no more than they had at the table when the round
    /// began beyond what they brought to it (reading held-winnings). What this round brought waits for its end: a
    /// void round or a hand put right takes it back.
    pub(crate) fn seizable(&self, state: &State, id: PlayerId) -> Amount {
        let at = |account: Account| state.ledger.amount(account).units();
        let own = state.wagers.iter().filter(|w| w.player == id && !w.kind.on_dice());
        let staked: i64 = own
            .filter_map(|w| {
                let settled = w.settled?;
                let gone = settled.lost_in(w.stake, Instrument::Chips);
                Some((gone + settled.back_in(w.stake, Instrument::Chips)).units())
            })
            .sum();
        let banks = state.bank.holders.iter().find(|holder| holder.player == id);
        let bank = banks.map_or(0, |holder| holder.stake.units());
        let came_back = Self::came_back(state, id, Instrument::Chips);
        let had = at(Account::Player(id)) - came_back.units() + at(Account::Layout(id)) + staked + bank;
        let brought = state.player(id).map_or(0, |player| player.brought);
        let free = state.ledger.amount(Account::Player(id)).less(came_back);
        free.min(Amount::of((had - brought).max(0)))
    }
}
