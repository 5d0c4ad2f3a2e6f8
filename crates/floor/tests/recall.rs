//! Recall is bounded: a round of an old table costs what a round of a young one does, a state that somebody
//! changed is not believed, and reading ends when nobody wants it any more.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, Known, recalled};
use floor::{Pace, TableSetup, recall};
use game::Person;
use journal::{
    Balance, Base, Batch, Error, Hash, Head, Key, Place, Record, Round, Search, Snapshot, State, Store,
};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A store that counts the records it gives.
struct Counting(Box<dyn Store>, Arc<AtomicU64>);

#[rustfmt::skip]
impl Store for Counting {
    fn again(&self) -> Result<Box<dyn Store>, Error> { self.0.again() }
    fn turn(&mut self) -> Result<i64, Error> { self.0.turn() }
    fn claim(&mut self) -> Result<i64, Error> { self.0.claim() }
    fn commit(&mut self, batch: &Batch) -> Result<(), Error> { self.0.commit(batch) }
    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> { self.0.head(stream) }
    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> { self.0.heads() }
    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> { self.range(stream, after + 1, u64::MAX) }
    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let records = self.0.range(stream, from, to)?;
        self.1.fetch_add(records.len() as u64, Ordering::Relaxed);
        Ok(records)
    }
    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> { self.0.scan(each) }
    fn balances(&mut self) -> Result<Vec<Balance>, Error> { self.0.balances() }
    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> { self.0.snapshot(stream) }
    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> { self.0.state(stream, most) }
    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> { self.0.round(stream, number) }
    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> { self.0.keys(stream, keys) }
    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> { self.0.key_counts() }
    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> { self.0.scan_keys(each) }
    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> { self.0.scan_shelves(each) }
    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> { self.0.rounds(search) }
    fn bases(&mut self) -> Result<Vec<Base>, Error> { self.0.bases() }
    fn shelves(&mut self) -> Result<Vec<String>, Error> { self.0.shelves() }
    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> { self.0.shelf(shelf) }
    fn hold(&mut self) -> Result<(), Error> { self.0.hold() }
    fn release(&mut self) { self.0.release() }
}

/// Plays a table until it has so many records.
fn play(place: &Place, setup: TableSetup, least: u64) {
    let floor = common::open(place, Known::new(7));
    common::alone(async {
        let handle = floor.open_table(setup, &mut *place.open().unwrap()).unwrap();
        while handle.info().version < least {
            floor.clock().turn(1000);
            handle.look(Person::Public).await.unwrap();
        }
        floor.stop().await;
    });
}

fn tables() -> [TableSetup; 2] {
    [common::pai_gow("tiles", "star-2016", None, true, Pace::FAST), common::roulette("wheel", 1, Pace::FAST)]
}

#[test]
fn a_round_costs_the_same_however_old_its_table_is() {
    for setup in tables() {
        let (place, stream) = (Place::memory(), setup.stream());
        play(&place, setup, 5000);
        let read = Arc::new(AtomicU64::new(0));
        let mut store = Counting(place.open().unwrap(), read.clone());
        let search = Search { stream: Some(stream.clone()), limit: 10_000, ..Search::default() };
        let rounds = store.rounds(&search).unwrap();
        for round in rounds.iter().step_by(17) {
            read.store(0, Ordering::Relaxed);
            let steps = recalled(&mut store, &stream, (round.first, round.last), &Person::Public);
            let length = round.last - round.first + 1;
            assert_eq!(steps.len() as u64, length);
            // The state before, 1000 records after it at most and what one commit adds, one fetch too many.
            let (read, most) = (read.load(Ordering::Relaxed), length + 1000 + 64 + 256 + 4);
            assert!(read <= most, "{stream}: round {} read {read} records, {most} at most", round.number);
            // One turn is drawn again at the same price: states are found by halving.
        }
        let last = rounds.first().unwrap();
        read.store(0, Ordering::Relaxed);
        let fair = recall::fairness(&mut store, &common::SHELF, &stream, Some(last.number.into())).unwrap();
        assert_eq!((fair.turns, fair.wrong), (1, None), "{stream}: turn {}", last.number);
        let read = read.load(Ordering::Relaxed);
        assert!(read < 1500, "{stream}: turn {} read {read} records of 5000", last.number);
        let whole = recall::fairness(&mut store, &common::SHELF, &stream, None).unwrap();
        assert!(whole.turns > 10 && whole.wrong.is_none(), "{stream}: {whole:?}");
    }
}

