//! The whole chart of each book as a golden: `testdata/houseway/BOOK.csv`.

use houseway::Way;
use rulebook::{PaiGowBook, Shelf};
use tiles::Hand;

fn chart(book: &PaiGowBook) -> String {
    let way = Way::of(&book.way);
    let mut text = String::from("hand,low,high,decided_by\n");
    for hand in Hand::all() {
        let decision = way.set(&hand).expect("decided");
        let ([a, b], [c, d]) = (decision.setting.low(), decision.setting.high());
        text += &format!("{hand},{a} {b},{c} {d},{}\n", decision.decided_by().within(&book.id));
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

/// Every book with a House Way of its own; those that borrow one set hands as their lenders do.
#[test]
fn golden_chart_of_every_book() {
    let shelf = Shelf::embedded().expect("the embedded books are valid");
    let own = shelf.pai_gow().filter(|book| book.extends.is_none() && book.lender("house-way").is_none());
    for book in own {
        golden(&format!("testdata/houseway/{}.csv", book.id), &chart(book));
    }
}
