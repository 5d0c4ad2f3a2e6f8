//! A test as proof: the comments in it that mark an assertion with the clauses that it proves.
//!
//! May touch: nothing; it is given text.
//!
//! `// Proves: BOOK CLAUSE, …` stands in the body of a test, directly above the statement that asserts them:
//! one that holds an `assert…!` or calls a function of the same file that does. The list may go on in the
//! comment lines below it. `// Proves: BOOK by row` stands for every clause of the book that the statement
//! names in a literal of its own, or that begins a line of the test data it names.

use super::list::{Clause, Registers, clauses, unknown};
use crate::source::{Function, is_sign, texts_of, walk};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, HashSet};

/// A mark in a test.
#[derive(Debug, PartialEq, Eq)]
pub struct Mark {
    /// The test it stands in.
    pub test: String,
    /// Its line in the file.
    pub line: usize,
    /// What it proves.
    pub clauses: Vec<Clause>,
    /// What is wrong with it.
    pub fault: Option<String>,
}

const MARK: &str = "// Proves:";

/// Every mark of a Rust file. `data` gives the text of test data by its path from the project's folder.
pub fn marks(
    text: &str,
    functions: &[Function],
    registers: &Registers,
    data: &mut dyn FnMut(&str) -> Option<String>,
) -> Vec<Mark> {
    if !text.contains(MARK) {
        return Vec::new();
    }
    let asserting = asserting(functions);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut marks = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(list) = line.strip_prefix(MARK) else { continue };
        let (list, last) = whole_list(&lines, list, index);
        let inside = functions.iter().rfind(|f| f.is_test && f.contains(index + 1));
        let statement = inside.and_then(|f| f.statement_below(last + 1)).unwrap_or_default();
        let mut mark = Mark { test: String::new(), line: index + 1, clauses: Vec::new(), fault: None };
        mark.clauses = match list.trim().strip_suffix(" by row") {
            Some(book) => by_row(book, &statement, registers, data),
            None => clauses(&list, None, registers),
        };
        let unknown = unknown(&mark.clauses, registers);
        mark.fault = if inside.is_none() {
            Some("a mark has to stand in the body of a test".to_owned())
        } else if mark.clauses.is_empty() {
            Some(format!("the mark names no clause: \"{}\"", list.trim()))
        } else if let Some(clause) = unknown {
            Some(format!("\"{}\" has no clause \"{}\"", clause.book, clause.id))
        } else if !asserts(statement, &asserting) {
            Some("the statement below the mark asserts nothing".to_owned())
        } else {
            None
        };
        mark.test = inside.map(|f| f.name.clone()).unwrap_or_default();
        marks.push(mark);
    }
    marks
}

/// The list with the comment lines that go on below it, and the index of the last of them.
fn whole_list(lines: &[&str], first: &str, at: usize) -> (String, usize) {
    let mut list = first.trim().to_owned();
    let mut last = at;
    for line in &lines[at + 1..] {
        let Some(more) = line.strip_prefix("//").filter(|more| !more.starts_with('/')) else { break };
        // A list goes on after a comma or a semicolon only; other comments are prose.
        if !list.ends_with([',', ';']) || line.starts_with(MARK) {
            break;
        }
        list.push(' ');
        list.push_str(more.trim());
        last += 1;
    }
    (list, last)
}

/// The clauses of a book that a statement names in literals, or through test data.
fn by_row(
    book: &str,
    statement: &TokenStream,
    registers: &Registers,
    data: &mut dyn FnMut(&str) -> Option<String>,
) -> Vec<Clause> {
    let Some(register) = registers.get(book.trim()) else {
        return vec![Clause { book: book.trim().to_owned(), id: "by row".to_owned() }];
    };
    let mut ids: Vec<String> = Vec::new();
    for text in texts_of(statement.clone()) {
        let path = text.value.trim_start_matches("../").trim_start_matches('/');
        if path.starts_with("testdata/") {
            let rows = data(path).unwrap_or_default();
            let first = rows.lines().filter_map(|row| row.split_once('|')).map(|(first, _)| first);
            ids.extend(first.map(|id| id.rsplit_once(':').map_or(id, |(_, id)| id).trim().to_owned()));
        } else {
            ids.push(text.value);
        }
    }
    ids.retain(|id| register.contains(id));
    ids.sort();
    ids.dedup();
    ids.into_iter().map(|id| Clause { book: book.trim().to_owned(), id }).collect()
}

