//! The writing end of one stream.
//!
//! Its owner seals records one after another without waiting for the store; the store checks that each
//! follows the last one kept, so of two owners only one can go on.

use crate::{Draft, Error, Hash, Head, Keys, Record, Sealed, Snapshot, Store};
use std::sync::Arc;

/// A fingerprint of what was asked under a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked(pub u64);

impl Asked {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let Hash(hash) = Hash::of("houseway/asked/1", &[bytes]);
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        // One bit is spared, so that every database can keep it as a signed number.
        Self(u64::from_be_bytes(first) >> 1)
    }
}

/// What is known about a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: it is new.
    New,
    /// It was asked for before, and this record answered.
    Answered(u64),
}

/// The writing end of one stream: how far it has come, and the keys it remembers.
#[derive(Clone, Debug)]
pub struct Stream {
    name: Arc<str>,
    head: Head,
    keys: Keys,
}

impl Stream {
    /// A stream as a store has it, with the snapshot it starts from and the records after that. A snapshot
    /// that does not fit the records is passed over.
    ///
    /// # Errors
    /// A record that cannot be read, or does not follow the one before.
    pub fn open(store: &mut dyn Store, name: &str) -> Result<(Self, Option<Snapshot>, Vec<Record>), Error> {
        // In this order, so that a writer at work cannot make the head older than what is read before it.
        let snapshot = store.snapshot(name)?;
        let head = store.head(name)?.unwrap_or_else(|| Head::genesis(name));
        if let Some(snapshot) = snapshot.filter(|snapshot| snapshot.sequence <= head.sequence) {
            let start = Head { sequence: snapshot.sequence, hash: snapshot.hash };
            if let Ok((stream, tail)) = Self::read(store, name, start, head) {
                return Ok((stream, Some(snapshot), tail));
            }
        }
        let start = store.base(name)?.head;
        let (stream, tail) = Self::read(store, name, start, head)?;
        Ok((stream, None, tail))
    }

    /// A stream at its head, without the keys that it was asked under: those are for the store to know.
    pub fn at(name: &str, head: Head) -> Self {
        Self { name: name.into(), head, keys: Keys::default() }
    }

    /// Reads a stream from one head to another.
    fn read(
        store: &mut dyn Store,
        name: &str,
        start: Head,
        head: Head,
    ) -> Result<(Self, Vec<Record>), Error> {
        let mut stream = Self { name: name.into(), head: start, keys: Keys::default() };
        let tail = match start.sequence < head.sequence {
            true => store.range(name, start.sequence + 1, head.sequence)?,
            false => Vec::new(),
        };
        for record in &tail {
            stream.follow(record)?;
        }
        if stream.head != head {
            let (kept, last) = (head.sequence, stream.head.sequence);
            let what = format!("the head is at {kept}, but the records lead to another {last}");
            return Err(Error::damaged(name, kept, what));
        }
        Ok((stream, tail))
    }

    /// Its name.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// How far it has come.
    pub const fn head(&self) -> Head {
        self.head
    }

    /// What a key stands for: by the keys in memory, and by what the store said about it, which is asked
    /// ([`Journal::keys`](crate::Journal::keys), [`Store::keys`]) before a key is taken for a new one.
    ///
    /// # Errors
    /// The key stands for something else.
    pub fn known(&self, key: &str, asked: Asked, stored: Option<(u64, u64)>) -> Result<Known, Error> {
        match self.keys.get(key).or(stored) {
            None => Ok(Known::New),
            Some((before, sequence)) if before == asked.0 => Ok(Known::Answered(sequence)),
            Some(_) => Err(Error::KeyReused { stream: self.name.to_string(), key: key.into() }),
        }
    }

    /// The next record: chained, and counted on from now on. If it is not kept after all, go
    /// [`back`](Self::back).
    pub fn seal(&mut self, draft: Draft) -> Sealed {
        let sealed = Sealed::after(&self.name, self.head.sequence + 1, &self.head.hash, draft);
        self.step(&sealed);
        sealed
    }

    /// Goes back to an earlier head, because what was sealed after it was not kept.
    pub fn back(&mut self, head: Head) {
        self.head = head;
        self.keys.forget_after(head.sequence);
    }

    /// Follows a record that was read.
    fn follow(&mut self, record: &Record) -> Result<(), Error> {
        if record.sequence != self.head.sequence + 1 || record.hash != record.link(&self.head.hash) {
            let what = format!("does not follow record {}", self.head.sequence);
            return Err(Error::damaged(&self.name, record.sequence, what));
        }
        self.step(record);
        Ok(())
    }

    fn step(&mut self, record: &Record) {
        self.head = Head { sequence: record.sequence, hash: record.hash };
        if let Some((key, asked)) = &record.key {
            self.keys.put(key, *asked, record.sequence);
        }
    }
}
