//! Pay tables against the books, row by row.

use super::*;
use crate::parameter::testing::read;
use tiles::{Rank, Setting, Value};

const CROWN: &str = include_str!("../../../../rulebooks/crown-6.1/pay.toml");
const VCGA: &str = include_str!("../../../../rulebooks/vcga-2000/pay.toml");

fn pay(book: &str, text: &str) -> Result<PayTables, String> {
    read(book, text, PayTables::read)
}

fn crown() -> PayTables {
    pay("crown-6.1", CROWN).unwrap_or_else(|faults| panic!("{faults}"))
}

fn vcga() -> PayTables {
    pay("vcga-2000", VCGA).unwrap_or_else(|faults| panic!("{faults}"))
}

fn hand(text: &str) -> Hand {
    text.parse().expect(text)
}

fn paid(pay: &PayTables, table: &str, tiles: &str, bank: Option<&str>) -> String {
    let bank = bank.map(hand);
    let row = pay.bonus(table).and_then(|table| table.row(&hand(tiles), bank.as_ref()));
    row.map_or("nothing".to_string(), |row| row.pays.to_string())
}

/// vcga-2000 Table1#1–Table1#8; crown-6.1 Table3.1–Table3.8: Option A is the table of 2000.
#[test]
fn option_a_pays_as_in_2000() {
    let cases = [
        ("GJ GJ 12 12", "200/1"),
        ("GJ GJ 2 2", "60/1"),
        ("12 12 2 2", "30/1"),
        ("H6 L6 H7 L4", "20/1"),
        ("H6 L6 L7 H4", "20/1"),
        ("11 11 5 5", "12/1"),
        ("GJ GJ 12 9", "5/1"),
        ("12 12 9 5", "5/1"),
        ("11 11 2 9", "2/1"),
        ("12 9 H8 5", "1/1"),
        ("12 H8 L7 5", "nothing"),
        ("GJ H6 L7 L4", "nothing"),
    ];
    for (tiles, wanted) in cases {
        assert_eq!(paid(&vcga(), "1", tiles, None), wanted, "{tiles}");
        assert_eq!(paid(&crown(), "A", tiles, None), wanted, "{tiles}");
    }
}

/// crown-6.1 Table4.1–Table4.7, Table5.1–Table5.7, Table6.1–Table6.7, Table7.1–Table7.7: Options B to E;
/// the first row asks for the bank's two pairs too.
#[test]
fn options_b_to_e_pay_by_their_tables() {
    let cases = [
        ("12 12 2 2", Some("11 11 5 5"), ["250/1", "200/1", "250/1", "500/1"]),
        ("GJ GJ 12 12", Some("11 11 5 9"), ["100/1", "80/1", "100/1", "100/1"]),
        ("GJ GJ 2 2", None, ["50/1", "40/1", "50/1", "50/1"]),
        ("H6 L6 H7 H4", None, ["20/1", "20/1", "15/1", "15/1"]),
        ("12 12 2 2", None, ["10/1", "10/1", "8/1", "8/1"]),
        ("12 12 9 5", None, ["4/1", "4/1", "4/1", "3/1"]),
        ("2 9 H8 5", None, ["2/1", "2/1", "2/1", "2/1"]),
        ("5 5 H8 9", None, ["2/1", "2/1", "2/1", "2/1"]),
    ];
    for (tiles, bank, wanted) in cases {
        for (table, wanted) in ["B", "C", "D", "E"].iter().zip(wanted) {
            assert_eq!(paid(&crown(), table, tiles, bank), wanted, "{tiles} on {table}");
        }
    }
}

