//! Opening and matching hands, counter-clockwise from the chung; losers are taken at once.
//!
//! Clauses: star-2016 12.14, 13.1.6, 13.1.7, 13.1.9, 13.2.5, 13.2.6, 13.2.9; vcga-2000 12.1.15, 12.2.1.6–9,
//! 12.2.2.6, 12.2.2.7, 17.10.1; crown-6.1 10.3.1(c)–(f), 10.3.2(k), (l), (o), 13.9.1; uk-leaflet B15–B18.

use crate::decide::guard::plain;
use crate::decide::settle::Verdict;
use crate::decide::{Decided, Turn};
use crate::event::settle;
use crate::rules::cite;
use crate::{Event, Kind, PaiGow, Phase, Split, State, Step, Wager};
use game::Refusal;
use houseway::Outcome;
use money::Amount;
use rulebook::{BonusRow, Method};
use tiles::{Class, Rank, Tile, Value};

impl Turn<'_> {
    /// Whether hands may be opened: the bank lies open, checked and confirmed.
    fn may_open(&self) -> Result<(), Refusal> {
        let number = self.state.bank.chung;
        let confirms = &self.rules.book.set.banker_confirms;
        let waits = |hand: &crate::Hand| hand.asked && hand.set == Some(crate::Setter::Dealer);
        if confirms.value
            && self.state.phase == Phase::Set
            && !self.state.orders.confirmed
            && self.state.area(number).and_then(|area| area.hand.as_ref()).is_some_and(waits)
        {
            let message = "the banker has not confirmed the hand";
            return Err(Refusal::new("set.unconfirmed", cite(confirms), message));
        }
        self.phase(&[Phase::Match], "opening hands")?;
        if self.rules.bank_split(self.state).is_none()
            && (!self.rules.bank_hidden(self.state) || self.state.orders.bank_shown)
        {
            let clauses = self.says(Step::BankShown);
            return Err(Refusal::new("bank.not_set", clauses, "the bank's hand does not lie open and set"));
        }
        if self.rules.unchecked(self.state, number) {
            let clauses = self.checked_by(number);
            return Err(Refusal::new("set.unchecked", clauses, "no supervisor has checked the bank's hand"));
        }
        let rule = &self.rules.book.set.banker_confirms;
        let asked =
            self.state.area(number).and_then(|area| area.hand.as_ref()).is_some_and(|hand| hand.asked);
        if rule.value && asked && !self.state.orders.confirmed {
            return Err(Refusal::new("set.unconfirmed", cite(rule), "the banker has not confirmed the hand"));
        }
        Ok(())
    }

    pub(crate) fn open_hand(&self, lie: Option<[Tile; 4]>) -> Decided {
        self.dealer()?;
        self.may_open()?;
        let Some(number) = self.rules.next_to_open(self.state) else {
            return Err(plain("hand.all_open", "every hand is open"));
        };
        let hand = self.hand(number)?;
        if hand.set.is_none() {
            let clauses = self.without_request(hand).unwrap_or_else(|| self.says(Step::HouseWaySet));
            let message = format!("the hand of area {number} waits to be set by the House Way");
            return Err(Refusal::new("set.not_set", clauses, message));
        }
        if self.rules.unchecked(self.state, number) {
            let own = self.without_request(hand).unwrap_or_default();
            let clauses = self.checked_by(number).and(&own);
            let message = format!("no supervisor has checked the hand of area {number}");
            return Err(Refusal::new("set.unchecked", clauses, message));
        }
        let split = match (hand.split, lie) {
            (Some(split), None) => split,
            (Some(_), Some(_)) => {
                return Err(plain("tiles.known", format!("the tiles of area {number} are known")));
            }
            (None, Some(tiles)) => {
                let [a, b, c, d] = self.keyed(number, tiles)?;
                Split::new([a, b], [c, d])
            }
            (None, None) => {
                return Err(plain(
                    "tiles.unknown",
                    format!("the tiles of area {number} have not been turned up"),
                ));
            }
        };
        let bank = self.rules.bank_split(self.state);
        let mut events = Vec::with_capacity(4);
        events.push(self.event(settle::What::HandOpened { area: number, split }));
        if bank.is_none() && self.rules.needs_bank(&split) {
            // Nobody knows before a hand is open that its Bonus hangs on the bank's, which is shown then.
            return Ok(events);
        }
        self.matches(number, &split, bank.as_ref(), &mut events);
        Ok(events)
    }

    /// Matches a hand and takes what it loses; what it wins waits to be paid.
    pub(crate) fn matches(&self, area: u8, split: &Split, bank: Option<&Split>, events: &mut Vec<Event>) {
        let fares = bank.map(|bank| (bank, self.rules.fares(split, bank)));
        let outcome = fares.map(|(_, (_, _, found))| found);
        // Where nothing but a Bonus lies, no result is declared.
        let declared =
            |w: &Wager| w.area == area && matches!(w.kind, Kind::Regular | Kind::Tie) && !cleared(w);
        if let Some((bank, (low_won, high_won, found))) =
            fares.filter(|_| self.state.wagers.iter().any(declared))
        {
            let what = settle::What::HandMatched { area, low_won, high_won, outcome: found };
            let mut event = self.event(what);
            self.rules.cites_special(
                self.state.bank.method,
                [split, bank],
                (low_won, high_won, found),
                &mut event,
            );
            events.push(event);
        }
        let mut waits = false;
        for wager in self.state.wagers.iter().filter(|w| w.area == area && !w.kind.on_dice() && !cleared(w)) {
            let verdict = self.verdict(wager, split, bank, outcome);
            if matches!(verdict, Verdict::Won(..) | Verdict::Surrendered(..)) {
                waits = true;
                continue;
            }
            events.push(self.settles(wager, &verdict, Amount::ZERO, Amount::ZERO));
            self.warns(wager, events);
        }
        if !waits {
            events.push(self.event(settle::What::AreaCleared { area }));
        }
    }
}

