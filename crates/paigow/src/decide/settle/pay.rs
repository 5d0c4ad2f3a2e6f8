//! Payment, counter-clockwise from the chung; then the bank itself.
//!
//! Clauses: star-2016 13.1.8, 13.2.7, 13.2.8, 14; vcga-2000 12.2.1.8, 12.2.2.8, 12.2.2.9, 12.2.3.7–12.2.3.9,
//! 13.8–13.11, 17.10.2; crown-6.1 10.3.1(e), 10.3.2(m), (n), 10.3.3(g)–(i), 11, 13.9.1(c); uk-leaflet B27.

use crate::decide::settle::{Verdict, bank_account, banked};
use crate::decide::{Decided, Turn};
use crate::event::settle;
use crate::rules::cite;
use crate::{Event, Kind, PaiGow, Phase, Step, Wager, What};
use game::Refusal;
use money::{Account, Amount, Move, Moves, PlayerId, Rate};
use rulebook::Method;

impl Turn<'_> {
    /// The area that is paid next.
    pub(crate) fn next_to_pay(&self) -> Option<u8> {
        self.state.from_chung().find(|number| {
            let hand = self.state.area(*number).and_then(|area| area.hand.as_ref());
            let given_up = |w: &Wager| w.area == *number && w.surrendered && w.is_live();
            hand.is_some_and(|hand| {
                let waits = hand.conceded && self.state.wagers.iter().any(given_up);
                (hand.opened || waits) && !hand.cleared
            })
        })
    }

    pub(crate) fn pay(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Match], "paying")?;
        if let Some(number) = self.rules.next_to_open(self.state) {
            // To pay is to take what is lost, and pay what is won.
            let clauses = self.says(Step::HandOpened).and(&self.says(Step::WagerTaken));
            let clauses = clauses.and(&self.says(Step::WagerPaid));
            let message = format!("the hand of area {number} is not open");
            return Err(Refusal::new("hand.not_open", clauses, message));
        }
        let mut events = Vec::with_capacity(2);
        match self.next_to_pay() {
            Some(number) => {
                self.bank_for_bonus(number)?;
                self.pays_area(number, &mut events);
            }
            None => {
                if self.state.orders.show_bank && !self.state.orders.bank_shown {
                    let clauses = self.says(Step::BankAskedFor);
                    return Err(Refusal::new(
                        "bank.not_shown",
                        clauses,
                        "the bank's hand was asked for, and is not shown",
                    ));
                }
                let own = self.state.wagers.iter().any(|w| w.area == self.state.bank.chung && w.is_live());
                if own && self.rules.bank_split(self.state).is_none() {
                    let clauses = self.says(Step::BankShown);
                    let message = "the bank's hand, on which a Bonus is wagered, does not lie open and set";
                    return Err(Refusal::new("bank.not_set", clauses, message));
                }
                self.pays_bank(&mut events);
            }
        }
        Ok(events)
    }

    /// A Bonus that hangs on the bank's hand is paid once that lies open, set and checked.
    fn bank_for_bonus(&self, number: u8) -> Result<(), Refusal> {
        let hand = self.state.area(number).and_then(|area| area.hand.as_ref());
        let matched = hand.is_some_and(|hand| hand.outcome.is_some());
        let hangs = hand.and_then(|hand| hand.split).is_some_and(|split| self.rules.needs_bank(&split));
        let chung = self.state.bank.chung;
        let shown = self.rules.bank_split(self.state).is_some() && !self.rules.unchecked(self.state, chung);
        if matched || !hangs || shown {
            return Ok(());
        }
        let clauses = self.rules.book.side.bonus_only_hidden.as_ref().map(cite).unwrap_or_default();
        let message = format!("the Bonus of area {number} hangs on the bank's hand, which is not shown");
        Err(Refusal::new("bank.not_shown", clauses, message))
    }

    /// Pays every wager of an area that waits, in the book's order.
    fn pays_area(&self, number: u8, events: &mut Vec<Event>) {
        let hand = self.state.area(number).and_then(|area| area.hand.as_ref());
        let (split, outcome) = (hand.and_then(|h| h.split), hand.and_then(|h| h.outcome));
        let bank = self.rules.bank_split(self.state);
        let mut pool = self.state.ledger.amount(Account::Pool);
        let mut left = self.state.ledger.amount(bank_account(self.state));
        let waiting = |w: &&Wager| w.area == number && !w.kind.on_dice() && w.is_live();
        let mut pay = |wager: &Wager, events: &mut Vec<Event>| {
            let verdict = match (&split, self.rules.surrendered(wager)) {
                (_, Some(verdict)) => verdict,
                (Some(split), None) => self.verdict(wager, split, bank.as_ref(), outcome),
                (None, None) => return,
            };
            let event = self.settles(wager, &verdict, pool, left);
            if let What::Settle(settle::What::WagerPaid { settled, .. }) = &event.what
                && banked(self.state, wager)
            {
                pool = pool.less(settled.pool);
                left = left.less(settled.won.less(settled.pool));
            }
            events.push(event);
            self.warns(wager, events);
        };
        match &self.rules.book.side.paid_in_order {
            Some(order) => {
                for kind in &order.value {
                    for wager in
                        self.state.wagers.iter().filter(waiting).filter(|w| w.kind.ordered() == Some(*kind))
                    {
                        pay(wager, events);
                    }
                }
            }
            None => self.state.wagers.iter().filter(waiting).for_each(|wager| pay(wager, events)),
        }
        events.push(self.event(settle::What::AreaCleared { area: number }));
    }

    /// The bank's own wagers on the Bonus, then what it won or has left.
    fn pays_bank(&self, events: &mut Vec<Event>) {
        let number = self.state.bank.chung;
        let hand = self.state.area(number).and_then(|area| area.hand.as_ref());
        if let Some(split) = hand.and_then(|hand| hand.split) {
            let own =
                self.state.wagers.iter().filter(|w| w.area == number && w.kind == Kind::Bonus && w.is_live());
            for wager in own {
                let verdict = self.bonus_of_bank(wager, &split);
                events.push(self.settles(wager, &verdict, Amount::ZERO, Amount::ZERO));
            }
        }
        let (what, moves) = match self.state.bank.method {
            Method::House => {
                let none = Amount::ZERO;
                (
                    What::Settle(settle::What::BankSettled { won: none, commission: none, house: none }),
                    Moves::new(),
                )
            }
            Method::Player => self.pays_banker(),
            Method::CoBank => self.pays_co_bank(),
        };
        let mut event = self.moved(what, moves);
        let holders = self.state.bank.holders.len();
        if self.state.bank.method != Method::House && holders > 1 {
            event.cites = event.cites.and(&self.rules.reads.shared_bank);
        }
        if let What::Settle(settle::What::BankSettled { won, commission, .. }) = &event.what {
            let due = won.times(self.banker_rate().basis_points().into(), Rate::WHOLE.into());
            if *commission != due {
                event.cites = event.cites.and(&self.rules.reads.chip_floor);
            }
        }
        let halves = |account: Account| {
            let amount = self.state.ledger.amount(account);
            let half = self.rules.half(amount);
            half + half == amount
        };
        if self.state.bank.method == Method::CoBank && !(halves(Account::Pool) && halves(Account::CoBank)) {
            event.cites = event.cites.and(&self.rules.reads.co_bank_odd);
        }
        events.push(event);
    }

    /// A banker's Bonus: no hand stands against it.
    fn bonus_of_bank(&self, wager: &Wager, split: &crate::Split) -> Verdict {
        self.verdict(wager, split, None, None)
    }

    /// The commission that a banker pays.
    fn banker_rate(&self) -> Rate {
        let rules = &self.rules.book.commission;
        match rules.at_most.value {
            true => self.state.commission.min(Rate::percent(rules.banker_percent.value)),
            false => Rate::percent(rules.banker_percent.value),
        }
    }

    fn pays_banker(&self) -> (What, Moves) {
        let won = self.state.ledger.amount(Account::Pool);
        let commission = self.rules.setup.chip.commission(won, self.banker_rate());
        let mut moves = Moves::new();
        push(&mut moves, Account::Pool, Account::Commission, commission);
        self.shares(Account::Pool, won.less(commission), &mut moves);
        let bank = bank_account(self.state);
        self.shares(bank, self.state.ledger.amount(bank), &mut moves);
        (What::Settle(settle::What::BankSettled { won, commission, house: Amount::ZERO }), moves)
    }

    fn pays_co_bank(&self) -> (What, Moves) {
        let pool = self.state.ledger.amount(Account::Pool);
        let heap = self.state.ledger.amount(Account::CoBank);
        let mut moves = Moves::new();
        // What the losing area leaves is halved, the odd chip to the player (reading co-bank-odd).
        let won = self.rules.half(pool);
        let house = pool.less(won);
        let commission = self.rules.setup.chip.commission(won, self.banker_rate());
        push(&mut moves, Account::Pool, Account::Float, house);
        push(&mut moves, Account::Pool, Account::Commission, commission);
        self.shares(Account::Pool, won.less(commission), &mut moves);
        let own = self.rules.half(heap);
        push(&mut moves, Account::CoBank, Account::Float, heap.less(own));
        self.shares(Account::CoBank, own, &mut moves);
        (What::Settle(settle::What::BankSettled { won, commission, house }), moves)
    }

    /// Shares an amount among those who bank, by stake; what is left over goes to the largest
    /// stake, then to the seat that comes first from the chung (reading `shared-bank`).
    fn shares(&self, from: Account, amount: Amount, moves: &mut Moves) {
        let holders = &self.state.bank.holders;
        let stake = self.state.bank.stake();
        if amount.is_zero() || stake.is_zero() {
            return;
        }
        let part = |own: Amount| {
            let share = i128::from(amount.units()) * i128::from(own.units()) / i128::from(stake.units());
            self.rules.setup.chip.down(Amount::of(share as i64))
        };
        let given: Amount = holders.iter().map(|holder| part(holder.stake)).sum();
        // Seats are counted from the chung as tiles are delivered; whoever sits nowhere comes after those who do.
        let (chung, count) = (self.state.bank.chung, self.state.areas.len() as u8);
        let seat_from_chung = |id: PlayerId| {
            let seat = match self.state.bank.banker() == Some(id) {
                true => Some(chung),
                false => self.state.player(id).and_then(|player| player.seat),
            };
            seat.map_or(count, |seat| (seat + count - chung) % count)
        };
        let largest = holders.iter().map(|holder| holder.stake).max();
        let odd = (0..holders.len())
            .filter(|place| Some(holders[*place].stake) == largest)
            .min_by_key(|place| seat_from_chung(holders[*place].player));
        for (place, holder) in holders.iter().enumerate() {
            let mut share = part(holder.stake);
            if Some(place) == odd {
                share += amount.less(given);
            }
            let held =
                self.state.player(holder.player).is_some_and(|player| player.held) && from == Account::Pool;
            let to = if held { Account::Held(holder.player) } else { Account::Player(holder.player) };
            push(moves, from, to, share);
        }
    }
}

impl PaiGow {
    /// The greater half of an amount, in chips.
    fn half(&self, amount: Amount) -> Amount {
        self.setup.chip.up(Amount::of((amount.units() + 1) / 2)).min(amount)
    }
}

fn push(moves: &mut Moves, from: Account, to: Account, amount: Amount) {
    if !amount.is_zero() {
        moves.push(Move::new(from, to, amount));
    }
}
