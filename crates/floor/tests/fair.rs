//! Fair chance: what is drawn is even, raw, scaled and dealt; and whoever changes what was drawn is found.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

mod common;

use common::Known;
use floor::{Draw, Pace};
use journal::{Draft, Hash, Journal, Place, Record, Unit};
use serde_json::Value;
use std::collections::HashMap;
use tiles::Tile;

/// Generators that every figure is taken from: twenty, of which a few may fall outside 99 in 100.
const KEYS: u64 = 20;

fn generator(number: u64) -> Draw {
    let Hash(key) = Hash::of("test/draw", &[&number.to_be_bytes()]);
    Draw::keyed(key)
}

/// How many standard deviations a chi-square is from what is expected (Wilson and Hilferty).
fn deviation(counts: &[u64], expected: f64) -> f64 {
    let square: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
    let degrees = (counts.len() - 1) as f64;
    let spread = 2.0 / (9.0 * degrees);
    ((square / degrees).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Checks a figure over all generators: it is outside 99 in 100 for two of twenty at most.
fn is_even(what: &str, figure: impl Fn(&mut Draw) -> f64) {
    let figures: Vec<f64> = (0..KEYS).map(|number| figure(&mut generator(number))).collect();
    let outside = figures.iter().filter(|figure| figure.abs() > 2.576).count();
    let mean = figures.iter().sum::<f64>() / (KEYS as f64).sqrt();
    println!("{what}: {outside} of {KEYS} outside 99 in 100, together {mean:.2}");
    assert!(outside <= 2 && mean.abs() < 3.3, "{what}: {figures:?}");
}

#[test]
fn raw_bits_are_even() {
    is_even("bytes", |draw| {
        let mut counts = [0; 256];
        (0..50_000).for_each(|_| counts[draw.below(256) as usize] += 1);
        deviation(&counts, 50_000.0 / 256.0)
    });
    is_even("ones", |draw| {
        let ones: u32 = (0..20_000).map(|_| draw.below(1 << 31).count_ones()).sum();
        let bits: f64 = 20_000.0 * 31.0;
        (f64::from(ones) - bits / 2.0) / (bits.sqrt() / 2.0)
    });
    is_even("runs", |draw| {
        let bits: Vec<bool> = (0..200_000).map(|_| draw.below(2) == 1).collect();
        let ones = bits.iter().filter(|bit| **bit).count() as f64;
        let (all, changes) =
            (bits.len() as f64, bits.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64);
        let expected = 2.0 * ones * (all - ones) / all;
        let spread = (expected * (expected - 1.0) / (all - 1.0)).sqrt();
        (changes - expected) / spread
    });
    is_even("pairs of half bytes", |draw| {
        let mut counts = [0; 256];
        let mut last = draw.below(16);
        for _ in 0..50_000 {
            let next = draw.below(16);
            counts[(last * 16 + next) as usize] += 1;
            last = draw.below(16);
        }
        deviation(&counts, 50_000.0 / 256.0)
    });
}

#[test]
fn scaled_numbers_are_even() {
    // Bounds just above a half of the range would show a draw that is not rejected.
    for bound in [6, 37, 1000] {
        is_even(&format!("below {bound}"), |draw| {
            let mut counts = vec![0; bound as usize];
            (0..50_000).for_each(|_| counts[draw.below(bound) as usize] += 1);
            deviation(&counts, 50_000.0 / f64::from(bound))
        });
    }
    is_even("below three quarters of the range, in thirds", |draw| {
        let mut counts = [0; 3];
        (0..30_000).for_each(|_| counts[(draw.below(3 << 30) >> 30) as usize] += 1);
        deviation(&counts, 10_000.0)
    });
    is_even("two dice", |draw| {
        let mut counts = [0; 36];
        (0..40_000).for_each(|_| counts[(draw.face() as usize - 1) * 6 + draw.face() as usize - 1] += 1);
        deviation(&counts, 40_000.0 / 36.0)
    });
    assert_eq!((generator(1).below(0), generator(1).below(1)), (0, 0));
}

#[test]
fn dealt_tiles_are_even() {
    let all: Vec<Tile> = Tile::all().collect();
    let number = |tile: Tile| all.iter().position(|known| *known == tile).unwrap();
    // Proves: star-2016 1.1#24; vcga-2000 1.1.14; crown-6.1 1.1#Shuffle
    is_even("tile by place", |draw| {
        let mut counts = vec![0; 1024];
        for _ in 0..4000 {
            for (place, tile) in draw.wall().iter().enumerate() {
                counts[place * 32 + number(*tile)] += 1;
            }
        }
        // Each wall has every tile once: 31 times 31 degrees, each with a variance of one in 31.
        let square: f64 = counts.iter().map(|count| (*count as f64 - 125.0).powi(2) * 31.0 / 4000.0).sum();
        let degrees: f64 = 31.0 * 31.0;
        (square - degrees) / (2.0 * degrees).sqrt()
    });
    is_even("neighbours", |draw| {
        let mut counts = vec![0; 1024];
        for _ in 0..4000 {
            let wall = draw.wall();
            counts[number(wall[0]) * 32 + number(wall[1])] += 1;
        }
        let counts: Vec<u64> = counts
            .into_iter()
            .enumerate()
            .filter(|(place, _)| place / 32 != place % 32)
            .map(|(_, count)| count)
            .collect();
        deviation(&counts, 4000.0 / 992.0)
    });
    is_even("order of all", |draw| {
        // Pairs that stand the other way round: normal, by Kendall.
        let mut sum = 0.0;
        for _ in 0..500 {
            let wall = draw.wall().map(&number);
            let turned = (0..32).flat_map(|one| (one + 1..32).map(move |other| (one, other)));
            sum += turned.filter(|(one, other)| wall[*one] > wall[*other]).count() as f64;
        }
        let (mean, variance) = (32.0 * 31.0 / 4.0, 32.0 * 31.0 * 69.0 / 72.0);
        (sum - 500.0 * mean) / f64::sqrt(500.0 * variance)
    });
}

/// Records of a table that plays by itself until so many are there.
async fn played(setup: floor::TableSetup, least: u64, seed: u64) -> Vec<Record> {
    let place = Place::memory();
    let floor = common::open(&place, Known::new(seed));
    let stream = setup.stream();
    let handle = floor.open_table(setup, &mut *place.open().unwrap()).unwrap();
    let free = handle.info().free[0];
    handle.join(common::player(1), free, money::Amount::of(1_000)).await.unwrap();
    while handle.info().version < least {
        let _ = handle.mix(common::playing(1), vec![handle.info().version as u8; 8], None).await;
        floor.clock().turn(300);
        handle.look(game::Person::Public).await.unwrap();
    }
    floor.stop().await;
    place.open().unwrap().tail(&stream, 0).unwrap()
}

/// The verdict on records of which one says something else, or is left out, chained anew by somebody who
/// can: every draw after it says that it hangs on the record that it hung on, by the hash that this has now.
fn judge(records: &[Record], change: impl Fn(&mut Value) -> bool) -> (u32, floor::recall::Fairness) {
    let place = Place::memory();
    let (journal, _) = Journal::open(&place).unwrap();
    let (stream, mut changed) = (&records[0].stream, 0);
    let (mut head, mut hash) = (0, Hash::genesis(stream));
    let mut draws: Vec<Value> = Vec::new();
    let mut renamed: HashMap<String, String> = HashMap::new();
    for record in records {
        let mut body: Value = serde_json::from_slice(&record.body).unwrap();
        // One record is enough.
        if changed == 0 && change(&mut body) {
            changed += 1;
        }
        if body.is_null() {
            continue;
        }
        let text = match changed {
            0 => record.body.clone(),
            _ => {
                if let Some(drawn) = body.pointer_mut("/game/drawn").filter(|drawn| drawn["after"] != "") {
                    let hangs = renamed.get(drawn["after"].as_str().unwrap());
                    drawn["after"] = hangs.cloned().unwrap_or_else(|| hash.to_string()).into();
                    drawn["record"] = (head + 1).into();
                }
                if let Some(hangs) = body.pointer_mut("/floor/due/hangs")
                    && let Some(now) = renamed.get(hangs.as_str().unwrap())
                {
                    *hangs = now.clone().into();
                }
                let revealed = body.pointer_mut("/floor/revealed/drawn").and_then(Value::as_array_mut);
                if let Some(drawn) = revealed.filter(|drawn| drawn.len() == draws.len()) {
                    drawn.clone_from(&draws);
                }
                serde_json::to_vec(&body).unwrap()
            }
        };
        draws.extend(body.pointer("/game/drawn").cloned());
        if body.pointer("/floor/revealed").is_some() {
            draws.clear();
        }
        let draft = Draft { at: record.at, key: record.key.clone(), moves: record.moves.clone(), body: text };
        let sealed = Record::after(stream, head + 1, &hash, draft.clone());
        (head, hash) = (sealed.sequence, sealed.hash);
        renamed.insert(record.hash.to_string(), hash.to_string());
        journal.keep_blocking(Unit::draft(stream, draft)).unwrap();
    }
    let mut store = place.open().unwrap();
    let fairness = floor::recall::fairness(&mut *store, &common::SHELF, &records[0].stream, None).unwrap();
    (changed, fairness)
}

/// Whether a record is of this command.
fn does(body: &Value, what: &str) -> bool {
    body.pointer("/game/command/do").is_some_and(|done| done == what)
}

/// Takes the first two of a list in the other order.
fn turn_two(list: &mut Value) {
    list.as_array_mut().unwrap().swap(0, 1);
}

/// What is found where records say something else.
#[track_caller]
fn found(what: &str, records: &[Record], change: &dyn Fn(&mut Value) -> bool) -> String {
    let (changed, fairness) = judge(records, change);
    assert_eq!(changed, 1, "{what}: nothing to change");
    let wrong = fairness.wrong.unwrap_or_else(|| panic!("{what} is not found"));
    println!("{what}: {wrong}");
    wrong
}

#[test]
fn a_changed_draw_is_found() {
    let pace = Pace { step: 10, wagers: 200, bank: 50, hands: 200, pause: 10, round: 10, alone: true };
    let pai_gow = common::pai_gow("tiles", "star-2016", None, true, pace);
    let records = common::alone(played(pai_gow, 400, 11));
    let (_, whole) = judge(&records, |_| false);
    assert!(whole.wrong.is_none() && whole.turns >= 2 && whole.draws >= 4, "{whole:?}");
    assert_eq!(whole.closed, whole.draws, "dice and tiles after the close");
    println!("{whole:?}");
    found("another order", &records, &|body| {
        let deals = does(body, "deal");
        if deals {
            turn_two(&mut body["game"]["command"]["order"]);
        }
        deals
    });
    found("other dice", &records, &|body| {
        let shows = does(body, "show-dice");
        if shows {
            let die = &mut body["game"]["command"]["faces"]["boxes"][0];
            *die = Value::from(die.as_u64().unwrap() % 6 + 1);
        }
        shows
    });
    found("another seed", &records, &|body| {
        let Some(seed) = body.pointer_mut("/floor/revealed/seed") else { return false };
        let text = seed.as_str().unwrap();
        let digit = if text.starts_with('0') { "1" } else { "0" };
        *seed = Value::from(format!("{digit}{}", &text[1..]));
        true
    });
    found("another commitment", &records, &|body| {
        let Some(promise) = body.pointer_mut("/floor/committed/promise") else { return false };
        promise["commitment"] = Value::from("0".repeat(64));
        true
    });
    found("other station entropy", &records, &|body| {
        let Some(mixed) = body.pointer_mut("/floor/mixed/added") else { return false };
        *mixed = Value::from("00");
        true
    });
    let wrong = found("another wager", &records, &|body| {
        let wagers = does(body, "place");
        if wagers {
            let stake = &mut body["game"]["command"]["stake"]["amount"];
            *stake = Value::from(stake.as_u64().unwrap() + 5);
        }
        wagers
    });
    assert!(wrong.contains("was not drawn from its seed"), "dice hang on every wager: {wrong}");
    found("a draw that hangs on nothing", &records, &|body| {
        let Some(drawn) = body.pointer_mut("/game/drawn") else { return false };
        drawn["after"] = Value::from("");
        true
    });
    found("a draw after another close", &records, &|body| {
        let Some(drawn) = body.pointer_mut("/game/drawn").filter(|drawn| !drawn["closed"].is_null()) else {
            return false;
        };
        drawn["closed"] = Value::from(drawn["closed"].as_u64().unwrap() - 1);
        true
    });
    // The leaflet takes wagers until tiles are dealt (B2): its dice are thrown before.
    let leaflet = common::pai_gow("leaflet", "uk-leaflet", None, true, pace);
    let leaflet = common::alone(played(leaflet, 400, 11));
    let (_, whole) = judge(&leaflet, |_| false);
    assert!(whole.wrong.is_none(), "{whole:?}");
    assert!(
        0 < whole.closed && whole.closed < whole.draws,
        "tiles after the close, dice before it: {whole:?}"
    );
    found("dice that say betting was closed", &leaflet, &|body| {
        let Some(drawn) = body.pointer_mut("/game/drawn").filter(|drawn| drawn["closed"].is_null()) else {
            return false;
        };
        drawn["closed"] = Value::from(1);
        true
    });
    found("a draw kept back at the end", &records, &|body| {
        let Some(revealed) = body.pointer_mut("/floor/revealed") else { return false };
        revealed["drawn"].as_array_mut().unwrap().pop().is_some()
    });
    found("a draw made twice", &records, &|body| {
        let Some(drawn) = body.pointer_mut("/game/drawn") else {
            return false;
        };
        drawn["number"] = Value::from(drawn["number"].as_u64().unwrap() + 1);
        true
    });
    found("a draw that was none", &records, &|body| {
        let draws = body.pointer("/game/drawn").is_some();
        if draws {
            body["game"].as_object_mut().unwrap().remove("drawn");
        }
        draws
    });
    let wheel = common::alone(played(common::roulette("wheel", 1, pace), 200, 12));
    let (_, whole) = judge(&wheel, |_| false);
    assert!(whole.wrong.is_none() && whole.draws >= 2, "{whole:?}");
    assert_eq!(whole.closed, whole.draws, "every ball after the close");
    let wrong = found("betting that never closed", &wheel, &|body| {
        let ends = body.pointer("/game/command").is_some_and(|command| command["do"] == "end-period");
        if ends {
            *body = Value::Null;
        }
        ends
    });
    assert!(wrong.contains("the ball was drawn while wagers were open"), "{wrong}");
    found("another pocket", &wheel, &|body| {
        let enter = body.pointer_mut("/game/command").filter(|command| command["do"] == "enter");
        let Some(enter) = enter else { return false };
        enter["pocket"] = Value::from((enter["pocket"].as_u64().unwrap() + 1) % 37);
        true
    });
}
