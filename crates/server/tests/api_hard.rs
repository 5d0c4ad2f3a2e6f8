//! What is malformed, oversized, out of order, replayed, forged, foreign or too much is refused with a code.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::socket::{BINARY, CLOSE, Socket, TEXT};
use api::{Api, PASSWORD, Reply};
use axum::body::Body;
use axum::extract::ConnectInfo;
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tower::ServiceExt;

fn refused(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.refused(), (status, code.to_string()), "{reply:?}");
    assert_eq!(reply.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn bodies_that_do_not_fit_are_refused_with_a_code() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let path = "/api/tables/practice/commands";
    for body in [
        "",
        "{",
        "null",
        "[]",
        "\"x\"",
        "{\"key\":\"a\"}",
        "{\"key\":\"a\",\"command\":{},\"more\":1}",
        "{\"key\":7,\"command\":{}}",
        "{\"key\":\"a\",\"key\":\"b\",\"command\":{}}",
        "{\"key\":\"a\",\"command\":{}} trailing",
        "\u{feff}{\"key\":\"a\",\"command\":{}}",
        &"[".repeat(60_000),
    ] {
        refused(&api.ask("POST", path, Some(&people.pat.token), body).await, 400, "message.form");
    }
    for command in [
        "{}",
        "null",
        "7",
        "\"leave\"",
        "{\"do\":\"nothing\"}",
        "{\"do\":\"sit\"}",
        "{\"do\":\"sit\",\"area\":-1}",
        "{\"do\":\"sit\",\"area\":256}",
        "{\"do\":\"sit\",\"area\":1e99}",
        "{\"do\":\"sit\",\"area\":99999999999999999999999999}",
        "{\"do\":\"sit\",\"area\":\"3\"}",
        "{\"do\":\"join-bank\",\"stake\":-1}",
        "{\"do\":\"join-bank\",\"stake\":9223372036854775807}",
        "{\"do\":\"set-hand\",\"area\":3,\"two\":[\"6-6\"]}",
    ] {
        let body = format!("{{\"key\":\"a\",\"command\":{command}}}");
        refused(&api.ask("POST", path, Some(&people.pat.token), &body).await, 400, "message.command");
    }
    for key in ["", " ", "a b", "ä", "a\u{0}", &"k".repeat(65)] {
        let body = json!({"key": key, "command": {"do": "leave"}}).to_string();
        refused(&api.ask("POST", path, Some(&people.pat.token), &body).await, 400, "message.key");
    }
    let long = json!({"key": "a", "command": {"do": "x".repeat(1 << 20)}}).to_string();
    let reply = api.ask("POST", path, Some(&people.pat.token), &long).await;
    refused(&reply, 413, "message.size");
    for (path, body, code) in [
        ("/api/tables/practice/join", "{\"place\":300}", "message.form"),
        ("/api/tables/practice/join", "{\"place\":3,\"amount\":0}", "purse.amount"),
        ("/api/tables/practice/join", "{\"place\":3,\"amount\":-7}", "purse.amount"),
        ("/api/tables/practice/join", "{\"place\":3,\"amount\":9223372036854775807}", "purse.amount"),
        ("/api/tables/practice/top-up", "{\"amount\":1.5}", "message.form"),
        ("/api/tables/practice/chance", "{\"bytes\":\"0\"}", "message.chance"),
        ("/api/tables/practice/chance", "{\"bytes\":\"\"}", "chance.size"),
        ("/api/me/exclusion", "{\"days\":4294967296}", "message.form"),
        ("/api/me/protection", "{\"day\":-1}", "message.amount"),
    ] {
        let reply = api.ask("POST", path, Some(&people.pat.token), body).await;
        assert_eq!(reply.code(), code, "{path} {body}: {reply:?}");
    }
}

