//! A sum of money, and a share of one.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// A sum of money in the smallest unit: 0 to [`Amount::MOST`].
///
/// Sums of amounts stay far below what an `i64` holds, so adding is safe as long as fewer than a
/// million of them are added; what would pass the bound is cut there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(minimum = 0, maximum = 1_000_000_000_000_i64)
)]
#[serde(into = "i64")]
pub struct Amount(i64);

/// Whoever sends 1.5 hears what an amount is.
impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Whole)
    }
}

/// Reads a whole number.
struct Whole;

impl Visitor<'_> for Whole {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole amount from 0 to {}", Amount::MOST)
    }

    fn visit_i64<E: de::Error>(self, units: i64) -> Result<Amount, E> {
        Amount::try_from(units).map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, units: u64) -> Result<Amount, E> {
        i64::try_from(units)
            .ok()
            .and_then(Amount::new)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(units), &self))
    }
}

/// A number that is no amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a whole amount from 0 to {most}, got {0}", most = Amount::MOST)]
pub struct AmountError(String);

impl Amount {
    /// The greatest amount: a million million units.
    pub const MOST: i64 = 1_000_000_000_000;
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// An amount in its bounds.
    pub const fn new(units: i64) -> Option<Self> {
        if units < 0 || units > Self::MOST { None } else { Some(Self(units)) }
    }

    /// An amount cut to its bounds: for numbers that are known to be in them.
    pub const fn of(units: i64) -> Self {
        if units < 0 {
            Self(0)
        } else if units > Self::MOST {
            Self(Self::MOST)
        } else {
            Self(units)
        }
    }

    /// The number of units.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// What is left after taking another amount, nothing if that is more.
    pub const fn less(self, other: Self) -> Self {
        Self::of(self.0 - other.0)
    }

    /// So many to so many of it, what is less than a unit dropped: odds of 3 to 2 on 5 are 7.
    pub const fn times(self, num: u32, den: u32) -> Self {
        let den = if den == 0 { 1 } else { den };
        let product = self.0 as i128 * num as i128 / den as i128;
        if product > Self::MOST as i128 { Self(Self::MOST) } else { Self(product as i64) }
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::of(self.0 + other.0)
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl TryFrom<i64> for Amount {
    type Error = AmountError;

    fn try_from(units: i64) -> Result<Self, AmountError> {
        Self::new(units).ok_or_else(|| AmountError(units.to_string()))
    }
}

impl From<Amount> for i64 {
    fn from(amount: Amount) -> Self {
        amount.0
    }
}

/// Reads digits only.
impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let wrong = || AmountError(format!("\"{text}\""));
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse().ok().and_then(Self::new)).flatten().ok_or_else(wrong)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A share in hundredths of a per cent, nothing to all: 500 is five per cent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(maximum = 10_000))]
#[serde(try_from = "u16", into = "u16")]
pub struct Rate(u16);

impl Rate {
    /// All of it.
    pub const WHOLE: u16 = 10_000;

    /// A rate in hundredths of a per cent, up to [`Rate::WHOLE`].
    pub const fn new(basis_points: u16) -> Option<Self> {
        if basis_points > Self::WHOLE { None } else { Some(Self(basis_points)) }
    }

    /// Whole per cent; more than a hundred counts as a hundred.
    pub const fn percent(percent: u8) -> Self {
        let percent = if percent > 100 { 100 } else { percent };
        Self(percent as u16 * 100)
    }

    /// Hundredths of a per cent.
    pub const fn basis_points(self) -> u16 {
        self.0
    }
}

impl TryFrom<u16> for Rate {
    type Error = String;

    fn try_from(basis_points: u16) -> Result<Self, String> {
        Self::new(basis_points).ok_or_else(|| format!("rate {basis_points} is above {}", Self::WHOLE))
    }
}

impl From<Rate> for u16 {
    fn from(rate: Rate) -> Self {
        rate.0
    }
}

/// Prints `5 %`, `2.5 %`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(f, "{whole} %"),
            tenths if tenths % 10 == 0 => write!(f, "{whole}.{} %", tenths / 10),
            _ => write!(f, "{whole}.{rest:02} %"),
        }
    }
}
