-- Things that may change or go, and are no part of the journal: digests of passwords, sessions.
CREATE TABLE shelf (
    shelf TEXT NOT NULL,
    name TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (shelf, name)
) WITHOUT ROWID;
