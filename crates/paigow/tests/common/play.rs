//! Playing one command after another, and looking at what came of it.

use super::SHELF;
use game::{Context, Decision, Game, Refusal};
use paigow::{Command, Event, PaiGow, Setup, State, What};

/// A table in play.
pub struct Played {
    pub game: PaiGow,
    pub table: State,
    pub events: Vec<Event>,
}

impl Played {
    /// A table that is not open yet.
    pub fn new(setup: Setup) -> Self {
        let game = PaiGow::new(SHELF.book(&setup.book).unwrap(), setup).unwrap();
        let table = game.start();
        Self { game, table, events: Vec::new() }
    }

    /// Does something that has to be accepted.
    #[track_caller]
    pub fn does(&mut self, ctx: Context, command: impl Into<Command>) -> &[Event] {
        let command = command.into();
        match self.game.decide(&self.table, &command, &ctx) {
            Ok(Decision { events, .. }) => {
                for event in &events {
                    self.game.evolve(&mut self.table, event);
                }
                let start = self.events.len();
                self.events.extend(events);
                &self.events[start..]
            }
            Err(refusal) => panic!("{command:?} by {}: {refusal}", ctx.who),
        }
    }

    /// Does something that has to be refused, and changes nothing.
    #[track_caller]
    pub fn refused(&self, ctx: Context, command: Command) -> Refusal {
        match self.game.decide(&self.table, &command, &ctx) {
            Ok(events) => panic!("{command:?} by {} is accepted: {events:?}", ctx.who),
            Err(refusal) => refusal,
        }
    }

    /// Whether something happened.
    pub fn happened(&self, what: impl Fn(&What) -> bool) -> bool {
        self.events.iter().any(|event| what(&event.what))
    }
}
