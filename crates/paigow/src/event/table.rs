//! Events of the table itself: its set of tiles, opening and closing.

use crate::{Found, Step};
use game::Moment;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowTableWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    TilesLaidOut { found: Found },
    TilesChecked,
    TilesReplaced { whole_set: bool },
    TableOpened,
    ClosingPosted { posted: Moment, at: Moment },
    PlayEnded,
    TableClosed,
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::TilesLaidOut { .. } => Step::TilesLaidOut,
            Self::TilesChecked => Step::TilesChecked,
            Self::TilesReplaced { .. } => Step::TilesReplaced,
            Self::TableOpened => Step::TableOpened,
            Self::ClosingPosted { .. } => Step::ClosingPosted,
            Self::PlayEnded => Step::PlayEnded,
            Self::TableClosed => Step::TableClosed,
        }
    }
}
