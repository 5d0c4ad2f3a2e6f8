//! The dice, over every throw: which area is served first, which lot goes where, which cut they name.
//!
//! Compared with a slow count written from the clauses: one area at a time, counter-clockwise.

use paigow::{Called, Throw, ThrowError};
use rulebook::{PaiGowBook, Parameters, Shelf};

fn shelf() -> Shelf {
    Shelf::embedded().unwrap_or_else(|faults| panic!("{faults}"))
}

fn book<'s>(shelf: &'s Shelf, id: &str) -> &'s PaiGowBook {
    shelf.book(id).and_then(|book| book.pai_gow()).unwrap_or_else(|| panic!("{id} is not on the shelf"))
}

fn rules(book: &PaiGowBook) -> &Parameters {
    &book.parameters
}

fn call<'b>(throw: &Throw, book: &'b PaiGowBook) -> Result<Called<'b>, ThrowError> {
    throw.call(rules(book), &book.cuts)
}

/// All 216 throws of three dice.
fn three_dice() -> impl Iterator<Item = Vec<i64>> {
    (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| vec![a, b, c])))
}

/// What is expected of a throw.
#[derive(Debug, PartialEq, Eq)]
struct Counted {
    first: u8,
    count: u8,
    areas: Vec<Option<u8>>,
}

/// Counts as a dealer does: the chung's area is 1, the next one counter-clockwise is 2, and so on,
/// round and round; below 1, back the other way. The lots then follow counter-clockwise.
fn counted_slowly(chung: u8, total: i64, areas: u8) -> Counted {
    let next = |area: u8| if area == areas { 1 } else { area + 1 };
    let back = |area: u8| if area == 1 { areas } else { area - 1 };
    let (mut area, mut number) = (chung, 1);
    while number < total {
        (area, number) = (next(area), number + 1);
    }
    while number > total {
        (area, number) = (back(area), number - 1);
    }
    let (mut walked, mut count) = (chung, 1);
    while walked != area {
        (walked, count) = (next(walked), count + 1);
    }
    let first = area;
    let mut served = Vec::new();
    for lot in 1..=8 {
        served.push((lot <= areas).then_some(area));
        area = next(area);
    }
    Counted { first, count, areas: served }
}

fn found(called: &Called<'_>) -> Counted {
    Counted { first: called.first, count: called.count, areas: called.areas.to_vec() }
}

/// star-2016 8.4.1, 8.2, 8.4.4, 8.4.6, App4: over all dice, chungs, additions and cut dice, the first
/// lot goes to the area that the adjusted total counts to, the others follow counter-clockwise, and the
/// cut die alone names the cut: App4#1, App4#2, App4#3, App4#4, App4#5, App4#6.
#[test]
fn star_2016_every_throw() {
    let cuts = ["long-tau fong-may", "jung-quat", "cup-say", "dai-pin", "wui-fung-bank", "chee-yee"];
    let shelf = shelf();
    let star = book(&shelf, "star-2016");
    // Proves: star-2016 8.4.1, 8.4.4, 8.4.6
    for dice in three_dice() {
        for chung in 1..=8u8 {
            for steal in -4..=4 {
                let total = dice.iter().sum::<i64>() + steal;
                let counted = counted_slowly(chung, total, 8);
                for (cut_die, cuts) in (1..).zip(cuts) {
                    let throw =
                        Throw { chung: chung.into(), dice: dice.clone(), cut_die: Some(cut_die), steal };
                    let called = call(&throw, star).unwrap();
                    assert_eq!((called.total, &found(&called)), (total, &counted), "{throw:?}");
                    let row = called.cut.unwrap();
                    assert_eq!(row.clause.clause, format!("App4#{cut_die}"), "{throw:?}");
                    assert_eq!(row.cuts.join(" "), cuts, "{throw:?}");
                }
            }
        }
    }
    let without = Throw { chung: 1, dice: vec![2, 5, 6], cut_die: None, steal: 0 };
    assert_eq!(call(&without, star).unwrap().cut, None, "without a cut die nothing names the cut");
}

