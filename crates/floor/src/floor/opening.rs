//! Opening tables: read from the journal, begun when all are there, opened again when one breaks.

use crate::floor::Floor;
use crate::table::Table;
use crate::{GameSetup, Handle, Info, TableSetup};
use journal::{Error, Store};
use paigow::PaiGow;
use roulette::Roulette;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Notify, mpsc};

/// How many asks may wait at a table; a station that brings one more waits, the table does not.
const QUEUE: usize = 512;
/// Before a table that broke is opened again.
const AGAIN: std::time::Duration = std::time::Duration::from_millis(500);

/// A table that has been read, and has not begun.
struct Prepared {
    handle: Handle,
    run: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// A table by its name, or why it cannot be opened.
type Tried = (String, Result<Prepared, String>);

impl Floor {
    /// Opens tables: those that the journal knows as it knows them, the others as they are wanted. A table
    /// that cannot be opened is named with the reason, and the others go on.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn open_tables(&self, wanted: Vec<TableSetup>) -> Result<Vec<(String, String)>, Error> {
        let (mut ready, mut failed) = (Vec::new(), Vec::new());
        for (id, prepared) in self.prepare_all(&self.setups(wanted)?)? {
            match prepared {
                Ok(prepared) => ready.push(prepared),
                Err(error) => failed.push((id, error)),
            }
        }
        failed.sort();
        ready.into_iter().for_each(|prepared| drop(self.begin(prepared)));
        Ok(failed)
    }

    /// The tables there are to be: what the journal has is as the journal says, whatever is wanted.
    fn setups(&self, wanted: Vec<TableSetup>) -> Result<Vec<(String, Option<TableSetup>)>, Error> {
        let heads = self.common.journal.reader()?.heads()?;
        let known = heads.iter().filter(|(_, head)| head.sequence > 0);
        let mut setups: BTreeMap<String, Option<TableSetup>> =
            known.filter_map(|(name, _)| Some((name.strip_prefix("table/")?.to_string(), None))).collect();
        for setup in wanted {
            setups.entry(setup.id.clone()).or_insert(Some(setup));
        }
        Ok(Vec::from_iter(setups))
    }

    /// Reads tables again, which is work for every core; none begins before all are there.
    fn prepare_all(&self, setups: &[(String, Option<TableSetup>)]) -> Result<Vec<Tried>, Error> {
        let next = AtomicUsize::new(0);
        let prepare = || -> Result<Vec<Tried>, Error> {
            let mut made = Vec::new();
            let mut store = self.common.journal.reader()?;
            while let Some((id, setup)) = setups.get(next.fetch_add(1, Ordering::Relaxed)) {
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
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(prepare)).collect();
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().unwrap_or(Err(Error::Stopped))?);
            }
            Ok(all)
        })
    }

    /// Opens one table that is not there yet.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open_table(&self, setup: TableSetup, store: &mut dyn Store) -> Result<Handle, String> {
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if self.table(&setup.id).is_some() {
            return Err(format!("table {:?} already exists", setup.id));
        }
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
            return Err(format!(
                "{:?} is not a table's name: expected small letters, digits, hyphens",
                setup.id
            ));
        }
        let book = self.shelf.book(setup.book()).ok_or_else(|| format!("no book {}", setup.book()))?;
        match &setup.game {
            // Whoever told the order of the tiles would choose it.
            GameSetup::PaiGow(game) if game.chance == paigow::Chance::Told => {
                Err("the order of the tiles is told in scripts only: expected electronic or keyed".into())
            }
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
        let (clock, bell) = (self.common.clock.clone(), Arc::new(Notify::new()));
        let run = Box::pin(table.run(queue, bell.clone()));
        Ok(Prepared { handle: Handle { setup: Arc::new(setup), asks, info, clock, bell }, run })
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
        tracing::error!(table = %setup.id, %why, "a table failed");
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
                Ok(Err(error)) => tracing::error!(%error, "a table that failed cannot be opened again"),
                Err(error) => tracing::error!(%error, "a table that failed has failed again"),
            }
        }
    }
}
