//! Floods, and readers that take nothing: whoever sends them pays for it, and not whoever is beside them.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, PASSWORD};
use serde_json::json;
use server::ProxySays;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

fn proxied(config: &mut server::Config) {
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
}

/// What a line is refused is taken from nobody else of its provider; and where somebody has signed in before, they come
/// in whatever their neighbours do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_line_keeps_nobody_else_of_its_provider_out() {
    let api = Api::with(|config| {
        proxied(config);
        config.sign_ins = 1;
    })
    .await;
    api.administrator().await;
    let home = "2001:db8:5:500::1";
    api.tries_from(home, "root", PASSWORD).await.ok();
    let mut refused = 0;
    for _ in 0..120 {
        refused += u32::from(api.tries_from("2001:db8:1:100::1", "x", "no").await.code() == "rate.much");
    }
    assert!(refused > 40, "{refused}: a line has its bound");
    api.tries_from("2001:db8:7:700::1", "root", PASSWORD).await.ok();
    // Many lines together have the bound of their provider …
    let mut bounded = false;
    for line in 0..2_000 {
        let from = format!("2001:db8:{:x}:{:x}00::1", 0x1000 + line / 8, line % 8);
        let reply = api.tries_from(&from, &format!("x{line}"), "no").await;
        bounded = reply.code() == "rate.much";
        if bounded {
            break;
        }
    }
    assert!(bounded, "a provider has its bound");
    // … which is not theirs who are known at home.
    api.tries_from(home, "root", PASSWORD).await.ok();
}

/// What was sent to somebody who takes nothing of it does not stay behind in the kernel when the house gives them up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_reader_did_not_take_is_gone_with_it() {
    let api = Api::with(|config| config.patience = Duration::from_millis(500)).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2048).unwrap();
    let mut stream = socket.connect(api.address).await.unwrap();
    let request = format!("GET /api/docs/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", api.address);
    // All of it is read: what is left unread would have the kernel reset by itself.
    stream.write_all(request.repeat(8).as_bytes()).await.unwrap();
    api.until(|| api.house.crowd.count().0 == 1).await;
    api.until(|| api.house.crowd.count().0 == 0).await;
    let mut taken = 0;
    let mut buffer = vec![0; 1 << 16];
    let end = loop {
        match tokio::time::timeout(Duration::from_secs(20), stream.read(&mut buffer)).await.unwrap() {
            Ok(0) => break None,
            Ok(count) => taken += count,
            Err(error) => break Some(error.kind()),
        }
    };
    assert_eq!(end, Some(std::io::ErrorKind::ConnectionReset), "{taken} bytes were kept for it");
    assert!(taken < 256 * 1024, "{taken} bytes were kept for it");
}

/// Guests who come and go are counted by their line: each of them is somebody new.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_of_one_line_come_to_tables_so_often_together() {
    let api = Api::with(|config| {
        proxied(config);
        config.terms.guests_each = 3;
    })
    .await;
    let comes = async |from: &str| {
        let guest = api.guest_from(from).await;
        let came = api.post(&guest.token, "/api/tables/practice/join", json!({"place": 1})).await.code();
        api.post(&guest.token, "/api/sign-out", json!(null)).await.ok();
        came
    };
    let mut times = 0;
    while comes("203.0.113.7").await != "rate.much" {
        times += 1;
        assert!(times <= 80, "nobody counts them");
    }
    assert!(times >= 60, "{times}");
    assert_ne!(comes("203.0.113.8").await, "rate.much", "another line is another's");
}

/// What a player keeps themselves from is for inspectors.
#[tokio::test]
async fn an_administrator_does_not_read_what_players_protect_themselves_by() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.post(&people.pat.token, "/api/me/exclusion", json!({"days": 30})).await.ok();
    let path = "/api/significant?limit=500";
    let inspected = api.get(&people.ina.token, path).await.ok();
    assert!(inspected.body.contains("protect.excluded") && inspected.body.contains("excluded until"));
    let (all, seen) = (inspected.json(), api.get(&people.root.token, path).await.ok());
    assert!(
        !seen.body.contains("protect.excluded") && !seen.body.contains("excluded until"),
        "{}",
        seen.body
    );
    let seen = seen.json();
    let (all, seen) = (all.as_array().unwrap(), seen.as_array().unwrap());
    assert!(seen.len() >= all.len(), "they are numbered without a gap");
    let mut withheld = 0;
    for (one, other) in all.iter().zip(seen) {
        assert_eq!((&one["sequence"], &other["hash"]), (&other["sequence"], &json!("")));
        withheld += usize::from(one["body"] != other["body"]);
    }
    assert_eq!(withheld, 1);
}

/// Whoever has a proxy of ours pass on a header that names nobody is not taken for the proxy.
#[tokio::test]
async fn whoever_hides_behind_a_proxy_of_ours_is_not_the_proxy() {
    let api = Api::with(|config| {
        proxied(config);
        config.proxy_says = ProxySays::Forwarded;
    })
    .await;
    let asks = async |headers: &[(&str, &str)]| api.send("GET", "/api/tables", headers, "").await.refused();
    for odd in ["for=unknown", "for=_hidden", "for=\"", "for=\", for=203.0.113.7", ""] {
        assert_eq!(asks(&[("forwarded", odd)]).await, (400, "message.forwarded".into()), "{odd}");
    }
    assert_eq!(asks(&[("forwarded", "for=\", for=203.0.113.7\"")]).await.0, 400);
    assert_eq!(asks(&[("forwarded", "for=_hidden, for=203.0.113.7")]).await.0, 200);
    assert_eq!(asks(&[]).await.0, 200, "the proxy itself");
}
