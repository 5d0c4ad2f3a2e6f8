//! What the books claim: the code they name is there, and what shows a clause asserts it. Read both ways.
//!
//! May touch: the files that the clauses name, the rounds in `testdata/rounds`, the tests in
//! `crates/*/tests`, and the test data those name in turn.
//!
//! From the clause: a round that it names lists it under `# Shows:` and asserts it; a test that it names has
//! an assertion marked as its proof. From the round or test: whatever it says it shows or proves it asserts,
//! and the clause claims something, this or another proof. So a second proof needs no entry in the book, but
//! no proof goes unclaimed.

use super::book::Book;
use super::list::{Clause, Registers};
use super::proof::{Mark, marks};
use super::round::Round;
use crate::fault::Fault;
use crate::source::{functions, has_word};
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path};

/// Events of more rounds than this cite a clause in passing: a round that shows it has to be refused by it, or
/// mark the sentence that proves it.
const IN_PASSING: usize = 20;

/// A Rust file with tests.
struct Tests {
    names: Vec<String>,
    marks: Vec<Mark>,
}

/// Everything that can prove a clause, and the code that the clauses name.
pub struct Sources {
    /// Texts by their path from the project's folder.
    texts: HashMap<String, String>,
    /// Rounds by `BOOK/NAME`.
    rounds: BTreeMap<String, Round>,
    /// Files of tests by their path.
    tests: BTreeMap<String, Tests>,
    /// In how many rounds an event cites a clause.
    mentions: HashMap<Clause, usize>,
}

impl Sources {
    /// The files of a project.
    pub fn of_project(root: &Path, books: &[Book]) -> Self {
        let mut texts = HashMap::new();
        for folder in ["testdata/rounds", "crates"] {
            gather(root, folder, &mut texts);
        }
        let named = books.iter().flat_map(|book| &book.rows).flat_map(|row| parts(&row.code));
        for path in named.map(|code| code.split_once("::").map_or(code, |(path, _)| path)) {
            // What lies outside the project is not there for others.
            let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
            if inside
                && !texts.contains_key(path)
                && let Ok(text) = std::fs::read_to_string(root.join(path))
            {
                texts.insert(path.to_owned(), text);
            }
        }
        Self::of(texts, &registers(books), &mut |path| std::fs::read_to_string(root.join(path)).ok())
    }

    fn of(
        texts: HashMap<String, String>,
        registers: &Registers,
        data: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Self {
        let (mut rounds, mut tests, mut mentions) = (BTreeMap::new(), BTreeMap::new(), HashMap::new());
        for (path, text) in &texts {
            if let Some(name) = path.strip_prefix("testdata/rounds/").and_then(|p| p.strip_suffix(".round")) {
                let book = name.split('/').next().unwrap_or(name);
                let round = Round::of(book, text, registers);
                for clause in &round.events {
                    *mentions.entry(clause.clone()).or_insert(0) += 1;
                }
                rounds.insert(name.to_owned(), round);
            } else if path.ends_with(".rs") && path.starts_with("crates/") && path.contains("/tests/") {
                let functions = functions(text);
                let marks = marks(text, &functions, registers, data);
                let names = functions.into_iter().filter(|f| f.is_test).map(|f| f.name).collect();
                tests.insert(path.clone(), Tests { names, marks });
            }
        }
        Self { texts, rounds, tests, mentions }
    }
}

/// Which clauses there are.
fn registers(books: &[Book]) -> Registers {
    let ids = |book: &Book| book.rows.iter().map(|row| row.clause.clone()).collect();
    books.iter().map(|book| (book.name.clone(), ids(book))).collect()
}

/// Reads every Rust file and round below a folder.
fn gather(root: &Path, folder: &str, texts: &mut HashMap<String, String>) {
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            gather(root, &path, texts);
        } else if (name.ends_with(".rs") || name.ends_with(".round"))
            && let Ok(text) = std::fs::read_to_string(entry.path())
        {
            texts.insert(path, text);
        }
    }
}

