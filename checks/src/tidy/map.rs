//! The code map in ARCHITECTURE.md: the same crates and levels as in the tree, and no folder that is not there.
//!
//! May touch: the tree.

use super::levels::{TOOLS, crates, level};
use super::tree::Tree;
use crate::fault::Fault;

const PATH: &str = "ARCHITECTURE.md";

/// A folder in the map.
struct Row<'a> {
    line: usize,
    level: &'a str,
    folder: &'a str,
    later: bool,
}

/// Check `map`.
pub fn map(tree: &Tree) -> Vec<Fault> {
    let Some(text) = tree.text(PATH) else {
        return vec![Fault::new(PATH, 1, "is missing; it holds the code map")];
    };
    let rows = rows(text);
    if rows.is_empty() {
        return vec![Fault::new(PATH, 1, "has no code map: a table that begins | L | folder | job |")];
    }
    let mut faults = Vec::new();
    for row in &rows {
        let name = row.folder.rsplit('/').next().unwrap_or(row.folder);
        let is_crate = row.folder == format!("crates/{name}") || row.folder == "bench";
        let expected = if is_crate { level(name) } else { None };
        match expected {
            Some(expected) if row.level != expected.to_string() => {
                let reason = format!(
                    "{} is at level \"{}\" here and at {expected} in checks/src/tidy/levels.rs",
                    row.folder, row.level
                );
                faults.push(Fault::new(PATH, row.line, reason));
            }
            None if !row.level.is_empty() => {
                let reason = format!(
                    "{} is at level \"{}\" here and has none in checks/src/tidy/levels.rs",
                    row.folder, row.level
                );
                faults.push(Fault::new(PATH, row.line, reason));
            }
            _ => {}
        }
        if !row.later && !tree.has(row.folder) {
            let reason = format!("{} does not exist, and its row does not say (later)", row.folder);
            faults.push(Fault::new(PATH, row.line, reason));
        }
    }
    for (name, folder) in crates(tree) {
        let listed = rows.iter().filter(|row| row.folder == folder).count();
        if listed != 1 {
            let wanted = if TOOLS.contains(&name.as_str()) { "without a level" } else { "with its level" };
            let reason = format!("the code map lists {folder} {listed} times; once, {wanted}, is right");
            faults.push(Fault::new(PATH, 1, reason));
        }
    }
    faults
}

/// The rows of every table whose header begins `| L | folder | job`. A row may name several folders.
fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut in_map = false;
    for (index, line) in text.lines().enumerate() {
        let Some(inner) = line.trim().strip_prefix('|') else {
            in_map = false;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        let [level, folders, job, ..] = cells[..] else { continue };
        if (level, folders, job) == ("L", "folder", "job") {
            in_map = true;
        } else if in_map && !level.starts_with("--") {
            // In `a` and `b`, every second part is between backticks.
            for folder in folders.split('`').skip(1).step_by(2) {
                rows.push(Row {
                    line: index + 1,
                    level,
                    folder: folder.trim_end_matches('/'),
                    later: job.contains("(later)"),
                });
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# Map\n\n| L | folder | job | knows nothing of |\n|---|---|---|---|\n";

    fn faults(rows: &str) -> Vec<Fault> {
        let text = format!("{HEAD}{rows}");
        map(&Tree::of(&[
            (PATH, &text),
            ("crates/tiles/Cargo.toml", ""),
            ("xtask/Cargo.toml", ""),
            ("docs/notation.md", ""),
        ]))
    }

    const GOOD: &str = "| 0 | `crates/tiles` | tiles | books |\n| | `docs/` `xtask/` | manual; tasks | |\n";

    #[test]
    fn a_true_map_is_fine() {
        assert_eq!(faults(GOOD), []);
        assert_eq!(faults(&format!("{GOOD}| 0 | `crates/money` | amounts (later) | games |\n")), []);
    }

    #[test]
    fn a_wrong_level_is_named() {
        let found = faults(&GOOD.replace("| 0 |", "| 1 |"));
        assert_eq!(found.len(), 1);
        assert!(found[0].line == 5 && found[0].reason.contains("level \"1\" here and at 0"), "{}", found[0]);
        assert_eq!(faults(&format!("{GOOD}| 3 | `crates/money` | amounts (later) | |\n")).len(), 1);
        assert_eq!(faults(&GOOD.replace("| |", "| 9 |")).len(), 2);
    }

    #[test]
    fn a_crate_that_is_not_listed_is_named() {
        let found = faults("| | `docs/` `xtask/` | manual; tasks | |\n");
        assert!(found.len() == 1 && found[0].reason.contains("crates/tiles 0 times"));
    }

    #[test]
    fn a_folder_that_does_not_exist_is_named() {
        let found = faults(&format!("{GOOD}| 0 | `crates/money` | amounts | games |\n"));
        assert!(found.len() == 1 && found[0].reason.contains("crates/money does not exist"));
    }

    #[test]
    fn no_map_at_all() {
        assert_eq!(map(&Tree::of(&[])).len(), 1);
        assert_eq!(map(&Tree::of(&[(PATH, "# Map\n")])).len(), 1);
    }
}
