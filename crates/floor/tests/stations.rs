//! Stations of a table: a slow or dead one delays nobody, betting closes by the clock for all, who comes back
//! gets what was missed, what is sent twice happens once, and a table that halts says so and halts alone.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Known, May, act, player, playing, read, staff};
use floor::ask::{Ask, Fault, Reply};
use floor::{Floor, Handle, Outlet, Pace};
use game::Person;
use journal::Place;
use money::Amount;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nobody deals by themselves here: what happens is what the test does.
fn still(id: &str) -> floor::TableSetup {
    let mut setup = common::pai_gow(id, "star-2016", None, true, Pace { alone: false, ..Pace::default() });
    setup.bots = 0;
    setup
}

fn floor(place: &Place, seed: u64) -> Floor {
    common::open(place, Known::new(seed))
}

async fn table(floor: &Floor, place: &Place, setup: floor::TableSetup) -> Handle {
    floor.open_table(setup, &mut *common::reader(place)).unwrap()
}

/// Something that can be done at any time, again and again.
fn pass(count: usize) -> Value {
    json!({"do": "pass-bank", "pass": count.is_multiple_of(2)})
}

async fn pass_often(handle: &Handle, from: usize, times: usize) -> u64 {
    let mut version = 0;
    for count in from..from + times {
        version =
            handle.act(act(handle, playing(1), Some(&format!("k{count}")), &pass(count))).await.unwrap();
    }
    version
}

/// What waits at an outlet, as one message.
fn take(outlet: &Outlet) -> Value {
    outlet.take().map_or(Value::Null, |message| read(&message))
}

/// How many notes a message has, each of which a kind was told for in it.
fn notes(message: &Value) -> usize {
    let notes = message["notes"].as_array().into_iter().flatten();
    notes.filter(|note| message["kinds"][note[0].to_string()]["step"].is_string()).count()
}

/// Choices without the moments that are proposed in them: the clock goes on.
fn timeless(choices: &[Value]) -> Vec<Value> {
    let mut choices = choices.to_vec();
    for choice in &mut choices {
        choice["command"].as_object_mut().map(|command| command.remove("at"));
    }
    choices
}

/// Without fields that are `null`, as a merge patch leaves it.
fn plain(value: &Value) -> Value {
    let mut laid = json!({});
    json_patch::merge(&mut laid, value);
    laid
}

#[test]
fn a_station_that_never_reads_delays_nobody() {
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 1);
        let handle = table(&floor, &place, still("one")).await;
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        let mut dead = Vec::new();
        for number in 0..50 {
            let who = if number == 0 { Person::Public } else { playing(100 + number) };
            dead.push(handle.watch(who, None, false).await.unwrap());
        }
        let live = handle.watch(Person::Public, None, true).await.unwrap();
        let begun = Instant::now();
        let mut heard = 0;
        for count in 0..1000 {
            handle.act(act(&handle, playing(1), None, &pass(count))).await.unwrap();
            heard += usize::from(live.take().is_some());
        }
        let took = begun.elapsed();
        println!("1000 commands with 50 dead stations: {took:?}; the live one heard {heard} messages");
        assert!(took < Duration::from_secs(20), "{took:?}");
        assert_eq!(heard, 1000, "who reads hears everything");
        for outlet in &dead {
            let message = outlet.take().unwrap();
            assert!(message.len() < 100_000, "{} bytes wait", message.len());
            let said = read(&message);
            assert_eq!(said["fresh"], true, "notes were left out, and it says so");
            assert!(said["notes"].as_array().is_none_or(|notes| notes.len() <= 256));
            assert_eq!(said["version"].as_u64(), Some(handle.info().version), "the latest, at once");
            assert!(outlet.take().is_none());
        }
        floor.stop().await;
    });
}

