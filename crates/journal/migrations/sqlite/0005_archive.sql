-- Where streams begin whose first records are in an archive: the house signed each row, in `house/archives`.
CREATE TABLE bases (
    stream INTEGER PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash BLOB NOT NULL,
    rounds INTEGER NOT NULL,
    balances TEXT NOT NULL
);
-- A record goes only from before where its stream begins.
DROP TRIGGER records_remain;
CREATE TRIGGER records_remain BEFORE DELETE ON records
WHEN OLD.sequence > coalesce((SELECT bases.sequence FROM bases WHERE bases.stream = OLD.stream), 0) BEGIN
    SELECT RAISE(ABORT, 'a record is never removed');
END;
-- Step 2 made it only from the day after it was first taken.
CREATE TABLE IF NOT EXISTS states (
    stream INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (stream, sequence)
);
