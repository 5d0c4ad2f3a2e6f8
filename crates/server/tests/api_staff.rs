//! What staff tried at tables that were not theirs, and with money that was not theirs, and what comes of it.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use api::people::{People, Somebody, asked};
use floor::Purses;
use money::{Account, PlayerId};
use serde_json::{Value, json};
use std::time::Duration;

async fn table(api: &Api, id: &str, book: &str, money: Purses, house: bool) {
    let mut setup = server::pai_gow(id, id, book, money, house).unwrap();
    setup.bots = 0;
    api.open(setup).await;
}

fn bought(player: &Somebody, amount: i64, with: &str) -> Value {
    json!({"do": "buy-in", "player": player.number, "stake": {"amount": amount, "with": with}})
}

/// What a player has in promotional tokens with the house.
async fn tokens(api: &Api, player: &Somebody) -> i64 {
    let id = PlayerId::new(player.number).unwrap();
    let stream = floor::wallet::stream(id);
    api.house.floor.journal().balance(&stream, Account::Tokens(id)).await.unwrap()
}

fn codes(api: &Api) -> Vec<String> {
    let events = api.records(floor::significant::STREAM);
    events.iter().map(|event| event["code"].as_str().unwrap().to_string()).collect()
}

/// Waits until something is so.
async fn until(api: &Api, what: &str, is: impl AsyncFn() -> bool) {
    for _ in 0..3000 {
        if is().await {
            return;
        }
        api.clock.turn(200);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("not in time: {what}");
}

/// star-2016 1.1#9: what a dealer does takes being the dealer of that table.
#[tokio::test]
async fn a_dealer_who_has_not_taken_over_does_nothing_where_the_house_deals() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan, &people.pat);
    api.deposit(&people, pat, 1000).await;
    api.stands_at("house", pat).await;
    api.post(&pat.token, "/api/tables/house/join", json!({"place": 3, "amount": 500})).await.ok();
    let version = || api.house.floor.table("house").unwrap().info().version;
    until(&api, "the table is open", async || api.house.floor.table("house").unwrap().info().betting).await;
    let steps = [
        json!({"do": "report-exposed", "area": 1, "which": 3, "tiles": [], "by_dealer": true}),
        json!({"do": "report-knocked", "area": 3}),
        json!({"do": "report-misdeal", "what": "wrong-areas"}),
        json!({"do": "shuffle"}),
        json!({"do": "show-dice"}),
        json!({"do": "close-bets"}),
        json!({"do": "deal"}),
        json!({"do": "pay"}),
        bought(pat, 1_000_000, "promotional-tokens"),
        bought(pat, 100, "chips"),
        bought(&people.quin, 100, "chips"),
    ];
    for (somebody, step) in
        [dan, &people.sue3].into_iter().flat_map(|one| steps.iter().map(move |s| (one, s)))
    {
        let reply = api.act(&somebody.token, "house", step.clone()).await;
        assert_eq!(reply.refused(), (422, "dealer.house".into()), "{step}: {reply:?}");
        assert!(reply.body.contains("star-2016 1.1#9"), "{reply:?}");
    }
    // What may be done is not offered either.
    let look = api.get(&dan.token, "/api/tables/house").await.ok().json();
    assert_eq!(look["legal"]["choices"], json!([]));
    assert_eq!(api.holds(pat.number).await, 500, "nothing was bought");
    // A supervisor has what the book gives the rank, whoever deals.
    let bar = json!({"do": "bar-player", "player": people.quin.number});
    let barred = api.act(&people.sue1.token, "house", bar).await;
    assert!(!barred.code().starts_with("dealer."), "{barred:?}");
    // After taking over, the dealer deals, and nobody else does.
    api.deals("house", dan).await;
    let closed = api.act(&dan.token, "house", json!({"do": "close-bets"})).await;
    assert!(!closed.code().starts_with("dealer."), "{closed:?}");
    let before = version();
    for other in [&people.sue1, &people.sue3] {
        let reply = api.act(&other.token, "house", json!({"do": "deal"})).await;
        assert_eq!(reply.refused(), (422, "dealer.taken".into()));
    }
    assert_eq!(version(), before);
}

