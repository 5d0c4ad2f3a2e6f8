//! A spin was settled (rapid-roulette-2000 3.7, 5.6).

use crate::{RunEnd, StationId};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What an outcome brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSettleWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// The outcome was entered and every station settled.
    Settled {
        /// Which spin.
        spin: u32,
        /// Where the ball came to rest.
        pocket: u8,
        /// Every station that had something to settle.
        paid: Vec<Paid>,
    },
}

/// What one station got when a spin was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RoulettePaid))]
pub struct Paid {
    /// Which station.
    pub station: StationId,
    /// Whose.
    pub player: PlayerId,
    /// All that was settled: stakes of the spin, and of the sequences that ended.
    pub staked: Amount,
    /// What the odds paid.
    pub won: Amount,
    /// The stakes that came back.
    pub kept: Amount,
    /// The sequences that ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunEnd>,
}
