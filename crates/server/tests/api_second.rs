//! What takes two people, as both meet it: who is wanted and why, what would follow, and why an approval is void.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use api::people::{People, asked};
use serde_json::{Value, json};

/// A round at the desk, by vcga-2000, with a wager of Pat's.
async fn wagered(api: &Api, people: &People) {
    api.deposit(people, &people.pat, 1000).await;
    api.open_desk(people, &[(&people.pat, 3, 500)]).await;
    let dan = &people.dan.token;
    api.act(dan, "desk", json!({"do": "offer-bank"})).await.ok();
    api.act(&people.pat.token, "desk", json!({"do": "decline-bank"})).await.ok();
    let banks = api.act(dan, "desk", json!({"do": "offer-bank"})).await;
    assert!(banks.status == 200 || banks.code() == "phase.wrong", "{banks:?}");
    api.act(dan, "desk", json!({"do": "shuffle"})).await.ok();
    place(api, people, 100).await;
}

async fn place(api: &Api, people: &People, amount: i64) {
    let stake = json!({"amount": amount, "with": "chips"});
    let place = json!({"do": "place", "area": 3, "kind": "regular", "stake": stake});
    api.act(&people.pat.token, "desk", place).await.ok();
}

fn void() -> Value {
    json!({"do": "void-round", "ground": "disruption", "forfeits": null})
}

/// What an effect says of an account: before and after.
fn change(effect: &Value, account: &str) -> (i64, i64) {
    let accounts = effect["accounts"].as_array().unwrap();
    let found = accounts.iter().find(|one| one["account"] == account).unwrap_or_else(|| panic!("{effect}"));
    (found["before"].as_i64().unwrap(), found["after"].as_i64().unwrap())
}

#[tokio::test]
async fn both_see_who_is_wanted_and_what_would_follow_before_either_signs() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    // Before anybody asks.
    let preview = json!({"command": void()});
    let seen = api.post(&people.sue2.token, "/api/tables/desk/preview", preview.clone()).await.ok().json();
    let second = json!({"rank": 2, "name": "casino supervisor", "clauses": seen["second"]["clauses"]});
    assert_eq!(seen["second"], second);
    let clauses = seen["second"]["clauses"].as_array().unwrap();
    assert!(clauses[0].as_str().unwrap().starts_with("vcga-2000 "), "{seen}");
    let own = format!("P{}", people.pat.number);
    let layout = format!("{own} on the layout");
    assert_eq!((change(&seen["effect"], &own), change(&seen["effect"], &layout)), ((400, 500), (100, 0)));
    let version = api.house.floor.table("desk").unwrap().info().version;
    // Whoever asks hears the same, and so does everybody who may say yes.
    let waits = api.act(&people.sue2.token, "desk", void()).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let (waits, number) = (waits.json(), asked(&waits));
    assert_eq!(waits["clauses"], second["clauses"], "{waits}");
    assert_eq!(waits["waits"]["second"], second);
    assert!(waits["message"].as_str().unwrap().contains("casino supervisor"), "{waits}");
    let path = format!("/api/approvals/{number}");
    let listed = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    for who in [&people.sue2, &people.sam2, &people.sue3] {
        assert_eq!(api.get(&who.token, &path).await.ok().json(), waits["waits"]);
    }
    assert_eq!(listed, json!([waits["waits"]]));
    assert_eq!(
        api.get(&people.sam2.token, "/api/approvals/99").await.refused(),
        (404, "approval.unknown".into())
    );
    let effect = &waits["waits"]["effect"];
    let told =
        |effect: &Value| (effect["follows"].clone(), effect["accounts"].clone(), effect["round"].clone());
    assert_eq!(told(effect), told(&seen["effect"]));
    // A step says what money it moves.
    let moved = json!({"from": layout, "to": own, "amount": 100});
    let steps = effect["follows"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["moves"] == json!([moved])), "{effect}");
    // Whoever is of too low a rank is told which is wanted, and by which clauses.
    let low = api.yes(&people.sue1.token, number).await;
    assert_eq!(low.refused(), (422, "second.wanted".into()));
    assert_eq!(low.json()["clauses"], second["clauses"]);
    assert!(low.json()["message"].as_str().unwrap().contains("casino supervisor"), "{low:?}");
    assert_eq!(api.house.floor.table("desk").unwrap().info().version, version, "nothing has happened");
    // What then happens is what was shown.
    api.yes(&people.sam2.token, number).await.ok();
    let records = api.records("table/desk");
    let happened = records.iter().find(|one| one["game"]["second"]["staff"].is_array()).unwrap();
    let events = happened["game"]["events"].as_array().unwrap();
    let told = |event: &Value| {
        let amounts = event["moves"].as_array().into_iter().flatten().map(|one| one["amount"].clone());
        amounts.collect::<Vec<Value>>()
    };
    let happened: Vec<_> = events.iter().map(|event| (event["cites"].clone(), told(event))).collect();
    let shown: Vec<_> = steps.iter().map(|step| (step["clauses"].clone(), told(step))).collect();
    assert_eq!(happened, shown);
}

