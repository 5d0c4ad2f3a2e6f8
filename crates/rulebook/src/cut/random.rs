//! `[random]` of `cuts.toml`: what the dice say about the cut and the first area served.
//!
//! Clauses: star-2016 8.4.1, 8.4.4, App4; vcga-2000 7.6, 8.6, App3.R1–App3.R8; crown-6.1 4.1, 5.4.1,
//! Table2.

use crate::page::{At, Entry};
use crate::{Citation, Citer, CutBy, word_of};

/// The random cuts of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomCuts {
    /// What decides the cut.
    pub by: CutBy,
    /// The rows of the table.
    pub rows: Vec<RandomRow>,
}

/// One row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomRow {
    /// The number on the cut die, if it decides.
    pub die: Option<u8>,
    /// The totals of the box dice.
    pub totals: Vec<u8>,
    /// The number on the one box die, in the variant that has one.
    pub box_die: Option<u8>,
    /// The area that is served first, counted from the chung's, which is 1.
    pub first: Option<u8>,
    /// The cut, or those of which the dealer takes one (reading `orientation`).
    pub cuts: Vec<String>,
    /// The row's clause.
    pub clause: Citation,
}

/// The area a total counts to: from the chung's, which is 1, round and round (reading
/// `lots-modulo`: 0 is 8, −1 is 7, 19 is 3).
pub const fn box_of_total(total: i16) -> u8 {
    (total as i32 - 1).rem_euclid(8) as u8 + 1
}

impl RandomCuts {
    /// The row of a number on the cut die.
    pub fn by_die(&self, die: u8) -> Option<&RandomRow> {
        self.rows.iter().find(|row| row.die == Some(die))
    }

    /// The row of a total of the box dice; a total changed by stealing the cut counts on modulo 8.
    pub fn by_total(&self, total: i16) -> Option<&RandomRow> {
        self.rows.iter().find(|row| row.first == Some(box_of_total(total)))
    }

    /// Reads `[random]`; `known` are the names of the book's cuts.
    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>, known: &[String]) -> Option<Self> {
        let by = entry.needed_text("by").and_then(|text| word_of::<CutBy>(&entry, "by", &text));
        let mut seen = Seen::default();
        let rows: Vec<_> = entry
            .tables("row")
            .into_iter()
            .map(|row| RandomRow::read(row, citer, known, &mut seen))
            .collect();
        if let Some(by) = by {
            seen.complete(&entry, by);
        }
        if by == Some(CutBy::None) && !rows.is_empty() {
            entry.fault("by is \"none\", expected no rows");
        }
        entry.done();
        Some(Self { by: by?, rows: rows.into_iter().collect::<Option<_>>()? })
    }
}

/// The dice and totals met so far.
#[derive(Default)]
struct Seen {
    dice: Vec<u8>,
    totals: Vec<u8>,
    box_dice: Vec<u8>,
}

impl Seen {
    fn note(entry: &Entry<'_, '_>, what: &str, number: &At<i64>, seen: &mut Vec<u8>) -> Option<u8> {
        let value = u8::try_from(number.value).ok()?;
        if seen.contains(&value) {
            entry.page().fault(number.at, format!("{what} {value} is listed twice"));
        }
        seen.push(value);
        Some(value)
    }

    fn complete(&self, entry: &Entry<'_, '_>, by: CutBy) {
        let all = |what: &str, mut wanted: std::ops::RangeInclusive<u8>, seen: &[u8]| {
            let missing: Vec<String> =
                wanted.by_ref().filter(|n| !seen.contains(n)).map(|n| n.to_string()).collect();
            if !missing.is_empty() {
                entry.fault(format!("no row has {what} {}", missing.join(", ")));
            }
        };
        if by == CutBy::CutDie {
            all("die", 1..=6, &self.dice);
        }
        if by == CutBy::Total || !self.totals.is_empty() {
            all("total", 3..=18, &self.totals);
        }
        if !self.box_dice.is_empty() {
            all("box-die", 1..=6, &self.box_dice);
        }
    }
}

impl RandomRow {
    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>, known: &[String], seen: &mut Seen) -> Option<Self> {
        let clause = citer.citation(&entry, "clause");
        let die = entry.number("die", 1..=6).and_then(|n| Seen::note(&entry, "die", &n, &mut seen.dice));
        let totals = entry.numbers("totals", 3..=18);
        let box_die = entry.number("box-die", 1..=6);
        let first = entry.number("box", 1..=8);
        for total in &totals {
            let counted = i64::from(box_of_total(i16::try_from(total.value).unwrap_or_default()));
            match &first {
                Some(first) if first.value != counted => {
                    let reason =
                        format!("box is {}, but {} counts to box {counted}", first.value, total.value);
                    entry.page().fault(first.at, reason);
                }
                Some(_) => {}
                None => entry.page().fault(total.at, format!("total {} has no box", total.value)),
            }
        }
        if let (Some(die), Some(first)) = (&box_die, &first)
            && die.value != first.value
        {
            entry.page().fault(die.at, format!("box-die is {}, but box is {}", die.value, first.value));
        }
        let totals = totals.iter().filter_map(|n| Seen::note(&entry, "total", n, &mut seen.totals)).collect();
        let box_die = box_die.and_then(|n| Seen::note(&entry, "box-die", &n, &mut seen.box_dice));
        let (one, several) = (entry.text("cut"), entry.texts("cuts"));
        if one.is_some() && !several.is_empty() {
            entry.fault("a row has either cut = … or cuts = [ … ]");
        }
        let mut cuts = Vec::new();
        for cut in one.into_iter().chain(several) {
            if !known.contains(&cut.value) {
                entry.page().fault(cut.at, format!("{} is not a cut of this book", cut.value));
            }
            cuts.push(cut.value);
        }
        if die.is_some() && cuts.is_empty() {
            entry.fault("a row with a cut die has no cut");
        }
        entry.done();
        let first = first.and_then(|n| u8::try_from(n.value).ok());
        Some(Self { die, totals, box_die, first, cuts, clause: clause? })
    }
}
