//! Whether a file has the tables, indexes and triggers that the migrations make, and no others; and no
//! rows that belong to nothing.

use super::Sqlite;
use crate::posting::read_account;
use crate::rows::{Rows, odd_account, turn_of};
use crate::{Error, Migration};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};
use std::time::{Duration, Instant};

/// The first schema of which every database has the same; earlier ones are only read.
const COMPARED: i64 = 5;

/// Everything in a schema: its kind, its name and the statement that made it.
type Made = Vec<(String, String, String)>;

fn made(db: &Connection) -> Result<Made, Error> {
    // What has no statement SQLite made itself, for a table that has one; so it did its tables of figures.
    let mut all = db.prepare(
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL \
         AND NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))",
    )?;
    let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The last step that made something of what a schema has, by its names.
fn shown(found: &Made) -> Result<i64, Error> {
    let (fresh, mut known, mut last) = (Connection::open_in_memory()?, Vec::new(), 0);
    for step in Migration::SQLITE {
        fresh.execute_batch(step.sql)?;
        let all: Vec<(String, String)> =
            made(&fresh)?.into_iter().map(|(kind, name, _)| (kind, name)).collect();
        let new = |(kind, name): &&(String, String)| !known.iter().any(|(k, n)| (k, n) == (kind, name));
        let has = |(kind, name): &(String, String)| found.iter().any(|(k, n, _)| (k, n) == (kind, name));
        if all.iter().filter(new).any(has) {
            last = step.number;
        }
        known = all;
    }
    Ok(last)
}

/// Tables that have what came in a day, or a row for each of what there is …
const YOUNG: [&str; 8] = ["streams", "balances", "keys", "marks", "bases", "turn", "shelf", "snapshots"];
/// … and those that grow with the age of the house, which are looked over at a start …
const AGED: [&str; 3] = ["rounds", "round_players", "states"];
/// … of a journal of so many records.
const DERIVED: i64 = 1_000_000;

/// What leads to a record has to lead there: questions that find the first that does not, and what to say.
const WAYS: [(&str, &str); 5] = [
    (
        "SELECT s.id FROM streams s LEFT JOIN records r ON r.position = s.position \
         WHERE r.stream IS NOT s.id OR r.sequence IS NOT s.sequence LIMIT 1",
        "a head does not point to its record",
    ),
    (
        "SELECT m.stream FROM marks m LEFT JOIN records r ON r.position = m.position \
         WHERE r.stream IS NOT m.stream OR r.sequence IS NOT m.sequence LIMIT 1",
        "a mark does not point to its record",
    ),
    (
        "SELECT s.id FROM streams s WHERE (SELECT count(*) FROM marks m WHERE m.stream = s.id) \
         <> s.sequence / 64 - coalesce((SELECT b.sequence / 64 FROM bases b WHERE b.stream = s.id), 0) LIMIT 1",
        "a mark is missing",
    ),
    (
        "SELECT r.id FROM rounds r WHERE r.stream NOT IN (SELECT name FROM streams) LIMIT 1",
        "a round is listed for a table that does not exist",
    ),
    (
        "SELECT p.round FROM round_players p LEFT JOIN rounds r ON r.id = p.round WHERE r.id IS NULL \
         OR NOT EXISTS (SELECT 1 FROM json_each(r.players) j WHERE j.value = p.player) LIMIT 1",
        "a round is listed for a player who was not in it",
    ),
];

impl Sqlite {
    /// What is damaged, by SQLite's own check and by ours.
    pub(super) fn damage(&self) -> Result<Vec<String>, Error> {
        let mut all = self.db.prepare("PRAGMA integrity_check(20)")?;
        let rows = all.query_map([], |row| row.get::<_, String>(0))?;
        let mut lines: Vec<String> = rows.collect::<Result<_, _>>()?;
        lines.retain(|line| line != "ok");
        for (query, what) in WAYS {
            let mut find = self.db.prepare(query)?;
            let found = find.query_row([], |row| row.get::<_, i64>(0)).optional()?;
            lines.extend(found.map(|id| format!("{what} (row {id})")));
        }
        Ok(lines)
    }

    /// What the schema has and should not, or has not and should; and rows of streams that there are not. An older
    /// one is read as it is.
    pub(super) fn odd_schema(&self) -> Result<Vec<String>, Error> {
        let (says, found) = (self.schema()?, made(&self.db)?);
        let shown = shown(&found)?;
        let mut odd = Vec::new();
        if says < shown {
            odd.push(format!("it says that it has schema {says}, and has what schema {shown} made"));
        }
        let schema = says.max(shown);
        if schema < COMPARED {
            return Ok(odd);
        }
        let fresh = Connection::open_in_memory()?;
        for step in Migration::SQLITE.iter().filter(|step| step.number <= schema) {
            fresh.execute_batch(step.sql)?;
        }
        let mut wanted = made(&fresh)?;
        for (kind, name, sql) in found {
            match wanted.iter().position(|(k, n, _)| (k, n) == (&kind, &name)) {
                Some(place) if wanted.swap_remove(place).2 == sql => {}
                Some(_) => odd.push(format!("{kind} {name} is not as the house made it")),
                None => odd.push(format!("{kind} {name} was not made by the house")),
            }
        }
        odd.extend(wanted.into_iter().map(|(kind, name, _)| format!("{kind} {name} is missing")));
        for table in ["balances", "bases", "marks", "states", "snapshots", "keys"] {
            let query =
                format!("SELECT stream FROM {table} WHERE stream NOT IN (SELECT id FROM streams) LIMIT 1");
            let found = self.db.query_row(&query, [], |row| row.get::<_, i64>(0)).optional()?;
            odd.extend(
                found.map(|id| format!("table {table} has rows of a stream {id} that does not exist")),
            );
        }
        odd.extend(self.read_turn().err().and_then(Error::strange));
        self.odd_accounts(&mut odd)?;
        self.odd_ends(&mut odd)?;
        Ok(odd)
    }

