//! What is asked under an `Idempotency-Key` is done once, on every route that changes something.
//!
//! The answer to the first request is kept, and given again to every later one of the same person under the
//! same key; another request under that key is refused. A key is on the shelf before anything is done, so a
//! restart in between is seen, and what came of it is not guessed at. Refusals are not kept: nothing has
//! happened, and the same key may try again. Coming to a table and topping up have their keys in the table's
//! records, and money at the cage in the account's as well: there a key holds even across a crash.

use crate::house::House;
use crate::message::read_key;
use crate::refusal::No;
use crate::sent::{LONGEST, Sent};
use crate::who::{Here, of_request};
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use floor::Passing;
use game::Moment;
use journal::{Error, Hash, Journal, Kept, Keys, Store, Unit};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shelf that answers are on.
pub const SHELF: &str = "answer";
/// How many keys of one person are remembered …
const MOST_EACH: usize = 1000;
/// … of all who play …
const PLAYERS: usize = 100_000;
/// … of all others with a name, who work here: nobody who plays takes any of these …
const STAFF: usize = 50_000;
/// … of which everybody with a name has so many of their own, however many the others have …
const OWN: usize = 20;
/// … of a guest: anybody can be many guests, and they take no room from the others …
const GUEST_EACH: usize = 100;
/// … and of all guests of one line, so that four lines do not have the keys of all …
const LINE_EACH: usize = 1000;
/// … and of all guests.
const GUESTS: usize = 20_000;
/// How many old ones go with one unit.
const SHARE: usize = 64;
/// How long a guest's are remembered, in milliseconds: long enough to try again, and no guest is one for long.
const GUEST_KEPT: i64 = 10 * 60 * 1000;

/// What was asked under a key, and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    /// The fingerprint of method, path and body: a digest under the house's key, as a body may be secret.
    asked: String,
    at: i64,
    /// The status and the body; nothing while it is being done, or if the house stopped meanwhile.
    said: Option<(u16, String)>,
}

/// Whose room a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Room {
    Guests,
    Players,
    Staff,
}

#[derive(Default)]
struct Held {
    known: HashMap<(u32, String), Known>,
    order: BTreeSet<(i64, u32, String)>,
    /// The same of guests alone.
    guests_order: BTreeSet<(i64, u32, String)>,
    each: HashMap<u32, usize>,
    /// How many keys guests, players and staff have.
    has: [usize; 3],
    /// From which line a guest with keys came; nobody's after a restart, for the minutes that those are kept.
    lines: HashMap<u32, IpAddr>,
    /// Those that this house is doing now.
    doing: BTreeSet<(u32, String)>,
}

/// The answers that a house remembers.
pub struct Answers {
    journal: Journal,
    /// Who plays; nobody changes sides.
    plays: Plays,
    held: Mutex<Held>,
}

/// Whether somebody with a name plays.
pub type Plays = Box<dyn Fn(u32) -> bool + Send + Sync>;

enum Begun {
    /// It is new: to be done now.
    New,
    Said(u16, String),
}

