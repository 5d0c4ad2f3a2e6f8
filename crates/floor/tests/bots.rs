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

/// Where nobody is waited for and nothing pauses, somebody who only looks fills no disk, and whoever comes is let in.
#[test]
fn nobody_floods_a_table_that_waits_for_everybody_by_looking_at_it() {
    common::alone(async {
        let place = Place::memory();
        let floor = common::open(&place, Known::new(1));
        let setup = common::pai_gow("star", "star-2016", None, true, Pace::EVERYBODY);
        let handle = floor.open_table(setup, &mut *common::reader(&place)).unwrap();
        let looks = handle.watch(common::playing(1), None, true).await.unwrap();
        for _ in 0..600 {
            floor.clock().turn(100);
            handle.look(common::playing(1)).await.unwrap();
        }
        let played = handle.info().version;
        assert!((500..5_000).contains(&played), "{played} records in a minute");
        let free = handle.info().free[0];
        handle.join(common::player(2), free, Amount::of(500)).await.unwrap();
        looks.close();
        floor.stop().await;
    });
}

/// Who asks while a draw is due is answered after it, whatever else the house could do.
#[test]
fn whoever_comes_to_a_table_without_pauses_is_let_in() {
    common::alone(async {
        let place = Place::memory();
        let floor = common::open(&place, Known::new(2));
        let setup = common::pai_gow("star", "star-2016", None, true, Pace::FAST);
        let handle = floor.open_table(setup, &mut *common::reader(&place)).unwrap();
        for number in 1..=2 {
            handle.look(Person::Public).await.unwrap();
            let free = handle.info().free[0];
            handle.join(common::player(number), free, Amount::of(500)).await.unwrap();
        }
        assert!(handle.info().version < 20_000, "{}", handle.info().version);
        floor.stop().await;
    });
}
