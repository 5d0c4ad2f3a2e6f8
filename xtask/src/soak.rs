//! `soak`: the long proofs, minutes each, that a test run has no time for.
//!
//! May touch: cargo, a throw-away PostgreSQL. What is proved is known to the folder `bench/` and to the
//! tests of the tables and of the server.

use crate::postgres::Postgres;
use crate::run::{Failure, cargo, has_crate, run, say};
use std::path::Path;

/// Commands of random play, unless HOUSEWAY_SOAK_COMMANDS says otherwise.
const COMMANDS: &str = "50000000";

/// Crashes of the server, unless told otherwise.
const CRASHES: u64 = 1000;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    All,
    Odds(Vec<String>),
    Tables,
    Crash(u64),
}

/// `odds [BOOK]` proves exact odds by enumeration of concrete tiles; `tables` plays at random; `crash [N]`
/// kills the server N times; all of them without an argument.
pub fn task(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    match understand(arguments)? {
        Asked::All => {
            odds(root, &[])?;
            tables(root)?;
            if has_crate(root, "server") {
                return crash(root, CRASHES);
            }
            say("crash is skipped: there is no crates/server yet\n");
            Ok(())
        }
        Asked::Odds(books) => odds(root, &books),
        Asked::Tables => tables(root),
        Asked::Crash(_) if !has_crate(root, "server") => {
            Err(Failure::failed("there is nothing to crash: there is no crates/server yet"))
        }
        Asked::Crash(times) => crash(root, times),
    }
}

fn understand(arguments: &[String]) -> Result<Asked, Failure> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => Ok(Asked::All),
        ["tables"] => Ok(Asked::Tables),
        ["tables", extra, ..] => {
            Err(Failure::usage(format!("soak tables takes no arguments, got \"{extra}\"")))
        }
        ["crash"] => Ok(Asked::Crash(CRASHES)),
        ["crash", times] => match times.parse() {
            Ok(times) if times >= 1 => Ok(Asked::Crash(times)),
            _ => Err(Failure::usage(format!("soak crash \"{times}\" is not a whole number from 1 up"))),
        },
        ["crash", _, extra, ..] => {
            Err(Failure::usage(format!("soak crash takes one number, got \"{extra}\"")))
        }
        ["odds", ..] => Ok(Asked::Odds(arguments[1..].to_vec())),
        _ => Ok(Asked::Odds(arguments.to_vec())),
    }
}

fn odds(root: &Path, books: &[String]) -> Result<(), Failure> {
    run(cargo(root, &["run", "--release", "--locked", "-p", "bench", "--bin", "soak", "--"]).args(books))
}

fn tables(root: &Path) -> Result<(), Failure> {
    let commands = std::env::var("HOUSEWAY_SOAK_COMMANDS").unwrap_or_else(|_| COMMANDS.to_string());
    for (package, test) in [("paigow", "laws"), ("roulette", "walk")] {
        run(cargo(root, &for_long(package, test)).env("HOUSEWAY_SOAK_COMMANDS", &commands))?;
    }
    Ok(())
}

fn crash(root: &Path, times: u64) -> Result<(), Failure> {
    let postgres = Postgres::start()?;
    let mut test = cargo(root, &for_long("cli", "crash"));
    run(test.env("HOUSEWAY_SOAK_CRASHES", times.to_string()).envs(postgres.environment()))
}

/// The tests of a package that run as long as they are told to.
fn for_long<'a>(package: &'a str, test: &'a str) -> [&'a str; 10] {
    ["test", "--release", "--locked", "-p", package, "--test", test, "--", "for_long", "--nocapture"]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn understood(line: &str) -> Result<Asked, Failure> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        understand(&words)
    }

    #[test]
    fn every_way_to_ask() {
        for (line, asked) in [
            ("", Asked::All),
            ("tables", Asked::Tables),
            ("crash", Asked::Crash(1000)),
            ("crash 20", Asked::Crash(20)),
            ("odds", Asked::Odds(vec![])),
            ("odds star-2016", Asked::Odds(vec!["star-2016".to_owned()])),
            ("star-2016", Asked::Odds(vec!["star-2016".to_owned()])),
        ] {
            assert_eq!(understood(line).expect(line), asked, "{line}");
        }
    }

    #[test]
    fn what_it_cannot_read_it_names() {
        for (line, named) in
            [("crash 0", "\"0\""), ("crash soon", "\"soon\""), ("crash 1 2", "\"2\""), ("tables x", "\"x\"")]
        {
            let failure = understood(line).expect_err(line);
            assert!(failure.code == 2 && failure.line.contains(named), "{}", failure.line);
        }
    }
}
