//! The keys that a stream remembers, so that a command that is sent twice happens once.
//!
//! A key stands for one command. The last [`Keys::MOST`] of a stream are remembered, across restarts too:
//! they are in the records, and in the snapshots that spare reading them all. Only what comes from outside
//! has a key; what the dealer's automaton does has none.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Keys with what was asked under them, and the record that answered.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    known: HashMap<Arc<str>, (u64, u64)>,
    /// The same in the order in which they came, so that a snapshot of them looks nothing up.
    order: VecDeque<(Arc<str>, u64, u64)>,
}

impl Keys {
    /// How many a stream remembers: at a live table an hour's commands from outside, and more.
    pub const MOST: usize = 2048;

    /// The record that answered a key, and the fingerprint of what was asked.
    pub fn get(&self, key: &str) -> Option<(u64, u64)> {
        self.known.get(key).copied()
    }

    /// Remembers one more, and forgets the oldest if they are too many. A key that is known stays as it is:
    /// the first answer is the one.
    pub fn put(&mut self, key: &str, asked: u64, sequence: u64) {
        if self.known.contains_key(key) {
            return;
        }
        let key: Arc<str> = key.into();
        self.known.insert(key.clone(), (asked, sequence));
        self.order.push_back((key, asked, sequence));
        while self.order.len() > Self::MOST {
            if let Some((oldest, ..)) = self.order.pop_front() {
                self.known.remove(&oldest);
            }
        }
    }

    /// Forgets the last ones, whose records were not kept.
    pub fn forget_after(&mut self, sequence: u64) {
        while self.order.back().is_some_and(|(.., at)| *at > sequence) {
            if let Some((last, ..)) = self.order.pop_back() {
                self.known.remove(&last);
            }
        }
    }

    /// As bytes, oldest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.order.len() * 40);
        for (key, asked, sequence) in &self.order {
            bytes.extend_from_slice(&(key.len() as u32).to_be_bytes());
            bytes.extend_from_slice(key.as_bytes());
            bytes.extend_from_slice(&asked.to_be_bytes());
            bytes.extend_from_slice(&sequence.to_be_bytes());
        }
        bytes
    }

    /// From bytes; `None` if they are no keys.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut keys = Self::default();
        while !bytes.is_empty() {
            let length = u32::from_be_bytes(take(&mut bytes, 4)?.try_into().ok()?);
            let key = std::str::from_utf8(take(&mut bytes, length as usize)?).ok()?;
            let asked = u64::from_be_bytes(take(&mut bytes, 8)?.try_into().ok()?);
            let sequence = u64::from_be_bytes(take(&mut bytes, 8)?.try_into().ok()?);
            keys.put(key, asked, sequence);
        }
        Some(keys)
    }
}

fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}
