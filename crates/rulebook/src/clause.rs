//! The register of a book's clauses: what each says in our words, what software owes it, and where
//! that is met.
//!
//! `clauses.csv` starts from the inventory and adds `code`, `test` and `note`.

use crate::Faults;
use std::collections::HashMap;
use std::fmt;

/// The columns of `clauses.csv`.
pub const COLUMNS: [&str; 10] =
    ["book", "clause", "theme", "duty", "role", "gist", "open", "code", "test", "note"];

/// A clause of a book: `star-2016 8.4.1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Citation {
    /// The book's id.
    pub book: String,
    /// The clause's number in that book, or our mark where the document has none.
    pub clause: String,
}

impl Citation {
    /// Names a clause.
    pub fn new(book: impl Into<String>, clause: impl Into<String>) -> Self {
        Self { book: book.into(), clause: clause.into() }
    }

    /// As it is written inside a book: the bare clause for its own, `book clause` for another's.
    pub fn within(&self, book: &str) -> String {
        if self.book == book { self.clause.clone() } else { self.to_string() }
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book, self.clause)
    }
}

/// What the software owes a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// The engine computes it, or makes breaking it impossible.
    Enforce,
    /// A person's act, taken as a command, checked and logged.
    Record,
    /// Shown to the person named.
    Display,
    /// Physical or legal only.
    Outside,
}

impl Duty {
    /// The word in the register.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enforce => "enforce",
            Self::Record => "record",
            Self::Display => "display",
            Self::Outside => "outside",
        }
    }

    fn read(word: &str) -> Option<Self> {
        [Self::Enforce, Self::Record, Self::Display, Self::Outside].into_iter().find(|d| d.word() == word)
    }
}

/// One row of the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its number.
    pub id: String,
    /// What it is about: `houseway`, `cut`, `settle`, ….
    pub theme: String,
    /// What software owes it.
    pub duty: Duty,
    /// Who acts under it: `engine`, `dealer`, `supervisor`, ….
    pub role: String,
    /// What it says, in our words.
    pub gist: String,
    /// What it leaves open; empty if nothing.
    pub open: String,
    /// Where it lives in the code; empty if nowhere yet.
    pub code: String,
    /// Which tests show it; empty if none yet.
    pub test: String,
    /// A remark.
    pub note: String,
}

/// All clauses of one book, in the order of the document.
#[derive(Clone, Debug, Default)]
pub struct Register {
    clauses: Vec<Clause>,
    by_id: HashMap<String, usize>,
}

impl Register {
    /// Reads `clauses.csv`.
    pub fn parse(book: &str, file: &str, text: &str, faults: &mut Faults) -> Self {
        let mut register = Self::default();
        // No text of ours goes over a line, so each line is a record, and a quotation mark left open
        // in one hides nothing of the next.
        let mut sound = Vec::new();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
            if text.bytes().filter(|b| *b == b'"').count().is_multiple_of(2) {
                sound.push((line, text));
            } else {
                faults.add(file, line, "a quotation mark is left open");
            }
        }
        let text: String = sound.iter().flat_map(|(_, text)| [text, "\n"]).collect();
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut record = csv::StringRecord::new();
        for (place, (line, _)) in sound.into_iter().enumerate() {
            match reader.read_record(&mut record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    faults.add(file, line, format!("not CSV: {error}"));
                    continue;
                }
            }
            if place == 0 {
                if record.iter().ne(COLUMNS) {
                    faults.add(file, line, format!("columns are not {}", COLUMNS.join(",")));
                    break;
                }
                continue;
            }
            register.row(book, file, line, &record, faults);
        }
        if register.clauses.is_empty() {
            faults.add(file, 1, "the register has no clause");
        }
        register
    }

    fn row(&mut self, book: &str, file: &str, line: usize, record: &csv::StringRecord, faults: &mut Faults) {
        if record.len() != COLUMNS.len() {
            faults.add(file, line, format!("{} columns, expected {}", record.len(), COLUMNS.len()));
            return;
        }
        let column = |i: usize| record.get(i).unwrap_or_default().to_string();
        if column(0) != book {
            faults.add(file, line, format!("book is {}, expected {book}", column(0)));
        }
        let Some(duty) = Duty::read(&column(3)) else {
            faults.add(
                file,
                line,
                format!("duty is {}, expected enforce, record, display or outside", column(3)),
            );
            return;
        };
        let id = column(1);
        if id.trim().is_empty() {
            faults.add(file, line, "clause is empty");
            return;
        }
        if self.by_id.insert(id.clone(), self.clauses.len()).is_some() {
            faults.add(file, line, format!("clause {id} is listed twice"));
        }
        self.clauses.push(Clause {
            id,
            theme: column(2),
            duty,
            role: column(4),
            gist: column(5),
            open: column(6),
            code: column(7),
            test: column(8),
            note: column(9),
        });
    }

    /// All clauses, in the order of the document.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// The clause with this number.
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.by_id.get(id).map(|i| &self.clauses[*i])
    }
}
