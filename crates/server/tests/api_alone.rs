//! What one person alone cannot do: with people of their own making, with somebody else's money, or by asking for
//! the same thing in many ways at once.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::{Somebody, asked};
use api::{Api, Folder, PASSWORD};
use game::Moment;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn codes(api: &Api) -> Vec<String> {
    let events = api.records(floor::significant::STREAM);
    events.iter().map(|event| event["code"].as_str().unwrap().to_string()).collect()
}

/// The administrator gives pat another password and signs in as pat with it: pat's session from then on.
async fn as_pat(api: &Api, people: &api::people::People) -> String {
    let (given, own) = ("given by root", PASSWORD);
    api.post(&people.root.token, "/api/people/pat/password", json!({"new": given})).await.ok();
    let sign_in = async |password: &str| {
        let body = json!({"name": "pat", "password": password}).to_string();
        let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
        me["token"].as_str().unwrap().to_string()
    };
    let token = sign_in(given).await;
    api.post(&token, "/api/me/password", json!({"old": given, "new": own})).await.ok();
    sign_in(own).await
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
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |amount: i64| json!({"do": "buy-in", "station": 1, "player": pat.number, "tender": "cash", "amount": amount});
    api.act(dan, "wheel", buy_in(600)).await.ok();
    // What was paid out again does not make room.
    api.act(dan, "wheel", json!({"do": "dismiss", "station": 1})).await.ok();
    api.act(dan, "wheel", json!({"do": "pay-out", "station": 1})).await.ok();
    let waits = api.act(dan, "wheel", buy_in(401)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
    assert_eq!(api.act(dan, "wheel", buy_in(1)).await.refused(), (202, "approval.waits".into()));
}

/// What one dealer changes alone adds up over players, and over hand-overs of the table.
#[tokio::test]
async fn much_cash_of_one_dealer_takes_two_for_several_players_too() {
    let api = Api::with(|config| (config.cage_alone, config.cage_day) = (1000, 1500)).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |station: u8, player: u32, amount: i64| json!({"do": "buy-in", "station": station, "player": player, "tender": "cash", "amount": amount});
    api.act(dan, "wheel", buy_in(1, people.pat.number, 1000)).await.ok();
    api.act(dan, "wheel", buy_in(2, people.quin.number, 500)).await.ok();
    for takes in [false, true] {
        api.post(dan, "/api/tables/wheel/dealer", json!({"takes": takes})).await.ok();
    }
    let waits = api.act(dan, "wheel", buy_in(2, people.quin.number, 1)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
    // A day later it is another day.
    api.turn(24 * 60 + 1);
    let dan = api.sign_in("dan").await;
    api.sign_in("quin").await;
    api.deals("wheel", &dan).await;
    api.act(&dan.token, "wheel", buy_in(2, people.quin.number, 1)).await.ok();
}

/// Also before they have changed a password that was given: protecting oneself waits for nothing.
#[tokio::test]
async fn a_player_who_was_given_a_password_excludes_themselves_at_once() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.post(&people.root.token, "/api/people/pat/password", json!({"new": "given by root"})).await.ok();
    let body = json!({"name": "pat", "password": "given by root"}).to_string();
    let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
    let token = me["token"].as_str().unwrap();
    api.post(token, "/api/me/protection", json!({"day": 10})).await.ok();
    // Whoever gave the password learns no limit by what is refused: nothing is, and a higher one changes nothing.
    for day in [json!(20), json!(1_000_000), Value::Null] {
        assert_eq!(api.post(token, "/api/me/protection", json!({"day": day})).await.status, 204);
    }
    let limits = api.records(format!("player/{}", people.pat.number).leak());
    let limits: Vec<String> =
        limits.iter().map(Value::to_string).filter(|text| text.contains("limits")).collect();
    assert_eq!(limits.len(), 1, "{limits:?}");
    api.post(token, "/api/me/exclusion", json!({"days": 30})).await.ok();
    assert!(codes(&api).contains(&"protect.excluded".to_string()));
    assert_eq!(api.get(token, "/api/approvals").await.code(), "role.password_given", "and nothing else");
}

/// What two people sign is what the command moves: what others bring meanwhile is no matter of it.
#[tokio::test]
async fn an_approval_stands_though_somebody_else_buys_chips() {
    let api = Api::with(|config| config.cage_alone = 1000).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |station: u8, player: u32, amount: i64| json!({"do": "buy-in", "station": station, "player": player, "tender": "cash", "amount": amount});
    let waits = api.act(dan, "wheel", buy_in(1, people.pat.number, 1500)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()));
    api.act(dan, "wheel", buy_in(2, people.quin.number, 100)).await.ok();
    api.yes(&people.sue1.token, asked(&waits)).await.ok();
    // What pat holds is part of it.
    let waits = api.act(dan, "wheel", buy_in(1, people.pat.number, 1500)).await;
    let other = api.act(dan, "wheel", buy_in(1, people.pat.number, 1200)).await;
    api.yes(&people.sue1.token, asked(&other)).await.ok();
    assert_eq!(api.yes(&people.sue1.token, asked(&waits)).await.refused(), (422, "approval.moved".into()));
}