/// vcga-2000 17.5.1.1, crown-6.1 13.4.1(a)(i), 13.4.1(a)(ii): what is prescribed for the top five without a
/// regular wager, and what a hand set otherwise falls to (reading `bonus-rows`).
#[test]
fn top_hands_are_set_as_prescribed_or_fall_below() {
    let crown = crown();
    let table = crown.bonus("A").expect("Table 3");
    assert_eq!(table.rows.iter().filter(|row| row.top).count(), 5);
    for other in ["B", "C", "D", "E"] {
        assert_eq!(crown.bonus(other).map(|table| table.rows.iter().filter(|row| row.top).count()), Some(5));
    }
    let duck = hand("H6 L6 L7 H4");
    let row = table.row(&duck, None).expect("Lucky Duck");
    let [six, other] = [Rank::CheongSum, Rank::LimLumLok];
    assert!(row.set_as_prescribed(&Setting::new([six, other], [Rank::ChapChaat, Rank::Ngor])));
    assert!(!row.set_as_prescribed(&Setting::new([six, Rank::Ngor], [Rank::ChapChaat, other])));
    assert!(table.row_below_top(&duck).is_none());
    let pairs = hand("12 12 9 9");
    let row = table.row(&pairs, None).expect("two pairs");
    assert!(row.set_as_prescribed(&Setting::new([Rank::Teen; 2], [Rank::ChapGow; 2])));
    assert!(!row.set_as_prescribed(&Setting::new([Rank::Teen, Rank::ChapGow], [Rank::Teen, Rank::ChapGow])));
    assert_eq!(table.row_below_top(&pairs).map(|row| row.pays.to_string()).as_deref(), Some("5/1"));
}

/// crown-6.1 13.4.3(a), vcga-2000 17.5.3.1: a pair together with a Wong is paid once, by the better.
#[test]
fn a_pair_with_a_wong_is_paid_once() {
    assert_eq!(paid(&vcga(), "1", "12 9 5 5", None), "2/1");
    assert_eq!(paid(&vcga(), "1", "12 9 9 5", None), "2/1");
}

/// vcga-2000 17.6.1, 17.6.2; crown-6.1 Table8.1, Table8.2: a tie, better with a Gong or more as low hand.
#[test]
fn a_tie_pays_more_with_a_gong_low() {
    let tiles = hand("12 12 H8 L8");
    let low = |one, other| Value::of(one, other);
    for table in [vcga().tie("1").cloned(), crown().tie("A").cloned()] {
        let table = table.expect("a tie table");
        let paid = |low, tied| table.row(&tiles, low, tied).map(|row| row.pays.to_string());
        assert_eq!(paid(low(Rank::Teen, Rank::Yun), true).as_deref(), Some("25/1"));
        assert_eq!(paid(low(Rank::ChapNg, Rank::ChapNg), true).as_deref(), Some("25/1"));
        assert_eq!(paid(low(Rank::Teen, Rank::ChapChaat), true).as_deref(), Some("1/1"));
        assert_eq!(paid(low(Rank::Teen, Rank::Yun), false), None);
        assert!(table.surrender.is_none());
    }
}

/// crown-6.1 13.5.1(b), Table9.1–Table9.4: Option B also pays Lucky Duck and two pairs, tie or not, and
/// gives half back on surrender (reading `tie-b`).
#[test]
fn tie_option_b_pays_the_best_row_only() {
    let crown = crown();
    let table = crown.tie("B").expect("Table 9");
    let nine = Value::of(Rank::ChapGow, Rank::HoongTauSap);
    let paid = |tiles: &str, tied| table.row(&hand(tiles), nine, tied).map(|row| row.pays.to_string());
    assert_eq!(paid("H6 L6 H7 L4", false).as_deref(), Some("3/1"));
    assert_eq!(paid("11 11 5 5", true).as_deref(), Some("2/1"));
    assert_eq!(paid("12 2 H8 5", true).as_deref(), Some("1/1"));
    assert_eq!(paid("12 2 H8 5", false), None);
    assert_eq!(table.surrender.as_ref().map(|part| part.value.to_string()).as_deref(), Some("1/2"));
}

/// crown-6.1 1.1#Big/Small, 11.4: Big on 11 to 17, Small on 4 to 10, three alike lose for both.
#[test]
fn big_and_small_win_105_ways_each() {
    let wager = crown().big_small.expect("it is offered");
    let mut won = [0; 3];
    for throw in 0..216u8 {
        let dice = [throw / 36 + 1, throw / 6 % 6 + 1, throw % 6 + 1];
        won[wager.winner(dice).map_or(2, |side| side as usize)] += 1;
    }
    assert_eq!(won, [105, 105, 6]);
    assert_eq!((wager.pays.to_string().as_str(), wager.dice), ("1/1", 3));
    assert_eq!(wager.winner([1, 4, 5]), Some(BigOrSmall::Small));
    assert_eq!(wager.winner([1, 4, 6]), Some(BigOrSmall::Big));
    assert!(vcga().big_small.is_none());
}

