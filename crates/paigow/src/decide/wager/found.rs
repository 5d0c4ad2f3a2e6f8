//! Wagers found to be others than they were taken for, and what of a wager plays.
//!
//! Clauses: star-2016 10.2–10.4; vcga-2000 10.4, 10.5; crown-6.1 9.2; uk-leaflet B29(b); readings `found-by`,
//! `found-above-bank`, `found-above-total`, `found-taken`, `shared-maximum`.

use crate::decide::guard::plain;
use crate::decide::settle::Verdict;
use crate::decide::{Decided, Turn};
use crate::event::{settle, wager};
use crate::rules::cite;
use crate::{Chance, Event, Kind, PaiGow, Performer, Phase, Stake, State, Step, Wager, What};
use game::{Bounds, Cites, Game as _, Refusal};
use money::{Account, Amount, PlayerId};
use rulebook::{Instrument, MaximumPer, Method, OverMaximum, Power};
use smallvec::SmallVec;

/// The area that waits for its payment again.
const fn reopened(what: &What) -> Option<u8> {
    if let What::Settle(settle::What::AreaReopened { area }) = what { Some(*area) } else { None }
}

impl Turn<'_> {
    pub(crate) fn report_wager(&self, player: PlayerId, area: u8, kind: Kind, amount: Amount) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Wall, Phase::Set, Phase::Match], "finding a wager")?;
        if self.state.phase == Phase::Match && !self.rules.reads.dealer_finds {
            // Once the bank is shown, a dealer alone does not change what a wager is.
            self.power(Power::Dispute)?;
        }
        // Where tiles are electronic, wagers come from stations, and are what was placed.
        let placed =
            self.rules.setup.dealer == Performer::House || self.rules.setup.chance == Chance::Electronic;
        if placed || !self.state.cutting.closed {
            let message = "a wager is found to be another only after the close, at a table with real chips";
            return Err(Refusal::new("wager.as_placed", self.says(Step::WagerFound), message));
        }
        let Some(wager) = self.rules.findable(self.state, player, area, kind) else {
            let mut refusal = PaiGow::no_wager(player, area, kind);
            if let Some(wager) = self.state.wager(player, area, kind) {
                if wager.counted {
                    let kind = kind.name();
                    refusal.message = format!(
                        "the {kind} wager of {player} on area {area} was counted when it was settled"
                    );
                }
                refusal.clauses = self.says(Step::WagerFound).and(&self.rules.reads.found_when_taken);
            }
            return Err(refusal);
        };
        if amount.is_zero() {
            let message = "a wager that lies there is 1 or more, and it is found to be 0";
            return Err(Refusal::new("money.out_of_bounds", self.says(Step::WagerFound), message));
        }
        let bounds = self.rules.found_bounds(self.state, player, area, kind).filter(|_| !player.is_house());
        if !bounds.is_some_and(|bounds| bounds.allow(amount)) {
            let had = bounds.map(|bounds| format!(", expected {bounds}")).unwrap_or_default();
            let message = format!("{player} cannot have wagered {amount}{had}");
            return Err(Refusal::new("money.short", self.says(Step::WagerFound), message));
        }
        if amount == wager.stake.amount {
            return Err(plain("wager.no_change", format!("the wager is {amount} as it was")));
        }
        let moves = wager.stake.becomes(wager.stake.at(amount), player);
        let mut event = self.moved(wager::What::WagerFound { player, area, kind, amount }, moves);
        let mut events = self.undone_by(wager, &event.what);
        let mut after = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut after, event));
        self.rules.evolve(&mut after, &event);
        let limit = self.rules.limit_of(self.state, player, area, kind);
        let over_total = |most: Amount| kind == Kind::Regular && self.rules.total_down(&after) > most;
        if let Some(own) = self.rules.side_limits(kind)
            && !(limit.least..=limit.most).contains(&amount)
        {
            event.cites = self.rules.side_bound(self.state, own, amount < limit.least);
        } else if amount < limit.least {
            event.cites = self.rules.limit_clauses(self.state, &self.rules.book.limits.under_minimum);
        } else if self.rules.total_most(&after).is_some_and(over_total) {
            event.cites = event.cites.and(&self.rules.reads.found_above_total);
        } else if amount > limit.most && PaiGow::has_own_limits(self.state, player, area) {
            event.cites = cite(&self.rules.book.limits.personal);
        } else if amount > limit.most {
            let limits = &self.rules.book.limits;
            event.cites = match limits.over_maximum.value.of(self.state.bank.method) {
                // That there is no maximum is said where it is said under which methods there is one.
                Some(OverMaximum::NoMaximum) => cite(&limits.maximum_under),
                _ => self.rules.limit_clauses(self.state, &limits.over_maximum),
            };
        }
        let uncovered =
            |w: &Wager| self.rules.in_cover(&after, w) < self.rules.in_action(&after, w, after.bank.method);
        if after.wager(player, area, kind).is_some_and(uncovered) {
            event.cites = event.cites.and(self.rules.beyond_cover(&after));
        }
        event.cites = event.cites.and(&self.rules.reads.found_by);
        if !wager.is_live() {
            event.cites = event.cites.and(&self.rules.reads.found_when_taken);
        }
        let undone = !events.is_empty();
        events.iter_mut().for_each(|undone| undone.cites = event.cites.clone());
        events.push(event);
        if undone {
            self.settles_found(&after, &mut events);
        }
        if self.state.phase == Phase::Wall && !kind.on_dice() {
            // Who calls an area is made out before the round: whoever has the highest wager.
            let before = events.len();
            self.calls_again(area, &mut events);
            let moved = &self.rules.reads.caller_moves;
            for event in &mut events[before..] {
                if let What::Wager(wager::What::CallerNamed { .. }) = event.what {
                    event.cites = event.cites.and(moved);
                }
            }
        }
        Ok(events)
    }

    /// Takes back how a wager was settled that is found to be another, and how those were of which another part
    /// plays then; where a player banks, also how winners were paid out of it.
    fn undone_by(&self, wager: &Wager, found: &What) -> Vec<Event> {
        let mut then = self.state.clone();
        let what = found.clone();
        self.rules.evolve(&mut then, &Event::new(what, Cites::default()));
        let other = |w: &Wager| {
            let plays =
                |state: &State| state.wager(w.player, w.area, w.kind).map(|w| self.rules.in_cover(state, w));
            w.settled.is_some() && !w.kind.on_dice() && plays(self.state) != plays(&then)
        };
        let own = |w: &Wager| std::ptr::eq(w, wager);
        let undone = |w: &&Wager| if own(w) { !w.is_live() } else { other(w) };
        let undone: Vec<&Wager> = self.state.wagers.iter().filter(undone).collect();
        let mut events = Vec::new();
        if !undone.is_empty() {
            self.undoes(&undone, &mut events);
        }
        events
    }

    /// Takes anew what is lost of wagers that were undone; what is won waits to be paid.
    fn settles_found(&self, after: &State, events: &mut Vec<Event>) {
        let bank = self.rules.bank_split(after);
        let undone = |w: &&Wager| {
            w.is_live() && self.state.wager(w.player, w.area, w.kind).is_some_and(|before| !before.is_live())
        };
        for wager in after.wagers.iter().filter(undone) {
            let hand = after.area(wager.area).and_then(|area| area.hand.as_ref());
            let open = hand.filter(|hand| hand.opened).and_then(|hand| Some((hand.split?, hand.outcome)));
            let verdict = match open {
                Some((split, outcome)) => self.at(after).verdict(wager, &split, bank.as_ref(), outcome),
                None => Verdict::Lost(cite(&self.rules.book.set.may_concede)),
            };
            if !matches!(verdict, Verdict::Won(..) | Verdict::Surrendered(..)) {
                events.push(self.at(after).settles(wager, &verdict, Amount::ZERO, Amount::ZERO));
                self.at(after).warns(wager, events);
            }
        }
        let mut then = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut then, event));
        let reopened: Vec<u8> = events.iter().filter_map(|event| reopened(&event.what)).collect();
        for area in reopened {
            if !then.wagers.iter().any(|w| w.area == area && !w.kind.on_dice() && w.is_live()) {
                events.push(self.event(settle::What::AreaCleared { area }));
            }
        }
    }
}

