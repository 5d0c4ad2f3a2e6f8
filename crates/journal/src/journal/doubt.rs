//! What the one writer does not believe the database: after a commit that failed, when it is told to look, and before it
//! forgets a key.

use super::{Job, Journal, Known, Writer};
use crate::checkpoint::ledger_digest;
use crate::horizon::Horizon;
use crate::{Error, Head, Key};
use money::{Account, Ledger};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::oneshot;

/// How many keys are forgotten with one commit at most.
const FORGOTTEN: usize = 16_384;

impl Journal {
    /// Looks whether the database has everything as the writer left it: heads and balances as it knows them, and
    /// nothing that would act within its commits. What is otherwise ends all writing ([`suspicions`](Self::suspicions)).
    ///
    /// # Errors
    /// It has not; it cannot be read.
    pub async fn look(&self) -> Result<(), Error> {
        let journal = self.clone();
        let strangers = move || {
            let mut reader = journal.reader()?;
            match reader.strangers()?.into_iter().next() {
                None => Ok(()),
                Some(odd) => {
                    let odd = Error::Strange(odd);
                    reader.suspect(&odd);
                    Err(odd)
                }
            }
        };
        tokio::task::spawn_blocking(strangers).await.map_err(|error| Error::Store(error.to_string()))??;
        let (answer, answers) = oneshot::channel();
        self.jobs.send(Job::Look(answer)).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }
}

impl Writer {
    /// Whether the store has all of the commit that failed; if not, it has nothing of it, and in any case nothing
    /// else.
    pub(super) fn settle_doubt(&mut self) -> Result<bool, Error> {
        let Some([before, after]) = &self.doubt else { return Ok(false) };
        let is = |known: &HashMap<Arc<str>, Known>| {
            // A stream that was to begin may be known without a record.
            let begun = |known: &&Known| known.head.sequence > 0;
            known.values().filter(begun).count() == self.streams.values().filter(begun).count()
                && known.iter().filter(|(_, known)| begun(known)).all(|(name, known)| {
                    let found = self.streams.get(name);
                    found.is_some_and(|found| {
                        found.head == known.head
                            && ledger_digest(&found.ledger) == ledger_digest(&known.ledger)
                    })
                })
        };
        let kept = is(after);
        if !kept && !is(before) {
            return Err(self.end("somebody else wrote to it while the house ran"));
        }
        // What made it fail may be something that acts within the house's own commits.
        match self.store.strangers()?.first() {
            None => Ok(kept),
            Some(odd) => Err(self.end(odd)),
        }
    }

    /// Compares heads and balances with what is known of them.
    pub(super) fn look(&mut self) -> Result<(), Error> {
        self.surely()?;
        let heads: HashMap<String, Head> = self.store.heads()?.into_iter().collect();
        let mut held: HashMap<String, Vec<(Account, i64)>> = HashMap::new();
        for balance in self.store.balances()? {
            held.entry(balance.stream).or_default().push((balance.account, balance.units));
        }
        let begun = self.streams.iter().filter(|(_, known)| known.head.sequence > 0);
        let odd = begun.filter_map(|(name, known)| {
            let found = Ledger::from_balances(held.remove(&**name).unwrap_or_default());
            let same = found.is_ok_and(|found| ledger_digest(&found) == ledger_digest(&known.ledger));
            match heads.get(&**name) == Some(&known.head) {
                false => Some((name.to_string(), "its head is not where the house left it")),
                true if !same => Some((name.to_string(), "its balances are not what the house left")),
                true => None,
            }
        });
        let mut odd: Vec<_> = odd.collect();
        odd.extend(held.into_keys().map(|name| (name, "it has balances, and the house has no such stream")));
        odd.sort();
        match odd.into_iter().next() {
            None => Ok(()),
            Some((name, what)) => {
                let odd = Error::damaged(&name, 0, what);
                self.pins.found(&odd);
                Err(odd)
            }
        }
    }

    /// Keys that are old by the trace that was kept of them, or else by their records: what only their rows say may
    /// have been written by somebody else, and a key that is forgotten lets a thing happen twice.
    pub(super) fn forgettable(&mut self, horizon: &Horizon) -> Vec<(String, Key)> {
        if !horizon.newest().is_some_and(|newest| self.keys.forget(newest)) {
            return Vec::new();
        }
        // What cannot be read now is forgotten another time.
        let mut old = self.store.old_keys(horizon.forgets(), FORGOTTEN).unwrap_or_default();
        if old.len() == FORGOTTEN {
            self.keys.forget_again();
        }
        old.retain(|(stream, key)| {
            let agrees = self.pins.traces().agrees(stream, key);
            let is_its = match agrees {
                Some(agrees) => Ok(agrees),
                None => key.is_of_record(&mut *self.store, stream),
            };
            if let Ok(false) = is_its {
                let what = format!("key {:?} is remembered as of {}, and was not kept so", key.key, key.at);
                self.pins.found(&Error::damaged(stream, key.sequence, what));
            }
            is_its == Ok(true)
        });
        old
    }
}