/// A dealer uses up nobody's limit who is not there: whoever has a station says yes on it, and for whom the house does
/// not see two people stand.
#[tokio::test]
async fn cash_of_somebody_who_is_not_there_takes_two_and_at_a_station_the_players_yes() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (dan, pat) = (&people.dan.token, &people.pat);
    api.post(&pat.token, "/api/me/protection", json!({"day": 300})).await.ok();
    api.deals("wheel", &people.dan).await;
    api.act(dan, "wheel", json!({"do": "open-table"})).await.ok();
    let buy_in = |amount: i64| json!({"do": "buy-in", "station": 1, "player": pat.number, "tender": "cash", "amount": amount});
    api.post(&pat.token, "/api/sign-out", json!(null)).await.ok();
    let waits = api.act(dan, "wheel", buy_in(300)).await;
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "pat is not there");
    let pat = api.sign_in("pat").await;
    let spent = async || api.get(&pat.token, "/api/me/protection").await.ok().json()["day"]["spent"].clone();
    assert_eq!(spent().await, 0);
    // On a station of their own they are asked.
    api.stands_at("wheel", &pat).await;
    let waits = api.act(dan, "wheel", buy_in(200)).await;
    assert_eq!(waits.refused(), (202, "confirm.waits".into()), "{waits:?}");
    assert_eq!(spent().await, 0);
    api.says("wheel", &pat, asked(&waits), false).await.ok();
    assert_eq!(spent().await, 0);
    api.buys("wheel", &people.dan, &pat, buy_in(200)).await.ok();
    assert_eq!(spent().await, 200);
}

/// A password that an administrator gave lets nobody wager the chips that a player has at a table, nor leave with them;
/// whoever is gone for long leaves by the house's hand, as everybody does.
#[tokio::test]
async fn an_administrator_does_not_wager_a_players_chips() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 800).await;
    api.post(&people.pat.token, "/api/tables/house/join", json!({"place": 2, "amount": 800})).await.ok();
    let token = as_pat(&api, &people).await;
    let wager =
        json!({"do": "place", "area": 2, "kind": "regular", "stake": {"amount": 100, "with": "chips"}});
    assert_eq!(api.act(&token, "house", wager).await.refused(), (422, "people.not_vouched".into()));
    let leaves = api.post(&token, "/api/tables/house/leave", json!(null)).await;
    assert_eq!(leaves.refused(), (422, "people.not_vouched".into()));
    api.until(|| {
        api.clock.turn(5_000);
        api.house.floor.seats().at("house").is_empty()
    })
    .await;
    assert_eq!(api.holds(people.pat.number).await, 800);
}

/// A dealer who was given another password hands the table over, and does nothing else there.
#[tokio::test]
async fn a_dealer_who_does_not_count_any_more_hands_over() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deals("desk", &people.dan).await;
    api.post(&people.root.token, "/api/people/dan/password", json!({"new": "given by root"})).await.ok();
    let dan = |takes| (game::Person::Staff(game::StaffId(people.dan.number), game::Rank::DEALER), takes);
    let desk = api.house.floor.table("desk").unwrap();
    let (who, takes) = dan(false);
    desk.deal(who, takes).await.unwrap();
    assert!(!desk.info().dealer);
    let (who, takes) = dan(true);
    assert_eq!(desk.deal(who, takes).await.unwrap_err().code, "people.not_vouched");
}

