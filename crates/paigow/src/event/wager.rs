//! Events of wagers: placed, changed, returned, the close, who decides for an area.

use crate::{Kind, Stake, Step};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWagerWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    WagerPlaced { player: PlayerId, area: u8, kind: Kind, stake: Stake, spoken: bool },
    WagerWithdrawn { player: PlayerId, area: u8, kind: Kind },
    SideWaived { player: PlayerId, area: u8 },
    WagerRefused { player: PlayerId, area: u8, kind: Kind },
    WagerFound { player: PlayerId, area: u8, kind: Kind, amount: Amount },
    WagerReturned { player: PlayerId, area: u8, kind: Kind, why: Why },
    Warned { player: PlayerId },
    Consented { player: PlayerId },
    HouseWagered { amount: Amount, area: u8 },
    BetsClosed,
    CallerNamed { area: u8, player: Option<PlayerId>, blind: bool },
    Yielded { area: u8 },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::WagerPlaced { spoken: false, .. } => Step::WagerPlaced,
            Self::WagerPlaced { spoken: true, .. } => Step::WagerSpoken,
            Self::WagerWithdrawn { .. } => Step::WagerWithdrawn,
            Self::SideWaived { .. } => Step::SideWaived,
            Self::WagerRefused { .. } => Step::WagerRefused,
            Self::WagerFound { .. } => Step::WagerFound,
            Self::WagerReturned { .. } => Step::WagerReturned,
            Self::Warned { .. } => Step::Warned,
            Self::Consented { .. } => Step::Consented,
            Self::HouseWagered { .. } => Step::HouseWagered,
            Self::BetsClosed => Step::BetsClosed,
            Self::CallerNamed { .. } => Step::CallerNamed,
            Self::Yielded { .. } => Step::Yielded,
        }
    }
}

/// Why a wager goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWhy))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Why {
    /// Its area is the bank's now, or out of play.
    Area,
    /// Its player banks.
    Banks,
    /// It needs a regular wager that is not there.
    Alone,
    /// It is below the minimum, and its player was warned.
    BelowMinimum,
    /// It is above the maximum.
    AboveMaximum,
    /// The hand, the round or the wager is void.
    Void,
    /// Its player is barred.
    Barred,
    /// Its player is parted from another, and leaves.
    Parted,
    /// It is in tokens, and a player takes the bank.
    Tokens,
    /// Play has ended.
    Closing,
}
