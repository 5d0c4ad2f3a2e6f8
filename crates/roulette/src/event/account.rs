//! Why wagers went back to an account (rapid-roulette-2000 3.3(b), 6.6, 8.3, 8.7–8.9).

use serde::{Deserialize, Serialize};

/// Why wagers went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWhy))]
#[serde(rename_all = "kebab-case")]
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
