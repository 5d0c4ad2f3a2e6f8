//! Archives of the real binary: what is finished leaves the house for a file, both verify, old rounds are read
//! from the file, the house goes on playing on the rest; killed at any moment, nothing is lost.
#![allow(clippy::unwrap_used)]

mod support;

use floor::{Clock, Floor, Pace};
use game::{Moment, Person};
use journal::{Checkpoint, Place, Signer};
use rulebook::Shelf;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::postgres::Postgres;
use support::{Folder, Server, Session, behind, houseway, request, significant};

const TABLES: [&str; 2] = ["pai-gow-1", "roulette-1"];
/// The first of January of 2024.
const YEAR: i64 = 1_704_067_200_000;
const MONTH: i64 = 31 * 24 * 60 * 60 * 1000;

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

/// Plays both tables from a moment on, until each has so many records more; then the house closes.
fn play(folder: &Path, place: &Place, from: i64, records: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let signer = Signer::at(&folder.join("house.key")).unwrap();
    let clock = |known: floor::Known| Clock::manual(known.last.max(Moment::new(from)));
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
        let mut turns = 0;
        while tables.iter().zip(&least).any(|(table, least)| table.info().version < *least) {
            floor.clock().turn(1000);
            for table in &tables {
                table.look(Person::Public).await.unwrap();
            }
            turns += 1;
            if turns % 20 == 0 {
                floor.checkpoint().await.unwrap();
            }
        }
        floor.stop().await;
    });
    let signer = Signer::at(&folder.join("house.key")).unwrap();
    support::tell_last(folder, place, signer);
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
    assert_eq!(before.len(), 2);
    while versions().iter().zip(&before).any(|(now, before)| *now < before + 20) {
        assert!(begun.elapsed() < Duration::from_secs(240), "tables go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    // A round that is not here is said to be elsewhere, and where.
    let guest = Session::guest(server.address).unwrap();
    let (status, said) = guest.get(server.address, "/api/tables/pai-gow-1/rounds/5").unwrap();
    let known =
        said["message"].as_str().is_some_and(|message| message.contains("is in archive 1 of the house"));
    assert_eq!((status, said["code"].as_str(), known), (410, Some("round.archived"), true), "{said}");
    assert!(server.stop().success());
}

/// The checkpoints of a house, as somebody elsewhere would have kept them.
fn kept_elsewhere(place: &Place, file: &Path) -> usize {
    let all = place.open().unwrap().tail(Checkpoint::STREAM, 0).unwrap();
    let lines: Vec<String> = all.into_iter().map(|one| String::from_utf8(one.body).unwrap()).collect();
    std::fs::write(file, lines.join("\n")).unwrap();
    lines.len()
}

fn archived(place: &Place, more: &[&str]) {
    let (folder, spare) = (Folder::new("archive"), Folder::new("spare"));
    play(&folder.0, place, YEAR, 1800);
    play(&folder.0, place, YEAR + MONTH, 900);
    let ask =
        |words: &[&str], status: i32| run(&[words, &["--data", path(&folder.0)], more].concat(), status);
    let rounds = TABLES.map(|table| ask(&["audit", "round", &format!("{table}/5")], 0));
    assert!(rounds.iter().all(|round| round.lines().count() > 3), "{rounds:?}");
    let kept = spare.0.join("checkpoints");
    let checkpoints = kept_elsewhere(place, &kept);
    // A server has the house: nothing is archived.
    let january = ["archive", "--before", "2024-01-20"];
    let server = Server::start(&folder.0, more).unwrap();
    assert!(ask(&january, 2).contains("holds"));
    assert!(server.stop().success());
    let file = folder.0.join("archives").join("2024-01-20.archive");
    assert!(!file.exists());
    let before = ask(&["audit", "export"], 0).lines().count();
    let said = ask(&january, 0);
    assert!(said.contains("verified and signed") && said.contains("and verify"), "{said}");
    assert!(ask(&january, 2).contains("nothing is overwritten"));
    // Both hold, and nothing is in both or in neither.
    let of_file = |words: &[&str], status: i32| ask(&[words, &["--archive", path(&file)]].concat(), status);
    let said = ask(&["audit", "verify", "--against", path(&kept)], 0);
    assert!(said.contains("everything holds") && said.contains("in archives: 2024-01-20.archive"), "{said}");
    assert!(said.contains("of them are in archives: compare with --archive"), "{said}");
    let said = of_file(&["audit", "verify", "--against", path(&kept)], 0);
    assert!(said.contains("everything holds") && said.contains("on record as archive 1"), "{said}");
    let compared = |said: &str| -> usize {
        let line = said.lines().find(|line| line.contains("kept outside the database")).unwrap();
        line.split(' ').next().unwrap().parse().unwrap()
    };
    let here = ask(&["audit", "verify", "--against", path(&kept)], 0);
    assert_eq!(compared(&said) + compared(&here), checkpoints, "each is in one of them");
    assert!(compared(&said) > 0 && compared(&here) > 0);
    let parts =
        ask(&["audit", "export"], 0).lines().count() + of_file(&["audit", "export"], 0).lines().count();
    assert_eq!(parts, before + 2, "the archive's statement and a checkpoint more");
    for (table, round) in TABLES.iter().zip(&rounds) {
        let name = format!("{table}/5");
        assert_eq!(&of_file(&["audit", "round", &name], 0), round, "the same, from the archive");
        let by_name = ["audit", "round", &name, "--archive", "2024-01-20.archive"];
        assert_eq!(&ask(&by_name, 0), round, "by its name in the folder of the house");
        let said = ask(&["audit", "round", &name], 2);
        assert!(said.contains("is in archive 1 of the house, 2024-01-20.archive"), "{said}");
        assert!(of_file(&["audit", "fairness", table], 0).contains("fair"));
        assert!(of_file(&["audit", "fairness", &format!("{table}/7")], 0).contains("fair: 1 turns"));
        assert!(ask(&["audit", "fairness", table], 0).contains("fair"));
        let said = ask(&["audit", "fairness", &format!("{table}/7")], 2);
        assert!(said.contains("or is in an archive (2024-01-20.archive)"), "{said}");
        ask(&["audit", "replay", table], 0);
        of_file(&["audit", "replay", table], 0);
    }
    ask(&["audit", "ledger"], 0);
    of_file(&["audit", "ledger"], 0);
    // States in it are what its records say, and the one that the table goes on with what the house says.
    for (sql, says) in [
        ("DELETE FROM states WHERE sequence = (SELECT min(sequence) FROM states)", "is missing"),
        (
            "UPDATE states SET state = x'7b7d' WHERE sequence = (SELECT min(sequence) FROM states)",
            "was changed",
        ),
        (
            "UPDATE states SET state = x'7b7d' WHERE sequence = (SELECT max(sequence) FROM states)",
            "goes on was changed",
        ),
        ("INSERT INTO states SELECT stream, 1, state FROM states LIMIT 1", "no record mentions"),
    ] {
        let altered = spare.0.join("altered.archive");
        let _ = std::fs::remove_file(&altered);
        std::fs::write(&altered, std::fs::read(&file).unwrap()).unwrap();
        behind(&Place::Sqlite(altered.clone()), &format!("PRAGMA journal_mode = DELETE; {sql}"));
        let said = ask(&["audit", "verify", "--archive", path(&altered)], 1);
        assert!(said.contains(says), "{sql}: {said}");
    }
    // An archive that is on record and not in its folder is named: its contents could not be checked.
    assert!(!ask(&["audit", "verify"], 0).contains("MISSING"));
    let elsewhere = spare.0.join("elsewhere.archive");
    std::fs::rename(&file, &elsewhere).unwrap();
    let said = ask(&["audit", "verify"], 0);
    assert!(said.contains("MISSING: archive 1, 2024-01-20.archive, is not in"), "{said}");
    std::fs::write(&file, "something else").unwrap();
    let said = ask(&["audit", "verify"], 0);
    assert!(said.contains("is not the archive 1 that is on record"), "{said}");
    std::fs::rename(&elsewhere, &file).unwrap();
    // Without the states that tables begin with, it is no house to go on from, and no backup; a start, and the daily
    // check of a house that runs, put them back from the archive.
    let stream = if matches!(place, Place::Sqlite(_)) { "stream" } else { "stream_id" };
    let gone = format!(
        "DELETE FROM states WHERE sequence = (SELECT b.sequence + 1 FROM bases b WHERE b.{stream} = states.{stream})"
    );
    behind(place, &gone);
    let lost = "the state that the table begins with is missing or was changed; archive 2024-01-20.archive may have it";
    let wrong = ask(&["audit", "verify"], 1);
    assert_eq!(wrong.matches(lost).count(), 2, "{wrong}");
    let said = ask(&["backup", path(&spare.0.join("none"))], 1);
    assert!(said.contains(lost) && said.contains("cannot be relied on as a backup"), "{said}");
    assert!(!spare.0.join("none").join("backup.json").exists());
    let server = Server::start(&folder.0, &[more, &["--self-check", "1"]].concat()).unwrap();
    behind(place, &gone);
    let begun = Instant::now();
    while !floor::lost_beginnings(&mut *place.open().unwrap()).unwrap().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "they come back");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(server.stop().success());
    let back = significant(place).into_iter().filter(|(code, _)| code == "table.beginning-back").count();
    assert!(back >= 4, "each of two tables, twice: {back}");
    // The house goes on on the rest, and gives away more of it.
    goes_on(&folder.0, more);
    assert!(ask(&["audit", "verify", "--against", path(&kept)], 0).contains("everything holds"));
    let second = spare.0.join("february");
    ask(&["archive", path(&second), "--before", "2024-02-20"], 0);
    ask(&["audit", "verify", "--archive", path(&second)], 0);
    assert!(ask(&["audit", "verify"], 0).contains("in archives: 2024-01-20.archive, february"));
    goes_on(&folder.0, more);
    // A backup of it begins where it does.
    let backup = spare.0.join("backup");
    ask(&["backup", path(&backup)], 0);
    let (restored, key) = (spare.0.join("restored"), folder.0.join("house.key"));
    run(&["restore", path(&backup), "--data", path(&restored), "--key", path(&key)], 0);
    goes_on(&restored, &[]);
    assert!(run(&["audit", "verify", "--data", path(&restored)], 0).contains("everything holds"));
}

