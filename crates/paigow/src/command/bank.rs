//! Commands of the bank: offering, taking and sharing it.

use crate::Step;
use money::{Amount, PlayerId};
use rulebook::Method;
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowBankCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer offers the bank to whoever is next, or finds that the House banks.
    OfferBank,
    /// The one who is asked accepts.
    AcceptBank {
        /// Alone, or with the House.
        method: Method,
        /// Putting up so much.
        stake: Amount,
    },
    /// The one who is asked declines.
    DeclineBank,
    /// A player wants to be passed over when the bank is offered, or no longer.
    PassBank {
        /// Whether to be passed over.
        pass: bool,
    },
    /// A supervisor allows more banks in a row on an area.
    AllowBanks {
        /// Where.
        area: u8,
        /// How many.
        banks: u8,
    },
    /// A supervisor lets players share the bank.
    AllowBankSharing,
    /// A player at the banker's area joins the bank.
    JoinBank {
        /// Putting up so much.
        stake: Amount,
    },
    /// The banker puts up more.
    AddToBank {
        /// How much.
        amount: Amount,
    },
    /// A bank that does not cover the wagers gives way to another method.
    ChangeMethod {
        /// Which.
        method: Method,
    },
    /// The banker has somebody else shake.
    NameShaker {
        /// Whom.
        player: PlayerId,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::PassBank { .. } => Some(Step::BankDeclined),
            Self::OfferBank => Some(Step::BankOffered),
            Self::AcceptBank { .. } => Some(Step::BankTaken),
            Self::DeclineBank => Some(Step::BankDeclined),
            Self::AllowBanks { .. } => Some(Step::BanksAllowed),
            Self::AllowBankSharing => Some(Step::BankSharing),
            Self::JoinBank { .. } => Some(Step::BankJoined),
            Self::AddToBank { .. } => Some(Step::BankAdded),
            Self::ChangeMethod { .. } => Some(Step::MethodChanged),
            Self::NameShaker { .. } => Some(Step::ShakerNamed),
        }
    }
}
