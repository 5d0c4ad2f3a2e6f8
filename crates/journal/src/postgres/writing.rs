//! What a commit does on PostgreSQL: one call that checks the turn, puts the records in, moves the heads and
//! posts the money. Rows for new streams and accounts, rounds, snapshots and things that may change are
//! statements of their own, and only then there is a transaction around them all.

use super::{Link, Postgres, StreamRow, account_of};
use crate::memory::account_name;
use crate::rows::beyond;
use crate::{Batch, Error, Hash, Record, Round, Snapshot, Store};
use money::{Account, Overdrawn};
use postgres::error::SqlState;
use postgres::types::{ToSql, Type};
use postgres::{Row, SimpleQueryMessage};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// What the moves of a batch come to, by stream and account.
type Change = BTreeMap<(i64, Account), i64>;

impl Link {
    fn keep(&mut self, given: &[&(dyn ToSql + Sync)]) -> Result<(), postgres::Error> {
        let keep = match &self.keep {
            Some(keep) => keep.clone(),
            None => {
                let (n, t, b) = (Type::INT8_ARRAY, Type::TEXT_ARRAY, Type::BYTEA_ARRAY);
                let records = [&n, &n, &n, &n, &Type::INT4_ARRAY, &t, &n, &t, &t, &b];
                let heads = [&n, &n, &n, &b];
                let kinds = [&Type::INT8].into_iter().chain(records).chain(heads).chain([
                    &n,
                    &n,
                    &Type::BOOL,
                    &Type::BYTEA,
                ]);
                let kinds: Vec<Type> = kinds.cloned().collect();
                let places: Vec<String> = (1..=kinds.len()).map(|place| format!("${place}")).collect();
                let call = format!("SELECT keep({})", places.join(", "));
                let keep = self.client.prepare_typed(&call, &kinds)?;
                self.keep.insert(keep).clone()
            }
        };
        self.client.execute(&keep, given).map(|_| ())
    }
}

impl Postgres {
    /// Keeps a batch, wholly or, if it fails, after a rollback not at all; and reads back what it wrote.
    pub(super) fn write(&mut self, batch: &Batch) -> Result<(), Error> {
        self.write_within(batch)?;
        self.commit_open()?;
        self.is_there(batch)
    }

    /// Ends the transaction that is open, if one is.
    pub(super) fn commit_open(&mut self) -> Result<(), Error> {
        if self.working()?.open {
            self.sent = true;
            let link = self.working()?;
            link.client.batch_execute("COMMIT")?;
            link.open = false;
        }
        Ok(())
    }

    /// The same without the end of its transaction, if it needs one or there is one: the caller commits.
    pub(super) fn write_within(&mut self, batch: &Batch) -> Result<(), Error> {
        self.write_streams(batch)?;
        let change = self.change(batch)?;
        self.write_accounts(&change)?;
        let records_only = batch.rounds.is_empty()
            && batch.snapshots.is_empty()
            && batch.states.is_empty()
            && batch.kept.is_empty()
            && batch.forget.is_empty()
            && batch.remembered.is_none();
        if !records_only {
            self.begin()?;
        }
        self.keep(batch, &change)?;
        self.write_rounds(batch)?;
        self.write_snapshots(batch)?;
        self.write_states(batch)?;
        self.write_shelf(batch)?;
        self.write_keys(batch)
    }

