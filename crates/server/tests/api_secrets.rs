//! Passwords, tokens, codes and keys are neither in the log nor in the journal; log lines carry the
//! request's id.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, PASSWORD};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Arc, Mutex};

/// A log that is kept.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

const OTHER: &str = "quite another password";
const WRONG: &str = "tangerine umbrella 77";
const RESET: &str = "a lamp beside the river";

#[tokio::test(flavor = "multi_thread")]
async fn secrets_stay_out_of_the_log_and_the_journal() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let folder = std::env::temp_dir().join(format!("houseway-secrets-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let data = folder.clone();
    let api = Api::with(|config| (config.database, config.data) = (None, data)).await;
    let code = api.house.people.setup_code().unwrap();
    let body = json!({"code": code, "name": "root", "password": PASSWORD}).to_string();
    let root = api.ask("POST", "/api/set-up", None, &body).await.ok().json();
    let (token, csrf) =
        (root["token"].as_str().unwrap().to_string(), root["csrf"].as_str().unwrap().to_string());
    let pat = json!({"name": "pat", "password": PASSWORD, "role": "player"});
    api.post(&token, "/api/people", pat).await.ok();
    let wrong = json!({"name": "pat", "password": WRONG}).to_string();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &wrong).await.status, 401);
    // People type passwords where names belong.
    let swapped = json!({"name": OTHER, "password": "pat"}).to_string();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &swapped).await.status, 401);
    let pat = api.sign_in("pat").await;
    let change = json!({"old": PASSWORD, "new": OTHER});
    assert_eq!(api.post(&pat.token, "/api/me/password", change).await.status, 204);
    // An administrator gives another, and ends what goes on.
    let reset = json!({"new": RESET});
    assert_eq!(api.post(&token, "/api/people/pat/password", reset).await.status, 204);
    assert_eq!(api.post(&token, "/api/people/pat/measure", json!({"measure": "revoke"})).await.status, 204);
    let swapped = json!({"name": RESET, "password": OTHER, "role": "player"});
    assert_eq!(api.post(&token, "/api/people", swapped).await.code(), "people.name");
    let guest = api.guest().await;
    let mut socket = api.station("practice", Some(&guest.token), &[]).await.unwrap();
    socket.hear().await;
    socket.say(&json!({"key": "j", "join": {"place": 3}})).await;
    socket.answer("j").await;
    let cookie = format!("houseway={}", guest.token);
    api.send("GET", "/api/me", &[("cookie", &cookie)], "").await.ok();
    let malformed = format!("{{\"name\":\"pat\",\"password\":\"{OTHER}\"");
    assert_eq!(api.ask("POST", "/api/sign-in", None, &malformed).await.code(), "message.form");
    let unknown = json!({"name": "pat", "password": PASSWORD, "more": OTHER}).to_string();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &unknown).await.code(), "message.form");
    let last = api.get(&token, "/api/me").await.ok();
    let id = last.header("x-request-id").unwrap().to_string();
    // The key of the house, and the chance of the round that is being played.
    let key = std::fs::read_to_string(folder.join("house.key")).unwrap().trim().to_string();
    let raw = hex::decode(&key).unwrap();
    let seeds = api.house.floor.journal().reader().unwrap().shelf("seed").unwrap();
    assert!(!seeds.is_empty(), "the house has promised a round's chance");
    let secrets =
        [code.replace('-', ""), code.clone(), token, csrf, pat.token, pat.csrf, guest.token, guest.csrf];
    let passwords = [PASSWORD, OTHER, WRONG, RESET].map(str::to_string);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.lines().count() > 10, "the log was kept: {text}");
    for secret in secrets.iter().chain(&passwords) {
        assert!(!text.contains(secret.as_str()), "a secret is in the log");
    }
    assert!(!text.contains(&key), "the key is in the log");
    let tables = api.records("table/practice").iter().map(Value::to_string).collect::<String>();
    let vault = floor::Vault::of(api.house.floor.signer());
    let mut raw_seeds = Vec::new();
    for (name, kept) in seeds {
        // Eight bytes count the rounds.
        let opened = vault.open(&name, &kept).unwrap();
        raw_seeds.push(opened[8..].to_vec());
        let seed = hex::encode(&opened[8..]);
        assert!(!text.contains(&seed), "the seed of {name} is in the log");
        assert!(!tables.contains(&seed), "the seed of {name} is on record before it is shown");
    }
    let line = text.lines().rev().find(|line| line.contains("\"done\"")).unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["span"]["id"].to_string(), id, "{line}");
    assert_eq!(line["fields"]["status"], 200);
    // Every byte on disk but the key's own file.
    for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = std::fs::read(&file).unwrap();
        let holds = |secret: &[u8]| bytes.windows(secret.len()).any(|window| window == secret);
        for secret in secrets.iter().chain(&passwords) {
            assert!(!holds(secret.as_bytes()), "a secret is in {}", file.display());
        }
        for seed in &raw_seeds {
            let hidden = !holds(seed) && !holds(hex::encode(seed).as_bytes());
            assert!(hidden, "the seed of a running round is in {}", file.display());
        }
        if !file.ends_with("house.key") {
            assert!(!holds(key.as_bytes()) && !holds(&raw), "the key is in {}", file.display());
        }
    }
    drop(api);
    let _ = std::fs::remove_dir_all(folder);
}
