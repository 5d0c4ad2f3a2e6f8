//! `test`: the one test command; what it runs is what CI runs.
//!
//! May touch: cargo. Needs no network when everything it builds is cached.

use crate::run::{Failure, cargo, run, say, succeeds};
use crate::{clauses, tidy};
use std::path::Path;
use std::time::{Duration, Instant};

/// A step: its name, and the code that fails if it fails.
struct Step {
    name: &'static str,
    run: fn(&Path) -> Result<(), Failure>,
}

/// How a step went.
enum Outcome {
    Ok(Duration),
    Failed(Duration),
    NotRun,
}

/// Runs every step, stops at the first failure unless told to keep going, and sums up.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let keep_going = match arguments {
        [] => false,
        [flag] if flag == "--keep-going" => true,
        [flag, ..] => return Err(Failure::usage(format!("test takes only --keep-going, got \"{flag}\""))),
    };
    let steps = steps(root);
    let results = run_steps(&steps, root, keep_going);
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    say(&table(&names, &results));
    if results.iter().all(|result| matches!(result, Outcome::Ok(_))) {
        Ok(())
    } else {
        Err(Failure::printed())
    }
}

/// The steps that apply to what is in the checkout.
fn steps(root: &Path) -> Vec<Step> {
    let mut steps = vec![
        Step { name: "format", run: format },
        Step { name: "clippy", run: clippy },
        Step { name: "tidy", run: |root| tidy::task(root, &[]) },
        Step { name: "rust tests", run: rust_tests },
        Step {
            name: "doc tests",
            run: |root| run(&mut cargo(root, &["test", "--workspace", "--doc", "--locked"])),
        },
        Step { name: "clauses", run: |root| clauses::task(root, &[]) },
    ];
    if root.join("web/package.json").exists() {
        steps.push(Step {
            name: "web",
            run: |_| Err(no_runner("web/package.json", "npm ci, unit and browser tests")),
        });
    }
    if root.join("crates/journal").exists() {
        steps.push(Step {
            name: "postgres",
            run: |_| Err(no_runner("crates/journal", "a PostgreSQL to test against")),
        });
    }
    steps
}

fn run_steps(steps: &[Step], root: &Path, keep_going: bool) -> Vec<Outcome> {
    let mut results = Vec::new();
    let mut stopped = false;
    for step in steps {
        if stopped {
            results.push(Outcome::NotRun);
            continue;
        }
        say(&format!("==> {}\n", step.name));
        let start = Instant::now();
        let result = (step.run)(root);
        let took = start.elapsed();
        match result {
            Ok(()) => {
                say(&format!("    {} ok, {} s\n", step.name, seconds(took)));
                results.push(Outcome::Ok(took));
            }
            Err(failure) => {
                if !failure.line.is_empty() {
                    say(&format!("{}\n", failure.line));
                }
                say(&format!("    {} FAILED, {} s\n", step.name, seconds(took)));
                results.push(Outcome::Failed(took));
                stopped = !keep_going;
            }
        }
    }
    results
}

fn table(names: &[&str], results: &[Outcome]) -> String {
    let mut text = format!("\n{:<12} {:>8}  result\n", "step", "seconds");
    for (name, result) in names.iter().zip(results) {
        let (took, word) = match result {
            Outcome::Ok(took) => (seconds(*took), "ok"),
            Outcome::Failed(took) => (seconds(*took), "FAILED"),
            Outcome::NotRun => (String::new(), "not run"),
        };
        text.push_str(&format!("{name:<12} {took:>8}  {word}\n"));
    }
    text
}

/// Seconds with one decimal, without floats.
fn seconds(time: Duration) -> String {
    format!("{}.{}", time.as_secs(), time.subsec_millis() / 100)
}

fn format(root: &Path) -> Result<(), Failure> {
    if !succeeds(&mut cargo(root, &["fmt", "--version"])) {
        return Err(Failure::failed("rustfmt is missing: rustup component add rustfmt"));
    }
    run(&mut cargo(root, &["fmt", "--all", "--", "--check"]))
}

fn clippy(root: &Path) -> Result<(), Failure> {
    if !succeeds(&mut cargo(root, &["clippy", "--version"])) {
        return Err(Failure::failed("clippy is missing: rustup component add clippy"));
    }
    run(&mut cargo(root, &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]))
}

fn rust_tests(root: &Path) -> Result<(), Failure> {
    if !succeeds(&mut cargo(root, &["nextest", "--version"])) {
        say("cargo-nextest is missing: cargo install cargo-nextest --locked\n");
        run(&mut cargo(root, &["install", "cargo-nextest", "--locked"])).map_err(|failure| {
            Failure::failed(format!("cargo-nextest is missing and could not be installed: {}", failure.line))
        })?;
    }
    run(&mut cargo(root, &["nextest", "run", "--workspace", "--locked"]))
}

/// A part of the project that is there but that nothing here tests must not pass unseen.
fn no_runner(what: &str, needs: &str) -> Failure {
    Failure::failed(format!(
        "{what} exists, but nothing here runs its tests; add a step to xtask/src/test.rs ({needs})"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step; 3] = [
        Step { name: "good", run: |_| Ok(()) },
        Step { name: "bad", run: |_| Err(Failure::failed("the wall has 31 tiles")) },
        Step { name: "last", run: |_| Ok(()) },
    ];

    fn summed_up(keep_going: bool) -> String {
        let results = run_steps(&STEPS, Path::new("."), keep_going);
        table(&["good", "bad", "last"], &results)
    }

    #[test]
    fn the_first_failure_stops_the_rest() {
        let table = summed_up(false);
        assert!(table.contains("good              0.0  ok\n"), "{table}");
        assert!(table.contains("bad               0.0  FAILED\n"), "{table}");
        assert!(table.contains("last                   not run\n"), "{table}");
    }

    #[test]
    fn keep_going_runs_them_all() {
        let table = summed_up(true);
        assert!(table.contains("bad               0.0  FAILED\nlast              0.0  ok\n"), "{table}");
    }

    #[test]
    fn seconds_have_one_decimal() {
        assert_eq!(seconds(Duration::from_millis(12_345)), "12.3");
        assert_eq!(seconds(Duration::from_millis(99)), "0.0");
    }

    #[test]
    fn parts_that_are_not_there_are_not_listed() {
        let names: Vec<&str> = steps(Path::new("no-such-folder")).iter().map(|step| step.name).collect();
        assert_eq!(names, ["format", "clippy", "tidy", "rust tests", "doc tests", "clauses"]);
    }
}
