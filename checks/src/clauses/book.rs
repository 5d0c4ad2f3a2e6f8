//! A book's clauses, as its `clauses.csv` has them.
//!
//! May touch: nothing; it is given text.

use crate::fault::Fault;
use crate::rows;
use std::collections::HashMap;

/// The columns, in order. The first seven come from the inventory and stay as they are there.
pub const COLUMNS: [&str; 10] =
    ["book", "clause", "theme", "duty", "role", "gist", "open", "code", "test", "note"];

/// How many columns come from the inventory.
pub const INVENTORY_COLUMNS: usize = 7;

/// What the software may owe a clause; to the last, nothing.
pub const DUTIES: &[&str] = &["enforce", "record", "display", "outside"];

/// A clause.
#[derive(Debug)]
pub struct Row {
    /// Its line in the file.
    pub line: usize,
    /// Its number in the document.
    pub clause: String,
    /// What it is about.
    pub theme: String,
    /// What the software owes it.
    pub duty: String,
    /// Our words for it.
    pub gist: String,
    /// Where it lives in code.
    pub code: String,
    /// Which tests show it.
    pub test: String,
    /// Whether those tests are there and cite it; known only once the files they are in have been read.
    pub shown: bool,
    /// The columns of the inventory, as written.
    pub inventory: Vec<String>,
}

impl Row {
    /// Whether the software owes it anything.
    pub fn is_owed(&self) -> bool {
        self.duty != "outside"
    }
}

/// A book's clauses, in the document's order.
#[derive(Debug)]
pub struct Book {
    /// The book's id, which is its folder's name.
    pub name: String,
    /// The file.
    pub path: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Book {
    /// Reads a book's clauses. Rows that cannot be read are left out, and are among the faults.
    pub fn of(name: &str, path: &str, text: &str) -> (Self, Vec<Fault>) {
        let mut book = Self { name: name.to_owned(), path: path.to_owned(), rows: Vec::new() };
        let mut faults = Vec::new();
        let rows = match rows::rows(text) {
            Ok(rows) => rows,
            Err(broken) => return (book, vec![Fault::new(path, broken.line, broken.reason)]),
        };
        let mut rows = rows.into_iter();
        let header = rows.next().map(|row| row.fields).unwrap_or_default();
        if header != COLUMNS {
            let reason = format!("the header is {}; it must be {}", header.join(","), COLUMNS.join(","));
            return (book, vec![Fault::new(path, 1, reason)]);
        }
        let mut lines: HashMap<String, usize> = HashMap::new();
        for rows::Row { line, fields } in rows {
            let Ok(fields) = <[String; COLUMNS.len()]>::try_from(fields) else {
                faults.push(Fault::new(path, line, format!("does not have {} columns", COLUMNS.len())));
                continue;
            };
            let inventory = fields[..INVENTORY_COLUMNS].to_vec();
            let [of, clause, theme, duty, _, gist, _, code, test, _] = fields;
            if of != name {
                faults.push(Fault::new(
                    path,
                    line,
                    format!("clause {clause} is of book \"{of}\", the folder is {name}"),
                ));
            }
            if clause.trim().is_empty() {
                faults.push(Fault::new(path, line, "the clause has no number"));
            }
            if let Some(first) = lines.insert(clause.clone(), line) {
                faults.push(Fault::new(
                    path,
                    line,
                    format!("clause {clause} is there already, on line {first}"),
                ));
            }
            if !DUTIES.contains(&duty.as_str()) {
                let reason =
                    format!("clause {clause} has the duty \"{duty}\"; duties are {}", DUTIES.join(", "));
                faults.push(Fault::new(path, line, reason));
            }
            let (code, test) = (code.trim().to_owned(), test.trim().to_owned());
            book.rows.push(Row { line, clause, theme, duty, gist, code, test, shown: false, inventory });
        }
        (book, faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str) -> (Book, Vec<Fault>) {
        let text = format!("{}\n{rows}", COLUMNS.join(","));
        Book::of("star-2016", "rulebooks/star-2016/clauses.csv", &text)
    }

    #[test]
    fn rows_are_read_with_their_lines() {
        let (book, faults) = read("star-2016,8.4,dice,enforce,engine,\"One, two\",,a.rs,t.rs::x,\n");
        assert_eq!(faults, []);
        let row = &book.rows[0];
        assert_eq!((row.line, row.clause.as_str(), row.gist.as_str()), (2, "8.4", "One, two"));
        assert_eq!((row.code.as_str(), row.test.as_str(), row.inventory.len()), ("a.rs", "t.rs::x", 7));
    }

    #[test]
    fn every_fault_of_a_row_is_named_with_its_line() {
        for (rows, line, why) in [
            ("star-2016,8.4,dice,enforce,engine,One,,,\n", 2, "10 columns"),
            ("vcga-2000,8.4,dice,enforce,engine,One,,,,\n", 2, "\"vcga-2000\""),
            ("star-2016,,dice,enforce,engine,One,,,,\n", 2, "no number"),
            ("star-2016,8.4,dice,obey,engine,One,,,,\n", 2, "\"obey\""),
            (
                "star-2016,8.4,d,enforce,e,One,,,,\nstar-2016,8.4,d,enforce,e,One,,,,\n",
                3,
                "already, on line 2",
            ),
            ("star-2016,\"8.4,dice\n", 2, "not good CSV"),
        ] {
            let (_, faults) = read(rows);
            assert!(
                faults.len() == 1 && faults[0].line == line && faults[0].reason.contains(why),
                "{rows}: {faults:?}"
            );
        }
    }

    #[test]
    fn a_wrong_header_is_refused() {
        for text in ["", "book,clause\n", "clause,book,theme,duty,role,gist,open,code,test,note\n"] {
            let (_, faults) = Book::of("star-2016", "x.csv", text);
            assert!(faults.len() == 1 && faults[0].reason.contains("header"), "{text}");
        }
    }
}
