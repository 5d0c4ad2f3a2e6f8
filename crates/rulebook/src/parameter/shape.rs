//! Parameters with several parts: one value for each method of play, what stealing the cut may add,
//! the notice before a table closes.
//!
//! Knows how they are written, not what follows from them.
//! Clauses: star-2016 8.2, 16.8; vcga-2000 8.3, 15.6; crown-6.1 16.8.

use super::cited::{Worth, present};
use crate::Method;
use crate::page::Entry;
use std::fmt;
use std::ops::RangeInclusive;

/// One value for each method of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerMethod<T> {
    /// Under a House bank.
    pub house: Option<T>,
    /// Under a player's bank.
    pub player: Option<T>,
    /// Under a co-bank.
    pub co_bank: Option<T>,
}

impl<T> PerMethod<T> {
    /// The value under a method, if the book gives one.
    pub const fn of(&self, method: Method) -> Option<&T> {
        match method {
            Method::House => self.house.as_ref(),
            Method::Player => self.player.as_ref(),
            Method::CoBank => self.co_bank.as_ref(),
        }
    }
}

/// `{ is = …, co-bank = … }`: `is` for every method that is not named.
impl<T: Worth + Clone> Worth for PerMethod<T> {
    fn read(
        entry: &Entry<'_, '_>,
        key: &str,
        name: &str,
        range: Option<&RangeInclusive<i64>>,
    ) -> Option<Self> {
        let read = |key: &str, name: &str| entry.has(key).then(|| T::read(entry, key, name, range));
        let common = read(key, name);
        let named = |method: Method| {
            let own = read(method.word(), &format!("{name} {method}"));
            own.or_else(|| common.clone())
        };
        let all = [named(Method::House), named(Method::Player), named(Method::CoBank)];
        if all.iter().all(Option::is_none) {
            present(entry, key, name);
            return None;
        }
        // A value that is there but faulty has been reported; the parameter is then left out.
        let [house, player, co_bank] = all;
        Some(Self { house: whole(house)?, player: whole(player)?, co_bank: whole(co_bank)? })
    }

    fn show(&self) -> String {
        let shown =
            Method::ALL.iter().filter_map(|m| self.of(*m).map(|value| format!("{m} {}", value.show())));
        shown.collect::<Vec<_>>().join(", ")
    }
}

fn whole<T>(value: Option<Option<T>>) -> Option<Option<T>> {
    match value {
        Some(None) => None,
        Some(some) => Some(some),
        None => Some(None),
    }
}

/// What a banker may add to the dice total; 0 to 0 where stealing the cut is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StealRange {
    /// The least, −4 in the books that allow it.
    pub least: i8,
    /// The most, +4.
    pub most: i8,
}

impl StealRange {
    /// Whether the book allows stealing the cut at all.
    pub const fn is_allowed(self) -> bool {
        self.least < 0 || self.most > 0
    }

    /// Whether this may be added.
    pub const fn allows(self, value: i8) -> bool {
        self.least <= value && value <= self.most
    }
}

impl fmt::Display for StealRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_allowed() { write!(f, "{:+} to {:+}", self.least, self.most) } else { f.write_str("no") }
    }
}

/// `{ least = -4, most = 4 }`.
impl Worth for StealRange {
    fn read(entry: &Entry<'_, '_>, _: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        let part = |key: &str, range: RangeInclusive<i64>| {
            present(entry, key, name).then(|| entry.number(key, range)).flatten()
        };
        let (least, most) = (part("least", -4..=0), part("most", 0..=4));
        Some(Self { least: i8::try_from(least?.value).ok()?, most: i8::try_from(most?.value).ok()? })
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

/// The notice before an occupied table closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingNotice {
    /// A sign so many minutes ahead.
    Minutes(u16),
    /// So many hands' notice.
    Hands(u16),
}

impl fmt::Display for ClosingNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Minutes(1) => f.write_str("1 minute"),
            Self::Minutes(minutes) => write!(f, "{minutes} minutes"),
            Self::Hands(1) => f.write_str("1 hand"),
            Self::Hands(hands) => write!(f, "{hands} hands"),
        }
    }
}

/// `{ minutes = 20 }` or `{ hands = 3 }`.
impl Worth for ClosingNotice {
    fn read(entry: &Entry<'_, '_>, _: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        let number = |key| entry.number(key, 1..=1440).and_then(|n| u16::try_from(n.value).ok());
        match (entry.has("minutes"), entry.has("hands")) {
            (true, false) => number("minutes").map(Self::Minutes),
            (false, true) => number("hands").map(Self::Hands),
            _ => {
                entry.fault(format!("{name} wants either minutes = … or hands = …"));
                None
            }
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}
