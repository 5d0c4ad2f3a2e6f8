//! One parameter: its value, the clauses it rests on, the reading if one decided.
//!
//! A parameter is written `name = { is = VALUE, clauses = ["9.8"] }`; a value with several parts names
//! them instead of `is`. Knows nothing of what a value means.

use super::Worth;
use crate::page::Entry;
use crate::{Citation, Citer};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// A value with the clauses it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited<T> {
    /// The value.
    pub value: T,
    /// The clauses that say so; for an inherited or borrowed value, those of the other book.
    pub clauses: Vec<Citation>,
    /// The reading that decided, where the clauses leave it open.
    pub reading: Option<String>,
    /// Both as text, each once: made once, so that every event and refusal can share it.
    texts: Arc<[String]>,
}

impl<T> Cited<T> {
    pub(crate) fn new(value: T, clauses: Vec<Citation>, reading: Option<String>) -> Self {
        let mut texts: Vec<String> = Vec::with_capacity(clauses.len() + 1);
        let reads = reading.iter().map(|id| format!("reading {id}"));
        for text in clauses.iter().map(Citation::to_string).chain(reads) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Self { value, clauses, reading, texts: texts.into() }
    }

    /// Clauses such as `star-2016 8.4.1` and then `reading lots-modulo`, each once.
    pub const fn texts(&self) -> &Arc<[String]> {
        &self.texts
    }
}

/// A parameter as it is printed: to list a book's parameters, or to compare two books.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The table it stands in: `bank`.
    pub table: &'static str,
    /// Its name there: `rounds-per-bank`.
    pub name: &'static str,
    /// Its value in words.
    pub value: String,
    /// The clauses it rests on.
    pub clauses: Vec<Citation>,
    /// The reading that decided.
    pub reading: Option<String>,
}

/// Reads one parameter's table.
pub(crate) fn read_cited<T: Worth>(
    entry: Entry<'_, '_>,
    citer: &Citer<'_>,
    name: &str,
    range: Option<&RangeInclusive<i64>>,
) -> Option<Cited<T>> {
    let value = T::read(&entry, "is", name, range);
    let clauses = citer.citations(&entry, "clauses");
    let reading = citer.reading(&entry);
    entry.done();
    Some(Cited::new(value?, clauses, reading))
}

/// A parameter as it is printed.
pub(crate) fn state<T: Worth>(table: &'static str, name: &'static str, cited: &Cited<T>) -> Stated {
    Stated {
        table,
        name,
        value: cited.value.show(),
        clauses: cited.clauses.clone(),
        reading: cited.reading.clone(),
    }
}

/// Prints the value with its clauses: `rounds-per-bank  2  (star-2016 6.7)`.
impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses: Vec<String> = self.clauses.iter().map(Citation::to_string).collect();
        write!(f, "{} {}  {}  ({})", self.table, self.name, self.value, clauses.join(", "))?;
        match &self.reading {
            Some(reading) => write!(f, " by reading {reading}"),
            None => Ok(()),
        }
    }
}
