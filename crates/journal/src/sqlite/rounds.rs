//! The list of rounds in a SQLite file: written with the records that end them, found by what is asked for.

use super::Sqlite;
use crate::{Batch, Error, Round, Search};
use rusqlite::types::{ToSql, ValueRef};
use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

const ROUND: &str = "stream, number, first, last, began, ended, players, staked, most, irregular";

impl Sqlite {
    pub(super) fn write_rounds(&mut self, batch: &Batch) -> Result<(), Error> {
        for round in &batch.rounds {
            // One that is told again gets another number, so that nobody finds it who is no longer in it.
            self.db
                .prepare_cached(
                    "INSERT OR REPLACE INTO rounds (stream, number, first, last, began, ended, players, \
                     staked, most, irregular) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                )?
                .execute(params![
                    round.stream,
                    round.number,
                    round.first as i64,
                    round.last as i64,
                    round.began,
                    round.ended,
                    serde_json::to_string(&round.players).unwrap_or_default(),
                    round.staked,
                    round.most,
                    serde_json::to_string(&round.irregular).unwrap_or_default()
                ])?;
            let id = self.db.last_insert_rowid();
            for player in &round.players {
                self.db
                    .prepare_cached("INSERT OR IGNORE INTO round_players VALUES (?1, ?2)")?
                    .execute(params![player, id])?;
            }
        }
        Ok(())
    }

    pub(super) fn find_round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        let query = format!("SELECT {ROUND} FROM rounds WHERE stream = ?1 AND number = ?2");
        let mut find = self.db.prepare_cached(&query)?;
        Ok(find.query_row(params![stream, number], round).optional()?)
    }

    pub(super) fn find_rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        type Value<'v> = Option<&'v dyn ToSql>;
        fn value<T: ToSql>(value: &Option<T>) -> Value<'_> {
            value.as_ref().map(|value| value as &dyn ToSql)
        }
        // The rounds of one table end in the order of their numbers, which an index has.
        let order = match search.stream {
            Some(_) => "true ORDER BY number DESC LIMIT",
            None => "true ORDER BY ended DESC, number DESC, stream LIMIT",
        };
        // A player's rounds are many in the long run: among those of a span each is asked whether it is one.
        let played = match search.from {
            Some(_) => "EXISTS (SELECT 1 FROM round_players WHERE player = ? AND round = rounds.id)",
            None => "id IN (SELECT round FROM round_players WHERE player = ?)",
        };
        let conditions: [(&str, Value<'_>); 9] = [
            ("stream = ?", value(&search.stream)),
            ("ended >= ?", value(&search.since)),
            ("began <= ?", value(&search.until)),
            ("most >= ?", value(&search.amount)),
            ("(irregular <> '[]') = ?", value(&search.irregular)),
            ("number < ?", value(&search.before)),
            ("number >= ?", value(&search.from)),
            (played, value(&search.player)),
            (&format!("{order} ?"), Some(&search.limit)),
        ];
        let (wanted, given): (Vec<&str>, Vec<&dyn ToSql>) =
            conditions.iter().filter_map(|(condition, value)| Some((*condition, (*value)?))).unzip();
        let query = format!("SELECT {ROUND} FROM rounds WHERE {}", wanted.join(" AND "));
        let mut find = self.db.prepare_cached(&query)?;
        let rows = find.query_map(&*given, round)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// A round of a row with the columns of `ROUND`.
fn round(row: &Row<'_>) -> rusqlite::Result<Round> {
    Ok(Round {
        stream: row.get(0)?,
        number: row.get(1)?,
        first: row.get::<_, i64>(2)? as u64,
        last: row.get::<_, i64>(3)? as u64,
        began: row.get(4)?,
        ended: row.get(5)?,
        players: written(row, 6)?.unwrap_or_else(|_| vec![u32::MAX]),
        staked: row.get(7)?,
        most: row.get(8)?,
        irregular: written(row, 9)?.unwrap_or_else(|text| vec![text]),
    })
}

/// A list as it was written; otherwise what stands there, which is no list of the house's: whoever compares it with the
/// records has to see that.
fn written<T: Serialize + DeserializeOwned>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<Result<Vec<T>, String>> {
    let text = match row.get_ref(column)? {
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        other => format!("{:?}", other.data_type()),
    };
    let list = serde_json::from_str(&text).ok();
    let same = |list: &Vec<T>| serde_json::to_string(list).is_ok_and(|again| again == text);
    Ok(list.filter(same).ok_or(text))
}
