//! What is beside the records, under the key of the house.
//!
//! Passwords' digests, sessions, seeds and snapshots are in no chain. Each has a seal that only who has the
//! key can make, over where it lies and what it is; a row that was put in or changed by somebody else is as
//! good as none. The one writer seals ([`Journal`](crate::Journal)); whoever reads through [`Locked`] sees
//! what is sealed, without its seal.

use crate::pins::Pins;
use crate::traces::Says;
use crate::{
    Balance, Base, Batch, Error, Hash, Head, Kept, Key, Record, Round, Search, Signer, Snapshot, State, Store,
};
use std::sync::Arc;
use subtle::ConstantTimeEq;

const SEAL: usize = 32;

impl Signer {
    fn seal_of(&self, shelf: &str, name: &str, value: &[u8]) -> Hash {
        self.seal("houseway/shelf/1", &[shelf.as_bytes(), name.as_bytes(), value])
    }

    /// A thing as it is kept: with its seal at the end.
    pub(crate) fn lock(&self, kept: &mut Kept) {
        if let Some(value) = &mut kept.value {
            let Hash(seal) = self.seal_of(&kept.shelf, &kept.name, value);
            value.extend_from_slice(&seal);
        }
    }

    /// A thing as it was kept, without its seal; `None` if the seal is not the house's.
    pub fn unlock(&self, shelf: &str, name: &str, mut value: Vec<u8>) -> Option<Vec<u8>> {
        let seal = value.split_off(value.len().checked_sub(SEAL)?);
        let Hash(wanted) = self.seal_of(shelf, name, &value);
        bool::from(seal.ct_eq(&wanted)).then_some(value)
    }

    fn place_of(snapshot: &Snapshot) -> String {
        format!("{} {} {}", snapshot.stream, snapshot.sequence, snapshot.hash)
    }

    /// A snapshot as it is kept.
    pub(crate) fn lock_snapshot(&self, snapshot: &mut Snapshot) {
        let Hash(seal) = self.seal_of("snapshot", &Self::place_of(snapshot), &snapshot.state);
        snapshot.state.extend_from_slice(&seal);
    }

    fn unlock_snapshot(&self, mut snapshot: Snapshot) -> Option<Snapshot> {
        let state = std::mem::take(&mut snapshot.state);
        snapshot.state = self.unlock("snapshot", &Self::place_of(&snapshot), state)?;
        Some(snapshot)
    }
}

/// Things on shelves whose seal is not the house's, as `shelf/name`.
///
/// # Errors
/// The store cannot be read.
pub fn forged(store: &mut dyn Store, signer: &Signer) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    store.scan_shelves(&mut |shelf, name, value| {
        if signer.unlock(shelf, name, value).is_none() {
            found.push(format!("{shelf}/{name}"));
        }
    })?;
    Ok(found)
}

/// A store whose shelves and snapshots are read under the key of the house; and, beside its writer, every stream
/// from where that knows it to begin to where it left it.
pub struct Locked {
    store: Box<dyn Store>,
    signer: Arc<Signer>,
    pins: Option<Arc<Pins>>,
    /// How often it is held: what is read then is of an earlier moment than what the writer knows.
    holding: u32,
}

impl Locked {
    /// A store under a key.
    pub fn new(store: Box<dyn Store>, signer: Arc<Signer>) -> Self {
        Self { store, signer, pins: None, holding: 0 }
    }

    /// The same beside a writer.
    pub(crate) fn pinned(self, pins: Arc<Pins>) -> Self {
        Self { pins: Some(pins), ..self }
    }

    /// What was read; if it is not as the writer left it, that is told.
    fn heard<T>(&self, read: Result<T, Error>) -> Result<T, Error> {
        if let (Err(error @ Error::Damaged { .. }), Some(pins), 0) = (&read, &self.pins, self.holding) {
            pins.found(error);
        }
        read
    }

    /// The records of a stretch, each of which follows from the one before: all of them, from where the writer
    /// knows the stream to begin to where it left it.
    fn stretch(&mut self, pins: &Pins, stream: &str, (from, to): (u64, u64)) -> Result<Vec<Record>, Error> {
        let gone = "it was kept, but is no longer in the database";
        let (base, stood) = (pins.base(stream), pins.head(stream));
        let from = from.max(base.sequence + 1);
        // The one before as well, to which the first one links.
        let mut read = self.store.range(stream, from - 1, to)?;
        // What the writer does not know of is not there: somebody else may have put it after the end.
        let Some(stands) = pins.head(stream) else { return Ok(Vec::new()) };
        read.retain(|record| record.sequence <= stands.sequence);
        if let Some(last) = read.iter().find(|record| record.sequence == stands.sequence)
            && last.hash != stands.hash
        {
            return Err(Error::damaged(stream, last.sequence, "it is not the record that was kept"));
        }
        let mut before = (from - 1 == base.sequence).then_some(base.hash);
        if let Some(first) = read.first().filter(|first| first.sequence < from) {
            before = before.or(Some(first.hash));
            read.remove(0);
        }
        let ends = stood.map_or(0, |stood| stood.sequence).min(to);
        if let Some(last) = (from <= ends).then(|| read.last().map_or(0, |last| last.sequence))
            && last < ends
        {
            return Err(Error::damaged(stream, ends, gone));
        }
        let Some(first) = read.first() else { return Ok(read) };
        let (Some(mut prior), true) = (before, first.sequence == from) else {
            return Err(Error::damaged(stream, if before.is_none() { from - 1 } else { from }, gone));
        };
        for record in &read {
            if record.link(&prior) != record.hash {
                let what = "it was changed: its hash is wrong";
                return Err(Error::damaged(stream, record.sequence, what));
            }
            prior = record.hash;
        }
        match read.iter().zip(stood).find(|(record, stood)| record.sequence == stood.sequence) {
            Some((record, stood)) if record.hash != stood.hash => {
                Err(Error::damaged(stream, stood.sequence, "it is not the record that was kept"))
            }
            _ => Ok(read),
        }
    }
}

