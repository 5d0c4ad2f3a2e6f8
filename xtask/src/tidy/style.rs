//! Style: headers, names, sizes, and nothing left over from work in progress.
//!
//! May touch: the sources in the tree.

use super::tree::Tree;
use crate::fault::Fault;
use crate::rust_text::{code_only, has_word};

/// Past this many lines, a file is two things.
const LINES_MAX: usize = 800;

/// Files that people write, whose names and sizes count.
const WRITTEN: &[&str] = &[".rs", ".ts", ".mjs", ".svelte"];

/// Files that `cargo xtask types` writes; they are as long as they must be.
const GENERATED: &[&str] = &["web/src/api.ts"];

/// Names that say nothing of the game.
const EMPTY_NAMES: &[&str] = &["manager", "helper", "util", "data"];

/// Code that must not be committed.
const UNFINISHED_CODE: &[&str] = &["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

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
        let code = code_only(text);
        for (index, (line, code)) in text.lines().zip(code.lines()).enumerate() {
            let code = UNFINISHED_CODE.iter().filter(|left| code.contains(*left));
            let words = UNFINISHED_WORDS.iter().filter(|left| has_word(line, left));
            for left in code.chain(words) {
                faults.push(Fault::new(path, index + 1, format!("{left} is left over")));
            }
        }
    }
    faults
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
        assert_eq!(count(size, "web/src/api.ts", &"x\n".repeat(801)), 0);
    }

    #[test]
    fn nothing_is_left_over() {
        for left in UNFINISHED_CODE {
            assert_eq!(count(leftovers, "a.rs", &format!("fn x() {{}}\n{left}\n")), 1, "{left}");
            assert_eq!(count(leftovers, "a.rs", &format!("let s = \"{left}\"; // {left}\n")), 0, "{left}");
        }
        for left in UNFINISHED_WORDS {
            assert_eq!(count(leftovers, "a.rs", &format!("// {left}: later\n")), 1, "{left}");
            assert_eq!(count(leftovers, "a.rs", &format!("// {left}L\n")), 0, "{left}");
        }
        assert_eq!(count(leftovers, "a.md", "dbg!("), 0);
    }
}
