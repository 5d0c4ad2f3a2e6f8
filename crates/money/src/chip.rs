//! The smallest chip: what it cannot make up is rounded.
//!
//! Clauses: star-2016 14.3, vcga-2000 13.11, crown-6.1 9.2.3, 11.3; reading `chip-floor`.

use crate::{Amount, Rate};
use serde::{Deserialize, Serialize};

/// The smallest chip at a table, at least one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(minimum = 1, maximum = 1_000_000_000))]
#[serde(try_from = "i64", into = "i64")]
pub struct Chip(i64);

impl Chip {
    /// The greatest smallest chip.
    pub const MOST: i64 = 1_000_000_000;

    /// A chip of 1 to [`Chip::MOST`] units.
    pub const fn new(units: i64) -> Option<Self> {
        if units < 1 || units > Self::MOST { None } else { Some(Self(units)) }
    }

    /// Its worth.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The most that chips can make up of an amount.
    pub const fn down(self, amount: Amount) -> Amount {
        Amount::of(amount.units() / self.0 * self.0)
    }

    /// The least that chips can make up and is not below an amount.
    pub const fn up(self, amount: Amount) -> Amount {
        Amount::of((amount.units() + self.0 - 1) / self.0 * self.0)
    }

    /// Whether chips can make up an amount.
    pub const fn makes(self, amount: Amount) -> bool {
        amount.units() % self.0 == 0
    }

    /// A share of what was won, in chips: what they cannot make up is not collected.
    pub const fn commission(self, won: Amount, rate: Rate) -> Amount {
        let due = won.units() as i128 * rate.basis_points() as i128 / Rate::WHOLE as i128;
        self.down(Amount::of(due as i64))
    }
}

impl TryFrom<i64> for Chip {
    type Error = String;

    fn try_from(units: i64) -> Result<Self, String> {
        Self::new(units).ok_or_else(|| format!("chip {units} is not 1 to {}", Self::MOST))
    }
}

impl From<Chip> for i64 {
    fn from(chip: Chip) -> Self {
        chip.0
    }
}
