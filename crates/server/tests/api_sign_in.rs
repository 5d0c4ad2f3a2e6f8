//! Signing in: whoever guesses keeps nobody out but themselves, and learns nothing.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::{Api, Folder, MINUTE, PASSWORD, Reply};
use game::Moment;
use serde_json::{Value, json};
use server::{Config, ProxySays};

const WRONG: &str = "not the password";
const EVIL: &str = "203.0.113.66";

/// A proxy on this machine says who asks.
fn proxied(config: &mut Config) {
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
}

/// How many seconds a refusal says to wait.
fn waits(reply: &Reply) -> u64 {
    assert_eq!(reply.refused(), (401, "sign-in.locked".into()), "{reply:?}");
    let message = reply.json()["message"].as_str().unwrap().to_string();
    message.split(' ').find_map(|word| word.parse().ok()).unwrap_or_else(|| panic!("{message}"))
}

fn cookie(reply: &Reply, name: &str) -> Option<String> {
    let set = reply.headers.iter().filter(|(known, _)| known.eq_ignore_ascii_case("set-cookie"));
    let mut values = set.filter_map(|(_, value)| value.split(';').next()?.split_once('='));
    values.find(|(known, _)| *known == name).map(|(_, value)| value.to_string())
}

#[tokio::test]
async fn wrong_passwords_from_one_address_keep_nobody_else_out() {
    let api = Api::with(proxied).await;
    let people = api.everybody().await;
    for name in ["dan", "sue2", "root", "pat"] {
        for _ in 0..40 {
            api.tries_from(EVIL, name, WRONG).await;
        }
        assert!(waits(&api.tries_from(EVIL, name, PASSWORD).await) > 0, "there it waits");
        // Anybody else comes in, from where they have been before and from where they have not.
        api.tries_from("127.0.0.1", name, PASSWORD).await.ok();
        api.tries_from("198.51.100.1", name, PASSWORD).await.ok();
        let listed = api.get(&people.root.token, "/api/people").await.ok().json();
        let one = listed.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
        assert_eq!(one["locked"], true, "{one}");
    }
    // Half a day later it is over, for everybody, without anybody's help.
    api.turn(12 * 60);
    api.tries_from(EVIL, "dan", PASSWORD).await.ok();
}

#[tokio::test]
async fn each_failure_brings_a_longer_wait() {
    let api = Api::with(proxied).await;
    api.everybody().await;
    let fails = || api.tries_from(EVIL, "dan", WRONG);
    for _ in 0..2 {
        assert_eq!(fails().await.code(), "sign-in.wrong");
    }
    for seconds in [15, 30, 60, 120, 240, 480, 900, 900] {
        assert_eq!(waits(&fails().await), seconds);
        assert_eq!(waits(&api.tries_from(EVIL, "dan", PASSWORD).await), seconds, "the right one waits too");
        api.clock.turn(seconds as i64 * 1000 - 1);
        assert_eq!(waits(&fails().await), 1);
        api.clock.turn(1);
    }
    api.tries_from(EVIL, "dan", PASSWORD).await.ok();
    assert_eq!(fails().await.code(), "sign-in.wrong", "it begins anew");
    let events = api.records(floor::significant::STREAM);
    let count = |code: &str| events.iter().filter(|event| event["code"] == code).count();
    assert_eq!((count("sign-in.failed"), count("sign-in.locked")), (11, 1), "what is turned away is counted");
    let turned = |event: &&Value| event["what"].as_str().unwrap().contains("2 tries were turned away");
    assert_eq!(events.iter().filter(turned).count(), 8, "{events:?}");
}

