//! Wagers: who may place which, where, when, how much.
//!
//! Betting is open once it is known who banks (reading `bank-before-wagers`).
//! Clauses: star-2016 9, 10, 16.11; vcga-2000 9, 10, 17.4, 17.7; crown-6.1 8, 9, 13.3, 13.6; uk-leaflet B2,
//! B29.

mod bounds;
mod caller;
mod close;
mod found;
mod house;
mod refuse;

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::wager::Command;
use crate::event::wager;
use crate::rules::{cite, cites};
use crate::{Kind, PaiGow, Phase, Stake, State, Step, Wager};
use bounds::Bounding;
use game::{Cites, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{
    AfterClose, BetsOpen, Citation, Cited, Instrument, Method, NeedsRegular, Oral, SeveralAreas, UnsharedArea,
};
use smallvec::SmallVec;

/// Whether betting is open.
pub(crate) fn betting(game: &PaiGow, state: &State) -> bool {
    let opened = match game.book.wager.open.value {
        BetsOpen::AfterShuffle => state.wall.stacked,
        BetsOpen::AfterSettlement => true,
    };
    state.phase == Phase::Wall && !state.cutting.closed && opened
}

/// Clauses without those that are about the other bound.
fn but(clauses: &[Citation], other: &[Citation]) -> Vec<Citation> {
    clauses.iter().filter(|clause| !other.contains(clause)).cloned().collect()
}

impl PaiGow {
    /// The clauses of a side wager's own limits without those that are about the other bound alone.
    pub(crate) fn of_bound(&self, own: &Cited<bool>, below: bool) -> Vec<Citation> {
        let limits = &self.book.limits;
        let (under, over) = (&limits.under_minimum.clauses, &limits.over_maximum.clauses);
        let (this, other) = if below { (under, over) } else { (over, under) };
        but(&own.clauses, &but(other, this))
    }
}

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::AskHouseWager { amount } => turn.ask_house_wager(*amount),
        Command::Place { area, kind, stake } => turn.place(*area, *kind, *stake),
        Command::Speak { area, kind, amount, cash } => turn.speak(*area, *kind, *amount, *cash),
        Command::Withdraw { area, kind } => turn.withdraw(*area, *kind),
        Command::WaiveSide { area } => turn.waive_side(*area),
        Command::RefuseWager { player, area, kind } => turn.refuse_wager(*player, *area, *kind),
        Command::ReportWager { player, area, kind, amount } => {
            turn.report_wager(*player, *area, *kind, *amount)
        }
        Command::Consent { player } => turn.consent(*player),
        Command::CloseBets => turn.close_bets(),
        Command::Yield { area } => turn.yield_area(*area),
    }
}

impl<'t> Turn<'t> {
    pub(crate) fn place(&self, area: u8, kind: Kind, stake: Stake) -> Decided {
        let id = self.player()?.id;
        if !stake.tokens.is_zero() {
            self.rules.may_touch(self.state, id)?;
            self.area(area)?;
            self.rules.instrument(Instrument::Tokens)?;
            self.rules.tokens_here(self.state, Instrument::Tokens)?;
            let whole = [Instrument::Chips, Instrument::Tokens].map(|with| stake.part(with));
            let sound = stake.with == Instrument::Chips && stake.tokens < stake.amount;
            if !sound || !whole.iter().all(|part| self.rules.setup.chip.makes(*part)) {
                let message = format!("{} of {} cannot be in tokens", stake.tokens, stake.amount);
                return Err(plain("money.not_in_chips", message));
            }
        }
        self.lays(id, area, kind, stake, Amount::ZERO, false)
    }

    pub(crate) fn speak(&self, area: u8, kind: Kind, amount: Amount, cash: Amount) -> Decided {
        let id = self.player()?.id;
        self.rules.may_touch(self.state, id)?;
        self.area(area)?;
        let oral = &self.rules.book.wager.oral;
        if oral.value == Oral::Refused {
            return Err(Refusal::new("wager.spoken", cite(oral), "spoken wagers are not taken"));
        }
        if !self.rules.setup.chip.makes(cash) {
            return Err(plain("money.not_in_chips", format!("cash {cash} cannot be changed into chips")));
        }
        let most = Amount::MOST - self.state.ledger.balance(Account::Player(id));
        if cash.units() > most {
            return Err(plain("money.out_of_bounds", format!("cash {cash} is not 0 to {most}")));
        }
        self.lays(id, area, kind, Stake::chips(amount), cash, true)
    }

