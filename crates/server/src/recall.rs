//! Recall and inspection: rounds, their steps, records, significant events.
//!
//! Records hold what nobody may know while a round runs, so they leave the house only for rounds that are
//! over, and only to inspectors. Everybody else gets steps and views.

use crate::house::House;
use crate::people::Session;
use crate::refusal::{No, Refusal};
use crate::role::Role;
use crate::sent::{Asked, Part};
use crate::who::{Here, Who};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use floor::Significant;
use game::Person;
use hyper::body::Frame;
use journal::{Head, Search, Store};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

/// A round that ended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Round {
    /// At which table.
    pub table: String,
    /// Its number.
    pub number: u32,
    /// Its first record …
    pub first: u64,
    /// … and its last.
    pub last: u64,
    /// When it began …
    pub began: i64,
    /// … and ended.
    pub ended: i64,
    /// Who wagered; for players, only whether they did themselves.
    pub players: Vec<u32>,
    /// What was staked in all; for those who see all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staked: Option<i64>,
    /// The greatest amount that moved at once; for those who see all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i64>,
    /// What was irregular.
    pub irregular: Vec<String>,
}

/// What is looked for.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// At this table.
    table: Option<String>,
    /// Ended at or after this, in milliseconds.
    since: Option<i64>,
    /// Began at or before this, in milliseconds.
    until: Option<i64>,
    /// With this player.
    player: Option<u32>,
    /// Where at least so much moved at once; for those who see all.
    amount: Option<i64>,
    /// With something irregular, or without.
    irregular: Option<bool>,
    /// Before this round of the table, for the next page.
    before: Option<u32>,
    /// How many at most, up to 100.
    limit: Option<u32>,
}

/// One record of a round, as the asker may know it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Step {
    /// The version after it.
    pub version: u64,
    /// When.
    pub at: i64,
    /// Who did it.
    pub who: Option<Person>,
    /// The steps it led to, with their clauses.
    pub steps: Vec<(String, Vec<String>)>,
    /// Whether wagers were taken after it.
    pub betting: bool,
    /// The table after it.
    #[schema(value_type = Object)]
    pub view: serde_json::Value,
}

/// A record as it is kept.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Record {
    /// Its stream.
    pub stream: String,
    /// Its number there.
    pub sequence: u64,
    /// When.
    pub at: i64,
    /// The version of its form.
    pub form: u16,
    /// The money it moves.
    pub moves: String,
    /// What it says, exactly as it is kept.
    pub body: String,
    /// Its hash.
    pub hash: String,
}

/// From one number to another.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Span {
    /// From this one on.
    from: Option<u64>,
    /// How many at most, up to 500.
    limit: Option<u64>,
}

/// How many read the journal at once; the others wait, and whoever goes meanwhile is forgotten.
const READERS: usize = 8;
/// How many rounds are read again at once for players, for guests …
const RECALLS: usize = 4;
const RECALLS_GUESTS: usize = 2;
/// … and how many more for those who watch over them.
const RECALLS_OVER: usize = 4;
/// A round is sent in pieces of about this many bytes, so many of which wait for a slow reader.
const PIECE: usize = 32 * 1024;
const PIECES: usize = 4;
/// How long a reader may take nothing, and how long it may take in all.
const SLOW: Duration = Duration::from_secs(10);
const WHOLE: Duration = Duration::from_secs(120);

/// How many records are read at most from a round to what the house signed next: checkpoints are a minute apart.
const ANCHOR: u64 = 200_000;

/// Who is being read to: the journal's readers are few, rounds are recalled, and looked for, one at a time for each
/// person.
pub struct Readers {
    reading: Arc<Semaphore>,
    recalls: Places,
    searches: Places,
}

/// Places for those who have something read to them: for players, guests, and those who watch over them.
struct Places {
    players: Arc<Semaphore>,
    guests: Arc<Semaphore>,
    over: Arc<Semaphore>,
    people: Mutex<HashSet<Reader>>,
}

/// What is read.
#[derive(Clone, Copy)]
enum Work {
    Recall,
    Search,
}

/// To whom a round is read: a person with a name, or a guest of a line, which may be many guests.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Reader {
    Person(u32),
    Line(IpAddr),
}

