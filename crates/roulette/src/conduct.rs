//! What whoever runs a Rapid Roulette table must know of it beside the rules.
//!
//! Facts of the game, without a pace and without a bot. Clauses: rapid-roulette-2000 1.1#wagering period, 3.6, 8.1–8.9;
//! readings `period-start`, `drawn-ball`.

mod said;
mod sound;

use crate::command::{account, spin};
use crate::decide::guard;
use crate::event::{self, wager};
use crate::{Choice, Command, Event, Phase, Roulette, State, Station, Step, What, Why};
use game::{Cites, Conduct, Rank, Told};
use money::{Account, PlayerId};

impl Conduct for Roulette {
    const GAME: &'static str = "rapid-roulette";

    fn book(&self) -> &str {
        &self.book
    }

    fn dealers(&self) -> Cites {
        self.step(Step::Dealer).clone()
    }

    fn told<'e>(&self, event: &'e Event) -> Told<'e> {
        let what = &event.what;
        Told {
            step: what.word(),
            cites: &event.cites,
            hides: Cites::default(),
            ends: ends(what),
            irregular: is_irregular(what),
            terms: is_of_terms(what),
            said: said::said(what),
        }
    }

    fn round(&self, state: &State) -> u32 {
        state.spin
    }

    fn players(&self, state: &State) -> Vec<PlayerId> {
        state.holders()
    }

    /// Stations that nobody controls and that work (1.5, 8.7).
    fn free(&self, state: &State) -> Vec<u8> {
        if state.phase == Phase::Over {
            return Vec::new();
        }
        let is_free = |station: &Station| station.holder.is_none() && !station.out_of_order;
        (1..).zip(&state.stations).filter(|(_, station)| is_free(station)).map(|(number, _)| number).collect()
    }

    /// From the beginning of a period to its end (1.1#wagering period), but not while accounts are frozen (8.4).
    fn betting(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Wagering { .. }) && state.frozen.is_none()
    }

    /// Nobody waits for a first wager: the period has its length (5.2).
    fn wagered(&self, _: &State) -> bool {
        false
    }

    fn has_answered(&self, state: &State, player: PlayerId) -> Option<bool> {
        self.asked(state, player).map(|asked| asked.done)
    }

    /// What the end of a period gives back to several players at once (4.3(c)) is not counted back here.
    fn staked(&self, event: &Event) -> Option<(PlayerId, i64)> {
        if !is_of_wagers(&event.what) {
            return None;
        }
        let on = |account: Account| match account {
            Account::Layout(player) => Some(player),
            _ => None,
        };
        let player = event.moves.iter().find_map(|step| on(step.to).or(on(step.from)))?;
        let moved = event.moves.iter().map(|step| {
            let sign = i64::from(on(step.to) == Some(player)) - i64::from(on(step.from) == Some(player));
            sign * step.amount.units()
        });
        Some((player, moved.sum()))
    }

    /// What is in doubt is for staff to establish (8.7–8.9), a result for them to put right (8.4), a system that
    /// failed for them to restore (8.8).
    fn waits_for(&self, state: &State) -> Option<String> {
        if let Some(spin) = state.frozen {
            return Some(format!("staff have to put the result of spin {spin} right"));
        }
        if let Some((station, ..)) = state.open().find(|(_, station, _)| station.in_doubt) {
            return Some(format!("staff have to establish what was wagered on station {}", station.0));
        }
        (state.phase == Phase::Halted).then(|| "staff have to restore the system".to_string())
    }

    fn rank_name(&self, rank: Rank) -> String {
        guard::rank_name(rank).to_string()
    }

    /// Notes that a player feeds into a station (6.2).
    fn brings(&self, choice: &Choice) -> bool {
        match &choice.command {
            Command::Account(command) => match command {
                account::Command::Insert { .. } => true,
                account::Command::BuyIn { .. }
                | account::Command::Leave { .. }
                | account::Command::Dismiss { .. }
                | account::Command::PayOut { .. }
                | account::Command::PayHeld { .. } => false,
            },
            Command::Table(_)
            | Command::Limit(_)
            | Command::Wager(_)
            | Command::Spin(_)
            | Command::Mishap(_)
            | Command::Claim(_) => false,
        }
    }

    /// None does: whoever leaves or is sent away keeps the station until they are paid (6.7).
    fn frees(&self, _: &Command) -> Option<PlayerId> {
        None
    }

    fn draws(&self) -> bool {
        self.house_deals()
    }

    fn drawn_for(&self) -> Vec<Command> {
        vec![spin::Command::Enter { pocket: None }.into()]
    }

    /// Never: a ball comes to rest after the period has ended, or there is no spin (8.1(f)).
    fn drawn_early(&self, _: &State, _: &str) -> bool {
        false
    }

    fn shown(&self, state: &State) -> String {
        format!("{} {} {:?}", self.betting(state), state.spin, state.frozen)
    }

    fn sound(&self, state: &State) -> Result<(), String> {
        sound::check(state)
    }
}

