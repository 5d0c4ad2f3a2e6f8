//! The store: what a database has to do for a journal.

use crate::{Base, Error, Hash, Key, Record, Round, Search};
use money::{Account, Move};
use std::sync::Arc;

/// How far a stream has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The last sequence, 0 for none.
    pub sequence: u64,
    /// Its hash.
    pub hash: Hash,
}

impl Head {
    /// Of a stream that has no record.
    pub fn genesis(stream: &str) -> Self {
        Self { sequence: 0, hash: Hash::genesis(stream) }
    }
}

/// What an account of a stream holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// The stream.
    pub stream: String,
    /// The account.
    pub account: Account,
    /// How much.
    pub units: i64,
}

/// A state that the records up to a sequence lead to: a cache, which verification ignores. Stores keep its
/// [`digest`](Snapshot::digest) beside it, and give none rather than one that was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The stream.
    pub stream: String,
    /// The last record it takes in …
    pub sequence: u64,
    /// … and its hash.
    pub hash: Hash,
    /// The state.
    pub state: Vec<u8>,
}

impl Snapshot {
    /// The hash over all of it, by which a store sees that it is whole.
    pub fn digest(&self) -> Hash {
        let sequence = self.sequence.to_be_bytes();
        let parts = [self.stream.as_bytes(), &sequence, &self.hash.0, &self.state];
        Hash::of("houseway/snapshot/2", &parts)
    }
}

/// A state that a stream had after one of its records, kept so that what is old need not be read from the
/// first record. Whoever uses it asks the record whether it says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The stream.
    pub stream: String,
    /// The record that vouches for it.
    pub sequence: u64,
    /// The state.
    pub state: Vec<u8>,
}

/// A thing that may change or go: a password's digest, a session. Never in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What kind of thing.
    pub shelf: String,
    /// Whose.
    pub name: String,
    /// The thing; nothing to have it gone.
    pub value: Option<Vec<u8>>,
}

/// What is committed at once.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Records in the order they are to stand, heads already checked.
    pub records: Vec<Record>,
    /// The money that they move, each in its stream.
    pub moves: Vec<(Arc<str>, Move)>,
    /// What every account that they touch holds after them, where the writer knows it: a store that reads back what it
    /// wrote compares.
    pub stands: Vec<(Arc<str>, Account, i64)>,
    /// Rounds that ended.
    pub rounds: Vec<Round>,
    /// Snapshots.
    pub snapshots: Vec<Snapshot>,
    /// States, each with the record that vouches for it.
    pub states: Vec<State>,
    /// Things that may change.
    pub kept: Vec<Kept>,
    /// Keys that need not be found any more, each of a stream: those that are just so, and no others.
    pub forget: Vec<(String, Key)>,
    /// For records that are copied: the keys to remember, each of a stream, and no others. What a copied record
    /// was asked for under may have been forgotten and asked for again since.
    pub remembered: Option<Vec<(String, Key)>>,
    /// The house's imprint of where streams stand after it, as it lies on its shelf
    /// ([`verify_imprint`](crate::verify_imprint)); the one there is stays without.
    pub imprint: Option<Vec<u8>>,
}

impl Batch {
    /// Whether there is nothing to commit.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
            && self.rounds.is_empty()
            && self.snapshots.is_empty()
            && self.states.is_empty()
            && self.kept.is_empty()
            && self.remembered.as_ref().is_none_or(Vec::is_empty)
    }

    /// Makes it empty again.
    pub fn clear(&mut self) {
        self.records.clear();
        self.moves.clear();
        self.stands.clear();
        self.rounds.clear();
        self.snapshots.clear();
        self.states.clear();
        self.kept.clear();
        self.forget.clear();
        self.remembered = None;
        self.imprint = None;
    }
}

/// A database that keeps a journal. Everybody may read; one, who has [claimed](Store::claim) it, may write.
pub trait Store: Send {
    /// Another handle on the same database.
    ///
    /// # Errors
    /// It cannot be opened.
    fn again(&self) -> Result<Box<dyn Store>, Error>;

