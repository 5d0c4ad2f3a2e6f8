//! What happens when the ground gives way: a full disk, a locked file, a server that restarts, a commit of
//! which nobody knows whether it was kept. Nothing acknowledged is lost, nothing is there twice, and it goes
//! on afterwards.
#![allow(clippy::unwrap_used)]

mod common;

use common::faulty::{Fault, Faulty};
use common::{Ground, block, bought, paid, player, step, word};
use journal::{Asked, Batch, Draft, Error, Journal, Known, Place, Postgres, Sqlite, Store, Stream, Unit};
use money::Account;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A disk of two megabytes, if this process may have one.
struct Disk(PathBuf);

impl Disk {
    fn small() -> Option<Self> {
        let folder = common::folder();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(&folder).output();
        match mounted {
            Ok(done) if done.status.success() => Some(Self(folder)),
            _ => {
                std::fs::remove_dir_all(folder).unwrap();
                None
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
        let _ = std::fs::remove_dir(&self.0);
    }
}

/// Keeps records until the store says no; how many were acknowledged, and what it said.
fn fill(journal: &Journal) -> (u64, Error) {
    let body = word(1, &"x".repeat(4000));
    let mut kept = 0;
    loop {
        match journal.keep_blocking(Unit::draft("a", Draft { at: kept as i64, ..body.clone() })) {
            Ok(stored) => {
                kept += 1;
                assert_eq!(stored.drafts, [kept]);
            }
            Err(error) => return (kept, error),
        }
        assert!(kept < 100_000, "the disk is never full");
    }
}

/// Fills a journal, makes room and goes on.
fn full_and_room_again(place: &Place, journal: &Journal, room: impl FnOnce()) {
    let (kept, error) = fill(journal);
    assert!(kept > 10, "{kept} kept before {error}");
    assert!(matches!(&error, Error::Store(what) if what.contains("full")), "{error:?}");
    for _ in 0..3 {
        assert!(matches!(fill(journal), (0, Error::Store(_))));
    }
    let mut store = place.open().unwrap();
    assert_eq!(store.head("a").unwrap().unwrap().sequence, kept);
    assert_eq!(store.tail("a", 0).unwrap().len() as u64, kept);
    assert_eq!(journal::verify(&mut *store, None, &mut |_| true).finding, None);
    room();
    let stored = journal.keep_blocking(Unit::draft("a", word(2, "again"))).unwrap();
    assert_eq!(stored.drafts, [kept + 1]);
    let stored = journal.keep_blocking(Unit::draft("b", bought(1, 5))).unwrap();
    assert_eq!(stored.drafts, [1]);
    let verdict = journal::verify(&mut *store, None, &mut |_| true);
    assert_eq!((verdict.finding, verdict.records), (None, kept + 2));
}

#[test]
fn a_full_disk_loses_nothing() {
    let Some(disk) = Disk::small() else {
        println!("no disk of its own may be mounted here: the next case has to do");
        return;
    };
    let ballast = disk.0.join("ballast");
    std::fs::write(&ballast, vec![0; 1 << 20]).unwrap();
    let place = Place::Sqlite(disk.0.join("journal.db"));
    let (journal, writer) = Journal::open(&place).unwrap();
    full_and_room_again(&place, &journal, || std::fs::remove_file(ballast).unwrap());
    block(journal.stop());
    writer.join().unwrap();
}

#[test]
fn a_journal_on_a_full_disk_says_so_and_not_that_another_took_over() {
    let Some(disk) = Disk::small() else {
        println!("no disk of its own may be mounted here");
        return;
    };
    let place = Place::Sqlite(disk.0.join("journal.db"));
    let (journal, writer) = Journal::open(&place).unwrap();
    journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
    // The log stays where it is as long as somebody looks.
    let _reader = place.open().unwrap();
    block(journal.stop());
    writer.join().unwrap();
    let ballast = disk.0.join("ballast");
    let mut size = 2 << 20;
    while std::fs::write(&ballast, vec![0; size]).is_err() {
        size -= 1024;
    }
    let said = match Journal::open(&place) {
        Err(error) => error,
        // There was room for the turn: then it is the first record that does not fit.
        Ok((journal, _)) => fill(&journal).1,
    };
    assert!(matches!(&said, Error::Store(what) if what.contains("full")), "{said:?}");
    std::fs::remove_file(ballast).unwrap();
    let (journal, _) = Journal::open(&place).unwrap();
    journal.keep_blocking(Unit::draft("a", word(1, "two"))).unwrap();
    block(journal.stop());
}

#[test]
fn a_full_file_loses_nothing() {
    let ground = common::sqlite();
    let store = Sqlite::open(ground.path()).unwrap();
    let limit = |pages: i64| format!("PRAGMA max_page_count = {pages}");
    store.connection().query_row(&limit(200), [], |_| Ok(())).unwrap();
    let (journal, _) = Journal::over(Box::new(store), &ground.place).unwrap();
    let (kept, error) = fill(&journal);
    assert!(kept > 10 && matches!(&error, Error::Store(what) if what.contains("full")), "{kept} {error:?}");
    // The limit is of the connection: another server has room.
    let journal = ground.reopen(journal);
    let stored = journal.keep_blocking(Unit::draft("a", word(2, "again"))).unwrap();
    assert_eq!(stored.drafts, [kept + 1]);
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, kept + 1));
}

