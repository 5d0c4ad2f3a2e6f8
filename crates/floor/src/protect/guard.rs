//! What one player set for themselves, and what they have at tables: a fold over their stream, without a
//! clock or a store.
//!
//! What counts is what was brought to tables and has not come back. What comes back from a table takes off
//! what was brought there last, whenever that was, so chips carried over the edge of a window make no
//! room in it; winnings beyond what was brought make none either. Periods count time that was seen or
//! confirmed ([`Passing`]): what would end in a gap that nobody has confirmed waits.

use crate::Passing;
use crate::wallet::WalletEvent;
use game::{Moment, Refusal};
use jiff::Timestamp;
use journal::{Record, read_moves};
use money::{Account, Amount, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// How long a raised limit waits, in milliseconds.
pub(super) const WAIT: i64 = DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Minutes between reality checks, where nothing was asked for.
const CHECK: u16 = 60;

/// A stretch of time that a limit is for: it ends now and rolls on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// 30 days.
    Month,
}

impl Window {
    /// All of them, the shortest first.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::Month];

    /// How long it is.
    pub const fn milliseconds(self) -> i64 {
        match self {
            Self::Day => DAY,
            Self::Week => 7 * DAY,
            Self::Month => 30 * DAY,
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Self::Day => "protect.day",
            Self::Week => "protect.week",
            Self::Month => "protect.month",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Day => "24 hours",
            Self::Week => "7 days",
            Self::Month => "30 days",
        }
    }
}

/// The most that may be brought to tables and not come back, in each window, as somebody asks for it: a limit, none,
/// or that it stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// In 24 hours.
    pub day: Option<Option<Amount>>,
    /// In 7 days.
    pub week: Option<Option<Amount>>,
    /// In 30 days.
    pub month: Option<Option<Amount>>,
}

impl Limits {
    /// What is asked for a window.
    pub const fn of(&self, window: Window) -> Option<Option<Amount>> {
        match window {
            Window::Day => self.day,
            Window::Week => self.week,
            Window::Month => self.month,
        }
    }
}

/// What a record of protection says: decided already, so that reading it decides nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Rule {
    /// Limits change.
    Limits(Vec<Step>),
    /// No play until a moment.
    Excluded { until: Moment },
    /// Minutes between reality checks.
    RealityCheck { minutes: u16 },
}

/// One limit, from a moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Step {
    window: Window,
    limit: Option<Amount>,
    from: Moment,
}

impl Step {
    /// Whether it loosens something, and so holds later.
    pub(super) fn waits(&self, now: &Passing) -> bool {
        self.from > now.now
    }
}

/// A limit, and the one that follows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bound {
    now: Option<Amount>,
    next: Option<Next>,
}

/// A limit that is to follow, from when on, asked for at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Next {
    limit: Option<Amount>,
    from: Moment,
    set: Moment,
}

impl Bound {
    /// As it is at a moment: what was to follow by then has.
    fn at(self, now: &Passing) -> Self {
        match self.next {
            Some(next) if now.is_over(next.set, next.from) => Self { now: next.limit, next: None },
            _ => self,
        }
    }
}

/// Money that went to a table, or came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub at: Moment,
    pub table: Box<str>,
    pub units: i64,
    pub back: bool,
}

/// What is still at a table, or lost there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Brought {
    at: Moment,
    table: Box<str>,
    units: i64,
}

/// One player's protection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    bounds: [Bound; 3],
    /// Since when and until when.
    excluded: Option<(Moment, Moment)>,
    minutes: u16,
    brought: VecDeque<Brought>,
    /// What was brought within a day, whatever came back.
    gross: VecDeque<Brought>,
}

impl Default for Guard {
    fn default() -> Self {
        let (brought, gross) = (VecDeque::new(), VecDeque::new());
        Self { bounds: [Bound::default(); 3], excluded: None, minutes: CHECK, brought, gross }
    }
}

