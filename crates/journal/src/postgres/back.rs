//! Reads back what a commit wrote, before anybody hears that it was kept: a trigger, a rule or a policy that somebody put
//! in meanwhile may have acted within the commit, or at its very end, and the server says yes all the same.
//!
//! One question for all of it: every column of the records, the heads, the balances, the keys, what lies on shelves; and
//! with it the version of whatever could act within a commit or answer in a table's place. A catalog's row that was
//! written again has another `xmin`, so the version differs even where somebody put back what there was; then the schema
//! is compared with what the migrations make. Rounds are a second question, which few commits ask.

use super::writing::Rows as Written;
use super::{Link, PATH, Postgres, ROUND, round};
use crate::memory::account_name;
use crate::{Batch, Error, Round, imprint};
use money::Account;
use postgres::types::{ToSql, Type};
use postgres::{Client, Row, Statement};
use std::collections::{BTreeMap, HashMap};

/// What the tables have of a batch, and the version of the schema as its first row.
const BACK: &str = include_str!("back.sql");
/// The version of the schema alone: the first part of the same question.
const PARTS: &str = "UNION ALL";

/// What a row of the answer is about.
const SCHEMA: i32 = 0;
const RECORD: i32 = 1;
const HEAD: i32 = 2;
const BALANCE: i32 = 3;
const KEY: i32 = 4;
const THING: i32 = 5;

/// Something is not as it was written.
fn acts(what: impl std::fmt::Display) -> Error {
    Error::Strange(format!("{what}: something acts within the house's own commits"))
}

/// Whatever could act within a commit, or answer in a table's place: as its catalogs have it now.
pub(super) fn version(client: &mut Client) -> Result<String, Error> {
    let first = BACK.split(PARTS).next().unwrap_or_default();
    let row = client.query_one(first, &[])?;
    Ok(row.get(7))
}

impl Link {
    fn back(&mut self) -> Result<Statement, postgres::Error> {
        if let Some(back) = &self.back {
            return Ok(back.clone());
        }
        // Always by an index, and planned once: a new table is small when that is done, and grows.
        self.client.batch_execute(
            "SET enable_seqscan = off; SET jit = off; SET max_parallel_workers_per_gather = 0; \
             SET plan_cache_mode = force_generic_plan",
        )?;
        let (n, t) = (Type::INT8_ARRAY, Type::TEXT_ARRAY);
        let kinds = [Type::INT8, Type::INT8, n.clone(), n.clone(), n, t.clone(), t.clone(), t];
        let back = self.client.prepare_typed(BACK, &kinds)?;
        Ok(self.back.insert(back).clone())
    }
}

/// What has to be there.
struct Wanted<'b> {
    records: Written<'b>,
    /// By the number of their rows.
    heads: BTreeMap<i64, (&'b str, i64, &'b [u8])>,
    balances: BTreeMap<i64, (i64, Account, i64)>,
    keys: HashMap<(i64, &'b str), [i64; 3]>,
    things: BTreeMap<(&'b str, &'b str), Option<&'b [u8]>>,
}

impl Postgres {
    /// Whether a batch that was kept is there as it was written, and nothing is in the schema that the house did not make.
    pub(super) fn is_there(&mut self, batch: &Batch) -> Result<(), Error> {
        let wanted = self.wanted(batch)?;
        let first = self.position.saturating_sub(batch.records.len() as i64).saturating_add(1);
        let last = if batch.records.is_empty() { i64::MIN } else { self.position };
        let heads: Vec<i64> = wanted.heads.keys().copied().collect();
        let balances: Vec<i64> = wanted.balances.keys().copied().collect();
        let (streams, keys): (Vec<i64>, Vec<&str>) = wanted.keys.keys().copied().unzip();
        let (shelves, names): (Vec<&str>, Vec<&str>) = wanted.things.keys().copied().unzip();
        let given: [&(dyn ToSql + Sync); 8] =
            [&first, &last, &heads, &balances, &streams, &keys, &shelves, &names];
        let link = self.working()?;
        let back = link.back()?;
        let found = link.client.query(&back, &given)?;
        let version = wanted.compare(&found)?;
        self.rounds_are_there(&batch.rounds)?;
        if self.version.as_ref() != Some(&version) {
            if let Some(odd) = self.odd_schema()?.into_iter().next() {
                return Err(Error::Strange(odd));
            }
            self.version = Some(version);
        }
        Ok(())
    }

