//! What happened at a table, in the shape that both games share.

use crate::Cites;
use money::Moves;
use serde::{Deserialize, Serialize};

/// Something that happened: what, by which clauses, and the money that moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event<What> {
    /// What happened.
    pub what: What,
    /// The clauses and readings that it rests on.
    #[serde(default, skip_serializing_if = "Cites::is_empty")]
    pub cites: Cites,
    /// The money that moved.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    pub moves: Moves,
}

impl<What> Event<What> {
    /// An event that moves no money.
    pub fn new(what: impl Into<What>, cites: Cites) -> Self {
        Self { what: what.into(), cites, moves: Moves::new() }
    }

    /// The same with the money that it moves.
    #[must_use]
    pub fn moving(mut self, moves: Moves) -> Self {
        self.moves = moves;
        self
    }
}
