//! What a player claims (rapid-roulette-2000 8.5).

use serde::{Deserialize, Serialize};

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteClaimAbout))]
#[serde(rename_all = "kebab-case")]
pub enum ClaimAbout {
    /// The outcome that was entered.
    Outcome,
    /// A part of the game system.
    Malfunction,
}
