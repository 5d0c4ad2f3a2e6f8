//! Bounds: how much somebody may say, what may be in it, and for whom the house answers.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, Reply};
use floor::Purses;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

const PING: u8 = 9;
const PONG: u8 = 10;

#[tokio::test]
async fn pings_count_as_messages() {
    let api = Api::with(|config| config.rate = 20).await;
    for kind in [PING, PONG] {
        let mut socket = api.station("practice", None, &[]).await.unwrap();
        for _ in 0..2_000 {
            socket.frame(kind, b"are you there").await;
        }
        // Whoever sends on may not hear why.
        let why = socket.closes().await;
        assert!(why.starts_with("rate.much") || why == "gone", "{why}");
    }
}

/// Empty pieces of a message are no messages; a message that never ends is ended, also for who answers pings.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_in_pieces_without_end_is_ended_and_read_slowly() {
    let api = Api::new().await;
    let mut socket = api.station("practice", None, &[]).await.unwrap();
    socket.bytes(&[1, 0x80, 1, 2, 3, 4]).await;
    let piece = [0, 0x80, 1, 2, 3, 4];
    let pieces = piece.repeat(10_000);
    let begun = std::time::Instant::now();
    let mut sent = 0_u64;
    // Until nothing more fits in between.
    while tokio::time::timeout(Duration::from_secs(2), socket.bytes(&pieces)).await.is_ok() {
        sent += pieces.len() as u64;
        assert!(begun.elapsed() < Duration::from_secs(20), "{sent} bytes were taken");
    }
    let why = socket.closes().await;
    assert!(why.starts_with("message.slow") || why == "gone", "{why}");
    // What the system takes in between is not read by the house.
    assert!(sent < 24 << 20, "{sent} bytes were taken in {:?}", begun.elapsed());
}

/// Nobody brings more than one amount can be, and the refusal says how much is left.
#[tokio::test]
async fn a_purse_takes_no_more_than_an_amount_can_be() {
    const MOST: i64 = 1_000_000_000_000;
    let api = Api::new().await;
    let people = api.everybody().await;
    for _ in 0..2 {
        api.deposit(&people, &people.pat, MOST).await;
    }
    let pat = &people.pat.token;
    api.post(pat, "/api/tables/house/join", json!({"place": 2, "amount": MOST - 100})).await.ok();
    let more = api.post(pat, "/api/tables/house/top-up", json!({"amount": 200})).await;
    assert_eq!(more.code(), "money.out_of_bounds");
    assert!(more.body.contains("buy-in 200 is not 1 to 100"), "{}", more.body);
    api.post(pat, "/api/tables/house/top-up", json!({"amount": 100})).await.ok();
    let chips = api.get(pat, "/api/tables/house").await.ok().json()["view"]["mine"]["chips"].clone();
    assert_eq!((chips, api.holds(people.pat.number).await), (json!(MOST), MOST));
}

