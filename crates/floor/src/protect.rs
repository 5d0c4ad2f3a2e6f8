//! Player protection: limits per day, week and month, self-exclusion, the reality check.
//!
//! A limit is on what a player brings to tables from their account and does not get back. It is lowered at
//! once and raised after a day; an exclusion cannot be shortened. All of it follows from the records of the
//! player's stream, is read on first use and then followed. Tables ask without waiting; what is not known
//! by then is read on a thread of its own, and what cannot be read is refused.
//!
//! Money that is about to go to a table is counted before the journal keeps it, so that two tables cannot
//! both let the last of a limit through. What a reading of the stream has seen is not counted again when
//! its table reports it.

mod guard;

use crate::ask::unkept;
use crate::wallet::{WalletEvent, note, stream};
use crate::{Clock, Numbers, Passing, Significant};
use game::{Moment, Refusal};
pub use guard::{Allowance, Limits, Pending, Span, Window};
use guard::{Guard, Passage, Rule, date};
use journal::{Journal, Unit};
use money::{Amount, PlayerId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long after its record a table may report money, in milliseconds.
const LATE: i64 = 60_000;
/// The fewest and the most minutes between reality checks.
const CHECKS: std::ops::RangeInclusive<u16> = 5..=240;

/// The protection of all players; its clones share it.
#[derive(Clone)]
pub struct Protection(Arc<Inner>);

struct Inner {
    journal: Journal,
    /// Which knows what of the time that passed nobody has confirmed.
    clock: Clock,
    players: Mutex<HashMap<PlayerId, Reading>>,
    /// Whoever changes a rule holds this until it is kept.
    desk: tokio::sync::Mutex<()>,
}

/// How far the reading of a player's stream is.
enum Reading {
    /// Under way; what tables reported meanwhile, which the reading may have seen or not.
    Begun(Vec<Passage>),
    /// Done.
    Done(Box<Known>),
}

struct Known {
    guard: Guard,
    /// What the reading saw last and no table has reported since.
    seen: Vec<Passage>,
    /// Whether a change of rules may have been kept or not, and is to be read again.
    doubt: bool,
}

impl Known {
    fn pass(&mut self, passage: Passage, now: &Passing) {
        match self.seen.iter().position(|seen| *seen == passage) {
            Some(place) => {
                self.seen.swap_remove(place);
            }
            None => self.guard.pass(&passage, now),
        }
    }
}

/// Prints nobody's limits.
impl std::fmt::Debug for Protection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Protection").field("players", &self.players().len()).finish()
    }
}

impl Protection {
    /// The protection of the players of a journal; nothing is read yet.
    pub fn open(journal: Journal, clock: Clock) -> Self {
        let (players, desk) = (Mutex::default(), tokio::sync::Mutex::default());
        Self(Arc::new(Inner { journal, clock, players, desk }))
    }

    fn passing(&self, now: Moment) -> Passing {
        self.0.clock.passing(now)
    }

    /// Reads a player's stream, if that was not done: when they sign in or join, so that no table waits.
    ///
    /// # Errors
    /// It cannot be read.
    pub async fn load(&self, player: PlayerId) -> Result<(), Refusal> {
        // Guests play for nothing, and are not remembered.
        if Numbers::is_guest(player) || self.is_known(player) {
            return Ok(());
        }
        let protection = self.clone();
        let read = tokio::task::spawn_blocking(move || protection.learn(player)).await;
        read.unwrap_or_else(|_| Err(unread(player)))
    }

    /// Whether a player may bring an amount to a table now; with nothing, whether they may play at all.
    ///
    /// # Errors
    /// `protect.excluded`, `protect.day`, `protect.week`, `protect.month`; `protect.unread` if nobody knows.
    pub fn check(&self, player: PlayerId, amount: Amount, now: Moment) -> Result<(), Refusal> {
        let now = self.passing(now);
        self.with(player, |known| known.guard.check(amount, &now))?
    }

    /// What a player brought to some tables within 24 hours, whatever came back.
    ///
    /// # Errors
    /// `protect.unread` if nobody knows.
    pub fn bought(&self, player: PlayerId, at: &dyn Fn(&str) -> bool, now: Moment) -> Result<i64, Refusal> {
        let now = self.passing(now);
        self.with(player, |known| known.guard.bought(at, &now))
    }

    /// Checks, and counts the amount at once as brought to a table. If the journal then does not keep it,
    /// [`not_kept`](Self::not_kept) takes it off again.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing is counted.
    pub fn bring(&self, player: PlayerId, table: &str, amount: Amount, now: Moment) -> Result<(), Refusal> {
        let passing = self.passing(now);
        self.with(player, |known| {
            known.guard.check(amount, &passing)?;
            known.guard.pass(&passage(table, amount, now, false), &passing);
            Ok(())
        })?
    }

