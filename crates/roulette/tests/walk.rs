//! Random play over 24 stations and every irregularity obeys the laws of every game.

mod crowd;
mod play;

use crowd::{Crowd, Dice};
use game::Conduct;
use game::laws::{Plan, walk};
use money::Amount;
use play::{Table, setup};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use roulette::{Command, Dealing, Setup, State};
use std::cell::Cell;
use std::collections::BTreeMap;

fn play(setup: Setup, seed: u64, plan: Plan) -> BTreeMap<&'static str, u64> {
    let table = Table::new(setup);
    let crowd = Crowd { game: table.game.clone(), clock: Cell::new(0), pace: 2500 };
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let mut state = table.state;
    let mut seen: BTreeMap<&'static str, u64> = BTreeMap::new();
    let (game, mut round) = (&table.game, table.game.round(&state));
    let mut note = |state: &State, _: &Command, events: &[roulette::Event]| {
        game.sound(state).unwrap_or_else(|broken| panic!("{broken}: {state:?}"));
        let ended = events.iter().filter(|event| game.told(event).ends).count();
        round += u32::try_from(ended).expect("few");
        assert_eq!(game.round(state), round, "a round ends with {events:?}");
        for event in events {
            assert_eq!(game.told(event).step, event.what.word());
            assert!(!event.cites.is_empty(), "{event:?} cites nothing");
            *seen.entry(event.what.word()).or_default() += 1;
        }
    };
    let walked = walk(&table.game, &crowd, &mut state, &plan, &mut dice, &mut note);
    let walked = walked.unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
    assert_eq!(walked.commands, plan.commands);
    seen
}

fn small_setup(dealing: Dealing) -> Setup {
    let mut setup = setup();
    setup.limits.aggregate = Amount::of(3);
    setup.dealing = dealing;
    setup.records = 6;
    setup
}

#[test]
fn random_play_obeys_the_laws_with_every_check_at_every_command() {
    for (seed, dealing) in [(1, Dealing::Person), (2, Dealing::House)] {
        let plan = Plan { commands: 3_000, all_legal_every: 10, stored_every: 1, strays: 4 };
        play(small_setup(dealing), seed, plan);
    }
}

/// As many commands as `HOUSEWAY_SOAK_COMMANDS` says, or 200,000, for each way of dealing half.
#[test]
fn random_play_over_24_stations_obeys_the_laws_for_long() {
    let asked = std::env::var("HOUSEWAY_SOAK_COMMANDS").ok().and_then(|text| text.parse().ok());
    let commands: u64 = asked.unwrap_or(200_000);
    let plan = Plan { commands: commands / 2, all_legal_every: 200, stored_every: 100, strays: 2 };
    let mut seen = play(small_setup(Dealing::Person), 3, plan);
    for (kind, count) in play(small_setup(Dealing::House), 4, plan) {
        *seen.entry(kind).or_default() += count;
    }
    let least = (commands / 20_000).max(1);
    for what in [
        "activated",
        "credited",
        "placed",
        "taken",
        "shifted",
        "returned",
        "leaving",
        "paid-out",
        "held-paid",
        "period-opened",
        "period-ended",
        "spun",
        "settled",
        "no-spin",
        "frozen",
        "resettled",
        "display-disregarded",
        "station-failed",
        "system-failed",
        "established",
        "station-restored",
        "system-restored",
        "claimed",
        "answered",
        "period-set",
        "limits-announced",
        "limits-changed",
    ] {
        assert!(seen.get(what).is_some_and(|count| *count >= least), "{what}: {seen:?}");
    }
    // A player has to leave between a wrong result and its correction, with a sequence that it broke.
    assert!(commands < 200_000 || seen.contains_key("absent-ended"), "{seen:?}");
}
