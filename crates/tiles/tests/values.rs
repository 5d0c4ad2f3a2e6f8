//! The table of two-tile values against the slow evaluator, over all 496 pairs of tiles.

use std::cmp::Ordering;
use tiles::{Class, Rank, Tile, Value, slow};

fn pairs() -> Vec<(Tile, Tile)> {
    let all: Vec<Tile> = Tile::all().collect();
    (0..32).flat_map(|i| (i + 1..32).map(move |j| (i, j))).map(|(i, j)| (all[i], all[j])).collect()
}

/// Every two of the 32 tiles compare with every other two as the clauses say.
#[test]
fn table_orders_all_pairs_as_the_clauses_do() {
    let pairs = pairs();
    assert_eq!(pairs.len(), 496);
    let both: Vec<(Value, slow::Ranked)> =
        pairs.iter().map(|(a, b)| (Value::of(a.rank(), b.rank()), slow::rank(*a, *b))).collect();
    // Proves: star-2016 3.2, 3.2.1, 3.2.2, App1; vcga-2000 3.1, 3.1.1, 3.2, App1#Individual, App1#Note;
    // crown-6.1 3.4, 3.4.1, 3.5, App1.Note; nz-1999 4.2, 4.2(a), 4.2(b), 4.2(c), 4.2#note, 4.3, 4.4;
    // uk-leaflet B12, B13, N1
    for (fast_a, slow_a) in &both {
        for (fast_b, slow_b) in &both {
            assert_eq!(fast_a.cmp(fast_b), slow::compare(slow_a, slow_b), "{slow_a:?} against {slow_b:?}");
        }
    }
}

#[test]
fn value_does_not_depend_on_order() {
    for (a, b) in pairs() {
        assert_eq!(Value::of(a.rank(), b.rank()), Value::of(b.rank(), a.rank()));
    }
}

#[test]
fn class_leader_and_points_agree_with_the_slow_evaluator() {
    for (a, b) in pairs() {
        let (fast, slow) = (Value::of(a.rank(), b.rank()), slow::rank(a, b));
        assert_eq!(fast.leader().number(), slow.top, "{a} {b}");
        let class = match slow.place {
            None => Class::Points(slow.points),
            Some(1..=16) => Class::Pair,
            Some(17 | 18) => Class::Wong,
            Some(19 | 20) => Class::Gong,
            _ => Class::HighNine,
        };
        assert_eq!(fast.class(), class, "{a} {b}");
        assert_eq!(fast.is_zero(), class == Class::Points(0));
        assert_eq!(fast.is_named(), matches!(slow.place, Some(17..=22)));
    }
}

/// The names of the 22 ranked hands in the order of each book's chart, and the tiles that make them.
const CHART: [(&str, &str, &str); 22] = [
    ("GJ", "GJ", "pair of Gee Jun"),
    ("12", "12", "pair of Teen"),
    ("2", "2", "pair of Day"),
    ("H8", "H8", "pair of High 8"),
    ("H4", "H4", "pair of High 4"),
    ("H10", "H10", "pair of High 10"),
    ("H6", "H6", "pair of High 6"),
    ("L4", "L4", "pair of Low 4"),
    ("11", "11", "pair of 11"),
    ("L10", "L10", "pair of Low 10"),
    ("H7", "H7", "pair of High 7"),
    ("L6", "L6", "pair of Low 6"),
    ("9", "9", "pair of 9"),
    ("L8", "L8", "pair of Low 8"),
    ("L7", "L7", "pair of Low 7"),
    ("5", "5", "pair of 5"),
    ("12", "9", "Teen Wong"),
    ("2", "9", "Day Wong"),
    ("12", "L8", "Teen Gong"),
    ("2", "H8", "Day Gong"),
    ("12", "H7", "Teen High Nine"),
    ("2", "L7", "Day High Nine"),
];

