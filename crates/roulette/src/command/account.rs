//! Chip accounts: bought, added to, left, paid (rapid-roulette-2000 1.5, 6.1–6.7, 8.4).

use crate::StationId;
use money::{Amount, PlayerId};
use rulebook::BuyIn;
use serde::{Deserialize, Serialize};

/// What somebody wants of a chip account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteAccountCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer takes what a player tenders, gives a station or adds to its account.
    BuyIn {
        /// Which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// A player feeds notes into a station.
    Insert {
        /// Which station.
        station: StationId,
        /// How much.
        amount: Amount,
    },
    /// A player leaves.
    Leave {
        /// Which station.
        station: StationId,
    },
    /// The dealer directs a player to leave.
    Dismiss {
        /// Which station.
        station: StationId,
    },
    /// The dealer pays a leaving player in chips and closes the account.
    PayOut {
        /// Which station.
        station: StationId,
    },
    /// The dealer pays a player, back at the table, what a correction left for them.
    PayHeld {
        /// Whom.
        player: PlayerId,
    },
}

impl Command {
    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::Leave { .. } | Self::Dismiss { .. } => true,
            Self::BuyIn { .. } | Self::Insert { .. } | Self::PayOut { .. } | Self::PayHeld { .. } => false,
        }
    }
}