/// vcga-2000 8.2.1, 8.2.2, 8.6, 8.3.1, 7.6: over all dice, chungs and additions, one total gives the
/// first area and, by App3.R1, App3.R2, App3.R3, App3.R4, App3.R5, App3.R6, App3.R7, App3.R8, the cut;
/// totals that three dice cannot make count on in the same way.
#[test]
fn vcga_2000_every_throw() {
    let cuts = [
        "jung-quat",
        "cup-say",
        "chee-yee",
        "dai-pin",
        "long-tau fong-may",
        "yat-dong-dong",
        "wui-fung-bank",
        "foot-say",
    ];
    let shelf = shelf();
    // Proves: vcga-2000 8.2.1, 8.2.2, 8.3.1, 8.6
    for id in ["vcga-2000", "nz-1999"] {
        let book = book(&shelf, id);
        for dice in three_dice() {
            for chung in 1..=8u8 {
                for steal in -4..=4 {
                    let total = dice.iter().sum::<i64>() + steal;
                    let counted = counted_slowly(chung, total, 8);
                    let throw = Throw { chung: chung.into(), dice: dice.clone(), cut_die: None, steal };
                    let called = call(&throw, book).unwrap();
                    let row = called.cut.unwrap();
                    assert_eq!(row.clause.to_string(), format!("vcga-2000 App3.R{}", counted.count));
                    assert_eq!(row.cuts.join(" "), cuts[usize::from(counted.count) - 1], "{throw:?}");
                    assert_eq!((called.total, found(&called)), (total, counted), "{throw:?}");
                }
            }
        }
    }
    // 8.6 in so many words: 0 is delivered from box 8, -1 as for box 7.
    for (steal, count) in [(-3, 8), (-4, 7)] {
        let throw = Throw { chung: 3, dice: vec![1, 1, 1], cut_die: None, steal };
        let called = call(&throw, book(&shelf, "vcga-2000")).unwrap();
        assert_eq!((called.total, called.count), (3 + steal, count));
        assert_eq!(called.cut.unwrap().first, Some(count));
    }
}

/// star-2016 8.4.1; vcga-2000 8.2.2; crown-6.1 4.4.2: the chung's own area counts as 1, 9 and 17.
#[test]
fn the_chungs_area_is_one_nine_and_seventeen() {
    let shelf = shelf();
    let totals =
        [(vec![1, 1, 1], -2, 1), (vec![3, 3, 3], 0, 9), (vec![6, 6, 5], 0, 17), (vec![4, 4, 4], -3, 9)];
    // Proves: crown-6.1 4.4.2
    for id in ["star-2016", "vcga-2000", "crown-6.1"] {
        for (dice, steal, total) in &totals {
            if id == "crown-6.1" && *steal != 0 {
                continue;
            }
            for chung in 1..=8 {
                let throw = Throw { chung, dice: dice.clone(), cut_die: None, steal: *steal };
                let called = call(&throw, book(&shelf, id)).unwrap();
                assert_eq!((called.total, called.count, i64::from(called.first)), (*total, 1, chung), "{id}");
            }
        }
    }
}

/// crown-6.1 4.4.2, 4.1, 5.4.1: over all dice, chungs and cut dice, the box dice give the first area and
/// the cut die the cut: Table2.1, Table2.2, Table2.3, Table2.4, Table2.5, Table2.6, while Table2.7 and
/// Table2.8 name a box only.
#[test]
fn crown_6_1_every_throw() {
    let cuts = ["long-tau fong-may", "jung-quat", "cup-say", "dai-pin", "wui-fung-bank", "chee-yee"];
    let shelf = shelf();
    let crown = book(&shelf, "crown-6.1");
    // Proves: crown-6.1 4.1, 5.4.1, Table2.7, Table2.8
    for dice in three_dice() {
        for chung in 1..=8u8 {
            for cut_die in 1..=6 {
                let total: i64 = dice.iter().sum();
                let throw =
                    Throw { chung: chung.into(), dice: dice.clone(), cut_die: Some(cut_die), steal: 0 };
                let called = call(&throw, crown).unwrap();
                assert_eq!(found(&called), counted_slowly(chung, total, 8), "{throw:?}");
                let row = called.cut.unwrap();
                assert_eq!(row.clause.to_string(), format!("crown-6.1 Table2.{cut_die}"), "{throw:?}");
                assert_eq!(row.cuts.join(" "), cuts[cut_die as usize - 1], "{throw:?}");
                // The row of the total gives the same box; it is the row of its own cut die only by chance.
                let of_total = crown.cuts.random_by_total(total as i16).unwrap();
                assert_eq!(of_total.first, Some(called.count), "{throw:?}");
                assert_eq!(of_total.clause.clause, format!("Table2.{}", called.count));
            }
        }
    }
}

