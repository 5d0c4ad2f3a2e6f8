//! The thirty-two tiles and their faces.
//!
//! Clauses: star-2016 3.1, vcga-2000 2.2, crown-6.1 2.3, uk-leaflet B1.

use crate::Rank;
use alloc::format;
use alloc::string::String;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the 32 tiles: a rank and which of its two tiles.
///
/// A rank is enough for values; a tile also has a face, so that a real table can be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// The face of each tile, fewer spots first: two entries a rank, in rank order.
const FACES: [(u8, u8); 32] = [
    (6, 6),
    (6, 6),
    (1, 1),
    (1, 1),
    (4, 4),
    (4, 4),
    (1, 3),
    (1, 3),
    (5, 5),
    (5, 5),
    (3, 3),
    (3, 3),
    (2, 2),
    (2, 2),
    (5, 6),
    (5, 6),
    (4, 6),
    (4, 6),
    (1, 6),
    (1, 6),
    (1, 5),
    (1, 5),
    (3, 6),
    (4, 5),
    (2, 6),
    (3, 5),
    (2, 5),
    (3, 4),
    (1, 4),
    (2, 3),
    (2, 4),
    (1, 2),
];

impl Tile {
    /// How many tiles a set has (star-2016 3.1).
    pub const COUNT: usize = 32;

    /// The first (`copy` 0) or second (`copy` 1) tile of a rank; other copies wrap.
    pub const fn new(rank: Rank, copy: u8) -> Self {
        Self(rank.nibble() * 2 + (copy & 1))
    }

    /// The tile at a place 0 to 31 in the order of [`Tile::all`], or `None` beyond it.
    pub const fn from_place(place: u8) -> Option<Self> {
        if place < 32 { Some(Self(place)) } else { None }
    }

    /// 0 to 31.
    pub const fn place(self) -> u8 {
        self.0
    }

    /// All 32 tiles in rank order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..32u8).map(Self)
    }

    /// The rank this tile shares with its partner.
    pub const fn rank(self) -> Rank {
        Rank::from_nibble(self.0 >> 1)
    }

    /// 0 or 1: which of the two tiles of its rank.
    pub const fn copy(self) -> u8 {
        self.0 & 1
    }

    /// The two halves of the face, fewer spots first.
    pub const fn face(self) -> (u8, u8) {
        FACES[self.0 as usize]
    }

    /// What its stored form has after the face: `'` for the second of two tiles that look alike.
    pub(crate) fn mark(self) -> &'static str {
        let alike = Self(self.0 ^ 1).face() == self.face();
        if alike && self.copy() == 1 { "'" } else { "" }
    }

    /// The first tile with this face, halves in either order.
    pub fn from_face(one: u8, other: u8) -> Option<Self> {
        let face = if one <= other { (one, other) } else { (other, one) };
        FACES.iter().position(|f| *f == face).and_then(|place| Self::from_place(place as u8))
    }
}

/// Prints the face, `6-6`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.face();
        write!(f, "{one}-{other}")
    }
}

/// Stored as its face, with `'` for the second of two tiles that look alike: `6-6'`.
impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self}{}", self.mark()))
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (face, second) = match text.strip_suffix('\'') {
            Some(face) => (face, true),
            None => (text.as_str(), false),
        };
        let wrong =
            || serde::de::Error::custom(format!("\"{text}\" is not a tile: expected a face such as 6-6"));
        let (one, other) = face.split_once('-').ok_or_else(wrong)?;
        let half = |digits: &str| digits.parse::<u8>().ok();
        let first = half(one).zip(half(other)).and_then(|(one, other)| Self::from_face(one, other));
        let tile = first.ok_or_else(wrong)?;
        match second {
            false => Ok(tile),
            true if Self(tile.0 ^ 1).face() == tile.face() => Ok(Self(tile.0 ^ 1)),
            true => Err(wrong()),
        }
    }
}
