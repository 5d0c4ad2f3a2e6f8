//! A stretch of a stream, read a few records at a time and in order, each checked against the one before.
//!
//! However long the stretch is, little of it is in memory; whoever reads may stop after any record.

use crate::{Error, Head, Record, Store};

/// How many records are fetched at once.
const FEW: u64 = 256;

/// The records of a stream from one after a head to another, in order.
pub struct Reading<'s> {
    store: &'s mut dyn Store,
    stream: String,
    head: Head,
    to: u64,
    ready: std::vec::IntoIter<Record>,
}

impl<'s> Reading<'s> {
    /// The records after a head, to another or to the end.
    pub fn new(store: &'s mut dyn Store, stream: &str, after: Head, to: u64) -> Self {
        Self { store, stream: stream.to_string(), head: after, to, ready: Vec::new().into_iter() }
    }

    fn fetch(&mut self) -> Result<Option<Record>, Error> {
        if self.ready.len() == 0 && self.head.sequence < self.to {
            let from = self.head.sequence + 1;
            let to = self.to.min(self.head.sequence.saturating_add(FEW));
            self.ready = self.store.range(&self.stream, from, to)?.into_iter();
        }
        let Some(record) = self.ready.next() else { return Ok(None) };
        if record.sequence != self.head.sequence + 1 || record.hash != record.link(&self.head.hash) {
            let what = format!("does not follow record {}", self.head.sequence);
            return Err(Error::damaged(&self.stream, record.sequence, what));
        }
        self.head = Head { sequence: record.sequence, hash: record.hash };
        Ok(Some(record))
    }
}

impl Iterator for Reading<'_> {
    type Item = Result<Record, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let fetched = self.fetch();
        if fetched.is_err() {
            // Nothing after it can be trusted.
            self.to = 0;
            self.ready = Vec::new().into_iter();
        }
        fetched.transpose()
    }
}
