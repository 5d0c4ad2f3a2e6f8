//! Style: headers, names, sizes, and nothing left over from work in progress.
//!
//! May touch: the sources in the tree.

use super::tree::Tree;
use crate::fault::Fault;
use crate::source::{begins_with, has_word, is_sign, walk};
use proc_macro2::{Delimiter, TokenTree};

/// Past this many lines, a file is two things.
const LINES_MAX: usize = 800;

/// Files that people write, whose names and sizes count.
const WRITTEN: &[&str] = &[".rs", ".ts", ".mjs", ".svelte"];

/// Files that `cargo xtask types` writes; they are as long as they must be.
const GENERATED: &[&str] = &["web/src/wire/api.ts"];

/// Names that say nothing of the game.
const EMPTY_NAMES: &[&str] = &["manager", "helper", "util", "data"];

/// Macros that must not be committed.
const UNFINISHED_MACROS: &[&str] = &["todo", "unimplemented", "dbg"];

/// The attribute of a test that must not be committed.
const UNFINISHED_TEST: &str = "ignore";

/// Words that must not be committed, in comments neither. In halves, or this file would find itself.
const UNFINISHED_WORDS: &[&str] = &[concat!("FIX", "ME"), concat!("X", "XX")];

/// Check `headers`.
pub fn headers(tree: &Tree) -> Vec<Fault> {
    let without = tree.rust().filter(|(_, text)| !text.starts_with("//!"));
    without.map(|(path, _)| Fault::new(path, 1, "must begin with a //! line that says its job")).collect()
}

/// Check `knows`.
pub fn knows(tree: &Tree) -> Vec<Fault> {
    let crates = tree.with_ending(&["/src/lib.rs"]).filter(|(path, _)| path.starts_with("crates/"));
    let silent = crates.filter(|(_, text)| {
        let mut header = text.lines().take_while(|line| line.starts_with("//!"));
        !header.any(|line| line.contains("Knows nothing of") || line.contains("knows nothing of"))
    });
    silent
        .map(|(path, _)| Fault::new(path, 1, "its //! header must say what the crate \"Knows nothing of\""))
        .collect()
}

/// Check `noun`.
pub fn noun(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, _) in tree.with_ending(WRITTEN) {
        // A folder's name counts as much as a file's.
        let words = path.split(['/', '.', '_', '-']).map(str::to_lowercase);
        let named = words.map(|word| word.trim_end_matches('s').to_owned());
        for name in named.filter(|word| EMPTY_NAMES.contains(&word.as_str())) {
            faults.push(Fault::new(
                path,
                1,
                format!("is named \"{name}\"; name it after a thing of the game"),
            ));
        }
    }
    faults
}

/// Check `size`.
pub fn size(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.with_ending(WRITTEN).filter(|(path, _)| !GENERATED.contains(path)) {
        let lines = text.lines().count();
        if lines > LINES_MAX {
            let reason = format!("has {lines} lines; past {LINES_MAX} a file is two things");
            faults.push(Fault::new(path, LINES_MAX + 1, reason));
        }
    }
    faults
}

/// Check `leftovers`.
pub fn leftovers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, text) in tree.with_ending(&[".rs"]) {
        for (index, line) in text.lines().enumerate() {
            for left in UNFINISHED_WORDS.iter().filter(|left| has_word(line, left)) {
                faults.push(Fault::new(path, index + 1, format!("{left} is left over")));
            }
        }
        let Ok(tokens) = text.parse() else { continue };
        walk(tokens, &mut |trees, at| {
            if let Some(left) = unfinished(&trees[at..]) {
                faults.push(Fault::new(path, trees[at].span().start().line, format!("{left} is left over")));
            }
        });
    }
    faults
}

