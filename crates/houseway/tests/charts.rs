//! The whole chart of each book as a golden: `testdata/houseway/BOOK.csv`.

use houseway::Way;
use rulebook::Shelf;
use tiles::Hand;

fn chart(id: &str) -> String {
    let shelf = Shelf::embedded().expect("the embedded books are valid");
    let way = Way::of(shelf.book(id).expect("on the shelf")).expect("a House Way");
    let mut text = String::from("hand,low,high,decided_by\n");
    for hand in Hand::all() {
        let decision = way.set(&hand).expect("decided");
        let ([a, b], [c, d]) = (decision.setting.low(), decision.setting.high());
        text += &format!("{hand},{a} {b},{c} {d},{}\n", decision.decided_by().within(id));
    }
    text
}

/// Compares with the golden, or rewrites it under `HOUSEWAY_GOLDENS=update`.
fn golden(path: &str, text: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("HOUSEWAY_GOLDENS").is_some_and(|v| v == "update") {
        std::fs::write(&file, text).expect("the golden can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let first = kept.lines().zip(text.lines()).find(|(kept, now)| kept != now);
    assert!(kept == text, "{path} differs, first at {first:?}; cargo xtask goldens --update rewrites it");
}

#[test]
fn golden_star_2016() {
    golden("testdata/houseway/star-2016.csv", &chart("star-2016"));
}

#[test]
fn golden_vcga_2000() {
    golden("testdata/houseway/vcga-2000.csv", &chart("vcga-2000"));
}

#[test]
fn golden_crown_6_1() {
    golden("testdata/houseway/crown-6.1.csv", &chart("crown-6.1"));
}
