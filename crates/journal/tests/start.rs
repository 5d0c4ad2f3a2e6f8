//! Before a house goes on with a journal, what it goes on from is verified; and what lies beside the records
//! is the house's, or counts as nothing.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::{Access, CHECKPOINTS, rechain, write};
use common::{Ground, block, house, signer, word};
use journal::{
    Compared, Draft, Error, Head, Journal, Kept, Place, Record, Snapshot, Sqlite, Terms, Unit, compare,
    forged, signed_with, verify, verify_imprint, verify_start,
};
use std::sync::Arc;

/// Changes to what a start goes on from: records since the last checkpoint, heads, balances, checkpoints.
const AT_START: &[(&str, bool, &str)] = &[
    ("UPDATE records SET body = '\"lost\"' WHERE @at(a,65)", false, "changed"),
    ("UPDATE records SET at = at + 1 WHERE @at(a,70)", false, "changed"),
    ("UPDATE records SET key = 'k', asked = 1 WHERE @at(a,66)", false, "changed"),
    ("UPDATE records SET moves = 'cage>player:1 1000000' WHERE @at(a,62)", false, "changed"),
    ("UPDATE records SET hash = #00# WHERE @at(a,65)", false, "bytes"),
    ("DELETE FROM records WHERE @at(a,65)", false, ""),
    ("DELETE FROM records WHERE @at(a,70)", false, ""),
    ("DELETE FROM records WHERE @at(p,2)", false, ""),
    ("UPDATE streams SET sequence = sequence - 1 WHERE name = 'a'", false, ""),
    (
        "UPDATE streams SET sequence = 50, hash = (SELECT hash FROM records WHERE @at(a,50)) WHERE name = 'a'",
        false,
        "",
    ),
    ("UPDATE streams SET hash = (SELECT hash FROM records WHERE @at(a,69)) WHERE name = 'a'", false, "head"),
    ("DELETE FROM streams WHERE name = 'c'", false, "not"),
    ("DELETE FROM streams WHERE name = 'house/checkpoints'", false, "signs before anything else"),
    ("UPDATE balances SET units = units + 1000000 WHERE account = 'player:1'", false, "balances"),
    ("UPDATE balances SET units = units * 2", false, "balances"),
    ("UPDATE balances SET units = 0 WHERE account = 'pool'", false, "balances"),
    ("DELETE FROM balances WHERE account = 'player:2'", false, "balances"),
    ("UPDATE balances SET account = 'player:9' WHERE account = 'player:1'", false, "balances"),
    ("UPDATE balances SET owes = NOT owes WHERE account = 'player:1'", false, "whether it may owe"),
    ("DELETE FROM keys", false, "key is not remembered"),
    ("UPDATE keys SET at = at + 1 WHERE key = 'late'", false, "key is not remembered"),
    ("UPDATE keys SET at = at - 90000000 WHERE key = 'late'", false, "key is not remembered as it is: as of"),
    (
        "INSERT INTO keys SELECT @stream, 'more', asked, sequence, at FROM keys WHERE key = 'late'",
        false,
        "no such record",
    ),
    (
        "INSERT INTO keys SELECT @a, 'more', asked, 66, at FROM keys WHERE key = 'late'",
        false,
        "no such record",
    ),
    // By somebody who makes every hash fit again.
    ("UPDATE records SET body = '\"lost\"' WHERE @at(a,59)", true, "not the record that was signed"),
    ("UPDATE records SET moves = 'cage>player:1 1000000' WHERE @at(a,62)", true, "balances"),
    ("DELETE FROM records WHERE @stream = @a AND sequence >= 60", true, "was signed"),
    ("UPDATE records SET body = replace(body, 'turn', 'nrut') WHERE @at(p,2)", true, "signature"),
    ("UPDATE records SET key = 'k', asked = 1 WHERE @at(a,66)", true, "key is not remembered"),
];