    /// Becomes the one writer; whoever was it before cannot write any more. Answers the turn.
    ///
    /// # Errors
    /// Another server is at it.
    fn claim(&mut self) -> Result<i64, Error>;

    /// The turn that was taken last.
    ///
    /// # Errors
    /// The store cannot be read, or says something that is no turn.
    fn turn(&mut self) -> Result<i64, Error>;

    /// Keeps a batch, wholly and durably, or not at all. The store checks for itself that every record
    /// follows the head of its stream, that no account which may not owe does, that what leaves one
    /// account enters another, and that no key it remembers stands in its stream again.
    ///
    /// # Errors
    /// Why nothing was kept; [`Error::InDoubt`] if it may have been.
    fn commit(&mut self, batch: &Batch) -> Result<(), Error>;

    /// How far a stream has come; `None` if there is none.
    ///
    /// # Errors
    /// The store cannot be read.
    fn head(&mut self, stream: &str) -> Result<Option<Head>, Error>;

    /// How far all streams have come, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    fn heads(&mut self) -> Result<Vec<(String, Head)>, Error>;

    /// The records of a stream after a sequence, in order.
    ///
    /// # Errors
    /// The store cannot be read.
    fn tail(&mut self, stream: &str, after: u64) -> Result<Vec<Record>, Error>;

    /// Records of a stream from one sequence to another, in order.
    ///
    /// # Errors
    /// The store cannot be read.
    fn range(&mut self, stream: &str, from: u64, to: u64) -> Result<Vec<Record>, Error>;

    /// Every record in the order it was kept; `each` may stop it by answering `false`.
    ///
    /// # Errors
    /// The store cannot be read, with the record it stops at.
    fn scan(&mut self, each: &mut dyn FnMut(Record) -> bool) -> Result<(), Error>;

    /// When every record was kept by what it says, the last first; `each` may stop it by answering `false`.
    ///
    /// # Errors
    /// The store cannot be read.
    fn times(&mut self, each: &mut dyn FnMut(i64) -> bool) -> Result<(), Error> {
        let mut times = Vec::new();
        self.scan(&mut |record| {
            times.push(record.at);
            true
        })?;
        // All of it stops at the first that is answered with no.
        let _ = times.into_iter().rev().all(each);
        Ok(())
    }

    /// Every balance that is not nothing, by stream and account.
    ///
    /// # Errors
    /// The store cannot be read.
    fn balances(&mut self) -> Result<Vec<Balance>, Error>;

    /// The snapshot of a stream.
    ///
    /// # Errors
    /// The store cannot be read.
    fn snapshot(&mut self, stream: &str) -> Result<Option<Snapshot>, Error>;

    /// Those of these keys that the store remembers of a stream: all of the last [`Keys::KEPT`](crate::Keys::KEPT)
    /// that passed, perhaps some older ones.
    ///
    /// # Errors
    /// The store cannot be read.
    fn keys(&mut self, stream: &str, keys: &[String]) -> Result<Vec<Key>, Error>;

    /// How many keys the store remembers of every stream that has any.
    ///
    /// # Errors
    /// The store cannot be read.
    fn key_counts(&mut self) -> Result<Vec<(String, u64)>, Error>;

    /// Keys that by what their rows say are from before a moment, each with its stream, the oldest first: some of
    /// them. Whether they are that old is for their records to say.
    ///
    /// # Errors
    /// The store cannot be read.
    fn old_keys(&mut self, before: i64, most: usize) -> Result<Vec<(String, Key)>, Error> {
        let mut old = Vec::new();
        self.scan_keys(&mut |stream, key| {
            if key.at < before {
                old.push((stream.to_string(), key));
            }
        })?;
        old.sort_by_key(|(_, key)| key.at);
        old.truncate(most);
        Ok(old)
    }

    /// Every key that the store remembers, with its stream.
    ///
    /// # Errors
    /// The store cannot be read.
    fn scan_keys(&mut self, each: &mut dyn FnMut(&str, Key)) -> Result<(), Error>;