/// vcga-2000 1.1.5: a table that a person deals has one dealer.
#[tokio::test]
async fn a_table_that_a_person_deals_has_one_dealer_until_they_are_relieved() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let deb = api.add(&people.root, "deb", json!("dealer")).await;
    let whole = json!({"do": "lay-out-tiles", "found": "whole"});
    let lay_out = async |who: &Somebody| api.act(&who.token, "desk", whole.clone()).await;
    assert_eq!(lay_out(&people.dan).await.refused(), (422, "dealer.nobody".into()));
    api.deals("desk", &people.dan).await;
    assert_eq!(lay_out(&deb).await.refused(), (422, "dealer.taken".into()));
    assert_eq!(lay_out(&people.sue3).await.refused(), (422, "dealer.taken".into()));
    lay_out(&people.dan).await.ok();
    let dealer = async |who: &Somebody, takes: bool| {
        api.post(&who.token, "/api/tables/desk/dealer", json!({"takes": takes})).await
    };
    assert_eq!(dealer(&deb, true).await.refused(), (422, "dealer.taken".into()));
    assert_eq!(
        dealer(&deb, false).await.refused(),
        (422, "dealer.taken".into()),
        "no dealer relieves another"
    );
    dealer(&people.sue1, false).await.ok();
    assert_eq!(lay_out(&people.dan).await.refused(), (422, "dealer.nobody".into()));
    dealer(&deb, true).await.ok();
    dealer(&deb, false).await.ok();
    let records = api.records("table/desk");
    let gave: Vec<&Value> = records.iter().filter_map(|one| one["floor"].get("dealer-gave")).collect();
    assert_eq!(gave[0]["relieved"], json!({"staff": [people.dan.number, 0]}), "{gave:?}");
    assert_eq!(
        (&gave[0]["who"], gave[1].get("relieved")),
        (&json!({"staff": [people.sue1.number, 1]}), None)
    );
}

/// Whoever is no dealer any more, or not as themselves, is relieved by the house.
#[tokio::test]
async fn a_dealer_who_has_ceased_to_be_one_is_relieved() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let root = &people.root.token;
    let ends = [
        ("role", json!({"role": "inspector"})),
        ("password", json!({"new": "chosen by another"})),
        ("measure", json!({"measure": "disable"})),
        ("measure", json!({"measure": "revoke"})),
    ];
    let number = || api.house.floor.table("desk").unwrap().info().dealer_number;
    for (place, (what, body)) in ends.into_iter().enumerate() {
        let name = format!("dealer{place}");
        let dealer = api.add(&people.root, &name, json!("dealer")).await;
        api.deals("desk", &dealer).await;
        assert_eq!(number(), Some(dealer.number));
        api.post(root, &format!("/api/people/{name}/{what}"), body).await.ok();
        until(&api, what, async || number().is_none()).await;
    }
}

/// Decision 0018: nobody sees or touches electronic tiles.
#[tokio::test]
async fn nobody_reports_what_can_only_be_seen_of_electronic_tiles() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.open_desk(&people, &[]).await;
    for step in [
        json!({"do": "report-exposed", "area": 1, "which": 3, "tiles": [], "by_dealer": true}),
        json!({"do": "report-knocked", "area": 1}),
        json!({"do": "report-misdeal", "what": "wrong-areas"}),
        json!({"do": "report-shown", "during": "stacking", "count": 2}),
        json!({"do": "report-set-wrong"}),
        json!({"do": "report-cocked"}),
        json!({"do": "touch", "area": 1}),
    ] {
        let mut reply = api.act(&people.dan.token, "desk", step.clone()).await;
        if reply.code() == "person.rank_too_low" {
            // Where the book leaves it to a rank, that rank cannot either.
            reply = api.act(&people.sue3.token, "desk", step.clone()).await;
        }
        assert_eq!(reply.refused(), (422, "tiles.electronic".into()), "{step}: {reply:?}");
    }
}

