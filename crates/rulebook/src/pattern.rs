//! Patterns of tiles in a book's rules: `H10 L10 any6 12|2`.
//!
//! A pattern has as many places as tiles; a place takes one of several ranks. `any4`, `any6`,
//! `any7`, `any8` and `any10` take both ranks with that count. Whether `any6` also takes a Gee Jun
//! tile is the reading `gee-jun-not-six`.

use std::fmt;
use tiles::{Hand, NotationError, Rank};

/// One place of a pattern: the ranks it takes, and whether a Gee Jun may stand for a six there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    ranks: u16,
    six: bool,
}

/// Some tiles, each one of several ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    places: Vec<Place>,
    text: String,
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A word that names no tile.
    #[error(transparent)]
    Tile(NotationError),
    /// Not as many places as wanted.
    #[error("{found} tile{}, expected {wanted}", if *.found == 1 { "" } else { "s" })]
    Count {
        /// How many were wanted.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
}

const fn bit(rank: Rank) -> u16 {
    1 << rank.nibble()
}

fn place(word: &str) -> Result<Place, PatternError> {
    let both = |a: Rank, b: Rank| bit(a) | bit(b);
    let mut found = Place { ranks: 0, six: false };
    for id in word.split('|') {
        found.six |= id == "any6";
        found.ranks |= match id {
            "any4" => both(Rank::Ngor, Rank::BanTang),
            "any6" => both(Rank::CheongSum, Rank::LimLumLok),
            "any7" => both(Rank::KoKiokChaat, Rank::ChapChaat),
            "any8" => both(Rank::Yun, Rank::ChapPaat),
            "any10" => both(Rank::Mooy, Rank::HoongTauSap),
            // Only ids: a book's file should read the same everywhere.
            _ => match Rank::ALL.into_iter().find(|r| r.id() == id) {
                Some(rank) => bit(rank),
                None => return Err(PatternError::Tile(NotationError::Unknown(id.to_string()))),
            },
        };
    }
    Ok(found)
}

impl Pattern {
    /// Reads a pattern of exactly `wanted` tiles.
    ///
    /// # Errors
    /// A word that is no tile, or another number of places.
    pub fn parse(text: &str, wanted: usize) -> Result<Self, PatternError> {
        let places: Vec<Place> = text.split_whitespace().map(place).collect::<Result<_, _>>()?;
        if places.len() != wanted {
            return Err(PatternError::Count { wanted, found: places.len() });
        }
        Ok(Self { places, text: text.split_whitespace().collect::<Vec<_>>().join(" ") })
    }

    /// The ranks a place takes.
    fn ranks_at(place: Place, gee_jun_is_six: bool) -> impl Iterator<Item = Rank> {
        let mask = place.ranks | if place.six && gee_jun_is_six { bit(Rank::GeeJun) } else { 0 };
        Rank::ALL.into_iter().filter(move |r| mask & bit(*r) != 0)
    }

    /// Every way to fill the places, as sorted ranks, without repeats. Three of a rank are left out.
    pub fn fillings(&self, gee_jun_is_six: bool) -> Vec<Vec<Rank>> {
        let mut filled: Vec<Vec<Rank>> = vec![Vec::new()];
        for place in &self.places {
            filled = filled
                .iter()
                .flat_map(|so_far| {
                    Self::ranks_at(*place, gee_jun_is_six).map(move |rank| {
                        let mut longer = so_far.clone();
                        longer.push(rank);
                        longer
                    })
                })
                .collect();
        }
        for ranks in &mut filled {
            ranks.sort_unstable();
        }
        filled.retain(|ranks| !ranks.windows(3).any(|w| w[0] == w[2]));
        filled.sort();
        filled.dedup();
        filled
    }

    /// The hands that a pattern of four tiles takes.
    pub fn hands(&self, gee_jun_is_six: bool) -> Vec<Hand> {
        let four =
            self.fillings(gee_jun_is_six).into_iter().filter_map(|ranks| <[Rank; 4]>::try_from(ranks).ok());
        four.filter_map(Hand::new).collect()
    }
}

/// Prints the pattern as it is written.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
