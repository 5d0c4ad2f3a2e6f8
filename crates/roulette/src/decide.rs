//! Decides commands: one command's turn, and every rule that it meets.
//!
//! A topic of the game has a file of its own; what many rules ask first is in `guard`. A command that comes
//! when the time for wagers is over finds the period ended, whoever sends it: there is one clock, and it is in
//! the context. Refusals come in a fixed order: the table, the person, the station, the freeze, the period,
//! the value.
//! Clauses: none of its own but rapid-roulette-2000 3.6 for a period whose time is over.

pub(crate) mod account;
pub(crate) mod claim;
pub(crate) mod guard;
pub(crate) mod limit;
pub(crate) mod mishap;
pub(crate) mod run;
mod second;
mod settle;
mod spin;
mod table;
pub(crate) mod wager;

use crate::event::account::What as Account;
use crate::{Command, Event, Phase, Roulette, State, Step, What};
use game::{Cites, Context, Decision, Person, Refusal};
use std::ops::Deref;

/// One command's turn at a Rapid Roulette table: the rules of a topic are methods on it.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'t>(game::Turn<'t, Roulette>);

impl<'t> Deref for Turn<'t> {
    type Target = game::Turn<'t, Roulette>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// The one command that finds a period ended whose time is over, and adds nothing.
const END_PERIOD: Command = Command::Spin(crate::command::spin::Command::EndPeriod);

/// Events, or why not.
pub(crate) type Decided = Result<Vec<Event>, Refusal>;

/// A refusal that rests on clauses of the table.
pub(crate) fn refuse<T>(code: &'static str, cites: &Cites, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, cites.clone(), message))
}

/// An event without money.
pub(crate) fn event(what: impl Into<What>, cites: &Cites) -> Event {
    Event::new(what, cites.clone())
}

impl<'t> Turn<'t> {
    pub(crate) const fn new(rules: &'t Roulette, state: &'t State, context: &Context) -> Self {
        Self(game::Turn::new(rules, state, context))
    }

    /// What a step rests on.
    pub(crate) fn step(&self, step: Step) -> &'t Cites {
        self.rules.step(step)
    }

    /// The same turn some events later.
    pub(crate) const fn at<'s>(&self, state: &'s State) -> Turn<'s>
    where
        't: 's,
    {
        Turn(self.0.at(state))
    }

    /// The same turn, were somebody else to act.
    fn by(&self, who: Person) -> Self {
        Self(self.0.by(who))
    }

    /// What follows from a command, and who has to stand by it.
    pub(crate) fn decide(&self, command: &Command) -> Result<Decision<Event>, Refusal> {
        let events = self.events(command)?;
        Ok(Decision { events, second: self.second(command) })
    }

    /// What follows from a command.
    fn events(&self, command: &Command) -> Decided {
        if !self.rules.is_due(self.state, self.now) {
            return self.in_time(command);
        }
        let mut events = vec![self.period_ended()];
        if *command == END_PERIOD {
            self.clock()?;
            return Ok(events);
        }
        let later = self.rules.after(self.state, &events);
        events.extend(self.at(&later).in_time(command)?);
        Ok(events)
    }

    /// Whether every rule accepts a command, whatever chance goes into it.
    pub(crate) fn accepts(&self, command: &Command) -> Result<(), Refusal> {
        if !self.rules.is_due(self.state, self.now) {
            return self.accepts_in_time(command);
        }
        if *command == END_PERIOD {
            return self.clock();
        }
        let later = self.rules.after(self.state, &[self.period_ended()]);
        self.at(&later).accepts_in_time(command)
    }

    /// What follows from a command, the clock being no matter any more.
    fn in_time(&self, command: &Command) -> Decided {
        self.not_over()?;
        let events = self.ruled(command)?;
        let leaving = |event: &Event| matches!(event.what, What::Account(Account::Leaving { .. }));
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
        let later = self.rules.after(self.state, &events);
        events.extend(self.at(&later).leavers());
        events
    }

    /// What follows from a command by the rules of its topic.
    fn ruled(&self, command: &Command) -> Decided {
        match command {
            Command::Table(command) => table::decide(self, command),
            Command::Account(command) => account::decide(self, command),
            Command::Limit(command) => limit::decide(self, command),
            Command::Wager(command) => wager::decide(self, command),
            Command::Spin(command) => spin::decide(self, command),
            Command::Mishap(command) => mishap::decide(self, command),
            Command::Claim(command) => claim::decide(self, command),
        }
    }
}