#[tokio::test]
async fn guesses_from_many_addresses_slow_a_name_down_and_no_more() {
    let api = Api::with(proxied).await;
    api.everybody().await;
    api.tries_from("198.51.100.1", "dan", PASSWORD).await.ok();
    for guess in 0..20 {
        let no = api.tries_from(&format!("203.0.113.{guess}"), "dan", WRONG).await;
        assert_eq!(no.code(), "sign-in.wrong");
    }
    // Where they have signed in before, they do now.
    api.tries_from("198.51.100.1", "dan", PASSWORD).await.ok();
    // Sixteen lines go on guessing, and somebody comes from where they have never been: they take turns, a line
    // one at a time, every two seconds.
    let mut guesses = tokio::task::JoinSet::new();
    let api = std::sync::Arc::new(api);
    for guess in 100..116 {
        let api = api.clone();
        guesses.spawn(async move { api.tries_from(&format!("203.0.113.{guess}"), "dan", WRONG).await });
    }
    let own = {
        let api = api.clone();
        tokio::spawn(async move { api.tries_from("192.0.2.44", "dan", PASSWORD).await })
    };
    let mut turns = 0;
    while !own.is_finished() {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        api.clock.turn(500);
        turns += 1;
        assert!(turns < 2000, "nobody comes in");
    }
    own.await.unwrap().ok();
    while !guesses.is_empty() {
        api.clock.turn(500);
        let next = tokio::time::timeout(std::time::Duration::from_millis(50), guesses.join_next()).await;
        if let Ok(Some(guess)) = next {
            assert_eq!(guess.unwrap().code(), "sign-in.wrong");
        }
    }
    let events = api.records(floor::significant::STREAM);
    assert_eq!(events.iter().filter(|event| event["code"] == "sign-in.slowed").count(), 1);
    // Lines of IPv6 count as one.
    for host in 1..=3 {
        api.tries_from(&format!("2001:db8::{host}"), "sue2", WRONG).await;
    }
    assert_eq!(waits(&api.tries_from("2001:db8::9", "sue2", PASSWORD).await), 15);
}

/// However many lines of one network guess on and on, somebody from elsewhere comes in at a new place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_has_one_place_in_line() {
    let api = std::sync::Arc::new(Api::with(proxied).await);
    api.everybody().await;
    for guess in 0..20 {
        assert_eq!(api.tries_from(&format!("203.0.113.{guess}"), "dan", WRONG).await.code(), "sign-in.wrong");
    }
    let mut guesses = tokio::task::JoinSet::new();
    for line in 0..60 {
        let api = api.clone();
        guesses.spawn(async move {
            loop {
                api.tries_from(&format!("2001:db8:1:{line:x}00::1"), "dan", WRONG).await;
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        });
    }
    tokio::time::sleep(std::time::Duration::from_millis(1000)).await;
    let own = {
        let api = api.clone();
        tokio::spawn(async move { api.tries_from("2001:db8:2::1", "dan", PASSWORD).await })
    };
    let mut seconds = 0;
    while !own.is_finished() {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        api.clock.turn(500);
        seconds += 1;
        assert!(seconds < 400, "nobody comes in");
    }
    own.await.unwrap().ok();
    guesses.abort_all();
}

/// A browser that is known has no more tries for being known again and again.
#[tokio::test]
async fn marks_of_browsers_are_no_chain_of_tries() {
    let api = Api::with(|config| config.sign_ins = 5).await;
    let root = api.administrator().await;
    let mut marks = String::new();
    let mut times = 0;
    loop {
        let body = json!({"name": "root", "password": PASSWORD}).to_string();
        let cookies = format!("houseway-browser={marks}");
        let reply = api.send("POST", "/api/sign-in", &[("cookie", &cookies)], &body).await;
        if reply.code() == "rate.much" {
            break;
        }
        marks = cookie(&reply.ok(), "houseway-browser").unwrap();
        times += 1;
        assert!(times < 60, "signed in {times} times");
    }
    assert_eq!(api.get(&root.token, "/api/me").await.status, 200);
}

