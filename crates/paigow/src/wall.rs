//! The wall, the dice and the cut.
//!
//! Clauses: star-2016 7, 8, App3, App4; vcga-2000 7, 8, App3; crown-6.1 4, 5, 14.3; uk-leaflet B3, B26.

use crate::LajaBy;
use rulebook::{Grid, Orientation};
use serde::{Deserialize, Serialize};
use tiles::Tile;

/// The tiles between the rounds and as a wall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wall {
    /// The order of the wall, top row first from the dealer's left; unknown at a table with real tiles.
    pub order: Option<Box<[Tile; 32]>>,
    /// Whether tiles are shuffled and stacked.
    pub stacked: bool,
    /// Whether a tile showed and the dealer has to do a laja.
    pub laja_owed: bool,
    /// Whether too many showed in a laja, or a reshuffle was ordered: shuffle again.
    pub shuffle_owed: bool,
    /// Whether a tile showed while this wall was stacked or mixed.
    pub shown: bool,
    /// How many showed in the last laja, by all that was reported of it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub shown_in_laja: u8,
    /// Whether a laja was done.
    pub laja_done: bool,
    /// A laja that somebody asked for and may do or have done, once allowed.
    pub laja_asked: Option<LajaBy>,
    /// The laja that a supervisor allowed.
    pub laja_allowed: Option<LajaBy>,
    /// Whether a player has done a laja: the bank may ask for no other shuffle.
    pub player_laja: bool,
    /// Whether the banker may still follow it with one of their own.
    pub banker_laja: bool,
    /// Whether the bank asked for another shuffle.
    pub reshuffle_asked: bool,
    /// Lots that no area was served with, once tiles are dealt.
    pub left_over: Vec<[Option<Tile>; 4]>,
}

const fn is_none(count: &u8) -> bool {
    *count == 0
}

/// The dice of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dice {
    /// What the banker adds to the total.
    pub steal: i8,
    /// Whether the banker named a value.
    pub stolen: bool,
    /// Whether the cup has been shaken.
    pub shaken: bool,
    /// The box dice, once they lie open.
    pub faces: Option<Faces>,
}

/// What lies in the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowFaces))]
#[serde(deny_unknown_fields)]
pub struct Faces {
    /// The box dice; as many as the book uses, the rest 0.
    #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
    pub boxes: [u8; 3],
    /// The cut die, where there is one.
    pub cut: Option<u8>,
    /// The die for Big and Small, where it is one of its own.
    pub big_small: Option<u8>,
}

/// The cut of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cutting {
    /// Whether betting is over.
    pub closed: bool,
    /// The cut and its orientation, once named.
    pub named: Option<(String, Orientation)>,
    /// Whether the banker left it to others.
    pub declined: bool,
}

/// A cut that no book describes, with the grid that a supervisor registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// Its name.
    pub cut: String,
    /// Its orientation.
    pub orientation: Orientation,
    /// How it delivers.
    pub grid: Grid,
}
