//! `[[cut.delivery]]` of `cuts.toml`: one way that a cut delivers the wall, and where its grid comes from.

use super::{Grid, GridError, Orientation};
use crate::page::{At, Entry};
use crate::{Citation, Citer};

/// One way that a cut delivers the wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The side and end it starts from.
    pub orientation: Orientation,
    /// Which lot each tile belongs to.
    pub grid: Grid,
    /// The clause of this book.
    pub clause: Citation,
    /// The reading that decided, where the clause leaves it open.
    pub reading: Option<String>,
    /// The book the grid is borrowed from (reading `cut-borrowed`).
    pub from: Option<String>,
}

/// Where a delivery's grid comes from.
pub(super) enum Source {
    Written(Grid),
    Mirror(At<Orientation>),
    Swap(At<Orientation>),
    Borrow(At<String>),
}

/// A delivery whose grid is not known yet.
pub(super) struct Draft {
    pub orientation: Orientation,
    clause: Citation,
    reading: Option<String>,
    pub source: Source,
}

pub(super) fn orientation(entry: &Entry<'_, '_>, key: &str, text: At<String>) -> Option<At<Orientation>> {
    match text.value.parse() {
        Ok(value) => Some(At { value, at: text.at }),
        Err(error) => {
            entry.page().fault(text.at, format!("{key} is {error}"));
            None
        }
    }
}

impl Draft {
    pub fn read(
        entry: Entry<'_, '_>,
        citer: &Citer<'_>,
        cut: &str,
        seen: &mut Vec<Orientation>,
    ) -> Option<Self> {
        let turned = match entry.text("orientation") {
            Some(text) => orientation(&entry, "orientation", text),
            None => {
                entry.fault(format!("a delivery of {cut} has no orientation"));
                None
            }
        };
        if let Some(turned) = &turned {
            if seen.contains(&turned.value) {
                let reason = format!("{cut} is delivered \"{}\" twice", turned.value);
                entry.page().fault(turned.at, reason);
            }
            seen.push(turned.value);
        }
        let clause = citer.citation(&entry, "clause");
        let reading = citer.reading(&entry);
        let written = entry.text("grid").map(|text| {
            let grid: Result<Grid, GridError> = text.value.parse();
            grid.map_err(|error| entry.page().fault(text.at, format!("{cut}: {error}")))
                .ok()
                .map(Source::Written)
        });
        let mirror = entry.text("mirror").map(|text| orientation(&entry, "mirror", text).map(Source::Mirror));
        let swap = entry.text("swap").map(|text| orientation(&entry, "swap", text).map(Source::Swap));
        let borrow = entry.text("borrow").map(|text| Some(Source::Borrow(text)));
        let mut sources: Vec<_> = [written, mirror, swap, borrow].into_iter().flatten().collect();
        if sources.len() != 1 {
            entry.fault(format!("a delivery of {cut} wants one of grid, mirror, swap and borrow"));
        }
        let source = sources.pop().flatten();
        entry.done();
        Some(Self { orientation: turned?.value, clause: clause?, reading, source: source? })
    }

    /// The delivery, once what it derives from is known; `None` if that is still open.
    pub fn resolve(&self, known: &[Delivery], borrowed: Option<&Delivery>) -> Option<Delivery> {
        let of =
            |wanted: &At<Orientation>| known.iter().find(|delivery| delivery.orientation == wanted.value);
        let (grid, reading, from) = match &self.source {
            Source::Written(grid) => (*grid, None, None),
            Source::Mirror(wanted) => {
                of(wanted).map(|d| (d.grid.mirrored(), d.reading.clone(), d.from.clone()))?
            }
            Source::Swap(wanted) => {
                of(wanted).map(|d| (d.grid.swapped(), d.reading.clone(), d.from.clone()))?
            }
            Source::Borrow(book) => {
                borrowed.map(|d| (d.grid, d.reading.clone(), Some(book.value.clone())))?
            }
        };
        let reading = self.reading.clone().or(reading);
        Some(Delivery { orientation: self.orientation, grid, clause: self.clause.clone(), reading, from })
    }

    /// Says what it derives from that is absent.
    pub fn missing(&self, entry: &Entry<'_, '_>, cut: &str) {
        let (at, reason) = match &self.source {
            Source::Written(_) => return,
            Source::Mirror(of) => (of.at, format!("{cut} has no delivery \"{}\" to mirror", of.value)),
            Source::Swap(of) => (of.at, format!("{cut} has no delivery \"{}\" to swap", of.value)),
            Source::Borrow(book) => {
                (book.at, format!("{} lends no {cut} with orientation \"{}\"", book.value, self.orientation))
            }
        };
        entry.page().fault(at, reason);
    }
}
