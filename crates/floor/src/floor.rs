//! The floor: opens the tables that the journal has and those that are wanted, and finds them by name.

use crate::ask::{Act, Answer, Ask, Look, Refused, Reply, Watch};
use crate::table::{Common, Table};
use crate::{Clock, Entropy, GameSetup, Outlet, Protection, Purses, Significant, TableSetup};
use game::{Moment, Person};
use journal::{Error, Journal, Place, Signer, Store, Unit};
use money::{Amount, PlayerId};
use paigow::PaiGow;
use roulette::Roulette;
use rulebook::Shelf;
use serde::Serialize;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tokio::sync::{mpsc, oneshot};

/// How many asks may wait at a table; a station that brings one more waits, the table does not.
const QUEUE: usize = 512;
/// Before a table that broke is opened again.
const AGAIN: std::time::Duration = std::time::Duration::from_millis(500);
/// Between two checkpoints, in milliseconds.
const CHECKPOINT: i64 = 60_000;

/// A table as the lobby shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Info {
    /// Its short name.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// The book.
    pub book: String,
    /// Whose money is played for.
    pub money: Purses,
    /// Whether the house deals.
    pub house_deals: bool,
    /// Whether a dealer has taken over.
    pub dealer: bool,
    /// The round.
    pub round: u32,
    /// Players, bots among them.
    pub players: u32,
    /// Bots.
    pub bots: u32,
    /// Stations that look.
    pub watching: u32,
    /// Places that can be had.
    pub free: Vec<u8>,
    /// Whether wagers are taken.
    pub betting: bool,
    /// Why it stands still.
    pub halted: Option<String>,
    /// Why nothing can be kept now.
    pub trouble: Option<String>,
    /// Its version.
    pub version: u64,
    /// What somebody brings to it.
    pub purse: Amount,
}

/// One table, from outside.
#[derive(Clone)]
pub struct Handle {
    setup: Arc<TableSetup>,
    asks: mpsc::Sender<Ask>,
    info: Arc<Mutex<Info>>,
    clock: Clock,
}

/// A table that has been read, and has not begun.
struct Prepared {
    handle: Handle,
    run: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl Handle {
    /// How it was set up.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// How it looks from the lobby.
    pub fn info(&self) -> Info {
        self.info.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks something; the answer goes where the ask says.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn ask(&self, ask: Ask) -> Result<(), Refused> {
        self.asks.send(ask).await.map_err(|_| gone())
    }

    async fn answer(&self, ask: impl FnOnce(Reply) -> Ask) -> Answer {
        let (sender, answer) = oneshot::channel();
        self.ask(ask(Reply::Once(sender))).await?;
        answer.await.map_err(|_| gone())?
    }

    /// Does something by the rules of the game, and waits until it is kept.
    ///
    /// # Errors
    /// Why it was not done.
    pub async fn act(&self, act: Act) -> Answer {
        self.answer(|reply| Ask::Act(act, reply)).await
    }

    /// Lets a player come to a place.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn join(&self, player: PlayerId, place: u8, amount: Amount) -> Answer {
        self.join_once(player, place, amount, None).await
    }

    /// The same, once under a key however often it is asked.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn join_once(
        &self,
        player: PlayerId,
        place: u8,
        amount: Amount,
        key: Option<String>,
    ) -> Answer {
        self.answer(|reply| Ask::Join(player, place, amount, key, reply)).await
    }

    /// Gives a player more chips; once under a key, however often it is asked.
    ///
    /// # Errors
    /// Why not.
    pub async fn top_up(&self, player: PlayerId, amount: Amount, key: Option<String>) -> Answer {
        self.answer(|reply| Ask::TopUp(player, amount, key, reply)).await
    }

    /// Lets a player go as soon as the rules do.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn leave(&self, player: PlayerId) -> Answer {
        self.answer(|reply| Ask::Leave(player, reply)).await
    }

    /// Mixes something into chance.
    ///
    /// # Errors
    /// Why not.
    pub async fn mix(&self, who: Person, bytes: Vec<u8>) -> Answer {
        self.answer(|reply| Ask::Mix(who, bytes, reply)).await
    }

    /// A dealer takes over, or hands the table back.
    ///
    /// # Errors
    /// Why not.
    pub async fn deal(&self, who: Person, takes: bool) -> Answer {
        self.answer(|reply| Ask::Deal(who, takes, reply)).await
    }

    /// A table that stands still goes on.
    ///
    /// # Errors
    /// Why not.
    pub async fn resume(&self, by: Person, second: Person) -> Answer {
        self.answer(|reply| Ask::Resume(by, second, reply)).await
    }

    /// Lets somebody look on.
    ///
    /// # Errors
    /// The table is gone.
    pub async fn watch(&self, who: Person, seen: Option<u64>, legal: bool) -> Result<Arc<Outlet>, Refused> {
        let outlet = Arc::new(Outlet::default());
        let watch = Watch { who, seen, legal, outlet: outlet.clone(), taken: false };
        self.ask(Ask::Watch(watch)).await?;
        Ok(outlet)
    }

    /// What somebody may see and do, once.
    ///
    /// # Errors
    /// The table is gone, or cannot say how it stands.
    pub async fn look(&self, who: Person) -> Result<Look, Refused> {
        let (sender, answer) = oneshot::channel();
        self.ask(Ask::Look(who, sender)).await?;
        answer.await.map_err(|_| gone())?
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        self.clock.now()
    }
}