#[tokio::test]
async fn a_key_does_a_thing_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, path) = (&people.dan.token, "/api/tables/desk/commands");
    api.deals("desk", &people.dan).await;
    api.deals("wheel", &people.dan).await;
    let body = json!({"key": "once", "command": {"do": "lay-out-tiles", "found": "whole"}});
    let first = api.post(dan, path, body.clone()).await.ok().json();
    let again = api.post(dan, path, body).await.ok().json();
    assert_eq!(first, again, "the first answer again");
    let other = json!({"key": "once", "command": {"do": "open-table"}});
    refused(&api.post(dan, path, other.clone()).await, 409, "key.reused");
    // Somebody else's key of the same name is another key.
    let theirs = api.post(&people.sue1.token, path, other).await;
    assert_ne!(theirs.code(), "key.reused", "{theirs:?}");
    let wheel = "/api/tables/wheel/commands";
    let open = json!({"key": "once", "command": {"do": "open-table"}});
    api.post(dan, wheel, open.clone()).await.ok();
    api.post(dan, wheel, open).await.ok();
    // Out of order: what belongs to another phase is refused, and changes nothing.
    let version = api.house.floor.table("desk").unwrap().info().version;
    for early in ["deal", "pay", "finish-round", "shake", "show-bank"] {
        let reply = api.act(dan, "desk", json!({"do": early})).await;
        assert_eq!(reply.status, 422, "{reply:?}");
    }
    assert_eq!(api.house.floor.table("desk").unwrap().info().version, version);
}

#[tokio::test]
async fn nobody_acts_for_another() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    for (player, station) in [(&people.pat, 1), (&people.quin, 2)] {
        let buy_in = json!({"do": "buy-in", "station": station, "player": player.number, "tender": "cash", "amount": 100});
        api.act(dan, "wheel", buy_in).await.ok();
    }
    let version = api.house.floor.table("wheel").unwrap().info().version;
    for command in [
        json!({"do": "clear", "station": 2}),
        json!({"do": "leave", "station": 2}),
        json!({"do": "pay-out", "station": 2}),
    ] {
        let reply = api.act(&people.pat.token, "wheel", command.clone()).await;
        assert_eq!(reply.status, 422, "{command}: {reply:?}");
    }
    let buy_in = json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 100_000});
    let own = api.act(&people.pat.token, "wheel", buy_in).await;
    assert!(own.code().starts_with("person."), "{own:?}");
    let own = api.act(&people.pat.token, "wheel", json!({"do": "enter", "pocket": 7})).await;
    assert!(own.code().starts_with("person."), "{own:?}");
    assert_eq!(api.house.floor.table("wheel").unwrap().info().version, version);
    api.deposit(&people, &people.pat, 1000).await;
    api.deposit(&people, &people.quin, 1000).await;
    api.open_desk(&people, &[(&people.pat, 3, 500), (&people.quin, 5, 500)]).await;
    for command in [
        json!({"do": "buy-in", "player": people.pat.number, "stake": {"amount": 100, "with": "chips"}}),
        json!({"do": "free-seat", "player": people.quin.number}),
        json!({"do": "void-wagers", "player": people.quin.number}),
        json!({"do": "bar-player", "player": people.quin.number}),
        json!({"do": "refuse-wager", "player": people.quin.number, "area": 5, "kind": "regular"}),
    ] {
        let reply = api.act(&people.pat.token, "desk", command.clone()).await;
        assert!(reply.code().starts_with("person."), "{command}: {reply:?}");
    }
    let theirs = json!({"player": people.pat.number, "what": "deposit", "amount": 5});
    refused(&api.post(&people.pat.token, "/api/cage", theirs).await, 403, "role.supervisor");
    let rounds = format!("/api/rounds?player={}", people.quin.number);
    refused(&api.get(&people.pat.token, &rounds).await, 403, "role.own");
}