impl Answers {
    /// As the shelf has them.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(journal: Journal, store: &mut dyn Store, plays: Plays) -> Result<Self, Error> {
        let mut held = Held::default();
        for (name, value) in store.shelf(SHELF)? {
            let read = || {
                let (number, key) = name.split_once(':')?;
                Some((number.parse().ok()?, key.to_string(), serde_json::from_slice::<Known>(&value).ok()?))
            };
            match read() {
                Some((number, key, known)) => held.put(number, key, known, room(number, &plays)),
                None => return Err(Error::Store(format!("the answer to {name:?} cannot be read"))),
            }
        }
        Ok(Self { journal, plays, held: Mutex::new(held) })
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something is to be done, and has to be noted as begun.
    fn begin(
        &self,
        (number, key): (u32, &str),
        line: Option<IpAddr>,
        asked: &str,
        now: &Passing,
        surely_once: bool,
    ) -> Result<(Begun, Vec<Kept>), No> {
        let mut held = self.held();
        let gone = held.forget(now, &self.plays);
        let name = (number, key.to_string());
        if let Some(known) = held.known.get(&name) {
            return match &known.said {
                _ if known.asked != asked => {
                    Err(No::new("key.reused", format!("key {key:?} already stands for another request")))
                }
                Some((status, body)) => Ok((Begun::Said(*status, body.clone()), gone)),
                None if held.doing.contains(&name) => Err(No::new(
                    "key.in_progress",
                    format!("the request with key {key:?} is still being worked on"),
                )),
                // Its own record says whether it was done.
                None if surely_once => {
                    held.doing.insert(name);
                    Ok((Begun::New, gone))
                }
                None => {
                    let message =
                        format!("the house stopped during the request with key {key:?}: check what happened");
                    Err(No::new("key.in_doubt", message))
                }
            };
        }
        let room = room(number, &self.plays);
        let (each, own, all) = match room {
            Room::Guests => (GUEST_EACH, 0, GUESTS),
            Room::Players => (MOST_EACH, OWN, PLAYERS),
            Room::Staff => (MOST_EACH, OWN, STAFF),
        };
        let full = |what: String| {
            let message = format!("{what} are remembered: no more until some are forgotten");
            Err(No::new("key.full", message))
        };
        let (has, all_have) = (held.each.get(&number).copied().unwrap_or(0), held.has[room as usize]);
        if has >= each || (has >= own && all_have >= all) {
            return full(format!("{each} keys of a person, and {all} of all like them,"));
        }
        if let Some(line) = line {
            if held.of_line(line) >= LINE_EACH {
                return full(format!("{LINE_EACH} keys of guests from one address"));
            }
            held.lines.insert(number, line);
        }
        let at = now.now.milliseconds();
        held.put(number, key.to_string(), Known { asked: asked.to_string(), at, said: None }, room);
        held.doing.insert(name);
        Ok((Begun::New, gone))
    }

    async fn keep(&self, kept: Vec<Kept>) -> Result<(), Error> {
        self.journal.keep(Unit { kept, ..Unit::default() }).await.map(|_| ())
    }

    fn shelved(&self, number: u32, key: &str) -> Kept {
        let known = self.held().known.get(&(number, key.to_string())).cloned();
        let value = known.and_then(|known| serde_json::to_vec(&known).ok());
        Kept { shelf: SHELF.into(), name: format!("{number}:{key}"), value }
    }

    /// It is done, or was refused.
    async fn finish(&self, number: u32, key: &str, said: Option<(u16, String)>) {
        {
            let mut held = self.held();
            let name = (number, key.to_string());
            held.doing.remove(&name);
            match said {
                None => held.drop_one(&name, room(number, &self.plays)),
                Some(said) => {
                    if let Some(known) = held.known.get_mut(&name) {
                        known.said = Some(said);
                    }
                }
            }
        }
        if let Err(error) = self.keep(vec![self.shelved(number, key)]).await {
            tracing::error!(%error, "an answer is not on the shelf");
        }
    }
}

const fn is_guest(number: u32) -> bool {
    number >= floor::Numbers::GUEST
}

fn room(number: u32, plays: &Plays) -> Room {
    match number {
        guest if is_guest(guest) => Room::Guests,
        player if plays(player) => Room::Players,
        _ => Room::Staff,
    }
}

impl Held {
    fn put(&mut self, number: u32, key: String, known: Known, room: Room) {
        self.has[room as usize] += 1;
        let order = if is_guest(number) { &mut self.guests_order } else { &mut self.order };
        order.insert((known.at, number, key.clone()));
        *self.each.entry(number).or_default() += 1;
        self.known.insert((number, key), known);
    }

    fn drop_one(&mut self, name: &(u32, String), room: Room) {
        let Some(known) = self.known.remove(name) else { return };
        self.has[room as usize] -= 1;
        let order = if is_guest(name.0) { &mut self.guests_order } else { &mut self.order };
        order.remove(&(known.at, name.0, name.1.clone()));
        if let Some(count) = self.each.get_mut(&name.0) {
            *count -= 1;
            if *count == 0 {
                self.each.remove(&name.0);
                self.lines.remove(&name.0);
            }
        }
    }

    /// How many keys guests of a line have.
    fn of_line(&self, line: IpAddr) -> usize {
        let guests = self.lines.iter().filter(|(_, from)| **from == line);
        guests.filter_map(|(number, _)| self.each.get(number)).sum()
    }