fn refuses_at_start(
    ground: &Ground,
    tables: &[&str],
    save: impl Fn(&mut Access),
    back: impl Fn(&mut Access),
) {
    let folder = common::folder();
    let signer = Arc::new(signer(&folder, 7));
    write(ground, &signer);
    let journal = ground.journal();
    let keyed = Draft { key: Some(("late".into(), 5)), ..word(71, "late") };
    journal.keep_blocking(Unit::draft("a", keyed)).unwrap();
    block(journal.stop());
    drop(journal);
    let mut access = Access::to(ground);
    save(&mut access);
    let start = |whole: u64| verify_start(&mut *ground.store(), &signer.public(), whole);
    let sound = start(0).unwrap();
    assert_eq!(sound.records, 83, "{tables:?}");
    assert!(sound.read < 30, "{sound:?}: from the last checkpoints on");
    assert_eq!(start(1000).unwrap().read, 83, "a short one is read whole");
    for (sql, rechains, says) in AT_START {
        access.run(sql);
        if *rechains {
            rechain(ground, &mut access);
        }
        let found = start(0).expect_err(sql).to_string();
        assert!(found.contains(says), "{sql}: {found}");
        assert!(start(1000).is_err(), "{sql}: read whole");
        back(&mut access);
        assert!(start(0).is_ok(), "{sql}: as it was");
    }
    // Rows that belong to nothing the house has.
    for position in ["-1", "(SELECT max(position) + 1 FROM records)", "9223372036854775807"] {
        let (column, value) = if tables.contains(&"marks") { (", prior", ", 0") } else { ("", "") };
        access.run(&format!(
            "INSERT INTO records (@stream, sequence, position, at, form, moves, body, hash{column}) \
             VALUES (9999, 1, {position}, 1, 1, '', '{{}}', #00#{value})"
        ));
        let found = start(0).expect_err(position).to_string();
        assert!(found.contains("table records has"), "{position}: {found}");
        assert!(start(1000).is_err(), "{position}: read whole");
        back(&mut access);
    }
    // Another key.
    let other = common::signer(&folder, 8).public();
    assert!(verify_start(&mut *ground.store(), &other, 0).unwrap_err().to_string().contains("signed by key"));
    assert_eq!(signed_with(&mut *ground.store()), Ok(Some(signer.public())));
    // What was kept elsewhere shows what was cut off, and what was written anew.
    let mut store = ground.store();
    let kept: Vec<String> = store
        .tail(CHECKPOINTS, 0)
        .unwrap()
        .into_iter()
        .map(|record| String::from_utf8(record.body).unwrap())
        .collect();
    let kept = kept.join("\n");
    let compared = |ground: &Ground| compare(&mut *ground.store(), Some(&signer.public()), &kept).unwrap();
    assert_eq!(compared(ground), Compared { compared: 2, elsewhere: 0, odd: None });
    access.run(
        "DELETE FROM records WHERE @stream = @p AND sequence = 2; DELETE FROM records WHERE @stream = @a AND sequence > 36; \
         DELETE FROM records WHERE @stream = @b AND sequence > 3; DELETE FROM records WHERE @stream = @c AND sequence > 1",
    );
    rechain(ground, &mut access);
    assert!(compared(ground).odd.unwrap().contains("cut off"), "with every hash made to fit");
    assert!(compare(&mut *store, Some(&other), &kept).is_err(), "kept by another key");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn sqlite_what_a_start_goes_on_from_is_verified() {
    let ground = common::sqlite();
    let tables = ["streams", "records", "balances", "keys", "marks"];
    let save = |access: &mut Access| {
        tables.iter().for_each(|table| {
            access.run(&format!("CREATE TEMP TABLE saved_{table} AS SELECT * FROM {table}"))
        });
    };
    let back = |access: &mut Access| {
        for table in tables {
            access.run(&format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM saved_{table}"));
        }
    };
    refuses_at_start(&ground, &tables, save, back);
}

#[test]
fn postgres_what_a_start_goes_on_from_is_verified() {
    let ground = common::postgres();
    let tables = ["streams", "records", "balances", "keys"];
    let save = |access: &mut Access| {
        tables
            .iter()
            .for_each(|table| access.run(&format!("CREATE TEMP TABLE saved_{table} AS TABLE {table}")));
    };
    let back = |access: &mut Access| {
        for table in tables {
            let back = format!("INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM saved_{table}");
            access.run(&format!("DELETE FROM {table}; {back}"));
        }
    };
    refuses_at_start(&ground, &tables, save, back);
}

/// One more record of stream a, as somebody makes it who has the database and no key: chain, head and balances fit.
fn forge(ground: &Ground, access: &mut Access) {
    let head = ground.store().head("a").unwrap().unwrap();
    let forged = Record::after(&"a".into(), head.sequence + 1, &head.hash, common::bought(1, 1_000_000));
    let (hash, body) = (forged.hash, String::from_utf8(forged.body.clone()).unwrap());
    let (column, value) = match ground.place {
        Place::Sqlite(_) => (", prior", ", (SELECT position FROM streams WHERE name = 'a')"),
        _ => ("", ""),
    };
    access.run(&format!(
        "INSERT INTO records (@stream, sequence, position, at, form, moves, body, hash{column}) \
         VALUES (@a, {}, (SELECT max(position) + 1 FROM records), {}, 1, '{}', '{body}', #{hash}#{value});",
        forged.sequence, forged.at, forged.moves
    ));
    access
        .run(&format!("UPDATE streams SET sequence = {}, hash = #{hash}# WHERE name = 'a'", forged.sequence));
    if matches!(ground.place, Place::Sqlite(_)) {
        access.run("UPDATE streams SET position = (SELECT max(position) FROM records) WHERE name = 'a'");
    }
    access.run("UPDATE balances SET units = units + 1000000 WHERE account = 'player:1'");
    access.run("UPDATE balances SET units = units - 1000000 WHERE account = 'cage' AND @stream = @a");
}

#[test]
fn records_that_somebody_without_the_key_put_in_after_the_last_checkpoint_are_found() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
        block(journal.checkpoint(5, signer.clone())).unwrap();
        journal.keep_blocking(Unit::draft("a", word(6, "not signed yet"))).unwrap();
        block(journal.stop());
        drop(journal);
        verify_imprint(&mut *ground.store(), &signer).unwrap();
        // It goes on from there, again and again.
        for _ in 0..2 {
            let journal = house(&ground, &signer).unwrap();
            journal.keep_blocking(Unit::draft("b", word(7, "on"))).unwrap();
            block(journal.stop());
        }
        forge(&ground, &mut Access::to(&ground));
        let held = verify_start(&mut *ground.store(), &signer.public(), 1000);
        assert!(held.is_ok(), "the chain has no key, and shows nothing: {held:?}");
        let found = verify_imprint(&mut *ground.store(), &signer).unwrap_err().to_string();
        assert!(found.contains("are not where the house left them"), "{found}");
        let refused = house(&ground, &signer).err().unwrap();
        assert!(
            matches!(&refused, Error::Strange(what) if what.contains("where the house left")),
            "{refused}"
        );
        // Nor without an imprint, nor with one of another journal.
        Access::to(&ground).run("DELETE FROM shelf WHERE shelf = 'imprint'");
        let found = verify_imprint(&mut *ground.store(), &signer).unwrap_err().to_string();
        assert!(found.contains("missing"), "{found}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_house_stops_writing_where_somebody_else_writes_beside_it() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
        journal.keep_blocking(Unit::draft("b", word(2, "b"))).unwrap();
        // What is not read for a moment was kept all the same.
        let mut access = Access::to(&ground);
        journal.keep_blocking(Unit::draft("b", word(3, "excluded"))).unwrap();
        let is = ground.store().head("b").unwrap().unwrap();
        let was = ground.store().range("b", 1, 1).unwrap().remove(0).hash;
        access.run(&format!("UPDATE streams SET sequence = 1, hash = #{was}# WHERE name = 'b'"));
        let mut reader = journal.reader().unwrap();
        assert!(reader.head("b").unwrap_err().to_string().contains("kept, but is no longer in the database"));
        if matches!(ground.place, Place::Postgres(_)) {
            access.run("DELETE FROM records WHERE @stream = @b AND sequence = 2");
            assert!(
                reader
                    .tail("b", 0)
                    .unwrap_err()
                    .to_string()
                    .contains("kept, but is no longer in the database")
            );
            continue;
        }
        access.run(&format!("UPDATE streams SET sequence = 2, hash = #{}# WHERE name = 'b'", is.hash));
        assert_eq!(reader.head("b").unwrap(), Some(is));
        assert_eq!(reader.tail("b", 0).unwrap().len(), 2);
        // What somebody put in is not gone on from: not by the stream it is in, not by any other, not after that;
        // nor is it read.
        let stands = reader.head("a").unwrap();
        forge(&ground, &mut access);
        assert_eq!(ground.store().tail("a", 0).unwrap().len(), 2, "it is there");
        assert_eq!((reader.head("a").unwrap(), reader.tail("a", 0).unwrap().len()), (stands, 1));
        assert!(reader.heads().unwrap().contains(&("a".to_string(), stands.unwrap())));
        let first = journal.keep_blocking(Unit::draft("a", word(4, "on"))).unwrap_err();
        let strange = |error: &Error| matches!(error, Error::Strange(_));
        let then = journal.keep_blocking(Unit::draft("b", word(5, "on"))).unwrap_err();
        assert!(strange(&then), "{first}, then {then}");
        assert!(strange(&block(journal.checkpoint(9, signer.clone())).unwrap_err()), "nothing is signed");
        assert!(strange(&block(journal.balance("a", common::player(1))).unwrap_err()), "nothing is said");
        block(journal.stop());
        drop(journal);
        assert!(strange(&house(&ground, &signer).err().unwrap()), "nor at the next start");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn what_would_act_within_the_houses_own_commits_is_found() {
    let changes: [&[&str]; 2] = [
        &[
            "CREATE TRIGGER t AFTER UPDATE ON turn BEGIN UPDATE balances SET units = 0; END",
            "CREATE VIEW v AS SELECT * FROM records",
            "CREATE TABLE spare (x)",
            "DROP TRIGGER records_stay",
            "DROP INDEX keys_by_time",
            // Named like what SQLite makes itself.
            "CREATE TRIGGER sqliteXstat1 AFTER UPDATE ON turn BEGIN UPDATE balances SET units = 0; END",
            "CREATE TRIGGER \"SQLITE-STATs\" AFTER UPDATE ON turn BEGIN UPDATE balances SET units = 0; END",
        ],
        &[
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
             CREATE TRIGGER t AFTER UPDATE ON turn FOR EACH STATEMENT EXECUTE FUNCTION f()",
            "DROP TRIGGER records_stay ON records",
            "ALTER TABLE records DISABLE TRIGGER records_remain",
            "CREATE OR REPLACE FUNCTION records_stay() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            "CREATE RULE r AS ON UPDATE TO balances DO ALSO NOTHING",
            "ALTER TABLE balances DROP CONSTRAINT nobody_owes_who_may_not",
            "ALTER TABLE records ADD CONSTRAINT no_more CHECK (position < 1000)",
            "ALTER TABLE records ALTER COLUMN at SET DEFAULT 0",
            "ALTER TABLE streams ADD COLUMN spare BIGINT",
            "CREATE POLICY p ON shelf USING (true)",
            "CREATE TABLE heir () INHERITS (keys)",
            "DROP INDEX rounds_by_end",
            "CREATE UNIQUE INDEX one ON rounds (ended)",
            "CREATE SCHEMA evil; CREATE VIEW evil.records AS TABLE records; \
             ALTER FUNCTION keep SET search_path = evil, public",
            "ALTER FUNCTION keep SECURITY DEFINER",
            "ALTER FUNCTION money_stays SET work_mem = '1MB'",
            "CREATE FUNCTION cardinality(bigint[]) RETURNS integer LANGUAGE sql AS 'SELECT 0'",
            "CREATE SCHEMA far; CREATE FUNCTION far.same(bigint, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'; \
             CREATE OPERATOR = (LEFTARG = bigint, RIGHTARG = text, FUNCTION = far.same)",
            "CREATE CAST (bytea AS text) WITHOUT FUNCTION",
            "DROP TRIGGER records_stay ON records; CREATE TRIGGER records_stay BEFORE UPDATE ON records \
             FOR EACH ROW WHEN (false) EXECUTE FUNCTION records_stay()",
            "UPDATE pg_trigger SET tgisinternal = true WHERE tgname = 'records_stay'",
            "CREATE FUNCTION far() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
             CREATE TRIGGER t AFTER UPDATE ON turn FOR EACH STATEMENT EXECUTE FUNCTION far(); \
             UPDATE pg_trigger SET tgisinternal = true WHERE tgname = 't'",
            "UPDATE pg_class SET relhastriggers = false WHERE relname = 'records'",
            "ALTER TABLE shelf SET UNLOGGED",
            "ALTER TABLE keys ALTER COLUMN key TYPE TEXT",
            "CREATE COLLATION alike (PROVIDER = icu, LOCALE = 'und-u-ks-level1', DETERMINISTIC = false); \
             ALTER TABLE keys ALTER COLUMN key TYPE TEXT COLLATE alike",
            "ALTER TABLE records ALTER COLUMN body TYPE TEXT COLLATE \"POSIX\"",
        ],
    ];
    for (which, changes) in changes.into_iter().enumerate() {
        for change in changes {
            let ground = if which == 0 { common::sqlite() } else { common::postgres() };
            let folder = common::folder();
            let signer = Arc::new(signer(&folder, 7));
            let journal = house(&ground, &signer).unwrap();
            journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
            block(journal.stop());
            drop(journal);
            assert_eq!(ground.verdict().finding, None);
            Access::to(&ground).run(change);
            for whole in [0, 1000] {
                assert!(verify_start(&mut *ground.store(), &signer.public(), whole).is_err(), "{change}");
            }
            assert!(ground.verdict().finding.is_some(), "{change}");
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

/// A file that says it is older than it is would not be compared at all.
#[test]
fn a_file_that_says_it_is_older_is_compared_all_the_same() {
    for schema in [0, 3, 4] {
        let ground = common::sqlite();
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
        block(journal.stop());
        drop(journal);
        Access::to(&ground).run(&format!("PRAGMA user_version = {schema}"));
        let mut read = Sqlite::open_to_read(ground.path()).unwrap();
        let found = verify(&mut read, Some(&signer.public()), &mut |_| true).finding.unwrap().to_string();
        assert!(found.contains(&format!("it says that it has schema {schema}")), "{found}");
        assert!(house(&ground, &signer).is_err(), "nor does a house begin");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// Where a stream begins is what the house signed, whatever the database says while it runs.
#[test]
fn no_beginning_of_a_stream_is_hidden_from_a_running_house() {
    for ground in [common::sqlite(), common::postgres()] {
        for after in [1, 4] {
            let folder = common::folder();
            let signer = Arc::new(signer(&folder, 7));
            let journal = house(&ground, &signer).unwrap();
            let stood = ground.store().head("a").unwrap().map_or(0, |head| head.sequence);
            for number in stood + 1..=5 {
                let said = word(number as i64, &format!("voucher {number}"));
                journal.keep_blocking(Unit::draft("a", said)).unwrap();
            }
            let mut reader = journal.reader().unwrap();
            assert_eq!(reader.tail("a", 0).unwrap().len(), 5);
            assert_eq!(reader.range("a", 3, 4).unwrap().len(), 2);
            let mut access = Access::to(&ground);
            let zeros = "00".repeat(32);
            access.run(&format!("INSERT INTO bases VALUES (@a, {after}, #{zeros}#, 0, '[]')"));
            if matches!(ground.place, Place::Sqlite(_)) {
                let hidden = ground.store().tail("a", 0).unwrap();
                assert_eq!(hidden.len() as u64, 5 - after, "who asks the database alone");
                assert!(matches!(reader.tail("a", 0), Err(Error::Damaged { .. })));
                // It is told, and nothing is written after the last word.
                let heard = journal.suspicions().borrow().clone().unwrap();
                assert!(heard.contains("stream a, record"), "{heard}");
                let strange = |said: Result<_, Error>| matches!(said, Err(Error::Strange(_)));
                assert!(strange(journal.keep_blocking(Unit::draft("b", word(9, "on"))).map(|_| ())));
                assert!(strange(block(journal.checkpoint(9, signer.clone())).map(|_| ())));
                block(journal.last_word(Unit::draft("c", word(9, "strange")))).unwrap();
                assert!(strange(block(journal.last_word(Unit::draft("c", word(9, "more"))))));
                assert_eq!(ground.store().tail("c", 0).unwrap().len() as u64, u64::from(after == 4) + 1);
            } else {
                assert_eq!(reader.tail("a", 0).unwrap().len(), 5, "the records are there all the same");
            }
            assert_eq!(reader.base("a").unwrap().head.sequence, 0);
            assert_eq!(reader.bases().unwrap(), Vec::new());
            block(journal.stop());
            drop(journal);
            assert!(matches!(house(&ground, &signer).err().unwrap(), Error::Strange(_)));
            access.run("DELETE FROM bases");
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

/// A day is read back for the keys of its records: one that is forgotten would let a thing happen twice.
#[test]
fn keys_of_the_last_day_are_remembered_however_long_the_journal_is() {
    const DAY: i64 = journal::Keys::KEPT;
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        for number in 0..3000i64 {
            // Two days, and then one more.
            let at = number * DAY / 1000;
            let key = Some((format!("key {number}"), 5));
            journal.keep_blocking(Unit::draft("a", Draft { key, ..word(at, "keyed") })).unwrap();
            if number % 500 == 499 {
                block(journal.checkpoint(at, signer.clone())).unwrap();
            }
        }
        block(journal.stop());
        drop(journal);
        let start = || verify_start(&mut *ground.store(), &signer.public(), 0);
        let sound = start().unwrap();
        assert!(sound.read < 10 && (900..1100).contains(&sound.back), "{sound:?}: a day of three");
        let mut access = Access::to(&ground);
        for (sql, says) in [
            ("DELETE FROM keys WHERE key = 'key 2100'", "record 2101: its key is not remembered"),
            (
                "DELETE FROM keys WHERE key = 'key 2100'; UPDATE records SET key = NULL, asked = NULL WHERE @at(a,2101)",
                "record 2101: it was changed",
            ),
        ] {
            access.run(sql);
            let found = start().unwrap_err().to_string();
            assert!(found.contains(says), "{found}");
            assert!(house(&ground, &signer).is_err());
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// The time of a key is its record's: one whose row was made older is not forgotten, by no start and while nobody
/// starts; and what the house goes on from is found to be wrong.
#[test]
fn a_key_that_was_made_older_is_not_forgotten() {
    const DAY: i64 = journal::Keys::KEPT;
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let keyed = |at: i64, key: &str| Draft { key: Some((key.into(), 5)), ..word(at, key) };
        let rows = |key: &str| ground.store().keys("a", &[key.into()]).unwrap().len();
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", keyed(DAY, "old"))).unwrap();
        common::passes(&journal, DAY, 2 * DAY);
        for key in ["deposit", "another"] {
            journal.keep_blocking(Unit::draft("a", keyed(2 * DAY, key))).unwrap();
        }
        let mut access = Access::to(&ground);
        access.run("UPDATE keys SET at = at - 90000000 WHERE key = 'deposit'");
        // Time to forget: what is old goes, what only says so stays, and it is told.
        common::passes(&journal, 2 * DAY, 2 * DAY + 1_200_000);
        assert_eq!(["old", "deposit", "another"].map(rows), [0, 1, 1]);
        let heard = journal.suspicions().borrow().clone().unwrap();
        assert!(heard.contains("record 2: key \"deposit\" is remembered as of 82800000"), "{heard}");
        let again = journal.keep_blocking(Unit::draft("a", keyed(2 * DAY + 1_200_001, "deposit")));
        assert!(matches!(again, Err(Error::Strange(_))), "{again:?}");
        block(journal.stop());
        drop(journal);
        let refused = house(&ground, &signer).err().unwrap().to_string();
        assert!(refused.contains("and stands in record 2 of 172800000"), "{refused}");
        assert_eq!(rows("deposit"), 1, "nor has the start forgotten it");
        let found = verify(&mut *ground.store(), Some(&signer.public()), &mut |_| true).finding.unwrap();
        assert!(found.what.contains("key \"deposit\" is remembered, and no such record"), "{found}");
        access.run("UPDATE keys SET at = at + 90000000 WHERE key = 'deposit'");
        house(&ground, &signer).unwrap();
        // Whose turn it is to write is read before it is taken, and what is none is said in words.
        for (sql, says) in [
            ("UPDATE turn SET number = 9223372036854775807", "table turn says 9223372036854775807, expected"),
            ("DELETE FROM turn", "table turn is empty, expected one number"),
        ] {
            access.run(sql);
            let refused = house(&ground, &signer).err().unwrap();
            assert!(matches!(&refused, Error::Strange(what) if what.contains(says)), "{sql}: {refused}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What acts within the house's own commits is looked for whenever one failed.
#[test]
fn a_commit_that_failed_by_a_strangers_trigger_is_the_last() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        let mut access = Access::to(&ground);
        access.run(match ground.place {
            Place::Sqlite(_) => {
                "CREATE TRIGGER t BEFORE INSERT ON records WHEN NEW.body LIKE '%not%' \
                 BEGIN SELECT raise(ABORT, 'no'); END"
            }
            _ => {
                "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS \
                 $f$BEGIN IF NEW.body LIKE '%not%' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END$f$; \
                 CREATE TRIGGER t BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION f()"
            }
        });
        journal.keep_blocking(Unit::draft("a", word(2, "not this"))).unwrap_err();
        let then = journal.keep_blocking(Unit::draft("a", word(3, "three"))).unwrap_err();
        assert!(
            matches!(&then, Error::Strange(what) if what.contains("was not made by the house")),
            "{then}"
        );
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What is kept on PostgreSQL is on disk before it is said to be, whatever the database or the role was told.
#[test]
fn postgres_is_asked_to_keep_what_it_says_it_kept() {
    let ground = common::postgres();
    let database = ground.url().rsplit_once('/').unwrap().1.to_string();
    let mut client = ground.client();
    let mut shown = |set: &str| {
        client.batch_execute(set).unwrap();
        let mut store = journal::Postgres::open(ground.url()).unwrap();
        let row = "SELECT current_setting('synchronous_commit'), current_setting('session_replication_role'), \
                   current_setting('default_transaction_read_only')";
        let row = store.client().unwrap().query_one(row, &[]).unwrap();
        [0, 1, 2].map(|column| row.get::<_, String>(column))
    };
    for weak in ["off", "local", "remote_write"] {
        let set = format!("ALTER DATABASE {database} SET synchronous_commit = {weak}");
        assert_eq!(shown(&set), ["on", "origin", "off"], "{set}");
    }
    let set = format!(
        "ALTER DATABASE {database} SET synchronous_commit = remote_apply; \
         ALTER DATABASE {database} SET session_replication_role = replica; \
         ALTER DATABASE {database} SET default_transaction_read_only = on"
    );
    assert_eq!(shown(&set), ["remote_apply", "origin", "off"], "what is stronger stays");
}

/// What is written to a file that nobody finds again was not kept.
#[test]
fn what_is_on_shelves_is_the_houses_or_nothing() {
    for ground in [common::sqlite(), common::postgres()] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        let terms = || Terms { signer: Some(signer.clone()), ..Terms::default() };
        let (journal, _) = Journal::with(ground.store(), &ground.place, terms()).unwrap();
        assert_eq!(signed_with(&mut *ground.store()), Ok(Some(signer.public())), "signed before anything");
        let put = |name: &str, value: &[u8]| {
            let kept = Kept { shelf: "password".into(), name: name.into(), value: Some(value.to_vec()) };
            journal.keep_blocking(Unit { kept: vec![kept], ..Unit::default() }).unwrap();
        };
        put("ann", b"digest of ann");
        put("bob", b"digest of bob");
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        let Head { sequence, hash } = ground.stream("a").head();
        block(journal.snapshot_surely(Snapshot {
            stream: "a".into(),
            sequence,
            hash,
            state: b"state".to_vec(),
        }));
        journal.keep_blocking(Unit::draft("b", word(1, "one"))).unwrap();
        let read = || journal.reader().unwrap().shelf("password").unwrap();
        assert_eq!(
            read(),
            [("ann".into(), b"digest of ann".to_vec()), ("bob".into(), b"digest of bob".to_vec())]
        );
        assert_eq!(journal.reader().unwrap().snapshot("a").unwrap().unwrap().state, b"state");
        assert_eq!(forged(&mut *ground.store(), &signer), Ok(Vec::new()));
        // One's own put where another's is; then one of the forger's making.
        let mut access = Access::to(&ground);
        access
            .run("UPDATE shelf SET value = (SELECT value FROM shelf WHERE name = 'bob') WHERE name = 'ann'");
        assert_eq!(read(), [("bob".into(), b"digest of bob".to_vec())]);
        access.run("UPDATE shelf SET value = #64696765737420# WHERE name = 'bob'");
        access.run("INSERT INTO shelf VALUES ('session', 'x', #00#)");
        assert_eq!(read(), []);
        assert_eq!(journal.reader().unwrap().on_shelf("password", "bob"), Ok(None));
        let found = forged(&mut *ground.store(), &signer).unwrap();
        assert_eq!(found, ["password/ann", "password/bob", "session/x"]);
        // A snapshot with a digest that fits, by whoever knows how one is made.
        let forger = Snapshot { stream: "a".into(), sequence, hash, state: b"rich".repeat(20) };
        let mut sql = format!(
            "UPDATE snapshots SET state = #{}#, digest = #{}#",
            hex::encode(&forger.state),
            forger.digest()
        );
        access.run(&std::mem::take(&mut sql));
        assert!(ground.store().snapshot("a").unwrap().is_some(), "whole, for who has no key");
        assert_eq!(journal.reader().unwrap().snapshot("a").unwrap(), None);
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// A row that somebody else changes while the house runs makes no commit fail, and another go through: the first that
/// fails is the last, whether or not the row is put back.
#[test]
fn an_account_whose_row_somebody_else_changed_ends_all_writing() {
    let spends = || common::paid(&[common::step(common::player(1), money::Account::Pool, 25)]);
    let number = |ground: &Ground| match ground.place {
        Place::Sqlite(_) => "id + 1000",
        _ => "DEFAULT",
    };
    for ground in [common::sqlite as fn() -> Ground, common::postgres] {
        for (change, draft) in [
            ("UPDATE balances SET id = @number WHERE account = 'player:1'", spends()),
            ("UPDATE balances SET owes = NOT owes WHERE account = 'cage'", common::bought(1, 5)),
            (
                "INSERT INTO balances (@stream, account, owes, units) VALUES (@a, 'player:2', 1 = 0, 0)",
                common::bought(2, 5),
            ),
        ] {
            let (ground, folder) = (ground(), common::folder());
            let signer = Arc::new(signer(&folder, 7));
            let journal = house(&ground, &signer).unwrap();
            journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
            let mut access = Access::to(&ground);
            if change.contains("cage") && matches!(ground.place, Place::Postgres(_)) {
                access.run("ALTER TABLE balances DROP CONSTRAINT nobody_owes_who_may_not");
                access.run(change);
                access.run(
                    "ALTER TABLE balances ADD CONSTRAINT nobody_owes_who_may_not CHECK (units >= 0 OR owes) NOT VALID",
                );
            } else {
                access.run(&change.replace("@number", number(&ground)));
            }
            let failed = journal.keep_blocking(Unit::draft("a", draft.clone()));
            assert!(matches!(failed, Err(Error::Strange(_))), "{change}: {failed:?}");
            let after = journal.keep_blocking(Unit::draft("b", word(9, "another")));
            assert!(matches!(after, Err(Error::Strange(_))), "{change}: {after:?}");
            block(journal.stop());
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

/// The same when the commit fails for another reason: what was changed meanwhile is found.
#[test]
fn rows_that_somebody_else_changed_are_found_when_a_commit_fails() {
    for change in [
        "UPDATE balances SET id = id + 1000 WHERE account = 'player:1'",
        "UPDATE balances SET owes = NOT owes WHERE account = 'player:1'",
        "UPDATE streams SET id = id + 1000 WHERE name = 'b'",
        "INSERT INTO balances (stream, account, owes, units) VALUES (@a, 'player:2', 0, 0)",
        "INSERT INTO records VALUES (9223372036854775807, 9999, 1, 0, 1, 1, NULL, NULL, '', '{}', #00#)",
    ] {
        let (ground, folder) = (common::sqlite(), common::folder());
        let signer = Arc::new(signer(&folder, 7));
        let store = Sqlite::open(ground.path()).unwrap();
        store.patience(std::time::Duration::from_millis(20)).unwrap();
        let terms = Terms { signer: Some(signer), verified: true, ..Terms::default() };
        let (journal, _) = Journal::with(Box::new(store), &ground.place, terms).unwrap();
        journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
        journal.keep_blocking(Unit::draft("b", word(2, "b"))).unwrap();
        let mut access = Access::to(&ground);
        // Nothing was changed: it goes on.
        access.run("BEGIN IMMEDIATE");
        assert!(matches!(journal.keep_blocking(Unit::draft("c", word(3, "c"))), Err(Error::Store(_))));
        access.run("ROLLBACK");
        journal.keep_blocking(Unit::draft("c", common::bought(3, 5))).unwrap();
        access.run(change);
        access.run("BEGIN IMMEDIATE");
        assert!(journal.keep_blocking(Unit::draft("a", word(4, "a"))).is_err(), "{change}");
        access.run("ROLLBACK");
        let after = journal.keep_blocking(Unit::draft("a", word(5, "a")));
        assert!(matches!(after, Err(Error::Strange(_))), "{change}: {after:?}");
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What somebody else wrote while the house runs is found when it looks, and ends all writing.
#[test]
fn a_house_that_looks_finds_what_somebody_else_wrote() {
    for ground in [common::sqlite as fn() -> Ground, common::postgres] {
        for (change, says) in [
            (
                "UPDATE balances SET units = units + CASE account WHEN 'cage' THEN -5 ELSE 5 END WHERE @stream = @a",
                "stream a, record 0: its balances are not what the house left",
            ),
            ("ALTER TABLE streams ADD COLUMN spare INTEGER", "streams"),
        ] {
            let (ground, folder) = (ground(), common::folder());
            let signer = Arc::new(signer(&folder, 7));
            let journal = house(&ground, &signer).unwrap();
            journal.keep_blocking(Unit::draft("a", common::bought(1, 100))).unwrap();
            block(journal.look()).unwrap();
            Access::to(&ground).run(change);
            let found = block(journal.look()).unwrap_err().to_string();
            assert!(found.contains(says), "{change}: {found}");
            let heard = journal.suspicions().borrow().clone().unwrap();
            assert!(heard.contains(says), "{change}: {heard}");
            let after = journal.keep_blocking(Unit::draft("b", word(9, "on")));
            assert!(matches!(after, Err(Error::Strange(_))), "{change}: {after:?}");
            block(journal.stop());
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}

/// An index that was made to lead elsewhere is found, however long the journal is.
#[test]
fn an_index_that_leads_elsewhere_is_found_at_a_start() {
    for (index, other) in
        [("rounds_by_end", "keys_by_time"), ("sqlite_autoindex_streams_1", "sqlite_autoindex_balances_1")]
    {
        let (ground, folder) = (common::sqlite(), common::folder());
        let signer = Arc::new(signer(&folder, 7));
        write(&ground, &signer);
        verify_start(&mut *ground.store(), &signer.public(), 0).unwrap();
        let mut access = Access::to(&ground);
        access.run(&format!(
            "PRAGMA writable_schema = on; UPDATE sqlite_master SET rootpage = \
             (SELECT rootpage FROM sqlite_master WHERE name = '{other}') WHERE name = '{index}'"
        ));
        drop(access);
        let found = verify_start(&mut *ground.store(), &signer.public(), 0);
        assert!(found.is_err(), "{index}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// A database that somebody made ready before the house began in it, with more than the house makes.
#[test]
fn a_first_start_finds_what_the_house_did_not_make() {
    const SQLITE: &str = "CREATE TRIGGER evil BEFORE INSERT ON records BEGIN SELECT raise(ignore); END";
    const POSTGRES: &str = "CREATE FUNCTION evil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; \
                            CREATE TRIGGER evil BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION evil()";
    for (ground, sql) in [(common::sqlite(), SQLITE), (common::postgres(), POSTGRES)] {
        let folder = common::folder();
        let signer = Arc::new(signer(&folder, 7));
        drop(ground.store());
        Access::to(&ground).run(sql);
        let said = house(&ground, &signer).err().unwrap();
        assert!(matches!(&said, Error::Strange(what) if what.contains("evil")), "{said}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