impl Default for Readers {
    fn default() -> Self {
        let places = || Places {
            players: Arc::new(Semaphore::new(RECALLS)),
            guests: Arc::new(Semaphore::new(RECALLS_GUESTS)),
            over: Arc::new(Semaphore::new(RECALLS_OVER)),
            people: Mutex::default(),
        };
        Self { reading: Arc::new(Semaphore::new(READERS)), recalls: places(), searches: places() }
    }
}

impl Readers {
    const fn places(&self, work: Work) -> &Places {
        match work {
            Work::Recall => &self.recalls,
            Work::Search => &self.searches,
        }
    }
}

/// A place among those to whom a round is read; free again when the reading has really ended.
struct Place {
    house: Arc<House>,
    reader: Reader,
    work: Work,
    _permit: OwnedSemaphorePermit,
}

impl Place {
    fn of(house: &Arc<House>, session: &Session, work: Work) -> Result<Self, No> {
        let readers = house.readers.places(work);
        let (places, most) = match session.role {
            _ if sees_all(house, session) => (&readers.over, RECALLS_OVER),
            Role::Guest => (&readers.guests, RECALLS_GUESTS),
            _ => (&readers.players, RECALLS),
        };
        let (all, one) = match work {
            Work::Recall => ("rounds are being recalled", "a round is being recalled"),
            Work::Search => ("are looking for rounds", "rounds are being looked for"),
        };
        let line = house.people.guest_line(session.number);
        let reader = line.map_or(Reader::Person(session.number), Reader::Line);
        let full = || No::new("recall.full", format!("{most} {all}: ask again"));
        let mut people = readers.people.lock().unwrap_or_else(PoisonError::into_inner);
        if people.contains(&reader) {
            return Err(No::new("recall.busy", format!("{one} for you: one at a time")));
        }
        let permit = places.clone().try_acquire_owned().map_err(|_| full())?;
        people.insert(reader);
        Ok(Self { house: house.clone(), reader, work, _permit: permit })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let people = &self.house.readers.places(self.work).people;
        people.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.reader);
    }
}

/// Reads the journal for somebody; what reads is told whether they still wait for it.
async fn reading<T: Send + 'static>(
    house: &Arc<House>,
    read: impl FnOnce(&House, &mut dyn Store, &dyn Fn() -> bool) -> Result<T, No> + Send + 'static,
) -> Result<T, No> {
    let stops = |error: &dyn std::fmt::Display| No::new("house.stops", error.to_string());
    let turn = house.readers.reading.clone().acquire_owned().await.map_err(|error| stops(&error))?;
    let house = house.clone();
    // Whoever goes drops this, by which the reading knows.
    let (waits, asked) = oneshot::channel::<()>();
    let found = tokio::task::spawn_blocking(move || {
        let _until_done = turn;
        let mut store = house.floor.journal().reader()?;
        read(&house, &mut *store, &|| !waits.is_closed())
    })
    .await
    .map_err(|error| stops(&error))?;
    drop(asked);
    found
}

/// Whether where a stretch of a table ends is what the house signed.
fn anchored(
    house: &House,
    store: &mut dyn Store,
    (stream, end): (&str, Head),
    wanted: &dyn Fn() -> bool,
) -> Result<(), No> {
    let public = house.floor.signer().public();
    journal::anchored_while(store, &public, stream, end, (ANCHOR, wanted))
        .map_err(|why| No::new("round.unreadable", why.to_string()))
}

/// Whether somebody sees the rounds of everybody: those who watch over them, and count.
fn sees_all(house: &House, session: &Session) -> bool {
    matches!(session.role, Role::Inspector | Role::Supervisor { .. })
        && house.people.counts(session.number).is_ok()
}

fn shown(house: &House, round: journal::Round, session: &Session) -> Round {
    let all = sees_all(house, session);
    let players = round.players.into_iter().filter(|player| all || *player == session.number).collect();
    Round {
        table: round.stream.trim_start_matches("table/").to_string(),
        number: round.number,
        first: round.first,
        last: round.last,
        began: round.began,
        ended: round.ended,
        players,
        // What others bring is theirs.
        staked: all.then_some(round.staked),
        most: all.then_some(round.most),
        irregular: round.irregular,
    }
}

/// Rounds, the latest first: of any table for supervisors and inspectors; for everybody else of a practice table,
/// which has to be named, or their own, by their number. A search of a table looks through its latest 10,000 rounds, or
/// as many before `before`; where there are more, the header `houseway-before` says with which `before` it goes on.
#[utoipa::path(get, path = "/api/rounds", params(Wanted),
    responses((status = 200, body = Vec<Round>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "recall")]
