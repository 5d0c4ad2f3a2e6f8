//! Cash that dealers changed into chips, over all tables: what one person alone may change adds up wherever they
//! deal, and wherever a player buys.
//!
//! A table says what its records say of it. What is about to be changed is claimed first, so that two tables at
//! the same moment do not each take it for the last that is allowed.

use crate::Passing;
use crate::house::{Changed, DAY};
use game::{Moment, Refusal};
use money::PlayerId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What one table says.
#[derive(Default)]
struct Till {
    /// What is on its records.
    changed: Vec<Changed>,
    /// What it is about to change, by player.
    claimed: Vec<(PlayerId, i64)>,
    /// By whom.
    dealer: u32,
}

/// Cash over all tables; its clones share it.
#[derive(Clone, Default)]
pub struct Cash(Arc<Mutex<BTreeMap<String, Till>>>);

/// What is about to be changed.
pub(crate) struct Claim<'c> {
    /// At which table.
    pub table: &'c str,
    /// By whom.
    pub dealer: u32,
    /// For whom, and how much.
    pub sums: &'c BTreeMap<PlayerId, i64>,
    /// How much one person alone may change for a player, and for all.
    pub most: (i64, i64),
}

impl Cash {
    fn tills(&self) -> MutexGuard<'_, BTreeMap<String, Till>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table for cash says what is on its records; what it claimed is among that, or was refused.
    pub(crate) fn set(&self, table: &str, changed: &[Changed]) {
        let mut tills = self.tills();
        let till = tills.entry(table.to_string()).or_default();
        till.claimed.clear();
        if till.changed != changed {
            till.changed = changed.to_vec();
        }
    }

    /// Claims what is about to be changed; whether one person alone may. `bought` says what a player bought for
    /// cash within 24 hours, at the tables that are named.
    ///
    /// # Errors
    /// Nobody knows what a player bought.
    pub(crate) fn claim(
        &self,
        claim: &Claim<'_>,
        now: &Passing,
        bought: impl Fn(PlayerId, &dyn Fn(&str) -> bool) -> Result<i64, Refusal>,
    ) -> Result<bool, Refusal> {
        let mut tills = self.tills();
        tills.entry(claim.table.to_string()).or_default().claimed.clear();
        for (player, units) in claim.sums {
            let before = bought(*player, &|table| tills.contains_key(table))?;
            let claimed = tills.values().flat_map(|till| &till.claimed).filter(|(other, _)| other == player);
            let before = claimed.map(|(_, units)| *units).fold(before, i64::saturating_add);
            if before.saturating_add(*units) > claim.most.0 {
                return Ok(false);
            }
        }
        let all = claim.sums.values().copied().fold(0, i64::saturating_add);
        let before = tills.values().map(|till| till.by(claim.dealer, now)).fold(0, i64::saturating_add);
        if all > 0 && before.saturating_add(all) > claim.most.1 {
            return Ok(false);
        }
        let till = tills.entry(claim.table.to_string()).or_default();
        till.dealer = claim.dealer;
        till.claimed.extend(claim.sums.iter().map(|(player, units)| (*player, *units)));
        Ok(true)
    }
}

impl Till {
    /// What a dealer changed alone within 24 hours, or is about to.
    fn by(&self, dealer: u32, now: &Passing) -> i64 {
        let own = self.changed.iter().filter(|one| one.dealer == dealer);
        let own = own.filter(|one| now.since(Moment::new(one.at)) < DAY).map(|one| one.units);
        let claimed = self.claimed.iter().filter(|_| self.dealer == dealer).map(|(_, units)| *units);
        own.chain(claimed).fold(0, i64::saturating_add)
    }
}
