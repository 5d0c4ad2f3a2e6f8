//! Events of the cut.

use crate::Step;
use rulebook::{Grid, Orientation};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCutWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    CutNamed { cut: String, orientation: Orientation },
    CutDeclined,
    CutRegistered { cut: String, orientation: Orientation, grid: Grid },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::CutNamed { .. } => Step::CutNamed,
            Self::CutDeclined => Step::CutDeclined,
            Self::CutRegistered { .. } => Step::CutRegistered,
        }
    }
}
