//! Rounds that a person can read: each file is played, and has to come out as it is.
//!
//! `UPDATE_ROUNDS=1` writes them afresh; then read the difference.

mod play;

use play::book;
use std::path::Path;

/// Plays a round of the project's folder.
fn plays(path: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
    let played = roulette::script::run(&text, book()).unwrap_or_else(|error| panic!("{path}: {error}"));
    if std::env::var_os("UPDATE_ROUNDS").is_some() {
        std::fs::write(&file, &played).expect("it can be written");
    } else {
        let differ = text.lines().zip(played.lines()).find(|(was, is)| was != is);
        assert_eq!(text, played, "{path}: {differ:?}");
    }
    assert!(text.starts_with("# "), "{path} says what it shows");
}

/// Every file has a test of its own below.
#[test]
fn every_round_is_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/rounds/rapid-roulette-2000");
    let own = include_str!("rounds.rs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let name = entry.expect("it can be read").file_name().into_string().expect("a name");
        assert!(own.contains(&format!("/{name}\"")), "{name} has no test");
        count += 1;
    }
    assert!(count >= 30, "{count} rounds");
}

/// A line that is none is named, with what would be right.
#[test]
fn a_line_that_cannot_be_read_is_named() {
    let cases = [
        ("dealer spins\n", "line 1: \"dealer spins\", \"book rapid-roulette-2000\" wanted first"),
        ("book star-2016\n", "line 1: \"book star-2016\", \"book rapid-roulette-2000\" wanted first"),
        ("book rapid-roulette-2000, stations x\n", "line 1: \"x\" is no number that fits"),
        (
            "book rapid-roulette-2000, stations 25\n",
            "line 1: setup.stations: expected 1 to 24 stations, got 25",
        ),
        ("book rapid-roulette-2000, moons 3\n", "line 1: \"moons 3\", one of"),
        ("book rapid-roulette-2000\n\n# x\nP1 sings\n", "line 4: \"P1 sings\" is no line of a round"),
        ("book rapid-roulette-2000\nP0 leaves\n", "line 2: \"P0\", a player such as P1"),
        ("book rapid-roulette-2000\nP1 puts -5 on 3\n", "line 2: \"-5\" is no amount"),
        ("book rapid-roulette-2000\nat 00:61\n", "line 2: \"00:61\", a time such as"),
        ("book rapid-roulette-2000\nat 01:00\nat 00:59\n", "line 3: it is 00:01:00, 00:00:59 is past"),
        ("book rapid-roulette-2000\ndealer enters 300\n", "line 2: \"300\" is no number that fits"),
    ];
    for (text, wanted) in cases {
        let error = roulette::script::run(text, book()).expect_err(text).to_string();
        assert!(error.starts_with(wanted), "{error}\n{wanted}");
    }
}

#[test]
fn round_straight_up() {
    plays("testdata/rounds/rapid-roulette-2000/straight-up.round");
}

#[test]
fn round_every_bet() {
    plays("testdata/rounds/rapid-roulette-2000/every-bet.round");
}

#[test]
fn round_zero() {
    plays("testdata/rounds/rapid-roulette-2000/zero.round");
}

#[test]
fn round_no_such_bet() {
    plays("testdata/rounds/rapid-roulette-2000/no-such-bet.round");
}

#[test]
fn round_late_wager() {
    plays("testdata/rounds/rapid-roulette-2000/late-wager.round");
}

#[test]
fn round_change_of_mind() {
    plays("testdata/rounds/rapid-roulette-2000/change-of-mind.round");
}

#[test]
fn round_minimum() {
    plays("testdata/rounds/rapid-roulette-2000/minimum.round");
}

#[test]
fn round_steps() {
    plays("testdata/rounds/rapid-roulette-2000/steps.round");
}

#[test]
fn round_maximum() {
    plays("testdata/rounds/rapid-roulette-2000/maximum.round");
}

#[test]
fn round_aggregate() {
    plays("testdata/rounds/rapid-roulette-2000/aggregate.round");
}

#[test]
fn round_balance() {
    plays("testdata/rounds/rapid-roulette-2000/balance.round");
}

