//! Has what waits kept; then, and only then, tells anybody.
//!
//! A commit that failed may have been kept all the same: the table is adrift until the journal says what is.
//! As long as it is, nobody is shown its state and nothing more is done at it.

use super::passage::Passage;
use super::restore::{read_seed, restore};
use super::{PATIENCE, SNAPSHOT, Table};
use crate::ask::{Refused, Reply};
use crate::{Info, Play};
use bytes::Bytes;
use game::Moment;
use journal::{Error, Snapshot, Unit};

/// What was handed to the journal, with what came of it.
pub(super) struct Handed {
    reply: Reply,
    version: u64,
    passages: Vec<Passage>,
    error: Option<Error>,
}

impl<G: Play> Table<G> {
    /// Whether there is something to keep, to answer, or to read again now.
    pub(super) fn owes(&self, now: Moment) -> bool {
        !self.waiting.is_empty() || !self.replies.is_empty() || (self.adrift && now >= self.again)
    }

    /// Has everything kept that waits; then, and only then, tells everybody.
    pub(super) async fn keep(&mut self) {
        self.commit().await;
        if self.adrift && self.common.clock.now() >= self.again {
            self.mend().await;
            // It may have to say that it stands still.
            self.commit().await;
        }
        if !self.adrift {
            self.publish();
        }
        self.answer();
        for ask in std::mem::take(&mut self.later) {
            self.take(ask);
        }
        self.maybe_snapshot();
    }

