//! `tidy` and `clauses`: builds and runs the crate `checks`, which has the parsers that xtask does without.
//!
//! May touch: cargo, the command it built.

use crate::run::{Failure, cargo, run};
use std::path::Path;

/// `checks tidy`.
pub fn tidy(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    check(root, "tidy", arguments)
}

/// `checks clauses`.
pub fn clauses(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    check(root, "clauses", arguments)
}

fn check(root: &Path, name: &str, arguments: &[String]) -> Result<(), Failure> {
    let words = ["run", "--quiet", "--package", "checks", "--", name];
    // It has printed what is wrong; its exit status is all that is left to say.
    run(cargo(root, &words).args(arguments)).map_err(|failure| Failure { line: String::new(), ..failure })
}
