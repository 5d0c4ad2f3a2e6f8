//! Whatever is changed, taken out, moved or put in behind the journal's back is found and named: by SQL on
//! SQLite and PostgreSQL, and by flipped bits in a SQLite file.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::{Access, CHECKPOINTS, rechain, write};
use common::{Chance, Ground, block, bought, signer, word};
use journal::{Balance, Draft, Finding, Head, Kept, Place, Record, Round, Snapshot, Sqlite, Store, Unit};
use std::path::Path;
use std::sync::Arc;

struct Case {
    what: &'static str,
    sql: &'static str,
    /// Whether all hashes are made to fit afterwards.
    rechain: bool,
    stream: &'static str,
    sequence: u64,
    says: &'static str,
}

const fn case(sql: &'static str, stream: &'static str, sequence: u64, says: &'static str) -> Case {
    Case { what: "", sql, rechain: false, stream, sequence, says }
}

const fn rechained(sql: &'static str, stream: &'static str, sequence: u64, says: &'static str) -> Case {
    Case { what: "rechained", sql, rechain: true, stream, sequence, says }
}

const BOTH: &[Case] = &[
    // Every column of a record.
    case("UPDATE records SET @stream = @c WHERE @at(a,5)", "c", 1, "missing"),
    case("UPDATE records SET @stream = 999 WHERE @at(a,5)", "unknown/999", 1, "missing"),
    case("UPDATE records SET sequence = 500 WHERE @at(a,5)", "a", 5, "missing"),
    case("UPDATE records SET sequence = 0 WHERE @at(a,5)", "a", 0, "added, or out of order"),
    case("UPDATE records SET sequence = -5 WHERE @at(a,5)", "a", 0, "cannot be read"),
    case("UPDATE records SET position = 10000 WHERE @at(a,5)", "a", 5, "missing"),
    case("UPDATE records SET at = at + 1 WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET form = 2 WHERE @at(a,5)", "a", 5, "form 2"),
    case("UPDATE records SET form = 0 WHERE @at(a,5)", "a", 5, "form 0"),
    case("UPDATE records SET form = 65537 WHERE @at(a,5)", "a", 5, "form cannot be read"),
    case("UPDATE records SET key = 'yek' WHERE @at(a,3)", "a", 3, "changed"),
    case("UPDATE records SET asked = 34 WHERE @at(a,3)", "a", 3, "changed"),
    case("UPDATE records SET key = NULL, asked = NULL WHERE @at(a,3)", "a", 3, "changed"),
    case("UPDATE records SET key = NULL WHERE @at(a,3)", "a", 3, "key cannot be read"),
    case("UPDATE records SET asked = 1 WHERE @at(a,5)", "a", 5, "key cannot be read"),
    case("UPDATE records SET key = '', asked = 0 WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET moves = 'player:1>pool 24' WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET moves = 'cage>player:1 1000000' WHERE @at(a,2)", "a", 2, "changed"),
    case("UPDATE records SET moves = '' WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET body = '\"lost\"' WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET body = body || ' ' WHERE @at(a,5)", "a", 5, "changed"),
    case("UPDATE records SET hash = #00# WHERE @at(a,5)", "a", 5, "1 bytes"),
    case(
        "UPDATE records SET hash = (SELECT hash FROM records WHERE @at(a,4)) WHERE @at(a,5)",
        "a",
        5,
        "changed",
    ),
    // What the store remembers of keys, so that one could be used again; and one that was.
    case("DELETE FROM keys", "a", 3, "\"key\" is not remembered"),
    case("UPDATE keys SET key = 'yek'", "a", 3, "\"yek\" is remembered, and no such record"),
    case("UPDATE keys SET asked = 34", "a", 3, "\"key\" is remembered, and no such record"),
    case("UPDATE keys SET sequence = 4", "a", 4, "\"key\" is remembered, and no such record"),
    case("UPDATE keys SET at = at + 1", "a", 3, "\"key\" is remembered, and no such record"),
    // What is older by its row alone would be forgotten, and asked for again.
    case("UPDATE keys SET at = at - 90000000", "a", 3, "and stands in record 3 of"),
    case("INSERT INTO keys SELECT @b, key, asked, sequence, at FROM keys", "b", 3, "no such record"),
    rechained(
        "UPDATE records SET key = 'key', asked = 33 WHERE @at(a,68)",
        "a",
        68,
        "stands twice: record 3",
    ),
    // Taken out.
    case("DELETE FROM records WHERE @at(a,1)", "a", 1, "missing"),
    case("DELETE FROM records WHERE @at(a,40)", "a", 40, "missing"),
    case("DELETE FROM records WHERE @at(a,70)", "a", 70, "missing"),
    case("DELETE FROM records WHERE @stream = @c", "house/checkpoints", 1, "stream c, which stands at 0"),
    case("DELETE FROM records", "a", 1, "missing"),
    rechained(
        "DELETE FROM records WHERE @stream = @a AND sequence >= 60",
        "house/checkpoints",
        2,
        "signs record 60 of stream a, which stands at 59",
    ),
    rechained(
        "DELETE FROM records WHERE @stream = @c; DELETE FROM balances WHERE @stream = @c; \
         DELETE FROM streams WHERE name = 'c'",
        "house/checkpoints",
        1,
        "stream c, which stands at 0",
    ),
    rechained(
        "DELETE FROM records WHERE @at(p,1); UPDATE records SET sequence = 1 WHERE @at(p,2)",
        "house/checkpoints",
        1,
        "signed as checkpoint 2",
    ),
    // Moved.
    case(
        "UPDATE records SET position = -1 WHERE @at(a,5); \
         UPDATE records SET position = position - 1 WHERE @at(a,6); \
         UPDATE records SET position = 1 + (SELECT position FROM records WHERE @at(a,6)) WHERE @at(a,5)",
        "a",
        5,
        "missing",
    ),
    case(
        "UPDATE records SET sequence = 605 WHERE @at(a,5); UPDATE records SET sequence = 5 WHERE @at(a,6); \
         UPDATE records SET sequence = 6 WHERE @at(a,605)",
        "a",
        5,
        "missing",
    ),
    case(
        "UPDATE records SET body = (SELECT body FROM records WHERE @at(a,8)) WHERE @at(a,7); \
         UPDATE records SET body = '\"record 7 of a\"' WHERE @at(a,8)",
        "a",
        7,
        "changed",
    ),
    // Changed so that every hash fits: the signature shows it.
    rechained(
        "UPDATE records SET body = '\"lost\"' WHERE @at(a,6)",
        "house/checkpoints",
        1,
        "signs another record 35 of stream a",
    ),
    rechained(
        "UPDATE records SET at = at + 1 WHERE @at(b,5)",
        "house/checkpoints",
        2,
        "signs another record 6 of stream b",
    ),
    // Changed after the last signature, and the ledger forgotten.
    rechained("UPDATE records SET moves = '' WHERE @at(b,7)", "b", 0, "is kept at"),
    rechained("UPDATE records SET moves = 'player:9>float 1' WHERE @at(a,70)", "a", 70, "would hold -1"),
    rechained("UPDATE records SET body = 'lost' WHERE @at(a,70)", "a", 70, "not JSON"),
    rechained("UPDATE records SET moves = 'lost' WHERE @at(a,70)", "a", 70, "moves no money"),
    // Checkpoints.
    case(
        "UPDATE records SET body = replace(body, '0', '1') WHERE @at(p,1)",
        "house/checkpoints",
        1,
        "changed",
    ),
    rechained(
        "UPDATE records SET body = replace(body, 'at\\\":35', 'at\\\":36') WHERE @at(p,1)",
        "house/checkpoints",
        1,
        "signature is invalid",
    ),
    rechained(
        "UPDATE records SET body = replace(body, '\"signature\":\"', '\"signature\":\"00') WHERE @at(p,1)",
        "house/checkpoints",
        1,
        "signature is not 128",
    ),
    rechained("UPDATE records SET body = '{}' WHERE @at(p,2)", "house/checkpoints", 2, "not a checkpoint"),
    // Heads.
    case("UPDATE streams SET sequence = 69 WHERE name = 'a'", "a", 70, "added"),
    case("UPDATE streams SET sequence = 71 WHERE name = 'a'", "a", 71, "missing"),
    case("UPDATE streams SET hash = #ff# WHERE name = 'a'", "", 0, "1 bytes"),
    case(
        "UPDATE streams SET hash = (SELECT hash FROM records WHERE @at(a,69)) WHERE name = 'a'",
        "a",
        0,
        "not at its last record",
    ),
    case("UPDATE streams SET name = 'A' WHERE name = 'a'", "A", 1, "changed"),
    case("DELETE FROM streams WHERE name = 'c'", "unknown/3", 1, "changed"),
    // Whose turn it is to write.
    case(
        "UPDATE turn SET number = 9223372036854775807",
        "",
        0,
        "table turn says 9223372036854775807, expected",
    ),
    case("UPDATE turn SET number = -1", "", 0, "table turn says -1, expected"),
    case("DELETE FROM turn", "", 0, "table turn is empty"),
    // Balances: of one account, of two so that the sum stays, of one that owes.
    case(
        "UPDATE balances SET units = units + 1 WHERE @stream = @a AND account = 'pool'",
        "a",
        0,
        "kept at 26",
    ),
    case(
        "UPDATE balances SET units = units + 1 WHERE @stream = @a AND account = 'pool'; \
         UPDATE balances SET units = units - 1 WHERE @stream = @a AND account = 'player:1'",
        "a",
        0,
        "its records lead to 75",
    ),
    case("UPDATE balances SET account = 'player:3' WHERE account = 'player:1'", "a", 0, "kept at 0"),
    case("UPDATE balances SET account = 'nobody' WHERE account = 'player:1'", "", 0, "not an account"),
    case("DELETE FROM balances WHERE account = 'player:1'", "a", 0, "kept at 0"),
];