    /// Puts a wager down, or changes it.
    #[allow(clippy::too_many_arguments)] // the one place where all of a wager's parts meet
    fn lays(
        &self,
        player: PlayerId,
        area: u8,
        kind: Kind,
        stake: Stake,
        cash: Amount,
        spoken: bool,
    ) -> Decided {
        let (limit, most, bounding) = self.rules.wager_bounds(self.state, player, area, kind, stake.with)?;
        let amount = stake.amount;
        let rules = &self.rules.book.limits;
        if amount < limit.least {
            let own = self.whose(player, area, kind) == "personal";
            let keeps =
                kind == Kind::Regular && !own && limit.least < self.state.limits.of(kind.limits()).least;
            let whose = if keeps { "kept" } else { self.whose(player, area, kind) };
            let message = format!("wager {amount} is below the {whose} minimum {}", limit.least);
            // While others go on with the old minimum, a newcomer is held to the new one.
            let kept = |other: &crate::Player| other.old_minimum.is_some_and(|(old, _)| old <= amount);
            let newcomers = rules
                .newcomers_new_minimum
                .as_ref()
                .filter(|rule| rule.value && kind == Kind::Regular && !own && !keeps)
                .filter(|_| self.state.players.iter().any(kept));
            let minimum = || match (own, keeps) {
                (true, _) => cite(&rules.personal),
                (_, true) => cite(&rules.old_minimum_kept),
                _ if let Some(own) = self.rules.side_limits(kind) => {
                    cites(&self.rules.of_bound(own, true), None)
                }
                _ => {
                    let minimum = cite(&rules.minimum_under);
                    let minimum = minimum.and(&self.rules.limit_clauses(self.state, &rules.under_minimum));
                    self.under_house(Step::BelowMinimum, minimum)
                }
            };
            let mut clauses = newcomers.map_or_else(minimum, cite).and(&self.rules.reads.limits_at_placing);
            let beside = |w: &Wager| w.area == area && w.kind == Kind::Regular && w.player != player;
            if kind == Kind::Regular && self.state.wagers.iter().any(beside) {
                clauses = clauses.and(&self.rules.reads.shared_minimum);
            }
            return Err(Refusal::new("wager.below_minimum", clauses, message));
        }
        // Whoever lowers a wager is never told that it is too high beside those of others (reading `lowered-wager`).
        let lies_above = self
            .state
            .wager(player, area, kind)
            .is_some_and(|w| amount < w.stake.amount && w.stake.amount > most);
        let lowers = amount <= limit.most && lies_above;
        if amount > most && !lowers {
            let message = match (bounding, self.rules.total_most(self.state)) {
                (Bounding::Total, Some(all)) => {
                    let others = all.less(most);
                    format!("wager {amount} beside {others} is above the {all} that all may come to")
                }
                (Bounding::Area, _) if most < limit.most => format!(
                    "wager {amount} beside {} of others is above the area's maximum {}",
                    limit.most.less(most),
                    limit.most
                ),
                _ if most == self.state.limits.of(kind.limits()).most => {
                    format!("wager {amount} is above the table maximum {most}")
                }
                _ => format!("wager {amount} is above the {} maximum {most}", self.whose(player, area, kind)),
            };
            let clauses = self.bounded_by(bounding, player, area, kind);
            let clauses = clauses.and(&self.rules.reads.limits_at_placing);
            let clauses = if lies_above { clauses.and(&self.rules.reads.lowered) } else { clauses };
            return Err(Refusal::new("wager.above_maximum", clauses, message));
        }
        if amount.units() % limit.multiple != 0 {
            let message = format!("wager {amount} is no multiple of {}", limit.multiple);
            let round_up = &self.rules.book.commission.payments_round_up;
            let clauses = match self.rules.setup.chip.makes(amount) {
                // The one clause on multiples, which a book may have lent to a silent one.
                _ if round_up.value || round_up.reading.is_some() => cite(round_up),
                true => cite(&rules.minimum_under),
                false => cite(&self.rules.book.wager.instruments),
            };
            let clauses = clauses.and(&self.rules.reads.limits_at_placing);
            return Err(Refusal::new("wager.not_multiple", clauses, message));
        }
        let old = self.state.wager(player, area, kind);
        if self.state.cutting.closed {
            let left = self.rules.cover_left(self.state) + old.map_or(Amount::ZERO, |w| w.stake.amount);
            if kind == Kind::Regular && amount > left {
                let message = format!("wager {amount} is more than the {left} that the bank can cover");
                return Err(Refusal::new("bank.short", self.says(Step::BankShort), message));
            }
        }
        let mut moves = Moves::new();
        if !cash.is_zero() {
            moves.push(Move::new(Account::Cage, Account::Player(player), cash));
        }
        for with in [Instrument::Chips, Instrument::Tokens] {
            let part = stake.part(with);
            let (added, tokens) = match with {
                Instrument::Chips => (cash, ""),
                Instrument::Tokens => (Amount::ZERO, " in tokens"),
            };
            let has = self.rules.purse_for(self.state, player, area, kind, with) + added;
            if has < part {
                let message = format!("wager {part} is more than the {has} that {player} has{tokens}");
                return Err(match spoken {
                    true => Refusal::new("wager.uncovered", cite(&self.rules.book.wager.oral), message),
                    false => Refusal::new("money.short", self.says(Step::WagerPlaced), message),
                });
            }
        }
        let was = old.map_or(stake.at(Amount::ZERO), |w| w.stake);
        moves.extend(was.becomes(stake, player));
        let what = wager::What::WagerPlaced { player, area, kind, stake, spoken };
        let mut events = vec![self.moved(what, moves)];
        if amount > most {
            events[0].cites = events[0].cites.and(&self.rules.reads.lowered);
        }
        if kind.on_dice() && self.state.bank.method != Method::House && self.state.bank.is_held_by(player) {
            events[0].cites = events[0].cites.and(&self.rules.reads.banker_dice);
        }
        if kind == Kind::Bonus
            && self.state.bank.method != Method::House
            && self.state.bank.is_held_by(player)
        {
            events[0].cites = events[0].cites.and(&self.rules.reads.banker_side);
        }
        if self.state.cutting.closed {
            self.calls_again(area, &mut events);
        }
        Ok(events)
    }

