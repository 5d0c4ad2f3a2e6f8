//! Commands of the dice: the cup, and what it adds up to.

use crate::{Faces, Step};
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowDiceCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The banker names a value to be added to the total.
    Steal {
        /// −4 to +4.
        value: i8,
    },
    /// The cup is shaken.
    Shake,
    /// A die does not lie flat.
    ReportCocked,
    /// The dealer shows the dice.
    ShowDice {
        /// What they show; none where the House draws it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faces: Option<Faces>,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::Steal { .. } => Some(Step::CutStolen),
            Self::Shake => Some(Step::Shaken),
            Self::ReportCocked => Some(Step::DiceCocked),
            Self::ShowDice { .. } => Some(Step::DiceShown),
        }
    }
}
