//! The door: who may try to sign in now, and who has to wait.
//!
//! Failures are counted by name and place together, and what follows grows with them: the third in a row
//! brings a wait of fifteen seconds, each one more twice as long, a quarter of an hour at most. A place is
//! the line that an address belongs to, or a browser in which that person has signed in before: whoever
//! guesses elsewhere does not touch it. A name at which many lines fail is slowed down for lines where its
//! owner never signed in, to a try every two seconds, and for nobody else; tries from such lines stand in
//! line, network by network ([`turns`](super::turns)), so that whoever has many lines does not keep out whoever has
//! one. Whoever tries from where they have signed in before has places and gates of their own. Names that are not on the books
//! are counted the same way, and nothing of it is written down, so that a locked name and a stranger's
//! answer alike, before a restart and after it.

use super::turns::Turns;
use crate::limit::networks;
use game::{Moment, Refusal};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Failures in a row at one place before it has to wait.
pub(super) const FAILURES: u32 = 3;
/// The first wait, and the longest, in milliseconds.
const FIRST: i64 = 15_000;
const LONGEST: i64 = 15 * 60_000;
/// How long failures are remembered, in milliseconds.
const REMEMBERED: i64 = 24 * 60 * 60_000;
/// Failures at one name, from lines where its owner never signed in, that slow it down; and how long it
/// takes until one of them is forgotten, in milliseconds.
const HOT: i64 = 20;
const COOLS: i64 = 2_000;
/// Between two words that a name is slowed down, in milliseconds.
const TOLD: i64 = 10 * 60_000;
/// How long somebody stands in line at a name that is slowed down, in milliseconds.
pub(super) const STANDS: i64 = 90_000;
/// How many places and names are remembered.
const MOST: usize = 20_000;
/// How many may try at once, of those who are known there and of strangers; of strangers from one provider, network
/// and line, of those who are known at one name.
const TRYING: usize = 256;
const TRYING_FROM: [usize; 3] = [128, 32, 8];
const TRYING_EACH: usize = 8;
/// At how many gates people queue: tries at one name follow each other.
const GATES: usize = 64;

/// Where somebody tries from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    /// A line.
    Line(IpAddr),
    /// A browser in which they signed in before, by the mark that it got then.
    Browser([u8; 16]),
}

/// What failed at one name.
#[derive(Default)]
struct Tried {
    /// Who stands in line.
    turns: Turns,
    spots: HashMap<u64, Failed>,
    /// When the failures from strange lines will all be forgotten.
    hot: i64,
    /// When it was last told that it is slowed down.
    told: i64,
    /// Tries that were turned away since the last one that was not.
    turned: u32,
}

impl Tried {
    /// Whether nothing is to be remembered of it.
    fn is_nothing(&self) -> bool {
        self.spots.is_empty() && self.hot == 0 && self.turns.is_empty()
    }

    /// When the next try from a strange line may come.
    const fn slowed_until(&self) -> i64 {
        self.hot - (HOT - 1) * COOLS
    }
}

/// What failed at one name from one spot.
#[derive(Clone, Copy, Default)]
struct Failed {
    times: u32,
    last: i64,
    until: i64,
}

/// What a failure comes to.
pub(super) struct Failure {
    /// How many in a row.
    pub times: u32,
    /// Until when it has to wait, if it has to.
    pub until: Option<Moment>,
    /// Whether the name is slowed down from now on.
    pub slowed: bool,
    /// How many were turned away since the last that was not.
    pub turned: u32,
    /// Whether the name is slowed down.
    pub hot: bool,
}

/// A place in the line at a name; it is left when this goes.
pub(super) struct Standing {
    door: Arc<Door>,
    name: u64,
    id: u64,
    given: Option<oneshot::Receiver<()>>,
}

impl Drop for Standing {
    fn drop(&mut self) {
        let mut all = self.door.tried();
        if let Some(tried) = all.get_mut(&self.name) {
            tried.turns.leave(self.id);
            if tried.is_nothing() {
                all.remove(&self.name);
            }
        }
    }
}

