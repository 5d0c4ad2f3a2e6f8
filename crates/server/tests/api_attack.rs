//! What somebody tried who wished the house ill, and what comes of it now.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use api::people::People;
use floor::Purses;
use money::PlayerId;
use serde_json::{Value, json};
use std::time::Duration;

async fn wheel(api: &Api, id: &str, money: Purses, house: bool) {
    api.open(server::roulette(id, id, money, house).unwrap()).await;
}

/// Lets the tables do what is due.
async fn breathe() {
    for _ in 0..20 {
        tokio::task::yield_now().await;
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_account_is_short_holds_up_nobody() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wheel(&api, "rr", Purses::Accounts, true).await;
    api.deposit(&people, &people.pat, 1000).await;
    api.stands_at("rr", &people.pat).await;
    api.post(&people.pat.token, "/api/tables/rr/join", json!({"place": 1, "amount": 500})).await.ok();
    let spins = || api.house.floor.table("rr").unwrap().info().round;
    let begun = spins();
    let mut short = 0;
    for _ in 0..300 {
        let join = json!({"place": 9, "amount": 2});
        let reply = api.post(&people.quin.token, "/api/tables/rr/join", join).await;
        assert_eq!(reply.code(), "account.short", "{reply:?}");
        short += 1;
        api.clock.turn(450);
        breathe().await;
        if spins() >= begun + 2 {
            return;
        }
    }
    panic!("{short} refusals, and the wheel stands at spin {}", spins());
}

#[tokio::test]
async fn only_the_dealer_turns_cash_into_chips() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan.token, &people.pat.token);
    let new = json!({"id": "rr-c", "name": "C", "book": "rapid-roulette-2000", "money": "cash", "house_deals": true});
    assert_eq!(api.post(&people.root.token, "/api/tables", new).await.code(), "table.setup");
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let join = api.post(pat, "/api/tables/wheel/join", json!({"place": 1, "amount": 1_000_000})).await;
    assert_eq!(join.refused(), (422, "purse.dealer".into()));
    let buy_in = |player: u32| json!({"do": "buy-in", "station": player % 10, "player": player, "tender": "cash", "amount": 100});
    api.act(dan, "wheel", buy_in(people.pat.number)).await.ok();
    let station = people.pat.number % 10;
    let insert = json!({"do": "insert", "station": station, "amount": 5000});
    assert_eq!(api.act(pat, "wheel", insert).await.refused(), (422, "purse.dealer".into()));
    let more = api.post(pat, "/api/tables/wheel/top-up", json!({"amount": 10})).await;
    assert_eq!(more.refused(), (422, "purse.dealer".into()));
    let seen = api.get(pat, "/api/tables/wheel").await.ok().json();
    let legal = seen["legal"]["choices"].as_array().unwrap();
    assert!(
        legal.iter().all(|choice| choice["command"]["do"] != "insert"),
        "what is refused is not offered: {legal:?}"
    );
    // Who keeps themselves from playing is not bought in either.
    let body = json!({"days": 30});
    api.post(&people.quin.token, "/api/me/exclusion", body).await.ok();
    let bought = api.act(dan, "wheel", buy_in(people.quin.number)).await;
    assert_eq!(bought.refused(), (422, "protect.refused".into()), "and why is theirs to tell");
}

#[tokio::test]
async fn nobody_spends_from_the_account_of_somebody_who_is_not_there() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 1000).await;
    api.open_desk(&people, &[]).await;
    let stake = json!({"amount": 500, "with": "chips"});
    let buy_in = json!({"do": "buy-in", "player": people.pat.number, "stake": stake});
    let refused = api.act(&people.dan.token, "desk", buy_in.clone()).await.refused();
    assert_eq!(refused, (422, "player.not_here".into()));
    assert_eq!(api.holds(people.pat.number).await, 1000);
    api.stands_at("desk", &people.pat).await;
    api.buys("desk", &people.dan, &people.pat, buy_in).await.ok();
    assert_eq!(api.holds(people.pat.number).await, 500);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chance_is_closed_with_the_wagers_and_shared_among_those_who_play() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wheel(&api, "rr", Purses::Practice, true).await;
    let guest = &people.guest.token;
    let mix = async || api.post(guest, "/api/tables/rr/chance", json!({"bytes": "c0ffee"})).await;
    assert_eq!(mix().await.refused(), (422, "chance.stranger".into()));
    api.stands_at("rr", &people.guest).await;
    let info = || api.house.floor.table("rr").unwrap().info();
    for _ in 0..100 {
        if info().betting && info().players > 0 {
            break;
        }
        api.clock.turn(100);
        breathe().await;
        api.post(guest, "/api/tables/rr/join", json!({"place": 1})).await;
    }
    assert!(info().betting, "{:?}", info());
    for _ in 0..16 {
        mix().await.ok();
    }
    assert_eq!(mix().await.refused(), (422, "chance.enough".into()));
    let put = json!({"do": "put", "station": 1, "place": {"on": 7}, "amount": 5});
    api.act(guest, "rr", put).await.ok();
    api.clock.turn(40_000);
    for _ in 0..100 {
        if !info().betting {
            break;
        }
        breathe().await;
    }
    assert_eq!(mix().await.refused(), (422, "chance.closed".into()), "{:?}", info());
}