    /// Whether nobody has changed the schema since the last commit: a trigger that somebody put in would act within this
    /// one. Asked within its transaction, when nobody else can change it any more; and what the number of the last change
    /// does not show, this connection does not know of either.
    pub(super) fn no_new_schema(&mut self) -> Result<(), Error> {
        let changes = self.db.pragma_query_value(None, "schema_version", |row| row.get::<_, i64>(0))?;
        if self.changes == Some(changes) {
            return Ok(());
        }
        // What it had at the beginning is for the start to verify.
        if let (Some(_), Some(odd)) = (self.changes, self.odd_schema()?.into_iter().next()) {
            return Err(Error::Strange(odd));
        }
        self.changes = Some(changes);
        Ok(())
    }

    /// The turn that was taken last.
    pub(super) fn read_turn(&self) -> Result<i64, Error> {
        let mut find = self.db.prepare_cached("SELECT number FROM turn")?;
        let found = find.query_row([], |row| {
            Ok(match row.get_ref(0)? {
                ValueRef::Integer(number) => Ok(number),
                ValueRef::Real(number) => Err(number.to_string()),
                other => Err(format!("something of type {}", other.data_type())),
            })
        });
        turn_of(found.optional()?)
    }

    /// Accounts that are none, or that say wrongly whether they may owe.
    fn odd_accounts(&self, odd: &mut Vec<String>) -> Result<(), Error> {
        let mut all = self.db.prepare("SELECT account, owes FROM balances")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let name = row.get_ref(0)?.as_str().unwrap_or_default();
            odd.extend(odd_account(name, row.get_ref(1)?.as_i64().ok().map(|owes| owes != 0)));
        }
        Ok(())
    }

    /// Whether records begin and end where the house put them: the last one is the head of a stream. There is no
    /// room between two, but where an archive has taken some.
    fn odd_ends(&self, odd: &mut Vec<String>) -> Result<(), Error> {
        let query = "SELECT r.position FROM records r WHERE r.position = (SELECT max(position) FROM records) \
                     AND ((SELECT min(position) FROM records) < 1 OR NOT EXISTS (SELECT 1 FROM streams s \
                     WHERE s.id = r.stream AND s.sequence = r.sequence AND s.position = r.position))";
        let found = self.db.query_row(query, [], |row| row.get::<_, i64>(0)).optional()?;
        let what = "table records has a row before the first or after the last of the house";
        odd.extend(found.map(|_| what.to_string()));
        Ok(())
    }

    /// The rows of streams and accounts.
    pub(super) fn rows(&self) -> Result<Rows, Error> {
        let mut found = Rows::default();
        let mut all = self.db.prepare_cached("SELECT name, id FROM streams")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            found.streams.insert(row.get::<_, String>(0)?.into(), row.get(1)?);
        }
        let mut all = self.db.prepare_cached("SELECT stream, account, id FROM balances")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(1)?;
            let account = read_account(&name)
                .ok_or_else(|| Error::Store(format!("{name:?} is not an account in table balances")))?;
            found.accounts.insert((row.get(0)?, account), row.get(2)?);
        }
        Ok(found)
    }

    /// Which row is not as the writer knows it, if one is.
    pub(super) fn odd_rows(&self, found: &Rows) -> Option<String> {
        let streams = self.streams.iter().map(|(name, row)| (name.clone(), row.id)).collect();
        let known = Rows { streams, accounts: self.accounts.clone() };
        self.known.then(|| self.fresh.odd(&known, found)).flatten()
    }

    /// Whether what leads to records is whole, by SQLite's own check of each table and by ours; and whether no row
    /// stands where an archive has taken some.
    pub(super) fn ways(&self) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        let last: Option<i64> =
            self.db.query_row("SELECT max(position) FROM records", [], |row| row.get(0))?;
        let derived = if last.unwrap_or(0) <= DERIVED { &AGED[..] } else { &[] };
        for table in YOUNG.iter().chain(derived) {
            let mut all = self.db.prepare(&format!("PRAGMA integrity_check('{table}')"))?;
            let rows = all.query_map([], |row| row.get::<_, String>(0))?;
            let rows = rows.collect::<Result<Vec<_>, _>>()?;
            lines.extend(rows.into_iter().filter(|line| line != "ok"));
        }
        for (query, what) in &WAYS[..3] {
            let found = self.db.prepare(query)?.query_row([], |row| row.get::<_, i64>(0)).optional()?;
            lines.extend(found.map(|id| format!("{what} (row {id})")));
        }
        let query = "SELECT stream FROM records WHERE EXISTS (SELECT 1 FROM bases) \
                     AND stream NOT IN (SELECT id FROM streams) LIMIT 1";
        let found = self.db.query_row(query, [], |row| row.get::<_, i64>(0)).optional()?;
        lines.extend(found.map(|id| format!("table records has rows of a stream {id} that does not exist")));
        Ok(lines)
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
