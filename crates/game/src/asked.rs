//! What is asked of a person now, in the shape that both games share.

use crate::Cites;
use serde::Serialize;

/// Something that the table waits for from one person, and whether they have done it.
///
/// It follows from the state alone. Whoever is asked and has not done it finds a choice among theirs that does it;
/// for whoever is asked nothing the dealer does not wait. How it is answered, and by which clauses it is asked, goes for
/// everything that is asked under one word: a view says it once, as [`Asking`], and not with what is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked<Ask> {
    /// What, by the game's own word.
    pub what: Ask,
    /// The words of the commands that answer it.
    #[serde(skip)]
    pub by: &'static [&'static str],
    /// The areas or stations where it is to be done, or was; none where it is the table's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<u8>,
    /// Whether it is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// The clauses that it rests on.
    #[serde(skip)]
    pub cites: Cites,
}

/// What goes for everything that is asked under one word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Asking {
    /// The words of the commands that answer it.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub by: &'static [&'static str],
    /// The clauses that it rests on.
    #[serde(skip_serializing_if = "Cites::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>))]
    pub cites: Cites,
}

impl<Ask> Asked<Ask> {
    /// The same, whatever it is that is asked.
    pub fn of_any(self) -> Asked<()> {
        let Self { by, places, done, cites, .. } = self;
        Asked { what: (), by, places, done, cites }
    }
}