/// What only one of them has.
const SQLITE: &[Case] = &[
    case("UPDATE records SET sequence = 4 WHERE @at(a,5)", "a", 4, "added, or out of order"),
    case(
        "UPDATE records SET prior = prior - 1 WHERE @at(a,5)",
        "a",
        5,
        "does not point to the record before",
    ),
    case(
        "UPDATE records SET position = 9999 WHERE position = (SELECT max(position) FROM records)",
        "",
        0,
        "after the last of the house",
    ),
    case(
        "UPDATE records SET moves = NULL WHERE 0; UPDATE records SET moves = x'' WHERE @at(a,6)",
        "a",
        6,
        "moves",
    ),
    case("UPDATE records SET body = CAST(body AS BLOB) WHERE @at(a,6)", "a", 6, "body cannot be read"),
    case("UPDATE streams SET position = 1 WHERE name = 'a'", "", 0, "a head does not point to its record"),
    case("UPDATE turn SET number = 9.5e18", "", 0, "table turn says 9500000000000000000, expected"),
    case("UPDATE turn SET number = 'x'", "", 0, "table turn says something of type Text"),
    case("UPDATE marks SET position = position - 1", "", 0, "a mark does not point to its record"),
    case("DELETE FROM marks", "", 0, "a mark is missing"),
    case("UPDATE balances SET owes = 1 WHERE account = 'player:1'", "", 0, "may owe"),
    case("UPDATE balances SET units = -5 WHERE account = 'player:1'", "a", 0, "kept at -5"),
];

