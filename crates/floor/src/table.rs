//! A table's task: takes what waits, lets the rules decide, has it kept, and only then tells anybody.
//!
//! The state runs ahead of the journal by one batch at most; nothing of it is shown before the batch is
//! kept, and if it is not, the state is read again from the journal. Automatic dealer and bots put their
//! commands in the same way as everybody else.

mod auto;
mod passage;
mod restore;

use crate::ask::{Act, Answer, Ask, Look, Refused, Reply, Watch};
use crate::house::Standing;
use crate::watch::Watchers;
use crate::{
    Body, Clock, Drawn, Entropy, FloorEvent, Happened, Info, Numbers, Play, Promise, Protection, Scene, Seed,
    TableSetup, significant,
};
use bytes::Bytes;
use game::{Context, Moment, Person};
use journal::{Asked, Draft, Journal, Known, Snapshot, Stream, Unit, print_moves};
use money::PlayerId;
use passage::{Passage, admit, passages, wallet};
pub(crate) use restore::panic_text;
use restore::{keep_seed, read_seed, restore};
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc;

/// How many commands go into one commit of a table at most.
const BATCH: usize = 64;
/// Records between two snapshots.
const SNAPSHOT: u64 = 500;
/// The shelf on which seeds wait until they are revealed.
pub(crate) const SEEDS: &str = "seed";
/// How long a table waits after the journal failed.
const PATIENCE: i64 = 1000;

/// What every table of a floor shares.
#[derive(Clone)]
pub struct Common {
    /// The journal.
    pub journal: Journal,
    /// The clock.
    pub clock: Clock,
    /// Fresh bits.
    pub entropy: Arc<dyn Entropy>,
    /// What protects players who play for money.
    pub protection: Protection,
}

/// A unit that waits to be kept, with those who wait for it.
struct Waiting {
    unit: Unit,
    reply: Reply,
    version: u64,
    /// Money that goes between accounts and the table with it.
    passages: Vec<Passage>,
}

pub(crate) struct Table<G: Play> {
    game: Arc<G>,
    common: Common,
    setup: Box<TableSetup>,
    stream: Stream,
    standing: Standing<G::State>,
    seed: Option<Seed>,
    watchers: Watchers<G>,
    info: Arc<Mutex<Info>>,
    waiting: Vec<Waiting>,
    replies: Vec<(Reply, Answer)>,
    /// Those who want to look, and have to wait until what waits is kept.
    later: Vec<Ask>,
    /// Notes of the records that wait.
    notes: Vec<u8>,
    bots: Vec<PlayerId>,
    people: Vec<PlayerId>,
    leaving: HashSet<PlayerId>,
    /// When the house, and when a bot, last did something.
    since: Moment,
    last: Moment,
    bot_since: Moment,
    bot_turn: usize,
    snapshot: u64,
    trouble: Option<String>,
    mood: crate::Draw,
}

impl<G: Play> Table<G> {
    /// A table as the journal has it.
    pub(crate) fn open(
        game: Arc<G>,
        common: Common,
        setup: Box<TableSetup>,
        store: &mut dyn journal::Store,
        info: Arc<Mutex<Info>>,
    ) -> Result<Self, String> {
        let (stream, standing, snapshot) = restore(&*game, &setup, store)?;
        let seed = read_seed(store, stream.name(), standing.house.promise.as_ref())?;
        let bots = Vec::new();
        let now = common.clock.now();
        let mood = crate::Draw::keyed(common.entropy.fresh().0);
        let watchers = Watchers::new(stream.head().sequence);
        let mut table = Self {
            game,
            common,
            setup,
            stream,
            standing,
            seed,
            watchers,
            info,
            waiting: Vec::new(),
            replies: Vec::new(),
            later: Vec::new(),
            notes: Vec::new(),
            bots,
            people: Vec::new(),
            leaving: HashSet::new(),
            since: now,
            last: now,
            bot_since: now,
            bot_turn: 0,
            snapshot,
            trouble: None,
            mood,
        };
        table.bots = table.seated_bots();
        table.tell_info();
        Ok(table)
    }

    fn seated_bots(&self) -> Vec<PlayerId> {
        let players = self.game.players(&self.standing.state);
        players.into_iter().filter(|player| Numbers::is_bot(*player)).collect()
    }

