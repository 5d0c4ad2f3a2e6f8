//! What a clause claims: the code it names is there, the tests it names are there and cite it.
//!
//! May touch: the files that the clauses name, and the test data those name in turn.

use super::book::{Book, Row};
use super::citation::Clause;
use crate::fault::Fault;
use crate::rust_text::{Function, functions, has_word};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// A file that was read: its text, and if it is Rust, its functions.
pub struct Source {
    text: String,
    functions: Vec<Function>,
}

/// The files read so far; hundreds of rows name the same few.
pub struct Sources {
    root: PathBuf,
    read: HashMap<String, Option<Rc<Source>>>,
}

impl Sources {
    /// The files of a project.
    pub fn of_project(root: &Path) -> Self {
        Self { root: root.to_path_buf(), read: HashMap::new() }
    }

    /// A file by its path from the project's folder, if it is there and is text.
    fn get(&mut self, path: &str) -> Option<Rc<Source>> {
        if let Some(known) = self.read.get(path) {
            return known.clone();
        }
        // What lies outside the project is not there for others.
        let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let text = if inside { std::fs::read_to_string(self.root.join(path)).ok() } else { None };
        let source = text.map(|text| source(path, text));
        self.read.insert(path.to_owned(), source.clone());
        source
    }
}

fn source(path: &str, text: String) -> Rc<Source> {
    let functions = if path.ends_with(".rs") { functions(&text) } else { Vec::new() };
    Rc::new(Source { text, functions })
}

