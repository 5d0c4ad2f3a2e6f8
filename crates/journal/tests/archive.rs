//! Archives: the first records of a journal leave it for a file; both are verified alone, either shows when it is
//! changed, and whenever it ends in between, the records are live or archived, never half of each.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::Access;
use common::{Ground, block, folder, passes, player, signer, step, word};
use journal::{
    Archive, Base, Batch, Checkpoint, Compared, Draft, Error, Holding, Journal, Keys, Place, Plan, Round,
    Search, Signer, Sqlite, State, Store, Terms, Unit, Verdict, archive, checkpoints_before, compare, copy,
    unfinished, verify, verify_start,
};
use money::Account;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const DAY: i64 = Keys::KEPT;
/// The tables of these journals.
const TABLES: [&str; 2] = ["table/1", "table/2"];

/// A house with a key, and a folder for its archives.
struct House {
    ground: Ground,
    folder: PathBuf,
    signer: Arc<Signer>,
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl House {
    fn new(ground: Ground) -> Self {
        let folder = folder();
        let signer = Arc::new(signer(&folder, 7));
        Self { ground, folder, signer }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The journal, once whoever had it is gone.
    fn journal(&self) -> (Journal, std::thread::JoinHandle<()>) {
        let terms = Terms { signer: Some(self.signer.clone()), ..Terms::default() };
        Journal::with(self.live(), &self.ground.place, terms).unwrap()
    }

    /// Two tables, a player and the checkpoints of some days: ten records a day each, a round of which every
    /// second, with money and keys; the same keys every other day.
    fn play(&self, days: std::ops::Range<i64>) {
        let (journal, thread) = self.journal();
        for day in days {
            for number in 1..=10i64 {
                let at = day * DAY + number * 1000;
                for table in TABLES {
                    let move_ = step(Account::Cage, player(number as u32), 5 + day);
                    let moves = if number % 3 == 0 { journal::print_moves(&[move_]) } else { String::new() };
                    let key = (number % 2 == 0).then(|| (format!("key {number} {}", day % 2), day as u64));
                    let draft = Draft { key, moves, ..word(at, &format!("{table} {day} {number}")) };
                    let sequence = (day * 10 + number) as u64;
                    let mut unit = Unit::draft(table, draft);
                    if number % 2 == 0 {
                        unit.rounds.push(round(table, (sequence / 2) as u32, sequence));
                        let state = format!("{table} at {sequence}").into_bytes();
                        unit.states.push(State { stream: table.into(), sequence, state });
                    }
                    journal.keep_blocking(unit).unwrap();
                }
                let draft = Draft {
                    moves: journal::print_moves(&[step(Account::Cage, player(1), 1)]),
                    ..word(at, "cage")
                };
                journal.keep_blocking(Unit::draft("player/1", draft)).unwrap();
                if number % 5 == 0 {
                    block(journal.checkpoint(at, self.signer.clone())).unwrap().unwrap();
                }
            }
            passes(&journal, day * DAY + 10_000, (day + 1) * DAY);
        }
        block(journal.stop());
        drop(journal);
        thread.join().unwrap();
    }

    /// The store, once whoever had it is gone.
    fn live(&self) -> Box<dyn Store> {
        let mut store = self.ground.store();
        for _ in 0..100 {
            match store.claim() {
                Err(Error::Held(_)) => std::thread::sleep(std::time::Duration::from_millis(50)),
                claimed => {
                    claimed.unwrap();
                    break;
                }
            }
        }
        store
    }

    /// What goes of the days before one.
    fn cuts(&self, live: &mut dyn Store, day: i64) -> BTreeMap<String, u64> {
        let mut cuts: BTreeMap<String, u64> =
            TABLES.iter().map(|table| (table.to_string(), day as u64 * 10)).collect();
        let checkpoints = checkpoints_before(live, day * DAY).unwrap();
        cuts.extend(checkpoints.map(|last| (Checkpoint::STREAM.to_string(), last)));
        cuts
    }

    fn archive(&self, live: &mut dyn Store, name: &str, day: i64) -> Result<Holding, Error> {
        let cuts = self.cuts(live, day);
        let plan = Plan {
            signer: &self.signer,
            at: 99 * DAY,
            before: day * DAY,
            sealed: false,
            cuts: &cuts,
            ledgers: None,
            last: None,
        };
        archive(live, &self.file(name), &plan)
    }

    fn verdict(&self) -> Verdict {
        verify(&mut *self.ground.store(), Some(&self.signer.public()), &mut |_| true)
    }

    fn start(&self, whole: u64) -> Result<journal::Sound, journal::Finding> {
        verify_start(&mut *self.ground.store(), &self.signer.public(), whole)
    }

    fn verdict_of(&self, file: &Path) -> Verdict {
        verify(&mut Sqlite::open_to_read(file).unwrap(), Some(&self.signer.public()), &mut |_| true)
    }

    /// Everything verifies: whole, and from the last checkpoints on.
    fn holds(&self) {
        assert_eq!(self.verdict().finding, None);
        self.start(0).unwrap();
        self.start(u64::MAX).unwrap();
    }
}

fn round(stream: &str, number: u32, last: u64) -> Round {
    Round {
        stream: stream.into(),
        number,
        first: last - 1,
        last,
        began: 0,
        ended: last as i64,
        players: vec![1, 2],
        staked: 0,
        most: 0,
        irregular: vec![],
    }
}

fn lines(store: &mut dyn Store) -> Vec<String> {
    let mut all = Vec::new();
    let scanned = store.scan(&mut |record| {
        all.push(record.to_line());
        true
    });
    scanned.unwrap();
    all
}

fn numbers(store: &mut dyn Store, table: &str) -> Vec<u32> {
    let search = Search { stream: Some(table.into()), limit: 1000, ..Search::default() };
    let mut numbers: Vec<u32> = store.rounds(&search).unwrap().iter().map(|round| round.number).collect();
    numbers.reverse();
    numbers
}

fn goes_and_goes_on(ground: Ground) {
    let house = House::new(ground);
    house.play(0..8);
    let mut live = house.live();
    let before = lines(&mut *live);
    let balances = live.balances().unwrap();
    let keys = |store: &mut dyn Store| {
        let mut all = Vec::new();
        store.scan_keys(&mut |stream, key| all.push((stream.to_string(), key.key, key.sequence))).unwrap();
        all.sort();
        all.retain(|(_, _, sequence)| *sequence > 60);
        all
    };
    let remembered = keys(&mut *live);
    let holding = house.archive(&mut *live, "first", 4).unwrap();
    assert_eq!((holding.number, holding.name.as_str(), holding.parts.len()), (1, "first", 3));
    // Nothing is lost, nothing is in both, what stays is as it was.
    let mut file = Sqlite::open_to_read(&house.file("first")).unwrap();
    let (gone, left) = (lines(&mut file), lines(&mut *live));
    assert_eq!(gone.len() + left.len(), before.len() + 2, "and the statement, and a checkpoint");
    let mut all: Vec<&String> = gone.iter().chain(&left[..left.len() - 2]).collect();
    let mut wanted: Vec<&String> = before.iter().collect();
    all.sort();
    wanted.sort();
    assert_eq!(all, wanted);
    assert_eq!(live.balances().unwrap(), balances);
    assert_eq!(keys(&mut *live), remembered);
    assert!(!remembered.is_empty());
    for table in TABLES {
        assert_eq!(numbers(&mut file, table), (1..=20).collect::<Vec<_>>());
        assert_eq!(numbers(&mut *live, table), (21..=40).collect::<Vec<_>>());
        assert_eq!(
            (file.state(table, 99).unwrap().unwrap().sequence, live.state(table, 41).unwrap()),
            (40, None)
        );
        assert_eq!(live.range(table, 1, 45).unwrap().len(), 5, "the first here is record 41");
        assert_eq!(live.range(table, 39, 39).unwrap(), []);
        let found = |number| Archive::with_round(&mut *house.ground.store(), table, number).unwrap();
        assert_eq!((found(20).map(|holding| holding.name), found(21)), (Some("first".into()), None));
    }
    assert_eq!(live.tail("player/1", 0).unwrap().len(), 80, "accounts stay");
    drop(live);
    house.holds();
    let sound = house.start(0).unwrap();
    assert_eq!(sound.records, left.len() as u64);
    assert_eq!(sound.read, 1, "the checkpoint of the cut signs everything");
    let verdict = house.verdict_of(&house.file("first"));
    assert_eq!((verdict.finding, verdict.records), (None, gone.len() as u64));
    // It goes on, and gives away more.
    house.play(8..12);
    house.holds();
    let mut live = house.live();
    let second = house.archive(&mut *live, "second", 9).unwrap();
    let table =
        |holding: &Holding| holding.parts.iter().find(|part| part.to.stream == "table/1").cloned().unwrap();
    assert_eq!((second.number, table(&second).from), (2, table(&holding).to));
    drop(live);
    house.holds();
    assert_eq!(house.verdict_of(&house.file("second")).finding, None);
    assert_eq!(house.verdict_of(&house.file("first")).finding, None, "the first as well as ever");
    let found = |number| Archive::with_round(&mut *house.ground.store(), "table/1", number).unwrap();
    assert_eq!(
        [5, 30, 50].map(|number| found(number).map(|holding| holding.number)),
        [Some(1), Some(2), None]
    );
    house.play(12..14);
    house.holds();
    // A copy begins where it does.
    let copied = House { ground: common::sqlite(), folder: folder(), signer: house.signer.clone() };
    copy(&mut *house.ground.store(), &mut *copied.ground.store()).unwrap();
    copied.holds();
    assert_eq!(lines(&mut *copied.ground.store()), lines(&mut *house.ground.store()));
    assert_eq!(copied.ground.store().bases().unwrap(), house.ground.store().bases().unwrap());
}

#[test]
fn sqlite_old_records_go_to_an_archive_and_the_journal_goes_on() {
    goes_and_goes_on(common::sqlite());
}

#[test]
fn postgres_old_records_go_to_an_archive_and_the_journal_goes_on() {
    goes_and_goes_on(common::postgres());
}

/// A store that ends at the cut: before it, or after it without saying so.
struct Ends(Box<dyn Store>, bool);

#[rustfmt::skip]
impl Store for Ends {
    fn again(&self) -> Result<Box<dyn Store>, Error> { self.0.again() }
    fn turn(&mut self) -> Result<i64, Error> { self.0.turn() }
    fn claim(&mut self) -> Result<i64, Error> { self.0.claim() }
    fn commit(&mut self, batch: &Batch) -> Result<(), Error> { self.0.commit(batch) }
    fn head(&mut self, stream: &str) -> Result<Option<journal::Head>, Error> { self.0.head(stream) }
    fn heads(&mut self) -> Result<Vec<(String, journal::Head)>, Error> { self.0.heads() }
    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<journal::Record>, Error> { self.0.tail(stream, after) }
    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<journal::Record>, Error> { self.0.range(stream, from, to) }
    fn scan(&mut self, each: &mut dyn FnMut(journal::Record) -> bool) -> Result<(), Error> { self.0.scan(each) }
    fn balances(&mut self) -> Result<Vec<journal::Balance>, Error> { self.0.balances() }
    fn snapshot(&mut self, stream: &str) -> Result<Option<journal::Snapshot>, Error> { self.0.snapshot(stream) }
    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> { self.0.state(stream, most) }
    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> { self.0.round(stream, number) }
    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<journal::Key>, Error> { self.0.keys(stream, keys) }
    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> { self.0.key_counts() }
    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, journal::Key)) -> Result<(), Error> { self.0.scan_keys(each) }
    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> { self.0.rounds(search) }
    fn bases(&mut self) -> Result<Vec<Base>, Error> { self.0.bases() }
    fn cut(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        if self.1 { self.0.cut(batch, bases)? }
        Err(Error::Store("gone".into()))
    }
    fn shelves(&mut self) -> Result<Vec<String>, Error> { self.0.shelves() }
    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> { self.0.shelf(shelf) }
    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> { self.0.scan_shelves(each) }
    fn hold(&mut self) -> Result<(), Error> { self.0.hold() }
    fn release(&mut self) { self.0.release() }
}

