//! Steps: no clause number stands in the code of a game; which clauses a step rests on its book says.
//!
//! May touch: the sources of the games and the registers of the books in the tree. Comments and tests do
//! not count: they say which clause they are about.

use super::tree::Tree;
use crate::fault::Fault;
use crate::rows;
use crate::source::texts;
use std::collections::BTreeSet;

/// The games whose steps rest on the clauses that a book's `steps.toml` lists.
const GAMES: &[&str] = &["crates/paigow/src/", "crates/roulette/src/"];

/// Check `steps`.
pub fn steps(tree: &Tree) -> Vec<Fault> {
    let known = registered(tree);
    let mut faults = Vec::new();
    for (path, text) in tree.rust().filter(|(path, _)| is_code(path)) {
        let Ok(tokens) = text.parse() else { continue };
        for text in texts(&tokens) {
            // Bare, or with its book: `star-2016 8.4`.
            let said = text.value.as_str();
            let clause = said.split_once(' ').map_or(said, |(_, clause)| clause);
            if [said, clause].iter().any(|text| looks_like_a_clause(text) || known.contains(*text)) {
                let reason = format!("\"{said}\" is a clause number; it belongs in the book's steps.toml");
                faults.push(Fault::new(path, text.line, reason));
            }
        }
    }
    faults
}

/// Whether a file is code of a game, and no test of it.
fn is_code(path: &str) -> bool {
    GAMES.iter().any(|game| path.starts_with(game))
        && !path.ends_with("/tests.rs")
        && !path.contains("/tests/")
}

/// Every clause of every book, but those that are plain numbers: `5` means many things.
fn registered(tree: &Tree) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for (_, text) in tree.with_ending(&["/clauses.csv"]) {
        let rows = rows::rows(text).unwrap_or_default();
        known.extend(rows.into_iter().skip(1).filter_map(|row| row.fields.into_iter().nth(1)));
    }
    known.retain(|clause| !clause.bytes().all(|byte| byte.is_ascii_digit()));
    known
}

/// Whether a text has the form of a clause number: `8.4`, `5.5(b)`, `1.1#Dealer`, `App3`, `fn2#66(2)`.
fn looks_like_a_clause(text: &str) -> bool {
    let number = ["App", "fn", "Notice#"].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let part = number.split(['#', '(', '/']).next().unwrap_or_default();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // A number alone is a clause only after a word, or with a part of it named.
    part.split('.').all(digits)
        && (part.contains('.') || number.len() != part.len() || number.len() != text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "crates/roulette/src/decide/spin.rs";

    fn count(path: &str, text: &str) -> usize {
        steps(&Tree::of(&[(path, text), ("rulebooks/b/clauses.csv", "book,clause\nb,B12\nb,5\n")])).len()
    }

    #[test]
    fn clause_numbers_in_code_are_found() {
        for clause in [
            "8.4",
            "12.3.1",
            "5.5(b)",
            "4.3(b)(ii)",
            "1.1#Dealer",
            "1.1#wagering period",
            "7.4#Quad(1)",
            "App3",
            "App2.7#14",
            "Notice#2",
            "fn2#66(2)",
            "2(a)",
            "star-2016 8.4.1",
            "uk-leaflet B12",
            "B12",
        ] {
            assert_eq!(
                count(CODE, &format!("//! Spins.\nconst BY: Own = own(&[\"{clause}\"]);\n")),
                1,
                "{clause}"
            );
        }
    }

    #[test]
    fn the_fault_names_the_clause_and_its_line() {
        let faults = steps(&Tree::of(&[(CODE, "//! Spins.\nconst BY: By = [\"a\",\n    \"8.4\"];\n")]));
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 3);
        assert!(faults[0].reason.starts_with("\"8.4\" is a clause number"), "{}", faults[0]);
    }

    #[test]
    fn other_texts_are_fine() {
        for text in [
            "",
            "5",
            "24",
            "settled-early",
            "station.in_doubt",
            "{} to {}",
            "crown-6.1",
            "App",
            "fn",
            ".",
            "#",
        ] {
            assert_eq!(count(CODE, &format!("const X: X = \"{text}\";\n")), 0, "{text}");
        }
        assert_eq!(count(CODE, "const X: X = f(8.4, '8'); // \"8.4\"\n/// `\"8.4\"`\nfn x() {}\n"), 0);
    }

    #[test]
    fn tests_and_other_crates_may_name_clauses() {
        let clause = "const X: &str = \"8.4\";\n";
        assert_eq!(count("crates/paigow/src/rules.rs", clause), 1);
        for path in
            ["crates/paigow/src/script/tests.rs", "crates/roulette/tests/spin.rs", "crates/odds/src/lib.rs"]
        {
            assert_eq!(count(path, clause), 0, "{path}");
        }
        let test = format!("fn a() {{}}\n#[cfg(test)]\nmod tests {{\n    fn b() {{ {clause} }}\n}}\n");
        assert_eq!(count(CODE, &test), 0);
        // What stands behind the tests is code again, and so is what only a test imports.
        assert_eq!(count(CODE, &format!("{test}fn c() {{ {clause} }}\n")), 1);
        assert_eq!(count(CODE, &format!("#[cfg(test)]\nuse x::y;\nfn c() {{ {clause} }}\n")), 1);
    }
}