/// What a record moves into the account of a player.
fn moved(moves: &str, player: u32) -> i64 {
    let own = format!("player:{player}");
    let one = |step: &str| {
        let (path, amount) = step.rsplit_once(' ').unwrap();
        let (from, to) = path.split_once('>').unwrap();
        let amount: i64 = amount.parse().unwrap();
        i64::from(to == own) * amount - i64::from(from == own) * amount
    };
    moves.split(';').map(str::trim).filter(|step| !step.is_empty()).map(one).sum()
}

async fn deposits(api: &Api, people: &People, times: i64) {
    for amount in 1..=times {
        let body = json!({"player": people.pat.number, "what": "deposit", "amount": amount});
        api.post(&people.sue1.token, "/api/cage", body).await.ok();
    }
}

async fn top_ups(api: &Api, people: &People, times: i64) {
    for _ in 0..times {
        api.post(&people.pat.token, "/api/tables/rr/top-up", json!({"amount": 3})).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cage_writes_down_what_was_there() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wheel(&api, "rr", Purses::Accounts, true).await;
    api.deposit(&people, &people.pat, 10_000).await;
    api.post(&people.pat.token, "/api/tables/rr/join", json!({"place": 1, "amount": 100})).await.ok();
    tokio::join!(deposits(&api, &people, 60), top_ups(&api, &people, 60), top_ups(&api, &people, 60));
    let journal = api.house.floor.journal().clone();
    let player = PlayerId::new(people.pat.number).unwrap();
    let stream = floor::wallet::stream(player);
    let records = tokio::task::spawn_blocking(move || journal.reader().unwrap().tail(&stream, 0).unwrap());
    let (mut held, mut at_cage) = (0, 0);
    for record in records.await.unwrap() {
        let event: Value = serde_json::from_slice(&record.body).unwrap();
        let after = held + moved(&record.moves, people.pat.number);
        let cage = event
            .as_object()
            .and_then(|event| event.values().next())
            .filter(|inner| inner["before"].is_i64());
        if let Some(cage) = cage {
            at_cage += 1;
            assert_eq!(
                (cage["before"].as_i64(), cage["after"].as_i64()),
                (Some(held), Some(after)),
                "{event}"
            );
        }
        held = after;
    }
    assert_eq!(at_cage, 61);
    assert_eq!(held, api.holds(people.pat.number).await);
}

#[tokio::test]
async fn a_deposit_that_is_sent_twice_counts_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let token = format!("Bearer {}", people.sue1.token);
    let headers = [("authorization", token.as_str()), ("idempotency-key", "dep1")];
    let body =
        |amount: i64| json!({"player": people.pat.number, "what": "deposit", "amount": amount}).to_string();
    let first = api.send("POST", "/api/cage", &headers, &body(7)).await.ok().json();
    api.deposit(&people, &people.pat, 100).await;
    let again = api.send("POST", "/api/cage", &headers, &body(7)).await.ok().json();
    assert_eq!((&first, &first["after"]), (&again, &json!(7)), "the first answer again");
    assert_eq!(api.holds(people.pat.number).await, 107);
    let other = api.send("POST", "/api/cage", &headers, &body(8)).await;
    assert_eq!(other.refused(), (409, "key.reused".into()));
    let silent = json!({"player": people.pat.number, "what": "adjust-up", "amount": 5, "why": " "});
    assert_eq!(
        api.post(&people.sue1.token, "/api/cage", silent).await.refused(),
        (400, "message.why".into())
    );
}

#[tokio::test]
async fn what_somebody_asked_for_is_gone_when_they_sign_out() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 500, "why": "found"});
    assert_eq!(api.post(&people.sue1.token, "/api/cage", adjust).await.status, 202);
    api.post(&people.sue1.token, "/api/sign-out", json!({})).await;
    let approved = api.yes(&people.sue2.token, 1).await;
    assert_eq!(approved.refused(), (404, "approval.unknown".into()));
    assert_eq!(api.holds(people.pat.number).await, 0);
}

#[tokio::test]
async fn a_socket_keeps_its_place_among_the_connections() {
    let api = Api::with(|config| config.connections = 4).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        sockets.push(api.station("practice", None, &[]).await.unwrap());
    }
    let request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(api.raw(request).await.is_none(), "no place is left");
    sockets.pop();
    for _ in 0..2000 {
        if api.raw(request).await.is_some() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the place of a socket that has gone is not free again");
}

/// What somebody sees of a table's promise.
async fn draws(api: &Api, table: &str) -> Value {
    let look = api.house.floor.table(table).unwrap().look(game::Person::Public).await.unwrap();
    serde_json::from_slice::<Value>(&look.message).unwrap()["house"]["promise"]["draws"].clone()
}

