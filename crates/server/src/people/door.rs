//! The door: who may try to sign in now, and who has to wait.
//!
//! Failures are counted by name and place together, and what follows grows with them: the third in a row
//! brings a wait of fifteen seconds, each one more twice as long, a quarter of an hour at most. A place is
//! the line that an address belongs to, or a browser in which that person has signed in before: whoever
//! guesses elsewhere does not touch it. A name at which many lines fail is slowed down for lines where its
//! owner never signed in, to a try every two seconds, and for nobody else; there they stand in line, one of each
//! line at a time, so that whoever has many lines does not keep out whoever has one. Names that are not on the books
//! are counted the same way, and nothing of it is written down, so that a locked name and a stranger's
//! answer alike, before a restart and after it.

use floor::ask::Refused;
use game::Moment;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
/// How many stand in line at a name that is slowed down, and how long each waits at most, in milliseconds.
const STANDING: usize = 32;
pub(super) const STANDS: i64 = 90_000;
/// How many places and names are remembered.
const MOST: usize = 20_000;
/// How many may try at once, and of these from one line.
const TRYING: usize = 256;
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

/// Where tries at a name that is slowed down stand in line.
type Line = Arc<tokio::sync::Mutex<()>>;

/// What failed at one name.
#[derive(Default)]
struct Tried {
    line: Line,
    /// Who stands in it.
    standing: HashSet<u64>,
    spots: HashMap<u64, Failed>,
    /// When the failures from strange lines will all be forgotten.
    hot: i64,
    /// When it was last told that it is slowed down.
    told: i64,
    /// Tries that were turned away since the last one that was not.
    turned: u32,
}

impl Tried {
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
}

/// A place in the line at a name that is slowed down; it is left when this goes.
pub(super) struct Standing<'d> {
    door: &'d Door,
    name: u64,
    spot: u64,
    line: Line,
}

impl Drop for Standing<'_> {
    fn drop(&mut self) {
        if let Some(tried) = self.door.tried().get_mut(&self.name) {
            tried.standing.remove(&self.spot);
        }
    }
}

impl Standing<'_> {
    /// Waits for its turn.
    pub async fn turn(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.line.lock().await
    }
}

/// Where people come in.
pub(super) struct Door {
    gates: Vec<tokio::sync::Mutex<()>>,
    tried: Mutex<HashMap<u64, Tried>>,
    /// So that nobody can choose whom they queue with.
    keys: RandomState,
    trying: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// One who tries.
pub(super) struct Trying<'d>(&'d Door, IpAddr);

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        let mut trying = self.0.trying.lock().unwrap_or_else(PoisonError::into_inner);
        trying.0 -= 1;
        if let Some(each) = trying.1.get_mut(&self.1) {
            *each -= 1;
            if *each == 0 {
                trying.1.remove(&self.1);
            }
        }
    }
}

impl Default for Door {
    fn default() -> Self {
        Self {
            gates: (0..GATES).map(|_| tokio::sync::Mutex::default()).collect(),
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

    /// One more tries.
    ///
    /// # Errors
    /// `sign-in.busy`.
    pub fn enter(&self, line: IpAddr) -> Result<Trying<'_>, Refused> {
        let mut trying = self.trying.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |most: usize| format!("{most} people are trying to sign in: wait a moment");
        if trying.0 >= TRYING {
            return Err(Refused::new("sign-in.busy", busy(TRYING)));
        }
        let each = trying.1.entry(line).or_default();
        if *each >= TRYING_EACH {
            return Err(Refused::new("sign-in.busy", busy(TRYING_EACH)));
        }
        *each += 1;
        trying.0 += 1;
        Ok(Trying(self, line))
    }

    pub async fn gate(&self, name: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let place = self.keys.hash_one(name) as usize % GATES;
        self.gates[place].lock().await
    }

    /// A place in line, where a name is slowed down for this spot and it has no wait of its own, unless it stands
    /// there already.
    pub fn stand(&self, name: &str, spot: Spot, known: bool, now: Moment) -> Option<Standing<'_>> {
        let now = now.milliseconds();
        let (name, spot) = (self.keys.hash_one(name), self.keys.hash_one(spot));
        let mut all = self.tried();
        let tried = all.get_mut(&name).filter(|tried| !known && tried.slowed_until() > now)?;
        let waits = tried.spots.get(&spot).is_some_and(|failed| failed.until > now);
        if waits || tried.standing.len() >= STANDING || !tried.standing.insert(spot) {
            return None;
        }
        Some(Standing { door: self, name, spot, line: tried.line.clone() })
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
        let mut slowed = false;
        if !known {
            let was = is_hot(tried.hot, now);
            tried.hot = (tried.hot.max(now) + COOLS).min(now + HOT * COOLS);
            slowed = !was && is_hot(tried.hot, now) && tried.told + TOLD <= now;
            if slowed {
                tried.told = now;
            }
        }
        let turned = std::mem::take(&mut tried.turned);
        Failure { times, until: (until > now).then_some(Moment::new(until)), slowed, turned }
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
        self.tried().remove(&self.keys.hash_one(name)).is_some()
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
            !tried.spots.is_empty() || is_hot(tried.hot, now) || !tried.standing.is_empty()
        });
    }
    if all.len() >= MOST {
        all.clear();
    }
}
