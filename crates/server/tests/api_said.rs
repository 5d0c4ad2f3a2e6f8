//! What somebody says, and what comes of it: how much of it is kept and shown to others, whether it is remembered, and what
//! it tells of people who are not there.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::{People, Somebody, asked};
use api::{Api, PASSWORD, Reply};
use floor::{Pace, Purses, TableSetup};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Significant events of a code.
fn events(api: &Api, code: &str) -> Vec<Value> {
    api.records(floor::significant::STREAM).into_iter().filter(|event| event["code"] == code).collect()
}

/// A command as it is written, whatever stands between.
async fn sends(api: &Api, who: &Somebody, table: &str, key: &str, command: &str) -> Reply {
    let body = format!(r#"{{"key":"{key}","command":{command}}}"#);
    api.ask("POST", &format!("/api/tables/{table}/commands"), Some(&who.token), &body).await
}

/// The administrator gives somebody another password and signs in as them with it, who then has it changed.
async fn taken_over(api: &Api, by: &Somebody, name: &str) -> Somebody {
    let (given, path) = ("given by another", format!("/api/people/{name}/password"));
    api.post(&by.token, &path, json!({"new": given})).await.ok();
    let body = json!({"name": name, "password": given}).to_string();
    let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
    let own = json!({"old": given, "new": PASSWORD});
    api.post(me["token"].as_str().unwrap(), "/api/me/password", own).await.ok();
    api.sign_in(name).await
}

/// A dealer who asks again and again, and a player who says no, keep little and come to an end.
#[tokio::test]
async fn a_dealer_and_a_player_do_not_fill_the_journal() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan, &people.pat);
    api.deposit(&people, pat, 1000).await;
    api.open_desk(&people, &[]).await;
    api.stands_at("desk", pat).await;
    let padded = |spaces: usize| {
        let (space, number) = (" ".repeat(spaces), pat.number);
        format!(r#"{{"do":"buy-in",{space}"player":{number},"stake":{{"amount":100,"with":"chips"}}}}"#)
    };
    let long = sends(&api, dan, "desk", "a", &padded(60_000)).await;
    assert_eq!(long.refused(), (413, "message.size".into()));
    let mut asks = 0;
    let last = loop {
        let waits = sends(&api, dan, "desk", &format!("b{asks}"), &padded(5_000)).await;
        if waits.status != 202 {
            break waits;
        }
        api.says("desk", pat, asked(&waits), false).await.ok();
        asks += 1;
        assert!(asks < 200, "nobody ends it");
    };
    assert_eq!(last.refused(), (429, "rate.much".into()), "{last:?}");
    let records = api.records("table/desk");
    let kept = records.iter().filter(|one| one["floor"].get("spend-asked").is_some());
    let longest = kept.map(|one| one.to_string().len()).max().unwrap();
    assert!(longest < 600, "{longest} bytes are kept");
    // A minute later they may be asked again, and what was asked is done once under its key.
    api.turn(2);
    let waits = sends(&api, dan, "desk", "c", &padded(10)).await;
    assert_eq!(waits.refused(), (202, "confirm.waits".into()));
    api.says("desk", pat, asked(&waits), true).await.ok();
    sends(&api, dan, "desk", "c", &padded(10)).await.ok();
    assert_eq!(api.holds(pat.number).await, 900);
}