pub async fn rounds(
    State(house): Here,
    Who(session): Who,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, No> {
    if !sees_all(&house, &session) {
        if matches!(session.role, Role::Inspector | Role::Supervisor { .. }) {
            // They would see all, if somebody vouched for them.
            house.people.counts(session.number)?;
        }
        let own = wanted.player == Some(session.number);
        match &wanted.table {
            // Whoever chose their password could be the one who asks.
            _ if own => house.people.counts(session.number)?,
            // Practice is open to all; elsewhere one's own rounds only.
            Some(table) => {
                let table = house.table(table, Some(&session))?;
                if table.setup().money != floor::Purses::Practice {
                    return Err(No::new("role.own", "your own rounds only: give your number as player"));
                }
            }
            None => {
                return Err(No::new(
                    "role.own",
                    "players may read only rounds of practice tables and their own",
                ));
            }
        }
        // Whatever else is looked for has every round of a table read.
        if !own && (wanted.player.is_some() || wanted.irregular.is_some()) {
            let message = "search by number and time only; among your own rounds also by what was irregular";
            return Err(No::new("role.own", message));
        }
        if wanted.amount.is_some() {
            let message = "only supervisors and inspectors may search by amount: it may be other players'";
            return Err(No::new("role.own", message));
        }
    }
    let place = Place::of(&house, &session, Work::Search)?;
    let search = Search {
        stream: wanted.table.map(|table| format!("table/{table}")),
        since: wanted.since,
        until: wanted.until,
        player: wanted.player,
        amount: wanted.amount,
        irregular: wanted.irregular,
        before: wanted.before,
        from: None,
        limit: wanted.limit.unwrap_or(100).min(100),
    };
    let (found, on) = reading(&house, move |house, store, wanted| {
        let _until_done = place;
        let (found, on) = search_stretch(store, search, house.config.search_stretch)?;
        // The list finds them; what is said of them is by the records.
        let unreadable = |why: String| No::new("round.unreadable", why);
        let ends =
            floor::recall::confirm_all(store, house.floor.shelf(), &found, wanted).map_err(unreadable)?;
        for (stream, end) in ends {
            anchored(house, store, (&stream, end), wanted)?;
        }
        Ok((found, on))
    })
    .await?;
    let rounds: Vec<Round> = found.into_iter().map(|round| shown(&house, round, &session)).collect();
    let on = on.map(|before| (header::HeaderName::from_static(GO_ON), before.to_string()));
    Ok((axum::response::AppendHeaders(on), Json(rounds)).into_response())
}

/// Where a search goes on that has not come to the first round: `before` for the next request.
const GO_ON: &str = "houseway-before";

/// Looks through so many rounds of a table, the latest first, so that it costs the same however old the table is; what
/// was found, and before which round to go on, if there is more to look through.
fn search_stretch(
    store: &mut dyn Store,
    mut search: Search,
    stretch: u32,
) -> Result<(Vec<journal::Round>, Option<u32>), No> {
    let picks = search.since.is_some()
        || search.until.is_some()
        || search.amount.is_some()
        || search.irregular.is_some()
        || search.player.is_some();
    let Some(stream) = search.stream.clone().filter(|_| picks) else {
        return Ok((store.rounds(&search)?, None));
    };
    let latest = Search { stream: Some(stream), before: search.before, limit: 1, ..Search::default() };
    let Some(latest) = store.rounds(&latest)?.pop() else { return Ok((Vec::new(), None)) };
    let from = (latest.number + 1).saturating_sub(stretch);
    search.from = Some(from);
    let found = store.rounds(&search)?;
    // Rounds of a table end in their order: before what ended too early there is nothing.
    let full = found.len() as u64 >= u64::from(search.limit);
    let oldest = Search { since: None, until: None, amount: None, irregular: None, player: None, ..search };
    let oldest = Search { before: Some(from), from: None, limit: 1, ..oldest };
    let goes_on = !full && from > 0 && !store.rounds(&oldest)?.is_empty();
    Ok((found, goes_on.then_some(from)))
}

/// Where a part of a round begins.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// After this version: what `houseway-after` said of the part before.
    pub after: Option<u64>,
}

/// Where a round goes on that is longer than one answer: `after` for the next request.
const GO_ON_AFTER: &str = "houseway-after";

