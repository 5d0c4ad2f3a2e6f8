//! The clauses of every refusal, book by book, as they were read against the texts:
//! `testdata/refusals/pai-gow.txt`.
//!
//! Random play comes to states of every kind; in each, whatever could be done and much that could not is put
//! to `decide` for everybody. The file lists each code with every list of clauses that a book gave for it, so
//! that a person can hold it against the book. `HOUSEWAY_GOLDENS=update` writes it anew; then read the diff
//! with the texts at hand.
#![allow(clippy::unwrap_used)]

mod common;

use common::tables;
use common::walk::{Everybody, Seeded};
use game::laws::{Plan, Walker, walk};
use game::{Context, Game, Moment, Person, Rank, Refusal, StaffId};
use paigow::{PaiGow, State};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Code, book, lists of clauses.
type Cited = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn note(cited: &mut Cited, book: &str, refusal: &Refusal) {
    let own = format!("{book} ");
    let clauses: Vec<&str> =
        refusal.clauses.iter().map(|text| text.strip_prefix(&own).unwrap_or(text)).collect();
    let list = if clauses.is_empty() { "-".to_string() } else { clauses.join(", ") };
    cited.entry(refusal.code.into()).or_default().entry(book.to_string()).or_default().insert(list);
}

/// Everybody tries everything, and something at random.
fn try_all(game: &PaiGow, walker: &Everybody<'_>, table: &State, die: &mut Seeded, cited: &mut Cited) {
    let top = game.parameters().ranks.ladder.value.len() as u8 - 1;
    let mut people = vec![
        Person::Staff(StaffId(1), Rank::DEALER),
        Person::Staff(StaffId(3), Rank(top)),
        Person::Inspector(StaffId(4)),
    ];
    people.extend(table.bank.banker().map(Person::Player));
    people.extend(table.players.iter().take(4).map(|player| Person::Player(player.id)));
    let now = Moment::new(walker.clock.get());
    for who in people {
        let ctx = Context::new(who, now);
        let tried = game.candidates(table, &ctx).into_iter().map(|choice| choice.command);
        let strays: Vec<_> = (0..30).map(|_| walker.stray(table, die)).collect();
        for command in tried.chain(strays) {
            if let Err(refusal) = game.decide(table, &command, &ctx) {
                note(cited, &game.setup().book, &refusal);
            }
        }
    }
}

fn cited() -> Cited {
    let cited = RefCell::new(Cited::new());
    for (place, game) in tables().iter().enumerate() {
        let walker = Everybody::new(game);
        let mut die = Seeded::new(13_000 + place as u64);
        let other = RefCell::new(Seeded::new(99_000 + place as u64));
        let plan = Plan { commands: 2_400, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
        let mut done = 0;
        while done < plan.commands {
            let mut state = game.start();
            let mut turn = 0u32;
            let mut seen = |table: &State, _: &paigow::Command, _: &[paigow::Event]| {
                turn += 1;
                if turn.is_multiple_of(9) {
                    try_all(game, &walker, table, &mut other.borrow_mut(), &mut cited.borrow_mut());
                }
            };
            let plan = Plan { commands: plan.commands - done, ..plan };
            done += walk(game, &walker, &mut state, &plan, &mut die, &mut seen).unwrap().commands;
        }
    }
    cited.into_inner()
}

fn written(cited: &Cited) -> String {
    let mut text = String::from(
        "# The clauses that each refusal cites, by book; `-` where no book has a word on it.\n\
         # Several lines of a book: it depends on who banks, on the area, or on what is wrong.\n",
    );
    for (code, books) in cited {
        let _ = writeln!(text, "\n{code}");
        for (book, lists) in books {
            for list in lists {
                let _ = writeln!(text, "  {book:<11} {list}");
            }
        }
    }
    text
}

/// Each list of clauses with its code and book.
fn rows(text: &str) -> BTreeSet<String> {
    let mut code = "";
    let mut rows = BTreeSet::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(list) => drop(rows.insert(format!("{code}: {list}"))),
            None => code = line,
        }
    }
    rows
}

#[test]
fn golden_clauses_of_every_refusal() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/refusals/pai-gow.txt");
    let mut now = cited();
    if std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|value| value == "update") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        // What was read once stays read, though random play of today does not come to it.
        for row in rows(&std::fs::read_to_string(&path).unwrap_or_default()) {
            let (code, list) = row.split_once(": ").unwrap();
            let (book, list) = list.split_once(' ').unwrap();
            now.entry(code.into()).or_default().entry(book.into()).or_default().insert(list.trim().into());
        }
        std::fs::write(&path, written(&now)).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let (kept, now) = (rows(&kept), rows(&written(&now)));
    let new: Vec<_> = now.difference(&kept).collect();
    assert!(new.is_empty(), "refusals that nobody has read against the books: {new:#?}");
    // Random play comes to most of them, whatever else changes.
    let seen = kept.intersection(&now).count();
    assert!(seen * 10 > kept.len() * 9, "{seen} of {} lines came up", kept.len());
}