impl Guard {
    /// Follows one record of the player's stream; the passage of money in it, if there is one.
    ///
    /// # Errors
    /// What in it cannot be read.
    pub fn follow(
        &mut self,
        player: PlayerId,
        record: &Record,
        gaps: &Passing,
    ) -> Result<Vec<Passage>, String> {
        let event: WalletEvent = serde_json::from_slice(&record.body).map_err(|error| error.to_string())?;
        let at = Moment::new(record.at);
        match event {
            WalletEvent::Cage { .. } | WalletEvent::Voucher { .. } => Ok(Vec::new()),
            WalletEvent::Cash { table, amount, back } => {
                let passage = Passage { at, table: table.as_str().into(), units: amount.units(), back };
                self.pass(&passage, &gaps.at(at));
                Ok(vec![passage])
            }
            WalletEvent::Protection(rule) => {
                let rule: Rule = serde_json::from_value(rule).map_err(|error| error.to_string())?;
                self.rule(&rule, &gaps.at(at));
                Ok(Vec::new())
            }
            WalletEvent::Table { table } => {
                let purse = Account::Player(player);
                let mut passages = Vec::new();
                for step in read_moves(&record.moves)? {
                    let back = match (step.from == purse, step.to == purse) {
                        (true, false) => false,
                        (false, true) => true,
                        _ => continue,
                    };
                    let units = step.amount.units();
                    let passage = Passage { at, table: table.as_str().into(), units, back };
                    self.pass(&passage, &gaps.at(at));
                    passages.push(passage);
                }
                Ok(passages)
            }
        }
    }

    /// Takes over the rules of another reading of the same stream.
    pub fn rules_of(&mut self, other: &Self) {
        (self.bounds, self.excluded, self.minutes) = (other.bounds, other.excluded, other.minutes);
    }

    /// Follows a rule.
    pub fn rule(&mut self, rule: &Rule, now: &Passing) {
        let at = now.now;
        match rule {
            Rule::Limits(steps) => {
                for step in steps {
                    let bound = &mut self.bounds[step.window as usize];
                    *bound = match step.from <= at {
                        true => Bound { now: step.limit, next: None },
                        false => {
                            let next = Next { limit: step.limit, from: step.from, set: at };
                            Bound { now: bound.at(now).now, next: Some(next) }
                        }
                    };
                }
            }
            Rule::Excluded { until } => {
                if self.excluded(now).is_none_or(|end| end < *until) {
                    self.excluded = Some((at, *until));
                }
            }
            Rule::RealityCheck { minutes } => self.minutes = *minutes,
        }
    }

    /// Follows money.
    pub fn pass(&mut self, passage: &Passage, now: &Passing) {
        while self.brought.front().is_some_and(|old| gone(old.at, Window::Month, now)) {
            self.brought.pop_front();
        }
        while self.gross.front().is_some_and(|old| gone(old.at, Window::Day, now)) {
            self.gross.pop_front();
        }
        let Passage { at, table, units, back } = passage;
        if !back {
            let brought = Brought { at: *at, table: table.clone(), units: *units };
            self.gross.push_back(brought.clone());
            return self.brought.push_back(brought);
        }
        let mut left = *units;
        for brought in self.brought.iter_mut().rev().filter(|brought| brought.table == *table) {
            let taken = left.min(brought.units);
            brought.units -= taken;
            left -= taken;
        }
        self.brought.retain(|brought| brought.units > 0);
    }

    /// Forgets money that was to go to a table and did not.
    pub fn forget(&mut self, table: &str, units: i64, at: Moment) {
        let this = |brought: &Brought| brought.at == at && &*brought.table == table && brought.units <= units;
        if let Some(place) = self.brought.iter().rposition(this) {
            self.brought.remove(place);
        }
        if let Some(place) = self.gross.iter().rposition(this) {
            self.gross.remove(place);
        }
    }

    /// What was brought to some tables within 24 hours, whatever came back.
    pub fn bought(&self, at: &dyn Fn(&str) -> bool, now: &Passing) -> i64 {
        let counts = self.gross.iter().filter(|one| at(&one.table) && !gone(one.at, Window::Day, now));
        counts.map(|one| one.units).fold(0, i64::saturating_add)
    }

    fn spent(&self, window: Window, now: &Passing) -> i64 {
        let counts = self.brought.iter().filter(|brought| !gone(brought.at, window, now));
        counts.map(|brought| brought.units).sum()
    }

