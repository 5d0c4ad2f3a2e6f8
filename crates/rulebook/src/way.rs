//! The House Way of a book as data: rules in the order they apply, the choices between settings that
//! a rule leaves, and the alternative formats a book may offer for its exceptions.
//!
//! Says which rule takes a hand; how the hand is then set is the business of crate `houseway`.
//! Clauses: star-2016 App2, vcga-2000 App2, crown-6.1 7.1–7.5.6.

mod choice;
mod format;
mod reader;
mod rule;
mod takes;

pub use choice::{Choose, WayChoice};
pub use format::{Format, FormatPlay};
pub use rule::{LowHigh, Named, Play, WayRule};
pub use takes::Facts;

use crate::page::Entry;
use crate::{Choices, Citer, Reading};
use reader::{Reader, done};
use std::sync::Arc;
use tiles::Hand;

/// The House Way of one book: its rules, and the book's readings, on some of which they rest.
#[derive(Clone, Debug)]
pub struct HouseWay {
    /// The book's id.
    pub book: String,
    /// The rules, the book's own or borrowed.
    pub rules: WayRules,
    /// The readings of the book.
    pub readings: Arc<[Reading]>,
}

impl HouseWay {
    /// Every reading at its default.
    pub fn default_choices(&self) -> Choices {
        Choices::defaults(&self.readings)
    }

    /// The reading with this id.
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|r| r.id == id)
    }
}

/// A whole House Way.
#[derive(Clone, Debug)]
pub struct WayRules {
    /// Applied from top to bottom; the first that takes a hand decides it.
    pub rules: Vec<WayRule>,
    /// Applied in order while a rule leaves more than one setting.
    pub choices: Vec<WayChoice>,
    /// Other words for the exceptions, where the book offers them (star-2016 App2.7#20–#25).
    pub formats: Vec<Format>,
}

impl WayRules {
    /// Reads `houseway.toml`.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>, check: bool) -> Option<Self> {
        let reader = Reader { citer };
        let mut rules = Vec::new();
        for entry in root.tables("rule") {
            let rule = reader.rule(&entry);
            done(entry, rule.is_some());
            rules.extend(rule);
        }
        let mut choices = Vec::new();
        for entry in root.tables("choice") {
            let choice = reader.choice(&entry);
            done(entry, choice.is_some());
            choices.extend(choice);
        }
        let mut formats = Vec::new();
        for entry in root.tables("format") {
            let format = reader.format(&entry);
            done(entry, format.is_some());
            formats.extend(format);
        }
        if rules.is_empty() {
            root.fault("a House Way needs at least one [[rule]]");
            return None;
        }
        let way = Self { rules, choices, formats };
        // Only a House Way without other faults is worth a look as a whole.
        if check && !root.page().has_faults() {
            way.check_whole(root);
        }
        Some(way)
    }

    /// Every hand is decided, and every split can happen.
    fn check_whole(&self, root: &Entry<'_, '_>) {
        let mut undecided = 0;
        let mut first = None;
        let mut fires = vec![false; self.rules.len()];
        for hand in Hand::all() {
            match self.deciding(&Facts::of(&hand), false) {
                Some(place) => fires[place] = true,
                None => {
                    undecided += 1;
                    first = first.or(Some(hand));
                }
            }
        }
        if let Some(hand) = first {
            root.fault(match undecided {
                1 => format!("1 hand is decided by no rule: {hand}"),
                _ => format!("{undecided} hands are decided by no rule, the first is {hand}"),
            });
        }
        for (rule, fires) in self.rules.iter().zip(fires) {
            if let (false, Play::Split { pairs, .. }) = (fires, &rule.play) {
                let ids: Vec<&str> = pairs.iter().map(|p| p.id()).collect();
                let clause = rule.clauses.first().map_or("?", |c| c.clause.as_str());
                let reason =
                    format!("split {clause}: no hand with a pair of {} is left for it", ids.join(" or "));
                root.page().fault_on_line(rule.line, reason);
            }
        }
    }
}