    /// What is older than it need be goes, a few at a time. Time that nobody has confirmed makes nothing older.
    fn forget(&mut self, now: &Passing, plays: &Plays) -> Vec<Kept> {
        let mut gone = Vec::new();
        while gone.len() < SHARE {
            let old = |(at, number, _): &&(i64, u32, String)| {
                now.since(Moment::new(*at)) > if is_guest(*number) { GUEST_KEPT } else { Keys::KEPT }
            };
            let next = self.order.first().filter(old).or_else(|| self.guests_order.first().filter(old));
            let Some((_, number, key)) = next.cloned() else { break };
            self.drop_one(&(number, key.clone()), room(number, plays));
            gone.push(Kept { shelf: SHELF.into(), name: format!("{number}:{key}"), value: None });
        }
        gone
    }
}

/// Routes on which a key means nothing here: who signs in has no name yet to have keys under, and what is
/// answered is secret; tables have theirs in their records.
pub fn is_elsewhere(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    matches!(path, "/api/guest" | "/api/sign-in" | "/api/sign-out" | "/api/set-up")
        || (path.starts_with("/api/tables/") && matches!(last, "join" | "top-up" | "commands"))
}

/// Every request goes through this; those with a key that change something come out once.
pub async fn once(State(house): Here, request: Request<Body>, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let request = match changes {
        true => match whole(&house, request).await {
            Ok(request) => request,
            Err(no) => return no.into_response(),
        },
        false => request,
    };
    let keys = request.headers().get_all("idempotency-key").iter().count();
    if changes && keys > 1 {
        // Whoever passes it on may take another than the house does.
        let message = format!("{keys} Idempotency-Key headers, expected at most one");
        return No::new("message.keys", message).into_response();
    }
    let keyed = keys > 0;
    match changes && keyed && !is_elsewhere(request.uri().path()) {
        true => under_key(house, request, next).await.unwrap_or_else(IntoResponse::into_response),
        // Who signs in may have to stand in line, and leaves it with the request; the rest goes to its end.
        false if changes && request.uri().path() != "/api/sign-in" => {
            // To its end, even if whoever asked is gone by then: what goes with it is not left out.
            let lost = || No::new("journal.in_doubt", "it is not known whether it was done: check");
            tokio::spawn(next.run(request)).await.unwrap_or_else(|_| lost().into_response())
        }
        false => next.run(request).await,
    }
}

/// A request with its whole body: who asks is looked up after it, so that nobody begins a request while they may, and
/// says what they want when they may no longer.
async fn whole(house: &Arc<House>, request: Request<Body>) -> Result<Request<Body>, No> {
    let (parts, body) = request.into_parts();
    let Sent(body) = Sent::from_request(Request::from_parts(parts.clone(), body), house).await?;
    Ok(Request::from_parts(parts, Body::from(body)))
}

