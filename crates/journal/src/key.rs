//! The keys under which things are asked for, so that a command that is sent twice happens once.
//!
//! A key stands for one command for [`Keys::KEPT`] of the house's time, over restarts too: every record has
//! the key it was asked for under, and the store finds it again ([`Store::keys`](crate::Store::keys)). The
//! last [`Keys::RECENT`] of a stream are in memory as well, among them those that are sealed and not kept
//! yet. A stream takes [`Keys::MOST`] within that time and refuses more: it never forgets one early. Only
//! what comes from outside has a key; what the dealer's automaton does has none.

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

impl Keys {
    /// How long a key is remembered, in milliseconds of the house's time.
    pub const KEPT: i64 = 24 * 60 * 60 * 1000;
    /// How many of a stream are in memory: more than can be sealed and not kept.
    pub const RECENT: usize = 2048;
    /// How many a stream takes within the time they are remembered: eleven a second, all day.
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
