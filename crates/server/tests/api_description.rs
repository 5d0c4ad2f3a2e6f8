//! The description of the API holds together, and what goes over a socket is what it describes.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use api::schema::Schemas;
use floor::{GameSetup, Pace, Purses};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

fn description() -> Value {
    serde_json::from_str(&server::describe()).unwrap()
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                found.insert(reference.clone());
            }
            fields.values().for_each(|inner| references(inner, found));
        }
        Value::Array(values) => values.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let description = description();
    let mut found = BTreeSet::new();
    references(&description, &mut found);
    assert!(found.len() > 50);
    for reference in found {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(pointer).is_some(), "{reference}");
    }
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
}

#[test]
fn operations_are_whole_and_have_names_of_their_own() {
    let description = description();
    let mut names = BTreeMap::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            assert_eq!(names.insert(name, path), None, "two are called {name}");
            assert!(operation["summary"].is_string(), "{path}");
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for part in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
                let fits =
                    |one: &Value| one["name"] == part && one["in"] == "path" && one["required"] == true;
                assert!(parameters.iter().any(fits), "{path}: {part}");
            }
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.keys().any(|status| status.starts_with('2') || status == "101"), "{path}");
            for (status, response) in responses.iter().filter(|(status, _)| status.as_str() >= "400") {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Refusal", "{method} {path} {status}");
            }
            assert!(responses.contains_key("429"), "{method} {path}: anybody may ask too often");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn updates_of_both_games_are_as_described() {
    let api = Api::with(|config| {
        config.tables.clear();
        config.tables.extend(server::pai_gow("tiles", "Tiles", "star-2016", Purses::Practice, true));
        config.tables.extend(server::pai_gow("leaf", "Leaf", "uk-leaflet", Purses::Practice, true));
        config.tables.extend(server::roulette("wheel", "Wheel", Purses::Practice, true));
        for table in &mut config.tables {
            table.pace = Pace { step: 20, alone: true, ..Pace::FAST };
            if let GameSetup::RapidRoulette { setup, .. } = &mut table.game {
                setup.period = Some(1);
            }
        }
    })
    .await;
    let clock = api.clock.clone();
    let turning = tokio::spawn(async move {
        loop {
            clock.turn(20);
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    });
    let people = api.everybody().await;
    let schemas = Schemas::of(&description());
    let check = |name: &str, message: &Value, who: &str| {
        if let Err(fault) = schemas.check(name, message) {
            panic!("{who}: {fault}: {message}");
        }
    };
    for table in ["tiles", "leaf", "wheel"] {
        let mut views = 0;
        for (place, (who, token)) in
            [("guest", &people.guest), ("inspector", &people.ina), ("dealer", &people.dan)].iter().enumerate()
        {
            let mut socket = api.station(table, Some(&token.token), &[]).await.unwrap();
            if place == 0 {
                let free = api.house.floor.table(table).unwrap().info().free;
                socket.say(&json!({"key": "j", "join": {"place": free.first().unwrap()}})).await;
            }
            for _ in 0..60 {
                let message = socket.hear().await;
                check("Update", &message, who);
                views += usize::from(message["view"].is_object());
                let look = match views % 10 {
                    0 => api.ask("GET", &format!("/api/tables/{table}"), Some(&token.token), "").await.json(),
                    _ => continue,
                };
                check("Look", &look, who);
            }
        }
        assert!(views > 60, "{table}: {views}");
    }
    turning.abort();
    let rounds = api.get(&people.sue3.token, "/api/rounds").await.ok().json();
    assert!(!rounds.as_array().unwrap().is_empty(), "rounds were played");
    for one in rounds.as_array().unwrap() {
        schemas.check("Round", one).unwrap();
    }
    for one in api.get(&people.pat.token, "/api/tables").await.ok().json().as_array().unwrap() {
        schemas.check("Info", one).unwrap();
    }
}

/// The sources of a folder, without their tests.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push(text.split("#[cfg(test)]").next().unwrap().to_string());
        }
    }
}

/// What stands between quotes right after an opening and is of the form of a code.
fn codes(sources: &[String], opening: &str) -> BTreeSet<String> {
    let after = |text: &str| text.trim_start().strip_prefix('"')?.split('"').next().map(str::to_string);
    let letters = |text: &str, more: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || more.contains(c))
    };
    let is_code = |word: &String| {
        word.split_once('.').is_some_and(|(thing, what)| letters(thing, "-") && letters(what, "_-"))
    };
    let found = sources.iter().flat_map(|text| {
        text.match_indices(opening).filter_map(|(at, _)| after(&text[at + opening.len()..]))
    });
    found.filter(is_code).collect()
}

/// Of the form of a code, and none of a refusal of the house: significant events whose code is chosen first,
/// files, and what the rules of a game say of ranks.
const NO_REFUSALS: &[&str] = &[
    "approval.given",
    "approval.refused",
    "checkpoint.late",
    "people.added",
    "people.disabled",
    "people.enabled",
    "people.password-given",
    "people.unlocked",
    "setup.done",
    "table.dealer-gave",
    "table.dealer-took",
    "table.opened",
    "table.resumed",
    "house.key",
    "houseway.db",
    "book.no_power",
    "person.not_operator",
    "person.rank_too_low",
    "houseway.db-wal",
    // What operators are told: significant events, and remarks of `/readyz`.
    "clock.agrees",
    "clock.ahead",
    "clock.back",
    "clock.behind",
    "clock.unconfirmed",
    "disk.enough",
    "disk.low",
    "house.open-folder",
    "house.plain-http",
    "identity.changed",
    "identity.checked",
    "journal.back",
    "journal.fenced",
    "journal.wal-large",
    "journal.wal-small",
    "table.beginning-back",
    "table.beginning-lost",
    "tls.kept",
    "tls.reloaded",
];

#[test]
fn every_code_of_the_house_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("docs/refusals.md")).unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let status: u16 = cells.next()?.parse().ok()?;
        let code = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some((code.to_string(), status))
    };
    let listed: BTreeMap<String, u16> = text.lines().filter_map(row).collect();
    let mut texts = Vec::new();
    for folder in ["crates/server/src", "crates/floor/src"] {
        sources(&root.join(folder), &mut texts);
    }
    let said = codes(&texts, "");
    // Whatever looks like a code is one of a refusal, or is known to be something else.
    let other = codes(&texts, "Significant::new(");
    let is_other = |code: &String| {
        let file = [".js", ".css", ".html"].iter().any(|end| code.ends_with(end));
        file || other.contains(code) || NO_REFUSALS.contains(&code.as_str())
    };
    let mut refused: BTreeSet<String> = said.iter().filter(|code| !is_other(code)).cloned().collect();
    refused.extend(codes(&texts, "Refusal::plain("));
    refused.extend(codes(&texts, "No::new("));
    assert!(refused.len() > 50, "{refused:?}");
    let missing: Vec<&String> = refused.iter().filter(|code| !listed.contains_key(*code)).collect();
    assert!(missing.is_empty(), "docs/refusals.md does not list {missing:?}");
    let unknown: Vec<&String> = listed.keys().filter(|code| !said.contains(*code)).collect();
    assert!(unknown.is_empty(), "docs/refusals.md lists {unknown:?}, which nothing says");
}
