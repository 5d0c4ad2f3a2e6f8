//! Signing in and out.
//!
//! Three failures in a row lock a name: players and administrators for a quarter of an hour, other staff
//! until an administrator lets them in. Names that are not on the books, are disabled or stay locked all
//! get the answers, and cost the work, that any other name would, so that nobody learns who is on the
//! books. Such names are not written down: people type passwords where names belong.

use super::password::Password;
use super::roster::{Member, PeopleEvent, plain};
use super::session::{Entry, Token};
use super::{Change, Desk, People, not_kept, to_the_end};
use crate::role::Role;
use floor::Significant;
use floor::ask::Refused;
use game::Moment;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tokio::sync::MutexGuard;

/// Failures in a row that lock a name.
const FAILURES: u8 = 3;
/// How long a lock shows as one, and keeps players out, in milliseconds.
const QUARTER: i64 = 15 * 60_000;
/// How many sessions somebody may have; the oldest ends for one more.
const SESSIONS: usize = 20;
/// How many may try at once.
const TRYING: usize = 256;
/// How many names that nobody has are remembered.
const STRANGERS: usize = 10_000;
/// At how many gates people queue: tries at one name follow each other.
const GATES: usize = 64;

/// Where people come in.
pub(super) struct Door {
    gates: Vec<tokio::sync::Mutex<()>>,
    strangers: Mutex<HashMap<u64, Stranger>>,
    /// So that nobody can choose whom they queue with.
    keys: RandomState,
    trying: AtomicUsize,
}

/// A name that cannot sign in.
#[derive(Clone, Copy, Default)]
struct Stranger {
    failures: u8,
    until: Option<Moment>,
}

struct Trying<'d>(&'d AtomicUsize);

impl Drop for Trying<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Door {
    fn default() -> Self {
        Self {
            gates: (0..GATES).map(|_| tokio::sync::Mutex::default()).collect(),
            strangers: Mutex::default(),
            keys: RandomState::new(),
            trying: AtomicUsize::new(0),
        }
    }
}

impl Door {
    fn enter(&self) -> Result<Trying<'_>, Refused> {
        let before = self.trying.fetch_add(1, Ordering::Relaxed);
        let trying = Trying(&self.trying);
        match before < TRYING {
            true => Ok(trying),
            false => Err(Refused::new("sign-in.busy", format!("{TRYING} try to sign in, wait a moment"))),
        }
    }

    async fn gate(&self, name: &str) -> MutexGuard<'_, ()> {
        let place = self.keys.hash_one(name) as usize % GATES;
        self.gates[place].lock().await
    }

    /// Whether a name that cannot sign in shows as locked.
    fn is_locked(&self, name: &str, now: Moment) -> bool {
        let strangers = self.strangers.lock().unwrap_or_else(PoisonError::into_inner);
        let stranger = strangers.get(&self.keys.hash_one(name));
        stranger.and_then(|stranger| stranger.until).is_some_and(|until| until > now)
    }

    /// Counts a failure of a name that cannot sign in; whether it shows as locked now.
    fn failed(&self, name: &str, now: Moment) -> bool {
        let mut strangers = self.strangers.lock().unwrap_or_else(PoisonError::into_inner);
        if strangers.len() >= STRANGERS {
            strangers.retain(|_, stranger| stranger.until.is_some_and(|until| until > now));
        }
        if strangers.len() >= STRANGERS {
            strangers.clear();
        }
        let stranger = strangers.entry(self.keys.hash_one(name)).or_default();
        stranger.failures += 1;
        let locked = stranger.failures >= FAILURES;
        if locked {
            *stranger = Stranger { failures: 0, until: Some(later(now)) };
        }
        locked
    }
}

impl People {
    /// Signs somebody in; the token of their session. `device` says where, for the record.
    ///
    /// # Errors
    /// `sign-in.wrong`, `sign-in.locked`, `sign-in.busy`; it was not kept.
    pub async fn sign_in(&self, name: &str, password: &str, device: &str) -> Result<String, Refused> {
        let (people, name, password) = (self.clone(), name.to_string(), Password::new(password));
        let device: String = device.chars().filter(|c| !c.is_control()).take(120).collect();
        to_the_end(async move {
            let (mut desk, member) = people.prove(&name, &password, &device).await?;
            let token = Token::fresh().ok_or_else(not_kept)?;
            let Member { number, name, role, failures, .. } = member;
            let entry = Entry::new(number, name.clone(), role, &device, people.0.clock.now());
            let mut ends = people.sessions().of(number);
            ends.truncate((ends.len() + 1).saturating_sub(SESSIONS));
            let what = format!("signed in as {role}");
            let significant = vec![Significant::new("sign-in.done", &device, Some(name.to_string()), what)];
            let failures = (failures > 0).then_some((name, 0));
            let begins = Some((token.key(), entry));
            let change = Change { significant, failures, begins, ends, ..Change::default() };
            people.carry_out(&mut desk, change).await?;
            Ok(token.text())
        })
        .await
    }