/// The unfinished code that begins here.
fn unfinished(trees: &[TokenTree]) -> Option<String> {
    match trees {
        [TokenTree::Ident(word), sign, TokenTree::Group(_), ..] if is_sign(sign, '!') => {
            let word = word.to_string();
            UNFINISHED_MACROS.contains(&word.as_str()).then(|| format!("{word}!("))
        }
        [sign, TokenTree::Group(group), ..] if is_sign(sign, '#') => {
            let ignored =
                group.delimiter() == Delimiter::Bracket && begins_with(&group.stream(), UNFINISHED_TEST);
            ignored.then(|| format!("#[{UNFINISHED_TEST}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(check: fn(&Tree) -> Vec<Fault>, path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn a_file_begins_with_its_header() {
        for path in [
            "crates/tiles/src/lib.rs",
            "crates/tiles/tests/x.rs",
            "bench/src/main.rs",
            "fuzz/fuzz_targets/x.rs",
        ] {
            assert_eq!(count(headers, path, "//! Tiles.\n"), 0, "{path}");
            assert_eq!(count(headers, path, "#![no_std]\n//! Tiles.\n"), 1, "{path}");
            assert_eq!(count(headers, path, "\n//! Tiles.\n"), 1, "{path}");
            assert_eq!(count(headers, path, ""), 1, "{path}");
        }
        assert_eq!(count(headers, "docs/sample.rs", "fn x() {}\n"), 0);
    }

    #[test]
    fn a_crate_says_what_it_does_not_know() {
        let path = "crates/tiles/src/lib.rs";
        assert_eq!(count(knows, path, "//! Tiles.\n//!\n//! Knows nothing of books.\n"), 0);
        assert_eq!(count(knows, path, "//! Tiles. It knows nothing of books.\n"), 0);
        assert_eq!(count(knows, path, "//! Tiles.\n\n// Knows nothing of books.\n"), 1);
        assert_eq!(count(knows, "crates/cli/src/main.rs", "//! The command.\n"), 0);
    }

    #[test]
    fn files_are_named_after_things_of_the_game() {
        for path in [
            "crates/a/src/helpers.rs",
            "crates/a/src/table_manager.rs",
            "crates/a/src/util/x.rs",
            "web/src/data.ts",
        ] {
            assert_eq!(count(noun, path, ""), 1, "{path}");
        }
        for path in ["crates/a/src/chung.rs", "testdata/reader.rs", "crates/a/src/database.rs"] {
            assert_eq!(count(noun, path, ""), 0, "{path}");
        }
    }

    #[test]
    fn eight_hundred_lines_and_no_more() {
        assert_eq!(count(size, "a.rs", &"x\n".repeat(800)), 0);
        assert_eq!(count(size, "a.rs", &"x\n".repeat(801)), 1);
        assert_eq!(count(size, "a.svelte", &"x\n".repeat(801)), 1);
        assert_eq!(count(size, "web/tests/a.mjs", &"x\n".repeat(801)), 1);
        assert_eq!(count(size, "a.csv", &"x\n".repeat(801)), 0);
        assert_eq!(count(size, "web/src/wire/api.ts", &"x\n".repeat(801)), 0);
    }

    #[test]
    fn nothing_is_left_over() {
        let code = ["todo!()", "unimplemented!(\"x\")", "f(dbg!(x))", "#[ignore]", "#[ignore = \"slow\"]"];
        for left in code {
            let found = leftovers(&Tree::of(&[("a.rs", &format!("fn x() {{}}\n{left}\n"))]));
            assert!(found.len() == 1 && found[0].line == 2, "{left}: {found:?}");
            let quoted = left.replace('"', "'");
            let text = format!("/// {left}\nlet s = \"{quoted}\"; // {left}\n");
            assert_eq!(count(leftovers, "a.rs", &text), 0, "{left}");
        }
        for left in UNFINISHED_WORDS {
            assert_eq!(count(leftovers, "a.rs", &format!("// {left}: later\n")), 1, "{left}");
            assert_eq!(count(leftovers, "a.rs", &format!("// {left}L\n")), 0, "{left}");
        }
        assert_eq!(count(leftovers, "a.md", "dbg!("), 0);
    }
}