#[test]
fn a_station_that_asks_and_never_listens_is_cut_off() {
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 2);
        let handle = table(&floor, &place, still("one")).await;
        let outlet = handle.watch(Person::Public, None, false).await.unwrap();
        let asks = 1100;
        for count in 0..asks {
            let asked = act(&handle, playing(9), None, &json!({"do": "nonsense", "n": count}));
            let ask = Ask::Act { act: asked, reply: Reply::Station(outlet.clone(), format!("{count}")) };
            handle.ask(ask).await.unwrap();
        }
        handle.look(Person::Public).await.unwrap();
        assert!(outlet.is_closed(), "more than 1024 answers wait");
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        assert_eq!(handle.info().watching, 0, "the table has forgotten it");
        floor.stop().await;
    });
}

/// Turns the clock and looks until something is true.
async fn until(floor: &Floor, handle: &Handle, step: i64, what: impl Fn(&Value) -> bool) -> Value {
    until_by(playing(1), floor, handle, step, what).await
}

/// The same as somebody sees it.
async fn until_by(
    who: Person,
    floor: &Floor,
    handle: &Handle,
    step: i64,
    what: impl Fn(&Value) -> bool,
) -> Value {
    for _ in 0..5000 {
        let seen = read(&handle.look(who).await.unwrap().message);
        if what(&seen) {
            return seen;
        }
        floor.clock().turn(step);
    }
    panic!("it never came");
}

#[test]
fn a_wager_counts_if_it_was_taken_before_the_end() {
    let pace = Pace { step: 10, wagers: 1000, bank: 10, hands: 500, pause: 10, round: 10, alone: true };
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 3);
        let handle = table(&floor, &place, common::roulette("wheel", 2, pace)).await;
        handle.join(player(1), 1, Amount::of(2000)).await.unwrap();
        let watched = handle.watch(playing(1), None, false).await.unwrap();
        let put = |seen: &Value| {
            let choices = seen["legal"]["choices"].as_array().unwrap();
            let mut commands = choices.iter().map(|choice| &choice["command"]);
            commands.find(|command| command["do"] == "put").unwrap().clone()
        };
        for round in 0..25 {
            let seen = until(&floor, &handle, 50, |seen| {
                seen["house"]["betting"] == true && seen["house"]["closes"].is_i64()
            })
            .await;
            let closes = seen["house"]["closes"].as_i64().unwrap();
            let left = closes - handle.now().milliseconds();
            assert!(left > 0, "round {round}: closed already");
            floor.clock().turn(left - 1);
            // In the last millisecond it is handed in; before the table comes to it, time is up.
            let wager = put(&seen);
            let before = act(&handle, playing(1), None, &wager);
            let (sender, mut answer) = tokio::sync::oneshot::channel();
            handle.ask(Ask::Act { act: before, reply: Reply::Once(sender) }).await.unwrap();
            floor.clock().turn(2);
            let answer = loop {
                match answer.try_recv() {
                    Ok(answer) => break answer,
                    Err(_) => tokio::task::yield_now().await,
                }
            };
            assert!(answer.is_ok(), "round {round}: {answer:?}");
            // The next one is late.
            until(&floor, &handle, 0, |seen| seen["house"]["betting"] == false).await;
            let refused = handle.act(act(&handle, playing(1), None, &wager)).await.unwrap_err();
            assert!(refused.code.contains('.'), "round {round}: {refused}");
            while watched.take().is_some() {}
        }
        floor.stop().await;
    });
}