async fn under_key(house: Arc<House>, request: Request<Body>, next: Next) -> Result<Response, No> {
    let (parts, body) = request.into_parts();
    let Some(session) = of_request(&house, &parts)? else {
        // Nobody: the route says so.
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    let number = session.number;
    let given = parts.headers.get("idempotency-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
    let key = read_key(given)?;
    let path = parts.uri.path().to_string();
    let Sent(body) = Sent::from_request(Request::from_parts(parts.clone(), body), &house).await?;
    let asked = fingerprint(&house, &parts.method, &path, &body);
    let clock = house.floor.clock();
    let now = clock.passing(clock.now());
    let line = house.people.guest_line(number).map(crate::limit::line);
    let (begun, mut kept) = house.answers.begin((number, &key), line, &asked, &now, path == "/api/cage")?;
    if let Begun::Said(status, body) = begun {
        if !kept.is_empty() {
            let _ = house.answers.keep(kept).await;
        }
        return Ok(again(status, body));
    }
    kept.push(house.answers.shelved(number, &key));
    // To its end, even if whoever asked is gone by then.
    let work = async move {
        if let Err(error) = house.answers.keep(kept).await {
            house.answers.finish(number, &key, None).await;
            return Err(No::unread(error));
        }
        let (parts, body) = next.run(Request::from_parts(parts, Body::from(body))).await.into_parts();
        let body = to_bytes(body, LONGEST).await.unwrap_or_default();
        // What waits for a second person is asked for once: whoever asks again hears what waits. At the cage it is known
        // by its key itself, and what became of it is the answer.
        let waits = parts.status == StatusCode::ACCEPTED;
        let done = parts.status.is_success() && !(waits && path == "/api/cage");
        let said = done.then(|| (parts.status.as_u16(), String::from_utf8_lossy(&body).into_owned()));
        house.answers.finish(number, &key, said).await;
        Ok(Response::from_parts(parts, Body::from(body)))
    };
    let lost = |_| Err(No::new("journal.in_doubt", "it is not known whether it was done: check"));
    tokio::spawn(work).await.unwrap_or_else(lost)
}

fn fingerprint(house: &House, method: &Method, path: &str, body: &Bytes) -> String {
    let parts = [method.as_str().as_bytes(), path.as_bytes(), body];
    let Hash(digest) = house.floor.signer().seal("houseway/answer", &parts);
    hex::encode(digest)
}

/// The first answer again.
fn again(status: u16, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    let mut response = (status, body).into_response();
    match status {
        StatusCode::NO_CONTENT => drop(response.headers_mut().remove(header::CONTENT_TYPE)),
        _ => drop(
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        ),
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use floor::{History, Jump, Word};

    #[test]
    fn a_jump_that_nobody_has_confirmed_makes_no_answer_older() {
        const BEGUN: i64 = 1_800_000_000_000;
        let mut held = Held::default();
        let known = Known { asked: "this".into(), at: BEGUN, said: None };
        let plays: Plays = Box::new(|_| false);
        held.put(7, "deposit".into(), known.clone(), Room::Staff);
        held.put(floor::Numbers::GUEST, "guest".into(), known, Room::Guests);
        let ahead = BEGUN + 1000 + 2 * Keys::KEPT;
        let at = |now, word| {
            let jump = Jump { from: BEGUN + 1000, to: ahead, word };
            Passing::new(Moment::new(now), Moment::new(now), Arc::new(History::of(vec![jump])))
        };
        let mut gone = |now, word| {
            let gone = held.forget(&at(now, word), &plays).into_iter();
            gone.map(|kept| kept.name).collect::<Vec<_>>()
        };
        assert_eq!(gone(ahead + 1000, Word::Open), [""; 0]);
        let guest = format!("{}:guest", floor::Numbers::GUEST);
        assert_eq!(gone(ahead + GUEST_KEPT, Word::Open), [guest]);
        assert_eq!(gone(ahead - 1000 + Keys::KEPT, Word::Open), [""; 0], "to the millisecond of a day");
        assert_eq!(gone(ahead - 999 + Keys::KEPT, Word::Open), ["7:deposit"]);
        held.put(7, "deposit".into(), Known { asked: "this".into(), at: BEGUN, said: None }, Room::Staff);
        let gone = held.forget(&at(ahead + 1000, Word::Confirmed), &plays);
        assert_eq!(gone.len(), 1, "an administrator said that it has passed");
    }

    /// However many keys those who play have, whoever works here has room, and everybody else a little.
    #[test]
    fn players_and_guests_take_no_room_of_those_who_work_here() {
        let (journal, _thread) = Journal::open(&journal::Place::memory()).unwrap();
        let mut store = journal.reader().unwrap();
        let answers = Answers::read(journal, &mut *store, Box::new(|number| number >= 100)).unwrap();
        let now = Passing::from(Moment::new(1_800_000_000_000));
        let begin = |number: u32, key: usize, line: Option<IpAddr>| {
            let begun = answers.begin((number, &key.to_string()), line, "this", &now, false);
            begun.map(|_| ()).map_err(|No(refused)| refused.code)
        };
        let full = Err("key.full");
        for player in 100..200 {
            assert!((0..MOST_EACH).all(|key| begin(player, key, None).is_ok()));
            assert_eq!(begin(player, MOST_EACH, None), full);
        }
        for guest in 0..200 {
            let line = Some(IpAddr::from([192, 0, 2, (guest / 10) as u8]));
            assert!((0..GUEST_EACH).all(|key| begin(floor::Numbers::GUEST + guest, key, line).is_ok()));
        }
        assert!((0..MOST_EACH).all(|key| begin(7, key, None).is_ok()), "a supervisor");
        assert_eq!(begin(7, MOST_EACH, None), full);
        assert!((0..OWN).all(|key| begin(300, key, None).is_ok()), "another player");
        assert_eq!(begin(300, OWN, None), full);
    }
}
