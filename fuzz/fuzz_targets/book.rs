//! Books with one file changed: loading never panics; it gives the book, or faults in its files.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook::{BookFiles, Shelf, ShelfError};
use std::borrow::Cow;
use std::sync::LazyLock;

static EMBEDDED: LazyLock<Vec<BookFiles>> = LazyLock::new(Shelf::embedded_files);

/// The file with some of it taken out and something else put in; all of it, if so much is taken.
fn changed(text: &str, at: usize, length: usize, put: &str) -> String {
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(at % (text.len() + 1));
    let (start, end) = if length == usize::from(u8::MAX) {
        (0, text.len())
    } else {
        (start, boundary(start + length).max(start))
    };
    format!("{}{put}{}", &text[..start], &text[end..])
}

fuzz_target!(|data: &[u8]| {
    let [book, file, high, low, length, put @ ..] = data else { return };
    let mut files = EMBEDDED.clone();
    let book = usize::from(*book) % files.len();
    let file = usize::from(*file) % files[book].files.len();
    let at = usize::from(u16::from_be_bytes([*high, *low]));
    let put = String::from_utf8_lossy(put);
    let text = changed(&files[book].files[file].1, at, usize::from(*length), &put);
    files[book].files[file].1 = Cow::Owned(text);
    let id = files[book].id.clone();
    match Shelf::load_one(&files, &id) {
        Ok(shelf) => assert!(shelf.book(&id).is_some(), "{id} is not on its shelf"),
        Err(ShelfError::Faults(faults)) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                let named = |b: &BookFiles, name: &str| fault.file == format!("{}/{}/{name}", b.origin, b.id);
                let text = files.iter().find_map(|b| b.files.iter().find(|(name, _)| named(b, name)));
                let lines = text.map_or(0, |(_, text)| text.split('\n').count());
                assert!((1..=lines).contains(&fault.line), "{fault}: of {lines} lines");
                assert!(!fault.reason.is_empty());
            }
        }
        Err(other) => panic!("{other}"),
    }
});