    /// Ends a session, if it is one.
    ///
    /// # Errors
    /// It is over, and this was not kept.
    pub async fn sign_out(&self, token: &str) -> Result<(), Refused> {
        let Some(token) = Token::read(token) else { return Ok(()) };
        let people = self.clone();
        to_the_end(async move {
            let mut desk = people.desk().await?;
            let key = token.key();
            let Some(entry) = people.sessions_mut().remove(&key) else { return Ok(()) };
            let session = entry.session(&token);
            let out = || Significant::new("sign-in.out", "house", Some(session.name.clone()), "signed out");
            let significant = (session.role != Role::Guest).then(out).into_iter().collect();
            let kept = people
                .carry_out(&mut desk, Change { significant, ends: vec![key], ..Change::default() })
                .await;
            if kept.is_err() {
                desk.gone.push(key);
            }
            kept
        })
        .await
    }

    /// Has somebody prove by the password who they are; holds the desk, so that it stays true.
    ///
    /// # Errors
    /// `sign-in.wrong`, `sign-in.locked`, `sign-in.busy`; it was not kept.
    pub(super) async fn prove(
        &self,
        name: &str,
        password: &Password,
        device: &str,
    ) -> Result<(MutexGuard<'_, Desk>, Member), Refused> {
        let (door, mill) = (&self.0.door, &self.0.mill);
        let _trying = door.enter()?;
        let name = plain(name);
        let _gate = door.gate(&name).await;
        let now = self.0.clock.now();
        let found = self.roster().named(&name).cloned();
        let Some(member) = found.clone().filter(|member| can_sign_in(member, now)) else {
            let who = found.as_ref().map(|member| member.name.to_string());
            let shows = found.filter(|member| member.enabled).and_then(|member| member.lock(now));
            let shows = shows.is_some_and(|lock| later(lock.at) > now);
            if shows || door.is_locked(&name, now) {
                return Err(self.note_failure(who, device, "tried while locked", locked()).await);
            }
            mill.matches(password, None).await?;
            let refused = if door.failed(&name, now) { locked() } else { wrong() };
            return Err(self.note_failure(who, device, "no such name, or it may not sign in", refused).await);
        };
        let right = mill.matches(password, member.digest.clone()).await?;
        let mut desk = self.desk().await?;
        let still = self.roster().named(&name).cloned();
        let still = still.filter(|still| can_sign_in(still, now) && still.digest == member.digest);
        match still {
            Some(member) if right => Ok((desk, member)),
            Some(member) => Err(self.count_failure(&mut desk, &member, device).await),
            // Disabled, locked or given another password just now.
            None => Err(wrong()),
        }
    }

    async fn note_failure(&self, who: Option<String>, device: &str, what: &str, refused: Refused) -> Refused {
        let significant = vec![Significant::new("sign-in.failed", device, who, what)];
        let noted = async {
            let mut desk = self.desk().await?;
            self.carry_out(&mut desk, Change { significant, ..Change::default() }).await
        };
        noted.await.err().unwrap_or(refused)
    }

    async fn count_failure(&self, desk: &mut Desk, member: &Member, device: &str) -> Refused {
        let (now, who) = (self.0.clock.now(), Some(member.name.to_string()));
        let count = member.failures.saturating_add(1);
        let what = format!("a wrong password, failure {count} of {FAILURES}");
        let mut significant = vec![Significant::new("sign-in.failed", device, who.clone(), what)];
        let mut events = Vec::new();
        let locks = count >= FAILURES;
        if locks {
            let until = member.role.lock_for().map(|span| Moment::new(now.milliseconds() + span));
            let what = match until {
                Some(_) => "locked for a quarter of an hour",
                None => "locked until an administrator unlocks",
            };
            significant.push(Significant::new("sign-in.locked", device, who, what));
            events.push(PeopleEvent::Locked { number: member.number, until });
        }
        let failures = Some((member.name.clone(), if locks { 0 } else { count }));
        let change = Change { events, significant, failures, ..Change::default() };
        let refused = if locks { locked() } else { wrong() };
        self.carry_out(desk, change).await.err().unwrap_or(refused)
    }
}

fn can_sign_in(member: &Member, now: Moment) -> bool {
    member.enabled && member.lock(now).is_none()
}

const fn later(now: Moment) -> Moment {
    Moment::new(now.milliseconds() + QUARTER)
}

fn wrong() -> Refused {
    Refused::new("sign-in.wrong", "the name or the password is wrong, or an administrator has to unlock it")
}

fn locked() -> Refused {
    let message =
        format!("{FAILURES} failures in a row: locked for 15 minutes, or until an administrator unlocks");
    Refused::new("sign-in.locked", message)
}
