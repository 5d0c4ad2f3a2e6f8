//! For tests: reads a text, or a book's own file, with the registers of all books.

use crate::page::{Entry, Page};
use crate::{Citer, Faults, Register};

/// The books and their registers.
fn registers() -> Vec<(&'static str, Register)> {
    let texts = [
        ("star-2016", include_str!("../../../../rulebooks/star-2016/clauses.csv")),
        ("vcga-2000", include_str!("../../../../rulebooks/vcga-2000/clauses.csv")),
        ("crown-6.1", include_str!("../../../../rulebooks/crown-6.1/clauses.csv")),
        ("nz-1999", include_str!("../../../../rulebooks/nz-1999/clauses.csv")),
        ("uk-leaflet", include_str!("../../../../rulebooks/uk-leaflet/clauses.csv")),
        ("rapid-roulette-2000", include_str!("../../../../rulebooks/rapid-roulette-2000/clauses.csv")),
    ];
    let mut faults = Faults::default();
    texts
        .into_iter()
        .map(|(book, text)| (book, Register::parse(book, "clauses.csv", text, &mut faults)))
        .collect()
}

/// Reads a text of a book; the faults, one a line, if there are any.
pub(crate) fn read<T>(
    book: &str,
    text: &str,
    with: impl FnOnce(&Entry<'_, '_>, &Citer<'_>) -> Option<T>,
) -> Result<T, String> {
    let registers = registers();
    let citer = Citer {
        book,
        registers: registers.iter().map(|(id, register)| (*id, register)).collect(),
        readings: None,
        trusting: false,
    };
    let page = Page::parse("t", text);
    let root = page.root();
    let value = with(&root, &citer);
    root.done();
    let mut faults = Faults::default();
    page.finish(&mut faults);
    match (value, faults.into_result(())) {
        (Some(value), Ok(())) => Ok(value),
        (_, Err(faults)) => Err(faults.to_string()),
        (None, Ok(())) => Err("nothing read, and yet no fault".to_string()),
    }
}
