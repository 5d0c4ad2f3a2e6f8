//! Durable commands a second over many tables, against a bare loop that appends the same bytes.

use super::{Folder, sync_latency, tables};
use crate::contest::Outcome;
use floor::ask::{Act, Ask, Reply};
use floor::{Clock, Floor, Pace, System};
use game::Person;
use journal::{Place, Signer, Store};
use money::{Amount, PlayerId};
use rulebook::Shelf;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tables that play at once.
const TABLES: usize = 64;
/// How long they play at a time, and how often, in turns with the bare loop: a disk is not always as fast.
const PLAY: Duration = Duration::from_secs(2);
const TURNS: u64 = 4;
/// Rows of one statement, or one transaction, of the bare loop.
const GROUP: usize = 100;
/// Rows that the bare loop appends at a time.
const BARE: usize = 100_000;

/// Betting that stays open.
const OPEN: Pace = Pace { step: 1, wagers: 3_600_000, bank: 0, hands: 0, pause: 0, round: 0, alone: true };
/// Commands of one player that are on their way at once.
const WINDOW: usize = 16;

/// Players who change their wagers as fast as the table takes it.
async fn wager(table: floor::Handle, player: PlayerId, area: u8, stop: Arc<AtomicBool>, first: u64) {
    let mut turn = first;
    let mut waiting = std::collections::VecDeque::new();
    while !stop.load(Ordering::Relaxed) {
        while waiting.len() < WINDOW {
            turn += 1;
            let amount = 25 + 5 * (turn % 2);
            let command = format!(
                "{{\"do\":\"place\",\"area\":{area},\"kind\":\"regular\",\"stake\":{{\"amount\":{amount},\"with\":\"chips\"}}}}"
            );
            let act = Act {
                who: Person::Player(player),
                second: None,
                key: Some(format!("{player}:{turn}")),
                command: command.into(),
                at: table.now(),
            };
            let (sender, answer) = tokio::sync::oneshot::channel();
            if table.ask(Ask::Act { act, reply: Reply::Once(sender) }).await.is_err() {
                return;
            }
            waiting.push_back(answer);
        }
        if let Some(answer) = waiting.pop_front()
            && let Ok(Err(refused)) = answer.await
        {
            eprintln!("bench: {refused}");
            return;
        }
    }
}

/// A floor whose players wager as fast as it takes it.
struct Playing {
    runtime: tokio::runtime::Runtime,
    floor: Floor,
}

impl Playing {
    fn open(place: &Place, folder: &Path) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| error.to_string())?;
        let signer = Signer::at(&folder.join("house.key")).map_err(|error| error.to_string())?;
        let shelf = Shelf::embedded().map_err(|faults| faults.to_string())?;
        let floor = Floor::open(place, signer, shelf, Arc::new(System), Clock::system)
            .map_err(|error| error.to_string())?;
        {
            let _entered = runtime.enter();
            let failed = floor.open_tables(tables(TABLES, OPEN, 0)).map_err(|error| error.to_string())?;
            if let Some((table, why)) = failed.first() {
                return Err(format!("{table}: {why}"));
            }
        }
        runtime.block_on(async {
            for table in floor.tables() {
                for area in 2..=8 {
                    let player = PlayerId::new(u32::from(area)).ok_or("no such player")?;
                    // The house opens the table first.
                    for tries in 0.. {
                        match table.join(player, area, Amount::of(10_000)).await {
                            Ok(_) => break,
                            Err(refused) if tries > 200 => return Err(refused.to_string()),
                            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                        }
                    }
                }
            }
            Ok::<_, String>(())
        })?;
        Ok(Self { runtime, floor })
    }

    /// Plays for a while: how many commands were kept, and in how long.
    fn play(&self, turn: u64) -> Result<(u64, Duration), String> {
        let kept = || self.floor.tables().iter().map(|table| table.info().version).sum::<u64>();
        let stop = Arc::new(AtomicBool::new(false));
        let (before, start) = (kept(), Instant::now());
        let mut tasks = Vec::new();
        for table in self.floor.tables() {
            for area in 2..=8 {
                let player = PlayerId::new(u32::from(area)).ok_or("no such player")?;
                let task = wager(table.clone(), player, area, stop.clone(), turn * 100_000_000);
                tasks.push(self.runtime.spawn(task));
            }
        }
        std::thread::sleep(PLAY);
        stop.store(true, Ordering::Relaxed);
        // What is on its way is part of it.
        for task in tasks {
            self.runtime.block_on(task).map_err(|error| error.to_string())?;
        }
        Ok((kept() - before, start.elapsed()))
    }

    fn stop(self) {
        self.runtime.block_on(self.floor.stop());
    }
}