#[tokio::test]
async fn a_player_says_yes_before_a_dealer_spends_from_their_account() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat, quin) = (&people.dan, &people.pat, &people.quin);
    api.deposit(&people, pat, 1000).await;
    api.open_desk(&people, &[]).await;
    let mut station = api.station("desk", Some(&pat.token), &[]).await.unwrap();
    station.hear().await;
    let waits = api.act(&dan.token, "desk", bought(pat, 500, "chips")).await;
    assert_eq!(waits.refused(), (202, "confirm.waits".into()), "{waits:?}");
    assert_eq!(api.holds(pat.number).await, 1000, "nothing yet");
    let number = asked(&waits);
    let update = loop {
        let update = station.hear().await;
        if update["house"]["asks"].is_array() {
            break update;
        }
    };
    let shown = &update["house"]["asks"][0];
    assert_eq!((&shown["number"], &shown["amount"]), (&json!(number), &json!(500)));
    assert_eq!((&shown["purse"], &shown["step"]), (&json!("money"), &json!("buy-in")));
    assert_eq!(shown["by"], json!({"staff": [dan.number, 0]}));
    // A yes says what it is for.
    for blind in
        [json!({"number": number, "yes": true}), json!({"number": number, "yes": true, "effect": "x"})]
    {
        let blind = api.post(&pat.token, "/api/tables/desk/confirm", blind).await;
        assert_eq!(blind.refused(), (422, "confirm.effect".into()));
    }
    let others = api.get(&quin.token, "/api/tables/desk").await.ok().json();
    assert!(others["house"].get("asks").is_none(), "nobody else sees it: {others}");
    // One at a time; and only the player says yes.
    let more = api.act(&dan.token, "desk", bought(pat, 100, "chips")).await;
    assert_eq!(more.refused(), (422, "confirm.open".into()));
    assert_eq!(api.says("desk", quin, number, true).await.refused(), (404, "confirm.unknown".into()));
    assert_eq!(api.says("desk", dan, number, true).await.status, 403);
    // No is no.
    api.says("desk", pat, number, false).await.ok();
    assert_eq!(api.says("desk", pat, number, true).await.refused(), (404, "confirm.unknown".into()));
    assert_eq!(api.holds(pat.number).await, 1000);
    // What nobody answers is over after two minutes, on record.
    let late = asked(&api.act(&dan.token, "desk", bought(pat, 300, "chips")).await);
    api.turn(3);
    assert_eq!(api.says("desk", pat, late, true).await.refused(), (404, "confirm.unknown".into()));
    // Whoever asked has to be the dealer still: what they asked for is over when they are relieved.
    let stale = asked(&api.act(&dan.token, "desk", bought(pat, 200, "chips")).await);
    api.post(&people.sue1.token, "/api/tables/desk/dealer", json!({"takes": false})).await.ok();
    assert_eq!(api.says("desk", pat, stale, true).await.refused(), (404, "confirm.unknown".into()));
    api.deals("desk", dan).await;
    // Yes is done once, over the socket as well, and the player is on record with it.
    let number = asked(&api.act(&dan.token, "desk", bought(pat, 400, "chips")).await);
    let seen =
        api.get(&pat.token, "/api/tables/desk").await.ok().json()["house"]["asks"][0]["effect"].clone();
    station.say(&json!({"key": "y", "confirm": {"number": number, "yes": true, "effect": seen}})).await;
    until(&api, "it is bought", async || api.holds(pat.number).await == 600).await;
    assert_eq!(api.says("desk", pat, number, true).await.refused(), (404, "confirm.unknown".into()));
    // So does a yes that the account does not cover, once it is known.
    let short = asked(&api.act(&dan.token, "desk", bought(pat, 5000, "chips")).await);
    assert_eq!(api.says("desk", pat, short, true).await.refused(), (422, "account.short".into()));
    api.deposit(&people, pat, 9000).await;
    assert_eq!(api.says("desk", pat, short, true).await.refused(), (404, "confirm.unknown".into()));
    assert_eq!(api.holds(pat.number).await, 9600, "and nothing is taken later");
    // A yes to what is refused ends it, too, and leaves room for another.
    api.post(&pat.token, "/api/me/protection", json!({"day": 400})).await.ok();
    let much = asked(&api.act(&dan.token, "desk", bought(pat, 100, "chips")).await);
    assert_eq!(api.says("desk", pat, much, true).await.refused(), (422, "protect.refused".into()));
    assert_eq!(api.says("desk", pat, much, true).await.refused(), (404, "confirm.unknown".into()));
    let records = api.records("table/desk");
    let done = records.iter().find(|one| one["game"]["command"]["do"] == "buy-in").unwrap();
    assert_eq!(done["game"]["second"], json!({"player": pat.number}));
    let ends: Vec<Value> = records
        .iter()
        .filter_map(|one| one["floor"].get("spend-over"))
        .map(|over| over["how"].clone())
        .collect();
    assert_eq!(ends, ["declined", "expired", "relieved", "done", "refused", "refused"].map(|end| json!(end)));
}