#[tokio::test]
async fn a_browser_in_which_somebody_has_signed_in_stays_a_way_in() {
    // No proxy is trusted: everybody comes from the same address.
    let api = Api::new().await;
    api.everybody().await;
    let tries = async |name: &str, password: &str, marks: Option<&str>| {
        let body = json!({"name": name, "password": password}).to_string();
        let marks = marks.map(|marks| format!("houseway-browser={marks}"));
        let headers: Vec<(&str, &str)> = marks.iter().map(|marks| ("cookie", marks.as_str())).collect();
        api.send("POST", "/api/sign-in", &headers, &body).await
    };
    let first = tries("dan", PASSWORD, None).await.ok();
    let marks = cookie(&first, "houseway-browser").unwrap();
    // Others have signed in with the same browser since.
    let marks = cookie(&tries("sue2", PASSWORD, Some(&marks)).await.ok(), "houseway-browser").unwrap();
    for _ in 0..10 {
        tries("dan", WRONG, None).await;
    }
    assert_eq!(tries("dan", PASSWORD, None).await.code(), "sign-in.locked");
    let forged = format!("{}-{}", "0".repeat(32), "0".repeat(64));
    assert_eq!(tries("dan", PASSWORD, Some(&forged)).await.code(), "sign-in.locked");
    tries("dan", PASSWORD, Some(&marks)).await.ok();
    // Who has the browser does not guess for ever either.
    for _ in 0..3 {
        tries("sue2", WRONG, Some(&marks)).await;
    }
    assert_eq!(tries("sue2", PASSWORD, Some(&marks)).await.code(), "sign-in.locked");
    tries("sue2", PASSWORD, None).await.ok();
}

/// What is answered to tries at a name, over time and over a restart.
async fn answers(name: &str) -> Vec<(u16, String)> {
    let folder = Folder::new();
    let start = Moment::new(1_800_000_000_000);
    let api = Api::in_folder(&folder, start, proxied).await;
    let root = api.administrator().await;
    for (name, role) in [("dan", json!("dealer")), ("old", json!("player")), ("pat", json!("player"))] {
        api.add(&root, name, role).await;
    }
    let disable = json!({"measure": "disable"});
    api.post(&root.token, "/api/people/old/measure", disable).await.ok();
    let mut told = Vec::new();
    for minutes in [0, 0, 0, 0, 1, 0, 14, 1, 0] {
        api.turn(minutes);
        let no = api.tries_from(EVIL, name, WRONG).await;
        told.push((no.status, no.body));
    }
    let then = api.finish().await;
    let api = Api::in_folder(&folder, then, proxied).await;
    for minutes in [0, 0, 0, 0, 16] {
        api.turn(minutes);
        let no = api.tries_from(EVIL, name, WRONG).await;
        told.push((no.status, no.body));
    }
    told
}

