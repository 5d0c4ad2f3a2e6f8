//! Time goes forward slowly: what a clock that is set does to a house, with both of the system's clocks
//! turned by hand.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::{People, Somebody};
use api::{Api, MINUTE};
use floor::Dials;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const START: i64 = 1_800_000_000_000;

/// A folder that stays from start to start, and goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("houseway-clock-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How often each of the clock's codes is on record, in the order they came.
fn told(api: &Api) -> Vec<String> {
    let codes = api.records("house/significant").into_iter();
    let codes = codes.map(|event| event["code"].as_str().unwrap().to_string());
    codes.filter(|code| code.starts_with("clock.")).collect()
}

/// Waits until the clock's codes are on record.
async fn tells(api: &Api, codes: &[&str]) {
    for _ in 0..6000 {
        if told(api) == codes {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?} on record, expected {codes:?}", told(api));
}

async fn clock(api: &Api, who: &Somebody) -> Value {
    api.get(&who.token, "/api/clock").await.ok().json()
}

async fn confirm(api: &Api, who: &Somebody, now: i64) -> (u16, String) {
    api.post(&who.token, "/api/clock", json!({"now": now})).await.refused()
}

async fn protection(api: &Api, who: &Somebody) -> Value {
    api.get(&who.token, "/api/me/protection").await.ok().json()
}

/// Pat keeps themselves from playing for 30 days and has a limit of 100 a day; Quin asks for a higher one.
async fn protect(api: &Api, people: &People) {
    api.deposit(people, &people.pat, 1000).await;
    api.deposit(people, &people.quin, 1000).await;
    api.post(&people.pat.token, "/api/me/exclusion", json!({"days": 30})).await.ok();
    api.post(&people.quin.token, "/api/me/protection", json!({"day": 100})).await.ok();
    api.post(&people.quin.token, "/api/me/protection", json!({"day": 900})).await.ok();
}

/// Whether both are still protected, by what the house does.
async fn protected(api: &Api, pat: &Somebody, quin: &Somebody) -> (bool, bool) {
    let join = |place| json!({"place": place, "amount": 500});
    let one = api.post(&pat.token, "/api/tables/house/join", join(3)).await.code();
    let other = api.post(&quin.token, "/api/tables/house/join", join(4)).await.code();
    (one == "protect.excluded", other == "protect.day")
}

async fn close(api: Api) {
    api.house.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_400_days_ahead_for_three_seconds_changes_nothing() {
    let folder = Folder::new("three-seconds");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let people = api.everybody().await;
    protect(&api, &people).await;
    dials.turn(1000, 400 * DAY);
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    tells(&api, &["clock.ahead"]).await;
    dials.turn(3000, 0);
    let state = clock(&api, &people.root).await;
    assert_eq!((state["house"].as_i64(), state["waits"].as_bool()), (Some(START + 4000), Some(true)));
    assert_eq!(state["ahead"].as_i64(), Some(400 * DAY));
    dials.turn(0, -400 * DAY);
    tells(&api, &["clock.ahead", "clock.agrees"]).await;
    assert_eq!(clock(&api, &people.root).await["house"].as_i64(), Some(START + 4000));
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    api.get(&people.dan.token, "/api/me").await.ok();
    close(api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_confirms_a_jump_by_saying_what_time_it_is() {
    let folder = Folder::new("confirm");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let people = api.everybody().await;
    protect(&api, &people).await;
    dials.turn(1000, 40 * DAY);
    tells(&api, &["clock.ahead"]).await;
    let now = START + 1000 + 40 * DAY;
    for who in [&people.sue3, &people.ina, &people.pat, &people.guest] {
        assert_eq!(confirm(&api, who, now).await, (403, "role.administrator".into()));
    }
    // Who says what the clock does not say has looked at another one.
    assert_eq!(confirm(&api, &people.root, START).await, (422, "clock.differs".into()));
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    assert_eq!(confirm(&api, &people.root, now + MINUTE).await.0, 200);
    tells(&api, &["clock.ahead", "clock.confirmed"]).await;
    let event = api.records("house/significant").pop().unwrap();
    assert_eq!(event["who"], "root");
    // Everybody was away for 40 days then, by somebody's word.
    let root = api.sign_in("root").await;
    let state = clock(&api, &root).await;
    assert_eq!((state["house"].as_i64(), state["waits"].as_bool()), (Some(now), Some(false)));
    let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
    assert_eq!(protected(&api, &pat, &quin).await, (false, false));
    close(api).await;
}

/// The week in which the last supervisor is sought is one that the house saw pass: an administrator who sets the clock
/// ahead, and says that it is right, has not waited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_week_that_an_administrator_confirmed_is_no_week() {
    let folder = Folder::new("week");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let root = api.administrator().await;
    api.add(&root, "sue", json!({"supervisor": 2})).await;
    api.house.people.revoke(&api.house.people.session(&root.token).unwrap(), "sue").await.unwrap();
    let resets = async |api: &Api| {
        let root = api.sign_in("root").await;
        let reset = json!({"new": "chosen by the administrator"});
        api.post(&root.token, "/api/people/sue/password", reset).await.refused()
    };
    let last = (422, "people.last_voucher".to_string());
    assert_eq!(resets(&api).await, last);
    // While the house runs …
    dials.turn(1000, 8 * DAY);
    tells(&api, &["clock.ahead"]).await;
    assert_eq!(confirm(&api, &api.sign_in("root").await, START + 1000 + 8 * DAY).await.0, 200);
    assert_eq!(resets(&api).await, last);
    close(api).await;
    // … and over a start on another machine.
    let dials = Dials::by_hand(START + 20 * DAY, HOUR, "two");
    let api = Api::by(dials.clone(), &folder.0).await;
    assert_eq!(confirm(&api, &api.sign_in("root").await, START + 20 * DAY).await.0, 200);
    assert_eq!(resets(&api).await, last);
    // Seven days that really pass are a week.
    dials.turn(7 * DAY, 0);
    assert_eq!(resets(&api).await, (204, String::new()));
    close(api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_drift_is_followed_slowly_and_a_step_back_is_recorded() {
    let folder = Folder::new("drift");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let root = api.administrator().await;
    let house = async || clock(&api, &root).await["house"].as_i64().unwrap();
    dials.turn(0, 4 * MINUTE);
    dials.turn(100_000, 0);
    // A hundredth faster, and no more.
    assert_eq!(house().await, START + 101_000);
    tells(&api, &["clock.ahead"]).await;
    for _ in 0..300 {
        dials.turn(100_000, 0);
        house().await;
    }
    assert_eq!(house().await, START + 301 * 100_000 + 4 * MINUTE);
    tells(&api, &["clock.ahead", "clock.agrees"]).await;
    let root = api.sign_in("root").await;
    dials.turn(0, -2 * MINUTE);
    tells(&api, &["clock.ahead", "clock.agrees", "clock.behind"]).await;
    let before = clock(&api, &root).await["house"].as_i64().unwrap();
    dials.turn(100_000, 0);
    let state = clock(&api, &root).await;
    assert_eq!(state["house"].as_i64(), Some(before + 99_000));
    // A step back beyond the bound is followed by nobody, and recorded again.
    dials.turn(0, -40 * DAY);
    tells(&api, &["clock.ahead", "clock.agrees", "clock.behind", "clock.behind"]).await;
    dials.turn(100_000, 0);
    let root = api.sign_in("root").await;
    assert_eq!(clock(&api, &root).await["house"].as_i64(), Some(before + 199_000));
    close(api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_after_days_away_needs_nobody_and_ends_no_exclusion() {
    let folder = Folder::new("away");
    let api = Api::by(Dials::by_hand(START, HOUR, "one"), &folder.0).await;
    let mut people = api.everybody().await;
    protect(&api, &people).await;
    close(api).await;
    // Another start of the machine: nobody knows how long it was off.
    let dials = Dials::by_hand(START + 31 * DAY, 1000, "two");
    let api = Api::by(dials.clone(), &folder.0).await;
    tells(&api, &["clock.unconfirmed"]).await;
    // Whoever comes to a console in the morning is not who left it in the evening.
    assert_eq!(api.get(&people.root.token, "/api/me").await.status, 401);
    (people.root, people.sue1) = (api.sign_in("root").await, api.sign_in("sue1").await);
    let state = clock(&api, &people.root).await;
    assert_eq!((state["house"].as_i64(), state["waits"].as_bool()), (Some(START + 31 * DAY), Some(false)));
    assert_eq!(state["unconfirmed"].as_i64(), Some(31 * DAY));
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    // What begins after the gap is not held up by it.
    let ria = api.add(&people.root, "ria", json!("player")).await;
    api.vouched(ria.number).await;
    api.deposit(&people, &ria, 1000).await;
    api.post(&ria.token, "/api/me/protection", json!({"day": 100})).await.ok();
    api.post(&ria.token, "/api/me/protection", json!({"day": null})).await.ok();
    dials.turn(DAY, 0);
    let ria = api.sign_in("ria").await;
    assert_eq!(protection(&api, &ria).await["day"]["limit"], Value::Null);
    // A limit that waited goes on waiting for time that is seen, and no longer.
    let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
    assert_eq!(protected(&api, &pat, &quin).await, (true, false));
    let until = protection(&api, &pat).await["excluded_until"].as_i64().unwrap();
    assert_eq!(until, START + 61 * DAY);
    let root = api.sign_in("root").await;
    assert_eq!(confirm(&api, &root, START + 32 * DAY).await.0, 200);
    assert_eq!(protection(&api, &pat).await["excluded_until"], Value::Null);
    assert_eq!(clock(&api, &root).await["unconfirmed"].as_i64(), Some(0));
    close(api).await;
    // And it stays confirmed.
    let api = Api::by(Dials::by_hand(START + 32 * DAY + MINUTE, 1000, "three"), &folder.0).await;
    assert_eq!(protection(&api, &pat).await["excluded_until"], Value::Null);
    close(api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_on_the_same_machine_knows_how_long_it_was_away() {
    let folder = Folder::new("same");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let people = api.everybody().await;
    protect(&api, &people).await;
    close(api).await;
    dials.turn(2 * HOUR, 400 * DAY);
    let api = Api::by(dials.clone(), &folder.0).await;
    tells(&api, &["clock.ahead"]).await;
    let root = api.sign_in("root").await;
    let state = clock(&api, &root).await;
    assert_eq!((state["house"].as_i64(), state["waits"].as_bool()), (Some(START + 2 * HOUR), Some(true)));
    close(api).await;
    dials.turn(MINUTE, -400 * DAY);
    let api = Api::by(dials.clone(), &folder.0).await;
    let state = clock(&api, &root).await;
    let seen = START + 2 * HOUR + MINUTE;
    assert_eq!((state["house"].as_i64(), state["ahead"].as_i64()), (Some(seen), Some(0)));
    let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
    assert_eq!(protected(&api, &pat, &quin).await, (true, true));
    close(api).await;
}

/// What only the machine's own count says has passed, and the time of day does not, has not passed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_in_a_time_of_its_own_ends_no_exclusion() {
    let folder = Folder::new("own");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let people = api.everybody().await;
    protect(&api, &people).await;
    close(api).await;
    for days in [6, 400] {
        dials.turn(days * DAY, -days * DAY);
        let api = Api::by(dials.clone(), &folder.0).await;
        let root = api.sign_in("root").await;
        let house = clock(&api, &root).await["house"].as_i64().unwrap();
        assert!(house < START + HOUR, "{days} days: {} ms passed", house - START);
        let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
        assert_eq!(protected(&api, &pat, &quin).await, (true, true), "{days} days");
        close(api).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_that_a_wrong_clock_took_400_days_ahead_comes_back() {
    let folder = Folder::new("back");
    let api = Api::by(Dials::by_hand(START, HOUR, "one"), &folder.0).await;
    let mut people = api.everybody().await;
    protect(&api, &people).await;
    close(api).await;
    // Restarted with a clock that is 400 days ahead.
    let dials = Dials::by_hand(START + 400 * DAY, 1000, "two");
    let api = Api::by(dials.clone(), &folder.0).await;
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    // Those who play are not signed out, staff sign in again; what begins now is stamped 400 days ahead.
    for who in [&people.pat, &people.quin, &people.guest] {
        api.get(&who.token, "/api/me").await.ok();
    }
    for who in [&people.root, &people.dan, &people.sue1] {
        assert_eq!(api.get(&who.token, "/api/me").await.status, 401);
    }
    people.root = api.sign_in("root").await;
    let wheel = server::roulette("rr", "Wheel", floor::Purses::Practice, true).unwrap();
    api.open(floor::TableSetup { bots: 0, ..wheel }).await;
    api.stands_at("rr", &people.pat).await;
    api.post(&people.pat.token, "/api/tables/rr/join", json!({"place": 1})).await.ok();
    let rounds = api.house.floor.table("rr").unwrap().info().round;
    api.post(&people.quin.token, "/api/me/reality-check", json!({"minutes": 30})).await.ok();
    // Asked for by the wrong clock, it waits a day like anything else.
    api.post(&people.quin.token, "/api/me/protection", json!({"day": 950})).await.ok();
    dials.turn(3000, 0);
    close(api).await;
    // And again with the right one.
    let dials = Dials::by_hand(START + 5000, 1000, "three");
    let api = Api::by(dials.clone(), &folder.0).await;
    tells(&api, &["clock.unconfirmed", "clock.back"]).await;
    // Of staff nobody knows how long they were away; two seconds were seen by nobody.
    assert_eq!(api.get(&people.root.token, "/api/me").await.status, 401);
    people.root = api.sign_in("root").await;
    let state = clock(&api, &people.root).await;
    assert_eq!((state["house"].as_i64(), state["unconfirmed"].as_i64()), (Some(START + 5000), Some(2000)));
    assert_eq!(protected(&api, &people.pat, &people.quin).await, (true, true));
    // The table goes on, and is back with its next round.
    api.stands_at("rr", &people.pat).await;
    let round = || api.house.floor.table("rr").unwrap().info().round;
    let stamp = || {
        let journal = api.house.floor.journal().clone();
        std::thread::spawn(move || journal.reader().unwrap().tail("table/rr", 0).unwrap().last().unwrap().at)
            .join()
            .unwrap()
    };
    for _ in 0..3000 {
        if round() >= rounds + 2 && stamp() < START + DAY {
            break;
        }
        dials.turn(500, 0);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(round() >= rounds + 2 && stamp() < START + DAY, "round {}, stamped {}", round(), stamp());
    // A limit asked for before ends its wait a day after it was asked for, whatever was stamped between.
    dials.turn(DAY, 0);
    let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
    assert_eq!(protected(&api, &pat, &quin).await, (true, false));
    dials.turn(30 * DAY, 0);
    let pat = api.sign_in("pat").await;
    assert_eq!(protection(&api, &pat).await["excluded_until"], Value::Null);
    close(api).await;
    // And it stays back.
    let now = START + 32 * DAY;
    let api = Api::by(Dials::by_hand(now, 1000, "four"), &folder.0).await;
    let root = api.sign_in("root").await;
    assert_eq!(clock(&api, &root).await["house"].as_i64(), Some(now));
    close(api).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_jump_that_was_confirmed_wrongly_is_put_right_by_another_word() {
    let folder = Folder::new("wrongly");
    let dials = Dials::by_hand(START, HOUR, "one");
    let api = Api::by(dials.clone(), &folder.0).await;
    let root = api.administrator().await;
    dials.turn(0, 400 * DAY);
    assert_eq!(confirm(&api, &root, START + 400 * DAY).await.0, 200);
    dials.turn(1000, -400 * DAY);
    let root = api.sign_in("root").await;
    assert_eq!(clock(&api, &root).await["ahead"].as_i64(), Some(-400 * DAY));
    assert_eq!(confirm(&api, &root, START + 1000).await.0, 200);
    // Time does not go back while the house runs; at the next start it does.
    assert_eq!(clock(&api, &root).await["house"].as_i64(), Some(START + 400 * DAY + 1000));
    close(api).await;
    dials.turn(MINUTE, 0);
    let api = Api::by(dials.clone(), &folder.0).await;
    let root = api.sign_in("root").await;
    let state = clock(&api, &root).await;
    assert_eq!((state["house"].as_i64(), state["ahead"].as_i64()), (Some(START + 1000 + MINUTE), Some(0)));
    close(api).await;
}

/// Starts a house again and again, a minute apart: how far the time of day is off, the name of the machine, and whether
/// the clock is put right while it runs and an administrator says so. Somebody acts at each. After the last start the
/// house's time is right, and nothing has ended that protects somebody.
async fn goes_through(name: &str, steps: &[(i64, &str, bool)]) {
    let folder = Folder::new(name);
    let api = Api::by(Dials::by_hand(START, HOUR, "zero"), &folder.0).await;
    let people = api.everybody().await;
    protect(&api, &people).await;
    close(api).await;
    let mut right = START;
    for (place, (off, machine, is_put_right)) in steps.iter().enumerate() {
        right += MINUTE;
        let dials = Dials::by_hand(right + off, right - START + HOUR, machine);
        let api = Api::by(dials.clone(), &folder.0).await;
        assert!(protected(&api, &people.pat, &people.quin).await.0, "{name}: start {place}");
        if place == 0 {
            let body = json!({"days": 1});
            api.post(&people.quin.token, "/api/me/exclusion", body).await.ok();
        }
        api.post(&people.pat.token, "/api/tables/practice/join", json!({"place": 1})).await;
        if *is_put_right {
            dials.turn(1000, -off);
            let root = api.sign_in("root").await;
            assert_eq!(confirm(&api, &root, right + 1000).await.0, 200);
        }
        close(api).await;
    }
    right += MINUTE;
    for machine in ["last", "last", "very last"] {
        right += MINUTE;
        let api = Api::by(Dials::by_hand(right, right - START + HOUR, machine), &folder.0).await;
        let root = api.sign_in("root").await;
        let state = clock(&api, &root).await;
        assert_eq!(state["house"].as_i64(), Some(right), "{name}, {machine}: {state}");
        let (pat, quin) = (api.sign_in("pat").await, api.sign_in("quin").await);
        assert!(protected(&api, &pat, &quin).await.0, "{name}: an exclusion is over");
        // What was asked for by a wrong clock lasts as long as was asked for.
        let until = protection(&api, &quin).await["excluded_until"].as_i64().unwrap();
        let left = until - right;
        assert!((DAY - HOUR..DAY + HOUR).contains(&left), "{name}: {left} ms left of a day");
        close(api).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_wrong_twice_ends_no_exclusion() {
    const WRONG: i64 = 400 * DAY;
    // As attackers went: the second wrong stretch was taken back on the same machine, and the last start was behind.
    goes_through("twice", &[(WRONG, "1", false), (0, "2", false), (WRONG, "3", false), (0, "3", false)])
        .await;
    let behind = [(WRONG, "1", false), (0, "2", false), (WRONG, "3", false), (0, "3", false)];
    goes_through("behind", &[&behind[..], &[(-300 * DAY, "4", false)]].concat()).await;
    goes_through("new", &[(WRONG, "1", false), (0, "2", false), (WRONG, "3", false), (0, "4", false)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_an_administrator_put_right_stays_right() {
    goes_through("word", &[(400 * DAY, "1", true)]).await;
    goes_through("word-twice", &[(400 * DAY, "1", true), (400 * DAY, "2", true), (0, "2", false)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_who_were_signed_out_by_a_start_stay_so() {
    let folder = Folder::new("staff");
    let api = Api::by(Dials::by_hand(START, HOUR, "one"), &folder.0).await;
    let people = api.everybody().await;
    close(api).await;
    let staff = [&people.root, &people.dan, &people.sue1, &people.ina];
    for (wall, machine) in [(20 * MINUTE, "two"), (MINUTE, "three"), (2 * MINUTE, "three")] {
        let api = Api::by(Dials::by_hand(START + wall, 1000 + wall, machine), &folder.0).await;
        for who in staff {
            assert_eq!(api.get(&who.token, "/api/me").await.status, 401, "at {wall} ms");
        }
        for who in [&people.pat, &people.guest] {
            api.get(&who.token, "/api/me").await.ok();
        }
        close(api).await;
    }
}