/// star-2016 1.1#4: tokens are exchanged for a voucher, wagered, and only what they win is money.
#[tokio::test]
async fn tokens_are_given_for_vouchers_within_bounds_and_each_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan, &people.pat);
    table(&api, "star", "star-2016", Purses::Accounts, false).await;
    api.deals("star", dan).await;
    let whole = json!({"do": "lay-out-tiles", "found": "whole"});
    api.act(&dan.token, "star", whole).await.ok();
    api.act(&people.sue3.token, "star", json!({"do": "check-tiles"})).await.ok();
    api.act(&dan.token, "star", json!({"do": "open-table"})).await.ok();
    api.stands_at("star", pat).await;
    // Without a voucher there are no tokens, whoever says yes.
    let none = api.buys("star", dan, pat, bought(pat, 1000, "promotional-tokens")).await;
    assert_eq!(none.refused(), (422, "tokens.short".into()));
    let waiting = async || {
        let look = api.get(&pat.token, "/api/tables/star").await.ok().json();
        look["house"]["asks"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(waiting().await, 0, "it was not done, and is over");
    api.turn(3);
    let voucher = async |who: &Somebody, number: &str, amount: i64| {
        let body = json!({"number": number, "player": pat.number, "amount": amount});
        api.post(&who.token, "/api/vouchers", body).await
    };
    let sue1 = api.sign_in("sue1").await;
    let sue2 = api.sign_in("sue2").await;
    let dan = &api.sign_in("dan").await;
    assert_eq!(voucher(dan, "A-1", 50).await.status, 403, "a dealer gives none");
    assert_eq!(voucher(&sue1, "A-1", 501).await.refused(), (422, "voucher.amount".into()));
    assert_eq!(voucher(&sue1, "A 1", 50).await.refused(), (422, "voucher.number".into()));
    assert_eq!(voucher(&sue1, "A-1", 100).await.ok().json()["tokens"], 100);
    for number in ["A-1", "a-1"] {
        assert_eq!(voucher(&sue1, number, 100).await.refused(), (422, "voucher.used".into()), "{number}");
    }
    // However small it is: beyond what one person gives out alone in a day it takes two.
    assert_eq!(voucher(&sue1, "A-0", 1).await.refused(), (202, "approval.waits".into()));
    let waits = voucher(&sue1, "A-2", 500).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    assert_eq!(api.yes(&sue1.token, asked(&waits)).await.code(), "second.same");
    api.yes(&sue2.token, asked(&waits)).await.ok();
    assert_eq!(tokens(&api, pat).await, 600);
    assert_eq!(voucher(&sue2, "A-3", 450).await.refused(), (422, "voucher.day".into()));
    assert_eq!(codes(&api).iter().filter(|code| *code == "voucher.given").count(), 2);
    // They are tokens at the table, and tokens again when their player goes: no money came of them.
    api.buys("star", dan, pat, bought(pat, 500, "promotional-tokens")).await.ok();
    assert_eq!((tokens(&api, pat).await, api.holds(pat.number).await), (100, 0));
    api.act(&pat.token, "star", json!({"do": "leave"})).await.ok();
    assert_eq!((tokens(&api, pat).await, api.holds(pat.number).await), (600, 0));
    let cage = json!({"player": pat.number, "what": "withdrawal", "amount": 1});
    assert_eq!(api.post(&sue1.token, "/api/cage", cage).await.refused(), (422, "account.short".into()));
}

/// rapid-roulette-2000 6.7(a), reading authorised-tokens.
#[tokio::test]
async fn no_token_becomes_money_at_the_wheel() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deals("wheel", &people.dan).await;
    api.act(&people.dan.token, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "tokens", "amount": 100});
    let refused = api.act(&people.dan.token, "wheel", buy_in).await;
    assert_eq!(refused.refused(), (422, "tokens.not_authorised".into()), "{refused:?}");
}

/// Whoever buys in plays: nobody's number, a supervisor's, a guest's and a bot's are not sold chips for cash.
#[tokio::test]
async fn only_somebody_who_plays_is_bought_in() {
    let api = Api::with(|config| config.large_win = 500).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |player: u32, amount: i64| json!({"do": "buy-in", "station": 1, "player": player, "tender": "cash", "amount": amount});
    let bot = 4_000_000_001;
    for number in [people.root.number, people.sue2.number, 99_999, people.guest.number, bot] {
        let refused = api.act(dan, "wheel", buy_in(number, 10)).await;
        assert_eq!(refused.refused(), (404, "player.unknown".into()), "{number}");
    }
    api.act(dan, "wheel", buy_in(people.pat.number, 500)).await.ok();
    assert!(codes(&api).contains(&"purchase.large".to_string()));
}

