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
use support::{Folder, Server, Session, houseway, request};

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
    assert!(said.contains("houseway.db-wal is in it, and is no part of a backup"), "{said}");
    std::fs::remove_file(&wal).unwrap();
    // A label that says something else is not the house's.
    let label = std::fs::read_to_string(backup.join("backup.json")).unwrap();
    let other = label.replace("\"at\": 1", "\"at\": 2");
    assert_ne!(label, other);
    std::fs::write(backup.join("backup.json"), other).unwrap();
    assert!(run(&words, 1).contains("its signature does not hold"));
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
    assert!(run(&words, 2).contains("is no backup"));
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
    for name in ["house.key", "checkpoint-last"] {
        std::fs::copy(folder.0.join(name), spare.0.join(name)).unwrap();
    }
    let said = Server::start(&spare.0, &["--db", &database.url]).err().unwrap();
    assert!(said.contains("imprint of where its streams stand is missing"), "{said}");
}
