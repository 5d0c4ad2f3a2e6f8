//! Turns what a book's file cites into citations, and reports those that cite nothing.

use crate::page::{At, Entry};
use crate::{Citation, Register};

/// Resolves citations written in one book: bare for its own clauses, `book clause` for those of a
/// book on the same shelf that it extends or borrows from.
pub struct Citer<'r> {
    /// The book whose files are read.
    pub book: &'r str,
    /// The registers that can be cited: its own first.
    pub registers: Vec<(&'r str, &'r Register)>,
    /// The ids of the book's readings, once they are known.
    pub readings: Option<Vec<String>>,
    /// Whether the text is known to be valid, so that registers need not be asked.
    pub trusting: bool,
}

impl Citer<'_> {
    fn resolve(&self, text: &str) -> Option<Citation> {
        let own = |book: &str, clause: &str| {
            let (book, register) = self.registers.iter().find(|(id, _)| *id == book)?;
            (self.trusting || register.get(clause).is_some()).then(|| Citation::new(*book, clause))
        };
        let other = || {
            let (book, clause) = text.split_once(' ')?;
            own(book, clause)
        };
        // A trusted text names another book only where it begins with that book's id.
        if self.trusting {
            other().or_else(|| own(self.book, text))
        } else {
            own(self.book, text).or_else(other)
        }
    }

    /// Resolves one citation, or notes the fault.
    pub fn cite(&self, entry: &Entry<'_, '_>, text: &At<String>) -> Option<Citation> {
        let found = self.resolve(&text.value);
        if found.is_none() {
            entry.page().fault(text.at, format!("clause {} does not exist in {}", text.value, self.book));
        }
        found
    }

    /// The citations under a key, text or list; at least one is wanted.
    pub fn citations(&self, entry: &Entry<'_, '_>, key: &str) -> Vec<Citation> {
        let texts = entry.texts(key);
        if texts.is_empty() {
            entry.fault(format!("{key} is missing: every rule cites its clause"));
        }
        texts.iter().filter_map(|text| self.cite(entry, text)).collect()
    }

    /// The one citation under a key that has to be there.
    pub fn citation(&self, entry: &Entry<'_, '_>, key: &str) -> Option<Citation> {
        let text = entry.needed_text(key)?;
        self.cite(entry, &text)
    }

    /// The one citation under a key that may be there.
    pub fn any_citation(&self, entry: &Entry<'_, '_>, key: &str) -> Option<Citation> {
        let text = entry.text(key)?;
        self.cite(entry, &text)
    }

    /// The reading that an entry rests on, if it names one that the book has.
    pub fn reading(&self, entry: &Entry<'_, '_>) -> Option<String> {
        self.known(entry, entry.text("reading")?)
    }

    /// The readings that an entry rests on, one or a list.
    pub fn readings(&self, entry: &Entry<'_, '_>) -> Vec<String> {
        entry.texts("reading").into_iter().filter_map(|id| self.known(entry, id)).collect()
    }

    fn known(&self, entry: &Entry<'_, '_>, id: At<String>) -> Option<String> {
        if self.readings.as_ref().is_some_and(|known| !known.contains(&id.value)) {
            entry.page().fault(id.at, format!("reading {} does not exist in this book", id.value));
            return None;
        }
        Some(id.value)
    }
}
