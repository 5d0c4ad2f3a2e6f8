//! `soak`: the long proofs, minutes each, that a test run has no time for.
//!
//! May touch: cargo. What is proved is known to the folder `bench/` and to the tests of the tables.

use crate::run::{Failure, cargo, run};
use std::path::Path;

/// Commands of random play, unless HOUSEWAY_SOAK_COMMANDS says otherwise.
const COMMANDS: &str = "50000000";

/// `odds [BOOK]` proves exact odds by enumeration of concrete tiles; `tables` plays at random; both
/// without an argument.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let (what, rest) = match arguments {
        [] => ("all", arguments),
        [what, rest @ ..] if what == "odds" || what == "tables" => (what.as_str(), rest),
        books => ("odds", books),
    };
    if what != "tables" {
        run(cargo(root, &["run", "--release", "--locked", "-p", "bench", "--bin", "soak", "--"]).args(rest))?;
    }
    if what == "odds" {
        return Ok(());
    }
    let commands = std::env::var("HOUSEWAY_SOAK_COMMANDS").unwrap_or_else(|_| COMMANDS.to_string());
    for (package, test) in [("paigow", "laws"), ("roulette", "walk")] {
        let play =
            ["test", "--release", "--locked", "-p", package, "--test", test, "--", "for_long", "--nocapture"];
        run(cargo(root, &play).env("HOUSEWAY_SOAK_COMMANDS", &commands))?;
    }
    Ok(())
}
