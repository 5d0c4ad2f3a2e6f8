//! Archives of the real binary: a finished year leaves the house for a file, both halves verify, either shows
//! when it is changed, old rounds are recalled from the file, and the house goes on playing on the rest.
#![allow(clippy::unwrap_used)]

mod support;

use floor::{Clock, Floor, Pace};
use game::{Moment, Person};
use journal::{Place, Signer};
use rulebook::Shelf;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Server, houseway, request};

const TABLES: [&str; 2] = ["pai-gow-1", "roulette-1"];
/// The first of January of 2024.
const YEAR: i64 = 1_704_067_200_000;

fn run(words: &[&str], status: i32) -> String {
    let output = houseway(words).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{words:?}: {text}");
    text
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Plays both tables from a moment on, until each has so many records more; then the house closes.
fn play(folder: &Folder, place: &Place, from: i64, records: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let signer = Signer::at(&folder.0.join("house.key")).unwrap();
    let clock = |last: Moment| Clock::manual(last.max(Moment::new(from)));
    let floor =
        Floor::open(place, signer, Shelf::embedded().unwrap(), Arc::new(floor::System), clock).unwrap();
    let mut wanted = server::practice();
    wanted.retain(|setup| TABLES.contains(&setup.id.as_str()));
    for setup in &mut wanted {
        setup.pace = Pace { alone: true, ..Pace::FAST };
        if let floor::GameSetup::RapidRoulette { setup, .. } = &mut setup.game {
            setup.period = Some(1);
        }
    }
    let entered = runtime.enter();
    assert_eq!(floor.open_tables(wanted).unwrap(), []);
    drop(entered);
    runtime.block_on(async {
        let tables = floor.tables();
        let least: Vec<u64> = tables.iter().map(|table| table.info().version + records).collect();
        while tables.iter().zip(&least).any(|(table, least)| table.info().version < *least) {
            floor.clock().turn(1000);
            for table in &tables {
                table.look(Person::Public).await.unwrap();
            }
            floor.checkpoint().await.unwrap();
        }
        floor.stop().await;
    });
}

/// The house goes on, on its real server.
fn goes_on(data: &Path, more: &[&str]) {
    let server = Server::start(data, more).unwrap();
    let versions = || -> Vec<u64> {
        let (_, list) = request(server.address, "GET", "/api/tables", None, None).unwrap();
        let tables = list.as_array().unwrap();
        assert!(tables.iter().all(|table| table["trouble"].is_null() && table["halted"].is_null()), "{list}");
        let ours = tables.iter().filter(|table| TABLES.contains(&table["id"].as_str().unwrap()));
        ours.map(|table| table["version"].as_u64().unwrap()).collect()
    };
    let (begun, before) = (Instant::now(), versions());
    while versions().iter().zip(&before).any(|(now, before)| *now < before + 40) {
        assert!(begun.elapsed() < Duration::from_secs(120), "tables go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.stop().success());
}

fn archived(place: &Place, more: &[&str]) {
    let (folder, spare) = (Folder::new("archive"), Folder::new("spare"));
    play(&folder, place, YEAR, 1800);
    let data = ["--data", path(&folder.0)];
    let live = |words: &[&str]| -> Vec<String> {
        [words, &data[..], more].concat().iter().map(ToString::to_string).collect()
    };
    let ask = |words: &[&str], status: i32| {
        let words = live(words);
        run(&words.iter().map(String::as_str).collect::<Vec<_>>(), status)
    };
    let rounds: Vec<String> =
        TABLES.iter().map(|table| ask(&["audit", "round", &format!("{table}/5")], 0)).collect();
    assert!(rounds.iter().all(|round| round.lines().count() > 3), "{rounds:?}");
    // A server has the house: nothing is archived.
    let file = spare.0.join("2024.archive");
    let year = ["archive", path(&file), "--before", "2025-01-01"];
    let server = Server::start(&folder.0, more).unwrap();
    assert!(ask(&year, 2).contains("holds"));
    assert!(server.stop().success());
    assert!(!file.exists());
    let before = ask(&["audit", "export"], 0).lines().count();
    let said = ask(&year, 0);
    assert!(said.contains("verified and signed"), "{said}");
    assert!(ask(&year, 2).contains("nothing is overwritten"));
    // Both halves hold, and there is nothing in both.
    let public = folder.0.join("house.pub");
    let of_file = |words: &[&str], status: i32| {
        let more: &[&str] = if words[1] == "verify" { &["--public", path(&public)] } else { &[] };
        run(&[words, &["--db", path(&file)], more].concat(), status)
    };
    assert!(ask(&["audit", "verify"], 0).contains("everything holds"));
    assert!(of_file(&["audit", "verify"], 0).contains("everything holds"));
    let parts = ask(&["audit", "export"], 0).lines().count() + of_file(&["audit", "export"], 0).lines().count();
    assert_eq!(parts, before + 2, "the archive's statement and a checkpoint more");
    for (table, round) in TABLES.iter().zip(&rounds) {
        let name = format!("{table}/5");
        assert_eq!(&of_file(&["audit", "round", &name], 0), round, "the same, from the archive");
        assert!(ask(&["audit", "round", &name], 2).contains("archive"), "and not from the house");
        assert!(of_file(&["audit", "fairness", table], 0).contains("fair"));
        assert!(of_file(&["audit", "fairness", &format!("{table}/7")], 0).contains("fair: 1 turns"));
        assert!(ask(&["audit", "fairness", table], 0).contains("fair"));
        ask(&["audit", "replay", table], 0);
    }
    tampered(&file, &public);
    // The house goes on on the rest, and gives away more of it.
    goes_on(&folder.0, more);
    assert!(ask(&["audit", "verify"], 0).contains("everything holds"));
    play(&folder, place, YEAR, 1200);
    let second = spare.0.join("more.archive");
    ask(&["archive", path(&second), "--before", "2100-01-01"], 0);
    run(&["audit", "verify", "--db", path(&second), "--public", path(&public)], 0);
    assert!(ask(&["audit", "verify"], 0).contains("everything holds"));
    goes_on(&folder.0, more);
    // A backup of it has its beginning in the archive too.
    let backup = spare.0.join("backup");
    ask(&["backup", path(&backup)], 0);
    let (restored, key) = (spare.0.join("restored"), folder.0.join("house.key"));
    run(&["restore", path(&backup), "--data", path(&restored), "--key", path(&key)], 0);
    goes_on(&restored, &[]);
    if let Place::Sqlite(database) = place {
        beginnings(database, &ask);
    }
}

/// Whatever is changed in an archive is found.
fn tampered(file: &Path, public: &Path) {
    for change in [
        "UPDATE records SET body = replace(body, 'a', 'b') WHERE position = 40",
        "UPDATE records SET at = at + 1 WHERE position = (SELECT max(position) FROM records)",
        "DELETE FROM records WHERE position = (SELECT max(position) FROM records)",
        "UPDATE streams SET sequence = sequence - 1",
        "UPDATE balances SET units = units + 1",
        "UPDATE shelf SET value = CAST(replace(value, '\\\"number\\\":1', '\\\"number\\\":2') AS BLOB)",
        "DELETE FROM shelf",
    ] {
        let changed = file.with_extension("changed");
        let _ = std::fs::remove_file(&changed);
        std::fs::write(&changed, std::fs::read(file).unwrap()).unwrap();
        let db = rusqlite::Connection::open(&changed).unwrap();
        db.execute_batch("DROP TRIGGER records_stay; DROP TRIGGER records_remain").unwrap();
        assert!(db.execute(change, []).unwrap() > 0, "{change}");
        drop(db);
        let words = ["audit", "verify", "--db", path(&changed), "--public", path(public)];
        let said = run(&words, 1);
        assert!(said.contains("WRONG"), "{change}: {said}");
    }
}

/// Whatever is changed in where the house begins is found.
fn beginnings(database: &Path, ask: &dyn Fn(&[&str], i32) -> String) {
    let db = rusqlite::Connection::open(database).unwrap();
    db.execute_batch("CREATE TEMP TABLE saved AS SELECT * FROM bases").unwrap();
    for change in [
        "UPDATE bases SET sequence = sequence - 1",
        "UPDATE bases SET rounds = rounds + 1",
        "UPDATE bases SET balances = '[]' WHERE balances <> '[]'",
        "UPDATE bases SET hash = randomblob(32)",
        "DELETE FROM bases",
    ] {
        assert!(db.execute(change, []).unwrap() > 0, "{change}");
        assert!(ask(&["audit", "verify"], 1).contains("WRONG"), "{change}");
        db.execute_batch("DELETE FROM bases; INSERT INTO bases SELECT * FROM saved").unwrap();
    }
    assert!(ask(&["audit", "verify"], 0).contains("everything holds"), "as it was");
}

#[test]
fn a_year_on_sqlite_goes_to_an_archive() {
    let folder = Folder::new("sqlite");
    let database = folder.database();
    archived(&Place::Sqlite(database.clone()), &["--db", path(&database)]);
}

#[test]
fn a_year_on_postgres_goes_to_an_archive() {
    let postgres = Postgres::new("HOUSEWAY_POSTGRES");
    archived(&postgres.place(), &["--db", &postgres.url]);
}
