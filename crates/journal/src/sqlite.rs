//! A store in one SQLite file: write-ahead log, full sync, one writer.
//!
//! Records go to the end of a table without an index; what finds them again is in `streams`, `marks` and
//! each record's pointer to the one before. A file beside the database is locked by the one who writes,
//! and a turn number in the database keeps out whoever lost it.

mod archive;
mod file;
mod keys;
mod moves;
mod rounds;
mod schema;

use crate::imprint;
use crate::memory::{hash_of, sort_balances};
use crate::posting::read_account;
use crate::rows::{Fresh, beyond};
use crate::{
    Balance, Base, Batch, Error, Hash, Head, Key, Migration, Record, Round, Search, Snapshot, State, Store,
};
use money::Account;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Every so many records of a stream have a mark.
const MARK: u64 = 64;
const COLUMNS: &str = "position, sequence, prior, at, form, key, asked, moves, body, hash, stream";

/// A store in one SQLite file.
pub struct Sqlite {
    path: PathBuf,
    files: file::Files,
    db: Connection,
    /// The lock of the one who writes.
    lock: Option<File>,
    turn: i64,
    /// Whether the rows have to be read again before the next commit, because the last one failed.
    stale: bool,
    /// Streams and accounts by their rows, for the writer.
    streams: HashMap<Arc<str>, StreamRow>,
    accounts: HashMap<(i64, Account), i64>,
    /// Those that the batch in hand has made.
    fresh: Fresh,
    /// Whether all rows are as they were known, until a batch is kept: not so after a file was cut.
    known: bool,
    position: i64,
    /// The number of the schema's last change, for the writer.
    changes: Option<i64>,
    /// How often it is held.
    holding: u32,
    /// Whether nobody else writes until this one is done.
    alone: bool,
    /// Whether it is read as a file alone, whatever lies beside it.
    settled: bool,
}

#[derive(Clone, Copy)]
struct StreamRow {
    id: i64,
    /// The position of its last record.
    position: i64,
    sequence: u64,
    /// Whether this batch touched it, and from which sequence on.
    from: Option<u64>,
    hash: [u8; 32],
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Self::Store(format!(
                "the disk is full, or the database has all the room it may have: {error}"
            )),
            _ => Self::Store(error.to_string()),
        }
    }
}

impl Sqlite {
    /// Opens a file, making it if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// It cannot be opened, or has a schema from the future.
    pub fn open(path: &Path) -> Result<Self, Error> {
        // Seeds that are not shown yet and digests of passwords are in it: a new file is its owner's only.
        // What SQLite puts beside it is as open as the file.
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        drop(options.open(path));
        let db = Connection::open(path)
            .map_err(|error| Error::Store(format!("{} cannot be opened: {error}", path.display())))?;
        let mut store = Self::with(path, db)?;
        store.migrate(Migration::SQLITE)?;
        Ok(store)
    }

