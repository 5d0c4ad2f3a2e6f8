//! The crash loop: the real binary with bots and guests, killed at random moments and started again on the
//! same data. Whatever was acknowledged is there once; nothing is paid twice; the chain holds; the ledger
//! sums to nothing; rounds go on with the tiles and dice they had.
#![allow(clippy::unwrap_used)]

mod guest;
mod support;

use floor::FloorEvent;
use guest::{Guest, Heard};
use journal::{Hash, Place, Sqlite, Store, verify};
use rulebook::Shelf;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Dice, Folder, Server, Session, houseway};

/// A house is killed so many times at most, then a new one takes its place: the whole of its journal is
/// checked after every kill, which would take ever longer.
const KILLS_OF_A_HOUSE: u32 = 100;

/// From so many kills on, each kind of interruption has to have come up.
const ENOUGH: u32 = 20;

const TABLES: [&str; 4] = ["pai-gow-1", "pai-gow-2", "pai-gow-3", "roulette-1"];

/// What the journal of one table said so far.
#[derive(Default)]
struct Seen {
    /// The last record, and its hash.
    head: Option<(u64, Hash)>,
    /// Which record answers a key.
    keys: HashMap<String, u64>,
    /// Wagers of the running round that were settled.
    settled: BTreeSet<String>,
    /// Walls stacked and dice shown in the running round.
    walls: u32,
    dice: u32,
    /// The last record when it was killed, if that was between the wall and the end of the round.
    interrupted: bool,
    commitments: u32,
    rounds: u32,
    payments: u32,
    continued: u32,
}

impl Seen {
    fn follow(&mut self, store: &mut dyn Store, stream: &str) {
        let after = self.head.map_or(0, |(sequence, _)| sequence);
        if let Some((sequence, hash)) = self.head {
            let kept = store.range(stream, sequence, sequence).unwrap();
            assert_eq!(kept[0].hash, hash, "{stream}: record {sequence} is another one");
        }
        for record in store.tail(stream, after).unwrap() {
            if let Some((key, _)) = &record.key {
                let before = self.keys.insert(key.clone(), record.sequence);
                assert_eq!(before, None, "{stream}: key {key} is there twice");
            }
            let body: Value = serde_json::from_slice(&record.body).unwrap();
            if let Some(events) = body["game"]["events"].as_array() {
                for event in events {
                    self.event(stream, record.sequence, &event["what"]);
                }
            } else {
                let event: FloorEvent = serde_json::from_value(body["floor"].clone()).unwrap();
                let commits = matches!(event, FloorEvent::Committed { .. });
                assert!(!matches!(event, FloorEvent::Halted { .. }), "{stream}: {event:?}");
                self.commitments += u32::from(commits);
                assert!(self.commitments <= 1, "{stream}: the house committed itself again");
            }
            self.head = Some((record.sequence, record.hash));
        }
        self.interrupted = self.walls > 0;
    }

    fn event(&mut self, stream: &str, sequence: u64, what: &Value) {
        let is = what["is"].as_str().unwrap_or_default();
        let wager = || format!("{}/{}/{}", what["player"], what["area"], what["kind"]);
        match is {
            "wager-taken" | "wager-paid" | "wager-stays" => {
                self.payments += 1;
                assert!(self.settled.insert(wager()), "{stream}, record {sequence}: {} again", wager());
            }
            "wager-reopened" => drop(self.settled.remove(&wager())),
            "stacked" => self.walls += 1,
            "dice-shown" => self.dice += 1,
            "settled" => {
                self.payments += 1;
                let spin = format!("spin {}", what["spin"]);
                assert!(self.settled.insert(spin), "{stream}, record {sequence}: settled again");
                self.rounds += 1;
            }
            "round-over" => {
                assert_eq!((self.walls, self.dice), (1, 1), "{stream}, record {sequence}");
                self.continued += u32::from(self.interrupted);
                (self.walls, self.dice, self.interrupted) = (0, 0, false);
                self.settled.clear();
                self.rounds += 1;
            }
            // Whoever took the bank gave it up again before anybody had wagered (star-2016 6.9): nothing was dealt.
            "round-void" if what["cause"] == "no-wagers" => {
                assert_eq!(self.dice, 0, "{stream}, record {sequence}");
                (self.walls, self.interrupted) = (0, false);
            }
            "round-void" => panic!("{stream}, record {sequence}: nobody voids here, but {what}"),
            _ => {}
        }
    }
}

/// What everybody saw.
struct Loop {
    folder: Folder,
    /// The database, if it is no file in the folder.
    postgres: Option<Postgres>,
    shelf: Shelf,
    public: String,
    seen: BTreeMap<&'static str, Seen>,
    open_draws: u64,
}

impl Loop {
    fn store(&self) -> Box<dyn Store> {
        match &self.postgres {
            Some(database) => database.place().open().unwrap(),
            None => Box::new(Sqlite::open_to_read(&self.folder.database()).unwrap()),
        }
    }

    /// What says on a command line where the database is.
    fn words(&self) -> Vec<&str> {
        self.postgres.as_ref().map_or_else(Vec::new, |database| vec!["--db", &database.url])
    }

    fn start(&self) -> Server {
        Server::start(&self.folder.0, &self.words()).unwrap()
    }

