//! Chips put, taken back and moved by touch (rapid-roulette-2000 3.1–3.8).

use crate::{Place, Spot, StationId};
use money::Amount;
use serde::{Deserialize, Serialize};

/// What a player wants of the wagers on a station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWagerCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// A player puts chips somewhere.
    Put {
        /// On which station.
        station: StationId,
        /// Where.
        place: Place,
        /// How much is tried.
        amount: Amount,
    },
    /// A player takes chips back.
    Take {
        /// On which station.
        station: StationId,
        /// From where.
        place: Place,
        /// How much.
        amount: Amount,
    },
    /// A player moves all chips of a spot to another.
    Shift {
        /// On which station.
        station: StationId,
        /// From this spot …
        from: Spot,
        /// … to this.
        to: Spot,
    },
    /// A player takes everything back that can still be taken.
    Clear {
        /// On which station.
        station: StationId,
    },
}
