//! `[notice]` of `book.toml`: closing, disputes, and who is told of what.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 8, 15, 16; vcga-2000 7, 14, 15; crown-6.1 5, 12, 16; uk-leaflet B26, P1, P3.

use super::{Worth, group, words};
use crate::page::Entry;
use std::fmt;
use std::ops::RangeInclusive;

group! {
    /// `[notice]`: closing, disputes, and who is told of what.
    NoticeRules = "notice" {
        /// The notice before an occupied table closes.
        maybe closing: ClosingNotice = "closing";
        /// Whether a table may close at once if signalling goes on.
        needed closing_at_once: bool = "closing-at-once";
        /// Who is told that an area was taken out of play.
        needed area_removed_told_to: Vec<Official> = "area-removed-told-to";
        /// Who is told of a cut that the book does not list.
        needed unlisted_cut_told_to: Vec<Official> = "unlisted-cut-told-to";
        /// Who looks at a dispute again.
        needed review: Review = "review";
        /// Whether an ambiguous rule is read for the player until it is settled.
        needed ambiguity_for_player: bool = "ambiguity-for-player";
        /// The House edge that the book states, in hundredths of a per cent.
        maybe stated_edge: u16 = "stated-edge-basis-points" in 0..=10000;
    }
}

words! {
    /// An official who is told of something.
    Official {
        /// The regulator's inspector.
        Inspector = "inspector",
        /// The regulator.
        Regulator = "regulator",
        /// The casino's surveillance.
        Surveillance = "surveillance",
        /// The casino's table games assistant manager, or somebody above.
        AssistantManager = "assistant-casino-manager",
    }
}

words! {
    /// Who looks at a dispute again when the first decision is not accepted.
    Review {
        /// Another, higher supervisor of the casino.
        HigherSupervisor = "higher-supervisor",
        /// The regulator's chief inspector.
        ChiefInspector = "chief-inspector",
        /// Nobody: the first decision is final.
        Nobody = "nobody",
    }
}

/// The notice before an occupied table closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingNotice {
    /// A sign so many minutes ahead.
    Minutes(u16),
    /// So many hands' notice.
    Hands(u16),
}

impl fmt::Display for ClosingNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minutes(1) => f.write_str("1 minute"),
            Self::Minutes(minutes) => write!(f, "{minutes} minutes"),
            Self::Hands(1) => f.write_str("1 hand"),
            Self::Hands(hands) => write!(f, "{hands} hands"),
        }
    }
}

/// `{ minutes = 20 }` or `{ hands = 3 }`.
impl Worth for ClosingNotice {
    fn read(entry: &Entry<'_, '_>, _: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        let number = |key| entry.number(key, 1..=1440).and_then(|n| u16::try_from(n.value).ok());
        match (entry.has("minutes"), entry.has("hands")) {
            (true, false) => number("minutes").map(Self::Minutes),
            (false, true) => number("hands").map(Self::Hands),
            _ => {
                entry.fault(format!("{name} wants either minutes = … or hands = …"));
                None
            }
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}
