//! Operators are told: readiness, figures and significant events.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use serde_json::{Value, json};
use std::time::Duration;

fn told(api: &Api, code: &str) -> Vec<Value> {
    api.records("house/significant").into_iter().filter(|event| event["code"] == code).collect()
}

/// Waits until something is on record; the last of it.
async fn tells(api: &Api, code: &str) -> Value {
    for _ in 0..12_000 {
        if let Some(event) = told(api, code).pop() {
            return event;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{code} is not on record: {:?}", api.records("house/significant"));
}

async fn ready(api: &Api) -> (u16, Value) {
    let reply = api.send("GET", "/readyz", &[], "").await;
    (reply.status, reply.json())
}

/// Waits until the house is ready, or is not.
async fn until_ready(api: &Api, wanted: u16) -> Value {
    for _ in 0..2000 {
        let (status, said) = ready(api).await;
        if status == wanted {
            return said;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{wanted} expected, got {:?}", ready(api).await);
}

fn codes(remarks: &Value) -> Vec<&str> {
    remarks.as_array().unwrap().iter().map(|remark| remark["code"].as_str().unwrap()).collect()
}

async fn figure(api: &Api, name: &str) -> f64 {
    let figures = api.send("GET", "/metrics", &[], "").await.ok().body;
    let line = figures.lines().find(|line| line.split(' ').next() == Some(name));
    line.unwrap_or_else(|| panic!("no {name} in {figures}")).rsplit_once(' ').unwrap().1.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_whose_journal_cannot_be_written_is_not_ready() {
    let api = Api::with(|config| config.database = None).await;
    assert_eq!(until_ready(&api, 200).await["reasons"], json!([]));
    assert_eq!(figure(&api, "houseway_journal_up").await, 1.0);
    // Somebody else holds the file.
    let other = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.away"], "{said}");
    assert_eq!(figure(&api, "houseway_journal_up").await, 0.0);
    // Strangers hear that, and nothing of what is inside.
    let passed = api.send("GET", "/readyz", &[("x-forwarded-for", "203.0.113.9")], "").await;
    assert_eq!((passed.status, passed.json()["reasons"][0]["what"].as_str()), (503, Some("")));
    other.execute_batch("rollback").unwrap();
    assert_eq!(until_ready(&api, 200).await["ready"], true);
    let event = tells(&api, "journal.back").await;
    assert!(event["what"].as_str().unwrap().contains("could not be written for"), "{event}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_that_lost_its_database_to_another_is_not_ready() {
    let api = Api::with(|config| config.database = None).await;
    until_ready(&api, 200).await;
    // Another server takes its turn, as when this one was believed dead.
    let other = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
    other.execute("update turn set number = number + 1", []).unwrap();
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.fenced"], "{said}");
    assert_eq!(figure(&api, "houseway_journal_fenced").await, 1.0);
}

#[tokio::test]
async fn a_disk_that_fills_up_is_told_while_there_is_room() {
    let api = Api::with(|config| config.disk_low = u64::MAX).await;
    let event = tells(&api, "disk.low").await;
    assert!(event["what"].as_str().unwrap().contains("bytes are free"), "{event}");
    let (status, said) = ready(&api).await;
    // A warning, and no reason not to serve.
    assert_eq!(status, 200);
    assert!(codes(&said["warnings"]).contains(&"disk.low"), "{said}");
    assert_eq!(figure(&api, "houseway_disk_low").await, 1.0);
    assert!(figure(&api, "houseway_disk_free_bytes").await > 0.0);
    let roomy = Api::with(|config| config.disk_low = 1).await;
    assert_eq!(told(&roomy, "disk.low"), Vec::<Value>::new());
    assert!(!codes(&ready(&roomy).await.1["warnings"]).contains(&"disk.low"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_grows_because_somebody_reads_on_and_on_is_told() {
    let most = 256 * 1024;
    let api = Api::with(|config| (config.database, config.wal_large) = (None, most)).await;
    until_ready(&api, 200).await;
    assert!(told(&api, "journal.wal-large").is_empty());
    // One transaction that only reads, and does not end.
    let other = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
    other.execute_batch("begin; select count(*) from records").unwrap();
    let log = || std::fs::metadata(api.folder.join("houseway.db-wal")).unwrap().len();
    while log() <= most {
        api.send("POST", "/api/guest", &[], "{}").await;
        ready(&api).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let event = tells(&api, "journal.wal-large").await;
    assert!(event["what"].as_str().unwrap().contains("somebody has been reading"), "{event}");
    let (status, said) = ready(&api).await;
    assert_eq!(status, 200, "a warning, and no reason not to serve");
    assert!(codes(&said["warnings"]).contains(&"journal.wal-large"), "{said}");
    assert_eq!(figure(&api, "houseway_journal_wal_large").await, 1.0);
    assert!(figure(&api, "houseway_journal_wal_bytes").await > most as f64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn program_and_books_are_checked_again_and_again() {
    let api = Api::with(|config| config.self_check = Duration::from_millis(100)).await;
    tells(&api, "identity.checked").await;
    assert_eq!(told(&api, "identity.changed"), Vec::<Value>::new());
    assert_eq!(figure(&api, "houseway_identity_changed").await, 0.0);
}

#[tokio::test]
async fn a_clock_that_is_ahead_is_a_warning_and_a_figure() {
    let folder = std::env::temp_dir().join(format!("houseway-health-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let dials = floor::Dials::by_hand(1_800_000_000_000, 1000, "one");
    let api = Api::by(dials.clone(), &folder).await;
    assert_eq!(ready(&api).await.1["warnings"], json!([]));
    dials.turn(0, 3_600_000);
    let (status, said) = ready(&api).await;
    assert_eq!((status, codes(&said["warnings"])), (200, vec!["clock.ahead"]));
    assert_eq!(figure(&api, "houseway_clock_waits").await, 1.0);
    assert_eq!(figure(&api, "houseway_clock_ahead_milliseconds").await, 3_600_000.0);
    api.house.stop().await;
    drop(api);
    // How long the house was away is on record at the next start, and what nobody has confirmed of it.
    let dials = floor::Dials::by_hand(1_800_000_000_000 + 7_200_000, 1000, "two");
    let api = Api::by(dials, &folder).await;
    assert!(tells(&api, "house.away").await["what"].as_str().unwrap().contains("7200000 ms"));
    assert_eq!(codes(&ready(&api).await.1["warnings"]), ["clock.unconfirmed"]);
    assert_eq!(figure(&api, "houseway_away_milliseconds").await, 7_200_000.0);
    api.house.stop().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_win_is_on_record_where_money_is_played_for() {
    let api = Api::with(|config| config.large_win = 170).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.post(dan, "/api/tables/wheel/dealer", json!({"takes": true})).await.ok();
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 100});
    api.act(dan, "wheel", buy_in).await.ok();
    let spin = async |stake: i64| {
        let put = json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": stake});
        api.act(&people.pat.token, "wheel", put).await.ok();
        api.clock.turn(40_000);
        for _ in 0..6000 {
            if api.act(dan, "wheel", json!({"do": "spin"})).await.status == 200 {
                return api.act(dan, "wheel", json!({"do": "enter", "pocket": 7})).await.ok();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the ball is not spun");
    };
    spin(1).await;
    assert_eq!(told(&api, "win.large"), Vec::<Value>::new(), "{:?}", api.records("table/wheel"));
    spin(5).await;
    let event = tells(&api, "win.large").await;
    assert_eq!(
        (event["place"].as_str(), event["who"].as_str()),
        (Some("wheel"), Some(&*format!("P{}", people.pat.number)))
    );
    assert!(event["what"].as_str().unwrap().contains("paid 175"), "{event}");
}

/// A database that somebody else has open, without the house's own triggers.
fn back_door(folder: &std::path::Path) -> rusqlite::Connection {
    let db = rusqlite::Connection::open(folder.join("houseway.db")).unwrap();
    db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
    db.busy_timeout(Duration::from_secs(10)).unwrap();
    db
}

/// Whoever writes to the database cannot hide the first records of a stream: not for a moment, not to get tokens twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_voucher_is_used_again_behind_a_hidden_beginning() {
    let folder = api::Folder::new();
    let api = Api::in_folder(&folder, game::Moment::new(1_800_000_000_000), |_| ()).await;
    let people = api.everybody().await;
    let voucher = json!({"number": "v1", "player": people.pat.number, "amount": 50});
    api.post(&people.sue1.token, "/api/vouchers", voucher.clone()).await.ok();
    let moment = api.finish().await;
    let api = Api::in_folder(&folder, moment, |_| ()).await;
    let sue = api.sign_in("sue1").await;
    let db = back_door(&folder.0);
    let hides =
        "INSERT INTO bases SELECT id, 1, zeroblob(32), 0, '[]' FROM streams WHERE name = 'house/vouchers'";
    assert_eq!(db.execute(hides, []).unwrap(), 1);
    let again = api.post(&sue.token, "/api/vouchers", voucher.clone()).await;
    assert_eq!(again.refused(), (503, "voucher.unread".into()));
    // It is told, is the last thing on record, and nothing is done any more: not even when the row is gone again.
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.strange"], "{said}");
    let event = tells(&api, "journal.strange").await;
    assert!(event["what"].as_str().unwrap().contains("house/vouchers"), "{event}");
    assert_eq!(db.execute("DELETE FROM bases", []).unwrap(), 1);
    assert_eq!(api.post(&sue.token, "/api/vouchers", voucher).await.refused(), (422, "voucher.used".into()));
    let other = json!({"number": "v2", "player": people.pat.number, "amount": 5});
    assert_eq!(api.post(&sue.token, "/api/vouchers", other).await.status, 503);
    let last = api.records("house/significant").pop().unwrap();
    assert_eq!(last["code"], "journal.strange");
}

/// A record that is read and is not what the house wrote ends all writing, and operators are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_was_changed_is_told_when_it_is_read() {
    let api = Api::with(|config| config.database = None).await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 500).await;
    let change = "UPDATE records SET at = at + 1 WHERE sequence = 1 AND stream = \
                  (SELECT id FROM streams WHERE name = ?1)";
    let stream = floor::wallet::stream(money::PlayerId::new(people.pat.number).unwrap());
    assert_eq!(back_door(&api.folder).execute(change, [&stream]).unwrap(), 1);
    let body = json!({"player": people.pat.number, "what": "deposit", "amount": 5});
    let refused = api.post(&people.sue1.token, "/api/cage", body).await;
    assert_eq!(refused.refused(), (503, "journal.strange".into()));
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.strange"], "{said}");
    let event = tells(&api, "journal.strange").await;
    assert!(event["what"].as_str().unwrap().contains(&stream), "{event}");
    assert_eq!(figure(&api, "houseway_ready").await, 0.0);
}

/// Nothing is acknowledged that goes into a file which nobody finds again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_whose_file_was_replaced_is_not_ready() {
    let api = Api::with(|config| config.database = None).await;
    let people = api.everybody().await;
    let copy = api.folder.join("copy.db");
    back_door(&api.folder).execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    std::fs::rename(&copy, api.folder.join("houseway.db")).unwrap();
    let body = json!({"player": people.pat.number, "what": "deposit", "amount": 5});
    assert_eq!(api.post(&people.sue1.token, "/api/cage", body).await.status, 503);
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.strange"], "{said}");
}

/// Nobody at the cage or at a table that is opened could read it: the house is not ready, though it can write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_whose_database_says_that_it_is_of_another_schema_is_not_ready() {
    let api = Api::with(|config| config.database = None).await;
    let people = api.everybody().await;
    until_ready(&api, 200).await;
    back_door(&api.folder).pragma_update(None, "user_version", 9).unwrap();
    let said = until_ready(&api, 503).await;
    assert_eq!(codes(&said["reasons"]), ["journal.strange"], "{said}");
    let body = json!({"player": people.pat.number, "what": "deposit", "amount": 5});
    assert_eq!(api.post(&people.sue1.token, "/api/cage", body).await.status, 503);
}
