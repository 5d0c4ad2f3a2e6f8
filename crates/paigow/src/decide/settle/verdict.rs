//! What becomes of one wager: the verdict, and every unit that moves.
//!
//! Under a House bank the float takes and pays. When a player banks, losing wagers go to the losing
//! wager area and winners are paid out of it, then out of the bank's stake until that is exhausted; the
//! House keeps the winners' commission (reading `gross-pool`). Side wagers are the House's.
//! Clauses: star-2016 13, 14; vcga-2000 10.4, 10.5, 12.2, 13, 17.5, 17.6, 17.10; crown-6.1 9.2, 10.3, 11,
//! 13.4, 13.5, 13.9; uk-leaflet B15–B19, B27.

use crate::decide::Turn;
use crate::event::{settle, wager};
use crate::rules::cite;
use crate::wager::{layout, purse};
use crate::{Event, Kind, PaiGow, Settled, Split, State, Wager, What, Why};
use game::Cites;
use houseway::Outcome;
use money::{Account, Amount, Move, Moves, PlayerId, Rate};
use rulebook::{
    BonusRow, Instrument, MaximumPer, Method, OverMaximum, Ratio, TieHand, TieRow, TieTable, UnderMinimum,
};
use tiles::Class;

/// What becomes of a wager.
#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    /// It is paid at these odds.
    Won(Ratio, Cites),
    /// It is taken.
    Lost(Cites),
    /// It stays on the layout.
    Stays,
    /// A Tie that was given up: this part of it comes back.
    Surrendered(Ratio, Cites),
    /// It goes back whole.
    Back(Why),
}