    /// Opens a transaction in which nobody else can take a turn, if none is open. Without one, the call that
    /// keeps is one for itself.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        let link = self.working()?;
        if link.open {
            return Ok(());
        }
        let said = link.client.simple_query("BEGIN; SELECT number FROM turn FOR SHARE")?;
        link.open = true;
        let theirs = said.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
            _ => None,
        });
        self.in_turn(theirs.unwrap_or(0))
    }

    /// Rows for streams that are new.
    fn write_streams(&mut self, batch: &Batch) -> Result<(), Error> {
        let mut fresh: BTreeMap<&str, Hash> = BTreeMap::new();
        for record in &batch.records {
            if !self.streams.contains_key(&record.stream) {
                fresh.entry(&record.stream).or_insert_with(|| Hash::genesis(&record.stream));
            }
        }
        if fresh.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let names: Vec<&str> = fresh.keys().copied().collect();
        let hashes: Vec<&[u8]> = fresh.values().map(|hash| &hash.0[..]).collect();
        let rows = self.working()?.client.query(
            "INSERT INTO streams (name, sequence, hash) \
             SELECT name, 0, hash FROM unnest($1::text[], $2::bytea[]) AS n (name, hash) RETURNING name, id",
            &[&names, &hashes],
        )?;
        for row in rows {
            let name: Arc<str> = row.get::<_, String>(0).into();
            self.fresh.streams.insert(name.clone());
            self.streams.insert(name, StreamRow { id: row.get(1), sequence: 0 });
        }
        Ok(())
    }

    /// Rows for accounts that are new.
    fn write_accounts(&mut self, change: &Change) -> Result<(), Error> {
        let fresh: Vec<(i64, Account)> =
            change.keys().filter(|account| !self.accounts.contains_key(account)).copied().collect();
        if fresh.is_empty() {
            return Ok(());
        }
        self.begin()?;
        let streams: Vec<i64> = fresh.iter().map(|(stream, _)| *stream).collect();
        let names: Vec<String> = fresh.iter().map(|(_, account)| account_name(*account)).collect();
        let owes: Vec<bool> = fresh.iter().map(|(_, account)| account.may_owe()).collect();
        let rows = self.working()?.client.query(
            "INSERT INTO balances (stream_id, account, owes, units) SELECT stream_id, account, owes, 0 \
             FROM unnest($1::bigint[], $2::text[], $3::bool[]) AS n (stream_id, account, owes) \
             RETURNING stream_id, account, id",
            &[&streams, &names, &owes],
        );
        let rows = rows.map_err(|error| match error.code() {
            Some(code) if *code == SqlState::UNIQUE_VIOLATION => {
                Error::Strange("an account is there, but the house did not make it".into())
            }
            _ => error.into(),
        })?;
        for row in rows {
            let account = (row.get(0), account_of(row.get(1))?);
            self.fresh.accounts.insert(account);
            self.accounts.insert(account, row.get(2));
        }
        Ok(())
    }

    /// What the moves come to, account by account.
    fn change(&self, batch: &Batch) -> Result<Change, Error> {
        let mut change = Change::new();
        for (stream, step) in &batch.moves {
            let Some(row) = self.streams.get(stream) else {
                return Err(Error::Store(format!("{step} in stream {stream}, which has no record")));
            };
            *change.entry((row.id, step.from)).or_default() -= step.amount.units();
            *change.entry((row.id, step.to)).or_default() += step.amount.units();
        }
        change.retain(|_, units| *units != 0);
        Ok(change)
    }

    /// The records, the heads, the money.
    fn keep(&mut self, batch: &Batch, change: &Change) -> Result<(), Error> {
        let mut rows = Rows::default();
        let mut heads = Heads::default();
        for record in &batch.records {
            let Some(row) = self.streams.get_mut(&record.stream) else { continue };
            if record.sequence != row.sequence + 1 {
                let (stream, wanted) = (record.stream.to_string(), record.sequence);
                return Err(Error::Moved { stream, wanted, found: row.sequence });
            }
            self.position = self.position.checked_add(1).ok_or_else(beyond)?;
            rows.push(row.id, self.position, record)?;
            heads.push(row, record);
            row.sequence = record.sequence;
        }
        let ids: Vec<i64> = change.keys().filter_map(|account| self.accounts.get(account)).copied().collect();
        let units: Vec<i64> = change.values().copied().collect();
        let turn = self.turn;
        let mut given: Vec<&(dyn ToSql + Sync)> = vec![&turn];
        given.extend(rows.arrays());
        given.extend([&heads.ids as &(dyn ToSql + Sync), &heads.was, &heads.sequences, &heads.hashes]);
        let remember = batch.remembered.is_none();
        given.extend([&ids as &(dyn ToSql + Sync), &units, &remember, &batch.imprint]);
        // Without a transaction around it, the call is its own end.
        self.sent = self.sent || !self.working()?.open;
        let Err(error) = self.working()?.keep(&given) else { return Ok(()) };
        let Some(said) = error.as_db_error() else { return Err(error.into()) };
        let odd = match said.code() {
            code if code.code() == "HW001" => {
                self.in_turn(said.message().parse().unwrap_or(0))?;
                Some(Error::Strange("a commit failed for a turn that is the house's own".into()))
            }
            // Not by what is known of the rows; and what is said here is not for the database to choose.
            code if code.code() == "HW003" || said.message() == "money is neither made nor lost" => {
                Some(Error::Strange("moves do not find their accounts".into()))
            }
            code if code.code() == "HW002" => self.moved(&heads),
            code if *code == SqlState::UNIQUE_VIOLATION && said.constraint() == Some("a_key_stands_once") => {
                self.reused(batch)
            }
            code if *code == SqlState::CHECK_VIOLATION => {
                let odd = || Error::Strange("an account that may not owe was allowed to".into());
                Some(self.overdrawn(change).unwrap_or_else(odd))
            }
            _ => None,
        };
        Err(odd.unwrap_or_else(|| error.into()))
    }

    /// Which head is not where it stood, and where it is.
    fn moved(&mut self, heads: &Heads<'_>) -> Option<Error> {
        let link = self.working().ok()?;
        link.client.batch_execute("ROLLBACK").ok()?;
        link.open = false;
        let query = "SELECT id, sequence FROM streams WHERE id = ANY ($1)";
        let stands = link.client.query(query, &[&heads.ids]).ok()?;
        let stands: HashMap<i64, i64> = stands.iter().map(|row| (row.get(0), row.get(1))).collect();
        let (id, was) = heads.ids.iter().zip(&heads.was).find(|(id, was)| stands.get(id) != Some(was))?;
        let stream = self.streams.iter().find(|(_, row)| row.id == *id)?.0.to_string();
        let found = stands.get(id).map_or(0, |sequence| *sequence as u64);
        Some(Error::Moved { stream, wanted: *was as u64 + 1, found })
    }

    /// Which key stands already, in the database or twice in the batch.
    fn reused(&mut self, batch: &Batch) -> Option<Error> {
        let link = self.working().ok()?;
        link.client.batch_execute("ROLLBACK").ok()?;
        link.open = false;
        let mut seen = HashSet::new();
        for record in &batch.records {
            let Some((key, _)) = &record.key else { continue };
            let known = !seen.insert((&record.stream, key));
            if known || !self.keys(&record.stream, std::slice::from_ref(key)).ok()?.is_empty() {
                return Some(Error::KeyReused { stream: record.stream.to_string(), key: key.clone() });
            }
        }
        None
    }

    /// Who would have owed, and how much.
    fn overdrawn(&mut self, change: &Change) -> Option<Error> {
        let link = self.working().ok()?;
        link.client.batch_execute("ROLLBACK").ok()?;
        link.open = false;
        for ((stream, account), units) in change {
            if *units >= 0 || account.may_owe() {
                continue;
            }
            let query = "SELECT units FROM balances WHERE stream_id = $1 AND account = $2";
            let row =
                self.working().ok()?.client.query_opt(query, &[stream, &account_name(*account)]).ok()?;
            let balance = row.map_or(0, |row| row.get::<_, i64>(0)) + units;
            if balance < 0 {
                let name = self.streams.iter().find(|(_, row)| row.id == *stream)?.0.to_string();
                let overdrawn = Overdrawn { account: *account, balance };
                return Some(Error::Overdrawn { stream: name, overdrawn });
            }
        }
        None
    }

    fn write_rounds(&mut self, batch: &Batch) -> Result<(), Error> {
        if batch.rounds.is_empty() {
            return Ok(());
        }
        // The last of those that are told twice: one statement can write a row once.
        let rounds: BTreeMap<_, _> =
            batch.rounds.iter().map(|round| ((&round.stream, round.number), round)).collect();
        let rounds: Vec<&Round> = rounds.into_values().collect();
        let text = serde_json::to_string(&rounds).map_err(|error| Error::Store(error.to_string()))?;
        self.working()?.client.execute(
            "INSERT INTO rounds SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS n (stream text, \
             number bigint, first bigint, last bigint, began bigint, ended bigint, players bigint[], \
             staked bigint, most bigint, irregular text[]) \
             ON CONFLICT (stream, number) DO UPDATE SET first = excluded.first, last = excluded.last, \
             began = excluded.began, ended = excluded.ended, players = excluded.players, \
             staked = excluded.staked, most = excluded.most, irregular = excluded.irregular",
            &[&text],
        )?;
        Ok(())
    }

    fn write_snapshots(&mut self, batch: &Batch) -> Result<(), Error> {
        let mut last: BTreeMap<i64, &Snapshot> = BTreeMap::new();
        for snapshot in &batch.snapshots {
            if let Some(row) = self.streams.get(&*snapshot.stream) {
                last.insert(row.id, snapshot);
            }
        }
        for (id, snapshot) in last {
            let digest = snapshot.digest();
            self.working()?.client.execute(
                "INSERT INTO snapshots VALUES ($1, $2, $3, $4, $5) ON CONFLICT (stream_id) DO UPDATE SET \
                 sequence = excluded.sequence, hash = excluded.hash, state = excluded.state, \
                 digest = excluded.digest",
                &[&id, &(snapshot.sequence as i64), &&snapshot.hash.0[..], &snapshot.state, &&digest.0[..]],
            )?;
        }
        Ok(())
    }

    fn write_states(&mut self, batch: &Batch) -> Result<(), Error> {
        for state in &batch.states {
            let Some(row) = self.streams.get(&*state.stream) else { continue };
            let id = row.id;
            self.working()?.client.execute(
                "INSERT INTO states VALUES ($1, $2, $3) \
                 ON CONFLICT (stream_id, sequence) DO UPDATE SET state = excluded.state",
                &[&id, &(state.sequence as i64), &state.state],
            )?;
        }
        Ok(())
    }

    /// Remembers the keys that come with records that are copied, and forgets what need not be remembered any
    /// more.
    fn write_keys(&mut self, batch: &Batch) -> Result<(), Error> {
        for (stream, key) in batch.remembered.iter().flatten() {
            let Some(row) = self.streams.get(stream.as_str()) else { continue };
            let (id, asked, sequence) = (row.id, key.asked as i64, key.sequence as i64);
            let insert = "INSERT INTO keys VALUES ($1, $2, $3, $4, $5)";
            self.working()?.client.execute(insert, &[&id, &key.key, &asked, &sequence, &key.at])?;
        }
        if batch.forget.is_empty() {
            return Ok(());
        }
        let (mut streams, mut keys, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        let (mut sequences, mut times) = (Vec::new(), Vec::new());
        for (stream, key) in &batch.forget {
            let Some(row) = self.streams.get(stream.as_str()) else { continue };
            streams.push(row.id);
            keys.push(key.key.as_str());
            asked.push(key.asked as i64);
            sequences.push(key.sequence as i64);
            times.push(key.at);
        }
        self.working()?.client.execute(
            "DELETE FROM keys k USING unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) \
             AS n (stream_id, key, asked, sequence, at) WHERE k.stream_id = n.stream_id AND k.key = n.key \
             AND k.asked = n.asked AND k.sequence = n.sequence AND k.at = n.at",
            &[&streams, &keys, &asked, &sequences, &times],
        )?;
        Ok(())
    }

    fn write_shelf(&mut self, batch: &Batch) -> Result<(), Error> {
        for kept in &batch.kept {
            let client = &mut self.working()?.client;
            match &kept.value {
                Some(value) => client.execute(
                    "INSERT INTO shelf VALUES ($1, $2, $3) \
                     ON CONFLICT (shelf, name) DO UPDATE SET value = excluded.value",
                    &[&kept.shelf, &kept.name, value],
                )?,
                None => client.execute(
                    "DELETE FROM shelf WHERE shelf = $1 AND name = $2",
                    &[&kept.shelf, &kept.name],
                )?,
            };
        }
        Ok(())
    }
}