#[test]
fn faults_name_the_row_and_the_line() {
    let line =
        |text: &str, part: &str| text[..text.find(part).expect("it is there")].matches('\n').count() + 1;
    let cases = [
        (
            "pays = \"200/1\"",
            "pays = \"200\"",
            "pays is \"200\", expected a ratio such as 35/1 (1 to 1000000 to 1 to 100)",
        ),
        (
            "hand = \"wong\"",
            "hand = \"gong\"",
            "hand is \"gong\", expected one of two-pairs, two-pairs-both, pair, wong, wong-or-pair",
        ),
        ("tiles = \"GJ GJ 2 2\"", "tiles = \"GJ GJ 2\"", "tiles is \"GJ GJ 2\": 3 tiles, expected 4"),
        ("tiles = \"GJ GJ 2 2\"", "tiles = \"2 2 2 2\"", "no hand is \"2 2 2 2\""),
        ("of = [\"GJ\", \"12\", \"2\"]", "of = [\"GJ\", \"13\"]", "of names \"13\", which is no tile"),
        ("triples = \"lose\"", "triples = \"win\"", "triples is \"win\", expected one of lose"),
        ("big = \"11-17\"", "big = \"11-19\"", "big is \"11-19\", expected totals such as 11-17 within 3-18"),
        (
            "result = \"tie\"\nlow-at-least = \"gong\"",
            "result = \"tie\"\nlow-at-least = \"nine\"",
            "low-at-least is \"nine\", expected one of high-nine, gong, wong, pair",
        ),
    ];
    for (from, to, reason) in cases {
        assert!(CROWN.contains(from), "{from}");
        let text = CROWN.replacen(from, to, 1);
        let at = line(&text, to.lines().last().expect("a line"));
        let faults = pay("crown-6.1", &text).expect_err(reason);
        assert!(
            faults.lines().any(|fault| fault == format!("t:{at}: {reason}")),
            "{reason} at {at} not in\n{faults}"
        );
    }
}

#[test]
fn tables_are_checked_as_wholes() {
    let cases = [
        ("table = \"C\"", "table = \"B\"", "bonus table B is listed twice"),
        (
            "[big-small]",
            "[odd-even]",
            "odd-even is not a kind of pay table: expected bonus, tie or big-small",
        ),
        (
            "pays = \"60/1\"",
            "pays = \"300/1\"",
            "row \"Gee Jun pair and Day pair\" pays 300/1, more than \"Gee Jun pair and Teen pair\" above it: best row first",
        ),
        (
            "tiles = \"GJ GJ 2 2\"",
            "tiles = \"GJ GJ 12 12\"",
            "row \"Gee Jun pair and Day pair\" is never reached: the rows above it take all its hands",
        ),
        ("small = \"4-10\"", "small = \"4-11\"", "big is 11-17 and small is 4-11: big starts above small"),
        (
            "low-at-least = \"gong\"\n",
            "",
            "row \"tie\" is never reached: the rows above it take all its hands",
        ),
        (
            "hand = \"wong\"",
            "hand = \"pair\"",
            "row \"Wong\" is never reached: the rows above it take all its hands",
        ),
    ];
    for (from, to, reason) in cases {
        assert!(CROWN.contains(from), "{from}");
        let faults = pay("crown-6.1", &CROWN.replacen(from, to, 1)).expect_err(reason);
        assert!(faults.lines().any(|fault| fault.ends_with(reason)), "{reason} not in\n{faults}");
    }
    let faults = pay("crown-6.1", "[[tie]]\ntable = \"A\"\nclauses = [\"13.5.1\"]\n").expect_err("no rows");
    assert_eq!(faults, "t:1: a tie table has no rows");
    let faults = pay("crown-6.1", "[[bonus]]\ntable = \"A\"\n").expect_err("no rows, no clauses");
    assert_eq!(
        faults,
        "t:1: a bonus table has no rows\nt:1: clauses is missing: every rule cites its clause"
    );
}
