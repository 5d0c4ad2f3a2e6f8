//! Where streams begin in a PostgreSQL database whose first records are in an archive.

use super::{Postgres, head};
use crate::memory::account_name;
use crate::{Base, Batch, Error};

impl Postgres {
    pub(super) fn read_bases(&mut self) -> Result<Vec<Base>, Error> {
        let rows = self.client()?.query(
            "SELECT name, b.sequence, b.hash, b.rounds, b.balances FROM bases b \
             JOIN streams ON streams.id = b.stream_id ORDER BY name",
            &[],
        )?;
        let bases = rows.iter().map(|row| {
            let stream: String = row.get(0);
            let head = head(&stream, row.get(1), row.get(2))?;
            let balances = Base::read_balances(&stream, row.get(4))?;
            Ok(Base { stream, head, balances, rounds: u32::try_from(row.get::<_, i64>(3)).unwrap_or(0) })
        });
        bases.collect()
    }

    fn write_base(&mut self, stream: i64, base: &Base) -> Result<(), Error> {
        self.working()?.client.execute(
            "INSERT INTO bases VALUES ($1, $2, $3, $4, $5) ON CONFLICT (stream_id) DO UPDATE SET \
             sequence = excluded.sequence, hash = excluded.hash, rounds = excluded.rounds, \
             balances = excluded.balances",
            &[
                &stream,
                &(base.head.sequence as i64),
                &&base.head.hash.0[..],
                &i64::from(base.rounds),
                &base.balances_text(),
            ],
        )?;
        Ok(())
    }

    /// Something in one transaction, wholly or not at all; then what it wrote is read back.
    fn at_once(
        &mut self,
        batch: &Batch,
        act: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.turn == 0 {
            return Err(Error::Held("this handle only reads".into()));
        }
        self.link()?;
        if self.stale {
            self.learn()?;
        }
        self.sent = false;
        let done = self.begin().and_then(|()| act(self)).and_then(|()| self.commit_open());
        if std::mem::take(&mut self.alone) {
            self.holding = self.holding.saturating_sub(1);
        }
        let done = done.and_then(|()| self.is_there(batch));
        (self.stale, self.known) = (true, false);
        if done.is_err() {
            // A connection that is gone before the end has rolled it back.
            self.link = None;
        }
        done.map_err(|error| match error {
            Error::Store(what) if self.sent => Error::InDoubt(what),
            other => other,
        })
    }

    /// Opens the transaction in which all is read and written from now on; others may read meanwhile.
    pub(super) fn keep_out(&mut self) -> Result<(), Error> {
        if self.alone {
            return Ok(());
        }
        if self.turn == 0 || self.holding > 0 {
            return Err(Error::Held("this handle only reads".into()));
        }
        let link = self.link()?;
        link.client.batch_execute(
            "BEGIN; SET LOCAL lock_timeout = '20s'; \
             LOCK TABLE public.turn, public.streams, public.records, public.balances, public.keys, public.shelf, \
             public.rounds, public.states, public.snapshots, public.bases, public.migrations IN EXCLUSIVE MODE",
        )?;
        link.open = true;
        (self.alone, self.holding) = (true, 1);
        let turn = self.client().and_then(super::turn).and_then(|theirs| self.in_turn(theirs));
        turn.inspect_err(|_| self.let_in())
    }

    pub(super) fn let_in(&mut self) {
        if std::mem::take(&mut self.alone) {
            self.holding = self.holding.saturating_sub(1);
            self.give_up();
        }
    }

    pub(super) fn write_bases(&mut self, bases: &[Base]) -> Result<(), Error> {
        self.at_once(&Batch::default(), |store| {
            for base in bases {
                let client = &mut store.working()?.client;
                let id: i64 = client
                    .query_one(
                        "INSERT INTO streams (name, sequence, hash) VALUES ($1, $2, $3) RETURNING id",
                        &[&base.stream, &(base.head.sequence as i64), &&base.head.hash.0[..]],
                    )?
                    .get(0);
                // Accounts begin with nothing, and get what they held in one statement.
                for (account, _) in &base.balances {
                    client.execute(
                        "INSERT INTO balances (stream_id, account, owes, units) VALUES ($1, $2, $3, 0)",
                        &[&id, &account_name(*account), &account.may_owe()],
                    )?;
                }
                let names: Vec<String> =
                    base.balances.iter().map(|(account, _)| account_name(*account)).collect();
                let units: Vec<i64> = base.balances.iter().map(|(_, units)| *units).collect();
                client.execute(
                    "UPDATE balances SET units = n.units \
                     FROM unnest($2::text[], $3::bigint[]) AS n (account, units) \
                     WHERE stream_id = $1 AND balances.account = n.account",
                    &[&id, &names, &units],
                )?;
                store.write_base(id, base)?;
            }
            Ok(())
        })
    }

    pub(super) fn cut_at(&mut self, batch: &Batch, bases: &[Base]) -> Result<(), Error> {
        self.at_once(batch, |store| {
            store.write_within(batch)?;
            for base in bases {
                let Some(row) = store.streams.get(&*base.stream).copied() else {
                    return Err(Error::Store(format!("there is no stream {} to cut", base.stream)));
                };
                if base.head.sequence >= row.sequence {
                    let (last, cut) = (row.sequence, base.head.sequence);
                    let what = format!("it ends with record {last}, so nothing is left after {cut}");
                    return Err(Error::damaged(&base.stream, cut, what));
                }
                store.write_base(row.id, base)?;
                let last = base.head.sequence as i64;
                let client = &mut store.working()?.client;
                for table in ["records", "states", "keys"] {
                    let gone = format!("DELETE FROM {table} WHERE stream_id = $1 AND sequence <= $2");
                    client.execute(&gone, &[&row.id, &last])?;
                }
                let gone = "DELETE FROM rounds WHERE stream = $1 AND last <= $2";
                client.execute(gone, &[&base.stream, &last])?;
            }
            Ok(())
        })
    }
}
