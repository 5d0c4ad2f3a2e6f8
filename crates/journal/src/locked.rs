//! What is beside the records, under the key of the house.
//!
//! Passwords' digests, sessions, seeds and snapshots are in no chain. Each has a seal that only who has the
//! key can make, over where it lies and what it is; a row that was put in or changed by somebody else is as
//! good as none. The one writer seals ([`Journal`](crate::Journal)); whoever reads through [`Locked`] sees
//! what is sealed, without its seal.

use crate::{
    Balance, Base, Batch, Error, Hash, Head, Kept, Key, Record, Round, Search, Signer, Snapshot, State, Store,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

/// How far the one writer has come with every stream. Whoever can write to the database can hide the end of a
/// stream from a reader for a moment, and put it back.
#[derive(Debug, Default)]
pub(crate) struct Heads(Mutex<HashMap<Arc<str>, Head>>);

impl Heads {
    fn all(&self) -> MutexGuard<'_, HashMap<Arc<str>, Head>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// These, and no others.
    pub fn are(&self, heads: impl Iterator<Item = (Arc<str>, Head)>) {
        *self.all() = heads.filter(|(_, head)| head.sequence > 0).collect();
    }

    /// These records were kept, the last of each stream last.
    pub fn moved(&self, records: &[Record]) {
        let mut all = self.all();
        for record in records {
            let head = Head { sequence: record.sequence, hash: record.hash };
            match all.get_mut(&record.stream) {
                Some(known) => *known = head,
                None => drop(all.insert(record.stream.clone(), head)),
            }
        }
    }

    /// All of them, by name.
    fn sorted(&self) -> Vec<(String, Head)> {
        let mut all: Vec<_> = self.all().iter().map(|(name, head)| (name.to_string(), *head)).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    /// One of them; none for a stream without records.
    pub fn of(&self, stream: &str) -> Option<Head> {
        self.all().get(stream).copied()
    }
}

/// A store whose shelves and snapshots are read under the key of the house; and, beside its writer, no stream
/// shorter than that left it.
pub struct Locked {
    store: Box<dyn Store>,
    signer: Arc<Signer>,
    heads: Option<Arc<Heads>>,
}

impl Locked {
    /// A store under a key.
    pub fn new(store: Box<dyn Store>, signer: Arc<Signer>) -> Self {
        Self { store, signer, heads: None }
    }

    /// The same beside a writer.
    pub(crate) fn pinned(self, heads: Arc<Heads>) -> Self {
        Self { heads: Some(heads), ..self }
    }

    /// Whether what was read of a stretch is all of it, as far as the writer had come before, and one follows from
    /// the other.
    fn whole(
        known: Head,
        stream: &str,
        (from, to): (u64, u64),
        (before, read): (Option<Hash>, &[Record]),
    ) -> Result<(), Error> {
        let odd = |sequence, what: &str| Err(Error::damaged(stream, sequence, what));
        let follow = read.iter().skip(usize::from(before.is_none()));
        let priors = before.into_iter().chain(read.iter().map(|record| record.hash));
        if let Some((record, _)) =
            follow.zip(priors).find(|(record, prior)| record.link(prior) != record.hash)
        {
            return odd(record.sequence, "it was changed: its hash is not what it has to be");
        }
        let ends = known.sequence.min(to);
        if from <= ends && read.last().is_none_or(|last| last.sequence < ends) {
            return odd(ends, "it was kept, and is not in the database any more");
        }
        match read.iter().find(|record| record.sequence == known.sequence) {
            Some(record) if record.hash != known.hash => {
                odd(known.sequence, "it is not the record that was kept")
            }
            _ => Ok(()),
        }
    }
}

impl Store for Locked {
    fn again(&self) -> Result<Box<dyn Store>, Error> {
        let (signer, heads) = (self.signer.clone(), self.heads.clone());
        Ok(Box::new(Self { store: self.store.again()?, signer, heads }))
    }

    fn claim(&mut self) -> Result<i64, Error> {
        self.store.claim()
    }

    fn commit(&mut self, batch: &Batch) -> Result<(), Error> {
        self.store.commit(batch)
    }

    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error> {
        let Some(heads) = &self.heads else { return self.store.head(stream) };
        // The writer's word; what the database says is only whether it is still there.
        let known = heads.of(stream);
        let found = self.store.head(stream)?;
        match known.filter(|known| found.is_none_or(|found| found.sequence < known.sequence)) {
            Some(known) => {
                let what = "it was kept, and is not in the database any more";
                Err(Error::damaged(stream, known.sequence, what))
            }
            None => Ok(known),
        }
    }

    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error> {
        match &self.heads {
            Some(heads) => Ok(heads.sorted()),
            None => self.store.heads(),
        }
    }

    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error> {
        self.range(stream, after.saturating_add(1), u64::MAX)
    }

    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error> {
        let Some(heads) = &self.heads else { return self.store.range(stream, from, to) };
        let before_reading = heads.of(stream);
        // The one before as well, to which the first one links.
        let mut read = self.store.range(stream, from.saturating_sub(1), to)?;
        // What the writer does not know of is not there: somebody else may have put it after the end.
        let Some(after_reading) = heads.of(stream) else { return Ok(Vec::new()) };
        read.retain(|record| record.sequence <= after_reading.sequence);
        if let Some(last) = read.iter().find(|record| record.sequence == after_reading.sequence)
            && last.hash != after_reading.hash
        {
            return Err(Error::damaged(stream, last.sequence, "it is not the record that was kept"));
        }
        let known = before_reading.unwrap_or(Head { sequence: 0, ..after_reading });
        let before = match read.first() {
            Some(first) if first.sequence < from => Some(read.remove(0).hash),
            Some(first) if first.sequence == 1 => Some(Hash::genesis(stream)),
            // It is in an archive.
            _ => None,
        };
        Self::whole(known, stream, (from, to), (before, &read))?;
        Ok(read)
    }

    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error> {
        self.store.scan(each)
    }

    fn balances(&mut self) -> Result<Vec<Balance>, Error> {
        self.store.balances()
    }

    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error> {
        let found = self.store.snapshot(stream)?;
        Ok(found.and_then(|snapshot| self.signer.unlock_snapshot(snapshot)))
    }

    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error> {
        self.store.keys(stream, keys)
    }

    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error> {
        self.store.key_counts()
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
        self.store.bases()
    }

    fn begin_after(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.store.begin_after(bases)
    }

    fn cut(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.store.cut(batch, bases)
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
        self.store.hold()
    }

    fn release(&mut self) {
        self.store.release();
    }

    fn strangers(&mut self) -> Result<Vec<String>, Error> {
        self.store.strangers()
    }

    fn inspect(&mut self) -> Result<Vec<String>, Error> {
        self.store.inspect()
    }
}
