-- Streams and how far they have come. Room on every page, so that a head moves where it stands.
CREATE TABLE streams (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    sequence BIGINT NOT NULL,
    hash BYTEA NOT NULL
) WITH (fillfactor = 50);
-- `position` is the order over all streams, given by the one writer.
CREATE TABLE records (
    stream_id BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    position BIGINT NOT NULL,
    at BIGINT NOT NULL,
    form INTEGER NOT NULL,
    key TEXT COLLATE "C",
    asked BIGINT,
    moves TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (stream_id, sequence)
);
CREATE UNIQUE INDEX records_by_position ON records (position);
CREATE FUNCTION records_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a record is never changed or removed';
END $$;
CREATE TRIGGER records_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON records
    FOR EACH STATEMENT EXECUTE FUNCTION records_stay();
-- Who may not owe cannot. An account begins with nothing, keeps its name, and never goes.
CREATE TABLE balances (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream_id BIGINT NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    owes BOOLEAN NOT NULL,
    units BIGINT NOT NULL,
    UNIQUE (stream_id, account),
    CONSTRAINT nobody_owes_who_may_not CHECK (units >= 0 OR owes)
) WITH (fillfactor = 50);
CREATE FUNCTION accounts_begin_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM made WHERE units <> 0) THEN
        RAISE EXCEPTION 'an account begins with nothing';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER accounts_begin_empty AFTER INSERT ON balances
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION accounts_begin_empty();
-- What leaves one account enters another of the same stream, in the same statement.
CREATE FUNCTION money_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM (
            SELECT stream_id, units FROM entered UNION ALL SELECT stream_id, -units FROM left_behind
        ) AS change GROUP BY stream_id HAVING sum(units) <> 0
    ) THEN
        RAISE EXCEPTION 'money is neither made nor lost';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER money_stays AFTER UPDATE ON balances
    REFERENCING OLD TABLE AS left_behind NEW TABLE AS entered
    FOR EACH STATEMENT EXECUTE FUNCTION money_stays();
CREATE FUNCTION accounts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an account is never renamed or removed';
END $$;
CREATE TRIGGER accounts_stay BEFORE UPDATE OF id, stream_id, account, owes OR DELETE OR TRUNCATE ON balances
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_stay();
CREATE TABLE snapshots (
    stream_id BIGINT PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    keys BYTEA NOT NULL,
    state BYTEA NOT NULL,
    digest BYTEA NOT NULL
);
-- Whose turn it is to write.
CREATE TABLE turn (only_one BOOLEAN PRIMARY KEY CHECK (only_one), number BIGINT NOT NULL);
INSERT INTO turn VALUES (true, 0);
-- A commit in one call: whose turn it is, the records, the heads from where they stood, the money.
CREATE FUNCTION keep(
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
