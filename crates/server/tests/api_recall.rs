//! Recall is bounded: one round at a time for each person, a few for the house, nothing for those who are gone,
//! and little memory however long a round is.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::Api;
use api::people::Somebody;
use floor::ask::Act;
use floor::{Pace, Purses, TableSetup};
use game::Person;
use money::{Amount, PlayerId};
use serde_json::json;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

/// How often the wager of the long round is changed.
const CHANGES: u32 = 12_000;

/// How often something is tried that has to become true.
const TRIES: u32 = 600;

/// A table whose betting stays open for a minute, whoever has wagered; all else takes next to no time.
fn table() -> TableSetup {
    let setup = server::pai_gow("long", "Long", "star-2016", Purses::Practice, true).unwrap();
    let pace = Pace { step: 1, wagers: 60_000, bank: 0, hands: 0, pause: 0, round: 0, alone: true };
    TableSetup { bots: 0, pace, ..setup }
}

/// A house on disk with one long round on record.
async fn house() -> (Api, Somebody) {
    let api = Api::with(|config| {
        config.database = None;
        config.tables = vec![table()];
        config.recall_steps = 1_000_000;
        config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let guest = api.guest().await;
    let handle = api.house.floor.table("long").unwrap();
    let player = PlayerId::new(guest.number).unwrap();
    for tries in 0.. {
        let Err(refused) = handle.join(player, 2, Amount::of(10_000)).await else { break };
        assert!(tries < TRIES, "{refused}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for turn in 0..CHANGES {
        let stake = json!({"amount": 25 + 5 * (turn % 2), "with": "chips"});
        let command = json!({"do": "place", "area": 2, "kind": "regular", "stake": stake}).to_string();
        let who = Person::Player(player);
        let act = || Act { who, second: None, key: None, command: command.clone().into(), at: handle.now() };
        for tries in 0.. {
            let Err(refused) = handle.act(act()).await else { break };
            assert!(turn == 0 && tries < TRIES, "{refused}: wager {turn}");
            // The dealer takes a moment for each step before betting is open.
            api.clock.turn(1);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    api.clock.turn(61_000);
    for tries in 0.. {
        if api.get(&guest.token, "/api/rounds?table=long").await.ok().json() != json!([]) {
            break;
        }
        assert!(tries < TRIES, "the round ends");
        api.clock.turn(1000);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (api, guest)
}

const PATH: &str = "/api/tables/long/rounds/1";

/// A request whose answer nobody reads.
async fn unread(api: &Api, token: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(api.address).await.unwrap();
    let head =
        format!("GET {PATH} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\r\n", api.address);
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test(flavor = "multi_thread")]
async fn one_round_at_a_time_for_each_person_and_a_few_for_the_house() {
    let (api, guest) = house().await;
    let whole = api.get(&guest.token, PATH).await.ok();
    assert!(whole.body.len() > 8 << 20, "{} bytes: more than waits in sockets", whole.body.len());
    let mut others = Vec::new();
    // Guests of one line are one.
    for line in 0..5 {
        others.push(api.guest_from(&format!("203.0.113.{line}")).await);
    }
    // Somebody asks, and takes nothing of the answer; asked again, whichever came first.
    let (mut waiting, mut tries) = (Vec::new(), 0);
    let busy = loop {
        waiting.push(unread(&api, &guest.token).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let reply = api.get(&guest.token, PATH).await;
        if reply.status != 200 {
            break reply;
        }
        tries += 1;
        assert!(tries < TRIES, "nobody is refused");
    };
    assert_eq!(busy.refused(), (429, "recall.busy".to_string()));
    assert_eq!(busy.header("retry-after"), Some("1"));
    // Others are not held up by it, until they are too many.
    assert!(api.get(&others[0].token, PATH).await.ok().body.len() > 1 << 20);
    let full = loop {
        // Those who take nothing are not waited for long, so all of them ask again.
        for person in [&guest, &others[1], &others[2], &others[3]] {
            waiting.push(unread(&api, &person.token).await);
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        let reply = api.get(&others[4].token, PATH).await;
        if reply.status != 200 {
            break reply;
        }
        tries += 1;
        assert!(tries < TRIES, "the house is never full");
    };
    assert_eq!(full.refused(), (429, "recall.full".to_string()));
    assert_eq!(full.header("retry-after"), Some("1"));
    // Lists of rounds and everything else are answered all the same.
    api.get(&others[4].token, "/api/rounds?table=long").await.ok();
    drop(waiting);
    let again = loop {
        let reply = api.get(&guest.token, PATH).await;
        if reply.status == 200 {
            break reply;
        }
        tries += 1;
        assert!(tries < 2 * TRIES, "the house is never free again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(again.json(), whole.json(), "the same again, once the others have gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_have_gone_cost_little() {
    let (api, guest) = house().await;
    api.get(&guest.token, "/api/rounds?table=long").await.ok();
    let before = peak();
    let mut guests = Vec::new();
    for _ in 0..6 {
        guests.push(api.guest().await);
    }
    for round in 0..60 {
        drop(unread(&api, &guests[round % 6].token).await);
    }
    // All of them are over when the house is free again.
    let mut tries = 0;
    let last = loop {
        let reply = api.get(&guest.token, PATH).await;
        if reply.status == 200 {
            break reply;
        }
        tries += 1;
        assert!(tries < TRIES, "the house is never free again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let grown = peak().saturating_sub(before).saturating_sub(4 * last.body.len() as u64);
    assert!(grown < 64 << 20, "60 dropped requests took {} MiB", grown >> 20);
}

/// A round whose records were written anew, hashes and all, is not shown for what it was: it does not lead to
/// what the house signed, nor to where the stream stands.
#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_was_written_anew_is_not_shown() {
    for signed in [true, false] {
        let (api, guest) = house().await;
        api.get(&guest.token, PATH).await.ok();
        if signed {
            api.house.floor.checkpoint().await.unwrap();
        }
        let round = api.get(&guest.token, "/api/rounds?table=long").await.ok().json();
        let last = round[0]["last"].as_u64().unwrap();
        let mut store = api.house.floor.journal().reader().unwrap();
        let records = store.range("table/long", last - 2, last).unwrap();
        let [before, mut record, mut end] = <[journal::Record; 3]>::try_from(records).unwrap();
        record.at -= 1;
        record.hash = record.link(&before.hash);
        end.hash = end.link(&record.hash);
        let db = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false).unwrap();
        let sql = "UPDATE records SET at = ?1, hash = ?2 WHERE sequence = ?3 \
                   AND stream = (SELECT id FROM streams WHERE name = 'table/long')";
        for record in [record, end] {
            let changed = db.execute(sql, (record.at, record.hash.0, record.sequence as i64)).unwrap();
            assert_eq!(changed, 1);
        }
        let refused = api.get(&guest.token, PATH).await;
        assert_eq!(refused.code(), "round.unreadable", "{signed}: {refused:?}");
    }
}

/// What the list of rounds says of a round is shown only if the records say the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_rounds_that_somebody_wrote_to_is_not_shown() {
    let (api, guest) = house().await;
    let listed = api.get(&guest.token, "/api/rounds?table=long").await.ok().json();
    assert!(listed.as_array().is_some_and(|all| !all.is_empty()), "{listed}");
    let db = rusqlite::Connection::open(api.folder.join("houseway.db")).unwrap();
    db.execute_batch("CREATE TEMP TABLE was AS SELECT * FROM rounds").unwrap();
    for change in [
        "UPDATE rounds SET staked = staked + 1 WHERE number = 1",
        "UPDATE rounds SET players = '[1,2,3]' WHERE number = 1",
        "UPDATE rounds SET ended = ended - 86400000 WHERE number = 1",
        "UPDATE rounds SET irregular = '[\"made-up\"]' WHERE number = 1",
        "UPDATE rounds SET irregular = '[ ]' WHERE number = 1",
        "UPDATE rounds SET irregular = 'x' WHERE number = 1",
        "UPDATE rounds SET irregular = x'5b5d' WHERE number = 1",
        "UPDATE rounds SET first = first + 1 WHERE number = 1",
        "INSERT INTO rounds (stream, number, first, last, began, ended, players, staked, most, irregular) \
         SELECT stream, 900, first, last, began, ended, players, staked, most, irregular FROM rounds WHERE number = 1",
    ] {
        db.execute_batch(change).unwrap();
        let refused = api.get(&guest.token, "/api/rounds?table=long").await;
        assert_eq!(refused.code(), "round.unreadable", "{change}: {refused:?}");
        db.execute_batch("DELETE FROM rounds; INSERT INTO rounds SELECT * FROM was").unwrap();
    }
    assert_eq!(api.get(&guest.token, "/api/rounds?table=long").await.ok().json(), listed);
}

/// Whoever may not see all does not have every round of a table read for them.
#[tokio::test]
async fn searches_that_read_everything_are_for_those_who_watch_over_the_house() {
    let api = Api::new().await;
    let people = api.everybody().await;
    let found = async |who: &Somebody, query: &str| {
        api.get(&who.token, &format!("/api/rounds?{query}")).await.refused()
    };
    for query in ["table=practice&amount=5", "table=practice&irregular=true", "table=practice&player=1"] {
        for who in [&people.guest, &people.pat] {
            assert_eq!(found(who, query).await, (403, "role.own".into()), "{query}");
        }
        assert_eq!(found(&people.ina, query).await.0, 200, "{query}");
    }
    for query in ["table=practice", "table=practice&since=5&until=9", "table=practice&before=7"] {
        assert_eq!(found(&people.guest, query).await.0, 200, "{query}");
    }
    let own = format!("player={}&irregular=true", people.pat.number);
    assert_eq!(found(&people.pat, &own).await.0, 200);
    // What moved at once may be others'.
    assert_eq!(found(&people.pat, &format!("{own}&amount=5")).await, (403, "role.own".into()));
    assert_eq!(found(&people.ina, &format!("{own}&amount=5")).await.0, 200);
}

/// A search looks through so many rounds at a time, however old the table is, and says where it goes on.
#[tokio::test]
async fn a_search_costs_the_same_however_old_a_table_is() {
    let api = Api::with(|config| {
        config.search_stretch = 4;
        config.tables = server::practice();
        config.tables.truncate(1);
        config.tables[0].pace =
            Pace { step: 0, wagers: 100, bank: 0, hands: 0, pause: 0, round: 0, alone: true };
    })
    .await;
    let people = api.everybody().await;
    let id = api.house.floor.tables()[0].setup().id.clone();
    api.until(|| {
        api.clock.turn(1000);
        api.house.floor.table(&id).unwrap().info().round > 14
    })
    .await;
    let (mut before, mut found, mut asked) = (Some(13_u32), Vec::new(), 0);
    while let Some(below) = before {
        let path = format!("/api/rounds?table={id}&amount=1&before={below}");
        let reply = api.get(&people.ina.token, &path).await.ok();
        let numbers = reply.json();
        let numbers = numbers.as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap());
        let numbers: Vec<u64> = numbers.collect();
        assert!(numbers.len() <= 4, "{numbers:?}");
        found.extend(numbers);
        before = reply.header("houseway-before").map(|before| before.parse().unwrap());
        asked += 1;
    }
    assert_eq!(found, (1..13).rev().collect::<Vec<u64>>());
    assert_eq!(asked, 3, "four rounds at a time");
    // One that finds nothing says so, and where to go on.
    let none = api.get(&people.guest.token, &format!("/api/rounds?table={id}&until=1&before=13")).await.ok();
    assert_eq!((none.json(), none.header("houseway-before")), (json!([]), Some("9")));
}

/// A guest who changes a wager again and again makes a round no longer than others have to read, and whoever recalls it
/// gets it in parts.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_makes_a_round_long_without_end_and_it_is_read_in_parts() {
    let api = Api::with(|config| {
        config.tables = vec![table()];
        config.terms.commands_each = 40;
        config.recall_steps = 25;
    })
    .await;
    let guest = api.guest().await;
    for tries in 0.. {
        let join = json!({"place": 2, "amount": 10_000});
        let reply = api.post(&guest.token, "/api/tables/long/join", join).await;
        if reply.status == 200 {
            break;
        }
        assert!(tries < TRIES, "{reply:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let place = async |turn: u32| {
        let stake = json!({"amount": 25 + 5 * (turn % 2), "with": "chips"});
        api.act(&guest.token, "long", json!({"do": "place", "area": 2, "kind": "regular", "stake": stake}))
            .await
    };
    for tries in 0.. {
        if place(0).await.status == 200 {
            break;
        }
        assert!(tries < TRIES, "wagers are taken");
        api.clock.turn(1);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut turn = 1;
    let refused = loop {
        let reply = place(turn).await;
        if reply.status != 200 {
            break reply;
        }
        turn += 1;
        assert!(turn < 100, "a round without end");
    };
    assert_eq!((refused.refused(), turn), ((429, "rate.round".into()), 40));
    api.clock.turn(61_000);
    for tries in 0.. {
        if api.get(&guest.token, "/api/rounds?table=long").await.ok().json() != json!([]) {
            break;
        }
        assert!(tries < TRIES, "the round ends");
        api.clock.turn(1000);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let rounds = api.get(&guest.token, "/api/rounds?table=long").await.ok().json();
    let round = rounds.as_array().unwrap().iter().find(|round| round["number"] == 1).unwrap().clone();
    let (first, last) = (round["first"].as_u64().unwrap(), round["last"].as_u64().unwrap());
    let (mut versions, mut after, mut parts) = (Vec::new(), 0, 0);
    loop {
        let part = api.get(&guest.token, &format!("{PATH}?after={after}")).await.ok();
        let steps = part.json();
        let steps = steps.as_array().unwrap();
        assert!((1..=25).contains(&steps.len()), "{} steps", steps.len());
        versions.extend(steps.iter().map(|step| step["version"].as_u64().unwrap()));
        parts += 1;
        match part.header("houseway-after") {
            Some(on) => after = on.parse().unwrap(),
            None => break,
        }
    }
    assert!(parts >= 2, "{parts}");
    assert_eq!(versions, (first..=last).collect::<Vec<u64>>(), "each step once");
    let beyond = api.get(&guest.token, &format!("{PATH}?after={last}")).await;
    assert_eq!(beyond.refused(), (404, "round.unknown".into()));
}
