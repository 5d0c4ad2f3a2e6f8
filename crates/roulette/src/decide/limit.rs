//! The operator's and the dealer's entries: the period, the permitted wagers and their signs.
//!
//! Clauses: rapid-roulette-2000 1.1#SGC(a), 4.1, 5.1, 5.2, fn2#66(2); readings `operator-voice`,
//! `limits-between`, `one-sign`.

use super::{Decided, Turn, event, refuse};
use crate::cite::cite;
use crate::command::limit::Command;
use crate::event::limit::What;
use crate::limit::sign::signs_down;
use crate::{Limits, Roulette, Step};
use game::{Moment, Refusal};

/// The longest period that can be set, in seconds.
pub const PERIOD_MOST: u16 = 3600;

/// What follows from a command that sets the period or the permitted wagers.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::SetPeriod { seconds } => turn.set_period(*seconds),
        Command::SetLimits { limits, at } => turn.set_limits(limits, *at),
    }
}

impl Turn<'_> {
    pub(crate) fn set_period(&self, seconds: Option<u16>) -> Decided {
        self.operator()?;
        let cites = self.step(Step::PeriodLength);
        if seconds.is_some() && !self.rules.parameters.period.may_be_set.value {
            return refuse("period.fixed", cites, "the book fixes the wagering period");
        }
        if let Some(seconds) = seconds.filter(|seconds| !(1..=PERIOD_MOST).contains(seconds)) {
            let message = format!("expected a period of 1 to {PERIOD_MOST} seconds, got {seconds}");
            return refuse("period.length", &cites.and(self.step(Step::SystemBounds)), message);
        }
        Ok(vec![event(What::PeriodSet { seconds }, self.step(Step::PeriodSet))])
    }

    /// Why limits cannot be announced for a moment, seen from another.
    pub(crate) fn limits_fault(&self, limits: &Limits, at: Moment) -> Result<(), Refusal> {
        limits_fault(self.rules, &self.state.limits, &self.state.signs(), limits, self.now, at)
    }

    pub(crate) fn set_limits(&self, limits: &Limits, at: Moment) -> Decided {
        self.dealer()?;
        self.limits_fault(limits, at)?;
        let what = What::LimitsAnnounced { limits: Box::new(limits.clone()), at };
        let cites = if limits.raise(&self.state.limits) {
            &cite(&self.rules.parameters.limits.raise_notice)
        } else {
            self.step(Step::LimitsAnnounced)
        };
        let replaces = !signs_down(&self.state.limits, &self.state.signs(), limits, at).is_empty();
        let cites = if replaces { cites.and(self.step(Step::OneSign)) } else { cites.clone() };
        Ok(vec![event(what, &cites)])
    }
}

/// Why limits cannot take the place of others at a moment, seen from another.
pub(crate) fn limits_fault(
    game: &Roulette,
    standing: &Limits,
    signs: &[(Moment, Box<Limits>)],
    limits: &Limits,
    now: Moment,
    at: Moment,
) -> Result<(), Refusal> {
    if let Some(fault) = limits.fault(&game.parameters) {
        return refuse("limits.unusable", game.step(fault.step), fault.message);
    }
    if at < now {
        return refuse(
            "limits.past",
            game.step(Step::LimitsAnnounced),
            format!("limits cannot begin at {at}: it is {now}"),
        );
    }
    let notice = game.parameters.limits.raise_notice.value;
    if at < now.after_minutes(notice)
        && let Some(kind) = limits.raises_unannounced(standing, signs, at)
    {
        let first = now.after_minutes(notice);
        let (word, least, old) =
            (limits.kind_word(&game.parameters, kind), limits.least(kind), standing.least(kind));
        let message = format!(
            "a higher minimum, {least} for {word} instead of {old}, needs {notice} minutes' notice: {first} at the \
             earliest, not {at}"
        );
        return refuse("limits.notice", &cite(&game.parameters.limits.raise_notice), message);
    }
    Ok(())
}
