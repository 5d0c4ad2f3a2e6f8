//! Views that travel in parts: whoever has most of a view is sent only what is new in it.
//!
//! A part has a name, and a number where there are several alike: `table`, `hands` 3. The JSON of a view is an
//! object of its parts by name, parts that have numbers one level deeper, so that laying newer parts over older
//! ones gives the view again.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// Which part of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    /// Its name: `table`, `hands`.
    pub name: &'static str,
    /// Which of several alike, the first being 1.
    pub number: Option<u8>,
}

impl PartId {
    /// The only part of its name.
    pub const fn one(name: &'static str) -> Self {
        Self { name, number: None }
    }

    /// One of several.
    pub const fn of(name: &'static str, number: u8) -> Self {
        Self { name, number: Some(number) }
    }
}

/// Prints `table`, `hands/3`.
impl fmt::Display for PartId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.number.map_or(Ok(()), |number| write!(f, "/{number}"))
    }
}

/// A view that can be taken apart.
pub trait Parted {
    /// What a part says, written as it stands in the view.
    type Part: Clone + fmt::Debug + PartialEq + Serialize;

    /// All parts. A viewer's view has the same parts in the same order whatever happens at the table, and parts
    /// of one name stand together.
    fn parts(self) -> Vec<(PartId, Self::Part)>;
}

/// Writes parts of one name: an object by number, the first being 1.
///
/// # Errors
/// What the serializer cannot write.
pub fn numbered<T: Serialize, S: Serializer>(parts: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(parts.len()))?;
    for (number, part) in (1_u8..).zip(parts) {
        map.serialize_entry(&number, part)?;
    }
    map.end()
}

/// Writes those parts of one name that are there: an object by number, the first being 1.
///
/// # Errors
/// What the serializer cannot write.
pub fn numbered_some<T: Serialize, S: Serializer>(
    parts: &[Option<T>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let numbered = (1_u8..).zip(parts);
    serializer.collect_map(numbered.filter_map(|(number, part)| Some((number, part.as_ref()?))))
}
