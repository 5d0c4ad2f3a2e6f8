//! Commands of what goes wrong with tiles, and of hands and rounds that are void.

use crate::Step;
use money::PlayerId;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMishapCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// Tiles of an area were exposed.
    ReportExposed {
        /// Where.
        area: u8,
        /// Which of the four, one bit each.
        which: u8,
        /// What they are, where the engine does not know.
        tiles: Vec<Tile>,
        /// Whether the dealer did it.
        by_dealer: bool,
    },
    /// The one whose tiles were exposed has the hand voided.
    VoidOwn {
        /// Where.
        area: u8,
    },
    /// Tiles were delivered wrongly.
    ReportMisdeal {
        /// What happened.
        what: Misdealt,
    },
    /// The dealer knocked over or mixed a hand.
    ReportKnocked {
        /// Where.
        area: u8,
    },
    /// A tile is missing or foreign.
    ReportSetWrong,
    /// A supervisor voids the round.
    VoidRound {
        /// On what ground.
        ground: Ground,
        /// Whose stake is forfeited, where the book allows it.
        forfeits: Option<PlayerId>,
    },
    /// A supervisor voids a hand whose player told about tiles.
    VoidHand {
        /// Where.
        area: u8,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::ReportExposed { .. } | Self::VoidOwn { .. } => Some(Step::TilesExposed),
            Self::ReportMisdeal { .. } => Some(Step::Misdealt),
            Self::ReportKnocked { .. } => Some(Step::HandKnocked),
            Self::ReportSetWrong => Some(Step::SetWrong),
            Self::VoidHand { .. } => Some(Step::HandVoid),
            Self::VoidRound { ground: Ground::Disruption, .. } => Some(Step::VoidForDisruption),
            Self::VoidRound { ground: Ground::Fraud, .. } => Some(Step::VoidForFraud),
        }
    }
}

/// What went wrong in the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMisdealt))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Misdealt {
    /// Hands went to the wrong areas, and can be put right.
    WrongAreas,
    /// A hand has more or fewer than four tiles.
    WrongNumber,
    /// Hands cannot be told apart, or put right.
    Beyond,
}

/// Why a round is void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowGround))]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Fire, riot, robbery and the like.
    Disruption,
    /// Fraud.
    Fraud,
}
