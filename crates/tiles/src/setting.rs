//! A setting: four tiles split into a low and a high hand of two.
//!
//! A setting cannot be fouled: the better two tiles are the high hand (reading `no-foul`:
//! star-2016 12.4, vcga-2000 12.1.3, crown-6.1 10.2.2). Where both hands are worth the same, the
//! one that holds the higher second tile is written as the high hand; no comparison depends on it.

use crate::{Hand, Rank, Value};
use core::fmt;

/// Four tiles as two hands. Each hand is in rank order; `high` is never worth less than `low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setting {
    low: [Rank; 2],
    high: [Rank; 2],
}

impl Setting {
    /// The setting that these two hands of two tiles make, whichever is named first.
    pub fn new(one: [Rank; 2], other: [Rank; 2]) -> Self {
        let order = |[a, b]: [Rank; 2]| if a <= b { [a, b] } else { [b, a] };
        let (one, other) = (order(one), order(other));
        // The value, then the better tiles, which are the smaller ranks.
        let strength = |[a, b]: [Rank; 2]| {
            u32::from(Value::of(a, b).byte()) << 8 | u32::from(255 - (a.nibble() << 4 | b.nibble()))
        };
        if strength(one) <= strength(other) {
            Self { low: one, high: other }
        } else {
            Self { low: other, high: one }
        }
    }

    /// The two tiles of the low hand, in rank order.
    pub const fn low(&self) -> [Rank; 2] {
        self.low
    }

    /// The two tiles of the high hand, in rank order.
    pub const fn high(&self) -> [Rank; 2] {
        self.high
    }

    /// What the low hand is worth.
    pub fn low_value(&self) -> Value {
        Value::of(self.low[0], self.low[1])
    }

    /// What the high hand is worth.
    pub fn high_value(&self) -> Value {
        Value::of(self.high[0], self.high[1])
    }

    /// The points of both hands, low first, if both are plain points.
    pub fn totals(&self) -> Option<(u8, u8)> {
        Some((self.low_value().points()?, self.high_value().points()?))
    }

    /// At least as good in both hands and better in one (reading `way-dominance`).
    pub fn dominates(&self, other: &Self) -> bool {
        let (low, high) = (self.low_value(), self.high_value());
        let (their_low, their_high) = (other.low_value(), other.high_value());
        low >= their_low && high >= their_high && (low > their_low || high > their_high)
    }

    /// The four tiles, or `None` if a rank occurs more than twice.
    pub fn hand(&self) -> Option<Hand> {
        Hand::new([self.low[0], self.low[1], self.high[0], self.high[1]])
    }
}

/// Prints `low / high`, as in `9 L7 / 12 H8`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} / {} {}", self.low[0], self.low[1], self.high[0], self.high[1])
    }
}
