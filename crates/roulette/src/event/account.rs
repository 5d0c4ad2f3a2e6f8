//! What happened to chip accounts (rapid-roulette-2000 1.5, 6.1–6.7, 8.4).

use crate::StationId;
use money::{Amount, PlayerId};
use rulebook::BuyIn;
use serde::{Deserialize, Serialize};

/// What happened to a chip account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteAccountWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// An account was activated, and with it a station given.
    Activated {
        /// Which station.
        station: StationId,
        /// To whom.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// An account was added to.
    Credited {
        /// Which station's.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// A player is leaving.
    Leaving {
        /// Which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// Whether the dealer directed it.
        dismissed: bool,
    },
    /// A player was paid in chips, and the account closed.
    PaidOut {
        /// Which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// How much.
        amount: Amount,
    },
    /// A player got what was kept.
    HeldPaid {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: Amount,
    },
}
