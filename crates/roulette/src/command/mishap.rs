//! What the dealer finds in the records of a station that failed (rapid-roulette-2000 8.7(b), 8.8(b), 8.9).

use crate::Found;
use serde::{Deserialize, Serialize};

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
