//! Who has to stand by a command beside the person who acts: exactly the commands that are listed here, each of the
//! rank and by the clauses that were read against the book (`testdata/second/rapid-roulette-2000.txt`).
#![allow(clippy::unwrap_used)]

mod crowd;
mod play;

use crowd::{Crowd, Dice};
use game::laws::{Plan, Walker as _, walk};
use game::{Conduct as _, Context, Game as _, Moment, Person, Second};
use play::{CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, Table, setup};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use roulette::{Command, Dealing, Roulette, State};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::Path;

/// The commands of staff that take two people; a claim is answered by two where it is upheld.
const OF_TWO: [&str; 7] =
    ["answer", "call-no-spin", "correct", "establish", "set-limits", "station-fails", "system-fails"];

/// A decision on a command: whom it takes, as a line; it is checked that it is one of those that do.
fn line(game: &Roulette, command: &Command, second: Option<&Second>) -> Option<String> {
    let value = serde_json::to_value(command).unwrap();
    let word = value["do"].as_str().unwrap();
    let of_two = OF_TWO.contains(&word) && (word != "answer" || value["upheld"] == true);
    assert_eq!(second.is_some(), of_two, "{command:?}: {second:?}");
    let Second { rank, cites } = second?;
    let by = if cites.is_empty() { "the house's own rule".to_string() } else { cites.to_string() };
    Some(format!("{} {word}: {} ({by})", game.book(), game.rank_name(*rank)))
}

/// Everybody whom commands took in random play.
fn lines() -> BTreeSet<String> {
    let plan = Plan { commands: 3_000, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
    let mut lines = BTreeSet::new();
    for (seed, dealing) in [(5, Dealing::Person), (6, Dealing::House)] {
        let mut setup = setup();
        setup.dealing = dealing;
        setup.records = 6;
        let Table { game, mut state, .. } = Table::new(setup);
        let crowd = Crowd { game: game.clone(), clock: Cell::new(0), pace: 2500 };
        let (mut dice, mut other) =
            (Dice(ChaCha8Rng::seed_from_u64(seed)), Dice(ChaCha8Rng::seed_from_u64(seed + 10)));
        let mut seen = |state: &State, _: &Command, _: &[roulette::Event]| {
            for who in [DEALER, GAME_SUPERVISOR, CASINO_SUPERVISOR, Person::House] {
                let context = Context::new(who, Moment::new(crowd.clock.get()));
                for choice in game.legal(state, &context) {
                    let command = crowd.command(state, &choice, &mut other);
                    let Ok(decided) = game.decide(state, &command, &context) else { continue };
                    match who {
                        // Nobody stands by the house: it has no commands but those of its own program.
                        Person::House => assert_eq!(decided.second, None, "{command:?}"),
                        _ => lines.extend(line(&game, &command, decided.second.as_ref())),
                    }
                }
            }
        };
        walk(&game, &crowd, &mut state, &plan, &mut dice, &mut seen)
            .unwrap_or_else(|broken| panic!("{broken}"));
    }
    lines
}

#[test]
fn golden_second_people_by_command() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/second/rapid-roulette-2000.txt");
    let now = lines();
    if std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|value| value == "update") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, now.into_iter().map(|line| line + "\n").collect::<String>()).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert_eq!(now, kept.lines().map(str::to_string).collect());
    for word in OF_TWO {
        assert!(now.iter().any(|line| line.contains(&format!(" {word}: "))), "{word} is not listed");
    }
}