/// Each ranked hand beats the next, the last beats every hand of points.
#[test]
fn ranked_hands_stand_in_the_order_of_the_chart() {
    let rank = |id: &str| id.parse::<Rank>().unwrap();
    let values: Vec<Value> = CHART.iter().map(|(a, b, _)| Value::of(rank(a), rank(b))).collect();
    // Proves: star-2016 1.1#22, App1#1, App1#2, App1#3, App1#4, App1#5, App1#6, App1#7, App1#8, App1#9,
    // App1#10, App1#11, App1#12, App1#13, App1#14, App1#15, App1#16, App1#17, App1#18, App1#19, App1#20,
    // App1#21, App1#22; vcga-2000 1.1.13, App1.1, App1.2, App1.3, App1.4, App1.5, App1.6, App1.7, App1.8,
    // App1.9, App1.10, App1.11, App1.12, App1.13, App1.14, App1.15, App1.16, App1.17, App1.18, App1.19,
    // App1.20, App1.21, App1.22; crown-6.1 1.1#Ranking, App1.Pairs.1, App1.Pairs.2, App1.Pairs.3,
    // App1.Pairs.4, App1.Pairs.5, App1.Pairs.6, App1.Pairs.7, App1.Pairs.8, App1.Pairs.9, App1.Pairs.10,
    // App1.Pairs.11, App1.Pairs.12, App1.Pairs.13, App1.Pairs.14, App1.Pairs.15, App1.Pairs.16,
    // App1.Pairs.17, App1.Pairs.18, App1.Pairs.19, App1.Pairs.20, App1.Pairs.21, App1.Pairs.22;
    // uk-leaflet B7, B8, B9, B10, B11, Chart1#1, Chart1#2, Chart1#3, Chart1#4, Chart1#5, Chart1#6,
    // Chart1#7, Chart1#8, Chart1#9, Chart1#10, Chart1#11, Chart1#12, Chart1#13, Chart1#14, Chart1#15,
    // Chart1#16, Chart1#17, Chart1#18, Chart1#19, Chart1#20, Chart1#21, Chart1#22
    assert!(values.windows(2).all(|w| w[0].cmp(&w[1]) == Ordering::Greater));
    let best_points =
        pairs().iter().map(|(a, b)| Value::of(a.rank(), b.rank())).filter(|v| v.points().is_some()).max();
    assert!(values.last() > best_points.as_ref());
    for ((_, _, name), value) in CHART.iter().zip(&values) {
        assert_eq!(value.to_string(), *name);
    }
    // Any 9, 8 or 7 serves, the high ones and the low ones.
    // Proves: star-2016 App1#note
    assert_eq!(Value::of(Rank::Teen, Rank::Yun), Value::of(Rank::Teen, Rank::ChapPaat));
    assert_eq!(Value::of(Rank::Day, Rank::KoKiokChaat), Value::of(Rank::Day, Rank::ChapChaat));
}

/// At equal points each single tile leads over every tile after it, and the 32 faces have the ranks of the
/// charts.
#[test]
fn single_tiles_break_ties_in_the_order_of_the_chart() {
    let order = "12 2 H8 H4 H10 H6 L4 11 L10 H7 L6 9 L8 L7 5 GJ";
    let ranks: Vec<Rank> = order.split(' ').map(|id| id.parse().unwrap()).collect();
    assert_eq!(ranks, Rank::ALL);
    for tile in Tile::all() {
        assert_eq!(tile.rank(), slow::single_rank(tile), "{tile}");
    }
    // Whatever two hands have the same points, the one with the better top tile wins.
    // Proves: crown-6.1 App1.Individual.1, App1.Individual.2, App1.Individual.3, App1.Individual.4,
    // App1.Individual.5, App1.Individual.6, App1.Individual.7, App1.Individual.8, App1.Individual.9,
    // App1.Individual.10, App1.Individual.11, App1.Individual.12, App1.Individual.13, App1.Individual.14,
    // App1.Individual.15, App1.Individual.16; uk-leaflet Chart2#1, Chart2#2, Chart2#3, Chart2#4, Chart2#5,
    // Chart2#6, Chart2#7, Chart2#8, Chart2#9, Chart2#10, Chart2#11, Chart2#12, Chart2#13, Chart2#14,
    // Chart2#15, Chart2#16
    for (a, b) in pairs() {
        for (c, d) in pairs() {
            let (one, other) = (Value::of(a.rank(), b.rank()), Value::of(c.rank(), d.rank()));
            if one.points().is_some() && one.points() == other.points() {
                let (top_one, top_other) = (a.rank().min(b.rank()), c.rank().min(d.rank()));
                assert_eq!(one.cmp(&other), top_other.cmp(&top_one));
            }
        }
    }
}

/// 32 dominoes, two of each rank.
#[test]
fn a_set_is_thirty_two_tiles_two_of_each_rank() {
    assert_eq!(Tile::all().count(), 32);
    // Proves: star-2016 1.1#26, 3.1; vcga-2000 1.1.16, 2.2; crown-6.1 1.1#The Tile(s), 2.3; uk-leaflet B1
    for rank in Rank::ALL {
        let faces: Vec<(u8, u8)> = Tile::all().filter(|t| t.rank() == rank).map(|t| t.face()).collect();
        assert_eq!(faces.len(), 2);
        assert_eq!(faces[0] != faces[1], rank.is_mixed(), "{rank}");
        let spots = |f: &(u8, u8)| (f.0 + f.1) % 10;
        match rank.points() {
            Some(points) => assert!(faces.iter().all(|f| spots(f) == points), "{rank}"),
            None => assert_eq!(faces, [(2, 4), (1, 2)]),
        }
    }
}
