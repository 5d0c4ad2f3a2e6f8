//! A delivery grid: which lot each of the wall's 32 tiles belongs to.
//!
//! Clauses: star-2016 7.2; vcga-2000 7.2, App3; crown-6.1 5.2, App2.

use std::fmt;
use std::str::FromStr;

/// Eight columns by four rows, as the dealer sees the wall, top row first. Each lot 1 to 8 has four
/// tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid([[u8; 8]; 4]);

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// Not four rows.
    #[error("the grid has {0} row{s}, expected 4", s = if *.0 == 1 { "" } else { "s" })]
    Rows(usize),
    /// A row, counted from 1, that has not eight columns.
    #[error("row {row} of the grid has {found} columns, expected 8")]
    Columns {
        /// Which row.
        row: usize,
        /// How many it has.
        found: usize,
    },
    /// Something in a row, counted from 1, that is no lot.
    #[error("row {row} of the grid has \"{found}\", expected a lot 1 to 8")]
    Lot {
        /// Which row.
        row: usize,
        /// What stands there.
        found: String,
    },
    /// A lot that has not four tiles.
    #[error("lot {lot} has {found} tile{}, expected 4", if *.found == 1 { "" } else { "s" })]
    Tiles {
        /// Which lot.
        lot: u8,
        /// How many it has.
        found: usize,
    },
}

impl Grid {
    /// The grid of these lots, checked to be eight lots of four.
    ///
    /// # Errors
    /// A digit that is no lot, or a lot with more or fewer tiles than four.
    pub fn new(lots: [[u8; 8]; 4]) -> Result<Self, GridError> {
        let mut tiles = [0; 8];
        for (row, lots) in lots.iter().enumerate() {
            for lot in lots {
                let count = usize::from(*lot).checked_sub(1).and_then(|place| tiles.get_mut(place));
                *count.ok_or_else(|| GridError::Lot { row: row + 1, found: lot.to_string() })? += 1;
            }
        }
        match (1u8..).zip(tiles).find(|(_, found)| *found != 4) {
            Some((lot, found)) => Err(GridError::Tiles { lot, found }),
            None => Ok(Self(lots)),
        }
    }

    /// The lot of the tile in a row 0 (top) to 3 and a column 0 (the dealer's left) to 7.
    pub fn lot(&self, row: usize, col: usize) -> Option<u8> {
        self.0.get(row)?.get(col).copied()
    }

    /// The rows, top first.
    pub const fn rows(&self) -> [[u8; 8]; 4] {
        self.0
    }

    /// Where the four tiles of a lot stand, as (row, column), top row first.
    pub fn places(&self, lot: u8) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = (0..4).flat_map(|row| (0..8).map(move |col| (row, col)));
        all.filter(move |(row, col)| self.0[*row][*col] == lot)
    }

    /// The same seen from the other side: left and right change places.
    pub fn mirrored(&self) -> Self {
        let mut rows = self.0;
        rows.iter_mut().for_each(|row| row.reverse());
        Self(rows)
    }

    /// Lots 1 and 2 change places, likewise 3 and 4, 5 and 6, 7 and 8.
    pub fn swapped(&self) -> Self {
        Self(self.0.map(|row| row.map(|lot| if lot % 2 == 1 { lot + 1 } else { lot - 1 })))
    }
}

/// Reads four lines of eight digits, separated by spaces.
impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut rows = [[0; 8]; 4];
        if lines.len() != rows.len() {
            return Err(GridError::Rows(lines.len()));
        }
        for (i, (line, row)) in lines.iter().zip(&mut rows).enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.len() != row.len() {
                return Err(GridError::Columns { row: i + 1, found: words.len() });
            }
            for (word, lot) in words.iter().zip(row) {
                *lot = match word.as_bytes() {
                    [digit @ b'1'..=b'8'] => digit - b'0',
                    _ => return Err(GridError::Lot { row: i + 1, found: (*word).to_string() }),
                };
            }
        }
        Self::new(rows)
    }
}

/// Prints four lines of eight digits.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", row.map(|lot| lot.to_string()).join(" "))?;
        }
        Ok(())
    }
}

/// Stored as it is printed.
impl serde::Serialize for Grid {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Grid {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
