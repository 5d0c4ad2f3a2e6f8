//! The house's people: who is on the books, who is signed in, and who may change that.
//!
//! What happens to people is in the stream `house/people`, and again among the significant events, in one
//! unit. Digests of passwords and hashes of tokens are on shelves, beside the journal and never in it.
//! Whatever changes something holds the desk until the journal has kept it, and goes on to its end even
//! if whoever asked is gone by then; finding a session waits for nobody.

mod books;
mod code;
mod door;
mod doors;
mod failures;
mod guest;
mod password;
mod roster;
mod session;
mod sign_in;
mod turns;

pub use doors::strange;
pub use password::Cost;
pub use roster::{PeopleEvent, STREAM};
pub use session::{Card, Session, forget_sessions};
pub use sign_in::Whence;

use crate::role::Role;
use code::Codes;
use door::Door;
use doors::Doors;
use failures::Failures;
use floor::ask::unkept;
use floor::{Clock, Numbers, Passing, Significant};
use game::{Moment, Refusal};
use guest::Tickets;
use journal::{Error, Hash, Journal, Kept, Unit};
use password::{Digest, Mill};
use roster::{KNOWN, Member, PASSWORDS, Roster};
use serde::Serialize;
pub use session::Station;
use session::{Entry, Sessions, Token};
use std::collections::HashSet;
use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak};

/// How often uses of sessions are written down, and old sessions cleared away, in milliseconds.
const SWEEP: i64 = 60_000;
/// How many things of a sweep go into one unit, so that tables do not wait for it.
const SHARE: usize = 256;

/// What a house may choose about its people.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What a password's digest costs.
    pub cost: Cost,
    /// How many guests there may be at once.
    pub guests_max: usize,
    /// Of these, from one address, this machine among them: whoever has been gone longest makes room.
    pub guests_each: usize,
    /// How many seats guests from one address may have at all tables together.
    pub seats_each: usize,
    /// How many commands somebody who plays adds to one round as fast as they like; then one in ten seconds.
    pub commands_each: u32,
    /// How long after the last sign of life a guest is gone, and their seat free, in milliseconds. Staff
    /// may free the seat of anybody who is gone for so long.
    pub guest_away: i64,
    /// How long after the last sign of life the seat of a player with an account is free, in milliseconds.
    pub player_away: i64,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            cost: Cost::OWASP,
            guests_max: 10_000,
            guests_each: 50,
            seats_each: 6,
            commands_each: 400,
            guest_away: 2 * 60_000,
            player_away: 15 * 60_000,
        }
    }
}

/// Somebody on the books, as the office sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Listed {
    /// Their number.
    pub number: u32,
    /// Their name.
    pub name: String,
    /// Their role.
    pub role: Role,
    /// Whether they may sign in.
    pub enabled: bool,
    /// Whether attempts from some address have to wait because of too many failures.
    pub locked: bool,
    /// Until when at most.
    pub locked_until: Option<Moment>,
    /// Whether somebody else chose their password, and they have not changed it since.
    pub password_given: bool,
    /// Whether they count as a second person.
    pub counts: bool,
    /// How many sessions they have.
    pub sessions: usize,
    /// Since when they are on the books.
    pub added: Moment,
}

/// The house's people; its clones share them.
#[derive(Clone)]
pub struct People(Arc<Inner>);

struct Inner {
    journal: Journal,
    clock: Clock,
    /// When it was opened.
    opened: Moment,
    terms: Terms,
    mill: Mill,
    door: Arc<Door>,
    /// Failures to sign in that are not on record yet.
    failures: Failures,
    codes: Mutex<Codes>,
    tickets: tokio::sync::Mutex<Tickets>,
    roster: RwLock<Roster>,
    sessions: RwLock<Sessions>,
    /// What lay on the shelves at the start and is not what the records speak of.
    strange: Vec<String>,
    /// Whoever changes something holds this until it is kept.
    desk: tokio::sync::Mutex<Desk>,
}

#[derive(Default)]
struct Desk {
    /// Whether a change may have been kept or not, and everything is to be read again.
    stale: bool,
    /// Sessions that are over, and may still be on the shelf or on record.
    gone: Vec<Hash>,
    /// The sessions that are on record.
    doors: Doors,
}

/// What happens at once, or not at all.
#[derive(Default)]
struct Change {
    events: Vec<PeopleEvent>,
    significant: Vec<Significant>,
    /// A new digest, by name.
    digest: Option<(Arc<str>, Digest)>,
    /// From where somebody has signed in, by name.
    known: Option<(Arc<str>, Vec<IpAddr>)>,
    begins: Option<(Hash, Entry)>,
    ends: Vec<Hash>,
    /// A thing on a shelf that says nothing, so that it costs as much as what does.
    tried: Option<Kept>,
}

