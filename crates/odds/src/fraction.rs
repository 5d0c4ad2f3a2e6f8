//! An exact ratio in lowest terms, with a positive denominator.

use rulebook::Ratio;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact ratio. In this crate numerators stay below 10^22 and denominators below 10^18 (736,281,000
/// deals times a bet of at most 10^9), so that 128 bits hold every product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    num: i128,
    den: i128,
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// One.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// `num / den`; a zero denominator counts as one.
    pub fn new(num: i128, den: i128) -> Self {
        let den = if den == 0 { 1 } else { den };
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs()).max(1) as i128;
        let sign = if den < 0 { -1 } else { 1 };
        Self { num: sign * num / divisor, den: sign * den / divisor }
    }

    /// A whole number.
    pub const fn whole(num: i128) -> Self {
        Self { num, den: 1 }
    }

    /// The numerator.
    pub const fn num(self) -> i128 {
        self.num
    }

    /// The denominator, at least 1.
    pub const fn den(self) -> i128 {
        self.den
    }

    /// For printing.
    #[allow(clippy::float_arithmetic)] // output only
    pub fn percent(self) -> f64 {
        // Scaled first, so that small ratios of large numbers keep their digits.
        let (scaled, half) = (self.num * 1_000_000_000_000, self.den / 2);
        let rounded = if scaled < 0 { (scaled - half) / self.den } else { (scaled + half) / self.den };
        rounded as f64 / 1e10
    }

    /// For printing.
    #[allow(clippy::float_arithmetic)] // output only
    pub fn value(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl From<Ratio> for Fraction {
    fn from(ratio: Ratio) -> Self {
        Self::new(ratio.num().into(), ratio.den().into())
    }
}

/// Prints `n/d`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.num * other.den + other.num * self.den, self.den * other.den)
    }
}

impl Neg for Fraction {
    type Output = Self;

    fn neg(self) -> Self {
        Self { num: -self.num, den: self.den }
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.num * other.num, self.den * other.den)
    }
}

impl Div for Fraction {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        Self::new(self.num * other.den, self.den * other.num)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}