/// The period runs out, and the ball is spun.
async fn spin(api: &Api, dealer: &str) {
    api.clock.turn(40_000);
    for _ in 0..6000 {
        if api.act(dealer, "wheel", json!({"do": "spin"})).await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the ball is not spun");
}

/// What was asked for in one spin is not carried out in another, although the same words would follow.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_effect_is_of_its_round() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 50});
    api.act(dan, "wheel", buy_in).await.ok();
    spin(&api, dan).await;
    let fails = json!({"do": "station-fails", "station": 1});
    let waits = api.act(dan, "wheel", fails).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let hash = api.get(&people.sue1.token, "/api/approvals").await.ok().json()[0]["effect"].clone();
    assert_eq!(hash["round"], 1, "{hash}");
    api.act(dan, "wheel", json!({"do": "enter", "pocket": 7})).await.ok();
    spin(&api, dan).await;
    let moved = api.yes(&people.sue1.token, asked(&waits)).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
}

/// What two people signed is done as both saw it, also where it takes only one of them by then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_yes_is_to_what_was_seen_though_one_would_do_by_now() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    api.turn(3);
    let buy_in = |amount: i64| json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": amount});
    // Nobody has seen Pat for three minutes.
    let waits = api.act(dan, "wheel", buy_in(500)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    api.get(&people.pat.token, "/api/me").await.ok();
    api.act(dan, "wheel", buy_in(100)).await.ok();
    let moved = api.yes(&people.sue1.token, asked(&waits)).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
}

/// A player's yes does nothing for a dealer whose word does not count any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_players_yes_does_nothing_for_a_dealer_who_was_disabled() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let mut station = api.station("wheel", Some(&people.pat.token), &[]).await.unwrap();
    assert!(station.hear().await["version"].is_u64());
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 50});
    let waits = api.act(dan, "wheel", buy_in).await;
    assert_eq!(waits.refused(), (202, "confirm.waits".into()), "{waits:?}");
    let disable = json!({"measure": "disable"});
    api.post(&people.root.token, "/api/people/dan/measure", disable).await.ok();
    let refused = api.says("wheel", &people.pat, asked(&waits), true).await;
    assert!(["people.disabled", "confirm.unknown"].contains(&&*refused.code()), "{refused:?}");
    let records = api.records("table/wheel");
    assert!(!records.iter().any(|one| one["game"]["command"]["do"] == "buy-in"), "nothing was bought");
}

/// Much cash takes two people, and the player's own yes beside them where they have a station.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn much_cash_takes_two_and_the_player() {
    let api = Api::with(|config| (config.cage_alone, config.cage_day) = (100, 100)).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let mut station = api.station("wheel", Some(&people.pat.token), &[]).await.unwrap();
    assert!(station.hear().await["version"].is_u64());
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 500});
    let waits = api.act(dan, "wheel", buy_in).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let signed = api.yes(&people.sue1.token, asked(&waits)).await;
    assert_eq!(signed.refused(), (202, "confirm.waits".into()), "{signed:?}");
    let bought = |api: &Api| {
        let records = api.records("table/wheel");
        records.iter().filter(|one| one["game"]["command"]["do"] == "buy-in").cloned().collect::<Vec<Value>>()
    };
    assert!(bought(&api).is_empty(), "nobody has asked Pat yet");
    let seen = api.get(&people.pat.token, "/api/tables/wheel").await.ok().json();
    let number = seen["house"]["asks"][0]["number"].as_u64().unwrap();
    api.says("wheel", &people.pat, number, true).await.ok();
    assert_eq!(bought(&api)[0]["game"]["second"], json!({"staff": [people.sue1.number, 1]}));
    let records = api.records("table/wheel");
    assert!(records.iter().any(|one| one["floor"]["signed"].is_object()), "with what both signed");
}

/// rapid-roulette-2000 8.4: a wrong result is put right by two people, however long the second takes to read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_result_is_put_right_by_two() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 50});
    api.act(dan, "wheel", buy_in).await.ok();
    spin(&api, dan).await;
    api.act(dan, "wheel", json!({"do": "enter", "pocket": 7})).await.ok();
    api.act(dan, "wheel", json!({"do": "freeze", "spin": 1})).await.ok();
    let waits = api.act(dan, "wheel", json!({"do": "correct", "spin": 1, "pocket": 8})).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    api.clock.turn(5_000);
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
}

