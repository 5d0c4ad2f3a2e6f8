//! Commands of hands: the deal, looking, setting, the House Way, giving up.

use crate::Step;
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowHandCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The dealer delivers the tiles.
    Deal {
        /// The order of the wall, at a table with electronic tiles, once the House has drawn it: then, and not
        /// before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 32, max_items = 32))]
        order: Option<Box<[Tile; 32]>>,
    },
    /// A player says once that they look at their tiles as soon as they are dealt, or no longer: for electronic tiles.
    ShowTiles {
        /// Whether every deal is to show them.
        always: bool,
    },
    /// The caller, or the banker, looks at the tiles of an area.
    Look {
        /// Which.
        area: u8,
    },
    /// The caller, or the banker, sets an area's tiles.
    SetHand {
        /// Which.
        area: u8,
        /// Two of its tiles; the other two are the other hand.
        #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
        two: [Tile; 2],
    },
    /// The same with real tiles: laid down, unknown to the engine.
    LayDown {
        /// Which.
        area: u8,
    },
    /// The caller, or the banker, asks for the House Way.
    AskHouseWay {
        /// Where.
        area: u8,
    },
    /// A player touched tiles that the dealer sets.
    Touch {
        /// Where.
        area: u8,
    },
    /// The dealer sets an area's tiles by the House Way.
    SetHouseWay {
        /// Which.
        area: u8,
        /// Two of the tiles, if the dealer did it by hand; none to have it done.
        #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
        two: Option<[Tile; 2]>,
    },
    /// A supervisor checks a hand that the dealer set.
    CheckHouseWay {
        /// Which.
        area: u8,
    },
    /// A hand that was wrongly set by the House Way is put right.
    CorrectHouseWay {
        /// Which.
        area: u8,
    },
    /// A supervisor has the dealer set a hand that its player leaves.
    DirectHouseWay {
        /// Which.
        area: u8,
    },
    /// A lone wagerer on an area concedes.
    Concede {
        /// Where.
        area: u8,
    },
    /// A supervisor looks at a conceded hand.
    SeeConceded {
        /// Where.
        area: u8,
    },
    /// A player surrenders a Tie wager.
    Surrender {
        /// Where.
        area: u8,
    },
    /// A lone player, or the banker, shows their own tiles.
    ShowOwn {
        /// Where.
        area: u8,
    },
    /// A player asks how the House Way would set an area.
    AskAdvice {
        /// Which.
        area: u8,
    },
    /// Real tiles are keyed in as they are turned up.
    TurnUp {
        /// Where.
        area: u8,
        /// The four tiles.
        #[cfg_attr(feature = "schema", schema(min_items = 4, max_items = 4))]
        tiles: [Tile; 4],
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::AskAdvice { .. } => Some(Step::Advised),
            Self::Deal { .. } => Some(Step::Dealt),
            Self::ShowTiles { .. } => Some(Step::SightAsked),
            Self::Look { .. } => Some(Step::Looked),
            Self::AskHouseWay { .. } => Some(Step::HouseWayAsked),
            Self::Touch { .. } => Some(Step::Touched),
            Self::SetHouseWay { .. } => Some(Step::HouseWaySet),
            Self::CheckHouseWay { .. } => Some(Step::HouseWayChecked),
            Self::SeeConceded { .. } => Some(Step::ConcededSeen),
            Self::Surrender { .. } => Some(Step::Surrendered),
            Self::ShowOwn { .. } => Some(Step::OwnShown),
            Self::TurnUp { .. } => Some(Step::TurnedUp),
            Self::SetHand { .. }
            | Self::LayDown { .. }
            | Self::CorrectHouseWay { .. }
            | Self::DirectHouseWay { .. }
            | Self::Concede { .. } => None,
        }
    }
}
