//! SQLite files as a whole: copied for a backup, settled as an archive, and where streams begin in one whose
//! first records are in an archive.

use super::Sqlite;
use crate::memory::{account_name, hash_of};
use crate::{Base, Batch, Error, Head};
use rusqlite::{OptionalExtension, params};
use std::path::Path;

/// As the schema has it.
const REMAIN: &str = "CREATE TRIGGER records_remain BEFORE DELETE ON records BEGIN
    SELECT RAISE(ABORT, 'a record is never removed');
END;";

impl Sqlite {
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

    /// Closes a file that nobody will write to any more, so that it is one file and can be read anywhere.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn settle(self) -> Result<(), Error> {
        self.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")?;
        Ok(())
    }

    /// The last record of a stream that is not here; 0 for none.
    pub(super) fn base_of(&self, stream: i64) -> Result<u64, Error> {
        let mut find = self.db.prepare_cached("SELECT sequence FROM bases WHERE stream = ?1")?;
        let base = find.query_row([stream], |row| row.get::<_, i64>(0)).optional()?;
        Ok(base.unwrap_or(0) as u64)
    }

    pub(super) fn read_bases(&self) -> Result<Vec<Base>, Error> {
        let mut all = self.db.prepare(
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
            "INSERT OR REPLACE INTO bases (stream, sequence, hash, rounds, balances) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![stream, base.head.sequence as i64, base.head.hash.0, base.rounds, base.balances_text()],
        )?;
        Ok(())
    }

    /// Something in one transaction, wholly or not at all.
    fn at_once(&mut self, act: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        if self.lock.is_none() {
            return Err(Error::Held("this handle only reads".into()));
        }
        self.db.execute_batch("BEGIN IMMEDIATE")?;
        let done = act(self).and_then(|()| Ok(self.db.execute_batch("COMMIT")?));
        if done.is_err() {
            let _ = self.db.execute_batch("ROLLBACK");
        }
        self.stale = true;
        done
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
        if self.stale {
            self.learn()?;
        }
        self.at_once(|store| {
            store.write(batch)?;
            store.db.execute_batch(
                "DROP TRIGGER records_remain; \
                 CREATE TEMP TABLE gone (stream INTEGER PRIMARY KEY, sequence INTEGER NOT NULL);",
            )?;
            for base in bases {
                let Some(row) = store.streams.get(&*base.stream) else {
                    return Err(Error::Store(format!("no stream {}", base.stream)));
                };
                if base.head.sequence >= row.sequence {
                    return Err(Error::Store(format!("nothing would be left of stream {}", base.stream)));
                }
                let (id, last) = (row.id, base.head.sequence as i64);
                store.db.execute("INSERT INTO gone VALUES (?1, ?2)", [id, last])?;
                store.write_base(id, base)?;
                store.db.execute("DELETE FROM marks WHERE stream = ?1 AND sequence <= ?2", [id, last])?;
                store.db.execute("DELETE FROM states WHERE stream = ?1 AND sequence <= ?2", [id, last])?;
                store.db.execute(
                    "DELETE FROM round_players WHERE round IN \
                     (SELECT id FROM rounds WHERE stream = ?1 AND last <= ?2)",
                    params![base.stream, last],
                )?;
                store.db.execute(
                    "DELETE FROM rounds WHERE stream = ?1 AND last <= ?2",
                    params![base.stream, last],
                )?;
            }
            store.db.execute(
                "DELETE FROM records WHERE sequence <= \
                 (SELECT g.sequence FROM gone g WHERE g.stream = records.stream)",
                [],
            )?;
            store.db.execute_batch(&format!("DROP TABLE gone; {REMAIN}"))?;
            Ok(())
        })?;
        // What is free goes back to the system; without it the file only stays as large as it was.
        let _ = self.db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
        Ok(())
    }
}