/// Nobody who may play waits to exclude themselves; asking for another day again and again does not fill the
/// journal.
#[tokio::test]
async fn exclusions_do_not_fill_the_journal() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let pat = &people.pat.token;
    let limits = |day: i64| json!({"day": day, "week": null, "month": null});
    let mut day = 1000;
    while api.post(pat, "/api/me/protection", limits(day)).await.status == 200 {
        day -= 1;
    }
    api.post(pat, "/api/me/exclusion", json!({"days": 1})).await.ok();
    let stream = format!("player/{}", people.pat.number);
    let before = api.records(&stream).len();
    for days in 2..40 {
        let again = api.post(pat, "/api/me/exclusion", json!({"days": days})).await;
        assert_eq!(again.refused(), (429, "rate.much".into()));
    }
    assert_eq!(api.records(&stream).len(), before);
}

/// Whoever hangs up has still asked: they are excluded, and go from the tables as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_asked_goes_to_its_end_whoever_hangs_up() {
    let api = Api::with(|config| config.database = None).await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 100).await;
    let join = json!({"place": 2, "amount": 100});
    api.post(&people.pat.token, "/api/tables/house/join", join).await.ok();
    let body = r#"{"days":30}"#;
    let request = format!(
        "POST /api/me/exclusion HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        api.address,
        people.pat.token,
        body.len()
    );
    // While somebody else has the file, nothing is kept, and whoever asked goes meanwhile.
    let other = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut stream = TcpStream::connect(api.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    drop(stream);
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    other.execute_batch("COMMIT").unwrap();
    api.until(|| codes(&api).contains(&"protect.excluded".to_string())).await;
    api.until(|| api.house.floor.seats().at("house").is_empty()).await;
    assert_eq!(api.holds(people.pat.number).await, 100);
}

/// Coming and going is on record for ever, and so it is bounded by the hour.
#[tokio::test]
async fn coming_and_going_does_not_fill_the_journal() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let pat = &people.pat.token;
    let join = json!({"place": 2, "amount": 100});
    let mut refused = 0;
    for _ in 0..600 {
        let reply = api.post(pat, "/api/tables/house/join", join.clone()).await;
        refused += usize::from(reply.code() == "rate.much");
    }
    assert!(refused >= 100, "{refused}");
    // Whoever goes is not held up by it.
    let leave = api.post(pat, "/api/tables/house/leave", json!(null)).await;
    assert_eq!(leave.refused(), (422, "leave.already".into()));
}

/// A password that an administrator gave lets nobody at a player's money before somebody has seen the player.
#[tokio::test]
async fn an_administrator_does_not_spend_a_players_money() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 800).await;
    let token = as_pat(&api, &people).await;
    let join = json!({"place": 2, "amount": 800});
    let refused = api.post(&token, "/api/tables/house/join", join.clone()).await;
    assert_eq!(refused.refused(), (422, "people.not_vouched".into()));
    assert_eq!(api.holds(people.pat.number).await, 800);
    // More money at the cage is no word for who they are; a supervisor's own is.
    api.deposit(&people, &people.pat, 100).await;
    assert_eq!(api.post(&token, "/api/tables/house/join", join.clone()).await.code(), "people.not_vouched");
    let mark = api.get(&token, "/api/me").await.ok().json()["mark"].clone();
    api.post(&people.sue1.token, "/api/people/pat/vouch", json!({"mark": mark})).await.ok();
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
    let set = json!({"do": "set-limits", "limits": limits, "at": api.clock.now()});
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

