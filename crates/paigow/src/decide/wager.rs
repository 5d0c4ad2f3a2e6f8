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

use super::Decided;
use super::guard::plain;
use crate::command::wager::Command;
use crate::event::wager;
use crate::rules::{cite, cites};
use crate::{Kind, PaiGow, Phase, Stake, State, Step, Wager};
use bounds::Bounding;
use game::{Cites, Context, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{
    AfterClose, BetsOpen, Citation, Instrument, Method, NeedsRegular, Oral, SeveralAreas, UnsharedArea,
};
use smallvec::SmallVec;

/// Whether betting is open.
pub(crate) fn betting(game: &PaiGow, table: &State) -> bool {
    let opened = match game.rules.wager.open.value {
        BetsOpen::AfterShuffle => table.wall.stacked,
        BetsOpen::AfterSettlement => true,
    };
    table.phase == Phase::Wall && !table.cutting.closed && opened
}

/// Clauses without those that are about the other bound.
fn but(clauses: &[Citation], other: &[Citation]) -> Vec<Citation> {
    clauses.iter().filter(|clause| !other.contains(clause)).cloned().collect()
}

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::AskHouseWager { amount } => game.ask_house_wager(table, ctx, *amount),
        Command::Place { area, kind, stake } => game.place(table, ctx, *area, *kind, *stake),
        Command::Speak { area, kind, amount, cash } => game.speak(table, ctx, *area, *kind, *amount, *cash),
        Command::Withdraw { area, kind } => game.withdraw(table, ctx, *area, *kind),
        Command::WaiveSide { area } => game.waive_side(table, ctx, *area),
        Command::RefuseWager { player, area, kind } => game.refuse_wager(table, ctx, *player, *area, *kind),
        Command::ReportWager { player, area, kind, amount } => {
            game.report_wager(table, ctx, *player, *area, *kind, *amount)
        }
        Command::Consent { player } => game.consent(table, ctx, *player),
        Command::CloseBets => game.close_bets(table, ctx),
        Command::Yield { area } => game.yield_area(table, ctx, *area),
    }
}

impl PaiGow {
    /// Whether this player may touch wagers now; after the close by the banker's leave.
    fn may_touch(&self, table: &State, id: PlayerId) -> Result<(), Refusal> {
        if betting(self, table) {
            return Ok(());
        }
        self.opened(table)?;
        let late =
            self.rules.wager.after_close.value.of(table.bank.method) == Some(&AfterClose::BankerConsents);
        let consented = table.player(id).is_some_and(|player| player.consented);
        if late && consented && table.bank.short.is_none() && table.phase == Phase::Wall {
            return Ok(());
        }
        let message = if late && table.phase == Phase::Wall {
            "betting is over in this round, and the banker has not consented"
        } else {
            "betting is over in this round"
        };
        let mut clauses = self.says(table, Step::WagerWithdrawn);
        if table.dice.faces.is_none() {
            // The dealer has called it, and nobody has seen the dice yet.
            clauses = clauses.and(&self.reads.close_called);
        }
        Err(Refusal::new("wager.closed", clauses, message))
    }

    /// Betting has been opened in this round, whether it is over or not.
    pub(crate) fn opened(&self, table: &State) -> Result<(), Refusal> {
        let over = table.cutting.closed || matches!(table.phase, Phase::Set | Phase::Match | Phase::Clear);
        if over || betting(self, table) {
            return Ok(());
        }
        let message = match table.phase {
            Phase::Wall => "betting opens after the shuffle".to_string(),
            phase => format!("betting is not open: {}", phase.now()),
        };
        Err(Refusal::new("wager.not_open", cite(&self.rules.wager.open), message))
    }

    /// Whether a kind of wager can be had at all.
    pub(crate) fn offers_kind(&self, kind: Kind) -> bool {
        kind.side().is_none_or(|side| self.rules.side.offered.value.contains(&side))
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
        let side = &self.rules.side;
        let left_out = kind.side().is_some_and(|wager| self.setup.without.contains(&wager));
        match side.may_leave_out.as_ref().filter(|_| left_out) {
            Some(may) => cite(may),
            // Where some are offered, the reading is about their time.
            None if side.offered.value.is_empty() => cite(&side.offered),
            None => self.clauses_of(&side.offered.clauses),
        }
    }

