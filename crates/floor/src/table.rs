//! A table's task: takes what waits, lets the rules decide, has it kept, and only then tells anybody.
//!
//! The state runs ahead of the journal by one batch at most; nothing of it is shown before the batch is
//! kept, and if it is not, the state is read again from the journal. Automatic dealer and bots put their
//! commands in the same way as everybody else.

mod act;
mod auto;
mod consent;
mod desk;
mod gather;
mod keep;
mod kept;
mod passage;
mod presence;
mod rates;
mod restore;
mod shares;

#[cfg(feature = "faults")]
use crate::ask::Fault;
use crate::ask::{Ask, Look, Reply, Watch};
use crate::house::Standing;
use crate::said::read_command;
use crate::watch::Watchers;
use crate::{
    Cash, Clock, Entropy, FloorEvent, Info, Numbers, Play, Protection, Purses, Scene, Seats, Seed,
    TableSetup, Vault,
};
use auto::Auto;
use bytes::Bytes;
use desk::{Desk, Waiting};
use game::{Context, Moment, Person, Refusal};
use journal::{Journal, Snapshot, Stream};
use keep::Owed;
use kept::Kept;
use money::{Account, PlayerId};
use passage::ask_the_dealer;
use rates::Rates;
pub(crate) use restore::{keep_seed, panic_text, read_seed, restore};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, mpsc, oneshot};

/// How many commands go into one commit of a table at most.
const BATCH: usize = 64;
/// Records between two snapshots: a thousand tables read as many again in a few seconds.
const SNAPSHOT: u64 = 1000;
/// Records between two that say how the table stands: whoever recalls a round reads as many again at most.
const STOOD: u64 = 500;
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
    /// Which payments are told.
    pub wins: Arc<crate::Wins>,
    /// Fresh bits.
    pub entropy: Arc<dyn Entropy>,
    /// What protects players who play for money.
    pub protection: Protection,
    /// What seals seeds that wait.
    pub vault: Vault,
    /// Who sits where.
    pub seats: Seats,
    /// Cash that dealers changed.
    pub cash: Cash,
}

/// What everybody hears while nothing can be kept. Not what the database says: that may be what was drawn.
const NOTHING_KEPT: &str = "the house cannot keep its records now, so nothing is done here until it can";

/// How often in a row a table waits with what it tells: a round has no more draws, and bots may play on for ever.
const HELD_MOST: u8 = 3;

/// A table's task.
pub(crate) struct Table<G: Play> {
    game: Arc<G>,
    common: Common,
    setup: Box<TableSetup>,
    /// Where it stands: its records, what they led to, and the seed of the running turn.
    stream: Stream,
    standing: Standing<G::State>,
    seed: Option<Seed>,
    /// How far that is kept.
    kept: Kept,
    /// What waits to be taken, kept or answered.
    desk: Desk,
    /// Who is told.
    told: Told<G>,
    /// What the house does next by itself.
    auto: Auto,
    /// When its state was last put on record.
    marks: Marks,
    /// What people may ask, and how often.
    rates: Rates,
}

/// Who is told of a table.
struct Told<G: Play> {
    watchers: Watchers<G>,
    /// What the lobby shows.
    info: Arc<Mutex<Info>>,
    /// Notes of the records that wait.
    notes: Vec<crate::watch::Noted>,
    /// Who sits here, as it was last said.
    seated: Option<Vec<PlayerId>>,
    /// How often in a row what was kept waited to be told together with what the house does next.
    held: u8,
    /// When something was last told.
    at: Moment,
}

