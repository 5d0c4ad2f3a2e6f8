//! What a player claims, and the answer (rapid-roulette-2000 8.5).

use crate::StationId;
use serde::{Deserialize, Serialize};

/// A claim, or the answer to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteClaimCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// A player claims that something went wrong.
    Claim {
        /// On which station.
        station: StationId,
        /// What.
        about: ClaimAbout,
    },
    /// The dealer has considered a claim.
    Answer {
        /// Which.
        claim: u32,
        /// Whether it was well founded.
        upheld: bool,
    },
}

impl Command {
    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::Answer { .. } => true,
            Self::Claim { .. } => false,
        }
    }
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteClaimAbout))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ClaimAbout {
    /// The outcome that was entered.
    Outcome,
    /// A part of the game system.
    Malfunction,
}
