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
        ("dealer spins\n", "line 1: expected \"book rapid-roulette-2000\" first, got \"dealer spins\""),
        ("book star-2016\n", "line 1: expected \"book rapid-roulette-2000\" first, got \"book star-2016\""),
        ("book rapid-roulette-2000, stations x\n", "line 1: expected a number from 0 to 255, got \"x\""),
        (
            "book rapid-roulette-2000, stations 25\n",
            "line 1: setup.stations: expected 1 to 24 stations, got 25",
        ),
        ("book rapid-roulette-2000, moons 3\n", "line 1: expected one of stations,"),
        ("book rapid-roulette-2000\n\n# x\nP1 sings\n", "line 4: \"P1 sings\" is not a line of a round"),
        ("book rapid-roulette-2000\nP0 leaves\n", "line 2: expected a player such as P1"),
        (
            "book rapid-roulette-2000\nP1 puts -5 on 3 at S1\n",
            "line 2: expected an amount from 0 to 1000000000000, got \"-5\"",
        ),
        ("book rapid-roulette-2000\nat 00:61\n", "line 2: expected a time such as"),
        ("book rapid-roulette-2000\nat 01:00\nat 00:59\n", "line 3: 00:00:59 is past, it is 00:01:00"),
        (
            "book rapid-roulette-2000\ndealer enters 300\n",
            "line 2: expected a number from 0 to 255, got \"300\"",
        ),
    ];
    for (text, wanted) in cases {
        let error = roulette::script::run(text, book()).expect_err(text).to_string();
        assert!(error.starts_with(wanted), "{error}\n{wanted}");
    }
}

/// What a writer may get wrong: every one stops the round at its line, and says what would be right.
#[test]
fn what_is_written_wrongly_is_said_at_its_line() {
    let head = "book rapid-roulette-2000, stations 2\ndealer buys in S1 for P1 with 100 cash\n";
    for (line, wanted) in [
        ("P2 puts 5 on red", "expected a station, as in \"P2 puts 5 on red at S1\": P2 controls none"),
        ("P2 leaves", "expected a station"),
        ("P+1 puts 5 on red", "expected a player such as P1, dealer,"),
        ("P0 leaves", "expected a player such as P1"),
        ("P99999999999 leaves", "expected a player such as P1"),
        ("P1 puts 5 on red at S999", "expected a station such as S1, got \"S999\""),
        ("P1 puts 5 on red at S+1", "expected a station such as S1"),
        ("P1 puts -5 on red", "-5"),
        ("P1 puts five on red", "five"),
        ("P1 puts 99999999999999999999 on red", "99999999999999999999"),
        ("P1 bets 5 on red", "\"P1 bets 5 on red\" is not a line of a round"),
        ("dealer buys in S2 for P2 with 5 gold", "expected cash, vouchers, tokens or chips"),
        ("dealer enters 256", "expected a number from 0 to 255, got \"256\""),
        ("dealer enters -1", "expected a number from 0 to 255, got \"-1\""),
        ("dealer enters +5", "expected a number from 0 to 255, got \"+5\""),
        ("dealer spins, ball in red", "expected a number from 0 to 255, got \"red\""),
        ("P1 waits, ball in 5", "expected \"dealer spins, ball in 17\""),
        ("dealer freezes spin 4294967296", "expected a number from 0 to 4294967295"),
        ("supervisor sets the period to 65536", "expected a number from 0 to 65535"),
        ("supervisor sets the period to -1", "expected a number from 0 to 65535"),
        ("dealer sets limits 5..500 multiple 0 from 00:20:00", "expected a number from 1 to"),
        ("dealer sets limits 500..5 from 00:20:00", "no amount is in 500..5"),
        ("dealer sets limits purple 5..500 from 00:20:00", "there is no bet called \"purple\""),
        (
            "dealer sets limits aggregate 5..500 from 00:20:00",
            "expected an amount from 0 to 1000000000000, got \"5..500\"",
        ),
        ("dealer sets limits 5 from 00:20:00", "expected limits such as 1..500 multiple 1"),
        ("dealer sets limits 5..500 from noon", "expected a time such as 00:30"),
        ("dealer finds on S1: red", "expected such as 10 on 17, got \"red\""),
        ("at 00:60", "expected a time such as 00:30"),
        ("at -0:30", "expected a time such as 00:30"),
        ("at +0:30", "expected a time such as 00:30"),
        ("at 00:30:00:00", "expected a time such as 00:30"),
        ("queen spins", "expected a player such as P1, dealer,"),
        ("view queen", "expected a player such as P1, dealer,"),
    ] {
        let script = format!("{head}{line}\n");
        let error = roulette::script::run(&script, book()).expect_err(line).to_string();
        assert!(error.starts_with("line 3: ") && error.contains(wanted), "{line}\n{error}\nlacks {wanted}");
    }
    for (head, wanted) in [
        ("stations 2, stations 3", "\"stations 3\" says a thing again"),
        ("limits 1..5, limits 1..6", "\"limits 1..6\" says a thing again"),
        ("limits red 1..5, limits red 1..6", "\"limits red 1..6\" says a thing again"),
        ("stations 256", "expected a number from 0 to 255, got \"256\""),
        ("period 0", "expected a period of 1 to 3600 seconds, got 0"),
        ("period 3601", "expected a period of 1 to 3600 seconds, got 3601"),
        ("records 201", "expected 1 to 200 spins on record, got 201"),
        ("chips 5", "expected one of stations,"),
    ] {
        let script = format!("book rapid-roulette-2000, {head}\n");
        let error = roulette::script::run(&script, book()).expect_err(head).to_string();
        assert!(error.starts_with("line 1: ") && error.contains(wanted), "{head}\n{error}\nlacks {wanted}");
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

#[test]
fn round_closing_pays_held() {
    plays("testdata/rounds/rapid-roulette-2000/closing-pays-held.round");
}

#[test]
fn round_wrong_winnings_taken_off() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-winnings-taken-off.round");
}

#[test]
fn round_wrong_winnings_won() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-winnings-won.round");
}

