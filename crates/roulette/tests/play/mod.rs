//! A table to play at in tests: commands by whoever sends them, and what the accounts hold.

#![allow(dead_code)] // each test file uses its part

use game::{Context, Game, Moment, Person, Rank, Refusal, StaffId};
use money::{Account, Amount, PlayerId};
use roulette::command::{account, spin, table, wager};
use roulette::{Command, Event, Place, Roulette, Setup, State, StationId};
use rulebook::{Book, BuyIn, Shelf};
use std::sync::LazyLock;

/// The embedded books.
pub static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().expect("the books are valid"));

/// A dealer, a Game Supervisor and a Casino Supervisor.
pub const DEALER: Person = Person::Staff(StaffId(1), Rank(0));
pub const GAME_SUPERVISOR: Person = Person::Staff(StaffId(2), Rank(1));
pub const CASINO_SUPERVISOR: Person = Person::Staff(StaffId(3), Rank(2));

/// The book.
pub fn book() -> &'static Book {
    SHELF.book("rapid-roulette-2000").expect("it is on the shelf")
}

/// The book's usual set-up.
pub fn setup() -> Setup {
    Setup::full(&book().roulette().expect("it is of roulette").rules)
}

/// A player.
pub fn player(number: u32) -> PlayerId {
    PlayerId::new(number).expect("not the House")
}

/// A table and its clock.
#[derive(Clone)]
pub struct Table {
    pub game: Roulette,
    pub state: State,
    pub now: i64,
}

impl Table {
    /// A table, not open yet.
    pub fn new(setup: Setup) -> Self {
        let game = Roulette::new(book(), setup).expect("the set-up is allowed");
        let state = game.start();
        Self { game, state, now: 0 }
    }

    /// An open table with as many players, each bought in with 1000 at the station of their number.
    pub fn with_players(setup: Setup, players: u32) -> Self {
        let mut table = Self::new(setup);
        table.expect(DEALER, table::Command::OpenTable);
        for number in 1..=players {
            table.buy_in(number, 1000);
        }
        table
    }

    pub fn context(&self, who: Person) -> Context {
        Context::new(who, Moment::new(self.now))
    }

    /// Sends a command; what it leads to is followed.
    pub fn send(&mut self, who: Person, command: impl Into<Command>) -> Result<Vec<Event>, Refusal> {
        let command = command.into();
        let events = self.game.decide(&self.state, &command, &self.context(who))?.events;
        events.iter().for_each(|event| self.game.evolve(&mut self.state, event));
        assert_eq!(self.game.ledger(&self.state).sum(), 0);
        Ok(events)
    }

    pub fn expect(&mut self, who: Person, command: impl Into<Command>) -> Vec<Event> {
        let command = command.into();
        let shown = format!("{command:?}");
        self.send(who, command).unwrap_or_else(|refusal| panic!("{shown}: {refusal}"))
    }

    /// The code of a refusal, and the state unchanged.
    pub fn refused(&mut self, who: Person, command: impl Into<Command>) -> Refusal {
        let command = command.into();
        let before = self.state.clone();
        let shown = format!("{command:?}");
        let refusal = self.send(who, command).expect_err(&shown);
        assert_eq!(before, self.state, "{shown}");
        refusal
    }

    pub fn buy_in(&mut self, number: u32, units: i64) {
        let station = StationId(u8::try_from(number).expect("a station"));
        let (player, amount) = (player(number), Amount::of(units));
        self.expect(DEALER, account::Command::BuyIn { station, player, tender: BuyIn::Cash, amount });
    }

    pub fn place(&self, text: &str) -> Place {
        self.game.place(text).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// A player, at the station they control, puts chips somewhere.
    pub fn put(&mut self, number: u32, units: i64, text: &str) -> Vec<Event> {
        let command = self.putting(number, units, text);
        self.expect(Person::Player(player(number)), command)
    }

    pub fn putting(&self, number: u32, units: i64, text: &str) -> Command {
        let station = self.state.station_of(player(number)).expect("at a station");
        wager::Command::Put { station, place: self.place(text), amount: Amount::of(units) }.into()
    }

    /// Lets the period run out.
    pub fn close(&mut self) {
        self.now += 3_600_000;
        self.expect(Person::House, spin::Command::EndPeriod);
    }

    /// The period runs out, the ball is spun and rests in a pocket.
    pub fn spin(&mut self, pocket: u8) -> Vec<Event> {
        self.expect(DEALER, spin::Command::Spin);
        self.now += 3_600_000;
        self.expect(DEALER, spin::Command::Enter { pocket: Some(pocket) })
    }

    pub fn credit(&self, number: u32) -> i64 {
        self.state.credit(player(number))
    }

    pub fn on_layout(&self, number: u32) -> i64 {
        self.balance(Account::Layout(player(number)))
    }

    pub fn balance(&self, account: Account) -> i64 {
        self.game.ledger(&self.state).balance(account)
    }
}
