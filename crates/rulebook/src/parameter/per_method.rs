//! A parameter with one value for each method of play: `{ is = …, co-bank = … }`.
//!
//! Knows how it is written, not what follows from it.

use super::{Worth, present};
use crate::Method;
use crate::page::Entry;
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
