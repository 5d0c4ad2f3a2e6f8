//! A house begins only with its own key, on a journal that is as it left it; and what somebody else wrote beside
//! the records lets nobody in.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, MINUTE, PASSWORD};
use floor::Clock;
use game::Moment;
use journal::{Checkpoint, Sqlite, Store};
use serde_json::json;
use server::people::{Cost, Terms};
use server::{Config, House, Outside};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const START: i64 = 1_800_000_000_000;

/// A folder that is gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("houseway-start-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The same files in another folder.
    fn copy(&self, name: &str) -> Self {
        let other = Self::new(name);
        for file in std::fs::read_dir(&self.0).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), other.0.join(file.file_name())).unwrap();
        }
        other
    }

    /// Changes the database behind the house's back.
    fn change(&self, sql: &str) {
        let store = Sqlite::open(&self.0.join("houseway.db")).unwrap();
        let open = "PRAGMA ignore_check_constraints = on;";
        let db = store.connection();
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
        db.execute_batch(&format!("{open} {sql}")).unwrap_or_else(|why| panic!("{sql}: {why}"));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn config(folder: &Path) -> Config {
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder.to_path_buf());
    config.tables = api::tables();
    config.terms = Terms { cost: Cost::LEAST, ..Terms::default() };
    config
}

async fn open(folder: &Path) -> Result<Arc<House>, String> {
    let clock = Clock::manual(Moment::new(START + MINUTE));
    House::open_by(config(folder), move |_| clock).await.map_err(|error| error.to_string())
}

/// What a house says that does not begin.
async fn refusal(folder: &Path, what: &str) -> String {
    match open(folder).await {
        Ok(house) => {
            house.stop().await;
            panic!("{what}: it began");
        }
        Err(why) => why,
    }
}

async fn serve(folder: &Path, to: Vec<Outside>) -> Api {
    let data = folder.to_path_buf();
    Api::at(Moment::new(START), |config| {
        (config.database, config.data, config.checkpoints_to) = (None, data, to);
    })
    .await
}