    /// Takes off what was counted by [`bring`](Self::bring) at a moment and did not happen.
    pub fn not_kept(&self, player: PlayerId, table: &str, amount: Amount, at: Moment) {
        if let Some(Reading::Done(known)) = self.players().get_mut(&player) {
            known.guard.forget(table, amount.units(), at);
        }
    }

    /// Counts money that went to a table, by a record of that moment, without checking. Not after
    /// [`bring`](Self::bring), which has counted it.
    pub fn brought(&self, player: PlayerId, table: &str, amount: Amount, at: Moment) {
        self.report(player, passage(table, amount, at, false));
    }

    /// Counts money that came back from a table, by a record of that moment.
    pub fn took_back(&self, player: PlayerId, table: &str, amount: Amount, at: Moment) {
        self.report(player, passage(table, amount, at, true));
    }

    /// Asks for limits: each that is lower than the one in force holds at once, each that is higher, or
    /// none, after 24 hours. What is asked for replaces what was asked for before.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn set_limits(
        &self,
        player: PlayerId,
        wanted: Limits,
        now: Moment,
    ) -> Result<Allowance, Refusal> {
        self.set_limits_for(player, wanted, now, true).await
    }

    /// The same for whoever may lower limits in any case, and raise them only if they may: else what would be raised stays
    /// as it is, without a word, as a refusal would tell what it is.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn set_limits_for(
        &self,
        player: PlayerId,
        wanted: Limits,
        now: Moment,
        may_raise: bool,
    ) -> Result<Allowance, Refusal> {
        self.change(player, now, move |guard, now| {
            let mut steps = guard.steps(&wanted, now);
            steps.retain(|step| may_raise || !step.waits(now));
            Ok((!steps.is_empty()).then_some(Rule::Limits(steps)))
        })
        .await
    }

    /// Excludes a player from play until a moment.
    ///
    /// # Errors
    /// `protect.until`: the moment has passed, or would shorten an exclusion.
    pub async fn exclude(&self, player: PlayerId, until: Moment, now: Moment) -> Result<Allowance, Refusal> {
        self.change(player, now, move |guard, passing| {
            let bound = guard.excluded(passing).unwrap_or(now);
            if until < bound || until <= now {
                let what = if bound > now { "the exclusion in force, which ends" } else { "now," };
                let message = format!("expected a time after {what} {}, got {}", date(bound), date(until));
                return Err(Refusal::plain("protect.until", message));
            }
            Ok((guard.excluded(passing) != Some(until)).then_some(Rule::Excluded { until }))
        })
        .await
    }

    /// Sets the minutes between reality checks.
    ///
    /// # Errors
    /// `protect.check`: fewer or more than is allowed.
    pub async fn set_reality_check(
        &self,
        player: PlayerId,
        minutes: u16,
        now: Moment,
    ) -> Result<Allowance, Refusal> {
        self.change(player, now, move |guard, _| {
            if !CHECKS.contains(&minutes) {
                let (least, most) = (CHECKS.start(), CHECKS.end());
                let message = format!("{minutes} minutes between reality checks, expected {least} to {most}");
                return Err(Refusal::plain("protect.check", message));
            }
            Ok((guard.minutes() != minutes).then_some(Rule::RealityCheck { minutes }))
        })
        .await
    }

    /// What a player may still bring to tables.
    ///
    /// # Errors
    /// `protect.unread`: it cannot be read.
    pub fn allowance(&self, player: PlayerId, now: Moment) -> Result<Allowance, Refusal> {
        let now = self.passing(now);
        self.with(player, |known| known.guard.allowance(&now))
    }

    /// Whether a reality check is due: `since` is when the player signed in or saw the last one.
    pub fn due(&self, player: PlayerId, since: Moment, now: Moment) -> bool {
        let minutes = match self.players().get(&player) {
            Some(Reading::Done(known)) => known.guard.minutes(),
            _ => Guard::default().minutes(),
        };
        self.passing(now).since(since) >= i64::from(minutes) * 60_000
    }

    fn players(&self) -> MutexGuard<'_, HashMap<PlayerId, Reading>> {
        // Whoever panicked had changed one player's figures by one whole step or not at all.
        self.0.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_known(&self, player: PlayerId) -> bool {
        matches!(self.players().get(&player), Some(Reading::Done(known)) if !known.doubt)
    }

    /// Does something with what is known of a player, which is read first if need be.
    fn with<T>(&self, player: PlayerId, act: impl FnOnce(&mut Known) -> T) -> Result<T, Refusal> {
        if !self.is_known(player) {
            // Some stores cannot be read on a thread that runs tasks.
            let protection = self.clone();
            let read = std::thread::spawn(move || protection.learn(player)).join();
            read.unwrap_or_else(|_| Err(unread(player)))?;
        }
        match self.players().get_mut(&player) {
            Some(Reading::Done(known)) => Ok(act(known)),
            _ => Err(unread(player)),
        }
    }

    fn report(&self, player: PlayerId, passage: Passage) {
        let now = self.passing(passage.at);
        match self.players().get_mut(&player) {
            Some(Reading::Done(known)) => known.pass(passage, &now),
            Some(Reading::Begun(missed)) => missed.push(passage),
            // The record is there already for whoever reads first.
            None => {}
        }
    }

    /// Reads a player's stream. Waits for the store.
    fn learn(&self, player: PlayerId) -> Result<(), Refusal> {
        self.players().entry(player).or_insert_with(|| Reading::Begun(Vec::new()));
        let gaps = self.passing(Moment::default());
        let (guard, seen) = read(&self.0.journal, player, &gaps).map_err(|error| {
            tracing::error!(player = player.number(), %error, "a player's limits cannot be read");
            unread(player)
        })?;
        let mut players = self.players();
        match players.get_mut(&player) {
            Some(Reading::Done(known)) => {
                known.guard.rules_of(&guard);
                known.doubt = false;
            }
            other => {
                let mut known = Known { guard, seen, doubt: false };
                if let Some(Reading::Begun(missed)) = other {
                    for passage in missed.drain(..) {
                        let now = gaps.at(passage.at);
                        known.pass(passage, &now);
                    }
                }
                players.insert(player, Reading::Done(Box::new(known)));
            }
        }
        Ok(())
    }

    /// Changes a rule: decided, kept, followed, even if whoever asked has gone by then.
    async fn change(
        &self,
        player: PlayerId,
        now: Moment,
        ask: impl FnOnce(&Guard, &Passing) -> Result<Option<Rule>, Refusal> + Send + 'static,
    ) -> Result<Allowance, Refusal> {
        if player.is_house() || player.number() >= Numbers::GUEST {
            return Err(Refusal::plain("protect.account", format!("{player} has no account with the house")));
        }
        let protection = self.clone();
        let changed = tokio::spawn(async move { protection.change_surely(player, now, ask).await }).await;
        changed.unwrap_or_else(|_| Err(not_kept()))
    }

    async fn change_surely(
        &self,
        player: PlayerId,
        now: Moment,
        ask: impl FnOnce(&Guard, &Passing) -> Result<Option<Rule>, Refusal>,
    ) -> Result<Allowance, Refusal> {
        let _desk = self.0.desk.lock().await;
        self.load(player).await?;
        let passing = self.passing(now);
        let Some(rule) = self.with(player, |known| ask(&known.guard, &passing))?? else {
            return self.allowance(player, now);
        };
        let value = serde_json::to_value(&rule).map_err(|_| not_kept())?;
        let event = WalletEvent::Protection(value);
        let (code, what) = match &rule {
            Rule::Limits(_) => ("protect.limits", "asked for limits".to_string()),
            Rule::Excluded { until } => ("protect.excluded", format!("excluded until {}", date(*until))),
            Rule::RealityCheck { minutes } => {
                ("protect.check", format!("reality check every {minutes} minutes"))
            }
        };
        let significant = Significant::new(code, &stream(player), Some(player.to_string()), what);
        let drafts = vec![note(player, &event, now), significant.draft(now)];
        if let Err(error) = self.0.journal.keep(Unit { drafts, ..Unit::default() }).await {
            tracing::error!(player = player.number(), %error, "a change of limits was not kept");
            self.with(player, |known| known.doubt = true)?;
            return Err(unkept(&error));
        }
        self.with(player, |known| {
            known.guard.rule(&rule, &passing);
            known.guard.allowance(&passing)
        })
    }
}

