//! The spin: the period opens and ends, the ball is spun, its pocket entered.
//!
//! Clauses: rapid-roulette-2000 3.5, 3.6, 4.3(c), 5.1–5.5, 8.1(f); readings `period-start`, `short-aggregate`,
//! `halted-ball`, `limits-between`.

use super::{Decided, Turn, event, refuse};
use crate::cite::cite;
use crate::command::spin::Command;
use crate::event::limit;
use crate::event::spin::What;
use crate::{Event, Phase, Short, Step};
use game::{Cites, Moment, Refusal};
use money::{Account, Amount, Move, Moves};

/// What follows from a command about the period's end or the ball.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::EndPeriod => turn.end_period(),
        Command::Spin => turn.spin(),
        Command::Enter { pocket } => turn.enter(*pocket),
    }
}

impl Turn<'_> {
    /// What the length of a period rests on: the operator's word, or the book's.
    pub(crate) fn opened(&self) -> Cites {
        match self.state.period {
            Some(_) => self.step(Step::PeriodOpenedAsSet).clone(),
            None => cite(&self.rules.parameters.period.seconds),
        }
    }

    /// A new period, preceded by limits that were announced for now.
    pub(crate) fn next_period(&self, cites: &Cites, spin: u32, fresh: bool) -> Vec<Event> {
        let mut events = Vec::new();
        let due =
            self.state.announced.iter().chain(&self.state.later).filter(|(at, _)| fresh && self.now >= *at);
        events.extend(due.map(|_| event(limit::What::LimitsChanged, self.step(Step::LimitsChanged))));
        let length = i64::from(self.rules.period(self.state)) * 1000;
        let ends = Moment::new(self.now.milliseconds().saturating_add(length));
        events.push(event(What::PeriodOpened { spin, ends }, cites));
        events
    }

    /// The period ends: what shows counts, unless it comes to too little (reading `short-aggregate`).
    pub(crate) fn period_ended(&self) -> Event {
        let aggregate = self.state.limits.aggregate;
        let mut short = Vec::new();
        let mut moves = Moves::new();
        let mut owed = Cites::default();
        for (station, at, holder) in self.state.open() {
            let amount: Amount = at.wagers.iter().map(|wager| wager.amount).sum();
            if amount < aggregate && !amount.is_zero() {
                let player = holder.player;
                short.push(Short { station, player, amount });
                moves.push(Move::new(Account::Layout(player), Account::Player(player), amount));
                owed = self.recover(&mut moves, player, amount.units(), &owed);
            }
        }
        let cites =
            if short.is_empty() { self.step(Step::PeriodEnded) } else { self.step(Step::PeriodEndedShort) };
        let cites = if owed.is_empty() { cites.clone() } else { cites.and(&owed) };
        Event::new(What::PeriodEnded { spin: self.state.spin, short }, cites).moving(moves)
    }

    /// Only refusals: a period whose time is over is ended before any command is looked at.
    pub(crate) fn end_period(&self) -> Decided {
        self.clock()?;
        self.thawed()?;
        let Phase::Wagering { ends } = self.state.phase else {
            let message = format!("no wagering period for spin {} runs", self.state.spin);
            return refuse("period.ended", &cite(&self.rules.parameters.period.change_after_end), message);
        };
        let message = format!("the wagering period runs until {ends}, and it is {}", self.now);
        refuse("period.running", &self.opened(), message)
    }

    pub(crate) fn spin(&self) -> Decided {
        self.dealer()?;
        self.thawed()?;
        let early = match self.state.phase {
            Phase::Wagering { .. } => true,
            Phase::Closed => false,
            Phase::Shut | Phase::Halted | Phase::Over => {
                let message = "the ball is spun once a wagering period has begun, and none has";
                return refuse("spin.no_period", self.step(Step::SpinOnce), message);
            }
        };
        if self.state.ball.is_some() {
            let message = format!("the ball of spin {} is on its way already", self.state.spin);
            return refuse("spin.again", self.step(Step::SpinOnce), message);
        }
        if early && !self.rules.parameters.period.spin_before_end.value {
            return refuse(
                "spin.early",
                &cite(&self.rules.parameters.period.spin_before_end),
                "the wagering period still runs",
            );
        }
        let cites = if early {
            &cite(&self.rules.parameters.period.spin_before_end)
        } else {
            self.step(Step::SpunAfterEnd)
        };
        Ok(vec![event(What::Spun { spin: self.state.spin, early }, cites)])
    }

    /// Whether an outcome may be entered, whatever it is.
    pub(crate) fn may_enter(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.thawed()?;
        let spin = self.state.spin;
        if self.state.phase == Phase::Halted {
            let message = format!(
                "expected the system restored and the ball of spin {spin} spun anew: the system has failed"
            );
            return refuse(
                "outcome.not_spun",
                &self.step(Step::OutcomeEntered).and(self.step(Step::HaltedBall)),
                message,
            );
        }
        if self.state.ball.is_none() {
            let message =
                format!("expected the ball of spin {spin} to be spun first, in this period or after it");
            let own = self.step(Step::OutcomeEntered);
            // A ball of which "no spin" was called has no effect, wherever it rests.
            let cites = if self.state.called_off { self.step(Step::NoEffect).and(own) } else { own.clone() };
            return refuse("outcome.not_spun", &cites, message);
        }
        if let Phase::Wagering { ends } = self.state.phase {
            let message = format!("an outcome before the period's end at {ends}: expected \"no spin\"");
            return refuse("outcome.early", self.rules.cites.settled_early(), message);
        }
        if let Some((id, ..)) = self.state.open().find(|(_, station, _)| station.in_doubt) {
            let message = format!("what was wagered on {id} is in doubt and has to be established first");
            return refuse("outcome.in_doubt", self.step(Step::Established), message);
        }
        Ok(())
    }

    pub(crate) fn enter(&self, pocket: Option<u8>) -> Decided {
        self.may_enter()?;
        let Some(pocket) = pocket else {
            let cites = self.step(Step::OutcomeEntered).clone();
            return Err(Refusal::no_chance(cites, "the pocket in which the ball rests"));
        };
        self.pocket(pocket)?;
        let mut events = Vec::with_capacity(2);
        events.push(self.settled(pocket));
        events.extend(self.absent_ended(pocket));
        events.extend(self.next_period(&self.opened(), self.state.spin + 1, true));
        Ok(events)
    }
}
