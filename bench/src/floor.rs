//! The floor: durable commands a second against bare loops, latency, processor time per command, memory,
//! start and recovery.
//!
//! Wanted: 0.5 of a bare loop on SQLite and on PostgreSQL; a 99th percentile under 100 ms with 200 tables
//! and 1,600 stations; under 30 µs of the server's processor time per command at ten busy tables; under
//! 1 GiB with 5,000 idle stations; ready in 1 s, and in 10 s with 1,000 tables of 10,000 events; a round
//! recalled at twice the price at most when its table is 100,000 rounds old.

mod durable;
mod line;
mod play;
mod recall;
mod recovery;
mod stations;

pub(crate) use durable::{postgres, sqlite};
pub(crate) use play::{busy as play_busy, paced as play_paced};
pub(crate) use recall::recall;
pub(crate) use recovery::{recovery, start};
pub(crate) use stations::{busy, idle, latency, serve};

use floor::{GameSetup, Pace, Purses, TableSetup};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder that goes away with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("houseway-bench-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clean.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Practice tables at a pace.
pub(crate) fn tables(count: usize, pace: Pace, bots: u8) -> Vec<TableSetup> {
    let table = |number: usize| {
        let id = format!("t{number}");
        let mut setup = server::pai_gow(&id, &id, "star-2016", Purses::Practice, true)?;
        setup.pace = pace;
        setup.bots = bots;
        if let GameSetup::PaiGow(game) = &mut setup.game {
            game.practice = true;
        }
        Some(setup)
    };
    (0..count).filter_map(table).collect()
}

/// What the disk takes to sync a page, in the middle of many.
pub(crate) fn sync_latency(folder: &Path) -> Result<Duration, String> {
    let path = folder.join("sync");
    let mut file = std::fs::File::create(&path).map_err(|error| error.to_string())?;
    let mut times = Vec::new();
    for _ in 0..200 {
        let start = Instant::now();
        file.write_all(&[7; 4096]).map_err(|error| error.to_string())?;
        file.sync_data().map_err(|error| error.to_string())?;
        times.push(start.elapsed());
    }
    times.sort();
    Ok(times[times.len() / 2])
}