#[test]
fn all_stations_are_told_within_250_ms_that_betting_is_closed() {
    const STATIONS: u32 = 100;
    let pace = Pace { step: 5, wagers: 300, bank: 10, hands: 100, pause: 20, round: 10, alone: true };
    common::together(async {
        let place = Place::memory();
        let floor = common::open_live(&place);
        let setup = common::pai_gow("live", "star-2016", None, true, pace);
        let handle = table(&floor, &place, setup).await;
        let mut stations = Vec::new();
        for number in 0..STATIONS {
            let who = if number % 2 == 0 { Person::Public } else { playing(100 + number) };
            let outlet = handle.watch(who, None, false).await.unwrap();
            let handle = handle.clone();
            stations.push(tokio::spawn(async move {
                let (mut closes, mut late, mut rounds) = (None, 0, 0);
                while rounds < 3 {
                    let said = read(&outlet.next().await.unwrap());
                    let now = handle.now().milliseconds();
                    // What is not new is not said again.
                    if said["house"].is_null() {
                        continue;
                    }
                    match (said["house"]["betting"] == true, closes) {
                        (true, _) => closes = said["house"]["closes"].as_i64().or(closes),
                        (false, Some(end)) => {
                            late = late.max(now - end);
                            (closes, rounds) = (None, rounds + 1);
                        }
                        (false, None) => {}
                    }
                }
                late
            }));
        }
        let mut worst = i64::MIN;
        for station in stations {
            worst = worst.max(station.await.unwrap());
        }
        println!("{STATIONS} stations knew {worst} ms after betting closed, at the latest");
        assert!(worst <= 250, "{worst} ms");
        floor.stop().await;
    });
}

/// The parts that a station is sent, laid over each other, are the view; slow stations' too.
#[test]
fn parts_make_the_whole_for_everybody_who_looks() {
    let pace = Pace { step: 5, wagers: 40, bank: 5, hands: 40, pause: 5, round: 5, alone: true };
    let setups = [
        (common::pai_gow("tiles", "star-2016", None, true, pace), 7),
        (common::pai_gow("leaf", "uk-leaflet", None, true, pace), 7),
        // A wheel's period is a second at least.
        (common::roulette("wheel", 1, pace), 60),
    ];
    for (setup, step) in setups {
        common::alone(async {
            let place = Place::memory();
            let (floor, name) = (floor(&place, 21), setup.id.clone());
            let handle = table(&floor, &place, setup).await;
            handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
            let viewers = [Person::Public, playing(1), playing(7), staff(1, 0), staff(2, 3)];
            let mut screens = Vec::new();
            for who in viewers {
                let outlet = handle.watch(who, None, true).await.unwrap();
                screens.push((who, outlet, (json!({}), json!({})), (May::default(), Vec::new())));
            }
            let (mut sent, mut looked) = (0, 0);
            for turn in 0..600 {
                floor.clock().turn(step);
                tokio::task::yield_now().await;
                for (place, (who, outlet, (view, house), (may, legal))) in screens.iter_mut().enumerate() {
                    // One takes every message, the next every second, and so on.
                    if turn % (place + 1) != 0 {
                        continue;
                    }
                    // Whatever was left comes before this.
                    let look = read(&handle.look(*who).await.unwrap().message);
                    while let Some(message) = outlet.take() {
                        let said = read(&message);
                        sent += usize::from(said["view"].is_object());
                        json_patch::merge(
                            view,
                            &said["view"].as_object().map_or(json!({}), |_| said["view"].clone()),
                        );
                        json_patch::merge(
                            house,
                            &said["house"].as_object().map_or(json!({}), |_| said["house"].clone()),
                        );
                        may.hear(&said).into_iter().for_each(|now| *legal = now);
                        if said["version"] == look["version"] {
                            looked += 1;
                            assert_eq!(*view, plain(&look["view"]), "{name} as {who} sees it");
                            assert_eq!(*house, plain(&look["house"]), "{name} as {who} sees it");
                            let now = look["legal"]["choices"].as_array().unwrap();
                            assert_eq!(timeless(legal), timeless(now), "{name} for {who}");
                        }
                    }
                }
            }
            println!("{name}: {sent} messages with parts, {looked} views compared");
            assert!(sent > 300 && looked > 300, "{name}: {sent} sent, {looked} compared");
            floor.stop().await;
        });
    }
}