/// Asks again and again, on one connection, and takes nothing of what comes back.
async fn takes_nothing(api: &Api, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(api.address).await.unwrap();
    let text = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n\r\n", api.address);
    let (mut asked, request) = (0, text.as_bytes());
    // Until nothing more fits in between.
    while asked < 20_000 {
        let sent = tokio::time::timeout(Duration::from_millis(500), stream.write_all(request)).await;
        match sent {
            Ok(Ok(())) => asked += 1,
            _ => break,
        }
    }
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_takes_nothing_is_dropped() {
    let api = Api::with(|config| {
        config.connections = 1;
        config.patience = Duration::from_millis(700);
    })
    .await;
    for path in ["/api/docs/openapi.json", "/"] {
        let rude = takes_nothing(&api, path).await;
        let request = format!("GET /healthz HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", api.address);
        let mut served = false;
        for _ in 0..3_000 {
            served = api.raw(request.as_bytes()).await.is_some();
            if served {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(served, "{path}: whoever takes nothing keeps the only place");
        drop(rude);
    }
}

/// Whoever watches without an account leaves places for those who have one, and a full house says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_whom_nobody_knows_do_not_take_every_place() {
    let api = Api::with(|config| config.connections = 64).await;
    let people = api.everybody().await;
    let mut watching = Vec::new();
    let refused = loop {
        match api.station("practice", None, &[]).await {
            Ok(socket) => watching.push(socket),
            Err(reply) => break reply,
        }
    };
    assert_eq!((watching.len(), refused.refused()), (48, (503, "house.full".into())));
    assert_eq!(
        api.station("practice", Some(&people.guest.token), &[]).await.err().unwrap().code(),
        "house.full"
    );
    let mut held = Vec::new();
    for _ in 0..15 {
        held.push(api.station("practice", Some(&people.pat.token), &[]).await.unwrap());
    }
    let warned = async || {
        let ready = api.send("GET", "/readyz", &[], "").await.ok().json();
        ready["warnings"].as_array().unwrap().iter().any(|one| one["code"] == "connections.full")
    };
    held.push(api.station("practice", Some(&people.pat.token), &[]).await.unwrap());
    // This machine still has a few.
    let mut own = Vec::new();
    for _ in 0..6 {
        own.push(api.station("practice", Some(&people.pat.token), &[]).await.unwrap());
    }
    assert!(warned().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_does_at_tables_is_rated() {
    let api = Api::with(|config| config.guest_rate = 1).await;
    let people = api.everybody().await;
    let guest = &people.guest;
    let mut replies = Vec::new();
    for _ in 0..200 {
        let reply = api.post(&guest.token, "/api/tables/practice/leave", json!({})).await;
        replies.push(reply.refused());
        if reply.status == 429 {
            break;
        }
    }
    assert_eq!(replies.last().unwrap(), &(429, "rate.much".into()), "{replies:?}");
    // On another connection they are the same person.
    let mut socket = api.station("practice", Some(&guest.token), &[]).await.unwrap();
    let mut refused = String::new();
    for number in 0..200 {
        let key = format!("s{number}");
        refused = socket.refused(&key, &json!({"key": key, "leave": true})).await;
        if refused == "rate.much" {
            break;
        }
    }
    assert_eq!(refused, "rate.much");
    for _ in 0..20 {
        let reply = api.post(&people.pat.token, "/api/tables/practice/leave", json!({})).await;
        assert_eq!(reply.refused(), (422, "leave.already".into()), "those with an account are not rated so");
    }
}

#[tokio::test]
async fn fields_that_nobody_knows_are_refused() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let rr = server::roulette("rr", "RR", Purses::Practice, true).unwrap();
    api.open(rr).await;
    let stake = json!({"amount": 25, "with": "chips"});
    let more = json!({"amount": 25, "with": "chips", "more": 1});
    for (table, command) in [
        ("practice", json!({"do": "leave", "area": 1})),
        ("practice", json!({"do": "leave", "why": null})),
        ("practice", json!({"do": "sit", "area": 2, "why": 1})),
        ("practice", json!({"do": "place", "area": 2, "kind": "regular", "stake": stake, "bonus": 5})),
        ("practice", json!({"do": "place", "area": 2, "kind": "regular", "stake": more})),
        ("rr", json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5, "more": true})),
        ("rr", json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5, "leave": {"station": 1}})),
        ("rr", json!({"put": {"station": 1, "place": {"on": 7}, "amount": 5}})),
        ("rr", json!({"do": "spin", "pocket": 7})),
        ("rr", json!({"do": "leave", "station": 1, "player": 7})),
    ] {
        let reply = api.act(&people.guest.token, table, command.clone()).await;
        assert_eq!(reply.refused(), (400, "message.command".into()), "{command}: {reply:?}");
    }
    let person = json!({"name": "new", "password": "correct horse", "role": "player", "rank": 3});
    let table = json!({"id": "t", "name": "T", "book": "star-2016", "money": "practice", "house_deals": true, "dogs": 9});
    let cage = json!({"player": people.pat.number, "what": "deposit", "amount": 5, "second": "sue2"});
    let (root, sue, pat) = (&people.root.token, &people.sue1.token, &people.pat.token);
    for (token, path, body) in [
        (root, "/api/people", person),
        (root, "/api/people/dan/role", json!({"role": "dealer", "by": 1})),
        (root, "/api/people/dan/measure", json!({"measure": "unlock", "until": 1})),
        (root, "/api/people/dan/password", json!({"new": "another password", "keep": true})),
        (root, "/api/tables", table),
        (sue, "/api/cage", cage),
        (sue, "/api/approvals/1", json!({"approve": true, "for": "pat"})),
        (pat, "/api/me/password", json!({"old": "a", "new": "b", "name": "dan"})),
        (pat, "/api/me/protection", json!({"day": 1, "week": 1, "month": 1, "year": 1})),
        (pat, "/api/me/exclusion", json!({"days": 1, "hours": 1})),
        (pat, "/api/me/reality-check", json!({"minutes": 15, "seconds": 1})),
        (pat, "/api/tables/practice/join", json!({"place": 1, "amount": 5, "player": 7})),
        (pat, "/api/tables/practice/top-up", json!({"amount": 5, "player": 7})),
        (pat, "/api/tables/practice/chance", json!({"bytes": "c0", "turn": 7})),
        (pat, "/api/tables/practice/commands", json!({"key": "k", "command": {"do": "leave"}, "as": 7})),
        (pat, "/api/tables/practice/leave", json!({"player": 7})),
        (pat, "/api/me/reality-check/seen", json!({"until": 7})),
        (pat, "/api/sign-out", json!({"everywhere": true})),
    ] {
        let reply = api.post(token, path, body).await;
        assert_eq!(reply.refused(), (400, "message.form".into()), "{path}: {reply:?}");
    }
    for (path, body) in [
        ("/api/sign-in", json!({"name": "a", "password": "b", "role": "administrator"})),
        ("/api/set-up", json!({"code": "a", "name": "b", "password": "c", "role": "administrator"})),
        ("/api/guest", json!({"number": 7})),
    ] {
        let reply = api.ask("POST", path, None, &body.to_string()).await;
        assert_eq!(reply.refused(), (400, "message.form".into()), "{path}: {reply:?}");
    }
}

