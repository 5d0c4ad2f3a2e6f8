//! `bench`: builds the `houseway` command in release, then runs the benchmarks.
//!
//! May touch: cargo, a throw-away PostgreSQL. What is measured, and against which figure, is known to the
//! folder `bench/` alone.

use crate::postgres::Postgres;
use crate::run::{Failure, built, cargo, has_crate, run};
use std::path::Path;
use std::process::Command;

/// Runs the benchmarks whose names match the filters, or all of them.
pub fn task(root: &Path, filters: &[String]) -> Result<(), Failure> {
    // The command's own start-up is among the things measured, so it must be fresh.
    run(&mut cargo(root, &["build", "--release", "--locked", "-p", "cli", "-p", "bench"]))?;
    // Which benchmark the filters pick is for the benchmarks to say; any may be one of the floor.
    let postgres = if has_crate(root, "floor") { Some(Postgres::start()?) } else { None };
    // Not by `cargo run`: alone, the benchmarks have other features, and nearly everything would be built again.
    let mut bench = Command::new(built(root, "release", "bench"));
    run(bench.current_dir(root).args(filters).envs(postgres.iter().flat_map(Postgres::environment)))
}
