//! `goldens`: compares what the code prints with the golden files, or writes those anew.
//!
//! May touch: cargo and git; the tests themselves write the files, when told to by the environment.

use crate::run::{Failure, cargo, git, run};
use std::path::Path;

/// Runs every test with "golden" in its name; with `--update` they write instead of compare.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let update = match arguments {
        [] => false,
        [flag] if flag == "--update" => true,
        [flag, ..] => return Err(Failure::usage(format!("goldens takes only --update, got \"{flag}\""))),
    };
    let mut tests = cargo(root, &["nextest", "run", "--workspace", "--locked", "-E", "test(golden)"]);
    if update {
        tests.env("HOUSEWAY_GOLDENS", "update");
    }
    let result = run(&mut tests);
    if update {
        // Shown even after a failure: some files may have been written before it.
        run(&mut git(root, &["status", "--short", "testdata", "README.md", "docs"]))?;
    }
    result
}
