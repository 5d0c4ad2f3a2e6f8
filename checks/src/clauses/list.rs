//! Lists of clauses, as rounds and tests write them: `star-2016 9.5, 9.6; crown-6.1 8.1, reading void-stake`.
//!
//! May touch: nothing; it is given text.

use std::collections::{HashMap, HashSet};

/// A clause of a book.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause {
    /// The book's id.
    pub book: String,
    /// The clause's number in that book.
    pub id: String,
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.book, self.id)
    }
}

/// The clauses that each book has.
pub type Registers = HashMap<String, HashSet<String>>;

/// The clauses of a list; `book` is whose they are until a book is named. Readings are left out. Whether a
/// book has the clause is for the caller to say: see [`unknown`].
pub fn clauses(text: &str, book: Option<&str>, registers: &Registers) -> Vec<Clause> {
    let mut book = book.map(str::to_owned);
    let mut clauses = Vec::new();
    for part in text.split(';').flat_map(|part| part.split(", ")) {
        // A round cuts a long list short with an ellipsis; a sentence ends with a full stop.
        let mut part = part.trim().trim_end_matches('…').trim_end_matches(['.', ',']).trim();
        if let Some((named, rest)) = part.split_once(' ')
            && registers.contains_key(named)
        {
            book = Some(named.to_owned());
            part = rest.trim();
        }
        if part.is_empty() || part.starts_with("reading ") {
            continue;
        }
        let book = book.clone().unwrap_or_default();
        clauses.push(Clause { book, id: part.to_owned() });
    }
    clauses
}

/// The first clause of a list that its book does not have.
pub fn unknown<'c>(clauses: &'c [Clause], registers: &Registers) -> Option<&'c Clause> {
    clauses.iter().find(|clause| !registers.get(&clause.book).is_some_and(|ids| ids.contains(&clause.id)))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two books with a few clauses.
    pub fn registers() -> Registers {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        HashMap::from([
            ("star-2016".to_owned(), ids(&["8.4", "8.4.1", "9.2", "App3#2(Right,Top)", "1.1#Box Dice"])),
            ("crown-6.1".to_owned(), ids(&["8.4", "4.1"])),
        ])
    }

    fn read(text: &str, book: Option<&str>) -> Vec<String> {
        clauses(text, book, &registers()).iter().map(Clause::to_string).collect()
    }

    #[test]
    fn a_clause_belongs_to_the_last_book_named() {
        assert_eq!(
            read("star-2016 8.4, 9.2; crown-6.1 8.4, 4.1", None),
            ["star-2016 8.4", "star-2016 9.2", "crown-6.1 8.4", "crown-6.1 4.1"]
        );
        assert_eq!(read("8.4, crown-6.1 4.1", Some("star-2016")), ["star-2016 8.4", "crown-6.1 4.1"]);
    }

    #[test]
    fn ids_hold_commas_and_spaces_and_readings_are_left_out() {
        assert_eq!(
            read("star-2016 App3#2(Right,Top), 1.1#Box Dice, reading first-offer, 8.4 …", None),
            ["star-2016 App3#2(Right,Top)", "star-2016 1.1#Box Dice", "star-2016 8.4"]
        );
    }

    #[test]
    fn what_no_book_has_is_found() {
        let registers = registers();
        let list = clauses("star-2016 8.4, 8.5", None, &registers);
        assert_eq!(unknown(&list, &registers).map(ToString::to_string), Some("star-2016 8.5".to_owned()));
        assert_eq!(
            unknown(&clauses("8.4", None, &registers), &registers).map(|c| c.id.as_str()),
            Some("8.4")
        );
        assert_eq!(unknown(&clauses("crown-6.1 4.1", None, &registers), &registers), None);
    }
}
