//! A connection to PostgreSQL that breaks in the middle of a commit: whoever asked is told what is known, and nothing
//! else.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, Folder};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A way to the server that can be cut: once a commit with these words has reached the server and was answered, the
/// answer is not passed on, and nobody gets through until it is mended.
struct Way {
    address: SocketAddr,
    armed: Arc<AtomicBool>,
    cut: Arc<AtomicBool>,
    stays: Arc<AtomicBool>,
}

const WORDS: &[u8] = b"\"what\":\"deposit\"";

impl Way {
    fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let flag = || Arc::new(AtomicBool::new(false));
        let way = Self { address: listener.local_addr().unwrap(), armed: flag(), cut: flag(), stays: flag() };
        let (armed, cut, stays) = (way.armed.clone(), way.cut.clone(), way.stays.clone());
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if cut.load(Ordering::SeqCst) {
                    continue;
                }
                let (armed, cut, stays) = (armed.clone(), cut.clone(), stays.clone());
                let Ok(server) = TcpStream::connect(server) else { continue };
                std::thread::spawn(move || pass(&client, &server, (&armed, &cut, &stays)));
            }
        });
        way
    }
}

fn pass(
    client: &TcpStream,
    server: &TcpStream,
    (armed, cut, stays): (&AtomicBool, &AtomicBool, &AtomicBool),
) {
    let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let swallowed = Arc::new(AtomicBool::new(false));
    let swallows = swallowed.clone();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut bytes = vec![0; 1 << 20];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                let found = bytes[..count].windows(WORDS.len()).any(|words| words == WORDS);
                if found && armed.swap(false, Ordering::SeqCst) {
                    cut.store(stays.load(Ordering::SeqCst), Ordering::SeqCst);
                    swallows.store(true, Ordering::SeqCst);
                }
                if to.write_all(&bytes[..count]).is_err() {
                    break;
                }
            }
            let _ = to.shutdown(Shutdown::Both);
        });
        let (mut from, mut to) = (server, client);
        let mut bytes = vec![0; 1 << 20];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            // What was answered says that it was kept: nobody hears it.
            if swallowed.load(Ordering::SeqCst) || to.write_all(&bytes[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    });
}

/// A database of its own, gone with it.
struct Database(String, String);

impl Database {
    fn new() -> Self {
        let admin = std::env::var("HOUSEWAY_POSTGRES").unwrap_or_else(|_| {
            panic!("HOUSEWAY_POSTGRES is not set: run `cargo xtask test`, which sets it")
        });
        let name = format!("doubt_{}", std::process::id());
        let mut server = journal::Postgres::reach(&admin).unwrap();
        server.client().unwrap().batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        Self(admin, name)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (admin, drops) = (self.0.clone(), format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.1));
        let dropped = std::thread::spawn(move || {
            let mut server = journal::Postgres::reach(&admin).unwrap();
            let _ = server.client().unwrap().batch_execute(&drops);
        });
        let _ = dropped.join();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_whose_commit_lost_its_connection_is_in_doubt_until_it_is_asked_again() {
    let database = tokio::task::spawn_blocking(Database::new).await.unwrap();
    // As postgres://USER@HOST:PORT/NAME.
    let (scheme, rest) = database.0.split_once("://").unwrap();
    let (who, place) = rest.split_once('@').map_or(("postgres", rest), |(who, place)| (who, place));
    let server: SocketAddr = place.split(['/', '?']).next().unwrap().parse().unwrap();
    let way = Way::to(server);
    let url = format!("{scheme}://{who}@{}/{}", way.address, database.1);
    let folder = Folder::new();
    let api = Api::with(|config| (config.database, config.data) = (Some(url), folder.0.clone())).await;
    let people = api.everybody().await;
    let token = format!("Bearer {}", people.sue1.token);
    let deposit = async |key: &str, amount: i64| {
        let body = json!({"player": people.pat.number, "what": "deposit", "amount": amount}).to_string();
        let headers = [
            ("authorization", token.as_str()),
            ("idempotency-key", key),
            ("content-type", "application/json"),
        ];
        api.send("POST", "/api/cage", &headers, &body).await
    };
    assert_eq!(deposit("one", 100).await.ok().json()["after"], 100);
    // Nobody gets through afterwards: nobody can know.
    way.stays.store(true, Ordering::SeqCst);
    way.armed.store(true, Ordering::SeqCst);
    let said = deposit("two", 200).await;
    assert_eq!(said.refused(), (503, "journal.in_doubt".into()), "{said:?}");
    // While nobody can know, nobody is told that nothing happened.
    for _ in 0..5 {
        let again = deposit("two", 200).await;
        assert!(again.status == 503 && again.code() != "journal.not_kept", "{again:?}");
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
    way.cut.store(false, Ordering::SeqCst);
    let mut again = deposit("two", 200).await;
    for _ in 0..600 {
        if again.status == 200 {
            break;
        }
        assert!(again.status == 503 && again.code() != "journal.not_kept", "{again:?}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        again = deposit("two", 200).await;
    }
    assert_eq!(again.json()["after"], 300, "it was kept, and is not done twice: {again:?}");
    // Where the database is there again at once, the house asks it, and says so.
    way.stays.store(false, Ordering::SeqCst);
    way.armed.store(true, Ordering::SeqCst);
    let said = deposit("three", 50).await;
    match said.status {
        200 => assert_eq!(said.json()["after"], 350),
        _ => assert_eq!(said.refused(), (503, "journal.in_doubt".into()), "{said:?}"),
    }
    let mut after = 0;
    for _ in 0..600 {
        let again = deposit("three", 50).await;
        if again.status == 200 {
            after = again.json()["after"].as_i64().unwrap();
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(after, 350);
    api.house.stop().await;
    drop(api);
}
