-- Rounds for recall, derived from the records.
CREATE TABLE rounds (
    stream TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    players BIGINT[] NOT NULL,
    staked BIGINT NOT NULL,
    most BIGINT NOT NULL,
    irregular TEXT[] NOT NULL,
    PRIMARY KEY (stream, number)
);
CREATE INDEX rounds_by_end ON rounds (ended);
CREATE INDEX rounds_by_player ON rounds USING gin (players);
-- What streams have been like, by the record that vouches for it.
CREATE TABLE states (
    stream_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (stream_id, sequence)
);
