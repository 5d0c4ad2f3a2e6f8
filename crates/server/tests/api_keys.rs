//! What is asked under a key is done once: however many records later, over a restart, at the cage, through
//! approvals, in the office.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::Somebody;
use api::{Api, MINUTE, Reply};
use bytes::Bytes;
use floor::Clock;
use floor::ask::Act;
use game::{Moment, Person};
use money::PlayerId;
use serde_json::{Value, json};
use server::people::{Cost, Terms};
use server::{Config, Served};
use std::net::SocketAddr;
use std::path::Path;

const START: i64 = 1_800_000_000_000;

/// A house in a file.
async fn house(folder: &Path, after: i64) -> Api {
    let (data, moment) = (folder.to_path_buf(), Moment::new(START + after));
    Api::at(moment, |config| (config.database, config.data) = (None, data)).await
}

async fn keyed(api: &Api, who: &Somebody, key: &str, path: &str, body: &Value) -> Reply {
    let token = format!("Bearer {}", who.token);
    let headers = [("authorization", token.as_str()), ("idempotency-key", key)];
    api.send("POST", path, &headers, &body.to_string()).await
}

/// Puts down and takes up, again and again, each under a key of its own.
async fn busy(api: &Api, player: u32, count: u32) {
    let table = api.house.floor.table("wheel").unwrap();
    for number in 0..count {
        let command = match number % 2 {
            0 => json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5}),
            _ => json!({"do": "clear", "station": 1}),
        };
        let key = Some(format!("{player}:busy-{number}"));
        let who = Person::Player(PlayerId::new(player).unwrap());
        let command = Bytes::from(command.to_string());
        table.act(Act { who, second: None, key, command, at: table.now() }).await.unwrap();
    }
}

