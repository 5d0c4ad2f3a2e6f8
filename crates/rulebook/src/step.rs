//! The steps of a table and the clauses that each rests on: `steps.toml`.
//!
//! A step is something that happens at a table: the shuffle, a wager taken, a winner paid. The file
//! says for each, where need be for each method of play, which clauses of the book prescribe it.
//! Knows the names as words only, and nothing of what happens in a step.
//! Clauses: star-2016 6–16; vcga-2000 6–17; crown-6.1 3–14, 16; uk-leaflet B2–B29.

use crate::page::Entry;
use crate::{Citation, Citer, Method};
use std::collections::BTreeMap;

/// Every step that a book prescribes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    steps: BTreeMap<String, Step>,
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Step {
    /// Under any method that is not named.
    common: Vec<Citation>,
    /// Under each method, in the order of [`Method::ALL`].
    under: [Option<Vec<Citation>>; 3],
    reading: Option<String>,
}

impl Steps {
    /// The clauses of a step under a method; none if the book has no word on it.
    pub fn clauses(&self, name: &str, method: Method) -> &[Citation] {
        let place = Method::ALL.iter().position(|known| *known == method).unwrap_or(0);
        self.steps.get(name).map_or(&[], |step| step.under[place].as_deref().unwrap_or(&step.common))
    }

    /// The reading that a step rests on.
    pub fn reading(&self, name: &str) -> Option<&str> {
        self.steps.get(name)?.reading.as_deref()
    }

    /// The names of all steps, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.steps.keys().map(String::as_str)
    }

    /// Reads `steps.toml`; steps that it leaves out come from the parent.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>, parent: Option<&Self>) -> Option<Self> {
        let mut steps = parent.cloned().unwrap_or_default().steps;
        for key in root.keys() {
            if let Some(entry) = root.table(&key.value) {
                steps.insert(key.value, Step::read(entry, citer));
            }
        }
        Some(Self { steps })
    }
}

impl Step {
    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Self {
        let list = |key: &str| entry.has(key).then(|| citer.citations(&entry, key));
        let under = [list("house"), list("player"), list("co-bank")];
        let common = list("clauses");
        if common.is_none() && under.iter().all(Option::is_none) {
            entry.fault("a step cites nothing: clauses = … or one of house, player and co-bank wanted");
        }
        let reading = citer.reading(&entry);
        entry.done();
        Self { common: common.unwrap_or_default(), under, reading }
    }
}
