//! Traces of the keys that the one writer has kept, in memory: whoever can write to the database can put a key into
//! its table or take one out, and nothing in the table shows it.
//!
//! A trace is 64 bits of the stream and the key under a number of this process, with the second it was kept and 32
//! bits of what it stands for. Traces are in two generations: the older one goes when keys from before the younger one
//! need not be remembered any more ([`Horizon`](crate::horizon::Horizon)), so every key that has to be has its trace.
//! Each generation is bounded; beyond that the older one goes early, and a key whose trace is gone rests on the table
//! and its record.

use crate::{Error, Key, Record};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// How many traces a generation has at most: as many as fit 4,194,304 places of 17 bytes, 71 MB.
const MOST: usize = (1 << 22) / 8 * 7;

/// Numbers that are as good as random already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

type Generation = HashMap<u64, Trace, BuildHasherDefault<Plain>>;

/// When a key was kept, in seconds, and a fingerprint of what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    at: u32,
    what: u32,
}

/// What the traces say of a key that the table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// The writer is keeping it just now.
    Pending,
    /// The writer kept it, or it is from before what there are traces of.
    Kept,
    /// The writer did not keep it, or not so.
    Never,
}

/// The traces of a day.
pub(crate) struct Traces {
    secret: RandomState,
    young: Generation,
    old: Generation,
    /// Of the batch in hand: whether it is kept is not known yet.
    pending: Generation,
    /// When the younger generation began; nothing before the first trace.
    began: Option<i64>,
    /// The moment of the latest key.
    newest: i64,
    /// Keys of records after this moment have to be remembered.
    since: i64,
    /// Every key that was kept after this moment has its trace.
    whole: i64,
    /// The table has no key of a record up to this moment any more.
    swept: i64,
    most: usize,
    warned: bool,
}

impl Default for Traces {
    fn default() -> Self {
        Self {
            secret: RandomState::new(),
            young: Generation::default(),
            old: Generation::default(),
            pending: Generation::default(),
            began: None,
            newest: i64::MIN,
            since: i64::MIN,
            whole: i64::MIN,
            swept: i64::MIN,
            most: MOST,
            warned: false,
        }
    }
}

impl Traces {
    fn name(&self, stream: &str, key: &str) -> u64 {
        self.secret.hash_one((stream, key))
    }

    fn trace(&self, asked: u64, sequence: u64, at: i64) -> Trace {
        let seconds = u32::try_from(at.max(0) / 1000).unwrap_or(u32::MAX);
        Trace { at: seconds, what: self.secret.hash_one((asked, sequence, at)) as u32 }
    }

    fn put(&mut self, name: u64, trace: Trace, at: i64) {
        self.newest = self.newest.max(at);
        self.swept = self.swept.min(at.saturating_sub(1));
        let began = *self.began.get_or_insert(self.newest);
        let full = self.young.len() >= self.most;
        if full || self.since >= began {
            if full && !self.warned {
                self.warned = true;
                tracing::warn!(
                    most = self.most,
                    "more keys came within a day than there is room for: older ones are left to the database"
                );
            }
            self.old = std::mem::take(&mut self.young);
            // What went was kept before the generation after it began.
            self.whole = self.whole.max(began);
            self.began = Some(self.newest);
        }
        self.young.insert(name, trace);
    }

    /// A key that the table has, and that was found to be its record's.
    pub fn learn(&mut self, stream: &str, key: &Key) {
        let trace = self.trace(key.asked, key.sequence, key.at);
        self.put(self.name(stream, &key.key), trace, key.at);
    }

    /// A batch is going to be kept; keys of records after the moment `since` have to be remembered with it.
    pub fn begin(&mut self, records: &[Record], since: i64) {
        self.since = self.since.max(since);
        for record in records {
            if let Some((key, asked)) = &record.key {
                let trace = self.trace(*asked, record.sequence, record.at);
                self.pending.insert(self.name(&record.stream, key), trace);
            }
        }
    }

    /// What came of the batch in hand.
    pub fn settle(&mut self, kept: bool) {
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        for (name, trace) in pending.into_iter().filter(|_| kept) {
            self.put(name, trace, i64::from(trace.at) * 1000);
        }
    }

    /// The trace of a key that was kept, whatever its age; to be asked before the table is.
    pub fn of(&self, stream: &str, key: &str) -> Option<Trace> {
        let name = self.name(stream, key);
        self.young.get(&name).or_else(|| self.old.get(&name)).copied()
    }

    /// Keys of records up to this moment were forgotten, all of them.
    pub fn sweep(&mut self, upto: i64) {
        self.swept = self.swept.max(upto);
    }

    /// Whether the table can have no key without its trace, but one that somebody else put in.
    pub const fn are_whole(&self) -> bool {
        self.whole <= self.swept
    }

    /// Whether a key was never kept, for all that is remembered: the table need not be asked.
    pub fn is_new(&self, stream: &str, key: &str) -> bool {
        let name = self.name(stream, key);
        self.are_whole()
            && [&self.young, &self.old, &self.pending].iter().all(|kept| !kept.contains_key(&name))
    }

    /// Whether the table has to have a key of this trace: it forgets none so early.
    pub fn is_remembered(&self, trace: Trace) -> bool {
        i64::from(trace.at) * 1000 > self.since
    }

