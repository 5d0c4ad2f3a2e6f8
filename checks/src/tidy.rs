//! `tidy`: the rules of this repository that no compiler checks.
//!
//! May touch: the files git knows or would add. Each check is a function from the tree of files to the
//! faults in it; the names of the checks are what `[tidy: NAME]` in ARCHITECTURE.md refers to.

mod docs;
mod levels;
mod manifest;
mod map;
mod places;
mod pure;
mod steps;
mod style;
mod tree;

use crate::failure::{Failure, say};
use crate::fault::Fault;
use std::path::Path;
use tree::Tree;

/// A check: its name, and the function that finds the faults.
type Check = (&'static str, fn(&Tree) -> Vec<Fault>);

const CHECKS: &[Check] = &[
    ("levels", levels::levels),
    ("unsafe", levels::unsafe_code),
    ("map", map::map),
    ("pure", pure::pure),
    ("steps", steps::steps),
    ("paths", places::paths),
    ("headers", style::headers),
    ("knows", style::knows),
    ("noun", style::noun),
    ("size", style::size),
    ("leftovers", style::leftovers),
    ("invariants", invariants),
    ("decisions", docs::decisions),
    ("readme", docs::readme),
    ("links", docs::links),
];

/// Prints every fault, then how many files were read and how many faults there are.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    if let Some(first) = arguments.first() {
        return Err(Failure::usage(format!("tidy takes no arguments, got \"{first}\"")));
    }
    let tree = Tree::of_project(root)?;
    let mut faults: Vec<Fault> = CHECKS.iter().flat_map(|(_, check)| check(&tree)).collect();
    faults.sort();
    faults.dedup();
    let mut text: String = faults.iter().map(|fault| format!("{fault}\n")).collect();
    text.push_str(&format!("tidy: {} files, {} faults\n", tree.len(), faults.len()));
    say(&text);
    if faults.is_empty() { Ok(()) } else { Err(Failure::printed()) }
}

fn invariants(tree: &Tree) -> Vec<Fault> {
    let names: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
    docs::invariants(tree, &names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_name_of_its_own() {
        let mut names: Vec<&str> = CHECKS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len());
    }

    #[test]
    fn invariants_may_name_any_check() {
        let text = "Invariant: no clock. [tidy: pure]\nInvariant: no luck. [tidy: luck]\n";
        let faults = invariants(&Tree::of(&[("ARCHITECTURE.md", text)]));
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 2);
    }
}
