//! Sessions: who is signed in, by a token that only they have.
//!
//! A token is 256 random bits. The house keeps its hash, so neither a copy of the database nor what is in
//! memory lets anybody in, and finds the session by it without waiting for anything. The second token,
//! which a page has to send along when it changes something, is another hash of the first: it is never
//! kept either.

use super::doors::Doors;
use crate::limit::networks;
use crate::role::Role;
use floor::{Clock, Numbers, Passing};
use game::{Moment, Person};
use journal::{Error, Hash, Journal, Kept, Unit};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use subtle::ConstantTimeEq;

/// The shelf that sessions are on.
pub(super) const SHELF: &str = "session";
/// Uses closer to the last than this many milliseconds are not written down.
const FINE: i64 = 1000;

/// What has everybody sign in again: no session is on its shelf, and none on record, so that none that is put back
/// counts.
///
/// # Errors
/// The journal cannot be read.
pub fn forget_sessions(journal: &Journal, now: Moment) -> Result<Unit, Error> {
    let mut store = journal.reader()?;
    let gone = |(name, _)| Kept { shelf: SHELF.into(), name, value: None };
    let kept = store.shelf(SHELF)?.into_iter().map(gone).collect();
    let (doors, _) = Doors::read(&mut *store)?;
    let open = doors.without(&HashSet::new());
    let drafts = doors.draft(None, &open, now).into_iter().collect();
    Ok(Unit { kept, drafts, ..Unit::default() })
}

/// Somebody who is signed in, a guest included. Cheap to clone.
#[derive(Clone)]
pub struct Session(Arc<Card>);

/// What is known of somebody who is signed in.
pub struct Card {
    /// Their number: a player's or a member of staff's, or a guest's.
    pub number: u32,
    /// Their name.
    pub name: String,
    /// What they are to the house.
    pub role: Role,
    /// Who they are at a table.
    pub person: Person,
    /// The second token, for whatever changes something.
    pub csrf: String,
    /// Since when they are signed in.
    pub since: Moment,
    /// Whether somebody else chose their password: they do nothing before they have changed it.
    pub password_given: bool,
    /// When they last saw how long they have played. Not kept: after a start it comes once more.
    reality: AtomicI64,
}

impl Session {
    /// Whether a text is the second token; takes as long either way.
    pub fn csrf_is(&self, given: &str) -> bool {
        given.as_bytes().ct_eq(self.csrf.as_bytes()).into()
    }

    /// From when on it counts how long they have played without being told.
    pub fn reality_since(&self) -> Moment {
        self.since.max(Moment::new(self.reality.load(Ordering::Relaxed)))
    }

    /// Notes that they have seen it.
    pub fn note_reality(&self, now: Moment) {
        self.reality.fetch_max(now.milliseconds(), Ordering::Relaxed);
    }
}

impl Deref for Session {
    type Target = Card;

    fn deref(&self) -> &Card {
        &self.0
    }
}

/// Prints no token.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let card = &self.0;
        f.debug_struct("Session")
            .field("number", &card.number)
            .field("name", &card.name)
            .field("role", &card.role)
            .finish_non_exhaustive()
    }
}

/// A session's token: printed only where it is handed out.
pub(super) struct Token([u8; 32]);

impl Token {
    /// A fresh one; `None` if the operating system has no chance to give.
    pub fn fresh() -> Option<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok().map(|()| Self(bytes))
    }

    /// The token that somebody sent.
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok().map(|()| Self(bytes))
    }

    /// By which the session is found. The label is short, so that it is one step of the hash.
    pub fn key(&self) -> Hash {
        Hash::of("houseway/token", &[&self.0])
    }

    fn csrf(&self) -> String {
        hex::encode(Hash::of("houseway/csrf", &[&self.0]).0)
    }

    /// To be handed out.
    pub fn text(&self) -> String {
        hex::encode(self.0)
    }
}

/// A session as it is kept.
#[derive(Serialize, Deserialize)]
struct Form {
    number: u32,
    made: Moment,
    used: Moment,
    device: String,
}

