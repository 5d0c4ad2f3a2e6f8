//! Events of the wall: shuffle, laja, another shuffle.

use crate::{LajaBy, Step};
use money::PlayerId;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWallWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    Shuffled,
    Stacked { order: Option<Box<[Tile; 32]>> },
    ShownInStacking { count: u8, laja: bool },
    ShownInLaja { count: u8, reshuffle: bool },
    LajaOrdered,
    LajaAsked { by: LajaBy, player: PlayerId },
    LajaAllowed { by: LajaBy },
    LajaDone { by: Option<PlayerId>, order: Option<Box<[Tile; 32]>> },
    ReshuffleAsked,
    ReshuffleOrdered,
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::Shuffled => Step::Shuffled,
            Self::Stacked { .. } => Step::Stacked,
            Self::ShownInStacking { .. } | Self::LajaOrdered => Step::ShownInStacking,
            Self::ShownInLaja { .. } => Step::ShownInLaja,
            Self::LajaAsked { .. } => Step::LajaAsked,
            Self::LajaAllowed { .. } => Step::LajaAllowed,
            Self::LajaDone { .. } => Step::LajaDone,
            Self::ReshuffleAsked => Step::ReshuffleAsked,
            Self::ReshuffleOrdered => Step::ReshuffleOrdered,
        }
    }
}
