//! The keys under which things are asked for, so that a command that is sent twice happens once.
//!
//! A key stands for one command for [`Keys::KEPT`] that really passed, over restarts too: every record has
//! the key it was asked for under, and the store finds it again ([`Store::keys`](crate::Store::keys)). How much has
//! passed is by the times of all records, in the order in which they were kept: between two of them at most five
//! minutes count, so a jump of the clock ages no key, and a quiet house remembers for longer. The
//! last [`Keys::RECENT`] of a stream are in memory as well, among them those that are sealed and not kept
//! yet. A stream takes [`Keys::MOST`] within that time and refuses more: it never forgets one early. Only
//! what comes from outside has a key; what the dealer's automaton does has none.

use crate::{Error, Record, Store};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Keys with what was asked under them, and the record that answered.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    known: HashMap<Arc<str>, (u64, u64)>,
    /// The same in the order in which they came.
    order: VecDeque<(Arc<str>, u64)>,
}

/// A key as the store has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key.
    pub key: String,
    /// The fingerprint of what was asked.
    pub asked: u64,
    /// The record that answered …
    pub sequence: u64,
    /// … and when.
    pub at: i64,
}

impl Key {
    /// Whether it is the key of a record.
    pub(crate) fn is_in(&self, record: &Record) -> bool {
        (record.sequence, record.at) == (self.sequence, self.at)
            && record.key.as_ref().is_some_and(|(key, asked)| (key, asked) == (&self.key, &self.asked))
    }

    /// Whether the record of a stream that it names has it, and links to the one before.
    pub(crate) fn is_of_record(&self, store: &mut dyn Store, stream: &str) -> Result<bool, Error> {
        let base = store.base(stream)?.head;
        let mut read = store.range(stream, self.sequence.saturating_sub(1), self.sequence)?;
        let Some(record) = read.pop().filter(|record| self.is_in(record)) else { return Ok(false) };
        let prior = read.pop().map_or(base.hash, |prior| prior.hash);
        Ok(record.link(&prior) == record.hash)
    }

    /// What to say of one that no record has as it is remembered: of the record that has it otherwise, if one does.
    pub(crate) fn odd(&self, record: Option<(u64, i64)>) -> String {
        let says = format!("key {:?} is remembered, and no such record is there", self.key);
        match record {
            Some((sequence, at)) if (sequence, at) != (self.sequence, self.at) => format!(
                "{says}: it is remembered for record {} at {}, and stands in record {sequence} of {at}",
                self.sequence, self.at
            ),
            _ => says,
        }
    }
}

impl Keys {
    /// How long a key is remembered at least, in milliseconds that passed.
    pub const KEPT: i64 = 24 * 60 * 60 * 1000;
    /// For how long beyond that the store may still have one: it forgets them now and then.
    pub(crate) const SPARE: i64 = 20 * 60 * 1000;
    /// How many of a stream are in memory: more than can be sealed and not kept.
    pub const RECENT: usize = 2048;
    /// How many a stream takes within the time they are remembered: eleven a second, all day. Where time counts for
    /// less than the clock says it is the same number, so what is remembered stays bounded.
    pub const MOST: u64 = 1_000_000;

    /// The record that answered a key, and the fingerprint of what was asked.
    pub fn get(&self, key: &str) -> Option<(u64, u64)> {
        self.known.get(key).copied()
    }

    /// Remembers one more, and leaves the oldest to the store if they are too many. A key that is known
    /// stays as it is: the first answer is the one.
    pub fn put(&mut self, key: &str, asked: u64, sequence: u64) {
        if self.known.contains_key(key) {
            return;
        }
        let key: Arc<str> = key.into();
        self.known.insert(key.clone(), (asked, sequence));
        self.order.push_back((key, sequence));
        while self.order.len() > Self::RECENT {
            if let Some((oldest, _)) = self.order.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }

    /// Forgets the last ones, whose records were not kept.
    pub fn forget_after(&mut self, sequence: u64) {
        while self.order.back().is_some_and(|(_, at)| *at > sequence) {
            if let Some((last, _)) = self.order.pop_back() {
                self.known.remove(&last);
            }
        }
    }
}