/// What one dealer changes alone adds up over tables, for one player and for all, and after a start too.
#[tokio::test]
async fn much_cash_of_one_dealer_takes_two_at_several_tables_too() {
    let folder = Folder::new();
    let bounds = |config: &mut server::Config| {
        (config.cage_alone, config.cage_day) = (1000, 1500);
        config.tables.push(server::roulette("wheel2", "Wheel 2", floor::Purses::Cash, false).unwrap());
    };
    let api = Api::in_folder(&folder, Moment::new(1_800_000_000_000), bounds).await;
    let people = api.everybody().await;
    let dan = &people.dan.token;
    let buy_in = |station: u8, player: u32, amount: i64| json!({"do": "buy-in", "station": station, "player": player, "tender": "cash", "amount": amount});
    for table in ["wheel", "wheel2"] {
        api.deals(table, &people.dan).await;
        api.act(dan, table, json!({"do": "open-table"})).await.ok();
    }
    let waits = (202, "approval.waits".to_string());
    api.act(dan, "wheel", buy_in(1, people.pat.number, 990)).await.ok();
    assert_eq!(api.act(dan, "wheel2", buy_in(1, people.pat.number, 990)).await.refused(), waits);
    api.act(dan, "wheel2", buy_in(1, people.pat.number, 10)).await.ok();
    assert_eq!(api.act(dan, "wheel2", buy_in(2, people.quin.number, 600)).await.refused(), waits);
    // Nobody buys chips for cash whom an administrator may have made up.
    let eve = api.add(&people.root, "eve", json!("player")).await;
    let refused = api.act(dan, "wheel2", buy_in(2, eve.number, 5)).await;
    assert_eq!(refused.refused(), (422, "people.not_vouched".into()));
    let moment = api.finish().await;
    let api = Api::in_folder(&folder, moment, bounds).await;
    let dan = &api.sign_in("dan").await.token;
    assert_eq!(api.act(dan, "wheel2", buy_in(2, people.quin.number, 600)).await.refused(), waits);
    api.act(dan, "wheel2", buy_in(2, people.quin.number, 500)).await.ok();
}

/// Whoever asks and says no, or takes a table and hands it over, again and again comes to an end.
#[tokio::test]
async fn words_that_give_nothing_do_not_fill_what_a_regulator_reads() {
    let api = Api::new().await;
    let people = api.everybody().await;
    // Asking and saying no oneself comes to an end.
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 5, "why": "again"});
    let mut asks = 0;
    loop {
        let waits = api.post(&people.sue3.token, "/api/cage", adjust.clone()).await;
        if waits.code() == "rate.much" {
            break;
        }
        let path = format!("/api/approvals/{}", asked(&waits));
        let no = api.post(&people.sue3.token, &path, json!({"approve": false})).await;
        if no.code() == "rate.much" {
            break;
        }
        asks += 1;
        assert!(asks < 500);
    }
    // So does taking a table; nobody is kept at one.
    let takes = async |takes: bool| {
        api.post(&people.dan.token, "/api/tables/wheel/dealer", json!({"takes": takes})).await
    };
    let mut taken = 0;
    while takes(true).await.code() != "rate.much" {
        takes(false).await.ok();
        taken += 1;
        assert!(taken < 600);
    }
}

/// A dealer who was given another password, and signs in with it, keeps no table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dealer_who_is_not_themselves_is_relieved() {
    let api = Api::new().await;
    let people = api.everybody().await;
    for table in ["practice", "house", "desk"] {
        api.deals(table, &people.dan).await;
    }
    api.post(&people.root.token, "/api/people/dan/password", json!({"new": "given by root"})).await.ok();
    let sign_in = async |password: &str| {
        let body = json!({"name": "dan", "password": password}).to_string();
        let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
        me["token"].as_str().unwrap().to_string()
    };
    let token = sign_in("given by root").await;
    let dealt =
        || ["practice", "house", "desk"].map(|table| api.house.floor.table(table).unwrap().info().dealer);
    for _ in 0..3000 {
        if dealt() == [false; 3] {
            break;
        }
        api.clock.turn(1000);
        assert_eq!(api.get(&token, "/api/me").await.status, 200, "they are still there");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(dealt(), [false; 3]);
}

/// An inspector whom one administrator made up decides nothing where money is played for.
#[tokio::test]
async fn inspectors_count_too() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let ivan = api.add(&people.root, "ivan", json!("inspector")).await;
    let review = json!({"do": "review-dispute", "number": 1, "for_player": true});
    let look = async |who: &str, table: &str| api.act(who, table, review.clone()).await.code();
    assert_eq!(look(&ivan.token, "desk").await, "people.not_vouched");
    assert_ne!(look(&ivan.token, "practice").await, "people.not_vouched");
    assert_eq!(look(&people.ina.token, "desk").await, "dispute.unknown");
}

