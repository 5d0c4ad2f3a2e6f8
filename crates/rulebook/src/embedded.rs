//! The books that come inside the program, so that it needs no files to run.

use crate::BookFiles;

macro_rules! books {
    ($($id:literal: $($file:literal)+;)+) => {
        &[$(($id, &[$(($file, include_str!(concat!("../../../rulebooks/", $id, "/", $file)))),+])),+]
    };
}

/// Id, then name and text of each file.
type Embedded = (&'static str, &'static [(&'static str, &'static str)]);

static BOOKS: &[Embedded] = books! {
    "star-2016": "book.toml" "houseway.toml" "cuts.toml" "steps.toml" "readings.toml" "clauses.csv";
    "vcga-2000": "book.toml" "houseway.toml" "cuts.toml" "pay.toml" "steps.toml" "readings.toml" "clauses.csv";
    "crown-6.1": "book.toml" "houseway.toml" "cuts.toml" "pay.toml" "steps.toml" "readings.toml" "clauses.csv";
    "nz-1999": "book.toml" "steps.toml" "readings.toml" "clauses.csv";
    "uk-leaflet": "book.toml" "steps.toml" "readings.toml" "clauses.csv";
    "rapid-roulette-2000": "book.toml" "roulette.toml" "steps.toml" "readings.toml" "clauses.csv";
};

/// The files of every embedded book.
pub(crate) fn files() -> Vec<BookFiles> {
    BOOKS
        .iter()
        .map(|(id, files)| BookFiles {
            id: (*id).to_string(),
            origin: "rulebooks".to_string(),
            files: files.iter().map(|(name, text)| ((*name).to_string(), (*text).into())).collect(),
        })
        .collect()
}
