//! How a house is to be served.

use crate::outside::Outside;
use crate::people::Terms;
use floor::{GameSetup, Pace, Purses, TableSetup, VoucherTerms};
use money::Amount;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// How a house is to be served.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// The folder for the database and the key.
    pub data: PathBuf,
    /// A database elsewhere: `postgres://…`.
    pub database: Option<String>,
    /// The key of the house; `house.key` in the folder unless said otherwise.
    pub key: Option<PathBuf>,
    /// Where checkpoints are sent as they are made.
    pub checkpoints_to: Vec<Outside>,
    /// Whether the house begins though the last checkpoint is not in its folder.
    pub accept_missing_checkpoint: bool,
    /// A certificate chain and its key, for TLS.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// Other origins whose pages may talk to the server.
    pub origins: Vec<String>,
    /// Names by which the house is reached, beside `localhost`, the hosts of the origins and the address
    /// it listens on.
    pub host_names: Vec<String>,
    /// Proxies that say for whom they ask; they have no share of connections of their own.
    pub trusted_proxies: Vec<IpAddr>,
    /// How they say it.
    pub proxy_says: ProxySays,
    /// Tables that are opened if the journal does not have them yet.
    pub tables: Vec<TableSetup>,
    /// Requests, and messages of a socket, a second; bursts may be twice that.
    pub rate: u32,
    /// Commands of a guest at tables, a second; bursts may be twice that.
    pub guest_rate: u32,
    /// Tries to sign in from an address, a second; bursts may be twice that.
    pub sign_ins: u32,
    /// Connections at once.
    pub connections: usize,
    /// Of these, from one address; this machine, where a proxy may stand for many, is not counted.
    pub connections_each: usize,
    /// Stations of one person at once.
    pub stations_each: usize,
    /// How long a handshake, the head of a request or its body may take, and how long a reader may take
    /// nothing of what is sent.
    pub patience: Duration,
    /// What the house chose about its people.
    pub terms: Terms,
    /// How much one person alone moves at the cage for a player in 24 hours.
    pub cage_alone: i64,
    /// How much one person alone moves at the cage for all players in 24 hours.
    pub cage_day: i64,
    /// What the house chose about vouchers for promotional tokens.
    pub vouchers: VoucherTerms,
    /// How far the system's clock may jump ahead before an administrator has to confirm it, in milliseconds.
    pub clock_jump: i64,
    /// A warning is due when fewer bytes are free on the disk of the folder.
    pub disk_low: u64,
    /// A warning is due when the log beside a SQLite database has more bytes.
    pub wal_large: u64,
    /// A payment of so much or more, where money is played for, is a significant event.
    pub large_win: i64,
    /// How many rounds of a table one search looks through.
    pub search_stretch: u32,
    /// How many steps of a round are in one answer.
    pub recall_steps: u64,
    /// How often program and books are compared with what was started.
    pub self_check: Duration,
}

/// How a proxy says for whom it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxySays {
    /// In the header `X-Forwarded-For`.
    XForwardedFor,
    /// In the header `Forwarded`.
    Forwarded,
    /// Before anything else, by the PROXY protocol, version 1 or 2.
    ProxyProtocol,
}

impl Config {
    /// A house on this machine with the practice tables.
    pub fn new(address: SocketAddr, data: PathBuf) -> Self {
        Self {
            address,
            data,
            database: None,
            key: None,
            checkpoints_to: Vec::new(),
            accept_missing_checkpoint: false,
            tls: None,
            origins: Vec::new(),
            host_names: Vec::new(),
            trusted_proxies: Vec::new(),
            proxy_says: ProxySays::XForwardedFor,
            tables: practice(),
            rate: 100,
            guest_rate: 10,
            sign_ins: 1,
            connections: 20_000,
            connections_each: 256,
            stations_each: 16,
            patience: Duration::from_secs(10),
            terms: Terms::default(),
            cage_alone: 10_000,
            cage_day: 100_000,
            vouchers: VoucherTerms::default(),
            clock_jump: floor::BOUND,
            disk_low: 1 << 30,
            wal_large: 128 << 20,
            large_win: 10_000,
            search_stretch: 10_000,
            recall_steps: 1000,
            self_check: Duration::from_secs(24 * 60 * 60),
        }
    }
}

/// Three Pai Gow tables by different books, and one Rapid Roulette table, all for practice.
pub fn practice() -> Vec<TableSetup> {
    let mut tables = Vec::new();
    let books = [
        ("pai-gow-1", "Pai Gow by The Star", "star-2016"),
        ("pai-gow-2", "Pai Gow by the VCGA", "vcga-2000"),
        ("pai-gow-3", "Pai Gow by the UK leaflet", "uk-leaflet"),
    ];
    for (id, name, book) in books {
        tables.extend(pai_gow(id, name, book, Purses::Practice, true));
    }
    tables.extend(roulette("roulette-1", "Rapid Roulette", Purses::Practice, true));
    tables
}

/// A Pai Gow table by a book, dealt by the house or by a person.
pub fn pai_gow(id: &str, name: &str, book: &str, money: Purses, house: bool) -> Option<TableSetup> {
    let limit = paigow::Limit::new(Amount::of(25), Amount::of(1000), 5)?;
    let mut setup = paigow::Setup::new(book, limit);
    setup.dealer = if house { paigow::Performer::House } else { paigow::Performer::Person };
    setup.practice = money == Purses::Practice;
    Some(TableSetup {
        id: id.into(),
        name: name.into(),
        game: GameSetup::PaiGow(Box::new(setup)),
        money,
        pace: Pace::default(),
        // Bots bring money that nobody paid: only where nobody's is played for.
        bots: if house && money == Purses::Practice { 5 } else { 0 },
        purse: Amount::of(10_000),
    })
}

/// A Rapid Roulette table, dealt by the house or by a person.
pub fn roulette(id: &str, name: &str, money: Purses, house: bool) -> Option<TableSetup> {
    let book = "rapid-roulette-2000";
    let shelf = rulebook::Shelf::embedded().ok()?;
    let rules = &shelf.book(book)?.roulette()?.rules;
    let mut setup = roulette::Setup::full(rules);
    setup.dealing = if house { roulette::Dealing::House } else { roulette::Dealing::Person };
    setup.period = Some(30);
    Some(TableSetup {
        id: id.into(),
        name: name.into(),
        game: GameSetup::RapidRoulette { book: book.into(), setup: Box::new(setup) },
        money,
        pace: Pace::default(),
        bots: if house && money == Purses::Practice { 4 } else { 0 },
        purse: Amount::of(2_000),
    })
}
