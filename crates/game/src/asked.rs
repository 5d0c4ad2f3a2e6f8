//! What is asked of a person now, in the shape that both games share.

use crate::Cites;
use serde::Serialize;

/// Something that the table waits for from one person, and whether they have done it.
///
/// It follows from the state alone. Whoever is asked and has not done it finds a choice among theirs that does it;
/// for whoever is asked nothing the dealer does not wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked<Ask> {
    /// What, by the game's own word.
    pub what: Ask,
    /// The words of the commands that answer it.
    pub by: &'static [&'static str],
    /// The areas or stations where it is to be done, or was; none where it is the table's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// Whether it is done.
    pub done: bool,
    /// The clauses that it rests on.
    #[serde(skip_serializing_if = "Cites::is_empty")]
    pub cites: Cites,
}

impl<Ask> Asked<Ask> {
    /// The same, whatever it is that is asked.
    pub fn of_any(self) -> Asked<()> {
        let Self { by, places, done, cites, .. } = self;
        Asked { what: (), by, places, done, cites }
    }
}
