//! Somebody who has the database of a house, and not its key, while commands of the operator read or sign it: what they
//! put in is not signed, and is not believed by any of them.
#![allow(clippy::unwrap_used)]

mod support;

use journal::{Head, Place, Sqlite};
use serde_json::Value;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Server, behind, houseway, request};

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

/// A house on SQLite that plays until its tables have so many records more.
fn plays(folder: &Folder, records: u64) {
    let server = Server::start(&folder.0, &[]).unwrap();
    let versions = || -> u64 {
        let (_, list) = request(server.address, "GET", "/api/tables", None, None).unwrap();
        list.as_array().unwrap().iter().map(|table| table["version"].as_u64().unwrap()).sum()
    };
    let (begun, before) = (Instant::now(), versions());
    while versions() < before + records {
        assert!(begun.elapsed() < Duration::from_secs(240), "tables go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.stop().success());
}

fn house(name: &str) -> Folder {
    let folder = Folder::new(name);
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    plays(&folder, 400);
    folder
}

/// Puts a file in the place of a database.
fn put(file: &Path, database: &Path) {
    for beside in ["db-wal", "db-shm"] {
        let _ = std::fs::remove_file(database.with_extension(beside));
    }
    std::fs::copy(file, database).unwrap();
}

/// Makes a stream link again from a record on whose time was changed, hashes and all.
fn rechain(database: &Path, stream: &str, from: u64) {
    let place = Place::Sqlite(database.to_path_buf());
    let records = place.open().unwrap().tail(stream, 0).unwrap();
    let mut sql = String::new();
    let mut prior = Head::genesis(stream).hash;
    for mut record in records {
        if record.sequence >= from {
            record.at += 1;
            record.hash = record.link(&prior);
            sql += &format!(
                "UPDATE records SET at = at + 1, hash = x'{}' WHERE sequence = {} AND stream = \
                 (SELECT id FROM streams WHERE name = '{stream}');",
                record.hash, record.sequence
            );
        }
        prior = record.hash;
    }
    sql += &format!("UPDATE streams SET hash = x'{prior}' WHERE name = '{stream}';");
    let db = rusqlite::Connection::open(database).unwrap();
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
    db.execute_batch(&format!("BEGIN; {sql} COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")).unwrap();
}

/// No command says anything of a journal that `audit verify` would not believe: by the house's public key alone, and with
/// the key also of what came after the last checkpoint.
#[test]
fn no_audit_believes_what_somebody_wrote() {
    let (folder, spare) = (house("believed"), Folder::new("spare"));
    let commands: [&[&str]; 6] = [
        &["fairness", "pai-gow-1"],
        &["replay", "pai-gow-1"],
        &["round", "pai-gow-1/1"],
        &["ledger"],
        &["export"],
        &["identity"],
    ];
    let asks = |data: &Path, status: i32, which: &[&[&str]]| {
        for words in which {
            let said = run(&[&["audit"], *words, &["--data", path(data)]].concat(), status);
            assert_eq!(
                said.contains("WRONG") && said.contains("audit verify"),
                status == 1,
                "{words:?}: {said}"
            );
        }
    };
    asks(&folder.0, 0, &commands);
    let copied = |name: &str, files: &[&str]| {
        let to = spare.0.join(name);
        std::fs::create_dir(&to).unwrap();
        Sqlite::open_to_read(&folder.database()).unwrap().copy_to(&to.join("houseway.db")).unwrap();
        for file in files {
            std::fs::copy(folder.0.join(file), to.join(file)).unwrap();
        }
        to
    };
    let audited = copied("audited", &["house.pub"]);
    asks(&audited, 0, &commands);
    rechain(&audited.join("houseway.db"), "table/pai-gow-1", 3);
    asks(&audited, 1, &commands[..5]);
    let audited = copied("identity", &["house.pub"]);
    rechain(&audited.join("houseway.db"), floor::significant::STREAM, 1);
    asks(&audited, 1, &commands[3..]);
    // With the key, the very last record too; and an older copy, that holds by itself.
    let whole = copied("whole", &["house.pub", "house.key", "checkpoint-last"]);
    asks(&whole, 0, &commands);
    let older = spare.0.join("older.db");
    std::fs::copy(whole.join("houseway.db"), &older).unwrap();
    let last =
        Place::Sqlite(older.clone()).open().unwrap().head("table/pai-gow-1").unwrap().unwrap().sequence;
    rechain(&whole.join("houseway.db"), "table/pai-gow-1", last);
    asks(&whole, 1, &commands);
    plays(&folder, 50);
    put(&older, &folder.database());
    asks(&folder.0, 1, &commands);
}

/// An older copy that lies there while a backup is made is not signed; a label says how far the house had come.
#[test]
fn an_older_copy_is_no_backup() {
    let (folder, spare) = (house("older"), Folder::new("spare"));
    let (older, newer) = (spare.0.join("older.db"), spare.0.join("newer.db"));
    let copy = |to: &Path| Sqlite::open_to_read(&folder.database()).unwrap().copy_to(to).unwrap();
    copy(&older);
    plays(&folder, 50);
    copy(&newer);
    put(&older, &folder.database());
    let backup = spare.0.join("backup");
    let said = run(&["backup", path(&backup), "--data", path(&folder.0)], 1);
    assert!(said.contains("is an older copy") && said.contains("is not signed"), "{said}");
    assert!(!backup.join("backup.json").exists());
    put(&newer, &folder.database());
    let backup = spare.0.join("again");
    let said = run(&["backup", path(&backup), "--data", path(&folder.0)], 0);
    let label: Value = serde_json::from_slice(&std::fs::read(backup.join("backup.json")).unwrap()).unwrap();
    let mut store = Place::Sqlite(newer).open().unwrap();
    let count: u64 = store.heads().unwrap().iter().map(|(_, head)| head.sequence).sum();
    let signed = store.head(journal::Checkpoint::STREAM).unwrap().unwrap();
    assert_eq!(label["count"], count);
    assert_eq!(label["checkpoint"], serde_json::json!([signed.sequence, signed.hash.to_string()]));
    assert!(said.contains(&format!("checkpoint {}", signed.sequence)), "{said}");
}

/// One row has nobody empty a house.
#[test]
fn the_mark_of_a_restore_has_nobody_empty_a_house() {
    let folder = house("marked");
    let place = Place::Sqlite(folder.database());
    for sql in ["", "DELETE FROM shelf WHERE shelf = 'imprint' AND name = 'heads';"] {
        behind(&place, &format!("{sql} INSERT OR REPLACE INTO shelf VALUES ('imprint', 'restoring', x'00')"));
        let said = Server::start(&folder.0, &[]).err().unwrap();
        assert!(said.contains("is not as the house left it") && said.contains("audit verify"), "{said}");
        assert!(!said.contains("empty it"), "{said}");
    }
}

/// The tables of a house on PostgreSQL, in an order in which they can be filled.
const TABLES: [&str; 10] =
    ["streams", "records", "balances", "keys", "shelf", "turn", "rounds", "states", "snapshots", "bases"];

/// Puts all rows of one database in the place of another's, as soon as a restore has signed what it made there; whether
/// there was such a moment.
fn put_in_meanwhile(past: &Postgres, into: &Postgres, child: &mut std::process::Child) -> bool {
    let connect = |of: &Postgres| ::postgres::Client::connect(&of.url, ::postgres::NoTls).unwrap();
    let mut from = connect(past);
    let rows = TABLES.map(|table| {
        let mut text = Vec::new();
        from.copy_out(&format!("COPY {table} TO STDOUT")).unwrap().read_to_end(&mut text).unwrap();
        text
    });
    let mut to = connect(into);
    to.batch_execute("SET session_replication_role = replica").unwrap();
    let signed = "SELECT count(*) FROM records r JOIN streams s ON s.id = r.stream_id \
                  WHERE s.name = 'house/checkpoints' AND EXISTS (SELECT FROM shelf WHERE shelf = 'imprint' AND \
                  name = 'heads') AND r.position > (SELECT max(position) FROM records WHERE body LIKE '%house.restored%')";
    while child.try_wait().unwrap().is_none() {
        // What a migration has not made yet is not there.
        let ready = to.query_one(signed, &[]).is_ok_and(|row| row.get::<_, i64>(0) > 0);
        if ready {
            let mut all = to.transaction().unwrap();
            all.batch_execute("LOCK TABLE streams IN ACCESS EXCLUSIVE MODE").unwrap();
            for table in TABLES {
                all.batch_execute(&format!("DELETE FROM {table}")).unwrap();
            }
            for (table, rows) in TABLES.iter().zip(&rows) {
                let mut fill = all.copy_in(&format!("COPY {table} FROM STDIN")).unwrap();
                fill.write_all(rows).unwrap();
                fill.finish().unwrap();
            }
            all.commit().unwrap();
            return true;
        }
    }
    false
}

/// What a restore says of how far it came is what it wrote: somebody who puts another past of the house into the database
/// meanwhile, as soon as it is signed, is found out.
#[test]
fn what_a_restore_says_is_what_it_wrote() {
    let (folder, spare) = (house("restored"), Folder::new("spare"));
    let (backup, key) = (spare.0.join("backup"), folder.0.join("house.key"));
    run(&["backup", path(&backup), "--data", path(&folder.0)], 0);
    plays(&folder, 50);
    let (into, past) = (Postgres::new("HOUSEWAY_POSTGRES"), Postgres::new("HOUSEWAY_POSTGRES"));
    let mut from = Sqlite::open_to_read(&folder.database()).unwrap();
    journal::copy(&mut from, &mut *past.place().open().unwrap()).unwrap();
    behind(&past.place(), "UPDATE turn SET number = 1000");
    let new = spare.0.join("new");
    let words = ["restore", path(&backup), "--data", path(&new), "--key", path(&key), "--db", &into.url];
    let mut child = houseway(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The house's own past, that went further than the backup and holds by itself.
    assert!(put_in_meanwhile(&past, &into, &mut child), "it was too late");
    let output = child.wait_with_output().unwrap();
    let said = text(&output);
    // Whoever is quick is found within the restore's own commits, and nothing is restored.
    let at_once = output.status.code() == Some(2) && said.contains("is not as the house left it");
    let after = said.contains("the journal was written anew") && said.contains("is not to be used");
    assert!(at_once || (output.status.code() == Some(1) && after), "{:?}: {said}", output.status);
    // Nor is it what was restored, once it has been.
    let (new, into) = (spare.0.join("again"), Postgres::new("HOUSEWAY_POSTGRES"));
    run(&["restore", path(&backup), "--data", path(&new), "--key", path(&key), "--db", &into.url], 0);
    run(&["audit", "verify", "--data", path(&new), "--db", &into.url], 0);
    let said = run(&["audit", "verify", "--data", path(&new), "--db", &past.url], 1);
    assert!(said.contains("the journal was written anew"), "{said}");
    let refused = Server::start(&new, &["--db", &past.url]).err().unwrap();
    assert!(refused.contains("is not as the house left it"), "{refused}");
    let server = Server::start(&new, &["--db", &into.url]).unwrap();
    assert!(server.stop().success());
}
