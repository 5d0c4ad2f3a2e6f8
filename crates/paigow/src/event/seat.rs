//! Events of people at the table: chips, seats, leaving.

use crate::{Stake, Step};
use money::PlayerId;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSeatWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    BoughtIn { player: PlayerId, stake: Stake },
    Seated { player: PlayerId, area: u8 },
    Left { player: PlayerId },
    SeatFreed { player: PlayerId, area: u8 },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::BoughtIn { .. } => Step::BoughtIn,
            Self::Seated { .. } => Step::Seated,
            Self::Left { .. } => Step::Left,
            Self::SeatFreed { .. } => Step::SeatFreed,
        }
    }
}
