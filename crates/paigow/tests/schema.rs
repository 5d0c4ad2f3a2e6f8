//! What crosses the API at a Pai Gow table is written as OpenAPI describes it.
#![cfg(feature = "schema")]
#![allow(clippy::unwrap_used)]

mod common;
#[path = "../../game/tests/described/mod.rs"]
mod described;

use common::walk::{Everybody, Seeded};
use common::{SHELF, books, tables};
use described::Described;
use game::laws::{Plan, Walker, walk};
use game::{Context, Game, Moment, Refusal};
use paigow::{Choice, Command, Event, PaiGow, Setup, State, View, What, script};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use utoipa::ToSchema;

fn described() -> Described {
    let described = Described::default().with::<Command>().with::<Choice>().with::<View>();
    described.with::<Event>().with::<Setup>().with::<Refusal>()
}

/// Whatever is of this table alone is called so, so that no other game's name can be the same.
#[test]
fn names_are_of_the_table_or_shared() {
    let described = described();
    let names = described.names();
    let shared: Vec<&str> = names.iter().filter(|name| !name.starts_with("PaiGow")).copied().collect();
    let known = [
        "Account",
        "Amount",
        "Asking",
        "BigOrSmall",
        "Bounds",
        "Chip",
        "Cites",
        "Grid",
        "Instrument",
        "Layout",
        "Method",
        "Moment",
        "Move",
        "Official",
        "Orientation",
        "Outcome",
        "Person",
        "PlayerId",
        "Rank",
        "Rate",
        "Refusal",
        "SideWager",
        "StaffId",
        "Tile",
    ];
    assert_eq!(shared, known);
    for root in ["Command", "Choice", "View", "Event", "Setup"] {
        assert!(names.contains(&format!("PaiGow{root}").as_str()), "{names:?}");
    }
}

/// Every event of every round that a person can read, with what happened.
#[test]
fn events_of_the_rounds_are_as_described() {
    let mut described = described().with::<What>();
    for book in books() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(book);
        for entry in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            for event in script::play(&text, SHELF.book(book).unwrap()).unwrap().events {
                described.check(&event);
                described.check(&event.what);
            }
        }
    }
    assert!(described.checked > 10_000, "{}", described.checked);
    // Advice is given at practice tables only, to which random play goes.
    let unmet: Vec<String> = described.unmet::<What>().into_iter().filter(|word| word != "advised").collect();
    assert_eq!(unmet, Vec::<String>::new());
}

/// Holds what a table writes now against its schemas: every view, and what everybody may do.
fn look(described: &mut Described, game: &PaiGow, table: &State, walker: &Everybody<'_>) {
    for who in walker.viewers(table) {
        described.check(&game.view(table, &who));
        for choice in game.legal(table, &Context::new(who, Moment::new(walker.clock.get()))) {
            described.check(&choice.command);
            described.check(&choice);
        }
    }
}

/// Commands, choices, views, events and refusals of random play at every kind of table.
#[test]
fn random_play_is_as_described() {
    let mut described = described();
    for (seed, game) in (0..).zip(tables()) {
        described.check(game.setup());
        let walker = Everybody::new(&game);
        let (mut die, mut stray) = (Seeded::new(seed), Seeded::new(1000 + seed));
        let mut turn = 0u64;
        let mut seen = |table: &State, command: &Command, events: &[Event]| {
            described.check(command);
            events.iter().for_each(|event| described.check(event));
            turn += 1;
            if turn.is_multiple_of(16) {
                look(&mut described, &game, table, &walker);
                let command = walker.stray(table, &mut stray);
                described.check(&command);
                for who in walker.viewers(table) {
                    let context = Context::new(who, Moment::new(walker.clock.get()));
                    if let Err(refusal) = game.decide(table, &command, &context) {
                        described.check(&refusal);
                    }
                }
            }
        };
        let plan = Plan { commands: 1500, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
        walk(&game, &walker, &mut game.start(), &plan, &mut die, &mut seen).unwrap();
    }
    assert!(described.checked > 100_000, "{}", described.checked);
    assert_eq!(described.unmet::<Command>(), Vec::<String>::new());
}

/// A schema that lets everything pass would prove nothing.
#[test]
fn what_is_not_written_so_is_found_out() {
    let mut described = described();
    let mut is = |value: Value| described.fault::<Command>(&value).is_ok();
    assert!(is(json!({"do": "set-hand", "area": 1, "two": ["6-6", "6-6'"]})));
    assert!(!is(json!({"do": "set-hand", "area": 1, "two": ["6-6", "3-6'"]})), "not a tile");
    assert!(!is(json!({"do": "set-hand", "area": 1, "two": ["6-6"]})), "one tile of two");
    assert!(!is(json!({"do": "set-hand", "area": 1})), "no tiles");
    assert!(!is(json!({"do": "set-hand", "area": 1, "two": ["6-6", "6-6'"], "three": 3})), "a key too many");
    assert!(!is(json!({"do": "set-table", "area": 1})), "no such command");
    assert!(is(json!({"do": "name-cut", "cut": "Cup Say", "orientation": "right,top"})));
    assert!(!is(json!({"do": "name-cut", "cut": "Cup Say", "orientation": "right,up"})), "no such end");
    let grid = |first: &str| format!("{first} 1 2 2 3 3 4 4{}", "\n1 1 2 2 3 3 4 4".repeat(3));
    let register = |grid: String| json!({"do": "register-cut", "cut": "x", "orientation": "", "grid": grid, "approved": true});
    assert!(is(register(grid("1"))));
    assert!(!is(register(grid("9"))), "no such lot");
    assert_eq!(Command::name(), "PaiGowCommand");
}