fn gone() -> Refused {
    Refused::new("table.gone", "the table is closed")
}

/// All tables of a house.
#[derive(Clone)]
pub struct Floor {
    common: Common,
    shelf: Arc<Shelf>,
    signer: Arc<Signer>,
    tables: Arc<RwLock<BTreeMap<String, Handle>>>,
}

impl Floor {
    /// Opens the floor of a journal; its tables are not running yet.
    ///
    /// # Errors
    /// The journal cannot be opened.
    pub fn open(
        place: &Place,
        signer: Signer,
        shelf: Shelf,
        entropy: Arc<dyn Entropy>,
        clock: impl FnOnce(Moment) -> Clock,
    ) -> Result<Self, Error> {
        let (journal, _) = Journal::open(place)?;
        let mut reader = journal.reader()?;
        let clock = clock(last_moment(&mut *reader)?);
        let protection = Protection::open(journal.clone());
        let common = Common { journal, clock, entropy, protection };
        let tables = Arc::default();
        Ok(Self { common, shelf: Arc::new(shelf), signer: Arc::new(signer), tables })
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        &self.common.journal
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.common.clock
    }

    /// What protects players who play for money.
    pub const fn protection(&self) -> &Protection {
        &self.common.protection
    }

    /// The books.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The key of the house.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    /// Opens tables: those that the journal knows as it knows them, the others as they are wanted. A table
    /// that cannot be opened is named with the reason, and the others go on.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn open_tables(&self, wanted: Vec<TableSetup>) -> Result<Vec<(String, String)>, Error> {
        let heads = self.common.journal.reader()?.heads()?;
        let known = heads.iter().filter(|(_, head)| head.sequence > 0);
        // What the journal has is as the journal says, whatever is wanted.
        let mut setups: BTreeMap<String, Option<TableSetup>> =
            known.filter_map(|(name, _)| Some((name.strip_prefix("table/")?.to_string(), None))).collect();
        for setup in wanted {
            setups.entry(setup.id.clone()).or_insert(Some(setup));
        }
        let (setups, count) = (Vec::from_iter(setups), AtomicUsize::new(0));
        // Reading them again is work for every core; none begins before all are there.
        let prepare = || -> Result<Vec<_>, Error> {
            let mut made = Vec::new();
            let mut store = self.common.journal.reader()?;
            while let Some((id, setup)) = setups.get(count.fetch_add(1, Ordering::Relaxed)) {
                let setup = match setup {
                    Some(setup) => Ok(setup.clone()),
                    None => crate::recall::setup_of(&mut *store, &format!("table/{id}")),
                };
                let prepared = setup.and_then(|setup| self.prepare(setup, &mut *store, None));
                made.push((id.clone(), prepared));
            }
            Ok(made)
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(setups.len().max(1));
        let made: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(prepare)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or(Err(Error::Stopped))).collect()
        });
        let (mut ready, mut failed) = (Vec::new(), Vec::new());
        for made in made {
            for (id, prepared) in made? {
                match prepared {
                    Ok(prepared) => ready.push(prepared),
                    Err(error) => failed.push((id, error)),
                }
            }
        }
        failed.sort();
        ready.into_iter().for_each(|prepared| drop(self.begin(prepared)));
        Ok(failed)
    }

    /// Opens one table.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open_table(&self, setup: TableSetup, store: &mut dyn Store) -> Result<Handle, String> {
        self.open_one(setup, store, None)
    }

    /// Opens one table, to stand still if the one before broke.
    fn open_one(
        &self,
        setup: TableSetup,
        store: &mut dyn Store,
        broken: Option<String>,
    ) -> Result<Handle, String> {
        self.prepare(setup, store, broken).map(|prepared| self.begin(prepared))
    }

    /// Reads a table from the journal; it has not begun.
    fn prepare(
        &self,
        setup: TableSetup,
        store: &mut dyn Store,
        broken: Option<String>,
    ) -> Result<Prepared, String> {
        if !setup.named_well() {
            return Err(format!("{:?} is no name for a table: small letters, digits, hyphens", setup.id));
        }
        let book = self.shelf.book(setup.book()).ok_or_else(|| format!("no book {}", setup.book()))?;
        match &setup.game {
            GameSetup::PaiGow(game) => {
                let game = PaiGow::new(book, (**game).clone()).map_err(|error| error.to_string())?;
                self.prepare_game(game, setup, store, broken)
            }
            GameSetup::RapidRoulette { setup: game, .. } => {
                let game = Roulette::new(book, (**game).clone()).map_err(|error| error.to_string())?;
                self.prepare_game(game, setup, store, broken)
            }
        }
    }

    fn prepare_game<G: crate::Play>(
        &self,
        game: G,
        setup: TableSetup,
        store: &mut dyn Store,
        broken: Option<String>,
    ) -> Result<Prepared, String> {
        let info = Arc::new(Mutex::new(Info::unopened(&setup)));
        let (asks, queue) = mpsc::channel(QUEUE);
        let boxed = Box::new(setup.clone());
        let mut table = Table::open(Arc::new(game), self.common.clone(), boxed, store, info.clone())?;
        if let Some(why) = broken {
            table = table.broken(why);
        }
        let handle = Handle { setup: Arc::new(setup), asks, info, clock: self.common.clock.clone() };
        Ok(Prepared { handle, run: Box::pin(table.run(queue)) })
    }

    /// Lets a table begin.
    fn begin(&self, Prepared { handle, run }: Prepared) -> Handle {
        let (id, setup) = (handle.setup.id.clone(), (*handle.setup).clone());
        let task = tokio::spawn(run);
        tokio::spawn(self.clone().look_after(setup, task));
        self.tables.write().unwrap_or_else(PoisonError::into_inner).insert(id, handle.clone());
        handle
    }

    /// A table whose task breaks is opened again, and stands still: its screens say so, nobody else is hurt.
    async fn look_after(self, setup: TableSetup, task: tokio::task::JoinHandle<()>) {
        let Err(error) = task.await else { return };
        let Ok(panic) = error.try_into_panic() else { return };
        let why = crate::table::panic_text(&*panic);
        tracing::error!(table = %setup.id, %why, "a table broke");
        // A table that breaks again at once does not keep the house busy.
        while let Some(broken) = self.table(&setup.id) {
            broken.info.lock().unwrap_or_else(PoisonError::into_inner).halted = Some(why.clone());
            tokio::time::sleep(AGAIN).await;
            let (floor, setup, why) = (self.clone(), setup.clone(), why.clone());
            let runtime = tokio::runtime::Handle::current();
            // A store may block, which a thread of asynchronous tasks must not see.
            let opened = tokio::task::spawn_blocking(move || {
                let _entered = runtime.enter();
                let mut store = floor.common.journal.reader().map_err(|error| error.to_string())?;
                floor.open_one(setup, &mut *store, Some(why)).map(|_| ())
            });
            match opened.await {
                Ok(Ok(())) => return,
                Ok(Err(error)) => tracing::error!(%error, "a table that broke cannot be opened again"),
                Err(error) => tracing::error!(%error, "a table that broke breaks again"),
            }
        }
    }

    /// A table by its name.
    pub fn table(&self, id: &str) -> Option<Handle> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Every table, by name.
    pub fn tables(&self) -> Vec<Handle> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Records something significant.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn significant(&self, event: Significant) -> Result<(), Error> {
        let drafts = vec![event.draft(self.common.clock.now())];
        self.common.journal.keep(Unit { drafts, ..Unit::default() }).await.map(|_| ())
    }

    /// Signs checkpoints, until it is dropped.
    pub async fn keep_signing(self) {
        let mut told = self.common.clock.behind();
        loop {
            let now = self.common.clock.now();
            self.common.clock.until(Moment::new(now.milliseconds() + CHECKPOINT)).await;
            if let Err(error) = self.checkpoint().await {
                tracing::error!(%error, "no checkpoint");
            }
            let behind = self.common.clock.behind();
            if behind > told + 1000 {
                told = behind;
                if let Err(error) = self.significant(Significant::clock_behind(behind)).await {
                    tracing::error!(%error, "a clock that was set back is not on record");
                }
            }
        }
    }

    /// Signs a checkpoint now.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn checkpoint(&self) -> Result<(), Error> {
        let now = self.common.clock.now().milliseconds();
        self.common.journal.checkpoint(now, self.signer.clone()).await.map(|_| ())
    }

    /// Finishes: every table keeps what waits and takes a snapshot, the house signs, the journal closes.
    pub async fn stop(&self) {
        for table in self.tables() {
            let (done, finished) = oneshot::channel();
            if table.ask(Ask::Stop(done)).await.is_ok() {
                let _ = finished.await;
            }
        }
        self.tables.write().unwrap_or_else(PoisonError::into_inner).clear();
        if let Err(error) = self.checkpoint().await {
            tracing::error!(%error, "no checkpoint at the end");
        }
        self.common.journal.stop().await;
    }
}

impl Info {
    fn unopened(setup: &TableSetup) -> Self {
        Self {
            id: setup.id.clone(),
            name: setup.name.clone(),
            game: String::new(),
            book: setup.book().to_string(),
            money: setup.money,
            house_deals: setup.house_deals(),
            dealer: false,
            round: 0,
            players: 0,
            bots: 0,
            watching: 0,
            free: Vec::new(),
            betting: false,
            halted: None,
            trouble: None,
            version: 0,
            purse: setup.purse,
        }
    }
}

/// The latest moment in the journal.
fn last_moment(store: &mut dyn Store) -> Result<Moment, Error> {
    let mut last = 0;
    for (name, head) in store.heads()? {
        if head.sequence > 0 {
            for record in store.range(&name, head.sequence, head.sequence)? {
                last = last.max(record.at);
            }
        }
    }
    Ok(Moment::new(last))
}
