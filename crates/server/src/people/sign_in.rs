//! Signing in and out.
//!
//! Names that are not on the books, or are disabled, get the answers and cost the work that any other name
//! would, so that nobody learns who is on the books; who has to wait is the [door](super::door)'s to say,
//! which knows no names either. Such names are not written down: people type passwords where names belong.

use super::door::{FAILURES, Failure, STANDS, Spot, Standing};
use super::password::Password;
use super::roster::{Member, PeopleEvent, plain};
use super::session::{Entry, Token};
use super::{Change, Desk, People, not_kept, shelved, to_the_end};
use crate::limit::line;
use crate::role::Role;
use floor::Significant;
use game::{Moment, Refusal};
use journal::Hash;
use std::net::{IpAddr, Ipv4Addr};
use subtle::ConstantTimeEq;
use tokio::sync::MutexGuard;

/// How many sessions somebody may have; the oldest ends for one more.
const SESSIONS: usize = 20;
/// How many marks of people a browser keeps.
const MARKS: usize = 8;
/// How many lines are remembered from which somebody has signed in.
const KNOWN: usize = 16;

/// Where somebody tries to sign in.
#[derive(Clone, Debug)]
pub struct Whence {
    address: IpAddr,
    /// What is written down of it.
    device: String,
    /// What their browser got when people signed in there before.
    marks: String,
}

impl Whence {
    /// From an address, by a program or a browser, which has got marks before or has not.
    pub fn new(address: IpAddr, device: &str, marks: Option<&str>) -> Self {
        let device = device.chars().filter(|c| !c.is_control()).take(120).collect();
        Self { address, device, marks: marks.unwrap_or_default().to_string() }
    }

    /// The marks that can be some, each with its number.
    fn marks(&self) -> impl Iterator<Item = (&str, [u8; 16], [u8; 32])> {
        self.marks.split('.').take(MARKS).filter_map(|mark| {
            let (number, proof) = mark.split_once('-')?;
            let mut bytes = ([0; 16], [0; 32]);
            hex::decode_to_slice(number, &mut bytes.0).ok()?;
            hex::decode_to_slice(proof, &mut bytes.1).ok()?;
            Some((mark, bytes.0, bytes.1))
        })
    }
}

/// Somewhere that has no address: within the house.
impl From<&str> for Whence {
    fn from(device: &str) -> Self {
        Self::new(Ipv4Addr::UNSPECIFIED.into(), device, None)
    }
}

/// What proves that somebody signed in with a browser: nobody can make it who does not know the digest, and
/// it is over when they have another password.
fn proof(digest: &[u8], name: &str, number: &[u8; 16]) -> [u8; 32] {
    Hash::of("houseway/browser", &[digest, name.as_bytes(), number]).0
}