    /// What there is to say of a key that the table has; to be asked after the table is.
    pub fn says(&self, stream: &str, key: &Key) -> Says {
        let (name, trace) = (self.name(stream, &key.key), self.trace(key.asked, key.sequence, key.at));
        if self.pending.get(&name) == Some(&trace) {
            return Says::Pending;
        }
        let known = [&self.young, &self.old].iter().any(|kept| kept.get(&name) == Some(&trace));
        let before = key.at <= self.whole || key.at <= self.since;
        if known || before { Says::Kept } else { Says::Never }
    }

    /// Whether the trace of a key says the same as its row in the table; nothing if there is none.
    pub fn agrees(&self, stream: &str, key: &Key) -> Option<bool> {
        let trace = self.trace(key.asked, key.sequence, key.at);
        self.of(stream, &key.key).map(|kept| kept == trace)
    }

    /// Whether a key that is to be kept stands already.
    ///
    /// # Errors
    /// It does.
    pub fn takes(&self, stream: &str, key: &str) -> Result<(), Error> {
        match self.of(stream, key).is_some_and(|trace| self.is_remembered(trace)) {
            true => Err(Error::KeyReused { stream: stream.into(), key: key.into() }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 60 * 60 * 1000;

    fn key(name: &str, at: i64) -> Key {
        Key { key: name.into(), asked: 1, sequence: 2, at }
    }

    #[test]
    fn every_key_of_a_day_has_its_trace_and_none_of_three() {
        let mut traces = Traces::default();
        for hour in 0..100 {
            traces.begin(&[], (hour - 24) * HOUR - 1);
            traces.learn("s", &key(&hour.to_string(), hour * HOUR));
            for back in 0..=hour {
                let one = key(&back.to_string(), back * HOUR);
                let trace = traces.of("s", &one.key);
                assert!(trace.is_some() || back < hour - 24, "{back} at {hour}");
                assert!(trace.is_none() || back >= hour - 50, "{back} at {hour}");
                let due = trace.is_some_and(|trace| traces.is_remembered(trace));
                assert_eq!(due, back >= hour - 24, "{back} at {hour}");
                assert_eq!(traces.says("s", &one), Says::Kept);
            }
            assert_eq!(traces.says("s", &key("other", hour * HOUR)), Says::Never);
            assert_eq!(traces.says("t", &key("0", hour * HOUR)), Says::Never, "of another stream");
        }
    }

    #[test]
    fn what_stands_for_something_else_was_never_kept() {
        let mut traces = Traces::default();
        traces.learn("s", &key("k", HOUR));
        let other =
            [Key { asked: 9, ..key("k", HOUR) }, Key { sequence: 9, ..key("k", HOUR) }, key("k", HOUR + 1)];
        assert!(other.iter().all(|other| traces.says("s", other) == Says::Never));
        assert!(traces.takes("s", "k").is_err() && traces.takes("s", "l").is_ok());
    }

    #[test]
    fn beyond_the_bound_the_older_ones_rest_on_the_table() {
        let mut traces = Traces { most: 10, ..Traces::default() };
        for number in 0..35 {
            traces.learn("s", &key(&number.to_string(), number * 1000));
        }
        assert!(traces.young.len() + traces.old.len() <= 20);
        for number in 0..35 {
            assert_eq!(traces.says("s", &key(&number.to_string(), number * 1000)), Says::Kept);
        }
        assert_eq!(traces.says("s", &key("put in", 34_000)), Says::Never);
        assert!(traces.warned);
    }

    #[test]
    fn a_key_is_new_only_where_every_key_of_the_table_has_its_trace() {
        let mut traces = Traces { most: 10, ..Traces::default() };
        (0..10).for_each(|number| traces.learn("s", &key(&number.to_string(), number * 1000)));
        assert!((0..10).all(|number| !traces.is_new("s", &number.to_string())));
        assert!(traces.is_new("s", "10") && traces.is_new("t", "0"));
        // Twenty more, and the first ten rest on the table: whether any key is new, it has to say.
        (10..30).for_each(|number| traces.learn("s", &key(&number.to_string(), number * 1000)));
        assert!(traces.of("s", "0").is_none() && !traces.is_new("s", "0") && !traces.is_new("s", "30"));
        // Until it has forgotten them.
        traces.sweep(9_999);
        assert!(!traces.is_new("s", "30"), "keys of the moment at which the younger ones began may be there");
        traces.sweep(20_000);
        assert!(traces.is_new("s", "30") && !traces.is_new("s", "29"));
        // A clock that went back puts keys where there were none any more.
        traces.learn("s", &key("late", 500));
        assert!(!traces.is_new("s", "late") && !traces.is_new("s", "30"));
    }

    #[test]
    fn what_is_being_kept_is_pending_until_it_is_known() {
        let mut traces = Traces::default();
        let draft = crate::Draft { at: HOUR, key: Some(("k".into(), 1)), ..crate::Draft::default() };
        let record = Record::after(&"s".into(), 2, &crate::Hash([0; 32]), draft);
        for kept in [false, true] {
            traces.begin(std::slice::from_ref(&record), 0);
            assert_eq!(traces.says("s", &key("k", HOUR)), Says::Pending);
            assert!(traces.of("s", "k").is_none() && !traces.is_new("s", "k"));
            traces.settle(kept);
            assert_eq!(traces.of("s", "k").is_some(), kept);
        }
        assert_eq!(traces.says("s", &key("k", HOUR)), Says::Kept);
    }
}
