//! What a person may do now, in the shape that both games share.

use crate::Bounds;
use serde::Serialize;

/// Something that a person may do now: a command that is accepted as it stands, and what may stand in it instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice<Command, Open> {
    /// A command that would be accepted unchanged; what the house draws is not in it.
    pub command: Command,
    /// The amounts that may stand in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Bounds>,
    /// What else is open in it, by the game's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Open>,
}

impl<Command, Open> Choice<Command, Open> {
    /// This command, as it stands.
    pub fn only(command: impl Into<Command>) -> Self {
        Self { command: command.into(), amount: None, open: None }
    }

    /// The same with another amount.
    #[must_use]
    pub fn amount(mut self, bounds: Bounds) -> Self {
        self.amount = Some(bounds);
        self
    }

    /// The same with something else open.
    #[must_use]
    pub fn open(mut self, open: Open) -> Self {
        self.open = Some(open);
        self
    }
}