#[tokio::test]
async fn five_thousand_records_later_and_after_a_restart_a_key_gets_the_first_answer() {
    let folder = std::env::temp_dir().join(format!("houseway-keys-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let api = house(&folder, 0).await;
    let people = api.everybody().await;
    api.post(&people.dan.token, "/api/tables/wheel/dealer", json!({"takes": true})).await.ok();
    api.act(&people.dan.token, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 100});
    let body = json!({"key": "buy-1", "command": buy_in});
    let path = "/api/tables/wheel/commands";
    let first = api.post(&people.dan.token, path, body.clone()).await.ok().json();
    let deposit = json!({"player": people.pat.number, "what": "deposit", "amount": 7});
    let paid = keyed(&api, &people.sue1, "dep-1", "/api/cage", &deposit).await.ok().json();
    busy(&api, people.pat.number, 5000).await;
    let mut other = body.clone();
    other["command"]["amount"] = json!(101);
    let mut api = api;
    for restarts in 0..2 {
        let version = api.house.floor.table("wheel").unwrap().info().version;
        assert!(version > 5000, "{version}");
        assert_eq!(api.post(&people.dan.token, path, body.clone()).await.ok().json(), first, "{restarts}");
        let reused = api.post(&people.dan.token, path, other.clone()).await;
        assert_eq!(reused.refused(), (409, "key.reused".into()));
        let bought = |body: &&Value| body["game"]["command"]["do"] == "buy-in";
        assert_eq!(api.records("table/wheel").iter().filter(bought).count(), 1, "bought in once");
        assert_eq!(keyed(&api, &people.sue1, "dep-1", "/api/cage", &deposit).await.ok().json(), paid);
        assert_eq!(api.holds(people.pat.number).await, 7);
        api.house.stop().await;
        drop(api);
        api = house(&folder, (restarts + 1) * MINUTE).await;
    }
    drop(api);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Going, adding to chance and everything else over a socket is done once under its key, over HTTP too.
#[tokio::test]
async fn whatever_a_station_asks_under_a_key_is_done_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let pat = &people.pat;
    api.deposit(&people, pat, 1000).await;
    let setup = server::roulette("spin", "Spin", floor::Purses::Accounts, true).unwrap();
    api.open(floor::TableSetup { bots: 0, ..setup }).await;
    let mut station = api.station("spin", Some(&pat.token), &[]).await.unwrap();
    let mut ask = async |message: Value| {
        let key = message["key"].as_str().unwrap().to_string();
        station.say(&message).await;
        station.answer(&key).await
    };
    let additions = async || {
        let look = api.get(&pat.token, "/api/tables/spin").await.ok().json();
        look["house"]["promise"]["additions"].as_u64().unwrap()
    };
    let sits = async || {
        let look = api.get(&pat.token, "/api/tables/spin").await.ok().json();
        !look["view"]["mine"]["station"].is_null()
    };
    ask(json!({"key": "j1", "join": {"place": 1, "amount": 100}})).await;
    let before = additions().await;
    let first = ask(json!({"key": "c", "chance": "00ff"})).await;
    assert_eq!(ask(json!({"key": "c", "chance": "00ff"})).await, first);
    assert_eq!(ask(json!({"key": "c", "chance": "00fe"})).await["refused"]["code"], "key.reused");
    let http = keyed(&api, pat, "c", "/api/tables/spin/chance", &json!({"bytes": "00ff"})).await;
    assert_eq!(http.ok().json()["version"], first["version"], "over HTTP it is the same key");
    assert_eq!(additions().await, before + 1);
    let first = ask(json!({"key": "l", "leave": true})).await;
    for _ in 0..200 {
        if !sits().await {
            break;
        }
        api.clock.turn(200);
    }
    assert!(!sits().await, "gone");
    ask(json!({"key": "j2", "join": {"place": 1, "amount": 100}})).await;
    assert!(sits().await);
    assert_eq!(ask(json!({"key": "l", "leave": true})).await["version"], first["version"]);
    assert_eq!(ask(json!({"key": "l", "top-up": 5})).await["refused"]["code"], "key.reused");
    for _ in 0..20 {
        api.clock.turn(200);
        assert!(sits().await, "nobody is taken away twice under one key");
    }
}

#[tokio::test]
async fn a_key_at_the_cage_is_one_persons_for_one_thing() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let to = |player: &Somebody, what: &str, amount: i64| {
        let why = if what.starts_with("adjust") { "a miscount" } else { "" };
        json!({"player": player.number, "what": what, "amount": amount, "why": why})
    };
    let cage = "/api/cage";
    keyed(&api, &people.sue1, "one", cage, &to(&people.pat, "deposit", 50)).await.ok();
    for other in
        [to(&people.quin, "deposit", 50), to(&people.pat, "withdrawal", 50), to(&people.pat, "adjust-up", 50)]
    {
        let reply = keyed(&api, &people.sue1, "one", cage, &other).await;
        assert_eq!(reply.refused(), (409, "key.reused".into()), "{other}");
    }
    assert_eq!(keyed(&api, &people.sue2, "one", cage, &to(&people.quin, "deposit", 9)).await.status, 200);
    // A withdrawal that is refused has not happened: under its key it may be tried again.
    let all = to(&people.pat, "withdrawal", 60);
    assert_eq!(keyed(&api, &people.sue1, "all", cage, &all).await.code(), "account.short");
    api.deposit(&people, &people.pat, 10).await;
    let reply = keyed(&api, &people.sue1, "all", cage, &all).await.ok().json();
    assert_eq!(reply, json!({"before": 60, "after": 0}));
    assert_eq!(keyed(&api, &people.sue1, "all", cage, &all).await.ok().json(), reply);
    assert_eq!(api.holds(people.pat.number).await, 0);
}

