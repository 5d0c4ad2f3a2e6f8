//! What shows on stations, and what went back (rapid-roulette-2000 3.1–3.8, 6.6, 8.3, 8.7–8.9).

use crate::{Place, Spot, StationId};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What happened to the wagers on a station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWagerWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// Chips show at a place.
    Placed {
        /// On which station.
        station: StationId,
        /// Where.
        place: Place,
        /// What was tried.
        tried: Amount,
        /// What shows there now.
        shows: Amount,
    },
    /// Chips were taken from a place.
    Taken {
        /// On which station.
        station: StationId,
        /// From where.
        place: Place,
        /// What shows there now.
        shows: Amount,
    },
    /// Chips were moved.
    Shifted {
        /// On which station.
        station: StationId,
        /// From where, all of them.
        from: Spot,
        /// To where.
        to: Spot,
        /// What shows there now.
        shows: Amount,
    },
    /// All wagers for the coming spin went back to the account.
    Returned {
        /// Of which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// How much.
        amount: Amount,
        /// Why.
        why: Why,
    },
}

/// Why wagers went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWhy))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Why {
    /// The player took them.
    Taken,
    /// The player leaves.
    Leaving,
    /// The station failed before the end of the period.
    StationFailed,
    /// The system failed before the end of the period.
    SystemFailed,
    /// Records do not show what was wagered.
    Unproved,
    /// "No spin" was called while what was wagered was in doubt.
    NoSpin,
}