/// A house that has played a little, and has stopped.
async fn played(folder: &Folder) {
    let api = serve(&folder.0, Vec::new()).await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 500).await;
    api.post(&people.dan.token, "/api/tables/wheel/dealer", json!({"takes": true})).await.ok();
    api.act(&people.dan.token, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 100});
    api.act(&people.dan.token, "wheel", buy_in).await.ok();
    api.house.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_begins_only_with_its_own_key() {
    let folder = Folder::new("key");
    played(&folder).await;
    let command = |folder: &Folder| format!("houseway audit verify --data {}", folder.0.display());
    // Missing: none is made beside a database that has records.
    let missing = folder.copy("missing");
    std::fs::remove_file(missing.0.join("house.key")).unwrap();
    let said = refusal(&missing.0, "no key").await;
    assert!(said.contains("house.key is missing") && said.contains(&command(&missing)), "{said}");
    assert!(!missing.0.join("house.key").exists(), "none was made");
    // Another's.
    let other = folder.copy("other");
    std::fs::write(other.0.join("house.key"), "5a".repeat(32)).unwrap();
    let said = refusal(&other.0, "another key").await;
    assert!(said.contains("is not the key of the database") && said.contains(&command(&other)), "{said}");
    // Its own; and a new database gets a new one.
    open(&folder.0).await.unwrap().stop().await;
    let new = Folder::new("new");
    open(&new.0).await.unwrap().stop().await;
    assert!(new.0.join("house.key").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_altered_journal_is_not_opened() {
    let folder = Folder::new("altered");
    played(&folder).await;
    let of = |name: &str| format!("(SELECT id FROM streams WHERE name = '{name}')");
    let (wheel, wallet) = (of("table/wheel"), "(SELECT id FROM streams WHERE name LIKE 'player/%')");
    let last =
        |stream: &str| format!("sequence = (SELECT max(sequence) FROM records WHERE stream = {stream})");
    let cases = [
        format!(
            "UPDATE records SET body = replace(body, '100', '900') WHERE stream = {wheel} AND body LIKE '%100%'"
        ),
        format!("UPDATE records SET moves = 'cage>player:9 5' WHERE stream = {wheel} AND sequence = 1"),
        format!("UPDATE records SET at = at + 1 WHERE stream = {wheel} AND sequence = 2"),
        format!("UPDATE records SET key = 'other' WHERE stream = {wheel} AND key IS NOT NULL"),
        format!("UPDATE records SET hash = zeroblob(32) WHERE stream = {wheel} AND sequence = 1"),
        format!("DELETE FROM records WHERE stream = {wheel} AND {}", last(&wheel)),
        format!("DELETE FROM records WHERE stream = {wheel} AND sequence = 1"),
        "DELETE FROM records".into(),
        format!("UPDATE streams SET sequence = sequence + 1 WHERE id = {wheel}"),
        format!("UPDATE streams SET hash = zeroblob(32) WHERE id = {wheel}"),
        format!("DELETE FROM streams WHERE id = {wallet}"),
        format!(
            "UPDATE balances SET units = units + 1000000 WHERE stream = {wallet} AND account LIKE 'player%'"
        ),
        "UPDATE balances SET units = units * 3".into(),
        format!("DELETE FROM balances WHERE stream = {wallet}"),
        format!("DELETE FROM records WHERE stream = {}", of("house/checkpoints")),
        format!(
            "DELETE FROM records WHERE stream = {0}; DELETE FROM streams WHERE id = {0}",
            of("house/checkpoints")
        ),
        format!(
            "UPDATE records SET body = replace(body, 'signature', 'signed') WHERE stream = {}",
            of("house/checkpoints")
        ),
        "DELETE FROM keys".into(),
        // The list of rounds is derived; a round that nobody played is not in it.
        "INSERT INTO rounds (stream, number, first, last, began, ended, players, staked, most, irregular) \
         VALUES ('table/wheel', 1, 1, 2, 1, 2, '[]', 5, 5, '[]')"
            .into(),
    ];
    for (number, sql) in cases.iter().enumerate() {
        let altered = folder.copy(&format!("altered-{number}"));
        altered.change(sql);
        let said = refusal(&altered.0, sql).await;
        let command = format!("`houseway audit verify --data {}` tells more", altered.0.display());
        assert!(said.contains("is not as the house left it") && said.contains(&command), "{sql}: {said}");
    }
    open(&folder.0).await.unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_else_wrote_beside_the_records_lets_nobody_in() {
    let folder = Folder::new("swapped");
    let api = serve(&folder.0, Vec::new()).await;
    let people = api.everybody().await;
    // Somebody comes whose password and session the attacker knows.
    let mallory = api.add(&people.root, "mallory", json!("player")).await;
    let other = json!({"old": PASSWORD, "new": "known to mallory alone"});
    assert_eq!(api.post(&mallory.token, "/api/me/password", other).await.status, 204);
    api.house.stop().await;
    drop(api);
    folder.change(
        "UPDATE shelf SET value = (SELECT value FROM shelf WHERE shelf = 'password' AND name = 'mallory') \
         WHERE shelf = 'password' AND name = 'root'; \
         UPDATE shelf SET value = replace(value, '\"number\":', '\"number\":1,\"x\":') WHERE shelf = 'session'; \
         UPDATE snapshots SET digest = zeroblob(32)",
    );
    let api = serve(&folder.0, Vec::new()).await;
    for password in [PASSWORD, "known to mallory alone"] {
        let body = json!({"name": "root", "password": password}).to_string();
        let reply = api.ask("POST", "/api/sign-in", None, &body).await;
        assert_eq!(reply.refused(), (401, "sign-in.wrong".into()));
    }
    for session in [&people.root, &people.pat, &people.dan] {
        assert_eq!(api.get(&session.token, "/api/me").await.status, 401);
    }
    let events = api.records("house/significant");
    let forged: Vec<&str> = events
        .iter()
        .filter(|event| event["code"] == "shelf.forged")
        .map(|event| event["what"].as_str().unwrap())
        .collect();
    assert!(forged.iter().any(|what| what.starts_with("password/root ")), "{forged:?}");
    assert!(forged.iter().filter(|what| what.starts_with("session/")).count() >= 10, "{forged:?}");
    // Everybody else is who they were.
    api.sign_in("pat").await;
    api.house.stop().await;
}

/// Rows that were put back to what they once were have the house's own seal, and let nobody in all the same.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_put_back_beside_the_records_lets_nobody_in() {
    let folder = Folder::new("back");
    let api = serve(&folder.0, Vec::new()).await;
    let people = api.everybody().await;
    api.house.stop().await;
    drop(api);
    let before = folder.copy("back-before");
    let api = serve(&folder.0, Vec::new()).await;
    api.post(&people.sue2.token, "/api/sign-out", json!({})).await;
    let other = json!({"old": PASSWORD, "new": "another password"});
    assert_eq!(api.post(&people.sue1.token, "/api/me/password", other).await.status, 204);
    api.house.stop().await;
    drop(api);
    let old = before.0.join("houseway.db");
    folder.change(&format!(
        "ATTACH '{}' AS old; DELETE FROM shelf WHERE shelf IN ('session', 'password'); \
         INSERT INTO shelf SELECT * FROM old.shelf WHERE shelf IN ('session', 'password')",
        old.display()
    ));
    let signer = journal::Signer::found(&folder.0.join("house.key")).unwrap().unwrap();
    let mut store = journal::Locked::new(
        Box::new(Sqlite::open(&folder.0.join("houseway.db")).unwrap()),
        Arc::new(signer),
    );
    let strange = server::people::strange(&mut store).unwrap();
    assert!(strange.contains(&"password/sue1".to_string()), "{strange:?}");
    drop(store);
    let api = serve(&folder.0, Vec::new()).await;
    for session in [&people.sue1, &people.sue2] {
        assert_eq!(api.get(&session.token, "/api/me").await.status, 401);
    }
    let body = json!({"name": "sue1", "password": PASSWORD}).to_string();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &body).await.refused(), (401, "sign-in.wrong".into()));
    api.get(&people.pat.token, "/api/me").await.ok();
    let events = api.records("house/significant");
    assert!(events.iter().any(|event| event["code"] == "shelf.strange"));
    api.house.stop().await;
}

