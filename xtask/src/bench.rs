//! `bench`: builds the `houseway` command in release, then runs the benchmarks.
//!
//! May touch: cargo. What is measured, and against which figure, is known to the folder `bench/` alone.

use crate::run::{Failure, cargo, run};
use std::path::Path;

/// Runs the benchmarks whose names match the filters, or all of them.
pub fn task(root: &Path, filters: &[String]) -> Result<(), Failure> {
    // The command's own start-up is among the things measured, so it must be fresh.
    run(&mut cargo(root, &["build", "--release", "--locked", "-p", "cli", "-p", "bench"]))?;
    run(cargo(root, &["run", "--release", "--locked", "-p", "bench", "--"]).args(filters))
}