/// When a table's state was last put on record.
struct Marks {
    /// The last snapshot.
    snapshot: u64,
    /// The last record that says how the table stands.
    stood: u64,
    /// A snapshot that is kept once its record is.
    taken: Option<Snapshot>,
    /// Bytes of the last state.
    weight: usize,
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
        let seed = read_seed(store, &common.vault, stream.name(), standing.house.promise.as_ref())?;
        // Without its seed a table opens all the same, and stands still: what is on it can be voided and paid back.
        let (seed, lost) = seed.map_or_else(|why| (None, Some(why)), |seed| (seed, None));
        let ahead = ahead(common.clock.now(), &stream, &standing.house.meter, store)?;
        let now = Moment::new(common.clock.now().milliseconds() + ahead);
        let mood = crate::Draw::keyed(common.entropy.fresh().0);
        let kept = stream.head().sequence;
        let watchers = Watchers::new(kept, setup.money == Purses::Cash);
        let mut table = Self {
            game,
            common,
            setup,
            stream,
            standing,
            seed,
            kept: Kept::new(kept, now, lost),
            desk: Desk::default(),
            told: Told { watchers, info, notes: Vec::new(), seated: None, held: 0, at: now },
            auto: Auto::new(now, ahead, mood),
            marks: Marks { snapshot, stood: snapshot, taken: None, weight: 8192 },
            rates: Rates::default(),
        };
        table.auto.bots = table.seated_bots();
        let seated = table.game.players(&table.standing.state).into_iter();
        let left = seated.filter(|player| !Numbers::is_bot(*player));
        table.auto.people = presence::Presence::left(left, &table.setup.pace, now);
        if table.owes_draw() {
            table.kept.owed = table.standing.house.due.as_ref().map(|due| Owed::restarted(&due.what));
        }
        table.tell_info();
        table.tell_cash();
        Ok(table)
    }

    fn seated_bots(&self) -> Vec<PlayerId> {
        let players = self.game.players(&self.standing.state);
        players.into_iter().filter(|player| Numbers::is_bot(*player)).collect()
    }

    /// The same, to stand still from now on: the one before broke.
    pub(crate) fn broken(mut self, why: String) -> Self {
        self.kept.halting = Some(why);
        self
    }

    /// The table's time: the house's, once betting is over that began by a clock that was wrong.
    fn now(&self) -> Moment {
        Moment::new(self.common.clock.now().milliseconds() + self.auto.ahead)
    }

    /// Nothing closes any more by a clock that was wrong: the table's time is the house's again, also for
    /// whatever opens next.
    fn come_back(&mut self) {
        if self.auto.ahead > 0 && !self.game.betting(&self.standing.state) {
            self.auto.ahead = 0;
            let now = self.now();
            (self.auto.since, self.auto.last, self.auto.bot_since, self.kept.again) = (now, now, now, now);
            self.auto.first = now;
        }
    }

    /// Runs until it is told to stop.
    pub(crate) async fn run(mut self, mut asks: mpsc::Receiver<Ask>, bell: Arc<Notify>) {
        self.publish();
        self.told.watchers.wake();
        self.halt_if_due();
        loop {
            self.come_back();
            let now = self.now();
            if !self.kept.is_adrift() {
                self.set_up_if_new();
            }
            // What was handed in before now comes before what the house does now: a wager counts if it was
            // taken before betting closed.
            let queued = asks.len();
            self.desk.pending.extend((0..queued).map_while(|_| asks.try_recv().ok()));
            self.remember().await;
            loop {
                // Who spends what is not in their account spoils nobody's but their own: nothing comes after.
                while self.desk.waiting.len() < BATCH
                    && !self.desk.keeps_first
                    && !self.desk.waiting.last().is_some_and(Waiting::spends)
                {
                    let Some(ask) = self.desk.pending.pop_front() else { break };
                    let done = self.take(ask);
                    self.tell_cash();
                    if let Some(done) = done {
                        return self.finish(done).await;
                    }
                }
                let first = std::mem::take(&mut self.desk.keeps_first);
                // What the house does at once when that was the last it waited for is kept and told with it.
                if !first && self.desk.pending.is_empty() && self.desk.is_open() {
                    self.automate(now);
                }
                if self.owes(now) {
                    self.keep().await;
                }
                if self.desk.pending.is_empty() {
                    break;
                }
            }
            let wake = self.automate(now);
            if self.owes(now) || self.told.held > 0 {
                self.keep().await;
            }
            // What was not kept did not happen.
            self.tell_cash();
            if !self.desk.pending.is_empty() {
                // What was put off can be taken now.
                continue;
            }
            let wake = match self.kept.is_adrift() {
                true => Some(self.kept.again),
                false => {
                    if self.publish_legal() {
                        self.told.watchers.wake();
                    }
                    wake
                }
            };
            let ask = match wake {
                Some(moment) if moment <= self.now() => {
                    // Let others have the processor.
                    tokio::task::yield_now().await;
                    continue;
                }
                Some(moment) => {
                    let clock = self.common.clock.clone();
                    let moment = Moment::new(moment.milliseconds() - self.auto.ahead);
                    tokio::select! {
                        biased;
                        ask = asks.recv() => ask,
                        () = clock.until(moment) => continue,
                        () = bell.notified() => continue,
                    }
                }
                None => tokio::select! {
                    biased;
                    ask = asks.recv() => ask,
                    () = bell.notified() => continue,
                },
            };
            let Some(ask) = ask else { return };
            self.desk.pending.push_back(ask);
            self.gather(&mut asks).await;
        }
    }

    /// Where a person deals, or money is cash, chips are bought from the dealer.
    fn dealer_changes(&self) -> Option<Refusal> {
        let asks = !self.setup.house_deals() || self.setup.money == Purses::Cash;
        asks.then(ask_the_dealer)
    }

    /// Tells the others what was changed from cash here.
    fn tell_cash(&self) {
        if self.setup.money == Purses::Cash {
            self.common.cash.set(&self.setup.id, &self.standing.house.changed);
        }
    }

    async fn finish(mut self, done: oneshot::Sender<()>) {
        self.keep().await;
        self.snapshot().await;
        self.told.watchers.close();
        let _ = done.send(());
    }

    /// Takes what was asked; who waits for the end, if that was it.
    fn take(&mut self, ask: Ask) -> Option<oneshot::Sender<()>> {
        if let Some(player) = asks_for(&ask)
            && self.told.seated.as_ref().is_some_and(|seated| seated.contains(&player))
        {
            let now = self.now();
            self.auto.people.saw(player, &self.setup.pace, now);
        }
        match ask {
            Ask::Stop { done } => return Some(done),
            #[cfg(feature = "faults")]
            Ask::Fail(Fault::Broken(why)) => self.halt(why),
            #[cfg(feature = "faults")]
            #[allow(clippy::panic)] // asked for
            Ask::Fail(Fault::Panic(why)) => panic!("{why}"),
            // What is being read again is known in a moment.
            ask if self.kept.is_adrift() && self.kept.trouble.is_none() => self.desk.later.push(ask),
            ask if self.kept.is_adrift() => self.turn_away(ask, away()),
            ask if self.owes_draw() && is_players(&ask) && !self.refuses_now(&ask) => {
                match self.draws_soon() {
                    true => self.desk.later.push(ask),
                    // Nobody knows when somebody calls for it again.
                    false => self.turn_away(ask, until_drawn()),
                }
            }
            Ask::Act { mut act, reply } => {
                act.at = Moment::new(act.at.milliseconds() + self.auto.ahead);
                self.act_from_outside(act, reply);
            }
            Ask::Join { player, place, amount, key, reply } => {
                let body = format!("join {place} with {amount}");
                let (key, reply) = self.once(key, body.as_bytes(), false, reply)?;
                if let Some(refused) = self.dealer_changes() {
                    self.refuse(reply, refused);
                    return None;
                }
                if let Err(refused) = self.common.seats.claim(&self.setup.id, player, self.common.clock.now())
                {
                    self.refuse(reply, refused);
                    return None;
                }
                let steps = self.game.join(&self.standing.state, player, place, amount);
                let refused = Refusal::plain("place.taken", format!("place {place} cannot be had now"));
                self.steps(steps, key, reply, refused);
                self.settle(player);
            }
            Ask::TopUp { player, amount, key, reply } => {
                let body = format!("top up {amount}");
                let (key, reply) = self.once(key, body.as_bytes(), false, reply)?;
                if let Some(refused) = self.dealer_changes() {
                    self.refuse(reply, refused);
                    return None;
                }
                let steps = self.game.top_up(&self.standing.state, player, amount);
                let refused =
                    Refusal::plain("purse.not_here", format!("{player} cannot be given chips here"));
                self.steps(steps, key, reply, refused);
            }
            Ask::Leave { player, by, key, reply } => {
                let (key, reply) = self.once(key, b"leave", false, reply)?;
                self.ask_to_leave(player, by, key, reply);
            }
            Ask::Mix { who, bytes, key, reply } => {
                let body = format!("mix {}", hex::encode(&bytes));
                let (key, reply) = self.once(key, body.as_bytes(), who.is_staff(), reply)?;
                self.mix(who, &bytes, key, reply);
            }
            Ask::Deal { who, takes, reply } => self.change_dealer(who, takes, reply),
            Ask::Confirm { word, key, reply } => {
                let body = format!("confirm {} {:?}", word.number, word.yes);
                let (key, reply) = self.once(key, body.as_bytes(), false, reply)?;
                self.confirm(&word, key, reply);
            }
            Ask::Resume { by, second, reply } => match &self.standing.house.halted {
                Some(_) if let Err(refused) = self.counts(by).and(self.counts(second)) => {
                    self.refuse(reply, refused);
                }
                Some(_) => self.floor_event(FloorEvent::Resumed { by, second }, reply),
                None => self.refuse(reply, Refusal::plain("table.runs", "the table is not halted")),
            },
            // Nobody sees what is not kept yet, nor what the others are told in a moment.
            Ask::Watch(_) | Ask::Look { .. } | Ask::Preview { .. }
                if !self.desk.waiting.is_empty() || self.told.held > 0 =>
            {
                self.desk.later.push(ask);
            }
            Ask::Preview { act, answer } => self.show_preview(&act, answer),
            Ask::Watch(watch) => self.watch(watch),
            Ask::Look { who, answer } => {
                let message = self.look(who);
                let _ = answer.send(Ok(Look { message }));
            }
        }
        None
    }

    /// Whether the rules refuse a command as things stand: then it need not wait for a draw to be refused, nor count for
    /// what comes after it.
    fn refuses_now(&self, ask: &Ask) -> bool {
        let Ask::Act { act, .. } = ask else { return false };
        let at = Moment::new(act.at.milliseconds() + self.auto.ahead);
        let command = read_command::<G::Command>(&act.command);
        command.is_ok_and(|command| {
            self.game.accepts(&self.standing.state, &command, &Context::new(act.who, at)).is_err()
        })
    }

    /// Whether a draw is about to be made.
    fn owes_draw(&self) -> bool {
        let house = &self.standing.house;
        house.due.as_ref().is_some_and(|due| due.hangs == house.hangs)
    }

    /// Refuses what was asked; who wants to watch hears that there is trouble, and waits.
    fn turn_away(&mut self, ask: Ask, refused: Refusal) {
        match ask {
            Ask::Act { reply, .. }
            | Ask::Join { reply, .. }
            | Ask::TopUp { reply, .. }
            | Ask::Leave { reply, .. }
            | Ask::Mix { reply, .. }
            | Ask::Deal { reply, .. }
            | Ask::Confirm { reply, .. }
            | Ask::Resume { reply, .. } => self.refuse(reply, refused),
            Ask::Look { answer, .. } => drop(answer.send(Err(refused))),
            Ask::Preview { answer, .. } => drop(answer.send(Err(refused))),
            Ask::Watch(watch) => {
                self.told.watchers.tell_trouble(watch.who, &watch.outlet);
                self.desk.later.push(Ask::Watch(watch));
            }
            Ask::Stop { .. } => {}
            #[cfg(feature = "faults")]
            Ask::Fail(_) => {}
        }
    }

    /// Something that must not be: what is not kept is forgotten, and the table stands still.
    fn halt(&mut self, why: String) {
        tracing::error!(table = %self.setup.id, %why, "table halted");
        let kept = self.kept.upto;
        for (_, answer) in &mut self.desk.replies {
            // Somebody's second asking, whose first goes under here.
            if matches!(answer, Ok(version) if *version > kept) {
                *answer = Err(stands_still(&why));
            }
        }
        for waiting in std::mem::take(&mut self.desk.waiting) {
            self.passed(&waiting.passages, false);
            self.desk.replies.push((waiting.reply, Err(stands_still(&why))));
        }
        self.kept.halting = Some(why);
        let now = self.now();
        self.kept.doubt(now);
    }

    /// The first record of a table says how it is set up, whatever comes after.
    fn set_up_if_new(&mut self) {
        if self.stream.head().sequence == 0 {
            let setup = self.setup.clone();
            self.floor_event(FloorEvent::Opened { setup }, Reply::Nobody);
        }
    }

    /// Puts on record that the table stands still.
    fn halt_if_due(&mut self) {
        if self.standing.house.halted.is_some() {
            self.kept.halting = None;
        } else if let Some(why) = self.kept.halting.clone() {
            self.set_up_if_new();
            self.floor_event(FloorEvent::Halted { why }, Reply::Nobody);
        }
    }

    /// A player goes as soon as the rules let them: it is on record that they asked, or who saw to it.
    fn ask_to_leave(
        &mut self,
        player: PlayerId,
        by: Option<Person>,
        key: Option<(String, u64)>,
        reply: Reply,
    ) {
        // Whoever chose a player's password could be the one who takes their wagers off.
        if by.is_none()
            && let Err(refused) = self.counts(Person::Player(player))
        {
            return self.refuse(reply, refused);
        }
        let here = self.game.players(&self.standing.state).contains(&player);
        if here && !self.standing.house.leaving.contains(&player) {
            return self.floor_event_under(FloorEvent::Leaving { player, by }, key, reply);
        }
        if by == Some(Person::House) {
            // It asks under no key, and asks again until they are gone.
            return self.desk.replies.push((reply, Ok(self.stream.head().sequence)));
        }
        // Nothing comes of it, and so nothing is promised under its key.
        let message = match here {
            true => format!("{player} is already leaving, as soon as the rules allow"),
            false => format!("{player} is not at this table"),
        };
        self.refuse(reply, Refusal::plain("leave.already", message));
    }

    fn watch(&mut self, watch: Watch) {
        let now = self.now();
        let closes = self.closes(now);
        self.told.watchers.add(watch, &*self.game, &self.standing, now, closes);
        self.auto.people.looks(self.told.watchers.people(), &self.setup.pace, now);
        self.tell_info();
    }

    fn look(&mut self, who: Person) -> Bytes {
        let now = self.now();
        let closes = self.closes(now);
        self.told.watchers.look(who, &*self.game, &self.standing, now, closes)
    }

    fn scene(&self, now: Moment) -> Scene<'_> {
        Scene {
            now,
            since: self.auto.since,
            last: self.auto.last,
            first: self.auto.first,
            began: Moment::new(self.standing.house.meter.began()).min(now),
            people: self.auto.people.here(),
            lately: self.auto.people.lately(),
            bots: &self.auto.bots,
            pace: &self.setup.pace,
        }
    }

    /// What the house calls for now because it is about to be drawn, whoever called for it: others wait for it.
    fn called(&self, now: Moment) -> Option<G::Command> {
        let house = Context::new(Person::House, now);
        let is_due = |command: &G::Command| {
            self.game.calls(command).is_some_and(|call| self.standing.house.is_due(call.what))
                && self.game.accepts(&self.standing.state, command, &house).is_ok()
        };
        // Nearly always nothing is.
        self.standing.house.due.as_ref()?;
        self.game.drawn_for().into_iter().find(is_due)
    }

    /// Whether the house makes the draw that is due by itself, and at once.
    fn draws_soon(&self) -> bool {
        let by_itself = self.setup.house_deals() && self.standing.house.dealer.is_none();
        by_itself && self.standing.house.halted.is_none() && self.called(self.now()).is_some()
    }

    fn closes(&self, now: Moment) -> Option<Moment> {
        let deals = self.setup.house_deals() && self.standing.house.dealer.is_none();
        if !deals {
            return None;
        }
        self.game.closes(&self.standing.state, &self.scene(now))
    }
}