#[tokio::test]
async fn a_locked_name_answers_like_a_strangers_also_after_a_restart() {
    let told = answers("dan").await;
    assert!(told.iter().any(|(_, body)| body.contains("sign-in.locked")), "{told:?}");
    for name in ["pat", "old", "nobody", "Not A Name!"] {
        assert_eq!(answers(name).await, told, "{name}");
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_says_who_asks() {
    let api = Api::new().await;
    api.everybody().await;
    for host in 1..=3 {
        api.tries_from(&format!("203.0.113.{host}"), "dan", WRONG).await;
    }
    assert_eq!(api.tries_from("203.0.113.9", "dan", PASSWORD).await.code(), "sign-in.locked");
}

#[tokio::test]
async fn the_proxy_protocol_says_who_is_behind_a_trusted_proxy() {
    let api = Api::with(|config| {
        proxied(config);
        config.proxy_says = ProxySays::ProxyProtocol;
    })
    .await;
    let tries = async |head: &[u8]| {
        let body = json!({"name": "nobody", "password": WRONG}).to_string();
        let (address, length) = (api.address, body.len());
        let text = format!(
            "POST /api/sign-in HTTP/1.1\r\nhost: {address}\r\nx-forwarded-for: 6.6.6.6\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        api.raw(&[head, text.as_bytes()].concat()).await
    };
    let first = tries(b"PROXY TCP4 203.0.113.7 127.0.0.1 4096 80\r\n").await.unwrap();
    assert_eq!(first.code(), "sign-in.wrong");
    let mut second = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0c".to_vec();
    second.extend([198, 51, 100, 7, 127, 0, 0, 1, 0x10, 0, 0, 80]);
    assert_eq!(tries(&second).await.unwrap().code(), "sign-in.wrong");
    assert!(tries(b"").await.is_none(), "without it nothing is answered");
    let events = api.records(floor::significant::STREAM);
    let failed = events.iter().filter(|event| event["code"] == "sign-in.failed");
    let places: Vec<&str> = failed.map(|event| event["place"].as_str().unwrap()).collect();
    assert_eq!(places, ["203.0.113.7 unknown"], "at a name that nobody has, once a minute");
    api.turn(1);
    api.house.people.sweep().await;
    let events = api.records(floor::significant::STREAM);
    let told = events.iter().rfind(|event| event["code"] == "sign-in.failed").unwrap();
    assert_eq!(told["what"], "1 failure from 198.51.100.7");
}

#[tokio::test]
async fn a_password_that_somebody_else_chose_counts_for_nothing_until_another_vouches() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 500, "why": "found"});
    assert_eq!(api.post(&people.sue1.token, "/api/cage", adjust).await.status, 202);
    let given = "chosen by the administrator";
    api.post(&people.root.token, "/api/people/sue2/password", json!({"new": given})).await.ok();
    let events = api.records(floor::significant::STREAM);
    let event = events.iter().find(|event| event["code"] == "people.password-given").unwrap();
    assert_eq!(event["who"], "root", "{event}");
    assert!(event["what"].as_str().unwrap().starts_with("sue2"), "{event}");
    let sign_in = async |password: &str| {
        let body = json!({"name": "sue2", "password": password}).to_string();
        api.ask("POST", "/api/sign-in", None, &body).await.ok().json()
    };
    let me = sign_in(given).await;
    assert_eq!(me["password_given"], true, "{me}");
    let token = me["token"].as_str().unwrap();
    let no = (403, "role.password_given".to_string());
    assert_eq!(api.yes(token, 1).await.refused(), no);
    assert_eq!(api.get(token, "/api/approvals").await.refused(), no);
    assert_eq!(api.act(token, "desk", json!({"do": "check-tiles"})).await.refused(), no);
    assert_eq!(api.station("desk", Some(token), &[]).await.err().unwrap().refused(), no);
    assert_eq!(api.holds(people.pat.number).await, 0);
    api.get(token, "/api/me").await.ok();
    let same = json!({"old": given, "new": given});
    assert_eq!(api.post(token, "/api/me/password", same).await.code(), "people.password");
    let changed = json!({"old": given, "new": "known to nobody else"});
    api.post(token, "/api/me/password", changed).await.ok();
    let me = sign_in("known to nobody else").await;
    assert_eq!(me["password_given"], Value::Null);
    let token = me["token"].as_str().unwrap();
    // The administrator may well be who changed it: somebody else has to stand by it.
    assert_eq!(api.yes(token, 1).await.refused(), (422, "people.not_vouched".into()));
    assert_eq!(api.holds(people.pat.number).await, 0);
    let mark = api.get(token, "/api/me").await.ok().json()["mark"].clone();
    let vouch = async |token: &str| api.post(token, "/api/people/sue2/vouch", json!({"mark": mark})).await;
    assert_eq!(vouch(&people.root.token).await.refused(), (422, "vouch.giver".into()));
    assert_eq!(vouch(token).await.refused(), (422, "vouch.self".into()));
    assert_eq!(vouch(&people.dan.token).await.status, 403);
    let code = json!({"code": "AAAAA-AAAAA-AAAAA-AAAAA"});
    let guessed = api.post(&people.root.token, "/api/me/founding-code", code.clone()).await;
    assert_eq!(guessed.refused(), (403, "role.supervisor".into()));
    assert_eq!(api.post(token, "/api/me/founding-code", code).await.refused(), (422, "setup.code".into()));
    // A house that was founded has no codes: the one that is left over does nothing.
    let code = json!({"code": api.founding_code()});
    assert_eq!(api.post(token, "/api/me/founding-code", code).await.refused(), (422, "setup.code".into()));
    // Whoever vouches names the one they saw: another password has another mark.
    for other in [json!({}), json!({"mark": "0000-0000"})] {
        let wrong = api.post(&people.sam2.token, "/api/people/sue2/vouch", other).await;
        assert_eq!(wrong.refused(), (422, "vouch.mark".into()));
    }
    vouch(&people.sam2.token).await.ok();
    api.yes(token, 1).await.ok();
    assert_eq!(api.holds(people.pat.number).await, 500);
    let events = api.records(floor::significant::STREAM);
    assert!(events.iter().any(|event| event["code"] == "people.vouched" && event["who"] == "sam2"));
}