impl PaiGow {
    /// The area whose hand is opened next.
    pub(crate) fn next_to_open(&self, state: &State) -> Option<u8> {
        state.from_chung().find(|number| {
            let opened =
                state.area(*number).and_then(|area| area.hand.as_ref()).is_some_and(|hand| hand.opened);
            !opened && self.in_play(state, *number)
        })
    }

    /// The bank's hand, once it lies open and set.
    pub(crate) fn bank_split(&self, state: &State) -> Option<Split> {
        let hand = state.area(state.bank.chung)?.hand.as_ref()?;
        hand.split.filter(|_| state.orders.bank_shown)
    }

    /// Whether a hand's Bonus hangs on the bank's, where there is no other wager: set otherwise than a row
    /// prescribes, it is not paid by it.
    pub(crate) fn needs_bank(&self, split: &Split) -> bool {
        let Some(hand) = split.setting().hand() else { return false };
        let set = |row: &BonusRow| !row.top || row.set_as_prescribed(&split.setting());
        let hangs = |row: &BonusRow| row.needs_bank() && row.matches(&hand) && set(row);
        self.bonus.as_ref().is_some_and(|bonus| bonus.rows.iter().any(hangs))
    }

    /// How a hand fares: low won, high won, and what comes of it.
    pub(crate) fn fares(&self, split: &Split, bank: &Split) -> (bool, bool, Outcome) {
        let (own, other) = (split.values(), bank.values());
        let outcome = self.matching.result(own, other);
        let [low, high] = self.matching.beats(own, other);
        (low, high, outcome)
    }

    /// Adds the clauses on copies, zeros and high tiles where one of them decided, and on a single Gee Jun.
    fn cites_special(
        &self,
        method: Method,
        hands: [&Split; 2],
        fared: (bool, bool, Outcome),
        event: &mut Event,
    ) {
        let [split, bank] = hands;
        let ([low, high], [bank_low, bank_high]) = (split.values(), bank.values());
        let both_zero = |a: Value, b: Value| a.is_zero() && b.is_zero();
        let zeros = both_zero(low, bank_low) || both_zero(high, bank_high);
        let copy = |a: Value, b: Value| a == b && !both_zero(a, b);
        let copies = copy(low, bank_low) || copy(high, bank_high);
        let worthless = fared.0 && !fared.1 && fared.2 == Outcome::Lose;
        let named = |a: Value, b: Value| a == b && a.is_named() && a.class() != Class::Pair;
        let named = named(low, bank_low) || named(high, bank_high);
        let tile = |won: bool, a: Value, b: Value| {
            won && a != b && !both_zero(a, b) && a.points().is_some() && a.points() == b.points()
        };
        let by_tile = tile(fared.0, low, bank_low) || tile(fared.1, high, bank_high);
        let pairs = [split.low, split.high, bank.low, bank.high];
        let gee_jun = pairs.iter().zip([low, high, bank_low, bank_high]).any(|(two, value)| {
            value.points().is_some() && two.iter().any(|tile| tile.rank() == Rank::GeeJun)
        });
        let bits = [copies, zeros, worthless, named, gee_jun, by_tile];
        let bits = bits.iter().rev().fold(0, |bits, is| bits << 1 | usize::from(*is));
        if bits == 0 {
            return;
        }
        let apply = || {
            let by_tile = self.step_under(method, Step::ByTile);
            let holding = self.special.iter().chain([&by_tile]).enumerate();
            let holding = holding.filter(|(bit, _)| bits >> bit & 1 == 1);
            holding.fold(event.cites.clone(), |clauses, (_, special)| clauses.and(special))
        };
        event.cites = self.matched[bits][method as usize].get_or_init(apply).clone();
    }
}

/// A wager that was given back or taken before its hand was opened.
fn cleared(wager: &Wager) -> bool {
    !wager.is_live()
}