/// A table of the house's, open for wagers, with a guest at it.
async fn betting(api: &Api, people: &People, table: &str) {
    api.stands_at(table, &people.guest).await;
    let info = || api.house.floor.table(table).unwrap().info();
    for _ in 0..2000 {
        if info().betting && info().players > 0 {
            return;
        }
        api.clock.turn(100);
        breathe().await;
        let join = json!({"place": info().free.first()});
        api.post(&people.guest.token, &format!("/api/tables/{table}/join"), join).await;
    }
    panic!("{:?}", info());
}

/// rapid-roulette-2000 5.5(b), 8.1: no ball before the period ends, whoever asks, and nothing tells of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_refusal_tells_where_the_ball_will_rest() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    wheel(&api, "rr", Purses::Practice, true).await;
    betting(&api, &people, "rr").await;
    // Before and after the dealer has taken over.
    for takes in [false, true] {
        if takes {
            api.post(dan, "/api/tables/rr/dealer", json!({"takes": true})).await.ok();
        }
        let spun = api.act(dan, "rr", json!({"do": "spin"})).await;
        assert!(!takes || spun.status == 200 || spun.code() == "spin.again", "{spun:?}");
        let bare = api.act(dan, "rr", json!({"do": "enter"})).await;
        assert!(bare.status >= 400, "{bare:?}");
        let mut said = std::collections::BTreeSet::new();
        for pocket in 0..37 {
            let reply = api.act(dan, "rr", json!({"do": "enter", "pocket": pocket})).await;
            assert!(reply.status >= 400, "{reply:?}");
            said.insert(reply.body);
        }
        assert_eq!(said.len(), 1, "whatever was sent: {said:?}");
        if takes {
            assert_eq!(bare.code(), "outcome.early", "{bare:?}");
            let message = bare.json()["message"].as_str().unwrap().to_string();
            assert!(message.starts_with("an outcome before the period's end at "), "{message}");
            let said = said.first().unwrap();
            assert!(said.contains("chance.house") && !said.contains(|c: char| c.is_ascii_digit()), "{said}");
        }
        assert_eq!(draws(&api, "rr").await, 0, "nothing was drawn");
    }
    // Once the period is over the ball is drawn, after the record that closed it.
    api.clock.turn(60_000);
    let entered = async || api.act(dan, "rr", json!({"do": "enter"})).await.status == 200;
    let mut done = false;
    for _ in 0..200 {
        done = entered().await;
        if done {
            break;
        }
        breathe().await;
    }
    assert!(done);
    let floor = api.house.floor.clone();
    let fair = move || {
        let mut store = floor.journal().reader().unwrap();
        floor::recall::fairness(&mut *store, floor.shelf(), "table/rr", None).unwrap()
    };
    let fair = tokio::task::spawn_blocking(fair).await.unwrap();
    assert!(fair.wrong.is_none() && fair.draws == 1 && fair.closed == 1, "{fair:?}");
}

/// star-2016 7.1, 8.4, 9.5: neither wall nor dice are anybody's to bring, or to learn of before they are due.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_refusal_tells_what_the_wall_or_the_dice_will_be() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    betting(&api, &people, "practice").await;
    let faces = |face: u8| json!({"boxes": [face, face, face], "cut": null, "big_small": null});
    let order: Vec<Value> = tiles::Tile::all().map(|tile| serde_json::to_value(tile).unwrap()).collect();
    for takes in [false, true] {
        if takes {
            api.post(dan, "/api/tables/practice/dealer", json!({"takes": true})).await.ok();
        }
        let before = draws(&api, "practice").await;
        let mut said = std::collections::BTreeSet::new();
        for face in 1..=6 {
            let show = json!({"do": "show-dice", "faces": faces(face)});
            said.insert(api.act(dan, "practice", show).await.body);
        }
        assert_eq!(said.len(), 1, "whatever was sent: {said:?}");
        let dice = api.act(dan, "practice", json!({"do": "show-dice"})).await;
        let wall = api.act(dan, "practice", json!({"do": "shuffle", "order": order})).await;
        let again = api.act(dan, "practice", json!({"do": "shuffle"})).await;
        assert!(
            [&dice, &wall, &again].iter().all(|reply| reply.status >= 400),
            "{dice:?} {wall:?} {again:?}"
        );
        if takes {
            assert!(said.first().unwrap().contains("chance.house"), "{said:?}");
            assert_eq!(dice.refused(), (422, "dice.not_shaken".into()));
            assert_eq!(wall.refused(), (422, "wall.stacked".into()));
            assert_eq!(again.refused(), (422, "wall.stacked".into()));
        }
        assert_eq!(draws(&api, "practice").await, before, "nothing was drawn");
    }
    // Where tiles and dice are real somebody has to say what they are.
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    api.act(dan, "wheel", json!({"do": "spin"})).await.ok();
    api.clock.turn(60_000);
    let mut reply = api.act(dan, "wheel", json!({"do": "enter"})).await;
    for _ in 0..200 {
        if reply.code() != "outcome.early" {
            break;
        }
        breathe().await;
        reply = api.act(dan, "wheel", json!({"do": "enter"})).await;
    }
    assert_eq!(reply.refused(), (422, "chance.none".into()), "{reply:?}");
}
