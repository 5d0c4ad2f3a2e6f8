//! Pay tables of the side wagers: Bonus, Tie, Big and Small.
//!
//! A table's rows stand best first, and a hand is paid by the first row it meets (reading
//! `bonus-rows`, for the Tie `tie-b`). Rows that earlier rows leave no hand for are faults.
//! Knows tiles, not money, and not who may wager when.
//! Clauses: vcga-2000 17.5, 17.6, Table1; crown-6.1 1.1#Big/Small, 11.4, 13.4, 13.5, Table3–Table9.

mod big_small;
mod bonus;
mod ratio;
mod tie;

pub use big_small::{BigOrSmall, BigSmall};
pub use bonus::{BonusHand, BonusRow, BonusTable};
pub use ratio::{Ratio, RatioError};
pub use tie::{TieHand, TieRow, TieTable};

use crate::page::{At, Entry};
use crate::{Citer, Pattern};
use tiles::Hand;

/// All pay tables of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayTables {
    /// Bonus tables, of which a House offers one.
    pub bonus: Vec<BonusTable>,
    /// Tie tables, of which a House offers one.
    pub tie: Vec<TieTable>,
    /// Big and Small.
    pub big_small: Option<BigSmall>,
}

impl PayTables {
    /// The Bonus table with this name.
    pub fn bonus(&self, table: &str) -> Option<&BonusTable> {
        self.bonus.iter().find(|known| known.table == table)
    }

    /// The Tie table with this name.
    pub fn tie(&self, table: &str) -> Option<&TieTable> {
        self.tie.iter().find(|known| known.table == table)
    }

    /// Reads `pay.toml`.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        for key in root.keys() {
            if !["bonus", "tie", "big-small"].contains(&key.value.as_str()) {
                let reason =
                    format!("{} is not a kind of pay table: expected bonus, tie or big-small", key.value);
                root.page().fault(key.at, reason);
            }
        }
        let bonus: Vec<_> =
            root.tables("bonus").into_iter().map(|entry| BonusTable::read(entry, citer)).collect();
        let tie: Vec<_> = root.tables("tie").into_iter().map(|entry| TieTable::read(entry, citer)).collect();
        let big_small = root.table("big-small").map(|entry| BigSmall::read(entry, citer));
        let named = |kind: &str, tables: Vec<Option<At<String>>>| {
            let names: Vec<At<String>> = tables.into_iter().flatten().collect();
            for (i, name) in names.iter().enumerate() {
                if names[..i].iter().any(|earlier| earlier.value == name.value) {
                    root.page().fault(name.at, format!("{kind} table {} is listed twice", name.value));
                }
            }
        };
        named("bonus", root.tables("bonus").iter().map(|entry| entry.text("table")).collect());
        named("tie", root.tables("tie").iter().map(|entry| entry.text("table")).collect());
        Some(Self {
            bonus: bonus.into_iter().collect::<Option<_>>()?,
            tie: tie.into_iter().collect::<Option<_>>()?,
            big_small: match big_small {
                Some(read) => Some(read?),
                None => None,
            },
        })
    }
}

/// The hands that a pattern of four tiles takes. No pay table asks for "any 6", so Gee Jun never
/// stands for one.
fn hands(entry: &Entry<'_, '_>, text: &At<String>) -> Option<(Pattern, Vec<Hand>)> {
    match Pattern::parse(&text.value, 4) {
        Ok(pattern) => {
            let hands = pattern.hands(false);
            if hands.is_empty() {
                entry.page().fault(text.at, format!("no hand is \"{}\"", text.value));
            }
            Some((pattern, hands))
        }
        Err(error) => {
            entry.page().fault(text.at, format!("tiles is \"{}\": {error}", text.value));
            None
        }
    }
}

/// Notes rows that stand above one which pays more: the first row a hand meets has to be its best.
fn best_first(entry: &Entry<'_, '_>, rows: &[(String, Ratio, usize)]) {
    for pair in rows.windows(2) {
        if let [(above, less, _), (name, more, at)] = pair
            && more.exceeds(*less)
        {
            let reason =
                format!("row \"{name}\" pays {more}, more than \"{above}\" above it: best row first");
            entry.page().fault(*at, reason);
        }
    }
}

/// A row of a pay table, as far as it can hide the rows below it.
trait Takes {
    /// What it is called.
    fn name(&self) -> &str;
    /// Whether these tiles can be paid by it.
    fn can_take(&self, hand: &Hand) -> bool;
    /// Whether they then always are, so that no row below sees them.
    fn always_takes(&self) -> bool;
}

/// Notes rows that no hand reaches: those above take all of its hands.
fn reachable<R: Takes>(entry: &Entry<'_, '_>, rows: &[(R, usize)]) {
    for (place, (row, at)) in rows.iter().enumerate() {
        let hidden =
            |hand: &Hand| rows[..place].iter().any(|(above, _)| above.always_takes() && above.can_take(hand));
        if !Hand::all().any(|hand| row.can_take(&hand) && !hidden(&hand)) {
            let name = row.name();
            entry
                .page()
                .fault(*at, format!("row \"{name}\" is never reached: the rows above it take all its hands"));
        }
    }
}

#[cfg(test)]
mod tests;
