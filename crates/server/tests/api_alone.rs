//! What one person alone cannot do: with people of their own making, with somebody else's money, or by asking for
//! the same thing in many ways at once.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::asked;
use api::{Api, PASSWORD};
use serde_json::json;
use std::sync::Arc;

fn codes(api: &Api) -> Vec<String> {
    let events = api.records(floor::significant::STREAM);
    events.iter().map(|event| event["code"].as_str().unwrap().to_string()).collect()
}

/// One table has one set-up, however many ask for it at once: practice chips are not paid out as money.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_opened_once_whoever_asks_at_the_same_moment() {
    let api = Arc::new(Api::new().await);
    let root = api.administrator().await;
    for round in 0..8 {
        let id = format!("twice-{round}");
        let mut asks = tokio::task::JoinSet::new();
        for money in ["practice", "accounts", "practice", "accounts"] {
            let (api, token, id) = (api.clone(), root.token.clone(), id.clone());
            let body =
                json!({"id": id, "name": "Twice", "book": "star-2016", "money": money, "house_deals": true});
            asks.spawn(async move { api.post(&token, "/api/tables", body).await });
        }
        let replies = asks.join_all().await;
        let opened = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(opened, 1, "{replies:?}");
        assert!(
            replies.iter().filter(|reply| reply.status != 200).all(|reply| reply.code() == "table.exists")
        );
        let shown = api.house.floor.table(&id).unwrap();
        let stream = format!("table/{id}");
        api.until(|| !api.records(&stream).is_empty()).await;
        let on_record = api.records(&stream);
        let on_record = &on_record[0]["floor"]["opened"]["setup"]["money"];
        assert_eq!(*on_record, json!(shown.setup().money), "what is run is what is on record");
        assert!(codes(&api).contains(&"table.made".to_string()), "with the name of who made it");
    }
}

/// What a supervisor moves alone adds up over all players.
#[tokio::test]
async fn what_one_person_moves_at_the_cage_adds_up_over_players() {
    let api = Api::with(|config| (config.cage_alone, config.cage_day) = (1000, 1500)).await;
    let people = api.everybody().await;
    let cage = async |who: &str, player: u32, amount: i64| {
        api.post(who, "/api/cage", json!({"player": player, "what": "deposit", "amount": amount})).await
    };
    let (sue1, sue2) = (&people.sue1.token, &people.sue2.token);
    cage(sue1, people.pat.number, 1000).await.ok();
    cage(sue1, people.quin.number, 500).await.ok();
    assert_eq!(cage(sue1, people.quin.number, 1).await.refused(), (202, "approval.waits".into()));
    // Another has their own.
    cage(sue2, people.quin.number, 500).await.ok();
    // A day later it is another day.
    api.turn(24 * 60 + 1);
    let sue1 = api.sign_in("sue1").await;
    cage(&sue1.token, people.quin.number, 1).await.ok();
}

/// Much cash is changed by two: only the dealer saw it.
#[tokio::test]
async fn much_cash_at_a_table_takes_two_in_parts_too() {
    let api = Api::with(|config| config.cage_alone = 1000).await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan.token, &people.pat);
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!("open-table")).await.ok();
    let buy_in = |amount: i64| json!({"buy-in": {"station": 1, "player": pat.number, "tender": "cash", "amount": amount}});
    api.act(dan, "wheel", buy_in(600)).await.ok();
    // What was paid out again does not make room.
    api.act(dan, "wheel", json!({"dismiss": {"station": 1}})).await.ok();
    api.act(dan, "wheel", json!({"pay-out": {"station": 1}})).await.ok();
    let waits = api.act(dan, "wheel", buy_in(401)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
    assert_eq!(api.act(dan, "wheel", buy_in(1)).await.refused(), (202, "approval.waits".into()));
}

