//! The house that is served: floor, people, protection, and what the server keeps beside.

use crate::approval::Approvals;
use crate::config::Config;
use crate::limit::{Limits, networks};
use crate::once::Answers;
use crate::people::{People, Session};
use crate::presence::{Doorman, keep_seats_free};
use crate::refusal::No;
use crate::role::Role;
use floor::{
    Clock, Dials, Floor, Handle, Known, Protection, Purses, Significant, System, Vouchers, steadily,
};
use game::{Person, Refusal};
use journal::{Last, Place};
use money::PlayerId;
use rulebook::Shelf;
use std::collections::HashSet;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How often an address may begin to speak in secret, by the second.
const HANDSHAKES: u32 = 50;

/// The house that is served.
pub struct House {
    /// How.
    pub config: Config,
    /// Its tables.
    pub floor: Floor,
    /// Its people.
    pub people: People,
    /// What protects its players.
    pub protection: Protection,
    /// What waits for a second person.
    pub approvals: Approvals,
    /// Promotional tokens, given for vouchers.
    pub vouchers: Vouchers,
    /// How often an address may ask.
    pub rates: Limits<IpAddr>,
    /// How often an address may begin to speak in secret, which costs this house more than it.
    pub handshakes: Limits<IpAddr>,
    /// How often an address may try to sign in.
    pub sign_ins: Limits<IpAddr>,
    /// The same for providers and networks of many addresses.
    pub networks: [Limits<IpAddr>; 2],
    /// The same for people in browsers that are known.
    pub browsers: Limits<String>,
    /// Refusals of staff on their way to the record.
    pub refusals: crate::refused::Refusals,
    /// How often somebody who is signed in may try to change their password.
    pub passwords: Limits<u32>,
    /// How often somebody may change what protects them.
    pub protections: Limits<u32>,
    /// How often a guest may command something at a table.
    pub guests: Limits<u32>,
    /// How often somebody may come to a table, or bring money to it.
    pub passages: Arc<Limits<u32>>,
    /// The same for the guests of a line together: whoever goes comes again as another.
    pub guest_passages: [Limits<IpAddr>; 3],
    /// How often somebody may ask for a second person, or answer as one.
    pub words: Limits<u32>,
    /// How often somebody may take a table to deal at it.
    pub dealings: Limits<u32>,
    /// Names by which it may be asked, beside its addresses.
    pub hosts: HashSet<String>,
    /// Whoever works at the cage holds this: what an account held before is on record with what it holds.
    pub cage: tokio::sync::Mutex<crate::cage::Tellers>,
    /// What was answered under keys.
    pub answers: Answers,
    /// What is measured.
    pub metrics: metrics_exporter_prometheus::PrometheusHandle,
    /// How many are connected.
    pub crowd: crate::crowd::Crowd,
    /// How many stations each line and person has open.
    pub stations: Arc<crate::share::Shares>,
    /// To whom the journal is read.
    pub readers: crate::recall::Readers,
    /// When it started.
    pub started: Instant,
    /// How it is.
    pub(crate) health: crate::health::Health,
    pub(crate) away: i64,
    ready: AtomicBool,
}

/// How often in an hour somebody may change what protects them, and try to change their password; twice that at
/// once.
const PROTECTIONS: u32 = 20;
/// The same for coming to tables and topping up: each is on record in two streams for ever.
const PASSAGES: u32 = 240;
/// For each guest who may be here from a line at once, how often in an hour all of them together come to tables.
const GUEST_PASSAGES: u32 = 10;
/// As how many lines the guests of a provider, a network and a line come to tables.
const PASSING: [u32; 3] = [16, 4, 1];
const PASSWORDS: u32 = 20;
/// As how many lines a provider and a network of IPv6 try to sign in.
const NETWORKS: [u32; 2] = [16, 4];
/// The same for words that take two people, asked for or answered, and for tables that a dealer takes: each is among
/// what a regulator reads.
const WORDS: u32 = 120;
const DEALINGS: u32 = 240;

/// Somebody comes to a table, or brings money to it.
///
/// # Errors
/// `rate.much`.
pub fn comes(passages: &Limits<u32>, number: u32) -> Result<(), Refusal> {
    match passages.take(number) {
        true => Ok(()),
        false => Err(too_often(PASSAGES)),
    }
}

fn too_often(most: u32) -> Refusal {
    let message = format!("tables joined or topped up more than {most} times in an hour: wait a little");
    Refusal::plain("rate.much", message)
}