/// Whoever can write to the database alone cannot cut it off: the last checkpoint lies beside the key.
#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_was_cut_off_is_not_opened() {
    let folder = Folder::new("cut");
    played(&folder).await;
    let before = folder.copy("cut-before");
    let last = folder.0.join(server::LAST);
    let was = std::fs::read_to_string(&last).unwrap_or_default();
    let api = serve(&folder.0, Vec::new()).await;
    until("the last checkpoint is beside the key", || {
        std::fs::read_to_string(&last).is_ok_and(|text| text != was)
    })
    .await;
    api.house.stop().await;
    drop(api);
    for file in std::fs::read_dir(&before.0).unwrap().map(Result::unwrap) {
        if file.file_name().to_string_lossy().starts_with("houseway.db") {
            std::fs::copy(file.path(), folder.0.join(file.file_name())).unwrap();
        }
    }
    let said = refusal(&folder.0, "cut off").await;
    assert!(said.contains("it was cut off before that"), "{said}");
    // Nor does it help to take away what says so, or to empty it.
    for empty in [true, false] {
        match empty {
            true => std::fs::write(&last, "\n").unwrap(),
            false => std::fs::remove_file(&last).unwrap(),
        }
        let said = refusal(&folder.0, "without its last checkpoint").await;
        let what = if empty { "is empty" } else { "is missing" };
        assert!(said.contains(what) && said.contains("--accept-missing-checkpoint"), "{said}");
    }
    // Who knows what they do says so: it is on record, and operators are told.
    let api = Api::at(Moment::new(START + MINUTE), |config| {
        (config.database, config.data) = (None, folder.0.clone());
        config.accept_missing_checkpoint = true;
    })
    .await;
    let events = api.records("house/significant");
    assert!(events.iter().any(|event| event["code"] == "checkpoint.missing"), "{events:?}");
    let said = api.send("GET", "/readyz", &[], "").await.json();
    let warned = |said: &serde_json::Value| {
        said["warnings"].as_array().unwrap().iter().any(|remark| remark["code"] == "checkpoint.missing")
    };
    assert!(warned(&said), "{said}");
    api.house.stop().await;
    drop(api);
    // Once is enough.
    let api = serve(&folder.0, Vec::new()).await;
    let said = api.send("GET", "/readyz", &[], "").await.json();
    assert!(!warned(&said), "{said}");
    api.house.stop().await;
}

