//! Backups of the real binary: made beside a running server, verified, restored into a new house that goes on
//! playing; nothing is overwritten, and a backup that was changed is not restored.
#![allow(clippy::unwrap_used)]

mod support;

use journal::{Place, Sqlite, Store, verify};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Server, Session, behind, houseway, request, significant};

/// How long a slow machine may take.
const PATIENCE: Duration = Duration::from_secs(120);

fn versions(address: SocketAddr) -> u64 {
    let (_, list) = request(address, "GET", "/api/tables", None, None).unwrap();
    let tables = list.as_array().unwrap();
    assert!(tables.iter().all(|table| table["trouble"].is_null() && table["halted"].is_null()), "{list}");
    tables.iter().map(|table| table["version"].as_u64().unwrap()).sum()
}

/// Waits until the tables have come so much further.
fn goes_on(address: SocketAddr, by: u64) {
    let (begun, before) = (Instant::now(), versions(address));
    while versions(address) < before + by {
        assert!(begun.elapsed() < PATIENCE, "tables go on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn run(words: &[&str], status: i32) -> String {
    let output = houseway(words).output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{words:?}: {}", text(&output));
    text(&output)
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What was kept before the backup is the same in both, hash for hash.
fn begins_alike(first: &mut dyn Store, second: &mut dyn Store, backup: &mut dyn Store) {
    let heads = backup.heads().unwrap();
    assert!(heads.len() > 5, "{heads:?}");
    for (name, head) in heads {
        let of = |found: Vec<journal::Record>| assert_eq!(found[0].hash, head.hash, "{name}");
        of(first.range(&name, head.sequence, head.sequence).unwrap());
        of(second.range(&name, head.sequence, head.sequence).unwrap());
    }
}

/// A house on one place, backed up while it plays, killed, and made again on another.
fn backed_up_and_restored(place: &Place, more: &[&str], other: Option<&Postgres>) {
    let (folder, spare) = (Folder::new("backup"), Folder::new("spare"));
    support::set_up(&folder, place, None);
    let server = Server::start(&folder.0, more).unwrap();
    let guest = Session::guest(server.address).unwrap();
    goes_on(server.address, 300);
    let backup = spare.0.join("monday");
    let words = [&["backup", path(&backup), "--data", path(&folder.0)], more].concat();
    let said = run(&words, 0);
    assert!(said.contains("verified") && said.contains("house.key is not in it"), "{said}");
    // The house plays on beside it, and beside the next one.
    goes_on(server.address, 50);
    let inside: Vec<String> = std::fs::read_dir(&backup)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(!inside.iter().any(|name| name.ends_with(".key")), "{inside:?}");
    #[cfg(unix)]
    for name in &inside {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(backup.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name} is its owner's only");
    }
    assert!(run(&words, 2).contains("nothing is overwritten"));
    server.kill();
    // Into a new folder, with the key that was kept apart.
    let (new, key) = (spare.0.join("new"), folder.0.join("house.key"));
    let into: Vec<&str> = other.map_or(Vec::new(), |other| vec!["--db", &other.url]);
    let words = [&["restore", path(&backup), "--data", path(&new), "--key", path(&key)], &into[..]].concat();
    let said = run(&words, 0);
    assert!(said.contains("verified") && said.contains("sign in again"), "{said}");
    assert!(run(&words, 2).contains("nothing is overwritten"), "not twice");
    let audit = [&["audit", "verify", "--data", path(&new)], &into[..]].concat();
    assert!(run(&audit, 0).contains("everything holds"));
    let server = Server::start(&new, &into).unwrap();
    let (status, _) = guest.get(server.address, "/api/me").unwrap();
    assert_eq!(status, 401, "sessions do not come back");
    goes_on(server.address, 300);
    assert!(server.stop().success());
    assert!(run(&audit, 0).contains("everything holds"));
    let restored = match other {
        Some(other) => other.place(),
        None => Place::Sqlite(new.join("houseway.db")),
    };
    let (mut was, mut is) = (place.open().unwrap(), restored.open().unwrap());
    let mut copy = Sqlite::open_to_read(&backup.join("houseway.db")).unwrap();
    begins_alike(&mut *was, &mut *is, &mut copy);
    let significant = is.tail(floor::significant::STREAM, 0).unwrap();
    let codes = significant.iter().map(|record| serde_json::from_slice::<Value>(&record.body).unwrap());
    assert!(codes.into_iter().any(|event| event["code"] == "house.restored"), "it is on record");
    let shelf = rulebook::Shelf::embedded().unwrap();
    for table in ["pai-gow-1", "roulette-1"] {
        let fair = floor::recall::fairness(&mut *is, &shelf, &format!("table/{table}"), None).unwrap();
        assert!(fair.turns > 0 && fair.wrong.is_none(), "{table}: {fair:?}");
    }
}

#[test]
fn a_house_on_sqlite_goes_on_from_its_backup() {
    let folder = Folder::new("sqlite");
    let database = folder.database();
    backed_up_and_restored(&Place::Sqlite(database.clone()), &["--db", path(&database)], None);
}

#[test]
fn a_house_on_postgres_goes_on_from_its_backup() {
    let (first, second) = (Postgres::new("HOUSEWAY_POSTGRES"), Postgres::new("HOUSEWAY_POSTGRES"));
    backed_up_and_restored(&first.place(), &["--db", &first.url], Some(&second));
}

#[test]
fn a_backup_that_was_changed_is_not_restored() {
    let (folder, spare) = (Folder::new("changed"), Folder::new("spare"));
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let backup = spare.0.join("backup");
    run(&["backup", path(&backup), "--data", path(&folder.0)], 0);
    let new = spare.0.join("new");
    let key = folder.0.join("house.key");
    let words = ["restore", path(&backup), "--data", path(&new), "--key", path(&key)];
    // Another house's key is no key of this one.
    let other = spare.0.join("other.key");
    journal::Signer::at(&other).unwrap();
    let with_key = [&words[..4], &["--key", path(&other)]].concat();
    assert!(run(&with_key, 2).contains("the backup is of the house"));
    // What lies beside the file would be read with it: here the newest records of the house.
    let wal = backup.join("houseway.db-wal");
    std::fs::write(&wal, b"anything").unwrap();
    let said = run(&words, 1);
    assert!(said.contains("houseway.db-wal is in it, but is not part of a backup"), "{said}");
    std::fs::remove_file(&wal).unwrap();
    // A label that says something else is not the house's.
    let label = std::fs::read_to_string(backup.join("backup.json")).unwrap();
    let other = label.replace("\"at\": 1", "\"at\": 2");
    assert_ne!(label, other);
    std::fs::write(backup.join("backup.json"), other).unwrap();
    assert!(run(&words, 1).contains("its signature is invalid"));
    std::fs::write(backup.join("backup.json"), label).unwrap();
    let file = rusqlite::Connection::open(backup.join("houseway.db")).unwrap();
    file.execute_batch("DROP TRIGGER records_stay").unwrap();
    let change = "UPDATE records SET body = replace(body, 'star-2016', 'star-2017') WHERE position = 2";
    let changed: usize = (1..9).map(|_| file.execute(change, []).unwrap()).sum();
    let all = "UPDATE records SET at = at + 1 WHERE position = (SELECT max(position) FROM records)";
    assert!(changed > 0 && file.execute(all, []).unwrap() == 1);
    drop(file);
    let said = run(&words, 1);
    assert!(said.contains("WRONG") && said.contains("nothing was restored"), "{said}");
    assert!(!new.exists());
    // Without its label it is no backup at all.
    std::fs::remove_file(backup.join("backup.json")).unwrap();
    assert!(run(&words, 2).contains("is not a backup"));
    let mut whole = Sqlite::open_to_read(&folder.database()).unwrap();
    assert_eq!(verify(&mut whole, None, &mut |_| true).finding, None, "the house itself is as it was");
}

/// Folders that are there and empty are restored into, however they are named; what is not done leaves nothing that runs.
#[test]
fn a_house_is_restored_into_any_empty_folder() {
    let (folder, spare) = (Folder::new("folders"), Folder::new("spare"));
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let (backup, key) = (spare.0.join("backup"), folder.0.join("house.key"));
    run(&["backup", path(&backup), "--data", path(&folder.0)], 0);
    let restore = |data: &str, here: &Path, status: i32| {
        let words = ["restore", path(&backup), "--data", data, "--key", path(&key)];
        let output = houseway(&words).current_dir(here).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{data}: {}", text(&output));
        text(&output)
    };
    let made = |name: &str| {
        let made = spare.0.join(name);
        std::fs::create_dir(&made).unwrap();
        made
    };
    let (slash, here, linked) = (spare.0.join("slash"), made("here"), made("linked"));
    let link = spare.0.join("link");
    std::os::unix::fs::symlink(&linked, &link).unwrap();
    restore(&format!("{}/", slash.display()), &spare.0, 0);
    restore(".", &here, 0);
    restore(path(&link), &spare.0, 0);
    for data in [&slash, &here, &linked] {
        assert!(run(&["audit", "verify", "--data", path(data)], 0).contains("everything holds"));
        let mut inside: Vec<_> =
            std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        inside.sort();
        assert_eq!(inside, ["checkpoint-last", "house.key", "house.pub", "houseway.db"]);
    }
    assert!(Server::start(&slash, &[]).unwrap().stop().success());
    // One that did not come to its end says what to remove.
    let left = made("left");
    std::fs::create_dir(left.join(".restoring")).unwrap();
    let said = restore(path(&left), &spare.0, 2);
    assert!(said.contains(".restoring was left by a restore") && said.contains("remove it"), "{said}");
    // Nor does a new house begin there.
    let said = Server::start(&left, &[]).err().unwrap();
    assert!(said.contains(".restoring was left by a restore") && said.contains("houseway restore"), "{said}");
    let inside: Vec<_> = std::fs::read_dir(&left).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(inside, [".restoring"], "no key was made, and no database");
}

/// Whatever ends a restore: the copy is not gone on with before it is on record that the house was restored.
#[test]
fn a_copy_that_is_not_on_record_as_restored_is_not_gone_on_with() {
    let (folder, spare) = (Folder::new("ended"), Folder::new("spare"));
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let database = Postgres::new("HOUSEWAY_POSTGRES");
    let mut from = Sqlite::open(&folder.database()).unwrap();
    // As far as a restore has come when its copy is whole.
    journal::copy_aside(&mut from, &mut *database.place().open().unwrap()).unwrap();
    std::fs::copy(folder.0.join("house.key"), spare.0.join("house.key")).unwrap();
    let said = Server::start(&spare.0, &["--db", &database.url]).err().unwrap();
    assert!(said.contains("what an unfinished restore left: empty it"), "{said}");
    // Where a house was, nobody is told to empty it.
    let last = spare.0.join("checkpoint-last");
    std::fs::copy(folder.0.join("checkpoint-last"), &last).unwrap();
    let said = Server::start(&spare.0, &["--db", &database.url]).err().unwrap();
    assert!(said.contains("is not as the house left it") && !said.contains("empty it"), "{said}");
    std::fs::remove_file(last).unwrap();
    // Nor is it restored into; not even if nothing but its first word is there.
    let backup = spare.0.join("backup");
    run(&["backup", path(&backup), "--data", path(&folder.0)], 0);
    let (new, key) = (spare.0.join("new"), folder.0.join("house.key"));
    let words = ["restore", path(&backup), "--data", path(&new), "--key", path(&key), "--db", &database.url];
    let half = "has what an unfinished restore left, and no house";
    assert!(run(&words, 2).contains(half));
    let barely = Postgres::new("HOUSEWAY_POSTGRES");
    barely.place().open().unwrap();
    behind(&barely.place(), "INSERT INTO shelf VALUES ('imprint', 'restoring', 'begun')");
    let said = Server::start(&spare.0, &["--db", &barely.url]).err().unwrap();
    assert!(said.contains("empty it"), "{said}");
    // Emptied, it is.
    behind(&barely.place(), "DELETE FROM shelf");
    run(&[&words[..7], &[&barely.url]].concat(), 0);
    assert!(
        run(&["audit", "verify", "--data", path(&new), "--db", &barely.url], 0).contains("everything holds")
    );
}

/// The same words from `audit verify`, `backup` and `serve`: what one finds wrong, no other says is verified.
#[test]
fn what_audit_verify_finds_wrong_is_no_backup() {
    let (folder, spare) = (Folder::new("wrong"), Folder::new("spare"));
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let server = Server::start(&folder.0, &[]).unwrap();
    goes_on(server.address, 400);
    assert!(server.stop().success());
    let database = Postgres::new("HOUSEWAY_POSTGRES");
    journal::copy(
        &mut Sqlite::open_to_read(&folder.database()).unwrap(),
        &mut *database.place().open().unwrap(),
    )
    .unwrap();
    let changes = [
        (
            "UPDATE turn SET number = 9223372036854775807",
            "table turn says 9223372036854775807, expected",
            true,
        ),
        ("DELETE FROM turn", "table turn is empty, expected", true),
        ("DELETE FROM rounds; DELETE FROM round_players", "was played, but is not listed", true),
        ("DELETE FROM shelf WHERE shelf = 'seed'", "is lost, or was sealed with another key", false),
        (
            "INSERT INTO shelf VALUES ('session', 'x', 'made up')",
            "session/x is not sealed by the house's key",
            false,
        ),
        ("DELETE FROM shelf WHERE shelf = 'imprint'", "imprint of where its streams stand is missing", true),
    ];
    for (number, (sql, says, refused)) in changes.into_iter().enumerate() {
        let copy = spare.0.join(format!("house-{number}"));
        std::fs::create_dir(&copy).unwrap();
        for name in ["houseway.db", "house.key", "house.pub", "checkpoint-last"] {
            std::fs::copy(folder.0.join(name), copy.join(name)).unwrap();
        }
        behind(&Place::Sqlite(copy.join("houseway.db")), sql);
        let (backup, new) = (spare.0.join(format!("backup-{number}")), spare.0.join(format!("new-{number}")));
        let found = run(&["audit", "verify", "--data", path(&copy)], 1);
        assert!(found.contains("WRONG") && found.contains(says), "{sql}: {found}");
        let said = run(&["backup", path(&backup), "--data", path(&copy)], 1);
        assert!(said.contains(says) && said.contains("cannot be relied on as a backup"), "{sql}: {said}");
        assert!(!said.contains("verified and signed") && !backup.join("backup.json").exists(), "{sql}");
        let key = copy.join("house.key");
        run(&["restore", path(&backup), "--data", path(&new), "--key", path(&key)], 2);
        if refused {
            let said = Server::start(&copy, &[]).err().unwrap();
            assert!(said.contains(says) && said.contains("tells more"), "{sql}: {said}");
        }
    }
    // The same of a house on PostgreSQL, whose copy is made record by record.
    let own = ["--data", path(&folder.0), "--db", &database.url];
    for (number, (sql, says, _)) in changes.into_iter().enumerate().skip(2).take(2) {
        // There are no players of rounds apart.
        behind(&database.place(), sql.split(';').next().unwrap());
        let found = run(&[&["audit", "verify"], &own[..]].concat(), 1);
        assert!(found.contains(says), "{sql}: {found}");
        let backup = spare.0.join(format!("postgres-{number}"));
        let said = run(&[&["backup", path(&backup)], &own[..]].concat(), 1);
        assert!(said.contains(says) && said.contains("cannot be relied on as a backup"), "{sql}: {said}");
    }
}

/// A run that was killed or fenced is told of by the next one; one that ended in good order is not.
#[test]
fn a_run_that_did_not_end_in_good_order_is_on_record() {
    let database = Postgres::new("HOUSEWAY_POSTGRES");
    let sqlite = Folder::new("sqlite");
    let file = sqlite.database();
    for (place, db) in
        [(Place::Sqlite(file.clone()), path(&file).to_string()), (database.place(), database.url.clone())]
    {
        let folder = Folder::new("ended");
        let start = || Server::start(&folder.0, &["--db", &db]).unwrap();
        let told = || -> Vec<String> {
            let events = significant(&place).into_iter();
            events.filter(|(code, _)| code == "house.not-stopped").map(|(_, what)| what).collect()
        };
        assert!(start().stop().success());
        assert!(start().stop().success());
        assert_eq!(told(), Vec::<String>::new());
        start().kill();
        let server = start();
        assert_eq!(told().len(), 1);
        assert!(told()[0].contains("it was killed, its machine failed"), "{:?}", told());
        behind(&place, "UPDATE turn SET number = number + 1");
        let begun = Instant::now();
        while request(server.address, "GET", "/readyz", None, None).unwrap().1["reasons"][0]["code"]
            != "journal.fenced"
        {
            assert!(begun.elapsed() < PATIENCE, "it is fenced");
            std::thread::sleep(Duration::from_millis(50));
        }
        server.stop();
        assert!(start().stop().success());
        let told = told();
        assert!(told.len() == 2 && told[1].contains("somebody who signed nothing took its turn"), "{told:?}");
    }
}
