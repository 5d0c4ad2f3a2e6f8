//! Exhaustive counts as a golden that a person can read: `testdata/tiles/counts.txt`.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::BTreeMap;
use std::fmt::Write;
use tiles::{Class, Hand, Rank, Tile, Value};

/// Compares with the golden, or rewrites it under `HOUSEWAY_GOLDENS=update`.
fn golden(path: &str, text: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|v| v == "update") {
        std::fs::write(&file, text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == text, "{path} differs; cargo xtask goldens --update rewrites it\n{text}");
}

fn class_name(class: Class) -> String {
    match class {
        Class::Points(p) => format!("points {p}"),
        Class::HighNine => "High Nine".into(),
        Class::Gong => "Gong".into(),
        Class::Wong => "Wong".into(),
        Class::Pair => "pair".into(),
    }
}

fn tile_deals() -> impl Iterator<Item = [Tile; 4]> {
    let t = |p: u8| Tile::from_place(p).unwrap();
    (0..32u8).flat_map(move |a| {
        (a + 1..32).flat_map(move |b| {
            (b + 1..32).flat_map(move |c| (c + 1..32).map(move |d| [t(a), t(b), t(c), t(d)]))
        })
    })
}

#[test]
fn golden_counts() {
    let mut text =
        String::from("# Exhaustive counts over the set of 32 tiles, by enumeration of concrete tiles.\n");
    text += "# Ranks as in crown-6.1 App1; classes as in star-2016 App1 and uk-leaflet B7 to B12.\n";

    text += "\n# Two tiles of 32: 32 × 31 / 2 = 496.\n";
    let mut classes: BTreeMap<Class, u32> = BTreeMap::new();
    for a in 0..32u8 {
        for b in a + 1..32 {
            let rank = |p| Tile::from_place(p).unwrap().rank();
            *classes.entry(Value::of(rank(a), rank(b)).class()).or_default() += 1;
        }
    }
    for (class, count) in classes.iter().rev() {
        writeln!(text, "{:<12} {count:>6}", class_name(*class)).unwrap();
    }
    writeln!(text, "{:<12} {:>6}", "all", classes.values().sum::<u32>()).unwrap();

    text += "\n# Four tiles of 32: 35,960 deals; by rank 3,620 hands. Pairs held, by concrete deal.\n";
    text += "# No pair: C(16,4) × 2^4. One pair: 16 × C(15,2) × 2^2, 420 of each. Two pairs: C(16,2).\n";
    let (mut deals, mut by_pairs, mut lone) = (0u32, [0u32; 3], BTreeMap::<Rank, u32>::new());
    let mut weights = vec![0u32; tiles::HANDS];
    for four in tile_deals() {
        let hand = Hand::new(four.map(Tile::rank)).unwrap();
        deals += 1;
        weights[hand.index()] += 1;
        let pairs: Vec<Rank> = hand.pairs().collect();
        by_pairs[pairs.len()] += 1;
        if let [pair] = pairs[..] {
            *lone.entry(pair).or_default() += 1;
        }
    }
    for hand in Hand::all() {
        assert_eq!(weights[hand.index()], hand.deals(), "{hand}");
    }
    writeln!(text, "{:<12} {deals:>6}", "deals").unwrap();
    writeln!(text, "{:<12} {:>6}", "hands", Hand::all().count()).unwrap();
    for (name, count) in ["no pair", "one pair", "two pairs"].iter().zip(by_pairs) {
        writeln!(text, "{name:<12} {count:>6}").unwrap();
    }
    for (rank, count) in &lone {
        writeln!(text, "pair of {:<4} {count:>6}", rank.id()).unwrap();
    }
    text += "\n# Hands by rank that hold no pair, one, two: C(16,4), 16 × C(15,2), C(16,2).\n";
    for n in 0..3 {
        writeln!(
            text,
            "{:<12} {:>6}",
            format!("{n} pairs"),
            Hand::all().filter(|h| h.pairs().count() == n).count()
        )
        .unwrap();
    }
    text += "\n# Two hands of four tiles from one set: C(32,4) × C(28,4).\n";
    writeln!(text, "{:<12} {:>11}", "player, bank", u64::from(deals) * 20475).unwrap();

    text += "\n# Different settings a hand offers: three, or two with a pair.\n";
    for n in 1..=3 {
        let distinct = |h: &Hand| h.settings().iter().collect::<std::collections::HashSet<_>>().len();
        writeln!(
            text,
            "{:<12} {:>6}",
            format!("{n} settings"),
            Hand::all().filter(|h| distinct(h) == n).count()
        )
        .unwrap();
    }
    text +=
        "\n# Deals in which some two of the four tiles make a Wong, a Gong, a High Nine, or any of them.\n";
    let holds = |test: &dyn Fn(Value) -> bool| -> u32 {
        let any = |h: &Hand| h.settings().iter().any(|s| test(s.low_value()) || test(s.high_value()));
        Hand::all().filter(any).map(|h| h.deals()).sum()
    };
    for class in [Class::Wong, Class::Gong, Class::HighNine] {
        writeln!(text, "{:<12} {:>6}", class_name(class), holds(&|v| v.class() == class)).unwrap();
    }
    writeln!(text, "{:<12} {:>6}", "any of them", holds(&Value::is_named)).unwrap();
    golden("testdata/tiles/counts.txt", &text);
    for fact in [
        "deals         35960",
        "hands          3620",
        "no pair       29120",
        "one pair       6720",
        "two pairs       120",
    ] {
        assert!(text.contains(fact), "{fact}");
    }
    assert!(lone.values().all(|n| *n == 420) && lone.len() == 16);
    assert!(text.contains("736281000"));
}
