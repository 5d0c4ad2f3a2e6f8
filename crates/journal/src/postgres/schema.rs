//! Whether a database has the tables, columns, constraints, indexes, triggers, functions and rules that the
//! migrations make, and no others; nor operators and casts that would answer in the place of the system's own.

use super::{PATH, Postgres};
use crate::Error;
use crate::rows::odd_account;
use postgres::Client;
use std::collections::BTreeSet;

/// What the migrations make, a line each.
const SHAPE: &str = include_str!("shape.txt");
/// What a database has, a line each.
const SHAPES: &str = include_str!("shape.sql");

/// A stream that has records and no row: from one stream to the next by the index of records, however many those are.
const STRAY: &str = "WITH RECURSIVE next (id) AS ( \
     SELECT min(stream_id) FROM public.records \
     UNION ALL SELECT (SELECT min(stream_id) FROM public.records WHERE stream_id > next.id) FROM next \
     WHERE next.id IS NOT NULL) \
     SELECT id FROM next WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM public.streams) LIMIT 1";

/// Finds something unless records begin and end where the house put them: the last one is the head of a stream.
const ENDS: &str = "SELECT r.position FROM (SELECT max(position) AS last, min(position) AS first FROM public.records) e \
     JOIN public.records r ON r.position = e.last WHERE e.first < 1 OR NOT EXISTS (SELECT FROM public.streams s \
     WHERE s.id = r.stream_id AND s.sequence = r.sequence)";

impl Postgres {
    /// What the schema has and should not, or has not and should; and rows of streams that there are not.
    pub(super) fn odd_schema(&mut self) -> Result<Vec<String>, Error> {
        let client = self.client()?;
        client.batch_execute("SET search_path = pg_catalog")?;
        let found = look(client);
        // In a transaction that failed it is as it was once that is over.
        let back = client.batch_execute(&format!("SET search_path = {PATH}"));
        let found = found?;
        back?;
        Ok(found)
    }
}

fn look(client: &mut Client) -> Result<Vec<String>, Error> {
    let (mut odd, mut shape) = (Vec::new(), SHAPE.lines().collect::<BTreeSet<_>>());
    for row in client.query(SHAPES, &[])? {
        let line: String = row.get(0);
        if !shape.remove(line.as_str()) {
            odd.push(format!("{line} was not made by the house"));
        }
    }
    odd.extend(shape.into_iter().map(|line| format!("{line} is missing")));
    for table in ["balances", "bases", "states", "snapshots", "keys"] {
        let query = format!(
            "SELECT stream_id FROM public.{table} WHERE stream_id NOT IN (SELECT id FROM public.streams) LIMIT 1"
        );
        for row in client.query(&query, &[])? {
            let id: i64 = row.get(0);
            odd.push(format!("table {table} has rows of a stream {id} that does not exist"));
        }
    }
    odd.extend(super::turn(client).err().and_then(Error::strange));
    for row in client.query("SELECT account, owes FROM public.balances", &[])? {
        odd.extend(odd_account(row.get(0), row.get(1)));
    }
    for row in client.query(STRAY, &[])? {
        let id: i64 = row.get(0);
        odd.push(format!("table records has rows of a stream {id} that does not exist"));
    }
    if !client.query(ENDS, &[])?.is_empty() {
        odd.push("table records has a row before the first or after the last of the house".into());
    }
    Ok(odd)
}
