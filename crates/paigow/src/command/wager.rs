//! Commands of wagers: placing and changing them, the close, who decides for an area.

use crate::{Kind, Stake, Step};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWagerCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// A player puts down a wager, or changes it to this.
    Place {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much, in what.
        stake: Stake,
    },
    /// A player speaks a wager; cash is changed at once.
    Speak {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much.
        amount: Amount,
        /// Cash that comes with it.
        cash: Amount,
    },
    /// A player takes a wager back.
    Withdraw {
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
    },
    /// A player with a wager on an area leaves its side wager to others.
    WaiveSide {
        /// Where.
        area: u8,
    },
    /// A supervisor refuses a wager and has it removed.
    RefuseWager {
        /// Whose.
        player: PlayerId,
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
    },
    /// The dealer finds that a wager is of another amount than was thought.
    ReportWager {
        /// Whose.
        player: PlayerId,
        /// Where.
        area: u8,
        /// On what.
        kind: Kind,
        /// How much it is.
        amount: Amount,
    },
    /// The banker asks the House to wager against the bank.
    AskHouseWager {
        /// How much.
        amount: Amount,
    },
    /// The banker lets a player change wagers after betting closed.
    Consent {
        /// Whom.
        player: PlayerId,
    },
    /// The dealer closes betting.
    CloseBets,
    /// The seated player hands the decisions to the highest wager.
    Yield {
        /// Of which area.
        area: u8,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::Place { .. } => Some(Step::WagerPlaced),
            Self::Speak { .. } => Some(Step::WagerSpoken),
            Self::Withdraw { .. } => Some(Step::WagerWithdrawn),
            Self::WaiveSide { .. } => Some(Step::SideWaived),
            Self::Yield { .. } => Some(Step::Yielded),
            Self::AskHouseWager { .. } => Some(Step::HouseWagered),
            Self::RefuseWager { .. } => Some(Step::WagerRefused),
            Self::ReportWager { .. } => Some(Step::WagerFound),
            Self::Consent { .. } => Some(Step::Consented),
            Self::CloseBets => Some(Step::BetsClosed),
        }
    }
}