/// How often in an hour the guests of a line come to tables, together.
fn guest_passages(config: &Config) -> u32 {
    u32::try_from(config.terms.guests_each).unwrap_or(u32::MAX).min(100_000) * GUEST_PASSAGES
}

/// Why a house cannot be opened.
pub type OpenError = Box<dyn std::error::Error + Send + Sync>;

impl House {
    /// Opens the journal, the people and the tables.
    ///
    /// # Errors
    /// What cannot be opened, and why.
    pub async fn open(config: Config) -> Result<Arc<Self>, OpenError> {
        let bound = config.clock_jump;
        Self::open_by(config, move |known| Clock::by(Dials::System, known, bound)).await
    }

    /// The same by another clock, which is told what the journal knows of time.
    ///
    /// # Errors
    /// What cannot be opened, and why.
    pub async fn open_by(
        config: Config,
        clock: impl FnOnce(Known) -> Clock + Send + 'static,
    ) -> Result<Arc<Self>, OpenError> {
        let folder = config.data.clone();
        let opened = Self::open_whole(config, clock).await;
        // A full disk shows itself in many ways: as what it is, it is said here.
        opened.map_err(|error| match crate::begin::is_full(&folder) {
            true => format!("the disk that {} is on is full: make room ({error})", folder.display()).into(),
            false => error,
        })
    }

    async fn open_whole(
        config: Config,
        clock: impl FnOnce(Known) -> Clock + Send + 'static,
    ) -> Result<Arc<Self>, OpenError> {
        let started = Instant::now();
        crate::begin::not_half_restored(&config.data)?;
        let mut folder = std::fs::DirBuilder::new();
        folder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        folder.create(&config.data).map_err(|error| format!("folder {}: {error}", config.data.display()))?;
        let shelf = Shelf::embedded().map_err(|faults| faults.to_string())?;
        let place = place(&config)?;
        let key = config.key.clone().unwrap_or_else(|| config.data.join("house.key"));
        let (tells_more, data) = (tells_more(&config), config.data.clone());
        let (accepted, last) = (config.accept_missing_checkpoint, Last::at(data.join(crate::begin::LAST)));
        let follows = last.clone();
        let (floor, forged, missing) = tokio::task::spawn_blocking(move || {
            let signer = crate::begin::key_that_fits(&place, &data, &key, &tells_more)?;
            let missing = crate::begin::is_missing(&place, &data, accepted, &tells_more)?;
            let forged = journal::forged(&mut *place.open()?, &signer)?;
            let last = Some(last).filter(|_| !missing && !matches!(place, Place::Memory(_)));
            let floor = Floor::open_after(&place, signer, last, shelf, Arc::new(System), clock)
                .map_err(|error| crate::begin::not_opened(&place, error, &tells_more))?;
            let lists =
                floor::recall::odd_lists(&mut *floor.journal().reader()?, floor.shelf(), journal::WHOLE)?;
            if let Some(odd) = lists.into_iter().next() {
                return Err(crate::begin::not_opened(&place, journal::Error::Strange(odd), &tells_more));
            }
            Ok::<_, OpenError>((floor, forged, missing))
        })
        .await??;
        // First of all: nothing is stamped by a time whose jumps are not on record.
        floor.keep_time().await?;
        if missing {
            let floor = floor.clone();
            tokio::task::spawn_blocking(move || crate::begin::go_on_unsure(&floor, follows)).await??;
        }
        let people = People::open_with(floor.journal().clone(), floor.clock().clone(), config.terms).await?;
        let protection = floor.protection().clone();
        let (clock, terms) = (floor.clock().clone(), config.terms);
        let passages = Arc::new(Limits::hourly(PASSAGES));
        let doorman = Doorman { people: people.clone(), terms, clock, passages: passages.clone() };
        floor.seats().ask(Box::new(doorman));
        floor.tell_large_wins(config.large_win);
        floor.bound_cash(config.cage_alone, config.cage_day);
        let identity = crate::identity::Identity::of_this()?;
        let away = match floor.last().milliseconds() {
            0 => 0,
            last => (floor.clock().now().milliseconds() - last).max(0),
        };
        let (journal, on_books) = (floor.journal().clone(), people.clone());
        let plays: crate::once::Plays = Box::new(move |number| on_books.plays(number));
        let answers = tokio::task::spawn_blocking(move || {
            Answers::read(journal.clone(), &mut *journal.reader()?, plays)
        })
        .await??;
        let house = Arc::new(Self {
            health: crate::health::Health::new(identity.clone(), missing),
            away,
            approvals: Approvals::default(),
            vouchers: Vouchers::open(
                floor.journal().clone(),
                floor.clock().clone(),
                protection.clone(),
                config.vouchers,
            ),
            answers,
            rates: Limits::new(config.rate),
            handshakes: Limits::new(HANDSHAKES),
            sign_ins: Limits::new(config.sign_ins),
            networks: NETWORKS.map(|lines| Limits::new(config.sign_ins.saturating_mul(lines))),
            browsers: Limits::new(config.sign_ins),
            refusals: crate::refused::Refusals::default(),
            passwords: Limits::hourly(PASSWORDS),
            protections: Limits::hourly(PROTECTIONS),
            guests: Limits::new(config.guest_rate.max(1)),
            passages,
            guest_passages: PASSING
                .map(|lines| Limits::hourly(guest_passages(&config).saturating_mul(lines))),
            words: Limits::hourly(WORDS),
            dealings: Limits::hourly(DEALINGS),
            hosts: crate::app::hosts(&config),
            cage: tokio::sync::Mutex::default(),
            metrics: crate::metrics::recorder(),
            crowd: crate::crowd::Crowd::new(config.connections),
            stations: Arc::default(),
            readers: crate::recall::Readers::default(),
            started,
            ready: AtomicBool::new(false),
            config,
            floor,
            people,
            protection,
        });
        let strange = house.people.strange().to_vec();
        for thing in strange.into_iter().filter(|thing| !forged.contains(thing)) {
            tracing::error!(%thing, "does not match the records, and is ignored");
            let what = format!("{thing} does not match the records: it is ignored");
            house.floor.significant(Significant::new("shelf.strange", "house", None, what)).await?;
        }
        for thing in forged {
            tracing::error!(%thing, "was not sealed by the house, and is ignored");
            let what = format!("{thing} was not written by the house: it is ignored");
            house.floor.significant(Significant::new("shelf.forged", "house", None, what)).await?;
        }
        crate::outside::send(&house);
        let told = Arc::downgrade(&house);
        tokio::spawn(steadily("telling suspicions", move || Self::tell_suspicions(told.clone())));
        house.start(&identity).await?;
        Ok(house)
    }