/// Where a book claims more than is shown.
pub fn faults(book: &Book, sources: &Sources) -> Vec<Fault> {
    let mut faults = Vec::new();
    for row in &book.rows {
        let mut add = |reason: String| {
            faults.push(Fault::new(&book.path, row.line, format!("clause {}: {reason}", row.clause)))
        };
        if !row.test.is_empty() && row.code.is_empty() {
            add("has a test but no code".to_owned());
        }
        if !row.test.is_empty() && !row.is_owed() {
            add("has a test, and its duty is outside".to_owned());
        }
        for code in parts(&row.code) {
            if let Err(reason) = check_code(code, sources) {
                add(reason);
            }
        }
        let clause = Clause { book: book.name.clone(), id: row.clause.clone() };
        for test in parts(&row.test) {
            let checked = match test.strip_prefix("round:") {
                Some(round) => check_round(round, &clause, sources),
                None => check_test(test, &clause, sources),
            };
            if let Err(reason) = checked {
                add(reason);
            }
        }
    }
    faults
}

/// Where rounds and tests say more than they assert, or show what no book claims.
pub fn unclaimed(books: &[Book], sources: &Sources) -> Vec<Fault> {
    let claimed: HashMap<Clause, bool> = books
        .iter()
        .flat_map(|book| book.rows.iter().map(|row| (book.name.clone(), row)))
        .map(|(book, row)| (Clause { book, id: row.clause.clone() }, !row.test.is_empty()))
        .collect();
    let lacks = |clause: &&Clause| claimed.get(*clause) == Some(&false);
    let mut faults = Vec::new();
    for (name, round) in &sources.rounds {
        let mut add = |line: usize, reason: String| {
            faults.push(Fault::new(&format!("testdata/rounds/{name}.round"), line, reason))
        };
        for (line, reason) in &round.faults {
            add(*line, reason.clone());
        }
        for clause in &round.shows {
            if !round.asserts(clause) {
                add(round.line, format!("shows {clause}, and no event, refusal or mark in it names that"));
            }
        }
        for clause in round.shows.iter().filter(lacks) {
            add(round.line, format!("shows {clause}, and its row in clauses.csv claims nothing"));
        }
    }
    for (path, tests) in &sources.tests {
        for mark in &tests.marks {
            if let Some(fault) = &mark.fault {
                faults.push(Fault::new(path, mark.line, fault.clone()));
            }
            for clause in mark.clauses.iter().filter(lacks) {
                let reason = format!("proves {clause}, and its row in clauses.csv claims nothing");
                faults.push(Fault::new(path, mark.line, reason));
            }
        }
    }
    faults
}

fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split(';').map(str::trim).filter(|part| !part.is_empty())
}

/// `crates/x/src/y.rs`, or `crates/x/src/y.rs::item`.
fn check_code(code: &str, sources: &Sources) -> Result<(), String> {
    let (path, items) = code.split_once("::").unwrap_or((code, ""));
    let Some(text) = sources.texts.get(path) else { return Err(format!("its code {path} does not exist")) };
    match items.split("::").find(|item| !item.is_empty() && !has_word(text, item)) {
        None => Ok(()),
        Some(item) => Err(format!("its code {path} has no \"{item}\"")),
    }
}

/// `round:BOOK/NAME`.
fn check_round(name: &str, clause: &Clause, sources: &Sources) -> Result<(), String> {
    let Some(round) = sources.rounds.get(name) else {
        return Err(format!("its round testdata/rounds/{name}.round does not exist"));
    };
    if !round.shows.contains(clause) {
        return Err(format!("its round {name} does not list it under # Shows:"));
    }
    if !round.asserts(clause) {
        return Err(format!("its round {name} asserts it nowhere: no event, refusal or mark names it"));
    }
    let mentions = sources.mentions.get(clause).copied().unwrap_or(0);
    if mentions > IN_PASSING && round.only_mentions(clause) {
        return Err(format!(
            "its round {name} cites it in passing, as events of {mentions} rounds do: mark the sentence that \
             proves it with \"# Proves: {clause}\""
        ));
    }
    Ok(())
}

