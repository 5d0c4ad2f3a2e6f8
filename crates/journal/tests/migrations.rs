//! Schemas: from every earlier one the data come through; a fresh one is the sum of the steps; one from the
//! future is refused; several may take the steps at once.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Ground, bought, word};
use journal::{Error, Hash, Migration, Place, Postgres, Record, Search, Sqlite, Unit, verify};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Two records of stream a, as the SQL of either database writes them: the literals of their hashes differ.
fn statements(sqlite: bool, schema: usize) -> String {
    let first = Record::after(&"a".into(), 1, &Hash::genesis("a"), bought(1, 50));
    let second = Record::after(&"a".into(), 2, &first.hash, word(9, "second"));
    let bytes = |hash: &Hash| if sqlite { format!("x'{hash}'") } else { format!("'\\x{hash}'") };
    let (stream, owes) = if sqlite { ("stream", ["1", "0"]) } else { ("stream_id", ["true", "false"]) };
    let mut sql = format!(
        "INSERT INTO streams (name, sequence, hash{}) VALUES ('a', 2, {}{});",
        if sqlite { ", position" } else { "" },
        bytes(&second.hash),
        if sqlite { ", 2" } else { "" },
    );
    for (position, record) in [first, second].iter().enumerate() {
        let body = std::str::from_utf8(&record.body).unwrap();
        let (prior, at) = if sqlite { (", prior", format!(", {position}")) } else { ("", String::new()) };
        write!(
            sql,
            "INSERT INTO records ({stream}, sequence, position, at, form, moves, body, hash{prior}) \
             VALUES (1, {}, {}, {}, 1, '{}', '{body}', {}{at});",
            record.sequence,
            position + 1,
            record.at,
            record.moves,
            bytes(&record.hash),
        )
        .unwrap();
    }
    write!(
        sql,
        "INSERT INTO balances ({stream}, account, owes, units) VALUES (1, 'cage', {}, 0), (1, 'player:1', {}, 0);\
         UPDATE balances SET units = CASE account WHEN 'cage' THEN -50 ELSE 50 END; UPDATE turn SET number = 41;",
        owes[0], owes[1]
    )
    .unwrap();
    if schema >= 2 {
        let lists = if sqlite { ["'[3,4]'", "'[\"void\"]'"] } else { ["'{3,4}'", "'{void}'"] };
        write!(
            sql,
            "INSERT INTO rounds (stream, number, first, last, began, ended, players, staked, most, irregular) \
             VALUES ('a', 1, 1, 2, 7, 9, {}, 50, 50, {});",
            lists[0], lists[1]
        )
        .unwrap();
    }
    if schema >= 3 {
        let value = if sqlite { "x'76'" } else { "'v'" };
        write!(sql, "INSERT INTO shelf VALUES ('s', 'n', {value});").unwrap();
    }
    sql
}

/// What was put in is there, and it goes on.
fn came_through(ground: &Ground, schema: usize) {
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, 2), "from schema {schema}");
    let mut store = ground.store();
    assert_eq!(store.balances().unwrap().len(), 2);
    let rounds = store.rounds(&Search { limit: 9, ..Search::default() }).unwrap();
    assert_eq!(rounds.len(), usize::from(schema >= 2));
    assert!(rounds.iter().all(|round| round.players == [3, 4] && round.irregular == ["void"]));
    assert_eq!(store.shelf("s").unwrap().len(), usize::from(schema >= 3));
    assert_eq!(store.claim(), Ok(42));
    drop(store);
    ground.journal().keep_blocking(Unit::draft("a", bought(1, 1))).unwrap();
    assert_eq!(ground.verdict().finding, None);
}

fn golden(database: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database).join("schema.txt")
}

fn compare(database: &str, found: &str) {
    let path = golden(database);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let wanted = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == wanted, "{} differs; UPDATE_GOLDENS=1 rewrites it. Found:\n{found}", path.display());
}

fn sqlite_schema(path: &Path) -> String {
    let db = rusqlite::Connection::open(path).unwrap();
    let mut all = db.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").unwrap();
    let mut rows = all.query([]).unwrap();
    let mut text = String::new();
    while let Some(row) = rows.next().unwrap() {
        let (kind, name): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
        let sql: Option<String> = row.get(2).unwrap();
        writeln!(text, "{kind} {name}\n{}\n", sql.unwrap_or_default()).unwrap();
    }
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    text + &format!("schema {version}\n")
}

fn postgres_schema(ground: &Ground) -> String {
    let mut client = ground.client();
    let mut text = String::new();
    for query in [
        "SELECT format('column %s.%s %s%s %s %s', table_name, column_name, data_type, \
         CASE udt_name WHEN '_int8' THEN ' bigint' WHEN '_text' THEN ' text' ELSE '' END, \
         coalesce('collate ' || collation_name, ''), CASE is_nullable WHEN 'NO' THEN 'not null' ELSE '' END) \
         FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position",
        "SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) \
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname",
        "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname",
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname",
        "SELECT format('table %s %s', relname, reloptions) FROM pg_class \
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname",
        "SELECT format('step %s %s', number, name) FROM migrations ORDER BY number",
    ] {
        for row in client.query(query, &[]).unwrap() {
            writeln!(text, "{}", row.get::<_, String>(0).trim_end()).unwrap();
        }
        text.push('\n');
    }
    text
}

