//! A store in memory: the same rules, nothing on disk.

use crate::imprint;
use crate::{
    Balance, Base, Batch, Error, Hash, Head, Key, Record, Round, Search, Snapshot, State, Store,
    posting::print_account,
};
use money::{Account, Ledger};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in memory; its clones share it.
#[derive(Clone, Default)]
pub struct Memory {
    held: Arc<Mutex<Held>>,
    turn: i64,
    /// What goes on while this handle reads what it holds.
    live: Option<Arc<Mutex<Held>>>,
}

#[derive(Clone, Default)]
struct Held {
    turn: i64,
    records: Vec<Record>,
    streams: HashMap<String, Vec<usize>>,
    ledgers: BTreeMap<String, Ledger>,
    keys: HashMap<String, HashMap<String, Key>>,
    snapshots: HashMap<String, Snapshot>,
    states: BTreeMap<(String, u64), Vec<u8>>,
    rounds: BTreeMap<(String, u32), Round>,
    shelf: BTreeMap<(String, String), Vec<u8>>,
}

impl Held {
    fn head(&self, stream: &str) -> Option<Head> {
        let last = self.streams.get(stream)?.last()?;
        let record = &self.records[*last];
        Some(Head { sequence: record.sequence, hash: record.hash })
    }
}

impl Memory {
    fn held(&self) -> MutexGuard<'_, Held> {
        // Whoever panicked had not begun to change anything.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        let held = self.live.clone().unwrap_or_else(|| self.held.clone());
        Ok(Box::new(Self { held, turn: 0, live: None }))
    }

    fn claim(&mut self) -> Result<i64, Error> {
        let turn = {
            let mut held = self.held();
            held.turn += 1;
            held.turn
        };
        self.turn = turn;
        Ok(turn)
    }

    fn turn(&mut self) -> Result<i64, Error> {
        Ok(self.held().turn)
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        let mut held = self.held();
        if self.turn == 0 {
            return Err(Error::Held("this handle only reads".into()));
        }
        if held.turn != self.turn {
            return Err(Error::Fenced { ours: self.turn, theirs: held.turn });
        }
        let mut heads: HashMap<&str, u64> = HashMap::new();
        for record in &batch.records {
            let found = heads
                .get(&*record.stream)
                .copied()
                .unwrap_or_else(|| held.head(&record.stream).map_or(0, |head| head.sequence));
            if record.sequence != found + 1 {
                let (stream, wanted) = (record.stream.to_string(), record.sequence);
                return Err(Error::Moved { stream, wanted, found });
            }
            heads.insert(&record.stream, record.sequence);
        }
        let keys = keys_of(batch);
        let mut fresh: HashSet<(&str, &str)> = HashSet::new();
        for (stream, Key { key, .. }) in &keys {
            let known = held.keys.get(stream).is_some_and(|keys| keys.contains_key(key));
            if known || !fresh.insert((stream, key)) {
                return Err(Error::KeyReused { stream: stream.clone(), key: key.clone() });
            }
        }
        let mut ledgers: HashMap<&str, Ledger> = HashMap::new();
        for (stream, step) in &batch.moves {
            if !heads.contains_key(&**stream) && !held.streams.contains_key(&**stream) {
                return Err(Error::Store(format!("{step} in stream {stream}, which has no record")));
            }
            let ledger = ledgers
                .entry(stream)
                .or_insert_with(|| held.ledgers.get(&**stream).cloned().unwrap_or_default());
            ledger
                .apply(&[*step])
                .map_err(|overdrawn| Error::Overdrawn { stream: stream.to_string(), overdrawn })?;
        }
        for (stream, ledger) in ledgers {
            held.ledgers.insert(stream.to_string(), ledger);
        }
        for record in &batch.records {
            let place = held.records.len();
            held.streams.entry(record.stream.to_string()).or_default().push(place);
            held.records.push(record.clone());
        }
        for (stream, key) in keys {
            held.keys.entry(stream).or_default().insert(key.key.clone(), key);
        }
        for (stream, gone) in &batch.forget {
            if let Some(keys) = held.keys.get_mut(stream) {
                keys.retain(|_, key| key != gone);
            }
        }
        held.keys.retain(|_, keys| !keys.is_empty());
        for snapshot in &batch.snapshots {
            if !held.streams.contains_key(&snapshot.stream) {
                continue;
            }
            held.snapshots.insert(snapshot.stream.clone(), snapshot.clone());
        }
        for state in &batch.states {
            held.states.insert((state.stream.clone(), state.sequence), state.state.clone());
        }
        for round in &batch.rounds {
            held.rounds.insert((round.stream.clone(), round.number), round.clone());
        }
        if let Some(line) = &batch.imprint {
            held.shelf.insert((imprint::SHELF.into(), imprint::NAME.into()), line.clone());
        }
        for kept in &batch.kept {
            let name = (kept.shelf.clone(), kept.name.clone());
            match &kept.value {
                Some(value) => held.shelf.insert(name, value.clone()),
                None => held.shelf.remove(&name),
            };
        }
        Ok(())
    }

    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        Ok(self.held().head(stream))
    }

    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        let held = self.held();
        let mut heads: Vec<_> =
            held.streams.keys().filter_map(|name| held.head(name).map(|head| (name.clone(), head))).collect();
        heads.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(heads)
    }

    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.range(stream, after.saturating_add(1), u64::MAX)
    }

    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let held = self.held();
        let places = held.streams.get(stream).map(Vec::as_slice).unwrap_or_default();
        // Sequences run from 1 without a gap.
        let end = places.len().min(usize::try_from(to).unwrap_or(usize::MAX));
        let start = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX).min(end);
        Ok(places[start..end].iter().map(|place| held.records[*place].clone()).collect())
    }

    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        let records = self.held().records.clone();
        for record in records {
            if !each(record) {
                break;
            }
        }
        Ok(())
    }

    fn times(&mut self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        let _ = self.held().records.iter().rev().all(|record| each(record.at));
        Ok(())
    }

    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        let held = self.held();
        let mut balances = Vec::new();
        for (stream, ledger) in &held.ledgers {
            for (account, units) in ledger.accounts() {
                balances.push(Balance { stream: stream.clone(), account: *account, units: *units });
            }
        }
        sort_balances(&mut balances);
        Ok(balances)
    }

    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        Ok(self.held().snapshots.get(stream).cloned())
    }

    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> {
        let held = self.held();
        let name = |sequence| (stream.to_string(), sequence);
        let found = held.states.range(name(0)..=name(most)).next_back();
        Ok(found.map(|((stream, sequence), state)| State {
            stream: stream.clone(),
            sequence: *sequence,
            state: state.clone(),
        }))
    }

    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        Ok(self.held().rounds.get(&(stream.to_string(), number)).cloned())
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        let held = self.held();
        let Some(known) = held.keys.get(stream) else { return Ok(Vec::new()) };
        Ok(keys.iter().filter_map(|key| known.get(key).cloned()).collect())
    }

    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        Ok(self.held().keys.iter().map(|(name, keys)| (name.clone(), keys.len() as u64)).collect())
    }

    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        let held = self.held();
        for (stream, keys) in &held.keys {
            keys.values().for_each(|key| each(stream, key.clone()));
        }
        Ok(())
    }

    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        let held = self.held();
        let mut found: Vec<Round> =
            held.rounds.values().filter(|round| search.finds(round)).cloned().collect();
        // Stable, so those that ended at once stay in the order of their streams.
        match search.stream {
            Some(_) => found.sort_by_key(|round| std::cmp::Reverse(round.number)),
            None => found.sort_by_key(|round| std::cmp::Reverse((round.ended, round.number))),
        }
        found.truncate(search.limit as usize);
        Ok(found)
    }

    fn bases(&mut self) -> Result<Vec<Base>, Error> {
        Ok(Vec::new())
    }

    fn shelves(&mut self) -> Result<Vec<String>, Error> {
        let mut names: Vec<String> = self.held().shelf.keys().map(|(shelf, _)| shelf.clone()).collect();
        names.dedup();
        Ok(names)
    }

    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let held = self.held();
        let things = held.shelf.iter().filter(|((on, _), _)| on == shelf);
        Ok(things.map(|((_, name), value)| (name.clone(), value.clone())).collect())
    }

    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> {
        let held = self.held();
        held.shelf.iter().for_each(|((shelf, name), value)| each(shelf, name, value.clone()));
        Ok(())
    }

    fn hold(&mut self) -> Result<(), Error> {
        if self.live.is_none() {
            let copy = Arc::new(Mutex::new(self.held().clone()));
            self.live = Some(std::mem::replace(&mut self.held, copy));
        }
        Ok(())
    }

    fn release(&mut self) {
        if let Some(live) = self.live.take() {
            self.held = live;
        }
    }
}

/// The keys that a batch has remembered: those of its records, or those that it says.
fn keys_of(batch: &Batch) -> Vec<(String, Key)> {
    let of = |record: &Record| {
        let (key, asked) = record.key.clone()?;
        Some((record.stream.to_string(), Key { key, asked, sequence: record.sequence, at: record.at }))
    };
    batch.remembered.clone().unwrap_or_else(|| batch.records.iter().filter_map(of).collect())
}

/// By stream, then by the account's name.
pub(crate) fn sort_balances(balances: &mut [Balance]) {
    balances.sort_by_cached_key(|balance| (balance.stream.clone(), account_name(balance.account)));
}

/// An account's name.
pub(crate) fn account_name(account: Account) -> String {
    let mut name = String::new();
    print_account(&mut name, account);
    name
}

/// The hash of a column, or damage.
pub(crate) fn hash_of(stream: &str, sequence: u64, bytes: &[u8]) -> Result<Hash, Error> {
    Hash::from_bytes(bytes).ok_or_else(|| {
        Error::damaged(stream, sequence, format!("its hash has {} bytes, expected 32", bytes.len()))
    })
}
