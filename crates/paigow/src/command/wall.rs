//! Commands of the wall: shuffle, laja, another shuffle.

use crate::Step;
use money::PlayerId;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWallCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer shuffles and stacks.
    Shuffle {
        /// The order of the wall where it is told; none at a table with real tiles, and none with electronic
        /// ones, which have none before they are dealt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// Tiles showed.
    ReportShown {
        /// When.
        during: During,
        /// How many.
        count: u8,
    },
    /// A supervisor has the dealer do a laja because tiles showed.
    OrderLaja,
    /// A player or banker asks for a laja.
    AskLaja {
        /// Done by whom.
        by: LajaBy,
    },
    /// A supervisor allows it.
    AllowLaja,
    /// The laja is done.
    DoLaja {
        /// The order afterwards, as for the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// The banker asks for another shuffle.
    AskReshuffle,
    /// A supervisor orders another shuffle.
    OrderReshuffle {
        /// Why.
        cause: ReshuffleCause,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::Shuffle { .. } => Some(Step::Shuffled),
            Self::ReportShown { during: During::Stacking, .. } | Self::OrderLaja => {
                Some(Step::ShownInStacking)
            }
            Self::ReportShown { during: During::Laja, .. } => Some(Step::ShownInLaja),
            Self::AskLaja { .. } => Some(Step::LajaAsked),
            Self::AllowLaja => Some(Step::LajaAllowed),
            Self::DoLaja { .. } => Some(Step::LajaDone),
            Self::AskReshuffle => Some(Step::ReshuffleAsked),
            Self::OrderReshuffle { .. } => Some(Step::ReshuffleOrdered),
        }
    }
}

/// When tiles showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowDuring))]
#[serde(rename_all = "kebab-case")]
pub enum During {
    /// While the wall was stacked.
    Stacking,
    /// In a laja.
    Laja,
}

/// Who does a laja.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLajaBy))]
#[serde(rename_all = "kebab-case")]
pub enum LajaBy {
    /// The dealer, for a player who asked.
    Dealer,
    /// This player.
    Player(PlayerId),
}

/// Why another shuffle is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowReshuffleCause))]
#[serde(rename_all = "kebab-case")]
pub enum ReshuffleCause {
    /// Tiles were exposed.
    Exposed,
    /// Tiles may be tracked.
    Tracking,
    /// No cause is given.
    Discretion,
}
