//! Events of settlement: the bank is shown, hands are opened, wagers settled, the round ends.

use crate::{Kind, Settled, Split, Step};
use houseway::Outcome;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSettleWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    ChungLifted,
    BankConfirmed,
    BankAskedFor { player: PlayerId },
    BankShown { area: u8, split: Option<Split>, hidden: bool },
    HandOpened { area: u8, split: Split },
    HandMatched { area: u8, low_won: bool, high_won: bool, outcome: Outcome },
    WagerTaken { player: PlayerId, area: u8, kind: Kind, settled: Settled },
    WagerPaid { player: PlayerId, area: u8, kind: Kind, settled: Settled },
    WagerStays { player: PlayerId, area: u8, kind: Kind, settled: Settled },
    AreaCleared { area: u8 },
    WagerReopened { player: PlayerId, area: u8, kind: Kind },
    AreaReopened { area: u8 },
    BankSettled { won: Amount, commission: Amount, house: Amount },
    BankReopened,
    RoundOver,
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::ChungLifted => Step::ChungLifted,
            Self::BankConfirmed => Step::BankConfirmed,
            Self::BankAskedFor { .. } => Step::BankAskedFor,
            Self::BankShown { .. } => Step::BankShown,
            Self::HandOpened { .. } => Step::HandOpened,
            Self::HandMatched { .. } => Step::HandMatched,
            Self::WagerTaken { .. } => Step::WagerTaken,
            Self::WagerPaid { .. } | Self::AreaCleared { .. } => Step::WagerPaid,
            Self::WagerStays { .. } => Step::WagerStays,
            Self::WagerReopened { .. } | Self::AreaReopened { .. } => Step::WagerReopened,
            Self::BankSettled { .. } => Step::BankSettled,
            Self::BankReopened => Step::BankReopened,
            Self::RoundOver => Step::RoundOver,
        }
    }
}
