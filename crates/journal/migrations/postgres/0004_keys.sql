-- The key of every record of the last 24 hours and a little more, so that it is found however many came since.
CREATE TABLE keys (
    stream_id BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    asked BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    CONSTRAINT a_key_stands_once PRIMARY KEY (stream_id, key)
);
CREATE INDEX keys_by_time ON keys (at);
INSERT INTO keys SELECT stream_id, key, asked, sequence, at FROM records
    WHERE key IS NOT NULL AND at >= (SELECT max(at) FROM records) - 90000000 ORDER BY position
    ON CONFLICT DO NOTHING;
-- A snapshot has no keys of its own any more.
DELETE FROM snapshots;
ALTER TABLE snapshots DROP COLUMN keys;
-- A commit in one call: whose turn it is, the records, the heads from where they stood, the money.
CREATE OR REPLACE FUNCTION keep(
    our_turn BIGINT,
    streams_ BIGINT[], sequences BIGINT[], positions BIGINT[], times BIGINT[], forms INTEGER[],
    keys TEXT[], asked_ BIGINT[], moves_ TEXT[], bodies TEXT[], hashes BYTEA[],
    head_ids BIGINT[], head_was BIGINT[], head_sequences BIGINT[], head_hashes BYTEA[],
    account_ids BIGINT[], changes BIGINT[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    their_turn BIGINT;
    done BIGINT;
BEGIN
    -- Shared, so that nobody takes a turn before this is kept.
    SELECT number INTO their_turn FROM turn FOR SHARE;
    IF their_turn IS DISTINCT FROM our_turn THEN
        RAISE EXCEPTION USING ERRCODE = 'HW001', MESSAGE = coalesce(their_turn, 0)::text;
    END IF;
    INSERT INTO records (stream_id, sequence, position, at, form, key, asked, moves, body, hash)
        SELECT * FROM unnest(
            streams_, sequences, positions, times, forms, keys, asked_, moves_, bodies, hashes
        );
    INSERT INTO keys (stream_id, key, asked, sequence, at)
        SELECT stream_id, key, asked, sequence, at
        FROM unnest(streams_, sequences, times, keys, asked_) AS n (stream_id, sequence, at, key, asked)
        WHERE key IS NOT NULL;
    UPDATE streams SET sequence = n.sequence, hash = n.hash
        FROM unnest(head_ids, head_was, head_sequences, head_hashes) AS n (id, was, sequence, hash)
        WHERE streams.id = n.id AND streams.sequence = n.was;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done <> cardinality(head_ids) THEN
        RAISE EXCEPTION USING ERRCODE = 'HW002', MESSAGE = 'a head is not where it stood';
    END IF;
    UPDATE balances SET units = units + n.change
        FROM unnest(account_ids, changes) AS n (id, change) WHERE balances.id = n.id;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done <> cardinality(account_ids) THEN
        RAISE EXCEPTION USING ERRCODE = 'HW003', MESSAGE = 'an account is not there';
    END IF;
END $$;
