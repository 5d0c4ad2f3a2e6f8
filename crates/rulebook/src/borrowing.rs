//! `[[borrows]]` of `book.toml`: what a book does not have and takes from another.

use crate::page::Entry;
use crate::{Citation, Citer, Game};

/// Something that a book does not have and takes from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// `house-way`, `cuts` or `grids`.
    pub what: String,
    /// The lender's id.
    pub from: String,
    /// The clause that leaves the gap.
    pub clauses: Vec<Citation>,
    /// Why.
    pub why: String,
}

impl Borrowing {
    /// Reads every `[[borrows]]` of a book.
    pub(crate) fn read_all(root: &Entry<'_, '_>, citer: &Citer<'_>, game: Option<Game>) -> Vec<Self> {
        let mut borrowings = Vec::new();
        for entry in root.tables("borrows") {
            if game == Some(Game::RapidRoulette) {
                entry.fault("a Rapid Roulette book borrows nothing: house-way, cuts and grids are Pai Gow's");
            }
            let what = entry.needed_text("what");
            if let Some(what) =
                what.as_ref().filter(|w| !["house-way", "cuts", "grids"].contains(&w.value.as_str()))
            {
                entry
                    .page()
                    .fault(what.at, format!("what is {}, expected house-way, cuts or grids", what.value));
            }
            let from = entry.needed_text("from");
            let why = entry.needed_text("why");
            let clauses = citer.citations(&entry, "clauses");
            entry.done();
            if let (Some(what), Some(from), Some(why)) = (what, from, why) {
                borrowings.push(Self { what: what.value, from: from.value, clauses, why: why.value });
            }
        }
        borrowings
    }
}
