//! A table that a book does not allow is refused with what the book has, and where it says so.

use paigow::script;
use rulebook::Shelf;

/// Why a table cannot be set up as the first line of a round says.
fn refused(setup: &str) -> String {
    let shelf = Shelf::embedded().expect("the books are sound");
    let text = format!("book {setup}\nopen\n");
    let book = shelf.book(&script::book_of(&text).expect("a book is named")).expect("it is on the shelf");
    match script::play(&text, book) {
        Ok(_) => panic!("{setup} makes a table"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_table_that_the_book_does_not_allow_is_refused_with_its_clauses() {
    let cases = [
        (
            "vcga-2000, variant bonanza, layout a, limits 25..1000",
            "layout a asked for, the book draws e for bonanza (vcga-2000 17.2.1, Diagram E)",
        ),
        (
            "vcga-2000, layout e, limits 25..1000",
            "layout e asked for, the book draws a and b (vcga-2000 2.1, Diagram A, Diagram B)",
        ),
        (
            "vcga-2000, variant crown-pai-gow, limits 25..1000",
            "variant crown-pai-gow asked for, the book has bonanza (vcga-2000 17.1)",
        ),
        (
            "nz-1999, variant bonanza, limits 25..1000",
            "variant bonanza asked for, the book has none (reading nz-base)",
        ),
        ("star-2016, variant bonanza, limits 25..1000", "variant bonanza asked for, the book has none"),
        (
            "vcga-2000, commission 6 %, limits 25..1000",
            "a commission of 6 % is asked for, the book has 5 % (vcga-2000 13.9, 13.10)",
        ),
        ("vcga-2000, areas 7, limits 25..1000", "7 areas asked for, the book has 8 (vcga-2000 8.2.2, 7.2)"),
        (
            "vcga-2000, house-way areas 7, limits 25..1000",
            "area 7 cannot be a House Way area on this layout (vcga-2000 2.1)",
        ),
        ("star-2016, bonus table B, limits 25..1000", "the book has no bonus table B (star-2016 9.1)"),
        (
            "vcga-2000, variant bonanza, tie table Z, limits 25..1000",
            "the book has no tie table Z (vcga-2000 17.3.1, 17.3.3, 17.4.1, reading side-close)",
        ),
        (
            "vcga-2000, variant bonanza, no tie, limits 25..1000",
            "the tie wager cannot be left out by this book and variant (vcga-2000 17.3.1, 17.3.3, 17.4.1, reading \
             side-close)",
        ),
        (
            "vcga-2000, variant bonanza, bonus needs regular, limits 25..1000",
            "this book lets a Bonus wager stand alone (vcga-2000 17.4.2)",
        ),
        (
            "vcga-2000, chip 10, limits 25..1000 in 5s",
            "regular limits 25..1000 in 5s do not fit together, or with the chip (vcga-2000 10.1, 10.2)",
        ),
    ];
    for (setup, expected) in cases {
        let refusal = refused(setup);
        assert!(refusal.contains(expected), "{setup}\n  {refusal}\n  {expected}");
    }
}
