//! Where a wager is put: a spot on the layout, or numbers for the next spins; and the wagers themselves.
//!
//! Clauses: rapid-roulette-2000 1.4, 3.1, 3.2, 7.1, 7.4.

use crate::Spot;
use money::Amount;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Numbers named for consecutive spins, at most four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct Numbers {
    count: u8,
    of: [u8; 4],
}

impl Numbers {
    /// The most numbers.
    pub const MOST: usize = 4;

    /// These numbers, if they are not too many.
    pub fn new(numbers: &[u8]) -> Option<Self> {
        let mut of = [0; Self::MOST];
        of.get_mut(..numbers.len())?.copy_from_slice(numbers);
        Some(Self { count: u8::try_from(numbers.len()).ok()?, of })
    }

    /// The numbers, that of the first spin first.
    pub fn as_slice(&self) -> &[u8] {
        &self.of[..usize::from(self.count).min(Self::MOST)]
    }

    /// How many there are.
    pub const fn count(&self) -> u8 {
        self.count
    }
}

impl TryFrom<Vec<u8>> for Numbers {
    type Error = String;

    fn try_from(numbers: Vec<u8>) -> Result<Self, String> {
        Self::new(&numbers)
            .ok_or_else(|| format!("expected at most {} numbers, got {}", Self::MOST, numbers.len()))
    }
}

impl From<Numbers> for Vec<u8> {
    fn from(numbers: Numbers) -> Self {
        numbers.as_slice().to_vec()
    }
}

/// Prints `17 20 5`.
impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.as_slice().iter().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Where a wager is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoulettePlace))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// On a spot, for the coming spin.
    On(Spot),
    /// On numbers, one for each of the coming spins.
    Run(Numbers),
}

/// Chips on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWager))]
pub struct Wager {
    /// Where they stand.
    pub spot: Spot,
    /// How much they are worth.
    pub amount: Amount,
}

/// A wager on consecutive spins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteRun))]
pub struct Run {
    /// The spin of its first number.
    pub first: u32,
    /// The numbers.
    pub numbers: Numbers,
    /// The stake.
    pub amount: Amount,
}

impl Run {
    /// The number it names for a spin, if it is one of its spins.
    pub fn number_for(&self, spin: u32) -> Option<u8> {
        let step = spin.checked_sub(self.first)?;
        self.numbers.as_slice().get(usize::try_from(step).ok()?).copied()
    }
}

/// A wager as the records show it, in whatever place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteFound))]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// Where it was put.
    pub place: Place,
    /// How much it was.
    pub amount: Amount,
}