impl People {
    /// Signs somebody in; the token of their session. `whence` says where, for the record and for who has
    /// to wait.
    ///
    /// # Errors
    /// `sign-in.wrong`, `sign-in.locked`, `sign-in.busy`; it was not kept.
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        whence: impl Into<Whence>,
    ) -> Result<String, Refusal> {
        let (people, name, password) = (self.clone(), name.to_string(), Password::new(password));
        let whence = whence.into();
        let place = self.stands(&name, &whence).await;
        to_the_end(async move {
            let (mut desk, member) = people.prove(&name, &password, &whence, place).await?;
            let token = Token::fresh().ok_or_else(not_kept)?;
            let known = remember(&member, line(whence.address));
            let Member { number, name, role, given, sought, .. } = member;
            let entry = Entry::new(number, name.clone(), role, &whence.device, people.0.clock.now());
            let entry = entry.given(given);
            let mut ends = people.sessions().of(number);
            ends.truncate((ends.len() + 1).saturating_sub(SESSIONS));
            let what = format!("signed in as {role}");
            let significant =
                vec![Significant::new("sign-in.done", &whence.device, Some(name.to_string()), what)];
            let known = known.map(|known| (name, known));
            let begins = Some((token.key(), entry));
            let events = sought.map(|_| PeopleEvent::Found { number }).into_iter().collect();
            let change = Change { events, significant, known, begins, ends, ..Change::default() };
            people.carry_out(&mut desk, change).await?;
            Ok(token.text())
        })
        .await
    }

    /// The marks that a browser keeps from now on, in which somebody has just signed in: it stays a way in
    /// for them, whatever others try elsewhere.
    pub fn marks(&self, name: &str, whence: &Whence) -> Option<String> {
        let member = self.roster().named(name).cloned()?;
        let digest = member.digest?.bytes();
        let mut number = [0; 16];
        getrandom::fill(&mut number).ok()?;
        let fresh = format!("{}-{}", hex::encode(number), hex::encode(proof(&digest, name, &number)));
        let others = whence.marks().filter(|(_, number, given)| *given != proof(&digest, name, number));
        let marks = std::iter::once(fresh).chain(others.map(|(mark, ..)| mark.to_string()));
        Some(marks.take(MARKS).collect::<Vec<_>>().join("."))
    }

    /// The browser that somebody signs in from, if they have signed in from it before.
    pub fn known_browser(&self, name: &str, whence: &Whence) -> Option<[u8; 16]> {
        let name = plain(name);
        let digest = self.roster().named(&name).and_then(|member| member.digest.clone());
        // A name that nobody has costs as much, and no mark is of it: what stands for its digest is no secret.
        let somebody = digest.is_some();
        let digest = digest.unwrap_or_else(|| self.0.mill.nobody().clone()).bytes();
        let own = |(_, number, given): &(&str, [u8; 16], [u8; 32])| {
            bool::from(given.ct_eq(&proof(&digest, &name, number))) && somebody
        };
        whence.marks().find(own).map(|(_, number, _)| number)
    }

    /// Whether somebody has signed in from there before, from whichever browser.
    pub fn knows_line(&self, name: &str, whence: &Whence) -> bool {
        let from = line(whence.address);
        let is_known = |member: &Member| member.enabled && member.known.contains(&from);
        self.roster().named(&plain(name)).is_some_and(is_known)
    }

    /// Ends a session, if it is one.
    ///
    /// # Errors
    /// It is over, and this was not kept.
    pub async fn sign_out(&self, token: &str) -> Result<(), Refusal> {
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

    /// Where somebody tries from, once it is their turn: tries at a name from strange lines stand in line. Whoever goes
    /// leaves it.
    pub(super) async fn stands(&self, name: &str, whence: &Whence) -> Tries {
        let (door, from, name) = (&self.0.door, line(whence.address), plain(name));
        let browser = self.known_browser(&name, whence);
        let spot = browser.map_or(Spot::Line(from), Spot::Browser);
        let known = browser.is_some() || self.knows_line(&name, whence);
        let began = self.0.clock.now();
        let mut standing = door.stand(&name, spot, known, began);
        let mut has_turn = false;
        if let Some(place) = &mut standing
            && place.turn().await
        {
            let given_up = Moment::new(began.milliseconds() + STANDS);
            loop {
                match door.waits(&name, spot, known, self.0.clock.now()) {
                    Some(until) if until <= given_up => self.0.clock.until(until).await,
                    waits => {
                        has_turn = waits.is_none();
                        break;
                    }
                }
            }
        }
        Tries { from, spot, known, has_turn, _standing: standing }
    }

    /// Has somebody prove by the password who they are; holds the desk, so that it stays true.
    ///
    /// # Errors
    /// `sign-in.wrong`, `sign-in.locked`, `sign-in.busy`; it was not kept.
    pub(super) async fn prove(
        &self,
        name: &str,
        password: &Password,
        whence: &Whence,
        tries: Tries,
    ) -> Result<(MutexGuard<'_, Desk>, Member), Refusal> {
        let (door, mill) = (&self.0.door, &self.0.mill);
        let name = plain(name);
        let Tries { from, spot, known, has_turn, .. } = tries;
        let _trying = door.enter(&name, from, known)?;
        let _gate = door.gate(&name, known).await;
        let now = self.0.clock.now();
        let found = self.roster().named(&name).cloned();
        let member = found.clone().filter(|member| member.enabled);
        let digest = member.as_ref().and_then(|member| member.digest.clone());
        // Whoever had their turn has waited, whatever others have tried since.
        if let Some(until) = door.waits(&name, spot, known || has_turn, now) {
            return Err(locked(until, now));
        }
        let right = mill.matches(password, digest.clone(), known).await?;
        let mut desk = self.desk().await?;
        let still = self.roster().named(&name).cloned();
        let still = still.filter(|still| still.enabled && digest.is_some() && still.digest == digest);
        match still {
            Some(member) if right => {
                door.came_in(&name, spot);
                Ok((desk, member))
            }
            _ => {
                let failure = door.failed(&name, spot, known, now);
                let who = found.map(|member| member.name.to_string());
                Err(self.note_failure(&mut desk, who, (&whence.device, from), failure, now).await)
            }
        }
    }

    async fn note_failure(
        &self,
        desk: &mut Desk,
        who: Option<String>,
        (device, from): (&str, IpAddr),
        failure: Failure,
        now: Moment,
    ) -> Refusal {
        let mut significant = Vec::new();
        if who.is_none() || failure.hot {
            // Whoever tries names at random, or from everywhere, is told of now and again.
            let told = self.0.failures.note(who.as_deref(), from, now);
            let told = told.map(|what| Significant::new("sign-in.failed", device, who.clone(), what));
            significant.extend(told);
        } else {
            let what = match failure.turned {
                0 => format!("failure {} in a row from there", failure.times),
                more => {
                    format!("failure {} in a row from there; {more} tries were turned away", failure.times)
                }
            };
            significant.push(Significant::new("sign-in.failed", device, who.clone(), what));
        }
        if who.is_some() && failure.times == FAILURES {
            let what = "too many failures: tries from there have to wait, longer each time";
            significant.push(Significant::new("sign-in.locked", device, who.clone(), what));
        }
        if who.is_some() && failure.slowed {
            let what = "failures from many addresses: new ones may try every two seconds";
            significant.push(Significant::new("sign-in.slowed", device, who, what));
        }
        let refused = failure.until.map_or_else(wrong, |until| locked(until, now));
        // What is not told costs as much: nobody learns from the time it takes which names are on the books.
        let tried = shelved("health", "tried", Some(now.milliseconds().to_string().into_bytes()));
        let change = Change { significant, tried: Some(tried), ..Change::default() };
        self.carry_out(desk, change).await.err().unwrap_or(refused)
    }

    /// Puts on record what failed meanwhile and is told together.
    pub(super) async fn tell_failures(&self, desk: &mut Desk) {
        let due = self.0.failures.due(self.0.clock.now());
        if due.is_empty() {
            return;
        }
        let told = due.into_iter().map(|(who, what)| Significant::new("sign-in.failed", "house", who, what));
        let change = Change { significant: told.collect(), ..Change::default() };
        if let Err(refused) = self.carry_out(desk, change).await {
            tracing::error!(%refused, "failures to sign in are not on record");
        }
    }
}

/// Where somebody tries from, when it is their turn.
pub(super) struct Tries {
    from: IpAddr,
    spot: Spot,
    known: bool,
    /// Whether they have waited for it.
    has_turn: bool,
    /// Their place in line, which they have until they are done.
    _standing: Option<Standing>,
}

/// The lines from which somebody has signed in, with one more, if it is new.
fn remember(member: &Member, line: IpAddr) -> Option<Vec<IpAddr>> {
    if member.known.contains(&line) {
        return None;
    }
    Some(std::iter::once(line).chain(member.known.iter().copied()).take(KNOWN).collect())
}

fn wrong() -> Refusal {
    Refusal::plain("sign-in.wrong", "the name or the password is wrong")
}

fn locked(until: Moment, now: Moment) -> Refusal {
    let seconds = (until.milliseconds() - now.milliseconds() + 999) / 1000;
    let message = format!("too many failures to sign in with this name: try again in {seconds} seconds");
    Refusal::plain("sign-in.locked", message)
}
