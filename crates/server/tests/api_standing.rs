//! What holds only while somebody is in good standing: sockets, what waits for a second person, the reality
//! check; and what a station, a proxy or another person's key cannot do.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::{People, Somebody};
use api::socket::{Socket, TEXT};
use api::{Api, PASSWORD};
use serde_json::{Value, json};
use std::time::Duration;

/// The number of what waits, from a supervisor's adjustment of a player's account.
async fn asked(api: &Api, by: &Somebody, player: &Somebody) -> String {
    let up = json!({"player": player.number, "what": "adjust-up", "amount": 50, "why": "counted again"});
    let waits = api.post(&by.token, "/api/cage", up).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    let message = waits.json()["message"].as_str().unwrap().to_string();
    format!("/api/approvals/{}", message.split(' ').nth(1).unwrap())
}

async fn yes(api: &Api, by: &Somebody, path: &str) -> (u16, String) {
    api.yes(&by.token, path.rsplit('/').next().unwrap().parse().unwrap()).await.refused()
}

#[tokio::test]
async fn what_waits_for_a_second_person_is_void_in_time_and_with_the_first() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let People { root, pat, sue1, sue2, sam2, sue3, .. } = &people;
    let unknown = (404, "approval.unknown".to_string());
    let late = asked(&api, sue1, pat).await;
    api.clock.turn(4 * api::MINUTE + 59_999);
    let again = asked(&api, sue1, pat).await;
    api.clock.turn(1);
    assert_eq!(yes(&api, sue2, &late).await, unknown, "five minutes are over");
    assert_eq!(yes(&api, sue2, &again).await.0, 200);
    assert_eq!(yes(&api, sue2, &again).await, unknown, "once is all");
    assert_eq!(api.holds(pat.number).await, 50);
    let revoked = asked(&api, sue1, pat).await;
    let measure = json!({"measure": "revoke"});
    api.post(&root.token, "/api/people/Sue1/measure", measure).await.ok();
    assert_eq!(yes(&api, sue2, &revoked).await, unknown, "whoever used the session may not have been sue1");
    let demoted = asked(&api, sam2, pat).await;
    api.post(&root.token, "/api/people/sam2/role", json!({"role": "dealer"})).await.ok();
    assert_eq!(yes(&api, sue2, &demoted).await, unknown);
    let disabled = asked(&api, sue3, pat).await;
    // By the people themselves, past the office.
    let session = api.house.people.session(&root.token).unwrap();
    api.house.people.disable(&session, "sue3").await.unwrap();
    assert_eq!(yes(&api, sue2, &disabled).await, (422, "approval.first".into()));
    assert_eq!(yes(&api, sue2, &disabled).await, unknown, "and is gone");
    assert_eq!(api.holds(pat.number).await, 50, "none of them moved money");
    let events = api.records(floor::significant::STREAM);
    let asked = events.iter().filter(|event| event["code"] == "approval.asked" && event["place"] == "cage");
    assert_eq!(asked.count(), 5, "who asked is on record");
}

#[tokio::test]
async fn a_revoked_session_says_nothing_more() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let mut socket = api.station("practice", Some(&people.pat.token), &[]).await.unwrap();
    socket.hear().await;
    // The house has looked at the session just now, and looks again in seconds.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let revoke = json!({"measure": "revoke"});
    api.post(&people.root.token, "/api/people/pat/measure", revoke).await.ok();
    socket.say(&json!({"key": "j", "join": {"place": 3}})).await;
    assert!(socket.closes().await.starts_with("session.over"));
    assert_eq!(api.house.floor.table("practice").unwrap().info().players, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_dealer_is_heard_in_order() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deals("wheel", &people.dan).await;
    let mut socket = api.station("wheel", Some(&people.dan.token), &[]).await.unwrap();
    socket.hear().await;
    socket.say(&json!({"key": "open", "do": {"do": "open-table"}})).await;
    let mut keys = vec!["open".to_string()];
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 10});
    for round in 0..20 {
        let dismiss = json!({"do": "dismiss", "station": 1});
        let pay_out = json!({"do": "pay-out", "station": 1});
        for (name, command) in [("buy-in", buy_in.clone()), ("dismiss", dismiss), ("pay-out", pay_out)] {
            let key = format!("{name}{round}");
            socket.say(&json!({"key": key, "do": command})).await;
            keys.push(key);
        }
    }
    let (mut versions, mut codes) = (Vec::new(), Vec::new());
    while versions.len() + codes.len() < keys.len() {
        for answer in socket.answers().await {
            match answer["version"].as_u64() {
                Some(version) => versions.push((answer["key"].as_str().unwrap().to_string(), version)),
                None => codes.push(answer),
            }
        }
    }
    assert!(codes.is_empty(), "each was possible after the one before: {codes:?}");
    versions.sort_by_key(|(_, version)| *version);
    assert_eq!(versions.into_iter().map(|(key, _)| key).collect::<Vec<_>>(), keys);
}

#[tokio::test]
async fn practice_chips_are_bounded_on_a_socket_too() {
    let api = Api::new().await;
    let guest = api.guest().await;
    let mut socket = api.station("practice", Some(&guest.token), &[]).await.unwrap();
    socket.say(&json!({"key": "j", "join": {"place": 3}})).await;
    assert!(socket.answer("j").await["version"].is_u64());
    for amount in [-5, 0, 10_001, i64::MAX] {
        let message = json!({"key": "t", "top-up": amount});
        assert_eq!(socket.refused("t", &message).await, "purse.amount", "{amount}");
        let reply = api.post(&guest.token, "/api/tables/practice/top-up", json!({"amount": amount})).await;
        assert_eq!(reply.code(), "purse.amount", "{amount}");
    }
    socket.say(&json!({"key": "ok", "top-up": 10_000})).await;
    assert!(socket.answer("ok").await["version"].is_u64());
}

