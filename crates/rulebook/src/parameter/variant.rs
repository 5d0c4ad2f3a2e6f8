//! `[[variant]]` of `book.toml`: a variant of the book's game, and the parameters that it changes.

use super::Parameters;
use crate::page::Entry;
use crate::{Citation, Citer};

/// A variant of a book's game, with its parameters in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its id: `crown-pai-gow`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The clauses that make it.
    pub clauses: Vec<Citation>,
    /// Its parameters: the book's, but for what it overrides.
    pub parameters: Parameters,
}

impl Variant {
    /// Reads one `[[variant]]`: it changes the book's parameters, or those of an earlier variant.
    pub(super) fn read(
        entry: Entry<'_, '_>,
        citer: &Citer<'_>,
        base: &Parameters,
        earlier: &[Self],
    ) -> Option<Self> {
        let id = entry.needed_text("id");
        let title = entry.needed_text("title");
        let clauses = citer.citations(&entry, "clauses");
        if let Some(id) = &id
            && earlier.iter().any(|variant| variant.id == id.value)
        {
            entry.page().fault(id.at, format!("variant {} is listed twice", id.value));
        }
        let over = match entry.text("over") {
            None => Some(base),
            Some(over) => {
                let found = earlier.iter().find(|variant| variant.id == over.value);
                if found.is_none() {
                    entry
                        .page()
                        .fault(over.at, format!("over is {}, expected an earlier variant", over.value));
                }
                found.map(|variant| &variant.parameters)
            }
        };
        let parameters = Parameters::groups(&entry, citer, Some(over.unwrap_or(base)));
        entry.done();
        Some(Self { id: id?.value, title: title?.value, clauses, parameters: parameters? })
    }
}
