//! What a person can only see, of tiles and dice that lie on a felt: where tiles and dice are electronic there
//! is nothing to see, and nobody can report it (decision 0018).
//!
//! The clauses speak of things: tiles that a dealer turns over or knocks down, a die against the cup's wall, a
//! set that lacks a tile, a wall that somebody follows with their eyes. star-2016 3.5, 8.2, 12.10, 15.1–15.4, 15.11–15.13,
//! 15.15; vcga-2000 14.1–14.3, 14.12; crown-6.1 12.1–12.4, 12.7; uk-leaflet B6, B23, B24.

use crate::command::{dice, hand, mishap, table, wall};
use crate::decide::Turn;
use crate::{Chance, Command, During, Found, ReshuffleCause, Step};
use game::Refusal;

/// What a command reports that somebody saw, and the step it would be.
const fn sighting(command: &Command) -> Option<(&'static str, Step)> {
    match command {
        Command::Table(command) => match command {
            table::Command::LayOutTiles { found: Found::Wrong } => {
                Some(("a tile that is missing or marked", Step::TilesLaidOut))
            }
            table::Command::LayOutTiles { found: Found::Whole }
            | table::Command::CheckTiles
            | table::Command::ReplaceTiles { .. }
            | table::Command::OpenTable
            | table::Command::PostClosing { .. }
            | table::Command::EndPlay { .. } => None,
        },
        Command::Wall(command) => match command {
            wall::Command::ReportShown { during: During::Stacking, .. } => {
                Some(("tiles shown in stacking", Step::ShownInStacking))
            }
            wall::Command::ReportShown { during: During::Laja, .. } => {
                Some(("tiles shown in the laja", Step::ShownInLaja))
            }
            wall::Command::OrderReshuffle { cause: ReshuffleCause::Exposed } => {
                Some(("exposed tiles", Step::ReshuffleOrdered))
            }
            wall::Command::OrderReshuffle { cause: ReshuffleCause::Tracking } => {
                Some(("tracked tiles", Step::ReshuffleOrdered))
            }
            wall::Command::OrderReshuffle { cause: ReshuffleCause::Discretion }
            | wall::Command::Shuffle { .. }
            | wall::Command::OrderLaja
            | wall::Command::AskLaja { .. }
            | wall::Command::AllowLaja
            | wall::Command::DoLaja { .. }
            | wall::Command::AskReshuffle => None,
        },
        Command::Dice(command) => match command {
            dice::Command::ReportCocked => Some(("a cocked die", Step::DiceCocked)),
            dice::Command::Steal { .. } | dice::Command::Shake | dice::Command::ShowDice { .. } => None,
        },
        Command::Hand(command) => match command {
            hand::Command::Touch { .. } => Some(("touched tiles", Step::Touched)),
            hand::Command::Deal { .. }
            | hand::Command::ShowTiles { .. }
            | hand::Command::Look { .. }
            | hand::Command::SetHand { .. }
            | hand::Command::LayDown { .. }
            | hand::Command::AskHouseWay { .. }
            | hand::Command::SetHouseWay { .. }
            | hand::Command::CheckHouseWay { .. }
            | hand::Command::CorrectHouseWay { .. }
            | hand::Command::DirectHouseWay { .. }
            | hand::Command::Concede { .. }
            | hand::Command::SeeConceded { .. }
            | hand::Command::Surrender { .. }
            | hand::Command::ShowOwn { .. }
            | hand::Command::AskAdvice { .. }
            | hand::Command::TurnUp { .. } => None,
        },
        Command::Mishap(command) => match command {
            mishap::Command::ReportExposed { .. } => Some(("exposed tiles", Step::TilesExposed)),
            mishap::Command::ReportMisdeal { .. } => Some(("a misdeal", Step::Misdealt)),
            mishap::Command::ReportKnocked { .. } => Some(("a hand knocked over", Step::HandKnocked)),
            mishap::Command::ReportSetWrong => Some(("a missing or foreign tile", Step::SetWrong)),
            mishap::Command::VoidOwn { .. }
            | mishap::Command::VoidRound { .. }
            | mishap::Command::VoidHand { .. } => None,
        },
        // None of them is about what tiles or dice look like.
        Command::Seat(_)
        | Command::Limit(_)
        | Command::Bank(_)
        | Command::Wager(_)
        | Command::Cut(_)
        | Command::Settle(_)
        | Command::Order(_) => None,
    }
}

impl Turn<'_> {
    /// Nobody reports of electronic tiles what can only be seen of real ones.
    pub(crate) fn sightings(&self, command: &Command) -> Result<(), Refusal> {
        if self.rules.setup.chance != Chance::Electronic {
            return Ok(());
        }
        let Some((what, step)) = sighting(command) else { return Ok(()) };
        let message =
            format!("{what} cannot be: tiles and dice are electronic here, and nobody sees or touches them");
        let exposed = if let Command::Mishap(mishap::Command::ReportExposed { area, by_dealer, .. }) = command
        {
            Some(self.exposed_by(*area, *by_dealer))
        } else {
            None
        };
        let mut clauses = exposed.unwrap_or_else(|| self.says(step));
        if step == Step::Touched && clauses.is_empty() {
            // Where no clause is about touching them, there is what leaves them to the dealer.
            clauses = self.says(Step::HouseWayAsked);
        }
        Err(Refusal::new("tiles.electronic", clauses, message))
    }
}