#[tokio::test]
async fn cookies_need_the_second_token_and_this_site() {
    let api = Api::new().await;
    let guest = api.guest().await;
    let cookie = format!("houseway={}", guest.token);
    let own = format!("http://{}", api.address);
    let path = "/api/tables/practice/leave";
    let by = async |headers: &[(&str, &str)]| api.send("POST", path, headers, "").await;
    refused(&by(&[("cookie", &cookie)]).await, 403, "csrf.missing");
    refused(&by(&[("cookie", &cookie), ("x-houseway-csrf", "forged")]).await, 403, "csrf.missing");
    refused(&by(&[("cookie", &cookie), ("x-houseway-csrf", &guest.token)]).await, 403, "csrf.missing");
    let whole = [("cookie", cookie.as_str()), ("x-houseway-csrf", guest.csrf.as_str())];
    // It is heard, though nobody is there to leave.
    refused(&by(&whole).await, 422, "leave.already");
    refused(&by(&[whole[0], whole[1], ("origin", &own)]).await, 422, "leave.already");
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1", "http://127.0.0.1:1"]
    {
        refused(&by(&[whole[0], whole[1], ("origin", origin)]).await, 403, "origin.foreign");
        let socket = api.station("practice", Some(&guest.token), &[("origin", origin)]).await;
        refused(&socket.err().unwrap(), 403, "origin.foreign");
        assert_eq!(
            api.send("GET", "/api/tables", &[("origin", origin)], "").await.status,
            200,
            "reading is open"
        );
    }
    assert!(api.station("practice", Some(&guest.token), &[("origin", &own)]).await.is_ok());
    for forged in ["", "x", &"0".repeat(64), &"f".repeat(65), &guest.csrf, "../../etc/passwd", "a'--"] {
        let forged = format!("houseway={forged}");
        let headers = [("cookie", forged.as_str()), ("x-houseway-csrf", guest.csrf.as_str())];
        refused(&api.send("GET", "/api/me", &headers, "").await, 401, "sign-in.wanted");
        let bearer = forged.replace("houseway=", "Bearer ");
        let code = api.send("GET", "/api/me", &[("authorization", &bearer)], "").await.code();
        assert!(["session.over", "sign-in.wanted"].contains(&code.as_str()), "{bearer:?}: {code}");
    }
    let made = api.send("POST", "/api/guest", &[], "").await;
    let set = made.header("set-cookie").unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(set.contains(part), "{set}");
    }
    // A token in the address is nobody's: addresses are written down everywhere.
    let in_url = api.send("GET", &format!("/api/me?token={}", guest.token), &[], "").await;
    refused(&in_url, 401, "sign-in.wanted");
}

#[tokio::test]
async fn odd_paths_and_heads_lead_nowhere() {
    let api = Api::with(|config| config.patience = Duration::from_secs(2)).await;
    let token = api.guest().await.token;
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/tables/..%2f..%2fx",
        "/api/tables/%00",
        "/api/tables/practice%2flive",
        "/api/tables//live",
        "/api/tables/PRACTICE",
        "/api//me",
        "/page.js/",
        "/.git/config",
        "/api/rounds/1",
        "/api/tables/'%20or%201=1--",
        &format!("/api/tables/{}", "x".repeat(5000)),
    ] {
        let reply = api.get(&token, path).await;
        assert!(matches!(reply.status, 400 | 404), "{path}: {reply:?}");
        assert!(!reply.code().is_empty(), "{path}: {reply:?}");
    }
    refused(&api.get(&token, "/api/tables/%ff%fe").await, 400, "message.path");
    refused(&api.get(&token, "/api/tables/practice/rounds/x").await, 400, "message.path");
    refused(&api.get(&token, "/api/tables/practice/rounds/99999999999").await, 400, "message.path");
    refused(&api.get(&token, "/api/rounds?table=practice&limit=-1").await, 400, "message.query");
    refused(&api.get(&token, "/api/rounds?table=practice&more=1").await, 400, "message.query");
    refused(&api.get(&token, "/api/rounds?table=practice&table=desk").await, 400, "message.query");
    refused(&api.get(&token, "/api/tables/practice/live?seen=x").await, 400, "message.query");
    refused(&api.get(&token, "/api/tables/practice/live").await, 426, "message.upgrade");
    assert_eq!(api.ask("DELETE", "/api/tables", Some(&token), "").await.status, 405);
    assert_eq!(api.ask("PUT", "/api/me", Some(&token), "").await.status, 405);
    assert_eq!(api.ask("TRACE", "/api/me", Some(&token), "").await.status, 405);
    let many: Vec<String> = (0..200).map(|number| format!("x-{number}")).collect();
    let bomb: Vec<(&str, &str)> = many.iter().map(|name| (name.as_str(), "y")).collect();
    assert_eq!(api.send("GET", "/api/tables", &bomb, "").await.status, 431);
    let long = "y".repeat(100_000);
    assert_eq!(api.send("GET", "/api/tables", &[("x-long", &long)], "").await.status, 431);
    for rude in [
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: localhost\r\nx y: z\r\n\r\n",
        "POST /api/guest HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        "POST /api/guest HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        if let Some(reply) = api.raw(rude.as_bytes()).await {
            assert!((400..500).contains(&reply.status), "{rude:?}: {reply:?}");
        }
    }
    // Whatever was said, the house is there.
    assert_eq!(api.get(&token, "/healthz").await.status, 200);
}