/// What is no command is on no record; what waits for a second person is shown as it was understood.
#[tokio::test]
async fn nobody_puts_text_of_their_own_length_on_record_or_before_others() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dan = &people.dan;
    api.deals("desk", dan).await;
    let before = events(&api, "staff.refused").len();
    let odd = format!(r#"{{"do":"pay","{}":1}}"#, "A".repeat(5_000));
    let refused = sends(&api, dan, "desk", "z1", &odd).await;
    assert_eq!(refused.refused(), (400, "message.command".into()));
    assert!(refused.body.len() < 400, "{} bytes", refused.body.len());
    let huge = format!(r#"{{"do":"pay","{}":1}}"#, "A".repeat(50_000));
    assert_eq!(sends(&api, dan, "desk", "z2", &huge).await.refused(), (413, "message.size".into()));
    assert_eq!(events(&api, "staff.refused").len(), before, "what is no command is not significant");
    // A body that is none is not said again at length either.
    let form = api.post(&dan.token, "/api/tables/desk/dealer", json!({"A".repeat(5_000): 1})).await;
    assert_eq!(form.refused(), (400, "message.form".into()));
    assert!(form.body.len() < 400, "{} bytes", form.body.len());
    api.deals("wheel", dan).await;
    let setup = api.house.floor.table("wheel").unwrap().setup().clone();
    let floor::GameSetup::RapidRoulette { setup, .. } = &setup.game else { panic!("{setup:?}") };
    let set = json!({"do": "set-limits", "limits": setup.limits, "at": api.clock.now()}).to_string();
    let padded = set.replacen(':', &format!(":{}", " ".repeat(6_000)), 1);
    let waits = sends(&api, dan, "wheel", "p", &padded).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let seen = api.get(&people.sue2.token, "/api/approvals").await.ok().json();
    let what = seen[0]["what"].as_str().unwrap();
    assert!(what.len() <= set.len() + 100, "{} characters are shown", what.len());
    assert!(serde_json::from_str::<Value>(what).unwrap()["limits"].is_object(), "{what}");
    // The same again is the same.
    assert_eq!(asked(&sends(&api, dan, "wheel", "p", &padded).await), asked(&waits));
    api.yes(&people.sue2.token, asked(&waits)).await.ok();
    sends(&api, dan, "wheel", "p", &padded).await.ok();
    for code in ["approval.asked", "approval.given"] {
        let longest = events(&api, code).iter().map(|event| event.to_string().len()).max().unwrap();
        assert!(longest < 2_500, "{code}: {longest} bytes are kept");
    }
}

/// Whoever tries one thing among others does not hide it: every word is on record, at the latest after a minute.
#[tokio::test]
async fn no_refusal_of_staff_hides_behind_others() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let words = ["deal", "pay", "shuffle", "show-dice", "close-bets", "open-table"];
    for word in words {
        let refused = api.act(&people.dan.token, "desk", json!({"do": word})).await;
        assert_eq!(refused.refused(), (422, "dealer.nobody".into()), "{word}");
    }
    api.turn(2);
    let told = || {
        let all = events(&api, "staff.refused");
        let texts: Vec<String> =
            all.iter().map(|event| event["what"].as_str().unwrap().to_string()).collect();
        texts.join("\n")
    };
    api.until(|| words.iter().all(|word| told().contains(word))).await;
    assert!(told().contains("dealer.nobody"), "{}", told());
}

/// Whoever chose a player's password reads nothing of what protects them, and loosens nothing of it.
#[tokio::test]
async fn whoever_was_given_a_password_reads_no_limits_and_hears_no_less() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 800).await;
    api.post(&people.pat.token, "/api/me/protection", json!({"day": 700})).await.ok();
    api.post(&people.pat.token, "/api/tables/house/join", json!({"place": 2, "amount": 300})).await.ok();
    let pat = taken_over(&api, &people.root, "pat").await;
    let no = (422, "people.not_vouched".to_string());
    let check = "/api/me/reality-check";
    assert_eq!(api.get(&pat.token, "/api/me/protection").await.refused(), no);
    // A refusal would tell how often they hear of the time: less often changes nothing, without a word.
    assert_eq!(api.post(&pat.token, check, json!({"minutes": 240})).await.status, 204);
    let heard = api.records(format!("player/{}", people.pat.number).leak());
    assert!(!json!(heard).to_string().contains("240"), "{heard:?}");
    assert_eq!(api.post(&pat.token, "/api/me/reality-check/seen", json!(null)).await.refused(), no);
    let chance = api.post(&pat.token, "/api/tables/house/chance", json!({"bytes": "00ff"})).await;
    assert_eq!(chance.refused(), no);
    // What protects is done, and shows nothing of the rest.
    for (path, body) in [
        (check, json!({"minutes": 60})),
        (check, json!({"minutes": 20})),
        ("/api/me/protection", json!({})),
        ("/api/me/protection", json!({"day": 600})),
        ("/api/me/exclusion", json!({"days": 1})),
    ] {
        let done = api.post(&pat.token, path, body.clone()).await;
        assert_eq!((done.status, &*done.body), (204, ""), "{path} {body}");
    }
    api.vouched(pat.number).await;
    let own = api.get(&pat.token, "/api/me/protection").await.ok().json();
    assert_eq!(own["reality_check_minutes"], 20, "{own}");
    api.post(&pat.token, check, json!({"minutes": 240})).await.ok();
}