    /// Whose limit it is.
    fn whose(&self, id: PlayerId, area: u8, kind: Kind) -> &'static str {
        match self.state.player(id).and_then(|player| player.personal) {
            Some(own) if own.area == area && kind == Kind::Regular => "personal",
            _ => "table",
        }
    }

    /// A player's wager that still waits.
    pub(crate) fn live(&self, id: PlayerId, area: u8, kind: Kind) -> Result<&'t Wager, Refusal> {
        self.state
            .wager(id, area, kind)
            .filter(|w| w.is_live())
            .ok_or_else(|| PaiGow::no_wager(id, area, kind))
    }

    pub(crate) fn withdraw(&self, area: u8, kind: Kind) -> Decided {
        let player = self.player()?.id;
        // A stand-off is its player's to take between rounds, and until the shuffle: only placing waits for that.
        let carried = self.state.wager(player, area, kind).is_some_and(|wager| wager.carried);
        let unshuffled =
            self.state.phase == Phase::Wall && !self.state.wall.stacked && !self.state.cutting.closed;
        if self.state.phase != Phase::Bank && !(carried && unshuffled) {
            self.rules.may_touch(self.state, player)?;
        }
        let stake = self.live(player, area, kind)?.stake;
        let moves = stake.back(player);
        let mut events = vec![self.moved(wager::What::WagerWithdrawn { player, area, kind }, moves)];
        if self.state.cutting.closed || self.state.phase == Phase::Wall {
            self.calls_again(area, &mut events);
        }
        Ok(events)
    }

    pub(crate) fn waive_side(&self, number: u8) -> Decided {
        let player = self.player()?.id;
        self.rules.may_touch(self.state, player)?;
        self.rules.offered(Kind::Big).map_err(|refusal| Refusal {
            message: "no wager on Big or Small is offered here that could be waived".to_string(),
            ..refusal
        })?;
        let area = self.area(number)?;
        if !self.state.wagers.iter().any(|w| w.area == number && w.player == player && !w.kind.on_dice()) {
            return Err(plain(
                "wager.none",
                format!("{player} has no wager on area {number}, and no first call"),
            ));
        }
        if area.waived.contains(&player) {
            return Err(plain("wager.no_change", format!("{player} has said so already")));
        }
        Ok(vec![self.event(wager::What::SideWaived { player, area: number })])
    }

    pub(crate) fn consent(&self, player: PlayerId) -> Decided {
        let said = self.says(Step::Consented);
        let said = if said.is_empty() { cite(&self.rules.book.wager.after_close) } else { said };
        // Under the House nobody consents.
        let none = || self.says(Step::WagerWithdrawn);
        let by = if self.state.bank.method == Method::House { none() } else { said };
        self.banker(&by)?;
        self.phase(&[Phase::Wall], "consenting")?;
        let rule = &self.rules.book.wager.after_close;
        if rule.value.of(self.state.bank.method) != Some(&AfterClose::BankerConsents) {
            let message = "no wager changes after the close in this book, whoever consents";
            return Err(Refusal::new("wager.closed", cite(rule), message));
        }
        if !self.state.cutting.closed {
            return Err(plain("wager.open", "betting is open, and nobody needs consent"));
        }
        if let Some(needed) = self.state.bank.short {
            let has = self.state.bank.stake();
            let message = format!(
                "the bank's {has} do not cover the wagers, {needed} are needed: that is settled first"
            );
            let clauses = self.says(Step::BankShort).and(&self.rules.reads.close_called);
            return Err(Refusal::new("bank.short", clauses, message));
        }
        let named = self.named(player)?;
        if named.consented || self.state.speaks() == Some(player) {
            return Err(plain("wager.no_change", format!("{player} may change wagers already")));
        }
        Ok(vec![self.event(wager::What::Consented { player })])
    }
}

