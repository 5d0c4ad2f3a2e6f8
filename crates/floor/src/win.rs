//! Large sums: what a player is paid, or buys for cash, at once, if it is as much as the house has told; and how
//! much cash one person alone may change for a player.

use crate::{Numbers, Significant};
use game::Moment;
use journal::Draft;
use money::{Account, Move, PlayerId};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// From how much on a payment is told, and how many there were.
#[derive(Debug)]
pub struct Wins {
    least: AtomicI64,
    count: AtomicU64,
    /// How much cash one person alone changes for a player in 24 hours, and for all.
    alone: AtomicI64,
    alone_for_all: AtomicI64,
}

impl Default for Wins {
    fn default() -> Self {
        let most = || AtomicI64::new(i64::MAX);
        Self { least: most(), count: AtomicU64::new(0), alone: most(), alone_for_all: most() }
    }
}

impl Wins {
    /// Tells payments of so much or more.
    pub fn set(&self, least: i64) {
        self.least.store(least.max(1), Ordering::Relaxed);
    }

    /// Lets one person alone change so much cash for a player in 24 hours, and for all.
    pub fn set_alone(&self, most: i64, for_all: i64) {
        self.alone.store(most.max(0), Ordering::Relaxed);
        self.alone_for_all.store(for_all.max(0), Ordering::Relaxed);
    }

    /// How much that is: for a player, and for all.
    pub fn alone(&self) -> (i64, i64) {
        (self.alone.load(Ordering::Relaxed), self.alone_for_all.load(Ordering::Relaxed))
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// The large wins among what one command moves, as records to be.
    pub(crate) fn told<'m>(
        &self,
        table: &str,
        moves: impl IntoIterator<Item = &'m Move>,
        now: Moment,
    ) -> Vec<(Arc<str>, Draft)> {
        let least = self.least.load(Ordering::Relaxed);
        let mut paid: BTreeMap<PlayerId, i64> = BTreeMap::new();
        let mut bought: BTreeMap<PlayerId, i64> = BTreeMap::new();
        for step in moves {
            if let (Account::Cage, Account::Player(player)) = (step.from, step.to) {
                *bought.entry(player).or_default() += step.amount.units();
            }
            // What was one's own is no win.
            let won = match (step.from, step.to) {
                (Account::Float | Account::Pool, Account::Player(player) | Account::Held(player)) => player,
                (Account::Bank(bank), Account::Player(player)) if bank != player => player,
                _ => continue,
            };
            if !won.is_house() && !Numbers::is_bot(won) {
                *paid.entry(won).or_default() += step.amount.units();
            }
        }
        let large = paid.into_iter().filter(|(_, units)| *units >= least);
        let told = large.map(|(player, units)| {
            self.count.fetch_add(1, Ordering::Relaxed);
            let what = format!("{player} was paid {units} at once, {least} or more is told");
            Significant::new("win.large", table, Some(player.to_string()), what).draft(now)
        });
        let bought = bought.into_iter().filter(|(_, units)| *units >= least).map(|(player, units)| {
            let what = format!("{player} bought in for {units} at once, {least} or more is told");
            Significant::new("purchase.large", table, Some(player.to_string()), what).draft(now)
        });
        told.chain(bought).collect()
    }
}