/// A round again, step by step, as the asker may know it: 1,000 steps, or as many after `after`; where there are more,
/// the header `houseway-after` says with which `after` it goes on. One at a time for each person; it ends when the asker
/// goes.
#[utoipa::path(get, path = "/api/tables/{table}/rounds/{number}", params(("table" = String, Path), ("number" = u32, Path), After),
    responses((status = 200, body = Vec<Step>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal), (status = 429, body = Refusal)), tag = "recall")]
pub async fn round(
    State(house): Here,
    Who(session): Who,
    Part((table, number)): Part<(String, u32)>,
    Asked(After { after }): Asked<After>,
) -> Result<Response, No> {
    let handle = house.table(&table, Some(&session))?;
    let practice = handle.setup().money == floor::Purses::Practice;
    let recall = Recall {
        stream: handle.setup().stream(),
        number,
        after: after.unwrap_or(0),
        viewer: session.person,
        only: (!sees_all(&house, &session) && !practice).then_some(session.number),
    };
    if !practice {
        house.people.counts(session.number)?;
    }
    let place = Place::of(&house, &session, Work::Recall)?;
    let (pieces, mut sent) = mpsc::channel(PIECES);
    let (goes_on, mut on) = oneshot::channel();
    let runtime = tokio::runtime::Handle::current();
    tokio::task::spawn_blocking(move || {
        let mut pieces = Pieces { to: pieces, runtime, begun: Instant::now(), text: Vec::new(), first: true };
        let read = recall.read(&place.house, goes_on, &mut pieces);
        // Before the last of it is handed over: whoever then asks for the next one at once is not refused.
        drop(place);
        match read {
            Ok(true) => pieces.end(),
            Ok(false) => {}
            Err(no) => {
                pieces.send(Err(no));
            }
        }
    });
    // Whoever goes drops the other end, by which the reading knows.
    let first =
        sent.recv().await.unwrap_or_else(|| Err(No::new("house.stops", "the reading was interrupted")))?;
    let body = Body::new(Sending { first: Some(first), rest: sent, whole: false });
    let on = on.try_recv().ok().flatten();
    let on = on.map(|last: u64| (header::HeaderName::from_static(GO_ON_AFTER), last.to_string()));
    let headers = [(header::CONTENT_TYPE, "application/json")];
    Ok((headers, axum::response::AppendHeaders(on), body).into_response())
}

/// The round that somebody asked for.
struct Recall {
    stream: String,
    number: u32,
    /// After which version.
    after: u64,
    viewer: Person,
    /// Whose rounds alone.
    only: Option<u32>,
}

impl Recall {
    /// Reads it, piece by piece; whether somebody took all of it and waits for the end.
    fn read(
        &self,
        house: &House,
        goes_on: oneshot::Sender<Option<u64>>,
        pieces: &mut Pieces,
    ) -> Result<bool, No> {
        let mut store = house.floor.journal().reader()?;
        let found = store.round(&self.stream, self.number)?;
        if found.is_none()
            && let Some(archive) = journal::Archive::with_round(&mut *store, &self.stream, self.number)?
        {
            let message = format!(
                "round {} is in archive {} of the house, {}: whoever keeps it reads it with houseway audit round",
                self.number, archive.number, archive.name
            );
            return Err(No::new("round.archived", message));
        }
        let found = found.filter(|round| self.only.is_none_or(|own| round.players.contains(&own)));
        let found =
            found.ok_or_else(|| No::new("round.unknown", format!("no round {} on record", self.number)))?;
        let unreadable = |why: String| No::new("round.unreadable", why);
        let asked = pieces.to.clone();
        let wanted = || !asked.is_closed();
        let first = found.first.max(self.after.saturating_add(1));
        if first > found.last {
            let message =
                format!("round {} ends with {}, expected after {}", self.number, found.last, self.after);
            return Err(No::new("round.unknown", message));
        }
        let last = found.last.min(first.saturating_add(house.config.recall_steps - 1));
        let (ended, at_last) =
            floor::recall::confirm_to(&mut *store, house.floor.shelf(), &found, last, &wanted)
                .map_err(unreadable)?;
        // A stretch that links in itself may have been written anew.
        anchored(house, &mut *store, (&self.stream, ended), &wanted)?;
        // Nobody may wait for it any more.
        let _ = goes_on.send((last < found.last).then_some(last));
        let span = (first, last);
        let (shelf, viewer) = (house.floor.shelf(), &self.viewer);
        let mut taken = true;
        let mut each = |step| {
            taken = pieces.step(step);
            taken
        };
        let hash = floor::recall::round(&mut *store, shelf, &self.stream, span, viewer, &wanted, &mut each)
            .map_err(unreadable)?;
        if taken && wanted() && hash != at_last {
            return Err(unreadable(format!("round {} changed while it was read", self.number)));
        }
        Ok(taken && wanted())
    }
}

