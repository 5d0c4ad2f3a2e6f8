//! Commands of people at the table: chips, seats, leaving.

use crate::{Stake, Step};
use money::PlayerId;
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSeatCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer changes cash, or a voucher, into chips or tokens for a player.
    BuyIn {
        /// For whom.
        player: PlayerId,
        /// How much, in what.
        stake: Stake,
    },
    /// A player takes the seat of an area.
    Sit {
        /// Which.
        area: u8,
    },
    /// A player leaves, with all their chips.
    Leave,
    /// A supervisor frees the seat of a player who skips rounds.
    FreeSeat {
        /// Whose.
        player: PlayerId,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::BuyIn { .. } => Some(Step::BoughtIn),
            Self::Sit { .. } => Some(Step::Seated),
            Self::Leave => Some(Step::Left),
            Self::FreeSeat { .. } => None,
        }
    }
}