#[test]
fn who_comes_back_gets_exactly_what_was_missed_or_a_fresh_view() {
    common::alone(async {
        let place = Place::memory();
        let first = floor(&place, 4);
        let handle = table(&first, &place, still("one")).await;
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        let outlet = handle.watch(Person::Public, None, false).await.unwrap();
        handle.look(Person::Public).await.unwrap();
        let said = take(&outlet);
        assert_eq!(said["fresh"], true, "who saw nothing before gets a fresh view");
        let seen = said["version"].as_u64().unwrap();
        outlet.close();
        let last = pass_often(&handle, 0, 40).await;
        let back = handle.watch(Person::Public, Some(seen), false).await.unwrap();
        handle.look(Person::Public).await.unwrap();
        let said = take(&back);
        assert!(said["fresh"].is_null(), "{said}");
        assert_eq!(notes(&said) as u64, last - seen, "each once");
        assert_eq!(said["version"].as_u64(), Some(last));
        assert!(!said["view"].is_null());
        // From the middle, and with nothing missed.
        for from in [last - 7, last] {
            let back = handle.watch(Person::Public, Some(from), false).await.unwrap();
            handle.look(Person::Public).await.unwrap();
            let said = take(&back);
            assert!(said["fresh"].is_null(), "{said}");
            assert_eq!(notes(&said) as u64, last - from);
        }
        // A version that is not yet.
        let back = handle.watch(Person::Public, Some(last + 5), false).await.unwrap();
        handle.look(Person::Public).await.unwrap();
        assert_eq!(take(&back)["fresh"], true);
        // Too long ago.
        let last = pass_often(&handle, 40, 600).await;
        let back = handle.watch(Person::Public, Some(seen), false).await.unwrap();
        handle.look(Person::Public).await.unwrap();
        let said = take(&back);
        assert_eq!((said["fresh"].clone(), said["version"].as_u64()), (json!(true), Some(last)));
        assert_eq!(notes(&said), 0, "a fresh view alone");
        // From the middle of what was kept together: who comes sits down by two records at once.
        let last = handle.join(player(2), 3, Amount::of(1000)).await.unwrap();
        let back = handle.watch(Person::Public, Some(last - 1), false).await.unwrap();
        handle.look(Person::Public).await.unwrap();
        assert_eq!(notes(&take(&back)), 1);
        first.stop().await;
        // After a restart nothing was missed by who saw the last version.
        let second = floor(&place, 5);
        let handle = table(&second, &place, still("one")).await;
        // One more record says how the table stood when it stopped.
        let last = last + 1;
        for (from, fresh) in [(last, Value::Null), (last - 1, json!(true))] {
            let back = handle.watch(Person::Public, Some(from), false).await.unwrap();
            handle.look(Person::Public).await.unwrap();
            let said = take(&back);
            assert_eq!((said["version"].as_u64(), &said["fresh"]), (Some(last), &fresh));
        }
        second.stop().await;
    });
}

#[test]
fn what_is_sent_twice_happens_once() {
    common::alone(async {
        let place = Place::memory();
        let first = floor(&place, 6);
        let handle = table(&first, &place, still("one")).await;
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        let send = |handle: &Handle, key: &str, command: &Value| {
            let (handle, act) = (handle.clone(), act(handle, playing(1), Some(key), command));
            async move { handle.act(act).await }
        };
        let version = send(&handle, "a", &pass(0)).await.unwrap();
        assert_eq!(send(&handle, "a", &pass(0)).await, Ok(version), "the first answer again");
        assert_eq!(handle.info().version, version, "and nothing happened");
        let refused = send(&handle, "a", &pass(1)).await.unwrap_err();
        assert_eq!(refused.code, "key.reused");
        // A refusal leaves the key free.
        let wrong = json!({"do": "sit", "area": 2});
        assert!(send(&handle, "b", &wrong).await.is_err());
        let next = send(&handle, "b", &pass(1)).await.unwrap();
        assert_eq!(next, version + 1);
        // Both at once, before either is answered.
        let (one, other) = tokio::join!(send(&handle, "c", &pass(0)), send(&handle, "c", &pass(0)));
        assert_eq!((one.clone(), other), (Ok(next + 1), Ok(next + 1)));
        first.stop().await;
        let second = floor(&place, 7);
        let handle = table(&second, &place, still("one")).await;
        assert_eq!(send(&handle, "c", &pass(0)).await, one, "across a restart too");
        assert_eq!(send(&handle, "a", &pass(1)).await.unwrap_err().code, "key.reused");
        assert_eq!(handle.info().version, next + 2, "one more says how the table stood when it stopped");
        second.stop().await;
    });
}

