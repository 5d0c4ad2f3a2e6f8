//! Rounds that a person can read: `testdata/rounds/BOOK/NAME.round`, one test for each file.
//!
//! Each is played, and has to come out as it is written, twice. `UPDATE_ROUNDS=1`, or
//! `HOUSEWAY_GOLDENS=update` (`cargo xtask goldens --update`), writes the files instead of comparing. The
//! language is described in `docs/rounds.md`.

use libtest_mimic::{Arguments, Failed, Trial};
use paigow::script;
use rulebook::Shelf;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

static SHELF: LazyLock<Shelf> = LazyLock::new(|| Shelf::embedded().expect("the embedded books are valid"));

fn updating() -> bool {
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    is("UPDATE_ROUNDS", "1") || is("HOUSEWAY_GOLDENS", "update")
}

/// Every round of a book, in the order of their names.
fn rounds(book: &str) -> Result<Vec<PathBuf>, std::io::Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(book);
    let mut rounds = Vec::new();
    for entry in fs::read_dir(folder)? {
        rounds.push(entry?.path());
    }
    rounds.retain(|file| file.extension().is_some_and(|extension| extension == "round"));
    rounds.sort();
    Ok(rounds)
}

/// Plays a round, and says what is wrong with it, if anything.
fn golden(file: &Path, book: &str) -> Result<(), Failed> {
    let kept = fs::read_to_string(file)?;
    if script::book_of(&kept).as_deref() != Some(book) {
        return Err(format!("goes by {:?}, and lies in {book}", script::book_of(&kept)).into());
    }
    let rules = SHELF.book(book).ok_or("no such book")?;
    let played = script::play(&kept, rules).map_err(|error| error.to_string())?;
    let again = script::play(&played.transcript, rules);
    if again.as_ref().map(|again| &again.transcript) != Ok(&played.transcript) {
        return Err("does not come out the same when played again".into());
    }
    let sum = played.table.ledger.sum();
    if sum != 0 {
        return Err(format!("expected the accounts to come to 0 in all, got {sum}").into());
    }
    if updating() {
        return Ok(fs::write(file, &played.transcript)?);
    }
    if kept == played.transcript {
        return Ok(());
    }
    let mut lines = (1..).zip(kept.lines().zip(played.transcript.lines()));
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
    let mut trials = Vec::new();
    for book in SHELF.pai_gow().map(|book| book.id.as_str()) {
        let rounds = rounds(book).unwrap_or_else(|error| panic!("testdata/rounds/{book}: {error}"));
        assert!(!rounds.is_empty(), "testdata/rounds/{book} has no rounds");
        for file in rounds {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("golden::{book}::{name}"), move || golden(&file, book)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
