//! The House Ways written a second time, straight from the texts, with nothing of the rules in
//! `rulebooks/`: they agree with the books' data over all 3,620 hands.
//!
//! star-2016 App2; vcga-2000 App2; crown-6.1 7. The readings are those of the design.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use houseway::Way;
use rulebook::Shelf;
use tiles::{Hand, Rank, Setting, Value};

/// What a list means by a number: both tiles with that count; Gee Jun is no six.
fn kind(rank: Rank) -> &'static str {
    match rank.id() {
        "H8" | "L8" => "8",
        "H7" | "L7" => "7",
        "H6" | "L6" => "6",
        "H4" | "L4" => "4",
        "H10" | "L10" => "10",
        other => other,
    }
}

fn is(a: Rank, b: Rank, one: &[&str], other: &[&str]) -> bool {
    let fits = |r: Rank, names: &[&str]| names.contains(&kind(r)) || names.contains(&r.id());
    (fits(a, one) && fits(b, other)) || (fits(b, one) && fits(a, other))
}

/// Whether a pair is split beside two other tiles.
fn split(pair: Rank, a: Rank, b: Rank, sydney: bool) -> bool {
    let top = ["12", "2"];
    let teen_and_day = is(a, b, &["12"], &["2"]);
    match kind(pair) {
        "GJ" if sydney => is(a, b, &["H6"], &["6", "5", "4"]),
        "GJ" => is(a, b, &["6"], &["6", "5", "4"]),
        "12" | "2" => {
            is(a, b, &["9"], &["8", "7", "6", "5", "4"])
                || is(a, b, &["8"], &["8", "7", "6", "5", "4"])
                || is(a, b, &["7"], &["7", "6", "5", "4"])
        }
        "9" => teen_and_day || is(a, b, &top, &["10"]) || is(a, b, &["10"], &["10"]),
        "8" => {
            teen_and_day
                || is(a, b, &top, &["11", "10"])
                || is(a, b, &["10"], &["11", "10"])
                || is(a, b, &["11"], &["9"])
        }
        "7" => teen_and_day || is(a, b, &top, &["11", "10"]) || (!sydney && is(a, b, &["10"], &["11"])),
        _ => false,
    }
}

/// The listed exceptions: tiles, totals, and a tile on the high (+) or low (-) hand.
const BOTH: &[(&str, &str, &str)] = &[
    ("H10 L10 11 7", "0/8", ""),
    ("H10 L10 11 8", "0/9", ""),
    ("H8 H10 11 7", "7/9", ""),
    ("H6 5 GJ 12", "7/9", ""),
    ("H6 5 GJ 2", "7/9", ""),
    ("H4 L4 5 6", "0/9", ""),
    ("H6 5 GJ 7", "2/9", ""),
    ("H6 L6 12 4", "0/8", ""),
    ("H6 L6 2 4", "0/8", ""),
    ("H6 L6 12 5", "1/8", ""),
    ("H6 L6 2 5", "1/8", ""),
    ("H10 L10 6 12", "0/8", ""),
    ("H10 L10 6 2", "0/8", ""),
    ("H8 L8 9 H10", "7/8", "-H8"),
    ("H8 L8 H6 7", "4/5", "+H8"),
    ("H8 L8 H4 7", "2/5", "+H8"),
    ("H10 L10 H6 7", "6/7", "+H10"),
    ("H8 L8 H4 6", "2/4", "+H8"),
    ("H4 L4 H10 11", "4/5", "+H4"),
];
const SYDNEY: &[(&str, &str, &str)] = &[
    ("H6 5 GJ 8", "3/9", ""),
    ("H6 5 GJ 10", "5/9", ""),
    ("H6 5 GJ 11", "6/9", ""),
    ("H6 L6 5 GJ", "1/9", ""),
    ("H6 5 GJ 9", "4/9", ""),
    ("H4 L4 5 GJ", "7/9", "+H4"),
];

/// Whether four tiles fill a list of four names in some order.
fn fills(ranks: &[Rank], names: &[&str]) -> bool {
    let Some((rank, rest)) = ranks.split_first() else { return true };
    (0..names.len()).any(|i| {
        let mut left = names.to_vec();
        let name = left.remove(i);
        (name == rank.id() || name == kind(*rank)) && fills(rest, &left)
    })
}

fn totals(s: &Setting) -> (u8, u8) {
    (s.low_value().points().unwrap_or(10), s.high_value().points().unwrap_or(10))
}

/// Between settings with the same totals: high tiles apart, the top tile placed, then the better one.
fn choose(mut left: Vec<Setting>, top: Rank) -> Setting {
    let high = |r: Rank| r <= Rank::CheongSum;
    let apart = |s: &Setting| [s.low(), s.high()].iter().all(|two| !(high(two[0]) && high(two[1])));
    if left.iter().any(apart) {
        left.retain(apart);
    }
    let on_high = totals(&left[0]).1 >= 8;
    let placed = |s: &Setting| if on_high { s.high().contains(&top) } else { s.low().contains(&top) };
    if left.iter().any(placed) {
        left.retain(placed);
    }
    left.into_iter().max_by_key(|s| (s.low_value(), s.high_value())).unwrap()
}

