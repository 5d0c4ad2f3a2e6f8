//! What the one writer does not believe the database: after a commit that failed, when it is told to look, and before it
//! forgets a key.

use super::{Job, Journal, Known, Writer};
use crate::checkpoint::ledger_digest;
use crate::horizon::Horizon;
use crate::imprint::{self, Imprint};
use crate::shelved::Shelved;
use crate::{Batch, Error, Head, Key, Record, Store, Unit};
use money::{Account, Ledger};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tokio::sync::oneshot;

/// How many keys are forgotten with one commit at most.
const FORGOTTEN: usize = 16_384;

/// What a commit that failed left in doubt.
pub(super) struct Doubt {
    /// What there is if it was not kept …
    before: HashMap<Arc<str>, Known>,
    /// … and if it was.
    after: HashMap<Arc<str>, Known>,
    /// What it was to keep.
    batch: Batch,
}

/// What a store does not have of a batch, as it was to be written; what is only a cache is not asked for.
fn lacks(store: &mut dyn Store, batch: &Batch) -> Result<Option<String>, Error> {
    let missing = |what: String| Ok(Some(format!("{what} is not there as it was written")));
    for record in &batch.records {
        let (stream, sequence) = (&*record.stream, record.sequence);
        if store.range(stream, sequence, sequence)?.first() != Some(record) {
            return missing(format!("record {sequence} of stream {stream}"));
        }
        let Some((key, asked)) = record.key.as_ref().filter(|_| batch.remembered.is_none()) else { continue };
        let wanted = Key { key: key.clone(), asked: *asked, sequence, at: record.at };
        if store.keys(stream, std::slice::from_ref(key))? != [wanted] {
            return missing(format!("key {key:?} of stream {stream}"));
        }
    }
    // The last of those that are told twice.
    let rounds: BTreeMap<_, _> =
        batch.rounds.iter().map(|round| ((&*round.stream, round.number), round)).collect();
    for ((stream, number), round) in &rounds {
        if store.round(stream, *number)?.as_ref() != Some(*round) {
            return missing(format!("round {number} of {stream}"));
        }
    }
    let mut things: BTreeMap<(&str, &str), Option<&Vec<u8>>> = BTreeMap::new();
    things.extend(batch.kept.iter().map(|kept| ((&*kept.shelf, &*kept.name), kept.value.as_ref())));
    things.extend(batch.imprint.iter().map(|line| ((imprint::SHELF, imprint::NAME), Some(line))));
    for ((shelf, name), value) in &things {
        if store.on_shelf(shelf, name)?.as_ref() != *value {
            return missing(format!("{shelf}/{name}"));
        }
    }
    match batch.records.is_empty() && rounds.is_empty() && things.is_empty() {
        // Nothing shows whether it was kept.
        true => missing("a snapshot".into()),
        false => Ok(None),
    }
}

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
    /// What is to be said of a commit that failed, as far as the store can be read again: that it was kept after all, that
    /// it was not, or that nobody knows.
    pub(super) fn settled(&mut self, error: Error) -> Result<(), Error> {
        if error.is_final() {
            self.over = Some(error.clone());
        }
        // What is known may be ahead of what is kept; what was in doubt before still is.
        if self.doubt.is_none() {
            let [before, after] = self.ends();
            self.doubt = Some(Doubt { before, after, batch: self.batch.clone() });
        }
        if self.learn().is_err() {
            self.stale = true;
            // Who hears that it was not kept hears it for good; what is in doubt may have been kept all the same.
            if let Error::Store(_) = error {
                self.tell_never();
            }
            return Err(error);
        }
        match (self.was_kept.take(), error) {
            (Some(true), _) => Ok(()),
            (Some(false), Error::InDoubt(what)) => Err(Error::Store(what)),
            (_, error) => Err(error),
        }
    }

    /// Whether the store has all of the commit that failed; if not, it has nothing of it, and in any case nothing
    /// else.
    pub(super) fn settle_doubt(&mut self) -> Result<bool, Error> {
        let Some(Doubt { before, after, batch }) = &self.doubt else { return Ok(false) };
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
        let moved = is(after);
        if !moved && !is(before) {
            return Err(self.end("somebody else wrote to it while the house ran"));
        }
        // Nobody hears yes of what was not read back. Where no stream moves, only what was to be written says it.
        let (kept, odd) = match moved {
            true => match (lacks(&mut *self.store, batch)?, batch.records.is_empty()) {
                (None, _) => (true, None),
                (Some(_), true) => (false, None),
                (Some(odd), false) => (true, Some(odd)),
            },
            false => (false, None),
        };
        // What made it fail may be something that acts within the house's own commits.
        match odd.or(self.store.strangers()?.into_iter().next()) {
            None => {
                if kept && batch.imprint.is_some() {
                    self.tries.kept = self.tries.tried;
                }
                Ok(kept)
            }
            Some(odd) => Err(self.end(&odd)),
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
        odd.extend(held.into_keys().map(|name| (name, "it has balances, but the house has no such stream")));
        odd.sort();
        match odd.into_iter().next() {
            None => self.look_at_shelves(),
            Some((name, what)) => {
                let odd = Error::damaged(&name, 0, what);
                self.pins.found(&odd);
                Err(odd)
            }
        }
    }

    /// Compares what lies on shelves that no record speaks of.
    fn look_at_shelves(&mut self) -> Result<(), Error> {
        let Some(signer) = &self.signer else { return Ok(()) };
        let mut found = Imprint::default();
        Shelved::read(&mut *self.store, signer, &mut found)?;
        let Some(place) = self.imprint.other_shelf(&found) else { return Ok(()) };
        let odd = Error::Strange(imprint::odd_shelf(place));
        self.pins.found(&odd);
        Err(odd)
    }

    /// Why a unit cannot be taken while nobody knows what was kept: of one that was in the batch that is in doubt, as its
    /// key says, nobody can say that nothing happened.
    pub(super) fn unsure(&self, unit: &Unit, error: &Error) -> Error {
        let doubted = |stream: &str, key: &Option<(String, u64)>| {
            let Some((doubt, (key, _))) = self.doubt.as_ref().zip(key.as_ref()) else { return false };
            let is_it = |record: &Record| {
                *record.stream == *stream && record.key.as_ref().is_some_and(|(known, _)| known == key)
            };
            doubt.batch.records.iter().any(is_it)
        };
        let again = unit.sealed.iter().any(|record| doubted(&record.stream, &record.key))
            || unit.drafts.iter().any(|(stream, draft)| doubted(stream, &draft.key));
        match error {
            Error::Store(what) if again => Error::InDoubt(what.clone()),
            other => other.clone(),
        }
    }

    /// Keys that are old by the trace that was kept of them, or else by their records: what only their rows say may
    /// have been written by somebody else, and a key that is forgotten lets a thing happen twice.
    ///
    /// They go with the batch in hand. The moment up to which there are none then, if it takes all.
    pub(super) fn forgettable(&mut self, horizon: &Horizon) -> Option<i64> {
        if !horizon.newest().is_some_and(|newest| self.keys.forget(newest)) {
            return None;
        }
        // What cannot be read now is forgotten another time.
        let mut old = self.store.old_keys(horizon.forgets(), FORGOTTEN).ok()?;
        let more = old.len() == FORGOTTEN;
        if more {
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
        self.batch.forget = old;
        (!more).then(|| horizon.forgets().saturating_sub(1))
    }

    /// What it means that a key stands already which was taken for a new one: by what is known here only somebody else
    /// can have put it in.
    pub(super) fn odd_key(&self, stream: String, key: String) -> Error {
        let is_it = |record: &&Record| {
            *record.stream == *stream && record.key.as_ref().is_some_and(|(known, _)| *known == key)
        };
        let twice = self.batch.records.iter().filter(is_it).count() > 1;
        let may_be_there = {
            let traces = self.pins.traces();
            !traces.are_whole() || traces.of(&stream, &key).is_some()
        };
        if twice || may_be_there {
            return Error::KeyReused { stream, key };
        }
        let odd =
            Error::damaged(&stream, 0, format!("key {key:?} is remembered, but no such record was kept"));
        self.pins.found(&odd);
        Error::Strange(odd.to_string())
    }
}
