//! Pai Gow as a floor runs it: the book's procedure without a person, bots that set by the House Way, how
//! chance is drawn for a command.
//!
//! Clauses: those of the steps it puts to the rules; `paigow` cites them with every event.

mod bot;
mod deal;

use super::{Next, Play, Scene};
use crate::Draw;
use ::paigow::command::{bank, seat, wager};
use ::paigow::{Command, Kind, PaiGow, Performer, Source, Stake, State};
use game::{Conduct, Context, Game, Moment, Person};
use money::{Account, Amount, PlayerId};
use tiles::Tile;

impl Source for Draw {
    fn wall(&mut self) -> Box<[Tile; 32]> {
        self.wall()
    }

    fn face(&mut self) -> u8 {
        self.face()
    }
}

impl Play for PaiGow {
    fn fill(&self, command: &mut Command, draw: &mut Draw) {
        Self::fill(self, command, draw);
    }

    fn deal(&self, table: &State, scene: &Scene<'_>) -> Next<Command> {
        deal::next(self, table, scene)
    }

    fn bot(&self, table: &State, bot: PlayerId, scene: &Scene<'_>, draw: &mut Draw) -> Option<Command> {
        bot::acts(self, table, bot, scene, draw)
    }

    fn join(&self, table: &State, player: PlayerId, place: u8, amount: Amount) -> Vec<(Person, Command)> {
        let seated = table.player(player).is_some_and(|known| known.seat.is_some());
        if seated || !self.free(table).contains(&place) {
            return Vec::new();
        }
        let sits = (Person::Player(player), Command::Seat(seat::Command::Sit { area: place }));
        if amount.is_zero() && table.player(player).is_some() {
            return vec![sits];
        }
        vec![bought(player, amount), sits]
    }

    fn top_up(&self, table: &State, player: PlayerId, amount: Amount) -> Vec<(Person, Command)> {
        if table.player(player).is_none() {
            return Vec::new();
        }
        vec![bought(player, amount)]
    }

    fn broke(&self, table: &State, bot: PlayerId, more: Amount) -> bool {
        let least = table.limits.of(Kind::Regular.limits()).least;
        let idle = !table.wagers.iter().any(|wager| wager.player == bot) && !table.bank.is_held_by(bot);
        idle && table.ledger.amount(Account::Player(bot)) < least && more >= least
    }

    /// Answers and takes back what still holds them, one thing a time; then goes.
    fn leave(&self, table: &State, player: PlayerId) -> Option<Command> {
        let offered = table.bank.offer.is_some_and(|offer| offer.player == player);
        let down = table.wagers.iter().find(|wager| wager.player == player);
        let command = match down {
            _ if offered => Command::Bank(bank::Command::DeclineBank),
            Some(wager) => Command::Wager(wager::Command::Withdraw { area: wager.area, kind: wager.kind }),
            None => Command::Seat(seat::Command::Leave),
        };
        let context = Context::new(Person::Player(player), Moment::default());
        self.decide(table, &command, &context).ok().map(|_| command)
    }

    fn closes(&self, table: &State, scene: &Scene<'_>) -> Option<Moment> {
        if self.setup().dealer != Performer::House || !self.betting(table) {
            return None;
        }
        deal::closes(self, table, scene)
    }
}

/// The House changing money into chips for somebody, if it deals here and may.
const fn bought(player: PlayerId, amount: Amount) -> (Person, Command) {
    (Person::House, Command::Seat(seat::Command::BuyIn { player, stake: Stake::chips(amount) }))
}