/// A piece of a round, and whether it is the last.
type Piece = (Bytes, bool);

/// The answer, as it is read. One that breaks off is no whole answer: the connection closes.
struct Sending {
    first: Option<Piece>,
    rest: mpsc::Receiver<Result<Piece, No>>,
    whole: bool,
}

impl hyper::body::Body for Sending {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let piece = match self.first.take() {
            Some(first) => Some(Ok(first)),
            None if self.whole => None,
            None => std::task::ready!(self.rest.poll_recv(cx)),
        };
        Poll::Ready(match piece {
            Some(Ok((piece, last))) => {
                self.whole = last;
                Some(Ok(Frame::data(piece)))
            }
            Some(Err(no)) => Some(Err(std::io::Error::other(no.0.to_string()))),
            None if self.whole => None,
            None => Some(Err(std::io::Error::other("the reading was interrupted"))),
        })
    }
}

/// A round on its way to whoever asked: a list of steps in JSON, a piece at a time.
struct Pieces {
    to: mpsc::Sender<Result<Piece, No>>,
    runtime: tokio::runtime::Handle,
    begun: Instant,
    text: Vec<u8>,
    first: bool,
}

impl Pieces {
    /// One more step; whether anybody still takes them.
    fn step(&mut self, step: floor::recall::Step) -> bool {
        let floor::recall::Step { version, at, who, steps, betting, view } = step;
        self.text.push(if self.first { b'[' } else { b',' });
        self.first = false;
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut self.text, &Step { version, at, who, steps, betting, view });
        self.text.len() < PIECE || self.flush(false)
    }

    fn end(&mut self) {
        self.text.extend_from_slice(if self.first { b"[]" } else { b"]" });
        self.flush(true);
    }

    fn flush(&mut self, last: bool) -> bool {
        let piece = Bytes::from(std::mem::take(&mut self.text));
        self.send(Ok((piece, last)))
    }

    /// Hands a piece over, and waits a while for somebody to take it.
    fn send(&self, piece: Result<Piece, No>) -> bool {
        let left = WHOLE.saturating_sub(self.begun.elapsed()).min(SLOW);
        let sent = self.runtime.block_on(async { tokio::time::timeout(left, self.to.send(piece)).await });
        sent.is_ok_and(|sent| sent.is_ok())
    }
}

/// Records of a table up to its last finished round, for inspectors.
#[utoipa::path(get, path = "/api/tables/{table}/records", params(("table" = String, Path), Span),
    responses((status = 200, body = Vec<Record>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal), (status = 404, body = Refusal)), tag = "recall")]
pub async fn records(
    State(house): Here,
    Who(session): Who,
    Part(table): Part<String>,
    Asked(span): Asked<Span>,
) -> Result<Json<Vec<Record>>, No> {
    inspector(&house, &session)?;
    let stream = house.table(&table, Some(&session))?.setup().stream();
    let found = reading(&house, move |house, store, wanted| {
        let search = Search { stream: Some(stream.clone()), limit: 1, ..Search::default() };
        // Whoever can write to the list could have it end in the midst of a round.
        let last = match store.rounds(&search)?.first() {
            Some(round) => {
                floor::recall::confirm(store, house.floor.shelf(), round, wanted)
                    .map_err(|why| No::new("round.unreadable", why))?
                    .sequence
            }
            None => 0,
        };
        span_of(store, &stream, &span, last)
    })
    .await?;
    Ok(Json(found))
}

/// Significant events, numbered, for inspectors and administrators.
#[utoipa::path(get, path = "/api/significant", params(Span),
    responses((status = 200, body = Vec<Record>), (status = 400, body = Refusal), (status = 401, body = Refusal), (status = 403, body = Refusal)), tag = "recall")]