/// One administrator is not two supervisors, whoever they make up.
#[tokio::test]
async fn people_whom_an_administrator_made_up_approve_nothing() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let mut ghosts = Vec::new();
    for name in ["ghost1", "ghost2"] {
        let body = json!({"name": name, "password": "chosen by root", "role": {"supervisor": 3}});
        let listed = api.post(&people.root.token, "/api/people", body).await.ok().json();
        assert_eq!((&listed["password_given"], &listed["counts"]), (&json!(true), &json!(false)));
        let sign_in = async |password: &str| {
            let body = json!({"name": name, "password": password}).to_string();
            let me = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
            me["token"].as_str().unwrap().to_string()
        };
        let token = sign_in("chosen by root").await;
        let own = json!({"old": "chosen by root", "new": "root knows it too"});
        api.post(&token, "/api/me/password", own).await.ok();
        ghosts.push(sign_in("root knows it too").await);
    }
    let adjust = json!({"player": people.pat.number, "what": "adjust-up", "amount": 500, "why": "found"});
    let nobody = (422, "people.not_vouched".to_string());
    assert_eq!(api.post(&ghosts[0], "/api/cage", adjust.clone()).await.refused(), nobody);
    let deposit = json!({"player": people.pat.number, "what": "deposit", "amount": 500});
    assert_eq!(api.post(&ghosts[0], "/api/cage", deposit).await.refused(), nobody);
    let voucher = json!({"number": "g1", "player": people.pat.number, "amount": 50});
    assert_eq!(api.post(&ghosts[0], "/api/vouchers", voucher).await.refused(), nobody);
    // Nor to what somebody else asks for, nor no.
    assert_eq!(api.post(&people.sue3.token, "/api/cage", adjust).await.status, 202);
    assert_eq!(api.yes(&ghosts[1], 1).await.refused(), nobody);
    assert_eq!(api.post(&ghosts[1], "/api/approvals/1", json!({"approve": false})).await.refused(), nobody);
    // Nor do they deal, or command, where money is played for.
    let takes = json!({"takes": true});
    assert_eq!(api.post(&ghosts[0], "/api/tables/desk/dealer", takes.clone()).await.refused(), nobody);
    assert_eq!(api.act(&ghosts[0], "desk", json!({"do": "check-tiles"})).await.refused(), nobody);
    api.post(&ghosts[0], "/api/tables/pg/dealer", takes).await;
    let vouch = api.post(&ghosts[0], "/api/people/ghost2/vouch", json!({})).await;
    assert_eq!(vouch.refused(), (422, "vouch.not_counted".into()));
    assert_eq!(api.holds(people.pat.number).await, 0);
}

