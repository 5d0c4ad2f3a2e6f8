-- A commit in one call, as before; with it the house's imprint of where its streams stand now. Whatever is on somebody's
-- search path: a function of theirs that fits better than the system's own is not called.
DROP FUNCTION keep(
    BIGINT, BIGINT[], BIGINT[], BIGINT[], BIGINT[], INTEGER[], TEXT[], BIGINT[], TEXT[], TEXT[], BYTEA[],
    BIGINT[], BIGINT[], BIGINT[], BYTEA[], BIGINT[], BIGINT[], BOOLEAN
);
CREATE FUNCTION keep(
    our_turn BIGINT,
    streams_ BIGINT[], sequences BIGINT[], positions BIGINT[], times BIGINT[], forms INTEGER[],
    keys TEXT[], asked_ BIGINT[], moves_ TEXT[], bodies TEXT[], hashes BYTEA[],
    head_ids BIGINT[], head_was BIGINT[], head_sequences BIGINT[], head_hashes BYTEA[],
    account_ids BIGINT[], changes BIGINT[],
    remember BOOLEAN, imprint BYTEA
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
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
    IF done <> pg_catalog.cardinality(head_ids) THEN
        RAISE EXCEPTION USING ERRCODE = 'HW002', MESSAGE = 'a head is not where it stood';
    END IF;
    UPDATE balances SET units = units + n.change
        FROM unnest(account_ids, changes) AS n (id, change) WHERE balances.id = n.id;
    GET DIAGNOSTICS done = ROW_COUNT;
    IF done <> pg_catalog.cardinality(account_ids) THEN
        RAISE EXCEPTION USING ERRCODE = 'HW003', MESSAGE = 'an account is not there';
    END IF;
    IF imprint IS NOT NULL THEN
        INSERT INTO shelf VALUES ('imprint', 'heads', imprint)
            ON CONFLICT (shelf, name) DO UPDATE SET value = excluded.value;
    END IF;
END $$;
