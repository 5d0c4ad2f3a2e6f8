//! What waits for a second person: voids, results put right, money adjusted, a halted table let go on.
//!
//! The first asks; a second, signed in on their own, of the rank the book asks, says yes. What both sign is
//! the effect: what would follow, and every account that moves, before and after. It is shown, its hash is on
//! record with both names, and if it is another by the time of the yes, the approval is void. What somebody
//! asked for does not outlive their session's good standing, and nobody has many things waiting.

use crate::house::House;
use crate::office::Verdict;
use crate::people::Session;
use crate::refusal::No;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use floor::wire::{Approval, SecondPerson};
use floor::{Effect, Purses, Significant, Voucher};
use game::{Moment, Refusal};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long it waits, in milliseconds.
const WAITS: i64 = 5 * 60 * 1000;
/// How many may wait, of one person and of all.
const EACH: usize = 8;
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
        /// The command, as it was sent.
        command: Bytes,
        /// The command, as the house understood it.
        what: String,
    },
    /// A table that stands still is to go on.
    Resume {
        /// Which.
        table: String,
    },
    /// A player's account is to be adjusted, or much is to come in or go out at the cage.
    Adjust {
        /// Whose.
        player: u32,
        /// By how much.
        units: i64,
        /// What it is, and why.
        what: String,
        /// Under which key, and what was asked under it.
        key: Option<(String, journal::Asked)>,
    },
    /// Promotional tokens are to be given for a voucher.
    Voucher(Voucher),
}

impl Asked {
    /// Whether it is the same thing under the same key, if it has one.
    ///
    /// # Errors
    /// `key.reused`: something else was asked under that key.
    fn is_again(&self, other: &Self) -> Result<bool, No> {
        let (same, key) = match (self, other) {
            (
                Self::Command { table, key, command, .. },
                Self::Command { table: at, key: known, command: before, .. },
            ) if table == at && key == known => (command == before, key),
            (
                Self::Adjust { key: Some((key, asked)), .. },
                Self::Adjust { key: Some((known, before)), .. },
            ) if key == known => (asked == before, key),
            _ => return Ok(false),
        };
        match same {
            true => Ok(true),
            false => Err(No::new("key.reused", format!("key {key:?} already stands for what waits"))),
        }
    }
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
    /// For whom it waits.
    pub second: SecondPerson,
    /// What would follow.
    pub effect: Effect,
    /// Until when it waits.
    pub until: Moment,
    /// Whether a second person has just said yes to it.
    taken: bool,
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

    /// One more waits; or one that waits already, if it is asked for again under its key.
    ///
    /// # Errors
    /// Too many wait; the key stands for something else that waits.
    fn ask(
        &self,
        first: Session,
        asked: Asked,
        (second, effect): (SecondPerson, Effect),
        now: Moment,
    ) -> Result<(Approval, bool), No> {
        let mut waiting = self.waiting();
        waiting.1.retain(|_, one| one.until > now);
        for one in waiting.1.values().filter(|one| one.first.number == first.number) {
            if asked.is_again(&one.asked)? {
                return Ok((one.shown(), false));
            }
        }
        let own = waiting.1.values().filter(|one| one.first.number == first.number).count();
        if own >= EACH {
            let message =
                format!("{own} approvals of {} are already waiting, expected at most {EACH}", first.name);
            return Err(No::new("approval.many", message));
        }
        if waiting.1.len() >= MOST {
            return Err(No::new("approval.many", format!("{MOST} approvals are already waiting")));
        }
        waiting.0 += 1;
        let number = waiting.0;
        let until = Moment::new(now.milliseconds() + WAITS);
        let one = Waiting { number, first, asked, second, effect, until, taken: false };
        let shown = one.shown();
        waiting.1.insert(number, one);
        Ok((shown, true))
    }

