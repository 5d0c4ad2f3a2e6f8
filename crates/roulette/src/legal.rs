//! Lists what a person may do now, by asking the rules themselves.
//!
//! Single commands are listed if the rules accept them; where something is left open, the bounds come from
//! the same functions that the rules ask.

use crate::choice::{Opening, Whom};
use crate::decide::Turn;
use crate::decide::limit::PERIOD_MOST;
use crate::limit::least_more;
use crate::{Choice, ClaimAbout, Command, Evidence, Holder, Phase, Place, Spot, Station, StationId};
use game::{Bounds, Person};
use money::{Account, Amount, PlayerId};
use rulebook::BuyIn;

impl Turn<'_> {
    /// Everything that this person may do now.
    pub(crate) fn legal(&self) -> Vec<Choice> {
        if !self.game.is_due(self.state, self.now) {
            return self.legal_in_time();
        }
        let later = self.game.after(self.state, &[self.period_ended()]);
        let mut choices = self.at(&later).legal_in_time();
        if self.clock().is_ok() {
            choices.push(Choice::Only(Command::EndPeriod));
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

    fn try_only(&self, command: Command, choices: &mut Vec<Choice>) {
        if self.allows(&command) {
            choices.push(Choice::Only(command));
        }
    }

    fn of_player(&self, player: PlayerId, choices: &mut Vec<Choice>) {
        let own = self.state.station_of(player);
        for id in (1..).map(StationId).take(self.state.stations.len()) {
            if own.is_some_and(|own| own != id) {
                continue;
            }
            let Some(bounds) = self.credit_bounds(player) else { continue };
            if self.allows(&Command::Insert { station: id, amount: bounds.least }) {
                choices.push(Choice::Insert { station: id, bounds });
            }
        }
        for station in own.into_iter().chain(self.left(player)) {
            for about in [ClaimAbout::Outcome, ClaimAbout::Malfunction] {
                self.try_only(Command::Claim { station, about }, choices);
            }
        }
        let Some(id) = own else { return };
        self.try_only(Command::Leave { station: id }, choices);
        if let Ok((station, holder)) = self.touchable(id) {
            self.of_touch(id, station, holder, choices);
        }
    }

    /// Everything that touching a station can do.
    fn of_touch(&self, id: StationId, station: &Station, holder: Holder, choices: &mut Vec<Choice>) {
        let mut put: Vec<(Bounds, Vec<Spot>)> = Vec::new();
        let mut openings = Vec::new();
        for known in self.game.layout.spots() {
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
        choices.extend(put.into_iter().map(|(bounds, spots)| Choice::Put { station: id, spots, bounds }));
        for wager in &station.wagers {
            let place = Place::On(wager.spot);
            if let Ok(bounds) = self.takable(station, place) {
                choices.push(Choice::Take { station: id, place, bounds });
            }
        }
        let from = station.wagers.clone();
        let can_move = from.iter().any(|wager| {
            openings.iter().any(|opening| opening.spot != wager.spot && opening.least <= wager.amount)
        });
        if can_move {
            choices.push(Choice::Shift { station: id, from, to: openings });
        }
        self.of_runs(id, station, holder, choices);
        self.try_only(Command::Clear { station: id }, choices);
    }

    fn of_runs(&self, id: StationId, station: &Station, holder: Holder, choices: &mut Vec<Choice>) {
        let began = || station.runs.iter().filter(|run| run.first == self.state.spin);
        for sequence in &self.game.rules.sequences {
            let except: Vec<_> = began().map(|run| run.numbers).collect();
            let except: Vec<_> = except.into_iter().filter(|run| run.count() == sequence.spins).collect();
            // Any numbers that have no wager yet stand for all of them.
            let mut fresh = (0..=u8::MAX).filter_map(|n| {
                let numbers: Vec<u8> =
                    (0..sequence.spins).map(|place| if place == 0 { n } else { 0 }).collect();
                crate::Numbers::new(&numbers).filter(|numbers| !except.contains(numbers))
            });
            let room = fresh.next().map(|numbers| self.room(station, holder, Place::Run(numbers)));
            if let Some(Ok(bounds)) = room {
                choices.push(Choice::PutRun { station: id, spins: sequence.spins, except, bounds });
            }
        }
        for run in began() {
            let place = Place::Run(run.numbers);
            if let Ok(bounds) = self.room(station, holder, place) {
                choices.push(Choice::PutMore { station: id, numbers: run.numbers, bounds });
            }
            if let Ok(bounds) = self.takable(station, place) {
                choices.push(Choice::Take { station: id, place, bounds });
            }
        }
    }

    fn of_staff(&self, choices: &mut Vec<Choice>) {
        let alone = [
            Command::OpenTable,
            Command::CloseTable,
            Command::EndPeriod,
            Command::Spin,
            Command::SystemFails,
            Command::RestoreSystem,
        ];
        for command in alone {
            self.try_only(command, choices);
        }
        for id in (1..).map(StationId).take(self.state.stations.len()) {
            self.of_station(id, choices);
        }
        for (account, _) in self.state.ledger.accounts() {
            if let Account::Held(player) = account {
                self.try_only(Command::PayHeld { player: *player }, choices);
            }
        }
        for claim in &self.state.claims {
            for upheld in [false, true] {
                self.try_only(Command::Answer { claim: claim.claim, upheld }, choices);
            }
        }
        let enter = Command::Enter { pocket: None };
        if self.allows(&enter) {
            choices.push(if self.game.house_deals() { Choice::Only(enter) } else { Choice::Enter });
        }
        if let Some(early) = self.state.ball {
            let grounds: Vec<String> = self.grounds(early).map(str::to_string).collect();
            let first = grounds.first().cloned().unwrap_or_default();
            if self.allows(&Command::CallNoSpin { ground: first }) {
                choices.push(Choice::CallNoSpin { grounds });
            }
        }
        self.of_freeze(choices);
        if let Some(last) = self.state.records.back() {
            let shown = if last.pocket == 0 { 1 } else { 0 };
            if self.allows(&Command::DisplayShows { shown }) {
                choices.push(Choice::DisplayShows { pocket: last.pocket });
            }
        }
        if let Some(spin) = self.state.frozen
            && self.allows(&Command::Correct { spin, pocket: 0 })
        {
            choices.push(Choice::Correct { spin });
        }
        if self.allows(&Command::SetPeriod { seconds: None }) {
            let may = self.game.rules.period.may_be_set.value;
            choices.push(Choice::SetPeriod { most: if may { PERIOD_MOST } else { 0 } });
        }
        if self.dealer().is_ok() && self.state.phase != Phase::Over {
            let standing = Box::new(self.state.limits.clone());
            let raised_from = self.now.after_minutes(self.game.rules.limits.raise_notice.value);
            let signs = self.state.signs();
            choices.push(Choice::SetLimits { standing, now: self.now, raised_from, signs });
        }
    }

    /// The spins whose results can be put right, those that follow each other together.
    fn of_freeze(&self, choices: &mut Vec<Choice>) {
        let spins = self.state.records.iter().map(|record| record.spin);
        for spin in spins.filter(|spin| self.allows(&Command::Freeze { spin: *spin })) {
            match choices.last_mut() {
                Some(Choice::Freeze { last, .. }) if *last + 1 == spin => *last = spin,
                _ => choices.push(Choice::Freeze { first: spin, last: spin }),
            }
        }
    }

    fn of_station(&self, id: StationId, choices: &mut Vec<Choice>) {
        let holder = self.state.station(id).and_then(|station| station.holder);
        let all = self.state.holders();
        // Anybody who controls no station stands for everybody who does not.
        let anybody = || (1..).filter_map(PlayerId::new).find(|player| !all.contains(player));
        let player = holder.map(|holder| holder.player).or_else(anybody).unwrap_or(PlayerId::HOUSE);
        let account = &self.game.rules.account;
        let by_dealer =
            |tender: &&BuyIn| !account.automatic.value.contains(tender) && **tender != BuyIn::Tokens;
        let tenders: Vec<BuyIn> = account.buy_in.value.iter().filter(by_dealer).copied().collect();
        if let (Some(bounds), Some(tender)) = (self.credit_bounds(player), tenders.first().copied()) {
            let command = Command::BuyIn { station: id, player, tender, amount: bounds.least };
            if self.allows(&command) {
                let whom = if holder.is_some() { Whom::Holder(player) } else { Whom::AnybodyBut(all) };
                choices.push(Choice::BuyIn { station: id, whom, tenders, bounds });
            }
        }
        for command in [
            Command::Dismiss { station: id },
            Command::PayOut { station: id },
            Command::StationFails { station: id },
            Command::RestoreStation { station: id },
        ] {
            self.try_only(command, choices);
        }
        if self.allows(&Command::Establish { station: id, evidence: Evidence::AsShown })
            && let Ok(on_record) = self.establishable(id)
        {
            if self.game.house_deals() {
                // As shown, or void (reading `house-record`).
                for evidence in [Evidence::AsShown, Evidence::None] {
                    choices.push(Choice::Only(Command::Establish { station: id, evidence }));
                }
                return;
            }
            let limits = Box::new(on_record.limits.clone());
            let (most, runs) = (on_record.most, on_record.runs);
            choices.push(Choice::Establish { station: id, most, runs, limits });
        }
    }
}
