//! Events of order at the table: conduct, areas out of play, winnings held, disputes.

use crate::{Matter, Step};
use game::Person;
use money::PlayerId;
use rulebook::Official;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowOrderWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    RemovalDecided,
    RemovalDrawnAgain { total: u8 },
    AreaRemoved { area: u8, total: u8 },
    AreaRestored { area: u8 },
    SetFirstOrdered { player: PlayerId, first: bool },
    PlayersParted { player: PlayerId, from: PlayerId },
    EnglishOrdered { only: bool },
    WagersVoid { player: PlayerId },
    PlayerBarred { player: PlayerId },
    WinningsHeld { player: PlayerId },
    WinningsReleased { player: PlayerId, to_player: bool },
    DisputeRaised { number: u32, by: PlayerId, about: Matter },
    DisputeDecided { number: u32, by: Person, for_player: bool, open: bool },
    ReviewAsked { number: u32 },
    DisputeReviewed { number: u32, by: Person, for_player: bool },
    Told { official: Official, step: News },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::Told { .. } => Step::Told,
            Self::RemovalDecided => Step::RemovalDecided,
            Self::RemovalDrawnAgain { .. } => Step::RemovalDrawnAgain,
            Self::AreaRemoved { .. } => Step::AreaRemoved,
            Self::AreaRestored { .. } => Step::AreaRestored,
            Self::SetFirstOrdered { .. } => Step::SetFirstOrdered,
            Self::PlayersParted { .. } => Step::PlayersParted,
            Self::EnglishOrdered { .. } => Step::EnglishOrdered,
            Self::WagersVoid { .. } => Step::WagersVoid,
            Self::PlayerBarred { .. } => Step::PlayerBarred,
            Self::WinningsHeld { .. } => Step::WinningsHeld,
            Self::WinningsReleased { .. } => Step::WinningsReleased,
            Self::DisputeRaised { .. } => Step::DisputeRaised,
            Self::DisputeDecided { .. } => Step::DisputeDecided,
            Self::ReviewAsked { .. } => Step::ReviewAsked,
            Self::DisputeReviewed { .. } => Step::DisputeReviewed,
        }
    }
}

/// What officials are told of, by the word of its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowNews))]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// Another commission.
    CommissionPosted,
    /// Another cut.
    CutRegistered,
    /// An area that is to be taken out.
    RemovalDecided,
}

impl News {
    /// The step that it is about.
    pub const fn step(self) -> Step {
        match self {
            Self::CommissionPosted => Step::CommissionPosted,
            Self::CutRegistered => Step::CutRegistered,
            Self::RemovalDecided => Step::RemovalDecided,
        }
    }
}
