//! Whether a file has the tables, indexes and triggers that the migrations make, and no others; and no
//! rows that belong to nothing.

use super::Sqlite;
use crate::{Error, Migration};
use rusqlite::{Connection, OptionalExtension};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The first schema of which every database has the same; earlier ones are only read.
const COMPARED: i64 = 5;

/// Everything in a schema, by kind and name: the statement that made it.
fn made(db: &Connection) -> Result<BTreeMap<(String, String), String>, Error> {
    // What has no statement SQLite made itself, for a table that has one.
    let mut all = db.prepare(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_stat%'",
    )?;
    let rows = all.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

impl Sqlite {
    /// What the schema has and should not, or has not and should; and rows of streams that there are not. An older
    /// one is read as it is.
    pub(super) fn odd_schema(&self) -> Result<Vec<String>, Error> {
        let schema = self.schema()?;
        if schema < COMPARED {
            return Ok(Vec::new());
        }
        let fresh = Connection::open_in_memory()?;
        for step in Migration::SQLITE.iter().filter(|step| step.number <= schema) {
            fresh.execute_batch(step.sql)?;
        }
        let (found, mut wanted) = (made(&self.db)?, made(&fresh)?);
        let mut odd = Vec::new();
        for ((kind, name), sql) in found {
            match wanted.remove(&(kind.clone(), name.clone())) {
                Some(known) if known == sql => {}
                Some(_) => odd.push(format!("{kind} {name} is not as the house made it")),
                None => odd.push(format!("{kind} {name} was not made by the house")),
            }
        }
        odd.extend(wanted.into_keys().map(|(kind, name)| format!("{kind} {name} is missing")));
        for table in ["balances", "bases", "marks", "states", "snapshots", "keys"] {
            let query =
                format!("SELECT stream FROM {table} WHERE stream NOT IN (SELECT id FROM streams) LIMIT 1");
            let found = self.db.query_row(&query, [], |row| row.get::<_, i64>(0)).optional()?;
            odd.extend(found.map(|id| format!("table {table} has rows of a stream {id} that there is not")));
        }
        Ok(odd)
    }
}

/// Has a file written ahead of itself; whoever opens it at the same moment may be doing the same, and SQLite does
/// not wait for them here.
pub(super) fn write_ahead(db: &Connection) -> Result<(), Error> {
    let begun = Instant::now();
    loop {
        match db.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
                    && begun.elapsed() < Duration::from_secs(5) =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return Ok(done?),
        }
    }
}