/// Prints nobody.
impl std::fmt::Debug for People {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (people, sessions) = (self.roster().members().len(), self.sessions().len());
        f.debug_struct("People").field("people", &people).field("sessions", &sessions).finish()
    }
}

impl People {
    /// The people of a journal.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn open(journal: Journal, clock: Clock) -> Result<Self, Error> {
        Self::open_with(journal, clock, Terms::default()).await
    }

    /// The same on other terms.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn open_with(journal: Journal, clock: Clock, terms: Terms) -> Result<Self, Error> {
        let (reader, now) = (journal.clone(), clock.passing(clock.now()));
        let opened = now.now;
        // Some stores cannot be read on a thread that runs tasks.
        let read = tokio::task::spawn_blocking(move || {
            let mut store = reader.reader()?;
            let roster = Roster::read(&mut *store)?;
            let tickets = Tickets::read(&mut *store)?;
            let (doors, snapshot) = Doors::read(&mut *store)?;
            let strange = doors::strange_of(&mut *store, &roster, &doors)?;
            let kept = store.shelf(session::SHELF)?;
            let (sessions, mut gone) = read_sessions(kept, &roster, &doors, &now);
            let live: HashSet<Hash> =
                sessions.iter().map(|(key, _)| *key).chain(gone.iter().copied()).collect();
            gone.extend(doors.without(&live));
            Ok::<_, Error>((roster, tickets, sessions, Desk { stale: false, gone, doors }, snapshot, strange))
        });
        let (roster, tickets, sessions, desk, snapshot, strange) =
            read.await.map_err(|error| Error::Store(error.to_string()))??;
        if let Some(snapshot) = snapshot {
            journal.snapshot(snapshot);
        }
        let supervisors = roster.codes_wanted(&clock.passing(clock.now()));
        let codes = Codes::fresh(!roster.has_administrator_but(0), supervisors);
        let people = Self(Arc::new(Inner {
            journal,
            clock,
            opened,
            terms,
            mill: Mill::new(terms.cost),
            door: Arc::default(),
            failures: Failures::default(),
            codes: Mutex::new(codes),
            tickets: tokio::sync::Mutex::new(tickets),
            roster: RwLock::new(roster),
            sessions: RwLock::new(sessions),
            desk: tokio::sync::Mutex::new(desk),
            strange,
        }));
        // What is over by now is over for good: a later start with another clock does not let it in again.
        let mut desk = people.0.desk.lock().await;
        people.clear_away(&mut desk).await?;
        drop(desk);
        tokio::spawn(keep_sweeping(Arc::downgrade(&people.0), people.0.clock.clone()));
        Ok(people)
    }

    /// What lay on the shelves at the start and is not what the records speak of: it lets nobody in.
    pub fn strange(&self) -> &[String] {
        &self.0.strange
    }

    /// Everybody on the books, by number.
    pub fn list(&self) -> Vec<Listed> {
        let (roster, sessions) = (self.roster(), self.sessions());
        roster.members().iter().map(|member| self.listed(member, &sessions)).collect()
    }

    /// Somebody on the books.
    pub fn find(&self, number: u32) -> Option<Listed> {
        let (roster, sessions) = (self.roster(), self.sessions());
        roster.numbered(number).map(|member| self.listed(member, &sessions))
    }

    /// Whether somebody on the books plays.
    pub fn plays(&self, number: u32) -> bool {
        self.roster().numbered(number).is_some_and(|member| member.role == Role::Player)
    }

    fn listed(&self, member: &Member, sessions: &Sessions) -> Listed {
        let shut = self.0.door.shut(&member.name, self.0.clock.now());
        Listed {
            number: member.number,
            name: member.name.to_string(),
            role: member.role,
            enabled: member.enabled,
            locked: shut.is_some(),
            locked_until: shut,
            password_given: member.given,
            counts: member.counts(),
            sessions: sessions.of(member.number).len(),
            added: member.added,
        }
    }

    /// The session of a token, which counts as used. Waits for nobody.
    pub fn session(&self, token: &str) -> Option<Session> {
        let token = Token::read(token)?;
        let (key, now) = (token.key(), self.passing());
        let sessions = self.sessions();
        let entry = sessions.find(&key).filter(|entry| !entry.is_over(&now))?;
        entry.touch(now.now);
        Some(entry.session(&token))
    }

    /// A station of a token's session is there, until what comes back is dropped.
    pub fn station(&self, token: &str) -> Option<Station> {
        let key = Token::read(token)?.key();
        let entry = self.sessions().find(&key).cloned()?;
        Some(Station::new(entry, self.0.clock.clone()))
    }

    /// When somebody last gave a sign of life: now, while a station of theirs is there. Nothing if they
    /// have no session. Whoever has one may have been kept from saying anything by a restart.
    pub fn last_seen(&self, number: u32) -> Option<Moment> {
        let (sessions, now) = (self.sessions(), self.passing());
        let keys = sessions.of(number).into_iter();
        let live = keys.filter_map(|key| sessions.find(&key).filter(|entry| !entry.is_over(&now)));
        live.map(|entry| entry.last_seen(now.now)).max().map(|seen| seen.max(self.0.opened))
    }

    /// Whether somebody has a session in which they can do more than change a password that another gave them.
    pub fn is_here_as_themselves(&self, number: u32) -> bool {
        let (sessions, now) = (self.sessions(), self.passing());
        let mut live = sessions.of(number).into_iter().filter_map(|key| sessions.find(&key));
        live.any(|entry| !entry.is_over(&now) && !entry.is_given())
    }

    /// The address that a guest came from, if they are here.
    pub fn guest_line(&self, number: u32) -> Option<IpAddr> {
        let sessions = self.sessions();
        let key = *sessions.of(number).first()?;
        sessions.find(&key).and_then(|entry| entry.line)
    }

    /// Whether a token's session goes on, which does not count as use.
    pub fn is_live(&self, token: &str) -> bool {
        let (key, now) = (Token::read(token).map(|token| token.key()), self.passing());
        key.is_some_and(|key| self.sessions().find(&key).is_some_and(|entry| !entry.is_over(&now)))
    }

    /// Writes down when sessions were used last, and clears away those that are over. Done every minute.
    pub async fn sweep(&self) {
        let Ok(mut desk) = self.desk().await else { return };
        self.tell_failures(&mut desk).await;
        let now = self.passing();
        let (mut over, mut used) = (Vec::new(), Vec::new());
        for (key, entry) in self.sessions().iter() {
            match (entry.is_over(&now), entry.unwritten()) {
                (true, _) => over.push(*key),
                (false, Some(at)) => used.push((*key, entry.clone(), at)),
                _ => {}
            }
        }
        {
            let mut sessions = self.sessions_mut();
            over.iter().for_each(|key| drop(sessions.remove(key)));
        }
        desk.gone.append(&mut over);
        if self.clear_away(&mut desk).await.is_err() {
            return;
        }
        for share in used.chunks(SHARE) {
            let kept = share.iter().map(|(key, entry, _)| entry.kept(key)).collect();
            if self.0.journal.keep(Unit { kept, ..Unit::default() }).await.is_err() {
                return;
            }
            share.iter().for_each(|(_, entry, at)| entry.wrote(*at));
        }
    }

    /// Clears away sessions that are over, from the shelf and on record.
    async fn clear_away(&self, desk: &mut Desk) -> Result<(), Error> {
        while !desk.gone.is_empty() {
            let share = desk.gone.len().saturating_sub(SHARE);
            let kept = desk.gone[share..].iter().map(session::gone).collect();
            let now = self.0.clock.now();
            let drafts = desk.doors.draft(None, &desk.gone[share..], now).into_iter().collect();
            if let Err(error) = self.0.journal.keep(Unit { drafts, kept, ..Unit::default() }).await {
                desk.stale = true;
                return Err(error);
            }
            let went = desk.gone.split_off(share);
            desk.doors.follow(None, &went);
        }
        Ok(())
    }

    /// Now, with what of the time before counts.
    fn passing(&self) -> Passing {
        self.0.clock.passing(self.0.clock.now())
    }

    fn roster(&self) -> RwLockReadGuard<'_, Roster> {
        // Nothing that changes it stops half way.
        self.0.roster.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions(&self) -> RwLockReadGuard<'_, Sessions> {
        self.0.sessions.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions_mut(&self) -> RwLockWriteGuard<'_, Sessions> {
        self.0.sessions.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The desk, with everything known for sure.
    async fn desk(&self) -> Result<tokio::sync::MutexGuard<'_, Desk>, Refusal> {
        let mut desk = self.0.desk.lock().await;
        if desk.stale {
            let journal = self.0.journal.clone();
            let read = tokio::task::spawn_blocking(move || {
                let mut store = journal.reader()?;
                let roster = Roster::read(&mut *store)?;
                let (doors, _) = Doors::read(&mut *store)?;
                let keys = store.shelf(session::SHELF)?.into_iter().filter_map(|(key, _)| key.parse().ok());
                Ok::<_, Error>((roster, keys.collect::<HashSet<Hash>>(), doors))
            });
            let (roster, keys, doors) = read.await.map_err(|_| not_kept())?.map_err(|error| {
                tracing::error!(%error, "the people cannot be read");
                not_kept()
            })?;
            *self.0.roster.write().unwrap_or_else(PoisonError::into_inner) = roster;
            let mut sessions = self.sessions_mut();
            // A guest may have come since it was read.
            let named = sessions.iter().filter(|(_, entry)| entry.number < Numbers::GUEST);
            let ended: Vec<Hash> = named.map(|(key, _)| *key).filter(|key| !keys.contains(key)).collect();
            ended.iter().for_each(|key| drop(sessions.remove(key)));
            desk.doors = doors;
            desk.stale = false;
        }
        Ok(desk)
    }

    /// Has a change kept, then follows it.
    async fn carry_out(&self, desk: &mut Desk, change: Change) -> Result<(), Refusal> {
        let now = self.0.clock.now();
        let Change { events, mut significant, digest, known, begins, ends, tried } = change;
        if let Some(left) = self.roster().leaves_few(&events, now) {
            let what = few_words(left);
            significant.push(Significant::new("people.few-vouchers", "house", None, what));
        }
        let drafts = events.iter().map(|event| event.draft(now));
        let drafts = drafts.chain(significant.iter().map(|one| one.draft(now)));
        let came = begins.as_ref().map(|(key, entry)| (key, entry.number));
        let drafts = drafts.chain(desk.doors.draft(came, &ends, now)).collect();
        let mut kept: Vec<Kept> = ends.iter().map(session::gone).collect();
        kept.extend(digest.iter().map(|(name, digest)| shelved(PASSWORDS, name, Some(digest.bytes()))));
        kept.extend(known.iter().map(|(name, known)| shelved(KNOWN, name, serde_json::to_vec(known).ok())));
        kept.extend(begins.iter().map(|(key, entry)| entry.kept(key)));
        kept.extend(tried);
        if let Err(error) = self.0.journal.keep(Unit { drafts, kept, ..Unit::default() }).await {
            tracing::error!(%error, "a change of people was not kept");
            desk.stale = true;
            return Err(unkept(&error));
        }
        desk.doors.follow(came, &ends);
        let mut roster = self.0.roster.write().unwrap_or_else(PoisonError::into_inner);
        for event in &events {
            if let Err(error) = roster.follow(event, now) {
                tracing::error!(%error, "a change of people does not follow");
                desk.stale = true;
            }
        }
        if let Some((name, digest)) = digest
            && let Some(member) = roster.named_mut(&name)
        {
            member.digest = Some(digest);
        }
        if let Some((name, known)) = known
            && let Some(member) = roster.named_mut(&name)
        {
            member.known = known;
        }
        drop(roster);
        let mut sessions = self.sessions_mut();
        ends.iter().for_each(|key| drop(sessions.remove(key)));
        if let Some((key, entry)) = begins {
            sessions.insert(key, entry);
        }
        Ok(())
    }
}