impl Standing {
    /// Waits for its turn; whether it comes.
    pub async fn turn(&mut self) -> bool {
        match self.given.take() {
            Some(given) => given.await.is_ok(),
            None => true,
        }
    }
}

/// Where people come in.
pub(super) struct Door {
    gates: Vec<tokio::sync::Mutex<()>>,
    tried: Mutex<HashMap<u64, Tried>>,
    /// So that nobody can choose whom they queue with.
    keys: RandomState,
    trying: Mutex<Tries>,
}

/// How many try: strangers and those who are known, and of each group.
#[derive(Default)]
struct Tries {
    all: [usize; 2],
    each: HashMap<u64, usize>,
}

/// One who tries.
pub(super) struct Trying<'d> {
    door: &'d Door,
    known: bool,
    groups: Vec<u64>,
}

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        let mut trying = self.door.trying.lock().unwrap_or_else(PoisonError::into_inner);
        trying.all[usize::from(self.known)] -= 1;
        for group in &self.groups {
            if let Some(each) = trying.each.get_mut(group) {
                *each -= 1;
                if *each == 0 {
                    trying.each.remove(group);
                }
            }
        }
    }
}

impl Default for Door {
    fn default() -> Self {
        Self {
            gates: (0..2 * GATES).map(|_| tokio::sync::Mutex::default()).collect(),
            tried: Mutex::default(),
            keys: RandomState::new(),
            trying: Mutex::default(),
        }
    }
}