    /// Hands what waits to the journal.
    async fn commit(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return;
        }
        let (units, handed): (Vec<Unit>, Vec<_>) = waiting
            .into_iter()
            .map(|waiting| (waiting.unit, (waiting.reply, waiting.version, waiting.passages)))
            .unzip();
        let answers = self.common.journal.append(units).await;
        let mut failed = None;
        for (answer, (reply, version, passages)) in answers.into_iter().zip(handed) {
            match answer {
                Ok(_) => {
                    self.kept = version;
                    self.passed(&passages, true);
                    self.replies.push((reply, Ok(version)));
                }
                Err(error) => {
                    failed.get_or_insert_with(|| error.clone());
                    self.handed.push(Handed { reply, version, passages, error: Some(error) });
                }
            }
        }
        let Some(error) = failed else {
            if self.standing.house.halted.is_some() {
                self.halting = None;
            }
            return self.trouble(None);
        };
        (self.adrift, self.again) = (true, self.common.clock.now());
        // An account that is short is nobody's trouble but its owner's.
        if !matches!(error, Error::Overdrawn { .. }) {
            tracing::error!(table = %self.setup.id, %error, "the journal did not keep a batch");
            self.trouble(Some(error.to_string()));
        }
    }

    /// Reads again from the journal what is, and settles what was in doubt.
    pub(super) async fn mend(&mut self) {
        let (journal, game, setup) = (self.common.journal.clone(), self.game.clone(), self.setup.clone());
        // A store may block, which a thread of asynchronous tasks must not see.
        let read = tokio::task::spawn_blocking(move || {
            let mut store = journal.reader().map_err(|error| error.to_string())?;
            let (stream, standing, _) = restore(&*game, &setup, &mut *store)?;
            let seed = read_seed(&mut *store, stream.name(), standing.house.promise.as_ref())?;
            Ok((stream, standing, seed))
        });
        let read = read.await.unwrap_or_else(|error| Err(error.to_string()));
        self.again = Moment::new(self.common.clock.now().milliseconds() + PATIENCE);
        match read {
            Err(error) => {
                tracing::error!(table = %self.setup.id, %error, "the journal cannot be read");
                self.trouble(Some(error));
            }
            Ok((stream, standing, seed)) => {
                (self.stream, self.standing, self.seed) = (stream, standing, seed);
                self.adrift = false;
                self.kept = self.stream.head().sequence;
                self.notes.clear();
                self.bots = self.seated_bots();
                self.since = self.common.clock.now();
                self.halt_if_due();
            }
        }
    }

    /// Answers everybody whose answer is known, or is known to be unknown.
    fn answer(&mut self) {
        for Handed { reply, version, passages, error } in std::mem::take(&mut self.handed) {
            if self.adrift {
                if !matches!(reply, Reply::Nobody) {
                    let message = "it is not known yet whether it was kept: send it again under its key";
                    reply.give(Err(Refused::new("journal.in_doubt", message)));
                }
                self.handed.push(Handed { reply: Reply::Nobody, version, passages, error });
                continue;
            }
            // Nobody else writes here: if the journal has come so far, it has this.
            let is_kept = version <= self.kept;
            self.passed(&passages, is_kept);
            reply.give(match error {
                Some(error) if !is_kept => Err(refused_by_journal(&error)),
                _ => Ok(version),
            });
        }
        for (reply, answer) in std::mem::take(&mut self.replies) {
            reply.give(match answer {
                Ok(version) if version > self.kept => Err(not_kept("the journal did not keep it")),
                answer => answer,
            });
        }
    }

    /// What has been kept of money between accounts and the table, or not.
    pub(super) fn passed(&self, passages: &[Passage], kept: bool) {
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

    /// Nothing can be kept, or it can again.
    pub(super) fn trouble(&mut self, what: Option<String>) {
        if self.trouble != what {
            self.watchers.trouble(what.as_deref());
            self.trouble = what;
            self.tell_info();
        }
    }

    /// Tells everybody how the table stands, if that is new.
    pub(super) fn publish(&mut self) {
        let now = self.common.clock.now();
        let version = self.stream.head().sequence;
        if !self.watchers.wants(version) {
            return;
        }
        let closes = self.closes(now);
        let notes = std::mem::take(&mut self.notes);
        self.watchers.publish(&*self.game, &self.standing, version, now, closes, Bytes::from(notes));
        self.tell_info();
    }

    /// Tells the lobby.
    pub(super) fn tell_info(&self) {
        let mut info = self.info.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        info.trouble.clone_from(&self.trouble);
        info.watching = self.watchers.count() as u32;
        if self.adrift {
            return;
        }
        let (state, house) = (&self.standing.state, &self.standing.house);
        *info = Info {
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
    }

    fn snapshot_now(&mut self) -> Option<Snapshot> {
        let head = self.stream.head();
        // As large as the last one and a little more, so that it does not grow bit by bit.
        let mut state = Vec::with_capacity(self.weight + self.weight / 8);
        serde_json::to_writer(&mut state, &self.standing).ok()?;
        self.weight = state.len();
        let keys = self.stream.keys().to_bytes();
        let stream = self.stream.name().to_string();
        Some(Snapshot { stream, sequence: head.sequence, hash: head.hash, keys, state })
    }

    fn maybe_snapshot(&mut self) {
        if self.trouble.is_none()
            && self.waiting.is_empty()
            && self.stream.head().sequence >= self.snapshot + SNAPSHOT
            && let Some(snapshot) = self.snapshot_now()
        {
            self.snapshot = snapshot.sequence;
            self.common.journal.snapshot(snapshot);
        }
    }

    pub(super) async fn snapshot(&mut self) {
        if self.stream.head().sequence > self.snapshot
            && self.trouble.is_none()
            && !self.adrift
            && let Some(snapshot) = self.snapshot_now()
        {
            self.snapshot = snapshot.sequence;
            self.common.journal.snapshot_surely(snapshot).await;
        }
    }
}

fn refused_by_journal(error: &Error) -> Refused {
    match error {
        Error::Overdrawn { overdrawn, .. } => {
            Refused::new("account.short", format!("{overdrawn}, so it was not done"))
        }
        other => not_kept(&other.to_string()),
    }
}

fn not_kept(why: &str) -> Refused {
    Refused::new("journal.not_kept", format!("it was not kept, and so did not happen: {why}"))
}
