//! Commands of the table itself: its set of tiles, opening and closing.

use crate::Step;
use game::Moment;
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowTableCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer lays out the tiles by rank and counts them.
    LayOutTiles {
        /// What was found.
        found: Found,
    },
    /// A supervisor checks the tiles that lie so.
    CheckTiles,
    /// A supervisor replaces tiles, one or all; a new set is checked before play.
    ReplaceTiles {
        /// Whether the whole set is changed.
        whole_set: bool,
    },
    /// The dealer opens the table.
    OpenTable,
    /// A supervisor puts up the sign that the table closes.
    PostClosing {
        /// When.
        at: Moment,
    },
    /// A supervisor stops play between rounds.
    EndPlay {
        /// Whether at once, because signalling goes on.
        at_once: bool,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::LayOutTiles { .. } => Some(Step::TilesLaidOut),
            Self::CheckTiles => Some(Step::TilesChecked),
            Self::ReplaceTiles { .. } => Some(Step::TilesReplaced),
            Self::OpenTable => Some(Step::TableOpened),
            Self::PostClosing { .. } => Some(Step::ClosingPosted),
            Self::EndPlay { .. } => Some(Step::PlayEnded),
        }
    }
}

/// What the count of the tiles found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowFound))]
#[serde(rename_all = "kebab-case")]
pub enum Found {
    /// All 32.
    Whole,
    /// A tile is missing, foreign, damaged or marked.
    Wrong,
}
