//! Recovery: a floor that starts again stands where its journal says, with snapshots, without them, and with
//! snapshots that are damaged; quickly; and never before what is on record.
//!
//! A thousand tables of ten thousand events within ten seconds is measured by `cargo xtask bench floor`.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, Known, act, playing, staff};
use floor::{Clock, Floor, Pace, TableSetup, recall};
use game::{Moment, Person};
use journal::{Draft, Hash, Journal, Place, Snapshot, Unit};
use serde_json::json;
use std::time::{Duration, Instant};

/// Tables of both games that play by themselves, as fast as they can.
fn setups(count: usize) -> Vec<TableSetup> {
    let games = [("star-2016", None), ("vcga-2000", Some("bonanza")), ("crown-6.1", None), ("nz-1999", None)];
    let tables = (0..count).map(|number| match number % 5 {
        4 => common::roulette(&format!("t{number}"), 1, Pace::FAST),
        game => common::pai_gow(&format!("t{number}"), games[game].0, games[game].1, true, Pace::FAST),
    });
    tables.collect()
}

/// Plays until every table has so many records; the versions they came to.
async fn play(floor: &Floor, place: &Place, setups: Vec<TableSetup>, least: u64) -> Vec<(String, u64)> {
    let mut store = place.open().unwrap();
    let handles: Vec<_> =
        setups.into_iter().map(|setup| floor.open_table(setup, &mut *store).unwrap()).collect();
    while handles.iter().any(|handle| handle.info().version < least) {
        floor.clock().turn(1000);
        for handle in &handles {
            handle.look(Person::Public).await.unwrap();
        }
    }
    floor.stop().await;
    let mut head = |stream: String| store.head(&stream).unwrap().unwrap().sequence;
    handles.iter().map(|handle| (handle.setup().id.clone(), head(handle.setup().stream()))).collect()
}

/// The state in a table's snapshot, which was taken at its last record.
fn state(place: &Place, id: &str) -> Hash {
    let mut store = common::reader(place);
    let stream = format!("table/{id}");
    let snapshot = store.snapshot(&stream).unwrap().unwrap();
    assert_eq!(snapshot.sequence, store.head(&stream).unwrap().unwrap().sequence, "{id}");
    Hash::of("houseway/state/1", &[&snapshot.state])
}

fn replayed(place: &Place, id: &str) -> Hash {
    recall::replay(&mut *place.open().unwrap(), &common::SHELF, &format!("table/{id}")).unwrap().1
}

/// Opens a floor that does nothing by itself, lets each table take in one thing, and closes it again.
async fn touch(place: &Place, versions: &[(String, u64)]) {
    let floor = common::open(place, Known::new(1000));
    assert_eq!(floor.open_tables(Vec::new()).unwrap(), Vec::new());
    for (id, version) in versions {
        let handle = floor.table(id).unwrap();
        assert!(handle.info().version >= *version, "{id}");
        // Chance is closed while wagers are down: then a dealer comes and goes.
        if handle.mix(staff(9, 0), vec![1], None).await.is_err() {
            handle.deal(staff(9, 0), true).await.unwrap();
            handle.deal(staff(9, 0), false).await.unwrap();
        }
    }
    floor.stop().await;
}

#[test]
fn snapshots_and_records_lead_to_the_same_state() {
    let place = Place::memory();
    let floor = common::open(&place, Known::new(1));
    let versions = common::alone(play(&floor, &place, setups(5), 700));
    for (id, _) in &versions {
        assert_eq!(state(&place, id), replayed(&place, id), "{id}: live and replayed");
    }
    common::alone(touch(&place, &versions));
    for (id, _) in &versions {
        assert_eq!(state(&place, id), replayed(&place, id), "{id}: from a snapshot");
    }
}