/// Plays and appends in turns: commands and rows a second, and the bytes of a row.
fn contest(
    place: &Place,
    folder: &Path,
    mut bare: impl FnMut(&[Vec<u8>]) -> Result<(), String>,
) -> Result<(f64, f64, usize), String> {
    let playing = Playing::open(place, folder)?;
    // The first time is to get warm, and to have rows.
    playing.play(0)?;
    let rows = bytes(&mut *place.open().map_err(|error| error.to_string())?)?;
    let mean = rows.iter().map(Vec::len).sum::<usize>() / rows.len().max(1);
    bare(&rows)?;
    let (mut kept, mut played, mut appended, mut taken) = (0, Duration::ZERO, 0, Duration::ZERO);
    for turn in 1..=TURNS {
        let (commands, time) = playing.play(turn)?;
        (kept, played) = (kept + commands, played + time);
        let start = Instant::now();
        bare(&rows)?;
        (appended, taken) = (appended + rows.len(), taken + start.elapsed());
    }
    playing.stop();
    Ok((kept as f64 / played.as_secs_f64(), appended as f64 / taken.as_secs_f64(), mean))
}

/// What records consist of, as they were kept.
fn bytes(store: &mut dyn Store) -> Result<Vec<Vec<u8>>, String> {
    let mut all = Vec::new();
    store
        .scan(&mut |record| {
            let mut row = record.body;
            row.extend_from_slice(record.moves.as_bytes());
            row.extend_from_slice(&record.hash.0);
            row.extend_from_slice(&[0; 40]);
            all.push(row);
            all.len() < BARE
        })
        .map_err(|error| error.to_string())?;
    Ok(all)
}

fn told(rate: f64, bare: f64, mean: usize, sync: Duration) -> Outcome {
    let ratio = rate / bare;
    let text = format!(
        "{rate:.0} durable commands a second over {TABLES} tables, {ratio:.2} of a bare loop's {bare:.0} rows of \
         {mean} bytes in groups of {GROUP} (wanted: 0.5); the disk syncs a page in {} µs",
        sync.as_micros()
    );
    Outcome { text, met: ratio >= 0.5 }
}

/// SQLite.
pub(crate) fn sqlite() -> Result<Outcome, String> {
    let folder = Folder::new("sqlite")?;
    let place = Place::Sqlite(folder.path().join("houseway.db"));
    let wrong = |error: rusqlite::Error| error.to_string();
    let mut db = rusqlite::Connection::open(folder.path().join("bare.db")).map_err(wrong)?;
    db.pragma_update(None, "journal_mode", "wal").map_err(wrong)?;
    db.pragma_update(None, "synchronous", "full").map_err(wrong)?;
    db.execute_batch("CREATE TABLE bare (id INTEGER PRIMARY KEY, body BLOB)").map_err(wrong)?;
    let (rate, bare, mean) =
        contest(&place, folder.path(), |rows| append_sqlite(&mut db, rows).map_err(wrong))?;
    Ok(told(rate, bare, mean, sync_latency(folder.path())?))
}

fn append_sqlite(db: &mut rusqlite::Connection, rows: &[Vec<u8>]) -> rusqlite::Result<()> {
    for group in rows.chunks(GROUP) {
        let taken = db.transaction()?;
        {
            let mut insert = taken.prepare_cached("INSERT INTO bare (body) VALUES (?1)")?;
            for row in group {
                insert.execute([row])?;
            }
        }
        taken.commit()?;
    }
    Ok(())
}

/// PostgreSQL, where HOUSEWAY_POSTGRES says.
pub(crate) fn postgres() -> Result<Outcome, String> {
    let url = std::env::var("HOUSEWAY_POSTGRES")
        .map_err(|_| "HOUSEWAY_POSTGRES is not set: cargo xtask bench starts a server".to_string())?;
    let wrong = |error: ::postgres::Error| error.to_string();
    let name = format!("bench_{}", std::process::id());
    let mut admin = ::postgres::Client::connect(&url, ::postgres::NoTls).map_err(wrong)?;
    admin.batch_execute(&format!("CREATE DATABASE {name}")).map_err(wrong)?;
    let own = match url.rsplit_once('/') {
        Some((server, _)) => format!("{server}/{name}"),
        None => return Err(format!("{url} names no database")),
    };
    let folder = Folder::new("postgres")?;
    let place = Place::Postgres(own.clone());
    let mut client = ::postgres::Client::connect(&own, ::postgres::NoTls).map_err(wrong)?;
    let table = "CREATE TABLE bare (id BIGINT GENERATED ALWAYS AS IDENTITY, body BYTEA)";
    client.batch_execute(table).map_err(wrong)?;
    let insert = client.prepare("INSERT INTO bare (body) SELECT unnest($1::BYTEA[])").map_err(wrong)?;
    let (rate, bare, mean) = contest(&place, folder.path(), |rows| {
        for group in rows.chunks(GROUP) {
            let bodies: Vec<&[u8]> = group.iter().map(Vec::as_slice).collect();
            client.execute(&insert, &[&bodies]).map_err(wrong)?;
        }
        Ok(())
    })?;
    let sync = sync_latency(folder.path())?;
    drop(client);
    admin.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).map_err(wrong)?;
    Ok(told(rate, bare, mean, sync))
}