    /// Whether an area takes a player's wager of a kind.
    fn may_use(&self, table: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let area = self.area(table, number)?;
        let bank = &table.bank;
        if area.off {
            let clauses = self.says(table, Step::AreaRemoved);
            return Err(Refusal::new("area.off", clauses, format!("area {number} is out of play")));
        }
        if let Some(rule) = self.dealers_place(number).filter(|_| bank.method != Method::House) {
            let message = format!("area {number} is the dealer's own place");
            return Err(Refusal::new("area.dealers", cite(rule), message));
        }
        let house = &self.rules.bank.house_area_wagers;
        if bank.method == Method::House && number == bank.chung && !house.value {
            let message = format!("area {number} is the House's while it banks");
            return Err(Refusal::new("area.banks", cite(house), message));
        }
        if bank.method != Method::House && number == bank.chung {
            let own = &self.rules.bank.own_area_only;
            if !bank.is_held_by(id) {
                let message = format!("area {number} is the banker's, who alone wagers there");
                return Err(Refusal::new("area.banks", cite(own), message));
            }
        }
        self.may_bankers(table, id, number, kind)?;
        let rules = &self.rules.table;
        let sits = table.wagers.iter().any(|w| w.player == id && w.area == number && !w.kind.on_dice());
        // Those who share a bank stand at its area by the leave to share it.
        let banks = bank.method != Method::House && number == bank.chung;
        if !kind.on_dice() && !sits && !banks {
            let mut there: SmallVec<[PlayerId; 5]> = SmallVec::new();
            for wager in table.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice()) {
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
        let alone = self.rules.limits.personal_area_alone.as_ref().filter(|alone| alone.value);
        if let Some(alone) = alone
            && let Some(other) = table
                .players
                .iter()
                .find(|p| p.id != id && p.personal.is_some_and(|p| p.alone && p.area == number))
        {
            let message = format!("area {number} is {}'s alone, who has a maximum of their own", other.id);
            return Err(Refusal::new("area.personal", cite(alone), message));
        }
        self.several(table, id, number, kind)
    }

    /// What those who bank may wager on beside the bank.
    fn may_bankers(&self, table: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let (bank, side) = (&table.bank, &self.rules.side);
        if kind == Kind::Tie
            && let Some(under) = side.tie_under.as_ref().filter(|under| !under.value.contains(&bank.method))
        {
            return Err(Refusal::new(
                "wager.tie_under_bank",
                cite(under),
                "no Tie is wagered on while a player banks",
            ));
        }
        if !bank.is_held_by(id) || bank.method == Method::House {
            return Ok(());
        }
        let bonus = side.banker_bonus.as_ref().filter(|bonus| bonus.value);
        match kind {
            Kind::Bonus if bonus.is_some() && number == bank.chung => Ok(()),
            Kind::Big | Kind::Small => Ok(()),
            Kind::Tie => {
                let clauses = side.tie_under.as_ref().map(cite).unwrap_or_default();
                Err(Refusal::new(
                    "wager.banker_ties",
                    clauses,
                    format!("{id} banks, and cannot wager on a Tie"),
                ))
            }
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
    fn several(&self, table: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let rules = &self.rules.table;
        if kind.on_dice() {
            return Ok(());
        }
        let elsewhere = table.wagers.iter().find(|w| w.player == id && w.area != number && !w.kind.on_dice());
        let Some(elsewhere) = elsewhere else { return Ok(()) };
        if rules.several_areas.value == SeveralAreas::OneOnly {
            let message = format!("{id} wagers on area {}, and a player wagers on one only", elsewhere.area);
            return Err(Refusal::new("area.one_only", cite(&rules.several_areas), message));
        }
        let area = self.area(table, number)?;
        let shared = table.wagers.iter().any(|w| w.area == number && w.player != id && !w.kind.on_dice());
        let controls = table
            .wagers
            .iter()
            .any(|w| w.player == id && w.area != number && self.naturally_calls(table, w.area) == Some(id));
        if rules.unshared_area.value == UnsharedArea::Refused && controls && !shared && !area.house_way {
            let message = format!("{id} calls another area, and nobody else would call area {number}");
            return Err(Refusal::new("area.unshared", cite(&rules.unshared_area), message));
        }
        Ok(())
    }

    /// What a side wager stands on.
    fn stands(&self, table: &State, id: PlayerId, number: u8, kind: Kind) -> Result<(), Refusal> {
        let side = &self.rules.side;
        if kind == Kind::Bonus && self.setup.bonus_needs_regular && !table.bank.is_held_by(id) {
            let clauses = side.bonus_needs.as_ref().map(cite).unwrap_or_default();
            if table.wager(id, number, Kind::Regular).is_none() {
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
        let on = || table.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice());
        if number == table.bank.chung && table.bank.method != Method::House {
            let message = format!(
                "beside the bank no wager lies on area {number} that a {} wager could stand on",
                kind.name()
            );
            let clauses = cite(&self.rules.bank.own_area_only).and(&self.reads.banker_dice);
            return Err(Refusal::new("wager.needs_regular", clauses, message));
        }
        if !on().any(|w| w.kind == Kind::Regular) {
            let message = format!("a {} wager needs a Pai Gow wager on area {number}", kind.name());
            return Err(Refusal::new("wager.needs_regular", cite(needs), message));
        }
        if on().any(|w| w.player == id) {
            return Ok(());
        }
        let waived = |who: PlayerId| table.area(number).is_some_and(|area| area.waived.contains(&who));
        let placed = |who: PlayerId| {
            table.wagers.iter().any(|w| w.area == number && w.player == who && w.kind.on_dice())
        };
        // Who is barred takes no side wager any more, and keeps nobody from it.
        let barred = |who: PlayerId| table.player(who).is_none_or(|player| player.barred);
        let waits = |w: &&Wager| !waived(w.player) && !placed(w.player) && !barred(w.player);
        if let Some(first) = on().find(waits) {
            let message = format!("{} has wagers on area {number} and comes first", first.player);
            return Err(Refusal::new("wager.not_first", cite(needs), message));
        }
        Ok(())
    }

    pub(crate) fn place(&self, table: &State, ctx: &Context, area: u8, kind: Kind, stake: Stake) -> Decided {
        let id = self.player(table, ctx)?.id;
        if !stake.tokens.is_zero() {
            self.may_touch(table, id)?;
            self.area(table, area)?;
            self.instrument(Instrument::Tokens)?;
            self.tokens_here(table, Instrument::Tokens)?;
            let whole = [Instrument::Chips, Instrument::Tokens].map(|with| stake.part(with));
            let sound = stake.with == Instrument::Chips && stake.tokens < stake.amount;
            if !sound || !whole.iter().all(|part| self.setup.chip.makes(*part)) {
                let message = format!("{} of {} cannot be in tokens", stake.tokens, stake.amount);
                return Err(plain("money.not_in_chips", message));
            }
        }
        self.lays(table, id, area, kind, stake, Amount::ZERO, false)
    }

    pub(crate) fn speak(
        &self,
        table: &State,
        ctx: &Context,
        area: u8,
        kind: Kind,
        amount: Amount,
        cash: Amount,
    ) -> Decided {
        let id = self.player(table, ctx)?.id;
        self.may_touch(table, id)?;
        self.area(table, area)?;
        let oral = &self.rules.wager.oral;
        if oral.value == Oral::Refused {
            return Err(Refusal::new("wager.spoken", cite(oral), "spoken wagers are not taken"));
        }
        if !self.setup.chip.makes(cash) {
            return Err(plain("money.not_in_chips", format!("cash {cash} cannot be changed into chips")));
        }
        let most = Amount::MOST - table.ledger.balance(Account::Player(id));
        if cash.units() > most {
            return Err(plain("money.out_of_bounds", format!("cash {cash} is not 0 to {most}")));
        }
        self.lays(table, id, area, kind, Stake::chips(amount), cash, true)
    }

    /// Puts a wager down, or changes it.
    #[allow(clippy::too_many_arguments)] // the one place where all of a wager's parts meet
    fn lays(
        &self,
        table: &State,
        player: PlayerId,
        area: u8,
        kind: Kind,
        stake: Stake,
        cash: Amount,
        spoken: bool,
    ) -> Decided {
        let (limit, most, bounding) = self.wager_bounds(table, player, area, kind, stake.with)?;
        let amount = stake.amount;
        let rules = &self.rules.limits;
        if amount < limit.least {
            let own = self.whose(table, player, area, kind) == "personal";
            let keeps = kind == Kind::Regular && !own && limit.least < table.limits.of(kind.limits()).least;
            let whose = if keeps { "kept" } else { self.whose(table, player, area, kind) };
            let message = format!("wager {amount} is below the {whose} minimum {}", limit.least);
            // While others go on with the old minimum, a newcomer is held to the new one.
            let kept = |other: &crate::Player| other.old_minimum.is_some_and(|(old, _)| old <= amount);
            let newcomers = rules
                .newcomers_new_minimum
                .as_ref()
                .filter(|rule| rule.value && kind == Kind::Regular && !own && !keeps)
                .filter(|_| table.players.iter().any(kept));
            let minimum = || match (own, keeps) {
                (true, _) => cite(&rules.personal),
                (_, true) => cite(&rules.old_minimum_kept),
                _ if let Some(own) = self.side_limits(kind) => {
                    cites(&but(&own.clauses, &rules.over_maximum.clauses), None)
                }
                _ => {
                    let minimum = cite(&rules.minimum_under);
                    let minimum = minimum.and(&self.limit_clauses(table, &rules.under_minimum));
                    self.under_house(table, Step::BelowMinimum, minimum)
                }
            };
            let mut clauses = newcomers.map_or_else(minimum, cite).and(&self.reads.limits_at_placing);
            let beside = |w: &Wager| w.area == area && w.kind == Kind::Regular && w.player != player;
            if kind == Kind::Regular && table.wagers.iter().any(beside) {
                clauses = clauses.and(&self.reads.shared_minimum);
            }
            return Err(Refusal::new("wager.below_minimum", clauses, message));
        }
        // Whoever lowers a wager is never told that it is too high beside those of others.
        let lowers =
            amount <= limit.most && table.wager(player, area, kind).is_some_and(|w| amount < w.stake.amount);
        if amount > most && !lowers {
            let message = match (bounding, self.total_most(table)) {
                (Bounding::Total, Some(all)) => {
                    let others = all.less(most);
                    format!("wager {amount} beside {others} is above the {all} that all may come to")
                }
                (Bounding::Area, _) if most < limit.most => format!(
                    "wager {amount} beside {} of others is above the area's maximum {}",
                    limit.most.less(most),
                    limit.most
                ),
                _ if most == table.limits.of(kind.limits()).most => {
                    format!("wager {amount} is above the table maximum {most}")
                }
                _ => format!(
                    "wager {amount} is above the {} maximum {most}",
                    self.whose(table, player, area, kind)
                ),
            };
            let clauses = self.bounded_by(table, bounding, player, area, kind);
            let clauses = clauses.and(&self.reads.limits_at_placing);
            return Err(Refusal::new("wager.above_maximum", clauses, message));
        }
        if amount.units() % limit.multiple != 0 {
            let message = format!("wager {amount} is no multiple of {}", limit.multiple);
            let round_up = &self.rules.commission.payments_round_up;
            let clauses = match self.setup.chip.makes(amount) {
                // The one clause on multiples, which a book may have lent to a silent one.
                _ if round_up.value || round_up.reading.is_some() => cite(round_up),
                true => cite(&rules.minimum_under),
                false => cite(&self.rules.wager.instruments),
            };
            let clauses = clauses.and(&self.reads.limits_at_placing);
            return Err(Refusal::new("wager.not_multiple", clauses, message));
        }
        let old = table.wager(player, area, kind);
        if table.cutting.closed {
            let left = self.cover_left(table) + old.map_or(Amount::ZERO, |w| w.stake.amount);
            if kind == Kind::Regular && amount > left {
                let message = format!("wager {amount} is more than the {left} that the bank can cover");
                return Err(Refusal::new("bank.short", self.says(table, Step::BankShort), message));
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
            let has = self.purse_for(table, player, area, kind, with) + added;
            if has < part {
                let message = format!("wager {part} is more than the {has} that {player} has{tokens}");
                return Err(match spoken {
                    true => Refusal::new("wager.uncovered", cite(&self.rules.wager.oral), message),
                    false => Refusal::new("money.short", self.says(table, Step::WagerPlaced), message),
                });
            }
        }
        let was = old.map_or(stake.at(Amount::ZERO), |w| w.stake);
        moves.extend(was.becomes(stake, player));
        let what = wager::What::WagerPlaced { player, area, kind, stake, spoken };
        let mut events = vec![self.moved(table, what, moves)];
        if kind.on_dice() && table.bank.method != Method::House && table.bank.is_held_by(player) {
            events[0].cites = events[0].cites.and(&self.reads.banker_dice);
        }
        if table.cutting.closed {
            self.calls_again(table, area, &mut events);
        }
        Ok(events)
    }

    /// Whose limit it is.
    fn whose(&self, table: &State, id: PlayerId, area: u8, kind: Kind) -> &'static str {
        match table.player(id).and_then(|player| player.personal) {
            Some(own) if own.area == area && kind == Kind::Regular => "personal",
            _ => "table",
        }
    }

    /// A player's wager that still waits.
    pub(crate) fn live<'t>(
        &self,
        table: &'t State,
        id: PlayerId,
        area: u8,
        kind: Kind,
    ) -> Result<&'t Wager, Refusal> {
        table.wager(id, area, kind).filter(|w| w.is_live()).ok_or_else(|| Self::no_wager(id, area, kind))
    }

    /// Nothing of a kind waits on an area.
    pub(crate) fn no_wager(id: PlayerId, area: u8, kind: Kind) -> Refusal {
        let kind = kind.name();
        plain("wager.none", format!("{id} has no {kind} wager on area {area} that waits for its result"))
    }

    pub(crate) fn withdraw(&self, table: &State, ctx: &Context, area: u8, kind: Kind) -> Decided {
        let player = self.player(table, ctx)?.id;
        // A stand-off is its player's to take between rounds, and until the shuffle: only placing waits for that.
        let carried = table.wager(player, area, kind).is_some_and(|wager| wager.carried);
        let unshuffled = table.phase == Phase::Wall && !table.wall.stacked && !table.cutting.closed;
        if table.phase != Phase::Bank && !(carried && unshuffled) {
            self.may_touch(table, player)?;
        }
        let stake = self.live(table, player, area, kind)?.stake;
        let moves = stake.back(player);
        let mut events = vec![self.moved(table, wager::What::WagerWithdrawn { player, area, kind }, moves)];
        if table.cutting.closed {
            self.calls_again(table, area, &mut events);
        }
        Ok(events)
    }

    pub(crate) fn waive_side(&self, table: &State, ctx: &Context, number: u8) -> Decided {
        let player = self.player(table, ctx)?.id;
        self.may_touch(table, player)?;
        self.offered(Kind::Big).map_err(|refusal| Refusal {
            message: "no wager on Big or Small is offered here that could be waived".to_string(),
            ..refusal
        })?;
        let area = self.area(table, number)?;
        if !table.wagers.iter().any(|w| w.area == number && w.player == player && !w.kind.on_dice()) {
            return Err(plain(
                "wager.none",
                format!("{player} has no wager on area {number}, and no first call"),
            ));
        }
        if area.waived.contains(&player) {
            return Err(plain("wager.no_change", format!("{player} has said so already")));
        }
        Ok(vec![self.event(table, wager::What::SideWaived { player, area: number })])
    }

    pub(crate) fn consent(&self, table: &State, ctx: &Context, player: PlayerId) -> Decided {
        let said = self.says(table, Step::Consented);
        let said = if said.is_empty() { cite(&self.rules.wager.after_close) } else { said };
        // Under the House nobody consents.
        let none = || self.says(table, Step::WagerWithdrawn);
        let by = if table.bank.method == Method::House { none() } else { said };
        self.banker(table, ctx, &by)?;
        self.phase(table, &[Phase::Wall], "consenting")?;
        let rule = &self.rules.wager.after_close;
        if rule.value.of(table.bank.method) != Some(&AfterClose::BankerConsents) {
            let message = "no wager changes after the close in this book, whoever consents";
            return Err(Refusal::new("wager.closed", cite(rule), message));
        }
        if !table.cutting.closed {
            return Err(plain("wager.open", "betting is open, and nobody needs consent"));
        }
        if let Some(needed) = table.bank.short {
            let has = table.bank.stake();
            let message = format!(
                "the bank's {has} do not cover the wagers, {needed} are needed: that is settled first"
            );
            let clauses = self.says(table, Step::BankShort).and(&self.reads.close_called);
            return Err(Refusal::new("bank.short", clauses, message));
        }
        let named = self.named(table, player)?;
        if named.consented || table.speaks() == Some(player) {
            return Err(plain("wager.no_change", format!("{player} may change wagers already")));
        }
        Ok(vec![self.event(table, wager::What::Consented { player })])
    }
}