    fn wanted<'b>(&self, batch: &'b Batch) -> Result<Wanted<'b>, Error> {
        let mut wanted = Wanted {
            records: Written::default(),
            heads: BTreeMap::new(),
            balances: BTreeMap::new(),
            keys: HashMap::new(),
            things: BTreeMap::new(),
        };
        let mut position = self.position.saturating_sub(batch.records.len() as i64);
        for record in &batch.records {
            position += 1;
            let Some(row) = self.streams.get(&record.stream) else { continue };
            wanted.records.push(row.id, position, record)?;
            wanted.heads.insert(row.id, (&record.stream, record.sequence as i64, &record.hash.0));
            if let (Some((key, asked)), None) = (&record.key, &batch.remembered) {
                let kept = [*asked as i64, record.sequence as i64, record.at];
                wanted.keys.insert((row.id, key), kept);
            }
        }
        for (stream, key) in batch.remembered.iter().flatten() {
            let Some(row) = self.streams.get(stream.as_str()) else { continue };
            wanted.keys.insert((row.id, &key.key), [key.asked as i64, key.sequence as i64, key.at]);
        }
        for (stream, account, units) in &batch.stands {
            let Some(row) = self.streams.get(stream) else { continue };
            match self.accounts.get(&(row.id, *account)) {
                Some(id) => drop(wanted.balances.insert(*id, (row.id, *account, *units))),
                None if *units == 0 => {}
                None => return Err(acts(format!("account {account} of stream {stream} has no row"))),
            }
        }
        for kept in &batch.kept {
            wanted.things.insert((&kept.shelf, &kept.name), kept.value.as_deref());
        }
        if let Some(line) = &batch.imprint {
            wanted.things.insert((imprint::SHELF, imprint::NAME), Some(line));
        }
        Ok(wanted)
    }

    fn rounds_are_there(&mut self, wanted: &[Round]) -> Result<(), Error> {
        if wanted.is_empty() {
            return Ok(());
        }
        // The last of those that are told twice.
        let mut wanted: BTreeMap<(&str, u32), &Round> =
            wanted.iter().map(|round| ((round.stream.as_str(), round.number), round)).collect();
        let (streams, numbers): (Vec<&str>, Vec<i64>) =
            wanted.keys().map(|(stream, number)| (*stream, i64::from(*number))).unzip();
        let query = format!(
            "SELECT {ROUND} FROM public.rounds WHERE (stream, number) IN \
             (SELECT * FROM unnest($1::text[], $2::bigint[]))"
        );
        for row in self.working()?.client.query(&query, &[&streams, &numbers])? {
            let found = round(&row);
            wanted.retain(|_, round| **round != found);
        }
        match wanted.into_keys().next() {
            None => Ok(()),
            Some((stream, number)) => {
                Err(acts(format!("round {number} of {stream} is not listed as it was")))
            }
        }
    }
}

impl<'f> Wanted<'f> {
    /// Compares with what was found; the version of the schema.
    fn compare(mut self, found: &'f [Row]) -> Result<String, Error> {
        let (mut records, mut version) = (0, None);
        for row in found {
            let kind: i32 = row.try_get(0)?;
            let same = match kind {
                SCHEMA => {
                    settings(row.try_get(8)?, row.try_get(9)?)?;
                    version = Some(row.try_get(7)?);
                    true
                }
                RECORD => {
                    records += 1;
                    self.records.is(records - 1, row)?
                }
                HEAD => {
                    let id: i64 = row.try_get(1)?;
                    let found: (&str, i64, &[u8]) = (row.try_get(7)?, row.try_get(2)?, row.try_get(10)?);
                    self.heads.remove(&id) == Some(found)
                }
                BALANCE => {
                    let [id, stream, units, owes] = numbers(row)?;
                    let account: &str = row.try_get(7)?;
                    self.balances.remove(&id).is_some_and(|(its, known, held)| {
                        (its, held, i64::from(known.may_owe())) == (stream, units, owes)
                            && account_name(known) == account
                    })
                }
                KEY => {
                    let [stream, asked, sequence, at] = numbers(row)?;
                    self.keys.remove(&(stream, row.try_get(7)?)) == Some([asked, sequence, at])
                }
                THING => {
                    let name: (&str, &str) = (row.try_get(7)?, row.try_get(8)?);
                    self.things.remove(&name) == Some(Some(row.try_get(10)?))
                }
                _ => false,
            };
            if !same {
                let what = ["schema", "records", "streams", "balances", "keys", "shelf"];
                let table = what.get(kind as usize).copied().unwrap_or("answer");
                return Err(acts(format!("table {table} does not have what was written to it")));
            }
        }
        let count = self.records.count();
        if records != count {
            return Err(acts(format!("expected {count} records that were kept, found {records}")));
        }
        let lost = [
            (!self.heads.is_empty(), "streams"),
            (!self.balances.is_empty(), "balances"),
            (!self.keys.is_empty(), "keys"),
            // What was to go is not there.
            (self.things.values().any(Option::is_some), "shelf"),
        ];
        if let Some((_, table)) = lost.iter().find(|(lost, _)| *lost) {
            return Err(acts(format!("table {table} lacks what was written to it")));
        }
        version.ok_or_else(|| acts("the schema has no version"))
    }
}

fn numbers(row: &Row) -> Result<[i64; 4], Error> {
    Ok([row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?])
}

/// Whether the connection is set as the house set it: a function that acted within it could have changed that.
fn settings(path: &str, others: &str) -> Result<(), Error> {
    let (role, kept) = others.split_once(' ').unwrap_or_default();
    match path == PATH && role == "origin" && !["off", "local", "remote_write"].contains(&kept) {
        true => Ok(()),
        false => Err(acts(format!(
            "the connection's search_path is {path}, its session_replication_role {role}, its synchronous_commit {kept}"
        ))),
    }
}