#[test]
fn round_wrong_winnings_lost() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-winnings-lost.round");
}

#[test]
fn round_wrong_winnings_void() {
    plays("testdata/rounds/rapid-roulette-2000/wrong-winnings-void.round");
}

#[test]
fn round_found_after_correction() {
    plays("testdata/rounds/rapid-roulette-2000/found-after-correction.round");
}

#[test]
fn round_two_signs() {
    plays("testdata/rounds/rapid-roulette-2000/two-signs.round");
}

#[test]
fn round_freeze_faults() {
    plays("testdata/rounds/rapid-roulette-2000/freeze-faults.round");
}

#[test]
fn round_freeze_no_spin() {
    plays("testdata/rounds/rapid-roulette-2000/freeze-no-spin.round");
}

#[test]
fn round_claims() {
    plays("testdata/rounds/rapid-roulette-2000/claims.round");
}

#[test]
fn round_maximum_credit() {
    plays("testdata/rounds/rapid-roulette-2000/maximum-credit.round");
}

#[test]
fn round_tokens() {
    plays("testdata/rounds/rapid-roulette-2000/tokens.round");
}

#[test]
fn round_later_account() {
    plays("testdata/rounds/rapid-roulette-2000/later-account.round");
}

#[test]
fn round_halted_ball() {
    plays("testdata/rounds/rapid-roulette-2000/halted-ball.round");
}

#[test]
fn round_sent_away() {
    plays("testdata/rounds/rapid-roulette-2000/sent-away.round");
}

#[test]
fn round_station_anew() {
    plays("testdata/rounds/rapid-roulette-2000/station-anew.round");
}

#[test]
fn round_no_spin_when() {
    plays("testdata/rounds/rapid-roulette-2000/no-spin-when.round");
}

#[test]
fn round_shut_table() {
    plays("testdata/rounds/rapid-roulette-2000/shut-table.round");
}

#[test]
fn round_house_record() {
    plays("testdata/rounds/rapid-roulette-2000/house-record.round");
}

#[test]
fn round_taken_down() {
    plays("testdata/rounds/rapid-roulette-2000/taken-down.round");
}

#[test]
fn round_hands_off() {
    plays("testdata/rounds/rapid-roulette-2000/hands-off.round");
}

#[test]
fn round_zero_bets() {
    plays("testdata/rounds/rapid-roulette-2000/zero-bets.round");
}

#[test]
fn round_claim_upheld_later() {
    plays("testdata/rounds/rapid-roulette-2000/claim-upheld-later.round");
}

#[test]
fn round_sign_kept() {
    plays("testdata/rounds/rapid-roulette-2000/sign-kept.round");
}

#[test]
fn round_leaving_no_spin() {
    plays("testdata/rounds/rapid-roulette-2000/leaving-no-spin.round");
}

#[test]
fn round_broken_tender() {
    plays("testdata/rounds/rapid-roulette-2000/broken-tender.round");
}

#[test]
fn round_aggregate_on_record() {
    plays("testdata/rounds/rapid-roulette-2000/aggregate-on-record.round");
}

#[test]
fn round_drawn_not_entered() {
    plays("testdata/rounds/rapid-roulette-2000/drawn-not-entered.round");
}

#[test]
fn round_limits_after_failure() {
    plays("testdata/rounds/rapid-roulette-2000/limits-after-failure.round");
}

#[test]
fn round_held_after_return() {
    plays("testdata/rounds/rapid-roulette-2000/held-after-return.round");
}

#[test]
fn round_claim_before_close() {
    plays("testdata/rounds/rapid-roulette-2000/claim-before-close.round");
}

#[test]
fn round_freeze_ball() {
    plays("testdata/rounds/rapid-roulette-2000/freeze-ball.round");
}

#[test]
fn round_sign_down() {
    plays("testdata/rounds/rapid-roulette-2000/sign-down.round");
}

#[test]
fn round_claim_off_record() {
    plays("testdata/rounds/rapid-roulette-2000/claim-off-record.round");
}

#[test]
fn round_fresh_tender() {
    plays("testdata/rounds/rapid-roulette-2000/fresh-tender.round");
}