/// What is wrong with somebody else does not end one's own session.
#[tokio::test]
async fn somebody_else_who_is_disabled_signs_nobody_out() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan, &people.pat);
    api.deals("wheel", dan).await;
    api.act(&dan.token, "wheel", json!({"do": "open-table"})).await.ok();
    api.post(&pat.token, "/api/sign-out", json!(null)).await.ok();
    let buy_in = json!({"do": "buy-in", "station": 1, "player": pat.number, "tender": "cash", "amount": 100});
    let waits = api.act(&dan.token, "wheel", buy_in).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    let disable = json!({"measure": "disable"});
    api.post(&people.root.token, "/api/people/pat/measure", disable).await.ok();
    let yes = api.yes(&people.sue1.token, asked(&waits)).await;
    assert_eq!(yes.refused(), (422, "people.disabled".into()), "{yes:?}");
    api.get(&people.sue1.token, "/api/me").await.ok();
}

/// A table for accounts that the house deals quickly, at which pat has won what is held, and has left.
async fn won_and_left() -> (Api, People) {
    let api = Api::with(|config| {
        let pace = Pace { step: 0, wagers: 1000, bank: 0, hands: 1000, pause: 0, round: 0, alone: true };
        let setup = server::pai_gow("quick", "Quick", "vcga-2000", Purses::Accounts, true).unwrap();
        config.tables.push(TableSetup { bots: 0, pace, ..setup });
    })
    .await;
    let people = api.everybody().await;
    let pat = &people.pat;
    api.deposit(&people, pat, 20_000).await;
    api.stands_at("quick", pat).await;
    api.post(&pat.token, "/api/tables/quick/join", json!({"place": 3, "amount": 10_000})).await.ok();
    api.act(&people.sue3.token, "quick", json!({"do": "hold-winnings", "player": pat.number})).await.ok();
    let mine = async || api.get(&pat.token, "/api/tables/quick").await.ok().json()["view"]["mine"].clone();
    let mut tries = 0;
    while mine().await["held"].as_i64().unwrap_or_default() == 0 {
        let stake = json!({"amount": 100, "with": "chips"});
        let place = json!({"do": "place", "area": 3, "kind": "regular", "stake": stake});
        api.act(&pat.token, "quick", place).await;
        api.act(&pat.token, "quick", json!({"do": "ask-house-way", "area": 3})).await;
        api.clock.turn(500);
        tokio::time::sleep(Duration::from_millis(5)).await;
        tries += 1;
        assert!(tries < 4000, "nothing is held: {}", mine().await);
    }
    api.post(&pat.token, "/api/tables/quick/leave", json!(null)).await.ok();
    api.until(|| {
        api.clock.turn(500);
        api.house.floor.seats().at("quick").is_empty()
    })
    .await;
    (api, people)
}