#[test]
fn nobody_is_read_to_who_does_not_want_it_any_more() {
    let [setup, _] = tables();
    let (place, stream) = (Place::memory(), setup.stream());
    play(&place, setup, 1000);
    let mut store = place.open().unwrap();
    let asked = Cell::new(0);
    let wanted = || {
        asked.set(asked.get() + 1);
        asked.get() <= 3
    };
    let mut steps = 0;
    let mut each = |_| {
        steps += 1;
        true
    };
    recall::round(&mut *store, &common::SHELF, &stream, (1, 900), &Person::Public, &wanted, &mut each)
        .unwrap();
    assert_eq!((asked.get(), steps), (4, 3), "asked before every record, and not once more");
}

#[test]
fn a_state_that_was_changed_is_not_believed() {
    let folder = Folder::new();
    let [setup, _] = tables();
    let (place, stream) = (folder.place(), setup.stream());
    play(&place, setup.clone(), 2600);
    let mut store = place.open().unwrap();
    let search = Search { stream: Some(stream.clone()), limit: 1, ..Search::default() };
    let round = store.rounds(&search).unwrap().remove(0);
    let span = (round.first, round.last);
    let views = |store: &mut dyn Store| -> Vec<_> {
        recalled(store, &stream, span, &Person::Public).into_iter().map(|step| step.view).collect()
    };
    let (true_views, replayed) = (views(&mut *store), recall::replay(&mut *store, &common::SHELF, &stream));
    // Somebody who can write to the database gives everybody more chips in every state, and in the snapshot with
    // a digest that fits.
    let file = rusqlite::Connection::open(folder.0.join("houseway.db")).unwrap();
    let forge = |state: &[u8]| {
        // A snapshot ends with a seal, which is not text.
        let text = state.utf8_chunks().next().unwrap().valid();
        let forged = text.replace("10000", "99999").replace("\"rounds\":1", "\"rounds\":2");
        assert_ne!(forged, text, "something is forged");
        forged.into_bytes()
    };
    let mut states = file.prepare("SELECT sequence, state FROM states").unwrap();
    let rows: Vec<(i64, Vec<u8>)> =
        states.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    assert!(rows.len() >= 5, "{} states", rows.len());
    for (sequence, state) in rows {
        let forged = forge(&state);
        file.execute("UPDATE states SET state = ?1 WHERE sequence = ?2", (forged, sequence)).unwrap();
    }
    let mut snapshot = store.snapshot(&stream).unwrap().unwrap();
    snapshot.state = forge(&snapshot.state);
    let Hash(digest) = snapshot.digest();
    file.execute("UPDATE snapshots SET state = ?1, digest = ?2", (&snapshot.state, digest)).unwrap();
    drop(states);
    assert_eq!(
        store.snapshot(&stream).unwrap().unwrap().state,
        snapshot.state,
        "a snapshot that looks whole"
    );
    assert_eq!(views(&mut *store), true_views, "recalled from the records instead");
    drop((store, file));
    // A floor that starts on it stands where the records lead.
    let floor = common::open(&place, Known::new(8));
    common::alone(async {
        floor.open_tables(Vec::new()).unwrap();
        assert!(floor.table("tiles").is_some());
        floor.stop().await;
    });
    let mut store = place.open().unwrap();
    let again = common::reader(&place).snapshot(&stream).unwrap().unwrap();
    let (records, hash) = recall::replay(&mut *store, &common::SHELF, &stream).unwrap();
    assert_eq!((again.sequence, Hash::of("houseway/state/1", &[&again.state])), (records, hash));
    assert!(records > replayed.unwrap().0, "it went on");
}