impl Locked {
    /// Those of some keys that are remembered, as the writer kept them: each is in its record, and none is gone.
    fn own_keys(&mut self, pins: &Pins, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        let kept: Vec<_> = {
            let traces = pins.traces();
            keys.iter().map(|key| traces.of(stream, key)).collect()
        };
        let found = self.store.keys(stream, keys)?;
        for (key, trace) in keys.iter().zip(kept) {
            let gone = |trace| pins.traces().is_remembered(trace);
            if trace.is_some_and(gone) && !found.iter().any(|known| known.key == *key) {
                let what = format!("key {key:?} was kept, but is no longer remembered");
                return Err(Error::damaged(stream, 0, what));
            }
        }
        for known in &found {
            let says = pins.traces().says(stream, known);
            let sequence = known.sequence;
            let is_its = match says {
                Says::Pending => true,
                Says::Never => false,
                Says::Kept => {
                    let record = self.stretch(pins, stream, (sequence, sequence))?.pop();
                    record.is_some_and(|record| {
                        record.at == known.at
                            && record.key.is_some_and(|(key, asked)| key == known.key && asked == known.asked)
                    })
                }
            };
            if !is_its {
                let what = format!("key {:?} is remembered, but no such record was kept", known.key);
                return Err(Error::damaged(stream, sequence, what));
            }
        }
        Ok(found)
    }
}

impl Store for Locked {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        let (signer, pins) = (self.signer.clone(), self.pins.clone());
        Ok(Box::new(Self { store: self.store.again()?, signer, pins, holding: 0 }))
    }

    fn claim(&mut self) -> Result<i64, Error> {
        self.store.claim()
    }

    fn turn(&mut self) -> Result<i64, Error> {
        self.store.turn()
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        self.store.commit(batch)
    }

    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        let Some(pins) = &self.pins else { return self.store.head(stream) };
        // The writer's word; what the database says is only whether it is still there.
        let known = pins.head(stream);
        let found = self.store.head(stream);
        let found = self.heard(found)?;
        match known.filter(|known| found.is_none_or(|found| found.sequence < known.sequence)) {
            Some(known) => {
                let what = "it was kept, but is no longer in the database";
                self.heard(Err(Error::damaged(stream, known.sequence, what)))
            }
            None => Ok(known),
        }
    }

    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        match &self.pins {
            Some(pins) => Ok(pins.sorted()),
            None => self.store.heads(),
        }
    }

    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.range(stream, after.saturating_add(1), u64::MAX)
    }

    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let Some(pins) = self.pins.clone() else { return self.store.range(stream, from, to) };
        let read = self.stretch(&pins, stream, (from, to));
        self.heard(read)
    }

    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        let read = self.store.scan(each);
        self.heard(read)
    }

    fn times(&mut self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        self.store.times(each)
    }

    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        self.store.balances()
    }

    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        let found = self.store.snapshot(stream)?;
        Ok(found.and_then(|snapshot| self.signer.unlock_snapshot(snapshot)))
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        // What is held may be of a moment when keys were not there yet that are now.
        let Some(pins) = self.pins.clone().filter(|_| self.holding == 0) else {
            return self.store.keys(stream, keys);
        };
        let found = self.own_keys(&pins, stream, keys);
        self.heard(found)
    }

    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        self.store.key_counts()
    }

    fn old_keys(&mut self, before: i64, most: usize) -> Result<Vec<(String, Key)>, Error> {
        self.store.old_keys(before, most)
    }

    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error> {
        self.store.scan_keys(each)
    }

    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error> {
        self.store.state(stream, most)
    }

    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error> {
        self.store.round(stream, number)
    }

    fn bases(&mut self) -> Result<Vec<Base>, Error> {
        match &self.pins {
            Some(pins) => Ok(pins.bases().to_vec()),
            None => self.store.bases(),
        }
    }

    fn begin_after(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.store.begin_after(bases)
    }

    fn cut(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.store.cut(batch, bases)
    }

    fn alone(&mut self) -> Result<(), Error> {
        self.store.alone()
    }

    fn let_go(&mut self) {
        self.store.let_go();
    }

    fn shelves(&mut self) -> Result<Vec<String>, Error> {
        self.store.shelves()
    }

    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error> {
        self.store.rounds(search)
    }

    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let all = self.store.shelf(shelf)?.into_iter();
        let sealed = all.filter_map(|(name, value)| {
            let value = self.signer.unlock(shelf, &name, value)?;
            Some((name, value))
        });
        Ok(sealed.collect())
    }

    fn on_shelf(&mut self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let found = self.store.on_shelf(shelf, name)?;
        Ok(found.and_then(|value| self.signer.unlock(shelf, name, value)))
    }

    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error> {
        self.store.scan_shelves(each)
    }

    fn hold(&mut self) -> Result<(), Error> {
        self.store.hold()?;
        self.holding += 1;
        Ok(())
    }

    fn release(&mut self) {
        self.holding = self.holding.saturating_sub(1);
        self.store.release();
    }

    fn suspect(&mut self, what: &Error) {
        if let Some(pins) = &self.pins {
            pins.found(what);
        }
    }

    fn strangers(&mut self) -> Result<Vec<String>, Error> {
        self.store.strangers()
    }

    fn look_over(&mut self) -> Result<Vec<String>, Error> {
        self.store.look_over()
    }

    fn inspect(&mut self) -> Result<Vec<String>, Error> {
        self.store.inspect()
    }
}
