//! Commands of settlement: the bank is shown, hands are opened, wagers paid, the round ends.

use crate::Step;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSettleCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer lifts the chung from the bank's tiles.
    LiftChung,
    /// The banker confirms the hand that the dealer set.
    ConfirmBank,
    /// A player asks to see the bank's hand.
    AskBank,
    /// The dealer shows the bank's hand.
    ShowBank,
    /// The dealer opens and matches the next hand; real tiles are keyed in low hand first.
    OpenHand {
        /// The low and the high hand as they lie; none where the engine knows.
        #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
        lie: Option<[Tile; 4]>,
    },
    /// The dealer pays the next area.
    Pay,
    /// The dealer puts the bank's tiles away: the round is over.
    FinishRound,
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::ConfirmBank => Some(Step::BankConfirmed),
            Self::AskBank => Some(Step::BankAskedFor),
            Self::ShowBank => Some(Step::BankShown),
            Self::OpenHand { .. } => Some(Step::HandOpened),
            Self::Pay => Some(Step::WagerPaid),
            Self::FinishRound => Some(Step::RoundOver),
            Self::LiftChung => None,
        }
    }
}