/// Whether a round ends with an event: with a settled spin. A "no spin" and a failure do not end it, it is played
/// again with what is wagered then (8.2, 8.3).
const fn ends(what: &What) -> bool {
    match what {
        What::Settle(event::settle::What::Settled { .. }) => true,
        What::Table(_)
        | What::Account(_)
        | What::Limit(_)
        | What::Wager(_)
        | What::Run(_)
        | What::Spin(_)
        | What::Mishap(_)
        | What::Claim(_) => false,
    }
}

/// Whether an event changes what may be wagered.
const fn is_of_terms(what: &What) -> bool {
    match what {
        What::Limit(what) => match what {
            event::limit::What::LimitsAnnounced { .. } => true,
            // They were announced.
            event::limit::What::LimitsChanged | event::limit::What::PeriodSet { .. } => false,
        },
        What::Table(_)
        | What::Account(_)
        | What::Wager(_)
        | What::Run(_)
        | What::Spin(_)
        | What::Settle(_)
        | What::Mishap(_)
        | What::Claim(_) => false,
    }
}

/// Whether an event is about one player's wagers.
const fn is_of_wagers(what: &What) -> bool {
    match what {
        What::Wager(what) => match what {
            wager::What::Placed { .. }
            | wager::What::Taken { .. }
            | wager::What::Shifted { .. }
            | wager::What::Returned { .. } => true,
        },
        What::Mishap(what) => match what {
            event::mishap::What::Established { .. } => true,
            event::mishap::What::NoSpin { .. }
            | event::mishap::What::Frozen { .. }
            | event::mishap::What::Resettled { .. }
            | event::mishap::What::DisplayDisregarded { .. }
            | event::mishap::What::StationFailed { .. }
            | event::mishap::What::SystemFailed { .. }
            | event::mishap::What::StationRestored { .. }
            | event::mishap::What::SystemRestored => false,
        },
        What::Table(_)
        | What::Account(_)
        | What::Limit(_)
        | What::Run(_)
        | What::Spin(_)
        | What::Settle(_)
        | What::Claim(_) => false,
    }
}

/// Whether an event should not have happened, or follows from something that should not.
const fn is_irregular(what: &What) -> bool {
    match what {
        What::Table(_) | What::Limit(_) | What::Spin(_) | What::Settle(_) => false,
        What::Account(what) => match what {
            event::account::What::Leaving { dismissed, .. } => *dismissed,
            event::account::What::Activated { .. }
            | event::account::What::Credited { .. }
            | event::account::What::PaidOut { .. }
            | event::account::What::HeldPaid { .. } => false,
        },
        What::Wager(what) => match what {
            wager::What::Returned { why, .. } => match why {
                Why::Taken | Why::Leaving => false,
                Why::StationFailed | Why::SystemFailed | Why::Unproved | Why::NoSpin => true,
            },
            wager::What::Placed { .. } | wager::What::Taken { .. } | wager::What::Shifted { .. } => false,
        },
        What::Run(event::run::What::AbsentEnded { .. }) => true,
        What::Mishap(what) => match what {
            event::mishap::What::NoSpin { .. }
            | event::mishap::What::Frozen { .. }
            | event::mishap::What::Resettled { .. }
            | event::mishap::What::DisplayDisregarded { .. }
            | event::mishap::What::StationFailed { .. }
            | event::mishap::What::SystemFailed { .. }
            | event::mishap::What::Established { .. } => true,
            event::mishap::What::StationRestored { .. } | event::mishap::What::SystemRestored => false,
        },
        What::Claim(what) => match what {
            event::claim::What::Claimed { .. } => true,
            event::claim::What::Answered { .. } => false,
        },
    }
}