/// Whether a session that was kept is a guest's.
pub(super) fn is_guests(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Form>(bytes).is_ok_and(|form| form.number >= Numbers::GUEST)
}

/// A session as the house knows it.
pub(super) struct Entry {
    pub number: u32,
    pub made: Moment,
    /// Where a guest came from.
    pub line: Option<IpAddr>,
    role: Role,
    name: Arc<str>,
    given: bool,
    device: String,
    used: AtomicI64,
    written: AtomicI64,
    /// How many stations of it are there, and when the last one went.
    stations: AtomicUsize,
    left: AtomicI64,
    /// Whether somebody has found it to be over.
    over: AtomicBool,
    /// Made when the token is first seen: it is not known before.
    session: OnceLock<Session>,
}

impl Entry {
    pub fn new(number: u32, name: Arc<str>, role: Role, device: &str, now: Moment) -> Self {
        let used = now.milliseconds();
        Self {
            number,
            made: now,
            line: device.parse().ok().filter(|_| role == Role::Guest),
            role,
            name,
            given: false,
            device: device.into(),
            used: AtomicI64::new(used),
            written: AtomicI64::new(used),
            stations: AtomicUsize::new(0),
            left: AtomicI64::new(used),
            over: AtomicBool::new(false),
            session: OnceLock::new(),
        }
    }

    /// As it was kept, for somebody who may still be signed in.
    pub fn read(bytes: &[u8], who: impl FnOnce(u32) -> Option<(Arc<str>, Role, bool)>) -> Option<Self> {
        let form: Form = serde_json::from_slice(bytes).ok()?;
        let (name, role, given) = match form.number {
            guest if guest >= Numbers::GUEST => (guest_name(guest), Role::Guest, false),
            number => who(number)?,
        };
        let entry = Self::new(form.number, name, role, &form.device, form.used);
        Some(Self { made: form.made, given, ..entry })
    }

    /// The same for somebody whose password somebody else chose, or not.
    pub fn given(self, given: bool) -> Self {
        Self { given, ..self }
    }

    /// Whether it was begun with a password that another gave.
    pub const fn is_given(&self) -> bool {
        self.given
    }

    /// When whoever has it last gave a sign of life.
    pub fn last_seen(&self, now: Moment) -> Moment {
        if self.stations.load(Ordering::Acquire) > 0 {
            return now;
        }
        Moment::new(self.used.load(Ordering::Relaxed).max(self.left.load(Ordering::Relaxed)))
    }

    /// To be kept under its key.
    pub fn kept(&self, key: &Hash) -> Kept {
        let used = Moment::new(self.used.load(Ordering::Relaxed));
        let form = Form { number: self.number, made: self.made, used, device: self.device.clone() };
        Kept { shelf: SHELF.into(), name: key.to_string(), value: serde_json::to_vec(&form).ok() }
    }

    /// Whether it was idle for too long, by time that was seen or confirmed. One that once was is over for good,
    /// whatever the clock says later.
    pub fn is_over(&self, now: &Passing) -> bool {
        if now.since(Moment::new(self.used.load(Ordering::Relaxed))) >= self.role.idle_max() {
            self.over.store(true, Ordering::Relaxed);
        }
        self.over.load(Ordering::Relaxed)
    }

    /// Whether it does not go on after a start: of staff, also if nobody saw the time that passed, or if a clock that
    /// was wrong stamped their last use. Whoever finds a console in the morning is not who left it in the evening;
    /// whoever is signed out signs in again.
    pub fn ended_away(&self, now: &Passing) -> bool {
        let away = now.now.milliseconds().abs_diff(self.used.load(Ordering::Relaxed));
        self.is_over(now) || (self.role.is_staff() && away >= self.role.idle_max().unsigned_abs())
    }

    /// Notes that it is used.
    pub fn touch(&self, now: Moment) {
        let now = now.milliseconds();
        // What a wrong clock stamped ahead is put right, too.
        if (now - self.used.load(Ordering::Relaxed)).abs() >= FINE {
            self.used.store(now, Ordering::Relaxed);
        }
    }