impl Turn<'_> {
    /// What becomes of a wager on a hand that was matched, or not, where the bank is not shown.
    pub(crate) fn verdict(
        &self,
        wager: &Wager,
        split: &Split,
        bank: Option<&Split>,
        outcome: Option<Outcome>,
    ) -> Verdict {
        if self.sent_back(wager) {
            return Verdict::Back(Why::BelowMinimum);
        }
        let over = self.rules.book.limits.over_maximum.value.of(self.state.bank.method);
        if over == Some(&OverMaximum::Returned)
            && wager.stake.amount > self.rules.limit_of(self.state, wager.player, wager.area, wager.kind).most
        {
            return Verdict::Back(Why::AboveMaximum);
        }
        match wager.kind {
            Kind::Regular => match outcome {
                Some(Outcome::Win) => {
                    Verdict::Won(self.rules.book.commission.win_pays.value, Cites::default())
                }
                Some(Outcome::Lose) => Verdict::Lost(Cites::default()),
                Some(Outcome::Push) | None => Verdict::Stays,
            },
            Kind::Bonus => self.bonus_verdict(wager, split, bank),
            Kind::Tie => self.rules.tie_verdict(wager, split, bank),
            // Settled by the dice.
            Kind::Big | Kind::Small => Verdict::Back(Why::Void),
        }
    }

    fn bonus_verdict(&self, wager: &Wager, split: &Split, bank: Option<&Split>) -> Verdict {
        let Some(pays) = &self.rules.bonus else { return Verdict::Back(Why::Void) };
        let hand = split.setting().hand();
        let bank = bank.and_then(|bank| bank.setting().hand());
        let regular = self.state.wager(wager.player, wager.area, Kind::Regular).is_some()
            || self.state.bank.is_held_by(wager.player);
        let otherwise = |row: &BonusRow| row.top && !regular && !row.set_as_prescribed(&split.setting());
        let best = hand.and_then(|hand| pays.row(&hand, bank.as_ref()));
        let row = match (best, hand) {
            (Some(row), Some(hand)) if otherwise(row) => pays.row_below_top(&hand),
            _ => best,
        };
        // Without a regular wager, how the tiles are to be set for the row that they are not paid by.
        let set = best.filter(|row| otherwise(row)).and_then(|row| row.set_by.as_ref());
        let set = set.map(|clause| self.rules.row(clause)).unwrap_or_default();
        // Several rows, a top hand set otherwise, a row that hangs on the bank's hand.
        let rests = |row: &BonusRow| {
            let met = hand.map_or(0, |hand| pays.rows.iter().filter(|row| row.matches(&hand)).count());
            let mut clauses = self.rules.row(&row.clause).and(&set);
            if met > 1 || row.needs_bank() {
                clauses = clauses.and(&self.rules.reads.bonus_rows);
            }
            match row.needs_bank() && self.state.bank.method != Method::House {
                true => clauses.and(&self.rules.reads.bonus_bank_hand),
                false => clauses,
            }
        };
        match row {
            Some(row) => Verdict::Won(row.pays, rests(row)),
            None => Verdict::Lost(self.rules.clauses_of(&pays.clauses).and(&set)),
        }
    }

    /// Whether a wager is below the minimum.
    pub(crate) fn too_small(&self, wager: &Wager) -> bool {
        if wager.player.is_house() {
            return false;
        }
        let limits = &self.rules.book.limits;
        let holds =
            wager.kind != Kind::Regular || limits.minimum_under.value.contains(&self.state.bank.method);
        let as_made = wager.before_raise && self.rules.reads.carried_as_made;
        holds && !as_made && self.under_sign(wager)
    }

    /// Whether a wager is less than the minimum in force.
    fn under_sign(&self, wager: &Wager) -> bool {
        wager.stake.amount < self.rules.limit_of(self.state, wager.player, wager.area, wager.kind).least
    }

    /// Whether a wager below the minimum goes back whatever the result.
    fn sent_back(&self, wager: &Wager) -> bool {
        let rule = self.rules.book.limits.under_minimum.value.of(self.state.bank.method);
        let warned = || self.state.player(wager.player).is_some_and(|player| player.warned);
        self.too_small(wager)
            && match rule {
                Some(UnderMinimum::Returned) => true,
                // What was made before the advice is no further wager.
                Some(UnderMinimum::OnceThenReturned) => warned() && !wager.before_advice,
                Some(UnderMinimum::OnceThenMayReturn | UnderMinimum::Stands) | None => false,
            }
    }

    /// Tells a player whose wager was too small and was paid or taken all the same, the first time.
    pub(crate) fn warns(&self, wager: &Wager, events: &mut Vec<Event>) {
        let rule = self.rules.book.limits.under_minimum.value.of(self.state.bank.method);
        let once = matches!(rule, Some(UnderMinimum::OnceThenReturned | UnderMinimum::OnceThenMayReturn));
        let reads = &self.rules.reads;
        let (settled, stood) = match events.last().map(|event| &event.what) {
            Some(What::Settle(settle::What::WagerPaid { .. } | settle::What::WagerTaken { .. })) => {
                (true, false)
            }
            Some(What::Settle(settle::What::WagerStays { .. })) => {
                (reads.stand_off_told && !self.sent_back(wager), true)
            }
            _ => (false, false),
        };
        let player = wager.player;
        let told = |event: &Event| event.what == What::Wager(wager::What::Warned { player });
        if once
            && settled
            && self.too_small(wager)
            && self.state.player(player).is_some_and(|player| !player.warned)
            && !events.iter().any(told)
        {
            let mut event = self.event(wager::What::Warned { player });
            if wager.before_raise {
                event.cites = event.cites.and(&reads.carried_minimum);
            }
            if stood {
                event.cites = event.cites.and(&reads.told_at_stand_off);
            }
            events.push(event);
        }
    }

    /// Settles a wager. `pool` and `bank` are what is left to pay it with, where a player banks.
    pub(crate) fn settles(&self, wager: &Wager, verdict: &Verdict, pool: Amount, bank: Amount) -> Event {
        let method = self.state.bank.method;
        let most = self.rules.in_action(self.state, wager, method);
        let action = self.rules.in_cover(self.state, wager);
        let stake = wager.stake.amount;
        let held = self.state.player(wager.player).is_some_and(|player| player.held);
        let mut settled = Settled { held, ..Settled::default() };
        let Wager { player, area, kind, .. } = *wager;
        let (what, extra) = match verdict {
            Verdict::Won(ratio, clauses) => {
                let exact = action.times(ratio.num(), ratio.den());
                let mut won = exact;
                if self.rules.book.commission.payments_round_up.value {
                    won = self.rules.setup.chip.up(won);
                }
                let mut rests =
                    if won == exact { Cites::default() } else { self.rules.reads.rounded_payment.clone() };
                if banked(self.state, wager) {
                    won = won.min(pool + bank);
                    settled.pool = won.min(pool);
                }
                settled.won = won;
                settled.back = stake;
                if kind == Kind::Regular && !player.is_house() {
                    let chip = self.rules.setup.chip;
                    settled.commission = chip.commission(won, self.state.commission);
                    let due = won.times(self.state.commission.basis_points().into(), Rate::WHOLE.into());
                    if settled.commission != due {
                        rests = rests.and(&self.rules.reads.chip_floor);
                    }
                } else if player.is_house() {
                    // The House takes no commission of itself.
                    rests = rests.and(&self.rules.reads.gross_pool);
                }
                (What::Settle(settle::What::WagerPaid { player, area, kind, settled }), clauses.and(&rests))
            }
            Verdict::Lost(clauses) => {
                settled.lost = action;
                settled.back = stake.less(action);
                (What::Settle(settle::What::WagerTaken { player, area, kind, settled }), clauses.clone())
            }
            Verdict::Surrendered(ratio, clauses) => {
                // What is given up is rounded down, so that what comes back is rounded up (crown-6.1 9.2.3).
                let given_up = ratio.den().saturating_sub(ratio.num());
                settled.lost = self.rules.setup.chip.down(action.times(given_up, ratio.den()));
                settled.back = stake.less(settled.lost);
                let exact = settled.lost.times(ratio.den(), 1) == action.times(given_up, 1);
                let rests =
                    if exact { clauses.clone() } else { clauses.and(&self.rules.reads.surrender_half) };
                (What::Settle(settle::What::WagerTaken { player, area, kind, settled }), rests)
            }
            Verdict::Stays if player.is_house() => {
                // The House wagers for the round of the banker who asked for it.
                settled.back = stake;
                let moves = self.moves_of(wager, &settled);
                let mut event = self.moved(settle::What::WagerStays { player, area, kind, settled }, moves);
                event.cites = cite(&self.rules.book.bank.house_may_wager).and(&event.cites);
                return event;
            }
            Verdict::Stays => {
                // What of it could be neither won nor lost goes back whatever the result (reading `stand-off-above`).
                let beyond = if self.rules.reads.stand_off_whole { most } else { stake };
                settled.back = beyond.less(action);
                (What::Settle(settle::What::WagerStays { player, area, kind, settled }), Cites::default())
            }
            Verdict::Back(why) => {
                settled.back = stake;
                let carried = wager.before_raise && *why == Why::BelowMinimum;
                let by = if carried { self.rules.reads.carried_minimum.clone() } else { Cites::default() };
                return Event {
                    cites: self.back_clauses(*why).and(&by),
                    what: What::Settle(settle::What::WagerStays { player, area, kind, settled }),
                    moves: self.moves_of(wager, &settled),
                };
            }
        };
        let moves = self.moves_of(wager, &settled);
        let mut event = self.moved(what, moves);
        if let Some(pays) = self.rules.book.side.house_pays.as_ref()
            && kind != Kind::Regular
            && method != Method::House
        {
            // The House takes and pays side wagers as under its own bank, not out of the banker's pool.
            let (step, now) = (event.what.step(), &event.cites);
            let house = self.rules.step_under(Method::House, step);
            // What is said of the regular wager under one method is not said of these.
            let both = house.iter().filter(|clause| now.iter().any(|other| other == *clause));
            event.cites = Cites::new(both.map(str::to_string)).and(&cite(pays));
        }
        if kind != Kind::Regular {
            // No commission is taken of what a side wager wins.
            let rules = &self.rules.book.commission;
            let gone = cite(&rules.percent).and(&cite(&rules.rounding));
            let kept = event.cites.iter().filter(|clause| !gone.iter().any(|gone| gone == *clause));
            event.cites = Cites::new(kept.map(str::to_string));
        }
        if !extra.is_empty() {
            event.cites = event.cites.and(&extra);
        }
        let decided = !(settled.won.is_zero() && settled.lost.is_zero());
        let lies = decided || matches!(verdict, Verdict::Stays);
        if lies && wager.before_raise && self.rules.reads.carried_as_made && self.under_sign(wager) {
            event.cites = event.cites.and(&self.rules.reads.carried_minimum);
        }
        if banked(self.state, wager) && !settled.lost_in(wager.stake, Instrument::Tokens).is_zero() {
            event.cites = event.cites.and(&self.rules.reads.tokens_bank);
        }
        if action < most {
            event.cites = event.cites.and(self.rules.beyond_cover(self.state));
        }
        let own = PaiGow::has_own_limits(self.state, player, area);
        if most < stake && kind == Kind::Regular && own {
            event.cites = event.cites.and(&cite(&self.rules.book.limits.personal));
        } else if most < stake && kind == Kind::Regular {
            let limits = &self.rules.book.limits;
            event.cites = event.cites.and(&self.rules.limit_clauses(self.state, &limits.over_maximum));
            if wager.carried && wager.found.is_none() {
                event.cites = event.cites.and(&self.rules.reads.carried_maximum);
            }
            if limits.maximum_per.value == MaximumPer::Area
                && self.state.wagers.iter().any(|w| w.area == area && w.kind == kind && w.player != player)
            {
                event.cites = event.cites.and(&cite(&limits.maximum_per));
            }
        } else if most < stake
            && let Some(own) = self.rules.side_limits(kind)
        {
            event.cites = event.cites.and(&self.rules.side_bound(self.state, own, false));
        }
        if most < stake && matches!(verdict, Verdict::Stays) {
            event.cites = event.cites.and(&self.rules.reads.stand_off_above);
        }
        event
    }

    fn back_clauses(&self, why: Why) -> Cites {
        match why {
            Why::BelowMinimum => self.rules.limit_clauses(self.state, &self.rules.book.limits.under_minimum),
            Why::AboveMaximum => self.rules.limit_clauses(self.state, &self.rules.book.limits.over_maximum),
            _ => self.step(crate::Step::WagerReturned),
        }
    }

    /// Every unit that moves when a wager is settled so.
    pub(crate) fn moves_of(&self, wager: &Wager, settled: &Settled) -> Moves {
        let who = wager.player;
        let stake = wager.stake;
        let banked = banked(self.state, wager);
        let mut moves = Moves::new();
        let mut go = |from: Account, to: Account, amount: Amount| {
            if !amount.is_zero() {
                moves.push(Move::new(from, to, amount));
            }
        };
        let taker = if banked { Account::Pool } else { Account::Float };
        go(layout(Instrument::Chips, who), taker, settled.lost_in(stake, Instrument::Chips));
        let tokens = settled.lost_in(stake, Instrument::Tokens);
        go(layout(Instrument::Tokens, who), Account::Promotions, tokens);
        if banked {
            // The House redeems the tokens, so that the bank wins chips.
            go(Account::Float, Account::Pool, tokens);
        }
        for with in [Instrument::Chips, Instrument::Tokens] {
            go(layout(with, who), purse(with, who), settled.back_in(stake, with));
        }
        let to = if settled.held { Account::Held(who) } else { Account::purse(who) };
        let bank = bank_account(self.state);
        let mut sources = match banked {
            true => [(Account::Pool, settled.pool), (bank, settled.won.less(settled.pool))],
            false => [(Account::Float, settled.won), (Account::Float, Amount::ZERO)],
        };
        for (to, mut due) in
            [(to, settled.won.less(settled.commission)), (Account::Commission, settled.commission)]
        {
            for (from, left) in &mut sources {
                let part = due.min(*left);
                go(*from, to, part);
                *left = left.less(part);
                due = due.less(part);
            }
        }
        moves
    }
}

