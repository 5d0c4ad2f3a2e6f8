//! A day as people write it, 2026-01-01, and the moment at which it begins.

use std::fmt;
use std::str::FromStr;

/// A day, which begins at midnight UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    year: i64,
    month: i64,
    day: i64,
}

const MILLIS: i64 = 24 * 60 * 60 * 1000;

impl Day {
    /// The moment at which it begins, in milliseconds since 1970.
    pub(crate) const fn begins(self) -> i64 {
        // Years begin in March here, so that the leap day is the last, and eras have 400 of them.
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let month = (self.month + 9) % 12;
        let of_year = (153 * month + 2) / 5 + self.day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
        (days - 719_468) * MILLIS
    }

    /// The day of a moment.
    pub(crate) const fn of(millis: i64) -> Self {
        let days = millis.div_euclid(MILLIS) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = era * 400 + year;
        Self { year: if month <= 2 { year + 1 } else { year }, month, day }
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("expected a day, as 2026-01-01, got {text:?}");
        let digits = |from: usize, to: usize| -> Option<i64> {
            let part = text.get(from..to)?;
            part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?
        };
        let dashes = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let parts = (digits(0, 4), digits(5, 7), digits(8, 10));
        let (true, (Some(year), Some(month), Some(day))) = (dashes, parts) else { return Err(wanted()) };
        let given = Self { year, month, day };
        // A day that there is not, as the 30th of February, comes back as another.
        match (1..=12).contains(&month) && day >= 1 && Self::of(given.begins()) == given {
            true => Ok(given),
            false => Err(format!("there is no day {text}")),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, MILLIS};

    #[test]
    fn days_begin_when_they_do() {
        let begins = |text: &str| text.parse::<Day>().map(Day::begins);
        assert_eq!(begins("1970-01-01"), Ok(0));
        assert_eq!(begins("2024-01-01"), Ok(1_704_067_200_000));
        assert_eq!(begins("2000-03-01"), Ok(951_868_800_000));
    }

    #[test]
    fn every_day_of_a_thousand_years_comes_back() {
        let mut last = String::new();
        for day in -200_000..200_000 {
            let text = Day::of(day * MILLIS + MILLIS / 2).to_string();
            assert!(text > last, "{text} after {last}");
            assert_eq!(text.parse::<Day>().map(Day::begins), Ok(day * MILLIS), "{text}");
            last = text;
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-1-1",
            "2026-13-01",
            "2026-00-10",
            "2025-02-29",
            "2026-04-31",
            "2026-01-00",
            "+026-01-01",
            "2026-01-01Z",
            "2026/01/01",
            "２026-01-0",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
