//! The bank: offered, accepted, declined, shared, added to, given up.
//!
//! Clauses: star-2016 6, 9.14, 13.2.2; vcga-2000 6, 9.5, 9.6, 12.2.2.3, 12.2.3.1; crown-6.1 10.3.2,
//! 10.3.3(a), (b); uk-leaflet B25, B28, B29.

use super::Answer;
use super::guard::plain;
use crate::rules::{cite, cites};
use crate::{Area, Event, Kind, LimitKind, Offer, PaiGow, Phase, Step, Table, Wager, What, Why};
use game::{Bounds, Context, Person, Refusal};
use money::{Account, Amount, Move, Moves, PlayerId};
use rulebook::{
    AfterClose, BankAgain, BankFrom, BankTaker, Cover, Instrument, Method, OfferStart, OverMaximum, Power,
    UnderMinimum,
};
use smallvec::smallvec;

impl PaiGow {
    /// Who is asked next, if anybody.
    pub(crate) fn next_offer(&self, table: &Table) -> Option<Offer> {
        let rules = &self.rules.bank;
        let bank = &table.bank;
        if bank.method != Method::House
            && let Some(player) = bank.banker()
            && self.may_bank(table, bank.chung, player)
        {
            let area = bank.chung;
            if bank.round < rules.rounds.value {
                // The round that was void is offered as it was.
                let anew = bank.round == 0 && bank.anew;
                return Some(Offer { area, player, round: bank.round + 1, banks: bank.banks, anew });
            }
            if bank.banks < bank.allowed[usize::from(area - 1) & 7] {
                return Some(Offer { area, player, round: 1, banks: bank.banks + 1, anew: false });
            }
        }
        let count = table.areas.len() as u8;
        let start = match rules.offer_start.value {
            OfferStart::AreaOne => 1,
            OfferStart::NextToLastBank => bank.last.map_or(1, |last| last % count + 1),
        };
        // First whoever is left in this turn of the table, then the next turn.
        for anew in [false, true] {
            for step in 0..count {
                let area = (start - 1 + step) % count + 1;
                let may = |id: &PlayerId| {
                    !self.has_banked(table, area, *id, anew) && self.may_bank(table, area, *id)
                };
                if let Some(player) = self.takers(table, area).find(may) {
                    let anew = anew || rules.again.value == BankAgain::AfterAnother;
                    return Some(Offer { area, player, round: 1, banks: 1, anew });
                }
            }
        }
        None
    }

    /// What ends when the bank goes on: a rotation with the House's round, after which the next begins beside
    /// the dealer (reading `uk-rotation`); leave for a higher total that a void round of a player's bank left
    /// (reading `total-leave`), when the first who is asked is somebody else, or declines.
    pub(crate) fn turn_of_the_bank(&self, table: &mut Table, what: &What) {
        let banked = table.bank.banker();
        let house = matches!(what, What::HouseBanks { .. });
        let asked = matches!(what, What::BankOffered { player, .. } if banked != Some(*player));
        let declined = matches!(what, What::BankDeclined { player, .. } if banked == Some(*player));
        if house && self.rules.bank.again.value == BankAgain::NextRotation && !self.reads.rotates_on {
            table.bank.last = None;
        }
        if (house || asked || declined) && table.bank.round == 0 && table.bank.declined.is_empty() {
            table.orders.total = None;
        }
    }

    /// Everybody who could be asked for the bank on some area, whoever has had it.
    fn could_bank<'t>(&'t self, table: &'t Table) -> impl Iterator<Item = PlayerId> + 't {
        let areas = 1..=table.areas.len() as u8;
        areas.flat_map(move |area| {
            self.takers(table, area).filter(move |id| self.may_bank(table, area, *id)).take(1)
        })
    }

    /// Whether somebody has had the bank in this turn of the table.
    fn had_its_bank(&self, table: &Table, id: PlayerId) -> bool {
        table.bank.had.iter().any(|(_, player)| *player == id)
    }

    /// Whether an area, or a player, has banked and is not asked again yet: in this turn of the table, or
    /// when the next one begins.
    fn has_banked(&self, table: &Table, number: u8, id: PlayerId, anew: bool) -> bool {
        let had = &table.bank.had;
        let just = had.last();
        match (self.rules.bank.again.value, anew) {
            (BankAgain::NextTurn, false) => had.iter().any(|(area, _)| *area == number),
            (BankAgain::AfterAnother, _) | (BankAgain::NextTurn, true) => {
                just.is_some_and(|(area, _)| *area == number)
            }
            (BankAgain::NextRotation, false) => had.iter().any(|(_, player)| *player == id),
            (BankAgain::NextRotation, true) => {
                !self.reads.rotates_on || just.is_some_and(|(_, player)| *player == id)
            }
        }
    }

