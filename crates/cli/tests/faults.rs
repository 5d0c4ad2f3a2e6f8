//! What happens to the real server when the ground gives way: two servers on one database, a full disk, a
//! locked file, PostgreSQL restarted under load, a clock that was set back, a table that halted. Nothing
//! acknowledged is lost, it says clearly what is wrong, and it goes on afterwards.
#![allow(clippy::unwrap_used)]

mod guest;
mod support;

use guest::{Guest, Heard, PATIENCE};
use journal::{Draft, Journal, Place, Store, Unit, verify};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Live, Server, Session, request, session};

const TABLES: [&str; 4] = ["pai-gow-1", "pai-gow-2", "pai-gow-3", "roulette-1"];

fn tables(address: SocketAddr) -> Vec<Value> {
    request(address, "GET", "/api/tables", None, None).unwrap().1.as_array().unwrap().clone()
}

/// Waits until something is true of the list of tables.
fn until(address: SocketAddr, what: &str, is: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let begun = Instant::now();
    loop {
        let list = tables(address);
        if is(&list) {
            return list;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: {list:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What an operator hears while nothing can be kept; players hear no word of the database's.
fn not_ready(address: SocketAddr, because: &str) -> String {
    let begun = Instant::now();
    loop {
        let (status, said) = request(address, "GET", "/readyz", None, None).unwrap();
        if status == 503 && said["reasons"].to_string().contains(because) {
            return said["warnings"].to_string();
        }
        assert!(begun.elapsed() < PATIENCE, "nobody says {because:?}: {said}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn in_trouble(list: &[Value]) -> bool {
    list.iter().any(|table| !table["trouble"].is_null())
}

fn versions(list: &[Value]) -> u64 {
    list.iter().map(|table| table["version"].as_u64().unwrap()).sum()
}

/// Everybody goes on: every table, for a while.
fn goes_on(address: SocketAddr) {
    until(address, "trouble passes", |list| !in_trouble(list));
    let before = versions(&tables(address));
    until(address, "tables go on", |list| versions(list) > before + 50 && !in_trouble(list));
}

/// A guest at each table.
fn guests(address: SocketAddr) -> Vec<Guest> {
    let guest =
        |(number, table)| Guest::new(Session::guest(address).unwrap(), table, false, number as u64 + 7);
    TABLES.into_iter().enumerate().map(guest).collect()
}

/// What the journal has is what was acknowledged, each once; it verifies, and sums to nothing.
fn check(store: &mut dyn Store, guests: &[Guest]) -> u64 {
    let verdict = verify(store, None, &mut |_| true);
    assert_eq!(verdict.finding, None);
    let sum: i64 = store.balances().unwrap().iter().map(|balance| balance.units).sum();
    assert_eq!(sum, 0);
    let shelf = rulebook::Shelf::embedded().unwrap();
    for table in TABLES {
        let stream = format!("table/{table}");
        let mut keys = HashMap::new();
        for record in store.tail(&stream, 0).unwrap() {
            if let Some((key, _)) = record.key {
                assert_eq!(keys.insert(key, record.sequence), None, "{stream}: a key is there twice");
            }
        }
        let head = store.head(&stream).unwrap().unwrap().sequence;
        guests.iter().filter(|guest| guest.table == table).for_each(|guest| guest.is_kept(head, &keys));
        let fair = floor::recall::fairness(store, &shelf, &stream, None).unwrap();
        assert_eq!(fair.wrong, None, "{stream}");
    }
    verdict.records
}

fn acknowledged(guests: &[Guest]) -> usize {
    guests.iter().map(Guest::acknowledged).sum()
}

/// Everybody goes on, and the guests with them: some more of what they do is acknowledged.
fn guests_go_on(address: SocketAddr, heard: &Heard) {
    let before = heard.count();
    goes_on(address);
    heard.wait(before + TABLES.len());
}

/// Guests play while something is done to the house; they come back whenever they are cut off.
fn under_load(server: Server, guests: &mut [Guest], done: impl FnOnce(SocketAddr, &Heard)) {
    let address = server.address;
    let heard = Heard::of(guests);
    let over = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        // However this ends: or the guests would come back for ever.
        let ends = Over(over);
        for guest in guests.iter_mut() {
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    guest.play(address);
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
        }
        done(address, &heard);
        drop(ends);
        assert!(server.stop().success());
    });
}

/// Says that it is over, when it goes.
struct Over<'o>(&'o AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Gives a second server of the same house the house's key, and how far its journal went.
fn same_key(folder: &Folder, other: &Folder) {
    if folder.0 != other.0 {
        for name in ["house.key", "checkpoint-last"] {
            std::fs::copy(folder.0.join(name), other.0.join(name)).unwrap();
        }
    }
}

/// The second server on one database refuses, and the first does not notice.
fn the_second_refuses(folder: &Folder, other: &Folder, more: &[&str]) {
    let first = Server::start(&folder.0, more).unwrap();
    same_key(folder, other);
    let said = Server::start(&other.0, more).err().expect("the second does not start");
    assert!(said.contains("the database is in use"), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "one line: {said}");
    let guest = Session::guest(first.address).unwrap();
    let (status, answer) =
        guest.post(first.address, "/api/tables/pai-gow-1/join", &json!({"place": 2})).unwrap();
    assert_eq!(status, 200, "{answer}");
    // Killed, it leaves the database to the next.
    first.kill();
    let next = Server::start(&other.0, more).unwrap();
    assert!(versions(&tables(next.address)) > 0);
    assert!(next.stop().success());
}

#[test]
fn a_second_server_on_one_file_refuses() {
    let folder = Folder::new("second");
    the_second_refuses(&folder, &folder, &[]);
}

#[test]
fn a_second_server_on_one_postgres_refuses() {
    let database = Postgres::new("HOUSEWAY_POSTGRES");
    let (folder, other) = (Folder::new("second_pg"), Folder::new("second_pg"));
    the_second_refuses(&folder, &other, &["--db", &database.url]);
}

/// A small disk, gone with it.
struct Disk<'f>(&'f Path);

impl<'f> Disk<'f> {
    fn mount(folder: &'f Folder) -> Option<Self> {
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=24m", "tmpfs"]).arg(&folder.0).output();
        mounted.is_ok_and(|done| done.status.success()).then_some(Self(&folder.0))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).output();
    }
}

#[test]
fn a_full_disk_stops_nobody_for_good() {
    let folder = Folder::new("full");
    let Some(disk) = Disk::mount(&folder) else {
        println!("no disk of its own may be mounted here: crates/journal/tests/faults.rs has to do");
        return;
    };
    let place = Place::Sqlite(folder.database());
    support::set_up(&folder, &place, None);
    let ballast = folder.0.join("ballast");
    let server = Server::start(&folder.0, &[]).unwrap();
    let mut guests = guests(server.address);
    let mut full = 0;
    under_load(server, &mut guests, |address, heard| {
        guests_go_on(address, heard);
        // What is left of the disk, but for a few pages.
        let mut size = 24 << 20;
        while std::fs::write(&ballast, vec![0; size]).is_err() {
            size -= 256 << 10;
        }
        until(address, "the disk is full", in_trouble);
        let said = not_ready(address, "full");
        assert!(said.contains("table.trouble"), "{said}");
        request(address, "POST", "/api/guest", None, None).unwrap();
        assert_eq!(tables(address).len(), 4, "it still answers");
        std::thread::sleep(Duration::from_millis(1500));
        full = versions(&tables(address));
        std::fs::remove_file(&ballast).unwrap();
        guests_go_on(address, heard);
    });
    let records = check(&mut *place.open().unwrap(), &guests);
    println!("{records} records, {} commands acknowledged, full at version {full}", acknowledged(&guests));
    drop(disk);
}

#[test]
fn a_start_on_a_full_disk_says_so() {
    let folder = Folder::new("full-start");
    let Some(disk) = Disk::mount(&folder) else {
        println!("no disk of its own may be mounted here: crates/journal/tests/faults.rs has to do");
        return;
    };
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let ballast = folder.0.join("ballast");
    let mut size = 24 << 20;
    while std::fs::write(&ballast, vec![0; size]).is_err() {
        size -= 4 << 10;
    }
    let said = Server::start(&folder.0, &[]).err().unwrap();
    assert!(said.contains("is full: make room"), "{said}");
    assert!(!said.contains("took over"), "{said}");
    std::fs::remove_file(&ballast).unwrap();
    assert!(Server::start(&folder.0, &[]).unwrap().stop().success());
    drop(disk);
}

/// What `houseway` says to some words, and whether it is content.
fn said(words: &[&str]) -> (bool, String) {
    let done = support::houseway(words).output().unwrap();
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn a_journal_that_was_cut_off_is_found_by_what_was_kept_elsewhere() {
    let folder = Folder::new("cut-off");
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let data = folder.0.display().to_string();
    let kept = folder.0.join("kept.jsonl").display().to_string();
    let before = folder.0.join("before.db");
    std::fs::copy(folder.database(), &before).unwrap();
    let server = Server::start(&folder.0, &["--checkpoints-to", &kept]).unwrap();
    let begun = Instant::now();
    while std::fs::read_to_string(&kept).unwrap_or_default().lines().count() == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no checkpoint came");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.stop().success());
    let against = ["audit", "verify", "--data", &data, "--against", &kept];
    let (holds, text) = said(&against);
    assert!(holds && text.contains("kept outside the database"), "{text}");
    // The database of an hour ago holds by itself; what lies beside the key says that it is not all.
    std::fs::rename(&before, folder.database()).unwrap();
    for more in ["houseway.db-wal", "houseway.db-shm"] {
        let _ = std::fs::remove_file(folder.0.join(more));
    }
    let (holds, text) = said(&against[..4]);
    assert!(!holds && text.contains("cut off"), "{text}");
    std::fs::remove_file(folder.0.join("checkpoint-last")).unwrap();
    let (holds, text) = said(&against[..4]);
    assert!(holds, "{text}");
    let (holds, text) = said(&against);
    assert!(!holds && text.contains("cut off"), "{text}");
    // A digest that the house did not write.
    let store = rusqlite::Connection::open(folder.database()).unwrap();
    store.execute_batch("UPDATE shelf SET value = value || x'00'").unwrap();
    drop(store);
    let (holds, text) = said(&against[..4]);
    assert!(!holds && text.contains("is not sealed by the house's key"), "{text}");
}

/// A house on a disk that cannot be written is audited all the same.
#[test]
fn a_house_on_a_read_only_disk_is_audited() {
    let folder = Folder::new("read-only");
    let Some(disk) = Disk::mount(&folder) else {
        return println!("no disk can be mounted here");
    };
    support::set_up(&folder, &Place::Sqlite(folder.database()), None);
    let again = Command::new("mount").args(["-o", "remount,ro"]).arg(&folder.0).status().unwrap();
    assert!(again.success());
    let data = folder.0.display().to_string();
    let (holds, text) = said(&["audit", "verify", "--data", &data]);
    assert!(holds && text.contains("everything holds"), "{text}");
    let (holds, text) = said(&["audit", "ledger", "--data", &data]);
    assert!(holds, "{text}");
    drop(disk);
}

#[test]
fn a_locked_database_stops_nobody_for_good() {
    let folder = Folder::new("locked");
    let place = Place::Sqlite(folder.database());
    support::set_up(&folder, &place, None);
    let server = Server::start(&folder.0, &[]).unwrap();
    let mut guests = guests(server.address);
    under_load(server, &mut guests, |address, heard| {
        guests_go_on(address, heard);
        let other = rusqlite::Connection::open(folder.database()).unwrap();
        other.busy_timeout(Duration::from_secs(10)).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        // Longer than the server waits.
        until(address, "the database is locked", in_trouble);
        let said = not_ready(address, "journal.away");
        assert!(said.contains("table.trouble"), "{said}");
        other.execute_batch("ROLLBACK").unwrap();
        guests_go_on(address, heard);
    });
    let records = check(&mut *place.open().unwrap(), &guests);
    println!("{records} records, {} commands acknowledged", acknowledged(&guests));
}

#[test]
fn postgres_restarted_under_load_loses_nothing() {
    let database = Postgres::new("HOUSEWAY_POSTGRES_RESTART");
    let control = std::env::var("HOUSEWAY_POSTGRES_CTL").unwrap();
    let folder = Folder::new("restart");
    support::set_up(&folder, &database.place(), None);
    let server = Server::start(&folder.0, &["--db", &database.url]).unwrap();
    let mut guests = guests(server.address);
    under_load(server, &mut guests, |address, heard| {
        for _ in 0..2 {
            guests_go_on(address, heard);
            let restart = format!("{control} restart -m immediate");
            // No pipes: the server would keep them open.
            let status = Command::new("sh")
                .args(["-c", &restart])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            assert!(status.is_ok_and(|status| status.success()), "{restart}");
        }
        guests_go_on(address, heard);
    });
    let records = check(&mut *database.place().open().unwrap(), &guests);
    println!("{records} records, {} commands acknowledged, two restarts", acknowledged(&guests));
}

/// Takes the turn from a server that writes, as a second server would that thinks it gone.
fn take_turn(database: &Postgres) {
    let mut admin = postgres::Client::connect(&database.admin, postgres::NoTls).unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    for _ in 0..2000 {
        admin.query(cut, &[&database.name]).unwrap();
        if let Ok((journal, writer)) = Journal::open(&database.place()) {
            drop(journal);
            return writer.join().unwrap();
        }
    }
    panic!("the first server cannot be cut off");
}

#[test]
fn a_server_that_lost_its_database_acknowledges_nothing() {
    let database = Postgres::new("HOUSEWAY_POSTGRES");
    let (folder, other) = (Folder::new("lost"), Folder::new("lost"));
    support::set_up(&folder, &database.place(), None);
    let first = Server::start(&folder.0, &["--db", &database.url]).unwrap();
    let address = first.address;
    let mut guests = guests(address);
    let heard = Heard::of(&guests);
    std::thread::scope(|scope| {
        for guest in &mut guests {
            scope.spawn(move || guest.play(address));
        }
        guests_go_on(address, &heard);
        take_turn(&database);
        same_key(&folder, &other);
        let second = Server::start(&other.0, &["--db", &database.url]).unwrap();
        goes_on(second.address);
        let all = |list: &[Value]| list.iter().all(|table| !table["trouble"].is_null());
        until(address, "every table says that its database is gone", all);
        first.kill();
        assert!(second.stop().success());
    });
    let records = check(&mut *database.place().open().unwrap(), &guests);
    println!("{records} records, {} commands acknowledged before", acknowledged(&guests));
}

#[test]
fn a_stamp_from_the_future_does_not_move_the_clock() {
    let folder = Folder::new("clock");
    let place = Place::Sqlite(folder.database());
    support::set_up(&folder, &place, None);
    let signer = journal::Signer::at(&folder.0.join("house.key")).unwrap();
    let last = Some(journal::Last::at(folder.0.join(server::LAST)));
    let terms = journal::Terms { signer: Some(signer.into()), last, ..journal::Terms::default() };
    let (journal, writer) = Journal::with(place.open().unwrap(), &place, terms).unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let future = now + 7_200_000;
    let draft = Draft { at: future, body: b"{}".to_vec(), ..Draft::default() };
    journal.keep_blocking(Unit::draft("house/note", draft)).unwrap();
    drop(journal);
    writer.join().unwrap();
    let heads = |store: &mut dyn Store| -> HashMap<String, u64> {
        store.heads().unwrap().into_iter().map(|(name, head)| (name, head.sequence)).collect()
    };
    let before = heads(&mut *place.open().unwrap());
    let server = Server::start(&folder.0, &[]).unwrap();
    goes_on(server.address);
    assert!(server.stop().success());
    let mut store = place.open().unwrap();
    for (stream, head) in heads(&mut *store) {
        for record in store.tail(&stream, before.get(&stream).copied().unwrap_or(0)).unwrap() {
            assert!(record.at < future, "{stream}, record {} of {head}: stamped ahead", record.sequence);
        }
    }
    check(&mut *store, &[]);
}

#[test]
fn two_supervisors_let_a_halted_table_go_on() {
    let folder = Folder::new("halted");
    let place = Place::Sqlite(folder.database());
    support::set_up(&folder, &place, Some(("pai-gow-2", "tiles 33 in the set")));
    let server = Server::start(&folder.0, &[]).unwrap();
    let address = server.address;
    let code = server.code.clone().unwrap();
    until(address, "every table is open", |list| list.len() == TABLES.len());
    // Every screen says so, and the others go on.
    let guest = Session::guest(address).unwrap();
    for who in [None, Some(&guest)] {
        let mut live = Live::open(address, "pai-gow-2", who, None).unwrap();
        let said = live.hear(Duration::from_secs(5)).unwrap().unwrap();
        assert_eq!(said["house"]["halted"], "tiles 33 in the set", "{said}");
    }
    let before = tables(address);
    until(address, "the others go on", |list| {
        list.iter().zip(&before).all(|(now, then)| match now["id"] == "pai-gow-2" {
            true => now["version"] == then["version"] && now["halted"] == "tiles 33 in the set",
            false => now["version"].as_u64() > then["version"].as_u64().map(|then| then + 10),
        })
    });
    let password = "correct horse battery staple";
    let made = json!({"code": code, "name": "root", "password": password});
    let administrator = session(&request(address, "POST", "/api/set-up", None, Some(&made)).unwrap().1);
    let mut supervisors = Vec::new();
    assert_eq!(server.founding.len(), 2);
    for (name, code) in ["anna", "bert"].into_iter().zip(&server.founding) {
        let role = json!({"supervisor": 3});
        let person = json!({"name": name, "password": "given by the root", "role": role});
        let (status, answer) = administrator.post(address, "/api/people", &person).unwrap();
        assert_eq!(status, 200, "{answer}");
        // Once a second is as often as one may try from an address.
        let sign_in = |password: &str| {
            std::thread::sleep(Duration::from_millis(1100));
            let signing = json!({"name": name, "password": password});
            let (status, answer) = request(address, "POST", "/api/sign-in", None, Some(&signing)).unwrap();
            assert_eq!(status, 200, "{answer}");
            session(&answer)
        };
        let own = json!({"old": "given by the root", "new": password});
        let given = sign_in("given by the root");
        std::thread::sleep(Duration::from_millis(1100));
        let (status, answer) = given.post(address, "/api/me/password", &own).unwrap();
        assert_eq!(status, 204, "{answer}");
        let supervisor = sign_in(password);
        let founding = json!({"code": code});
        let (status, answer) = supervisor.post(address, "/api/me/founding-code", &founding).unwrap();
        assert_eq!(status, 204, "{answer}");
        supervisors.push(supervisor);
    }
    let resume = "/api/tables/pai-gow-2/resume";
    assert_eq!(guest.post(address, resume, &json!({})).unwrap().0, 403);
    let (status, answer) = supervisors[0].post(address, resume, &json!({})).unwrap();
    assert_eq!((status, answer["code"].as_str()), (202, Some("approval.waits")), "{answer}");
    let (_, waiting) = supervisors[1].get(address, "/api/approvals").unwrap();
    let number = waiting[0]["number"].as_u64().unwrap();
    let approval = format!("/api/approvals/{number}");
    let yes = json!({"approve": true, "effect": waiting[0]["effect"]["hash"]});
    let (status, answer) = supervisors[0].post(address, &approval, &yes).unwrap();
    assert_eq!((status, answer["code"].as_str()), (422, Some("second.same")), "{answer}");
    let (status, answer) = supervisors[1].post(address, &approval, &yes).unwrap();
    assert_eq!(status, 200, "{answer}");
    goes_on(address);
    until(address, "it goes on", |list| list.iter().all(|table| table["halted"].is_null()));
    assert!(server.stop().success());
    check(&mut *place.open().unwrap(), &[]);
}
