//! The keys that a SQLite file remembers: written with their records, found again by stream and key.

use super::Sqlite;
use crate::{Batch, Error, Key, Record};
use rusqlite::{Connection, OptionalExtension, params};

/// Remembers the key of a record that was just written, in the stream of this row.
pub(super) fn write(db: &Connection, stream: i64, record: &Record) -> Result<(), Error> {
    let Some((key, asked)) = &record.key else { return Ok(()) };
    let Record { sequence, at, .. } = *record;
    remember(db, (stream, &record.stream), (key, *asked, sequence, at))
}

fn remember(
    db: &Connection,
    (stream, name): (i64, &str),
    (key, asked, sequence, at): (&str, u64, u64, i64),
) -> Result<(), Error> {
    let mut insert = db.prepare_cached("INSERT INTO keys VALUES (?1, ?2, ?3, ?4, ?5)")?;
    match insert.execute(params![stream, key, asked as i64, sequence as i64, at]) {
        Ok(_) => Ok(()),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
            Err(Error::KeyReused { stream: name.into(), key: key.into() })
        }
        Err(error) => Err(error.into()),
    }
}

impl Sqlite {
    /// When records were made, the last first, as long as somebody wants more.
    pub(super) fn read_times(&self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        let mut all = self.db.prepare_cached("SELECT at FROM records ORDER BY position DESC")?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            if !each(row.get(0)?) {
                break;
            }
        }
        Ok(())
    }

    /// Remembers the keys that come with records that are copied, and forgets what need not be remembered any
    /// more.
    pub(super) fn write_keys(&self, batch: &Batch) -> Result<(), Error> {
        for (stream, key) in batch.remembered.iter().flatten() {
            let Some(row) = self.streams.get(stream.as_str()) else { continue };
            remember(&self.db, (row.id, stream), (&key.key, key.asked, key.sequence, key.at))?;
        }
        let mut forget = self.db.prepare_cached(
            "DELETE FROM keys WHERE stream = ?1 AND key = ?2 AND asked = ?3 AND sequence = ?4 AND at = ?5",
        )?;
        for (stream, Key { key, asked, sequence, at }) in &batch.forget {
            let Some(row) = self.streams.get(stream.as_str()) else { continue };
            forget.execute(params![row.id, key, *asked as i64, *sequence as i64, at])?;
        }
        Ok(())
    }

    pub(super) fn find_keys(&self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        let Some((id, _)) = self.stream_id(stream)? else { return Ok(Vec::new()) };
        let mut find =
            self.db.prepare_cached("SELECT asked, sequence, at FROM keys WHERE stream = ?1 AND key = ?2")?;
        let mut found = Vec::new();
        for key in keys {
            let row = |row: &rusqlite::Row<'_>| {
                let (asked, sequence): (i64, i64) = (row.get(0)?, row.get(1)?);
                Ok(Key { key: key.clone(), asked: asked as u64, sequence: sequence as u64, at: row.get(2)? })
            };
            found.extend(find.query_row(params![id, key], row).optional()?);
        }
        Ok(found)
    }

    pub(super) fn count_keys(&self) -> Result<Vec<(String, u64)>, Error> {
        let mut all = self.db.prepare(
            "SELECT streams.name, count(*) FROM keys JOIN streams ON streams.id = keys.stream \
             GROUP BY keys.stream",
        )?;
        let rows = all.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn aged_keys(&self, before: i64, most: usize) -> Result<Vec<(String, Key)>, Error> {
        let mut old = self.db.prepare_cached(
            "SELECT streams.name, key, asked, keys.sequence, at FROM keys JOIN streams ON streams.id = keys.stream \
             WHERE at < ?1 ORDER BY at LIMIT ?2",
        )?;
        let rows = old.query_map(params![before, most as i64], |row| {
            let (asked, sequence): (i64, i64) = (row.get(2)?, row.get(3)?);
            let (asked, sequence) = (asked as u64, sequence as u64);
            Ok((row.get(0)?, Key { key: row.get(1)?, asked, sequence, at: row.get(4)? }))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn each_key(&self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        let mut all = self.db.prepare(
            "SELECT coalesce(streams.name, 'unknown/' || keys.stream), key, asked, keys.sequence, at \
             FROM keys LEFT JOIN streams ON streams.id = keys.stream",
        )?;
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            let stream: String = row.get(0)?;
            let (asked, sequence): (i64, i64) = (row.get(2)?, row.get(3)?);
            let key =
                Key { key: row.get(1)?, asked: asked as u64, sequence: sequence as u64, at: row.get(4)? };
            each(&stream, key);
        }
        Ok(())
    }
}
