//! Seats are for people who are there: whoever is gone makes room, and no address has all of them.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod api;

use api::people::Somebody;
use api::{Api, Folder, MINUTE};
use game::Moment;
use money::PlayerId;
use serde_json::{Value, json};
use server::people::{Cost, Terms};
use server::{Config, House};

const START: Moment = Moment::new(1_800_000_000_000);

/// As houses are, but for what a password costs; a proxy on this machine says who asks.
fn usual(config: &mut Config) {
    config.terms = Terms { cost: Cost::LEAST, ..Terms::default() };
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
}

/// Who sits at a table.
fn seated(house: &House, table: &str) -> Vec<u32> {
    house.floor.seats().at(table).into_iter().map(PlayerId::number).collect()
}

fn sits(api: &Api, table: &str, somebody: &Somebody) -> bool {
    seated(&api.house, table).contains(&somebody.number)
}

async fn joins(api: &Api, somebody: &Somebody, table: &str, place: u8) -> api::Reply {
    api.post(&somebody.token, &format!("/api/tables/{table}/join"), json!({"place": place})).await
}

/// The practice table is open, with a guest at a place.
async fn sits_down(api: &Api, somebody: &Somebody, place: u8) {
    for _ in 0..10_000 {
        if joins(api, somebody, "practice", place).await.status == 200 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("{:?}", joins(api, somebody, "practice", place).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ninety_requests_from_one_address_leave_seats_for_others() {
    let api = Api::with(|config| {
        usual(config);
        config.tables = server::practice();
        config.tables.iter_mut().for_each(|table| table.bots = 0);
    })
    .await;
    let (mut guests, mut shares) = (0, 0);
    for _ in 0..90 {
        let came = api.ask("POST", "/api/guest", None, "").await;
        if came.status != 200 {
            assert_eq!(came.refused(), (429, "guest.many".into()));
            continue;
        }
        guests += 1;
        let token = came.json()["token"].as_str().unwrap().to_string();
        for table in ["pai-gow-1", "pai-gow-2", "pai-gow-3", "roulette-1"] {
            for place in 1..=9 {
                let join = json!({"place": place});
                let joined = api.post(&token, &format!("/api/tables/{table}/join"), join).await;
                shares += u32::from(joined.code() == "seat.share");
                if joined.status == 200 || joined.code() == "seat.share" {
                    break;
                }
            }
            // Another way to a seat is no other way.
            let sit = if table == "roulette-1" {
                json!({"do": "insert", "station": 20, "amount": 5})
            } else {
                json!({"do": "sit", "area": 5})
            };
            api.act(&token, table, sit).await;
        }
    }
    assert_eq!(guests, 50, "an address has a share of guests");
    let tables = ["pai-gow-1", "pai-gow-2", "pai-gow-3", "roulette-1"];
    let taken: usize = tables.iter().map(|table| seated(&api.house, table).len()).sum();
    assert_eq!(taken, 6, "and a share of seats");
    assert!(shares > 40, "the others are told why: {shares}");
    let other = api.guest_from("198.51.100.7").await;
    for table in ["pai-gow-1", "pai-gow-2", "pai-gow-3", "roulette-1"] {
        let free = api.house.floor.table(table).unwrap().info().free;
        assert!(!free.is_empty(), "{table}");
        joins(&api, &other, table, free[0]).await.ok();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_is_gone_for_two_minutes_has_no_seat() {
    let api = Api::with(usual).await;
    let (gone, there, asks) = (api.guest().await, api.guest().await, api.guest().await);
    api.stands_at("practice", &there).await;
    for (place, guest) in [(2, &gone), (3, &there), (4, &asks)] {
        sits_down(&api, guest, place).await;
    }
    for seconds in [30, 60, 90, 110] {
        api.clock.turn(START.milliseconds() + seconds * 1000 - api.clock.now().milliseconds());
        api.get(&asks.token, "/api/me").await.ok();
        // Whatever was due is done when the table has answered.
        api.get(&there.token, "/api/tables/practice").await.ok();
        assert!(sits(&api, "practice", &gone), "after {seconds} seconds");
    }
    for _ in 0..3 {
        api.clock.turn(5_000);
        api.get(&asks.token, "/api/me").await.ok();
    }
    api.until(|| {
        api.clock.turn(20);
        !sits(&api, "practice", &gone)
    })
    .await;
    assert!(sits(&api, "practice", &there), "whose socket is open, is there");
    assert!(sits(&api, "practice", &asks), "who asks for something, is there");
    let left = |body: &Value| body["floor"]["leaving"]["player"] == gone.number;
    let records = api.records("table/practice");
    let why = records.iter().find(|body| left(body)).unwrap_or_else(|| panic!("{records:?}"));
    assert_eq!(why["floor"]["leaving"]["by"], "house", "{why}");
    // A place that is free can be had.
    joins(&api, &asks, "practice", 2).await;
    api.clock.turn(3 * MINUTE);
    api.until(|| {
        api.clock.turn(20);
        !sits(&api, "practice", &asks)
    })
    .await;
    assert!(sits(&api, "practice", &there));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signs_out_leaves_the_table() {
    let api = Api::with(usual).await;
    let (goes, stays) = (api.guest().await, api.guest().await);
    api.stands_at("practice", &stays).await;
    sits_down(&api, &goes, 2).await;
    sits_down(&api, &stays, 3).await;
    api.post(&goes.token, "/api/sign-out", json!({})).await;
    api.until(|| !sits(&api, "practice", &goes)).await;
    assert!(sits(&api, "practice", &stays));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wager_that_is_down_is_played_before_the_seat_is_free() {
    let api = Api::with(usual).await;
    let gone = api.guest().await;
    api.stands_at("practice", &api.guest().await).await;
    sits_down(&api, &gone, 2).await;
    let wager =
        json!({"do": "place", "area": 2, "kind": "regular", "stake": {"amount": 25, "with": "chips"}});
    let mut placed = api.act(&gone.token, "practice", wager.clone()).await;
    for _ in 0..2_000 {
        if placed.status == 200 {
            break;
        }
        api.clock.turn(200);
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        placed = api.act(&gone.token, "practice", wager.clone()).await;
    }
    placed.ok();
    api.post(&gone.token, "/api/sign-out", json!({})).await;
    api.until(|| {
        api.clock.turn(500);
        !sits(&api, "practice", &gone)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_keeps_no_seat_for_whoever_is_gone() {
    let folder = Folder::new();
    let api = Api::in_folder(&folder, START, usual).await;
    let (one, other, back) = (api.guest().await, api.guest().await, api.guest().await);
    for (place, guest) in [(2, &one), (3, &other), (4, &back)] {
        sits_down(&api, guest, place).await;
    }
    let then = api.finish().await;
    // A day and an hour later: nobody can be those guests any more.
    let later = Moment::new(then.milliseconds() + 25 * 60 * MINUTE);
    let api = Api::in_folder(&folder, later, usual).await;
    api.until(|| {
        api.clock.turn(1_000);
        seated(&api.house, "practice").is_empty()
    })
    .await;
    // Within two minutes: whoever comes back has their seat, the others have not.
    let (one, back) = (api.guest().await, api.guest().await);
    sits_down(&api, &one, 2).await;
    sits_down(&api, &back, 4).await;
    let then = api.finish().await;
    let api = Api::in_folder(&folder, Moment::new(then.milliseconds() + MINUTE), usual).await;
    api.stands_at("practice", &back).await;
    assert!(sits(&api, "practice", &one), "they get the time to come back");
    api.until(|| {
        api.clock.turn(1_000);
        !sits(&api, "practice", &one)
    })
    .await;
    assert!(sits(&api, "practice", &back));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_is_gone_gets_their_money_back() {
    let api = Api::with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await;
    let people = api.everybody().await;
    api.deposit(&people, &people.pat, 1000).await;
    let (pat, join) = (&people.pat, json!({"place": 2, "amount": 400}));
    api.until(|| api.house.floor.table("house").unwrap().info().free.contains(&2)).await;
    api.post(&pat.token, "/api/tables/house/join", join).await.ok();
    assert_eq!(api.holds(pat.number).await, 600);
    api.turn(14);
    api.get(&people.guest.token, "/api/tables/practice").await.ok();
    assert!(sits(&api, "house", pat), "players have longer");
    api.turn(2);
    api.until(|| {
        api.clock.turn(100);
        !sits(&api, "house", pat)
    })
    .await;
    for _ in 0..1000 {
        if api.holds(pat.number).await == 1000 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the account holds {}", api.holds(pat.number).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_free_the_seat_of_whoever_is_gone() {
    let api = Api::with(|config| {
        usual(config);
        // The house itself does not see to it.
        config.terms.player_away = i64::MAX / 4;
    })
    .await;
    let people = api.everybody().await;
    let (pat, quin) = (&people.pat, &people.quin);
    api.deposit(&people, pat, 1000).await;
    api.deposit(&people, quin, 1000).await;
    api.stands_at("house", quin).await;
    api.until(|| api.house.floor.table("house").unwrap().info().free.contains(&3)).await;
    for (player, place) in [(pat, 2), (quin, 3)] {
        let join = json!({"place": place, "amount": 400});
        api.post(&player.token, "/api/tables/house/join", join).await.ok();
    }
    let free = |player: u32| json!({"do": "free-seat", "player": player});
    let refused = api.act(&people.sue3.token, "house", free(pat.number)).await;
    assert_eq!(refused.code(), "seat.not_skipped", "who is there, goes by the book: {refused:?}");
    api.clock.turn(119_000);
    assert_eq!(api.act(&people.sue3.token, "house", free(pat.number)).await.code(), "seat.not_skipped");
    api.clock.turn(2_000);
    let dealer = api.act(&people.dan.token, "house", free(pat.number)).await;
    assert!((400..500).contains(&dealer.status), "it takes the rank: {dealer:?}");
    assert!(sits(&api, "house", pat));
    api.act(&people.sue3.token, "house", free(pat.number)).await.ok();
    api.until(|| !sits(&api, "house", pat)).await;
    let there = api.act(&people.sue3.token, "house", free(quin.number)).await;
    assert_eq!(there.code(), "seat.not_skipped", "whose socket is open, is there");
    let records = api.records("table/house");
    let by = records.iter().find(|body| body["floor"]["leaving"]["player"] == pat.number).unwrap();
    assert!(by["floor"]["leaving"]["by"].to_string().contains(&people.sue3.number.to_string()), "{by}");
}

#[tokio::test]
async fn who_has_been_gone_longest_makes_room_for_a_guest() {
    let api = Api::with(|config| {
        usual(config);
        (config.terms.guests_each, config.terms.guests_max) = (3, 5);
    })
    .await;
    let first = api.guest().await;
    api.clock.turn(MINUTE);
    let (second, third) = (api.guest().await, api.guest().await);
    let more = || api.ask("POST", "/api/guest", None, "");
    assert_eq!(more().await.refused(), (429, "guest.many".into()), "nobody is gone");
    api.clock.turn(MINUTE);
    more().await.ok();
    assert_eq!(api.get(&first.token, "/api/me").await.status, 401, "the first has made room");
    for guest in [&second, &third] {
        api.get(&guest.token, "/api/me").await.ok();
    }
    assert_eq!(more().await.refused(), (429, "guest.many".into()));
    // Others are not kept out, until the house has all the guests it may have.
    api.guest_from("198.51.100.1").await;
    api.guest_from("198.51.100.2").await;
    let full = api.send("POST", "/api/guest", &[("x-forwarded-for", "198.51.100.3")], "").await;
    assert_eq!(full.refused(), (429, "guest.many".into()), "{}", full.body);
    // Nothing is kept of those who are over.
    let shelf = || {
        let journal = api.house.floor.journal().clone();
        let read = move || journal.reader().unwrap().shelf("session").unwrap().len();
        std::thread::scope(|scope| scope.spawn(read).join().unwrap())
    };
    assert_eq!(shelf(), 5);
    api.turn(25 * 60);
    api.house.people.sweep().await;
    assert_eq!(shelf(), 0);
}

/// People who do nothing but answer pings have a full table for some minutes, and then make room one after the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_play_makes_room_where_a_practice_table_is_full() {
    let api = Api::with(|config| {
        usual(config);
        let wheel = server::roulette("rr", "Wheel", floor::Purses::Practice, true).unwrap();
        config.tables.push(floor::TableSetup { bots: 0, ..wheel });
    })
    .await;
    for table in ["practice", "rr"] {
        let mut idle = Vec::new();
        let first = api.guest_from("198.51.100.1").await;
        api.stands_at(table, &first).await;
        api.until(|| !api.house.floor.table(table).unwrap().info().free.is_empty()).await;
        let free = api.house.floor.table(table).unwrap().info().free;
        for (line, place) in free.iter().enumerate() {
            let guest = api.guest_from(&format!("{}.51.100.1", line + 20)).await;
            api.stands_at(table, &guest).await;
            let mut joined = joins(&api, &guest, table, *place).await;
            for _ in 0..200 {
                if joined.status == 200 {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                joined = joins(&api, &guest, table, *place).await;
            }
            joined.ok();
            idle.push(guest);
        }
        let everybody = idle.len();
        assert_eq!(seated(&api.house, table).len(), everybody);
        assert_eq!(joins(&api, &first, table, free[0]).await.code(), "place.taken");
        for _ in 0..50 {
            api.clock.turn(5_000);
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
        assert_eq!(seated(&api.house, table).len(), everybody, "for some minutes a seat is theirs");
        api.until(|| {
            api.clock.turn(1_000);
            seated(&api.house, table).len() < everybody
        })
        .await;
        let gone = idle.iter().find(|guest| !sits(&api, table, guest)).unwrap();
        let free = api.house.floor.table(table).unwrap().info().free;
        assert_eq!(joins(&api, gone, table, free[0]).await.refused(), (422, "seat.idle".into()), "{table}");
        let mut joined = joins(&api, &first, table, free[0]).await;
        for _ in 0..200 {
            if joined.status == 200 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            joined = joins(&api, &first, table, free[0]).await;
        }
        joined.ok();
    }
}
