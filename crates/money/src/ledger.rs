//! Moves of money, and the balances they add up to.

use crate::{Account, Amount};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;

/// Money going from one account to another: balanced by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Move {
    /// Who gives.
    pub from: Account,
    /// Who receives.
    pub to: Account,
    /// How much.
    pub amount: Amount,
}

/// The moves of one event; most have at most three.
pub type Moves = SmallVec<[Move; 3]>;

impl Move {
    /// So much from one to another.
    pub const fn new(from: Account, to: Account, amount: Amount) -> Self {
        Self { from, to, amount }
    }

    /// The same money going back.
    pub const fn back(self) -> Self {
        Self { from: self.to, to: self.from, amount: self.amount }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}", self.amount, self.from, self.to)
    }
}

/// Moves that would take an account below zero.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{account} would hold {balance}, expected 0 or more")]
pub struct Overdrawn {
    /// Which account.
    pub account: Account,
    /// What it would have held.
    pub balance: i64,
}

/// The balance of every account that ever held anything and still does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ledger {
    /// In the order of accounts, none of them at nothing.
    balances: Vec<(Account, i64)>,
}

impl Ledger {
    /// Balances that were kept somewhere.
    ///
    /// # Errors
    /// An account that may not owe and does.
    pub fn from_balances(balances: impl IntoIterator<Item = (Account, i64)>) -> Result<Self, Overdrawn> {
        let mut ledger = Self::default();
        for (account, balance) in balances {
            if balance < 0 && !account.may_owe() {
                return Err(Overdrawn { account, balance });
            }
            ledger.post(account, balance);
        }
        Ok(ledger)
    }

    /// What an account holds.
    pub fn balance(&self, account: Account) -> i64 {
        self.place(account).map_or(0, |at| self.balances[at].1)
    }

    /// What a player's account holds, as an amount.
    pub fn amount(&self, account: Account) -> Amount {
        Amount::of(self.balance(account))
    }

    /// All accounts together: nothing, always.
    pub fn sum(&self) -> i64 {
        self.balances.iter().map(|(_, balance)| balance).sum()
    }

    /// Every account that holds something, in order.
    pub fn accounts(&self) -> &[(Account, i64)] {
        &self.balances
    }

    /// Posts moves, all or none.
    ///
    /// # Errors
    /// An account that may not owe and would have to. The ledger is then unchanged.
    pub fn apply(&mut self, moves: &[Move]) -> Result<(), Overdrawn> {
        for (done, step) in moves.iter().enumerate() {
            let units = step.amount.units();
            if units == 0 {
                continue;
            }
            let at = self.place(step.from);
            let left = at.map_or(0, |at| self.balances[at].1) - units;
            if left < 0 && !step.from.may_owe() {
                for undone in moves[..done].iter().rev() {
                    self.post(undone.to, -undone.amount.units());
                    self.post(undone.from, undone.amount.units());
                }
                return Err(Overdrawn { account: step.from, balance: left });
            }
            self.put(at, step.from, left);
            self.post(step.to, units);
        }
        Ok(())
    }

    fn place(&self, account: Account) -> Result<usize, usize> {
        let key = account.key();
        self.balances.binary_search_by_key(&key, |(known, _)| known.key())
    }

    fn post(&mut self, account: Account, units: i64) {
        if units != 0 {
            let at = self.place(account);
            let has = at.map_or(0, |at| self.balances[at].1);
            self.put(at, account, has + units);
        }
    }

    /// Writes a balance where its account stands, or belongs.
    fn put(&mut self, at: Result<usize, usize>, account: Account, balance: i64) {
        match at {
            Ok(at) if balance == 0 => {
                self.balances.remove(at);
            }
            Ok(at) => self.balances[at].1 = balance,
            Err(at) => self.balances.insert(at, (account, balance)),
        }
    }
}
