//! A day as people write it, 2026-01-01, and the moment at which it begins.

use jiff::Timestamp;
use jiff::civil::{Date, date};
use jiff::tz::Offset;
use std::fmt;
use std::str::FromStr;

/// A day, which begins at midnight UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day(Date);

impl Day {
    /// The moment at which it begins, in milliseconds since 1970.
    pub(crate) fn begins(self) -> i64 {
        self.0.duration_since(date(1970, 1, 1)).as_secs() * 1000
    }

    /// The day of a moment; the last that can be written, if it is later.
    pub(crate) fn of(millis: i64) -> Self {
        let moment = Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX);
        Self(Offset::UTC.to_datetime(moment).date())
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Other ways to write a day, which jiff reads too, are refused: one day, one text.
        match text.parse::<Date>() {
            Ok(day) if day.year() >= 0 && day.to_string() == text => Ok(Self(day)),
            Ok(_) => Err(format!("expected a day, as 2026-01-01, got {text:?}")),
            Err(why) => Err(format!("expected a day, as 2026-01-01, got {text:?}: {why}")),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    const MILLIS: i64 = 24 * 60 * 60 * 1000;

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
            "2026-01-01T00:00",
            "20260101",
            "-002026-01-01",
            "2026/01/01",
            "２026-01-0",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