async fn by_host(api: &Api, target: &str, hosts: &[&str]) -> Reply {
    let hosts: String = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
    let text = format!("GET {target} HTTP/1.1\r\n{hosts}connection: close\r\n\r\n");
    api.raw(text.as_bytes()).await.unwrap()
}

#[tokio::test]
async fn the_house_answers_to_its_own_names_only() {
    let api = Api::with(|config| {
        config.host_names = vec!["Tables.Example".into()];
        config.origins = vec!["https://play.example:8443".into()];
    })
    .await;
    let port = api.address.port();
    for host in [
        format!("127.0.0.1:{port}"),
        "127.0.0.1".into(),
        format!("localhost:{port}"),
        "LOCALHOST".into(),
        format!("[::1]:{port}"),
        "tables.example".into(),
        format!("tables.example.:{port}"),
        "play.example".into(),
    ] {
        for path in ["/healthz", "/api/tables", "/"] {
            assert_eq!(by_host(&api, path, &[&host]).await.status, 200, "{host} {path}");
        }
    }
    let unknown = (421, "host.unknown".to_string());
    for host in ["evil.example", "tables.example.evil", "192.0.2.1", "localhost.evil", "", "[::2]", "::1]"] {
        assert_eq!(by_host(&api, "/api/tables", &[host]).await.refused(), unknown, "{host}");
        assert_eq!(by_host(&api, "/", &[host]).await.status, 421, "{host}");
    }
    let twice = (400, "message.host".to_string());
    assert_eq!(by_host(&api, "/api/tables", &["localhost", "localhost"]).await.refused(), twice);
    assert_eq!(by_host(&api, "/api/tables", &["localhost", "evil.example"]).await.refused(), twice);
    assert_eq!(by_host(&api, "/api/tables", &[]).await.refused(), twice);
    assert_eq!(by_host(&api, "http://evil.example/api/tables", &["localhost"]).await.refused(), unknown);
    assert_eq!(by_host(&api, "http://localhost/api/tables", &["localhost"]).await.status, 200);
    let refused = api.station("practice", None, &[("host", "evil.example")]).await.err().unwrap();
    assert_eq!(refused.refused(), twice);
    let value: Value = by_host(&api, "/api/tables", &["evil.example"]).await.json();
    assert!(value["message"].as_str().unwrap().contains("evil.example"), "{value}");
}

/// A proxy's one connection may be many people's; a station is one client's, whom the proxy names.
#[tokio::test]
async fn a_client_behind_a_proxy_has_so_many_stations() {
    let api = Api::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.connections_each = 3;
    })
    .await;
    let watches = async |address: &str| api.station("practice", None, &[("x-forwarded-for", address)]).await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(watches("203.0.113.7").await.unwrap());
    }
    assert_eq!(watches("203.0.113.7").await.err().unwrap().refused(), (429, "station.many".into()));
    let _other = watches("203.0.113.8").await.unwrap();
    // This machine itself is not counted.
    for _ in 0..5 {
        open.push(api.station("practice", None, &[]).await.unwrap());
    }
    open.clear();
    for tries in 0.. {
        if watches("203.0.113.7").await.is_ok() {
            break;
        }
        assert!(tries < 600, "a station that is gone counts on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Whoever is signed in has so many stations, from however many addresses.
#[tokio::test]
async fn a_person_has_so_many_stations() {
    let api = Api::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.stations_each = 16;
    })
    .await;
    let (guest, other) = (api.guest().await, api.guest().await);
    let mut open = Vec::new();
    for line in 0..16 {
        let from = format!("203.0.113.{line}");
        let headers = [("x-forwarded-for", from.as_str())];
        open.push(api.station("practice", Some(&guest.token), &headers).await.unwrap());
    }
    let refused = api.station("practice", Some(&guest.token), &[]).await.err().unwrap();
    assert_eq!(refused.refused(), (429, "station.many".into()));
    api.station("practice", Some(&other.token), &[]).await.unwrap();
}
