//! Has what waits kept; then, and only then, tells anybody.
//!
//! A commit that failed may have been kept all the same: the table is adrift until the journal says what is.
//! As long as it is, nobody is shown its state and nothing more is done at it.

use super::desk::Waiting;
use super::passage::Passage;
use super::restore::{read_seed, restore};
use super::{HELD_MOST, NOTHING_KEPT, SNAPSHOT, STOOD, Table};
use crate::ask::{Reply, in_doubt};
use crate::{FloorEvent, Info, Play, WishEnd};
use game::{Moment, Refusal};
use journal::{Error, Hash, Snapshot, State, Unit};
use money::Account;
use std::sync::Arc;

/// What was handed to the journal, with what came of it.
pub(super) struct Handed {
    reply: Reply,
    version: u64,
    /// The record's, by which it is known again: another server may have written one of that number.
    hash: Hash,
    passages: Vec<Passage>,
    /// What was drawn for it, if anything was.
    draws: Option<String>,
    /// The dealer's request that a player said yes to by it.
    wish: Option<u64>,
    error: Error,
    /// Whether the journal has it, once it says so.
    is_kept: bool,
}

/// A draw that was due and is not on record: how that came about, as it is told.
pub(super) struct Owed(String);

impl Owed {
    /// The house ended before it was kept, whether or not it was drawn.
    pub(super) fn restarted(what: &str) -> Self {
        Self(format!("the house was started again before the {what} was on record"))
    }
}

impl<G: Play> Table<G> {
    /// Whether there is something to keep, to answer, or to read again now.
    pub(super) fn owes(&self, now: Moment) -> bool {
        !self.desk.waiting.is_empty() || !self.desk.replies.is_empty() || self.kept.is_due(now)
    }

    /// Has everything kept that waits; then, and only then, tells everybody.
    pub(super) async fn keep(&mut self) {
        self.stand_if_due(false);
        let nobodys = self.desk.is_nobodys();
        self.commit().await;
        if let Some(snapshot) = self.marks.taken.take()
            && !self.kept.is_adrift()
        {
            self.marks.snapshot = snapshot.sequence;
            self.common.journal.snapshot(snapshot);
        }
        if self.kept.is_due(self.now()) {
            self.mend().await;
            // It may have to say that it stands still.
            self.commit().await;
        }
        // Views, choices and answers are left first, and taken as one message then. What the house draws next, which was
        // only put on record for it, comes with what is drawn.
        let holds = nobodys && !self.kept.is_adrift() && self.told.held < HELD_MOST && self.draws_soon();
        self.told.held = if holds { self.told.held + 1 } else { 0 };
        if !self.kept.is_adrift() && !holds {
            self.publish();
            self.publish_legal();
        }
        self.answer();
        self.told.watchers.wake();
        // In their order and one by one, like everything else: nothing may follow what spends.
        for ask in std::mem::take(&mut self.desk.later).into_iter().rev() {
            self.desk.pending.push_front(ask);
        }
    }

    /// Hands what waits to the journal.
    async fn commit(&mut self) {
        let waiting = std::mem::take(&mut self.desk.waiting);
        if waiting.is_empty() {
            return;
        }
        let (units, handed): (Vec<Unit>, Vec<_>) = waiting
            .into_iter()
            .map(|waiting| {
                let sealed = waiting.unit.sealed.iter().find(|record| record.sequence == waiting.version);
                let hash = sealed.map_or(Hash([0; 32]), |record| record.hash);
                let last = waiting.unit.sealed.last().map_or(waiting.version, |record| record.sequence);
                let Waiting { unit, reply, version, passages, draws, wish } = waiting;
                (unit, (reply, version, hash, last, (passages, draws, wish)))
            })
            .unzip();
        let answers = self.common.journal.append(units).await;
        let (mut failed, mut drew) = (None, false);
        for (answer, (reply, version, hash, last, (passages, draws, wish))) in answers.into_iter().zip(handed)
        {
            match answer {
                Ok(_) => {
                    self.kept.upto = last;
                    if draws.is_some() {
                        self.kept.owed = None;
                    }
                    self.passed(&passages, true);
                    self.desk.replies.push((reply, Ok(version)));
                }
                Err(error) => {
                    if matches!(error, Error::Overdrawn { .. }) {
                        let now = self.now();
                        for passage in passages.iter().filter(|passage| !passage.back) {
                            self.rates.is_short(passage.player, now);
                        }
                    }
                    failed.get_or_insert_with(|| error.clone());
                    drew |= draws.is_some();
                    self.desk.handed.push(Handed {
                        reply,
                        version,
                        hash,
                        passages,
                        draws,
                        wish,
                        error,
                        is_kept: false,
                    });
                }
            }
        }
        let Some(error) = failed else {
            if self.standing.house.halted.is_some() {
                self.kept.halting = None;
            }
            return self.trouble(None);
        };
        let now = self.now();
        self.kept.doubt(now);
        // Another server has the database now, and this one never again.
        if error.is_final() {
            self.kept.fence();
        }
        // An account that is short is nobody's trouble but its owner's.
        if !matches!(error, Error::Overdrawn { .. }) {
            match drew {
                // What the database says of it may be what was drawn.
                true => {
                    tracing::error!(table = %self.setup.id, "the journal did not keep a batch with a draw")
                }
                false => {
                    tracing::error!(table = %self.setup.id, %error, "the journal did not keep a batch");
                }
            }
            self.trouble(Some(NOTHING_KEPT));
        }
    }

