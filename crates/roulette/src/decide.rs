//! Decides commands: one command's turn, and every rule that it meets.
//!
//! A topic of the game has a file of its own; what many rules ask first is in `guard`. A command that comes
//! when the time for wagers is over finds the period ended, whoever sends it: there is one clock, and it is in
//! the context. Refusals come in a fixed order: the table, the person, the station, the freeze, the period,
//! the value.
//! Clauses: none of its own but rapid-roulette-2000 3.6 for a period whose time is over.

pub(crate) mod account;
pub(crate) mod claim;
mod guard;
pub(crate) mod limit;
pub(crate) mod mishap;
pub(crate) mod run;
mod settle;
mod spin;
mod table;
pub(crate) mod wager;

use crate::{Command, Event, Phase, Roulette, State, Step, What};
use game::{Cites, Context, Moment, Person, Refusal};
use money::Moves;

/// One command's turn: who sends it, when, to which table.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'t> {
    pub(crate) game: &'t Roulette,
    pub(crate) state: &'t State,
    pub(crate) who: Person,
    pub(crate) now: Moment,
}

/// Events, or why not.
pub(crate) type Decided = Result<Vec<Event>, Refusal>;

/// A refusal that rests on clauses of the table.
pub(crate) fn refuse<T>(code: &'static str, cites: &Cites, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, cites.clone(), message))
}

/// An event without money.
pub(crate) fn event(what: What, cites: &Cites) -> Event {
    Event { what, cites: cites.clone(), moves: Moves::new() }
}

impl<'t> Turn<'t> {
    pub(crate) fn new(game: &'t Roulette, state: &'t State, context: &Context) -> Self {
        Self { game, state, who: context.who, now: context.now }
    }

    /// What a step rests on.
    pub(crate) fn step(&self, step: Step) -> &'t Cites {
        self.game.step(step)
    }

    /// The same turn some events later.
    pub(crate) fn at<'s>(&self, state: &'s State) -> Turn<'s>
    where
        't: 's,
    {
        Turn { game: self.game, state, who: self.who, now: self.now }
    }

    /// What follows from a command.
    pub(crate) fn decide(&self, command: &Command) -> Decided {
        if !self.game.is_due(self.state, self.now) {
            return self.in_time(command);
        }
        let mut events = vec![self.period_ended()];
        if matches!(command, Command::EndPeriod) {
            self.clock()?;
            return Ok(events);
        }
        let later = self.game.after(self.state, &events);
        events.extend(self.at(&later).in_time(command)?);
        Ok(events)
    }

    /// Whether every rule accepts a command, whatever chance goes into it.
    pub(crate) fn accepts(&self, command: &Command) -> Result<(), Refusal> {
        if !self.game.is_due(self.state, self.now) {
            return self.accepts_in_time(command);
        }
        if matches!(command, Command::EndPeriod) {
            return self.clock();
        }
        let later = self.game.after(self.state, &[self.period_ended()]);
        self.at(&later).accepts_in_time(command)
    }

    /// What follows from a command, the clock being no matter any more.
    fn in_time(&self, command: &Command) -> Decided {
        self.not_over()?;
        let events = self.ruled(command)?;
        let leaving = |event: &Event| matches!(event.what, What::Leaving { .. });
        let leavers = || self.state.open().any(|(_, _, holder)| holder.leaving) || events.iter().any(leaving);
        if command.may_let_go() && leavers() {
            return Ok(self.with_leavers(events));
        }
        Ok(events)
    }

    /// The same without the events: what follows for those who leave never stands against a command.
    fn accepts_in_time(&self, command: &Command) -> Result<(), Refusal> {
        self.not_over()?;
        match command.chance() {
            Some(_) => self.may_enter(),
            None => self.ruled(command).map(drop),
        }
    }

    /// Whether a command may be sent now, the clock being no matter any more.
    pub(crate) fn allows(&self, command: &Command) -> bool {
        self.accepts_in_time(command).is_ok()
    }

    fn not_over(&self) -> Result<(), Refusal> {
        match self.state.phase {
            // No clause closes a table: only what is over can do nothing more.
            Phase::Over => refuse("table.over", &Cites::default(), "the table is closed"),
            Phase::Shut | Phase::Wagering { .. } | Phase::Closed | Phase::Halted => Ok(()),
        }
    }

    /// Events, and what follows from them for those who leave.
    fn with_leavers(&self, mut events: Vec<Event>) -> Vec<Event> {
        let later = self.game.after(self.state, &events);
        events.extend(self.at(&later).leavers());
        events
    }

    /// What follows from a command by the rules of its topic.
    fn ruled(&self, command: &Command) -> Decided {
        match command {
            Command::OpenTable => self.open_table(),
            Command::CloseTable => self.close_table(),
            Command::BuyIn { station, player, tender, amount } => {
                self.buy_in(*station, *player, *tender, *amount)
            }
            Command::Insert { station, amount } => self.insert(*station, *amount),
            Command::Put { station, place, amount } => self.put(*station, *place, *amount),
            Command::Take { station, place, amount } => self.take(*station, *place, *amount),
            Command::Shift { station, from, to } => self.shift(*station, *from, *to),
            Command::Clear { station } => self.clear(*station),
            Command::Leave { station } => self.leave(*station),
            Command::Dismiss { station } => self.dismiss(*station),
            Command::PayOut { station } => self.pay_out(*station),
            Command::PayHeld { player } => self.pay_held(*player),
            Command::EndPeriod => self.end_period(),
            Command::Spin => self.spin(),
            Command::Enter { pocket } => self.enter(*pocket),
            Command::CallNoSpin { ground } => self.call_no_spin(ground),
            Command::Freeze { spin } => self.freeze(*spin),
            Command::Correct { spin, pocket } => self.correct(*spin, *pocket),
            Command::DisplayShows { shown } => self.display_shows(*shown),
            Command::StationFails { station } => self.station_fails(*station),
            Command::SystemFails => self.system_fails(),
            Command::Establish { station, evidence } => self.establish(*station, evidence),
            Command::RestoreStation { station } => self.restore_station(*station),
            Command::RestoreSystem => self.restore_system(),
            Command::Claim { station, about } => self.claim(*station, *about),
            Command::Answer { claim, upheld } => self.answer(*claim, *upheld),
            Command::SetPeriod { seconds } => self.set_period(*seconds),
            Command::SetLimits { limits, at } => self.set_limits(limits, *at),
        }
    }
}
