//! Who may do what: every route by every role, second people, accounts, protection, sessions, secrets.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::People;
use api::socket::Socket;
use api::{Api, PASSWORD};
use serde_json::{Value, json};

/// Every route with what somebody of each role gets: `A` let in, whatever comes of it; `U` 401; `F` 403;
/// `P` refused by the rules for who they are; `D` refused because they do not deal there. By role: nobody, guest, player, dealer, supervisor,
/// inspector, tournament director, administrator.
#[rustfmt::skip]
const ROUTES: &[(&str, &str, &str, &str)] = &[
    ("GET",  "/", "", "AAAAAAAA"),
    ("GET",  "/page.js", "", "AAAAAAAA"),
    ("GET",  "/healthz", "", "AAAAAAAA"),
    ("GET",  "/readyz", "", "AAAAAAAA"),
    ("GET",  "/metrics", "", "AAAAAAAA"),
    ("GET",  "/api/docs", "", "AAAAAAAA"),
    ("GET",  "/api/docs/openapi.json", "", "AAAAAAAA"),
    ("GET",  "/api/tables", "", "AAAAAAAA"),
    ("POST", "/api/tables", r#"{"id":"x","name":"X","book":"none","money":"practice","house_deals":true}"#, "UFFFFFFA"),
    ("GET",  "/api/tables/practice", "", "AAAAAAAA"),
    ("GET",  "/api/tables/desk", "", "FFAAAAAA"),
    ("GET",  "/api/tables/wheel/felt", "", "FFAAAAAA"),
    ("POST", "/api/tables/practice/commands", r#"{"key":"a","command":{"do":"leave"}}"#, "UAADDPPP"),
    ("POST", "/api/tables/desk/commands", r#"{"key":"a","command":{"do":"open-table"}}"#, "UFPADPPP"),
    ("POST", "/api/tables/wheel/commands", r#"{"key":"a","command":{"do":"enter","pocket":7}}"#, "UFPADPPP"),
    ("POST", "/api/tables/desk/preview", r#"{"command":{"do":"close-bets"}}"#, "UFFADFFF"),
    ("POST", "/api/tables/practice/join", r#"{"place":99}"#, "UAAFFFFF"),
    ("POST", "/api/tables/desk/join", r#"{"place":99}"#, "UFAFFFFF"),
    ("POST", "/api/tables/practice/top-up", r#"{"amount":100}"#, "UAAFFFFF"),
    ("POST", "/api/tables/practice/leave", "", "UAAFFFFF"),
    ("POST", "/api/tables/practice/chance", r#"{"bytes":"00ff"}"#, "UAAAAFFF"),
    ("POST", "/api/tables/desk/chance", r#"{"bytes":"00ff"}"#, "UFAAAFFF"),
    ("POST", "/api/tables/practice/confirm", r#"{"number":1,"yes":true}"#, "UAAFFFFF"),
    ("POST", "/api/tables/practice/dealer", r#"{"takes":true}"#, "UFFADFFF"),
    ("POST", "/api/tables/practice/resume", "", "UFFFAFFF"),
    ("GET",  "/api/tables/practice/live", "", "AAAAAAAA"),
    ("GET",  "/api/tables/desk/live", "", "FFAAAAAA"),
    ("GET",  "/api/me", "", "UAAAAAAA"),
    ("POST", "/api/guest", "", "AAAAAAAA"),
    ("POST", "/api/sign-in", "{}", "AAAAAAAA"),
    ("POST", "/api/set-up", "{}", "AAAAAAAA"),
    ("POST", "/api/me/founding-code", r#"{"code":"none"}"#, "UFFFAFFF"),
    ("POST", "/api/me/password", r#"{"old":"x","new":"short"}"#, "UFAAAAAA"),
    ("GET",  "/api/me/protection", "", "UFAFFFFF"),
    ("POST", "/api/me/protection", r#"{"day":1000000}"#, "UFAFFFFF"),
    ("POST", "/api/me/exclusion", r#"{"days":0}"#, "UFAFFFFF"),
    ("POST", "/api/me/reality-check", r#"{"minutes":1}"#, "UFAFFFFF"),
    ("POST", "/api/me/reality-check/seen", "", "UFAFFFFF"),
    ("GET",  "/api/people", "", "UFFFAAFA"),
    ("POST", "/api/people", r#"{"name":"x","password":"short","role":"player"}"#, "UFFFFFFA"),
    ("POST", "/api/people/none/role", r#"{"role":"player"}"#, "UFFFFFFA"),
    ("POST", "/api/people/none/vouch", "{}", "UFFFAFFA"),
    ("POST", "/api/people/none/measure", r#"{"measure":"unlock"}"#, "UFFFFFFA"),
    ("POST", "/api/people/none/password", r#"{"new":"another good password"}"#, "UFFFFFFA"),
    ("GET",  "/api/approvals", "", "UFFAAAFF"),
    ("GET",  "/api/approvals/99", "", "UFFAAAFF"),
    ("POST", "/api/approvals/99", r#"{"approve":true}"#, "UFFFAFFF"),
    ("POST", "/api/vouchers", r#"{"number":"v1","player":99,"amount":5}"#, "UFFFAFFF"),
    ("POST", "/api/cage", r#"{"player":99999,"what":"deposit","amount":5}"#, "UFFFAFFF"),
    ("GET",  "/api/clock", "", "UFFFAAFA"),
    ("POST", "/api/clock", r#"{"now":0}"#, "UFFFFFFA"),
    ("GET",  "/api/rounds", "", "UFFFAAFF"),
    ("GET",  "/api/rounds?table=practice", "", "UAAAAAAA"),
    ("GET",  "/api/rounds?table=desk", "", "UFFFAAFF"),
    ("GET",  "/api/tables/practice/rounds/1", "", "UAAAAAAA"),
    ("GET",  "/api/tables/desk/rounds/1", "", "UFAAAAAA"),
    ("GET",  "/api/tables/practice/records", "", "UFFFFAFF"),
    ("GET",  "/api/significant", "", "UFFFFAFA"),
    // The last, since it ends the session.
    ("POST", "/api/sign-out", "", "UAAAAAAA"),
];

fn roles(people: &People) -> [(&'static str, Option<String>); 8] {
    let token = |somebody: &api::people::Somebody| Some(somebody.token.clone());
    [
        ("nobody", None),
        ("guest", token(&people.guest)),
        ("player", token(&people.pat)),
        ("dealer", token(&people.dan)),
        ("supervisor", token(&people.sue2)),
        ("inspector", token(&people.ina)),
        ("director", token(&people.tom)),
        ("administrator", token(&people.root)),
    ]
}

#[tokio::test]
async fn every_route_lets_in_whom_it_should() {
    let api = Api::new().await;
    let people = api.everybody().await;
    for (player, place) in [(&people.guest, 3), (&people.pat, 4)] {
        api.post(&player.token, "/api/tables/practice/join", json!({"place": place})).await.ok();
    }
    for table in ["desk", "wheel"] {
        api.deals(table, &people.dan).await;
    }
    let mut wrong = Vec::new();
    for (method, path, body, expected) in ROUTES {
        for ((role, token), expected) in roles(&people).into_iter().zip(expected.chars()) {
            let reply = api.ask(method, path, token.as_deref(), body).await;
            let got = match reply.status {
                401 => 'U',
                403 => 'F',
                422 if reply.code().starts_with("person.") => 'P',
                422 if reply.code().starts_with("dealer.") => 'D',
                _ => 'A',
            };
            if got != expected || reply.status >= 500 {
                wrong.push(format!("{method} {path} as {role}: expected {expected}, {got}: {reply:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_route_that_is_described_is_in_the_table() {
    let description: Value = serde_json::from_str(&server::describe()).unwrap();
    let fits = |pattern: &str, path: &str| {
        let path = path.split('?').next().unwrap();
        let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
        pattern.len() == path.len() && pattern.iter().zip(&path).all(|(p, s)| p.starts_with('{') || p == s)
    };
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let known = ROUTES.iter().any(|(m, p, ..)| m.eq_ignore_ascii_case(method) && fits(path, p));
            assert!(known, "{method} {path} is tried by nobody");
        }
    }
}

#[tokio::test]
async fn an_inspector_reads_everything_and_changes_nothing() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let versions = || api.house.floor.tables().iter().map(|table| table.info().version).collect::<Vec<_>>();
    let before = versions();
    let mut socket: Socket = api.station("practice", Some(&people.ina.token), &[]).await.unwrap();
    for (place, wish) in [
        json!({"do": {"do": "leave"}}),
        json!({"do": {"do": "open-table"}}),
        json!({"do": {"do": "void-round", "ground": "fraud"}}),
        json!({"join": {"place": 3}}),
        json!({"top-up": 100}),
        json!({"leave": true}),
        json!({"chance": "00ff"}),
    ]
    .into_iter()
    .enumerate()
    {
        let (mut message, key) = (wish.clone(), format!("i{place}"));
        message["key"] = json!(key);
        let code = socket.refused(&key, &message).await;
        assert!(code.starts_with("role.") || code.starts_with("person."), "{wish}: {code}");
    }
    assert_eq!(versions(), before);
    let journal = api.get(&people.ina.token, "/api/significant?limit=500").await.ok().json();
    assert!(journal.as_array().unwrap().len() > 10);
}

/// A round at the desk with a wager, so that there is something to void.
async fn wagered(api: &Api, people: &People) {
    api.deposit(people, &people.pat, 1000).await;
    api.open_desk(people, &[(&people.pat, 3, 500)]).await;
    api.act(&people.dan.token, "desk", json!({"do": "offer-bank"})).await.ok();
    api.act(&people.pat.token, "desk", json!({"do": "decline-bank"})).await.ok();
    let house_banks = api.act(&people.dan.token, "desk", json!({"do": "offer-bank"})).await;
    assert!(house_banks.status == 200 || house_banks.code() == "phase.wrong", "{house_banks:?}");
    api.act(&people.dan.token, "desk", json!({"do": "shuffle"})).await.ok();
    let stake = json!({"amount": 100, "with": "chips"});
    let place = json!({"do": "place", "area": 3, "kind": "regular", "stake": stake});
    api.act(&people.pat.token, "desk", place).await.ok();
}

fn number_of(waits: &api::Reply) -> u64 {
    assert_eq!(waits.refused(), (202, "approval.waits".into()), "{waits:?}");
    let message = waits.json()["message"].as_str().unwrap().to_string();
    message.split(' ').nth(1).unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_void_waits_for_a_second_person_of_the_rank() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let void = json!({"do": "void-round", "ground": "disruption", "forfeits": null});
    let low = api.act(&people.sue1.token, "desk", void.clone()).await;
    assert_eq!(low.refused(), (422, "person.rank_too_low".into()), "the rules come first");
    let number = number_of(&api.act(&people.sue2.token, "desk", void).await);
    let listed = api.get(&people.sam2.token, "/api/approvals").await.ok().json();
    assert!(listed.as_array().unwrap().iter().any(|one| one["number"] == number && one["table"] == "desk"));
    assert_eq!(api.yes(&people.sue2.token, number).await.refused(), (422, "second.same".into()));
    assert_eq!(api.yes(&people.dan.token, number).await.status, 403);
    // A yes of too low a rank gives nothing, and is not written down as if it did.
    let before = api.records(floor::significant::STREAM).len();
    for _ in 0..20 {
        assert_eq!(api.yes(&people.sue1.token, number).await.refused(), (422, "second.wanted".into()));
    }
    assert_eq!(api.records(floor::significant::STREAM).len(), before);
    // A yes says what it is for.
    let path = format!("/api/approvals/{number}");
    for blind in [json!({"approve": true}), json!({"approve": true, "effect": "another"})] {
        let blind = api.post(&people.sam2.token, &path, blind).await;
        assert_eq!(blind.refused(), (422, "approval.effect".into()));
    }
    // Whoever was of too low a rank, or had not looked, has not used it up.
    api.yes(&people.sam2.token, number).await.ok();
    assert_eq!(api.yes(&people.sam2.token, number).await.refused(), (404, "approval.unknown".into()));
    let records = api.records("table/desk");
    let void = records.iter().find(|record| record.to_string().contains("void-round")).unwrap();
    let staff = |somebody: &api::people::Somebody| json!({"staff": [somebody.number, 2]});
    assert_eq!(
        (&void["game"]["who"], &void["game"]["second"]),
        (&staff(&people.sue2), &staff(&people.sam2)),
        "{void}"
    );
    let recalled = api.get(&people.ina.token, "/api/tables/desk/records?limit=500").await.ok().body;
    assert!(recalled.contains("void-round"), "an inspector reads who both were");
}

#[tokio::test]
async fn the_second_may_say_no_and_nothing_happens() {
    let api = Api::new().await;
    let people = api.everybody().await;
    wagered(&api, &people).await;
    let void = json!({"do": "void-round", "ground": "fraud", "forfeits": null});
    let number = number_of(&api.act(&people.sue2.token, "desk", void).await);
    let version = api.house.floor.table("desk").unwrap().info().version;
    api.post(&people.sue1.token, &format!("/api/approvals/{number}"), json!({"approve": false})).await.ok();
    assert_eq!(api.house.floor.table("desk").unwrap().info().version, version);
    let codes = api.records(floor::significant::STREAM);
    assert!(codes.iter().any(|event| event["code"] == "approval.refused" && event["who"] == "sue1"));
}

#[tokio::test]
async fn the_cage_records_before_and_after_and_lets_nobody_below_zero() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (sue, number) = (&people.sue1.token, people.pat.number);
    let work = |what: &str, amount: i64| json!({"player": number, "what": what, "amount": amount, "why": "counted again"});
    let done = api.post(sue, "/api/cage", work("deposit", 500)).await.ok().json();
    assert_eq!((&done["before"], &done["after"]), (&json!(0), &json!(500)));
    let done = api.post(sue, "/api/cage", work("withdrawal", 200)).await.ok().json();
    assert_eq!((&done["before"], &done["after"]), (&json!(500), &json!(300)));
    let short = api.post(sue, "/api/cage", work("withdrawal", 301)).await;
    assert_eq!(short.refused(), (422, "account.short".into()));
    assert_eq!(api.holds(number).await, 300);
    for amount in [0, -5, i64::MIN, i64::MAX] {
        assert_eq!(
            api.post(sue, "/api/cage", work("deposit", amount)).await.code(),
            "message.amount",
            "{amount}"
        );
    }
    let number_up = number_of(&api.post(sue, "/api/cage", work("adjust-up", 50)).await);
    assert_eq!(api.holds(number).await, 300, "it waits");
    assert_eq!(api.yes(sue, number_up).await.code(), "second.same");
    api.yes(&people.sue2.token, number_up).await.ok();
    assert_eq!(api.holds(number).await, 350);
    let no = api.post(sue, "/api/cage", work("adjust-down", 9000)).await;
    assert_eq!(no.refused(), (422, "account.short".into()), "at once: nobody need say yes to what cannot be");
    let kept = api.records(&format!("player/{number}"));
    let last = &kept.last().unwrap()["cage"];
    assert_eq!(last["what"], "adjustment: counted again");
    assert_eq!((&last["by"], &last["second"]), (&json!("sue1"), &json!("sue2")));
    assert_eq!((&last["before"], &last["after"]), (&json!(300), &json!(350)));
    assert_eq!(api.get(&people.pat.token, "/api/me").await.ok().json()["balance"], 350);
}

#[tokio::test]
async fn money_goes_to_a_table_and_back_in_one_commit_each() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let (pat, number) = (&people.pat.token, people.pat.number);
    api.deposit(&people, &people.pat, 1000).await;
    let short = api.post(pat, "/api/tables/house/join", json!({"place": 3, "amount": 1001})).await;
    assert_eq!(short.refused(), (422, "account.short".into()));
    assert_eq!(api.holds(number).await, 1000);
    assert!(api.house.floor.table("house").unwrap().info().players == 0, "nothing half happens");
    api.post(pat, "/api/tables/house/join", json!({"place": 3, "amount": 600})).await.ok();
    assert_eq!(api.holds(number).await, 400);
    api.post(pat, "/api/tables/house/top-up", json!({"amount": 100})).await.ok();
    assert_eq!(api.holds(number).await, 300);
    assert_eq!(
        api.post(pat, "/api/tables/house/top-up", json!({"amount": 301})).await.code(),
        "account.short"
    );
    api.post(pat, "/api/tables/house/leave", json!(null)).await.ok();
    for _ in 0..200 {
        api.clock.turn(1000);
        if api.holds(number).await == 1000 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(api.holds(number).await, 1000);
    let ledger = api.house.floor.journal().ledger("table/house").await.unwrap();
    assert_eq!(ledger.accounts().iter().map(|(_, units)| *units).sum::<i64>(), 0);
}

#[tokio::test]
async fn players_protect_themselves() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let pat = &people.pat.token;
    api.deposit(&people, &people.pat, 5000).await;
    api.post(pat, "/api/me/protection", json!({"day": 300, "week": null, "month": null})).await.ok();
    let join = |amount: i64| json!({"place": 3, "amount": amount});
    assert_eq!(api.post(pat, "/api/tables/house/join", join(301)).await.code(), "protect.day");
    api.post(pat, "/api/tables/house/join", join(200)).await.ok();
    assert_eq!(api.post(pat, "/api/tables/house/top-up", json!({"amount": 101})).await.code(), "protect.day");
    let raised = api.post(pat, "/api/me/protection", json!({"day": 1000, "week": null, "month": null})).await;
    assert!(raised.ok().body.contains("300"), "a higher limit waits a day");
    // What is not spoken of stays; nothing at all changes nothing.
    let spans = async |body: Value| {
        let said = api.post(pat, "/api/me/protection", body).await.ok().json();
        ["day", "week"].map(|span| (said[span]["limit"].clone(), said[span]["pending"]["limit"].clone()))
    };
    let day = (json!(300), json!(1000));
    assert_eq!(spans(json!({"week": 2000})).await, [day.clone(), (json!(2000), Value::Null)]);
    assert_eq!(spans(json!({})).await, [day, (json!(2000), Value::Null)]);
    assert_eq!(spans(json!({"day": 300})).await[0], (json!(300), Value::Null), "a raise is taken back");
    assert_eq!(api.post(pat, "/api/tables/house/top-up", json!({"amount": 101})).await.code(), "protect.day");
    assert_eq!(api.post(pat, "/api/me/reality-check", json!({"minutes": 1})).await.code(), "protect.check");
    api.post(pat, "/api/me/reality-check", json!({"minutes": 15})).await.ok();
    api.post(pat, "/api/me/exclusion", json!({"days": 30})).await.ok();
    // They go with everything that is theirs, and cannot come back.
    let number = people.pat.number;
    for _ in 0..1000 {
        if api.holds(number).await == 5000 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(api.holds(number).await, 5000);
    assert_eq!(api.post(pat, "/api/tables/house/join", join(50)).await.code(), "protect.excluded");
    let shorter = api.post(pat, "/api/me/exclusion", json!({"days": 1})).await;
    assert_ne!(shorter.status, 200, "{shorter:?}");
    assert_eq!(api.get(pat, "/api/me/protection").await.status, 200);
}

#[tokio::test]
async fn three_failures_lock_and_an_administrator_unlocks() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let enter = |password: &str| json!({"name": "dan", "password": password}).to_string();
    for code in ["sign-in.wrong", "sign-in.wrong", "sign-in.locked"] {
        let no = api.ask("POST", "/api/sign-in", None, &enter("not the password")).await;
        assert_eq!(no.refused(), (401, code.into()));
    }
    assert_eq!(api.ask("POST", "/api/sign-in", None, &enter(PASSWORD)).await.status, 401);
    let unlock = json!({"measure": "unlock"});
    api.post(&people.root.token, "/api/people/dan/measure", unlock).await.ok();
    api.ask("POST", "/api/sign-in", None, &enter(PASSWORD)).await.ok();
    let reset = json!({"new": "quite another password"});
    api.post(&people.root.token, "/api/people/dan/password", reset).await.ok();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &enter(PASSWORD)).await.code(), "sign-in.wrong");
    api.ask("POST", "/api/sign-in", None, &enter("quite another password")).await.ok();
    let codes: Vec<Value> =
        api.records(floor::significant::STREAM).iter().map(|e| e["code"].clone()).collect();
    for code in ["sign-in.failed", "sign-in.locked", "people.unlocked", "people.password-given"] {
        assert!(codes.contains(&json!(code)), "{code}");
    }
}

#[tokio::test]
async fn sessions_end_when_idle_and_when_revoked() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let live = |token: String| {
        let api = &api;
        async move { api.get(&token, "/api/me").await.status == 200 }
    };
    api.turn(9);
    assert!(live(people.dan.token.clone()).await, "a use within ten minutes");
    api.turn(9);
    assert!(live(people.dan.token.clone()).await, "counts from the last use");
    assert!(!live(people.sue1.token.clone()).await, "staff after 10 minutes");
    assert!(live(people.pat.token.clone()).await, "players have 30");
    api.turn(31);
    assert!(!live(people.pat.token.clone()).await);
    assert!(!live(people.dan.token.clone()).await);
    let over = api.get(&people.pat.token, "/api/tables").await;
    assert_eq!(over.status, 200, "the lobby is anybody's");
    assert_eq!(api.get(&people.pat.token, "/api/me").await.refused(), (401, "session.over".into()));
    let (root, pat) = (api.sign_in("root").await, api.sign_in("pat").await);
    let mut socket = api.station("practice", Some(&pat.token), &[]).await.unwrap();
    assert!(socket.hear().await["version"].is_u64());
    api.post(&root.token, "/api/people/pat/measure", json!({"measure": "revoke"})).await.ok();
    assert_eq!(api.get(&pat.token, "/api/me").await.refused(), (401, "session.over".into()));
    assert!(socket.closes().await.starts_with("session.over"));
    let pat = api.sign_in("pat").await;
    assert_eq!(api.ask("POST", "/api/sign-out", Some(&pat.token), "").await.status, 204);
    assert_eq!(api.get(&pat.token, "/api/me").await.status, 401);
    api.post(&root.token, "/api/people/pat/measure", json!({"measure": "disable"})).await.ok();
    let body = json!({"name": "pat", "password": PASSWORD}).to_string();
    assert_eq!(api.ask("POST", "/api/sign-in", None, &body).await.code(), "sign-in.wrong");
}

#[tokio::test]
async fn the_set_up_code_works_once() {
    let api = Api::new().await;
    let code = api.house.people.setup_code().unwrap();
    let body = |code: &str, name: &str| json!({"code": code, "name": name, "password": PASSWORD}).to_string();
    let wrong = api.ask("POST", "/api/set-up", None, &body("AAAAA-BBBBB-CCCCC-DDDDD", "root")).await;
    assert_eq!(wrong.refused(), (422, "setup.code".into()));
    let me = api.ask("POST", "/api/set-up", None, &body(&code, "root")).await.ok();
    assert_eq!(me.json()["role"], "administrator");
    assert_eq!(api.ask("POST", "/api/set-up", None, &body(&code, "other")).await.code(), "setup.code");
}