/// Also not on the first day of a house, when there is nobody yet who could vouch.
#[tokio::test]
async fn an_administrator_alone_founds_no_house() {
    let api = Api::new().await;
    let root = api.administrator().await;
    let pat = api.add(&root, "pat", json!("player")).await;
    let mut ghosts = Vec::new();
    for name in ["ghost1", "ghost2"] {
        let body = json!({"name": name, "password": "chosen by root", "role": {"supervisor": 3}});
        api.post(&root.token, "/api/people", body).await.ok();
        let body = json!({"name": name, "password": "chosen by root"}).to_string();
        let given = api.ask("POST", "/api/sign-in", None, &body).await.ok().json();
        let own = json!({"old": "chosen by root", "new": PASSWORD});
        api.post(given["token"].as_str().unwrap(), "/api/me/password", own).await.ok();
        ghosts.push(api.sign_in(name).await);
    }
    let adjust = json!({"player": pat.number, "what": "adjust-up", "amount": 500, "why": "found"});
    let first = api.post(&ghosts[0].token, "/api/cage", adjust.clone()).await;
    assert_eq!(first.refused(), (422, "people.not_vouched".into()));
    // Two people who were handed a code each are two supervisors.
    for ghost in &ghosts {
        let code = json!({"code": api.founding_code().unwrap()});
        api.post(&ghost.token, "/api/me/founding-code", code).await.ok();
    }
    assert_eq!(
        api.post(&ghosts[0].token, "/api/cage", adjust).await.refused(),
        (202, "approval.waits".into())
    );
    api.yes(&ghosts[1].token, 1).await.ok();
    assert_eq!(api.holds(pat.number).await, 500);
}

/// A mark is made from a password's digest: for a name that nobody has there is none to make one from.
#[tokio::test]
async fn nobody_makes_marks_for_names_that_nobody_has() {
    let api = Api::with(|config| config.sign_ins = 1).await;
    let root = api.administrator().await;
    let dan = json!({"name": "dan", "password": PASSWORD, "role": "dealer"});
    api.post(&root.token, "/api/people", dan).await.ok();
    let tries = async |name: &str| {
        let mut told = Vec::new();
        for number in 0..8u8 {
            // As the house makes them, with what it compares where there is no digest.
            let number = [number; 16];
            let nobody = format!("$argon2id$v=19$m=8,t=1,p=1${}${}", "A".repeat(22), "A".repeat(43));
            let proof = journal::Hash::of("houseway/browser", &[nobody.as_bytes(), name.as_bytes(), &number]);
            let cookie = format!("houseway-browser={}-{proof}", hex::encode(number));
            let body = json!({"name": name, "password": WRONG}).to_string();
            told.push(api.send("POST", "/api/sign-in", &[("cookie", &cookie)], &body).await.code());
        }
        told
    };
    let (somebody, nobody) = (tries("dan").await, tries("nobody.here").await);
    assert!(
        somebody.contains(&"rate.much".to_string()) && nobody.contains(&"rate.much".to_string()),
        "{nobody:?}"
    );
}

#[tokio::test]
async fn a_given_password_stays_one_over_a_restart() {
    let folder = Folder::new();
    let start = Moment::new(1_800_000_000_000);
    let api = Api::in_folder(&folder, start, proxied).await;
    let root = api.administrator().await;
    for name in ["sue", "sam"] {
        api.add(&root, name, json!({"supervisor": 2})).await;
    }
    let given = "chosen by the administrator";
    api.post(&root.token, "/api/people/sue/password", json!({"new": given})).await.ok();
    let me = api.tries_from("127.0.0.1", "sue", given).await.ok().json();
    let token = me["token"].as_str().unwrap();
    let then = api.finish().await;
    let api = Api::in_folder(&folder, Moment::new(then.milliseconds() + MINUTE), proxied).await;
    assert_eq!(api.get(token, "/api/approvals").await.code(), "role.password_given");
    let listed = api.get(&root.token, "/api/people").await.ok().json();
    assert_eq!(listed[1]["password_given"], true, "{listed}");
}
