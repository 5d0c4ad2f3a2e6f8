//! The whole database as it stood a moment ago, put back by somebody who has it and not the folder of the house: what
//! was shown since would be played again, so the house does not go on with it unless somebody says so.
#![allow(clippy::unwrap_used)]

mod support;

use journal::{Place, Sqlite, Store};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Server, Session, houseway, request, significant};

/// How long a slow machine may take.
const PATIENCE: Duration = Duration::from_secs(120);

fn versions(address: SocketAddr) -> u64 {
    let (_, list) = request(address, "GET", "/api/tables", None, None).unwrap();
    list.as_array().unwrap().iter().map(|table| table["version"].as_u64().unwrap()).sum()
}

/// Waits until the tables have come so much further.
fn goes_on(address: SocketAddr, by: u64) {
    let (begun, before) = (Instant::now(), versions(address));
    while versions(address) < before + by {
        assert!(begun.elapsed() < PATIENCE, "tables go on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What `houseway` says to some words, and whether it is content.
fn said(words: &[&str]) -> (bool, String) {
    let done = houseway(words).output().unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn checkpoints(store: &mut dyn Store) -> u64 {
    store.head(journal::Checkpoint::STREAM).unwrap().unwrap().sequence
}

/// Tables at which another seed was promised in the moment in which the house said that it goes on unsure.
fn anew(place: &Place) -> usize {
    let mut store = place.open().unwrap();
    let said = store.tail("house/significant", 0).unwrap().into_iter();
    let at = said.filter(|record| String::from_utf8_lossy(&record.body).contains("checkpoint.missing"));
    let at: Vec<i64> = at.map(|record| record.at).collect();
    let tables = store.heads().unwrap().into_iter().filter(|(name, _)| name.starts_with("table/"));
    let shown = |record: &journal::Record| String::from_utf8_lossy(&record.body).contains("\"revealed\":{");
    tables
        .filter(|(name, _)| {
            let records = store.tail(name, 0).unwrap();
            records.iter().any(|record| at.contains(&record.at) && shown(record))
        })
        .count()
}

/// A house that plays on after its database was copied, is killed before it signs anything more, and finds the copy in
/// the place of its database.
fn put_back(folder: &Folder, place: &Place, more: &[&str], copy: impl Fn(), back: impl Fn() -> Place) {
    support::set_up(folder, place, None);
    let more = |place: &Place| -> Vec<String> {
        match place {
            Place::Postgres(url) => vec!["--db".into(), url.clone()],
            _ => more.iter().map(ToString::to_string).collect(),
        }
    };
    let start = |place: &Place, further: &[&str]| {
        let more = more(place);
        let words: Vec<&str> = more.iter().map(String::as_str).chain(further.iter().copied()).collect();
        Server::start(&folder.0, &words)
    };
    let server = start(place, &[]).unwrap();
    let guest = Session::guest(server.address).unwrap();
    goes_on(server.address, 200);
    copy();
    goes_on(server.address, 200);
    server.kill();
    let signed = checkpoints(&mut *place.open().unwrap());
    let place = back();
    assert_eq!(checkpoints(&mut *place.open().unwrap()), signed, "nothing was signed after the copy");
    // It holds by itself: what lies beside the key says that it is not all.
    let refused = start(&place, &[]).err().expect("an older copy is not gone on with");
    assert!(
        refused.contains("is an older copy") && refused.contains("houseway audit verify --data"),
        "{refused}"
    );
    let more = more(&place);
    let mut audit = vec!["audit", "verify", "--data", text(&folder.0)];
    audit.extend(more.iter().map(String::as_str));
    let (holds, found) = said(&audit);
    assert!(!holds && found.contains("is an older copy"), "{found}");
    // Nor with what lies beside it gone, or with another's word for it.
    let last = folder.0.join("checkpoint-last");
    let was = std::fs::read_to_string(&last).unwrap();
    let mut less: Value = serde_json::from_str(&was).unwrap();
    less["records"] = 1.into();
    for (changed, says) in
        [(less.to_string(), "is not sealed by the house's key"), (String::new(), "is empty")]
    {
        std::fs::write(&last, changed).unwrap();
        let refused = start(&place, &[]).err().unwrap();
        assert!(refused.contains(says), "{says}: {refused}");
    }
    std::fs::remove_file(&last).unwrap();
    let refused = start(&place, &[]).err().unwrap();
    assert!(refused.contains("is missing") && refused.contains("--accept-missing-checkpoint"), "{refused}");
    // Whoever knows what they do says so: nobody plays what was seen.
    let server = start(&place, &["--accept-missing-checkpoint"]).unwrap();
    assert_eq!(guest.get(server.address, "/api/me").unwrap().0, 401, "sessions do not come back");
    goes_on(server.address, 200);
    assert!(server.stop().success());
    assert!(anew(&place) > 0, "another seed was promised where wagers were open");
    assert!(significant(&place).iter().any(|(code, _)| code == "checkpoint.missing"));
    let (holds, found) = said(&audit);
    assert!(holds && found.contains("it has come as far as"), "{found}");
    // Once is enough; and a house that is killed is not behind.
    let server = start(&place, &[]).unwrap();
    goes_on(server.address, 50);
    server.kill();
    let server = start(&place, &[]).unwrap();
    goes_on(server.address, 50);
    assert!(server.stop().success());
}

#[test]
fn sqlite_an_older_copy_from_within_the_last_minute_is_not_gone_on_with() {
    let folder = Folder::new("rollback");
    let (database, older) = (folder.database(), folder.0.join("older.db"));
    let copy = || Sqlite::open_to_read(&database).unwrap().copy_to(&older).unwrap();
    put_back(&folder, &Place::Sqlite(database.clone()), &[], copy, || {
        for beside in ["houseway.db-wal", "houseway.db-shm"] {
            let _ = std::fs::remove_file(folder.0.join(beside));
        }
        std::fs::rename(&older, &database).unwrap();
        Place::Sqlite(database.clone())
    });
}

#[test]
fn postgres_an_older_copy_from_within_the_last_minute_is_not_gone_on_with() {
    let (folder, first, older) =
        (Folder::new("rollback"), Postgres::new("HOUSEWAY_POSTGRES"), Postgres::new("HOUSEWAY_POSTGRES"));
    let copy = || {
        let (mut from, mut to) = (first.place().open().unwrap(), older.place().open().unwrap());
        journal::copy(&mut *from, &mut *to).unwrap();
    };
    put_back(&folder, &first.place(), &[], copy, || older.place());
}
