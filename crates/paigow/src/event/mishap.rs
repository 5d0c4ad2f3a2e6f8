//! Events of what goes wrong with tiles, and of hands and rounds that are void.

use crate::{Kind, Misdealt, Step};
use money::PlayerId;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMishapWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    TilesExposed {
        area: u8,
        which: u8,
        tiles: [Option<Tile>; 4],
        voidable: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_dealer: bool,
    },
    HandVoid {
        area: u8,
    },
    RoundVoid {
        cause: Cause,
    },
    Misdealt {
        what: Misdealt,
        played_out: bool,
    },
    DealRebuilt,
    HandKnocked {
        area: u8,
    },
    SetWrong,
    StakeForfeited {
        player: PlayerId,
        area: u8,
        kind: Kind,
    },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::TilesExposed { .. } => Step::TilesExposed,
            Self::HandVoid { .. } => Step::HandVoid,
            Self::RoundVoid { cause } => cause.step(),
            Self::Misdealt { .. } => Step::Misdealt,
            Self::DealRebuilt => Step::DealRebuilt,
            Self::HandKnocked { .. } => Step::HandKnocked,
            Self::SetWrong => Step::SetWrong,
            Self::StakeForfeited { .. } => Step::StakeForfeited,
        }
    }
}

/// Why a round has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCause))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Fire, riot, robbery and the like.
    Disruption,
    /// Fraud.
    Fraud,
    /// The wagers of whoever banks were made void.
    Breach,
    /// Whoever banks told about tiles.
    Telling,
    /// Tiles were delivered wrongly.
    Misdeal,
    /// Whoever banks had the hand voided because its tiles were exposed.
    Exposed,
    /// Another shuffle was ordered once tiles were dealt.
    Reshuffle,
    /// A tile is missing or foreign.
    Tiles,
    /// No wager on tiles is left.
    NoWagers,
}

impl Cause {
    /// The step that such a void round is.
    pub const fn step(self) -> Step {
        match self {
            Self::Disruption => Step::VoidForDisruption,
            Self::Fraud => Step::VoidForFraud,
            Self::Breach => Step::VoidForBreach,
            Self::Telling => Step::VoidForTelling,
            Self::Misdeal => Step::VoidForMisdeal,
            Self::Exposed => Step::VoidForExposed,
            Self::Reshuffle => Step::VoidForReshuffle,
            Self::Tiles => Step::VoidForTiles,
            Self::NoWagers => Step::RoundVoid,
        }
    }
}
