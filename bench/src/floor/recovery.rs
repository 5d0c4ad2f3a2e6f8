//! How long it takes to be ready: with a fresh database, and with 1,000 tables of 10,000 events.

use super::{Folder, tables};
use crate::contest::Outcome;
use floor::{Clock, Floor, Pace, System};
use journal::{Place, Signer};
use rulebook::Shelf;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const TABLES: usize = 1000;
const EVENTS: u64 = 10_000;

/// From the start of the process to ready, with a fresh database.
pub(crate) fn start() -> Result<Outcome, String> {
    use std::io::BufRead;
    let here = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut worst = Duration::ZERO;
    for run in 0..5 {
        let folder = Folder::new(&format!("start{run}"))?;
        let begun = Instant::now();
        let mut child = std::process::Command::new(here.with_file_name("houseway"))
            .args(["serve", "--port", "0", "--data"])
            .arg(folder.path())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        let read = std::io::BufReader::new(out).read_line(&mut line);
        worst = worst.max(begun.elapsed());
        let _ = child.kill();
        let _ = child.wait();
        read.map_err(|error| error.to_string())?;
        if !line.contains("http://") {
            return Err(format!("the server said {line:?}"));
        }
    }
    let text = format!(
        "ready {} ms after the process began, with a fresh database and four tables, the slowest of 5 (wanted: \
         under 1000)",
        worst.as_millis()
    );
    Ok(Outcome { text, met: worst < Duration::from_secs(1) })
}

fn open(folder: &Path) -> Result<Floor, String> {
    let place = Place::Sqlite(folder.join("houseway.db"));
    let signer = Signer::at(&folder.join("house.key")).map_err(|error| error.to_string())?;
    let shelf = Shelf::embedded().map_err(|faults| faults.to_string())?;
    Floor::open(&place, signer, shelf, Arc::new(System), Clock::system).map_err(|error| error.to_string())
}

/// Many tables with many events, after a crash.
pub(crate) fn recovery() -> Result<Outcome, String> {
    let folder = Folder::new("recovery")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let first = open(folder.path())?;
    let events = {
        let _entered = runtime.enter();
        // In shifts, so that all tables get as far.
        let setups = tables(TABLES, Pace::FAST, 6);
        first.open_tables(setups).map_err(|error| error.to_string())?;
        loop {
            std::thread::sleep(Duration::from_millis(500));
            let least = first.tables().iter().map(|table| table.info().version).min().unwrap_or(0);
            if least >= EVENTS {
                break first.tables().iter().map(|table| table.info().version).sum::<u64>();
            }
        }
    };
    // As after a crash: tables are cut off where they are, without a last snapshot.
    runtime.shutdown_background();
    runtime_gone(first)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let floor = open(folder.path())?;
    let failed = {
        let _entered = runtime.enter();
        floor.open_tables(Vec::new()).map_err(|error| error.to_string())?
    };
    let taken = begun.elapsed();
    if let Some((table, why)) = failed.first() {
        return Err(format!("{table}: {why}"));
    }
    let count = floor.tables().len();
    runtime.shutdown_background();
    let text = format!(
        "{count} tables with {} events each ready in {:.2} s (wanted: under 10)",
        events / TABLES as u64,
        taken.as_secs_f64()
    );
    Ok(Outcome { text, met: count == TABLES && taken < Duration::from_secs(10) })
}

/// Waits until the first floor has let go of the database.
fn runtime_gone(floor: Floor) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| error.to_string())?;
    runtime.block_on(floor.journal().stop());
    Ok(())
}
