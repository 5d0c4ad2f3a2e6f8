//! Events of hands: the deal, looking, setting, the House Way, giving up.

use crate::{Setter, Split, Step};
use money::PlayerId;
use rulebook::Orientation;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowHandWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    Dealt {
        first: u8,
        cut: String,
        orientation: Orientation,
        hands: Vec<Option<[Option<Tile>; 4]>>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left_over: Vec<[Option<Tile>; 4]>,
    },
    Retrieved {
        areas: u8,
    },
    TurnedToDealer {
        areas: u8,
    },
    SightAsked {
        player: PlayerId,
        always: bool,
    },
    Looked {
        area: u8,
    },
    TurnedUp {
        area: u8,
        tiles: [Tile; 4],
    },
    HandSet {
        area: u8,
        split: Option<Split>,
    },
    HouseWayAsked {
        area: u8,
    },
    HouseWaySet {
        area: u8,
        split: Split,
        wrong: bool,
    },
    BankSet {
        area: u8,
        split: Option<Split>,
        by: Setter,
        wrong: bool,
    },
    Touched {
        area: u8,
        answers: bool,
        #[serde(default)]
        anew: bool,
    },
    HouseWayChecked {
        area: u8,
    },
    HouseWayCorrected {
        area: u8,
        split: Split,
        #[serde(default)]
        checked: bool,
    },
    HouseWayDirected {
        area: u8,
    },
    Conceded {
        area: u8,
    },
    ConcededSeen {
        area: u8,
    },
    Surrendered {
        player: PlayerId,
        area: u8,
    },
    OwnShown {
        area: u8,
    },
    Advised {
        area: u8,
        split: Split,
    },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::Dealt { .. } => Step::Dealt,
            Self::Retrieved { .. } => Step::Retrieved,
            Self::TurnedToDealer { .. } => Step::TurnedToDealer,
            Self::SightAsked { .. } => Step::SightAsked,
            Self::Looked { .. } => Step::Looked,
            Self::TurnedUp { .. } => Step::TurnedUp,
            Self::HandSet { .. } => Step::HandSet,
            Self::HouseWayAsked { .. } => Step::HouseWayAsked,
            Self::HouseWaySet { .. } => Step::HouseWaySet,
            Self::BankSet { .. } => Step::BankSet,
            Self::Touched { .. } => Step::Touched,
            Self::HouseWayChecked { .. } => Step::HouseWayChecked,
            Self::HouseWayCorrected { .. } => Step::HouseWayCorrected,
            Self::HouseWayDirected { .. } => Step::HouseWayDirected,
            Self::Conceded { .. } => Step::Conceded,
            Self::ConcededSeen { .. } => Step::ConcededSeen,
            Self::Surrendered { .. } => Step::Surrendered,
            Self::OwnShown { .. } => Step::OwnShown,
            Self::Advised { .. } => Step::Advised,
        }
    }
}