impl Door {
    fn tried(&self) -> MutexGuard<'_, HashMap<u64, Tried>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more tries at a name from a line, where its owner is known or is not.
    ///
    /// # Errors
    /// `sign-in.busy`.
    pub fn enter(&self, name: &str, line: IpAddr, known: bool) -> Result<Trying<'_>, Refusal> {
        let groups: Vec<(u64, usize)> = match known {
            true => vec![(self.keys.hash_one(name), TRYING_EACH)],
            false => {
                let from = networks(line).into_iter().zip(TRYING_FROM).enumerate();
                from.map(|(level, (network, most))| (self.keys.hash_one((level, network)), most)).collect()
            }
        };
        let mut trying = self.trying.lock().unwrap_or_else(PoisonError::into_inner);
        let tries = |most: usize| format!("{most} people are trying to sign in: wait a moment");
        let full = |(group, most): &&(u64, usize)| trying.each.get(group).is_some_and(|each| each >= most);
        let most = match groups.iter().find(full) {
            Some((_, most)) => Some(*most),
            None => (trying.all[usize::from(known)] >= TRYING).then_some(TRYING),
        };
        if let Some(most) = most {
            return Err(Refusal::plain("sign-in.busy", tries(most)));
        }
        groups.iter().for_each(|(group, _)| *trying.each.entry(*group).or_default() += 1);
        trying.all[usize::from(known)] += 1;
        Ok(Trying { door: self, known, groups: groups.into_iter().map(|(group, _)| group).collect() })
    }

    /// Tries at one name follow each other; strangers' tries hold up nobody who is known.
    pub async fn gate(&self, name: &str, known: bool) -> tokio::sync::MutexGuard<'_, ()> {
        let place = self.keys.hash_one(name) as usize % GATES + if known { GATES } else { 0 };
        self.gates[place].lock().await
    }

    /// A place in line for a try from where a name's owner never signed in, unless it has a wait of its own, or its line
    /// stands there already. Also while the name is not slowed down: it may be by the time this one is let in.
    pub fn stand(self: &Arc<Self>, name: &str, spot: Spot, known: bool, now: Moment) -> Option<Standing> {
        let now = now.milliseconds();
        let Spot::Line(line) = spot else { return None };
        if known {
            return None;
        }
        let from = networks(line).map(|network| self.keys.hash_one(network));
        let (name, spot) = (self.keys.hash_one(name), self.keys.hash_one(spot));
        let mut all = self.tried();
        let tried = all.entry(name).or_default();
        if tried.spots.get(&spot).is_some_and(|failed| failed.until > now) {
            return None;
        }
        let (id, given) = tried.turns.stand(from)?;
        Some(Standing { door: self.clone(), name, id, given: Some(given) })
    }

    /// Until when a try at a name has to wait, if it has to; it is turned away then. `known` says whether
    /// its owner has signed in from there.
    pub fn waits(&self, name: &str, spot: Spot, known: bool, now: Moment) -> Option<Moment> {
        let now = now.milliseconds();
        let mut all = self.tried();
        let tried = all.get_mut(&self.keys.hash_one(name))?;
        let until = tried.spots.get(&self.keys.hash_one(spot)).map_or(0, |failed| failed.until);
        let until = until.max(if known { 0 } else { tried.slowed_until() });
        if until <= now {
            return None;
        }
        tried.turned = tried.turned.saturating_add(1);
        Some(Moment::new(until))
    }

    /// Counts a failure.
    pub fn failed(&self, name: &str, spot: Spot, known: bool, now: Moment) -> Failure {
        let now = now.milliseconds();
        let mut all = self.tried();
        forget_old(&mut all, now);
        let tried = all.entry(self.keys.hash_one(name)).or_default();
        let failed = tried.spots.entry(self.keys.hash_one(spot)).or_default();
        if failed.last + REMEMBERED <= now {
            *failed = Failed::default();
        }
        failed.times = failed.times.saturating_add(1);
        failed.last = now;
        if let Some(more) = failed.times.checked_sub(FAILURES) {
            failed.until = now + (FIRST << more.min(16)).min(LONGEST);
        }
        let (times, until) = (failed.times, failed.until);
        let (mut slowed, mut hot) = (false, false);
        if !known {
            let was = is_hot(tried.hot, now);
            tried.hot = (tried.hot.max(now) + COOLS).min(now + HOT * COOLS);
            hot = was;
            slowed = !was && is_hot(tried.hot, now) && tried.told + TOLD <= now;
            if slowed {
                tried.told = now;
            }
        }
        let turned = std::mem::take(&mut tried.turned);
        Failure { times, until: (until > now).then_some(Moment::new(until)), slowed, turned, hot }
    }

    /// Somebody came in: what failed from there before is forgotten.
    pub fn came_in(&self, name: &str, spot: Spot) {
        let (name, spot) = (self.keys.hash_one(name), self.keys.hash_one(spot));
        if let Some(tried) = self.tried().get_mut(&name) {
            tried.spots.remove(&spot);
        }
    }

    /// Everything that failed at a name is forgotten; whether there was something.
    pub fn forgive(&self, name: &str) -> bool {
        let (mut all, name) = (self.tried(), self.keys.hash_one(name));
        let Some(tried) = all.get_mut(&name) else { return false };
        let failed = !tried.spots.is_empty() || tried.hot > 0;
        // Whoever stands in line stays there.
        *tried = Tried { turns: std::mem::take(&mut tried.turns), ..Tried::default() };
        if tried.is_nothing() {
            all.remove(&name);
        }
        failed
    }

    /// Until when a try at a name has to wait somewhere, if it has to.
    pub fn shut(&self, name: &str, now: Moment) -> Option<Moment> {
        let all = self.tried();
        let until = all.get(&self.keys.hash_one(name))?.spots.values().map(|failed| failed.until).max()?;
        (until > now.milliseconds()).then_some(Moment::new(until))
    }
}

const fn is_hot(hot: i64, now: i64) -> bool {
    hot - now > (HOT - 1) * COOLS
}

/// Makes room: what is long ago goes first, then what keeps nobody waiting, then all of it.
fn forget_old(all: &mut HashMap<u64, Tried>, now: i64) {
    let count = |all: &HashMap<u64, Tried>| all.values().map(|tried| tried.spots.len().max(1)).sum::<usize>();
    for keep in [
        |failed: &Failed, now: i64| failed.last + REMEMBERED > now,
        |failed: &Failed, now: i64| failed.until > now,
        |_: &Failed, _: i64| false,
    ] {
        if count(all) < MOST {
            return;
        }
        all.retain(|_, tried| {
            tried.spots.retain(|_, failed| keep(failed, now));
            !tried.spots.is_empty() || is_hot(tried.hot, now) || !tried.turns.is_empty()
        });
    }
    if all.len() >= MOST {
        all.clear();
    }
}
