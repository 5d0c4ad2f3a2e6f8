//! What waits for a second person: voids, results put right, money adjusted, a halted table let go on.
//!
//! The first asks; a second, signed in on their own, of the rank the book asks, says yes. Both are on
//! record with what they did.

use crate::people::Session;
use crate::refusal::No;
use bytes::Bytes;
use game::Moment;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long it waits, in milliseconds.
const WAITS: i64 = 5 * 60 * 1000;
/// How many may wait.
const MOST: usize = 1000;

/// What is asked for.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A command at a table.
    Command {
        /// Which.
        table: String,
        /// Its key.
        key: String,
        /// The command.
        command: Bytes,
    },
    /// A table that stands still is to go on.
    Resume {
        /// Which.
        table: String,
    },
    /// A player's account is to be adjusted.
    Adjust {
        /// Whose.
        player: u32,
        /// By how much.
        units: i64,
        /// Why.
        why: String,
    },
}

/// Something that waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Its number.
    pub number: u64,
    /// Who asked.
    pub first: Session,
    /// For what.
    pub asked: Asked,
    /// Until when it waits.
    pub until: Moment,
}

/// Something that waits, as it is shown.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Approval {
    /// Its number.
    pub number: u64,
    /// Who asked.
    pub first: String,
    /// At which table.
    pub table: Option<String>,
    /// For what, as it was sent.
    pub what: String,
    /// Until when it waits, in milliseconds.
    pub until: i64,
}

/// What waits for a second person.
#[derive(Default)]
pub struct Approvals {
    waiting: Mutex<(u64, BTreeMap<u64, Waiting>)>,
}

impl Approvals {
    fn waiting(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Waiting>)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more waits; its number.
    ///
    /// # Errors
    /// Too many wait.
    pub fn ask(&self, first: Session, asked: Asked, now: Moment) -> Result<u64, No> {
        let mut waiting = self.waiting();
        waiting.1.retain(|_, one| one.until > now);
        if waiting.1.len() >= MOST {
            return Err(No::new("approval.many", format!("{MOST} approvals wait already")));
        }
        waiting.0 += 1;
        let number = waiting.0;
        let until = Moment::new(now.milliseconds() + WAITS);
        waiting.1.insert(number, Waiting { number, first, asked, until });
        Ok(number)
    }

    /// All that wait.
    pub fn list(&self, now: Moment) -> Vec<Approval> {
        let mut waiting = self.waiting();
        waiting.1.retain(|_, one| one.until > now);
        waiting.1.values().map(Waiting::shown).collect()
    }

    /// Takes one out, to be done or dropped.
    ///
    /// # Errors
    /// It does not wait, or the second person is the first.
    pub fn take(&self, number: u64, second: &Session, approves: bool, now: Moment) -> Result<Waiting, No> {
        let mut waiting = self.waiting();
        waiting.1.retain(|_, one| one.until > now);
        let one = waiting
            .1
            .get(&number)
            .ok_or_else(|| No::new("approval.unknown", format!("approval {number} does not wait")))?;
        if approves && one.first.number == second.number {
            return Err(No::new("second.same", "the second person cannot be the first"));
        }
        waiting.1.remove(&number).ok_or_else(|| No::new("approval.unknown", "it is gone"))
    }

    /// One waits on: whoever said yes was not of the rank that it takes.
    pub fn back(&self, one: Waiting) {
        self.waiting().1.insert(one.number, one);
    }
}

impl Waiting {
    /// As it is shown.
    pub fn shown(&self) -> Approval {
        let (table, what) = match &self.asked {
            Asked::Command { table, command, .. } => {
                (Some(table.clone()), String::from_utf8_lossy(command).into_owned())
            }
            Asked::Resume { table } => (Some(table.clone()), "resume".to_string()),
            Asked::Adjust { player, units, why } => {
                (None, format!("adjust player {player} by {units}: {why}"))
            }
        };
        let first = self.first.name.clone();
        Approval { number: self.number, first, table, what, until: self.until.milliseconds() }
    }
}