#[test]
fn a_table_that_halts_says_so_and_halts_alone() {
    common::alone(async {
        let place = Place::memory();
        let first = floor(&place, 8);
        let broken = table(&first, &place, still("broken")).await;
        let whole = table(&first, &place, still("whole")).await;
        for handle in [&broken, &whole] {
            handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        }
        let mut screens: Vec<Arc<Outlet>> = Vec::new();
        for who in [Person::Public, playing(1), staff(1, 0), staff(2, 3)] {
            screens.push(broken.watch(who, None, true).await.unwrap());
        }
        pass_often(&broken, 0, 3).await;
        screens.iter().for_each(|screen| drop(take(screen)));
        broken.ask(Ask::Fail(Fault::Broken("tiles 33 in the set".into()))).await.unwrap();
        broken.look(Person::Public).await.unwrap();
        for screen in &screens {
            assert_eq!(take(screen)["house"]["halted"], "tiles 33 in the set");
        }
        let refused = broken.act(act(&broken, playing(1), None, &pass(3))).await.unwrap_err();
        assert_eq!(refused.code, "table.halted");
        assert!(refused.message.contains("tiles 33 in the set"), "{refused}");
        assert!(broken.join(player(2), 3, Amount::of(1000)).await.is_err());
        let look = read(&broken.look(playing(1)).await.unwrap().message);
        assert_eq!(look["legal"]["choices"], json!([]), "nothing can be done");
        // The other one goes on.
        pass_often(&whole, 0, 20).await;
        assert_eq!(whole.info().halted, None);
        // It stays so across a restart.
        first.stop().await;
        let second = floor(&place, 9);
        second.open_tables(Vec::new()).unwrap();
        let broken = second.table("broken").unwrap();
        assert_eq!(broken.info().halted.as_deref(), Some("tiles 33 in the set"));
        let screen = broken.watch(Person::Public, None, true).await.unwrap();
        broken.look(Person::Public).await.unwrap();
        assert_eq!(take(&screen)["house"]["halted"], "tiles 33 in the set");
        broken.resume(staff(2, 3), staff(3, 3)).await.unwrap();
        let said = take(&screen);
        assert!(said["house"].is_object() && said["house"]["halted"].is_null(), "{said}");
        assert_eq!(broken.resume(staff(2, 3), staff(3, 3)).await.unwrap_err().code, "table.runs");
        pass_often(&broken, 3, 3).await;
        let significant = place.open().unwrap().tail(floor::significant::STREAM, 0).unwrap();
        let text: String =
            significant.iter().map(|record| String::from_utf8_lossy(&record.body).into_owned()).collect();
        assert!(text.contains("tiles 33 in the set"), "{text}");
        second.stop().await;
    });
}

#[test]
fn a_table_that_halts_before_anything_of_it_is_kept_can_be_opened_again() {
    common::alone(async {
        let place = Place::memory();
        let first = floor(&place, 8);
        let broken = first.open_table(still("broken"), &mut *place.open().unwrap()).unwrap();
        // The table's task has not begun: this lies before it when it sets itself up.
        broken.ask(Ask::Fail(Fault::Broken("tiles 33 in the set".into()))).await.unwrap();
        broken.look(Person::Public).await.unwrap();
        first.stop().await;
        let second = floor(&place, 9);
        assert_eq!(second.open_tables(Vec::new()).unwrap(), []);
        assert_eq!(second.table("broken").unwrap().info().halted.as_deref(), Some("tiles 33 in the set"));
        second.stop().await;
    });
}