fn passage(table: &str, amount: Amount, at: Moment, back: bool) -> Passage {
    Passage { at, table: table.into(), units: amount.units(), back }
}

/// What a player asked to be protected by is between them and the house: staff hear only that it stands against what
/// they asked for.
pub(crate) fn discreet(refused: Refusal) -> Refusal {
    if !refused.code.starts_with("protect.") {
        return refused;
    }
    let message = "this player cannot bring that much now; the reason is on their own page";
    Refusal::plain("protect.refused", message)
}

fn unread(player: PlayerId) -> Refusal {
    Refusal::plain(
        "protect.unread",
        format!("the limits of {player} cannot be read now, so nothing is let through"),
    )
}

fn not_kept() -> Refusal {
    Refusal::plain("journal.not_kept", "it was not kept, so nothing happened")
}

/// A player's stream, read from its beginning, with the money it moved last.
fn read(
    journal: &Journal,
    player: PlayerId,
    gaps: &Passing,
) -> Result<(Guard, Vec<Passage>), journal::Error> {
    let name = stream(player);
    let (mut guard, mut seen) = (Guard::default(), Vec::new());
    let mut store = journal.reader()?;
    for record in journal::Reading::new(&mut *store, &name, journal::Head::genesis(&name), u64::MAX) {
        let record = record?;
        let passages = guard
            .follow(player, &record, gaps)
            .map_err(|what| journal::Error::damaged(&name, record.sequence, what))?;
        seen.retain(|passage: &Passage| record.at - passage.at.milliseconds() <= LATE);
        seen.extend(passages);
    }
    Ok((guard, seen))
}

#[cfg(test)]
mod tests;