/// A password that an administrator gave lets nobody at a player's money before somebody has seen the player.
#[tokio::test]
async fn an_administrator_does_not_spend_a_players_money() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 800).await;
    let root = &people.root.token;
    api.post(root, "/api/people/pat/password", json!({"new": "given by root"})).await.ok();
    let sign_in = async |password: &str| {
        let body = json!({"name": "pat", "password": password}).to_string();
        let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
        me["token"].as_str().unwrap().to_string()
    };
    let token = sign_in("given by root").await;
    let own = json!({"old": "given by root", "new": PASSWORD});
    api.post(&token, "/api/me/password", own).await.ok();
    let token = sign_in(PASSWORD).await;
    let join = json!({"place": 2, "amount": 800});
    let refused = api.post(&token, "/api/tables/house/join", join.clone()).await;
    assert_eq!(refused.refused(), (422, "people.not_vouched".into()));
    assert_eq!(api.holds(people.pat.number).await, 800);
    // More money at the cage is no word for who they are; a supervisor's own is.
    api.deposit(&people, &people.pat, 100).await;
    assert_eq!(api.post(&token, "/api/tables/house/join", join.clone()).await.code(), "people.not_vouched");
    api.post(&people.sue1.token, "/api/people/pat/vouch", json!({})).await.ok();
    api.post(&token, "/api/tables/house/join", join).await.ok();
    assert_eq!(api.holds(people.pat.number).await, 100);
}

/// Who is kept from playing does not sit down either.
#[tokio::test]
async fn whoever_excluded_themselves_does_not_sit_down_where_money_is_played_for() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.open_desk(&people, &[]).await;
    api.post(&people.pat.token, "/api/me/exclusion", json!({"days": 30})).await.ok();
    let sit = json!({"do": "sit", "area": 3});
    assert_eq!(api.act(&people.pat.token, "desk", sit).await.refused(), (422, "protect.excluded".into()));
    let join = json!({"place": 2, "amount": 10});
    assert_eq!(api.post(&people.pat.token, "/api/tables/house/join", join).await.code(), "protect.excluded");
}

/// Two sign what they saw: of a voucher too.
#[tokio::test]
async fn a_voucher_is_given_as_it_was_seen() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let give = async |number: &str, amount: i64| {
        let body = json!({"number": number, "player": people.pat.number, "amount": amount});
        api.post(&people.sue1.token, "/api/vouchers", body).await
    };
    let waits = give("v1", 300).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    give("v2", 60).await.ok();
    assert_eq!(api.yes(&people.sue2.token, asked(&waits)).await.refused(), (422, "approval.moved".into()));
}

/// Where a dealer stands there is a dealer: one whose session is over is relieved, and the table goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_who_is_gone_is_relieved() {
    let api = Api::new().await;
    let people = api.everybody().await;
    for table in ["practice", "desk"] {
        api.deals(table, &people.dan).await;
    }
    let disable = json!({"measure": "disable"});
    api.post(&people.root.token, "/api/people/dan/measure", disable).await.ok();
    let dealt = || ["practice", "desk"].map(|table| api.house.floor.table(table).unwrap().info().dealer);
    for _ in 0..3000 {
        if dealt() == [false, false] {
            break;
        }
        api.clock.turn(1000);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(dealt(), [false, false]);
    let others = api.add(&people.root, "deb", json!("dealer")).await;
    api.deals("desk", &others).await;
}

/// Limits of a wheel bound whoever enters the ball, and are not theirs to lift.
#[tokio::test]
async fn limits_of_a_wheel_take_two_and_are_told() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    let setup = api.house.floor.table("wheel").unwrap().setup().clone();
    let floor::GameSetup::RapidRoulette { setup, .. } = &setup.game else { panic!("{setup:?}") };
    let limits = json!(setup.limits);
    let set = json!({"set-limits": {"limits": limits, "at": api.clock.now()}});
    let waits = api.act(dan, "wheel", set).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    api.yes(&people.sue2.token, asked(&waits)).await.ok();
    assert!(codes(&api).contains(&"table.terms".to_string()));
}

/// What is asked for goes when whoever asked does, and is not for everybody to read.
#[tokio::test]
async fn dealers_see_what_waits_at_their_own_table_alone() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 500, "why": "private"});
    api.post(&people.sue3.token, "/api/cage", adjust).await;
    assert_eq!(seen(&api, &people.dan.token).await, 0);
    assert_eq!(seen(&api, &people.sue1.token).await, 1);
    api.post(&people.sue3.token, "/api/sign-out", json!(null)).await;
    assert_eq!(seen(&api, &people.sue1.token).await, 0, "it goes with who asked");
}

async fn seen(api: &Api, token: &str) -> usize {
    api.get(token, "/api/approvals").await.ok().json().as_array().unwrap().len()
}