#[test]
fn a_table_whose_task_breaks_down_comes_back_and_stands_still() {
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 10);
        let broken = table(&floor, &place, still("broken")).await;
        let whole = table(&floor, &place, still("whole")).await;
        for handle in [&broken, &whole] {
            handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        }
        let screen = broken.watch(Person::Public, None, true).await.unwrap();
        let last = pass_often(&broken, 0, 3).await;
        broken.ask(Ask::Fail(Fault::Panic("a fault of the program".into()))).await.unwrap();
        while screen.next().await.is_some() {}
        assert!(screen.is_closed(), "who looked on is told that it is over, and comes back");
        assert_eq!(broken.look(Person::Public).await.unwrap_err().code, "table.gone");
        while broken.info().halted.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let back = loop {
            let table = floor.table("broken").unwrap();
            if table.look(Person::Public).await.is_ok() && table.info().version > last {
                break table;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!(back.info().halted.as_deref(), Some("a fault of the program"));
        assert_eq!(back.info().version, last + 1, "nothing is lost, and the halt is on record");
        let again = back.watch(Person::Public, Some(last), true).await.unwrap();
        assert_eq!(read(&again.next().await.unwrap())["house"]["halted"], "a fault of the program");
        pass_often(&whole, 0, 20).await;
        back.resume(staff(2, 3), staff(3, 3)).await.unwrap();
        pass_often(&back, 3, 3).await;
        floor.stop().await;
    });
}

/// What a dealer does next, if anything, of what may be done: the steps of a round in their order.
const STEPS: &[&str] = &[
    "offer-bank",
    "shuffle",
    "shake",
    "close-bets",
    "show-dice",
    "name-cut",
    "deal",
    "lift-chung",
    "set-house-way",
    "check-house-way",
    "show-bank",
    "open-hand",
    "pay",
    "finish-round",
];

#[test]
fn bots_play_on_where_a_dealer_takes_over() {
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 31);
        let pace = Pace { step: 20, wagers: 2000, bank: 20, hands: 2000, pause: 20, round: 20, alone: true };
        let mut setup = common::pai_gow("bots", "star-2016", None, true, pace);
        setup.bots = 4;
        let handle = table(&floor, &place, setup).await;
        let step = async || {
            floor.clock().turn(20);
            handle.look(Person::Public).await.unwrap();
        };
        // Once everybody has wagered, a dealer takes over.
        while handle.info().bots < 4 || !handle.info().betting {
            step().await;
        }
        let dealer = staff(9, 2);
        handle.deal(dealer, true).await.unwrap();
        let round = handle.info().round;
        for _ in 0..2000 {
            step().await;
            let look = read(&handle.look(dealer).await.unwrap().message);
            let choices = look["legal"]["choices"].as_array().cloned().unwrap_or_default();
            let next = STEPS.iter().find_map(|word| {
                choices.iter().map(|choice| &choice["command"]).find(|command| command["do"] == *word)
            });
            if let Some(command) = next {
                // Some wait for others: bots who have not wagered, or not set.
                let _ = handle.act(act(&handle, dealer, None, command)).await;
            }
            if handle.info().round > round {
                return;
            }
        }
        let look = read(&handle.look(dealer).await.unwrap().message);
        let choices = look["legal"]["choices"].as_array().cloned().unwrap_or_default();
        let words: BTreeSet<String> = choices.iter().map(|one| one["command"]["do"].to_string()).collect();
        panic!("the dealer is stuck in round {round}: {words:?}, {}", look["view"]);
    });
}

