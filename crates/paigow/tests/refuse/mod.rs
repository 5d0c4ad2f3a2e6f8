//! Refusals, compared one by one: code, first clause and message; and `legal` never offers what is refused.
#![allow(dead_code, clippy::unwrap_used)] // not every test uses everything

use crate::common::{by, dealer, setup, table};
use crate::drive::{Drive, chips, faces, in_order, plain_cut};
use game::{Context, Game};
use paigow::command::{hand, settle, wager};
use paigow::{Choice, Command, Faces, Kind, PaiGow, Setup};
use rulebook::Method;
use std::panic::Location;

/// `no!(cases, drive, who, command => code, clause, message)`: see [`Cases::no`].
macro_rules! no {
    ($cases:ident, $drive:expr, $who:expr, $command:expr => $code:literal, $clause:literal, $message:literal) => {
        $cases.no($drive, $who, $command, [$code, $clause, $message])
    };
}
pub(crate) use no;

/// Refusals that were looked at, and what was wrong with them.
#[derive(Default)]
pub struct Cases {
    faults: Vec<String>,
}

impl Cases {
    /// A command is refused with this code, this first clause (none if empty) and this message.
    #[track_caller]
    pub fn no(&mut self, drive: &Drive<'_>, ctx: Context, command: impl Into<Command>, wanted: [&str; 3]) {
        let command = command.into();
        let line = Location::caller().line();
        let before = drive.table.clone();
        match drive.game.decide(&drive.table, &command, &ctx) {
            Ok(_) => self.faults.push(format!("{line}| {command:?} is accepted, expected {}", wanted[0])),
            Err(refusal) => {
                let found = [refusal.code, refusal.clauses.first().unwrap_or_default(), &refusal.message];
                if found != wanted {
                    self.faults.push(format!("{line}| {}", found.join(" | ")));
                }
            }
        }
        assert_eq!(drive.table, before, "{command:?} is refused and changes something");
        // A choice with something left open, such as a player or cash, may take in more than is accepted; so
        // does a wager found to be what it is, and chance, which a choice leaves to whoever draws.
        let offered = drive.game.legal(&drive.table, &ctx);
        const OPEN: [&str; 7] = [
            "wager.no_change",
            "chance.none",
            "wall.not_a_set",
            "dice.face",
            "dice.count",
            "dice.cut_die",
            "dice.big_small_die",
        ];
        let whole = |choice: &&Choice| choice.open.is_none() && !OPEN.contains(&wanted[0]);
        if let Some(choice) = offered.iter().filter(whole).find(|choice| drive.game.covers(choice, &command))
        {
            self.faults.push(format!("{line}| {command:?} is refused, and {choice:?} offers it"));
        }
    }

    /// All of them were right.
    #[track_caller]
    pub fn done(self) {
        assert!(self.faults.is_empty(), "\n{}\n", self.faults.join("\n"));
    }
}

/// Rules that last as long as the test.
pub fn rules(setup: Setup) -> &'static PaiGow {
    Box::leak(Box::new(table(setup)))
}

/// A table as usual: open, four players with 1000 each, nobody seated.
pub fn open(book: &str, variant: Option<&str>) -> Drive<'static> {
    Drive::open(rules(setup(book, variant)), 4, 1_000)
}

/// The same with the House as bank and a wall.
pub fn house(book: &str, variant: Option<&str>) -> Drive<'static> {
    let mut drive = open(book, variant);
    drive.offer(Method::House, 1);
    drive.shuffle(in_order());
    drive
}

/// The same with player 1 as bank on area 3, with 500.
pub fn banked(book: &str, variant: Option<&str>, method: Method) -> Drive<'static> {
    let mut drive = open(book, variant);
    drive.offer(method, 3);
    drive.accept(method, 500);
    drive.shuffle(in_order());
    drive
}

/// Player 2 wagers 100 on area 4, player 3 on area 5.
pub fn bets(mut drive: Drive<'static>) -> Drive<'static> {
    drive.place(2, 4, Kind::Regular, 100);
    drive.place(3, 5, Kind::Regular, 100);
    drive
}

/// Ones on all dice.
pub fn ones(game: &PaiGow) -> Faces {
    let boxes = vec![1; usize::from(game.parameters().dice.box_dice.value)];
    faces(game, &boxes, 1, 1)
}

/// Both wager, and tiles are dealt.
pub fn dealt(drive: Drive<'static>) -> Drive<'static> {
    let mut drive = bets(drive);
    drive.deal(ones(drive.game), 0, plain_cut());
    drive
}

/// Both players' hands are set as they lie.
pub fn set(drive: Drive<'static>) -> Drive<'static> {
    let mut drive = dealt(drive);
    for area in [4, 5] {
        drive.set(area, [0, 1]);
    }
    drive
}

/// A wager in chips.
pub fn bet(area: u8, kind: Kind, units: i64) -> Command {
    Command::Wager(wager::Command::Place { area, kind, stake: chips(units) })
}

/// The whole round to its end.
pub fn finished(mut drive: Drive<'static>) -> Drive<'static> {
    drive.bank([0, 1]);
    drive.settle();
    drive.does(dealer(), settle::Command::FinishRound);
    drive
}

/// Somebody looks at an area's tiles.
pub fn look(drive: &mut Drive<'_>, number: u32, area: u8) {
    drive.does(by(number), hand::Command::Look { area });
}