    /// Records who is starting, opens the tables, and is ready.
    async fn start(self: &Arc<Self>, identity: &crate::identity::Identity) -> Result<(), OpenError> {
        let broken_off = self.broken_off().await?;
        self.floor.significant(Significant::new("house.started", "house", None, identity.line())).await?;
        if let Some(what) = broken_off {
            tracing::warn!("{what}");
            self.floor.significant(Significant::new("house.not-stopped", "house", None, what)).await?;
        }
        if self.away > 0 {
            let what = format!("away for {} ms, since {}", self.away, self.floor.last().milliseconds());
            self.floor.significant(Significant::new("house.away", "house", None, what)).await?;
        }
        self.warn_of_exposure().await;
        self.look_at_disk().await;
        self.put_beginnings_back().await;
        let (floor, wanted) = (self.floor.clone(), self.config.tables.clone());
        // Tables are read from the store, which may take a while; their tasks belong to this runtime.
        let runtime = tokio::runtime::Handle::current();
        let failed = tokio::task::spawn_blocking(move || {
            let _entered = runtime.enter();
            floor.open_tables(wanted)
        })
        .await??;
        crate::health::lock(&self.health.unopened).extend(failed.iter().map(|(table, _)| table.clone()));
        for (table, why) in failed {
            tracing::error!(%table, %why, "table cannot be opened");
            self.floor.significant(Significant::new("table.not-opened", &table, None, why)).await?;
        }
        self.floor.checkpoint().await?;
        let floor = self.floor.clone();
        tokio::spawn(steadily("signing", move || floor.clone().keep_signing()));
        let (house, clock) = (Arc::downgrade(self), self.floor.clock().clone());
        tokio::spawn(steadily("freeing seats", move || keep_seats_free(house.clone(), clock.clone())));
        let floor = self.floor.clone();
        tokio::spawn(steadily("watching the clock", move || floor.clone().watch_clock()));
        self.ready.store(true, Ordering::Release);
        let house = Arc::downgrade(self);
        tokio::spawn(steadily("looking after the house", move || Self::look_after_itself(house.clone())));
        Ok(())
    }

    /// Whether it serves.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Finishes.
    pub async fn stop(&self) {
        self.ready.store(false, Ordering::Release);
        self.tell_refusals(true).await;
        let stopped = Significant::new("house.stopped", "house", None, "shut down cleanly");
        if let Err(error) = self.floor.significant(stopped).await {
            tracing::error!(%error, "the end is not on record");
        }
        self.floor.stop().await;
    }