/// The sessions on the shelf that go on, and those that do not: what is not on record is no session.
fn read_sessions(
    shelf: Vec<(String, Vec<u8>)>,
    roster: &Roster,
    doors: &Doors,
    now: &Passing,
) -> (Sessions, Vec<Hash>) {
    let (mut live, mut gone) = (Vec::new(), Vec::new());
    for (key, bytes) in shelf {
        let Ok(key) = key.parse::<Hash>() else { continue };
        let who = |number| {
            let member = roster.numbered(number).filter(|member| member.enabled)?;
            Some((member.name.clone(), member.role, member.given))
        };
        let goes_on =
            |entry: &Entry| !entry.ended_away(now) && (entry.number >= Numbers::GUEST || doors.knows(&key));
        match Entry::read(&bytes, who).filter(goes_on) {
            Some(entry) => live.push((key, entry)),
            None => gone.push(key),
        }
    }
    live.sort_by_key(|(_, entry)| entry.made);
    let mut sessions = Sessions::default();
    live.into_iter().for_each(|(key, entry)| sessions.insert(key, entry));
    (sessions, gone)
}

async fn keep_sweeping(people: Weak<Inner>, clock: Clock) {
    loop {
        clock.until(Moment::new(clock.now().milliseconds() + SWEEP)).await;
        match people.upgrade() {
            Some(inner) => People(inner).sweep().await,
            None => return,
        }
    }
}

/// Does something to its end, even if whoever waits for it goes away.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(work).await.unwrap_or_else(|_| Err(not_kept()))
}

/// What it means that so many supervisors are left whose word counts.
pub(crate) fn few_words(left: usize) -> String {
    format!(
        "{left} {} whose word counts, expected {}: with fewer, nothing that takes two people can be done",
        if left == 1 { "supervisor is left" } else { "supervisors are left" },
        roster::VOUCHERS
    )
}

fn shelved(shelf: &str, name: &str, value: Option<Vec<u8>>) -> Kept {
    Kept { shelf: shelf.into(), name: name.into(), value }
}

fn not_kept() -> Refusal {
    Refusal::plain("journal.not_kept", "it was not kept, so nothing happened")
}