pub async fn significant(
    State(house): Here,
    Who(session): Who,
    Asked(span): Asked<Span>,
) -> Result<Json<Vec<Record>>, No> {
    match session.role {
        Role::Administrator => house.people.administrator(&session)?,
        _ => inspector(&house, &session)?,
    }
    let found =
        reading(&house, move |_, store, _| span_of(store, floor::significant::STREAM, &span, u64::MAX))
            .await?;
    let inspects = session.role == Role::Inspector;
    Ok(Json(found.into_iter().map(|record| if inspects { record } else { withheld(record) }).collect()))
}

/// A significant event as whoever does not inspect sees it: what protects a player is between them and the house.
fn withheld(record: Record) -> Record {
    // By a hash, its own or a later one, what is withheld could be guessed.
    let record = Record { hash: String::new(), ..record };
    let event = serde_json::from_str::<Significant>(&record.body);
    // What cannot be read may be anything.
    if event.is_ok_and(|event| !event.code.starts_with("protect.")) {
        return record;
    }
    let event = Significant::new("protect.withheld", "house", None, "for inspectors");
    Record { body: serde_json::to_string(&event).unwrap_or_default(), ..record }
}

fn inspector(house: &House, session: &Session) -> Result<(), No> {
    match session.role {
        Role::Inspector => Ok(house.people.counts(session.number)?),
        role => Err(No::new("role.inspector", format!("{role} does not inspect"))),
    }
}

fn span_of(store: &mut dyn Store, stream: &str, span: &Span, last: u64) -> Result<Vec<Record>, No> {
    // What is in an archive is not here.
    let from = span.from.unwrap_or(1).max(store.base(stream)?.head.sequence + 1);
    let limit = span.limit.unwrap_or(100).clamp(1, 500);
    let to = from.saturating_add(limit - 1).min(last);
    if to < from {
        return Ok(Vec::new());
    }
    let records = store.range(stream, from, to)?;
    Ok(records
        .into_iter()
        .map(|record| Record {
            stream: record.stream.to_string(),
            sequence: record.sequence,
            at: record.at,
            form: record.form,
            moves: record.moves,
            body: String::from_utf8_lossy(&record.body).into_owned(),
            hash: record.hash.to_string(),
        })
        .collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::config::Config;

    async fn house(name: &str) -> Arc<House> {
        let folder = std::env::temp_dir().join(format!("houseway-{name}-{}", std::process::id()));
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), folder);
        (config.database, config.tables) = (Some("memory".into()), Vec::new());
        House::open(config).await.unwrap()
    }

    /// Whatever is read for somebody ends when they go.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reading_knows_when_nobody_waits_for_it() {
        let house = house("reading").await;
        let (ended, mut ends) = mpsc::channel(1);
        let read = reading(&house, move |_, _, wanted| {
            let begun = Instant::now();
            while wanted() && begun.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(5));
            }
            ended.blocking_send(wanted()).unwrap();
            Ok(())
        });
        assert!(tokio::time::timeout(Duration::from_millis(200), read).await.is_err(), "it goes on");
        assert_eq!(ends.recv().await, Some(false), "nobody waits any more");
        assert!(reading(&house, |_, _, wanted| Ok(wanted())).await.unwrap());
        house.stop().await;
        let _ = std::fs::remove_dir_all(&house.config.data);
    }

    /// So does the last look at what was read, and it does not look further than it may.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_reading_to_the_next_checkpoint_ends_too() {
        let house = house("anchor").await;
        let public = house.floor.signer().public();
        for count in 0..3 {
            let event = Significant::new("test", "house", None, count.to_string());
            house.floor.significant(event).await.unwrap();
        }
        let found = reading(&house, move |_, store, _| {
            let stream = floor::significant::STREAM;
            // After the last checkpoint: three records lead to where the stream stands.
            let end = store.head(stream)?.unwrap().sequence;
            let record = store.range(stream, end - 2, end - 2)?.pop().unwrap();
            let record = Head { sequence: record.sequence, hash: record.hash };
            let mut leads = |most, wanted: bool| {
                journal::anchored_while(store, &public, stream, record, (most, &|| wanted)).is_ok()
            };
            Ok([leads(u64::MAX, true), leads(2, true), leads(1, true), leads(u64::MAX, false)])
        });
        assert_eq!(found.await.unwrap(), [true, true, false, false]);
        house.stop().await;
        let _ = std::fs::remove_dir_all(&house.config.data);
    }
}