/// Coming by a command is bounded like coming in any other way; nobody is kept from going.
#[tokio::test]
async fn coming_by_commands_does_not_fill_the_journal() {
    let api = Api::with(|config| {
        let wheel = server::roulette("acc", "Accounts", floor::Purses::Accounts, true).unwrap();
        config.tables.push(floor::TableSetup { bots: 0, ..wheel });
    })
    .await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 1000).await;
    let came = async |table: &str, comes: Value, leaves: Value| {
        let mut times = 0;
        loop {
            let reply = api.act(&people.pat.token, table, comes.clone()).await;
            if reply.code() == "rate.much" {
                return times;
            }
            reply.ok();
            api.act(&people.pat.token, table, leaves.clone()).await.ok();
            times += 1;
            assert!(times < 600);
        }
    };
    let insert = json!({"do": "insert", "station": 1, "amount": 20});
    let times = came("acc", insert.clone(), json!({"do": "leave", "station": 1})).await;
    assert!(times > 100, "{times}");
    assert_eq!(came("practice", json!({"do": "sit", "area": 3}), json!({"do": "leave"})).await, 0);
    assert_eq!(api.act(&people.pat.token, "acc", insert).await.code(), "rate.much");
}

/// Whoever gave a player a password does not take them off a table, nor loosen what protects them. Whoever signs in as a
/// player may always protect themselves.
#[tokio::test]
async fn whoever_signs_in_protects_themselves_and_an_administrator_loosens_nothing() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 800).await;
    api.post(&people.pat.token, "/api/me/protection", json!({"day": 700})).await.ok();
    api.post(&people.pat.token, "/api/tables/house/join", json!({"place": 2, "amount": 300})).await.ok();
    let token = as_pat(&api, &people).await;
    let no = (422, "people.not_vouched".to_string());
    let sends = async |path: &str, body: Value| api.post(&token, path, body).await.refused();
    assert_eq!(sends("/api/tables/house/leave", json!(null)).await, no);
    for higher in [
        json!({"day": 701}),
        json!({"day": null}),
        json!({"day": 600, "week": 5, "month": 9}),
        json!({"week": 4}),
    ] {
        // A refusal would tell what the limit is: what is higher changes nothing, without a word.
        let said = sends("/api/me/protection", higher.clone()).await;
        assert_eq!(said, (204, String::new()), "{higher}");
    }
    assert_eq!(sends("/api/me/protection", json!({"day": 650})).await, (204, String::new()));
    let limits = api.records(format!("player/{}", people.pat.number).leak());
    let days: Vec<&Value> =
        limits.iter().map(|one| &one["limits"]["steps"]).filter(|one| !one.is_null()).collect();
    let text = json!(days).to_string();
    assert!(!text.contains("701") && !text.contains("650"), "nothing is loosened: {text} {limits:?}");
    assert_eq!(sends("/api/me/exclusion", json!({"days": 30})).await.0, 204);
    let mut station = api.station("house", Some(&token), &[]).await.unwrap();
    assert_eq!(station.refused("l", &json!({"key": "l", "leave": true})).await, "people.not_vouched");
    assert_eq!(api.holds(people.pat.number).await, 500, "what is at the table stays there");
    let mark = api.get(&token, "/api/me").await.ok().json()["mark"].clone();
    api.post(&people.sue1.token, "/api/people/pat/vouch", json!({"mark": mark})).await.ok();
    assert_eq!(sends("/api/tables/house/leave", json!(null)).await.0, 200);
    assert_eq!(sends("/api/me/protection", json!({"day": 650})).await.0, 200, "after a day");
    assert_eq!(sends("/api/me/exclusion", json!({"days": 36_500})).await.0, 200);
    // A mark that is another's is refused, though nothing would follow from it.
    let vouches = async |mark: Value| {
        api.post(&people.sue1.token, "/api/people/pat/vouch", json!({"mark": mark})).await.refused()
    };
    assert_eq!(vouches(json!("nonsense")).await, (422, "vouch.mark".into()));
    assert!(vouches(mark).await.0 < 300);
}