/// What two people sign names every account that moves, and nobody else's figures are a player's to read.
#[tokio::test]
async fn an_effect_names_the_account_that_is_paid_and_rounds_name_nobody_elses() {
    let (api, people) = won_and_left().await;
    let pat = &people.pat;
    let holds = api.holds(pat.number).await;
    let (sue3, sam2) = (api.sign_in("sue3").await, api.sign_in("sam2").await);
    let release = json!({"do": "release-held", "player": pat.number, "to_player": true});
    let waits = api.act(&sue3.token, "quick", release).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let seen = api.get(&sam2.token, "/api/approvals").await.ok().json();
    let accounts = seen[0]["effect"]["accounts"].as_array().unwrap().clone();
    let own = format!("player/{}", pat.number);
    let own =
        accounts.iter().find(|account| account["account"] == own).unwrap_or_else(|| panic!("{accounts:?}"));
    assert_eq!(own["before"], holds);
    let (paid, number) = (own["after"].as_i64().unwrap() - holds, asked(&waits));
    assert!(paid > 0, "{own}");
    // What they do elsewhere meanwhile is no matter of it.
    let deposit = json!({"player": pat.number, "what": "deposit", "amount": 5});
    api.post(&sue3.token, "/api/cage", deposit).await.ok();
    let second = if api.yes(&sam2.token, number).await.code() == "second.wanted" {
        let sue4 = api.add(&api.sign_in("root").await, "sue4", json!({"supervisor": 3})).await;
        api.yes(&sue4.token, number).await.ok();
        sue4
    } else {
        sam2
    };
    assert_eq!(api.holds(pat.number).await, holds + paid + 5);
    // Rounds: what others staked, and brought, is theirs.
    let pat = api.sign_in("pat").await;
    let path = format!("/api/rounds?player={}", pat.number);
    let rounds = api.get(&pat.token, &path).await.ok().json();
    assert_eq!(rounds[0]["players"], json!([pat.number]), "{rounds}");
    assert!(rounds[0].get("most").is_none() && rounds[0].get("staked").is_none(), "{}", rounds[0]);
    let by_amount = api.get(&pat.token, &format!("{path}&amount=500")).await;
    assert_eq!(by_amount.refused(), (403, "role.own".into()));
    let rounds = api.get(&second.token, &path).await.ok().json();
    assert!(rounds[0]["most"].is_i64() && rounds[0]["staked"].is_i64(), "{}", rounds[0]);
    api.get(&second.token, &format!("{path}&amount=500")).await.ok();
}

/// What is promised under a key is remembered; where nothing comes of it, nothing is promised.
#[tokio::test]
async fn a_key_under_which_nobody_left_is_not_answered_with_yes() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let mut station = api.station("practice", Some(&people.pat.token), &[]).await.unwrap();
    let leave = |key: &str| json!({"key": key, "leave": true});
    assert_eq!(station.refused("a", &leave("a")).await, "leave.already", "they are not there");
    for (join, key) in [("j1", "a"), ("j2", "b")] {
        station.say(&json!({"key": join, "join": {"place": 3}})).await;
        let joined = station.answer(join).await;
        assert!(joined["version"].is_u64(), "{joined}");
        station.say(&leave(key)).await;
        let left = station.answer(key).await;
        let version = left["version"].as_u64().unwrap_or_else(|| panic!("{left}"));
        api.until(|| {
            api.clock.turn(500);
            api.house.floor.seats().at("practice").is_empty()
        })
        .await;
        // The same key again gets the first answer, and stands for nothing else.
        station.say(&leave(key)).await;
        assert_eq!(station.answer(key).await["version"], version);
        assert_eq!(station.refused(key, &json!({"key": key, "do": {"do": "leave"}})).await, "key.reused");
        assert_eq!(station.refused("c", &leave("c")).await, "leave.already");
    }
}

