//! Floors to test on: in memory or in a file, with a clock that is turned by hand and chance that is known.
#![allow(dead_code, clippy::unwrap_used)]

use bytes::Bytes;
use floor::ask::Act;
use floor::{Clock, Entropy, Floor, GameSetup, Handle, Pace, Purses, Seed, TableSetup};
use game::{Moment, Person, Rank, StaffId};
use journal::{Place, Signer, Store};
use money::{Amount, PlayerId};
use paigow::{Chance, Limit, LimitKind, Performer};
use rulebook::Shelf;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

/// The embedded books.
pub static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().unwrap());

/// Every Pai Gow book of the shelf with each of its variants.
pub fn games() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    SHELF.pai_gow().flat_map(|book| book.parameters.games().map(|(variant, _)| (book.id.as_str(), variant)))
}

/// The time at which tests begin.
pub const START: i64 = 1_700_000_000_000;

/// Bits that look fresh, are the same at every run, and are all remembered.
pub struct Known {
    next: Mutex<u64>,
    pub given: Mutex<Vec<[u8; 32]>>,
}

impl Known {
    pub fn new(seed: u64) -> Arc<Self> {
        Arc::new(Self { next: Mutex::new(seed << 32), given: Mutex::default() })
    }

    /// Everything that was given, in hexadecimal digits.
    pub fn digits(&self) -> Vec<String> {
        self.given.lock().unwrap().iter().map(hex::encode).collect()
    }
}

impl Entropy for Known {
    fn fresh(&self) -> Seed {
        let mut next = self.next.lock().unwrap();
        *next += 1;
        let journal::Hash(bytes) = journal::Hash::of("test/entropy", &[&next.to_be_bytes()]);
        self.given.lock().unwrap().push(bytes);
        Seed(bytes)
    }
}

/// A folder of its own, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("floor_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn place(&self) -> Place {
        Place::Sqlite(self.0.join("houseway.db"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The key of the house, the same at every opening, which leaves nothing behind.
pub fn signer() -> Signer {
    let folder = Folder::new();
    let path = folder.0.join("house.key");
    std::fs::write(&path, hex::encode([42; 32])).unwrap();
    Signer::at(&path).unwrap()
}

/// A place as the house reads it.
pub fn reader(place: &Place) -> Box<dyn Store> {
    Box::new(journal::Locked::new(place.open().unwrap(), Arc::new(signer())))
}

/// A floor on a place with a clock that is turned by hand.
pub fn open(place: &Place, entropy: Arc<dyn Entropy>) -> Floor {
    let clock = |known: floor::Known| Clock::manual(known.last.max(Moment::new(START)));
    Floor::open(place, signer(), Shelf::embedded().unwrap(), entropy, clock).unwrap()
}

/// The same with the system's clock.
pub fn open_live(place: &Place) -> Floor {
    Floor::open(place, signer(), Shelf::embedded().unwrap(), Arc::new(floor::System), Clock::system).unwrap()
}

fn limit(least: i64, most: i64) -> Limit {
    Limit::new(Amount::of(least), Amount::of(most), 5).unwrap()
}

/// A Pai Gow table, dealt by the house or by a person who does not choose the tiles.
pub fn pai_gow(id: &str, book: &str, variant: Option<&str>, house: bool, pace: Pace) -> TableSetup {
    let mut setup = paigow::Setup::new(book, limit(20, 1000));
    setup.variant = variant.map(str::to_string);
    for kind in [LimitKind::Bonus, LimitKind::Tie, LimitKind::BigSmall] {
        setup.limits.set(kind, limit(5, 200));
    }
    if book == "crown-6.1" && variant.is_some_and(|variant| variant.ends_with("bonanza")) {
        (setup.bonus, setup.tie) = (Some("B".into()), Some("B".into()));
    }
    setup.dealer = if house { Performer::House } else { Performer::Person };
    setup.chance = Chance::Electronic;
    setup.practice = true;
    TableSetup {
        id: id.into(),
        name: id.into(),
        game: GameSetup::PaiGow(Box::new(setup)),
        money: Purses::Practice,
        pace,
        bots: if house { 3 } else { 0 },
        purse: Amount::of(10_000),
    }
}

/// A Rapid Roulette table, dealt by the house.
pub fn roulette(id: &str, period: u16, pace: Pace) -> TableSetup {
    let book = "rapid-roulette-2000";
    let mut setup = roulette::Setup::full(&SHELF.book(book).unwrap().roulette().unwrap().rules);
    setup.dealing = roulette::Dealing::House;
    setup.period = Some(period);
    TableSetup {
        id: id.into(),
        name: id.into(),
        game: GameSetup::RapidRoulette { book: book.into(), setup: Box::new(setup) },
        money: Purses::Practice,
        pace,
        bots: 3,
        purse: Amount::of(2_000),
    }
}

pub fn player(number: u32) -> PlayerId {
    PlayerId::new(number).unwrap()
}

pub fn playing(number: u32) -> Person {
    Person::Player(player(number))
}

pub const fn staff(number: u32, rank: u8) -> Person {
    Person::Staff(StaffId(number), Rank(rank))
}

/// A command for a table, now.
pub fn act(handle: &Handle, who: Person, key: Option<&str>, command: &Value) -> Act {
    Act {
        who,
        second: None,
        key: key.map(str::to_string),
        command: Bytes::from(command.to_string()),
        at: handle.now(),
    }
}

/// A runtime with one thread, so that a test decides who comes next.
pub fn alone<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// A runtime as the server has one.
pub fn together<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// What a message says.
pub fn read(message: &Bytes) -> Value {
    serde_json::from_slice(message).unwrap_or_else(|error| panic!("{error}: {message:?}"))
}

/// A small generator with a seed, so that a run can be had again.
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound.max(1) as u64) as usize
    }
}

/// The steps of a round again.
pub fn recalled(
    store: &mut dyn Store,
    stream: &str,
    span: (u64, u64),
    viewer: &Person,
) -> Vec<floor::recall::Step> {
    let mut steps = Vec::new();
    let mut each = |step| {
        steps.push(step);
        true
    };
    floor::recall::round(store, &SHELF, stream, span, viewer, &|| true, &mut each).unwrap();
    steps
}

/// What a station was told that it may do, by number.
#[derive(Default)]
pub struct May {
    choices: std::collections::BTreeMap<i64, Value>,
    now: Vec<i64>,
}

impl May {
    /// What may be done by a message, if it says so.
    pub fn hear(&mut self, said: &Value) -> Option<Vec<Value>> {
        let told = said["choices"].as_object().into_iter().flatten();
        self.choices.extend(told.map(|(number, choice)| (number.parse().unwrap(), choice.clone())));
        let mut at = 0;
        for number in said["legal"].as_array().into_iter().flatten().map(|number| number.as_i64().unwrap()) {
            match self.now.iter().position(|known| *known == number.abs()) {
                Some(place) if number < 0 => {
                    self.now.remove(place);
                    at = place;
                }
                Some(place) => at = place + 1,
                None => {
                    assert!(number > 0, "{number} goes, and was not there: {said}");
                    self.now.insert(at, number);
                    at += 1;
                }
            }
        }
        let says = said["choices"].is_object() || said["legal"].is_array();
        says.then(|| self.now.iter().map(|number| self.choices[number].clone()).collect())
    }
}
