//! How the house is: whether its journal can be written, how much room its disk has, whether the program is
//! what was started. What changes for the worse, or back, is a significant event.
//!
//! Whether the journal can be written is found out by writing to it, a little thing on a shelf, at most once
//! a second however many ask.

use crate::house::House;
use crate::identity::Identity;
use floor::Significant;
use journal::{Error, Kept, Place, Unit};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How old an answer of the journal may be.
const FRESH: Duration = Duration::from_secs(1);
/// How long the journal may take for it.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the house may go on without a checkpoint, which it signs every minute.
const SIGNED: Duration = Duration::from_secs(5 * 60);
/// How often the house looks after itself.
const ROUND: Duration = Duration::from_secs(5);

/// How the house is, as `/readyz` says it.
#[derive(Debug, Serialize)]
pub struct Readiness {
    /// Whether it serves.
    pub ready: bool,
    /// Why not.
    pub reasons: Vec<Remark>,
    /// What an operator should know all the same.
    pub warnings: Vec<Remark>,
}

/// Something an operator should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// A stable code: `journal.away`, `disk.low`.
    pub code: &'static str,
    /// In words.
    pub what: String,
}

impl Remark {
    fn new(code: &'static str, what: impl Into<String>) -> Self {
        Self { code, what: what.into() }
    }
}

/// What is known of how the house is.
pub struct Health {
    journal: tokio::sync::Mutex<Option<(Instant, Option<Error>)>>,
    /// Since when, and why, the journal cannot be written; not on record before it can be again.
    away: Mutex<Option<(i64, String)>>,
    low: Mutex<bool>,
    /// Whether the log beside the database is larger than it should be.
    large: Mutex<bool>,
    /// Whether nothing outside the database says how far it has come.
    untold: Mutex<bool>,
    /// What was started, and the file it was started from.
    identity: Mutex<Identity>,
    program: Option<PathBuf>,
    changed: Mutex<Vec<String>>,
    /// Whether the last checkpoint was not in the folder when the house began.
    missing: bool,
    /// Tables that could not be opened.
    pub(crate) unopened: Mutex<Vec<String>>,
    /// What there is to say of tables whose beginning is lost.
    pub(crate) beginnings: Mutex<Vec<String>>,
}

