//! Which side a cut starts from, and from which end: `right,top`.
//!
//! Clauses: vcga-2000 App3.1–App3.8; crown-6.1 Table1.1–Table1.8.

use std::fmt;
use std::str::FromStr;

/// The side a cut starts from, as the dealer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The dealer's right.
    Right,
    /// The dealer's left.
    Left,
}

/// Which four of eight tiles go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The upper ones.
    Top,
    /// The lower ones.
    Bottom,
}

/// How a cut is turned: a side, an end, both, or neither where a cut has one form only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation {
    /// The side, for cuts that have two.
    pub side: Option<Side>,
    /// The end, for cuts that have two.
    pub end: Option<End>,
}

/// Why a text is not an orientation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\", expected a side (right, left), an end (top, bottom), both or nothing")]
pub struct OrientationError(String);

/// Reads `right,top`, `bottom,left`, `right`, or nothing.
impl FromStr for Orientation {
    type Err = OrientationError;

    fn from_str(text: &str) -> Result<Self, OrientationError> {
        let mut found = Self::default();
        for word in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let fresh = match word.to_lowercase().as_str() {
                "right" => found.side.replace(Side::Right).is_none(),
                "left" => found.side.replace(Side::Left).is_none(),
                "top" => found.end.replace(End::Top).is_none(),
                "bottom" => found.end.replace(End::Bottom).is_none(),
                _ => false,
            };
            if !fresh {
                return Err(OrientationError(text.to_string()));
            }
        }
        Ok(found)
    }
}

/// Prints `right,top`; nothing for a cut of one form.
impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.map(|side| match side {
            Side::Right => "right",
            Side::Left => "left",
        });
        let end = self.end.map(|end| match end {
            End::Top => "top",
            End::Bottom => "bottom",
        });
        f.write_str(&side.into_iter().chain(end).collect::<Vec<_>>().join(","))
    }
}

/// Stored as it is printed.
impl serde::Serialize for Orientation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Orientation {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