impl PaiGow {
    /// What of a purse came there as wagers on tiles and the bank were settled in this round. It is not spent before the
    /// round is over, because a void round or a hand put right takes it back.
    pub(crate) fn came_back(state: &State, id: PlayerId, with: Instrument) -> Amount {
        let own = state.wagers.iter().filter(|w| w.player == id && !w.kind.on_dice());
        let parts = own.filter_map(|w| w.settled.map(|settled| (w.stake, settled)));
        let bank = state
            .bank
            .settled
            .iter()
            .flatten()
            .filter(|step| with == Instrument::Chips && step.to == Account::Player(id));
        let bank: Amount = bank.map(|step| step.amount).sum();
        let wagers: Amount = parts
            .map(|(stake, settled)| {
                let back = settled.back_in(stake, with);
                let paid = with == Instrument::Chips && !settled.held;
                let won = if paid { settled.won.less(settled.commission) } else { Amount::ZERO };
                back + won
            })
            .sum();
        bank + wagers
    }

    /// A wager that may turn out to be another: it waits for its result, or it was taken in this round and is
    /// counted as it is collected (reading `found-taken`). What was paid or stood off was counted then, also if
    /// that is undone and done again. Big and Small are settled at the dice for good.
    fn findable<'t>(&self, state: &'t State, player: PlayerId, area: u8, kind: Kind) -> Option<&'t Wager> {
        let collected = |w: &Wager| {
            let taken = w.settled.is_some_and(|settled| !settled.lost.is_zero());
            self.reads.found_taken && taken && !kind.on_dice()
        };
        state.wager(player, area, kind).filter(|w| !w.counted && (w.is_live() || collected(w)))
    }

    /// What a wager on the layout may turn out to be: it lay there when betting closed, so what its player
    /// was paid or got back since is not in it.
    pub(crate) fn found_bounds(
        &self,
        state: &State,
        player: PlayerId,
        area: u8,
        kind: Kind,
    ) -> Option<Bounds> {
        let wager = self.findable(state, player, area, kind)?;
        let Stake { amount, with, .. } = wager.stake;
        let purse = state.ledger.amount(wager.stake.purse(player));
        let most = purse.less(Self::came_back(state, player, with)) + amount;
        Bounds::new(Amount::of(1), most, 1)
    }

    /// What of a wager can be won or lost: the rest, beyond the maximum, goes back.
    pub(crate) fn in_action(&self, state: &State, wager: &Wager, method: Method) -> Amount {
        let amount = wager.stake.amount;
        let rules = &self.book.limits;
        if !self.has_maximum(wager.kind, method) {
            return amount;
        }
        if wager.kind == Kind::Regular && rules.over_maximum.value.of(method) == Some(&OverMaximum::NoMaximum)
        {
            return amount;
        }
        let most = self.limit_of(state, wager.player, wager.area, wager.kind).most;
        if rules.maximum_per.value != MaximumPer::Area || wager.kind != Kind::Regular {
            return amount.min(most);
        }
        // Whoever has limits of their own there is bounded by those alone (reading personal-shared).
        let apart = |id: PlayerId| Self::has_own_limits(state, id, wager.area);
        if apart(wager.player) {
            return amount.min(most);
        }
        // The wager placed last is cut first (reading shared-maximum).
        let on = state.wagers.iter().filter(|w| w.area == wager.area && w.kind == wager.kind);
        let on = on.filter(|w| !apart(w.player));
        allotted(on.map(|other| Part::of(other, wager, other.stake.amount)), most)
    }

    /// Why less of a wager plays than lies there within the limits: the bank does not cover it, or all wagers come
    /// to more than they may.
    pub(crate) fn beyond_cover(&self, state: &State) -> &Cites {
        let cover = state.bank.stake() + state.bank.house_stake;
        let short = self.reads.covered_part && self.total_most(state).is_none_or(|all| all >= cover);
        if short { &self.reads.found_above_bank } else { &self.reads.found_above_total }
    }

    /// What of a wager can be won or lost, if a player banks: no more than the bank covers, nor than the book
    /// lets all wagers come to. What was found last is cut first (readings `found-above-bank`,
    /// `found-above-total`).
    pub(crate) fn in_cover(&self, state: &State, wager: &Wager) -> Amount {
        let method = state.bank.method;
        let action = self.in_action(state, wager, method);
        if method == Method::House || wager.kind != Kind::Regular {
            return action;
        }
        let cover = self.reads.covered_part.then(|| state.bank.stake() + state.bank.house_stake);
        let Some(most) = cover.into_iter().chain(self.total_most(state)).min() else { return action };
        let most = most.less(state.bank.set_aside);
        let regular = state.wagers.iter().filter(|w| w.kind == Kind::Regular);
        allotted(regular.map(|other| Part::of(other, wager, self.in_action(state, other, method))), most)
    }
}

/// What a wager asks of a bound that it shares with others.
struct Part {
    own: bool,
    declared: Amount,
    beyond: Amount,
    turn: u32,
}

impl Part {
    fn of(other: &Wager, wager: &Wager, amount: Amount) -> Self {
        let declared = other.declared().min(amount);
        Self {
            own: other.player == wager.player && other.area == wager.area,
            declared,
            beyond: amount.less(declared),
            turn: other.found.map_or(0, |found| found.turn),
        }
    }
}

/// What of a bound falls to one wager: first comes what was declared, in the order it was placed in; then
/// what was found beyond that, in the order it was found in.
fn allotted(parts: impl Iterator<Item = Part>, most: Amount) -> Amount {
    let mut parts: SmallVec<[Part; 8]> = parts.collect();
    let (mut left, mut own) = (most, Amount::ZERO);
    let mut take = |wanted: Amount, is_own: bool| {
        let part = wanted.min(left);
        left = left.less(part);
        if is_own {
            own += part;
        }
    };
    parts.iter().for_each(|part| take(part.declared, part.own));
    parts.sort_by_key(|part| part.turn);
    parts.iter().for_each(|part| take(part.beyond, part.own));
    own
}
