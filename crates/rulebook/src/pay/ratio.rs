//! What a wager pays for each unit staked: `200/1`, `25/2`.
//!
//! Integers only. Knows nothing of money.

use crate::Worth;
use crate::page::{At, Entry};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// `num` to `den`: 1 to 1,000,000 against 1 to 100, not necessarily in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: u32,
    den: u32,
}

/// Why a text is not a ratio.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\", expected a ratio such as 35/1 (1 to {num} to 1 to {den})",
    num = Ratio::MOST_NUM,
    den = Ratio::MOST_DEN
)]
pub struct RatioError(String);

impl Ratio {
    /// The greatest first number.
    pub const MOST_NUM: u32 = 1_000_000;
    /// The greatest second number.
    pub const MOST_DEN: u32 = 100;

    /// The ratio of two numbers in their bounds.
    pub const fn new(num: u32, den: u32) -> Option<Self> {
        if num == 0 || num > Self::MOST_NUM || den == 0 || den > Self::MOST_DEN {
            return None;
        }
        Some(Self { num, den })
    }

    /// What is paid …
    pub const fn num(self) -> u32 {
        self.num
    }

    /// … for so much staked.
    pub const fn den(self) -> u32 {
        self.den
    }

    /// Whether it pays more than another ratio.
    pub const fn exceeds(self, other: Self) -> bool {
        // Both products stay below 10^8.
        self.num * other.den > other.num * self.den
    }

    /// The ratio that a text spells, or a fault that names the thing.
    pub(crate) fn of(entry: &Entry<'_, '_>, name: &str, text: &At<String>) -> Option<Self> {
        text.value.parse().map_err(|error| entry.page().fault(text.at, format!("{name} is {error}"))).ok()
    }

    /// The ratio under a key that has to be there.
    pub(crate) fn needed(entry: &Entry<'_, '_>, key: &str) -> Option<Self> {
        let text = entry.needed_text(key)?;
        Self::of(entry, key, &text)
    }
}

/// Reads `200/1`: digits only, no sign, no space.
impl FromStr for Ratio {
    type Err = RatioError;

    fn from_str(text: &str) -> Result<Self, RatioError> {
        let wrong = || RatioError(text.to_string());
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            if plain { digits.parse::<u32>().ok() } else { None }
        };
        let (num, den) = text.split_once('/').ok_or_else(wrong)?;
        let (num, den) = (number(num).ok_or_else(wrong)?, number(den).ok_or_else(wrong)?);
        Self::new(num, den).ok_or_else(wrong)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

impl Worth for Ratio {
    fn read(entry: &Entry<'_, '_>, key: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        let text = entry.needed_text(key)?;
        Self::of(entry, name, &text)
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_ratio_is_strict() {
        for text in
            ["", "35", "35/0", "0/1", "35/101", "1000001/1", " 35/1", "35 / 1", "+35/1", "35/1/1", "x/1"]
        {
            let error = text.parse::<Ratio>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("\"{text}\", expected a ratio")), "{error}");
        }
        assert_eq!("25/2".parse::<Ratio>().map(|r| (r.num(), r.den())), Ok((25, 2)));
    }

    #[test]
    fn ratios_are_compared_by_what_they_pay() {
        let ratio = |text: &str| text.parse::<Ratio>().expect(text);
        assert!(ratio("25/2").exceeds(ratio("12/1")));
        assert!(!ratio("2/2").exceeds(ratio("1/1")) && !ratio("1/1").exceeds(ratio("2/2")));
        assert!(ratio("1000000/1").exceeds(ratio("999999/1")));
    }

    proptest! {
        #[test]
        fn a_printed_ratio_reads_back(num in 1u32..=1_000_000, den in 1u32..=100) {
            let ratio = Ratio::new(num, den).expect("within bounds");
            prop_assert_eq!(ratio.to_string().parse::<Ratio>(), Ok(ratio));
        }
    }
}
