//! Where the streams of a store begin and end, where that is not their first or last record: by what the store
//! says, and by what the house signed.

use crate::{Archive, Base, Error, Finding, Head, Held, Record, Store};
use money::Ledger;
use std::collections::{BTreeMap, HashMap};

/// Where streams begin, and of an archive also where they end.
#[derive(Default)]
pub(crate) struct Ends {
    /// Where streams begin, as the store says …
    bases: HashMap<String, Base>,
    /// … and as the house has signed on record.
    signed: HashMap<String, Base>,
    /// Keys of records after this moment had to be remembered when the last archive was made.
    pub since: Option<i64>,
    /// What this archive holds, if it is one.
    holds: Option<HashMap<String, Held>>,
}

fn wrong(stream: &str, what: impl Into<String>) -> Finding {
    Finding { stream: stream.into(), sequence: 0, what: what.into() }
}

impl Ends {
    /// Those of a store; of an archive as it says itself, if that is signed.
    pub fn of(store: &mut dyn Store, public: Option<&str>) -> Result<Self, Finding> {
        let database = |error: Error| wrong("", error.to_string());
        let bases = store.bases().map_err(database)?;
        let bases: HashMap<_, _> = bases.into_iter().map(|base| (base.stream.clone(), base)).collect();
        let mut ends = Self { bases, ..Self::default() };
        let Some(said) = Archive::of(store).map_err(database)? else { return Ok(ends) };
        let holding = said.holding(public);
        let holding = holding.map_err(|what| wrong("", format!("what the archive says it holds: {what}")))?;
        let mut holds = HashMap::new();
        for part in holding.parts {
            let name = part.from.stream.clone();
            if ends.base(&name) != part.from {
                let after = part.from.head.sequence;
                let what = format!("it does not begin after record {after} with what the house signed");
                return Err(wrong(&name, what));
            }
            holds.insert(name, part);
        }
        if let Some(name) = ends.bases.keys().filter(|name| !holds.contains_key(*name)).min() {
            return Err(wrong(
                name,
                "it begins after a record, but the house did not sign that this is here",
            ));
        }
        ends.holds = Some(holds);
        Ok(ends)
    }

    /// Where a stream begins.
    pub fn base(&self, stream: &str) -> Base {
        self.bases.get(stream).cloned().unwrap_or_else(|| Base::genesis(stream))
    }

    /// Where streams begin that do not begin with their first record: their heads there, and what they held.
    pub fn begin(&self) -> Result<Vec<(String, Head, Ledger)>, Finding> {
        let begin = self.bases.values().map(|base| {
            let ledger = Ledger::from_balances(base.balances.clone())
                .map_err(|what| wrong(&base.stream, format!("its beginning is impossible: {what}")))?;
            Ok((base.stream.clone(), base.head, ledger))
        });
        begin.collect()
    }

    /// Whether this is an archive.
    pub const fn is_archive(&self) -> bool {
        self.holds.is_some()
    }

    /// Whether a record is not in this store, because it is in an archive, or this is one that does not hold it.
    pub fn is_elsewhere(&self, name: &str, sequence: u64) -> bool {
        let before = self.bases.get(name).is_some_and(|base| sequence < base.head.sequence);
        let after = |holds: &HashMap<String, Held>| {
            holds.get(name).is_none_or(|part| sequence > part.to.head.sequence)
        };
        before || self.holds.as_ref().is_some_and(after)
    }

    /// Takes note of a record that says what an archive holds.
    pub fn note(&mut self, record: &Record, public: Option<&str>) -> Result<(), String> {
        let holding = Archive::from_body(&record.body)?.holding(public)?;
        if holding.number != record.sequence {
            return Err(format!("it was signed as archive {}", holding.number));
        }
        for Held { from, to } in holding.parts {
            let begins = self.signed.get(&from.stream).cloned();
            if begins.unwrap_or_else(|| Base::genesis(&from.stream)) != from {
                return Err(format!("its stream {} does not continue from the archive before", from.stream));
            }
            self.signed.insert(to.stream.clone(), to);
        }
        self.since = self.since.max(Some(holding.since));
        Ok(())
    }

    /// Whether streams begin where the archives on record end.
    pub fn are_signed(&self) -> Result<(), Finding> {
        if self.is_archive() {
            return Ok(());
        }
        let mut names: Vec<&String> = self.bases.keys().chain(self.signed.keys()).collect();
        names.sort();
        match names.into_iter().find(|name| self.bases.get(*name) != self.signed.get(*name)) {
            Some(name) => Err(wrong(name, "it does not begin where the archive ends that the house signed")),
            None => Ok(()),
        }
    }

    /// Whether an archive ends as the house signed it.
    pub fn reach(
        &self,
        heads: &HashMap<String, Head>,
        ledgers: &BTreeMap<String, Ledger>,
    ) -> Result<(), Finding> {
        let Some(holds) = &self.holds else { return Ok(()) };
        let mut names: Vec<&String> = holds.keys().chain(heads.keys()).collect();
        names.sort();
        for name in names {
            let Some(part) = holds.get(name) else {
                return Err(wrong(name, "the house did not sign that it is in this archive"));
            };
            let held = ledgers.get(name).map(Ledger::accounts);
            let mut held: Vec<_> =
                held.into_iter().flatten().map(|(account, units)| (*account, *units)).collect();
            held.sort();
            if heads.get(name) != Some(&part.to.head) || held != part.to.balances {
                return Err(wrong(name, "it does not end as the house signed it"));
            }
        }
        Ok(())
    }
}