#[tokio::test]
async fn an_adjustment_under_a_key_is_asked_for_once_and_done_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let adjust = |amount: i64| json!({"player": people.pat.number, "what": "adjust-up", "amount": amount, "why": "lost"});
    let first = keyed(&api, &people.sue2, "adj", "/api/cage", &adjust(40)).await;
    assert_eq!(first.refused(), (202, "approval.waits".into()));
    let again = keyed(&api, &people.sue2, "adj", "/api/cage", &adjust(40)).await;
    assert_eq!((again.status, &again.body), (202, &first.body), "the same approval waits");
    let reused = keyed(&api, &people.sue2, "adj", "/api/cage", &adjust(41)).await;
    assert_eq!(reused.refused(), (409, "key.reused".into()));
    let waiting = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    assert_eq!(waiting.as_array().unwrap().len(), 1, "{waiting}");
    let path = format!("/api/approvals/{}", waiting[0]["number"]);
    let yes = json!({"approve": true, "effect": waiting[0]["effect"]["hash"]});
    let done = keyed(&api, &people.sam2, "yes", &path, &yes).await.ok().json();
    assert_eq!(api.holds(people.pat.number).await, 40);
    assert_eq!(
        keyed(&api, &people.sam2, "yes", &path, &yes).await.ok().json(),
        done,
        "the first answer again"
    );
    // Asked again after it was done: what it came to, and nothing more waits.
    let after = keyed(&api, &people.sue2, "adj", "/api/cage", &adjust(40)).await.ok().json();
    assert_eq!(after, json!({"before": 0, "after": 40}));
    let reused = keyed(&api, &people.sue2, "adj", "/api/cage", &adjust(41)).await;
    assert_eq!(reused.refused(), (409, "key.reused".into()));
    let waiting = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    assert_eq!(waiting, json!([]));
    assert_eq!(api.holds(people.pat.number).await, 40);
}

#[tokio::test]
async fn every_route_that_changes_something_takes_a_key() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let new =
        json!({"id": "more", "name": "More", "book": "star-2016", "money": "practice", "house_deals": true});
    let person = json!({"name": "newt", "password": api::PASSWORD, "role": "dealer"});
    let limits = json!({"day": 500, "week": null, "month": null});
    for (who, path, body, other) in [
        (&people.root, "/api/people", &person, "/api/tables"),
        (&people.root, "/api/tables", &new, "/api/people"),
        (
            &people.root,
            "/api/people/newt/measure",
            &json!({"measure": "disable"}),
            "/api/people/quin/measure",
        ),
        (&people.root, "/api/people/newt/role", &json!({"role": "inspector"}), "/api/people/quin/role"),
        (&people.pat, "/api/me/protection", &limits, "/api/me/exclusion"),
        (&people.pat, "/api/me/reality-check", &json!({"minutes": 30}), "/api/me/reality-check/seen"),
        (&people.pat, "/api/me/exclusion", &json!({"days": 3}), "/api/me/protection"),
        (&people.dan, "/api/tables/practice/dealer", &json!({"takes": true}), "/api/tables/house/dealer"),
        (&people.dan, "/api/tables/practice/chance", &json!({"bytes": "00ff"}), "/api/tables/house/chance"),
    ] {
        let key = format!("every{}", path.replace('/', "-"));
        let first = keyed(&api, who, &key, path, body).await.ok();
        let significant = api.records("house/significant").len();
        let stands: Vec<u64> = api.house.floor.tables().iter().map(|table| table.info().version).collect();
        api.turn(1);
        let again = keyed(&api, who, &key, path, body).await;
        assert_eq!((again.status, &again.body), (first.status, &first.body), "{path}");
        assert_eq!(again.header("content-type"), first.header("content-type"), "{path}");
        assert_eq!(api.records("house/significant").len(), significant, "{path}");
        let after: Vec<u64> = api.house.floor.tables().iter().map(|table| table.info().version).collect();
        assert!(path.ends_with("/tables") || stands == after, "{path}");
        let reused = keyed(&api, who, &key, other, body).await;
        assert_eq!(reused.refused(), (409, "key.reused".into()), "{path} and then {other}");
    }
    // What signs in answers a secret, which is not kept.
    let sign_in = json!({"name": "pat", "password": api::PASSWORD});
    let one = keyed(&api, &people.pat, "in", "/api/sign-in", &sign_in).await.ok().json();
    let two = keyed(&api, &people.pat, "in", "/api/sign-in", &sign_in).await.ok().json();
    assert_ne!(one["token"], two["token"]);
    let bad = keyed(&api, &people.pat, "a b", "/api/me/reality-check", &json!({"minutes": 30})).await;
    assert_eq!(bad.refused(), (400, "message.key".into()));
}