/// Whether wagers are down that nobody can change any more.
pub(crate) fn is_closed<G: Play>(game: &G, state: &G::State) -> bool {
    let is_down = |(account, balance): &(Account, i64)| {
        matches!(account, Account::Layout(_) | Account::LayoutTokens(_)) && *balance > 0
    };
    !game.betting(state) && game.ledger(state).accounts().iter().any(is_down)
}

fn away() -> Refusal {
    Refusal::plain("journal.away", NOTHING_KEPT)
}

fn until_drawn() -> Refusal {
    Refusal::plain(
        "journal.away",
        "something is about to be drawn: nothing that the draw depends on may change before",
    )
}

/// Whether somebody who plays asks for something that changes the table.
const fn is_players(ask: &Ask) -> bool {
    match ask {
        Ask::Act { act, .. } => matches!(act.who, Person::Player(_)),
        Ask::Mix { who, .. } => matches!(who, Person::Player(_)),
        // Whoever goes takes back what they may.
        Ask::Join { .. } | Ask::TopUp { .. } | Ask::Confirm { .. } | Ask::Leave { .. } => true,
        Ask::Deal { .. }
        | Ask::Resume { .. }
        | Ask::Look { .. }
        | Ask::Preview { .. }
        | Ask::Watch(_)
        | Ask::Stop { .. } => false,
        #[cfg(feature = "faults")]
        Ask::Fail(_) => false,
    }
}

