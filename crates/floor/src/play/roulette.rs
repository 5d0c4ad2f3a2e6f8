//! Rapid Roulette as a floor runs it: periods end by the clock, the House spins and enters, bots put chips.
//!
//! Clauses: rapid-roulette-2000 5, 6.5–6.7; reading `period-start`: the next period begins when a result is
//! entered, so that there is no pause of the House's own.

use super::{Next, Play, Scene};
use crate::Draw;
use ::roulette::command::{account, spin, table, wager};
use ::roulette::{Command, POCKETS, Phase, Place, Roulette, State, Station, StationId};
use game::{Conduct, Context, Game, Moment, Person};
use money::{Account, Amount, PlayerId};
use rulebook::BuyIn;

impl Play for Roulette {
    fn fill(&self, command: &mut Command, draw: &mut Draw) {
        command.fill(|| u8::try_from(draw.below(u32::from(POCKETS))).unwrap_or_default());
    }

    fn deal(&self, state: &State, scene: &Scene<'_>) -> Next<Command> {
        if !self.draws() || state.frozen().is_some() {
            return Next::Wait;
        }
        let house = Context::new(Person::House, scene.now);
        let step = later(scene.since, scene.pace.step);
        let at = |moment: Moment, command: Command| {
            if scene.now >= moment { Next::Do(command) } else { Next::At(moment) }
        };
        // A player who is back gets what a correction left for them (8.4, reading re-result).
        let held = self.ledger(state).accounts().iter().find_map(|(account, balance)| match account {
            Account::Held(player) if *balance > 0 && state.station_of(*player).is_some() => Some(*player),
            _ => None,
        });
        if let Some(player) = held {
            return at(step, account::Command::PayHeld { player }.into());
        }
        // Those who leave are paid as soon as nothing of theirs is live (6.5–6.7).
        let paid = |(station, place, holder): (StationId, &Station, ::roulette::Holder)| {
            (holder.leaving && !place.is_live()).then_some(station)
        };
        if let Some(station) = state.open().find_map(paid) {
            return at(step, account::Command::PayOut { station }.into());
        }
        let live = !state.absent().is_empty() || state.open().any(|(_, station, _)| station.is_live());
        let wanted = scene.pace.alone || !scene.people.is_empty();
        let first = |commands: [Command; 2], moment: Moment| {
            let found = commands.into_iter().find(|command| self.accepts(state, command, &house).is_ok());
            found.map_or(Next::Wait, |command| at(moment, command))
        };
        match state.phase() {
            Phase::Shut if wanted => at(step, table::Command::OpenTable.into()),
            Phase::Wagering { ends } if wanted || live => at(ends, spin::Command::EndPeriod.into()),
            // What is in doubt is staff's to establish (8.7–8.9): until then nothing is entered.
            Phase::Closed if wanted || live || state.is_spun() => {
                first([spin::Command::Enter { pocket: None }, spin::Command::Spin].map(Command::from), step)
            }
            Phase::Shut | Phase::Wagering { .. } | Phase::Closed | Phase::Halted | Phase::Over => Next::Wait,
        }
    }

    /// The time for wagers ends by itself (1.1#wagering period, 5.2), and every station is locked.
    fn clock(&self, state: &State, now: Moment) -> Next<Command> {
        match state.phase() {
            Phase::Wagering { .. } if state.frozen().is_some() => Next::Wait,
            Phase::Wagering { ends } if now >= ends => Next::Do(spin::Command::EndPeriod.into()),
            Phase::Wagering { ends } => Next::At(ends),
            Phase::Shut | Phase::Closed | Phase::Halted | Phase::Over => Next::Wait,
        }
    }

    fn bot(&self, state: &State, bot: PlayerId, scene: &Scene<'_>, draw: &mut Draw) -> Option<Command> {
        if !self.betting(state) || (!scene.pace.alone && scene.people.is_empty()) {
            return None;
        }
        let Phase::Wagering { ends } = state.phase() else { return None };
        let station = state.station_of(bot)?;
        let place = state.station(station)?;
        let leaving = place.holder.is_some_and(|holder| holder.leaving);
        // As many chips in a spin as hangs on the spin and the bot, not on how often it is asked.
        let chips =
            1 + (state.spin().wrapping_mul(7).wrapping_add(bot.number().wrapping_mul(13)) % 4) as usize;
        if scene.now >= ends || leaving || place.out_of_order || place.wagers.len() >= chips {
            return None;
        }
        let spots = self.layout().spots();
        let spot = spots.get(draw.below(u32::try_from(spots.len()).ok()?) as usize)?;
        if place.on(spot.spot) > 0 {
            return None;
        }
        let bounds = state.limits().bet(spot.bet)?;
        let purse = state.credit(bot);
        let more = i64::from(draw.below(4)) * bounds.step;
        let least = bounds.least.units();
        // Little enough for the purse to last, and enough for the aggregate that is asked for.
        let short = state.limits().aggregate.units() - place.for_spin(state.spin());
        let wanted = (least + more).min((purse / 20).max(least)).max(short).min(bounds.most.units());
        if wanted > purse {
            return None;
        }
        let (place, amount) = (Place::On(spot.spot), Amount::of(wanted));
        let command = Command::from(wager::Command::Put { station, place, amount });
        let context = Context::new(Person::Player(bot), scene.now);
        self.decide(state, &command, &context).ok().map(|_| command)
    }

    fn join(&self, state: &State, player: PlayerId, place: u8, amount: Amount) -> Vec<(Person, Command)> {
        if state.station_of(player).is_some() || !self.free(state).contains(&place) {
            return Vec::new();
        }
        bought(self, StationId(place), player, amount)
    }

    fn broke(&self, state: &State, bot: PlayerId, more: Amount) -> bool {
        let least = state.limits().aggregate.units();
        let Some(place) = state.station_of(bot).and_then(|station| state.station(station)) else {
            return false;
        };
        place.wagers.is_empty() && state.credit(bot) < least && more.units() >= least
    }

    fn top_up(&self, state: &State, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
        let station = state.station_of(player);
        station.map_or_else(Vec::new, |station| bought(self, station, player, amount))
    }

    fn leave(&self, state: &State, player: PlayerId) -> Option<Command> {
        let station = state.station_of(player)?;
        let leaving = state.station(station)?.holder.is_some_and(|holder| holder.leaving);
        (!leaving && state.phase() != Phase::Over).then(|| account::Command::Leave { station }.into())
    }

    fn closes(&self, state: &State, scene: &Scene<'_>) -> Option<Moment> {
        match state.phase() {
            // A period that ran out while nobody was there ends with whoever comes.
            Phase::Wagering { ends } if state.frozen().is_none() && scene.now < ends => Some(ends),
            _ => None,
        }
    }
}

fn later(moment: Moment, milliseconds: u32) -> Moment {
    Moment::new(moment.milliseconds().saturating_add(i64::from(milliseconds)))
}

/// The House taking what a player tenders, if the book has something that a dealer takes.
fn bought(game: &Roulette, station: StationId, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
    let account = &game.parameters().account;
    let by_dealer = |tender: &&BuyIn| !account.automatic.value.contains(tender);
    let Some(tender) = account.buy_in.value.iter().find(by_dealer).copied() else { return Vec::new() };
    vec![(Person::House, account::Command::BuyIn { station, player, tender, amount }.into())]
}