    /// The last state of a stream that is kept at or before a record.
    ///
    /// # Errors
    /// The store cannot be read.
    fn state(&mut self, stream: &str, most: u64) -> Result<Option<State>, Error>;

    /// One round.
    ///
    /// # Errors
    /// The store cannot be read.
    fn round(&mut self, stream: &str, number: u32) -> Result<Option<Round>, Error>;

    /// Rounds, the latest first: by their end, those of one table by their number.
    ///
    /// # Errors
    /// The store cannot be read.
    fn rounds(&mut self, search: &Search) -> Result<Vec<Round>, Error>;

    /// Where streams begin whose first records are in an archive, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    fn bases(&mut self) -> Result<Vec<Base>, Error>;

    /// Where a stream begins: after no record, or after one that is in an archive.
    ///
    /// # Errors
    /// The store cannot be read.
    fn base(&mut self, stream: &str) -> Result<Base, Error> {
        let known = self.bases()?.into_iter().find(|base| base.stream == stream);
        Ok(known.unwrap_or_else(|| Base::genesis(stream)))
    }

    /// Lets streams begin after archives, in a store that has nothing yet.
    ///
    /// # Errors
    /// It has something, or cannot.
    fn begin_after(&mut self, bases: &[Base]) -> Result<(), Error> {
        match bases.is_empty() {
            true => Ok(()),
            false => Err(Error::Store("streams cannot begin after an archive here".into())),
        }
    }

    /// Keeps a batch and removes what is before these bases, wholly and durably, or does neither.
    ///
    /// # Errors
    /// Why nothing was done.
    fn cut(&mut self, _batch: &Batch, _bases: &[Base]) -> Result<(), Error> {
        Err(Error::Store("nothing can be archived here".into()))
    }

    /// From now on nobody else writes, and everything is read as it stands now: until this handle [cuts](Store::cut), or
    /// [lets go](Store::let_go). For the one who has claimed it; asked twice, it is done once.
    ///
    /// # Errors
    /// Somebody else is writing; the store cannot be read.
    fn alone(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Others may write again.
    fn let_go(&mut self) {}

    /// The shelves on which there is something.
    ///
    /// # Errors
    /// The store cannot be read.
    fn shelves(&mut self) -> Result<Vec<String>, Error>;

    /// Everything on a shelf, by name.
    ///
    /// # Errors
    /// The store cannot be read.
    fn shelf(&mut self, shelf: &str) -> Result<Vec<(String, Vec<u8>)>, Error>;

    /// One thing that is kept on a shelf.
    ///
    /// # Errors
    /// The store cannot be read.
    fn on_shelf(&mut self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let all = self.shelf(shelf)?;
        Ok(all.into_iter().find(|(known, _)| known == name).map(|(_, value)| value))
    }

    /// Every thing on every shelf: the shelf, its name, and the thing as it is kept.
    ///
    /// # Errors
    /// The store cannot be read.
    fn scan_shelves(&mut self, each: &mut dyn FnMut(&str, &str, Vec<u8>)) -> Result<(), Error>;

    /// From now on, until [`release`](Store::release), everything read is as it stands now, whatever a writer
    /// elsewhere does; held twice, it is released twice. Not for the handle that writes while it holds.
    ///
    /// # Errors
    /// The store cannot be read.
    fn hold(&mut self) -> Result<(), Error>;

    /// Reads what is new again.
    fn release(&mut self);

    /// Takes note of something that was found by who reads beside a writer, and is not as the house left it.
    fn suspect(&mut self, _what: &Error) {}

    /// Looks for tables, triggers, functions and the like that this program did not make, or that are missing: they
    /// would act within its own commits. What it found.
    ///
    /// # Errors
    /// The store cannot be read.
    fn strangers(&mut self) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// Looks for damage to what leads to records, without reading them, so that a start can; what it found.
    ///
    /// # Errors
    /// The store cannot be read.
    fn look_over(&mut self) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }

    /// Looks for damage that reading records would not show; what it found.
    ///
    /// # Errors
    /// The store cannot be read.
    fn inspect(&mut self) -> Result<Vec<String>, Error> {
        Ok(Vec::new())
    }
}