#[test]
fn a_house_on_sqlite_goes_on_from_its_archive() {
    let folder = Folder::new("sqlite");
    let database = folder.database();
    archived(&Place::Sqlite(database.clone()), &["--db", path(&database)]);
}

#[test]
fn a_house_on_postgres_goes_on_from_its_archive() {
    let postgres = Postgres::new("HOUSEWAY_POSTGRES");
    archived(&postgres.place(), &["--db", &postgres.url]);
}

#[test]
fn what_cannot_be_archived_is_said() {
    let folder = Folder::new("refused");
    let data = ["--data", path(&folder.0)];
    let ask = |words: &[&str], status| run(&[&["archive"], words, &data].concat(), status);
    assert!(
        ask(&["--before", "2024-02-30"], 2).contains("expected a day, as 2026-01-01, got \"2024-02-30\"")
    );
    assert!(ask(&["--before", "yesterday"], 2).contains("expected a day, as 2026-01-01"));
    assert!(ask(&["--before", "2999-01-01"], 2).contains("remembered for 24 hours"));
    assert!(ask(&["--before", "2024-01-20"], 2).contains("no key at"));
    Signer::at(&folder.0.join("house.key")).unwrap();
    assert!(ask(&["--before", "2024-01-20"], 2).contains("no journal at"));
    play(&folder.0, &Place::Sqlite(folder.database()), YEAR, 10);
    assert!(ask(&["--before", "2024-01-20"], 0).contains("nothing to archive"));
    // Something else of that name.
    let file = folder.0.join("mine");
    std::fs::write(&file, "not an archive").unwrap();
    assert!(ask(&[path(&file), "--before", "2024-01-20"], 2).contains("nothing is overwritten"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not an archive");
    // Another house's key.
    let other = folder.0.join("other.key");
    Signer::at(&other).unwrap();
    let said = ask(&["--before", "2024-01-20", "--key", path(&other)], 1);
    assert!(said.contains("WRONG") && said.contains("nothing was archived"), "{said}");
    let database = folder.database();
    let words = [&["audit", "verify", "--archive", path(&database)][..], &data].concat();
    assert!(run(&words, 2).contains("is not an archive"));
}

/// The house as files, in a new folder.
fn again(house: &Path, folder: &Folder) -> PathBuf {
    let copy = folder.0.join("house");
    let _ = std::fs::remove_dir_all(&copy);
    std::fs::create_dir(&copy).unwrap();
    for name in ["houseway.db", "house.key", "house.pub", "checkpoint-last"] {
        std::fs::copy(house.join(name), copy.join(name)).unwrap();
    }
    copy
}

#[test]
fn killed_at_any_moment_it_is_live_or_archived() {
    let (folder, spare) = (Folder::new("killed"), Folder::new("spare"));
    let place = Place::Sqlite(folder.database());
    play(&folder.0, &place, YEAR, 1500);
    play(&folder.0, &place, YEAR + MONTH, 100);
    let before = run(&["audit", "export", "--data", path(&folder.0)], 0).lines().count();
    let words = |house: &'static str| ["archive", "--before", "2024-01-20", "--data", house];
    let house: &'static str = Box::leak(path(&again(&folder.0, &spare)).to_string().into_boxed_str());
    let begun = Instant::now();
    run(&words(house), 0);
    let whole = begun.elapsed();
    // Later every time, until one was not killed in time.
    let (mut uncut, mut part, mut finished) = (0, 0, false);
    while !finished {
        again(&folder.0, &spare);
        let mut child = houseway(&words(house)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole * part / 30);
        child.kill().unwrap();
        finished = child.wait().unwrap().success();
        part += 1;
        // It holds as it is; then what was not done is done.
        assert!(run(&["audit", "verify", "--data", house], 0).contains("everything holds"), "part {part}");
        let file = Path::new(house).join("archives").join("2024-01-20.archive");
        let live = run(&["audit", "export", "--data", house], 0).lines().count();
        match live == before {
            true => {
                uncut += 1;
                run(&words(house), 0);
            }
            false => assert!(run(&words(house), 2).contains("nothing is overwritten"), "part {part}"),
        }
        let of_file = |word: &str| run(&["audit", word, "--archive", path(&file), "--data", house], 0);
        assert!(of_file("verify").contains("on record as archive 1"), "part {part}");
        let both =
            run(&["audit", "export", "--data", house], 0).lines().count() + of_file("export").lines().count();
        assert_eq!(both, before + 2, "part {part}");
    }
    assert!(uncut > 0, "{part} were killed, none of them before the cut");
}