    /// Nothing waits any more for which somebody asked.
    pub fn forget(&self, first: &str) {
        let first = first.trim().to_lowercase();
        self.waiting().1.retain(|_, one| one.first.name != first);
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
    /// It does not wait, the second person is the first, or they saw something else.
    pub fn take(&self, number: u64, second: &Session, verdict: &Verdict, now: Moment) -> Result<Waiting, No> {
        let mut waiting = self.waiting();
        waiting.1.retain(|_, one| one.until > now);
        let one = waiting.1.get_mut(&number).filter(|one| !one.taken).ok_or_else(|| unknown(number))?;
        if verdict.approve && one.first.number == second.number {
            return Err(No::new("second.same", "the second person cannot be the first"));
        }
        // What was seen may be something else that had this number: a yes names what it is for.
        if verdict.approve && verdict.effect.as_deref() != Some(&*one.effect.hash) {
            let message = match &verdict.effect {
                None => {
                    format!("expected the hash of the effect that was seen in a yes to approval {number}")
                }
                Some(saw) => {
                    let saw = floor::brief(saw);
                    format!("approval {number} has another effect than {saw:?}: look at it again")
                }
            };
            return Err(No::new("approval.effect", message));
        }
        // It stays here until it is done, so that it goes when whoever asked does.
        one.taken = true;
        Ok(one.clone())
    }

    /// One waits on, if it still does: whoever said yes was not of the rank that it takes.
    pub fn back(&self, number: u64) {
        if let Some(one) = self.waiting().1.get_mut(&number) {
            one.taken = false;
        }
    }

    /// Whether one that was taken is still asked for; it is done, or not to be done any more, with this.
    pub fn over(&self, number: u64) -> bool {
        self.waiting().1.remove(&number).is_some()
    }
}

/// No such approval waits, or not for this person to see.
pub fn unknown(number: u64) -> No {
    No::new("approval.unknown", format!("approval {number} is not waiting"))
}

/// Asks for a second person of some rank: which approval waits.
///
/// # Errors
/// Why none does.
pub async fn ask(
    house: &House,
    first: Session,
    asked: Asked,
    (second, effect): (SecondPerson, Effect),
) -> Result<Waits, No> {
    // Two people stand by it, and each is who they say.
    counts(house, &asked, first.number)?;
    let (session, now) = (first.clone(), house.floor.clock().now());
    let (one, fresh) = house.approvals.ask(first, asked, (second, effect), now)?;
    if !fresh {
        return Ok(Waits::of(one));
    }
    let (number, place) = (one.number, one.table.as_deref().unwrap_or("cage"));
    if let Err(no) = house.says(&session) {
        house.approvals.over(number);
        return Err(no);
    }
    let what = format!("approval {number} (effect {}): {}", one.effect.hash, one.what);
    // What waits is not done yet; the record of who asked comes first.
    let event = Significant::new("approval.asked", place, Some(one.first.clone()), what);
    if let Err(error) = house.floor.significant(event).await {
        house.approvals.over(number);
        return Err(No::from(error));
    }
    Ok(Waits::of(one))
}

/// The answer to something that waits for a second person: nothing was refused, and nothing has happened yet.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Waits {
    /// `approval.waits`, the clauses by which the second person has their rank, and the number in words.
    #[serde(flatten)]
    pub refusal: Refusal,
    /// What waits, for whom, and what would follow.
    pub waits: Approval,
}

impl Waits {
    fn of(waits: Approval) -> Self {
        let (number, SecondPerson { name, clauses, .. }) = (waits.number, &waits.second);
        let message = format!("approval {number} waits for a second person, of the rank of {name} or above");
        Self { refusal: Refusal::new("approval.waits", clauses.clone(), message), waits }
    }
}

/// Why something was not done: it waits for a second person, or it was refused.
#[derive(Debug)]
pub enum Undone {
    /// It waits.
    Waits(Box<Waits>),
    /// It was refused.
    No(No),
}

impl From<Waits> for Undone {
    fn from(waits: Waits) -> Self {
        Self::Waits(Box::new(waits))
    }
}

impl From<No> for Undone {
    fn from(no: No) -> Self {
        Self::No(no)
    }
}

impl From<Refusal> for Undone {
    fn from(refused: Refusal) -> Self {
        Self::No(refused.into())
    }
}

impl From<journal::Error> for Undone {
    fn from(error: journal::Error) -> Self {
        Self::No(error.into())
    }
}

impl IntoResponse for Undone {
    fn into_response(self) -> Response {
        match self {
            Self::Waits(waits) => (StatusCode::ACCEPTED, Json(*waits)).into_response(),
            Self::No(no) => no.into_response(),
        }
    }
}

/// Whether somebody's word counts for something: everywhere but at a practice table it has to.
///
/// # Errors
/// `people.not_vouched`.
pub fn counts(house: &House, asked: &Asked, number: u32) -> Result<(), Refusal> {
    let table = match asked {
        Asked::Command { table, .. } | Asked::Resume { table } => house.floor.table(table),
        Asked::Adjust { .. } | Asked::Voucher(_) => None,
    };
    match table.is_some_and(|table| table.setup().money == Purses::Practice) {
        true => Ok(()),
        false => house.people.counts(number),
    }
}

impl Waiting {
    /// Whether whoever asked still is who they were.
    ///
    /// # Errors
    /// `approval.first`.
    pub fn stands(&self, house: &House) -> Result<(), No> {
        let first = house.people.find(self.first.number);
        match first.is_some_and(|first| first.enabled && first.role == self.first.role) {
            true => Ok(()),
            false => {
                Err(No::new("approval.first", format!("{} may no longer ask for this", self.first.name)))
            }
        }
    }

    /// As it is shown.
    pub fn shown(&self) -> Approval {
        let (table, what) = match &self.asked {
            Asked::Command { table, what, .. } => (Some(table.clone()), what.clone()),
            Asked::Resume { table } => (Some(table.clone()), "resume".to_string()),
            Asked::Adjust { player, units, what, .. } => {
                (None, format!("player {player} by {units}: {what}"))
            }
            Asked::Voucher(Voucher { number, player, amount, .. }) => {
                (None, format!("voucher {number}: {amount} in tokens for {player}"))
            }
        };
        let (first, second, effect) = (self.first.name.clone(), self.second.clone(), self.effect.clone());
        Approval { number: self.number, first, table, what, second, effect, until: self.until.milliseconds() }
    }
}