impl PaiGow {
    /// The clauses of one row of a pay table.
    fn row(&self, clause: &rulebook::Citation) -> Cites {
        self.clauses_of(std::slice::from_ref(clause))
    }

    /// A Tie that was given up, whatever the hand.
    pub(crate) fn surrendered(&self, wager: &Wager) -> Option<Verdict> {
        let back = self.tie.as_ref()?.surrender.as_ref().filter(|_| wager.surrendered)?;
        Some(Verdict::Surrendered(back.value, cite(back)))
    }

    /// What says when a Tie wins.
    fn wins_tie(&self, pays: &TieTable) -> Cites {
        self.clauses_of(&pays.clauses)
    }

    /// A tie is one hand alone being higher, whatever becomes of the regular wager (reading `tie-by-hand`).
    fn tie_verdict(&self, wager: &Wager, split: &Split, bank: Option<&Split>) -> Verdict {
        let Some(pays) = &self.tie else { return Verdict::Back(Why::Void) };
        if let Some(verdict) = self.surrendered(wager) {
            return verdict;
        }
        let setting = split.setting();
        let fared = bank.map(|bank| self.fares(split, bank));
        let tied = fared.is_some_and(|(low_won, high_won, _)| low_won != high_won);
        // One hand alone is higher, and yet the regular wager does not stand off.
        let by_hand = tied && fared.is_some_and(|(_, _, outcome)| outcome != Outcome::Push);
        let by_hand = if by_hand { self.reads.tie_by_hand.clone() } else { Cites::default() };
        let (hand, low) = (setting.hand(), setting.low_value());
        let row = hand.and_then(|hand| pays.row(&hand, low, tied));
        match row {
            Some(row) if matches!(row.wants, TieHand::Tie(Some(_))) => {
                let clauses = self.row(&row.clause).and(&self.wins_tie(pays)).and(&self.reads.tie_a_low);
                Verdict::Won(row.pays, clauses.and(&by_hand))
            }
            Some(row) => {
                let met = |row: &&TieRow| hand.is_some_and(|hand| row.matches(&hand, low, tied));
                let mut clauses = self.row(&row.clause).and(&self.wins_tie(pays)).and(&by_hand);
                if pays.rows.iter().filter(met).count() > 1 {
                    clauses = clauses.and(&self.reads.tie_b);
                }
                let pairs = split.values().iter().all(|value| value.class() == Class::Pair);
                match matches!(row.wants, TieHand::TwoPairs) && !pairs {
                    true => Verdict::Won(row.pays, clauses.and(&self.reads.tie_two_pair)),
                    false => Verdict::Won(row.pays, clauses),
                }
            }
            // Where more than a tie wins, that a hand on no row loses is read so.
            None if pays.rows.iter().any(|row| !matches!(row.wants, TieHand::Tie(_))) => {
                Verdict::Lost(self.clauses_of(&pays.clauses).and(&self.reads.tie_b))
            }
            None => Verdict::Lost(self.clauses_of(&pays.clauses)),
        }
    }
}

/// Whether a wager is won from and lost to a player who banks.
pub(crate) fn banked(state: &State, wager: &Wager) -> bool {
    wager.kind == Kind::Regular && state.bank.method != Method::House
}

/// Where the bank's stake lies.
pub(crate) fn bank_account(state: &State) -> Account {
    match state.bank.method {
        Method::CoBank => Account::CoBank,
        Method::House | Method::Player => Account::Bank(state.bank.banker().unwrap_or(PlayerId::HOUSE)),
    }
}
