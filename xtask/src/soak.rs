//! `soak`: long runs under load, once there is a floor to load.
//!
//! May touch: standard output.

use crate::run::{Failure, no_arguments, say};
use std::path::Path;

/// Says that there is nothing to soak yet.
pub fn task(_root: &Path, arguments: &[String]) -> Result<(), Failure> {
    no_arguments("soak", arguments)?;
    say("soak: nothing to soak yet; it comes with the floor, which runs tables for hours\n");
    Ok(())
}