    /// Reads again from the journal what is, and settles what was in doubt.
    pub(super) async fn mend(&mut self) {
        let (journal, game, setup) = (self.common.journal.clone(), self.game.clone(), self.setup.clone());
        let vault = self.common.vault.clone();
        let now = self.now();
        self.kept.wait(now);
        if self.kept.is_fenced() {
            return;
        }
        // Once the writer is back in its turn, nothing that it sent before can arrive any more.
        if let Err(error) = journal.balance(self.stream.name(), Account::Cage).await {
            if error.is_final() {
                self.kept.fence();
            }
            tracing::error!(table = %self.setup.id, %error, "the journal cannot be reached");
            return self.trouble(Some(NOTHING_KEPT));
        }
        let promised = self.standing.house.promise.as_ref().map(|promise| promise.commitment.clone());
        let known = promised.zip(self.seed);
        let handed: Vec<(u64, Hash)> = self.desk.handed.iter().map(|one| (one.version, one.hash)).collect();
        // A store may block, which a thread of asynchronous tasks must not see.
        let read = tokio::task::spawn_blocking(move || {
            let mut store = journal.reader().map_err(|error| error.to_string())?;
            let (stream, standing, _) = restore(&*game, &setup, &mut *store)?;
            let promise = standing.house.promise.as_ref();
            // What is known need not be read again.
            let seed = match known
                .filter(|(known, _)| promise.is_some_and(|promise| promise.commitment == *known))
            {
                Some((_, seed)) => Ok(Some(seed)),
                None => read_seed(&mut *store, &vault, stream.name(), promise)?,
            };
            let mut kept = Vec::with_capacity(handed.len());
            for (version, hash) in handed {
                let found =
                    store.range(stream.name(), version, version).map_err(|error| error.to_string())?;
                kept.push(found.first().is_some_and(|record| record.hash == hash));
            }
            Ok((stream, standing, seed, kept))
        });
        let read = read.await.unwrap_or_else(|error| Err(error.to_string()));
        let now = self.now();
        self.kept.wait(now);
        match read {
            Err(error) => {
                tracing::error!(table = %self.setup.id, %error, "the journal cannot be read");
                self.trouble(Some(NOTHING_KEPT));
            }
            Ok((stream, standing, seed, kept)) => {
                let (seed, lost) = seed.map_or_else(|why| (None, Some(why)), |seed| (seed, None));
                self.kept.halting = lost.or(self.kept.halting.take());
                for (one, is_kept) in self.desk.handed.iter_mut().zip(kept) {
                    one.is_kept = is_kept;
                }
                (self.stream, self.standing, self.seed) = (stream, standing, seed);
                self.owe();
                self.kept.in_step(self.stream.head().sequence);
                self.told.notes.clear();
                self.told.watchers.lost(self.kept.upto);
                self.auto.bots = self.seated_bots();
                self.told.seated = None;
                // An account that was short holds up nobody: the house deals on as if it had not been asked.
                let short = |one: &Handed| matches!(one.error, Error::Overdrawn { .. });
                if self.kept.trouble.is_some()
                    || self.desk.handed.is_empty()
                    || !self.desk.handed.iter().all(short)
                {
                    self.auto.since = self.now();
                }
                self.halt_if_due();
                self.end_short_wishes();
            }
        }
    }

