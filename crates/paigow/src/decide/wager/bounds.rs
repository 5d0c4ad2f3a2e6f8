//! How much a wager may be: limits of the table and of one player, the bound on all of them, what the bank covers.

use crate::decide::Turn;
use crate::decide::guard::plain;
use crate::rules::{cite, cites};
use crate::wager::purse;
use crate::{Kind, Limit, PaiGow, Stake, State, Step, Wager};
use game::{Bounds, Cites, Refusal};
use money::{Amount, PlayerId};
use rulebook::{Cited, Instrument, MaximumPer, Method, PersonalLimits};

/// The greatest step that both go in.
const fn divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// What the most of a wager follows from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bounding {
    /// The sign at the table.
    Sign,
    /// What others wagered on the area.
    Area,
    /// All wagers at the table together.
    Total,
}

impl Turn<'_> {
    /// The clauses that bound a wager from above.
    pub(super) fn bounded_by(&self, bounding: Bounding, id: PlayerId, area: u8, kind: Kind) -> Cites {
        let rules = &self.rules.book.limits;
        if self.whose(id, area, kind) == "personal" && !matches!(bounding, Bounding::Total) {
            let own = self.state.player(id).and_then(|player| player.personal).map(|own| own.limit.most);
            let below = own.is_some_and(|own| own < self.rules.limit_of(self.state, id, area, kind).most);
            let personal = cite(&rules.personal);
            return if below { personal.and(&self.rules.reads.personal_below) } else { personal };
        }
        if let Some(own) = self.rules.side_limits(kind) {
            let reading = own.reading.as_deref().filter(|_| self.state.bank.method != Method::House);
            return cites(&self.rules.of_bound(own, false), reading);
        }
        let sign = self
            .rules
            .limit_clauses(self.state, &rules.over_maximum)
            .and(&self.rules.limit_clauses(self.state, &rules.maximum_under));
        let sign = self.under_house(Step::AboveMaximum, sign);
        match bounding {
            Bounding::Sign => sign,
            Bounding::Area => {
                let apart = self.state.players.iter().any(|p| PaiGow::has_own_limits(self.state, p.id, area));
                let sign = sign.and(&cite(&rules.maximum_per));
                if apart { sign.and(&self.rules.reads.personal_shared) } else { sign }
            }
            Bounding::Total => rules.table_total.as_ref().map(cite).unwrap_or_default(),
        }
    }

    /// What the book says of a limit while the House banks, or else what it says of it at all.
    pub(super) fn under_house(&self, step: Step, limit: Cites) -> Cites {
        let said = self.step(step);
        if said.is_empty() { limit } else { said }
    }
}

impl PaiGow {
    /// The limits that hold for a player's wager, by the table's sign or their own.
    pub(crate) fn limit_of(&self, state: &State, id: PlayerId, area: u8, kind: Kind) -> Limit {
        let mut limit = state.limits.of(kind.limits());
        if kind != Kind::Regular {
            return limit;
        }
        let Some(player) = state.player(id) else { return limit };
        if let Some((least, multiple)) = player.old_minimum
            && least < limit.least
        {
            // The old sign's steps come with its minimum (reading old-minimum-steps).
            limit.least = least;
            limit.multiple = divisor(limit.multiple, multiple);
        }
        match player.personal {
            // Where the book only lets a player exceed the maximum, a higher one of the table's holds.
            Some(own) if own.area == area && self.book.limits.personal.value != PersonalLimits::Both => {
                Limit { most: own.limit.most.max(limit.most), ..own.limit }
            }
            Some(own) if own.area == area => own.limit,
            _ => limit,
        }
    }

    /// Whether a player has limits of their own on an area.
    pub(crate) fn has_own_limits(state: &State, id: PlayerId, area: u8) -> bool {
        state.player(id).and_then(|player| player.personal).is_some_and(|own| own.area == area)
    }

    /// The limits that a side wager has for itself.
    pub(crate) fn side_limits(&self, kind: Kind) -> Option<&Cited<bool>> {
        let side = &self.book.side;
        match kind {
            Kind::Regular => None,
            Kind::Bonus => side.bonus_limits.as_ref(),
            Kind::Tie => side.tie_limits.as_ref(),
            Kind::Big | Kind::Small => side.big_small_limits.as_ref(),
        }
    }

    /// Whether the maximum holds for a kind of wager under a method.
    pub(crate) fn has_maximum(&self, kind: Kind, method: Method) -> bool {
        kind != Kind::Regular || self.book.limits.maximum_under.value.contains(&method)
    }

    /// What all wagers of a player's bank leave, where the book bounds them together.
    pub(crate) fn total_left(&self, state: &State) -> Option<Amount> {
        Some(self.total_most(state)?.less(self.total_down(state)))
    }

    /// What all wagers may come to together while a player banks, where the book bounds them.
    pub(crate) fn total_most(&self, state: &State) -> Option<Amount> {
        let most = self.total_bound(state).filter(|_| state.bank.method == Method::Player)?;
        Some(state.orders.total.map_or(most, |leave| leave.max(most)))
    }

    /// What all wagers may come to without anybody's leave.
    pub(crate) fn total_bound(&self, state: &State) -> Option<Amount> {
        let total = self.book.limits.table_total.as_ref()?;
        Some(state.limits.of(Kind::Regular.limits()).most.times(u32::from(total.value), 1))
    }

    /// What all wagers against the bank come to.
    pub(crate) fn total_down(&self, state: &State) -> Amount {
        state.wagers.iter().filter(|w| w.kind == Kind::Regular).map(|w| w.stake.amount).sum()
    }

