//! `fuzz`: runs the targets in `fuzz/fuzz_targets` for a while each.
//!
//! May touch: cargo-fuzz, and the folder of targets.

use crate::run::{Failure, cargo, run, say, succeeds};
use std::path::Path;

const TARGETS: &str = "fuzz/fuzz_targets";
const SECONDS: u64 = 60;

/// Runs one target or all of them.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let (wanted, seconds) = understand(arguments)?;
    let mut targets = targets(root)?;
    if let Some(wanted) = wanted {
        if !targets.contains(&wanted) {
            let there = targets.join(", ");
            return Err(Failure::usage(format!("no fuzz target is called \"{wanted}\"; there are {there}")));
        }
        targets = vec![wanted];
    }
    if !succeeds(&mut cargo(root, &["fuzz", "--version"])) {
        return Err(Failure::failed("cargo-fuzz is missing: cargo install cargo-fuzz --locked"));
    }
    for target in &targets {
        say(&format!("==> {target}, {seconds} seconds\n"));
        let mut fuzz = cargo(root, &["fuzz", "run", "-s", "none", target, "--"]);
        // Sanitizers are an unstable flag; this lets our stable compiler accept it.
        fuzz.arg(format!("-max_total_time={seconds}")).env("RUSTC_BOOTSTRAP", "1");
        run(&mut fuzz)?;
    }
    Ok(())
}

/// The target asked for, if any, and the seconds for each.
fn understand(arguments: &[String]) -> Result<(Option<String>, u64), Failure> {
    let (mut target, mut seconds) = (None, SECONDS);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--seconds" {
            let value = rest.next().ok_or_else(|| Failure::usage("--seconds needs a number"))?;
            seconds = value.parse().ok().filter(|n| *n >= 1).ok_or_else(|| {
                Failure::usage(format!("--seconds \"{value}\" is not a whole number from 1 up"))
            })?;
        } else if argument.starts_with('-') {
            return Err(Failure::usage(format!("fuzz does not know \"{argument}\"")));
        } else if let Some(first) = target.replace(argument.clone()) {
            return Err(Failure::usage(format!("fuzz takes one target, got \"{first}\" and \"{argument}\"")));
        }
    }
    Ok((target, seconds))
}

/// The names of the targets, sorted.
fn targets(root: &Path) -> Result<Vec<String>, Failure> {
    let files = std::fs::read_dir(root.join(TARGETS))
        .map_err(|e| Failure::failed(format!("there are no fuzz targets: {TARGETS}: {e}")))?;
    let mut names: Vec<String> = files
        .flatten()
        .filter_map(|file| file.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(Failure::failed(format!("there are no fuzz targets: {TARGETS} has no .rs file")));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(line: &str) -> Result<(Option<String>, u64), Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        understand(&words)
    }

    #[test]
    fn target_and_seconds_in_any_order() {
        assert_eq!(understood("").expect("nothing is fine"), (None, 60));
        assert_eq!(understood("notation --seconds 5").expect("fine"), (Some("notation".into()), 5));
        assert_eq!(understood("--seconds 5 notation").expect("fine"), (Some("notation".into()), 5));
    }

    #[test]
    fn what_it_cannot_read_it_names() {
        for (line, named) in [("a b", "\"b\""), ("--seconds -1", "\"-1\""), ("--hours 2", "\"--hours\"")] {
            let failure = understood(line).expect_err(line);
            assert!(failure.code == 2 && failure.line.contains(named), "{}", failure.line);
        }
    }
}