const POSTGRES: &[Case] =
    &[case("UPDATE balances SET owes = true WHERE account = 'player:1'", "", 0, "may owe")];

fn check(case: &Case, found: Option<Finding>) {
    let Case { what, sql, stream, sequence, says, .. } = case;
    let found = found.unwrap_or_else(|| panic!("nothing found after {what} {sql}"));
    assert!(
        (&*found.stream, found.sequence) == (*stream, *sequence) && found.what.contains(says),
        "{what} {sql}\n  found  {found:?}\n  wanted {stream} {sequence} {says:?}"
    );
}

fn judge(ground: &Ground, public: &str) -> Option<Finding> {
    journal::verify(&mut *ground.store(), Some(public), &mut |_| true).finding
}

#[test]
fn sqlite_changes_by_sql_are_found_and_named() {
    let base = common::sqlite();
    let signer = Arc::new(signer(base.path().parent().unwrap(), 7));
    write(&base, &signer);
    assert_eq!(judge(&base, &signer.public()), None);
    for case in BOTH.iter().chain(SQLITE) {
        let ground = common::sqlite();
        std::fs::copy(base.path(), ground.path()).unwrap();
        let mut access = Access::to(&ground);
        access.run(case.sql);
        if case.rechain {
            rechain(&ground, &mut access);
        }
        drop(access);
        check(case, judge(&ground, &signer.public()));
    }
}