#[test]
fn bots_make_room_for_people() {
    common::alone(async {
        for alone in [true, false] {
            let place = Place::memory();
            let floor = floor(&place, 33);
            let pace = Pace { step: 20, wagers: 200, bank: 20, hands: 200, pause: 20, round: 20, alone };
            let mut setup = common::pai_gow("bots", "star-2016", None, true, pace);
            setup.bots = 5;
            let handle = table(&floor, &place, setup).await;
            let until = async |what: &str, is: &dyn Fn(&floor::Info) -> bool| {
                for _ in 0..5000 {
                    if is(&handle.info()) {
                        return;
                    }
                    floor.clock().turn(20);
                    handle.look(Person::Public).await.unwrap();
                }
                panic!("{what}: {:?}", handle.info());
            };
            let first = handle.watch(playing(1), None, true).await.unwrap();
            handle.join(player(1), 2, Amount::of(500)).await.unwrap();
            until("bots come, and leave a place", &|info| info.bots == 5 && info.free.len() == 1).await;
            until("they wager", &|info| info.betting).await;
            until("wagers are closed", &|info| !info.betting).await;
            let join = async |number: u32| {
                let free = handle.info().free[0];
                handle.join(player(number), free, Amount::of(500)).await.unwrap();
            };
            join(2).await;
            assert!(handle.info().free.is_empty(), "a bot that plays plays to the end");
            // Whoever sat there is away; the round ends all the same.
            first.close();
            for number in 3..=7 {
                until("a bot goes", &|info| !info.free.is_empty()).await;
                join(number).await;
            }
            let info = handle.info();
            assert_eq!((info.players, info.bots, info.halted), (7, 0, None), "everybody has a place");
        }
    });
}

#[test]
fn who_plays_at_a_table_does_not_deal_at_it() {
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 32);
        let handle = table(&floor, &place, still("own")).await;
        handle.join(player(1), 2, Amount::of(500)).await.unwrap();
        let taken = handle.deal(staff(1, 0), true).await.unwrap_err();
        let offer = json!({"do": "offer-bank"});
        handle.deal(staff(2, 0), true).await.unwrap();
        let acted = handle.act(act(&handle, staff(1, 0), None, &offer)).await.unwrap_err();
        assert_eq!((taken.code, acted.code), ("person.plays_here", "person.plays_here"));
    });
}

/// Where the round stands.
fn phase(seen: &Value) -> String {
    seen["view"]["table"]["phase"].as_str().unwrap().to_string()
}

/// Until betting is open; then these players wager, each on an area, and are dealt tiles that are to be set.
async fn wager_and_be_dealt(floor: &Floor, handle: &Handle, players: &[(u32, u8)]) {
    until(floor, handle, 20, |seen| seen["house"]["betting"] == true).await;
    for (number, area) in players {
        let stake = json!({"amount": 100, "with": "chips"});
        let wager = json!({"do": "place", "area": area, "kind": "regular", "stake": stake});
        handle.act(act(handle, playing(*number), None, &wager)).await.unwrap();
    }
    until(floor, handle, 20, |seen| phase(seen) == "set").await;
}

/// Ten seconds pass, and the hands are still to be set.
async fn is_waited_for(floor: &Floor, handle: &Handle) {
    for _ in 0..50 {
        floor.clock().turn(200);
        let seen = read(&handle.look(Person::Public).await.unwrap().message);
        assert_eq!(phase(&seen), "set", "ten seconds");
    }
}

/// Who does not come is not waited for as long as one who is there.
async fn is_given_up(floor: &Floor, handle: &Handle) {
    let before = floor.clock().now().milliseconds();
    until_by(Person::Public, floor, handle, 200, |seen| phase(seen) != "set").await;
    let waited = floor.clock().now().milliseconds() - before;
    assert!(waited < 10_000, "as long as one who is there: {waited}");
}