/// A dealer learns nothing of somebody who is not there.
#[tokio::test]
async fn whoever_is_not_there_is_not_there_whatever_protects_them() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat, quin) = (&people.dan, &people.pat, &people.quin);
    let setup = server::pai_gow("star", "Star", "star-2016", Purses::Accounts, false).unwrap();
    api.open(TableSetup { bots: 0, ..setup }).await;
    api.deals("star", dan).await;
    api.act(&dan.token, "star", json!({"do": "lay-out-tiles", "found": "whole"})).await.ok();
    api.act(&people.sue3.token, "star", json!({"do": "check-tiles"})).await.ok();
    api.act(&dan.token, "star", json!({"do": "open-table"})).await.ok();
    let eve = api.add(&people.root, "eve", json!("player")).await;
    api.post(&quin.token, "/api/me/exclusion", json!({"days": 30})).await.ok();
    for player in [pat, quin, &eve] {
        for with in ["promotional-tokens", "chips"] {
            let stake = json!({"amount": 50, "with": with});
            let buy_in = json!({"do": "buy-in", "player": player.number, "stake": stake});
            let refused = api.act(&dan.token, "star", buy_in).await;
            assert_eq!(refused.refused(), (422, "player.not_here".into()), "{}: {with}", player.number);
        }
    }
    // Nobody who keeps themselves from playing gets something to play with.
    let voucher = async |player: &Somebody, number: &str| {
        let body = json!({"number": number, "player": player.number, "amount": 50});
        api.post(&people.sue1.token, "/api/vouchers", body).await
    };
    assert_eq!(voucher(quin, "V-1").await.refused(), (422, "protect.refused".into()));
    voucher(pat, "V-1").await.ok();
}

/// An administrator whom another gave a password does nothing as one until a supervisor vouches for them.
#[tokio::test]
async fn no_administrator_works_under_anothers_name() {
    let api = Api::new().await;
    let root = api.administrator().await;
    // Where nobody could vouch for them yet, a second one works all the same.
    let ada = api.add(&root, "ada", json!("administrator")).await;
    api.get(&ada.token, "/api/people").await.ok();
    let sue = api.add(&root, "sue", json!({"supervisor": 2})).await;
    let no = (422, "people.not_vouched".to_string());
    assert_eq!(api.get(&ada.token, "/api/people").await.refused(), no);
    api.vouched(ada.number).await;
    api.get(&ada.token, "/api/people").await.ok();
    let root = taken_over(&api, &ada, "root").await;
    let new = json!({"name": "eve", "password": PASSWORD, "role": "dealer"});
    let table =
        json!({"id": "vip", "name": "VIP", "book": "star-2016", "money": "practice", "house_deals": true});
    let time = json!({"now": api.clock.now()});
    for (path, body) in [
        ("/api/people", new.clone()),
        ("/api/people/sue/role", json!({"role": "dealer"})),
        ("/api/people/ada/measure", json!({"measure": "disable"})),
        ("/api/people/ada/password", json!({"new": "given by another"})),
        ("/api/tables", table),
        ("/api/clock", time),
    ] {
        assert_eq!(api.post(&root.token, path, body).await.refused(), no, "{path}");
    }
    assert_eq!(api.get(&root.token, "/api/significant").await.refused(), no);
    let mark = api.get(&root.token, "/api/me").await.ok().json()["mark"].clone();
    api.post(&sue.token, "/api/people/root/vouch", json!({"mark": mark})).await.ok();
    api.post(&root.token, "/api/people", new).await.ok();
}