#[test]
fn a_damaged_snapshot_is_passed_over() {
    let folder = Folder::new();
    let place = folder.place();
    let floor = common::open(&place, Known::new(2));
    let mut versions = common::alone(play(&floor, &place, setups(5), 600));
    drop(floor);
    // Written whole, and wrong: a state that is none, a place in the stream that is none.
    let (journal, _) = Journal::open(&place).unwrap();
    let mut store = place.open().unwrap();
    for (number, (id, _)) in versions.iter().enumerate() {
        let snapshot = store.snapshot(&format!("table/{id}")).unwrap().unwrap();
        let wrong = match number {
            0 => Snapshot { state: b"{}".to_vec(), ..snapshot },
            1 => Snapshot { state: b"\xff\x00".to_vec(), ..snapshot },
            2 => Snapshot { state: Vec::new(), ..snapshot },
            3 => Snapshot { hash: Hash([7; 32]), ..snapshot },
            _ => Snapshot { sequence: snapshot.sequence + 1_000_000, ..snapshot },
        };
        common::alone(journal.snapshot_surely(wrong));
    }
    common::alone(journal.stop());
    drop((journal, store));
    common::alone(touch(&place, &versions));
    for (id, version) in &mut versions {
        let head = place.open().unwrap().head(&format!("table/{id}")).unwrap().unwrap();
        assert!(head.sequence > *version, "{id} went on");
        *version = head.sequence;
        assert_eq!(replayed(&place, id), state_or_replayed(&place, id), "{id}");
    }
    // A file in which bytes of every snapshot were changed.
    let file = rusqlite::Connection::open(folder.0.join("houseway.db")).unwrap();
    let changed =
        file.execute("UPDATE snapshots SET state = CAST(replace(state, '1', '2') AS BLOB)", []).unwrap();
    assert!(changed >= 4, "{changed} snapshots changed");
    drop(file);
    common::alone(touch(&place, &versions));
    for (id, _) in &versions {
        assert_eq!(replayed(&place, id), state_or_replayed(&place, id), "{id}");
    }
    let verdict = journal::verify(&mut *place.open().unwrap(), None, &mut |_| true);
    assert_eq!(verdict.finding, None);
}

/// The state in the snapshot, if it is of the last record.
fn state_or_replayed(place: &Place, id: &str) -> Hash {
    let mut store = common::reader(place);
    let stream = format!("table/{id}");
    let head = store.head(&stream).unwrap().unwrap();
    match store.snapshot(&stream).unwrap().filter(|snapshot| snapshot.sequence == head.sequence) {
        Some(snapshot) => Hash::of("houseway/state/1", &[&snapshot.state]),
        None => panic!("{id}: no snapshot was taken at the end"),
    }
}

#[test]
fn many_tables_are_ready_soon() {
    const TABLES: usize = 20;
    const EVENTS: u64 = 250;
    let folder = Folder::new();
    let place = folder.place();
    let floor = common::open(&place, Known::new(3));
    let versions = common::together(play(&floor, &place, setups(TABLES), EVENTS));
    drop(floor);
    let records: u64 = versions.iter().map(|(_, version)| version).sum();
    common::together(async {
        let begun = Instant::now();
        let floor = common::open(&place, Known::new(4));
        assert_eq!(floor.open_tables(Vec::new()).unwrap(), Vec::new());
        let took = begun.elapsed();
        println!("{TABLES} tables with {records} records ready after {took:?}");
        assert_eq!(floor.tables().len(), TABLES);
        assert!(took < Duration::from_secs(10), "{took:?}");
        floor.stop().await;
    });
}

#[test]
fn the_clock_never_goes_back() {
    // The journal is ahead of the system by an hour, as after the system's clock was set back.
    let ahead = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis()
        as i64
        + 3_600_000;
    let clock = Clock::system(Moment::new(ahead).into());
    let first = clock.now();
    assert!(first.milliseconds() >= ahead, "not before the last record");
    assert!(clock.behind() >= 3_599_000, "{} ms", clock.behind());
    std::thread::sleep(Duration::from_millis(30));
    let second = clock.now();
    let passed = second.milliseconds() - first.milliseconds();
    assert!((25..5_000).contains(&passed), "it goes on at its pace: {passed} ms");
    // Many who ask at once never see it go back.
    let clock = Clock::system(Moment::new(0).into());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut last = clock.now();
                for _ in 0..50_000 {
                    let now = clock.now();
                    assert!(now >= last, "{now:?} after {last:?}");
                    last = now;
                }
            });
        }
    });
}

#[test]
fn a_journal_from_the_future_is_followed_and_never_preceded() {
    let place = Place::memory();
    let future = common::START + 10_000_000_000_000;
    let terms =
        journal::Terms { signer: Some(std::sync::Arc::new(common::signer())), ..journal::Terms::default() };
    let (journal, _) = Journal::with(place.open().unwrap(), &place, terms).unwrap();
    let note = Draft { at: future, body: b"{}".to_vec(), ..Draft::default() };
    journal.keep_blocking(Unit::draft("house/note", note)).unwrap();
    common::alone(async {
        journal.stop().await;
        drop(journal);
        let floor = common::open_live(&place);
        let mut setup = common::pai_gow("late", "star-2016", None, true, Pace::default());
        setup.bots = 0;
        let handle = floor.open_table(setup, &mut *place.open().unwrap()).unwrap();
        handle.join(common::player(1), 2, money::Amount::of(500)).await.unwrap();
        let command = json!({"do": "pass-bank", "pass": true});
        handle.act(act(&handle, playing(1), None, &command)).await.unwrap();
        assert!(floor.clock().behind() > 0);
        floor.stop().await;
        let mut last = future;
        for record in place.open().unwrap().tail("table/late", 0).unwrap() {
            assert!(record.at >= last, "record {} is stamped before something earlier", record.sequence);
            last = record.at;
        }
    });
}
