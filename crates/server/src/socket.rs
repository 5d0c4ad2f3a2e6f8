//! A station's socket: what it says goes to its table, what the table leaves for it goes out.
//!
//! One message out may carry a view, what may be done, notes and answers together; a station that is slow
//! gets fewer of them, and one that takes none for too long is given up. Its session is looked at again and
//! again, and with whatever is said: when it ends, the socket does.

use crate::approval::Undone;
use crate::house::House;
use crate::limit::Bucket;
use crate::message::{self, Wish};
use crate::meter::Heard;
use crate::people::Session;
use crate::refusal::No;
use crate::role::Role;
use crate::sent::{Asked, Part};
use crate::serve::Taken;
use crate::share::Share;
use crate::tables::{amount_for, mixes, waits_for_second};
use crate::who::{Anybody, Here};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Extension, State};
use axum::response::Response;
use bytes::Bytes;
use floor::ask::{Act, Ask, Reply};
use floor::{Handle, Outlet};
use game::{Moment, Person, Refusal};
use serde::Deserialize;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How often a session is looked at.
const LOOK: Duration = Duration::from_secs(5);
/// After how long without a word a station is asked whether it is there, and after how long it is not.
const PING: Duration = Duration::from_secs(30);
const SILENT: Duration = Duration::from_secs(100);

/// How long one message may take, in however many pieces it comes.
const WHOLE: Duration = Duration::from_secs(10);
/// How many bytes a frame of a station has beside what it says, if it says little.
const FRAME: u64 = 6;

/// Why the house closes a socket: a code, and a reason.
type Goodbye = (&'static str, &'static str);
const OVER: Goodbye = ("session.over", "the session is over: sign in again");
/// Whoever was vouched for since, or does not count any more, comes again to see what they may see now.
const AGAIN: Goodbye = ("station.again", "what you may see has changed: connect again");

/// From where on a station wants to see.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// The last version it saw.
    seen: Option<u64>,
    /// Whether the station wants to be told what may be done; `true` by default.
    legal: Option<bool>,
}

/// A table, live: a WebSocket. The station sends messages with a key and one of `do`, `join`, `top-up`,
/// `leave`, `chance`, `confirm`; it hears updates.
#[utoipa::path(get, path = "/api/tables/{table}/live", params(("table" = String, Path), From),
    responses((status = 101, description = "the socket; messages are `Update`s"),
        (status = 400, description = "invalid parameters", body = Refusal),
        (status = 403, description = "not for guests, or not from this site", body = Refusal),
        (status = 404, description = "no such table", body = Refusal),
        (status = 426, description = "a WebSocket upgrade is expected", body = Refusal),
        (status = 429, description = "too many stations are open", body = Refusal)), tag = "tables")]
pub async fn live(
    State(house): Here,
    Part(table): Part<String>,
    Asked(from): Asked<From>,
    Anybody(session): Anybody,
    (ConnectInfo(address), headers): (ConnectInfo<std::net::SocketAddr>, axum::http::HeaderMap),
    (place, heard): (Option<Extension<Taken>>, Option<Extension<Heard>>),
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, No> {
    let handle = house.table(&table, session.as_ref())?;
    let who = house.viewer(&handle, session.as_ref());
    if let Person::Player(player) = who {
        house.protection.load(player).await.map_err(No::from)?;
    }
    let upgrade = upgrade.map_err(|error| No::new("message.upgrade", error.body_text()))?;
    let nobody = session.as_ref().is_none_or(|session| session.role == Role::Guest);
    let number = session.as_ref().map(|session| session.number);
    let share = Share::of_station(&house.stations, address.ip(), (number, nobody), &house.config)?;
    let watches = if nobody { Some(house.crowd.watch()?) } else { None };
    let outlet = handle.watch(who, from.seen, from.legal.unwrap_or(true)).await?;
    let token = crate::who::token(&headers, house.config.tls.is_some()).map(|(token, _)| token.to_string());
    let mut station = Station::new(house, handle, (session, who), token, outlet);
    station.place = (place.map(|Extension(place)| place), watches, Some(share));
    station.heard = heard.map(|Extension(heard)| heard).unwrap_or_default();
    let upgrade = upgrade
        .max_message_size(message::LONGEST)
        .max_frame_size(message::LONGEST)
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20);
    Ok(upgrade.on_upgrade(move |socket| station.run(socket)))
}

struct Station {
    house: Arc<House>,
    handle: Handle,
    session: Option<Session>,
    /// As whom it looks.
    who: Person,
    token: Option<String>,
    outlet: Arc<Outlet>,
    /// That whoever has it is there, as long as it is.
    #[allow(dead_code)] // it is there to be dropped
    presence: Option<crate::people::Station>,
    /// Its place among the connections, among those who watch without an account, and among the stations of whoever
    /// has it.
    #[allow(dead_code)] // it is there to be dropped
    place: (Option<Taken>, Option<tokio::sync::OwnedSemaphorePermit>, Option<Share>),
    /// How many bytes came from it.
    heard: Heard,
    /// What it says and hears, counted.
    messages: metrics::Counter,
    updates: metrics::Counter,
}

