//! `soak`: the long proofs, minutes each, that a test run has no time for.
//!
//! May touch: cargo. What is proved is known to the folder `bench/` alone.

use crate::run::{Failure, cargo, run};
use std::path::Path;

/// Proves the exact odds of the named books, or of one, by enumeration of concrete tiles.
pub fn task(root: &Path, books: &[String]) -> Result<(), Failure> {
    run(cargo(root, &["run", "--release", "--locked", "-p", "bench", "--bin", "soak", "--"]).args(books))
}