    /// Runs until it is told to stop.
    pub(crate) async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        if self.stream.head().sequence == 0 {
            let setup = self.setup.clone();
            self.floor_event(FloorEvent::Opened { setup }, Reply::Nobody);
            self.keep().await;
        }
        loop {
            let wake = self.automate();
            if !self.waiting.is_empty() {
                self.keep().await;
            }
            self.watchers.publish_legal(&*self.game, &self.standing, self.common.clock.now());
            let wake = [wake, self.watchers.legal_due()].into_iter().flatten().min();
            let first = match wake {
                Some(moment) if moment <= self.common.clock.now() => match asks.try_recv() {
                    Ok(ask) => Some(ask),
                    Err(mpsc::error::TryRecvError::Empty) => {
                        // Let others have the processor.
                        tokio::task::yield_now().await;
                        continue;
                    }
                    Err(mpsc::error::TryRecvError::Disconnected) => return,
                },
                Some(moment) => {
                    let clock = self.common.clock.clone();
                    tokio::select! {
                        ask = asks.recv() => match ask { Some(ask) => Some(ask), None => return },
                        () = clock.until(moment) => None,
                    }
                }
                None => match asks.recv().await {
                    Some(ask) => Some(ask),
                    None => return,
                },
            };
            let Some(first) = first else { continue };
            let mut next = Some(first);
            while let Some(ask) = next.take() {
                match ask {
                    Ask::Stop(done) => {
                        self.keep().await;
                        self.snapshot().await;
                        self.watchers.close();
                        let _ = done.send(());
                        return;
                    }
                    ask => self.take(ask),
                }
                if self.waiting.len() < BATCH {
                    next = asks.try_recv().ok();
                }
            }
            if !self.waiting.is_empty() || !self.replies.is_empty() {
                self.keep().await;
            }
        }
    }

    fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Act(act, reply) => self.act_from_outside(act, reply),
            Ask::Join(player, place, amount, reply) => {
                let steps = self.game.join(&self.standing.state, player, place, amount);
                self.steps(steps, reply, "place.taken", format!("place {place} cannot be had now"));
            }
            Ask::TopUp(player, amount, reply) => {
                let steps = self.game.top_up(&self.standing.state, player, amount);
                self.steps(steps, reply, "purse.not_here", format!("{player} cannot be given chips here"));
            }
            Ask::Leave(player, reply) => {
                self.leaving.insert(player);
                self.replies.push((reply, Ok(self.stream.head().sequence)));
            }
            Ask::Mix(from, added, reply) => self.mix(from, &added, reply),
            Ask::Deal(who, takes, reply) => self.change_dealer(who, takes, reply),
            Ask::Resume(by, second, reply) => match &self.standing.house.halted {
                Some(_) => self.floor_event(FloorEvent::Resumed { by, second }, reply),
                None => self.refuse(reply, Refused::new("table.runs", "the table does not stand still")),
            },
            // Nobody sees what is not kept yet.
            Ask::Watch(_) | Ask::Look(..) if !self.waiting.is_empty() => self.later.push(ask),
            Ask::Watch(watch) => self.watch(watch),
            Ask::Look(who, answer) => {
                let message = self.look(who);
                let _ = answer.send(Look { message });
            }
            Ask::Break(why) => self.halt(why),
            Ask::Stop(_) => {}
        }
    }

    fn refuse(&mut self, reply: Reply, refused: Refused) {
        self.replies.push((reply, Err(refused)));
    }

    /// A command from a station or a console.
    fn act_from_outside(&mut self, act: Act, reply: Reply) {
        let asked = act.key.as_ref().map(|_| Asked::of(&act.command));
        if let (Some(key), Some(asked)) = (&act.key, asked) {
            match self.stream.known(key, asked) {
                Ok(Known::New) => {}
                Ok(Known::Answered(version)) => {
                    // The first answer again, and not before it is true.
                    self.replies.push((reply, Ok(version)));
                    return;
                }
                Err(error) => return self.refuse(reply, Refused::new("key.reused", error.to_string())),
            }
        }
        let command: G::Command = match serde_json::from_slice(&act.command) {
            Ok(command) => command,
            Err(error) => {
                let refused = Refused::new("message.command", format!("no command of this game: {error}"));
                return self.refuse(reply, refused);
            }
        };
        if act.who.is_staff() && self.standing.house.halted.is_none() && self.game.takes_two(&command) {
            // What the rules refuse anyway waits for nobody.
            let context = Context::new(act.who, act.at);
            if let Err(refusal) = self.game.decide(&self.standing.state, &command, &context) {
                return self.refuse(reply, refusal.into());
            }
            let stands = |second: Person| {
                let context = Context::new(second, act.at);
                let other = match (act.who, second) {
                    (Person::Staff(one, _), Person::Staff(other, _)) => one != other,
                    _ => false,
                };
                other && self.game.decide(&self.standing.state, &command, &context).is_ok()
            };
            if !act.second.is_some_and(stands) {
                let message = "this takes a second person of the rank the book asks, who is not the first";
                return self.refuse(reply, Refused::new("second.wanted", message));
            }
        }
        let context = Context::new(act.who, act.at);
        let key = act.key.zip(asked).map(|(key, Asked(asked))| (key, asked));
        if let Err((reply, refused)) = self.act(context, act.second, key, command, reply) {
            self.refuse(reply, refused);
        }
    }

    /// Puts a command to the rules; what follows waits to be kept.
    fn act(
        &mut self,
        context: Context,
        second: Option<Person>,
        key: Option<(String, u64)>,
        mut command: G::Command,
        reply: Reply,
    ) -> Result<(), (Reply, Refused)> {
        if let Some(why) = &self.standing.house.halted {
            let refused = Refused::new("table.halted", format!("the table stands still: {why}"));
            return Err((reply, refused));
        }
        let drawn = self.draw(&mut command);
        let game = self.game.clone();
        let state = &mut self.standing.state;
        let (setup, protection) = (&self.setup, &self.common.protection);
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let events = game.decide(state, &command, &context)?;
            let passages = passages(&*game, setup, &events, context.now);
            admit(protection, setup, &passages)?;
            for event in &events {
                game.evolve(state, event);
            }
            Ok::<_, Refused>((events, passages))
        }));
        let (events, passages) = match tried {
            Ok(Ok(done)) => done,
            Ok(Err(refused)) => {
                self.undraw(drawn);
                return Err((reply, refused));
            }
            Err(panic) => {
                let why = panic_text(&*panic);
                let refused = Refused::new("table.halted", format!("the table stands still: {why}"));
                self.halt(why);
                return Err((reply, refused));
            }
        };
        if let Err(why) = self.game.sound(&self.standing.state) {
            let refused = Refused::new("table.halted", format!("the table stands still: {why}"));
            self.halt(why);
            return Err((reply, refused));
        }
        let moves = events.iter().flat_map(|event| self.game.moves(event));
        let drafts = passages.iter().map(|passage| wallet(&self.setup.id, passage)).collect();
        let body =
            Body::Game(Happened { who: context.who, second, command: &command, drawn, events: &*events });
        let draft = Draft {
            at: context.now.milliseconds(),
            key,
            moves: print_moves(moves),
            // What came from JSON goes to JSON.
            body: serde_json::to_vec(&body).unwrap_or_default(),
        };
        let record = self.stream.seal(draft);
        let round = self.standing.house.follow_events(&*self.game, &record, &events);
        self.note(record.sequence, context.who, &events);
        let version = record.sequence;
        let mut unit = Unit { sealed: vec![record], drafts, ..Unit::default() };
        if let Some(round) = round {
            unit.rounds.push(round);
            self.reveal(&mut unit, context.now);
        }
        self.waiting.push(Waiting { unit, reply, version, passages });
        self.last = self.last.max(context.now);
        Ok(())
    }

    /// Draws chance into a command, where the house does.
    fn draw(&mut self, command: &mut G::Command) -> Option<Drawn> {
        let what = self.game.chance(command).filter(|_| self.game.draws())?;
        let (seed, promise) = (self.seed?, self.standing.house.promise.as_mut()?);
        let (mut draw, drawn) = promise.draw(self.stream.name(), &seed, what);
        self.game.fill(&self.standing.state, command, &mut draw);
        Some(drawn)
    }

    /// A draw that the rules did not want has not been.
    fn undraw(&mut self, drawn: Option<Drawn>) {
        if let (Some(drawn), Some(promise)) = (drawn, &mut self.standing.house.promise) {
            promise.draws = drawn.number - 1;
        }
    }

    /// Shows the seed of a round that is over, and commits the house to the next.
    fn reveal(&mut self, unit: &mut Unit, now: Moment) {
        let (Some(seed), Some(promise)) = (self.seed, &self.standing.house.promise) else { return };
        let (turn, name) = (promise.turn, self.stream.name().to_string());
        let fresh = self.common.entropy.fresh();
        let next = Promise::new(&name, turn + 1, &fresh);
        let event = FloorEvent::Revealed { turn, seed: hex::encode(seed.0), next };
        unit.sealed.push(self.seal_floor(&event, now));
        unit.kept.push(keep_seed(&name, turn + 1, &fresh));
        self.standing.house.follow_floor(&event);
        self.seed = Some(fresh);
    }

    fn seal_floor(&mut self, event: &FloorEvent, now: Moment) -> journal::Sealed {
        let body: Body<&G::Command, &[G::Event]> = Body::Floor(event.clone());
        let body = serde_json::to_vec(&body).unwrap_or_default();
        self.stream.seal(Draft { at: now.milliseconds(), body, ..Draft::default() })
    }

    /// Something happens around the table.
    fn floor_event(&mut self, event: FloorEvent, reply: Reply) {
        let now = self.common.clock.now();
        let record = self.seal_floor(&event, now);
        self.standing.house.follow_floor(&event);
        let mut unit = Unit::record(record);
        if let Some(event) = significant::of_table(&self.setup.id, &event) {
            unit.drafts.push(event.draft(now));
        }
        let opens = matches!(event, FloorEvent::Opened { .. });
        if opens && self.game.draws() {
            let seed = self.common.entropy.fresh();
            let promise = Promise::new(self.stream.name(), 1, &seed);
            let event = FloorEvent::Committed { promise };
            unit.sealed.push(self.seal_floor(&event, now));
            unit.kept.push(keep_seed(self.stream.name(), 1, &seed));
            self.standing.house.follow_floor(&event);
            self.seed = Some(seed);
        }
        let version = self.stream.head().sequence;
        self.waiting.push(Waiting { unit, reply, version, passages: Vec::new() });
    }

    /// A station adds to chance.
    fn mix(&mut self, from: Person, added: &[u8], reply: Reply) {
        if added.is_empty() || added.len() > 64 {
            let refused = Refused::new("chance.size", format!("{} bytes added, 1 to 64 wanted", added.len()));
            return self.refuse(reply, refused);
        }
        match &self.standing.house.promise {
            Some(promise) if promise.additions < 4096 => {
                self.floor_event(FloorEvent::Mixed { from, added: hex::encode(added) }, reply);
            }
            Some(_) => self.refuse(reply, Refused::new("chance.enough", "enough was added to this round")),
            None => self.refuse(reply, Refused::new("chance.real", "chance is real here, not drawn")),
        }
    }

    fn change_dealer(&mut self, who: Person, takes: bool, reply: Reply) {
        let deals = self.standing.house.dealer;
        match (takes, deals) {
            _ if !self.setup.house_deals() => {
                self.refuse(reply, Refused::new("dealer.person", "a person deals here anyway"));
            }
            (true, Some(other)) => {
                self.refuse(reply, Refused::new("dealer.taken", format!("{other} deals here")));
            }
            (false, None) => self.refuse(reply, Refused::new("dealer.house", "the house deals here")),
            (true, None) => self.floor_event(FloorEvent::DealerTook { who }, reply),
            (false, Some(_)) => self.floor_event(FloorEvent::DealerGave { who }, reply),
        }
        self.since = self.common.clock.now();
    }

    /// Something that must not be: what is not kept is forgotten, and the table stands still.
    fn halt(&mut self, why: String) {
        tracing::error!(table = %self.setup.id, %why, "table halted");
        for waiting in std::mem::take(&mut self.waiting) {
            let refused = Refused::new("table.halted", format!("the table stands still: {why}"));
            self.passed(&waiting.passages, false);
            self.replies.push((waiting.reply, Err(refused)));
        }
        if let Err(error) = self.reload() {
            self.trouble = Some(error);
            return;
        }
        self.floor_event(FloorEvent::Halted { why }, Reply::Nobody);
    }

    /// Reads the state again from the journal.
    fn reload(&mut self) -> Result<(), String> {
        let (journal, game, setup) = (&self.common.journal, &self.game, &self.setup);
        let read = || {
            let mut store = journal.reader().map_err(|error| error.to_string())?;
            let (stream, standing, _) = restore(&**game, setup, &mut *store)?;
            let seed = read_seed(&mut *store, stream.name(), standing.house.promise.as_ref())?;
            Ok((stream, standing, seed))
        };
        // A store may block, which a thread of asynchronous tasks must not see.
        let done = std::thread::scope(|scope| scope.spawn(read).join());
        let (stream, standing, seed) = done.unwrap_or_else(|panic| Err(panic_text(&*panic)))?;
        (self.stream, self.standing, self.seed) = (stream, standing, seed);
        self.notes.clear();
        Ok(())
    }

    fn note(&mut self, sequence: u64, who: Person, events: &[G::Event]) {
        for event in events {
            let told = self.game.told(event);
            if !self.notes.is_empty() {
                self.notes.push(b',');
            }
            crate::watch::write_note(&mut self.notes, sequence, who, &told);
        }
    }

    /// Several commands in a row, by which somebody comes.
    fn steps(&mut self, steps: Vec<(Person, G::Command)>, reply: Reply, code: &str, message: String) {
        if steps.is_empty() {
            return self.refuse(reply, Refused::new(code, message));
        }
        let now = self.common.clock.now();
        let last = steps.len() - 1;
        let mut reply = Some(reply);
        // All or nothing: what a later step spoils has not happened.
        let before =
            (self.standing.clone(), self.stream.head(), self.waiting.len(), self.notes.len(), self.seed);
        for (place, (who, command)) in steps.into_iter().enumerate() {
            let to = if place == last { reply.take().unwrap_or(Reply::Nobody) } else { Reply::Nobody };
            if let Err((to, refused)) = self.act(Context::new(who, now), None, None, command, to) {
                let to = reply.take().unwrap_or(to);
                if self.standing.house.halted.is_none() {
                    let (standing, head, waiting, notes, seed) = before;
                    (self.standing, self.seed) = (standing, seed);
                    self.stream.back(head);
                    let undone = self.waiting.split_off(waiting);
                    undone.iter().for_each(|undone| self.passed(&undone.passages, false));
                    self.notes.truncate(notes);
                }
                return self.refuse(to, refused);
            }
        }
        // One commit: an account that is short spoils all of it, and the answer says so.
        let (mut unit, mut passages, mut answered) = (Unit::default(), Vec::new(), None);
        for one in self.waiting.split_off(before.2) {
            unit.sealed.extend(one.unit.sealed);
            unit.drafts.extend(one.unit.drafts);
            unit.rounds.extend(one.unit.rounds);
            unit.kept.extend(one.unit.kept);
            passages.extend(one.passages);
            answered = Some((one.reply, one.version));
        }
        if let Some((reply, version)) = answered {
            self.waiting.push(Waiting { unit, reply, version, passages });
        }
    }

    /// Has everything kept that waits; then, and only then, tells everybody.
    async fn keep(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut failed = None;
        if !waiting.is_empty() {
            let (units, replies): (Vec<Unit>, Vec<_>) = waiting
                .into_iter()
                .map(|waiting| (waiting.unit, (waiting.reply, waiting.version, waiting.passages)))
                .unzip();
            let answers = self.common.journal.append(units).await;
            for (answer, (reply, version, passages)) in answers.into_iter().zip(replies) {
                self.passed(&passages, answer.is_ok());
                let answer = match answer {
                    Ok(_) => Ok(version),
                    Err(error) => {
                        let refused = refused_by_journal(&error);
                        failed.get_or_insert(error);
                        Err(refused)
                    }
                };
                self.replies.push((reply, answer));
            }
        }
        match failed {
            None => self.publish(),
            Some(error) => self.recover(&error).await,
        }
        let head = self.stream.head().sequence;
        for (reply, answer) in self.replies.drain(..) {
            reply.give(match answer {
                Ok(version) if version > head => {
                    Err(Refused::new("journal.not_kept", "it was not kept, and so did not happen"))
                }
                answer => answer,
            });
        }
        for ask in std::mem::take(&mut self.later) {
            self.take(ask);
        }
        self.maybe_snapshot();
    }

    /// What has been kept of money between accounts and the table, or not.
    fn passed(&self, passages: &[Passage], kept: bool) {
        let protection = &self.common.protection;
        for passage in passages {
            let Passage { player, amount, back, at } = *passage;
            match (back, kept) {
                (true, true) => protection.took_back(player, &self.setup.id, amount, at),
                (false, false) => protection.not_kept(player, &self.setup.id, amount, at),
                _ => {}
            }
        }
    }

    fn publish(&mut self) {
        self.trouble = None;
        let now = self.common.clock.now();
        let version = self.stream.head().sequence;
        if version == self.watchers.version() {
            return;
        }
        let closes = self.closes(now);
        let notes = std::mem::take(&mut self.notes);
        self.watchers.publish(&*self.game, &self.standing, version, now, closes, Bytes::from(notes));
        self.tell_info();
    }

    /// After a commit that failed: the journal says what is.
    async fn recover(&mut self, error: &journal::Error) {
        tracing::error!(table = %self.setup.id, %error, "the journal did not keep a batch");
        self.trouble = Some(error.to_string());
        if let Err(error) = self.reload() {
            self.trouble = Some(error);
        }
        self.watchers.trouble(self.trouble.as_deref());
        self.since = self.common.clock.now();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    fn watch(&mut self, watch: Watch) {
        let now = self.common.clock.now();
        let closes = self.closes(now);
        self.watchers.add(watch, &*self.game, &self.standing, now, closes);
        self.people = self.watchers.people();
        self.tell_info();
    }

    fn look(&mut self, who: Person) -> Bytes {
        let now = self.common.clock.now();
        let closes = self.closes(now);
        self.watchers.look(who, &*self.game, &self.standing, now, closes)
    }

    fn scene(&self, now: Moment) -> Scene<'_> {
        Scene {
            now,
            since: self.since,
            last: self.last,
            began: Moment::new(self.standing.house.meter.began()),
            people: &self.people,
            bots: &self.bots,
            pace: &self.setup.pace,
        }
    }

    fn closes(&self, now: Moment) -> Option<Moment> {
        let deals = self.setup.house_deals() && self.standing.house.dealer.is_none();
        if !deals {
            return None;
        }
        self.game.closes(&self.standing.state, &self.scene(now))
    }

    fn tell_info(&self) {
        let state = &self.standing.state;
        let house = &self.standing.house;
        let info = Info {
            id: self.setup.id.clone(),
            name: self.setup.name.clone(),
            game: G::GAME.to_string(),
            book: self.game.book().to_string(),
            money: self.setup.money,
            house_deals: self.setup.house_deals(),
            dealer: house.dealer.is_some(),
            round: self.game.round(state),
            players: self.game.players(state).len() as u32,
            bots: self.bots.len() as u32,
            watching: self.watchers.count() as u32,
            free: self.game.free(state),
            betting: self.game.betting(state),
            halted: house.halted.clone(),
            trouble: self.trouble.clone(),
            version: self.stream.head().sequence,
            purse: self.setup.purse,
        };
        *self.info.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = info;
    }

    fn snapshot_now(&self) -> Option<Snapshot> {
        let head = self.stream.head();
        let state = serde_json::to_vec(&self.standing).ok()?;
        let keys = self.stream.keys().to_bytes();
        let stream = self.stream.name().to_string();
        Some(Snapshot { stream, sequence: head.sequence, hash: head.hash, keys, state })
    }

    fn maybe_snapshot(&mut self) {
        if self.stream.head().sequence >= self.snapshot + SNAPSHOT
            && let Some(snapshot) = self.snapshot_now()
        {
            self.snapshot = snapshot.sequence;
            self.common.journal.snapshot(snapshot);
        }
    }

    async fn snapshot(&mut self) {
        if self.stream.head().sequence > self.snapshot
            && self.trouble.is_none()
            && let Some(snapshot) = self.snapshot_now()
        {
            self.snapshot = snapshot.sequence;
            self.common.journal.snapshot_surely(snapshot).await;
        }
    }
}

fn refused_by_journal(error: &journal::Error) -> Refused {
    match error {
        journal::Error::Overdrawn { overdrawn, .. } => {
            Refused::new("account.short", format!("{overdrawn}, so it was not done"))
        }
        other => Refused::new("journal.not_kept", format!("it was not kept, and so did not happen: {other}")),
    }
}