/// A page that is loaded again is away for a moment: its player still sets the hand. Who stays away is not waited for.
#[test]
fn who_is_away_for_a_moment_still_sets_their_hand() {
    let pace = Pace { step: 10, wagers: 100, bank: 10, hands: 40_000, pause: 10, round: 10, alone: true };
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 5);
        let mut setup = common::pai_gow("one", "star-2016", None, true, pace);
        setup.bots = 0;
        let handle = table(&floor, &place, setup).await;
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        for stays_away in [false, true] {
            let station = handle.watch(playing(1), None, false).await.unwrap();
            wager_and_be_dealt(&floor, &handle, &[(1, 2)]).await;
            station.close();
            is_waited_for(&floor, &handle).await;
            if stays_away {
                is_given_up(&floor, &handle).await;
            } else {
                let station = handle.watch(playing(1), None, false).await.unwrap();
                let seen = until(&floor, &handle, 20, |seen| {
                    seen["legal"]["choices"].to_string().contains("\"do\":\"look\"")
                })
                .await;
                assert_eq!(phase(&seen), "set");
                handle.act(act(&handle, playing(1), None, &json!({"do": "look", "area": 2}))).await.unwrap();
                let way = json!({"do": "ask-house-way", "area": 2});
                handle.act(act(&handle, playing(1), None, &way)).await.unwrap();
                until(&floor, &handle, 20, |seen| phase(seen) == "bank").await;
                station.close();
            }
        }
        floor.stop().await;
    });
}

#[test]
fn who_was_there_when_the_house_ended_still_sets_their_hand() {
    let pace = Pace { step: 10, wagers: 100, bank: 10, hands: 40_000, pause: 10, round: 10, alone: true };
    common::alone(async {
        let place = Place::memory();
        let first = floor(&place, 5);
        let mut setup = common::pai_gow("one", "star-2016", None, true, pace);
        setup.bots = 0;
        let handle = table(&first, &place, setup).await;
        handle.join(player(1), 2, Amount::of(1000)).await.unwrap();
        let station = handle.watch(playing(1), None, false).await.unwrap();
        wager_and_be_dealt(&first, &handle, &[(1, 2)]).await;
        drop(station);
        first.stop().await;
        let second = floor(&place, 9);
        second.open_tables(Vec::new()).unwrap();
        let handle = second.table("one").unwrap();
        is_waited_for(&second, &handle).await;
        is_given_up(&second, &handle).await;
        second.stop().await;
    });
}

#[test]
fn who_plays_without_a_station_sets_their_hand_too() {
    let pace = Pace { step: 10, wagers: 100, bank: 10, hands: 40_000, pause: 10, round: 10, alone: false };
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 5);
        let mut setup = common::pai_gow("one", "star-2016", None, true, pace);
        setup.bots = 0;
        let handle = table(&floor, &place, setup).await;
        for (number, seat) in [(1, 2), (2, 3)] {
            handle.join(player(number), seat, Amount::of(1000)).await.unwrap();
        }
        let _station = handle.watch(playing(1), None, false).await.unwrap();
        wager_and_be_dealt(&floor, &handle, &[(1, 2), (2, 3)]).await;
        let way = json!({"do": "ask-house-way", "area": 2});
        handle.act(act(&handle, playing(1), None, &way)).await.unwrap();
        // The other one asks again and again how the table stands.
        for _ in 0..100 {
            floor.clock().turn(300);
            assert_eq!(
                phase(&read(&handle.look(playing(2)).await.unwrap().message)),
                "set",
                "thirty seconds"
            );
        }
        let way = json!({"do": "ask-house-way", "area": 3});
        handle.act(act(&handle, playing(2), None, &way)).await.unwrap();
        until(&floor, &handle, 20, |seen| phase(seen) != "set").await;
        floor.stop().await;
    });
}

/// Refusal requests for a table change nothing at it: the automatic dealer's pauses go on.
#[test]
fn who_is_refused_a_table_does_not_hold_it_up() {
    let pace = Pace { step: 700, wagers: 1000, bank: 700, hands: 700, pause: 700, round: 0, alone: true };
    common::alone(async {
        let place = Place::memory();
        let floor = floor(&place, 6);
        let handle = table(&floor, &place, common::roulette("wheel", 2, pace)).await;
        let before = handle.info().round;
        for _ in 0..400 {
            floor.clock().turn(500);
            let refused = handle.deal(staff(5, 0), false).await.unwrap_err();
            assert_eq!(refused.code, "dealer.house");
            if handle.info().round > before + 1 {
                return floor.stop().await;
            }
        }
        panic!("no ball in 200 seconds: still round {}", handle.info().round);
    });
}
