//! What went wrong, and what was put right (rapid-roulette-2000 8.1–8.9).

use crate::{Refated, Run, StationId, Wager};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What went wrong, or was put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteMishapWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// "No spin" was called.
    NoSpin {
        /// For which spin.
        spin: u32,
        /// On which ground.
        ground: String,
    },
    /// All accounts are frozen.
    Frozen {
        /// For which spin's result.
        spin: u32,
    },
    /// A result was put right, and accounts are free again.
    Resettled {
        /// Which spin's.
        spin: u32,
        /// What had been entered.
        was: u8,
        /// Where the ball was.
        pocket: u8,
        /// What it did to accounts.
        accounts: Vec<Corrected>,
        /// What it did to sequences.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        runs: Vec<Refated>,
    },
    /// The display shows another number, and does not count.
    DisplayDisregarded {
        /// What it shows.
        shown: u8,
        /// Where the ball was.
        pocket: u8,
    },
    /// A station failed.
    StationFailed {
        /// Which.
        station: StationId,
        /// Whether its wagers are in doubt.
        doubt: bool,
    },
    /// The system failed.
    SystemFailed {
        /// Whether wagers were still taken, so that all are void.
        void: bool,
        /// The stations whose wagers are in doubt.
        doubt: Vec<StationId>,
    },
    /// What was wagered on a station is established.
    Established {
        /// Which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// The wagers for the coming spin.
        wagers: Vec<Wager>,
        /// The sequences that begin with it.
        runs: Vec<Run>,
        /// What other wagers came to, which went back as too little together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        short: Option<Amount>,
    },
    /// A station works again.
    StationRestored {
        /// Which.
        station: StationId,
    },
    /// The system works again.
    SystemRestored,
}

/// What a correction did to one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteCorrected))]
pub struct Corrected {
    /// Whose.
    pub player: PlayerId,
    /// What the right result brings more, or less.
    pub change: i64,
    /// By how much more, or less, the House has to bear for this player.
    pub unrecovered: i64,
    /// What is kept for a player who is gone.
    pub held: Amount,
}