    /// Its last use, if that is not written down.
    pub fn unwritten(&self) -> Option<i64> {
        let used = self.used.load(Ordering::Relaxed);
        (used != self.written.load(Ordering::Relaxed)).then_some(used)
    }

    /// Notes that a use is written down.
    pub fn wrote(&self, used: i64) {
        self.written.store(used, Ordering::Relaxed);
    }

    /// The session, for whoever has the token.
    pub fn session(&self, token: &Token) -> Session {
        let make = || {
            let (number, name, role) = (self.number, self.name.to_string(), self.role);
            let (person, csrf) = (role.person(number), token.csrf());
            let (since, reality, password_given) = (self.made, AtomicI64::new(0), self.given);
            Session(Arc::new(Card { number, name, role, person, csrf, since, password_given, reality }))
        };
        self.session.get_or_init(make).clone()
    }
}

/// A station that somebody has at a table. As long as it is there, so are they.
pub struct Station(Arc<Entry>, Clock);

impl Station {
    pub(super) fn new(entry: Arc<Entry>, clock: Clock) -> Self {
        entry.stations.fetch_add(1, Ordering::AcqRel);
        Self(entry, clock)
    }
}

impl Drop for Station {
    fn drop(&mut self) {
        self.0.left.fetch_max(self.1.now().milliseconds(), Ordering::Relaxed);
        self.0.stations.fetch_sub(1, Ordering::AcqRel);
    }
}

/// What a guest is called.
pub(super) fn guest_name(number: u32) -> Arc<str> {
    format!("{}{}", super::roster::GUESTS, number - Numbers::GUEST + 1).into()
}

/// One that is to be gone.
pub(super) fn gone(key: &Hash) -> Kept {
    Kept { shelf: SHELF.into(), name: key.to_string(), value: None }
}

/// All sessions.
#[derive(Default)]
pub(super) struct Sessions {
    entries: HashMap<Hash, Arc<Entry>>,
    /// Whose they are.
    owners: HashMap<u32, Vec<Hash>>,
    guests: usize,
    /// Guests by where they came from.
    lines: HashMap<IpAddr, Vec<Hash>>,
}

impl Sessions {
    pub fn find(&self, key: &Hash) -> Option<&Arc<Entry>> {
        self.entries.get(key)
    }

    pub fn insert(&mut self, key: Hash, entry: Entry) {
        self.owners.entry(entry.number).or_default().push(key);
        if entry.role == Role::Guest {
            self.guests += 1;
        }
        if let Some(line) = entry.line {
            self.lines.entry(line).or_default().push(key);
        }
        self.entries.insert(key, Arc::new(entry));
    }

    pub fn remove(&mut self, key: &Hash) -> Option<Arc<Entry>> {
        let entry = self.entries.remove(key)?;
        take_out(&mut self.owners, entry.number, key);
        if entry.role == Role::Guest {
            self.guests -= 1;
        }
        if let Some(line) = entry.line {
            take_out(&mut self.lines, line, key);
        }
        Some(entry)
    }

    /// The sessions of somebody, the oldest first.
    pub fn of(&self, number: u32) -> Vec<Hash> {
        self.owners.get(&number).cloned().unwrap_or_default()
    }

    /// How many guests there are of a line, or of a network of lines.
    pub fn of_group(&self, (level, address): &(usize, IpAddr)) -> usize {
        match self.lines.get(address).filter(|_| *level == 2) {
            Some(guests) => guests.len(),
            None => {
                let of = |line: &IpAddr| networks(*line)[*level] == *address;
                self.lines.iter().filter(|(line, _)| of(line)).map(|(_, guests)| guests.len()).sum()
            }
        }
    }

    pub const fn guests(&self) -> usize {
        self.guests
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Hash, &Arc<Entry>)> {
        self.entries.iter()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

fn take_out<K: std::hash::Hash + Eq>(lists: &mut HashMap<K, Vec<Hash>>, of: K, key: &Hash) {
    if let Some(keys) = lists.get_mut(&of) {
        keys.retain(|other| other != key);
        if keys.is_empty() {
            lists.remove(&of);
        }
    }
}