#[tokio::test]
async fn a_station_that_takes_nothing_is_given_up() {
    let api = Api::with(|config| config.patience = Duration::from_millis(500)).await;
    let guest = api.guest().await;
    let mut socket = api.station("practice", Some(&guest.token), &[]).await.unwrap();
    // Refusals name what they refuse, as far as they say it again: more is to be taken back than was sent.
    let long = format!("{{\"key\":\"a\",\"{}\":1}}", "x".repeat(100));
    let talk = async {
        loop {
            socket.frame(TEXT, long.as_bytes()).await;
            tokio::task::yield_now().await;
        }
    };
    let table = api.house.floor.table("practice").unwrap();
    let gone = async {
        while table.info().watching > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        () = talk => unreachable!(),
        () = gone => {}
        () = tokio::time::sleep(Duration::from_secs(120)) => panic!("the station is still there"),
    }
}

async fn told(socket: &mut Socket) -> i64 {
    loop {
        let message = socket.hear().await;
        if message["type"] == "reality" {
            return message["minutes"].as_i64().unwrap();
        }
    }
}

/// Whether a station hears of it before an answer.
async fn is_told(socket: &mut Socket) -> bool {
    tokio::time::sleep(Duration::from_millis(100)).await;
    socket.say(&json!({"key": "l", "leave": true})).await;
    loop {
        let message = socket.hear().await;
        if message["type"] == "reality" {
            return true;
        }
        let answers = message["answers"].as_array().cloned().unwrap_or_default();
        if answers.iter().any(|answer| answer["key"] == "l") {
            return false;
        }
    }
}

#[tokio::test]
async fn a_reality_check_that_is_due_comes_again_until_it_is_seen() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let pat = &people.pat.token;
    let allowance = api.post(pat, "/api/me/reality-check", json!({"minutes": 15})).await.ok().json();
    assert!(allowance.to_string().contains("15"), "{allowance}");
    let mut first = api.station("practice", Some(pat), &[]).await.unwrap();
    assert!(!is_told(&mut first).await);
    api.turn(14);
    drop(first);
    let mut second = api.station("practice", Some(pat), &[]).await.unwrap();
    assert!(!is_told(&mut second).await, "not due yet");
    api.turn(1);
    assert_eq!(told(&mut second).await, 15, "another socket does not begin anew");
    drop(second);
    let mut third = api.station("house", Some(pat), &[]).await.unwrap();
    assert_eq!(told(&mut third).await, 15, "nobody said that it was seen");
    assert_eq!(api.post(pat, "/api/me/reality-check/seen", Value::Null).await.status, 204);
    let mut fourth = api.station("practice", Some(pat), &[]).await.unwrap();
    assert!(!is_told(&mut fourth).await, "seen");
    api.turn(15);
    assert_eq!(told(&mut fourth).await, 30);
}

#[tokio::test]
async fn what_a_proxy_says_is_not_believed() {
    let api = Api::with(|config| config.sign_ins = 1).await;
    let body = json!({"name": "root", "password": PASSWORD}).to_string();
    let mut codes = Vec::new();
    for number in 0..5 {
        let from = format!("203.0.113.{number}");
        let headers = [("x-forwarded-for", from.as_str()), ("forwarded", "for=198.51.100.7")];
        codes.push(api.send("POST", "/api/sign-in", &headers, &body).await.code());
    }
    assert!(codes.contains(&"rate.much".to_string()), "{codes:?}");
    let failed = api.records(floor::significant::STREAM);
    let failed = failed.iter().find(|event| event["code"] == "sign-in.failed").unwrap();
    assert!(failed["place"].as_str().unwrap().starts_with("127.0.0.1 "), "{failed}");
    // Nor is what comes by one from this machine.
    let by = |name: &'static str| [(name, "203.0.113.9")];
    assert_eq!(api.send("GET", "/metrics", &by("x-forwarded-for"), "").await.status, 403);
    assert_eq!(api.send("GET", "/metrics", &by("forwarded"), "").await.status, 403);
    assert_eq!(api.send("GET", "/metrics", &[], "").await.status, 200);
}

#[tokio::test]
async fn keys_of_different_people_never_meet() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let path = "/api/tables/practice/commands";
    let body = |key: &str, area: u8| json!({"key": key, "command": {"do": "sit", "area": area}});
    for (player, place) in [(&people.guest, 3), (&people.pat, 4)] {
        api.post(&player.token, "/api/tables/practice/join", json!({"place": place})).await.ok();
    }
    // Whatever one sends under a key, another who sends the same, or spells out its owner, learns nothing.
    let pat = people.pat.number;
    for key in ["k".to_string(), format!("{pat}:k"), ":k".to_string()] {
        let one = api.post(&people.pat.token, path, body(&key, 5)).await;
        let other = api.post(&people.guest.token, path, body(&key, 6)).await;
        assert_ne!(other.code(), "key.reused", "{key}: {one:?} {other:?}");
        let same = api.post(&people.guest.token, path, body(&key, 5)).await;
        assert!(same.status == 422 || same.status == 409, "never pat's answer: {same:?}");
    }
}
