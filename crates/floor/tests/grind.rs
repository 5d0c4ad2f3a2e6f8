//! Nobody tries outcomes until one suits: what is drawn hangs on the wagers and the close, and on nothing that players
//! or whoever writes to the database can do after it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, Known};
use floor::{Floor, Handle, Pace};
use game::{Person, Rank, StaffId};
use money::Amount;
use serde_json::{Value, json};

/// The ball waits a second after the close.
const PACE: Pace = Pace { step: 1000, wagers: 0, bank: 0, hands: 0, pause: 0, round: 0, alone: true };

/// What was done at the wheel.
fn commands(folder: &Folder) -> Vec<Value> {
    let records = folder.place().open().unwrap().tail("table/wheel", 0).unwrap();
    let bodies = records.iter().map(|record| serde_json::from_slice::<Value>(&record.body).unwrap());
    bodies.filter_map(|body| body.pointer("/game/command").cloned()).collect()
}

fn balls(folder: &Folder) -> Vec<Value> {
    commands(folder).iter().filter_map(|command| command.get("pocket").cloned()).collect()
}

/// A wheel that the house spins, with a wager on it.
async fn wagered(folder: &Folder) -> (Floor, Handle) {
    let floor = common::open(&folder.place(), Known::new(77));
    let mut setup = common::roulette("wheel", 5, PACE);
    setup.bots = 0;
    let handle = floor.open_table(setup, &mut *folder.place().open().unwrap()).unwrap();
    handle.join(common::player(1), 1, Amount::of(1_000)).await.unwrap();
    let put = json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5});
    while handle.act(common::act(&handle, common::playing(1), None, &put)).await.is_err() {
        floor.clock().turn(100);
        handle.look(Person::Public).await.unwrap();
    }
    (floor, handle)
}

/// The same a moment after betting closed.
async fn closed(folder: &Folder) -> (Floor, Handle) {
    let (floor, handle) = wagered(folder).await;
    while handle.info().betting {
        floor.clock().turn(100);
        handle.look(Person::Public).await.unwrap();
    }
    assert!(balls(folder).is_empty(), "the ball is not drawn yet");
    (floor, handle)
}

/// Turns the clock until there is a ball.
async fn ball(floor: &Floor, handle: &Handle, folder: &Folder) -> Value {
    loop {
        if let Some(ball) = balls(folder).first() {
            return ball.clone();
        }
        floor.clock().turn(100);
        let _ = handle.look(Person::Public).await;
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

#[test]
fn what_players_do_after_the_close_makes_no_other_ball() {
    let by_itself = common::together(async {
        let folder = Folder::new();
        let (floor, handle) = closed(&folder).await;
        ball(&floor, &handle, &folder).await
    });
    for more in 1..6 {
        common::together(async {
            let folder = Folder::new();
            let (floor, handle) = closed(&folder).await;
            for _ in 0..more {
                handle.top_up(common::player(1), Amount::of(10), None).await.unwrap();
            }
            assert_eq!(ball(&floor, &handle, &folder).await, by_itself, "after {more} top-ups");
        });
    }
}

#[test]
fn a_ball_that_was_not_kept_comes_again_the_same() {
    let by_itself = common::together(async {
        let folder = Folder::new();
        let (floor, handle) = closed(&folder).await;
        ball(&floor, &handle, &folder).await
    });
    common::together(async {
        let folder = Folder::new();
        let (floor, handle) = closed(&folder).await;
        let db = rusqlite::Connection::open(folder.0.join("houseway.db")).unwrap();
        // The ball is spun, and what comes next is where it falls.
        while !commands(&folder).iter().any(|command| command["do"] == "spin") {
            floor.clock().turn(100);
            handle.look(Person::Public).await.unwrap();
        }
        // Longer than the house waits.
        db.execute_batch("BEGIN IMMEDIATE").unwrap();
        while handle.info().trouble.is_none() {
            floor.clock().turn(100);
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        let said = handle.info().trouble.unwrap();
        assert!(!said.contains("database"), "not what the database says: {said}");
        // Whoever plays does nothing until it is drawn again.
        for _ in 0..3 {
            floor.clock().turn(500);
            let refused = handle.top_up(common::player(1), Amount::of(10), None).await.unwrap_err();
            let known = ["journal.away", "journal.in_doubt", "journal.not_kept"];
            assert!(known.contains(&refused.code), "{refused}");
        }
        db.execute_batch("ROLLBACK").unwrap();
        assert_eq!(ball(&floor, &handle, &folder).await, by_itself);
        let told = folder.place().open().unwrap().tail(floor::significant::STREAM, 0).unwrap();
        let told: Vec<String> =
            told.iter().map(|record| String::from_utf8_lossy(&record.body).into_owned()).collect();
        let lost = told.iter().filter(|body| body.contains("draw.not-kept"));
        // That it was about to be drawn could not be kept, and so it was not drawn.
        assert_eq!(lost.count(), 0, "{told:?}");
    });
}

/// Whoever closes by a command closes on a record that is kept first: were the close lost with the ball, the next ball
/// would be another.
#[test]
fn nothing_is_drawn_before_the_close_is_kept() {
    common::alone(async {
        let folder = Folder::new();
        let (floor, handle) = wagered(&folder).await;
        let dan = Person::Staff(StaffId(5), Rank::DEALER);
        handle.deal(dan, true).await.unwrap();
        handle.act(common::act(&handle, dan, None, &json!({"do": "spin"}))).await.unwrap();
        assert!(handle.info().betting);
        let db = rusqlite::Connection::open(folder.0.join("houseway.db")).unwrap();
        db.execute_batch("BEGIN IMMEDIATE").unwrap();
        // The period is over, and the dealer says so first.
        floor.clock().turn(600_000);
        let enter = common::act(&handle, dan, None, &json!({"do": "enter"}));
        let entering = tokio::spawn({
            let handle = handle.clone();
            async move { handle.act(enter).await }
        });
        while handle.info().trouble.is_none() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        db.execute_batch("ROLLBACK").unwrap();
        // It was refused, or has come again by itself.
        let mut answer = entering.await.unwrap();
        let mut tries = 0;
        while let Err(refused) = answer {
            tries += 1;
            assert!(tries < 2000, "{refused}");
            floor.clock().turn(100);
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            answer = handle.act(common::act(&handle, dan, None, &json!({"do": "enter"}))).await;
        }
        assert_eq!(balls(&folder).len(), 1);
        let told = folder.place().open().unwrap().tail(floor::significant::STREAM, 0).unwrap();
        let lost = |record: &journal::Record| String::from_utf8_lossy(&record.body).contains("draw.not-kept");
        assert!(!told.iter().any(lost), "nothing was drawn that could have been lost");
    });
}