#[test]
fn a_locked_file_loses_nothing() {
    let ground = common::sqlite();
    let store = Sqlite::open(ground.path()).unwrap();
    store.patience(Duration::from_millis(100)).unwrap();
    let (journal, _) = Journal::over(Box::new(store), &ground.place).unwrap();
    let mut owner = ground.stream("a");
    journal.keep_blocking(Unit::record(owner.seal(word(1, "one")))).unwrap();
    let other = rusqlite::Connection::open(ground.path()).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let head = owner.head();
    for _ in 0..2 {
        let refused = journal.keep_blocking(Unit::record(owner.seal(word(2, "two"))));
        assert!(matches!(&refused, Err(Error::Store(what)) if what.contains("locked")), "{refused:?}");
        owner.back(head);
    }
    other.execute_batch("ROLLBACK").unwrap();
    journal.keep_blocking(Unit::record(owner.seal(word(2, "two")))).unwrap();
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, 2));
}

fn after_a_failed_commit_the_writer_reads_again(ground: &Ground) {
    let fault = Arc::new(Mutex::new(Fault::None));
    let faulty = Faulty::new(ground.store(), fault.clone());
    let (journal, _) = Journal::over(Box::new(faulty), &ground.place).unwrap();
    let keep = |draft: Draft| journal.keep_blocking(Unit::draft("a", draft)).map(|stored| stored.drafts[0]);
    let set = |what| *fault.lock().unwrap() = what;
    let balance = || block(journal.balance("a", player(1)));
    assert_eq!((keep(bought(1, 10)), balance()), (Ok(1), Ok(10)));
    set(Fault::Before);
    assert!(matches!(keep(bought(1, 100)), Err(Error::Store(_))));
    assert_eq!(balance(), Ok(10));
    set(Fault::After);
    assert_eq!(keep(bought(1, 1000)), Ok(2), "it was kept, and that counts");
    assert_eq!(balance(), Ok(1010));
    set(Fault::Gone);
    assert!(matches!(keep(bought(1, 10_000)), Err(Error::Store(_))));
    assert!(matches!(balance(), Err(Error::Store(_))), "what is not known is not nothing");
    assert!(matches!(block(journal.ledger("a")), Err(Error::Store(_))));
    let folder = common::folder();
    let signer = Arc::new(common::signer(&folder, 7));
    std::fs::remove_dir_all(folder).unwrap();
    assert!(block(journal.checkpoint(1, signer.clone())).is_err());
    set(Fault::None);
    assert_eq!(balance(), Ok(1010));
    assert_eq!(keep(paid(&[step(player(1), Account::Float, 1010)])), Ok(3));
    assert!(matches!(keep(paid(&[step(player(1), Account::Float, 1)])), Err(Error::Overdrawn { .. })));
    assert!(block(journal.checkpoint(1, signer)).unwrap().is_some());
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, 4));
}

#[test]
fn memory_after_a_failed_commit_the_writer_reads_again() {
    after_a_failed_commit_the_writer_reads_again(&common::memory());
}

