//! Claims, and what was answered (rapid-roulette-2000 8.5).

use crate::{ClaimAbout, StationId};
use money::PlayerId;
use serde::{Deserialize, Serialize};

/// What happened to a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteClaimWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// A player claims that something went wrong.
    Claimed {
        /// The claim's number.
        claim: u32,
        /// On which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// What.
        about: ClaimAbout,
    },
    /// A claim was considered.
    Answered {
        /// Which.
        claim: u32,
        /// Whether it was well founded.
        upheld: bool,
    },
}