#[tokio::test]
async fn every_answer_has_its_headers() {
    let api = Api::with(|config| config.rate = 20).await;
    let token = api.guest().await.token;
    let mut ids = std::collections::HashSet::new();
    let mut replies = vec![
        api.get(&token, "/").await,
        api.get(&token, "/page.js").await,
        api.get(&token, "/api/docs").await,
        api.get(&token, "/api/docs/openapi.json").await,
        api.get(&token, "/api/me").await,
        api.get("nobody", "/api/me").await,
        api.get(&token, "/nowhere").await,
        api.ask("DELETE", "/api/me", None, "").await,
        api.ask("POST", "/api/sign-in", None, &"x".repeat(100_000)).await,
        api.get(&token, "/metrics").await,
        api.get(&token, "/healthz").await,
    ];
    let many = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(300);
    let many = many + "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let many = api.raw(many.as_bytes()).await.expect("an answer to each");
    assert!(
        many.body.contains("HTTP/1.1 429") && many.body.contains("rate.much"),
        "300 at once are too many"
    );
    let last = many.body.rsplit_once("HTTP/1.1 ").unwrap().1;
    replies.push(Reply::parse(format!("HTTP/1.1 {last}").as_bytes()).unwrap());
    refused(replies.last().unwrap(), 429, "rate.much");
    for reply in replies {
        let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{reply:?}"));
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("x-frame-options"), Some("DENY"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert!(reply.header("cache-control").is_some());
        assert!(reply.header("server").is_none());
        assert!(ids.insert(reply.header("x-request-id").unwrap().to_string()), "an id of its own");
    }
    for page in ["../page/index.html", "../page/docs.html"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(page);
        let text = std::fs::read_to_string(path).unwrap();
        for inline in ["<style", " style=", " onclick=", " onload=", "javascript:", "<script>"] {
            assert!(!text.contains(inline), "{page} has {inline}");
        }
    }
}

#[tokio::test]
async fn a_socket_refuses_what_does_not_fit() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let mut socket = api.station("practice", Some(&people.guest.token), &[]).await.unwrap();
    assert!(socket.hear().await["version"].is_u64());
    for (text, code) in [
        ("", "message.form"),
        ("{", "message.form"),
        ("[]", "message.form"),
        ("{\"leave\":true}", "message.form"),
        ("{\"key\":\"\"}", "message.key"),
        ("{\"key\":\"a\"}", "message.form"),
        ("{\"key\":\"a\",\"leave\":false}", "message.form"),
        ("{\"key\":\"a\",\"leave\":true,\"top-up\":5}", "message.form"),
        ("{\"key\":\"a\",\"leave\":true,\"more\":5}", "message.form"),
        ("{\"key\":\"a b\",\"leave\":true}", "message.key"),
        ("{\"key\":\"a\",\"top-up\":1e400}", "message.form"),
        ("{\"key\":\"a\",\"top-up\":9223372036854775808}", "message.form"),
        ("{\"key\":\"a\",\"chance\":\"xyz\"}", "message.chance"),
        ("{\"key\":\"a\",\"join\":{\"place\":3,\"player\":7}}", "message.form"),
    ] {
        socket.frame(TEXT, text.as_bytes()).await;
        let answer = socket.answer("").await;
        assert_eq!(answer["refused"]["code"], code, "{text}: {answer}");
    }
    for (message, code) in [
        (json!({"key": "b", "do": {"do": "nothing"}}), "message.command"),
        (json!({"key": "b", "do": 7}), "message.command"),
        (json!({"key": "b", "top-up": -5}), "purse.amount"),
        (json!({"key": "b", "join": {"place": 3, "amount": 10_000_000}}), "purse.amount"),
        (json!({"key": "b", "join": {"place": 200}}), "place.taken"),
        (json!({"key": "b", "do": {"do": "open-table"}}), "person.not_dealer"),
    ] {
        assert_eq!(socket.refused("b", &message).await, code, "{message}");
    }
    socket.say(&json!({"key": "j", "join": {"place": 3}})).await;
    assert!(socket.answer("j").await["version"].is_u64());
    let nobody = &mut api.station("practice", None, &[]).await.unwrap();
    assert_eq!(nobody.refused("n", &json!({"key": "n", "leave": true})).await, "sign-in.wanted");
}

