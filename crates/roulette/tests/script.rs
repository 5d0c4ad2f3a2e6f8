//! Scripts of rounds: what is written wrongly stops at its line, with what would be right.

mod play;

use play::book;

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