impl Health {
    /// Of a house that is being opened.
    pub fn new(identity: Identity, missing: bool) -> Self {
        Self {
            journal: tokio::sync::Mutex::default(),
            away: Mutex::default(),
            low: Mutex::default(),
            large: Mutex::default(),
            untold: Mutex::default(),
            identity: Mutex::new(identity),
            program: std::env::current_exe().ok(),
            changed: Mutex::default(),
            missing,
            unopened: Mutex::default(),
            beginnings: Mutex::default(),
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Each of them is changed in one step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl House {
    /// Why the journal cannot be written now, if it cannot.
    pub async fn journal_trouble(&self) -> Option<Error> {
        let mut last = self.health.journal.lock().await;
        if let Some((at, known)) = &*last
            && at.elapsed() < FRESH
        {
            return known.clone();
        }
        let value = self.floor.clock().now().milliseconds().to_string().into_bytes();
        let kept = Kept { shelf: "health".into(), name: "probe".into(), value: Some(value) };
        let unit = Unit { kept: vec![kept], ..Unit::default() };
        let journal = self.floor.journal().clone();
        let probe = async {
            journal.keep(unit).await?;
            // What is written has to be read as well, by another handle: the cage and every table do.
            let read = move || journal.reader()?.heads().map(drop);
            tokio::task::spawn_blocking(read).await.unwrap_or(Err(Error::Stopped))
        };
        let found = match tokio::time::timeout(PATIENCE, probe).await {
            Ok(kept) => kept.err(),
            Err(_) => Some(Error::Store(format!("no answer within {} s", PATIENCE.as_secs()))),
        };
        *last = Some((Instant::now(), found.clone()));
        if let Some(error) = &found {
            let mut away = lock(&self.health.away);
            if away.is_none() {
                tracing::error!(%error, "the journal cannot be written or read");
                *away = Some((self.floor.clock().now().milliseconds(), error.to_string()));
            }
        }
        found
    }

    /// Whether it serves, and what an operator should know.
    pub async fn readiness(&self) -> Readiness {
        let mut reasons = Vec::new();
        if !self.is_ready() {
            reasons.push(Remark::new("house.stops", "the house is starting or stopping"));
        }
        match self.journal_trouble().await {
            None => {}
            Some(error @ Error::Fenced { .. }) => {
                reasons.push(Remark::new("journal.fenced", error.to_string()));
            }
            Some(error @ Error::Strange(_)) => {
                reasons.push(Remark::new("journal.strange", error.to_string()));
            }
            Some(error) => reasons.push(Remark::new("journal.away", error.to_string())),
        }
        for table in lock(&self.health.unopened).iter() {
            reasons.push(Remark::new("table.not-opened", format!("table {table} cannot be opened")));
        }
        let since = self.floor.unsigned_for();
        if since > SIGNED {
            let what = format!("no checkpoint was signed for {} s", since.as_secs());
            reasons.push(Remark::new("checkpoint.late", what));
        }
        Readiness { ready: reasons.is_empty(), reasons, warnings: self.warnings() }
    }

    /// What an operator should know, though it serves.
    fn warnings(&self) -> Vec<Remark> {
        let mut warnings = Vec::new();
        let lost = lock(&self.health.beginnings).clone();
        warnings.extend(lost.into_iter().map(|what| Remark::new("table.beginning-lost", what)));
        let clock = self.floor.clock().shown();
        if clock.waits {
            let what = format!(
                "the system's clock is {} ms ahead of the house's time: an administrator confirms it with \
                 POST /api/clock, or sets it right",
                clock.ahead
            );
            warnings.push(Remark::new("clock.ahead", what));
        }
        if -clock.ahead > self.config.clock_jump {
            let what = format!("the system's clock is {} ms behind the house's time", -clock.ahead);
            warnings.push(Remark::new("clock.behind", what));
        }
        if clock.unconfirmed > self.config.clock_jump {
            let what = format!(
                "nobody has confirmed {} ms before a start: exclusions and limits do not count them until \
                 an administrator does, with POST /api/clock",
                clock.unconfirmed
            );
            warnings.push(Remark::new("clock.unconfirmed", what));
        }
        if let Some((free, _)) = self.disk()
            && free < self.config.disk_low
        {
            warnings.push(Remark::new("disk.low", self.low_words(free)));
        }
        if let Some(bytes) = self.wal().filter(|bytes| *bytes > self.config.wal_large) {
            warnings.push(Remark::new("journal.wal-large", self.large_words(bytes)));
        }
        if let Some(what) = self.checkpoint_missing() {
            warnings.push(Remark::new("checkpoint.missing", what));
        }
        if self.crowd.is_full() {
            let (count, most) = self.crowd.count();
            let what = format!("{count} of {most} connections are taken, and new ones were turned away");
            warnings.push(Remark::new("connections.full", what));
        }
        if let Some(left) = self.people.few_vouchers() {
            warnings.push(Remark::new("people.few-vouchers", crate::people::few_words(left)));
        }
        for what in lock(&self.health.changed).iter() {
            warnings.push(Remark::new("identity.changed", what));
        }
        let halted = self.floor.tables().into_iter().filter(|table| table.info().halted.is_some());
        for table in halted {
            warnings.push(Remark::new("table.halted", format!("table {} is halted", table.setup().id)));
        }
        for table in self.floor.tables() {
            if let Some(what) = table.info().waits_for {
                let what = format!("table {} waits: {what}", table.setup().id);
                warnings.push(Remark::new("table.waits", what));
            }
        }
        let troubled = self.floor.tables().into_iter().filter(|table| table.info().trouble.is_some());
        for table in troubled {
            let what =
                format!("table {} cannot keep its records, and does nothing until it can", table.setup().id);
            warnings.push(Remark::new("table.trouble", what));
        }
        warnings
    }

    /// What there is to say if the last checkpoint was not in the folder when the house began.
    pub(crate) fn checkpoint_missing(&self) -> Option<String> {
        self.health.missing.then(|| crate::begin::missing_words(&self.config.data))
    }

    fn low_words(&self, free: u64) -> String {
        let (folder, least) = (self.config.data.display(), self.config.disk_low);
        format!("{free} bytes are free on the disk of {folder}, less than {least}")
    }

    fn large_words(&self, bytes: u64) -> String {
        let (place, most) = (self.floor.journal().place(), self.config.wal_large);
        format!(
            "the log beside {place} has {bytes} bytes, more than {most}: somebody has been reading the database in one \
             transaction for a long time, and until it ends, the log grows and fills the disk"
        )
    }

    /// How many bytes the log beside the database has; nothing where there is none.
    pub fn wal(&self) -> Option<u64> {
        let Place::Sqlite(path) = self.floor.journal().place() else { return None };
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        std::fs::metadata(log).ok().map(|about| about.len())
    }

    /// How many bytes are free on the disk of the folder, and of how many.
    pub fn disk(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::statvfs(&self.config.data).ok()?;
        Some((disk.f_bavail.saturating_mul(disk.f_frsize), disk.f_blocks.saturating_mul(disk.f_frsize)))
    }

    /// Whether the journal is on another machine's disk, of which this one knows nothing.
    pub fn disk_is_elsewhere(&self) -> bool {
        matches!(self.floor.journal().place(), Place::Postgres(..))
    }

    /// Puts figures out for Prometheus.
    pub async fn measure(&self) {
        let gauge = |name: &'static str, value: f64| metrics::gauge!(name).set(value);
        let flag = |yes: bool| if yes { 1.0 } else { 0.0 };
        let trouble = self.journal_trouble().await;
        gauge("houseway_journal_up", flag(trouble.is_none()));
        gauge("houseway_journal_fenced", flag(trouble.as_ref().is_some_and(Error::is_final)));
        gauge("houseway_ready", flag(self.is_ready() && trouble.is_none()));
        if let Some((free, total)) = self.disk() {
            gauge("houseway_disk_free_bytes", free as f64);
            gauge("houseway_disk_bytes", total as f64);
            gauge("houseway_disk_low", flag(free < self.config.disk_low));
        }
        if let Some(bytes) = self.wal() {
            gauge("houseway_journal_wal_bytes", bytes as f64);
            gauge("houseway_journal_wal_large", flag(bytes > self.config.wal_large));
        }
        let (count, most) = self.crowd.count();
        gauge("houseway_connections", count as f64);
        gauge("houseway_connections_most", most as f64);
        let clock = self.floor.clock().shown();
        gauge("houseway_clock_ahead_milliseconds", clock.ahead as f64);
        gauge("houseway_clock_waits", flag(clock.waits));
        gauge("houseway_clock_unconfirmed_milliseconds", clock.unconfirmed as f64);
        gauge("houseway_away_milliseconds", self.away() as f64);
        gauge("houseway_identity_changed", flag(!lock(&self.health.changed).is_empty()));
        metrics::counter!("houseway_large_wins").absolute(self.floor.large_wins());
    }

    /// How long the house was away before it was started, in milliseconds.
    pub fn away(&self) -> i64 {
        self.away
    }

    /// Looks after itself, until it is dropped.
    pub(crate) async fn look_after_itself(house: Weak<Self>) {
        let mut checked = Instant::now();
        loop {
            let Some(every) = house.upgrade().map(|house| house.config.self_check) else { return };
            tokio::time::sleep(ROUND.min(every)).await;
            let Some(house) = house.upgrade() else { return };
            if !house.is_ready() {
                return;
            }
            house.look_at_journal().await;
            house.look_at_disk().await;
            house.look_at_wal().await;
            house.look_at_last().await;
            house.tell_refusals(false).await;
            if checked.elapsed() >= every {
                checked = Instant::now();
                house.check_itself().await;
            }
        }
    }

    /// Puts on record what somebody found who read the journal, as the last thing that is written: until the house
    /// is dropped.
    pub(crate) async fn tell_suspicions(house: Weak<Self>) {
        let Some(mut found) = house.upgrade().map(|house| house.floor.journal().suspicions()) else { return };
        let what = match found.wait_for(Option::is_some).await {
            Ok(what) => what.clone().unwrap_or_default(),
            Err(_) => return,
        };
        let Some(house) = house.upgrade() else { return };
        tracing::error!("the journal is not as the house left it: {what}");
        let event = Significant::new("journal.strange", "house", None, what);
        if let Err(error) = house.floor.last_word(event).await {
            tracing::error!(%error, "that is not on record");
        }
        // Whoever asks from now on hears of it at once.
        *house.health.journal.lock().await = None;
    }

    pub(crate) async fn record(&self, code: &str, what: impl Into<String>) {
        let what = what.into();
        if let Err(error) = self.floor.significant(Significant::new(code, "house", None, &*what)).await {
            tracing::error!(%error, code, what, "not on record");
        }
    }

    /// A journal that can be written again says for how long it could not.
    async fn look_at_journal(&self) {
        if self.journal_trouble().await.is_some() {
            return;
        }
        let (back, now) = (lock(&self.health.away).take(), self.floor.clock().now().milliseconds());
        if let Some((since, why)) = back {
            let what = format!("the journal could not be written for {} ms: {why}", now - since);
            tracing::warn!("{what}");
            self.record("journal.back", what).await;
        }
    }

    /// Tells whether the file beside the key says how far the journal has come.
    async fn look_at_last(&self) {
        let untold = self.floor.journal().untold();
        if std::mem::replace(&mut *lock(&self.health.untold), untold.is_some()) == untold.is_some() {
            return;
        }
        match untold {
            Some(why) => {
                tracing::error!(%why, "nothing outside the database says how far it has come");
                self.record("checkpoint.not-sent", why).await;
            }
            None => {
                let last = self.config.data.join(crate::begin::LAST);
                let what = format!("{} says again how far the journal has come", last.display());
                self.record("checkpoint.sent-again", what).await;
            }
        }
    }

    pub(crate) async fn look_at_disk(&self) {
        let Some((free, _)) = self.disk() else { return };
        let is_low = free < self.config.disk_low;
        if std::mem::replace(&mut *lock(&self.health.low), is_low) == is_low {
            return;
        }
        if is_low {
            let what = self.low_words(free);
            tracing::warn!("{what}");
            self.record("disk.low", what).await;
        } else {
            self.record("disk.enough", format!("{free} bytes are free again")).await;
        }
    }

    /// Tells of a log that grows because somebody reads on and on: once nobody does, it is written over from its beginning
    /// and cut to what it may keep.
    async fn look_at_wal(&self) {
        let bytes = self.wal().unwrap_or(0);
        let is_large = bytes > self.config.wal_large;
        if std::mem::replace(&mut *lock(&self.health.large), is_large) == is_large {
            return;
        }
        if is_large {
            let what = self.large_words(bytes);
            tracing::warn!("{what}");
            self.record("journal.wal-large", what).await;
        } else {
            self.record("journal.wal-small", format!("the log beside the database has {bytes} bytes again"))
                .await;
        }
    }

    /// Compares program and books with what was started, and the database with what the house left in it; what
    /// differs is on record.
    pub async fn check_itself(&self) {
        self.put_beginnings_back().await;
        // What is found is told by who hears of suspicions.
        if let Err(error) = self.floor.journal().look().await {
            tracing::error!(%error, "the database cannot be read, or is not as the house left it");
        }
        let file = self.health.program.clone();
        let digests = tokio::task::spawn_blocking(move || {
            let file = file.map(|path| Identity::of(&path));
            (Identity::of_this(), file)
        });
        let (running, file) = match digests.await {
            Ok(both) => both,
            Err(error) => return self.record("identity.changed", error.to_string()).await,
        };
        let started = lock(&self.health.identity).clone();
        let mut found = match running {
            Ok(running) => started.differs(&running),
            Err(error) => vec![format!("what runs cannot be read: {error}")],
        };
        match file {
            Some(Ok(file)) => {
                let other = started.differs(&file);
                found.extend(other.into_iter().map(|what| format!("the file it was started from: {what}")));
            }
            Some(Err(error)) => found.push(format!("the file it was started from cannot be read: {error}")),
            None => {}
        }
        *lock(&self.health.changed) = found.clone();
        if found.is_empty() {
            return self.record("identity.checked", "program and books are the ones that were started").await;
        }
        let what = found.join("; ");
        tracing::error!("{what}");
        self.record("identity.changed", what).await;
    }

    /// Says what is open to others that should not be.
    pub(crate) async fn warn_of_exposure(self: &Arc<Self>) {
        let mut found = Vec::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let key = self.config.key.clone().unwrap_or_else(|| self.config.data.join("house.key"));
            let mut paths = vec![self.config.data.clone(), key];
            paths.extend(["houseway.db", "houseway.db-wal"].map(|name| self.config.data.join(name)));
            for path in paths {
                let Ok(about) = std::fs::metadata(&path) else { continue };
                let mode = about.permissions().mode() & 0o777;
                if mode & 0o077 != 0 {
                    let (what, right) = if about.is_dir() { ("folder", "700") } else { ("file", "600") };
                    let path = path.display();
                    found.push((
                        "house.open-folder",
                        format!("{what} {path} is open to others (mode {mode:03o}): chmod {right} {path}"),
                    ));
                }
            }
        }
        if self.config.tls.is_none() && !self.config.address.ip().is_loopback() {
            let what = format!(
                "plain HTTP on {}: passwords and sessions can be read on the way; use --tls-cert and \
                 --tls-key, or let only a proxy with TLS reach it",
                self.config.address
            );
            found.push(("house.plain-http", what));
        }
        if self.disk_is_elsewhere() {
            tracing::info!("the journal is on PostgreSQL: how full its disk is, is for that machine to say");
        }
        for (code, what) in found {
            tracing::warn!("{what}");
            self.record(code, what).await;
        }
    }
}
