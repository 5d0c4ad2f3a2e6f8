//! Rapid Roulette as a floor runs it: periods end by the clock, the House spins and enters, bots put chips.
//!
//! Clauses: rapid-roulette-2000 5, 6.5–6.7; reading `period-start`: the next period begins when a result is
//! entered, so that there is no pause of the House's own.

mod sound;

use super::{Next, Play, Scene, Told};
use crate::Draw;
use ::roulette::{
    Choice, Command, Dealing, Event, POCKETS, Phase, Place, Roulette, State, Station, StationId, What,
};
use game::{Context, Game, Moment, Person};
use money::{Account, Amount, PlayerId};
use rulebook::BuyIn;

impl Play for Roulette {
    const GAME: &'static str = "rapid-roulette";

    fn book(&self) -> &str {
        Self::book(self)
    }

    fn dealers(&self) -> game::Cites {
        self.dealer_clauses()
    }

    fn told<'e>(&self, event: &'e Event) -> Told<'e> {
        let (step, irregular) = named(&event.what);
        // A "no spin" and a failure do not end the spin: it is played again with what is wagered then.
        let terms = matches!(event.what, What::LimitsAnnounced { .. });
        Told { step, cites: &event.cites, ends: matches!(event.what, What::Settled { .. }), irregular, terms }
    }

    fn round(&self, state: &State) -> u32 {
        state.spin()
    }

    fn draws(&self) -> bool {
        self.setup().dealing == Dealing::House
    }

    fn fill(&self, command: &mut Command, draw: &mut Draw) {
        if let Command::Enter { pocket } = command {
            *pocket = u8::try_from(draw.below(u32::from(POCKETS))).ok();
        }
    }

    fn drawn_for(&self) -> Vec<Command> {
        vec![Command::Enter { pocket: None }]
    }

    /// A ball comes to rest after the period has ended, or there is no spin (8.1).
    fn drawn_early(&self, _: &State, _: &str) -> bool {
        false
    }

    fn deal(&self, state: &State, scene: &Scene<'_>) -> Next<Command> {
        if self.setup().dealing != Dealing::House || state.frozen().is_some() {
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
            return at(step, Command::PayHeld { player });
        }
        // Those who leave are paid as soon as nothing of theirs is live (6.5–6.7).
        let paid = |(station, place, holder): (StationId, &Station, ::roulette::Holder)| {
            (holder.leaving && !place.is_live()).then_some(station)
        };
        if let Some(station) = state.open().find_map(paid) {
            return at(step, Command::PayOut { station });
        }
        let live = !state.absent().is_empty() || state.open().any(|(_, station, _)| station.is_live());
        let wanted = scene.pace.alone || !scene.people.is_empty();
        let first = |commands: [Command; 2], moment: Moment| {
            let found = commands.into_iter().find(|command| self.accepts(state, command, &house).is_ok());
            found.map_or(Next::Wait, |command| at(moment, command))
        };
        match state.phase() {
            Phase::Shut if wanted => at(step, Command::OpenTable),
            Phase::Wagering { ends } if wanted || live => at(ends, Command::EndPeriod),
            // What is in doubt is staff's to establish (8.7–8.9): until then nothing is entered.
            Phase::Closed if wanted || live || state.is_spun() => {
                first([Command::Enter { pocket: None }, Command::Spin], step)
            }
            Phase::Shut | Phase::Wagering { .. } | Phase::Closed | Phase::Halted | Phase::Over => Next::Wait,
        }
    }

    /// The time for wagers ends by itself (1.1#wagering period, 5.2), and every station is locked.
    fn clock(&self, state: &State, now: Moment) -> Next<Command> {
        match state.phase() {
            Phase::Wagering { .. } if state.frozen().is_some() => Next::Wait,
            Phase::Wagering { ends } if now >= ends => Next::Do(Command::EndPeriod),
            Phase::Wagering { ends } => Next::At(ends),
            _ => Next::Wait,
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
        let command = Command::Put { station, place: Place::On(spot.spot), amount: Amount::of(wanted) };
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

    fn brings(&self, choice: &Choice) -> bool {
        matches!(choice, Choice::Insert { .. })
    }

    fn top_up(&self, state: &State, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
        let station = state.station_of(player);
        station.map_or_else(Vec::new, |station| bought(self, station, player, amount))
    }

    fn leave(&self, state: &State, player: PlayerId) -> Option<Command> {
        let station = state.station_of(player)?;
        let leaving = state.station(station)?.holder.is_some_and(|holder| holder.leaving);
        (!leaving && state.phase() != Phase::Over).then_some(Command::Leave { station })
    }

    fn free(&self, state: &State) -> Vec<u8> {
        if state.phase() == Phase::Over {
            return Vec::new();
        }
        let free = |station: &Station| station.holder.is_none() && !station.out_of_order;
        (1..).zip(state.stations()).filter(|(_, station)| free(station)).map(|(number, _)| number).collect()
    }

    fn players(&self, state: &State) -> Vec<PlayerId> {
        state.open().map(|(_, _, holder)| holder.player).collect()
    }

    fn closes(&self, state: &State, scene: &Scene<'_>) -> Option<Moment> {
        match state.phase() {
            // A period that ran out while nobody was there ends with whoever comes.
            Phase::Wagering { ends } if state.frozen().is_none() && scene.now < ends => Some(ends),
            _ => None,
        }
    }

    /// What is in doubt is staff's to establish (8.7–8.9), a result theirs to put right (8.4), a system that failed
    /// theirs to restore.
    fn waits_for(&self, state: &State) -> Option<String> {
        if let Some(spin) = state.frozen() {
            return Some(format!("staff have to put the result of spin {spin} right"));
        }
        if let Some((station, ..)) = state.open().find(|(_, station, _)| station.in_doubt) {
            return Some(format!("staff have to establish what was wagered on station {}", station.0));
        }
        (state.phase() == Phase::Halted).then(|| "staff have to restore the system".to_string())
    }

    fn betting(&self, state: &State) -> bool {
        matches!(state.phase(), Phase::Wagering { .. }) && state.frozen().is_none()
    }

    fn shown(&self, state: &State) -> String {
        format!("{} {} {:?}", self.betting(state), state.spin(), state.frozen())
    }

    fn takes_two(&self, command: &Command) -> bool {
        match command {
            // A result is put right.
            Command::Correct { .. } => true,
            // A spin has no result: whoever calls it may have seen where the ball goes.
            Command::CallNoSpin { .. } => true,
            // Wagers are void, or in doubt; then they are made out, or void.
            Command::SystemFails | Command::StationFails { .. } | Command::Establish { .. } => true,
            // A claim that is upheld freezes a spin, or makes a station's wagers void, as those do.
            Command::Answer { upheld: true, .. } => true,
            // What bounds a wrong outcome is not lifted by whoever enters it.
            Command::SetLimits { .. } => true,
            // A freeze has to be quick and moves nothing; what is held is owed, and paid as it is.
            _ => false,
        }
    }

    /// What the end of a period gives back to several players at once is not counted back here.
    fn staked(&self, event: &Event) -> Option<(PlayerId, i64)> {
        let wagers = matches!(
            event.what,
            What::Placed { .. }
                | What::Taken { .. }
                | What::Shifted { .. }
                | What::Returned { .. }
                | What::Established { .. }
        );
        if !wagers {
            return None;
        }
        let on = |account: Account| match account {
            Account::Layout(player) => Some(player),
            _ => None,
        };
        let player = event.moves.iter().find_map(|step| on(step.to).or(on(step.from)))?;
        let moved = event.moves.iter().map(|step| {
            let sign = i64::from(on(step.to) == Some(player)) - i64::from(on(step.from) == Some(player));
            sign * step.amount.units()
        });
        Some((player, moved.sum()))
    }

    fn sound(&self, state: &State) -> Result<(), String> {
        sound::check(self, state)
    }
}

fn later(moment: Moment, milliseconds: u32) -> Moment {
    Moment::new(moment.milliseconds().saturating_add(i64::from(milliseconds)))
}

/// The House taking what a player tenders, if the book has something that a dealer takes.
fn bought(game: &Roulette, station: StationId, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
    let account = &game.rules().account;
    let by_dealer = |tender: &&BuyIn| !account.automatic.value.contains(tender);
    let Some(tender) = account.buy_in.value.iter().find(by_dealer).copied() else { return Vec::new() };
    vec![(Person::House, Command::BuyIn { station, player, tender, amount })]
}

/// The word of a step, and whether it should not have happened.
const fn named(what: &What) -> (&'static str, bool) {
    match what {
        What::Activated { .. } => ("activated", false),
        What::Credited { .. } => ("credited", false),
        What::Placed { .. } => ("placed", false),
        What::Taken { .. } => ("taken", false),
        What::Shifted { .. } => ("shifted", false),
        What::Returned { why, .. } => {
            ("returned", !matches!(why, ::roulette::Why::Taken | ::roulette::Why::Leaving))
        }
        What::Leaving { dismissed, .. } => ("leaving", *dismissed),
        What::PaidOut { .. } => ("paid-out", false),
        What::HeldPaid { .. } => ("held-paid", false),
        What::PeriodOpened { .. } => ("period-opened", false),
        What::PeriodEnded { .. } => ("period-ended", false),
        What::Spun { .. } => ("spun", false),
        What::Settled { .. } => ("settled", false),
        What::AbsentEnded { .. } => ("absent-ended", true),
        What::NoSpin { .. } => ("no-spin", true),
        What::Frozen { .. } => ("frozen", true),
        What::Resettled { .. } => ("resettled", true),
        What::DisplayDisregarded { .. } => ("display-disregarded", true),
        What::StationFailed { .. } => ("station-failed", true),
        What::SystemFailed { .. } => ("system-failed", true),
        What::Established { .. } => ("established", true),
        What::StationRestored { .. } => ("station-restored", false),
        What::SystemRestored => ("system-restored", false),
        What::Claimed { .. } => ("claimed", true),
        What::Answered { .. } => ("answered", false),
        What::PeriodSet { .. } => ("period-set", false),
        What::LimitsAnnounced { .. } => ("limits-announced", false),
        What::LimitsChanged => ("limits-changed", false),
        What::TableClosed => ("table-closed", false),
    }
}
