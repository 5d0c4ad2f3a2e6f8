//! Who is signed in, on record.
//!
//! Sessions and digests lie on shelves, under the seal of the house; but a shelf can be put back to what it
//! once was, seal and all. So every session of somebody with a name comes and goes with a record of the stream
//! `house/doors`, and the hash of every digest is in the record that gave it: what the records do not know
//! lets nobody in.

use super::roster::{PASSWORDS, Roster};
use super::session;
use floor::Numbers;
use game::Moment;
use journal::{Draft, Error, Hash, Head, Reading, Snapshot, Store};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;

/// The stream.
pub(super) const STREAM: &str = "house/doors";

/// What a record of the stream says: the keys of sessions that came, and of those that went.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Passed {
    #[serde(default, rename = "in", skip_serializing_if = "Vec::is_empty")]
    came: Vec<String>,
    #[serde(default, rename = "out", skip_serializing_if = "Vec::is_empty")]
    went: Vec<String>,
}

/// The sessions of people with a name that are on record and not over.
#[derive(Debug, Default)]
pub(super) struct Doors {
    open: HashSet<Hash>,
}

impl Doors {
    /// Follows the stream, from its snapshot if there is one; and a snapshot of where it stands.
    ///
    /// # Errors
    /// It cannot be read, with the record it stops at.
    pub fn read(store: &mut dyn Store) -> Result<(Self, Option<Snapshot>), Error> {
        let mut doors = Self::default();
        let mut head = Head::genesis(STREAM);
        // It is only a cache: without one everything is read.
        if let Some(snapshot) = store.snapshot(STREAM)?
            && let Ok(open) = serde_json::from_slice::<Vec<String>>(&snapshot.state)
        {
            doors.open = open.iter().filter_map(|key| key.parse().ok()).collect();
            head = Head { sequence: snapshot.sequence, hash: snapshot.hash };
        }
        let begun = head.sequence;
        // One that speaks of what is not there yet was made in another past.
        let stands = store.head(STREAM)?.unwrap_or_else(|| Head::genesis(STREAM));
        if begun > stands.sequence {
            (doors, head) = (Self::default(), Head::genesis(STREAM));
        }
        let begun = begun.min(head.sequence);
        for record in Reading::new(store, STREAM, head, u64::MAX) {
            let record = record?;
            let passed: Passed = serde_json::from_slice(&record.body)
                .map_err(|error| Error::damaged(STREAM, record.sequence, error.to_string()))?;
            doors.open.extend(passed.came.iter().filter_map(|key| key.parse::<Hash>().ok()));
            for key in passed.went.iter().filter_map(|key| key.parse().ok()) {
                doors.open.remove(&key);
            }
            head = Head { sequence: record.sequence, hash: record.hash };
        }
        if head.sequence < stands.sequence || (head.sequence == stands.sequence && head != stands) {
            return Err(Error::damaged(STREAM, stands.sequence, "it is not where its stream leads"));
        }
        let snapshot = (head.sequence > begun).then(|| doors.snapshot(head));
        Ok((doors, snapshot))
    }

    fn snapshot(&self, head: Head) -> Snapshot {
        let keys: Vec<String> = self.open.iter().map(Hash::to_string).collect();
        let state = serde_json::to_vec(&keys).unwrap_or_default();
        Snapshot { stream: STREAM.into(), sequence: head.sequence, hash: head.hash, state }
    }

    /// Whether a session is on record.
    pub fn knows(&self, key: &Hash) -> bool {
        self.open.contains(key)
    }

    /// The record of a session that comes and of others that go, if any of them belongs on record.
    pub fn draft(&self, came: Option<(&Hash, u32)>, went: &[Hash], now: Moment) -> Option<(Arc<str>, Draft)> {
        let came = came.filter(|(_, number)| *number < Numbers::GUEST).map(|(key, _)| key.to_string());
        let went: Vec<String> = went.iter().filter(|key| self.knows(key)).map(Hash::to_string).collect();
        if came.is_none() && went.is_empty() {
            return None;
        }
        let body = serde_json::to_vec(&Passed { came: came.into_iter().collect(), went }).unwrap_or_default();
        Some((STREAM.into(), Draft { at: now.milliseconds(), body, ..Draft::default() }))
    }

    /// It is on record.
    pub fn follow(&mut self, came: Option<(&Hash, u32)>, went: &[Hash]) {
        self.open.retain(|key| !went.contains(key));
        self.open.extend(came.filter(|(_, number)| *number < Numbers::GUEST).map(|(key, _)| *key));
    }

    /// Those that are on record and not on the shelf.
    pub fn without(&self, shelf: &HashSet<Hash>) -> Vec<Hash> {
        self.open.difference(shelf).copied().collect()
    }
}

/// What lies on the shelves of sessions and digests and is not what the records speak of, as `shelf/name`:
/// put back, or put there, by somebody who can write to the database.
///
/// # Errors
/// The store cannot be read.
pub fn strange(store: &mut dyn Store) -> Result<Vec<String>, Error> {
    let (roster, (doors, _)) = (Roster::read(store)?, Doors::read(store)?);
    strange_of(store, &roster, &doors)
}

/// The same with what is known already.
pub(super) fn strange_of(
    store: &mut dyn Store,
    roster: &Roster,
    doors: &Doors,
) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    let kept: HashSet<String> = store.shelf(PASSWORDS)?.into_iter().map(|(name, _)| name).collect();
    for member in roster.members() {
        if member.digest.is_none() {
            let what = if kept.contains(&*member.name) { "" } else { " (missing)" };
            found.push(format!("{PASSWORDS}/{}{what}", member.name));
        }
    }
    for (name, bytes) in store.shelf(session::SHELF)? {
        let known = name.parse().is_ok_and(|key| doors.knows(&key));
        if !known && !session::is_guests(&bytes) {
            found.push(format!("{}/{name}", session::SHELF));
        }
    }
    Ok(found)
}
