//! Bots play on, whatever they lose.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use common::Known;
use floor::{Pace, TableSetup};
use game::Person;
use journal::Place;
use money::Amount;

/// With little to lose, bots have soon lost it; then one of them, or nobody, has all there is.
#[test]
fn a_table_of_bots_plays_on_when_they_have_lost_everything() {
    let pace = Pace { step: 10, wagers: 20, bank: 10, hands: 20, pause: 10, round: 10, alone: true };
    let tables = [
        common::pai_gow("star", "star-2016", None, true, pace),
        common::pai_gow("vcga", "vcga-2000", None, true, pace),
    ];
    for (seed, setup) in (1..).zip(tables) {
        common::alone(plays_on(TableSetup { purse: Amount::of(500), bots: 3, ..setup }, seed));
    }
}

async fn plays_on(setup: TableSetup, seed: u64) {
    let place = Place::memory();
    let floor = common::open(&place, Known::new(seed));
    let name = setup.id.clone();
    let handle = floor.open_table(setup, &mut *common::reader(&place)).unwrap();
    let mut round = 0;
    let mut still = 0;
    while round < 300 {
        floor.clock().turn(50);
        let seen = common::read(&handle.look(Person::Public).await.unwrap().message);
        let now = seen["view"]["table"]["round"].as_u64().unwrap();
        still = if now == round { still + 1 } else { 0 };
        assert!(still < 2000, "{name} stands still in round {now}: {}", seen["view"]);
        round = now;
    }
    floor.stop().await;
}

/// Where draw follows draw, what is told waits for the next one; never for all of them.
#[test]
fn whoever_looks_at_a_table_without_pauses_is_shown_it() {
    common::alone(async {
        let place = Place::memory();
        let floor = common::open(&place, Known::new(1));
        let setup = common::pai_gow("star", "star-2016", None, true, Pace::FAST);
        let handle = floor.open_table(setup, &mut *common::reader(&place)).unwrap();
        let before = handle.info().version;
        for _ in 0..20 {
            handle.look(Person::Public).await.unwrap();
        }
        let played = handle.info().version - before;
        assert!(played < 20_000, "{played} steps were played in front of twenty looks");
        floor.stop().await;
    });
}
