//! Where streams begin in a SQLite file whose first records are in an archive; a file settled as one.

use super::Sqlite;
use crate::memory::{account_name, hash_of};
use crate::{Base, Batch, Error, Head};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use std::path::Path;

/// The schema in which streams may begin after an archive.
const SINCE: i64 = 5;

impl Sqlite {
    /// Opens a file that nobody writes to any more, as an archive or a backup: what lies beside it is not read, so
    /// what is read is the file alone.
    ///
    /// # Errors
    /// It is not there, or cannot be read.
    pub fn open_settled(path: &Path) -> Result<Self, Error> {
        let unreadable = |error: &dyn std::fmt::Display| {
            Error::Store(format!("{} cannot be read: {error}", path.display()))
        };
        let full = std::path::absolute(path).map_err(|error| unreadable(&error))?;
        let mut name = String::from("file:");
        for byte in full.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                    name.push(*byte as char)
                }
                other => name.push_str(&format!("%{other:02x}")),
            }
        }
        name.push_str("?immutable=1");
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let db = Connection::open_with_flags(name, flags).map_err(|error| unreadable(&error))?;
        Ok(Self { settled: true, ..Self::to_read(path, db)? })
    }

    /// Closes a file that nobody will write to any more, so that it is one file and can be read anywhere.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn settle(self) -> Result<(), Error> {
        self.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")?;
        Ok(())
    }

    /// Reads a file of a schema that knew no archives as one that has none.
    pub(super) fn without_archives(&self, schema: i64) -> Result<(), Error> {
        if schema >= SINCE {
            return Ok(());
        }
        Ok(self.db.execute_batch(
            "CREATE TEMP TABLE bases (stream INTEGER PRIMARY KEY, sequence INTEGER, hash BLOB, \
             rounds INTEGER, balances TEXT)",
        )?)
    }

    /// The last record of a stream that is not here; 0 for none.
    pub(super) fn base_of(&self, stream: i64) -> Result<u64, Error> {
        let mut find = self.db.prepare_cached("SELECT sequence FROM bases WHERE stream = ?1")?;
        let base = find.query_row([stream], |row| row.get::<_, i64>(0)).optional()?;
        Ok(base.unwrap_or(0) as u64)
    }

    pub(super) fn read_bases(&self) -> Result<Vec<Base>, Error> {
        let mut all = self.db.prepare_cached(
            "SELECT name, b.sequence, b.hash, b.rounds, b.balances FROM bases b \
             JOIN streams ON streams.id = b.stream ORDER BY name",
        )?;
        let mut rows = all.query([])?;
        let mut bases = Vec::new();
        while let Some(row) = rows.next()? {
            let (stream, sequence): (String, i64) = (row.get(0)?, row.get(1)?);
            let sequence = sequence as u64;
            let hash = hash_of(&stream, sequence, row.get_ref(2)?.as_bytes().unwrap_or_default())?;
            let balances = Base::read_balances(&stream, &row.get::<_, String>(4)?)?;
            bases.push(Base { stream, head: Head { sequence, hash }, balances, rounds: row.get(3)? });
        }
        Ok(bases)
    }

    fn write_base(&self, stream: i64, base: &Base) -> Result<(), Error> {
        self.db.execute(
            "INSERT OR REPLACE INTO bases (stream, sequence, hash, rounds, balances) \
             VALUES (?1, ?2, ?3, ?4, ?5)",
            params![stream, base.head.sequence as i64, base.head.hash.0, base.rounds, base.balances_text()],
        )?;
        Ok(())
    }

    /// Something in one transaction, wholly or not at all.
    fn at_once(&mut self, act: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        if self.lock.is_none() {
            return Err(Error::Held("this handle only reads".into()));
        }
        if self.stale {
            self.learn()?;
        }
        if !self.alone {
            self.db.execute_batch("BEGIN IMMEDIATE")?;
        }
        let done = act(self).and_then(|()| Ok(self.db.execute_batch("COMMIT")?));
        if done.is_err() {
            // A transaction that cannot be rolled back is rolled back by the next opening.
            let _ = self.db.execute_batch("ROLLBACK");
        }
        if std::mem::take(&mut self.alone) {
            self.holding = self.holding.saturating_sub(1);
        }
        (self.stale, self.known) = (true, false);
        done
    }

    /// Opens the transaction in which all is read and written from now on.
    pub(super) fn keep_out(&mut self) -> Result<(), Error> {
        if self.alone {
            return Ok(());
        }
        if self.lock.is_none() || self.holding > 0 {
            return Err(Error::Held("this handle only reads".into()));
        }
        self.files.stay()?;
        self.db.execute_batch("BEGIN IMMEDIATE")?;
        (self.alone, self.holding) = (true, 1);
        let theirs = self.read_turn();
        let ours = self.turn;
        match theirs {
            Ok(theirs) if theirs == ours => Ok(()),
            other => {
                self.let_in();
                Err(other.map_or_else(|error| error, |theirs| Error::Fenced { ours, theirs }))
            }
        }
    }

    pub(super) fn let_in(&mut self) {
        if std::mem::take(&mut self.alone) {
            self.holding = self.holding.saturating_sub(1);
            let _ = self.db.execute_batch("ROLLBACK");
        }
    }

    pub(super) fn write_bases(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.at_once(|store| {
            for base in bases {
                store.db.execute(
                    "INSERT INTO streams (name, sequence, hash, position) VALUES (?1, ?2, ?3, 0)",
                    params![base.stream, base.head.sequence as i64, base.head.hash.0],
                )?;
                let id = store.db.last_insert_rowid();
                store.write_base(id, base)?;
                for (account, units) in &base.balances {
                    store.db.execute(
                        "INSERT INTO balances (stream, account, owes, units) VALUES (?1, ?2, ?3, ?4)",
                        params![id, account_name(*account), account.may_owe(), units],
                    )?;
                }
            }
            Ok(())
        })
    }

    pub(super) fn cut_at(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.at_once(|store| {
            store.write(batch)?;
            for base in bases {
                let Some(row) = store.streams.get(&*base.stream) else {
                    return Err(Error::Store(format!("there is no stream {} to cut", base.stream)));
                };
                if base.head.sequence >= row.sequence {
                    let (last, cut) = (row.sequence, base.head.sequence);
                    let what = format!("it ends with record {last}, so nothing is left after {cut}");
                    return Err(Error::damaged(&base.stream, cut, what));
                }
                let (id, last) = (row.id, base.head.sequence as i64);
                store.write_base(id, base)?;
                for table in ["marks", "states", "keys"] {
                    let gone = format!("DELETE FROM {table} WHERE stream = ?1 AND sequence <= ?2");
                    store.db.execute(&gone, [id, last])?;
                }
                let gone = "stream = ?1 AND last <= ?2";
                store.db.execute(
                    &format!("DELETE FROM round_players WHERE round IN (SELECT id FROM rounds WHERE {gone})"),
                    params![base.stream, last],
                )?;
                store.db.execute(&format!("DELETE FROM rounds WHERE {gone}"), params![base.stream, last])?;
            }
            store.db.execute(
                "DELETE FROM records WHERE sequence <= \
                 (SELECT b.sequence FROM bases b WHERE b.stream = records.stream)",
                [],
            )?;
            Ok(())
        })?;
        // What is free goes back to the system; without it the file only stays as large as it was.
        let _ = self.db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
        self.files.note_log();
        Ok(())
    }
}