    /// The amounts that a player may wager, everything but the purse considered.
    pub(crate) fn wager_limits(
        &self,
        state: &State,
        id: PlayerId,
        area: u8,
        kind: Kind,
    ) -> (Limit, Amount, Bounding) {
        let limit = self.limit_of(state, id, area, kind);
        let rules = &self.book.limits;
        let mut most = Amount::of(Amount::MOST);
        let mut by = Bounding::Sign;
        if self.has_maximum(kind, state.bank.method) {
            most = limit.most;
            // Wagers under limits of their own are bounded by those alone (reading personal-shared).
            let apart = |id: PlayerId| Self::has_own_limits(state, id, area);
            if rules.maximum_per.value == MaximumPer::Area && kind == Kind::Regular && !apart(id) {
                let beside = |w: &&Wager| w.area == area && w.kind == kind && w.player != id;
                let others = state.wagers.iter().filter(beside).filter(|w| !apart(w.player));
                let others: Amount = others.map(|w| w.stake.amount).sum();
                if !others.is_zero() {
                    most = most.less(others);
                    by = Bounding::Area;
                }
            }
        }
        if kind == Kind::Regular
            && let Some(left) = self.total_left(state)
        {
            let own = state.wager(id, area, kind).map_or(Amount::ZERO, |w| w.stake.amount);
            most = most.min(left + own);
            by = Bounding::Total;
        }
        (limit, most, by)
    }

    /// The clauses of a limit. How books read their own is about banks of players: under a House bank it is
    /// plain, unless a reading adds another book's rule.
    pub(crate) fn limit_clauses<T>(&self, state: &State, limit: &Cited<T>) -> Cites {
        let taken = limit.clauses.windows(2).any(|two| two[0].book != two[1].book);
        match state.bank.method {
            Method::House if !taken => self.clauses_of(&limit.clauses),
            Method::House | Method::Player | Method::CoBank => cite(limit),
        }
    }

    /// What is said of a side wager below its minimum, or above its maximum: nothing that is about the other bound.
    pub(crate) fn side_bound(&self, state: &State, own: &Cited<bool>, below: bool) -> Cites {
        let reading = own.reading.as_deref().filter(|_| state.bank.method != Method::House);
        cites(&self.of_bound(own, below), reading)
    }

    /// Whether a player may wager, and how much: the same for `legal` and `decide`.
    pub(crate) fn wager_bounds(
        &self,
        state: &State,
        id: PlayerId,
        area: u8,
        kind: Kind,
        with: Instrument,
    ) -> Result<(Limit, Amount, Bounding), Refusal> {
        self.may_touch(state, id)?;
        self.area(state, area)?;
        self.offered(kind)?;
        self.may_use(state, id, area, kind)?;
        self.stands(state, id, area, kind)?;
        self.instrument(with)?;
        self.tokens_here(state, with)?;
        if state.wager(id, area, kind).is_none() && state.wagers.len() >= State::MOST_WAGERS {
            let message =
                format!("{} wagers lie on the layout, {} can", state.wagers.len(), State::MOST_WAGERS);
            return Err(plain("table.full", message));
        }
        Ok(self.wager_limits(state, id, area, kind))
    }

    /// The amounts that a page can offer; none if the purse is too thin.
    pub(crate) fn stake_bounds(
        &self,
        state: &State,
        id: PlayerId,
        area: u8,
        kind: Kind,
        with: Instrument,
    ) -> Option<Bounds> {
        let (limit, mut most, _) = self.wager_bounds(state, id, area, kind, with).ok()?;
        most = most.min(self.purse_for(state, id, area, kind, with));
        if state.cutting.closed {
            let down = state.wager(id, area, kind).map_or(Amount::ZERO, |w| w.stake.amount);
            most = most.min(self.cover_left(state) + down);
        }
        Bounds::new(limit.least, Amount::of(most.units() / limit.multiple * limit.multiple), limit.multiple)
    }

    /// What a player has for a wager in chips or in tokens, with what lies there already.
    pub(super) fn purse_for(
        &self,
        state: &State,
        id: PlayerId,
        area: u8,
        kind: Kind,
        with: Instrument,
    ) -> Amount {
        let down = state.wager(id, area, kind).map_or(Amount::ZERO, |w| w.stake.part(with));
        state.ledger.amount(purse(with, id)) + down
    }

    /// A wager of chips and tokens in one that a page can offer, and the amounts that may stand in its place.
    pub(crate) fn mixed_bounds(
        &self,
        state: &State,
        id: PlayerId,
        area: u8,
        kind: Kind,
    ) -> Option<(Stake, Bounds)> {
        let [chips, tokens] = [Instrument::Chips, Instrument::Tokens]
            .map(|with| self.setup.chip.down(self.purse_for(state, id, area, kind, with)));
        let (limit, mut most, _) = self.wager_bounds(state, id, area, kind, Instrument::Tokens).ok()?;
        if state.cutting.closed {
            let down = state.wager(id, area, kind).map_or(Amount::ZERO, |w| w.stake.amount);
            most = most.min(self.cover_left(state) + down);
        }
        let most = most.min(chips + tokens);
        let chip = Amount::of(self.setup.chip.units());
        let two = chip + chip;
        let least =
            Amount::of((two.max(limit.least).units() + limit.multiple - 1) / limit.multiple * limit.multiple);
        let bounds =
            Bounds::new(least, Amount::of(most.units() / limit.multiple * limit.multiple), limit.multiple)?;
        let of_it = tokens.min(least.less(chip));
        let stake = Stake { amount: least, with: Instrument::Chips, tokens: of_it };
        (!of_it.is_zero() && stake.part(Instrument::Chips) <= chips).then_some((stake, bounds))
    }

    /// What a bank whose betting closed can still cover.
    pub(super) fn cover_left(&self, state: &State) -> Amount {
        state.bank.stake().less(self.to_cover(state, state.bank.method))
    }
}