    /// A player's yes that their account could not cover ends what the dealer asked for, like any other that is refused.
    fn end_short_wishes(&mut self) {
        let short = |one: &Handed| !one.is_kept && matches!(one.error, Error::Overdrawn { .. });
        let over: Vec<u64> =
            self.desk.handed.iter().filter(|one| short(one)).filter_map(|one| one.wish).collect();
        for number in over {
            self.end_wish(number, WishEnd::Refused);
        }
    }

    /// Notes that a draw was not kept: it is made again from the same record, comes out the same, and is told then.
    fn owe(&mut self) {
        let lost = self.desk.handed.iter().find(|one| !one.is_kept && one.draws.is_some());
        if let Some(what) = lost.and_then(|one| one.draws.clone()) {
            self.kept.owed = Some(Owed(format!("the journal did not keep the {what}")));
        }
    }

    /// What is put on record of a draw that the journal did not keep: that it was made again, or that two people did
    /// something by which it never will be.
    pub(super) fn tell_owed(
        &mut self,
        draws: Option<&str>,
        now: Moment,
    ) -> Option<(Arc<str>, journal::Draft)> {
        let Owed(owed) = self.kept.owed.as_ref()?;
        let what = match draws {
            Some(_) => format!("{owed}: it was drawn from the same record, and is the same"),
            None if self.owes_draw() => return None,
            None => format!("{owed}, and two people have ended what it was for"),
        };
        let told = crate::significant::Significant::new("draw.not-kept", &self.setup.id, None, what);
        Some(told.draft(now))
    }

    /// Answers everybody whose answer is known, or is known to be unknown.
    fn answer(&mut self) {
        for mut one in std::mem::take(&mut self.desk.handed) {
            let reply = std::mem::replace(&mut one.reply, Reply::Nobody);
            if self.kept.is_adrift() {
                reply.give(Err(in_doubt()));
                self.desk.handed.push(one);
                continue;
            }
            self.passed(&one.passages, one.is_kept);
            reply.give(match one.is_kept {
                true => Ok(one.version),
                false => Err(refused_by_journal(&one.error)),
            });
        }
        for (reply, answer) in std::mem::take(&mut self.desk.replies) {
            reply.give(match answer {
                Ok(version) if version > self.kept.upto && self.kept.is_adrift() => Err(in_doubt()),
                Ok(version) if version > self.kept.upto => Err(not_kept("the journal did not keep it")),
                answer => answer,
            });
        }
    }

    /// What has been kept of money between accounts and the table, or not.
    pub(super) fn passed(&self, passages: &[Passage], kept: bool) {
        let protection = &self.common.protection;
        for passage in passages.iter().filter(|passage| passage.counts()) {
            let Passage { player, amount, back, at, .. } = *passage;
            match (back, kept) {
                (true, true) => protection.took_back(player, &self.setup.id, amount, at),
                (false, false) => protection.not_kept(player, &self.setup.id, amount, at),
                _ => {}
            }
        }
    }

    /// Nothing can be kept, or it can again.
    pub(super) fn trouble(&mut self, what: Option<&'static str>) {
        if self.kept.trouble.as_deref() != what {
            self.told.watchers.trouble(what);
            self.kept.trouble = what.map(str::to_string);
            self.tell_info();
        }
    }

    /// Tells everybody how the table stands, if that is new.
    pub(super) fn publish(&mut self) {
        let now = self.now();
        let version = self.stream.head().sequence;
        if !self.told.watchers.wants(version) {
            return;
        }
        self.told.at = now;
        let closes = self.closes(now);
        let notes = std::mem::take(&mut self.told.notes);
        self.told.watchers.publish(&*self.game, &self.standing, version, now, closes, notes);
        self.tell_info();
    }

    /// Tells everybody what they may do now, if it is time.
    pub(super) fn publish_legal(&mut self) -> bool {
        self.told.watchers.publish_legal(&*self.game, &self.standing, self.now())
    }

