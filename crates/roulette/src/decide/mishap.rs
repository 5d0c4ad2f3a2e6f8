//! What goes wrong: "no spin", equipment that fails, wagers made out from records, a result put right.
//!
//! Clauses: rapid-roulette-2000 8.1–8.9; reading `freeze-period`.

mod correction;
mod failure;
mod no_spin;
pub(crate) mod record;

use super::{Decided, Turn};
use crate::Step;
use crate::command::mishap::Command;
use game::Cites;

/// What follows from a command about what went wrong.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::CallNoSpin { ground } => turn.call_no_spin(ground),
        Command::Freeze { spin } => turn.freeze(*spin),
        Command::Correct { spin, pocket } => turn.correct(*spin, *pocket),
        Command::DisplayShows { shown } => turn.display_shows(*shown),
        Command::StationFails { station } => turn.station_fails(*station),
        Command::SystemFails => turn.system_fails(),
        Command::Establish { station, evidence } => turn.establish(*station, evidence),
        Command::RestoreStation { station } => turn.restore_station(*station),
        Command::RestoreSystem => turn.restore_system(),
    }
}

impl Turn<'_> {
    /// What something rests on that happens although accounts may be frozen (reading `freeze-period`).
    pub(crate) fn though_frozen(&self, cites: &Cites) -> Cites {
        match self.state.frozen {
            None => cites.clone(),
            Some(_) => cites.and(self.step(Step::ThoughFrozen)),
        }
    }
}