#[test]
fn round_control() {
    plays("testdata/rounds/rapid-roulette-2000/control.round");
}

#[test]
fn round_buy_in() {
    plays("testdata/rounds/rapid-roulette-2000/buy-in.round");
}

#[test]
fn round_leaving_before() {
    plays("testdata/rounds/rapid-roulette-2000/leaving-before.round");
}

#[test]
fn round_leaving_after() {
    plays("testdata/rounds/rapid-roulette-2000/leaving-after.round");
}

#[test]
fn round_leaving_run() {
    plays("testdata/rounds/rapid-roulette-2000/leaving-run.round");
}

#[test]
fn round_dismissed() {
    plays("testdata/rounds/rapid-roulette-2000/dismissed.round");
}

#[test]
fn round_double() {
    plays("testdata/rounds/rapid-roulette-2000/double.round");
}

#[test]
fn round_treble() {
    plays("testdata/rounds/rapid-roulette-2000/treble.round");
}

#[test]
fn round_quad() {
    plays("testdata/rounds/rapid-roulette-2000/quad.round");
}

#[test]
fn round_sequence_late() {
    plays("testdata/rounds/rapid-roulette-2000/sequence-late.round");
}

#[test]
fn round_period() {
    plays("testdata/rounds/rapid-roulette-2000/period.round");
}

#[test]
fn round_spin_early_late() {
    plays("testdata/rounds/rapid-roulette-2000/spin-early-late.round");
}

#[test]
fn round_never_spun() {
    plays("testdata/rounds/rapid-roulette-2000/never-spun.round");
}

#[test]
fn round_no_spin() {
    plays("testdata/rounds/rapid-roulette-2000/no-spin.round");
}

#[test]
fn round_settled_early() {
    plays("testdata/rounds/rapid-roulette-2000/settled-early.round");
}

#[test]
fn round_no_spin_run() {
    plays("testdata/rounds/rapid-roulette-2000/no-spin-run.round");
}

#[test]
fn round_wrong_outcome() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-outcome.round");
}

#[test]
fn round_wrong_outcome_later() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-outcome-later.round");
}

#[test]
fn round_wrong_outcome_cashed() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-outcome-cashed.round");
}

#[test]
fn round_revived_run() {
    plays("testdata/rounds/rapid-roulette-2000/revived-run.round");
}

#[test]
fn round_revived_run_back() {
    plays("testdata/rounds/rapid-roulette-2000/revived-run-back.round");
}

#[test]
fn round_entered_rightly() {
    plays("testdata/rounds/rapid-roulette-2000/entered-rightly.round");
}

#[test]
fn round_claim_upheld() {
    plays("testdata/rounds/rapid-roulette-2000/claim-upheld.round");
}

#[test]
fn round_display() {
    plays("testdata/rounds/rapid-roulette-2000/display.round");
}

#[test]
fn round_station_fails_before() {
    plays("testdata/rounds/rapid-roulette-2000/station-fails-before.round");
}

#[test]
fn round_station_fails_after() {
    plays("testdata/rounds/rapid-roulette-2000/station-fails-after.round");
}

#[test]
fn round_station_unproved() {
    plays("testdata/rounds/rapid-roulette-2000/station-unproved.round");
}

#[test]
fn round_system_fails_before() {
    plays("testdata/rounds/rapid-roulette-2000/system-fails-before.round");
}

#[test]
fn round_system_fails_after() {
    plays("testdata/rounds/rapid-roulette-2000/system-fails-after.round");
}

#[test]
fn round_doubt_no_spin() {
    plays("testdata/rounds/rapid-roulette-2000/doubt-no-spin.round");
}

#[test]
fn round_limits_raised() {
    plays("testdata/rounds/rapid-roulette-2000/limits-raised.round");
}

#[test]
fn round_supervisors() {
    plays("testdata/rounds/rapid-roulette-2000/supervisors.round");
}

#[test]
fn round_house_deals() {
    plays("testdata/rounds/rapid-roulette-2000/house-deals.round");
}

#[test]
fn round_views() {
    plays("testdata/rounds/rapid-roulette-2000/views.round");
}