/// crown-6.1 14.2.1(a), 14.2.1(b), 14.3.1, 14.3.2(c)(i), 14.4.1: one box die and one cut die; the chung's
/// area is box 1, six areas are served counter-clockwise, and the last two lots are set aside.
#[test]
fn crown_pai_gow_every_throw() {
    let shelf = shelf();
    let crown = book(&shelf, "crown-6.1");
    // Proves: crown-6.1 14.2.1(a), 14.2.1(b), 14.3.1, 14.3.2(c)(i)
    for variant in ["crown-pai-gow", "crown-bonanza"] {
        let rules = &rules(crown).variant(variant).unwrap().parameters;
        for box_die in 1..=6 {
            for chung in 1..=6u8 {
                for cut_die in 1..=6 {
                    let throw =
                        Throw { chung: chung.into(), dice: vec![box_die], cut_die: Some(cut_die), steal: 0 };
                    let called = throw.call(rules, &crown.cuts).unwrap();
                    assert_eq!(found(&called), counted_slowly(chung, box_die, 6), "{throw:?}");
                    assert_eq!(i64::from(called.count), box_die, "{throw:?}");
                    assert_eq!(called.areas[6..], [None, None], "{throw:?}");
                    let mut served: Vec<u8> = called.areas.iter().flatten().copied().collect();
                    served.sort_unstable();
                    assert_eq!(served, [1, 2, 3, 4, 5, 6], "{throw:?}");
                    assert_eq!(called.cut.unwrap().die, Some(cut_die as u8), "{throw:?}");
                }
            }
        }
        let dice = Throw { chung: 1, dice: vec![1, 2, 3], cut_die: Some(1), steal: 0 };
        assert_eq!(dice.call(rules, &crown.cuts), Err(ThrowError::Dice { wanted: 1, found: 3 }));
        let area = Throw { chung: 7, dice: vec![1], cut_die: Some(1), steal: 0 };
        assert_eq!(area.call(rules, &crown.cuts), Err(ThrowError::Area { chung: 7, areas: 6 }));
    }
}

/// uk-leaflet B3(b), B3(c), B3(d): three dice, the banker counting 1 (reading uk-count), so that a total
/// of 3 serves the second position to the banker's right; the stacks follow anticlockwise, and the dice
/// name no cut.
#[test]
fn uk_leaflet_every_throw() {
    let shelf = shelf();
    let uk = book(&shelf, "uk-leaflet");
    // Proves: uk-leaflet B3(b), B3(c), B3(d)
    for dice in three_dice() {
        for chung in 1..=8u8 {
            let throw = Throw { chung: chung.into(), dice: dice.clone(), cut_die: None, steal: 0 };
            let called = call(&throw, uk).unwrap();
            assert_eq!(found(&called), counted_slowly(chung, dice.iter().sum(), 8), "{throw:?}");
            assert_eq!(called.cut, None, "{throw:?}");
        }
    }
    let three = Throw { chung: 1, dice: vec![1, 1, 1], cut_die: None, steal: 0 };
    assert_eq!(call(&three, uk).unwrap().first, 3);
    let counts = &rules(uk).dice.chung_counts;
    assert_eq!((counts.value, counts.reading.as_deref()), (1, Some("uk-count")));
}

