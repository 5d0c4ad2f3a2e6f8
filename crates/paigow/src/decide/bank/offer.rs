//! Whom the bank is offered to: the turn of the table, who may take it, who has had it.
//!
//! Clauses: star-2016 6; vcga-2000 6; crown-6.1 10.3.2; uk-leaflet B25, B28.

use crate::decide::{Decided, Turn};
use crate::event::bank;
use crate::rules::cite;
use crate::{Area, Event, Kind, Offer, PaiGow, Phase, Player, State, Step, Wager, Why};
use game::Refusal;
use money::{Amount, Moves, PlayerId};
use rulebook::{BankAgain, BankFrom, BankTaker, Instrument, Method, OfferStart, OverMaximum, UnderMinimum};

impl Turn<'_> {
    /// Who is asked next, if anybody.
    pub(crate) fn next_offer(&self) -> Option<Offer> {
        let rules = &self.rules.book.bank;
        let bank = &self.state.bank;
        if bank.method != Method::House
            && let Some(player) = bank.banker()
            && self.rules.may_bank(self.state, bank.chung, player)
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
        let count = self.state.areas.len() as u8;
        let start = match rules.offer_start.value {
            OfferStart::AreaOne => 1,
            OfferStart::NextToLastBank => bank.last.map_or(1, |last| last % count + 1),
        };
        // First whoever is left in this turn of the table, then the next turn.
        let passed = bank.passed.map(|(anew, area)| (anew, (area + count - start) % count));
        for anew in [false, true] {
            for step in 0..count {
                // The offer does not go back: who comes to an area that it has passed is asked the next time.
                if passed.is_some_and(|passed| (anew, step) < passed) {
                    continue;
                }
                let area = (start - 1 + step) % count + 1;
                // Nor does it in the next turn, to whoever could have been asked in this one.
                let passed = |id: &PlayerId| anew && !self.has_banked(area, *id, false);
                let may = |id: &PlayerId| {
                    !self.has_banked(area, *id, anew)
                        && !passed(id)
                        && self.rules.may_bank(self.state, area, *id)
                };
                if let Some(player) = self.rules.takers(self.state, area).find(may) {
                    let anew = anew || rules.again.value == BankAgain::AfterAnother;
                    return Some(Offer { area, player, round: 1, banks: 1, anew });
                }
            }
        }
        None
    }

    /// Whether somebody has had the bank in this turn of the table.
    fn had_its_bank(&self, id: PlayerId) -> bool {
        self.state.bank.had.iter().any(|(_, player)| *player == id)
    }

    /// Whether an area, or a player, has banked and is not asked again yet: in this turn of the table, or
    /// when the next one begins.
    fn has_banked(&self, number: u8, id: PlayerId, anew: bool) -> bool {
        let had = &self.state.bank.had;
        // A round that the House took over from a short bank is another bank (reading `bank-again`).
        let just = had.last().filter(|_| self.state.bank.method != Method::House);
        match (self.rules.book.bank.again.value, anew) {
            (BankAgain::NextTurn, false) => had.iter().any(|(area, _)| *area == number),
            (BankAgain::AfterAnother, _) | (BankAgain::NextTurn, true) => {
                just.is_some_and(|(area, _)| *area == number)
            }
            (BankAgain::NextRotation, false) => had.iter().any(|(_, player)| *player == id),
            (BankAgain::NextRotation, true) => {
                !self.rules.reads.rotates_on || just.is_some_and(|(_, player)| *player == id)
            }
        }
    }

    /// Whether somebody is passed over who has less than a banker puts up at least (reading `bank-means`).
    fn lack_means(&self) -> bool {
        let lacks = |area: u8| {
            let means =
                |id: PlayerId| PaiGow::bank_funds(self.state, id) >= self.rules.bank_least(self.state);
            self.rules.takers(self.state, area).any(|id| {
                !means(id) && !self.has_banked(area, id, false) && self.rules.could_take(self.state, area, id)
            })
        };
        (1..=self.state.areas.len() as u8).any(lacks)
    }

    pub(crate) fn offer_bank(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Bank], "offering the bank")?;
        if self.state.tiles.closing {
            let message = "play has ended, and the bank is offered no more";
            return Err(Refusal::new("table.closing", self.says(Step::PlayEnded), message));
        }
        self.sound_tiles()?;
        if self.state.tiles.displayed {
            let clauses = self.says(Step::TableOpened);
            let message = "the tiles lie displayed until a player takes a place";
            return Err(Refusal::new("tiles.displayed", clauses, message));
        }
        if self.state.orders.removal {
            let clauses = self.says(Step::AreaRemoved);
            return Err(Refusal::new(
                "area.not_drawn",
                clauses,
                "an area is to be drawn and taken out first",
            ));
        }
        if let Some(offer) = self.state.bank.offer {
            return Err(self.unanswered(format!("the bank is offered to {}", offer.player)));
        }
        let rules = &self.rules.book.bank;
        if let Some(Offer { area, player, round, banks, anew }) = self.next_offer() {
            let mut event = self.event(bank::What::BankOffered { area, player, round, banks, anew });
            // A void round does not count: the same one is offered to its banker again.
            if self.state.bank.is_anew_for(player) && banks == self.state.bank.banks {
                event.cites = event.cites.and(&self.rules.reads.void_not_counted);
            } else if round == 1 && banks == 1 {
                // Who is asked rests on where the offer starts, and on who has had the bank.
                if self.state.bank.declined.is_empty()
                    && self.rules.could_bank(self.state).any(|other| other != player)
                {
                    event.cites = event.cites.and(&cite(&rules.offer_start));
                }
                if self.rules.could_bank(self.state).any(|id| self.had_its_bank(id)) {
                    event.cites = event.cites.and(&cite(&rules.again));
                }
            }
            if round > 1 {
                event.cites = event.cites.and(&self.rules.reads.bank_second_round);
                if self.state.bank.repeats {
                    event.cites = event.cites.and(&self.rules.reads.void_not_counted);
                }
            }
            if round == 1 && banks > 1 {
                event.cites = event.cites.and(&self.rules.reads.further_banks);
            }
            if round == 1 && banks == 1 && self.sharers_passed(player) {
                event.cites = event.cites.and(&self.rules.reads.shared_bank);
            }
            let called = self.state.area(area).and_then(|area| area.last_caller);
            let here = |id: PlayerId| self.state.player(id).is_some_and(|player| !player.barred);
            if self.state.counted > 0 && called.is_some_and(|id| id != player && !here(id)) {
                event.cites = event.cites.and(&self.rules.reads.caller_gone);
            }
            let line = self.state.area(area).map_or(&[][..], |area| &area.last_players[..]);
            let declined = |id: PlayerId| self.state.bank.declined.contains(&id);
            if line.len() > 2 && called.is_some_and(|id| id != player && declined(id)) {
                event.cites = event.cites.and(&self.rules.reads.bank_others);
            }
            if self.state.player(player).is_some_and(|player| player.side_only) {
                event.cites = event.cites.and(&self.rules.reads.bonus_played);
            }
            if self.state.player(player).is_some_and(|player| player.stood_ready) {
                event.cites = event.cites.and(&self.rules.reads.gave_way);
            }
            if self.lack_means() {
                event.cites = event.cites.and(&self.rules.reads.bank_means);
            }
            if self.owners_areas() {
                event.cites = event.cites.and(&self.rules.reads.personal_bank);
            }
            return Ok(vec![event]);
        }
        let area = rules.house_area.value;
        let mut events = vec![self.rules.under(Method::House, bank::What::HouseBanks { area }, Moves::new())];
        let could = |banked: bool| {
            (1..=self.state.areas.len() as u8).any(|area| {
                let mut takers = self.rules.takers(self.state, area);
                takers.any(|id| {
                    self.has_banked(area, id, false) == banked && self.rules.may_bank(self.state, area, id)
                })
            })
        };
        if could(true) {
            // Somebody would be asked, who has had the bank.
            events[0].cites = events[0].cites.and(&cite(&rules.again));
        }
        let here = |id: &PlayerId| self.state.player(*id).is_some_and(|player| !player.barred);
        let unseen = |area: &Area| area.last_caller.is_none() && area.last_players.iter().any(here);
        if self.state.areas.iter().any(|area| !area.off && !area.house_way && unseen(area)) {
            events[0].cites = events[0].cites.and(&self.rules.reads.second_area_bank);
        }
        if self.sharers_passed(PlayerId::HOUSE) {
            events[0].cites = events[0].cites.and(&self.rules.reads.shared_bank);
        }
        // Or somebody who came, or came to money, when the offer had passed.
        if self.lack_means() || could(false) {
            events[0].cites = events[0].cites.and(&self.rules.reads.bank_means);
        }
        if self.owners_areas() {
            events[0].cites = events[0].cites.and(&self.rules.reads.personal_bank);
        }
        if !self.rules.book.bank.house_area_wagers.value {
            events.extend(self.clear_area(area, Why::Area));
        }
        events.extend(self.outgrown(Method::House, |w| w.area == area));
        Ok(events)
    }

    /// Whether somebody is passed over who called an area that is another's alone by now (reading `personal-bank`).
    fn owners_areas(&self) -> bool {
        let here = |id: PlayerId| self.state.player(id).is_some_and(|player| !player.barred);
        let passed = |(number, area): (u8, &Area)| {
            let line = area.last_players.iter().filter(|id| here(**id));
            line.take(1).any(|id| PaiGow::owner(self.state, number, *id).is_some())
        };
        (1..).zip(&self.state.areas).any(passed)
    }

    /// Whether the offer goes past somebody who sits at the table and shared the bank of the last round.
    fn sharers_passed(&self, asked: PlayerId) -> bool {
        let seated = |id: PlayerId| self.state.player(id).is_some_and(|player| player.seat.is_some());
        let mut sharers = self.state.bank.holders.iter().skip(1).map(|holder| holder.player);
        self.state.bank.method != Method::House && sharers.any(|id| id != asked && seated(id))
    }

    /// Stand-offs of the round before that are outside the limits by now, and go back where the book plays no
    /// such wager; those that are `gone` in any case do not count.
    pub(crate) fn outgrown(&self, method: Method, gone: impl Fn(&Wager) -> bool) -> Vec<Event> {
        let rules = &self.rules.book.limits;
        let below = rules.under_minimum.value.of(method) == Some(&UnderMinimum::Returned);
        let above = rules.over_maximum.value.of(method) == Some(&OverMaximum::Returned);
        let total = self.rules.total_bound(self.state).filter(|_| method == Method::Player);
        let total = total.map(|most| self.state.orders.total.map_or(most, |leave| leave.max(most)));
        let mut events = Vec::new();
        let mut rest: Vec<&Wager> = Vec::new();
        for wager in self.state.wagers.iter().filter(|w| !gone(w)) {
            let (amount, limit) = (wager.stake.amount, self.state.limits.of(wager.kind.limits()));
            let regular = wager.kind == Kind::Regular;
            let holds = !regular || rules.minimum_under.value.contains(&method);
            let tokens = !wager.stake.part(Instrument::Tokens).is_zero();
            if tokens && method != Method::House && !self.rules.reads.tokens_redeemed {
                events.push(self.gives_back(wager, Why::Tokens));
            } else if below && holds && amount < limit.least {
                events.push(self.gives_back(wager, Why::BelowMinimum));
            } else if above && amount > limit.most {
                events.push(self.gives_back(wager, Why::AboveMaximum));
            } else if regular {
                rest.push(wager);
            }
        }
        let mut all: Amount = rest.iter().map(|w| w.stake.amount).sum();
        // Wagers lie in the order they were first placed in: the last goes first, until the rest fits.
        while let Some(wager) = rest.pop_if(|_| total.is_some_and(|most| all > most)) {
            all = all.less(wager.stake.amount);
            let mut event = self.gives_back(wager, Why::AboveMaximum);
            let bound = rules.table_total.as_ref().map(cite).unwrap_or_default();
            event.cites = bound.and(&self.rules.reads.carried_total);
            events.push(event);
        }
        events
    }
}