impl PaiGow {
    /// Whether this player may touch wagers now; after the close by the banker's leave.
    fn may_touch(&self, state: &State, id: PlayerId) -> Result<(), Refusal> {
        if betting(self, state) {
            return Ok(());
        }
        self.opened(state)?;
        let late =
            self.book.wager.after_close.value.of(state.bank.method) == Some(&AfterClose::BankerConsents);
        let consented = state.player(id).is_some_and(|player| player.consented);
        if late && consented && state.bank.short.is_none() && state.phase == Phase::Wall {
            return Ok(());
        }
        let message = if late && state.phase == Phase::Wall {
            "betting is over in this round, and the banker has not consented"
        } else {
            "betting is over in this round"
        };
        let mut clauses = self.says(state, Step::WagerWithdrawn);
        if state.dice.faces.is_none() {
            // The dealer has called it, and nobody has seen the dice yet.
            clauses = clauses.and(&self.reads.close_called);
        }
        Err(Refusal::new("wager.closed", clauses, message))
    }

    /// Betting has been opened in this round, whether it is over or not.
    pub(crate) fn opened(&self, state: &State) -> Result<(), Refusal> {
        let over = state.cutting.closed || matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear);
        if over || betting(self, state) {
            return Ok(());
        }
        let message = match state.phase {
            Phase::Wall => "betting opens after the shuffle".to_string(),
            phase => format!("betting is not open: {}", phase.now()),
        };
        Err(Refusal::new("wager.not_open", cite(&self.book.wager.open), message))
    }

    /// Whether a kind of wager can be had at all.
    pub(crate) fn offers_kind(&self, kind: Kind) -> bool {
        kind.side().is_none_or(|side| self.book.side.offered.value.contains(&side))
    }

    /// Whether the House offers such a wager at all.
    pub(crate) fn offered(&self, kind: Kind) -> Result<(), Refusal> {
        if self.offers_kind(kind) {
            return Ok(());
        }
        let message = format!("a {} wager is not offered here", kind.name());
        Err(Refusal::new("wager.not_offered", self.not_offered(kind), message))
    }

    /// Why a kind of wager is not offered.
    pub(crate) fn not_offered(&self, kind: Kind) -> Cites {
        let side = &self.book.side;
        let left_out = kind.side().is_some_and(|wager| self.setup.without.contains(&wager));
        match side.may_leave_out.as_ref().filter(|_| left_out) {
            Some(may) => cite(may),
            // Where some are offered, the reading is about their time.
            None if side.offered.value.is_empty() => cite(&side.offered),
            None => self.clauses_of(&side.offered.clauses),
        }
    }

    /// Whether an area takes a player's wager of a kind.
    fn may_use(&self, state: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let area = self.area(state, number)?;
        let bank = &state.bank;
        if area.off {
            let clauses = self.says(state, Step::AreaRemoved);
            return Err(Refusal::new("area.off", clauses, format!("area {number} is out of play")));
        }
        if let Some(rule) = self.dealers_place(number).filter(|_| bank.method != Method::House) {
            let message = self.at_the_dealer(number);
            return Err(Refusal::new("area.dealers", cite(rule), message));
        }
        let house = &self.book.bank.house_area_wagers;
        if bank.method == Method::House && number == bank.chung && !house.value {
            let message = format!("area {number} is the House's while it banks");
            return Err(Refusal::new("area.banks", cite(house), message));
        }
        if bank.method != Method::House && number == bank.chung {
            let own = &self.book.bank.own_area_only;
            if !bank.is_held_by(id) {
                let message = format!("area {number} is the banker's, who alone wagers there");
                return Err(Refusal::new("area.banks", cite(own), message));
            }
        }
        self.may_bankers(state, id, number, kind)?;
        let rules = &self.book.table;
        let sits = state.wagers.iter().any(|w| w.player == id && w.area == number && !w.kind.on_dice());
        // Those who share a bank stand at its area by the leave to share it.
        let banks = bank.method != Method::House && number == bank.chung;
        if !kind.on_dice() && !sits && !banks {
            let mut there: SmallVec<[PlayerId; 5]> = SmallVec::new();
            for wager in state.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice()) {
                if !there.contains(&wager.player) {
                    there.push(wager.player);
                }
            }
            if there.len() >= usize::from(area.players) {
                let message = match there.as_slice() {
                    [one] => format!("{one} wagers on area {number}, which takes one player"),
                    _ => format!("{} players wager on area {number}, {} may", there.len(), area.players),
                };
                return Err(Refusal::new("area.full", cite(&rules.players_per_area), message));
            }
        }
        let alone = self.book.limits.personal_area_alone.as_ref().filter(|alone| alone.value);
        if let Some(alone) = alone
            && let Some(other) = state
                .players
                .iter()
                .find(|p| p.id != id && p.personal.is_some_and(|p| p.alone && p.area == number))
        {
            let message = format!("area {number} is {}'s alone, who has a maximum of their own", other.id);
            return Err(Refusal::new("area.personal", cite(alone), message));
        }
        self.several(state, id, number, kind)
    }

    /// What those who bank may wager on beside the bank.
    fn may_bankers(&self, state: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let (bank, side) = (&state.bank, &self.book.side);
        let banks = bank.is_held_by(id) && bank.method != Method::House;
        if kind == Kind::Tie && banks && side.tie_under.is_some() {
            return Err(Refusal::new(
                "wager.banker_ties",
                self.step(state, Step::BankerTies),
                format!("{id} banks, and cannot wager on a Tie"),
            ));
        }
        if kind == Kind::Tie
            && let Some(under) = side.tie_under.as_ref().filter(|under| !under.value.contains(&bank.method))
        {
            let said = self.step(state, Step::TieUnderBank);
            let clauses = if said.is_empty() { cite(under) } else { said };
            return Err(Refusal::new(
                "wager.tie_under_bank",
                clauses,
                "no Tie is wagered on while a player banks",
            ));
        }
        if !banks {
            return Ok(());
        }
        let bonus = side.banker_bonus.as_ref().filter(|bonus| bonus.value);
        match kind {
            Kind::Bonus if bonus.is_some() && number == bank.chung => Ok(()),
            Kind::Big | Kind::Small | Kind::Tie => Ok(()),
            Kind::Regular | Kind::Bonus => {
                let clauses = match bonus {
                    Some(bonus) if kind == Kind::Bonus => cite(bonus).and(&self.reads.banker_side),
                    _ => self.reads.banker_wagers.clone(),
                };
                let message = match bonus {
                    Some(_) => format!(
                        "{id} banks, and wagers beside the bank only on the Bonus of area {}",
                        bank.chung
                    ),
                    None => format!("{id} banks, and does not wager against the bank"),
                };
                Err(Refusal::new("wager.banks", clauses, message))
            }
        }
    }

    /// A player on several areas.
    fn several(&self, state: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let rules = &self.book.table;
        if kind.on_dice() {
            return Ok(());
        }
        let elsewhere = state.wagers.iter().find(|w| w.player == id && w.area != number && !w.kind.on_dice());
        let Some(elsewhere) = elsewhere else { return Ok(()) };
        if rules.several_areas.value == SeveralAreas::OneOnly {
            let message = format!("{id} wagers on area {}, and a player wagers on one only", elsewhere.area);
            return Err(Refusal::new("area.one_only", cite(&rules.several_areas), message));
        }
        if rules.unshared_area.value != UnsharedArea::Refused || self.area(state, number)?.house_way {
            return Ok(());
        }
        // Who controls what is asked before the wager is placed.
        let named = self.callers(state).named;
        let controls = named.iter().any(|(area, caller, _)| *area != number && *caller == Some(id));
        let others = named.iter().any(|(area, caller, _)| *area == number && caller.is_some_and(|c| c != id));
        if controls && !others {
            let message = format!("{id} calls another area, and nobody else would call area {number}");
            return Err(Refusal::new("area.unshared", cite(&rules.unshared_area), message));
        }
        Ok(())
    }

    /// What a side wager stands on.
    fn stands(&self, state: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let side = &self.book.side;
        if kind == Kind::Bonus && self.setup.bonus_needs_regular && !state.bank.is_held_by(id) {
            let clauses = side.bonus_needs.as_ref().map(cite).unwrap_or_default();
            if state.wager(id, number, Kind::Regular).is_none() {
                let message = format!("a Bonus wager here needs a regular one of {id} on area {number}");
                return Err(Refusal::new("wager.needs_regular", clauses, message));
            }
        }
        if !kind.on_dice() {
            return Ok(());
        }
        let Some(needs) = side.big_small_needs.as_ref().filter(|n| n.value == NeedsRegular::SomeoneOnArea)
        else {
            return Ok(());
        };
        let on = || state.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice());
        if number == state.bank.chung && state.bank.method != Method::House {
            let message = format!(
                "beside the bank no wager lies on area {number} that a {} wager could stand on",
                kind.name()
            );
            let clauses = cite(&self.book.bank.own_area_only).and(&self.reads.banker_dice);
            return Err(Refusal::new("wager.needs_regular", clauses, message));
        }
        if !on().any(|w| w.kind == Kind::Regular) {
            let message = format!("a {} wager needs a Pai Gow wager on area {number}", kind.name());
            return Err(Refusal::new("wager.needs_regular", cite(needs), message));
        }
        if on().any(|w| w.player == id) {
            return Ok(());
        }
        let waived = |who: PlayerId| state.area(number).is_some_and(|area| area.waived.contains(&who));
        let placed = |who: PlayerId| {
            state.wagers.iter().any(|w| w.area == number && w.player == who && w.kind.on_dice())
        };
        // Who is barred takes no side wager any more, and keeps nobody from it.
        let barred = |who: PlayerId| state.player(who).is_none_or(|player| player.barred);
        let waits = |w: &&Wager| !waived(w.player) && !placed(w.player) && !barred(w.player);
        if let Some(first) = on().find(waits) {
            let message = format!("{} has wagers on area {number} and comes first", first.player);
            return Err(Refusal::new("wager.not_first", cite(needs), message));
        }
        Ok(())
    }

    /// Nothing of a kind waits on an area.
    pub(crate) fn no_wager(id: PlayerId, area: u8, kind: Kind) -> Refusal {
        let kind = kind.name();
        plain("wager.none", format!("{id} has no {kind} wager on area {area} that waits for its result"))
    }
}
