//! Records of real tables in form 1, frozen: they load, chain, and lead to the same state for ever.
//!
//! The files are made once, by `UPDATE_FROZEN=1 cargo test -p floor --test frozen`, and only where there
//! are none.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Dice, Known, act, playing, staff};
use floor::ask::{Ask, Fault};
use floor::{Body, GameSetup, House, Pace, Play, Standing, TableSetup, recall};
use game::{Person, StaffId};
use journal::{Draft, Journal, Place, Record, Search, Store, Unit};
use paigow::PaiGow;
use roulette::Roulette;
use serde_json::{Value, json};
use std::path::PathBuf;

const TABLES: [&str; 2] = ["pai-gow", "rapid-roulette"];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/floor").join(name)
}

fn setup(name: &str) -> TableSetup {
    let pace = Pace { step: 50, wagers: 2000, bank: 500, hands: 2000, pause: 300, round: 100, alone: true };
    match name {
        "pai-gow" => common::pai_gow(name, "star-2016", None, true, pace),
        _ => common::roulette(name, 5, pace),
    }
}

/// A table with bots, two people, staff, everything that happens around it, and about 300 records.
async fn made(name: &str) -> Vec<Record> {
    let place = Place::memory();
    let floor = common::open(&place, Known::new(300));
    let setup = setup(name);
    let stream = setup.stream();
    let handle = floor.open_table(setup, &mut *place.open().unwrap()).unwrap();
    let mut dice = Dice::new(300);
    let mut watched = Vec::new();
    for number in [1, 2] {
        handle.join(common::player(number), number as u8 + 1, money::Amount::of(1500)).await.unwrap();
        watched.push(handle.watch(playing(number), None, true).await.unwrap());
    }
    let mut step = 0;
    while handle.info().version < 300 {
        step += 1;
        floor.clock().turn(dice.below(300) as i64);
        let who = playing(1 + dice.below(2) as u32);
        let seen = common::read(&handle.look(who).await.unwrap().message);
        watched.iter().for_each(|outlet| while outlet.take().is_some() {});
        let choices = seen["legal"]["choices"].as_array().unwrap();
        if step % 3 == 0 && !choices.is_empty() {
            let choice = &choices[dice.below(choices.len())];
            let command = choice["command"].clone();
            let goes = command["do"] == "leave";
            if !goes {
                let _ = handle.act(act(&handle, who, Some(&format!("frozen-{step}")), &command)).await;
            }
        }
        match step % 100 {
            // Nobody adds once wagers are closed.
            10..=20 => drop(handle.mix(who, vec![step as u8; 16], None).await),
            40 => drop(handle.deal(staff(11, 0), true).await.unwrap()),
            45 => drop(handle.deal(staff(11, 0), false).await.unwrap()),
            60 => handle.ask(Ask::Fail(Fault::Broken("as a test says".into()))).await.unwrap(),
            80 if step < 100 => drop(handle.leave(common::player(2), None).await.unwrap()),
            65 => drop(handle.resume(staff(12, 4), staff(13, 4)).await.unwrap()),
            _ => {}
        }
    }
    floor.stop().await;
    place.open().unwrap().tail(&stream, 0).unwrap()
}

/// Writes the frozen files. Only where there are none: what is frozen stays.
#[test]
fn frozen_tables_are_written_once() {
    if std::env::var_os("UPDATE_FROZEN").is_none() || file("state.json").exists() {
        return;
    }
    assert_eq!(journal::FORM, 1, "records of form 1 are written by a program that writes form 1");
    std::fs::create_dir_all(file("")).unwrap();
    let mut golden = serde_json::Map::new();
    for name in TABLES {
        let records = common::alone(made(name));
        let text: String = records.iter().map(|record| record.to_line() + "\n").collect();
        std::fs::write(file(&format!("{name}.jsonl")), text).unwrap();
        let mut store = store(&records);
        let (count, hash) = recall::replay(&mut *store, &common::SHELF, &records[0].stream).unwrap();
        golden.insert(name.into(), json!({"records": count, "state": hash.to_string()}));
    }
    let text = serde_json::to_string_pretty(&Value::Object(golden)).unwrap() + "\n";
    std::fs::write(file("state.json"), text).unwrap();
}

/// The frozen records of a table.
fn frozen(name: &str) -> Vec<Record> {
    let text = std::fs::read_to_string(file(&format!("{name}.jsonl"))).unwrap();
    text.lines().map(|line| Record::from_line(line).unwrap()).collect()
}

