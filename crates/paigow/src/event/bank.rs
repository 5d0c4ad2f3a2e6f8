//! Events of the bank: offered, taken, shared, short, given up.

use crate::Step;
use money::{Amount, PlayerId};
use rulebook::Method;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowBankWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    BankOffered {
        area: u8,
        player: PlayerId,
        round: u8,
        banks: u8,
        #[serde(default)]
        anew: bool,
    },
    BankDeclined {
        area: u8,
        player: PlayerId,
    },
    BankPassed {
        player: PlayerId,
        pass: bool,
    },
    BankTaken {
        area: u8,
        player: PlayerId,
        method: Method,
        stake: Amount,
        round: u8,
        banks: u8,
    },
    BankJoined {
        player: PlayerId,
        stake: Amount,
    },
    BankAdded {
        player: PlayerId,
        amount: Amount,
        covered: bool,
    },
    HouseBanks {
        area: u8,
    },
    BanksAllowed {
        area: u8,
        banks: u8,
    },
    BankSharing,
    ShakerNamed {
        player: PlayerId,
    },
    BankShort {
        needed: Amount,
        has: Amount,
    },
    BankCovers {
        needed: Amount,
        has: Amount,
    },
    MethodChanged {
        method: Method,
        chung: u8,
    },
    CoBankFunded {
        amount: Amount,
    },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::BankOffered { .. } => Step::BankOffered,
            Self::BankDeclined { .. } | Self::BankPassed { .. } => Step::BankDeclined,
            Self::BankTaken { .. } => Step::BankTaken,
            Self::BankJoined { .. } => Step::BankJoined,
            Self::BankAdded { .. } => Step::BankAdded,
            Self::HouseBanks { .. } => Step::HouseBanks,
            Self::BanksAllowed { .. } => Step::BanksAllowed,
            Self::BankSharing => Step::BankSharing,
            Self::ShakerNamed { .. } => Step::ShakerNamed,
            Self::BankShort { .. } | Self::BankCovers { .. } => Step::BankShort,
            Self::MethodChanged { .. } => Step::MethodChanged,
            Self::CoBankFunded { .. } => Step::CoBankFunded,
        }
    }
}
