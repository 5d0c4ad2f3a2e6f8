-- The key of every record of the last 24 hours and a little more, so that it is found however many came since.
CREATE TABLE keys (
    stream INTEGER NOT NULL,
    key TEXT NOT NULL,
    asked INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (stream, key)
) WITHOUT ROWID;
CREATE INDEX keys_by_time ON keys (at);
INSERT OR IGNORE INTO keys SELECT stream, key, asked, sequence, at FROM records
    WHERE key IS NOT NULL AND at >= (SELECT max(at) FROM records) - 90000000 ORDER BY position;
-- A snapshot has no keys of its own any more.
DELETE FROM snapshots;
ALTER TABLE snapshots DROP COLUMN keys;
