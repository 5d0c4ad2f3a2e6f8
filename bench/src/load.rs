//! Loading, validating and compiling a book. Wanted: under 10 ms for each.

use crate::contest::{Outcome, contest};
use houseway::{Chart, Way};
use rulebook::Shelf;

pub(crate) fn run() -> Result<Outcome, String> {
    let files = Shelf::embedded_files();
    let mut slowest = 0.0_f64;
    let mut parts = Vec::new();
    for book in &files {
        let open = || -> Result<Option<Chart>, String> {
            let shelf = Shelf::load_one(&files, &book.id).map_err(|e| e.to_string())?;
            let book = shelf.book(&book.id).ok_or("not on its own shelf")?;
            let chart = book.pai_gow().map(|book| Chart::compile(&Way::of(&book.way)));
            chart.transpose().map_err(|e| e.to_string())
        };
        open()?;
        // The same text read byte by byte: what merely looking at it costs.
        let bytes = || book.files.iter().flat_map(|(_, t)| t.bytes()).map(u64::from).sum::<u64>();
        let (taken, _) = contest(20, open, bytes);
        let ms = taken.as_secs_f64() * 1e3;
        slowest = slowest.max(ms);
        parts.push(format!("{} {ms:.1}", book.id));
    }
    let text = format!("slowest {slowest:.1} ms (wanted: under 10): {}", parts.join(", "));
    Ok(Outcome { text, met: slowest < 10.0 })
}
