//! `[[format]]` of `houseway.toml`: other words for the exceptions, applied after general play.
//!
//! Clauses: star-2016 App2.7#20–#25.

use super::Reader;
use super::reader::totals;
use crate::page::Entry;
use crate::{Citation, Pattern};
use tiles::Rank;

/// One of the formats that restate a book's exceptions.
#[derive(Clone, Debug)]
pub struct Format {
    /// Its clause.
    pub clause: Citation,
    /// What it does after general play.
    pub play: FormatPlay,
    /// Its line in `houseway.toml`.
    pub line: usize,
}

/// What a format does to a hand that general play has set.
#[derive(Clone, Debug)]
pub enum FormatPlay {
    /// With this low total, make one of these high totals instead if possible, the best first.
    RaiseHigh {
        /// The low total after general play.
        low: u8,
        /// The high totals to try, the best first.
        high: Vec<u8>,
        /// The ranks one of which the high hand has to hold; empty for any.
        holding: Vec<Rank>,
    },
    /// Separate high tiles without changing the totals.
    Separate,
    /// With these two tiles in one hand making 8, make a 9 or better led by this tile or a higher.
    NineOver {
        /// The two tiles.
        tiles: [Rank; 2],
        /// The lowest tile that may lead the nine.
        led_by: Rank,
    },
    /// These tiles, these totals.
    Exception {
        /// The tiles.
        tiles: Pattern,
        /// Low and high total.
        totals: (u8, u8),
    },
}

impl Reader<'_, '_> {
    pub(super) fn format(&self, entry: &Entry<'_, '_>) -> Option<Format> {
        let clause = self.citer.citation(entry, "clause");
        let play = if entry.has("tiles") {
            let tiles = self.pattern(entry, &entry.needed_text("tiles")?, 4);
            let play = entry.needed_text("play")?;
            let Some(wanted) = totals(&play.value) else {
                entry.page().fault(play.at, format!("play is \"{}\", expected two totals", play.value));
                return None;
            };
            FormatPlay::Exception { tiles: tiles?, totals: wanted }
        } else {
            let play = entry.needed_text("play")?;
            match play.value.as_str() {
                "separate" => FormatPlay::Separate,
                "raise-high" => FormatPlay::RaiseHigh {
                    low: entry.needed_number("low", 0..=9)?.value as u8,
                    high: entry.numbers("high", 0..=9).iter().map(|n| n.value as u8).collect(),
                    holding: if entry.has("holding") { self.one_of(entry, "holding")? } else { Vec::new() },
                },
                "nine-over" => {
                    let two = self.pattern(entry, &entry.needed_text("eight")?, 2)?;
                    let fill = two.fillings(false).into_iter().next()?;
                    let led_by = self.rank(entry, &entry.needed_text("led-by")?)?;
                    FormatPlay::NineOver { tiles: [fill[0], fill[1]], led_by }
                }
                other => {
                    entry.page().fault(
                        play.at,
                        format!("play is \"{other}\", expected raise-high, separate or nine-over"),
                    );
                    return None;
                }
            }
        };
        Some(Format { clause: clause?, play, line: entry.page().line(entry.at()) })
    }
}