/// A host is what its grammar says, and nothing that ends or begins like one.
#[tokio::test]
async fn a_host_is_read_by_its_grammar_and_an_origin_stands_once() {
    let api = Api::new().await;
    let ask = async |hosts: &str, more: &str| {
        let text = format!(
            "POST /api/guest HTTP/1.1\r\n{hosts}{more}connection: close\r\ncontent-length: 0\r\n\r\n"
        );
        api.raw(text.as_bytes()).await.unwrap().refused()
    };
    let port = api.address.port();
    for host in ["localhost", "localhost.", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"] {
        for host in [host.to_string(), format!("{host}:{port}")] {
            assert_eq!(ask(&format!("host: {host}\r\n"), "").await.0, 200, "{host}");
        }
    }
    for host in [
        "localhost:7822@evil.example",
        "evil@localhost",
        "[127.0.0.1]evil",
        "[::1]evil",
        "[::1",
        "::1",
        "localhost:",
        "localhost:http",
        "localhost:123456",
        "localhost/evil",
        "localhost..",
        "",
    ] {
        let refused = ask(&format!("host: {host}\r\n"), "").await;
        assert!(refused.0 == 421 || refused.0 == 400, "{host:?}: {refused:?}");
    }
    let host = format!("host: {}\r\n", api.address);
    let origins = format!("origin: http://{}\r\n", api.address);
    assert_eq!(ask(&host, &origins).await.0, 200);
    let two = format!("{origins}origin: http://evil.example\r\n");
    assert_eq!(ask(&host, &two).await, (400, "message.origin".into()));
}

/// While many lines guess, an administrator's `unlock` takes nobody out of the line who stands in it, nor whoever comes next.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_unlocked_under_attack_comes_in_in_turn() {
    let api = Arc::new(Api::with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await);
    let people = api.everybody().await;
    for guess in 0..20 {
        let wrong = api.tries_from(&format!("203.0.113.{guess}"), "dan", "not the password").await;
        assert_eq!(wrong.code(), "sign-in.wrong");
    }
    let mut guesses = tokio::task::JoinSet::new();
    for line in 0..60 {
        let api = api.clone();
        guesses.spawn(async move {
            for network in 0_u32.. {
                let from = format!("2001:db8:{:x}:{line:x}00::1", network % 4);
                api.tries_from(&from, "dan", "not the password").await;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
    }
    let comes = |from: &'static str| {
        let api = api.clone();
        tokio::spawn(async move { api.tries_from(from, "dan", PASSWORD).await })
    };
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = comes("2001:db9:2::1");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let unlock = json!({"measure": "unlock"});
    api.post(&people.root.token, "/api/people/dan/measure", unlock.clone()).await.ok();
    let mut own = vec![before, comes("2001:dba:2::1")];
    api.post(&people.root.token, "/api/people/dan/measure", unlock).await.ok();
    own.push(comes("2001:dbb:2::1"));
    let mut turns = 0;
    while !own.iter().all(tokio::task::JoinHandle::is_finished) {
        tokio::time::sleep(Duration::from_millis(50)).await;
        api.clock.turn(500);
        turns += 1;
        assert!(turns < 1200, "nobody comes in");
    }
    guesses.abort_all();
    for one in own {
        one.await.unwrap().ok();
    }
}

/// At a practice table nobody brings more with a spoken wager than with anything else.
#[tokio::test]
async fn a_spoken_wager_brings_no_more_than_the_purse_of_a_practice_table() {
    let api = Api::with(|config| {
        let setup = server::pai_gow("spoken", "Spoken", "vcga-2000", Purses::Practice, true).unwrap();
        config.tables.push(TableSetup { bots: 0, ..setup });
    })
    .await;
    let pat = api.guest().await;
    api.stands_at("spoken", &pat).await;
    api.post(&pat.token, "/api/tables/spoken/join", json!({"place": 3})).await.ok();
    api.until(|| {
        api.clock.turn(500);
        api.house.floor.table("spoken").unwrap().info().betting
    })
    .await;
    let purse = api.house.floor.table("spoken").unwrap().setup().purse.units();
    let speaks = async |cash: i64| {
        let speak = json!({"do": "speak", "area": 3, "kind": "regular", "amount": 100, "cash": cash});
        api.act(&pat.token, "spoken", speak).await
    };
    let much = speaks(purse + 100).await;
    assert_eq!(much.refused(), (422, "purse.amount".into()), "{much:?}");
    speaks(purse).await.ok();
}