/// Reasons and names are there to be read.
#[tokio::test]
async fn what_cannot_be_seen_is_no_reason_and_no_name() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let unseen =
        ["", " ", "\u{2800}", "\u{3164}\u{3164}", "\u{ad}", "\u{e0041}", "\u{115f}", "\u{180e}", "…!"];
    for why in unseen {
        let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 5, "why": why});
        let no = api.post(&people.sue3.token, "/api/cage", adjust).await;
        assert_eq!(no.refused(), (400, "message.why".into()), "{why:?}");
    }
    for name in unseen.into_iter().chain(["VIP\u{202e}", "V\u{200b}IP", "V\u{3164}IP"]) {
        let table =
            json!({"id": "vip", "name": name, "book": "star-2016", "money": "practice", "house_deals": true});
        let no = api.post(&people.root.token, "/api/tables", table).await;
        assert_eq!(no.refused(), (422, "table.name".into()), "{name:?}");
    }
}

/// Who asks is who asks when all of it is there: nobody begins a request while they may, and says what they want when they
/// may no longer.
#[tokio::test]
async fn whoever_is_dismissed_while_a_request_is_on_its_way_does_nothing() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let dismissed: [(&Somebody, &str, Value); 2] = [
        (&people.sue3, "disable", json!({"player": people.pat.number, "what": "deposit", "amount": 500})),
        (&people.sam2, "revoke", json!({"player": people.pat.number, "what": "deposit", "amount": 500})),
    ];
    for (who, measure, wanted) in dismissed {
        let body = wanted.to_string();
        let head = format!(
            "POST /api/cage HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
             content-length: {}\r\n\r\n",
            api.address,
            who.token,
            body.len()
        );
        let mut stream = TcpStream::connect(api.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let name = api.get(&who.token, "/api/me").await.ok().json()["name"].as_str().unwrap().to_string();
        let measure = json!({"measure": measure});
        api.post(&people.root.token, &format!("/api/people/{name}/measure"), measure).await.ok();
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut back = Vec::new();
        stream.read_to_end(&mut back).await.unwrap();
        let reply = api::Reply::parse(&back).unwrap();
        assert_eq!(reply.refused(), (401, "session.over".into()), "{name}: {reply:?}");
    }
    assert_eq!(api.holds(people.pat.number).await, 0);
}

/// Nobody takes another's password by resetting their own.
#[tokio::test]
async fn an_administrators_own_password_takes_the_old_one() {
    let api = Api::new().await;
    let root = api.administrator().await;
    let own = api.post(&root.token, "/api/people/root/password", json!({"new": "another long one"})).await;
    assert_eq!(own.refused(), (422, "people.own".into()));
}

/// Whom an administrator made up learns nothing of money: not what waits, not who plays, not what is in an account.
#[tokio::test]
async fn whoever_does_not_count_learns_nothing_of_money() {
    let api = Api::new().await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 700).await;
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 5, "why": "found"});
    assert_eq!(api.post(&people.sue1.token, "/api/cage", adjust).await.status, 202);
    let fresh = async |name: &str, role: Value| {
        let body = json!({"name": name, "password": "chosen by root", "role": role});
        api.post(&people.root.token, "/api/people", body).await.ok();
        let body = json!({"name": name, "password": "chosen by root"}).to_string();
        let given = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
        let own = json!({"old": "chosen by root", "new": PASSWORD});
        api.post(given["token"].as_str().unwrap(), "/api/me/password", own).await.ok();
        api.sign_in(name).await
    };
    let no = (422, "people.not_vouched".to_string());
    for (name, role) in [("sup9", json!({"supervisor": 2})), ("ins9", json!("inspector"))] {
        let ghost = fresh(name, role).await;
        assert_eq!(api.get(&ghost.token, "/api/people").await.refused(), no, "{name}");
        assert_eq!(api.get(&ghost.token, "/api/approvals").await.ok().json(), json!([]), "{name}");
    }
    api.post(&people.root.token, "/api/people/pat/password", json!({"new": "chosen by root"})).await.ok();
    let body = json!({"name": "pat", "password": "chosen by root"}).to_string();
    let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
    assert_eq!(me["balance"], Value::Null, "{me}");
    let own = json!({"old": "chosen by root", "new": PASSWORD});
    api.post(me["token"].as_str().unwrap(), "/api/me/password", own).await.ok();
    let pat = api.sign_in("pat").await;
    assert_eq!(api.get(&pat.token, "/api/me").await.ok().json()["balance"], Value::Null);
    let own = format!("/api/rounds?player={}", people.pat.number);
    assert_eq!(api.get(&pat.token, &own).await.refused(), no);
}
