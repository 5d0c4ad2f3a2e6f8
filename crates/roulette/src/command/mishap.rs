//! What goes wrong, as the dealer reports it and puts it right (rapid-roulette-2000 8.1–8.9).

use crate::{Found, StationId};
use serde::{Deserialize, Serialize};

/// What a dealer calls, reports or puts right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteMishapCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer calls "no spin".
    CallNoSpin {
        /// On which ground of the book.
        ground: String,
    },
    /// The dealer thinks that a result was entered wrongly, and freezes all accounts.
    Freeze {
        /// Which spin's.
        spin: u32,
    },
    /// The dealer puts a result right, or finds that it was.
    Correct {
        /// Which spin's.
        spin: u32,
        /// Where the ball was.
        pocket: u8,
    },
    /// The dealer notes that the display shows another number.
    DisplayShows {
        /// What it shows.
        shown: u8,
    },
    /// The dealer notes that a station failed.
    StationFails {
        /// Which.
        station: StationId,
    },
    /// The dealer notes that the game system, not a station, failed.
    SystemFails,
    /// The dealer has found, or not found, what was wagered on a station in doubt.
    Establish {
        /// Which station.
        station: StationId,
        /// What the records show.
        evidence: Evidence,
    },
    /// A station works again.
    RestoreStation {
        /// Which.
        station: StationId,
    },
    /// The game system works again.
    RestoreSystem,
}

impl Command {
    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::CallNoSpin { .. }
            | Self::Correct { .. }
            | Self::StationFails { .. }
            | Self::SystemFails
            | Self::Establish { .. }
            | Self::RestoreSystem => true,
            Self::Freeze { .. } | Self::DisplayShows { .. } | Self::RestoreStation { .. } => false,
        }
    }
}

/// What the records of a station in doubt show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteEvidence))]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// What the system has.
    AsShown,
    /// These wagers for the coming spin, and no others.
    Wagers(Vec<Found>),
    /// Nothing that can be relied on.
    None,
}