    fn audit(&self, words: &[&str]) {
        let mut command = houseway(words);
        let output = command.args(self.words()).arg("--data").arg(&self.folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{words:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    }

    fn check(&mut self, guests: &[Guest], thorough: bool) {
        let mut store = self.store();
        let store = &mut *store;
        let verdict = verify(store, Some(&self.public), &mut |_| true);
        assert_eq!(verdict.finding, None);
        let sum: i64 = store.balances().unwrap().iter().map(|balance| balance.units).sum();
        assert_eq!(sum, 0, "the ledger sums to nothing");
        for table in TABLES {
            let stream = format!("table/{table}");
            let seen = self.seen.entry(table).or_default();
            seen.follow(store, &stream);
            for guest in guests.iter().filter(|guest| guest.table == table) {
                guest.is_kept(seen.head.unwrap().0, &seen.keys);
            }
            if thorough {
                let fair = floor::recall::fairness(store, &self.shelf, &stream, None).unwrap();
                assert_eq!(fair.wrong, None, "{stream}");
                self.open_draws += fair.open;
            }
        }
    }
}

fn crash(times: u32, seed: u64, postgres: Option<Postgres>) {
    let started = Instant::now();
    let folder = Folder::new("crash");
    let place = match &postgres {
        Some(database) => database.place(),
        None => Place::Sqlite(folder.database()),
    };
    support::set_up(&folder, &place, None);
    let public = std::fs::read_to_string(folder.0.join("house.pub")).unwrap().trim().to_string();
    let shelf = Shelf::embedded().unwrap();
    let mut all = Loop { folder, postgres, shelf, public, seen: BTreeMap::new(), open_draws: 0 };
    let mut dice = Dice::new(seed);
    let mut guests: Vec<Guest> = Vec::new();
    for time in 0..times {
        let server = all.start();
        let address = server.address;
        if guests.is_empty() {
            // Two at a table, one of whom asks over HTTP.
            for (place, table) in TABLES.into_iter().chain(["pai-gow-1", "pai-gow-2"]).enumerate() {
                let session = Session::guest(address).unwrap();
                guests.push(Guest::new(session, table, place >= TABLES.len(), seed + place as u64));
            }
        }
        let wait = Duration::from_millis(50 + dice.below(551) as u64);
        let heard = Heard::of(&guests);
        let before = heard.count();
        std::thread::scope(|scope| {
            for guest in &mut guests {
                scope.spawn(move || guest.play(address));
            }
            std::thread::sleep(wait);
            // A slow machine has to have got somewhere too.
            heard.wait(before + 2);
            server.kill();
        });
        all.check(&guests, time % 10 == 9);
    }
    // Once more, to the end: what is in doubt is asked again, and it finishes in good order.
    let server = all.start();
    let address = server.address;
    let heard = Heard::of(&guests);
    std::thread::scope(|scope| {
        for guest in &mut guests {
            scope.spawn(move || guest.play(address));
        }
        std::thread::sleep(Duration::from_secs(1));
        heard.until(|| heard.everybody());
        assert!(server.stop().success());
    });
    all.check(&guests, true);
    all.audit(&["audit", "verify"]);
    all.audit(&["audit", "ledger"]);
    for table in TABLES {
        all.audit(&["audit", "fairness", table]);
        all.audit(&["audit", "replay", table]);
    }
    let sum = |what: fn(&Seen) -> u32| all.seen.values().map(what).sum::<u32>();
    let records: u64 = all.seen.values().filter_map(|seen| seen.head).map(|(last, _)| last).sum();
    let told = |what: fn(&Guest) -> usize| guests.iter().map(what).sum::<usize>();
    println!(
        "{times} kills on {place} in {:?}: {records} records, {} rounds, {} payments, {} rounds interrupted and continued; \
         {} commands acknowledged, {} asked again, {} in doubt of which {} were kept, {} tiles and dice seen again",
        started.elapsed(),
        sum(|seen| seen.rounds),
        sum(|seen| seen.payments),
        sum(|seen| seen.continued),
        told(|guest| guest.acknowledged()),
        told(|guest| guest.again),
        told(|guest| guest.doubted),
        told(|guest| guest.kept_in_doubt),
        told(|guest| guest.same),
    );
    assert!(told(|guest| guest.acknowledged()) > times as usize, "few commands were acknowledged");
    if times >= ENOUGH {
        assert!(sum(|seen| seen.continued) >= times / 5, "few rounds were interrupted");
        assert!(told(|guest| guest.again) > times as usize && told(|guest| guest.same) > times as usize / 2);
        assert!(guests.iter().all(|guest| guest.acknowledged() > 0), "everybody wagered");
    }
}

/// So many kills, in as many houses as they take.
fn crashes(times: u32, seed: u64, database: impl Fn() -> Option<Postgres>) {
    for (house, before) in (0..times).step_by(KILLS_OF_A_HOUSE as usize).enumerate() {
        crash(KILLS_OF_A_HOUSE.min(times - before), seed + 100 * house as u64, database());
    }
}

fn on_postgres() -> Option<Postgres> {
    Some(Postgres::new("HOUSEWAY_POSTGRES"))
}

#[test]
fn killed_fifty_times_it_loses_nothing() {
    crash(50, 1, None);
}

#[test]
fn killed_on_postgres_it_loses_nothing() {
    crash(10, 3, on_postgres());
}

/// How many times: `cargo xtask soak` asks for a thousand.
fn asked() -> u32 {
    let asked = std::env::var("HOUSEWAY_SOAK_CRASHES").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(5)
}

#[test]
fn killed_for_long_it_loses_nothing() {
    crashes(asked(), 2, || None);
}

/// A tenth of that, but one at least.
#[test]
fn killed_for_long_on_postgres_it_loses_nothing() {
    crashes(asked().div_ceil(10), 4, on_postgres);
}