fn ends_in_between(ground: Ground) {
    let house = House::new(ground);
    house.play(0..5);
    let before = lines(&mut *house.ground.store());
    let (file, public) = (house.file("one"), house.signer.public());
    // What somebody left who was killed while writing is in nobody's way.
    std::fs::write(house.file("one.part"), b"half").unwrap();
    std::fs::write(house.file("one.part-wal"), b"half").unwrap();
    let mut live = Ends(house.live(), false);
    assert_eq!(house.archive(&mut live, "one", 2).unwrap_err(), Error::Store("gone".into()));
    drop(live);
    // The file is whole and has its name; the journal has everything still.
    assert_eq!(lines(&mut *house.ground.store()), before);
    house.holds();
    assert_eq!(house.verdict_of(&file).finding, None);
    assert_eq!(unfinished(&mut *house.ground.store(), &file, &public), Ok(true));
    house.play(5..6);
    house.holds();
    // The next one comes to the cut, and is not heard to.
    let mut live = Ends(house.live(), true);
    assert!(house.archive(&mut live, "one", 2).is_err());
    drop(live);
    assert_eq!(unfinished(&mut *house.ground.store(), &file, &public), Ok(false), "it is the only copy now");
    house.holds();
    assert_eq!(house.verdict_of(&file).finding, None);
    let both =
        lines(&mut Sqlite::open_to_read(&file).unwrap()).len() + lines(&mut *house.ground.store()).len();
    assert_eq!(both, before.len() + 3 * 10 + 360 + 2 + 2);
    let left: Vec<String> = std::fs::read_dir(&house.folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("part"))
        .collect();
    assert_eq!(left, [""; 0]);
    let said = house.archive(&mut *house.live(), "one", 3).unwrap_err().to_string();
    assert!(said.contains("may be the only copy"), "{said}");
    // Neither another house's file nor a plain journal is one that was left.
    assert!(unfinished(&mut *house.ground.store(), &file, &signer(&house.folder, 8).public()).is_err());
    let plain = common::sqlite();
    drop(plain.store());
    assert!(unfinished(&mut *house.ground.store(), plain.path(), &public).is_err());
}