#[test]
fn sqlite_after_a_failed_commit_the_writer_reads_again() {
    after_a_failed_commit_the_writer_reads_again(&common::sqlite());
}

#[test]
fn postgres_after_a_failed_commit_the_writer_reads_again() {
    after_a_failed_commit_the_writer_reads_again(&common::postgres());
}

fn one(store: &mut dyn Store, text: &str) -> Batch {
    let mut stream = Stream::open(store, "a").unwrap().0;
    Batch { records: vec![stream.seal(word(1, text)).into_record()], ..Batch::default() }
}

/// Ends every connection to a database but ones own.
fn cut(ground: &Ground) {
    let others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
                  WHERE datname = current_database() AND pid <> pg_backend_pid()";
    ground.client().query(others, &[]).unwrap();
}

#[test]
fn postgres_connection_lost_is_made_again() {
    let ground = common::postgres();
    let mut store = Postgres::open(ground.url()).unwrap();
    let turn = store.claim().unwrap();
    let batch = one(&mut store, "one");
    store.commit(&batch).unwrap();
    let batch = one(&mut store, "two");
    cut(&ground);
    assert!(matches!(store.commit(&batch), Err(Error::InDoubt(_))));
    store.commit(&batch).unwrap();
    // The lock is taken again with the connection.
    assert!(matches!(ground.store().claim(), Err(Error::Held(_))));
    // Somebody else who comes in between has it.
    let batch = one(&mut store, "three");
    cut(&ground);
    let mut other = ground.store();
    assert_eq!(other.claim(), Ok(turn + 1));
    assert!(matches!(store.commit(&batch), Err(Error::InDoubt(_))));
    let fenced = Error::Fenced { ours: turn, theirs: turn + 1 };
    assert_eq!(store.commit(&batch), Err(fenced.clone()));
    other.commit(&batch).unwrap();
    drop(other);
    assert_eq!(store.commit(&one(&mut *ground.store(), "four")), Err(fenced));
    let verdict = ground.verdict();
    assert_eq!((verdict.finding, verdict.records), (None, 3));
}

/// One who keeps at it: asks again under the same key until it is answered.
fn persist(
    ground: &Ground,
    journal: &Journal,
    name: &str,
    done: &AtomicBool,
    count: &AtomicU32,
) -> Vec<(String, u64)> {
    let open = || Stream::open(&mut *ground.place.open()?, name).map(|(stream, ..)| stream);
    let mut stream = open().unwrap();
    let mut answered = Vec::new();
    let mut number = 0;
    while !done.load(Ordering::Relaxed) {
        number += 1;
        let (key, asked) = (format!("{name}/{number}"), Asked::of(name.as_bytes()));
        loop {
            if let Known::Answered(sequence) = stream.known(&key, asked, None).unwrap() {
                answered.push((key, sequence));
                count.fetch_add(1, Ordering::Relaxed);
                break;
            }
            let draft = Draft { key: Some((key.clone(), asked.0)), ..bought(1, 1) };
            let sealed = stream.seal(draft);
            if journal.keep_blocking(Unit::record(sealed)).is_err() {
                // Whether it was kept, only the store knows.
                stream = loop {
                    match open() {
                        Ok(stream) => break stream,
                        Err(_) => std::thread::sleep(Duration::from_millis(20)),
                    }
                };
            }
        }
    }
    answered
}

