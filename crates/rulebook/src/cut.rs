//! Cuts: how a banker or the dice choose to break the wall, and which lot each tile then belongs to.
//!
//! A cut has deliveries, one for each side and end it can start from. A grid is written out, derived
//! from another delivery of the same cut, or borrowed from another book; every grid is checked to be
//! eight lots of four. A cut that a book names and no book describes has no delivery.
//! Knows nothing of areas or of who sits where.
//! Clauses: star-2016 8.4.3–8.4.5, App3, App4; vcga-2000 7.4–7.7, App3; crown-6.1 5.4, Table1, Table2,
//! App2.

mod delivery;
mod grid;
mod orientation;
mod random;

pub use delivery::Delivery;
pub use grid::{Grid, GridError};
pub use orientation::{End, Orientation, OrientationError, Side};
pub use random::{RandomCuts, RandomRow, box_of_total};

use crate::page::Entry;
use crate::{Citation, Citer};
use delivery::{Draft, Source, orientation};

/// All cuts of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// The cuts, in the order of the book.
    pub cuts: Vec<Cut>,
    /// What the dice choose, where the book lets them.
    pub random: Option<RandomCuts>,
}

/// One cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Its id: `cup-say`.
    pub name: String,
    /// What a banker calls it, romanised: `Cup Say`; some cuts have an English name only.
    pub chinese: Option<String>,
    /// Its English name: `Tiger`.
    pub english: String,
    /// The clauses that name it and say how the wall is set up for it.
    pub clauses: Vec<Citation>,
    /// How it delivers; empty if no book describes it.
    pub deliveries: Vec<Delivery>,
    /// The orientations of a cut that no book describes.
    pub undescribed: Vec<Orientation>,
}

/// Spaces, hyphens, apostrophes and case do not distinguish names.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Cut {
    /// The delivery with this orientation.
    pub fn delivery(&self, orientation: &Orientation) -> Option<&Delivery> {
        self.deliveries.iter().find(|delivery| delivery.orientation == *orientation)
    }

    /// Every orientation it has, described or not.
    pub fn orientations(&self) -> impl Iterator<Item = Orientation> + '_ {
        self.deliveries.iter().map(|delivery| delivery.orientation).chain(self.undescribed.iter().copied())
    }

    /// Right and top, where it has sides and ends (reading `orientation`).
    pub fn default_orientation(&self) -> Orientation {
        let mut chosen = Orientation::default();
        for orientation in self.orientations() {
            chosen.side = chosen.side.or(orientation.side.map(|_| Side::Right));
            chosen.end = chosen.end.or(orientation.end.map(|_| End::Top));
        }
        chosen
    }

    /// Whether no book says how it delivers.
    pub const fn is_undescribed(&self) -> bool {
        self.deliveries.is_empty()
    }
}

impl Cuts {
    /// The cut with this id, romanised or English name.
    pub fn cut(&self, name: &str) -> Option<&Cut> {
        let wanted = folded(name);
        let called = |cut: &&Cut| {
            folded(&cut.name) == wanted
                || cut.chinese.as_deref().is_some_and(|chinese| folded(chinese) == wanted)
                || folded(&cut.english) == wanted
        };
        self.cuts.iter().find(called)
    }

    /// What a number on the cut die chooses.
    pub fn random_by_die(&self, die: u8) -> Option<&RandomRow> {
        self.random.as_ref()?.by_die(die)
    }

    /// What a total chooses; one changed by stealing the cut, −1 to 22, counts on modulo 8 (reading
    /// `lots-modulo`).
    pub fn random_by_total(&self, total: i16) -> Option<&RandomRow> {
        self.random.as_ref()?.by_total(total)
    }

    /// Reads `cuts.toml`; grids may come from the books that lend.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>, lenders: &[(&str, &Self)]) -> Option<Self> {
        let mut names: Vec<String> = Vec::new();
        let mut cuts = Vec::new();
        for entry in root.tables("cut") {
            if let Some(name) = entry.text("name") {
                if names.contains(&name.value) {
                    root.page().fault(name.at, format!("cut {} is listed twice", name.value));
                }
                names.push(name.value);
            }
            cuts.push(Cut::read(entry, citer, lenders));
        }
        if cuts.is_empty() {
            root.fault("there is no cut");
        }
        let random = root.table("random").map(|entry| RandomCuts::read(entry, citer, &names));
        Some(Self {
            cuts: cuts.into_iter().collect::<Option<_>>()?,
            random: match random {
                Some(read) => Some(read?),
                None => None,
            },
        })
    }
}

impl Cut {
    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>, lenders: &[(&str, &Cuts)]) -> Option<Self> {
        let name = entry.needed_text("name");
        let chinese = entry.text("chinese").map(|text| text.value);
        let english = entry.needed_text("english");
        let clauses = citer.citations(&entry, "clauses");
        let called = name.as_ref().map_or("?", |name| name.value.as_str()).to_string();
        let undescribed = Self::undescribed(&entry, &called);
        let mut seen = undescribed.clone();
        let drafts: Vec<Option<Draft>> =
            entry.tables("delivery").into_iter().map(|e| Draft::read(e, citer, &called, &mut seen)).collect();
        match (undescribed.is_empty(), drafts.is_empty()) {
            (true, true) => {
                entry.fault(format!("{called} has no delivery; if no book has one: undescribed = true"))
            }
            (false, false) => entry.fault(format!("{called} is undescribed, and yet has deliveries")),
            _ => {}
        }
        let whole = drafts.iter().all(Option::is_some);
        let mut open: Vec<Draft> = drafts.into_iter().flatten().collect();
        let mut deliveries: Vec<Delivery> = Vec::new();
        loop {
            let before = open.len();
            open.retain(|draft| {
                let lent = match &draft.source {
                    Source::Borrow(book) => lenders.iter().find(|(id, _)| *id == book.value),
                    _ => None,
                };
                let lent = lent.and_then(|(_, cuts)| cuts.cut(&called)?.delivery(&draft.orientation));
                let found = draft.resolve(&deliveries, lent);
                deliveries.extend(found.clone());
                found.is_none()
            });
            if open.len() == before {
                break;
            }
        }
        // What a faulty draft would have given is not missing.
        if whole {
            open.iter().for_each(|draft| draft.missing(&entry, &called));
        }
        deliveries.sort_by_key(|delivery| delivery.orientation);
        entry.done();
        let (name, english) = (name?.value, english?.value);
        (whole && open.is_empty()).then_some(Self {
            name,
            chinese,
            english,
            clauses,
            deliveries,
            undescribed,
        })
    }

    /// The orientations of a cut that no book describes; empty for any other.
    fn undescribed(entry: &Entry<'_, '_>, called: &str) -> Vec<Orientation> {
        let marked = entry.flag("undescribed").is_some_and(|flag| flag.value);
        let listed = entry.texts("orientations");
        if marked && listed.is_empty() {
            entry.fault(format!("{called} is undescribed: its orientations are missing"));
        }
        if !marked && !listed.is_empty() {
            entry.fault(format!("{called} lists orientations, but is not undescribed"));
        }
        let mut found: Vec<Orientation> = Vec::new();
        for turned in listed.into_iter().filter_map(|text| orientation(entry, "orientations", text)) {
            if found.contains(&turned.value) {
                entry.page().fault(turned.at, format!("{called} lists \"{}\" twice", turned.value));
            }
            found.push(turned.value);
        }
        if marked { found } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests;