/// Where a book claims more than it shows.
pub fn faults(book: &Book, sources: &mut Sources) -> Vec<Fault> {
    let all: Vec<&str> = book.rows.iter().map(|row| row.clause.as_str()).collect();
    let mut faults = Vec::new();
    for row in &book.rows {
        let mut add = |reason: String| {
            faults.push(Fault::new(&book.path, row.line, format!("clause {}: {reason}", row.clause)))
        };
        if !row.test.is_empty() && row.code.is_empty() {
            add("has a test but no code".to_owned());
        }
        for code in parts(&row.code) {
            if let Err(reason) = check_code(code, sources) {
                add(reason);
            }
        }
        for test in parts(&row.test) {
            if let Err(reason) = check_test(test, book, row, &all, sources) {
                add(reason);
            }
        }
    }
    faults
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// `crates/x/src/y.rs`, or `crates/x/src/y.rs::item`.
fn check_code(code: &str, sources: &mut Sources) -> Result<(), String> {
    let (path, items) = code.split_once("::").unwrap_or((code, ""));
    let Some(source) = sources.get(path) else { return Err(format!("its code {path} does not exist")) };
    match items.split("::").find(|item| !item.is_empty() && !has_word(&source.text, item)) {
        None => Ok(()),
        Some(item) => Err(format!("its code {path} has no \"{item}\"")),
    }
}

/// `crates/x/tests/y.rs::name`.
fn check_test(test: &str, book: &Book, row: &Row, all: &[&str], sources: &mut Sources) -> Result<(), String> {
    let Some((path, name)) = test.split_once("::") else {
        return Err(format!("its test \"{test}\" is not written PATH::FN"));
    };
    let name = name.rsplit("::").next().unwrap_or(name);
    let Some(source) = sources.get(path) else { return Err(format!("its test file {path} does not exist")) };
    let tests: Vec<&Function> = source.functions.iter().filter(|f| f.name == name && f.is_test).collect();
    if tests.is_empty() {
        return Err(format!("its test file {path} has no #[test] fn {name}"));
    }
    let clause = Clause::new(&book.name, &row.clause, all);
    if tests.iter().any(|test| cites(test, &source.text, &clause, sources)) {
        return Ok(());
    }
    let hint = if clause.is_short() {
        "; so short an id counts only after the book or \"clause\" on its line"
    } else {
        ""
    };
    Err(format!("its test {test} does not cite {} {}{hint}", book.name, row.clause))
}

/// Whether a test cites a clause: in its own text, or in test data that it names.
fn cites(test: &Function, text: &str, clause: &Clause<'_>, sources: &mut Sources) -> bool {
    let text = &text[test.start..test.end];
    let book_in_text = clause.names_book(text);
    if book_in_text && clause.is_cited(text) {
        return true;
    }
    test.literals.iter().filter_map(|literal| testdata(literal)).any(|path| {
        sources.get(path).is_some_and(|file| {
            let book = book_in_text || clause.names_book(path) || clause.names_book(&file.text);
            book && clause.is_cited(&file.text)
        })
    })
}

/// The path of test data in a literal, as seen from the project's folder.
fn testdata(literal: &str) -> Option<&str> {
    // include_str!("../../../testdata/x") is the same file.
    let mut path = literal.trim_start_matches('/');
    while let Some(up) = path.strip_prefix("../") {
        path = up;
    }
    path.starts_with("testdata/").then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::book::COLUMNS;

    const TESTS: &str = "//! Examples.\n\
        /// star-2016 8.4: the first lot.\n#[test]\nfn first_lot() { deliver(); }\n\
        \n/// 8.4 of some book.\n#[test]\nfn no_book() {}\n\
        \n/// star-2016 8.4.\nfn no_test() {}\n\
        \n#[test]\nfn by_data() { play(\"testdata/star-2016/round.txt\"); }\n\
        \n#[test]\nfn by_other_data() { play(include_str!(\"../../../testdata/rounds.txt\")); }\n\
        \n/// star-2016.\n#[test]\nfn by_lost_data() { play(\"testdata/gone.txt\"); }\n\
        \nproptest! {\n    /// star-2016 8.4\n    #[test]\n    fn law(x in 0..4) {}\n}\n";

    fn found(code: &str, test: &str) -> Vec<Fault> {
        let files = [
            ("crates/houseway/src/deliver.rs", "impl Lot { pub fn deliver() {} }"),
            ("crates/houseway/tests/examples.rs", TESTS),
            ("rulebooks/star-2016/houseway.toml", "x = 1"),
            ("testdata/star-2016/round.txt", "# One hand each. 8.4\n"),
            ("testdata/rounds.txt", "book star-2016\n = first lot # 8.4\n"),
        ];
        let mut sources = Sources::of_project(Path::new("no-such-folder"));
        for (path, text) in files {
            sources.read.insert(path.to_owned(), Some(source(path, text.to_owned())));
        }
        let text = format!("{}\nstar-2016,8.4,deal,enforce,engine,One,,{code},{test},\n", COLUMNS.join(","));
        let (book, faults_of_rows) = Book::of("star-2016", "c.csv", &text);
        assert_eq!(faults_of_rows, []);
        faults(&book, &mut sources)
    }

    const CODE: &str = "crates/houseway/src/deliver.rs";
    const FILE: &str = "crates/houseway/tests/examples.rs";

    #[test]
    fn a_true_claim_is_fine() {
        for code in
            [CODE, &format!("{CODE}::Lot::deliver"), &format!("{CODE}; rulebooks/star-2016/houseway.toml")]
        {
            assert_eq!(found(code, ""), [], "{code}");
        }
        for name in ["first_lot", "by_data", "by_other_data", "law", "tests::first_lot"] {
            assert_eq!(found(CODE, &format!("{FILE}::{name}")), [], "{name}");
        }
        assert_eq!(found(CODE, &format!("{FILE}::first_lot;{FILE}::law")), []);
    }

    #[test]
    fn a_false_claim_is_named() {
        for (code, test, why) in [
            ("crates/x.rs", "", "crates/x.rs does not exist"),
            ("../outside.rs", "", "does not exist"),
            (&format!("{CODE}::Wall") as &str, "", "has no \"Wall\""),
            (&format!("{CODE}::deliv"), "", "has no \"deliv\""),
            ("", &format!("{FILE}::first_lot"), "has a test but no code"),
            (CODE, "first_lot", "not written PATH::FN"),
            (CODE, "crates/x/tests/y.rs::z", "crates/x/tests/y.rs does not exist"),
            (CODE, &format!("{FILE}::first"), "no #[test] fn first"),
            (CODE, &format!("{FILE}::no_test"), "no #[test] fn no_test"),
            (CODE, &format!("{FILE}::no_book"), "does not cite star-2016 8.4"),
            (CODE, &format!("{FILE}::by_lost_data"), "does not cite"),
            (CODE, &format!("{FILE}::first_lot; {FILE}::no_book"), "no_book does not cite"),
        ] {
            let found = found(code, test);
            assert!(
                found.len() == 1 && found[0].line == 2 && found[0].reason.contains(why),
                "{code} {test}: {found:?}"
            );
        }
    }
}