    /// Those on an area who may be asked, in order.
    fn takers<'t>(&self, table: &'t Table, number: u8) -> impl Iterator<Item = PlayerId> + use<'t> {
        let area = table.area(number).filter(|area| !area.off && !area.house_way);
        let seated = table.seated(number);
        let taker = self.rules.bank.taker.value;
        // At the start nobody has called an area yet: whoever sits there would.
        let fresh = table.counted == 0 || taker == BankTaker::AnyPlayer;
        let most = match taker {
            BankTaker::CallerThenOthers => usize::MAX,
            BankTaker::Caller | BankTaker::AnyPlayer => 1,
        };
        let last = area.map_or(&[][..], |area| &area.last_players[..]);
        // Where somebody has declined, another who sits down is asked next time (reading `no-round-yet`).
        let first = seated.filter(|_| fresh && area.is_some() && !table.bank.asked.contains(&number));
        // Who has gone calls no area any more (reading caller-gone).
        let here = |id: &PlayerId| table.player(*id).is_some_and(|player| !player.barred);
        first.into_iter().chain(last.iter().copied().filter(here).filter(move |_| !fresh).take(most))
    }

    /// Whether somebody is passed over who has less than a banker puts up at least (reading `bank-means`).
    fn lack_means(&self, table: &Table) -> bool {
        let lacks = |area: u8| {
            let means = |id: PlayerId| Self::bank_funds(table, id) >= self.bank_least(table);
            self.takers(table, area).any(|id| {
                !means(id) && !self.has_banked(table, area, id, false) && self.could_take(table, area, id)
            })
        };
        (1..=table.areas.len() as u8).any(lacks)
    }

    /// Whether a player may be offered the bank on an area.
    fn may_bank(&self, table: &Table, area: u8, id: PlayerId) -> bool {
        Self::bank_funds(table, id) >= self.bank_least(table) && self.could_take(table, area, id)
    }

    /// Whether a player may be offered the bank on an area, whatever they have.
    fn could_take(&self, table: &Table, area: u8, id: PlayerId) -> bool {
        let rules = &self.rules.bank;
        let Some(player) = table.player(id) else { return false };
        let bank = &table.bank;
        if player.barred || player.passes || bank.declined.contains(&id) || bank.gave_up.contains(&id) {
            return false;
        }
        if rules.played_before.value && table.counted > 0 && !player.played_last {
            return false;
        }
        let calls = |n: &u8| table.area(*n).is_some_and(|a| a.last_caller == Some(id));
        let numbers = 1..=table.areas.len() as u8;
        if rules.taker.value == BankTaker::AnyPlayer {
            // Whoever sits there may, wherever they played.
            return true;
        }
        match numbers.clone().find(calls) {
            // Who calls an area banks from there and nowhere else.
            Some(_) => calls(&area),
            None if rules.banks_from.value == BankFrom::OwnElseFurthest && table.counted > 0 => {
                let count = table.areas.len() as u8;
                let distance = |n: &u8| (*n + count - table.bank.chung) % count;
                // No bank is held from an area that is played by the House Way (reading `house-way-bank`).
                let on =
                    |n: &u8| table.area(*n).is_some_and(|a| !a.house_way && a.last_players.contains(&id));
                numbers.filter(on).max_by_key(distance) == Some(area)
            }
            None => true,
        }
    }

    /// What somebody who is offered the bank has for it: a stand-off of theirs goes back when they take it.
    fn bank_funds(table: &Table, id: PlayerId) -> Amount {
        let own = table.wagers.iter().filter(|w| w.player == id);
        let down: Amount = own.map(|w| w.down(Instrument::Chips)).sum();
        table.ledger.amount(Account::Player(id)) + down
    }

    /// The least that a banker puts up.
    fn bank_least(&self, table: &Table) -> Amount {
        table.limits.of(LimitKind::Regular).least
    }

    pub(super) fn offer_bank(&self, table: &Table, ctx: &Context) -> Answer {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Bank], "offering the bank")?;
        if table.tiles.closing {
            let message = "play has ended, and the bank is offered no more";
            return Err(Refusal::new("table.closing", self.says(table, Step::PlayEnded), message));
        }
        self.sound_tiles(table)?;
        if table.tiles.displayed {
            let clauses = self.says(table, Step::TableOpened);
            let message = "the tiles lie displayed until a player takes a place";
            return Err(Refusal::new("tiles.displayed", clauses, message));
        }
        if table.orders.removal {
            let clauses = self.says(table, Step::AreaRemoved);
            return Err(Refusal::new(
                "area.not_drawn",
                clauses,
                "an area is to be drawn and taken out first",
            ));
        }
        if let Some(offer) = table.bank.offer {
            return Err(self.unanswered(table, format!("the bank is offered to {}", offer.player)));
        }
        let rules = &self.rules.bank;
        if let Some(Offer { area, player, round, banks, anew }) = self.next_offer(table) {
            let mut event = self.event(table, What::BankOffered { area, player, round, banks, anew });
            // A void round does not count: the same one is offered to its banker again.
            let again = table.bank.round == 0 && table.bank.banker() == Some(player);
            if again && table.bank.declined.is_empty() && banks == table.bank.banks {
                event.clauses = event.clauses.and(&self.reads.void_not_counted);
            } else if round == 1 && banks == 1 {
                // Who is asked rests on where the offer starts, and on who has had the bank.
                if table.bank.declined.is_empty() && self.could_bank(table).any(|other| other != player) {
                    event.clauses = event.clauses.and(&cite(&rules.offer_start));
                }
                if self.could_bank(table).any(|id| self.had_its_bank(table, id)) {
                    event.clauses = event.clauses.and(&cite(&rules.again));
                }
            }
            if round == 1 && banks > 1 {
                event.clauses = event.clauses.and(&self.reads.further_banks);
            }
            if round == 1 && banks == 1 && self.sharers_passed(table, player) {
                event.clauses = event.clauses.and(&self.reads.shared_bank);
            }
            let called = table.area(area).and_then(|area| area.last_caller);
            let here = |id: PlayerId| table.player(id).is_some_and(|player| !player.barred);
            if table.counted > 0 && called.is_some_and(|id| id != player && !here(id)) {
                event.clauses = event.clauses.and(&self.reads.caller_gone);
            }
            let line = table.area(area).map_or(&[][..], |area| &area.last_players[..]);
            let declined = |id: PlayerId| table.bank.declined.contains(&id);
            if line.len() > 2 && called.is_some_and(|id| id != player && declined(id)) {
                event.clauses = event.clauses.and(&self.reads.bank_others);
            }
            if table.player(player).is_some_and(|player| player.side_only) {
                event.clauses = event.clauses.and(&self.reads.bonus_played);
            }
            if self.lack_means(table) {
                event.clauses = event.clauses.and(&self.reads.bank_means);
            }
            return Ok(vec![event]);
        }
        let area = rules.house_area.value;
        let mut events = vec![self.under(Method::House, What::HouseBanks { area }, Moves::new())];
        if self.could_bank(table).next().is_some() {
            // Somebody would be asked, who has had the bank.
            events[0].clauses = events[0].clauses.and(&cite(&rules.again));
        }
        let here = |id: &PlayerId| table.player(*id).is_some_and(|player| !player.barred);
        let unseen = |area: &Area| area.last_caller.is_none() && area.last_players.iter().any(here);
        if table.areas.iter().any(|area| !area.off && !area.house_way && unseen(area)) {
            events[0].clauses = events[0].clauses.and(&self.reads.second_area_bank);
        }
        if self.sharers_passed(table, PlayerId::HOUSE) {
            events[0].clauses = events[0].clauses.and(&self.reads.shared_bank);
        }
        if self.lack_means(table) {
            events[0].clauses = events[0].clauses.and(&self.reads.bank_means);
        }
        if !self.rules.bank.house_area_wagers.value {
            events.extend(self.clear_area(table, area, Why::Area));
        }
        events.extend(self.outgrown(table, Method::House, |w| w.area == area));
        Ok(events)
    }

    /// Whether the offer goes past somebody who sits at the table and shared the bank of the last round.
    fn sharers_passed(&self, table: &Table, asked: PlayerId) -> bool {
        let seated = |id: PlayerId| table.player(id).is_some_and(|player| player.seat.is_some());
        let mut sharers = table.bank.holders.iter().skip(1).map(|holder| holder.player);
        table.bank.method != Method::House && sharers.any(|id| id != asked && seated(id))
    }

    /// Stand-offs of the round before that are outside the limits by now, and go back where the book plays no
    /// such wager; those that are `gone` in any case do not count.
    fn outgrown(&self, table: &Table, method: Method, gone: impl Fn(&Wager) -> bool) -> Vec<Event> {
        let rules = &self.rules.limits;
        let below = rules.under_minimum.value.of(method) == Some(&UnderMinimum::Returned);
        let above = rules.over_maximum.value.of(method) == Some(&OverMaximum::Returned);
        let total = self.total_bound(table).filter(|_| method == Method::Player);
        let total = total.map(|most| table.orders.total.map_or(most, |leave| leave.max(most)));
        let mut events = Vec::new();
        let mut rest: Vec<&Wager> = Vec::new();
        for wager in table.wagers.iter().filter(|w| !gone(w)) {
            let (amount, limit) = (wager.stake.amount, table.limits.of(wager.kind.limits()));
            let regular = wager.kind == Kind::Regular;
            let holds = !regular || rules.minimum_under.value.contains(&method);
            let tokens = !wager.stake.part(Instrument::Tokens).is_zero();
            if tokens && method != Method::House && !self.reads.tokens_redeemed {
                events.push(self.gives_back(table, wager, Why::Tokens));
            } else if below && holds && amount < limit.least {
                events.push(self.gives_back(table, wager, Why::BelowMinimum));
            } else if above && amount > limit.most {
                events.push(self.gives_back(table, wager, Why::AboveMaximum));
            } else if regular {
                rest.push(wager);
            }
        }
        let mut all: Amount = rest.iter().map(|w| w.stake.amount).sum();
        // Wagers lie in the order they were first placed in: the last goes first, until the rest fits.
        while let Some(wager) = rest.pop_if(|_| total.is_some_and(|most| all > most)) {
            all = all.less(wager.stake.amount);
            let mut event = self.gives_back(table, wager, Why::AboveMaximum);
            let bound = rules.table_total.as_ref().map(cite).unwrap_or_default();
            event.clauses = bound.and(&self.reads.carried_total);
            events.push(event);
        }
        events
    }

    /// An event that belongs to another method than the one that was.
    fn under(&self, method: Method, what: What, moves: Moves) -> Event {
        Event { clauses: self.step_under(method, what.step()), what, moves }
    }

    /// Gives back every wager of an area.
    fn clear_area(&self, table: &Table, area: u8, why: Why) -> Vec<Event> {
        let on = table.wagers.iter().filter(|w| w.area == area);
        on.map(|wager| self.gives_back(table, wager, why)).collect()
    }

    /// Gives a wager back whole.
    pub(crate) fn gives_back(&self, table: &Table, wager: &Wager, why: Why) -> Event {
        let Wager { player, area, kind, stake, .. } = *wager;
        let moves = stake.back(player);
        let mut event = self.moved(table, What::WagerReturned { player, area, kind, why }, moves);
        let side = &self.rules.side;
        let cause = match (why, kind) {
            (Why::Area, _) if self.houses(table, area) => Some(cite(&self.rules.bank.house_area_wagers)),
            (Why::Area, _) => Some(cite(&self.rules.bank.own_area_only)),
            (Why::Banks, _) => Some(self.reads.banker_wagers.clone()),
            (Why::Alone, Kind::Big | Kind::Small) => side.big_small_needs.as_ref().map(cite),
            (Why::Alone, Kind::Bonus) => side.bonus_needs.as_ref().map(cite),
            (Why::Alone, _) => Some(cite(&self.rules.table.unshared_area)),
            (Why::AboveMaximum, _) => Some(cite(&self.rules.limits.over_maximum)),
            (Why::BelowMinimum, _) => Some(cite(&self.rules.limits.under_minimum)),
            (Why::Tokens, _) => Some(self.reads.tokens_bank.clone()),
            (Why::Barred, _) => Some(self.step(table, Step::PlayerBarred).and(&self.reads.barred_wager)),
            (Why::Parted, _) => Some(self.step(table, Step::PlayersParted)),
            (Why::Closing, _) => Some(self.step(table, Step::PlayEnded)),
            (Why::Void, _) => None,
        };
        event.clauses = cause.unwrap_or(event.clauses);
        event
    }

    /// Whether an area is given up because the House takes the bank there.
    fn houses(&self, table: &Table, area: u8) -> bool {
        area == self.rules.bank.house_area.value && table.bank.offer.is_none_or(|offer| offer.area != area)
    }

    /// What a banker may put up.
    pub(crate) fn bank_bounds(&self, table: &Table, id: PlayerId) -> Option<Bounds> {
        let most = self.setup.chip.down(Self::bank_funds(table, id));
        Bounds::new(self.bank_least(table), most, self.setup.chip.units())
    }

    /// Whether somebody has what they want to put up.
    fn has_stake(&self, (id, has): (PlayerId, Amount), stake: Amount, method: Method) -> Result<(), Refusal> {
        if stake <= has {
            return Ok(());
        }
        let message = format!("{stake} for the bank is more than the {has} that {id} has");
        Err(Refusal::new("money.short", self.step_under(method, Step::BankAdded), message))
    }

    pub(super) fn amount_in(
        &self,
        what: &str,
        amount: Amount,
        bounds: Option<Bounds>,
        method: Method,
        step: Step,
    ) -> Result<(), Refusal> {
        let clauses = self.step_under(method, step);
        let Some(bounds) = bounds else {
            return Err(Refusal::new(
                "money.short",
                clauses,
                format!("{what} {amount} cannot be: there is not enough"),
            ));
        };
        if bounds.allow(amount) {
            return Ok(());
        }
        let message = match (amount < bounds.least, amount > bounds.most) {
            (true, _) => format!("{what} {amount} is below the minimum {}", bounds.least),
            (_, true) => format!("{what} {amount} is above the maximum {}", bounds.most),
            _ => format!("{what} {amount} is not {bounds}"),
        };
        Err(Refusal::new("bank.out_of_bounds", clauses, message))
    }

    pub(super) fn accept_bank(&self, table: &Table, ctx: &Context, method: Method, stake: Amount) -> Answer {
        let id = self.player(table, ctx)?.id;
        self.phase(table, &[Phase::Bank], "accepting the bank")?;
        let Some(offer) = table.bank.offer.filter(|offer| offer.player == id) else {
            let clauses = self.says(table, Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {id}"),
            ));
        };
        let methods = &self.rules.bank.methods;
        if method == Method::House || !methods.value.contains(&method) {
            let words: Vec<&str> =
                methods.value.iter().filter(|m| **m != Method::House).map(|m| m.word()).collect();
            let message = format!("a player cannot bank as {method}, expected {}", words.join(" or "));
            return Err(Refusal::new("bank.method", cite(methods), message));
        }
        self.has_stake((id, Self::bank_funds(table, id)), stake, method)?;
        let bounds = self.bank_bounds(table, id);
        self.amount_in("bank stake", stake, bounds, method, Step::BankAdded).map_err(|refusal| {
            // An old minimum is kept for wagers, not for a bank.
            let keeps = table.player(id).and_then(|player| player.old_minimum);
            match keeps.is_some_and(|(least, _)| (least..self.bank_least(table)).contains(&stake)) {
                true => Refusal { clauses: refusal.clauses.and(&self.reads.kept_minimum_bank), ..refusal },
                false => refusal,
            }
        })?;
        let Offer { area, round, banks, .. } = offer;
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(id), stake)];
        let what = What::BankTaken { area, player: id, method, stake, round, banks };
        let gone = |w: &Wager| w.area == area || w.player == id || w.player.is_house();
        let gives_back = |wager: &Wager| {
            let why = if wager.player == id && wager.area != area { Why::Banks } else { Why::Area };
            self.gives_back(table, wager, why)
        };
        // The banker's own first, who may put them up.
        let (own, others): (Vec<&Wager>, Vec<&Wager>) =
            table.wagers.iter().filter(|w| gone(w)).partition(|w| w.player == id);
        let mut events: Vec<Event> = own.into_iter().map(gives_back).collect();
        events.push(self.under(method, what, moves));
        events.extend(others.into_iter().map(gives_back));
        events.extend(self.outgrown(table, method, gone));
        Ok(events)
    }

    pub(super) fn decline_bank(&self, table: &Table, ctx: &Context) -> Answer {
        // Who does not answer has declined: the dealer says so.
        let who = match ctx.who {
            Person::Player(_) => Some(self.player(table, ctx)?.id),
            _ => {
                self.dealer(ctx)?;
                None
            }
        };
        if self.no_round_yet(table)
            && table.bank.method != Method::House
            && let Some(banker) = table.speaks()
        {
            // Nobody wagers against the bank: whoever speaks for it need not wait for ever. Nobody else gives it up,
            // unless everybody who banks is barred.
            let barred = table.player(banker).is_none_or(|player| player.barred);
            if who != Some(banker) && (who.is_some() || !barred) {
                let clauses = self.says(table, Step::BankTaken);
                return Err(Refusal::new("bank.not_offered", clauses, format!("the bank is {banker}'s")));
            }
            let mut events = self.unwinds(table);
            let what = What::BankDeclined { area: table.bank.chung, player: banker };
            let event = self.event(table, what);
            events.push(Event { clauses: event.clauses.and(&self.reads.no_round_yet), ..event });
            return Ok(events);
        }
        if let Some(needed) = table.bank.short.filter(|_| table.phase == Phase::Wall) {
            let others = self.rules.bank.uncovered.value.iter().filter(|other| **other != table.bank.method);
            let words: Vec<&str> = others.map(|method| method.word()).collect();
            let add = if self.rules.bank.may_top_up.value { "is added to, or " } else { "" };
            let (has, words) = (table.bank.stake(), words.join(" or "));
            let message = format!("the bank has {has} and needs {needed}: it {add}gives way to {words}");
            return Err(Refusal::new("phase.wrong", self.says(table, Step::BankShort), message));
        }
        self.phase(table, &[Phase::Bank], "declining the bank").map_err(|refusal| {
            let taken = table.phase == Phase::Wall && table.bank.method != Method::House;
            match taken {
                true => {
                    let message = "the bank is taken, and there are wagers against it or dice were seen";
                    Refusal { message: message.to_string(), ..refusal }
                }
                false => refusal,
            }
        })?;
        let offer = table.bank.offer.filter(|offer| who.is_none_or(|id| offer.player == id));
        let Some(Offer { area, player, round, banks, .. }) = offer else {
            let clauses = self.says(table, Step::BankOffered);
            return Err(Refusal::new(
                "bank.not_offered",
                clauses,
                format!("the bank is not offered to {}", self.called(ctx.who)),
            ));
        };
        let mut event = self.event(table, What::BankDeclined { area, player });
        // More banks in a row were allowed there, and the row is broken.
        let in_row = round > 1 || banks > 1;
        if in_row && table.bank.allowed.get(usize::from(area) - 1).is_some_and(|allowed| *allowed > 1) {
            event.clauses = event.clauses.and(&self.reads.further_banks);
        }
        Ok(vec![event])
    }

    pub(super) fn pass_bank(&self, table: &Table, ctx: &Context, pass: bool) -> Answer {
        let player = self.player(table, ctx)?;
        self.phase(table, &super::limit::OPEN, "passing the bank")?;
        if player.passes == pass {
            return Err(plain("bank.no_change", format!("{} has said so already", player.id)));
        }
        let mut events = vec![self.event(table, What::BankPassed { player: player.id, pass })];
        if let Some(offer) = table.bank.offer.filter(|offer| pass && offer.player == player.id) {
            // Who wants to be passed over has answered an offer that stands.
            let declined = self.event(table, What::BankDeclined { area: offer.area, player: player.id });
            events.push(Event { clauses: declined.clauses.and(&self.reads.silent_declines), ..declined });
        }
        Ok(events)
    }

    pub(super) fn allow_banks(&self, table: &Table, ctx: &Context, area: u8, banks: u8) -> Answer {
        self.power(ctx, Power::ExtraBanks)?;
        self.phase(table, &super::limit::OPEN, "allowing banks")?;
        self.area(table, area)?;
        let most = &self.rules.bank.banks_per_area_most;
        if banks < 1 || banks > most.value {
            let message = format!("{banks} banks in a row, expected 1 to {}", most.value);
            return Err(Refusal::new("bank.banks_out_of_bounds", cite(most), message));
        }
        Ok(vec![self.event(table, What::BanksAllowed { area, banks })])
    }

    /// A player's bank that is not closed yet.
    pub(super) fn open_bank(&self, table: &Table, act: &str) -> Result<(), Refusal> {
        self.phase(table, &[Phase::Wall], act)?;
        if table.bank.method == Method::House {
            let clauses = self.says(table, Step::HouseBanks);
            return Err(Refusal::new("bank.house", clauses, "the House banks in this round"));
        }
        if table.cutting.closed && table.bank.short.is_none() {
            let clauses = self.says(table, Step::BetsClosed);
            let rule = self.rules.wager.after_close.value.of(table.bank.method);
            let message = match rule == Some(&AfterClose::BankerConsents) {
                true => "betting is over in this round, and the banker has not consented",
                false => "betting is over in this round",
            };
            return Err(Refusal::new("wager.closed", clauses, message));
        }
        Ok(())
    }

    pub(super) fn allow_bank_sharing(&self, table: &Table, ctx: &Context) -> Answer {
        self.power(ctx, Power::ShareBank)?;
        self.open_bank(table, "sharing the bank")?;
        let share = &self.rules.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if table.bank.shared || table.bank.short.is_some() {
            return Err(plain("bank.no_change", "the bank may be shared already, or betting is over"));
        }
        Ok(vec![self.event(table, What::BankSharing)])
    }

    pub(crate) fn join_bounds(&self, table: &Table, id: PlayerId) -> Option<Bounds> {
        let chip = self.setup.chip;
        let most = chip.down(table.ledger.amount(Account::Player(id)));
        // Who joins puts up what a banker has to; who banks already may add any chip.
        let least = if table.bank.is_held_by(id) { Amount::of(chip.units()) } else { self.bank_least(table) };
        Bounds::new(least, most, chip.units())
    }

    pub(super) fn join_bank(&self, table: &Table, ctx: &Context, stake: Amount) -> Answer {
        let id = self.player(table, ctx)?.id;
        self.open_bank(table, "joining the bank")?;
        let share = &self.rules.bank.may_share;
        if !share.value {
            return Err(Refusal::new("bank.not_shared", cite(share), "this book lets nobody share a bank"));
        }
        if !table.bank.shared || table.bank.short.is_some() {
            let message = match table.bank.short {
                Some(_) => "betting is over, and nobody joins the bank any more",
                None => "the House has not let this bank be shared",
            };
            return Err(Refusal::new("bank.not_shared", self.says(table, Step::BankSharing), message));
        }
        if table.bank.is_held_by(id) {
            return Err(plain("bank.holds", format!("{id} banks already")));
        }
        if table.bank.holders.len() >= usize::from(self.rules.table.players_per_area.value) {
            let most = &self.rules.table.players_per_area;
            let message =
                format!("{} players share the bank, {} can be", table.bank.holders.len(), most.value);
            return Err(Refusal::new("area.full", cite(most), message));
        }
        let played = &self.rules.bank.played_before;
        if played.value && table.counted > 0 && table.player(id).is_none_or(|player| !player.played_last) {
            let message = format!("{id} did not play the round before, and cannot bank");
            return Err(Refusal::new("bank.not_played", cite(played), message));
        }
        if let Some(wager) = table.wagers.iter().find(|w| w.player == id) {
            let message = format!("{id} wagers against the bank on area {}", wager.area);
            let clauses = self.reads.banker_wagers.clone();
            return Err(Refusal::new("bank.wagers_against", clauses, message));
        }
        let (bounds, method) = (self.join_bounds(table, id), table.bank.method);
        self.has_stake((id, table.ledger.amount(Account::Player(id))), stake, method)?;
        self.amount_in("bank stake", stake, bounds, method, Step::BankAdded)?;
        let lead = table.bank.banker().unwrap_or(id);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), stake)];
        let mut event = self.moved(table, What::BankJoined { player: id, stake }, moves);
        if method == Method::CoBank {
            event.clauses = event.clauses.and(&self.reads.co_bank_shared);
        }
        Ok(vec![event])
    }

    pub(super) fn add_to_bank(&self, table: &Table, ctx: &Context, amount: Amount) -> Answer {
        let id = self.holder(table, ctx, &self.says(table, Step::BankAdded))?;
        let late = self.adds_late(table, id);
        if !late {
            self.open_bank(table, "adding to the bank")?;
        }
        let top_up = &self.rules.bank.may_top_up;
        if table.bank.short.is_some() && !top_up.value {
            let message = "a bank that is short gives way to another method, it is not added to";
            return Err(Refusal::new("bank.no_top_up", cite(top_up), message));
        }
        let (bounds, method) = (self.join_bounds(table, id), table.bank.method);
        self.has_stake((id, table.ledger.amount(Account::Player(id))), amount, method)?;
        self.amount_in("addition", amount, bounds, method, Step::BankAdded)?;
        let lead = table.bank.banker().unwrap_or(id);
        let covered = table.bank.short.is_some_and(|needed| table.bank.stake() + amount >= needed);
        let moves = smallvec![Move::new(Account::Player(id), Account::Bank(lead), amount)];
        let mut events = vec![self.moved(table, What::BankAdded { player: id, amount, covered }, moves)];
        if late {
            let consent = cites(&[], self.rules.wager.after_close.reading.as_deref());
            let late = self.says(table, Step::BetsClosed).and(&consent);
            events[0].clauses = late.and(&events[0].clauses);
        }
        if covered && table.bank.method == Method::CoBank {
            events.push(self.funds_co_bank(table, table.bank.stake() + amount));
        }
        Ok(events)
    }

    /// Whether somebody who banks may add to the bank after the close: wagers change then by the banker's
    /// consent, which the banker has for their own and may give to those who share.
    fn adds_late(&self, table: &Table, id: PlayerId) -> bool {
        let rule = &self.rules.wager.after_close;
        let consent = rule.value.of(table.bank.method) == Some(&AfterClose::BankerConsents);
        let own = table.speaks() == Some(id) || table.player(id).is_some_and(|p| p.consented);
        let closed = table.cutting.closed && table.bank.short.is_none();
        table.phase == Phase::Wall && closed && consent && own
    }

    /// What the bank has to have for the wagers on the layout.
    pub(crate) fn to_cover(&self, table: &Table, method: Method) -> Amount {
        let regular = table.wagers.iter().filter(|w| w.kind == Kind::Regular);
        let total: Amount = regular.map(|wager| self.in_action(table, wager, method)).sum();
        match self.rules.bank.cover.value.of(method) {
            Some(Cover::Half) => self.setup.chip.up(Amount::of((total.units() + 1) / 2)),
            Some(Cover::All) | None => total,
        }
    }

    /// The House puts the same beside the player's stake, into one heap.
    pub(super) fn funds_co_bank(&self, table: &Table, stake: Amount) -> Event {
        let lead = table.bank.banker().map_or(Account::Float, Account::Bank);
        let moves = smallvec![
            Move::new(lead, Account::CoBank, stake),
            Move::new(Account::Float, Account::CoBank, stake)
        ];
        self.under(Method::CoBank, What::CoBankFunded { amount: stake }, moves)
    }

    pub(super) fn change_method(&self, table: &Table, ctx: &Context, method: Method) -> Answer {
        match method {
            Method::House => self.dealer(ctx)?,
            Method::Player | Method::CoBank => {
                self.banker(table, ctx, &cite(&self.rules.bank.uncovered))?;
            }
        }
        self.phase(table, &[Phase::Wall], "changing the method")?;
        if table.bank.short.is_none() {
            let clauses = match method {
                // When it is said whether the House is to co-bank.
                Method::CoBank if !self.reads.co_bank_asked.is_empty() => self.reads.co_bank_asked.clone(),
                _ => cite(&self.rules.bank.uncovered),
            };
            let message = "the bank covers the wagers, or betting is open";
            return Err(Refusal::new("bank.covers", clauses, message));
        }
        let ways = &self.rules.bank.uncovered;
        if !ways.value.contains(&method) || method == table.bank.method {
            let others = ways.value.iter().filter(|other| **other != table.bank.method);
            let words: Vec<&str> = others.map(|m| m.word()).collect();
            let message =
                format!("a bank that is short cannot give way to {method}, expected {}", words.join(" or "));
            return Err(Refusal::new("bank.method", cite(ways), message));
        }
        if method == Method::CoBank {
            let (needed, has) = (self.to_cover(table, method), table.bank.stake());
            if has < needed {
                let message =
                    format!("the bank's {has} do not cover half of the wagers, {needed} are needed");
                let clauses = self.step_under(method, Step::BankShort);
                return Err(Refusal::new("bank.short", clauses, message));
            }
            let what = What::MethodChanged { method, chung: table.bank.chung };
            let mut event = self.because(table, what, ways);
            let all = self.total_down(table);
            if needed + needed < all {
                // What lies beyond the maximum does not play, and need not be covered.
                event.clauses = event.clauses.and(&self.reads.co_bank_cover);
            }
            return Ok(vec![event, self.funds_co_bank(table, has)]);
        }
        let chung = self.rules.bank.house_area.value;
        let mut event = self.because(table, What::MethodChanged { method, chung }, ways);
        event.moves = self.stakes_back(table);
        if table.bank.round == 1 && table.bank.banks == 1 {
            event.clauses = event.clauses.and(&self.reads.gave_way);
        }
        let lies = |w: &Wager| w.kind == Kind::Bonus && w.area == table.bank.chung && w.area != chung;
        if table.wagers.iter().any(lies) {
            event.clauses = event.clauses.and(&self.reads.bonus_gave_way);
        }
        let mut events = vec![event];
        let returned = self.rules.limits.over_maximum.value.of(Method::House) == Some(&OverMaximum::Returned);
        for wager in &table.wagers {
            if wager.area == chung && !self.rules.bank.house_area_wagers.value || wager.player.is_house() {
                events.push(self.gives_back(table, wager, Why::Area));
            } else if returned && wager.stake.amount > table.limits.of(wager.kind.limits()).most {
                events.push(self.gives_back(table, wager, Why::AboveMaximum));
            }
        }
        self.thins(table, &mut events);
        Ok(events)
    }

    /// Every banker's stake going back whole.
    pub(super) fn stakes_back(&self, table: &Table) -> Moves {
        let Some(lead) = table.bank.banker() else { return Moves::new() };
        let mut moves = Moves::new();
        if !table.bank.house_stake.is_zero() {
            moves.push(Move::new(Account::CoBank, Account::Float, table.bank.house_stake));
        }
        let from = if table.bank.house_stake.is_zero() { Account::Bank(lead) } else { Account::CoBank };
        moves.extend(table.bank.holders.iter().map(|h| Move::new(from, Account::Player(h.player), h.stake)));
        moves
    }

    pub(super) fn name_shaker(&self, table: &Table, ctx: &Context, id: PlayerId) -> Answer {
        let banker = self.banker(table, ctx, &cite(&self.rules.bank.extra_banks_other_shaker))?;
        self.phase(table, &[Phase::Wall], "naming who shakes")?;
        self.named(table, id)?;
        let other = &self.rules.bank.extra_banks_other_shaker;
        if !other.value || table.bank.banks < 2 {
            let message = "somebody else shakes only for a further bank in a row, where the book says so";
            return Err(Refusal::new("dice.own_shaker", cite(other), message));
        }
        if id == banker {
            return Err(Refusal::new(
                "dice.other_shaker",
                cite(other),
                format!("{id} banks, and cannot shake"),
            ));
        }
        if table.dice.shaken {
            return Err(plain("dice.shaken", "the dice have been shaken"));
        }
        Ok(vec![self.event(table, What::ShakerNamed { player: id })])
    }
}
