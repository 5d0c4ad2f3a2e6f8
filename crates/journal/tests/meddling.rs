//! Somebody puts something into the database while the house runs, so that its commits keep nothing, or something else:
//! the first of them says so, and nobody is told that it was kept.
#![allow(clippy::unwrap_used)]

mod common;

use common::door::Access;
use common::{Ground, block, bought, house, player, signer, word};
use journal::{Draft, Error, Journal, Kept, Round, Unit};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn sqlite_a_trigger_that_is_put_in_meanwhile_has_no_commit_say_yes() {
    let triggers = [
        "CREATE TRIGGER t BEFORE INSERT ON records BEGIN SELECT raise(IGNORE); END",
        "DROP TRIGGER records_remain; DROP TRIGGER records_stay; \
         CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records WHERE position = NEW.position; END",
        "CREATE TRIGGER t BEFORE UPDATE ON streams BEGIN SELECT raise(IGNORE); END",
        "CREATE TRIGGER t AFTER UPDATE OF sequence ON streams WHEN NEW.sequence > OLD.sequence \
         BEGIN UPDATE streams SET hash = OLD.hash WHERE id = OLD.id; END",
        "CREATE TRIGGER t AFTER UPDATE ON balances BEGIN UPDATE balances SET units = 0; END",
        "CREATE TRIGGER t AFTER INSERT ON keys BEGIN DELETE FROM keys; END",
        "CREATE TRIGGER t BEFORE INSERT ON shelf BEGIN SELECT raise(IGNORE); END",
        "CREATE TRIGGER t BEFORE INSERT ON rounds BEGIN SELECT raise(IGNORE); END",
    ];
    says_no(&common::sqlite, &triggers);
}

#[test]
fn postgres_a_trigger_or_rule_that_is_put_in_meanwhile_has_no_commit_say_yes() {
    let nothing = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN RETURN NULL; END$f$;";
    let back = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS \
                $f$BEGIN NEW.hash = OLD.hash; RETURN NEW; END$f$;";
    let late = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN \
                UPDATE streams SET sequence = sequence - 1 WHERE id = NEW.stream_id; RETURN NULL; END$f$;";
    let triggers = [
        format!("{nothing} CREATE TRIGGER t BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION f()"),
        format!("{back} CREATE TRIGGER t BEFORE UPDATE ON streams FOR EACH ROW EXECUTE FUNCTION f()"),
        // Not before the very end.
        format!(
            "{late} CREATE CONSTRAINT TRIGGER t AFTER INSERT ON records DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION f()"
        ),
        "CREATE RULE r AS ON INSERT TO records DO INSTEAD NOTHING".into(),
        "CREATE OR REPLACE RULE r AS ON UPDATE TO streams DO INSTEAD NOTHING".into(),
    ];
    let triggers: Vec<&str> = triggers.iter().map(String::as_str).collect();
    says_no(&common::postgres, &triggers);
}