fn by_the_text(hand: &Hand, sydney: bool) -> Setting {
    let settings = hand.settings();
    let pairs: Vec<Rank> = hand.pairs().collect();
    let paired = |s: &&Setting| s.high()[0] == s.high()[1] && s.high_value() >= s.low_value();
    if let [pair, more @ ..] = &pairs[..] {
        let others: Vec<Rank> = hand.ranks().into_iter().filter(|r| r != pair).collect();
        let keep = !more.is_empty() || !split(*pair, others[0], others[1], sydney);
        return *settings.iter().find(|s| paired(s) == keep).unwrap();
    }
    let ranks = hand.ranks();
    let holds = |name: &str| ranks.iter().any(|r| kind(*r) == name);
    let leader = |s: &Setting| s.high_value().leader();
    if (holds("12") || holds("2")) && (holds("9") || holds("8") || holds("7")) {
        let makes =
            |s: &Setting, name: &str| s.high_value().is_named() && s.high().iter().any(|r| kind(*r) == name);
        let candidates: Vec<Setting> = if holds("12") && holds("2") {
            settings
                .iter()
                .filter(|s| s.high_value().is_named() && leader(s) == Rank::Teen)
                .copied()
                .collect()
        } else {
            // Fourth tile four: Gong over High Nine. Fourth tile eleven: Wong over both.
            let order: &[&str] = if holds("11") && holds("9") {
                &["9"]
            } else if holds("4") && holds("8") && holds("7") {
                &["8"]
            } else {
                &["7", "8", "9"]
            };
            let name = order.iter().find(|n| holds(n)).unwrap();
            settings.iter().filter(|s| makes(s, name)).copied().collect()
        };
        return candidates.into_iter().max_by_key(|s| (s.low_value(), s.high_value())).unwrap();
    }
    let lists = BOTH.iter().chain(if sydney { SYDNEY } else { &[] });
    for (tiles, wanted, place) in lists {
        let names: Vec<&str> = tiles.split(' ').collect();
        if !fills(&ranks, &names) {
            continue;
        }
        let fits = |s: &&Setting| {
            let (low, high) = totals(s);
            let side = place.get(1..).unwrap_or_default();
            let on = |two: [Rank; 2]| two.iter().any(|r| r.id() == side);
            format!("{low}/{high}") == *wanted
                && match place.chars().next() {
                    Some('+') => on(s.high()),
                    Some(_) => on(s.low()),
                    None => true,
                }
        };
        return choose(settings.iter().filter(fits).copied().collect(), ranks[0]);
    }
    let best = settings.iter().map(totals).max().unwrap();
    choose(settings.into_iter().filter(|s| totals(s) == best).collect(), ranks[0])
}

#[test]
fn books_set_every_hand_as_the_texts_do() {
    let shelf = Shelf::embedded().unwrap();
    for (book, sydney) in [("star-2016", true), ("vcga-2000", false), ("crown-6.1", false)] {
        let way = Way::of(&shelf.book(book).unwrap().pai_gow().unwrap().way);
        let worth = |s: &Setting| -> (Value, Value) { (s.low_value(), s.high_value()) };
        let differ: Vec<String> = Hand::all()
            .filter_map(|hand| {
                let (data, text) = (way.set(&hand).unwrap().setting, by_the_text(&hand, sydney));
                (worth(&data) != worth(&text)).then(|| format!("{hand}: data {data}, text {text}"))
            })
            .collect();
        // Proves: star-2016 1.1#15, 4.1, App2, App2.1, App2.2, App2.3, App2.3#1, App2.3#2, App2.3#3,
        // App2.3#4, App2.3#5, App2.4, App2.4.1, App2.4.2, App2.4.3, App2.5, App2.5.1, App2.5.2, App2.6,
        // App2.6.1, App2.6.2, App2.6.3, App2.6.4, App2.7, App2.7#1, App2.7#2, App2.7#3, App2.7#4, App2.7#5,
        // App2.7#6, App2.7#7, App2.7#8, App2.7#9, App2.7#10, App2.7#11, App2.7#12, App2.7#13, App2.7#14,
        // App2.7#15, App2.7#16, App2.7#17, App2.7#18, App2.7#19; vcga-2000 1.1.9, 4.1, App2.1, App2.2#1,
        // App2.2#2, App2.2#3, App2.2#4, App2.2#5, App2.2#6, App2.2#7, App2.2#8, App2.3#1, App2.3#2,
        // App2.3#3, App2.3#4, App2.3#5, App2.3#6, App2.3#7, App2.3#8, App2.3#9, App2.3#10, App2.3#11,
        // App2.3#12, App2.3#13, App2.3#14, App2.4.1, App2.4.2, App2.4.3, App2.5.1, App2.5.2, App2.5.3,
        // App2.5.4, App2.5.4#1, App2.5.4#2, App2.5.4#3, App2.5.4#4, App2.5.4#5, App2.5.4#6, App2.5.4#7,
        // App2.5.5, App2.5.5#1, App2.5.6, App2.5.6#1, App2.5.6#2, App2.5.6#3, App2.5.6#4, App2.5.6#5;
        // crown-6.1 1.1#House Way, 7.1, 7.2, 7.2#1, 7.2#2, 7.2#3, 7.2#4, 7.2#5, 7.2#6, 7.2#7, 7.2#8, 7.3,
        // 7.3#1, 7.3#2, 7.3#3, 7.3#4, 7.3#5, 7.3#6, 7.3#7, 7.3#8, 7.3#9, 7.3#10, 7.3#11, 7.3#12, 7.3#13,
        // 7.3#14, 7.4.1, 7.4.2, 7.4.3, 7.5.1, 7.5.2, 7.5.3, 7.5.4, 7.5.4(a)(i), 7.5.4(a)(ii),
        // 7.5.4(a)(iii), 7.5.4(a)(iv), 7.5.4(a)(v), 7.5.4(a)(vi), 7.5.4(a)(vii), 7.5.5, 7.5.5(a)(i), 7.5.6,
        // 7.5.6(a)(i), 7.5.6(a)(ii), 7.5.6(a)(iii), 7.5.6(a)(iv), 7.5.6(a)(v)
        assert!(differ.is_empty(), "{book}: {} hands\n{}", differ.len(), differ.join("\n"));
    }
}