/// The heads that a batch moves.
#[derive(Default)]
struct Heads<'b> {
    places: HashMap<i64, usize>,
    ids: Vec<i64>,
    was: Vec<i64>,
    sequences: Vec<i64>,
    hashes: Vec<&'b [u8]>,
}

impl<'b> Heads<'b> {
    /// A record after what its stream's row says.
    fn push(&mut self, row: &StreamRow, record: &'b Record) {
        let place = *self.places.entry(row.id).or_insert_with(|| {
            self.ids.push(row.id);
            self.was.push(row.sequence as i64);
            self.sequences.push(0);
            self.hashes.push(&[]);
            self.ids.len() - 1
        });
        self.sequences[place] = record.sequence as i64;
        self.hashes[place] = &record.hash.0;
    }
}

/// The columns of the records of a batch.
#[derive(Default)]
pub(super) struct Rows<'b> {
    streams: Vec<i64>,
    sequences: Vec<i64>,
    positions: Vec<i64>,
    times: Vec<i64>,
    forms: Vec<i32>,
    keys: Vec<Option<&'b str>>,
    asked: Vec<Option<i64>>,
    moves: Vec<&'b str>,
    bodies: Vec<&'b str>,
    hashes: Vec<&'b [u8]>,
}

impl<'b> Rows<'b> {
    pub(super) fn push(&mut self, stream: i64, position: i64, record: &'b Record) -> Result<(), Error> {
        let body = std::str::from_utf8(&record.body)
            .map_err(|_| Error::damaged(&record.stream, record.sequence, "its body is not text"))?;
        self.streams.push(stream);
        self.sequences.push(record.sequence as i64);
        self.positions.push(position);
        self.times.push(record.at);
        self.forms.push(record.form.into());
        self.keys.push(record.key.as_ref().map(|(key, _)| key.as_str()));
        self.asked.push(record.key.as_ref().map(|(_, asked)| *asked as i64));
        self.moves.push(&record.moves);
        self.bodies.push(body);
        self.hashes.push(&record.hash.0);
        Ok(())
    }

    /// How many they are.
    pub(super) fn count(&self) -> usize {
        self.streams.len()
    }

    /// Whether one of them is what was read back.
    pub(super) fn is(&self, place: usize, row: &Row) -> Result<bool, Error> {
        if place >= self.count() {
            return Ok(false);
        }
        let numbers: [i64; 4] = [row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?];
        let texts: [&str; 2] = [row.try_get(7)?, row.try_get(8)?];
        let (asked, form): (Option<i64>, i64) = (row.try_get(5)?, row.try_get(6)?);
        let (key, hash): (Option<&str>, &[u8]) = (row.try_get(9)?, row.try_get(10)?);
        Ok(numbers == [self.streams[place], self.sequences[place], self.positions[place], self.times[place]]
            && texts == [self.moves[place], self.bodies[place]]
            && (asked, key) == (self.asked[place], self.keys[place])
            && (form, hash) == (i64::from(self.forms[place]), self.hashes[place]))
    }

    fn arrays(&self) -> [&(dyn ToSql + Sync); 10] {
        [
            &self.streams,
            &self.sequences,
            &self.positions,
            &self.times,
            &self.forms,
            &self.keys,
            &self.asked,
            &self.moves,
            &self.bodies,
            &self.hashes,
        ]
    }
}