/// Which player asks, if one does.
const fn asks_for(ask: &Ask) -> Option<PlayerId> {
    match ask {
        Ask::Act { act, .. } => act.who.player(),
        Ask::Mix { who, .. } | Ask::Look { who, .. } => who.player(),
        Ask::Join { player, .. } | Ask::TopUp { player, .. } => Some(*player),
        // Somebody else may have seen to it.
        Ask::Leave { .. } | Ask::Confirm { .. } => None,
        Ask::Deal { .. } | Ask::Resume { .. } | Ask::Preview { .. } | Ask::Watch(_) | Ask::Stop { .. } => {
            None
        }
        #[cfg(feature = "faults")]
        Ask::Fail(_) => None,
    }
}

fn stands_still(why: &str) -> Refusal {
    Refusal::plain("table.halted", format!("the table is halted: {why}"))
}

/// How far a table whose round runs is ahead of the house's time: the round goes on from where it was.
fn ahead(
    now: Moment,
    stream: &Stream,
    meter: &crate::Meter,
    store: &mut dyn journal::Store,
) -> Result<i64, String> {
    if !meter.is_running() {
        return Ok(0);
    }
    let head = stream.head().sequence;
    let last = store.range(stream.name(), head, head).map_err(|error| error.to_string())?;
    Ok(last.iter().map(|record| record.at - now.milliseconds()).max().unwrap_or_default().max(0))
}

#[cfg(test)]
mod tests;
