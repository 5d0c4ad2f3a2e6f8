-- Streams and how far they have come.
CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    sequence INTEGER NOT NULL,
    hash BLOB NOT NULL,
    position INTEGER NOT NULL
);
-- Append-shaped: no index, so that keeping a record costs one page at the end. `prior` is the position of
-- the stream's record before, `marks` has every 64th: together they find any record fast.
CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    prior INTEGER NOT NULL,
    at INTEGER NOT NULL,
    form INTEGER NOT NULL,
    key TEXT,
    asked INTEGER,
    moves TEXT NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL
);
CREATE TRIGGER records_stay BEFORE UPDATE ON records BEGIN
    SELECT RAISE(ABORT, 'a record is never changed');
END;
CREATE TRIGGER records_remain BEFORE DELETE ON records BEGIN
    SELECT RAISE(ABORT, 'a record is never removed');
END;
CREATE TABLE marks (
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, sequence)
) WITHOUT ROWID;
-- Who may not owe cannot.
CREATE TABLE balances (
    id INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    account TEXT NOT NULL,
    owes INTEGER NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0 OR owes = 1),
    UNIQUE (stream, account)
);
CREATE TABLE snapshots (
    stream INTEGER PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash BLOB NOT NULL,
    keys BLOB NOT NULL,
    state BLOB NOT NULL,
    digest BLOB NOT NULL
);
-- Whose turn it is to write.
CREATE TABLE turn (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL);
INSERT INTO turn VALUES (1, 0);
