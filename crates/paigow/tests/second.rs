//! Who has to stand by a command beside the person who acts: exactly the commands that are listed here, each of the
//! rank and by the clauses that were read against the books (`testdata/second/pai-gow.txt`).
#![allow(clippy::unwrap_used)]

mod common;

use common::walk::{Everybody, Seeded};
use common::{dealer, tables, top};
use game::laws::{Plan, Walker as _, walk};
use game::{Conduct as _, Context, Game as _, Person, Second};
use paigow::{Command, Event, PaiGow, Phase, State};
use std::collections::BTreeSet;
use std::path::Path;

/// The commands of staff that take two people.
const OF_TWO: [&str; 9] = [
    "order-reshuffle",
    "refuse-wager",
    "release-held",
    "report-misdeal",
    "report-set-wrong",
    "report-wager",
    "void-hand",
    "void-round",
    "void-wagers",
];

/// A decision on a command: whom it takes, as a line; it is checked that it is one of those that do.
fn line(game: &PaiGow, state: &State, command: &Command, second: Option<&Second>) -> Option<String> {
    let value = serde_json::to_value(command).unwrap();
    let word = value["do"].as_str().unwrap();
    // Before there is anything to be seen, one refuses a wager.
    let seen = state.dice.faces.is_some() || matches!(state.phase, Phase::Set | Phase::Match | Phase::Clear);
    let of_two = OF_TWO.contains(&word) && (word != "refuse-wager" || seen);
    assert_eq!(second.is_some(), of_two, "{command:?}: {second:?}");
    let Second { rank, cites } = second?;
    let by = if cites.is_empty() { "the house's own rule".to_string() } else { cites.to_string() };
    Some(format!("{} {word}: {} ({by})", game.setup().book, game.rank_name(*rank)))
}

/// Everybody whom commands took in random play.
fn lines() -> BTreeSet<String> {
    let plan = Plan { commands: 1500, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
    let mut lines = BTreeSet::new();
    for (place, game) in tables().iter().enumerate() {
        let walker = Everybody::new(game);
        let (mut die, mut other) = (Seeded::new(40 + place as u64), Seeded::new(70 + place as u64));
        let (mut state, mut turn) = (game.start(), 0_u64);
        let mut seen = |state: &State, _: &Command, _: &[Event]| {
            turn += 1;
            if !turn.is_multiple_of(4) {
                return;
            }
            let house = Context { who: Person::House, ..dealer() };
            for who in [dealer(), top(game), house] {
                for choice in game.legal(state, &who) {
                    let command = walker.command(state, &choice, &mut other);
                    let Ok(decided) = game.decide(state, &command, &who) else { continue };
                    match who.who {
                        // Nobody stands by the house: it has no commands but those of its own program.
                        Person::House => assert_eq!(decided.second, None, "{command:?}"),
                        _ => lines.extend(line(game, state, &command, decided.second.as_ref())),
                    }
                }
            }
        };
        walk(game, &walker, &mut state, &plan, &mut die, &mut seen)
            .unwrap_or_else(|broken| panic!("{:?}: {broken}", game.setup()));
    }
    lines
}

#[test]
fn golden_second_people_by_book_and_command() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/second/pai-gow.txt");
    let now = lines();
    if std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|value| value == "update") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now.into_iter().map(|line| line + "\n").collect::<String>()).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let kept: BTreeSet<String> = kept.lines().map(str::to_string).collect();
    let new: Vec<_> = now.difference(&kept).collect();
    assert!(new.is_empty(), "second people whom nobody has read against the books: {new:#?}");
    let seen = kept.intersection(&now).count();
    assert!(seen * 10 > kept.len() * 7, "{seen} of {} lines came up", kept.len());
    for word in OF_TWO {
        assert!(kept.iter().any(|line| line.contains(&format!(" {word}: "))), "{word} is not listed");
    }
}
