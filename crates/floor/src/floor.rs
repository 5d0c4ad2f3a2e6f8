//! The floor: all tables of a house, found by name, with what they share.

mod opening;
mod steadily;
mod time;

pub use steadily::steadily;
pub use time::odd_clock;

use crate::ask::Ask;
use crate::table::Common;
use crate::{Cash, Clock, Entropy, Handle, Known, Protection, Seats, Significant, Vault};
use game::Moment;
use journal::{Checkpoint, Error, Journal, Last, Place, Signer, Store, Terms, Unit};
use rulebook::Shelf;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, oneshot};

/// Between two checkpoints, in milliseconds.
const CHECKPOINT: i64 = 60_000;
/// How long a database may be held by a server that goes.
const GOING: Duration = Duration::from_secs(2);

/// All tables of a house.
#[derive(Clone)]
pub struct Floor {
    common: Common,
    shelf: Arc<Shelf>,
    signer: Arc<Signer>,
    tables: Arc<RwLock<BTreeMap<String, Handle>>>,
    /// Whoever opens a table holds this from the look whether there is one until there is.
    opening: Arc<Mutex<()>>,
    last: Moment,
    checkpoints: broadcast::Sender<Checkpoint>,
    /// When it was last signed how far the house has come, or found that it has come no further.
    signed: Arc<Mutex<Instant>>,
}

impl Floor {
    /// Opens the floor of a journal, which is verified as far as it goes on from it; its tables are not running
    /// yet.
    ///
    /// # Errors
    /// The journal cannot be opened, or is not as the house left it.
    pub fn open(
        place: &Place,
        signer: Signer,
        shelf: Shelf,
        entropy: Arc<dyn Entropy>,
        clock: impl FnOnce(Known) -> Clock,
    ) -> Result<Self, Error> {
        Self::open_after(place, signer, None, shelf, entropy, clock)
    }

    /// The same with a file outside the database that says how far the journal went: one that has not come as far is an
    /// older copy, or was cut off.
    ///
    /// # Errors
    /// The journal cannot be opened, or is not as the house left it.
    pub fn open_after(
        place: &Place,
        signer: Signer,
        last: Option<Last>,
        shelf: Shelf,
        entropy: Arc<dyn Entropy>,
        clock: impl FnOnce(Known) -> Clock,
    ) -> Result<Self, Error> {
        let (begun, signer) = (Instant::now(), Arc::new(signer));
        let journal = loop {
            let (signer, last) = (Some(signer.clone()), last.clone());
            let terms = Terms { signer, verified: true, last, ..Terms::default() };
            match place.open().and_then(|store| Journal::with(store, place, terms)) {
                // A server that has just gone may not be gone yet for PostgreSQL.
                Err(Error::Held(_)) if begun.elapsed() < GOING => std::thread::sleep(GOING / 40),
                opened => break opened?.0,
            }
        };
        let mut reader = journal.reader()?;
        let known = known(&mut *reader)?;
        let last = known.last;
        let clock = clock(known);
        let protection = Protection::open(journal.clone(), clock.clone());
        let (vault, seats) = (Vault::of(&signer), Seats::default());
        let (wins, cash) = (Arc::default(), Cash::default());
        let common = Common { journal, clock, wins, entropy, protection, vault, seats, cash };
        let (tables, opening) = (Arc::default(), Arc::default());
        let checkpoints = broadcast::Sender::new(64);
        let signed = Arc::new(Mutex::new(Instant::now()));
        Ok(Self { common, shelf: Arc::new(shelf), signer, tables, opening, last, checkpoints, signed })
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        &self.common.journal
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.common.clock
    }

    /// The last moment on record when it was opened; 0 for none.
    pub const fn last(&self) -> Moment {
        self.last
    }

    /// What protects players who play for money.
    pub const fn protection(&self) -> &Protection {
        &self.common.protection
    }

    /// Who sits where.
    pub const fn seats(&self) -> &Seats {
        &self.common.seats
    }

    /// Tells payments of so much or more from now on, where money is played for.
    pub fn tell_large_wins(&self, least: i64) {
        self.common.wins.set(least);
    }

    /// Lets one person alone change so much cash for a player in 24 hours, and for all, from now on.
    pub fn bound_cash(&self, most: i64, for_all: i64) {
        self.common.wins.set_alone(most, for_all);
    }

    /// How many large payments there were since the start.
    pub fn large_wins(&self) -> u64 {
        self.common.wins.count()
    }

    /// The books.
    pub fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// The key of the house.
    pub fn signer(&self) -> &Signer {
        &self.signer
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

    /// Records something significant as the last thing of all: what somebody found who read the journal, and after
    /// which nothing more is written.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn last_word(&self, event: Significant) -> Result<(), Error> {
        let drafts = vec![event.draft(self.common.clock.now())];
        self.common.journal.last_word(Unit { drafts, ..Unit::default() }).await
    }

    /// Signs checkpoints, until it is dropped.
    pub async fn keep_signing(self) {
        loop {
            let now = self.common.clock.now();
            self.common.clock.until(Moment::new(now.milliseconds() + CHECKPOINT)).await;
            if let Err(error) = self.checkpoint().await {
                tracing::error!(%error, "no checkpoint");
            }
        }
    }

    /// Signs a checkpoint now; `None` if nothing has moved since the last one.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn checkpoint(&self) -> Result<Option<Checkpoint>, Error> {
        let now = self.common.clock.now().milliseconds();
        let signed = self.common.journal.checkpoint(now, self.signer.clone()).await?;
        *self.signed.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        if let Some(checkpoint) = &signed {
            // Nobody may want it elsewhere.
            let _ = self.checkpoints.send(checkpoint.clone());
        }
        Ok(signed)
    }

    /// For how long the house has not signed how far it has come.
    pub fn unsigned_for(&self) -> Duration {
        self.signed.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Hears of every checkpoint as it is made.
    pub fn checkpoints(&self) -> broadcast::Receiver<Checkpoint> {
        self.checkpoints.subscribe()
    }

    /// Finishes: every table keeps what waits and takes a snapshot, the house signs, the journal closes. The
    /// last checkpoint, if there was something to sign.
    pub async fn stop(&self) -> Option<Checkpoint> {
        for table in self.tables() {
            let (done, finished) = oneshot::channel();
            if table.ask(Ask::Stop { done }).await.is_ok() {
                let _ = finished.await;
            }
        }
        self.tables.write().unwrap_or_else(PoisonError::into_inner).clear();
        if let Err(error) = self.keep_time().await {
            tracing::error!(%error, "the clock is not on record at the end");
        }
        let signed = self.checkpoint().await.unwrap_or_else(|error| {
            tracing::error!(%error, "no checkpoint at the end");
            None
        });
        self.common.journal.stop().await;
        signed
    }
}

/// What the journal knows of time.
fn known(store: &mut dyn Store) -> Result<Known, Error> {
    if let Some(odd) = odd_clock(store)? {
        return Err(Error::Strange(odd));
    }
    Ok(Known::new(stamps(store)?, time::read_mark(store)?, time::read_told(store)?))
}

/// When the last record of every stream was made.
pub(crate) fn stamps(store: &mut dyn Store) -> Result<Vec<i64>, Error> {
    let mut stamps = Vec::new();
    for (name, head) in store.heads()? {
        if head.sequence > 0 {
            stamps.extend(store.range(&name, head.sequence, head.sequence)?.iter().map(|record| record.at));
        }
    }
    Ok(stamps)
}
