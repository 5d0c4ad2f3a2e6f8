-- Rounds for recall, derived from the records.
CREATE TABLE rounds (
    id INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    players TEXT NOT NULL,
    staked INTEGER NOT NULL,
    most INTEGER NOT NULL,
    irregular TEXT NOT NULL,
    UNIQUE (stream, number)
);
CREATE INDEX rounds_by_end ON rounds (ended);
CREATE TABLE round_players (
    player INTEGER NOT NULL,
    round INTEGER NOT NULL,
    PRIMARY KEY (player, round)
) WITHOUT ROWID;
-- What streams have been like, by the record that vouches for it.
CREATE TABLE states (
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
);
