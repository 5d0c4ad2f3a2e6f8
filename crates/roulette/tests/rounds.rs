//! Rounds that a person can read: `testdata/rounds/rapid-roulette-2000/NAME.round`, one test for each file.
//!
//! Each is played, and has to come out as it is written. `UPDATE_ROUNDS=1`, or `HOUSEWAY_GOLDENS=update`
//! (`cargo xtask goldens --update`), writes the files instead of comparing; then read the difference.

mod play;

use libtest_mimic::{Arguments, Failed, Trial};
use play::book;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const BOOK: &str = "rapid-roulette-2000";

fn updating() -> bool {
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    is("UPDATE_ROUNDS", "1") || is("HOUSEWAY_GOLDENS", "update")
}

/// Every round, in the order of their names.
fn rounds() -> Result<Vec<PathBuf>, std::io::Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(BOOK);
    let mut rounds = Vec::new();
    for entry in fs::read_dir(folder)? {
        rounds.push(entry?.path());
    }
    rounds.retain(|file| file.extension().is_some_and(|extension| extension == "round"));
    rounds.sort();
    Ok(rounds)
}

/// Plays a round, and says what is wrong with it, if anything.
fn golden(file: &Path) -> Result<(), Failed> {
    let kept = fs::read_to_string(file)?;
    if !kept.starts_with("# ") {
        return Err("expected the first line to say what the round is about, as in \"# Text\"".into());
    }
    let played = roulette::script::run(&kept, book()).map_err(|error| error.to_string())?;
    if updating() {
        return Ok(fs::write(file, &played)?);
    }
    if kept == played {
        return Ok(());
    }
    let mut lines = (1..).zip(kept.lines().zip(played.lines()));
    Err(match lines.find(|(_, (kept, now))| kept != now) {
        Some((line, (kept, now))) => {
            format!("line {line}\n  is     {kept}\n  is now {now}\nUPDATE_ROUNDS=1 writes it anew")
        }
        None => "is longer or shorter than what happens now; UPDATE_ROUNDS=1 writes it anew".to_owned(),
    }
    .into())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let rounds = rounds().unwrap_or_else(|error| panic!("testdata/rounds/{BOOK}: {error}"));
    assert!(!rounds.is_empty(), "testdata/rounds/{BOOK} has no rounds");
    let trial = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("golden::{BOOK}::{name}"), move || golden(&file))
    };
    libtest_mimic::run(&arguments, rounds.into_iter().map(trial).collect()).exit_code()
}