/// A store with these records, chained as they were.
fn store(records: &[Record]) -> Box<dyn Store> {
    let place = Place::memory();
    let (journal, _) = Journal::open(&place).unwrap();
    for record in records {
        let Record { at, key, moves, body, .. } = record.clone();
        journal.keep_blocking(Unit::draft(&record.stream, Draft { at, key, moves, body })).unwrap();
    }
    let mut store = place.open().unwrap();
    assert_eq!(store.tail(&records[0].stream, 0).unwrap(), records, "the same records, hash for hash");
    store
}

#[test]
fn frozen_tables_lead_to_the_same_state() {
    let golden: Value = serde_json::from_str(&std::fs::read_to_string(file("state.json")).unwrap()).unwrap();
    for name in TABLES {
        let records = frozen(name);
        assert!(records.len() >= 300, "{name}");
        let mut store = store(&records);
        let (count, hash) = recall::replay(&mut *store, &common::SHELF, &records[0].stream).unwrap();
        let said = json!({"records": count, "state": hash.to_string()});
        assert_eq!(said, golden[name], "{name}: form 1 leads to another state than it did");
        let fair = recall::fairness(&mut *store, &common::SHELF, &records[0].stream, None).unwrap();
        assert!(fair.wrong.is_none() && fair.turns > 0 && fair.draws > 0, "{name}: {fair:?}");
        let verdict = journal::verify(&mut *store, None, &mut |_| true);
        assert_eq!(verdict.finding, None);
    }
}

/// Frozen records that leave a kind of event out would not hold its form.
#[test]
fn frozen_tables_have_every_floor_event() {
    let mut seen: Vec<String> = Vec::new();
    for record in TABLES.into_iter().flat_map(frozen) {
        let body: Value = serde_json::from_slice(&record.body).unwrap();
        let form: Body<Value, Value> = serde_json::from_slice(&record.body).unwrap();
        assert_eq!(serde_json::to_value(&form).unwrap(), body, "it goes back to what it came from");
        seen.extend(body["floor"].as_object().into_iter().flat_map(|event| event.keys().cloned()));
    }
    for word in [
        "opened",
        "committed",
        "mixed",
        "revealed",
        "dealer-took",
        "dealer-gave",
        "leaving",
        "halted",
        "resumed",
    ] {
        assert!(seen.iter().any(|known| known == word), "no {word} is frozen");
    }
}

/// Every view of every step, by following the records one by one.
fn views<G: Play>(game: &G, records: &[Record], viewer: &Person) -> Vec<Value> {
    let mut standing = Standing { state: game.start(), house: House::default() };
    let each = records.iter().map(|record| {
        standing.follow(game, record).unwrap();
        serde_json::to_value(game.view(&standing.state, viewer)).unwrap()
    });
    each.collect()
}

#[test]
fn recalled_rounds_are_what_was_played() {
    for name in TABLES {
        let setup = setup(name);
        let place = Place::memory();
        let floor = common::open(&place, Known::new(77));
        let stream = setup.stream();
        let records = common::alone(async {
            let handle = floor.open_table(setup.clone(), &mut *place.open().unwrap()).unwrap();
            while handle.info().version < 1200 {
                floor.clock().turn(500);
                handle.look(Person::Public).await.unwrap();
            }
            floor.stop().await;
            place.open().unwrap().tail(&stream, 0).unwrap()
        });
        let mut store = place.open().unwrap();
        let search = Search { stream: Some(stream.clone()), limit: 100, ..Search::default() };
        let rounds = store.rounds(&search).unwrap();
        assert!(rounds.len() >= 2, "{name}: {} rounds", rounds.len());
        let bot = floor::Numbers::bot(5);
        for viewer in [Person::Public, Person::Player(bot), staff(1, 3), Person::Inspector(StaffId(2))] {
            let book = common::SHELF.book(setup.book()).unwrap();
            let views = match &setup.game {
                GameSetup::PaiGow(inner) => {
                    views(&PaiGow::new(book, (**inner).clone()).unwrap(), &records, &viewer)
                }
                GameSetup::RapidRoulette { setup, .. } => {
                    views(&Roulette::new(book, (**setup).clone()).unwrap(), &records, &viewer)
                }
            };
            for round in &rounds {
                let span = (round.first, round.last);
                let steps = common::recalled(&mut *store, &stream, span, &viewer);
                assert_eq!(
                    steps.len() as u64,
                    round.last - round.first + 1,
                    "{name}, round {}",
                    round.number
                );
                for step in steps {
                    assert_eq!(
                        step.view,
                        views[step.version as usize - 1],
                        "{name}, version {}",
                        step.version
                    );
                    assert_eq!(step.at, records[step.version as usize - 1].at);
                }
            }
        }
        // One after another, without a gap or an overlap, each number once.
        for pair in rounds.windows(2) {
            assert_eq!(pair[0].number, pair[1].number + 1, "the latest first");
            assert!(pair[0].first > pair[1].last, "{name}: {pair:?}");
        }
    }
}
