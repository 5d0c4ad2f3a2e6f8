//! `houseway odds`, `ev`, `best`, `simulate` and `diff --cost`, as programs and people use them.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod command;

use command::run;
use serde_json::Value;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn json(line: &str) -> Value {
    let output = run(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

const WAGERS: &str = "regular banker bonus tie big small straight-up split street corner six-line column dozen low \
                      high even odd red black double treble quad";

#[test]
fn odds_as_json_is_a_flat_list_of_wagers() {
    let mut seen = Vec::new();
    let shelf = rulebook::Shelf::embedded().unwrap();
    for book in shelf.books().iter().map(|book| book.id.as_str()) {
        let odds = json(&format!("odds --book {book} --json"));
        assert_eq!(odds["book"], book);
        for wager in odds["wagers"].as_array().unwrap() {
            let name = wager["wager"].as_str().unwrap();
            seen.push(name.to_string());
            assert!(WAGERS.split_whitespace().any(|w| w == name), "{name}");
            let (num, den) = wager["edge"].as_str().unwrap().split_once('/').unwrap();
            let edge = 100.0 * num.parse::<f64>().unwrap() / den.parse::<f64>().unwrap();
            assert!((edge - wager["edge_percent"].as_f64().unwrap()).abs() < 1e-8, "{book} {name}");
            if matches!(name, "regular" | "banker") {
                let count = |key: &str| wager[key].as_i64().unwrap();
                assert_eq!(count("win") + count("push") + count("lose"), 736_281_000);
                assert_eq!(count("deals"), 736_281_000);
            }
            assert_eq!(
                wager["player"].is_string(),
                matches!(name, "regular" | "banker" | "tie"),
                "{book} {name}"
            );
            assert_eq!(wager["table"].is_string(), matches!(name, "bonus" | "tie"), "{book} {name}");
            assert_eq!(wager["surrender"].is_boolean(), name == "tie", "{book} {name}");
        }
    }
    for wager in WAGERS.split_whitespace() {
        assert!(seen.iter().any(|s| s == wager), "no book has {wager}");
    }
}

#[test]
fn commission_and_chips_change_the_edge() {
    let edge = |more: &str| {
        json(&format!("odds --book star-2016 --json {more}"))["wagers"][0]["edge_percent"].as_f64()
    };
    let (book, none, half, chips) =
        (edge(""), edge("--commission 0"), edge("--commission 2.5"), edge("--bet 25 --chip 1"));
    assert!(none < half && half < book && half < chips && chips < book);
    assert_eq!(edge("--commission 5"), book);
    assert_eq!(edge("--bet 100 --chip 1"), book);
    assert_eq!(edge("--bet 19 --chip 1"), none);
}

#[test]
fn ev_agrees_with_best() {
    let ev = json("ev '12 12 L7 GJ' --book star-2016 --json");
    assert_eq!(ev["house_way"], "L7 GJ / 12 12");
    assert_eq!(ev["best"], "12 GJ / 12 L7");
    let best = run("best --book star-2016 --csv");
    let text = String::from_utf8(best.stdout).unwrap();
    assert_eq!(text.lines().count(), 3621);
    let row = text.lines().find(|l| l.starts_with("12 12 L7 GJ,")).unwrap();
    assert!(row.contains(ev["given_away"].as_str().unwrap()), "{row}");
    for setting in ev["settings"].as_array().unwrap() {
        let count = |key: &str| setting[key].as_i64().unwrap();
        assert_eq!(count("win") + count("push") + count("lose"), 20_475);
    }
}

#[test]
fn sensitivity_names_hands_and_wagers() {
    let odds = json("odds --book crown-6.1 --sensitivity --json");
    let found: Vec<String> = odds["sensitivity"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| {
            let hands = s["hands"].as_array().unwrap().len();
            assert!(!s["wagers"].as_array().unwrap().is_empty());
            format!("{}={} {hands}", s["reading"].as_str().unwrap(), s["choice"].as_str().unwrap())
        })
        .collect();
    assert_eq!(found, ["zero-crown=copy 0", "gee-jun-not-six=six 13", "high-tiles=two-highest 17"]);
}

#[test]
fn diff_with_cost_prices_both_books() {
    let text = String::from_utf8(run("diff star-2016 crown-6.1 --cost").stdout).unwrap();
    assert!(text.contains("star-2016 2.3858 %, crown-6.1 2.3659 %"), "{text}");
    assert_eq!(text.matches("of the wager more to a player").count(), 15);
}

#[test]
fn simulation_repeats_itself_and_holds_the_exact_edge() {
    let line = "simulate --book crown-6.1 --rounds 200000 --seed 7 --json";
    let (one, two) = (json(line), json(&format!("{line} --threads 1")));
    assert_eq!(one, two);
    let number = |key: &str| one[key].as_f64().unwrap();
    assert!((number("edge_percent") - number("exact_percent")).abs() < number("margin_percent"));
    assert_eq!(one["rounds"], 200_000);
}

#[test]
fn bad_terms_get_one_line() {
    for (line, named) in [
        ("odds --book star-2016 --commission 200", "200"),
        ("odds --book star-2016 --commission -1", "-1"),
        ("odds --book star-2016 --commission five", "five"),
        ("odds --book star-2016 --commission 5.", "5."),
        ("odds --book star-2016 --wager moon", "moon"),
        ("odds --book nowhere", "nowhere"),
        ("odds --book star-2016 --bet 0", "0"),
        ("odds --book star-2016 --bet -25 --chip 1", "-25"),
        ("odds --book star-2016 --bet 25 --chip 10", "25"),
        ("odds --book star-2016 --bet 99999999999999999999", "99999999999999999999"),
        ("odds --book star-2016 --reading zero-crown=copy", "zero-crown"),
        ("odds --plot edges.gif", "edges.gif"),
        ("odds --book star-2016 --plot /nonexistent/edges.svg", "/nonexistent/edges.svg"),
        ("ev '12 12 12 9' --book star-2016", "12"),
        ("ev '12 9' --book star-2016", "2 tiles"),
        ("ev '12 H8 9 L7' --book rapid-roulette-2000", "rapid-roulette-2000"),
        ("best --book rapid-roulette-2000", "rapid-roulette-2000"),
        ("best --book star-2016 --seat moon", "moon"),
        ("simulate --book star-2016 --rounds 0", "0"),
        ("simulate --book star-2016 --rounds -5", "-5"),
        ("simulate --book star-2016 --opponents 8", "8"),
        ("simulate --book star-2016 --threads 0", "0"),
        ("simulate --book star-2016 --seed -1", "-1"),
        ("simulate --book rapid-roulette-2000", "rapid-roulette-2000"),
    ] {
        let output: Output = run(line);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(output.stdout.is_empty(), "{line}");
        assert_eq!(said.lines().count(), 1, "{line}: {said}");
        assert!(said.starts_with("houseway: ") && said.contains(named), "{line}: {said}");
    }
}

/// The signals that a process listens for, as Linux says it.
#[cfg(unix)]
fn caught(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Ctrl-C stops a simulation, which prints what it has.
#[cfg(unix)]
#[test]
fn interrupting_prints_what_there_is() {
    let child = Command::new(env!("CARGO_BIN_EXE_houseway"))
        .args(["simulate", "--book", "star-2016", "--rounds", "1000000000000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It listens for signals from some moment on; then it has to have played something.
    let status = format!("/proc/{}/status", child.id());
    let listens = || std::fs::read_to_string(&status).is_ok_and(|text| caught(&text) & 2 != 0);
    for _ in 0..6000 {
        if listens() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["stopped"], true);
    assert!(said["rounds"].as_u64().unwrap() > 0);
}

#[test]
fn pictures_are_whole_files() {
    let folder = std::env::temp_dir().join(format!("houseway-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, line) in [
        ("edges.svg", "odds"),
        ("edges.png", "odds --book crown-6.1"),
        ("hands.svg", "best --book star-2016"),
        ("rounds.png", "simulate --book star-2016 --rounds 300000 --seed 7"),
    ] {
        let path = folder.join(name);
        let output = run(&format!("{line} --plot '{}'", path.display()));
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let bytes = std::fs::read(&path).unwrap();
        if name.ends_with(".svg") {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.starts_with("<svg") || text.starts_with("<?xml"), "{name}");
            assert!(text.trim_end().ends_with("</svg>"), "{name}");
        } else {
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n", "{name}");
            assert!(bytes.ends_with(b"IEND\xaeB`\x82"), "{name}");
        }
    }
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "no half-written file is left behind: {left:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// One round has no spread to tell how far off it is; more rounds have, unless they all came out alike.
#[test]
fn a_round_alone_claims_no_interval() {
    let one = run("simulate --book star-2016 --rounds 1 --opponents 1");
    let said = String::from_utf8(one.stdout).unwrap();
    assert!(said.contains("  1 round by the House Way, 1 area against the House, seed 1\n"), "{said}");
    assert!(said.contains(" %, how far off is unknown: one round has no spread\n"), "{said}");
    assert!(!said.contains('±'), "{said}");
    let value = json("simulate --book star-2016 --rounds 1 --json");
    assert!(value["edge_percent"].is_number() && value["margin_percent"].is_null(), "{value}");
    let value = json("simulate --book star-2016 --rounds 1000 --json --seed 18446744073709551615");
    assert!(value["margin_percent"].as_f64().unwrap() > 0.0, "{value}");
    assert_eq!(value["seed"], u64::MAX);
    // Three rounds of one wager that all came out alike: some seed has them.
    let alike = (0..64).map(|seed| {
        json(&format!("simulate --book star-2016 --rounds 3 --opponents 1 --json --seed {seed}"))
    });
    let (alike, other): (Vec<_>, Vec<_>) = alike.partition(|value| value["margin_percent"].is_null());
    assert!(!alike.is_empty() && !other.is_empty(), "{} of 64 came out alike", alike.len());
    for value in alike {
        let counts = ["win", "push", "lose"].map(|key| value[key].as_i64().unwrap());
        assert!(counts.contains(&3), "{value}");
    }
}

/// Over all books, a commission is for those that take one; the others say so and are priced as they are.
#[test]
fn books_without_commission_say_so() {
    let output = run("odds --commission 0");
    let said = String::from_utf8(output.stdout).unwrap();
    let (_, wheel) = said.split_once("rapid-roulette-2000  ").expect("it is among them");
    assert!(wheel.contains("  Rapid Roulette takes no commission.\n"), "{wheel}");
    assert_eq!(said.matches("takes no commission").count(), 1);
}

/// What a book of roulette says of its table stands in `books`, as that of the others does.
#[test]
fn parameters_of_every_game_are_shown() {
    let said = String::from_utf8(run("books rapid-roulette-2000").stdout).unwrap();
    assert!(said.contains("corrected-while"), "{said}");
    assert!(said.contains("raise-notice-minutes"), "{said}");
    let json = json("books rapid-roulette-2000 --json");
    assert_eq!(json["parameters"].as_array().map(Vec::len), Some(33));
}

/// One clause as CSV is a row under the same header as all of them.
#[test]
fn one_clause_as_csv_is_one_row() {
    let all = String::from_utf8(run("clauses star-2016 --csv").stdout).unwrap();
    let one = String::from_utf8(run("clauses star-2016 8.4.1 --csv").stdout).unwrap();
    assert_eq!(one.lines().count(), 2, "{one}");
    assert!(one.lines().all(|line| all.contains(line)), "{one}");
}
