//! Grounds to test a journal on: memory, a SQLite file, a PostgreSQL database, each gone afterwards.
#![allow(dead_code, clippy::unwrap_used)]

pub mod door;
pub mod faulty;

use journal::{Draft, Error, Journal, Place, Store, Stream, Terms, Unit, Verdict, print_moves, verify};
use money::{Account, Amount, Move, PlayerId};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A place of its own, gone with it.
pub struct Ground {
    pub place: Place,
    folder: Option<PathBuf>,
    database: Option<(String, String)>,
}

impl Drop for Ground {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
        if let Some((admin, name)) = &self.database
            && let Ok(mut client) = postgres::Client::connect(admin, postgres::NoTls)
        {
            let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

fn fresh_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("journal_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn memory() -> Ground {
    Ground { place: Place::memory(), folder: None, database: None }
}

/// A folder of its own under the folder for temporary files.
pub fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(fresh_name());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub fn sqlite() -> Ground {
    let folder = folder();
    let place = Place::Sqlite(folder.join("journal.db"));
    Ground { place, folder: Some(folder), database: None }
}

/// What a variable says; a test that needs it cannot do without.
pub fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| {
        panic!("{name} is not set: run `cargo xtask test`, which starts PostgreSQL and sets it")
    })
}

pub fn postgres() -> Ground {
    postgres_at(&variable("HOUSEWAY_POSTGRES"))
}

/// A database of its own on a server.
pub fn postgres_at(admin: &str) -> Ground {
    let name = fresh_name();
    let mut client = postgres::Client::connect(admin, postgres::NoTls)
        .unwrap_or_else(|error| panic!("{admin} cannot be reached: {error}"));
    client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
    let (address, options) = admin.split_once('?').map_or((admin, None), |(a, o)| (a, Some(o)));
    let server = match address.split_once("://") {
        Some((_, rest)) if rest.contains('/') => address.rsplit_once('/').unwrap().0,
        _ => address,
    };
    let options = options.map_or(String::new(), |options| format!("?{options}"));
    let place = Place::Postgres(format!("{server}/{name}{options}"));
    Ground { place, folder: None, database: Some((admin.to_string(), name)) }
}

impl Ground {
    pub fn store(&self) -> Box<dyn Store> {
        self.place.open().unwrap()
    }

    pub fn journal(&self) -> Journal {
        // Whoever had it before may not be gone yet for PostgreSQL.
        for _ in 0..600 {
            match Journal::open(&self.place) {
                Err(Error::Held(_)) => std::thread::sleep(Duration::from_millis(50)),
                opened => return opened.unwrap().0,
            }
        }
        panic!("somebody else holds {}", self.place);
    }

    /// Stops a journal and opens it again.
    pub fn reopen(&self, journal: Journal) -> Journal {
        block(journal.stop());
        drop(journal);
        // PostgreSQL may still be clearing the connection away.
        for _ in 0..100 {
            match Journal::open(&self.place) {
                Err(Error::Held(_)) => std::thread::sleep(Duration::from_millis(50)),
                opened => return opened.unwrap().0,
            }
        }
        self.journal()
    }

    pub fn stream(&self, name: &str) -> Stream {
        Stream::open(&mut *self.store(), name).unwrap().0
    }

    pub fn verdict(&self) -> Verdict {
        verify(&mut *self.store(), None, &mut |_| true)
    }

    pub fn path(&self) -> &Path {
        match &self.place {
            Place::Sqlite(path) => path,
            _ => panic!("no file"),
        }
    }

    pub fn url(&self) -> &str {
        match &self.place {
            Place::Postgres(url) => url,
            _ => panic!("no server"),
        }
    }

    /// A connection to the database itself.
    pub fn client(&self) -> postgres::Client {
        postgres::Client::connect(self.url(), postgres::NoTls).unwrap()
    }
}

/// Waits for what is asynchronous.
pub fn block<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// A draft that says a word.
pub fn word(at: i64, text: &str) -> Draft {
    Draft { at, body: serde_json::to_vec(&text).unwrap(), ..Draft::default() }
}

/// Time that passes: a word every four minutes after a moment and up to another, in a stream of its own, all at once.
pub fn passes(journal: &Journal, from: i64, to: i64) {
    let words = (1..).map(|number| from + number * 240_000).take_while(|at| *at < to).chain([to]);
    let drafts = words.map(|at| ("house/time".into(), word(at, "time passes"))).collect();
    journal.keep_blocking(Unit { drafts, ..Unit::default() }).unwrap();
}

/// A draft that moves money.
pub fn paid(moves: &[Move]) -> Draft {
    Draft { moves: print_moves(moves), ..word(7, "paid") }
}

pub fn step(from: Account, to: Account, units: i64) -> Move {
    Move::new(from, to, Amount::new(units).unwrap())
}

pub fn player(number: u32) -> Account {
    Account::Player(PlayerId::new(number).unwrap())
}

/// Money comes in from the cage.
pub fn bought(number: u32, units: i64) -> Draft {
    paid(&[step(Account::Cage, player(number), units)])
}

pub fn unit(drafts: &[(&str, Draft)]) -> Unit {
    let drafts = drafts.iter().map(|(name, draft)| ((*name).into(), draft.clone())).collect();
    Unit { drafts, ..Unit::default() }
}

/// A signer that is the same in every run.
pub fn signer(folder: &Path, secret: u8) -> journal::Signer {
    let path = folder.join(format!("{secret}.key"));
    std::fs::write(&path, format!("{secret:02x}").repeat(32)).unwrap();
    journal::Signer::at(&path).unwrap()
}

/// Numbers that look random and are the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn coin(&mut self) -> bool {
        self.next() & 1 == 1
    }

    /// An account of any kind, of one of four players.
    pub fn account(&mut self) -> Account {
        let player = PlayerId::new(1 + self.below(4) as u32).unwrap();
        let all = [
            Account::Cage,
            Account::Promotions,
            Account::Float,
            Account::Commission,
            Account::Adjustments,
            Account::Forfeits,
            Account::Held(player),
            Account::Player(player),
            Account::Tokens(player),
            Account::Layout(player),
            Account::LayoutTokens(player),
            Account::Bank(player),
            Account::CoBank,
            Account::Pool,
        ];
        all[self.below(all.len() as u64) as usize]
    }
}

/// A house on a ground, once whoever had it before is gone.
pub fn house(ground: &Ground, signer: &Arc<journal::Signer>) -> Result<Journal, Error> {
    let terms = Terms { signer: Some(signer.clone()), verified: true, ..Terms::default() };
    for _ in 0..600 {
        let opened = ground.place.open().and_then(|store| Journal::with(store, &ground.place, terms.clone()));
        match opened {
            // Whoever had it before may not be gone yet for PostgreSQL.
            Err(Error::Held(_)) => std::thread::sleep(Duration::from_millis(50)),
            opened => return opened.map(|(journal, _)| journal),
        }
    }
    panic!("somebody else holds {}", ground.place);
}
