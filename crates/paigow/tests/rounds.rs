//! Rounds that a person can read: `testdata/rounds/BOOK/NAME.round`, each with what happened.
//!
//! `UPDATE_ROUNDS=1`, or `HOUSEWAY_GOLDENS=update` (`cargo xtask goldens --update`), writes the files
//! instead of comparing. The language is described in `docs/rounds.md`.

#![allow(clippy::unwrap_used)]

use paigow::script;
use rulebook::Shelf;
use std::fs;
use std::path::{Path, PathBuf};

fn updating() -> bool {
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    is("UPDATE_ROUNDS", "1") || is("HOUSEWAY_GOLDENS", "update")
}

/// Every round of a book, in the order of their names.
fn rounds(book: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds").join(book);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    let mut rounds: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "round")).collect();
    rounds.sort();
    rounds
}

/// Plays a round; what is wrong with it, if anything.
fn fault(file: &Path, shelf: &Shelf, book: &str) -> Option<String> {
    let kept = fs::read_to_string(file).unwrap();
    if script::book_of(&kept).as_deref() != Some(book) {
        return Some(format!("goes by {:?}, and lies in {book}", script::book_of(&kept)));
    }
    let played = match script::play(&kept, shelf.book(book).unwrap()) {
        Ok(played) => played,
        Err(error) => return Some(error.to_string()),
    };
    let again = script::play(&played.transcript, shelf.book(book).unwrap());
    if again.as_ref().map(|again| &again.transcript) != Ok(&played.transcript) {
        return Some("does not come out the same when played again".to_string());
    }
    let sum = played.table.ledger.sum();
    if sum != 0 {
        return Some(format!("the accounts come to {sum} in all, 0 wanted"));
    }
    if updating() {
        fs::write(file, &played.transcript).unwrap();
        return None;
    }
    let lines = (1..).zip(kept.lines().zip(played.transcript.lines()));
    let differs = lines.into_iter().find(|(_, (kept, now))| kept != now);
    match differs {
        Some((line, (kept, now))) => Some(format!("line {line}\n  is     {kept}\n  is now {now}")),
        None if kept == played.transcript => None,
        None => Some("is longer or shorter than what happens now".to_string()),
    }
}

/// Compares every round of a book.
fn golden(book: &str) {
    let shelf = Shelf::embedded().unwrap();
    let all = rounds(book);
    let faults: Vec<String> = all
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.file_name()?.display(), fault(file, &shelf, book)?)))
        .collect();
    assert!(
        faults.is_empty(),
        "{} of {} rounds of {book} (UPDATE_ROUNDS=1 writes them anew):\n{}",
        faults.len(),
        all.len(),
        faults.join("\n")
    );
}

#[test]
fn golden_rounds_of_star() {
    golden("star-2016");
}

#[test]
fn golden_rounds_of_vcga() {
    golden("vcga-2000");
}

#[test]
fn golden_rounds_of_crown() {
    golden("crown-6.1");
}

#[test]
fn golden_rounds_of_nz() {
    golden("nz-1999");
}

#[test]
fn golden_rounds_of_the_leaflet() {
    golden("uk-leaflet");
}
