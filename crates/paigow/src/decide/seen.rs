//! What a person can only see, of tiles and dice that lie on a felt: where tiles and dice are electronic there
//! is nothing to see, and nobody can report it (decision 0018).
//!
//! The clauses speak of things: tiles that a dealer turns over or knocks down, a die against the cup's wall, a
//! set that lacks a tile, a wall that somebody follows with their eyes. star-2016 3.5, 8.2, 12.10, 15.1–15.4, 15.11–15.13,
//! 15.15; vcga-2000 14.1–14.3, 14.12; crown-6.1 12.1–12.4, 12.7; uk-leaflet B6, B23, B24.

use crate::{Chance, Command, During, Found, PaiGow, ReshuffleCause, Step, Table};
use game::Refusal;

/// What a command reports that somebody saw, and the step it would be.
const fn sighting(command: &Command) -> Option<(&'static str, Step)> {
    Some(match command {
        Command::LayOutTiles { found: Found::Wrong } => {
            ("a tile that is missing or marked", Step::TilesLaidOut)
        }
        Command::ReportSetWrong => ("a missing or foreign tile", Step::SetWrong),
        Command::ReportShown { during: During::Stacking, .. } => {
            ("tiles shown in stacking", Step::ShownInStacking)
        }
        Command::ReportShown { during: During::Laja, .. } => ("tiles shown in the laja", Step::ShownInLaja),
        Command::OrderReshuffle { cause: ReshuffleCause::Exposed } => {
            ("exposed tiles", Step::ReshuffleOrdered)
        }
        Command::OrderReshuffle { cause: ReshuffleCause::Tracking } => {
            ("tracked tiles", Step::ReshuffleOrdered)
        }
        Command::ReportCocked => ("a cocked die", Step::DiceCocked),
        Command::ReportExposed { .. } => ("exposed tiles", Step::TilesExposed),
        Command::ReportMisdeal { .. } => ("a misdeal", Step::Misdealt),
        Command::ReportKnocked { .. } => ("a hand knocked over", Step::HandKnocked),
        Command::Touch { .. } => ("touched tiles", Step::Touched),
        _ => return None,
    })
}

impl PaiGow {
    /// Nobody reports of electronic tiles what can only be seen of real ones.
    pub(super) fn sightings(&self, table: &Table, command: &Command) -> Result<(), Refusal> {
        if self.setup.chance != Chance::Electronic {
            return Ok(());
        }
        let Some((what, step)) = sighting(command) else { return Ok(()) };
        let message =
            format!("{what} cannot be: tiles and dice are electronic here, and nobody sees or touches them");
        let clauses = match command {
            Command::ReportExposed { area, by_dealer, .. } => self.exposed_by(table, *area, *by_dealer),
            _ => self.says(table, step),
        };
        Err(Refusal::new("tiles.electronic", clauses, message))
    }
}