async fn station(api: &Api) -> Socket {
    let guest = api.guest().await;
    let mut socket = api.station("practice", Some(&guest.token), &[]).await.unwrap();
    socket.hear().await;
    socket
}

#[tokio::test]
async fn a_socket_closes_on_what_no_station_sends() {
    let api = Api::with(|config| config.rate = 20).await;
    let mut binary = station(&api).await;
    binary.frame(BINARY, b"\x00\x01").await;
    assert!(binary.closes().await.starts_with("message.form"));
    let mut long = station(&api).await;
    long.frame(TEXT, &vec![b'x'; 1 << 20]).await;
    let why = long.closes().await;
    assert!(why.starts_with("message.form") || why == "gone", "{why}");
    let mut bare = station(&api).await;
    bare.bytes(&[0x81, 0x05, b'h', b'e', b'l', b'l', b'o']).await;
    let why = bare.closes().await;
    assert!(why.starts_with("message.form") || why == "gone", "unmasked: {why}");
    let mut text = station(&api).await;
    text.frame(TEXT, &[0xff, 0xfe]).await;
    let why = text.closes().await;
    assert!(why.starts_with("message.form") || why == "gone", "no text: {why}");
    let mut wild = station(&api).await;
    wild.bytes(&[0xff; 64]).await;
    let why = wild.closes().await;
    assert!(why.starts_with("message.form") || why == "gone", "no frame: {why}");
    let mut quick = station(&api).await;
    for number in 0..200 {
        quick.say(&json!({"key": format!("q{number}"), "leave": true})).await;
    }
    assert!(quick.closes().await.starts_with("rate.much"));
    let mut polite = station(&api).await;
    polite.frame(CLOSE, &[]).await;
    while polite.next().await.is_some() {}
    assert!(api.house.is_ready());
}

#[tokio::test]
async fn the_slow_are_not_waited_for() {
    let api = Api::with(|config| config.patience = Duration::from_millis(300)).await;
    let mut slow = TcpStream::connect(api.address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-slow: ").await.unwrap();
    let mut back = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(20), slow.read_to_end(&mut back)).await;
    assert!(ended.is_ok(), "a head that does not end");
    let mut slow = TcpStream::connect(api.address).await.unwrap();
    slow.write_all(b"POST /api/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\n{")
        .await
        .unwrap();
    let mut back = vec![0; 4096];
    let count = tokio::time::timeout(Duration::from_secs(20), slow.read(&mut back)).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&back[..count]).into_owned();
    assert!(text.starts_with("HTTP/1.1 408") && text.contains("message.slow"), "{text}");
}