    /// Whether the player may bring an amount to a table; with nothing, whether they may play at all.
    ///
    /// # Errors
    /// The rule that is against it.
    pub fn check(&self, amount: Amount, now: &Passing) -> Result<(), Refusal> {
        if let Some(until) = self.excluded(now) {
            let message = format!("you excluded yourself from play until {}", date(until));
            return Err(Refusal::plain("protect.excluded", message));
        }
        if amount.is_zero() {
            return Ok(());
        }
        for window in Window::ALL {
            let Some(limit) = self.bounds[window as usize].at(now).now else { continue };
            let (spent, words) = (self.spent(window, now), window.words());
            if spent + amount.units() > limit.units() {
                let left = (limit.units() - spent).max(0);
                let message = format!(
                    "{amount} is more than the {left} left of your limit of {limit} in {words}: {spent} went to tables and has not come back"
                );
                return Err(Refusal::plain(window.code(), message));
            }
        }
        Ok(())
    }

    /// What changes if these limits are asked for: lower at once, higher or none after a day.
    pub fn steps(&self, wanted: &Limits, now: &Passing) -> Vec<Step> {
        let mut steps = Vec::new();
        for window in Window::ALL {
            let Some(limit) = wanted.of(window) else { continue };
            let bound = self.bounds[window as usize].at(now);
            let higher = match (bound.now, limit) {
                (Some(now), Some(limit)) => limit > now,
                (Some(_), None) => true,
                (None, _) => false,
            };
            let from = match (higher, bound.next) {
                // What waits already goes on waiting, not longer.
                (true, Some(next)) if next.limit == limit => continue,
                (true, _) => Moment::new(now.now.milliseconds().saturating_add(WAIT)),
                // Nothing changes, and nothing waited that would be withdrawn.
                (false, None) if limit == bound.now => continue,
                (false, _) => now.now,
            };
            steps.push(Step { window, limit, from });
        }
        steps
    }

    /// Until when the player may not play, if nothing more is confirmed.
    pub fn excluded(&self, now: &Passing) -> Option<Moment> {
        self.excluded.map(|(set, until)| now.end(set, until)).filter(|until| *until > now.now)
    }

    /// Minutes between reality checks.
    pub const fn minutes(&self) -> u16 {
        self.minutes
    }

    fn span(&self, window: Window, now: &Passing) -> Span {
        let (bound, spent) = (self.bounds[window as usize].at(now), self.spent(window, now));
        Span {
            limit: bound.now,
            pending: bound.next.map(|next| Pending { limit: next.limit, from: now.end(next.set, next.from) }),
            spent: Amount::of(spent),
            left: bound.now.map(|limit| Amount::of(limit.units() - spent)),
        }
    }

    /// All of it, to be shown.
    pub fn allowance(&self, now: &Passing) -> Allowance {
        let [day, week, month] = Window::ALL.map(|window| self.span(window, now));
        let (excluded_until, reality_check_minutes) = (self.excluded(now), self.minutes);
        Allowance { day, week, month, excluded_until, reality_check_minutes }
    }
}

/// Whether a moment has left a window by now.
fn gone(at: Moment, window: Window, now: &Passing) -> bool {
    now.since(at) >= window.milliseconds()
}

/// What a player may still bring to tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Allowance {
    /// In 24 hours.
    pub day: Span,
    /// In 7 days.
    pub week: Span,
    /// In 30 days.
    pub month: Span,
    /// Until when the player may not play, if they excluded themselves.
    pub excluded_until: Option<Moment>,
    /// Minutes between reality checks.
    pub reality_check_minutes: u16,
}

/// What a player may still bring to tables in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Span {
    /// The limit in force.
    pub limit: Option<Amount>,
    /// The one that follows.
    pub pending: Option<Pending>,
    /// What went to tables and has not come back.
    pub spent: Amount,
    /// What is left, if there is a limit.
    pub left: Option<Amount>,
}

/// A higher limit that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Pending {
    /// How high; nothing for none.
    pub limit: Option<Amount>,
    /// From when.
    pub from: Moment,
}

/// A moment as a date, `2026-11-16 04:09 UTC`; the last that can be written, if it is later.
pub(super) fn date(moment: Moment) -> String {
    let moment = Timestamp::from_millisecond(moment.milliseconds()).unwrap_or(Timestamp::MAX);
    moment.strftime("%F %H:%M UTC").to_string()
}