    /// A table, if somebody may be there: guests at practice tables only.
    ///
    /// # Errors
    /// There is none, or it is not for them.
    pub fn table(&self, id: &str, session: Option<&Session>) -> Result<Handle, No> {
        let table = self.floor.table(id).ok_or_else(|| match self.is_ready() {
            true => No::new("table.unknown", format!("no table {id:?}")),
            // It may be there in a moment: who was at a table before a restart does not take it for gone.
            false => No::new("house.stops", "the house is starting or stopping: try again in a moment"),
        })?;
        let guest = session.is_none_or(|session| session.role == Role::Guest);
        if guest && table.setup().money != Purses::Practice {
            return Err(No::new("role.guest", "guests play at practice tables; sign in for this one"));
        }
        Ok(table)
    }

    /// As whom somebody looks at a table: whoever does not count has nothing to do with money, and sees there what
    /// everybody does.
    pub fn viewer(&self, table: &Handle, session: Option<&Session>) -> Person {
        let Some(session) = session else { return Person::Public };
        let money = table.setup().money != Purses::Practice;
        match money && self.people.counts(session.number).is_err() {
            true => Person::Public,
            false => session.person,
        }
    }

    /// A guest does only so much a second: whatever happens at a table is kept for ever.
    ///
    /// # Errors
    /// `rate.much`.
    pub fn rated(&self, session: &Session) -> Result<(), Refusal> {
        if session.role == Role::Guest && !self.guests.take(session.number) {
            let most = self.config.guest_rate;
            let message = format!("more than {most} commands a second, the most for a guest: wait a little");
            return Err(Refusal::plain("rate.much", message));
        }
        Ok(())
    }

    /// The player who brings something to a table, which they may so often in an hour.
    ///
    /// # Errors
    /// It is no player; `rate.much`.
    pub fn brings(&self, session: &Session) -> Result<PlayerId, No> {
        self.rated(session)?;
        let player = self.player(session)?;
        comes(&self.passages, session.number)?;
        if let Some(line) = self.people.guest_line(session.number) {
            let from = networks(line).into_iter().zip(&self.guest_passages).zip(PASSING);
            // The line first: whoever is held up by it takes nothing from the others of their network.
            for ((whose, passages), lines) in from.rev() {
                if !passages.take(whose) {
                    return Err(too_often(guest_passages(&self.config).saturating_mul(lines)).into());
                }
            }
        }
        Ok(player)
    }

    /// Somebody asks for a second person, or answers as one.
    ///
    /// # Errors
    /// `rate.much`.
    pub fn says(&self, session: &Session) -> Result<(), No> {
        match self.words.take(session.number) {
            true => Ok(()),
            false => {
                let message =
                    format!("more than {WORDS} approvals asked for or answered in an hour: wait a little");
                Err(No::new("rate.much", message))
            }
        }
    }

    /// Somebody takes a table to deal at it.
    ///
    /// # Errors
    /// `rate.much`.
    pub fn takes_table(&self, session: &Session) -> Result<(), No> {
        match self.dealings.take(session.number) {
            true => Ok(()),
            false => {
                let message = format!("more than {DEALINGS} tables taken in an hour: wait a little");
                Err(No::new("rate.much", message))
            }
        }
    }

    /// The player behind a session.
    ///
    /// # Errors
    /// It is no player.
    pub fn player(&self, session: &Session) -> Result<PlayerId, No> {
        match session.person {
            Person::Player(player) => Ok(player),
            _ => Err(No::new("role.player", format!("{} does not play", session.role))),
        }
    }
}

/// Where the journal is.
///
/// # Errors
/// The configuration names no place that keeps one.
pub fn place(config: &Config) -> Result<Place, journal::Error> {
    match &config.database {
        Some(name) => Place::named(name),
        None => Ok(Place::Sqlite(database(config))),
    }
}

/// The command that says what is wrong with the journal.
fn tells_more(config: &Config) -> String {
    let (data, usual) = (config.data.display(), config.data.join("house.key"));
    let db = match &config.database {
        // A connection string may have a password.
        Some(_) => " --db …",
        None => "",
    };
    let key = match config.key.as_ref().filter(|key| **key != usual) {
        Some(key) => format!(" --key {}", key.display()),
        None => String::new(),
    };
    format!("houseway audit verify --data {data}{db}{key}")
}

/// The database file in the folder.
pub fn database(config: &Config) -> PathBuf {
    config.data.join("houseway.db")
}