#[tokio::test]
async fn answers_are_remembered_for_a_day_over_restarts_and_bounded() {
    let folder = std::env::temp_dir().join(format!("houseway-answers-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let api = house(&folder, 0).await;
    let people = api.everybody().await;
    let days = json!({"days": 3});
    let path = "/api/me/exclusion";
    let first = keyed(&api, &people.pat, "go", path, &days).await.ok().body;
    // A thousand keys, and then no more; none is forgotten for it.
    let check = |minutes: u32| json!({"minutes": minutes});
    for number in 0..999 {
        keyed(&api, &people.pat, &format!("k{number}"), "/api/me/reality-check", &check(30)).await.ok();
    }
    let full = keyed(&api, &people.pat, "one-more", "/api/me/reality-check", &check(30)).await;
    assert_eq!(full.refused(), (429, "key.full".into()));
    keyed(&api, &people.quin, "one-more", "/api/me/reality-check", &check(30)).await.ok();
    assert_eq!(keyed(&api, &people.pat, "go", path, &days).await.ok().body, first);
    api.house.stop().await;
    drop(api);
    let api = house(&folder, 8 * 60 * MINUTE).await;
    let pat = api.sign_in("pat").await;
    assert_eq!(keyed(&api, &pat, "go", path, &days).await.ok().body, first, "after a restart too");
    api.turn(16 * 60 + 1);
    let pat = api.sign_in("pat").await;
    keyed(&api, &pat, "one-more", "/api/me/reality-check", &check(30)).await.ok();
    assert_ne!(keyed(&api, &pat, "go", path, &days).await.ok().body, first, "a day later it is another");
    api.house.stop().await;
    drop(api);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The database, behind the house's back.
fn back_door(folder: &api::Folder, sql: &str, given: &[&str]) -> usize {
    let db = rusqlite::Connection::open(folder.0.join("houseway.db")).unwrap();
    db.busy_timeout(std::time::Duration::from_secs(10)).unwrap();
    db.execute(sql, rusqlite::params_from_iter(given)).unwrap()
}

/// Until the house says that it is not ready, and why.
async fn ends(api: &Api) -> Value {
    for _ in 0..6000 {
        let reply = api.send("GET", "/readyz", &[], "").await;
        if reply.status == 503 {
            return reply.json()["reasons"][0]["code"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it is still ready");
}

/// Whoever writes to the database makes no answer out of a row: not at the cage, not at a table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_somebody_else_put_in_is_no_answer() {
    let put_in = "INSERT INTO keys SELECT stream, ?2, asked, sequence, at FROM keys WHERE key = ?1";
    for at_the_cage in [true, false] {
        let folder = api::Folder::new();
        let api = Api::in_folder(&folder, Moment::new(START), |_| ()).await;
        let people = api.everybody().await;
        let path = if at_the_cage { "/api/cage" } else { "/api/tables/wheel/commands" };
        let put = json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5});
        let deposit = json!({"player": people.pat.number, "what": "deposit", "amount": 70});
        let body = |key: &str| match at_the_cage {
            true => deposit.clone(),
            false => json!({"key": key, "command": put}),
        };
        let who = if at_the_cage { &people.sue1 } else { &people.pat };
        api.post(&people.dan.token, "/api/tables/wheel/dealer", json!({"takes": true})).await.ok();
        api.act(&people.dan.token, "wheel", json!({"do": "open-table"})).await.ok();
        let buy_in = json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 100});
        api.act(&people.dan.token, "wheel", buy_in).await.ok();
        keyed(&api, who, "one", path, &body("one")).await.ok();
        let stream = if at_the_cage { format!("player/{}", people.pat.number) } else { "table/wheel".into() };
        let before = api.records(&stream).len();
        let [one, two] = ["one", "two"].map(|key| format!("{}:{key}", who.number));
        assert_eq!(back_door(&folder, put_in, &[&one, &two]), 1);
        let said = keyed(&api, who, "two", path, &body("two")).await;
        assert_eq!(said.status, 503, "{said:?}");
        assert_eq!(ends(&api).await, "journal.strange");
        assert_eq!(api.records(&stream).len(), before, "and nothing was done");
        assert_eq!(keyed(&api, who, "three", path, &body("three")).await.status, 503, "nor is anything");
    }
}

/// A key that was taken out of the database is not a new one, at a table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_somebody_else_took_out_is_not_new() {
    let folder = api::Folder::new();
    let api = Api::in_folder(&folder, Moment::new(START), |_| ()).await;
    let people = api.everybody().await;
    let (dan, pat) = (people.dan.number, people.pat.number);
    api.post(&people.dan.token, "/api/tables/wheel/dealer", json!({"takes": true})).await.ok();
    api.act(&people.dan.token, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = json!({"do": "buy-in", "station": 1, "player": pat, "tender": "cash", "amount": 100});
    let body = json!({"key": "one", "command": buy_in});
    let path = "/api/tables/wheel/commands";
    api.post(&people.dan.token, path, body.clone()).await.ok();
    // More than a table has in memory.
    busy(&api, pat, 2100).await;
    let moment = api.finish().await;
    let api = Api::in_folder(&folder, moment, |_| ()).await;
    let records = |api: &Api| api.records("table/wheel").len();
    let before = records(&api);
    assert_eq!(back_door(&folder, "DELETE FROM keys WHERE key = ?1", &[&format!("{dan}:one")]), 1);
    let said = api.post(&api.sign_in("dan").await.token, path, body).await;
    assert_eq!(said.status, 503, "{said:?}");
    assert_eq!(ends(&api).await, "journal.strange");
    assert_eq!(records(&api), before, "and nothing was done twice");
}

/// An answer of the cage that was taken out of the database is missed: the house does not begin, and so does nothing
/// twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_somebody_else_took_out_is_missed() {
    let folder = api::Folder::new();
    let api = Api::in_folder(&folder, Moment::new(START), |_| ()).await;
    let people = api.everybody().await;
    let deposit = json!({"player": people.pat.number, "what": "deposit", "amount": 70});
    keyed(&api, &people.sue1, "one", "/api/cage", &deposit).await.ok();
    let answer = format!("{}:one", people.sue1.number);
    let moment = api.finish().await;
    let sql = "DELETE FROM shelf WHERE shelf = 'answer' AND name = ?1";
    assert_eq!(back_door(&folder, sql, &[&answer]), 1);
    let mut config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder.0.clone());
    config.terms = Terms { cost: Cost::LEAST, ..Terms::default() };
    let begun = Served::open_by(config, move |_| Clock::manual(moment)).await;
    let refused = begun.err().expect("it does not begin").to_string();
    assert!(refused.contains("shelf answer") && refused.contains("tells more"), "{refused}");
}

/// Whoever stands between may have taken the other one.
#[tokio::test]
async fn two_keys_are_refused() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let token = format!("Bearer {}", people.sue1.token);
    let deposit = json!({"player": people.pat.number, "what": "deposit", "amount": 7}).to_string();
    let keys = ["one", "two"].map(|key| ("idempotency-key", key));
    let headers = [("authorization", token.as_str()), keys[0], keys[1]];
    for path in ["/api/cage", "/api/tables/house/join", "/api/tables/practice/commands", "/api/me/exclusion"]
    {
        let reply = api.send("POST", path, &headers, &deposit).await;
        assert_eq!(reply.refused(), (400, "message.keys".into()), "{path}");
    }
    assert_eq!(api.holds(people.pat.number).await, 0);
    api.send("POST", "/api/cage", &headers[..2], &deposit).await.ok();
}