#[test]
fn sqlite_whatever_ends_in_between_nothing_is_lost() {
    ends_in_between(common::sqlite());
}

#[test]
fn postgres_whatever_ends_in_between_nothing_is_lost() {
    ends_in_between(common::postgres());
}

#[test]
fn a_house_made_again_from_an_older_backup_leaves_the_archive_alone() {
    let house = House::new(common::sqlite());
    house.play(0..3);
    let older = House { ground: common::sqlite(), folder: folder(), signer: house.signer.clone() };
    copy(&mut *house.ground.store(), &mut *older.ground.store()).unwrap();
    house.play(3..8);
    house.archive(&mut *house.live(), "one", 5).unwrap();
    // It begins at the beginning, as the archive does, and has not all that the archive has.
    let file = house.file("one");
    assert_eq!(unfinished(&mut *older.ground.store(), &file, &house.signer.public()), Ok(false));
    std::fs::copy(&file, older.file("one")).unwrap();
    older.play(3..4);
    let said = older.archive(&mut *older.live(), "one", 2).unwrap_err().to_string();
    assert!(said.contains("may be the only copy"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(older.file("one")).unwrap());
}

/// What refuses to be archived, with the journal as it was.
fn refused(ground: Ground) {
    let house = House::new(ground);
    house.play(0..5);
    let said = house.archive(&mut *house.live(), "young", 5).unwrap_err().to_string();
    assert!(said.contains("less than 24 hours old"), "{said}");
    // Keys of the last day that passed, whatever a clock says; once it has, they may go.
    let keep = |at: i64, key: Option<&str>| {
        let (journal, thread) = house.journal();
        let key = key.map(|key| (key.to_string(), 1));
        journal.keep_blocking(Unit::draft("table/1", Draft { key, ..word(at, "late") })).unwrap();
        block(journal.stop());
        thread.join().unwrap();
    };
    keep(5 * DAY + 1000, Some("late"));
    keep(15 * DAY, None);
    let cuts: BTreeMap<String, u64> = [("table/1".to_string(), 51)].into();
    let plan = Plan {
        signer: &house.signer,
        at: 0,
        before: 6 * DAY,
        sealed: false,
        cuts: &cuts,
        ledgers: None,
        last: None,
    };
    let said = archive(&mut *house.live(), &house.file("young"), &plan).unwrap_err().to_string();
    assert!(said.contains("record 51: its key \"late\" is less than 24 hours old"), "{said}");
    let before = lines(&mut *house.ground.store());
    let mut live = house.live();
    // All of a stream: nothing would be left to go on from.
    let cuts: BTreeMap<String, u64> = [("player/1".to_string(), 50)].into();
    let plan = Plan {
        signer: &house.signer,
        at: 0,
        before: 0,
        sealed: false,
        cuts: &cuts,
        ledgers: None,
        last: None,
    };
    let said = archive(&mut *live, &house.file("all"), &plan).unwrap_err().to_string();
    assert!(said.contains("nothing is left"), "{said}");
    // A record that was changed is not archived as it is.
    let mut access = Access::to(&house.ground);
    access.run("UPDATE records SET body = '\"lost\"' WHERE @stream = (SELECT id FROM streams WHERE name = 'table/1') AND sequence = 7");
    let said = house.archive(&mut *live, "changed", 2).unwrap_err().to_string();
    assert!(said.contains("does not verify, nothing was cut") && said.contains("record 7"), "{said}");
    assert!(
        !house.file("changed").exists()
            && !house.file("changed.part").exists()
            && !house.file("young").exists()
    );
    assert_eq!(lines(&mut *live).len(), before.len());
    assert_eq!(live.bases().unwrap(), []);
}

/// What shows how much time passed may go: keys that were forgotten before that are not missed after it.
fn time_goes_with_records(ground: Ground) {
    let house = House::new(ground);
    house.play(0..5);
    let (journal, thread) = house.journal();
    let keyed = |at: i64, key: &str| Draft { key: Some((key.into(), 1)), ..word(at, key) };
    journal.keep_blocking(Unit::draft("player/1", keyed(5 * DAY, "forgotten"))).unwrap();
    passes(&journal, 5 * DAY, 6 * DAY + 3_600_000);
    journal.keep_blocking(Unit::draft("player/1", keyed(6 * DAY + 3_600_000, "young"))).unwrap();
    let known = |key: &str| knows(&house, key);
    assert_eq!(["forgotten", "young"].map(known), [false, true]);
    block(journal.stop());
    drop(journal);
    thread.join().unwrap();
    house.holds();
    // All of the time but its end.
    let mut live = house.live();
    let last = live.head("house/time").unwrap().unwrap().sequence - 1;
    let cuts: BTreeMap<String, u64> = [("house/time".to_string(), last)].into();
    let plan = Plan {
        signer: &house.signer,
        at: 0,
        before: 7 * DAY,
        sealed: false,
        cuts: &cuts,
        ledgers: None,
        last: None,
    };
    archive(&mut *live, &house.file("time"), &plan).unwrap();
    drop(live);
    house.holds();
    let (journal, thread) = house.journal();
    journal.keep_blocking(Unit::draft("player/1", word(6 * DAY + 3_700_000, "on"))).unwrap();
    assert_eq!(["forgotten", "young"].map(known), [false, true]);
    block(journal.stop());
    drop(journal);
    thread.join().unwrap();
    house.holds();
    Access::to(&house.ground).run("DELETE FROM keys WHERE key = 'young'");
    assert!(house.verdict().finding.is_some() && house.start(0).is_err());
}

fn knows(house: &House, key: &str) -> bool {
    !house.ground.store().keys("player/1", &[key.into()]).unwrap().is_empty()
}

#[test]
fn sqlite_time_goes_with_records() {
    time_goes_with_records(common::sqlite());
}

#[test]
fn postgres_time_goes_with_records() {
    time_goes_with_records(common::postgres());
}

#[test]
fn sqlite_what_must_not_go_is_refused() {
    refused(common::sqlite());
}

#[test]
fn postgres_what_must_not_go_is_refused() {
    refused(common::postgres());
}

/// A record goes only from before where its stream begins, by SQL as well.
fn triggers(ground: Ground) {
    let house = House::new(ground);
    house.play(0..5);
    let mut live = house.live();
    house.archive(&mut *live, "one", 2).unwrap();
    let run = |sql: &str| match &house.ground.place {
        Place::Sqlite(path) => {
            rusqlite::Connection::open(path).unwrap().execute_batch(sql).map_err(|error| error.to_string())
        }
        _ => house.ground.client().batch_execute(sql).map_err(|error| format!("{error:?}")),
    };
    let column = if matches!(house.ground.place, Place::Sqlite(_)) { "stream" } else { "stream_id" };
    let table = format!("{column} = (SELECT id FROM streams WHERE name = 'table/1')");
    for sql in [
        "DELETE FROM records",
        "DELETE FROM records WHERE sequence = 1",
        &format!("DELETE FROM records WHERE {table}"),
        &format!("DELETE FROM records WHERE {table} AND sequence = 21"),
        &format!("UPDATE records SET at = 0 WHERE {table} AND sequence = 21"),
    ] {
        let said = run(sql).unwrap_err();
        assert!(said.contains("never"), "{sql}: {said}");
    }
    house.holds();
}

#[test]
fn sqlite_records_that_stay_cannot_be_removed() {
    triggers(common::sqlite());
}

#[test]
fn postgres_records_that_stay_cannot_be_removed() {
    triggers(common::postgres());
}

/// Whatever is changed in where streams begin is found, at a start too.
fn tampered(ground: Ground) {
    let house = House::new(ground);
    house.play(0..6);
    let mut live = house.live();
    house.archive(&mut *live, "one", 3).unwrap();
    drop(live);
    let mut access = Access::to(&house.ground);
    access.run("CREATE TEMP TABLE saved AS SELECT * FROM bases");
    let table = "(SELECT id FROM streams WHERE name = 'table/1')";
    for change in [
        "UPDATE bases SET sequence = sequence - 1".to_string(),
        "UPDATE bases SET sequence = sequence + 1".to_string(),
        "UPDATE bases SET rounds = rounds + 1".to_string(),
        format!("UPDATE bases SET balances = '[]' WHERE @stream = {table}"),
        format!(
            "UPDATE bases SET hash = (SELECT hash FROM records WHERE @stream = {table} AND sequence = 31)"
        ),
        format!("DELETE FROM bases WHERE @stream = {table}"),
        "DELETE FROM bases".to_string(),
    ] {
        access.run(&change);
        assert!(house.verdict().finding.is_some(), "{change}");
        assert!(house.start(0).is_err(), "{change}, at a start");
        assert!(house.start(u64::MAX).is_err(), "{change}, at a start that reads all");
        access.run("DELETE FROM bases; INSERT INTO bases SELECT * FROM saved");
        house.holds();
    }
    // More than the house signed is gone, with where it begins put after it.
    access.run(&format!(
        "UPDATE bases SET sequence = 31, hash = (SELECT hash FROM records WHERE @stream = {table} AND sequence = 31) \
         WHERE @stream = {table}; DELETE FROM records WHERE @stream = {table} AND sequence = 31"
    ));
    assert!(house.verdict().finding.is_some() && house.start(0).is_err());
}

#[test]
fn sqlite_where_streams_begin_is_what_the_house_signed() {
    tampered(common::sqlite());
}

#[test]
fn postgres_where_streams_begin_is_what_the_house_signed() {
    tampered(common::postgres());
}

/// A key that a clock of long ago put far into the future goes with its record.
fn a_wrong_clock(ground: Ground) {
    let house = House::new(ground);
    house.play(0..2);
    let (journal, thread) = house.journal();
    let key = Some(("far".into(), 1));
    journal.keep_blocking(Unit::draft("table/1", Draft { key, ..word(1000 * DAY, "far ahead") })).unwrap();
    block(journal.stop());
    thread.join().unwrap();
    house.play(2..6);
    house.holds();
    let mut live = house.live();
    house.archive(&mut *live, "one", 4).unwrap();
    assert_eq!(live.keys("table/1", &["far".into()]).unwrap(), []);
    drop(live);
    house.holds();
}

#[test]
fn sqlite_a_key_from_a_wrong_clock_goes_with_its_record() {
    a_wrong_clock(common::sqlite());
}

#[test]
fn postgres_a_key_from_a_wrong_clock_goes_with_its_record() {
    a_wrong_clock(common::postgres());
}

#[test]
fn an_archive_that_was_changed_is_found() {
    let house = House::new(common::sqlite());
    house.play(0..8);
    let mut live = house.live();
    house.archive(&mut *live, "one", 3).unwrap();
    house.archive(&mut *live, "two", 6).unwrap();
    let (one, two) = (house.file("one"), house.file("two"));
    let changed = house.file("changed");
    let try_on = |file: &Path, change: &str| {
        let _ = std::fs::remove_file(&changed);
        std::fs::write(&changed, std::fs::read(file).unwrap()).unwrap();
        let db = rusqlite::Connection::open(&changed).unwrap();
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
        if !change.is_empty() {
            assert!(db.execute(change, []).unwrap() > 0, "{change}");
        }
        drop(db);
        house.verdict_of(&changed).finding
    };
    for file in [&one, &two] {
        assert_eq!(try_on(file, ""), None, "as it was");
        for change in [
            "UPDATE records SET body = '\"lost\"' WHERE position = 20",
            "UPDATE records SET at = at + 1 WHERE position = (SELECT max(position) FROM records)",
            "DELETE FROM records WHERE position = (SELECT max(position) FROM records)",
            "DELETE FROM records WHERE position = (SELECT min(position) FROM records)",
            "UPDATE streams SET sequence = sequence - 1",
            "UPDATE balances SET units = units * 2",
            "UPDATE shelf SET value = CAST(replace(value, 'table/1', 'table/3') AS BLOB)",
            "DELETE FROM shelf",
        ] {
            assert!(try_on(file, change).is_some(), "{change} of {}", file.display());
        }
    }
    // The last record is gone, and nothing else shows it.
    let cut_off = "UPDATE streams SET (sequence, hash, position) = (SELECT r.sequence, r.hash, r.position \
                   FROM records r WHERE r.stream = streams.id ORDER BY r.sequence DESC LIMIT 1 OFFSET 1) \
                   WHERE name = 'table/2'";
    let (other, tables) = (House::new(common::sqlite()), house.file("tables"));
    other.play(0..5);
    let mut live = other.live();
    let mut cuts = other.cuts(&mut *live, 3);
    cuts.remove(Checkpoint::STREAM);
    archive(
        &mut *live,
        &tables,
        &Plan {
            signer: &other.signer,
            at: 0,
            before: 3 * DAY,
            sealed: false,
            cuts: &cuts,
            ledgers: None,
            last: None,
        },
    )
    .unwrap();
    let _ = std::fs::remove_file(&changed);
    std::fs::write(&changed, std::fs::read(&tables).unwrap()).unwrap();
    let db = rusqlite::Connection::open(&changed).unwrap();
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
    db.execute_batch(&format!(
        "{cut_off}; DELETE FROM records WHERE stream = \
         (SELECT id FROM streams WHERE name = 'table/2') AND sequence = 30"
    ))
    .unwrap();
    drop(db);
    let finding = house.verdict_of(&changed).finding.unwrap().to_string();
    assert!(
        finding.contains("table/2") && finding.contains("does not end as the house signed it"),
        "{finding}"
    );
    for change in [
        "UPDATE bases SET sequence = sequence - 1",
        "UPDATE bases SET rounds = rounds + 1",
        "UPDATE bases SET balances = '[]' WHERE balances <> '[]'",
        "DELETE FROM bases",
    ] {
        assert!(try_on(&two, change).is_some(), "{change}");
    }
    // Another house's.
    let other = signer(&house.folder, 8).public();
    let finding = verify(&mut Sqlite::open_to_read(&one).unwrap(), Some(&other), &mut |_| true).finding;
    assert!(finding.unwrap().to_string().contains("signed by key"));
}

#[test]
fn checkpoints_kept_elsewhere_are_compared_with_the_house_and_its_archives() {
    let house = House::new(common::sqlite());
    house.play(0..8);
    let mut live = house.live();
    let bodies = live.tail(Checkpoint::STREAM, 0).unwrap().into_iter();
    let kept: Vec<String> = bodies.map(|record| String::from_utf8(record.body).unwrap()).collect();
    assert_eq!(kept.len(), 17);
    house.archive(&mut *live, "one", 3).unwrap();
    let public = house.signer.public();
    let compared = |store: &mut dyn Store| compare(store, Some(&public), &kept.join("\n")).unwrap();
    assert_eq!(compared(&mut *live), Compared { compared: 10, elsewhere: 7, odd: None });
    let mut file = Sqlite::open_to_read(&house.file("one")).unwrap();
    assert_eq!(compared(&mut file), Compared { compared: 7, elsewhere: 10, odd: None });
    // One that was made in its place is seen, in the file too.
    let other = |number: u64| {
        let body = Checkpoint::sign(&house.signer, (number, 5, 1), Vec::new(), false).to_body();
        String::from_utf8(body).unwrap()
    };
    let odd = |store: &mut dyn Store, number| compare(store, Some(&public), &other(number)).unwrap().odd;
    assert!(odd(&mut *live, 12).unwrap().contains("written anew"));
    assert!(odd(&mut file, 3).unwrap().contains("written anew"));
    assert!(odd(&mut *live, 99).unwrap().contains("cut off"));
    assert_eq!(odd(&mut file, 99), None);
}

/// Writes to the database by another door, if that can be done at once.
fn meddles(ground: &Ground, sql: &str) -> Result<(), String> {
    match &ground.place {
        Place::Sqlite(path) => {
            let db = rusqlite::Connection::open(path).unwrap();
            db.busy_timeout(std::time::Duration::from_millis(50)).unwrap();
            db.execute_batch(sql).map_err(|error| error.to_string())
        }
        _ => {
            let sql = format!("SET lock_timeout = '50ms'; {sql}");
            ground.client().batch_execute(&sql).map_err(|error| error.to_string())
        }
    }
}

/// From when it is verified until it is cut nobody else writes; balances that no record leads to are not signed, and the
/// file outside the database says what was cut, whatever is put in its place.
fn what_was_verified_is_signed(fresh: fn() -> Ground) {
    let house = House::new(fresh());
    house.play(0..6);
    let (ground, public) = (&house.ground, house.signer.public());
    let older = fresh();
    copy(&mut *ground.store(), &mut *older.store()).unwrap();
    meddles(&older, "UPDATE turn SET number = 1000").unwrap();
    let last = journal::Last::at(house.file("last"));
    let mut live = house.live();
    live.alone().unwrap();
    for sql in [
        "UPDATE balances SET units = units * 2",
        "UPDATE turn SET number = number + 1",
        "DELETE FROM rounds",
        "DELETE FROM shelf",
        "CREATE TABLE x (y INTEGER); DROP TABLE x; DELETE FROM states",
    ] {
        assert!(meddles(ground, sql).is_err(), "{sql}: somebody else wrote");
    }
    live.let_go();
    // By whatever door: balances are those that the verified records lead to.
    let found = verify(&mut *live, Some(&public), &mut |_| true);
    assert_eq!(found.finding, None);
    meddles(ground, "UPDATE balances SET units = units * 2").unwrap();
    let cuts = house.cuts(&mut *live, 3);
    let plan = Plan {
        signer: &house.signer,
        at: 99 * DAY,
        before: 3 * DAY,
        sealed: false,
        cuts: &cuts,
        ledgers: Some(&found.ledgers),
        last: Some(&last),
    };
    let said = archive(&mut *live, &house.file("one"), &plan).unwrap_err().to_string();
    assert!(said.contains("are not what its records lead to"), "{said}");
    meddles(ground, "UPDATE balances SET units = units / 2").unwrap();
    archive(&mut *live, &house.file("one"), &plan).unwrap();
    let odd = |ground: &Ground| last.odd(&mut *ground.store(), Some(&house.signer), Some(&public)).unwrap();
    assert_eq!(odd(ground), None, "it says what was cut");
    assert!(odd(&older).is_some(), "and not what somebody put in its place");
    let verdict = house.verdict();
    assert_eq!(verdict.finding, None);
}

#[test]
fn sqlite_what_was_verified_is_signed() {
    what_was_verified_is_signed(common::sqlite);
}

#[test]
fn postgres_what_was_verified_is_signed() {
    what_was_verified_is_signed(common::postgres);
}