/// star-2016 2.3, 2.4, 2.5.1, 1.1#3, 1.1#8; vcga-2000 2.3; crown-6.1 2.4, 2.4.2, 2.4.3, 1.1#Box Dice,
/// 1.1#Cut Die: three box dice and, where the book has one, a cut die; each shows 1 to 6, and anything
/// else is refused.
#[test]
fn only_the_dice_of_the_book_count() {
    let shelf = shelf();
    let good = Throw { chung: 1, dice: vec![2, 5, 6], cut_die: None, steal: 0 };
    // Proves: star-2016 1.1#3, 1.1#8, 2.3, 2.4, 2.5.1; vcga-2000 2.3; crown-6.1 1.1#Box Dice, 1.1#Cut Die,
    // 2.4, 2.4.2, 2.4.3
    for id in ["star-2016", "vcga-2000", "crown-6.1"] {
        let book = book(&shelf, id);
        for face in [i64::MIN, -1, 0, 7, 8, 100, i64::MAX] {
            for place in 0..3 {
                let mut throw = good.clone();
                throw.dice[place] = face;
                assert_eq!(call(&throw, book), Err(ThrowError::Face(face)), "{id}");
            }
            let throw = Throw { cut_die: Some(face), ..good.clone() };
            assert_eq!(call(&throw, book), Err(ThrowError::Face(face)), "{id}");
        }
        for number in [0, 1, 2, 4, 100] {
            let throw = Throw { dice: vec![1; number], ..good.clone() };
            assert_eq!(call(&throw, book), Err(ThrowError::Dice { wanted: 3, found: number }), "{id}");
        }
        let cut = call(&Throw { cut_die: Some(4), ..good.clone() }, book);
        if id == "vcga-2000" {
            assert_eq!(cut, Err(ThrowError::NoCutDie));
        } else {
            assert_eq!(cut.unwrap().cut.unwrap().cuts, ["dai-pin"], "{id}");
        }
    }
}

/// star-2016 8.2; vcga-2000 8.3; crown-6.1 4.4.2: a banker adds -4 to 4 where the cut can be stolen, and
/// nothing elsewhere; a chung on no area of the table is refused.
#[test]
fn only_what_may_be_added_is_added() {
    let shelf = shelf();
    let throw = |chung, steal| Throw { chung, dice: vec![2, 5, 6], cut_die: None, steal };
    for (id, range) in [
        ("star-2016", Some((-4, 4))),
        ("vcga-2000", Some((-4, 4))),
        ("nz-1999", Some((-4, 4))),
        ("crown-6.1", None),
        ("uk-leaflet", None),
    ] {
        let book = book(&shelf, id);
        for steal in -6..=6 {
            let (least, most) = range.unwrap_or((0, 0));
            let wanted = (i64::from(least)..=i64::from(most)).contains(&steal);
            match call(&throw(1, steal), book) {
                Ok(called) => assert!(wanted && called.total == 13 + steal, "{id} {steal}"),
                Err(error) => {
                    assert!(!wanted && error == ThrowError::Steal { steal, range }, "{id} {steal} {error}");
                }
            }
        }
        for chung in [i64::MIN, -1, 0, 9, i64::MAX] {
            assert_eq!(call(&throw(chung, 0), book), Err(ThrowError::Area { chung, areas: 8 }), "{id}");
        }
    }
    for (error, text) in [
        (ThrowError::Face(7), "a die shows 7, expected 1 to 6"),
        (ThrowError::Dice { wanted: 3, found: 2 }, "2 box dice given, this book uses 3"),
        (ThrowError::Dice { wanted: 1, found: 3 }, "3 box dice given, this game uses 1"),
        (ThrowError::Area { chung: 9, areas: 8 }, "the chung is on area 9, expected 1 to 8"),
        (ThrowError::NoCutDie, "a cut die is given, this book has none"),
        (ThrowError::Steal { steal: 5, range: Some((-4, 4)) }, "+5 is added to the total, expected -4 to 4"),
        (
            ThrowError::Steal { steal: 1, range: None },
            "+1 is added to the total, this book knows no stealing the cut",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}
