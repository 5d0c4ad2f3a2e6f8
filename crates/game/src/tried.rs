//! What somebody did at a table, or tried to do: a line of a round that was played.

use crate::{Moment, Person, Refusal};

/// A command that was put to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried<C> {
    /// By whom.
    pub who: Person,
    /// When.
    pub at: Moment,
    /// What.
    pub command: C,
    /// Why it was refused, if it was.
    pub refused: Option<Refusal>,
}
