//! Significant events: what a regulator wants to see at once, in a stream of their own.
//!
//! The stream's sequence numbers them, so a gap shows.

use crate::FloorEvent;
use crate::said::shortened;
use game::Moment;
use journal::Draft;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The stream.
pub const STREAM: &str = "house/significant";
/// How many characters of what happened are kept: nobody fills what a regulator reads with words of their own.
const WORDS: usize = 2000;

/// Something significant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Significant {
    /// A stable code: `sign-in.failed`, `table.halted`.
    pub code: String,
    /// Where: a table, a device, the house.
    pub place: String,
    /// Who, if somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What, in words.
    pub what: String,
}

impl Significant {
    /// Something at a place.
    pub fn new(code: &str, place: &str, who: Option<String>, what: impl Into<String>) -> Self {
        Self { code: code.into(), place: place.into(), who, what: shortened(&what.into(), WORDS) }
    }

    /// As a record to be.
    pub fn draft(&self, now: Moment) -> (Arc<str>, Draft) {
        let body = serde_json::to_vec(self).unwrap_or_default();
        (STREAM.into(), Draft { at: now.milliseconds(), body, ..Draft::default() })
    }
}

/// What of a table's floor events is significant.
pub(crate) fn of_table(table: &str, event: &FloorEvent) -> Option<Significant> {
    let (code, who, what) = match event {
        FloorEvent::Opened { setup } => ("table.opened", None, format!("{} by {}", setup.name, setup.book())),
        FloorEvent::DealerTook { who } => ("table.dealer-took", Some(*who), "took the table".into()),
        FloorEvent::DealerGave { who, relieved: None } => {
            ("table.dealer-gave", Some(*who), "handed the table over".into())
        }
        FloorEvent::DealerGave { who, relieved: Some(dealer) } => {
            ("table.dealer-gave", Some(*who), format!("relieved {dealer}"))
        }
        FloorEvent::Halted { why } => ("table.halted", None, why.clone()),
        FloorEvent::Resumed { by, second } => ("table.resumed", Some(*by), format!("approved by {second}")),
        FloorEvent::Committed { .. }
        | FloorEvent::Mixed { .. }
        | FloorEvent::Due { .. }
        | FloorEvent::Revealed { .. }
        | FloorEvent::SpendAsked { .. }
        | FloorEvent::SpendOver { .. }
        | FloorEvent::Signed { .. }
        | FloorEvent::Leaving { .. }
        | FloorEvent::Stood { .. } => return None,
    };
    Some(Significant::new(code, table, who.map(|who| who.to_string()), what))
}