/// A table whose dealer went while only staff can go on says what it waits for, to operators and to everybody who looks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_waits_for_staff_says_so() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in =
        json!({"do": "buy-in", "station": 1, "player": people.pat.number, "tender": "cash", "amount": 50});
    api.act(dan, "wheel", buy_in).await.ok();
    spin(&api, dan).await;
    let waits = api.act(dan, "wheel", json!({"do": "station-fails", "station": 1})).await;
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
    api.post(dan, "/api/tables/wheel/dealer", json!({"takes": false})).await.ok();
    let waits = |said: &Value| said["house"]["waits_for"].clone();
    let what = "staff have to establish what was wagered on station 1";
    let seen = api.get(&people.pat.token, "/api/tables/wheel").await.ok().json();
    assert_eq!(waits(&seen), what, "{seen}");
    let ready = api.send("GET", "/readyz", &[], "").await.json();
    let warned = json!({"code": "table.waits", "what": format!("table wheel waits: {what}")});
    assert!(ready["warnings"].as_array().unwrap().contains(&warned), "{ready}");
    api.deals("wheel", &people.dan).await;
    let found = json!({"do": "establish", "station": 1, "evidence": "as-shown"});
    let asks = api.act(dan, "wheel", found).await;
    api.yes(&people.sue1.token, asked(&asks)).await.ok();
    let seen = api.get(&people.pat.token, "/api/tables/wheel").await.ok().json();
    assert_eq!(waits(&seen), Value::Null, "{seen}");
    api.post(dan, "/api/tables/wheel/dealer", json!({"takes": false})).await.ok();
    let seen = api.get(&people.pat.token, "/api/tables/wheel").await.ok().json();
    assert_eq!(waits(&seen), "a dealer has to take the table", "{seen}");
}

/// What one person alone moves at the cage for a player has a bound, in parts too.
#[tokio::test]
async fn much_money_at_the_cage_takes_two() {
    let api = Api::with(|config| config.cage_alone = 1000).await;
    let people = api.everybody().await;
    let cage = async |what: &str, amount: i64| {
        let body = json!({"player": people.pat.number, "what": what, "amount": amount});
        api.post(&people.sue1.token, "/api/cage", body).await
    };
    cage("deposit", 600).await.ok();
    cage("withdrawal", 400).await.ok();
    let waits = cage("deposit", 1).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    api.yes(&people.sue2.token, asked(&waits)).await.ok();
    assert_eq!(api.holds(people.pat.number).await, 201);
    assert!(codes(&api).contains(&"cage.large".to_string()));
    assert_eq!(cage("withdrawal", 202).await.refused(), (422, "account.short".into()), "at once");
    api.clock.turn(24 * 60 * api::MINUTE);
}

#[tokio::test]
async fn cash_counts_against_limits_like_money_of_the_account() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan.token, &people.pat);
    api.post(&pat.token, "/api/me/protection", json!({"day": 300, "week": 500, "month": null})).await.ok();
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |amount: i64| json!({"do": "buy-in", "station": 1, "player": pat.number, "tender": "cash", "amount": amount});
    api.act(dan, "wheel", buy_in(200)).await.ok();
    let refused = api.act(dan, "wheel", buy_in(101)).await;
    assert_eq!(refused.refused(), (422, "protect.refused".into()));
    assert!(!refused.body.contains("300") && !refused.body.contains("day"), "the limit is pat's own matter");
    api.act(dan, "wheel", buy_in(100)).await.ok();
    assert_eq!(api.act(dan, "wheel", buy_in(1)).await.refused(), (422, "protect.refused".into()));
    let allowance = api.get(&pat.token, "/api/me/protection").await.ok().json();
    assert_eq!((&allowance["day"]["spent"], &allowance["week"]["left"]), (&json!(300), &json!(200)));
    // What is paid back makes room again.
    api.act(dan, "wheel", json!({"do": "dismiss", "station": 1})).await.ok();
    api.act(dan, "wheel", json!({"do": "pay-out", "station": 1})).await.ok();
    let allowance = api.get(&pat.token, "/api/me/protection").await.ok().json();
    assert_eq!(allowance["day"]["spent"], 0);
    // And it is known again by whoever reads the records anew.
    let fresh = floor::Protection::open(api.house.floor.journal().clone(), api.house.floor.clock().clone());
    let player = PlayerId::new(pat.number).unwrap();
    api.act(dan, "wheel", buy_in(250)).await.ok();
    fresh.load(player).await.unwrap();
    let spent = fresh.allowance(player, api.clock.now()).unwrap().day.spent;
    assert_eq!(spent.units(), 250);
}