#[tokio::test]
async fn nobody_previews_what_one_person_does_nor_chance_nor_what_is_not_theirs() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let asks = async |token: &str, command: Value| {
        api.post(token, "/api/tables/desk/preview", json!({"command": command})).await.refused()
    };
    let dan = &people.dan.token;
    assert_eq!(asks(dan, json!({"do": "close-bets"})).await, (422, "preview.alone".into()));
    let shake = json!({"do": "show-dice"});
    assert_eq!(asks(dan, shake).await, (422, "preview.chance".into()));
    assert_eq!(
        asks(&people.sue1.token, void()).await,
        (422, "person.rank_too_low".into()),
        "the rules come first"
    );
    assert_eq!(asks(&people.sue1.token, json!({"do": "close-bets"})).await, (422, "dealer.taken".into()));
    for who in [&people.pat, &people.guest, &people.ina, &people.tom, &people.root] {
        assert_eq!(asks(&who.token, void()).await.0, 403);
    }
    assert_eq!(api.get(&people.sam2.token, "/api/approvals").await.ok().json(), json!([]), "nothing waits");
}

#[tokio::test]
async fn a_void_approval_says_what_differs() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let voided = async |change: &dyn Fn() -> Value| {
        let number = asked(&api.act(&people.sue2.token, "desk", void()).await);
        let command = change();
        match command["do"] == "place" {
            true => api.act(&people.pat.token, "desk", command).await.ok(),
            false => api.act(&people.dan.token, "desk", command).await.ok(),
        };
        let moved = api.yes(&people.sam2.token, number).await;
        assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
        assert_eq!(api.get(&people.sam2.token, "/api/approvals").await.ok().json(), json!([]), "it is void");
        moved.json()["message"].as_str().unwrap().to_string()
    };
    let own = format!("P{}", people.pat.number);
    let stake = json!({"amount": 200, "with": "chips"});
    let more = || json!({"do": "place", "area": 3, "kind": "regular", "stake": stake});
    let why = voided(&more).await;
    let account = format!("account {own} was shown to move 400 to 500, and would move ");
    assert!(why.contains(&account), "{why}");
    assert!(why.contains("would move other money"), "{why}");
    // Nothing of the money is another, and yet more is known.
    let why = voided(&|| json!({"do": "close-bets"})).await;
    assert!(why.contains("more of the round has been seen since") && !why.contains("account"), "{why}");
    // What the rules refuse by then.
    let number = asked(&api.act(&people.sue2.token, "desk", void()).await);
    let again = asked(&api.act(&people.sue3.token, "desk", void()).await);
    api.yes(&people.sam2.token, number).await.ok();
    let moved = api.yes(&people.sam2.token, again).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
    assert!(moved.json()["message"].as_str().unwrap().contains("(phase.wrong)"), "{moved:?}");
}
