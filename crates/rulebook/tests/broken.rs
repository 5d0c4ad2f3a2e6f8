//! Broken books: each an embedded one with a small edit, and the faults that loading it reports.
//!
//! The edits and faults that we thought of stand in `broken/*.txt`; others are drawn at random.
//!
//! There, a name begins a broken book. Then the edits: the file, what is taken out (`-`) and what is put
//! in (`+`), as lines or parts of lines that the file has once; `+` alone makes the file or replaces all
//! of it, `drop` removes it. Then every fault (`!`): file, line and part of the reason. The line is a
//! number, `@` for where the edit begins (`@+1` is the next), or `{text}` for the line that begins so.
//! `! …` means that more faults may follow from the edit.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::sample::{Index, select};
use rulebook::{BookFiles, Fault, Shelf, ShelfError};

const BROKEN: [&str; 9] = [
    include_str!("broken/book.txt"),
    include_str!("broken/clauses.txt"),
    include_str!("broken/cuts.txt"),
    include_str!("broken/files.txt"),
    include_str!("broken/houseway.txt"),
    include_str!("broken/pay.txt"),
    include_str!("broken/readings.txt"),
    include_str!("broken/roulette.txt"),
    include_str!("broken/steps.txt"),
];

/// One broken book.
struct Broken {
    name: String,
    book: String,
    files: Vec<BookFiles>,
    expected: Vec<Expected>,
    others: bool,
}

/// A fault that has to be reported.
#[derive(Debug)]
struct Expected {
    file: String,
    line: usize,
    reason: String,
}

impl Expected {
    fn is(&self, fault: &Fault) -> bool {
        fault.file == self.file && fault.line == self.line && fault.reason.contains(&self.reason)
    }
}

/// One change to one file.
#[derive(Default)]
struct Edit {
    path: String,
    out: Vec<String>,
    put: Vec<String>,
    drop: bool,
}

fn text_of<'f>(files: &'f [BookFiles], path: &str) -> Option<&'f str> {
    let (id, name) = path.split_once('/')?;
    let book = files.iter().find(|book| book.id == id)?;
    book.files.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_ref())
}

impl Edit {
    /// Changes the file; gives the line where the change begins.
    fn apply(&self, files: &mut [BookFiles]) -> usize {
        let (id, name) = self.path.split_once('/').unwrap_or_else(|| panic!("\"{}\" is no file", self.path));
        let book = files.iter_mut().find(|book| book.id == id).unwrap_or_else(|| panic!("no book {id}"));
        if self.out.is_empty() {
            book.files.retain(|(known, _)| known != name);
            if !self.drop {
                book.files.push((name.into(), (self.put.join("\n") + "\n").into()));
            }
            return 1;
        }
        let found = book.files.iter_mut().find(|(known, _)| known == name);
        let (_, text) = found.unwrap_or_else(|| panic!("no file {}", self.path));
        let (out, put) = (self.out.join("\n"), self.put.join("\n"));
        assert_eq!(text.matches(&out).count(), 1, "{} has not once: {out}", self.path);
        let line = text[..text.find(&out).unwrap()].matches('\n').count() + 1;
        *text = text.replacen(&out, &put, 1).into();
        line
    }
}

/// The line that a place names: a number, `@` for where the edit begins with what is added to that, or
/// `{text}` for the one line that begins so.
fn line_of(place: &str, edited_at: usize, text: Option<&str>) -> usize {
    let number = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("\"{text}\" is no line"));
    if let Some(wanted) = place.strip_prefix('{').and_then(|p| p.strip_suffix('}')) {
        let lines = text.unwrap_or_default().lines().enumerate();
        let mut found = lines.filter(|(_, line)| line.starts_with(wanted)).map(|(i, _)| i + 1);
        let line = found.next().unwrap_or_else(|| panic!("no line begins with {wanted}"));
        assert_eq!(found.next(), None, "two lines begin with {wanted}");
        return line;
    }
    match place.strip_prefix('@') {
        None => number(place),
        Some("") => edited_at,
        Some(more) => match more.split_at(1) {
            ("+", more) => edited_at + number(more),
            (_, less) => edited_at - number(less),
        },
    }
}

/// Reads one of `broken/*.txt`.
fn broken(text: &str) -> Vec<Broken> {
    let mut all: Vec<Broken> = Vec::new();
    let (mut edit, mut edited_at) = (Edit::default(), None);
    for row in text.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#')) {
        let Some(row) = row.strip_prefix("  ") else {
            let (name, files) = (row.to_string(), Shelf::embedded_files());
            all.push(Broken { name, book: String::new(), files, expected: Vec::new(), others: false });
            continue;
        };
        let case = all.last_mut().expect("a name comes first");
        let rest = row.get(2..).unwrap_or_default();
        match row.as_bytes()[0] {
            b'-' => edit.out.push(rest.into()),
            b'+' => edit.put.push(rest.into()),
            b'!' if rest == "…" => case.others = true,
            b'!' => {
                let at = *edited_at.get_or_insert_with(|| edit.apply(&mut case.files));
                let (file, rest) = rest.split_once(':').expect("file:line reason");
                let end = if rest.starts_with('{') { rest.find('}').map(|i| i + 1) } else { rest.find(' ') };
                let (place, reason) = rest.split_at(end.expect("line and reason"));
                let path = if file.contains('/') { file.into() } else { format!("{}/{file}", case.book) };
                let line = line_of(place, at, text_of(&case.files, &path));
                let reason = reason.trim_start().to_string();
                case.expected.push(Expected { file: format!("rulebooks/{path}"), line, reason });
            }
            _ if row == "drop" => edit.drop = true,
            _ => {
                (edit, edited_at) = (Edit { path: row.into(), ..Edit::default() }, None);
                case.book = row.split('/').next().unwrap_or_default().into();
            }
        }
    }
    all
}