#[tokio::test]
async fn there_are_only_so_many_connections() {
    let api = Api::with(|config| config.connections = 3).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(api.address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut back = [0; 64];
        assert!(stream.read(&mut back).await.unwrap() > 0);
        held.push(stream);
    }
    assert!(
        api.raw(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.is_none()
    );
    held.clear();
    for _ in 0..1000 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        if api.raw(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").await.is_some() {
            return;
        }
    }
    panic!("places are not given back");
}

#[tokio::test]
async fn figures_are_for_this_machine_and_administrators() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let figures = api.send("GET", "/metrics", &[], "").await.ok();
    for name in ["houseway_tables", "houseway_requests"] {
        assert!(figures.body.contains(name), "{}", figures.body);
    }
    for line in figures.body.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        assert!(line.rsplit_once(' ').is_some_and(|(_, value)| value.parse::<f64>().is_ok()), "{line}");
    }
    assert_eq!(api.send("GET", "/healthz", &[], "").await.ok().body, "ok\n");
    assert_eq!(api.send("GET", "/readyz", &[], "").await.ok().json()["ready"], true);
    let app = server::router(api.house.clone());
    let foreign = SocketAddr::from(([203, 0, 113, 9], 999));
    for (token, status) in [(None, 403), (Some(&people.dan.token), 403), (Some(&people.root.token), 200)] {
        let mut request = axum::http::Request::get("/metrics").extension(ConnectInfo(foreign));
        request = request.header("host", "localhost");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let reply = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(reply.status().as_u16(), status, "{token:?}");
    }
    api.house.stop().await;
    assert_eq!(api.send("GET", "/readyz", &[], "").await.status, 503);
    // Whoever was at a table does not take it for gone while the house starts or stops.
    let reply = api.send("GET", "/api/tables/pai-gow-1", &[], "").await;
    assert_eq!((reply.status, reply.code()), (503, "house.stops".to_string()));
}

#[tokio::test]
async fn tls_serves_the_same() {
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types};
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let pair = (folder.join("cert.pem"), folder.join("key.pem"));
    let api = Api::with(|config| config.tls = Some(pair.clone())).await;
    let certificate =
        <pki_types::CertificateDer<'_> as pki_types::pem::PemObject>::from_pem_file(&pair.0).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
    let stream = TcpStream::connect(api.address).await.unwrap();
    let mut stream = connector.connect("localhost".try_into().unwrap(), stream).await.unwrap();
    stream
        .write_all(b"POST /api/guest HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut back = Vec::new();
    let _ = stream.read_to_end(&mut back).await;
    let text = String::from_utf8(back).unwrap();
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert!(text.contains("strict-transport-security") && text.contains("; Secure"), "{text}");
    assert!(text.contains("set-cookie: __Host-houseway="), "no other host of the domain can set it: {text}");
    let plain = api.raw(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(plain.is_none_or(|reply| reply.status != 200), "no plain answers there");
    let wrong =
        tokio::spawn(async { Api::with(|c| c.tls = Some(("none.pem".into(), "none.pem".into()))).await });
    assert!(wrong.await.is_err(), "a certificate that is not there is said at once");
}

#[tokio::test]
async fn trying_passwords_is_slow() {
    let api = Api::with(|config| config.sign_ins = 1).await;
    let body = json!({"name": "root", "password": PASSWORD}).to_string();
    let mut codes = Vec::new();
    while codes.len() < 100 && !codes.contains(&"rate.much".to_string()) {
        codes.push(api.ask("POST", "/api/sign-in", None, &body).await.code());
    }
    assert!(codes.contains(&"rate.much".to_string()), "{codes:?}");
}