#[tokio::test]
async fn a_table_that_runs_is_not_resumed() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let reply = api.post(&people.sue3.token, "/api/tables/desk/resume", json!(null)).await;
    assert_eq!(reply.refused(), (422, "table.runs".into()));
    assert_eq!(api.get(&people.sue2.token, "/api/approvals").await.ok().json(), json!([]));
}

/// A round at the desk with a wager of 100 by pat.
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

#[tokio::test]
async fn the_second_person_signs_the_effect_that_they_saw() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let void = json!({"do": "void-round", "ground": "disruption", "forfeits": null});
    let number = asked(&api.act(&people.sue2.token, "desk", void.clone()).await);
    let listed = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    let effect = &listed[0]["effect"];
    let own = format!("P{}", people.pat.number);
    let change = |account: &str| {
        let accounts = effect["accounts"].as_array().unwrap();
        let found =
            accounts.iter().find(|one| one["account"] == account).unwrap_or_else(|| panic!("{effect}"));
        (found["before"].as_i64().unwrap(), found["after"].as_i64().unwrap())
    };
    assert_eq!(change(&own), (400, 500));
    assert_eq!(change(&format!("{own} on the layout")), (100, 0));
    assert!(effect["follows"].to_string().contains("vcga-2000"), "{effect}");
    // The wager grows meanwhile: what would follow is another effect, and the approval is void.
    place(&api, &people, 200).await;
    let moved = api.yes(&people.sam2.token, number).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
    assert_eq!(api.get(&people.sam2.token, "/api/approvals").await.ok().json(), json!([]), "it is void");
    let number = asked(&api.act(&people.sue2.token, "desk", void).await);
    let listed = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    let hash = listed[0]["effect"]["hash"].as_str().unwrap().to_string();
    api.yes(&people.sam2.token, number).await.ok();
    // Both names are on record with the hash.
    let events = api.records(floor::significant::STREAM);
    for (code, who) in [("approval.asked", "sue2"), ("approval.given", "sam2")] {
        let is = |event: &&Value| {
            event["code"] == code && event["who"] == who && event["what"].as_str().unwrap().contains(&hash)
        };
        assert!(events.iter().any(|event| is(&event)), "{code} by {who}");
    }
    let records = api.records("table/desk");
    let signed = records.iter().find_map(|one| one["floor"].get("signed")).unwrap();
    let staff = |somebody: &Somebody| json!({"staff": [somebody.number, 2]});
    assert_eq!(signed["effect"], json!(hash));
    assert_eq!((&signed["first"], &signed["second"]), (&staff(&people.sue2), &staff(&people.sam2)));
    // The same at the cage.
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 50, "why": "counted"});
    let number = asked(&api.post(&people.sue1.token, "/api/cage", adjust).await);
    api.deposit(&people, &people.pat, 10).await;
    let moved = api.yes(&people.sam2.token, number).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()));
}

/// Whoever asked did so before anything was known: nobody says yes to it alone once something is.
#[tokio::test]
async fn an_effect_is_another_once_betting_has_closed() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let void = json!({"do": "void-round", "ground": "disruption", "forfeits": null});
    let number = asked(&api.act(&people.sue2.token, "desk", void).await);
    api.act(&people.dan.token, "desk", json!({"do": "close-bets"})).await.ok();
    let moved = api.yes(&people.sam2.token, number).await;
    assert_eq!(moved.refused(), (422, "approval.moved".into()), "{moved:?}");
}

#[tokio::test]
async fn nobody_has_many_approvals_waiting() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let ask = async |who: &Somebody| {
        let body = json!({"player": people.pat.number, "what": "adjust-up", "amount": 5, "why": "found"});
        api.post(&who.token, "/api/cage", body).await
    };
    for _ in 0..8 {
        assert_eq!(ask(&people.sue1).await.status, 202);
    }
    assert_eq!(ask(&people.sue1).await.refused(), (422, "approval.many".into()));
    assert_eq!(ask(&people.sue2).await.status, 202, "others still ask");
}
