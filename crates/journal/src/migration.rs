//! Numbered steps from one schema to the next. A fresh database takes them all.

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// The schema it leads to.
    pub number: i64,
    /// What it is for.
    pub name: &'static str,
    /// What it does.
    pub sql: &'static str,
}

impl Migration {
    /// Those of SQLite, in order.
    pub const SQLITE: &[Self] = &[
        Self { number: 1, name: "journal", sql: include_str!("../migrations/sqlite/0001_journal.sql") },
        Self { number: 2, name: "recall", sql: include_str!("../migrations/sqlite/0002_recall.sql") },
        Self { number: 3, name: "shelf", sql: include_str!("../migrations/sqlite/0003_shelf.sql") },
        Self { number: 4, name: "keys", sql: include_str!("../migrations/sqlite/0004_keys.sql") },
        Self { number: 5, name: "archive", sql: include_str!("../migrations/sqlite/0005_archive.sql") },
        Self { number: 6, name: "imprint", sql: include_str!("../migrations/sqlite/0006_imprint.sql") },
    ];

    /// Those of PostgreSQL, in order.
    pub const POSTGRES: &[Self] = &[
        Self { number: 1, name: "journal", sql: include_str!("../migrations/postgres/0001_journal.sql") },
        Self { number: 2, name: "recall", sql: include_str!("../migrations/postgres/0002_recall.sql") },
        Self { number: 3, name: "shelf", sql: include_str!("../migrations/postgres/0003_shelf.sql") },
        Self { number: 4, name: "keys", sql: include_str!("../migrations/postgres/0004_keys.sql") },
        Self { number: 5, name: "archive", sql: include_str!("../migrations/postgres/0005_archive.sql") },
        Self { number: 6, name: "imprint", sql: include_str!("../migrations/postgres/0006_imprint.sql") },
    ];
}