/// Every schema there has been: steps 2 to 4 also as they were before step 2 made a table of states.
fn schemas() -> impl Iterator<Item = (usize, bool)> {
    let all = (1..=Migration::SQLITE.len()).map(|schema| (schema, false));
    all.chain((2..=4).map(|schema| (schema, true)))
}

#[test]
fn sqlite_data_come_through_from_every_schema() {
    let fresh = common::sqlite();
    drop(fresh.store());
    let wanted = sqlite_schema(fresh.path());
    compare("sqlite", &wanted);
    for (schema, early) in schemas() {
        let ground = common::sqlite();
        let db = rusqlite::Connection::open(ground.path()).unwrap();
        for step in &Migration::SQLITE[..schema] {
            db.execute_batch(step.sql).unwrap();
        }
        db.pragma_update(None, "user_version", schema as i64).unwrap();
        db.execute_batch(&statements(true, schema)).unwrap();
        if early {
            db.execute_batch("DROP TABLE states").unwrap();
        }
        drop(db);
        if schema >= 4 {
            let mut store = Sqlite::open_to_read(ground.path()).unwrap();
            assert_eq!(verify(&mut store, None, &mut |_| true).finding, None, "read as it is");
        }
        came_through(&ground, schema);
        assert_eq!(sqlite_schema(ground.path()), wanted, "from schema {schema}");
    }
}

#[test]
fn postgres_data_come_through_from_every_schema() {
    let fresh = common::postgres();
    drop(fresh.store());
    let wanted = postgres_schema(&fresh);
    compare("postgres", &wanted);
    for (schema, early) in schemas() {
        let ground = common::postgres();
        let mut store = Postgres::reach(ground.url()).unwrap();
        store.migrate(&Migration::POSTGRES[..schema]).unwrap();
        store.client().unwrap().batch_execute(&statements(false, schema)).unwrap();
        if early {
            store.client().unwrap().batch_execute("DROP TABLE states").unwrap();
        }
        drop(store);
        came_through(&ground, schema);
        assert_eq!(postgres_schema(&ground), wanted, "from schema {schema}");
    }
}

#[test]
fn steps_are_numbered_one_by_one_and_the_same_for_both() {
    for steps in [Migration::SQLITE, Migration::POSTGRES] {
        let numbers: Vec<i64> = steps.iter().map(|step| step.number).collect();
        assert_eq!(numbers, (1..=steps.len() as i64).collect::<Vec<_>>());
    }
    let names = |steps: &[Migration]| steps.iter().map(|step| step.name).collect::<Vec<_>>();
    assert_eq!(names(Migration::SQLITE), names(Migration::POSTGRES));
}

#[test]
fn a_schema_from_the_future_is_refused() {
    let known = Migration::SQLITE.len() as i64;
    let refused = Some(Error::Schema { found: 99, known });
    let ground = common::sqlite();
    drop(ground.store());
    let db = rusqlite::Connection::open(ground.path()).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(ground.place.open().err(), refused);
    assert_eq!(Sqlite::open_to_read(ground.path()).err(), refused);
    let ground = common::postgres();
    drop(ground.store());
    ground.client().execute("INSERT INTO migrations VALUES (99, 'tomorrow')", &[]).unwrap();
    assert_eq!(ground.place.open().err(), refused);
}

#[test]
fn a_step_that_fails_is_not_taken() {
    let bad = [
        Migration { number: 1, name: "good", sql: "CREATE TABLE one (x INTEGER);" },
        Migration {
            number: 2,
            name: "bad",
            sql: "CREATE TABLE two (x INTEGER); CREATE TABLE one (x INTEGER);",
        },
    ];
    let ground = common::postgres();
    let mut store = Postgres::reach(ground.url()).unwrap();
    assert!(matches!(store.migrate(&bad), Err(Error::Store(_))));
    drop(store);
    came_up_empty(&ground);
}

fn came_up_empty(ground: &Ground) {
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, 0));
}

/// Not a case: what the next one runs in processes of their own.
#[test]
fn opens_what_it_is_told_to() {
    if let Ok(name) = std::env::var("JOURNAL_TO_OPEN") {
        Place::named(&name).unwrap().open().unwrap();
    }
}

#[test]
fn several_processes_take_the_steps_at_once() {
    for ground in [common::sqlite(), common::postgres()] {
        let name = match &ground.place {
            Place::Postgres(url) => url.clone(),
            _ => ground.path().display().to_string(),
        };
        let this = std::env::current_exe().unwrap();
        let mut children: Vec<_> = (0..6)
            .map(|_| {
                let mut command = std::process::Command::new(&this);
                command.args(["--exact", "opens_what_it_is_told_to"]).env("JOURNAL_TO_OPEN", &name);
                command.stdout(std::process::Stdio::null()).spawn().unwrap()
            })
            .collect();
        for child in &mut children {
            assert!(child.wait().unwrap().success(), "{}", ground.place);
        }
        came_up_empty(&ground);
    }
}
