-- Things that may change or go, and are no part of the journal: digests of passwords, sessions.
CREATE TABLE shelf (
    shelf TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    value BYTEA NOT NULL,
    PRIMARY KEY (shelf, name)
);
