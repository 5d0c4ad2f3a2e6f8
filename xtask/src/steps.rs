//! Steps: run in their order, timed, and summed up.
//!
//! May touch: standard output, the clock. What a step does is not known here.

use crate::run::{Failure, say};
use std::time::{Duration, Instant};

/// How a step ended that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub enum Done {
    /// It ran.
    Ran,
    /// What it would test is not there yet: why.
    Skipped(String),
}

/// A step on a site `S`: its name, and the code that fails if it fails.
pub struct Step<S> {
    /// One word.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut S) -> Result<Done, Failure>,
}

/// How a step went.
enum Outcome {
    Ok(Duration),
    Skipped,
    Failed(Duration),
    NotRun,
}

/// Runs the steps, stops at the first failure unless told to keep going, and sums up.
pub fn run<S>(steps: &[Step<S>], site: &mut S, keep_going: bool) -> Result<(), Failure> {
    let outcomes = run_all(steps, site, keep_going);
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    say(&table(&names, &outcomes));
    if outcomes.iter().all(|outcome| matches!(outcome, Outcome::Ok(_) | Outcome::Skipped)) {
        Ok(())
    } else {
        Err(Failure::printed())
    }
}

fn run_all<S>(steps: &[Step<S>], site: &mut S, keep_going: bool) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut stopped = false;
    for step in steps {
        if stopped {
            outcomes.push(Outcome::NotRun);
            continue;
        }
        say(&format!("==> {}\n", step.name));
        let start = Instant::now();
        let result = (step.run)(site);
        let took = start.elapsed();
        outcomes.push(match result {
            Ok(Done::Ran) => {
                say(&format!("    {} ok, {} s\n", step.name, seconds(took)));
                Outcome::Ok(took)
            }
            Ok(Done::Skipped(reason)) => {
                say(&format!("    {} skipped: {reason}\n", step.name));
                Outcome::Skipped
            }
            Err(failure) => {
                if !failure.line.is_empty() {
                    say(&format!("{}\n", failure.line));
                }
                say(&format!("    {} FAILED, {} s\n", step.name, seconds(took)));
                stopped = !keep_going;
                Outcome::Failed(took)
            }
        });
    }
    outcomes
}

fn table(names: &[&str], outcomes: &[Outcome]) -> String {
    let mut text = format!("\n{:<12} {:>8}  result\n", "step", "seconds");
    for (name, outcome) in names.iter().zip(outcomes) {
        let (took, word) = match outcome {
            Outcome::Ok(took) => (seconds(*took), "ok"),
            Outcome::Skipped => (String::new(), "skipped"),
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

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [Step<()>; 4] = [
        Step { name: "good", run: |()| Ok(Done::Ran) },
        Step { name: "early", run: |()| Ok(Done::Skipped("there is no wall yet".to_owned())) },
        Step { name: "bad", run: |()| Err(Failure::failed("the wall has 31 tiles")) },
        Step { name: "last", run: |()| Ok(Done::Ran) },
    ];

    fn summed_up(keep_going: bool) -> String {
        let outcomes = run_all(&STEPS, &mut (), keep_going);
        table(&["good", "early", "bad", "last"], &outcomes)
    }

    #[test]
    fn the_first_failure_stops_the_rest() {
        let table = summed_up(false);
        assert!(table.contains("good              0.0  ok\n"), "{table}");
        assert!(table.contains("early                  skipped\n"), "{table}");
        assert!(table.contains("bad               0.0  FAILED\n"), "{table}");
        assert!(table.contains("last                   not run\n"), "{table}");
    }

    #[test]
    fn keep_going_runs_them_all() {
        let table = summed_up(true);
        assert!(table.contains("bad               0.0  FAILED\nlast              0.0  ok\n"), "{table}");
    }

    #[test]
    fn a_failure_fails_the_whole_and_a_skipped_step_does_not() {
        assert!(run(&STEPS, &mut (), true).is_err());
        assert!(run(&STEPS[..2], &mut (), false).is_ok());
    }

    #[test]
    fn seconds_have_one_decimal() {
        assert_eq!(seconds(Duration::from_millis(12_345)), "12.3");
        assert_eq!(seconds(Duration::from_millis(99)), "0.0");
    }
}
