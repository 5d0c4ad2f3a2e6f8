//! What the entries of `houseway.toml` have in common: clauses, ranks, patterns, totals.

use crate::page::{At, Entry};
use crate::{Citation, Citer, Pattern};
use tiles::Rank;

/// Reads the entries of `houseway.toml`.
pub(super) struct Reader<'c, 'r> {
    pub citer: &'c Citer<'r>,
}

/// `"0/8"`.
pub(super) fn totals(text: &str) -> Option<(u8, u8)> {
    let (low, high) = text.split_once('/')?;
    let total = |t: &str| t.parse::<u8>().ok().filter(|n| *n <= 9 && t.len() == 1);
    Some((total(low)?, total(high)?)).filter(|(low, high)| low <= high)
}

/// Reports unknown keys, but not of an entry that was given up half-way: its other keys may be fine.
pub(super) fn done(entry: Entry<'_, '_>, read: bool) {
    // Without any key that says what it does, a misspelt one is likely what is wrong.
    let says = ["play", "keep", "split", "tiles", "choose"].iter().any(|key| entry.has(key));
    if !read && says {
        entry.keys();
    }
    entry.done();
}

impl Reader<'_, '_> {
    pub(super) fn reading(&self, entry: &Entry<'_, '_>) -> Option<String> {
        self.citer.reading(entry)
    }

    pub(super) fn clauses(&self, entry: &Entry<'_, '_>) -> Vec<Citation> {
        if entry.has("clauses") {
            return self.citer.citations(entry, "clauses");
        }
        self.citer.citation(entry, "clause").into_iter().collect()
    }

    pub(super) fn rank(&self, entry: &Entry<'_, '_>, id: &At<String>) -> Option<Rank> {
        let found = Rank::ALL.into_iter().find(|r| r.id() == id.value);
        if found.is_none() {
            entry.page().fault(id.at, format!("\"{}\" is not a tile", id.value));
        }
        found
    }

    pub(super) fn ranks(&self, entry: &Entry<'_, '_>, key: &str) -> Vec<Rank> {
        let texts = entry.texts(key);
        if texts.is_empty() {
            entry.fault(format!("{key} is missing or empty"));
        }
        texts.iter().filter_map(|id| self.rank(entry, id)).collect()
    }

    /// One place of a pattern, spelled out: `any4`, `12|2`.
    pub(super) fn one_of(&self, entry: &Entry<'_, '_>, key: &str) -> Option<Vec<Rank>> {
        let pattern = self.pattern(entry, &entry.needed_text(key)?, 1)?;
        Some(pattern.fillings(false).into_iter().flatten().collect())
    }

    pub(super) fn pattern(&self, entry: &Entry<'_, '_>, text: &At<String>, wanted: usize) -> Option<Pattern> {
        match Pattern::parse(&text.value, wanted) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                entry.page().fault(text.at, format!("tiles \"{}\": {error}", text.value));
                None
            }
        }
    }
}
