//! Wheel, layout, odds and sequences against rapid-roulette-2000.

use super::*;
use crate::parameter::testing::read;

const ROULETTE: &str = include_str!("../../../../rulebooks/rapid-roulette-2000/roulette.toml");

fn rules(text: &str) -> Result<RouletteRules, String> {
    read("rapid-roulette-2000", text, RouletteRules::read)
}

fn book() -> RouletteRules {
    rules(ROULETTE).unwrap_or_else(|faults| panic!("{faults}"))
}

/// rapid-roulette-2000 2.3: 37 pockets, green 0, red and black by turns around the wheel.
#[test]
fn colours_alternate_around_the_wheel() {
    let wheel = book().wheel;
    assert_eq!(wheel.order.len(), 37);
    let colours: Vec<Colour> = wheel.order.iter().filter_map(|number| wheel.colour(*number)).collect();
    assert_eq!(colours[0], Colour::Green);
    assert!(colours[1..].windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(wheel.colour(37), None);
}

/// rapid-roulette-2000 7.1#Straight-Up–7.1#Black, 7.2(a)–7.2(c)(iii): how many places each bet has, what it
/// covers and pays.
#[test]
fn every_bet_has_all_its_places() {
    let wanted = [
        (BetKind::StraightUp, 37, 1, "35/1"),
        (BetKind::Split, 60, 2, "17/1"),
        (BetKind::Street, 14, 3, "11/1"),
        (BetKind::Corner, 23, 4, "8/1"),
        (BetKind::SixLine, 11, 6, "5/1"),
        (BetKind::Column, 3, 12, "2/1"),
        (BetKind::Dozen, 3, 12, "2/1"),
        (BetKind::Low, 1, 18, "1/1"),
        (BetKind::High, 1, 18, "1/1"),
        (BetKind::Even, 1, 18, "1/1"),
        (BetKind::Odd, 1, 18, "1/1"),
        (BetKind::Red, 1, 18, "1/1"),
        (BetKind::Black, 1, 18, "1/1"),
    ];
    let book = book();
    let found =
        book.bets.iter().map(|bet| (bet.kind, bet.placements.len(), bet.covers, bet.pays.to_string()));
    assert_eq!(
        found.collect::<Vec<_>>(),
        wanted.map(|(kind, places, covers, pays)| (kind, places, covers, pays.to_string()))
    );
}

/// rapid-roulette-2000 7.1#Split–7.1#Six-Line: the inside places, found again from the shape of the layout:
/// twelve rows of three, 0 above the first.
#[test]
fn inside_places_are_those_of_the_layout() {
    let book = book();
    let at = |number: u8| ((number - 1) / 3, (number - 1) % 3);
    let touching = |a: u8, b: u8| {
        if a == 0 {
            return (1..=3).contains(&b);
        }
        let ((row, col), (other_row, other_col)) = (at(a), at(b));
        row.abs_diff(other_row) + col.abs_diff(other_col) == 1
    };
    for a in 0..=36u8 {
        for b in a + 1..=36 {
            let split = book.bet_on(&[b, a]).is_some_and(|bet| bet.kind == BetKind::Split);
            assert_eq!(split, touching(a, b), "{a} {b}");
        }
    }
    for bet in book.bets.iter().filter(|bet| [BetKind::Corner, BetKind::SixLine].contains(&bet.kind)) {
        for place in bet.placements.iter().filter(|place| place[0] != 0) {
            let rows: Vec<u8> = place.iter().map(|number| at(*number).0).collect();
            assert_eq!(rows[place.len() - 1] - rows[0], 1, "{place:?} spans two rows");
            assert!(place.windows(2).any(|pair| touching(pair[0], pair[1])), "{place:?}");
        }
    }
}

/// rapid-roulette-2000 7.2(b)(i), 7.2(b)(ii), 7.1#Corner, 7.3(a), 7.3(b): what covers 0.
#[test]
fn zero_wins_only_what_joins_it_to_the_first_three() {
    let book = book();
    let covering: Vec<(BetKind, String)> = book
        .bets
        .iter()
        .flat_map(|bet| bet.placements.iter().map(|place| (bet.kind, place)))
        .filter(|(_, place)| place.contains(&0))
        .map(|(kind, place)| (kind, place.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")))
        .collect();
    let wanted = [
        (BetKind::StraightUp, "0"),
        (BetKind::Split, "0 1"),
        (BetKind::Split, "0 2"),
        (BetKind::Split, "0 3"),
        (BetKind::Street, "0 1 2"),
        (BetKind::Street, "0 2 3"),
        (BetKind::Corner, "0 1 2 3"),
    ];
    assert_eq!(covering, wanted.map(|(kind, place)| (kind, place.to_string())));
}

/// rapid-roulette-2000 7.1: every bet but the sequences leaves the House one number in 37: what is paid, with
/// the stake, comes to 36 for every number covered.
#[test]
fn every_bet_returns_36_parts_of_37() {
    for bet in book().bets {
        let (paid, staked) = (bet.pays.num(), bet.pays.den());
        assert_eq!(u32::from(bet.covers) * (paid + staked), 36 * staked, "{}", bet.kind);
    }
}

/// rapid-roulette-2000 7.4#Double(1)–7.4#Quad(4): by the run of hits from the first spin (readings
/// `leading-run` and `quad-half`).
#[test]
fn sequences_pay_by_leading_run() {
    let book = book();
    let pays = |name: &str| {
        let sequence = book.sequence(name).expect(name);
        assert!(sequence.pays(0).is_none() && sequence.pays(sequence.spins + 1).is_none());
        (1..=sequence.spins)
            .filter_map(|run| sequence.pays(run))
            .map(|run| run.pays.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(pays("double"), ["25/1", "375/1"]);
    assert_eq!(pays("treble"), ["25/1", "250/1", "5000/1"]);
    assert_eq!(pays("quad"), ["25/2", "125/1", "12500/1", "500000/1"]);
}

/// rapid-roulette-2000 2.2(a), 5.2, 4.3(a)–4.3(c), 8.1(a)–8.1(h), 8.3: the table's parameters.
#[test]
fn the_table_is_as_the_book_says() {
    let book = book();
    assert_eq!((book.table.stations.value, book.period.seconds.value), (24, 30));
    assert_eq!(book.limits.below_minimum.value, BeyondLimit::NotShown);
    assert_eq!(book.limits.above_maximum.value, BeyondLimit::NextLower);
    assert_eq!(book.limits.short_aggregate.value, BeyondLimit::NotCounted);
    let grounds: Vec<&str> = book.no_spin.iter().map(|ground| ground.clause.clause.as_str()).collect();
    assert_eq!(grounds, ["8.1(a)", "8.1(b)", "8.1(c)", "8.1(d)", "8.1(e)", "8.1(f)", "8.1(g)", "8.1(h)"]);
    assert_eq!(book.mishap.no_spin_wagers.reading.as_deref(), Some("no-spin-stands"));
    assert_eq!(book.stated().len(), 33);
}

#[test]
fn faults_name_the_bet_and_the_line() {
    let line =
        |text: &str, part: &str| text[..text.find(part).expect("it is there")].matches('\n').count() + 1;
    let cases = [
        ("\"0 1 2 3\"", "\"0 1 2\"", "\"0 1 2\"", "corner \"0 1 2\" covers 3 numbers, expected 4"),
        ("\"0 1\",", "\"0 37\",", "\"0 37\"", "split covers \"37\", expected a number 0 to 36"),
        ("\"0 1\",", "\"2 0\",", "\"0 2\"", "split \"0 2\" is listed twice"),
        (
            "pays = \"17/1\"",
            "pays = \"17\"",
            "pays = \"17\"",
            "pays is \"17\", expected a ratio such as 35/1 (1 to 1000000 to 1 to 100)",
        ),
        (
            "name = \"split\"",
            "name = \"cheval\"",
            "name = \"cheval\"",
            "name is \"cheval\", expected one of straight-up, split, street, corner, six-line, column, dozen, low, high, even, odd, red, black",
        ),
        (
            "0, 32, 15",
            "0, 32, 32",
            "[wheel]",
            "the wheel has 37 pockets and lacks 15, expected 0 to 36, each once",
        ),
        (
            "reds = [1, 3",
            "reds = [1, 1",
            "[wheel]",
            "reds lists 18 numbers, 17 of them different: expected 18 of 1 to 36",
        ),
        (
            "pays = [\"25/1\", \"375/1\"]",
            "pays = [\"25/1\"]",
            "[[sequence]]",
            "double has 1 pays, expected 2: one for each run of hits",
        ),
        ("stations = { is = 24", "stations = { is = 0", "stations", "stations is 0, expected 1 to 200"),
    ];
    for (from, to, near, reason) in cases {
        assert!(ROULETTE.contains(from), "{from}");
        let text = ROULETTE.replacen(from, to, 1);
        let near = if near == "\"0 1 2\"" { "\"0 1 2\", \"1 2 4 5\"" } else { near };
        let at = line(&text, near);
        let faults = rules(&text).expect_err(reason);
        assert!(
            faults.lines().any(|fault| fault == format!("t:{at}: {reason}")),
            "{reason} at {at} not in\n{faults}"
        );
    }
}

#[test]
fn outside_bets_share_out_the_numbers() {
    let cases = [
        ("reds = [1, 3", "reds = [2, 3", "red covers 1, which is not red on the wheel"),
        (
            "\"19 20 21 22 23 24 25",
            "\"18 20 21 22 23 24 25",
            "low and high do not share out the numbers 1 to 36",
        ),
        ("\"1 4 7 10", "\"2 4 7 10", "the columns do not share out the numbers 1 to 36"),
        ("name = \"odd\"", "name = \"even\"", "bet even is listed 2 times, expected once"),
        ("name = \"odd\"", "name = \"even\"", "bet odd is listed 0 times, expected once"),
    ];
    for (from, to, reason) in cases {
        assert!(ROULETTE.contains(from), "{from}");
        let faults = rules(&ROULETTE.replacen(from, to, 1)).expect_err(reason);
        assert!(faults.lines().any(|fault| fault.ends_with(reason)), "{reason} not in\n{faults}");
    }
}