/// However the station goes, the table hears of it.
impl Drop for Station {
    fn drop(&mut self) {
        self.outlet.close();
        metrics::gauge!("houseway_stations").decrement(1.0);
    }
}

impl Station {
    fn new(
        house: Arc<House>,
        handle: Handle,
        (session, who): (Option<Session>, Person),
        token: Option<String>,
        outlet: Arc<Outlet>,
    ) -> Self {
        metrics::gauge!("houseway_stations").increment(1.0);
        let (messages, updates) =
            (metrics::counter!("houseway_messages"), metrics::counter!("houseway_updates"));
        let presence = token.as_deref().and_then(|token| house.people.station(token));
        let (place, heard) = ((None, None, None), Heard::default());
        Self { house, handle, session, who, token, outlet, presence, place, heard, messages, updates }
    }

    async fn run(self, mut socket: WebSocket) {
        let bucket = Bucket::full(self.house.config.rate);
        let mut look = tokio::time::interval(LOOK);
        let since = self.plays_since();
        let mut reminded = since;
        // A station that is gone without a word answers no ping; its place is somebody else's then.
        let mut heard = Instant::now();
        let mut pinged = heard;
        // What of its bytes belongs to whole messages, and since when some does not.
        let (mut whole, mut partial) = (self.heard.bytes(), None);
        let goodbye = loop {
            tokio::select! {
                message = self.outlet.next() => match message {
                    Some(message) => if self.send(&mut socket, message).await.is_err() { return },
                    None => break ("table.gone", "the table is closed"),
                },
                said = socket.recv() => match said {
                    Some(Ok(Message::Text(text))) => {
                        heard = Instant::now();
                        (whole, partial) = (self.heard.bytes(), None);
                        if !bucket.take() {
                            break ("rate.much", "too many messages");
                        }
                        if let Err(goodbye) = self.hear(text.as_str()).await {
                            break goodbye;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => break ("message.form", "expected text, got a binary frame"),
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Ok(Message::Ping(said) | Message::Pong(said))) => {
                        heard = Instant::now();
                        whole += FRAME + said.len() as u64;
                        if !bucket.take() {
                            break ("rate.much", "too many messages");
                        }
                    }
                    Some(Err(_)) => break ("message.form", "an invalid frame, or one that is too long"),
                },
                _ = look.tick() => {
                    if !self.still_there() {
                        break OVER;
                    }
                    if self.house.viewer(&self.handle, self.session.as_ref()) != self.who {
                        break AGAIN;
                    }
                    let began = partial.take().unwrap_or_else(Instant::now);
                    partial = (self.heard.bytes() > whole).then_some(began);
                    if partial.is_some() && began.elapsed() >= WHOLE {
                        break ("message.slow", "a message was not complete after ten seconds");
                    }
                    if heard.elapsed() > SILENT {
                        break ("station.silent", "no answer to pings for too long");
                    }
                    if heard.max(pinged).elapsed() > PING {
                        pinged = Instant::now();
                        if self.ping(&mut socket).await.is_err() {
                            return;
                        }
                    }
                    if let Some(line) = self.reality(since, &mut reminded)
                        && self.send(&mut socket, line).await.is_err()
                    {
                        return;
                    }
                },
            }
        };
        let (code, reason) = goodbye;
        let frame = CloseFrame { code: 4000, reason: Utf8Bytes::from(format!("{code}: {reason}")) };
        // Who is gone, or takes nothing, does not hear it.
        let close = socket.send(Message::Close(Some(frame)));
        let _ = tokio::time::timeout(self.house.config.patience, close).await;
    }

    /// Asks whether it is still there.
    async fn ping(&self, socket: &mut WebSocket) -> Result<(), ()> {
        let sending = socket.send(Message::Ping(Bytes::new()));
        let sent = tokio::time::timeout(self.house.config.patience, sending).await;
        sent.map_err(|_| ())?.map_err(|_| ())
    }

    /// Whether the session goes on. A console that nobody touches does not keep it alive; what is said does.
    fn still_there(&self) -> bool {
        match (&self.session, &self.token) {
            (Some(_), Some(token)) => self.house.people.is_live(token),
            _ => true,
        }
    }

    /// Somebody is there: the session goes on, unless it was ended meanwhile.
    fn touch(&self) -> Result<(), Goodbye> {
        match (&self.session, &self.token) {
            (Some(_), Some(token)) => self.house.people.session(token).map(|_| ()).ok_or(OVER),
            _ => Ok(()),
        }
    }

    /// Since when a player plays: since they signed in, on whichever station. A guest may have been away for
    /// hours.
    fn plays_since(&self) -> Moment {
        match &self.session {
            Some(session) if session.role == Role::Player => session.since,
            _ => self.handle.now(),
        }
    }

    /// A player who has played long is told so, on every station anew until they have seen it.
    fn reality(&self, since: Moment, reminded: &mut Moment) -> Option<Bytes> {
        let session = self.session.as_ref()?;
        let player = session.person.player()?;
        let now = self.handle.now();
        if !self.house.protection.due(player, session.reality_since().max(*reminded), now) {
            return None;
        }
        *reminded = now;
        let minutes = now.minutes_since(since);
        serde_json::to_vec(&crate::update::Reality { kind: crate::update::RealityKind::Reality, minutes })
            .ok()
            .map(Bytes::from)
    }

    /// What the station says; why it is the last, if it is.
    async fn hear(&self, text: &str) -> Result<(), Goodbye> {
        self.messages.increment(1);
        self.touch()?;
        self.follow(text).await;
        Ok(())
    }

    async fn follow(&self, text: &str) {
        let (key, wish) = match message::read(text) {
            Ok(said) => said,
            Err(refused) => {
                Reply::Station(self.outlet.clone(), String::new()).give(Err(refused));
                return;
            }
        };
        let reply = Reply::Station(self.outlet.clone(), key.clone());
        let Some(session) = &self.session else {
            reply.give(Err(Refusal::plain("sign-in.wanted", "sign in first, or come as a guest")));
            return;
        };
        let rated = match &wish {
            Wish::Join(_) | Wish::TopUp(_) => self.house.brings(session).map(|_| ()),
            Wish::Do(_) | Wish::Chance(_) | Wish::Leave | Wish::Confirm(_) => {
                self.house.rated(session).map_err(No)
            }
        };
        if let Err(No(refused)) = rated {
            return reply.give(Err(refused));
        }
        let once = Some(format!("{}:{key}", session.number));
        let ask = match (wish, session.person) {
            (Wish::Do(command), who) => {
                let act = Act {
                    who,
                    second: None,
                    key: Some(format!("{}:{key}", session.number)),
                    command: Bytes::copy_from_slice(command.get().as_bytes()),
                    at: self.handle.now(),
                };
                if who.is_staff() {
                    self.act_as_staff(session.clone(), key, act).await;
                    return;
                }
                Ask::Act { act, reply }
            }
            (Wish::Chance(bytes), who) => match mixes(who) {
                Ok(()) => Ask::Mix { who, bytes, key: once, reply },
                Err(refused) => return reply.give(Err(refused)),
            },
            (Wish::Join(join), Person::Player(player)) => match amount_for(&self.handle, join.amount) {
                Ok(amount) => Ask::Join { player, place: join.place, amount, key: once, reply },
                Err(No(refused)) => return reply.give(Err(refused)),
            },
            (Wish::TopUp(units), Person::Player(player)) => match amount_for(&self.handle, Some(units)) {
                Ok(amount) => Ask::TopUp { player, amount, key: once, reply },
                Err(No(refused)) => return reply.give(Err(refused)),
            },
            (Wish::Leave, Person::Player(player)) => Ask::Leave { player, by: None, key: once, reply },
            (Wish::Confirm(word), Person::Player(player)) => {
                Ask::Confirm { word: word.by(player), key: once, reply }
            }
            _ => {
                return reply
                    .give(Err(Refusal::plain("role.player", "only players may join, leave and buy in")));
            }
        };
        if let Err(refused) = self.handle.ask(ask).await {
            Reply::Station(self.outlet.clone(), key).give(Err(refused));
        }
    }

    /// Staff may need a second person; then it waits for one. Commands reach the table in the order in which
    /// they were said; only their answers are waited for aside.
    async fn act_as_staff(&self, session: Session, key: String, act: Act) {
        let (house, handle) = (self.house.clone(), self.handle.clone());
        let reply = Reply::Station(self.outlet.clone(), key.clone());
        let (command, (sender, answer)) = (act.command.clone(), oneshot::channel());
        if let Err(refused) = handle.ask(Ask::Act { act, reply: Reply::Staff(sender) }).await {
            return reply.give(Err(refused));
        }
        tokio::spawn(async move {
            let gone = |_| Err(Refusal::plain("table.gone", "the table is closed"));
            let answer = answer.await.unwrap_or_else(gone);
            match waits_for_second(&house, &handle, session, &key, &command, answer).await {
                Ok(version) => reply.give(Ok(version)),
                Err(Undone::Waits(waits)) => reply.waits(waits.refusal, waits.waits),
                Err(Undone::No(No(refused))) => reply.give(Err(refused)),
            }
        });
    }

    /// Sends a message; a station that takes nothing for as long as the house is patient is as good as gone.
    async fn send(&self, socket: &mut WebSocket, message: Bytes) -> Result<(), ()> {
        self.updates.increment(1);
        let text = Utf8Bytes::try_from(message).unwrap_or_default();
        let mut sending = std::pin::pin!(socket.send(Message::Text(text)));
        // Nearly always it goes at once, and then nobody has to look at the clock.
        if let Poll::Ready(sent) = poll_fn(|cx| Poll::Ready(sending.as_mut().poll(cx))).await {
            return sent.map_err(|_| ());
        }
        let sent = tokio::time::timeout(self.house.config.patience, sending).await;
        sent.map_err(|_| ())?.map_err(|_| ())
    }
}