/// Waits for what has to become true.
async fn until(what: &str, is: impl Fn() -> bool) {
    for _ in 0..3000 {
        if is() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{what} never came");
}

#[tokio::test(flavor = "multi_thread")]
async fn checkpoints_go_elsewhere_as_they_are_made() {
    let folder = Folder::new("elsewhere");
    let (file, other) = (folder.0.join("kept.jsonl"), folder.0.join("told.jsonl"));
    let gone = folder.0.join("not-there");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/checkpoints", listener.local_addr().unwrap());
    let posted = Arc::new(std::sync::Mutex::new(Vec::<String>::new()));
    let heard = posted.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut text = String::new();
            let mut bytes = [0; 4096];
            while !text.ends_with("}\n") {
                let count = stream.read(&mut bytes).await.unwrap();
                if count == 0 {
                    break;
                }
                text += &String::from_utf8_lossy(&bytes[..count]);
            }
            heard.lock().unwrap().push(text);
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await;
        }
    });
    let to = [
        file.display().to_string(),
        format!("command:cat >> {}", other.display()),
        address,
        format!("{}/x", gone.display()),
    ];
    let to = to.iter().map(|place| place.parse().unwrap()).collect();
    let house = folder.copy("elsewhere-house");
    let api = serve(&house.0, to).await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 5).await;
    api.house.floor.checkpoint().await.unwrap();
    let lines = |path: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    };
    let mut store = Sqlite::open(&house.0.join("houseway.db")).unwrap();
    let made = store.tail(Checkpoint::STREAM, 0).unwrap();
    let last = String::from_utf8(made.last().unwrap().body.clone()).unwrap();
    until("a line in the file", || lines(&file).contains(&last)).await;
    until("a line through the command", || lines(&other).contains(&last)).await;
    until("a line by HTTP", || posted.lock().unwrap().iter().any(|text| text.contains(&last))).await;
    // What cannot be reached is on record once, and holds up nothing.
    let failed = || {
        let events = api.records("house/significant");
        events.iter().filter(|event| event["code"] == "checkpoint.not-sent").count()
    };
    until("an event", || failed() == 1).await;
    std::fs::create_dir(&gone).unwrap();
    let back =
        || api.records("house/significant").iter().any(|event| event["code"] == "checkpoint.sent-again");
    until("it can be reached again", back).await;
    until("what waited", || lines(&gone.join("x")).contains(&last)).await;
    assert_eq!(failed(), 1);
    api.house.stop().await;
}

/// A seed that is gone takes no table with it: it stands still, and what is on it can be voided.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_its_seed_stands_still_and_says_so() {
    let folder = Folder::new("seed");
    played(&folder).await;
    folder.change("DELETE FROM shelf WHERE shelf = 'seed' AND name = 'table/house'");
    let house = open(&folder.0).await.unwrap();
    let table = house.floor.table("house").expect("it is there");
    table.look(game::Person::Public).await.unwrap();
    let halted = table.info().halted.expect("it stands still");
    assert!(halted.contains("the seed of turn 1 is lost"), "{halted}");
    let warnings = house.readiness().await.warnings;
    assert!(warnings.iter().any(|remark| remark.code == "table.halted"), "{warnings:?}");
    let mut store = house.floor.journal().reader().unwrap();
    let lost = floor::recall::lost_seeds(&mut *store, house.floor.shelf(), house.floor.signer()).unwrap();
    assert_eq!(lost.len(), 1, "{lost:?}");
    drop(store);
    house.stop().await;
}

/// Without the clock's mark nobody would know how long the house was away, and any time of day would be believed.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_whose_clock_was_taken_away_or_put_back_does_not_begin() {
    let folder = Folder::new("mark");
    let dials = |later: i64| floor::Dials::by_hand(START + later, MINUTE + later, "one");
    Api::by(dials(0), &folder.0).await.house.stop().await;
    let first = folder.copy("mark-first");
    Api::by(dials(MINUTE), &folder.0).await.house.stop().await;
    let older = first.0.join("houseway.db");
    for (number, sql) in [
        "DELETE FROM shelf WHERE shelf = 'clock'".to_string(),
        "UPDATE shelf SET name = 'other' WHERE shelf = 'clock'".into(),
        "UPDATE shelf SET value = replace(value, '\"boot\":', '\"boot\":1') WHERE shelf = 'clock'".into(),
        // One that the house did write, at an earlier start.
        format!(
            "ATTACH '{}' AS old; DELETE FROM shelf WHERE shelf = 'clock'; \
             INSERT INTO shelf SELECT * FROM old.shelf WHERE shelf = 'clock'",
            older.display()
        ),
    ]
    .iter()
    .enumerate()
    {
        let altered = folder.copy(&format!("mark-{number}"));
        altered.change(sql);
        let (data, dials) = (altered.0.clone(), dials(400 * 24 * 60 * MINUTE));
        let clock = move |known| Clock::by(dials, known, floor::BOUND);
        let said = match House::open_by(config(&data), clock).await {
            Ok(_) => panic!("{sql}: it began"),
            Err(why) => why.to_string(),
        };
        assert!(said.contains("clock/mark") && said.contains("audit verify --data"), "{sql}: {said}");
    }
    Api::by(dials(2 * MINUTE), &folder.0).await.house.stop().await;
}

