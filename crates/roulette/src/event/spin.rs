//! What the end of a period finds (rapid-roulette-2000 4.3(c)).

use crate::StationId;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// Wagers that came to too little together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteShort))]
pub struct Short {
    /// Which station.
    pub station: StationId,
    /// Whose.
    pub player: PlayerId,
    /// What they came to.
    pub amount: Amount,
}
