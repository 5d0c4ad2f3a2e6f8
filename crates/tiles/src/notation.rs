//! Reading tiles from text: ids (`H8`), faces (`4-4`), names (`yun`, `High-8`, 人牌).
//!
//! Letters may be of either case. Names of several words are written with hyphens or together.
//! Tiles are separated by spaces or commas. Whatever is not a tile is named in the error.

use crate::{Hand, Rank, Tile};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

/// Why a text is not tiles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A word that names no tile.
    #[error(
        "\"{0}\" is not a tile: ids are 12 2 H8 H4 H10 H6 L4 11 L10 H7 L6 9 L8 L7 5 GJ, faces are like 6-6"
    )]
    Unknown(String),
    /// Not as many tiles as were asked for.
    #[error("{found} tile{} given, {wanted} needed", if *.found == 1 { "" } else { "s" })]
    Count {
        /// How many were asked for.
        wanted: usize,
        /// How many the text has.
        found: usize,
    },
    /// A rank more often than the two tiles a set has.
    #[error("{found} tiles of rank {rank} ({}) given, a set has 2", .rank.english())]
    TooMany {
        /// The rank.
        rank: Rank,
        /// How often it was named.
        found: usize,
    },
    /// A face of which a set has one tile, named twice.
    #[error("tile {0} given twice, a set has one with that face")]
    Repeated(Tile),
}

/// Spaces, hyphens and case do not distinguish names.
fn same_name(word: &str, name: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
    };
    plain(word) == plain(name)
}

fn face(word: &str) -> Option<Tile> {
    match word.as_bytes() {
        [a @ b'1'..=b'6', b'-', b @ b'1'..=b'6'] => Tile::from_face(a - b'0', b - b'0'),
        _ => None,
    }
}

impl FromStr for Rank {
    type Err = NotationError;

    /// Reads an id, a face or a name.
    fn from_str(word: &str) -> Result<Self, NotationError> {
        if let Some(rank) = Self::ALL.into_iter().find(|r| r.id().eq_ignore_ascii_case(word)) {
            return Ok(rank);
        }
        if let Some(tile) = face(word) {
            return Ok(tile.rank());
        }
        let named = Self::ALL.into_iter().find(|r| {
            let names = [r.romanised(), r.english(), r.chinese()];
            names.iter().chain(r.also()).any(|name| same_name(word, name))
        });
        named.ok_or_else(|| NotationError::Unknown(word.to_string()))
    }
}

/// What is between tiles.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// Reads exactly `wanted` tiles of one set, keeping their order.
///
/// A face names its tile; an id or a name takes the first tile of its rank that is still free.
///
/// # Errors
/// A word that is no tile, too few or too many of them, a rank named more than twice, or a face
/// named more often than the set has it.
pub fn parse_tiles(text: &str, wanted: usize) -> Result<Vec<Tile>, NotationError> {
    let mut read: Vec<(Rank, Option<Tile>)> = Vec::new();
    for word in words(text) {
        read.push(match face(word) {
            Some(tile) => (tile.rank(), Some(tile)),
            None => (word.parse()?, None),
        });
    }
    if read.len() != wanted {
        return Err(NotationError::Count { wanted, found: read.len() });
    }
    for rank in Rank::ALL {
        let found = read.iter().filter(|(r, _)| *r == rank).count();
        if found > 2 {
            return Err(NotationError::TooMany { rank, found });
        }
    }
    let mut taken = [false; Tile::COUNT];
    let mut tiles: Vec<Option<Tile>> = alloc::vec![None; read.len()];
    // Faces first: they have no choice of tile where the rank is mixed.
    for by_face in [true, false] {
        for (slot, (rank, named)) in tiles.iter_mut().zip(&read) {
            if named.is_some() != by_face {
                continue;
            }
            let choices = [Tile::new(*rank, 0), Tile::new(*rank, 1)];
            let free = choices.into_iter().find(|tile| {
                !taken[usize::from(tile.place())] && named.is_none_or(|n| n.face() == tile.face())
            });
            match (free, named) {
                (Some(tile), _) => {
                    taken[usize::from(tile.place())] = true;
                    *slot = Some(tile);
                }
                (None, Some(named)) => return Err(NotationError::Repeated(*named)),
                // At most two of a rank were named, so one is free.
                (None, None) => return Err(NotationError::TooMany { rank: *rank, found: 3 }),
            }
        }
    }
    Ok(tiles.into_iter().flatten().collect())
}

impl FromStr for Hand {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let tiles = parse_tiles(text, 4)?;
        let ranks: Vec<Rank> = tiles.iter().map(|t| t.rank()).collect();
        let wrong = NotationError::Count { wanted: 4, found: ranks.len() };
        let four: [Rank; 4] = ranks.try_into().map_err(|_| wrong.clone())?;
        Self::new(four).ok_or(wrong)
    }
}

impl FromStr for Tile {
    type Err = NotationError;

    /// Reads a face, or the first tile of a rank by id or name.
    fn from_str(word: &str) -> Result<Self, NotationError> {
        face(word).map_or_else(|| word.parse().map(|rank| Self::new(rank, 0)), Ok)
    }
}
