//! Files of SQLite while a house runs: replaced, removed, cut, or cut by SQLite itself.
#![allow(clippy::unwrap_used)]

mod common;

use common::{block, house, signer, word};
use journal::{Error, Sqlite, Unit};
use std::sync::Arc;

#[test]
fn a_file_that_was_replaced_removed_or_cut_is_not_written_to() {
    for how in ["replaced", "removed", "cut"] {
        let ground = common::sqlite();
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        let log = ground.path().with_extension("db-wal");
        match how {
            "replaced" => {
                let copy = folder.join("copy.db");
                Sqlite::open_to_read(ground.path()).unwrap().copy_to(&copy).unwrap();
                std::fs::rename(copy, ground.path()).unwrap();
            }
            "removed" => std::fs::remove_file(log).unwrap(),
            _ => std::fs::OpenOptions::new().write(true).open(log).unwrap().set_len(0).unwrap(),
        }
        let says = if how == "cut" { "it was cut" } else { "not the file" };
        for _ in 0..2 {
            let said = journal.keep_blocking(Unit::draft("a", word(2, "two"))).unwrap_err();
            assert!(matches!(&said, Error::Strange(what) if what.contains(says)), "{said}");
        }
        assert!(matches!(block(journal.checkpoint(9, signer.clone())), Err(Error::Strange(_))));
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// Whoever reads on and on lets the log grow; SQLite itself cuts it when it is written from the beginning again.
#[test]
fn a_log_that_grew_while_somebody_read_is_cut_by_sqlite_alone() {
    let ground = common::sqlite();
    let folder = common::folder();
    let signer = Arc::new(signer(&folder, 7));
    let journal = house(&ground, &signer).unwrap();
    let log = ground.path().with_extension("db-wal");
    let length = || std::fs::metadata(&log).unwrap().len();
    let most = 64 << 20;
    journal.keep_blocking(Unit::draft("a", word(0, "none"))).unwrap();
    let reads = rusqlite::Connection::open(ground.path()).unwrap();
    reads.execute_batch("BEGIN").unwrap();
    reads.query_row("SELECT count(*) FROM records", [], |row| row.get::<_, i64>(0)).unwrap();
    let long = "x".repeat(500_000);
    let mut at = 0;
    let mut keeps = || {
        at += 1;
        journal.keep_blocking(Unit::draft("a", word(at, &long))).unwrap();
    };
    while length() <= most + (8 << 20) {
        keeps();
    }
    reads.execute_batch("COMMIT").unwrap();
    for _ in 0..40 {
        keeps();
    }
    assert_eq!(length(), most, "cut when it was begun again");
    block(journal.checkpoint(1, signer.clone())).unwrap();
    // And nobody else cuts it, however much is left.
    reads.execute_batch("BEGIN").unwrap();
    reads.query_row("SELECT count(*) FROM records", [], |row| row.get::<_, i64>(0)).unwrap();
    while length() <= most + (8 << 20) {
        keeps();
    }
    std::fs::OpenOptions::new().write(true).open(&log).unwrap().set_len(most + 1).unwrap();
    let said = journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap_err();
    assert!(matches!(&said, Error::Strange(what) if what.contains("it was cut")), "{said}");
    block(journal.stop());
    std::fs::remove_dir_all(folder).unwrap();
}
