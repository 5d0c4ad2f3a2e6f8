//! `[[choice]]` of `houseway.toml`: how to choose between settings that a rule leaves.

use super::Reader;
use crate::Citation;
use crate::page::Entry;

/// How to choose between settings that a rule leaves.
#[derive(Clone, Debug)]
pub struct WayChoice {
    /// The clauses it rests on.
    pub clauses: Vec<Citation>,
    /// The reading it rests on, if any.
    pub reading: Option<String>,
    /// The choice.
    pub choose: Choose,
    /// Its line in `houseway.toml`.
    pub line: usize,
}

/// A way to choose between settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// High tiles not in one hand.
    Separate,
    /// The highest tile in the low hand, if the high hand is at most this.
    HighTileLow(u8),
    /// The highest tile in the high hand, if the high hand is at least this.
    HighTileHigh(u8),
    /// At least as good in both hands and better in one.
    Dominant,
    /// Worth the same: the higher second tile in the high hand.
    Equal,
}

impl Reader<'_, '_> {
    pub(super) fn choice(&self, entry: &Entry<'_, '_>) -> Option<WayChoice> {
        let clauses = self.clauses(entry);
        let reading = self.reading(entry);
        let choose = entry.needed_text("choose")?;
        let choose = match choose.value.as_str() {
            "separate" => Choose::Separate,
            "high-tile-low" => Choose::HighTileLow(entry.needed_number("high-at-most", 0..=9)?.value as u8),
            "high-tile-high" => {
                Choose::HighTileHigh(entry.needed_number("high-at-least", 0..=9)?.value as u8)
            }
            "dominant" => Choose::Dominant,
            "equal" => Choose::Equal,
            other => {
                let reason = format!(
                    "choose is \"{other}\", expected separate, high-tile-low, high-tile-high, dominant or equal"
                );
                entry.page().fault(choose.at, reason);
                return None;
            }
        };
        Some(WayChoice { clauses, reading, choose, line: entry.page().line(entry.at()) })
    }
}
