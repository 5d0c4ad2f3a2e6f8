-- Where streams begin whose first records are in an archive: the house signed each row, in `house/archives`.
CREATE TABLE bases (
    stream_id BIGINT PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    rounds BIGINT NOT NULL,
    balances TEXT COLLATE "C" NOT NULL
);
-- A record goes only from before where its stream begins.
DROP TRIGGER records_stay ON records;
CREATE TRIGGER records_stay BEFORE UPDATE OR TRUNCATE ON records
    FOR EACH STATEMENT EXECUTE FUNCTION records_stay();
CREATE FUNCTION records_remain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM gone LEFT JOIN bases ON bases.stream_id = gone.stream_id
        WHERE gone.sequence > coalesce(bases.sequence, 0)
    ) THEN
        RAISE EXCEPTION 'a record is never changed or removed';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER records_remain AFTER DELETE ON records
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION records_remain();
DROP FUNCTION keep(
    BIGINT, BIGINT[], BIGINT[], BIGINT[], BIGINT[], INTEGER[], TEXT[], BIGINT[], TEXT[], TEXT[], BYTEA[],
    BIGINT[], BIGINT[], BIGINT[], BYTEA[], BIGINT[], BIGINT[]
);
-- A commit in one call, as before; records that are copied bring the keys to remember apart.
CREATE FUNCTION keep(
    our_turn BIGINT,
    streams_ BIGINT[], sequences BIGINT[], positions BIGINT[], times BIGINT[], forms INTEGER[],
    keys TEXT[], asked_ BIGINT[], moves_ TEXT[], bodies TEXT[], hashes BYTEA[],
    head_ids BIGINT[], head_was BIGINT[], head_sequences BIGINT[], head_hashes BYTEA[],
    account_ids BIGINT[], changes BIGINT[],
    remember BOOLEAN
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
        WHERE remember AND key IS NOT NULL;
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
-- Step 2 made it only from the day after it was first taken.
CREATE TABLE IF NOT EXISTS states (
    stream_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    state BYTEA NOT NULL,
    PRIMARY KEY (stream_id, sequence)
);
