//! The amounts that may be chosen: from, to, in steps of.

use money::Amount;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Amounts from `least` to `most`, `least` plus whole multiples of `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Bounds {
    /// The least.
    pub least: Amount,
    /// The most, at least `least`; not necessarily reached by whole steps.
    pub most: Amount,
    /// The step, at least one unit.
    pub step: i64,
}

impl Bounds {
    /// Amounts from one to another in steps; `None` if there is none.
    pub const fn new(least: Amount, most: Amount, step: i64) -> Option<Self> {
        if least.units() > most.units() || step < 1 { None } else { Some(Self { least, most, step }) }
    }

    /// Whether an amount may be chosen.
    pub const fn allow(&self, amount: Amount) -> bool {
        self.least.units() <= amount.units()
            && amount.units() <= self.most.units()
            && (amount.units() - self.least.units()) % self.step == 0
    }

    /// How many amounts there are.
    pub const fn count(&self) -> u64 {
        ((self.most.units() - self.least.units()) / self.step) as u64 + 1
    }

    /// The amount at a place, counted from 0 at the least; places beyond the last count from the start.
    pub const fn at(&self, place: u64) -> Amount {
        Amount::of(self.least.units() + (place % self.count()) as i64 * self.step)
    }
}

/// Prints `25 to 1000 in steps of 5`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.least, self.most)?;
        if self.step > 1 {
            write!(f, " in steps of {}", self.step)?;
        }
        Ok(())
    }
}
