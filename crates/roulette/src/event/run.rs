//! What becomes of sequences (rapid-roulette-2000 7.4, 8.4).

use crate::Run;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What happened to a sequence beside the settlement of its station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteRunWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// A sequence ended whose player has left.
    AbsentEnded {
        /// With which spin.
        spin: u32,
        /// Whose.
        player: PlayerId,
        /// Which, and what it came to.
        ended: RunEnd,
        /// Of that, what the player took away before and a correction could not take back; the rest is held.
        kept: Amount,
    },
}

/// A sequence that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteRunEnd))]
pub struct RunEnd {
    /// Which.
    pub run: Run,
    /// How many spins it hit, from the first on.
    pub hits: u8,
    /// What came back, the stake included; nothing if it lost.
    pub returned: Amount,
}

/// Where a sequence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteFate))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It runs.
    Running,
    /// It ended with a spin.
    Ended {
        /// Which spin.
        spin: u32,
        /// How many spins it hit, from the first on.
        hits: u8,
        /// What came back, the stake included.
        returned: Amount,
    },
}

/// A sequence that a correction changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteRefated))]
pub struct Refated {
    /// Whose.
    pub player: PlayerId,
    /// Which.
    pub run: Run,
    /// What had become of it.
    pub was: Fate,
    /// What becomes of it.
    pub now: Fate,
}