    /// Opens a file for reading only; it has to be there. Where nothing can be written beside it, and nobody has, it
    /// is read as [settled](Self::open_settled).
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn open_to_read(path: &Path) -> Result<Self, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags)
            .map_err(|error| Error::Store(format!("{} cannot be read: {error}", path.display())))?;
        match file::is_alone(path) && file::is_only_readable(&db) {
            true => Self::open_settled(path),
            false => Self::to_read(path, db),
        }
    }

    fn to_read(path: &Path, db: Connection) -> Result<Self, Error> {
        let store = Self::with(path, db)?;
        let (found, known) = (store.schema()?, Migration::SQLITE.last().map_or(0, |step| step.number));
        if found > known {
            return Err(Error::Schema { found, known });
        }
        store.without_archives(found)?;
        Ok(store)
    }

    /// How long a commit waits while another connection has the file locked; 5 seconds unless told.
    ///
    /// # Errors
    /// The database does not take it.
    pub fn patience(&self, most: Duration) -> Result<(), Error> {
        Ok(self.db.busy_timeout(most)?)
    }

    /// Writes all of it, as it stands now, into a new file that only its owner can read; a writer may be at
    /// work meanwhile.
    ///
    /// # Errors
    /// The file is there already, or cannot be written.
    pub fn copy_to(&self, path: &Path) -> Result<(), Error> {
        let unusable = |error: &dyn std::fmt::Display| Error::Store(format!("{}: {error}", path.display()));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| unusable(&error))?;
        self.db.execute("VACUUM INTO ?1", [path.to_string_lossy()]).map_err(|error| unusable(&error))?;
        file.sync_all().map_err(|error| unusable(&error))
    }

    fn schema(&self) -> Result<i64, Error> {
        Ok(self.db.pragma_query_value(None, "user_version", |row| row.get(0))?)
    }

    fn with(path: &Path, db: Connection) -> Result<Self, Error> {
        db.busy_timeout(Duration::from_secs(5))?;
        db.set_prepared_statement_cache_capacity(64);
        // Many may read at once, and each has its own: what the operating system has in memory serves them all.
        db.pragma_update(None, "cache_size", -4 * 1024)?;
        if !db.is_readonly("main")? {
            schema::write_ahead(&db)?;
            db.pragma_update(None, "synchronous", "full")?;
            db.pragma_update(None, "wal_autocheckpoint", 4000)?;
            // A log that grew because somebody read on and on is cut again once it is written over.
            db.pragma_update(None, "journal_size_limit", file::LOG_MOST.cast_signed())?;
        }
        Ok(Self {
            path: path.to_path_buf(),
            files: file::Files::of(path),
            db,
            lock: None,
            turn: 0,
            stale: false,
            streams: HashMap::new(),
            accounts: HashMap::new(),
            fresh: Fresh::default(),
            known: false,
            position: 0,
            changes: None,
            holding: 0,
            alone: false,
            settled: false,
        })
    }

    /// Takes the steps that the database has not taken yet.
    ///
    /// # Errors
    /// A schema from the future; a step that fails, which is then not taken.
    pub fn migrate(&mut self, steps: &[Migration]) -> Result<(), Error> {
        let found = self.schema()?;
        let known = steps.last().map_or(0, |step| step.number);
        if found > known {
            return Err(Error::Schema { found, known });
        }
        if found == known {
            return Ok(());
        }
        let taken = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        // Somebody else may have been faster.
        let found: i64 = taken.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for step in steps.iter().filter(|step| step.number > found) {
            taken.execute_batch(step.sql)?;
            taken.pragma_update(None, "user_version", step.number)?;
        }
        taken.commit()?;
        Ok(())
    }

    /// The connection, for those who look at the schema.
    pub const fn connection(&self) -> &Connection {
        &self.db
    }

    fn stream_id(&self, stream: &str) -> Result<Option<(i64, i64)>, Error> {
        let mut find = self.db.prepare_cached("SELECT id, position FROM streams WHERE name = ?1")?;
        Ok(find.query_row([stream], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    /// What the writer has to know about rows.
    fn learn(&mut self) -> Result<(), Error> {
        self.stale = true;
        let found = self.rows()?;
        if let Some(odd) = self.odd_rows(&found) {
            return Err(Error::Strange(odd));
        }
        self.known = false;
        self.fresh.clear();
        self.streams.clear();
        let mut all = self.db.prepare("SELECT name, id, position, sequence, hash FROM streams")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let (id, position, sequence) = (row.get(1)?, row.get(2)?, row.get::<_, i64>(3)? as u64);
            let hash = hash_of(&name, sequence, row.get_ref(4)?.as_bytes().unwrap_or_default())?.0;
            self.streams.insert(name.into(), StreamRow { id, position, sequence, from: None, hash });
        }
        self.accounts = found.accounts;
        self.position =
            self.db.query_row("SELECT coalesce(max(position), 0) FROM records", [], |row| row.get(0))?;
        self.stale = false;
        self.known = true;
        Ok(())
    }

    /// The batch inside its transaction.
    fn write(&mut self, batch: &Batch) -> Result<(), Error> {
        let theirs = self.read_turn()?;
        if theirs != self.turn {
            return Err(Error::Fenced { ours: self.turn, theirs });
        }
        self.no_new_schema()?;
        self.write_records(batch)?;
        self.write_heads()?;
        self.write_moves(batch)?;
        self.write_rounds(batch)?;
        self.write_keys(batch)?;
        for snapshot in &batch.snapshots {
            let Some(stream) = self.streams.get(&*snapshot.stream) else { continue };
            self.db.prepare_cached("INSERT OR REPLACE INTO snapshots VALUES (?1, ?2, ?3, ?4, ?5)")?.execute(
                params![
                    stream.id,
                    snapshot.sequence as i64,
                    snapshot.hash.0,
                    snapshot.state,
                    snapshot.digest().0
                ],
            )?;
        }
        for state in &batch.states {
            let Some(stream) = self.streams.get(&*state.stream) else { continue };
            self.db.prepare_cached("INSERT OR REPLACE INTO states VALUES (?1, ?2, ?3)")?.execute(params![
                stream.id,
                state.sequence as i64,
                state.state
            ])?;
        }
        if let Some(line) = &batch.imprint {
            let mut put = self.db.prepare_cached("INSERT OR REPLACE INTO shelf VALUES (?1, ?2, ?3)")?;
            put.execute(params![imprint::SHELF, imprint::NAME, line])?;
        }
        for kept in &batch.kept {
            match &kept.value {
                Some(value) => self
                    .db
                    .prepare_cached("INSERT OR REPLACE INTO shelf VALUES (?1, ?2, ?3)")?
                    .execute(params![kept.shelf, kept.name, value])?,
                None => self
                    .db
                    .prepare_cached("DELETE FROM shelf WHERE shelf = ?1 AND name = ?2")?
                    .execute(params![kept.shelf, kept.name])?,
            };
        }
        Ok(())
    }

    fn write_records(&mut self, batch: &Batch) -> Result<(), Error> {
        let mut insert = self
            .db
            .prepare_cached("INSERT INTO records VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?;
        for record in &batch.records {
            if !self.streams.contains_key(&record.stream) {
                let genesis = Hash::genesis(&record.stream);
                self.db
                    .prepare_cached(
                        "INSERT INTO streams (name, sequence, hash, position) VALUES (?1, 0, ?2, 0)",
                    )?
                    .execute(params![record.stream, genesis.0])?;
                let id = self.db.last_insert_rowid();
                let row = StreamRow { id, position: 0, sequence: 0, from: None, hash: genesis.0 };
                self.streams.insert(record.stream.clone(), row);
                self.fresh.streams.insert(record.stream.clone());
            }
            let Some(row) = self.streams.get_mut(&record.stream) else { continue };
            if record.sequence != row.sequence + 1 {
                let (stream, wanted) = (record.stream.to_string(), record.sequence);
                return Err(Error::Moved { stream, wanted, found: row.sequence });
            }
            self.position = self.position.checked_add(1).ok_or_else(beyond)?;
            let (key, asked) = match &record.key {
                Some((key, asked)) => (Some(key.as_str()), Some(*asked as i64)),
                None => (None, None),
            };
            // It is text: the writer has looked.
            let body = ToSqlOutput::Borrowed(ValueRef::Text(&record.body));
            insert.execute(params![
                self.position,
                row.id,
                record.sequence as i64,
                row.position,
                record.at,
                record.form,
                key,
                asked,
                record.moves,
                body,
                record.hash.0
            ])?;
            if batch.remembered.is_none() {
                keys::write(&self.db, row.id, record)?;
            }
            if record.sequence.is_multiple_of(MARK) {
                self.db.prepare_cached("INSERT INTO marks VALUES (?1, ?2, ?3)")?.execute(params![
                    row.id,
                    record.sequence as i64,
                    self.position
                ])?;
            }
            row.from.get_or_insert(row.sequence);
            row.sequence = record.sequence;
            row.position = self.position;
            row.hash = record.hash.0;
        }
        Ok(())
    }

    /// Moves the heads, each from where it stood.
    fn write_heads(&mut self) -> Result<(), Error> {
        let mut update = self.db.prepare_cached(
            "UPDATE streams SET sequence = ?2, hash = ?3, position = ?4 WHERE id = ?1 AND sequence = ?5",
        )?;
        for (name, row) in &mut self.streams {
            let Some(from) = row.from.take() else { continue };
            let moved =
                update.execute(params![row.id, row.sequence as i64, row.hash, row.position, from as i64])?;
            if moved != 1 {
                let mut find = self.db.prepare_cached("SELECT sequence FROM streams WHERE id = ?1")?;
                let found = find.query_row([row.id], |row| row.get::<_, i64>(0)).optional()?.unwrap_or(0);
                let (stream, wanted) = (name.to_string(), from + 1);
                return Err(Error::Moved { stream, wanted, found: found as u64 });
            }
        }
        Ok(())
    }
}

/// The bytes of a column, whatever somebody made of it: what is none is nothing.
fn bytes_of(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(row.get_ref(column)?.as_bytes().map(<[u8]>::to_vec).unwrap_or_default())
}

/// A record of a row with the columns of `COLUMNS`.
fn record(row: &Row<'_>, name: &Arc<str>) -> Result<Record, Error> {
    let sequence: i64 = row.get(1).unwrap_or(0);
    let damaged =
        |what: &str| Error::damaged(name, sequence.max(0) as u64, format!("its {what} cannot be read"));
    let text = |column: usize, what: &str| -> Result<String, Error> {
        row.get::<_, String>(column).map_err(|_| damaged(what))
    };
    let key = match (row.get_ref(5)?, row.get_ref(6)?) {
        (ValueRef::Null, ValueRef::Null) => None,
        (ValueRef::Text(_), ValueRef::Integer(asked)) => Some((text(5, "key")?, asked as u64)),
        _ => return Err(damaged("key")),
    };
    let body = match row.get_ref(8)? {
        ValueRef::Text(bytes) => bytes.to_vec(),
        _ => return Err(damaged("body")),
    };
    let hash = row.get_ref(9)?.as_bytes().map_err(|_| damaged("hash"))?;
    Ok(Record {
        stream: name.clone(),
        sequence: u64::try_from(sequence).map_err(|_| damaged("sequence"))?,
        at: row.get(3).map_err(|_| damaged("time"))?,
        form: row.get(4).map_err(|_| damaged("form"))?,
        key,
        moves: text(7, "moves")?,
        body,
        hash: hash_of(name, sequence.max(0) as u64, hash)?,
    })
}

impl Store for Sqlite {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        // Whoever only reads changes nothing, the file's form neither.
        Ok(Box::new(match self.db.is_readonly("main")? {
            true if self.settled => Self::open_settled(&self.path)?,
            true => Self::open_to_read(&self.path)?,
            false => Self::open(&self.path)?,
        }))
    }

    fn claim(&mut self) -> Result<i64, Error> {
        if self.alone {
            return Ok(self.turn);
        }
        if self.lock.is_none() {
            let path = self.path.with_extension("lock");
            let unusable = |error| Error::Store(format!("{} cannot be locked: {error}", path.display()));
            let lock =
                File::options().create(true).truncate(false).write(true).open(&path).map_err(unusable)?;
            match lock.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::Held(format!("another server holds {}", path.display())));
                }
                Err(TryLockError::Error(error)) => return Err(unusable(error)),
            }
            self.lock = Some(lock);
        }
        self.read_turn()?;
        // In a transaction of its own, whose end says whether it was kept: a disk may be full.
        let taken = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let turn =
            taken.query_row("UPDATE turn SET number = number + 1 RETURNING number", [], |row| row.get(0))?;
        taken.commit()?;
        self.turn = turn;
        self.files.note_log();
        self.known = false;
        self.learn()?;
        // Before the schema is compared: what changes after is found by it.
        self.changes = None;
        self.no_new_schema()?;
        Ok(self.turn)
    }

    fn turn(&mut self) -> Result<i64, Error> {
        self.read_turn()
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        if self.lock.is_none() {
            return Err(Error::Held("this handle only reads".into()));
        }
        // Whoever opens what was put in its place uses the same log: nothing is read from it any more.
        self.files.stay()?;
        if self.stale {
            self.learn()?;
        }
        self.db.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
        let done = self.write(batch).and_then(|()| {
            let ended = self.db.prepare_cached("COMMIT").and_then(|mut end| end.execute([]));
            // What is in the log by then may count when it is opened again.
            ended.map_err(|error| match Error::from(error) {
                Error::Store(what) => Error::InDoubt(what),
                other => other,
            })?;
            // What went into a file that nobody finds again was not kept.
            self.files.stay()
        });
        if done.is_err() {
            // A transaction that cannot be rolled back is rolled back by the next opening.
            let _ = self.db.execute_batch("ROLLBACK");
            self.stale = true;
        } else {
            self.fresh.clear();
        }
        done
    }

    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        let mut find = self.db.prepare_cached("SELECT sequence, hash FROM streams WHERE name = ?1")?;
        let mut rows = find.query([stream])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let sequence = row.get::<_, i64>(0)? as u64;
        let hash = hash_of(stream, sequence, row.get_ref(1)?.as_bytes().unwrap_or_default())?;
        Ok(Some(Head { sequence, hash }))
    }

    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        let mut all = self.db.prepare_cached("SELECT name, sequence, hash FROM streams ORDER BY name")?;
        let mut rows = all.query([])?;
        let mut heads = Vec::new();
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let sequence = row.get::<_, i64>(1)? as u64;
            let hash = hash_of(&name, sequence, row.get_ref(2)?.as_bytes().unwrap_or_default())?;
            heads.push((name, Head { sequence, hash }));
        }
        Ok(heads)
    }

    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.range(stream, after.saturating_add(1), u64::MAX)
    }

    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let Some((id, last)) = self.stream_id(stream)? else { return Ok(Vec::new()) };
        let (name, base): (Arc<str>, u64) = (stream.into(), self.base_of(id)?);
        let mut mark = self.db.prepare_cached(
            "SELECT position FROM marks WHERE stream = ?1 AND sequence >= ?2 ORDER BY sequence LIMIT 1",
        )?;
        let wanted = i64::try_from(to).unwrap_or(i64::MAX);
        let mut position = mark.query_row(params![id, wanted], |row| row.get(0)).optional()?.unwrap_or(last);
        let mut get =
            self.db.prepare_cached(&format!("SELECT {COLUMNS} FROM records WHERE position = ?1"))?;
        let (mut found, mut next) = (Vec::new(), None);
        while position != 0 {
            let mut rows = get.query([position])?;
            let Some(row) = rows.next()? else {
                return Err(Error::damaged(stream, 0, format!("no record stands at position {position}")));
            };
            let (prior, owner): (i64, i64) = (row.get(2)?, row.get(10)?);
            let record = record(row, &name)?;
            let follows = next.is_none_or(|next| record.sequence + 1 == next);
            let first = record.sequence == base + 1;
            // What the first one after an archive points to is not here.
            let begins = if base == 0 { (prior == 0) == first } else { first || prior != 0 };
            if owner != id || !follows || prior >= position || !begins {
                return Err(Error::damaged(stream, record.sequence, "the links to it are broken"));
            }
            if record.sequence < from {
                break;
            }
            (position, next) = (prior, Some(record.sequence));
            if record.sequence <= to {
                found.push(record);
            }
            if first {
                break;
            }
        }
        found.reverse();
        Ok(found)
    }

    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        let mut names: HashMap<i64, Arc<str>> = HashMap::new();
        let mut all = self.db.prepare("SELECT id, name FROM streams")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            names.insert(row.get(0)?, row.get::<_, String>(1)?.into());
        }
        let mut last: HashMap<i64, i64> = HashMap::new();
        let bases = self.read_bases()?.into_iter().map(|base| (base.stream, base.head.sequence));
        let bases: HashMap<String, u64> = bases.collect();
        let mut all = self.db.prepare(&format!("SELECT {COLUMNS} FROM records ORDER BY position"))?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let stream: i64 = row.get(10)?;
            let name = names.entry(stream).or_insert_with(|| format!("unknown/{stream}").into());
            let record = record(row, name)?;
            let (sequence, position) = (record.sequence, row.get(0)?);
            let before = last.insert(stream, position);
            // What the first one after an archive points to is not here.
            let first = before.is_none() && bases.get(&**name).is_some_and(|base| sequence == base + 1);
            if !each(record) {
                break;
            }
            // After `each`, which sees more than the pointer.
            if !first && row.get::<_, i64>(2)? != before.unwrap_or(0) {
                return Err(Error::damaged(name, sequence, "it does not point to the record before"));
            }
        }
        Ok(())
    }

    fn times(&mut self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        self.read_times(each)
    }

    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        let mut all = self.db.prepare(
            "SELECT name, account, units FROM balances JOIN streams ON streams.id = stream WHERE units <> 0",
        )?;
        let mut rows = all.query([])?;
        let mut balances = Vec::new();
        while let Some(row) = rows.next()? {
            let name: String = row.get(1)?;
            let account = read_account(&name)
                .ok_or_else(|| Error::Store(format!("{name:?} is not an account in table balances")))?;
            balances.push(Balance { stream: row.get(0)?, account, units: row.get(2)? });
        }
        sort_balances(&mut balances);
        Ok(balances)
    }

    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        let mut find = self.db.prepare_cached(
            "SELECT s.sequence, s.hash, s.state, s.digest FROM snapshots s \
             JOIN streams ON streams.id = s.stream WHERE name = ?1",
        )?;
        let mut rows = find.query([stream])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let sequence = row.get::<_, i64>(0)? as u64;
        let hash = hash_of(stream, sequence, row.get_ref(1)?.as_bytes().unwrap_or_default())?;
        let snapshot = Snapshot { stream: stream.to_string(), sequence, hash, state: row.get(2)? };
        let whole = row.get_ref(3)?.as_bytes().is_ok_and(|digest| *digest == snapshot.digest().0);
        Ok(whole.then_some(snapshot))
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        self.find_keys(stream, keys)
    }

    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        self.count_keys()
    }

    fn old_keys(&mut self, before: i64, most: usize) -> Result<Vec<(String, Key)>, Error> {
        self.aged_keys(before, most)
    }

    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        self.each_key(each)
    }

    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> {
        let mut find = self.db.prepare_cached(
            "SELECT s.sequence, s.state FROM states s JOIN streams ON streams.id = s.stream \
             WHERE name = ?1 AND s.sequence <= ?2 ORDER BY s.sequence DESC LIMIT 1",
        )?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let found = find.query_row(params![stream, most], |row| {
            Ok(State {
                stream: stream.to_string(),
                sequence: row.get::<_, i64>(0)? as u64,
                state: row.get(1)?,
            })
        });
        Ok(found.optional()?)
    }

    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        self.find_round(stream, number)
    }

    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        self.find_rounds(search)
    }

    fn bases(&mut self) -> Result<Vec<Base>, Error> {
        self.read_bases()
    }

    fn begin_after(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.write_bases(bases)
    }

    fn cut(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.cut_at(batch, bases)
    }

    fn alone(&mut self) -> Result<(), Error> {
        self.keep_out()
    }

    fn let_go(&mut self) {
        self.let_in();
    }

    fn shelves(&mut self) -> Result<Vec<String>, Error> {
        let mut all = self.db.prepare("SELECT DISTINCT shelf FROM shelf ORDER BY shelf")?;
        let rows = all.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut all =
            self.db.prepare_cached("SELECT name, value FROM shelf WHERE shelf = ?1 ORDER BY name")?;
        let rows = all.query_map([shelf], |row| Ok((row.get(0)?, bytes_of(row, 1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn on_shelf(&mut self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut one = self.db.prepare_cached("SELECT value FROM shelf WHERE shelf = ?1 AND name = ?2")?;
        Ok(one.query_row([shelf, name], |row| bytes_of(row, 0)).optional()?)
    }

    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> {
        let mut all = self.db.prepare("SELECT shelf, name, value FROM shelf ORDER BY shelf, name")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            each(&row.get::<_, String>(0)?, &row.get::<_, String>(1)?, bytes_of(row, 2)?);
        }
        Ok(())
    }

    fn hold(&mut self) -> Result<(), Error> {
        // The first reading fixes what is seen.
        if self.holding == 0 {
            self.db.execute_batch("BEGIN; SELECT number FROM turn;")?;
        }
        self.holding += 1;
        Ok(())
    }

    fn release(&mut self) {
        self.holding = self.holding.saturating_sub(1);
        if self.holding == 0 {
            let _ = self.db.execute_batch("ROLLBACK");
        }
    }

    fn strangers(&mut self) -> Result<Vec<String>, Error> {
        let mut odd = self.odd_schema()?;
        if odd.is_empty() && self.known {
            odd.extend(self.odd_rows(&self.rows()?));
        }
        Ok(odd)
    }

    fn look_over(&mut self) -> Result<Vec<String>, Error> {
        self.ways()
    }

    fn inspect(&mut self) -> Result<Vec<String>, Error> {
        self.damage()
    }
}