    /// Tells the lobby.
    pub(super) fn tell_info(&mut self) {
        let mut info = self.told.info.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        info.trouble.clone_from(&self.kept.trouble);
        info.watching = self.told.watchers.count() as u32;
        if self.kept.is_adrift() {
            return;
        }
        let (state, house) = (&self.standing.state, &self.standing.house);
        let players = self.game.players(state);
        if self.told.seated.as_ref() != Some(&players) {
            self.common.seats.set(&self.setup.id, &players, self.common.clock.now());
            self.told.seated = Some(players);
        }
        *info = Info {
            id: self.setup.id.clone(),
            name: self.setup.name.clone(),
            game: G::GAME.to_string(),
            book: self.game.book().to_string(),
            money: self.setup.money,
            house_deals: self.setup.house_deals(),
            dealer: house.dealer.is_some(),
            dealer_number: house.dealer.and_then(|dealer| match dealer {
                game::Person::Staff(id, _) => Some(id.0),
                _ => None,
            }),
            round: self.game.round(state),
            players: self.game.players(state).len() as u32,
            bots: self.auto.bots.len() as u32,
            watching: self.told.watchers.count() as u32,
            free: self.game.free(state),
            betting: self.game.betting(state),
            halted: house.halted.clone(),
            waits_for: self.standing.waits_for(&*self.game),
            trouble: self.kept.trouble.clone(),
            version: self.stream.head().sequence,
            purse: self.setup.purse,
        };
    }

    /// Puts on record how the table stands, now and then, so that nobody has to read it from its first
    /// record: the state goes with the record that says its hash. Between two rounds if they are short.
    pub(super) fn stand_if_due(&mut self, between: bool) {
        let since = self.stream.head().sequence.saturating_sub(self.marks.stood);
        let spends = |waiting: &Waiting| !waiting.passages.is_empty();
        if since < STOOD || (!between && (since < 2 * STOOD || self.desk.waiting.iter().any(spends))) {
            return;
        }
        let due = self.stream.head().sequence >= self.marks.snapshot + SNAPSHOT;
        if let Some(snapshot) = self.stand()
            && due
        {
            self.marks.taken = Some(snapshot);
        }
    }

    fn stand(&mut self) -> Option<Snapshot> {
        if self.kept.trouble.is_some() || self.kept.is_adrift() {
            return None;
        }
        // As large as the last one and a little more, so that it does not grow bit by bit.
        let mut state = Vec::with_capacity(self.marks.weight + self.marks.weight / 8);
        serde_json::to_writer(&mut state, &self.standing).ok()?;
        self.marks.weight = state.len();
        let event = FloorEvent::Stood { state: crate::past::digest(&state).to_string() };
        let record = self.seal_floor(&event, self.common.clock.now());
        let (version, hash, stream) = (record.sequence, record.hash, self.stream.name().to_string());
        let states = vec![State { stream: stream.clone(), sequence: version, state: state.clone() }];
        let unit = Unit { states, ..Unit::record(record) };
        let (passages, draws, wish) = (Vec::new(), None, None);
        self.desk.waiting.push(Waiting { unit, reply: Reply::Nobody, version, passages, draws, wish });
        self.marks.stood = version;
        Some(Snapshot { stream, sequence: version, hash, state })
    }

    /// The last snapshot, before the table closes.
    pub(super) async fn snapshot(&mut self) {
        if self.stream.head().sequence == self.marks.snapshot {
            return;
        }
        if let Some(snapshot) = self.stand() {
            self.commit().await;
            if !self.kept.is_adrift() {
                self.marks.snapshot = snapshot.sequence;
                self.common.journal.snapshot_surely(snapshot).await;
            }
        }
    }
}

fn refused_by_journal(error: &Error) -> Refusal {
    match error {
        Error::Overdrawn { overdrawn, .. } if matches!(overdrawn.account, Account::Tokens(_)) => {
            let message = format!("{overdrawn}: no voucher was given out for it, so it was not done");
            Refusal::plain("tokens.short", message)
        }
        Error::Overdrawn { overdrawn, .. } => {
            Refusal::plain("account.short", format!("{overdrawn}, so it was not done"))
        }
        // Not what the database says of it: that may be what was drawn.
        _ => not_kept("the journal did not keep it"),
    }
}

fn not_kept(why: &str) -> Refusal {
    Refusal::plain("journal.not_kept", format!("it was not kept, so nothing happened: {why}"))
}
