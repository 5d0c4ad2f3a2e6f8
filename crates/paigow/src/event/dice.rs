//! Events of the dice.

use crate::{Faces, Step};
use game::Person;
use rulebook::BigOrSmall;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowDiceWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    CutStolen { value: i8 },
    Shaken { by: Person },
    DiceCocked,
    DiceShown { faces: Faces, total: i16 },
    BigSmallCalled { result: Option<BigOrSmall> },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::CutStolen { .. } => Step::CutStolen,
            Self::Shaken { .. } => Step::Shaken,
            Self::DiceCocked => Step::DiceCocked,
            Self::DiceShown { .. } => Step::DiceShown,
            Self::BigSmallCalled { .. } => Step::BigSmallCalled,
        }
    }
}