#[test]
fn postgres_changes_by_sql_are_found_and_named() {
    let base = common::postgres();
    let folder = common::folder();
    let signer = Arc::new(signer(&folder, 7));
    write(&base, &signer);
    assert_eq!(judge(&base, &signer.public()), None);
    let mut access = Access::to(&base);
    let tables = ["streams", "records", "balances", "keys", "turn"];
    for table in tables {
        access.run(&format!("CREATE TEMP TABLE saved_{table} AS TABLE {table}"));
    }
    for case in BOTH.iter().chain(POSTGRES) {
        access.run(case.sql);
        if case.rechain {
            rechain(&base, &mut access);
        }
        check(case, judge(&base, &signer.public()));
        for table in tables {
            let back = format!("INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM saved_{table}");
            access.run(&format!("DELETE FROM {table}; {back}"));
        }
        assert_eq!(judge(&base, &signer.public()), None, "as it was");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Puts a record in behind the journal's back, chained as it has to be.
fn forge(ground: &Ground, after: u64, head: bool) {
    let mut store = ground.store();
    let prior = store.range("a", after, after).unwrap().pop().unwrap();
    let forged = Record::after(&prior.stream, after + 1, &prior.hash, word(1, "forged"));
    let mut access = Access::to(ground);
    // What stands after it moves on by one.
    access.run(&format!(
        "UPDATE records SET sequence = -sequence WHERE @stream = @a AND sequence > {after}; \
         UPDATE records SET sequence = 1 - sequence WHERE @stream = @a AND sequence < 0"
    ));
    let (prior, mark) = match &ground.place {
        Place::Sqlite(_) => ("prior,", format!("(SELECT position FROM records WHERE @at(a,{after})),")),
        _ => ("", String::new()),
    };
    access.run(&format!(
        "UPDATE records SET position = -position WHERE position > (SELECT position FROM records WHERE @at(a,{after})); \
         UPDATE records SET position = 1 - position WHERE position < 0; \
         INSERT INTO records (@stream, sequence, position, {prior} at, form, moves, body, hash) \
         SELECT @a, {}, position + 1, {mark} 1, 1, '', '\"forged\"', #{}# FROM records WHERE @at(a,{after})",
        forged.sequence, forged.hash,
    ));
    if head {
        rechain(ground, &mut access);
    }
}

fn forged_records_are_found(base: impl Fn() -> Ground, write_to: impl Fn(&Ground) -> String) {
    let ground = base();
    let public = write_to(&ground);
    forge(&ground, 70, false);
    let found = judge(&ground, &public).unwrap();
    assert_eq!((&*found.stream, found.sequence), ("a", 71), "{found}");
    let ground = base();
    let public = write_to(&ground);
    forge(&ground, 5, false);
    let found = judge(&ground, &public).unwrap();
    assert_eq!((&*found.stream, found.sequence), ("a", 7), "the first that no longer fits: {found}");
    let ground = base();
    let public = write_to(&ground);
    forge(&ground, 5, true);
    let found = judge(&ground, &public).unwrap();
    assert_eq!((&*found.stream, found.sequence), (CHECKPOINTS, 1), "{found}");
}

fn write_signed(ground: &Ground) -> String {
    let folder = common::folder();
    let signer = Arc::new(signer(&folder, 7));
    write(ground, &signer);
    std::fs::remove_dir_all(folder).unwrap();
    signer.public()
}

#[test]
fn sqlite_forged_records_are_found() {
    forged_records_are_found(common::sqlite, write_signed);
}

#[test]
fn postgres_forged_records_are_found() {
    forged_records_are_found(common::postgres, write_signed);
}

#[test]
fn a_journal_signed_anew_by_another_key_is_found_by_who_knows_the_key() {
    let ground = common::sqlite();
    let folder = common::folder();
    let (ours, theirs) = (signer(&folder, 7), Arc::new(signer(&folder, 8)));
    write(&ground, &theirs);
    assert_eq!(ground.verdict().finding, None);
    let found = judge(&ground, &ours.public()).unwrap();
    assert_eq!((&*found.stream, found.sequence), (CHECKPOINTS, 1));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn postgres_itself_keeps_records_and_money() {
    let ground = common::postgres();
    write_signed(&ground);
    let mut client = ground.client();
    for (sql, says) in [
        ("UPDATE records SET at = 1", "never changed"),
        ("UPDATE records SET at = 1 WHERE false", "never changed"),
        ("DELETE FROM records", "never changed or removed"),
        ("TRUNCATE records", "never changed or removed"),
        ("UPDATE balances SET units = units + 1 WHERE account = 'pool'", "neither made nor lost"),
        (
            "UPDATE balances SET units = units + CASE stream_id WHEN 1 THEN 1 ELSE -1 END WHERE account = 'cage'",
            "neither made nor lost",
        ),
        (
            "INSERT INTO balances (stream_id, account, owes, units) VALUES (1, 'bank:1', false, 1)",
            "with nothing",
        ),
        ("DELETE FROM balances", "never renamed or removed"),
        ("TRUNCATE balances", "never renamed or removed"),
        ("UPDATE balances SET owes = true", "never renamed or removed"),
        (
            "UPDATE balances SET units = units + CASE account WHEN 'pool' THEN -26 ELSE 26 END \
             WHERE stream_id = 1 AND account IN ('pool', 'player:1')",
            "nobody_owes_who_may_not",
        ),
        ("INSERT INTO turn VALUES (true, 9)", "duplicate key"),
    ] {
        let refused = client.batch_execute(sql).unwrap_err();
        let said = refused.as_db_error().unwrap().message().to_string();
        assert!(said.contains(says), "{sql}: {said}");
    }
    // Money that only goes from one to the other may.
    let fine = "UPDATE balances SET units = units + CASE account WHEN 'pool' THEN -1 ELSE 1 END \
                WHERE stream_id = 1 AND account IN ('pool', 'player:1')";
    client.batch_execute(fine).unwrap();
}

#[test]
fn sqlite_itself_keeps_records_and_no_debts() {
    let ground = common::sqlite();
    write_signed(&ground);
    let db = rusqlite::Connection::open(ground.path()).unwrap();
    for (sql, says) in [
        ("UPDATE records SET at = 1", "never changed"),
        ("DELETE FROM records", "never removed"),
        ("UPDATE balances SET units = -1 WHERE account = 'pool'", "CHECK constraint"),
        ("INSERT INTO turn VALUES (2, 9)", "CHECK constraint"),
    ] {
        let said = db.execute_batch(sql).unwrap_err().to_string();
        assert!(said.contains(says), "{sql}: {said}");
    }
}

type Everything = (Vec<Record>, Vec<(String, Head)>, Vec<Balance>);

fn everything(store: &mut dyn Store) -> Result<Everything, journal::Error> {
    let mut records = Vec::new();
    store.scan(&mut |record| {
        records.push(record);
        true
    })?;
    Ok((records, store.heads()?, store.balances()?))
}

/// A small journal with something in every table.
fn write_little(ground: &Ground) {
    let folder = common::folder();
    let journal = ground.journal();
    for number in 1..=12u32 {
        let draft = Draft { key: Some((format!("k{number}"), 9)), ..bought(number % 3 + 1, 50) };
        let kept = vec![Kept { shelf: "s".into(), name: "n".into(), value: Some(vec![7; 40]) }];
        let rounds = vec![Round {
            stream: "a".into(),
            number,
            first: 1,
            last: 2,
            began: 3,
            ended: 4,
            players: vec![1, 2],
            staked: 5,
            most: 6,
            irregular: vec!["void".into()],
        }];
        let name = ["a", "b"][number as usize % 2];
        journal.keep_blocking(Unit { kept, rounds, ..Unit::draft(name, draft) }).unwrap();
    }
    let Head { sequence, hash } = ground.stream("a").head();
    block(journal.snapshot_surely(Snapshot { stream: "a".into(), sequence, hash, state: vec![1; 300] }));
    block(journal.checkpoint(1, Arc::new(signer(&folder, 7)))).unwrap();
    block(journal.stop());
    std::fs::remove_dir_all(folder).unwrap();
}

/// What came of a file with one bit flipped: found, or nothing that is read has changed.
fn found_or_harmless(path: &Path, wanted: &Everything) -> Result<bool, String> {
    let Ok(mut store) = Sqlite::open(path) else { return Ok(true) };
    if journal::verify(&mut store, None, &mut |_| true).finding.is_some() {
        return Ok(true);
    }
    match everything(&mut store) {
        Ok(read) if read == *wanted => Ok(false),
        Ok(_) => Err("something else is read, and nothing was found".into()),
        Err(error) => Err(format!("nothing was found, and reading ends with: {error}")),
    }
}

#[test]
fn a_thousand_flipped_bits_are_found_or_hit_nothing() {
    let ground = common::sqlite();
    write_little(&ground);
    let db = rusqlite::Connection::open(ground.path()).unwrap();
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(db);
    let whole = std::fs::read(ground.path()).unwrap();
    let wanted = everything(&mut *ground.store()).unwrap();
    let folder = common::folder();
    let mut chance = Chance(6);
    let (mut found, mut harmless) = (0, 0);
    for flip in 0..1000 {
        let (byte, bit) = (chance.below(whole.len() as u64) as usize, chance.below(8));
        let mut bytes = whole.clone();
        bytes[byte] ^= 1 << bit;
        let path = folder.join(format!("{flip}.db"));
        std::fs::write(&path, bytes).unwrap();
        match found_or_harmless(&path, &wanted) {
            Ok(true) => found += 1,
            Ok(false) => harmless += 1,
            Err(what) => panic!("bit {bit} of byte {byte}: {what}"),
        }
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.join(format!("{flip}.db{ending}")));
        }
    }
    println!("1000 flips in {} bytes: {found} found, {harmless} harmless", whole.len());
    assert!(found > 0);
    std::fs::remove_dir_all(folder).unwrap();
}