#[test]
fn every_broken_book_is_refused() {
    let cases: Vec<Broken> = BROKEN.into_iter().flat_map(broken).collect();
    assert!(cases.len() >= 100, "{} broken books", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let Err(ShelfError::Faults(faults)) = Shelf::load_one(&case.files, &case.book) else {
            wrong.push(format!("{}: loads", case.name));
            continue;
        };
        for expected in case.expected.iter().filter(|e| !faults.0.iter().any(|fault| e.is(fault))) {
            wrong.push(format!("{}: {expected:?} is not among\n{faults}", case.name));
        }
        let surplus = |fault: &&Fault| !case.expected.iter().any(|expected| expected.is(fault));
        if let Some(fault) = faults.0.iter().find(surplus).filter(|_| !case.others) {
            wrong.push(format!("{}: not expected: {fault}", case.name));
        }
        // A fault is one line, so that an editor can jump to it.
        assert!(faults.0.iter().all(|f| !f.reason.is_empty() && !f.reason.contains('\n')), "{faults}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A change at random: places are shares of the file.
#[derive(Clone, Debug)]
enum Change {
    Delete(Index, usize),
    Insert(Index, String),
    Replace(Index, usize, String),
    SwapLines(Index, Index),
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let span = |at: &Index, length: usize| {
            let start = at.index(letters.len() + 1);
            start..(start + length).min(letters.len())
        };
        match self {
            Self::Delete(at, length) => drop(letters.drain(span(at, *length))),
            Self::Insert(at, new) => drop(letters.splice(span(at, 0), new.chars())),
            Self::Replace(at, length, new) => drop(letters.splice(span(at, *length), new.chars())),
            Self::SwapLines(one, other) => {
                let mut lines: Vec<&str> = text.split('\n').collect();
                let (one, other) = (one.index(lines.len()), other.index(lines.len()));
                lines.swap(one, other);
                return lines.join("\n");
            }
        }
        letters.into_iter().collect()
    }
}

fn change() -> impl Strategy<Value = Change> {
    let known = select(vec![
        "\"",
        "'",
        "\"\"\"",
        "[",
        "]",
        "[[",
        "]]",
        "{",
        "}",
        "=",
        " = ",
        ",",
        "\n",
        "\n\n",
        "#",
        ".",
        "-",
        "|",
        "/",
        "any",
        "any6",
        "GJ",
        "H8",
        "12|2",
        "0",
        "9",
        "-1",
        "99999999999999999999",
        "0x7f",
        "1_0",
        "1.5",
        "true",
        "1979-05-27",
        "[[rule]]\n",
        "[[cut]]\n",
        "[reading.choices]\n",
        "is = ",
        "clause = ",
        "clauses",
        "reading",
        "\\",
        "\\u0000",
        "\r\n",
        "\u{0}",
        "龍",
    ]);
    let new = || prop_oneof![known.clone().prop_map(str::to_string), "\\PC{1,6}"];
    let at = any::<Index>;
    prop_oneof![
        (at(), 1usize..40).prop_map(|(at, length)| Change::Delete(at, length)),
        (at(), new()).prop_map(|(at, new)| Change::Insert(at, new)),
        (at(), 1usize..8, new()).prop_map(|(at, length, new)| Change::Replace(at, length, new)),
        (at(), at()).prop_map(|(one, other)| Change::SwapLines(one, other)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_change_loads_or_is_a_fault_in_the_file(
        book in any::<Index>(),
        file in any::<Index>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let mut files = Shelf::embedded_files();
        let book = book.index(files.len());
        let file = file.index(files[book].files.len());
        let changed = changes.iter().fold(files[book].files[file].1.to_string(), |text, c| c.apply(&text));
        files[book].files[file].1 = changed.into();
        let id = files[book].id.clone();
        let faults = match Shelf::load_one(&files, &id) {
            Ok(_) => Vec::new(),
            Err(ShelfError::Faults(faults)) => {
                prop_assert!(!faults.0.is_empty());
                faults.0
            }
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        };
        for fault in faults {
            let text = fault.file.strip_prefix("rulebooks/").and_then(|path| text_of(&files, path));
            let lines = text.map(|text| text.split('\n').count());
            prop_assert!(lines.is_some_and(|lines| (1..=lines).contains(&fault.line)), "{fault}, of {lines:?}");
        }
    }
}
