//! Commands of the cut.

use crate::Step;
use rulebook::{Grid, Orientation};
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCutCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The cut is named: by the banker, by the supervisor, or by the dealer for the dice.
    NameCut {
        /// Which.
        cut: String,
        /// How turned.
        orientation: Orientation,
    },
    /// The banker names no cut.
    DeclineCut,
    /// A supervisor accepts a cut that the book does not describe.
    RegisterCut {
        /// Which.
        cut: String,
        /// How turned.
        orientation: Orientation,
        /// How it delivers.
        grid: Grid,
        /// Whether the regulator approved it beforehand.
        approved: bool,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::NameCut { .. } => Some(Step::CutNamed),
            Self::DeclineCut => Some(Step::CutDeclined),
            Self::RegisterCut { .. } => Some(Step::CutRegistered),
        }
    }
}