/// What lies on shelves that no record speaks of: an older mark of the clock from the same start, the numbers of guests,
/// the answers to keys. All of it was sealed by the house, so only what is missed shows.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_misses_what_no_record_speaks_of() {
    let folder = Folder::new("missed");
    let dials = floor::Dials::by_hand(START, MINUTE, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let people = api.everybody().await;
    let token = format!("Bearer {}", people.sue1.token);
    let deposit = async |key: &str| {
        let body = json!({"player": people.pat.number, "what": "deposit", "amount": 100}).to_string();
        let headers = [
            ("authorization", token.as_str()),
            ("idempotency-key", key),
            ("content-type", "application/json"),
        ];
        api.send("POST", "/api/cage", &headers, &body).await.ok();
    };
    deposit("one").await;
    api.ask("POST", "/api/guest", None, "{}").await.ok();
    api.house.floor.keep_time().await.unwrap();
    let (older, shelf) = (Folder::new("missed-older"), "houseway.db");
    let copy = format!("VACUUM INTO '{}'", older.0.join(shelf).display());
    folder.change(&copy);
    // The clock's mark of the same start, a minute later.
    dials.turn(MINUTE, 0);
    api.house.floor.keep_time().await.unwrap();
    let back = format!(
        "ATTACH '{}' AS old; DELETE FROM shelf WHERE shelf IN ('clock', 'imprint'); \
         INSERT INTO shelf SELECT * FROM old.shelf WHERE shelf IN ('clock', 'imprint')",
        older.0.join(shelf).display()
    );
    deposit("two").await;
    api.house.stop().await;
    drop(api);
    let cases = [
        ("clock/mark", &folder, back.replace("IN ('clock', 'imprint')", "= 'clock'")),
        ("number/guest", &folder, "DELETE FROM shelf WHERE shelf = 'number'".to_string()),
        ("answer", &folder, "DELETE FROM shelf WHERE shelf = 'answer'".to_string()),
        ("answer", &folder, "DELETE FROM shelf WHERE shelf = 'answer' AND name LIKE '%:two'".to_string()),
        ("the house left", &folder, back),
    ];
    misses(&cases, &dials).await;
    Api::by(dials, &folder.0).await.house.stop().await;
}

/// Each of these does not begin, and is found by what `audit verify` asks.
async fn misses(cases: &[(&str, &Folder, String)], dials: &floor::Dials) {
    for (number, (what, folder, sql)) in cases.iter().enumerate() {
        let altered = folder.copy(&format!("missed-{number}"));
        altered.change(sql);
        let signer = journal::Signer::at(&altered.0.join("house.key")).unwrap();
        let mut store = Sqlite::open(&altered.0.join("houseway.db")).unwrap();
        let found = journal::verify_imprint(&mut store, &signer).err().map(|found| found.to_string());
        let last = journal::Last::at(altered.0.join("checkpoint-last"));
        let found = found.or(last.odd(&mut store, Some(&signer), Some(&signer.public())).unwrap());
        assert!(found.as_ref().is_some_and(|found| found.contains(what)), "{sql}: {found:?}");
        drop(store);
        let (data, dials) = (altered.0.clone(), dials.clone());
        let clock = move |known| Clock::by(dials, known, floor::BOUND);
        let said = match House::open_by(config(&data), clock).await {
            Ok(_) => panic!("{sql}: it began"),
            Err(why) => why.to_string(),
        };
        assert!(said.contains(what) && said.contains("audit verify --data"), "{sql}: {said}");
    }
}

/// Whoever may write into the folder of the house has it write nowhere else.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_a_link_in_the_folder_leads_to_stays() {
    let folder = Folder::new("link");
    let elsewhere = folder.0.join("elsewhere");
    std::fs::write(&elsewhere, "another's").unwrap();
    std::os::unix::fs::symlink(&elsewhere, folder.0.join("checkpoint-last.new")).unwrap();
    open(&folder.0).await.unwrap().stop().await;
    let last = folder.0.join("checkpoint-last");
    for _ in 0..3000 {
        if last.exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(last.is_file() && !last.is_symlink());
    assert_eq!(std::fs::read_to_string(&elsewhere).unwrap(), "another's");
}