/// `crates/x/tests/y.rs::name`.
fn check_test(test: &str, clause: &Clause, sources: &Sources) -> Result<(), String> {
    let Some((path, name)) = test.split_once("::") else {
        return Err(format!("its test \"{test}\" is neither round:BOOK/NAME nor PATH::FN"));
    };
    let name = name.rsplit("::").next().unwrap_or(name);
    let Some(tests) = sources.tests.get(path) else {
        return Err(format!("its test file {path} does not exist"));
    };
    if !tests.names.iter().any(|known| known == name) {
        return Err(format!("its test file {path} has no #[test] fn {name}"));
    }
    let proves = |mark: &&Mark| mark.fault.is_none() && mark.test == name && mark.clauses.contains(clause);
    if !tests.marks.iter().any(|mark| proves(&mark)) {
        return Err(format!("its test {test} has no assertion marked \"// Proves: {clause}\""));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::book::COLUMNS;

    const TESTS: &str = "//! Examples.\n\
        #[test]\nfn first_lot() {\n    // Proves: star-2016 8.4\n    assert!(deliver());\n}\n\
        \n#[test]\nfn cites() {\n    // star-2016 8.4\n    assert!(deliver());\n}\n\
        \nfn no_test() {}\n\
        \nproptest! {\n    #[test]\n    fn law(x in 0..4) {\n        // Proves: star-2016 8.4\n        \
        prop_assert!(x < 4);\n    }\n}\n";

    const ROUNDS: [(&str, &str); 5] = [
        ("event", "# Shows: star-2016 8.4\ndealer deals\n  = it lies  # star-2016 8.4\n"),
        ("refusal", "# Shows: star-2016 8.4\ndealer deals\n  ! too soon  # star-2016 8.4\n"),
        ("mark", "# Shows: star-2016 8.4\n# Proves: star-2016 8.4\ndealer deals\n  = it lies\n"),
        ("silent", "dealer deals\n  = it lies  # star-2016 8.4\n"),
        ("empty", "# Shows: star-2016 8.4\ndealer deals\n  = it lies\n"),
    ];

    const CODE: &str = "crates/houseway/src/deliver.rs";
    const FILE: &str = "crates/houseway/tests/examples.rs";

    fn books(duty: &str, code: &str, test: &str) -> Vec<Book> {
        let text = format!("{}\nstar-2016,8.4,deal,{duty},engine,One,,{code},{test},\n", COLUMNS.join(","));
        let (book, faults_of_rows) = Book::of("star-2016", "c.csv", &text);
        assert_eq!(faults_of_rows, []);
        vec![book]
    }

    fn sources(books: &[Book], more: &[(String, String)]) -> Sources {
        let rounds =
            ROUNDS.map(|(name, text)| (format!("testdata/rounds/star-2016/{name}.round"), text.into()));
        let mut texts: HashMap<String, String> = rounds.into_iter().collect();
        texts.insert(CODE.into(), "impl Lot { pub fn deliver() {} }".into());
        texts.insert(FILE.into(), TESTS.into());
        texts.insert("rulebooks/star-2016/houseway.toml".into(), "x = 1".into());
        texts.extend(more.iter().cloned());
        Sources::of(texts, &registers(books), &mut |_| None)
    }

    fn found(code: &str, test: &str) -> Vec<Fault> {
        let books = books("enforce", code, test);
        faults(&books[0], &sources(&books, &[]))
    }

    #[test]
    fn a_true_claim_is_fine() {
        for code in
            [CODE, &format!("{CODE}::Lot::deliver"), &format!("{CODE}; rulebooks/star-2016/houseway.toml")]
        {
            assert_eq!(found(code, ""), [], "{code}");
        }
        for name in ["first_lot", "law", "tests::first_lot"] {
            assert_eq!(found(CODE, &format!("{FILE}::{name}")), [], "{name}");
        }
        for name in ["event", "refusal", "mark"] {
            assert_eq!(found(CODE, &format!("round:star-2016/{name}")), [], "{name}");
        }
        assert_eq!(found(CODE, &format!("{FILE}::first_lot;round:star-2016/mark")), []);
    }

    #[test]
    fn a_false_claim_is_named() {
        for (code, test, why) in [
            ("crates/x.rs", "", "crates/x.rs does not exist"),
            ("../outside.rs", "", "does not exist"),
            (&format!("{CODE}::Wall") as &str, "", "has no \"Wall\""),
            (&format!("{CODE}::deliv"), "", "has no \"deliv\""),
            ("", &format!("{FILE}::first_lot"), "has a test but no code"),
            (CODE, "first_lot", "neither round:BOOK/NAME nor PATH::FN"),
            (CODE, "crates/x/tests/y.rs::z", "crates/x/tests/y.rs does not exist"),
            (CODE, &format!("{FILE}::first"), "no #[test] fn first"),
            (CODE, &format!("{FILE}::no_test"), "no #[test] fn no_test"),
            (CODE, &format!("{FILE}::cites"), "no assertion marked \"// Proves: star-2016 8.4\""),
            (CODE, &format!("{FILE}::first_lot; {FILE}::cites"), "cites has no assertion"),
            (CODE, "round:star-2016/gone", "star-2016/gone.round does not exist"),
            (CODE, "round:star-2016/silent", "does not list it under # Shows:"),
            (CODE, "round:star-2016/empty", "asserts it nowhere"),
        ] {
            let found = found(code, test);
            assert!(
                found.len() == 1 && found[0].line == 2 && found[0].reason.contains(why),
                "{code} {test}: {found:?}"
            );
        }
    }

    #[test]
    fn what_is_outside_shows_nothing() {
        let books = books("outside", CODE, "round:star-2016/event");
        let found = faults(&books[0], &sources(&books, &[]));
        assert!(found.len() == 1 && found[0].reason.contains("duty is outside"), "{found:?}");
    }

    #[test]
    fn an_event_that_many_rounds_have_is_no_proof_without_a_mark() {
        let many: Vec<(String, String)> = (0..IN_PASSING)
            .map(|n| (format!("testdata/rounds/star-2016/r{n}.round"), ROUNDS[3].1.to_owned()))
            .collect();
        for (name, fine) in [("event", false), ("refusal", true), ("mark", true)] {
            let books = books("enforce", CODE, &format!("round:star-2016/{name}"));
            let found = faults(&books[0], &sources(&books, &many));
            assert_eq!(found.is_empty(), fine, "{name}: {found:?}");
            assert!(fine || found[0].reason.contains("in passing, as events of 22 rounds do"), "{found:?}");
        }
    }

    #[test]
    fn rounds_and_tests_are_read_back() {
        let claims = books("enforce", CODE, "round:star-2016/event");
        let found = unclaimed(&claims, &sources(&claims, &[]));
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "testdata/rounds/star-2016/empty.round:1: shows star-2016 8.4, and no event, refusal or mark in \
              it names that"
            ],
            "a second proof is fine"
        );
        let claims = books("enforce", CODE, "");
        let found = unclaimed(&claims, &sources(&claims, &[]));
        let at = |path: &str| {
            found
                .iter()
                .any(|f| f.path.contains(path) && f.reason.contains("its row in clauses.csv claims nothing"))
        };
        assert!(at("event.round") && at("refusal.round") && at("mark.round") && at(FILE), "{found:?}");
        assert!(!at("silent.round"), "{found:?}");
    }

    #[test]
    fn lists_and_marks_that_are_wrong_are_faults() {
        let claims = books("enforce", CODE, "round:star-2016/event");
        let wrong = [
            ("testdata/rounds/star-2016/bad.round", "# Shows: star-2016 8.5\n", "has no clause 8.5"),
            (
                "crates/x/tests/bad.rs",
                "#[test]\nfn bad() {\n    // Proves: star-2016 8.4\n    deliver();\n}\n",
                "asserts nothing",
            ),
        ];
        for (path, text, why) in wrong {
            let more = [(path.to_owned(), text.to_owned())];
            let found = unclaimed(&claims, &sources(&claims, &more));
            assert!(found.iter().any(|f| f.path == path && f.reason.contains(why)), "{found:?}");
        }
    }
}