/// The functions of a file that assert something, themselves or by those they call.
fn asserting(functions: &[Function]) -> HashSet<String> {
    let bodies: BTreeMap<&str, TokenStream> =
        functions.iter().map(|f| (f.name.as_str(), f.tokens())).collect();
    let mut found = HashSet::new();
    loop {
        let more: Vec<String> = bodies
            .iter()
            .filter(|(name, body)| !found.contains(**name) && asserts((*body).clone(), &found))
            .map(|(name, _)| (*name).to_owned())
            .collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Whether code holds an assertion, or calls a function that does.
fn asserts(code: TokenStream, asserting: &HashSet<String>) -> bool {
    let mut found = false;
    walk(code, &mut |trees, at| {
        let [TokenTree::Ident(word), after, ..] = &trees[at..] else { return };
        let word = word.to_string();
        let is_macro = is_sign(after, '!')
            && (word.starts_with("assert") || word.starts_with("prop_assert") || word == "panic");
        let is_call = matches!(after, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
        found |= is_macro || (is_call && asserting.contains(&word));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::registers;
    use super::*;
    use crate::source::functions;

    fn found(text: &str) -> Vec<Mark> {
        let mut data = |path: &str| {
            (path == "testdata/x.examples").then(|| "8.4 | a\nformats: 9.2 | b\n# 8.4.1 none\n".to_owned())
        };
        marks(text, &functions(text), &registers(), &mut data)
    }

    fn one(body: &str) -> Mark {
        let text =
            format!("fn check() {{ assert!(true); }}\nfn idle() {{}}\n#[test]\nfn it() {{\n{body}\n}}\n");
        let mut found = found(&text);
        assert_eq!(found.len(), 1, "{text}");
        found.remove(0)
    }

    fn named(mark: &Mark) -> Vec<String> {
        mark.clauses.iter().map(Clause::to_string).collect()
    }

    #[test]
    fn a_mark_above_an_assertion_proves() {
        for body in [
            "    // Proves: star-2016 8.4\n    assert_eq!(1, 1);",
            "    // Proves: star-2016 8.4\n    for x in y {\n        assert!(x);\n    }\n    done();",
            "    // Proves: star-2016 8.4\n    check();",
            "    // Proves: star-2016 8.4\n    // (the first lot)\n    check();",
        ] {
            let mark = one(body);
            assert_eq!(
                (named(&mark), &mark.fault, mark.test.as_str()),
                (vec!["star-2016 8.4".into()], &None, "it")
            );
        }
    }

    #[test]
    fn a_list_goes_on_in_the_lines_below() {
        let mark = one("// Proves: star-2016 8.4,\n// 9.2; crown-6.1 4.1\ncheck();");
        assert_eq!(named(&mark), ["star-2016 8.4", "star-2016 9.2", "crown-6.1 4.1"]);
    }

    #[test]
    fn rows_name_their_clauses() {
        let mark = one("// Proves: star-2016 by row\nassert(&[(\"8.4\", 1), (\"x\", 2)]); check(\"8.4.1\");");
        assert_eq!(named(&mark), ["star-2016 8.4"]);
        let mark = one("// Proves: star-2016 by row\ncheck(include_str!(\"../../../testdata/x.examples\"));");
        assert_eq!((named(&mark), mark.fault), (vec!["star-2016 8.4".into(), "star-2016 9.2".into()], None));
    }

    #[test]
    fn a_mark_that_proves_nothing_is_a_fault() {
        for (body, why) in [
            ("// Proves: star-2016 8.4\nidle();", "asserts nothing"),
            ("// Proves: star-2016 8.4\nlet x = 1;\ncheck();", "asserts nothing"),
            ("check();\n// Proves: star-2016 8.4", "asserts nothing"),
            ("// Proves: star-2016 8.5\ncheck();", "has no clause \"8.5\""),
            ("// Proves: moon by row\ncheck();", "\"moon\" has no clause"),
            ("// Proves: star-2016 by row\ncheck();", "names no clause"),
            ("// Proves:\ncheck();", "names no clause"),
        ] {
            let mark = one(body);
            assert!(mark.fault.as_deref().is_some_and(|fault| fault.contains(why)), "{body}: {mark:?}");
        }
        let outside = found("// Proves: star-2016 8.4\nfn check() { assert!(true); }\n");
        assert!(outside[0].fault.as_deref().is_some_and(|fault| fault.contains("body of a test")));
    }
}