fn says_no(ground: &dyn Fn() -> Ground, triggers: &[&str]) {
    for trigger in triggers {
        let (ground, folder) = (ground(), common::folder());
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        Access::to(&ground).run(trigger);
        let said = journal.keep_blocking(Unit::draft("a", word(2, "two")));
        assert!(said.is_err(), "{trigger}: it said yes");
        let then = journal.keep_blocking(Unit::draft("b", word(3, "three"))).unwrap_err();
        assert!(matches!(then, Error::Strange(_)), "{trigger}: {then}");
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// A unit of everything that money, chance, people or time rest on.
fn all(number: i64) -> Unit {
    let draft = Draft { key: Some((format!("key {number}"), 7)), ..bought(1, 10) };
    let round = Round {
        stream: "a".into(),
        number: number as u32,
        first: 1,
        last: 1,
        began: number,
        ended: number,
        players: vec![1],
        staked: 10,
        most: 10,
        irregular: vec!["word".into()],
    };
    let kept = |name: String| Kept { shelf: "seed".into(), name, value: Some(vec![number as u8; 40]) };
    let kept = vec![kept("table/1".into()), kept(format!("table/{number}"))];
    Unit { drafts: vec![("a".into(), draft)], rounds: vec![round], kept, ..Unit::default() }
}

/// Every table that something rests on is read back: what acts on it is seen by what it did, and not only by its being
/// there, so it would be seen too if it were gone by then.
#[test]
fn postgres_what_is_kept_otherwise_than_it_was_written_has_no_commit_say_yes() {
    let trigger = |when: &str, table: &str, act: &str| {
        format!(
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN {act} END$f$; \
             CREATE TRIGGER t {when} ON {table} FOR EACH ROW EXECUTE FUNCTION f()"
        )
    };
    let late = |table: &str, act: &str| {
        format!(
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN {act}; RETURN NULL; END$f$; \
             CREATE CONSTRAINT TRIGGER t AFTER INSERT OR UPDATE ON {table} DEFERRABLE INITIALLY DEFERRED \
             FOR EACH ROW EXECUTE FUNCTION f()"
        )
    };
    let view = "ALTER TABLE shelf RENAME TO other; CREATE VIEW shelf AS SELECT * FROM other WHERE shelf <> 'seed'; \
                CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN RETURN NEW; END$f$; \
                CREATE TRIGGER t INSTEAD OF INSERT ON shelf FOR EACH ROW EXECUTE FUNCTION f()";
    let cases = [
        ("records", trigger("BEFORE INSERT", "records", "NEW.body = '\"other\"'; RETURN NEW;")),
        ("records", trigger("BEFORE INSERT", "records", "NEW.at = NEW.at + 1; RETURN NEW;")),
        ("streams", trigger("BEFORE UPDATE", "streams", "NEW.hash = OLD.hash; RETURN NEW;")),
        ("balances", trigger("BEFORE UPDATE", "balances", "NEW.units = OLD.units; RETURN NEW;")),
        ("balances", late("balances", "UPDATE balances SET units = 0 WHERE units <> 0")),
        ("keys", trigger("BEFORE INSERT", "keys", "RETURN NULL;")),
        ("keys", trigger("BEFORE INSERT", "keys", "NEW.asked = 8; RETURN NEW;")),
        ("keys", late("keys", "DELETE FROM keys")),
        ("shelf", trigger("BEFORE INSERT", "shelf", "RETURN NULL;")),
        ("shelf", trigger("BEFORE UPDATE", "shelf", "RETURN OLD;")),
        ("shelf", late("shelf", "DELETE FROM shelf WHERE shelf = 'seed'")),
        (
            "rule",
            "CREATE RULE r AS ON INSERT TO keys DO ALSO DELETE FROM shelf WHERE shelf = 'imprint'".into(),
        ),
        ("round 2", trigger("BEFORE INSERT", "rounds", "RETURN NULL;")),
        ("round 2", trigger("BEFORE INSERT", "rounds", "NEW.staked = 9; RETURN NEW;")),
        ("search_path", late("records", "PERFORM set_config('search_path', 'pg_temp, public', false)")),
        ("", view.into()),
        ("row security", "ALTER TABLE shelf ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY".into()),
        ("default", "ALTER TABLE shelf ALTER value SET DEFAULT 'x'".into()),
        ("heir", "CREATE TABLE heir () INHERITS (keys)".into()),
        (
            "money_stays",
            "CREATE OR REPLACE FUNCTION money_stays() RETURNS trigger LANGUAGE plpgsql AS \
             $f$BEGIN RETURN NULL; END$f$"
                .into(),
        ),
    ];
    for (what, sql) in &cases {
        let (ground, folder) = (common::postgres(), common::folder());
        let signer = Arc::new(signer(&folder, 7));
        let journal = house(&ground, &signer).unwrap();
        journal.keep_blocking(all(1)).unwrap();
        Access::to(&ground).run(sql);
        let said = journal.keep_blocking(all(2));
        let said = said.expect_err(&format!("{sql}: it said yes")).to_string();
        assert!(said.contains(what), "{sql}: {said}");
        let then = journal.keep_blocking(Unit::draft("b", word(3, "three"))).unwrap_err();
        assert!(matches!(then, Error::Strange(_)), "{sql}: {then}");
        block(journal.stop());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What only lies on a shelf is read back too.
#[test]
fn postgres_a_shelf_that_keeps_nothing_has_no_commit_say_yes() {
    let (ground, folder) = (common::postgres(), common::folder());
    let signer = Arc::new(signer(&folder, 7));
    let journal = house(&ground, &signer).unwrap();
    let session = |value: Option<&[u8]>| {
        let kept = Kept { shelf: "session".into(), name: "one".into(), value: value.map(<[u8]>::to_vec) };
        Unit { kept: vec![kept], ..Unit::default() }
    };
    journal.keep_blocking(session(Some(b"here"))).unwrap();
    Access::to(&ground).run(
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $f$BEGIN RETURN NULL; END$f$; \
         CREATE TRIGGER t BEFORE DELETE ON shelf FOR EACH ROW EXECUTE FUNCTION f()",
    );
    let said = journal.keep_blocking(session(None)).expect_err("a session that stays is said to be gone");
    assert!(matches!(said, Error::Strange(_)), "{said}");
    block(journal.stop());
    std::fs::remove_dir_all(folder).unwrap();
}

/// What an administrator of the database may do meanwhile stops nobody.
#[test]
fn postgres_what_leaves_the_schema_as_it_was_stops_no_commit() {
    let (ground, folder) = (common::postgres(), common::folder());
    let signer = Arc::new(signer(&folder, 7));
    let journal = house(&ground, &signer).unwrap();
    for (number, sql) in [
        "GRANT SELECT ON records TO PUBLIC",
        "REINDEX TABLE records",
        "VACUUM FULL records",
        "ANALYZE",
        "VACUUM",
    ]
    .iter()
    .enumerate()
    {
        journal.keep_blocking(all(2 * number as i64 + 1)).unwrap();
        ground.client().batch_execute(sql).unwrap();
        let said = journal.keep_blocking(all(2 * number as i64 + 2));
        assert!(said.is_ok(), "{sql}: {said:?}");
    }
    block(journal.stop());
    std::fs::remove_dir_all(folder).unwrap();
}

/// Waits until somebody waits for this many locks.
fn until_waiting(ground: &Ground, count: i64) {
    let mut client = ground.client();
    for _ in 0..2400 {
        let waiting = "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) \
                       WHERE a.datname = current_database() AND NOT l.granted";
        let found: i64 = client.query_one(waiting, &[]).unwrap().get(0);
        if found >= count {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("nobody waits for {count} locks");
}

fn balance(journal: &Journal) -> Result<i64, Error> {
    block(journal.balance("a", player(1)))
}

/// The commit is done, and nothing can be read after it, though the connection stands: nobody says that it was not kept.
#[test]
fn postgres_what_was_kept_and_cannot_be_read_back_is_in_doubt() {
    let (ground, folder) = (common::postgres(), common::folder());
    let name = ground.url().rsplit('/').next().unwrap().split('?').next().unwrap();
    // A statement that waits longer than this for a lock fails; the connection stays.
    ground.client().batch_execute(&format!("ALTER DATABASE {name} SET lock_timeout = '5s'")).unwrap();
    let signer = Arc::new(signer(&folder, 7));
    let journal = house(&ground, &signer).unwrap();
    journal.keep_blocking(all(1)).unwrap();
    let mut holds = ground.client();
    holds.batch_execute("BEGIN; SELECT FROM balances FOR UPDATE").unwrap();
    let asked = std::thread::scope(|scope| {
        let keeping = scope.spawn(|| journal.keep_blocking(all(2)));
        until_waiting(&ground, 1);
        // Next in line after the commit, before it is read back.
        let mut locks = ground.client();
        let lock = scope.spawn(move || {
            locks.batch_execute("SET lock_timeout = 0; BEGIN; LOCK TABLE streams").unwrap();
            locks
        });
        until_waiting(&ground, 2);
        holds.batch_execute("COMMIT").unwrap();
        let said = keeping.join().unwrap();
        let mut locks = lock.join().unwrap();
        locks.batch_execute("ROLLBACK").unwrap();
        said
    });
    assert!(matches!(asked, Err(Error::InDoubt(_))), "{asked:?}");
    // It was kept, and that is found out as soon as it can be.
    assert_eq!(balance(&journal), Ok(20));
    let stored = journal.keep_blocking(all(3)).unwrap();
    assert_eq!(stored.drafts, [3]);
    assert_eq!(ground.verdict().finding, None);
    block(journal.stop());
    std::fs::remove_dir_all(folder).unwrap();
}
