//! Money in a SQLite file: what a batch moves, posted to the accounts of its streams.

use super::Sqlite;
use crate::memory::account_name;
use crate::{Batch, Error};
use money::{Account, Amount, Overdrawn};
use rusqlite::params;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

impl Sqlite {
    /// Posts the moves: what they come to for each account, in one statement that changes nothing unless all
    /// of it together is nothing.
    pub(super) fn write_moves(&mut self, batch: &Batch) -> Result<(), Error> {
        let mut net: HashMap<i64, (i64, &Arc<str>, Account)> = HashMap::new();
        for (stream, step) in &batch.moves {
            if step.amount == Amount::ZERO || step.from == step.to {
                continue;
            }
            let Some(row) = self.streams.get(stream) else {
                return Err(Error::Store(format!("{step} in stream {stream}, which has no record")));
            };
            let stream_id = row.id;
            for (account, units) in [(step.from, -step.amount.units()), (step.to, step.amount.units())] {
                let id = self.account_id(stream_id, account)?;
                net.entry(id).or_insert((0, stream, account)).0 += units;
            }
        }
        net.retain(|_, (units, ..)| *units != 0);
        if net.is_empty() {
            return Ok(());
        }
        let mut list = String::from("[");
        for (id, (units, ..)) in &net {
            let comma = if list.len() > 1 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(list, "{comma}[{id},{units}]");
        }
        list.push(']');
        let mut post = self.db.prepare_cached(
            "UPDATE balances SET units = units + j.delta \
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS delta FROM json_each(?1)) AS j \
             WHERE balances.id = j.id AND (SELECT sum(value ->> 1) FROM json_each(?1)) = 0",
        )?;
        match post.execute([&list]) {
            Ok(rows) if rows == net.len() => Ok(()),
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
                Err(self.overdrawn(&net))
            }
            Ok(rows) => Err(Error::Strange(format!("moves found {rows} accounts, expected {}", net.len()))),
            Err(error) => Err(error.into()),
        }
    }

    /// The row of an account, which is made if there is none.
    fn account_id(&mut self, stream: i64, account: Account) -> Result<i64, Error> {
        if let Some(id) = self.accounts.get(&(stream, account)) {
            return Ok(*id);
        }
        let mut insert = self
            .db
            .prepare_cached("INSERT INTO balances (stream, account, owes, units) VALUES (?1, ?2, ?3, 0)")?;
        match insert.execute(params![stream, account_name(account), account.may_owe()]) {
            Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ConstraintViolation) => {
                return Err(Error::Strange(format!(
                    "account {account} is there, but the house did not make it"
                )));
            }
            done => done?,
        };
        let id = self.db.last_insert_rowid();
        self.accounts.insert((stream, account), id);
        self.fresh.accounts.insert((stream, account));
        Ok(id)
    }

    /// Who would have owed, and how much.
    fn overdrawn(&self, net: &HashMap<i64, (i64, &Arc<str>, Account)>) -> Error {
        let mut short: Vec<(&Arc<str>, Account, i64)> = net
            .iter()
            .filter_map(|(id, (units, stream, account))| {
                let held = "SELECT units FROM balances WHERE id = ?1";
                let held: i64 = self.db.query_row(held, [id], |row| row.get(0)).unwrap_or(0);
                let short = held + units < 0 && !account.may_owe();
                short.then_some((*stream, *account, held + units))
            })
            .collect();
        short.sort_by_key(|(stream, account, _)| (*stream, *account));
        match short.first() {
            Some((stream, account, balance)) => Error::Overdrawn {
                stream: stream.to_string(),
                overdrawn: Overdrawn { account: *account, balance: *balance },
            },
            None => Error::Strange("an account that may not owe was allowed to".into()),
        }
    }
}
