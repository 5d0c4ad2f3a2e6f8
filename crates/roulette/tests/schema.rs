//! What crosses the API at a Rapid Roulette table is written as OpenAPI describes it.
#![cfg(feature = "schema")]

mod crowd;
#[path = "../../game/tests/described/mod.rs"]
mod described;
mod play;

use crowd::{Crowd, Dice};
use described::Described;
use game::laws::{Plan, Walker, walk};
use game::{Context, Game, Moment, Person, Refusal, StaffId};
use money::Amount;
use play::{DEALER, Table, player, setup};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use roulette::command::{account, mishap, table};
use roulette::{Choice, Command, Dealing, Event, Felt, Open, Setup, State, View, What};
use serde_json::{Value, json};
use std::cell::Cell;

fn described() -> Described {
    let described = Described::default().with::<Command>().with::<Choice>().with::<View>();
    described.with::<Event>().with::<Setup>().with::<Felt>().with::<Refusal>()
}

/// Whatever is of this table alone is called so, so that no other game's name can be the same.
#[test]
fn names_are_of_the_table_or_shared() {
    let described = described();
    let names = described.names();
    let shared: Vec<&str> = names.iter().filter(|name| !name.starts_with("Roulette")).copied().collect();
    let known = [
        "Account", "Amount", "Asking", "BetKind", "Bounds", "BuyIn", "Cites", "Moment", "Move", "PlayerId",
        "Refusal",
    ];
    assert_eq!(shared, known);
    for root in ["Command", "Choice", "View", "Event", "Setup", "Felt"] {
        assert!(names.contains(&format!("Roulette{root}").as_str()), "{names:?}");
    }
}

#[test]
fn the_felt_and_the_setup_are_as_described() {
    let mut described = described();
    described.check(Table::new(setup()).game.layout().felt());
    described.check(&setup());
    described.check(&Setup { period: Some(30), opens: Some("2000-11-22T04:00".to_string()), ..setup() });
}

/// Commands, choices, views, events and refusals of random play with every irregularity.
#[test]
fn random_play_is_as_described() {
    let mut described = described().with::<What>();
    for (seed, dealing) in [(1, Dealing::Person), (2, Dealing::House)] {
        let mut setup = setup();
        setup.limits.aggregate = Amount::of(3);
        setup.dealing = dealing;
        setup.records = 6;
        described.check(&setup);
        let table = Table::new(setup);
        let crowd = Crowd { game: table.game.clone(), clock: Cell::new(0), pace: 2500 };
        let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
        let mut other = Dice(ChaCha8Rng::seed_from_u64(seed + 1000));
        let mut turn = 0u64;
        let mut seen = |state: &State, command: &Command, events: &[Event]| {
            described.check(command);
            for event in events {
                described.check(event);
                described.check(&event.what);
            }
            turn += 1;
            if !turn.is_multiple_of(32) {
                return;
            }
            let stray = crowd.stray(state, &mut other);
            described.check(&stray);
            let viewers = crowd.viewers(state).into_iter().chain([Person::Inspector(StaffId(9))]);
            for who in viewers {
                described.check(&crowd.game.view(state, &who));
                let context = Context::new(who, Moment::new(crowd.clock.get()));
                for choice in crowd.game.legal(state, &context) {
                    described.check(&choice);
                    choice.open.iter().for_each(|open| described.check(open));
                }
                if let Err(refusal) = crowd.game.decide(state, &stray, &context) {
                    described.check(&refusal);
                }
            }
        };
        let plan = Plan { commands: 12_000, all_legal_every: 1 << 20, stored_every: 1 << 20, strays: 0 };
        let mut state = table.state;
        walk(&table.game, &crowd, &mut state, &plan, &mut dice, &mut seen).expect("the laws hold");
    }
    // Random play never closes the table.
    let mut table = Table::new(setup());
    for command in [table::Command::OpenTable, table::Command::CloseTable].map(Command::from) {
        described.check(&command);
        for event in table.expect(DEALER, command) {
            described.check(&event);
            described.check(&event.what);
        }
    }
    // Nor does it often correct a spin after which somebody left whose sequence then went on.
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 10, "double 7 8");
    table.spin(9);
    let station = table.state.station_of(player(1)).expect("at a station");
    table.expect(Person::Player(player(1)), account::Command::Leave { station });
    table.expect(DEALER, account::Command::PayOut { station });
    table.expect(DEALER, mishap::Command::Freeze { spin: 1 });
    table.expect(DEALER, mishap::Command::Correct { spin: 1, pocket: 7 });
    for event in table.spin(8) {
        described.check(&event);
        described.check(&event.what);
    }
    assert!(described.checked > 50_000, "{}", described.checked);
    assert_eq!(described.unmet::<What>(), Vec::<String>::new());
    assert_eq!(described.unmet::<Command>(), Vec::<String>::new());
    assert_eq!(described.unmet::<Open>(), Vec::<String>::new());
}

/// A schema that lets everything pass would prove nothing.
#[test]
fn what_is_not_written_so_is_found_out() {
    let mut described = described();
    let mut is = |value: Value| described.fault::<Command>(&value).is_ok();
    let put =
        |place: Value, amount: i64| json!({"do": "put", "station": 1, "place": place, "amount": amount});
    assert!(is(put(json!({"run": [1, 2, 3, 4]}), 5)));
    assert!(!is(put(json!({"run": [1, 2, 3, 4, 5]}), 5)), "five spins");
    assert!(!is(put(json!({"run": [1]}), -5)), "less than nothing");
    assert!(!is(json!({"do": "put", "station": 1, "amount": 5})), "nowhere");
    let mut more = put(json!({"on": 3}), 5);
    assert!(is(more.clone()));
    more["spin"] = json!(1);
    assert!(!is(more), "a key too many");
    assert!(is(json!({"do": "open-table"})));
    assert!(!is(json!({"do": "open-door"})), "no such command");
    assert!(!is(json!("open-table")), "a word alone");
}
