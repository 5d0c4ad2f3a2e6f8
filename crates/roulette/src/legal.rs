//! Lists what a person may do now, by asking the rules themselves.
//!
//! A choice is listed if the rules accept its command as it stands; where something is open in it, the bounds come
//! from the same functions that the rules ask.

use crate::choice::{Opening, Whom};
use crate::command::{account, claim, limit, mishap, spin, table, wager};
use crate::decide::Turn;
use crate::decide::limit::PERIOD_MOST;
use crate::limit::least_more;
use crate::{Choice, ClaimAbout, Evidence, Holder, Numbers, Open, Phase, Place, Spot, Station, StationId};
use game::{Bounds, Person};
use money::{Account, Amount, PlayerId};
use rulebook::BuyIn;

impl Turn<'_> {
    /// Everything that this person may do now.
    pub(crate) fn legal(&self) -> Vec<Choice> {
        if !self.rules.is_due(self.state, self.now) {
            return self.legal_in_time();
        }
        let later = self.rules.after(self.state, &[self.period_ended()]);
        let mut choices = self.at(&later).legal_in_time();
        if self.clock().is_ok() {
            choices.push(Choice::only(spin::Command::EndPeriod));
        }
        choices
    }

    /// The same, the clock being no matter any more.
    fn legal_in_time(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        match self.who {
            Person::Player(player) => self.of_player(player, &mut choices),
            Person::Staff(..) | Person::House => self.of_staff(&mut choices),
            Person::Inspector(_) | Person::Public => (),
        }
        choices
    }

    /// Lists a choice if the rules accept its command.
    fn offer(&self, choice: Choice, choices: &mut Vec<Choice>) {
        if self.allows(&choice.command) {
            choices.push(choice);
        }
    }

    fn of_player(&self, player: PlayerId, choices: &mut Vec<Choice>) {
        let own = self.state.station_of(player);
        for station in (1..).map(StationId).take(self.state.stations.len()) {
            if own.is_some_and(|own| own != station) {
                continue;
            }
            let Some(bounds) = self.credit_bounds(player) else { continue };
            let insert = account::Command::Insert { station, amount: bounds.least };
            self.offer(Choice::only(insert).amount(bounds), choices);
        }
        for station in own.into_iter().chain(self.left(player)) {
            for about in [ClaimAbout::Outcome, ClaimAbout::Malfunction] {
                self.offer(Choice::only(claim::Command::Claim { station, about }), choices);
            }
        }
        let Some(station) = own else { return };
        self.offer(Choice::only(account::Command::Leave { station }), choices);
        if let Ok((known, holder)) = self.touchable(station) {
            self.of_touch(station, known, holder, choices);
        }
    }

    /// Everything that touching a station can do.
    fn of_touch(&self, id: StationId, station: &Station, holder: Holder, choices: &mut Vec<Choice>) {
        let mut put: Vec<(Bounds, Vec<Spot>)> = Vec::new();
        let mut openings = Vec::new();
        for known in self.rules.layout.spots() {
            let place = Place::On(known.spot);
            if let Ok(bounds) = self.room(station, holder, place) {
                match put.iter_mut().find(|(same, _)| *same == bounds) {
                    Some((_, spots)) => spots.push(known.spot),
                    None => put.push((bounds, vec![known.spot])),
                }
            }
            if let Ok(limits) = self.limits_at(place)
                && let Some(least) = least_more(limits, station.on(known.spot))
            {
                openings.push(Opening { spot: known.spot, least: Amount::of(least) });
            }
        }
        for (bounds, spots) in put {
            let Some(first) = spots.first() else { continue };
            choices.push(puts(id, Place::On(*first), bounds).open(Open::Spots(spots)));
        }
        for wager in &station.wagers {
            self.of_take(id, station, Place::On(wager.spot), choices);
        }
        let from = station.wagers.clone();
        let fitting = from.iter().find_map(|wager| {
            let fits = |to: &&Opening| to.spot != wager.spot && to.least <= wager.amount;
            openings.iter().find(fits).map(|to| (wager.spot, to.spot))
        });
        if let Some((off, on)) = fitting {
            let shift = wager::Command::Shift { station: id, from: off, to: on };
            choices.push(Choice::only(shift).open(Open::Shift { from, to: openings }));
        }
        self.of_runs(id, station, holder, choices);
        self.offer(Choice::only(wager::Command::Clear { station: id }), choices);
    }

    fn of_take(&self, id: StationId, station: &Station, place: Place, choices: &mut Vec<Choice>) {
        if let Ok(bounds) = self.takable(station, place) {
            let take = wager::Command::Take { station: id, place, amount: bounds.least };
            choices.push(Choice::only(take).amount(bounds));
        }
    }

    fn of_runs(&self, id: StationId, station: &Station, holder: Holder, choices: &mut Vec<Choice>) {
        let began = || station.runs.iter().filter(|run| run.first == self.state.spin);
        for sequence in &self.rules.parameters.sequences {
            let spins = sequence.spins;
            let except: Vec<Numbers> =
                began().map(|run| run.numbers).filter(|numbers| numbers.count() == spins).collect();
            // Any numbers that have no wager yet stand for all of them.
            let mut fresh = (0..=u8::MAX).filter_map(|first| {
                let numbers: Vec<u8> = (0..spins).map(|place| if place == 0 { first } else { 0 }).collect();
                Numbers::new(&numbers).filter(|numbers| !except.contains(numbers))
            });
            let Some(place) = fresh.next().map(Place::Run) else { continue };
            if let Ok(bounds) = self.room(station, holder, place) {
                choices.push(puts(id, place, bounds).open(Open::Numbers { spins, except }));
            }
        }
        for run in began() {
            let place = Place::Run(run.numbers);
            if let Ok(bounds) = self.room(station, holder, place) {
                choices.push(puts(id, place, bounds));
            }
            self.of_take(id, station, place, choices);
        }
    }

    fn of_staff(&self, choices: &mut Vec<Choice>) {
        self.offer(Choice::only(table::Command::OpenTable), choices);
        self.offer(Choice::only(table::Command::CloseTable), choices);
        self.offer(Choice::only(spin::Command::EndPeriod), choices);
        self.offer(Choice::only(spin::Command::Spin), choices);
        self.offer(Choice::only(mishap::Command::SystemFails), choices);
        self.offer(Choice::only(mishap::Command::RestoreSystem), choices);
        for id in (1..).map(StationId).take(self.state.stations.len()) {
            self.of_station(id, choices);
        }
        for (account, _) in self.state.ledger.accounts() {
            if let Account::Held(player) = account {
                self.offer(Choice::only(account::Command::PayHeld { player: *player }), choices);
            }
        }
        for claim in &self.state.claims {
            for upheld in [false, true] {
                self.offer(Choice::only(claim::Command::Answer { claim: claim.claim, upheld }), choices);
            }
        }
        if self.rules.house_deals() {
            self.offer(Choice::only(spin::Command::Enter { pocket: None }), choices);
        } else {
            let enter = Choice::only(spin::Command::Enter { pocket: Some(0) });
            self.offer(enter.open(Open::Pockets { except: None }), choices);
        }
        self.of_mishap(choices);
        self.of_limit(choices);
    }

    fn of_mishap(&self, choices: &mut Vec<Choice>) {
        if let Some(early) = self.state.ball {
            let grounds: Vec<String> = self.grounds(early).map(str::to_string).collect();
            let ground = grounds.first().cloned().unwrap_or_default();
            let call = Choice::only(mishap::Command::CallNoSpin { ground });
            self.offer(call.open(Open::Grounds(grounds)), choices);
        }
        self.of_freeze(choices);
        if let Some(last) = self.state.records.back() {
            let shown = if last.pocket == 0 { 1 } else { 0 };
            let shows = Choice::only(mishap::Command::DisplayShows { shown });
            self.offer(shows.open(Open::Pockets { except: Some(last.pocket) }), choices);
        }
        if let Some(spin) = self.state.frozen {
            let correct = Choice::only(mishap::Command::Correct { spin, pocket: 0 });
            self.offer(correct.open(Open::Pockets { except: None }), choices);
        }
    }

    fn of_limit(&self, choices: &mut Vec<Choice>) {
        let set_period = Choice::only(limit::Command::SetPeriod { seconds: None });
        let may_be_set = self.rules.parameters.period.may_be_set.value;
        let set_period =
            if may_be_set { set_period.open(Open::Seconds { most: PERIOD_MOST }) } else { set_period };
        self.offer(set_period, choices);
        if self.dealer().is_ok() && self.state.phase != Phase::Over {
            let limits = Box::new(self.state.limits.clone());
            let raised_from = self.now.after_minutes(self.rules.parameters.limits.raise_notice.value);
            let open = Open::Limits { now: self.now, raised_from, signs: self.state.signs() };
            // With full notice anything goes, and so what is in force.
            let set_limits = limit::Command::SetLimits { limits, at: raised_from };
            choices.push(Choice::only(set_limits).open(open));
        }
    }

    /// The spins whose results can be put right, those that follow each other together.
    fn of_freeze(&self, choices: &mut Vec<Choice>) {
        let freezes = |spin| mishap::Command::Freeze { spin };
        let spins = self.state.records.iter().map(|record| record.spin);
        for spin in spins.filter(|spin| self.allows(&freezes(*spin).into())) {
            match choices.last_mut().and_then(|choice| choice.open.as_mut()) {
                Some(Open::Spins { last, .. }) if *last + 1 == spin => *last = spin,
                Some(_) | None => {
                    choices.push(Choice::only(freezes(spin)).open(Open::Spins { first: spin, last: spin }));
                }
            }
        }
    }

    fn of_station(&self, id: StationId, choices: &mut Vec<Choice>) {
        let holder = self.state.station(id).and_then(|station| station.holder);
        let all = self.state.holders();
        // Anybody who controls no station stands for everybody who does not.
        let anybody = || (1..).filter_map(PlayerId::new).find(|player| !all.contains(player));
        let player = holder.map(|holder| holder.player).or_else(anybody).unwrap_or(PlayerId::HOUSE);
        let account = &self.rules.parameters.account;
        let by_dealer =
            |tender: &&BuyIn| !account.automatic.value.contains(tender) && **tender != BuyIn::Tokens;
        let tenders: Vec<BuyIn> = account.buy_in.value.iter().filter(by_dealer).copied().collect();
        if let (Some(bounds), Some(tender)) = (self.credit_bounds(player), tenders.first().copied()) {
            let buy_in = account::Command::BuyIn { station: id, player, tender, amount: bounds.least };
            let whom = if holder.is_some() { Whom::Holder(player) } else { Whom::AnybodyBut(all) };
            self.offer(Choice::only(buy_in).amount(bounds).open(Open::BuyIn { whom, tenders }), choices);
        }
        self.offer(Choice::only(account::Command::Dismiss { station: id }), choices);
        self.offer(Choice::only(account::Command::PayOut { station: id }), choices);
        self.offer(Choice::only(mishap::Command::StationFails { station: id }), choices);
        self.offer(Choice::only(mishap::Command::RestoreStation { station: id }), choices);
        let establish = |evidence| Choice::only(mishap::Command::Establish { station: id, evidence });
        if self.rules.house_deals() {
            // As shown, or void (reading `house-record`).
            self.offer(establish(Evidence::AsShown), choices);
            self.offer(establish(Evidence::None), choices);
        } else if let Ok(on_record) = self.establishable(id) {
            let limits = Box::new(on_record.limits.clone());
            let records = Open::Records { most: on_record.most, runs: on_record.runs, limits };
            self.offer(establish(Evidence::AsShown).open(records), choices);
        }
    }
}

/// Chips put at a place.
fn puts(station: StationId, place: Place, bounds: Bounds) -> Choice {
    Choice::only(wager::Command::Put { station, place, amount: bounds.least }).amount(bounds)
}
