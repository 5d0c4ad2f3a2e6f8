//! What the one writer knows, for whoever reads beside it: how far every stream has come, and where it begins.
//!
//! Whoever can write to the database can hide the beginning or the end of a stream from a reader for a moment, and
//! put it back. What is read has to fit what the writer knows; what does not is told, and nothing is written after.

use crate::traces::Traces;
use crate::{Base, Error, Head, Record};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tokio::sync::watch;

/// What the one writer knows.
#[derive(Default)]
pub(crate) struct Pins {
    heads: Mutex<HashMap<Arc<str>, Head>>,
    /// The keys of the last day.
    traces: Mutex<Traces>,
    /// Where streams begin that do not begin with their first record, by name: the same for as long as it writes.
    bases: OnceLock<Vec<Base>>,
    /// The first thing that a reader found, and that is not as the writer left it.
    odd: watch::Sender<Option<String>>,
    /// Why nothing outside the database says how far it went.
    untold: Mutex<Option<String>>,
}

impl Pins {
    fn heads(&self) -> MutexGuard<'_, HashMap<Arc<str>, Head>> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The keys of the last day.
    pub fn traces(&self) -> MutexGuard<'_, Traces> {
        self.traces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Streams stand here, and there are no others.
    pub fn stand(&self, heads: impl Iterator<Item = (Arc<str>, Head)>) {
        *self.heads() = heads.filter(|(_, head)| head.sequence > 0).collect();
    }

    /// Streams begin here; whether they do as they did before.
    pub fn begin(&self, bases: Vec<Base>) -> bool {
        *self.bases.get_or_init(|| bases.clone()) == bases
    }

    /// These records were kept, the last of each stream last.
    pub fn moved(&self, records: &[Record]) {
        let mut all = self.heads();
        for record in records {
            let head = Head { sequence: record.sequence, hash: record.hash };
            match all.get_mut(&record.stream) {
                Some(known) => *known = head,
                None => drop(all.insert(record.stream.clone(), head)),
            }
        }
    }

    /// How far all streams have come, by name.
    pub fn sorted(&self) -> Vec<(String, Head)> {
        let mut all: Vec<_> = self.heads().iter().map(|(name, head)| (name.to_string(), *head)).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    /// How far one has come; nothing for a stream without records.
    pub fn head(&self, stream: &str) -> Option<Head> {
        self.heads().get(stream).copied()
    }

    /// Where streams begin that do not begin with their first record.
    pub fn bases(&self) -> &[Base] {
        self.bases.get().map_or(&[], Vec::as_slice)
    }

    /// After which record a stream begins.
    pub fn base(&self, stream: &str) -> Head {
        let known = self.bases().iter().find(|base| base.stream == stream);
        known.map_or_else(|| Head::genesis(stream), |base| base.head)
    }

    /// Takes note of what a reader found; the first is what counts.
    pub fn found(&self, what: &Error) {
        self.odd.send_if_modified(|odd| {
            let first = odd.is_none();
            odd.get_or_insert_with(|| what.to_string());
            first
        });
    }

    /// Why a reader cannot open the store: another schema than the writer brought it to is found.
    pub fn odd_schema(&self, error: Error) -> Error {
        match error {
            Error::Schema { .. } => {
                let odd = Error::Strange(error.to_string());
                self.found(&odd);
                odd
            }
            other => other,
        }
    }

    /// What a reader found, if one did: why nothing is written any more.
    pub fn odd(&self) -> Option<Error> {
        let odd = self.odd.borrow();
        odd.as_ref().map(|what| Error::Strange(format!("{what}; so nothing more is written")))
    }

    /// Nothing outside the database says how far it went, or something does again.
    pub fn untold(&self, why: Option<String>) {
        *self.untold.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Why nothing outside the database says how far it went, if that is so.
    pub fn is_untold(&self) -> Option<String> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Hears what a reader finds.
    pub fn watch(&self) -> watch::Receiver<Option<String>> {
        self.odd.subscribe()
    }
}