impl PaiGow {
    /// Everybody who could be asked for the bank on some area, whoever has had it.
    fn could_bank<'t>(&'t self, state: &'t State) -> impl Iterator<Item = PlayerId> + 't {
        let areas = 1..=state.areas.len() as u8;
        areas.flat_map(move |area| {
            self.takers(state, area).filter(move |id| self.may_bank(state, area, *id)).take(1)
        })
    }

    /// Those on an area who may be asked, in order.
    fn takers<'t>(&self, state: &'t State, number: u8) -> impl Iterator<Item = PlayerId> + use<'t> {
        let area = state.area(number).filter(|area| !area.off && !area.house_way);
        let seated = state.seated(number);
        let taker = self.book.bank.taker.value;
        // At the start nobody has called an area yet: whoever sits there would.
        let fresh = state.counted == 0 || taker == BankTaker::AnyPlayer;
        let most = match taker {
            BankTaker::CallerThenOthers => usize::MAX,
            BankTaker::Caller | BankTaker::AnyPlayer => 1,
        };
        let last = area.map_or(&[][..], |area| &area.last_players[..]);
        // Where somebody has declined, another who sits down is asked next time (reading `no-round-yet`).
        let first = seated.filter(|_| fresh && area.is_some() && !state.bank.asked.contains(&number));
        // Who has gone calls no area any more (reading caller-gone), nor does anybody one that is another's alone.
        let here = move |id: &PlayerId| {
            state.player(*id).is_some_and(|player| !player.barred)
                && Self::owner(state, number, *id).is_none()
        };
        first
            .into_iter()
            .filter(here)
            .chain(last.iter().copied().filter(here).filter(move |_| !fresh).take(most))
    }

    /// Another whose area this is alone, by a maximum of their own.
    pub(crate) fn owner(state: &State, area: u8, id: PlayerId) -> Option<PlayerId> {
        let owns = |p: &&Player| p.id != id && p.personal.is_some_and(|own| own.alone && own.area == area);
        state.players.iter().find(owns).map(|player| player.id)
    }

    /// Whether a player may be offered the bank on an area.
    fn may_bank(&self, state: &State, area: u8, id: PlayerId) -> bool {
        Self::bank_funds(state, id) >= self.bank_least(state) && self.could_take(state, area, id)
    }

    /// Whether a player may be offered the bank on an area, whatever they have.
    fn could_take(&self, state: &State, area: u8, id: PlayerId) -> bool {
        let rules = &self.book.bank;
        let Some(player) = state.player(id) else { return false };
        let bank = &state.bank;
        if player.barred || player.passes || bank.declined.contains(&id) || bank.gave_up.contains(&id) {
            return false;
        }
        if rules.played_before.value && state.counted > 0 && !player.played_last {
            return false;
        }
        if Self::owner(state, area, id).is_some() {
            return false;
        }
        let calls = |n: &u8| state.area(*n).is_some_and(|a| a.last_caller == Some(id));
        let numbers = 1..=state.areas.len() as u8;
        if rules.taker.value == BankTaker::AnyPlayer {
            // Whoever sits there may, wherever they played.
            return true;
        }
        match numbers.clone().find(calls) {
            // Who calls an area banks from there and nowhere else.
            Some(_) => calls(&area),
            None if rules.banks_from.value == BankFrom::OwnElseFurthest && state.counted > 0 => {
                let count = state.areas.len() as u8;
                let distance = |n: &u8| (*n + count - state.bank.chung) % count;
                // No bank is held from an area that is played by the House Way (reading `house-way-bank`).
                let on =
                    |n: &u8| state.area(*n).is_some_and(|a| !a.house_way && a.last_players.contains(&id));
                numbers.filter(on).max_by_key(distance) == Some(area)
            }
            None => true,
        }
    }
}
