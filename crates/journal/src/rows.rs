//! The rows by which a writer knows streams and accounts: whether the database still has them, each under its number,
//! and no others.
//!
//! A row that got another number, or that somebody else put in, makes some commits fail and not others.

use crate::Error;
use crate::memory::account_name;
use crate::posting::read_account;
use money::Account;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

/// Streams and accounts with the numbers of their rows.
#[derive(Default)]
pub(crate) struct Rows {
    pub streams: HashMap<Arc<str>, i64>,
    pub accounts: HashMap<(i64, Account), i64>,
}

/// Rows that the batch in hand has made: if it is not kept, they are not there.
#[derive(Default)]
pub(crate) struct Fresh {
    pub streams: HashSet<Arc<str>>,
    pub accounts: HashSet<(i64, Account)>,
}

impl Fresh {
    /// There is no batch any more.
    pub fn clear(&mut self) {
        self.streams.clear();
        self.accounts.clear();
    }

    /// What a database has otherwise than it is known.
    pub fn odd(&self, known: &Rows, found: &Rows) -> Option<String> {
        let stream = other(&known.streams, &found.streams, &self.streams);
        if let Some(name) = stream {
            return Some(format!("the row of stream {name} is not the one that the house made"));
        }
        let (stream, account) = other(&known.accounts, &found.accounts, &self.accounts)?;
        let name = found.streams.iter().find(|(_, id)| *id == stream).map_or("?", |(name, _)| name);
        Some(format!("the row of account {account} in stream {name} is not the one that the house made"))
    }
}

/// The first that is not there as it is known, or is there and not known.
fn other<'r, K: Eq + Hash>(
    known: &'r HashMap<K, i64>,
    found: &'r HashMap<K, i64>,
    fresh: &HashSet<K>,
) -> Option<&'r K> {
    let lost = known.iter().find(|(name, id)| match found.get(name) {
        Some(found) => found != *id,
        None => !fresh.contains(name),
    });
    lost.map(|(name, _)| name).or_else(|| found.keys().find(|name| !known.contains_key(name)))
}

/// What is wrong with the row of an account that has this name, and says this of whether it may owe.
pub(crate) fn odd_account(name: &str, owes: Option<bool>) -> Option<String> {
    match read_account(name).filter(|account| account_name(*account) == name) {
        None => Some(format!("{name:?} is not an account in table balances")),
        Some(account) if owes != Some(account.may_owe()) => {
            Some(format!("account {name:?} is wrong about whether it may owe"))
        }
        Some(_) => None,
    }
}

/// No number is left for another record.
pub(crate) fn beyond() -> Error {
    Error::Strange("a record stands at the last position that there is".into())
}

/// The last turn that can be: nobody takes so many.
const LAST_TURN: i64 = 1 << 62;

/// The number in table `turn`, of which there is one row; `says` is what was found instead of a number.
pub(crate) fn turn_of(found: Option<Result<i64, String>>) -> Result<i64, Error> {
    let says = match found {
        None => "table turn is empty".to_string(),
        Some(Ok(number)) if (0..=LAST_TURN).contains(&number) => return Ok(number),
        Some(Ok(number)) => format!("table turn says {number}"),
        Some(Err(other)) => format!("table turn says {other}"),
    };
    Err(Error::Strange(format!(
        "{says}, expected one number from 0 to {LAST_TURN}: whose turn it is to write"
    )))
}