/// A server that would lose what it kept when its machine fails is not written to.
#[test]
fn postgres_restarted_without_fsync_is_refused() {
    let admin = common::variable("HOUSEWAY_POSTGRES_RESTART");
    let ground = common::postgres_at(&admin);
    let set = |fsync: &str| {
        let mut client = postgres::Client::connect(&admin, postgres::NoTls).unwrap();
        client.batch_execute(&format!("ALTER SYSTEM SET fsync = {fsync}")).unwrap();
        client.batch_execute("SELECT pg_reload_conf()").unwrap();
        // Every new connection has it once the server has read it.
        for _ in 0..600 {
            let mut client = postgres::Client::connect(&admin, postgres::NoTls).unwrap();
            let now: String = client.query_one("SELECT current_setting('fsync')", &[]).unwrap().get(0);
            if now == fsync {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("fsync never becomes {fsync}");
    };
    set("off");
    let opened = Journal::open(&ground.place);
    set("on");
    let refused = opened.err().expect("it is opened").to_string();
    assert!(refused.contains("fsync = off, expected on"), "{refused}");
    drop(ground.journal());
}

#[test]
fn postgres_restarted_under_load_keeps_what_it_acknowledged_once() {
    let ground = common::postgres_at(&common::variable("HOUSEWAY_POSTGRES_RESTART"));
    let control = common::variable("HOUSEWAY_POSTGRES_CTL");
    let journal = ground.journal();
    let (done, count) = (AtomicBool::new(false), AtomicU32::new(0));
    // Some time, and as much longer as a slow machine takes to have answered something.
    let some_more = || {
        let before = count.load(Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(300));
        for _ in 0..20_000 {
            if count.load(Ordering::Relaxed) > before + 10 {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        done.store(true, Ordering::Relaxed);
        panic!("nobody is answered any more");
    };
    let answered: Vec<(String, u64)> = std::thread::scope(|scope| {
        let (ground, journal, done, count) = (&ground, &journal, &done, &count);
        let persist = |thread: u32| persist(ground, journal, &format!("table/{thread}"), done, count);
        let threads: Vec<_> = (0..6).map(|thread| scope.spawn(move || persist(thread))).collect();
        for _ in 0..2 {
            some_more();
            let restart = format!("{control} restart -m immediate");
            // No pipes: the server would keep them open.
            let restarted = Command::new("sh")
                .args(["-c", &restart])
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null())
                .status();
            let fine = restarted.is_ok_and(|status| status.success());
            done.store(!fine, Ordering::Relaxed);
            assert!(fine, "{restart}");
        }
        some_more();
        done.store(true, Ordering::Relaxed);
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answered.len() > 30, "{} acknowledged", answered.len());
    let verdict = ground.verdict();
    assert_eq!(verdict.finding, None);
    let mut kept = BTreeSet::new();
    let scanned = ground.store().scan(&mut |record| {
        let (key, _) = record.key.clone().unwrap();
        assert!(kept.insert((key, record.sequence)), "{record:?} is there twice");
        true
    });
    scanned.unwrap();
    let keys: BTreeSet<&str> = kept.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys.len(), kept.len(), "a key stands for one record");
    for acknowledged in &answered {
        assert!(kept.contains(acknowledged), "{acknowledged:?} is lost");
    }
    println!("{} acknowledged, {} kept, two restarts", answered.len(), kept.len());
}

#[test]
fn a_writer_that_is_gone_leaves_the_journal_to_the_next() {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    for ground in [common::sqlite(), common::postgres()] {
        let (journal, writer) = Journal::open(&ground.place).unwrap();
        journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
        // All handles dropped, without a word.
        drop(journal);
        writer.join().unwrap();
        let journal = ground.journal();
        journal.keep_blocking(Unit::draft("a", word(1, "two"))).unwrap();
        COUNT.fetch_add(ground.verdict().records as u32, Ordering::Relaxed);
    }
    assert_eq!(COUNT.load(Ordering::Relaxed), 4);
}

#[test]
fn a_place_that_cannot_be_opened_says_which() {
    let nowhere = Place::Sqlite(Path::new("/nowhere/at/all/journal.db").into());
    let said = nowhere.open().err().unwrap().to_string();
    assert!(said.contains("/nowhere/at/all/journal.db"), "{said}");
    let nobody = Place::named("postgres://house:secret@127.0.0.1:1/journal?connect_timeout=1").unwrap();
    let said = nobody.open().err().unwrap().to_string();
    assert!(said.contains("postgres://127.0.0.1:1/journal") && !said.contains("secret"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_new_file_is_its_owners_only() {
    use std::os::unix::fs::PermissionsExt;
    let ground = common::sqlite();
    let journal = ground.journal();
    journal.keep_blocking(Unit::draft("a", word(1, "one"))).unwrap();
    for end in ["", "-wal", "-shm"] {
        let name = format!("{}{end}", ground.path().display());
        let mode = std::fs::metadata(&name).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}: {mode:o}");
    }
}
