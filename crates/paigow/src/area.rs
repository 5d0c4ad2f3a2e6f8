//! One area of the layout: who calls it, its tiles, how they are set.
//!
//! Clauses: star-2016 9.8–9.13, 12; vcga-2000 9.7–9.9, 12.1; crown-6.1 8.7–8.11, 10.1, 10.2.

use houseway::Outcome;
use money::PlayerId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use tiles::{Setting, Tile, Value};

/// An area and what lies on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Whether it is out of play.
    pub off: bool,
    /// Whether only the dealer sets it, by the House Way.
    pub house_way: bool,
    /// How many may wager on it.
    pub players: u8,
    /// Whether the seated player handed the decisions over.
    pub yielded: bool,
    /// Those who left its side wager to others.
    pub waived: SmallVec<[PlayerId; 5]>,
    /// Whether its tiles stay unseen until they are settled.
    pub blind: bool,
    /// Who calls its tiles in this round.
    pub caller: Option<PlayerId>,
    /// Who called them in the last.
    pub last_caller: Option<PlayerId>,
    /// Who wagered on it in the last round, the caller first, then as it would have been theirs to call.
    pub last_players: SmallVec<[PlayerId; 5]>,
    /// Its tiles.
    pub hand: Option<Hand>,
}

/// Four tiles dealt to an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand {
    /// The tiles; unknown ones lie face down at a table with real tiles.
    pub tiles: [Option<Tile>; 4],
    /// Which of them everybody has seen, one bit each.
    pub shown: u8,
    /// Which of those the dealer exposed, one bit each.
    #[serde(default, skip_serializing_if = "none_of_them")]
    pub exposed: u8,
    /// Which of those nobody had seen before their own player showed them, one bit each.
    #[serde(default, skip_serializing_if = "none_of_them")]
    pub own_shown: u8,
    /// Whether nobody wagered on the area, so that they were taken back unseen.
    pub unused: bool,
    /// Whether nobody may see them before they are settled.
    pub blind: bool,
    /// Whether somebody has looked at them.
    pub looked: bool,
    /// Who looked at them or took them in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<PlayerId>,
    /// Whether its caller was left without a wager after the deal, and nobody else calls it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncalled: bool,
    /// Whether the House Way was asked for.
    pub asked: bool,
    /// Whether that was ordered, because its player left it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub directed: bool,
    /// Whether it is left to the dealer because it was knocked over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub knocked: bool,
    /// Whether the player touched them after that, and so answers for them.
    pub touched: bool,
    /// Whether the caller may void the hand because tiles were exposed.
    pub voidable: bool,
    /// Whether the hand is void: it has no result.
    pub void: bool,
    /// Those who wagered on it when it became void, as it would be theirs to call.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub voided: SmallVec<[PlayerId; 5]>,
    /// Whether it was conceded.
    pub conceded: bool,
    /// Whether a supervisor looked at it after that.
    pub seen_conceded: bool,
    /// Whether it was laid down set: who set it, and how.
    pub set: Option<Setter>,
    /// The two hands, once known to the engine.
    pub split: Option<Split>,
    /// Whether it is set otherwise than by the House Way, though it has to be.
    pub wrong: bool,
    /// Whether a supervisor checked that it follows the House Way.
    pub checked: bool,
    /// Whether it was opened, and how it fared: low and high hand won.
    pub opened: bool,
    /// What came of it.
    pub outcome: Option<Outcome>,
    /// Whether its wagers have all been paid or taken.
    pub cleared: bool,
}

const fn none_of_them(which: &u8) -> bool {
    *which == 0
}

/// Who set a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSetter))]
#[serde(rename_all = "kebab-case")]
pub enum Setter {
    /// The caller, or the banker.
    Player,
    /// The dealer, by the House Way.
    Dealer,
}

/// Four tiles as a low and a high hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowSplit))]
pub struct Split {
    /// The low hand.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub low: [Tile; 2],
    /// The high hand, never worth less.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub high: [Tile; 2],
}

impl Split {
    /// Two and two tiles; whichever makes the better hand is the high one (reading `no-foul`).
    pub fn new(one: [Tile; 2], other: [Tile; 2]) -> Self {
        let (a, b) = (worth(one), worth(other));
        if a != b {
            return if a < b { Self { low: one, high: other } } else { Self { low: other, high: one } };
        }
        // Worth the same: as a setting is written.
        let setting = Setting::new(one.map(Tile::rank), other.map(Tile::rank));
        let mut ranks = one.map(Tile::rank);
        ranks.sort_unstable();
        if ranks == setting.low() { Self { low: one, high: other } } else { Self { low: other, high: one } }
    }

    /// What the low and the high hand are worth.
    pub fn values(&self) -> [Value; 2] {
        [worth(self.low), worth(self.high)]
    }

    /// By rank.
    pub fn setting(&self) -> Setting {
        Setting::new(self.low.map(Tile::rank), self.high.map(Tile::rank))
    }

    /// All four.
    pub const fn tiles(&self) -> [Tile; 4] {
        [self.low[0], self.low[1], self.high[0], self.high[1]]
    }
}

fn worth([one, other]: [Tile; 2]) -> Value {
    Value::of(one.rank(), other.rank())
}

impl Area {
    /// An empty area.
    pub fn new(house_way: bool, players: u8) -> Self {
        Self {
            off: false,
            house_way,
            players,
            yielded: false,
            waived: SmallVec::new(),
            blind: false,
            caller: None,
            last_caller: None,
            last_players: SmallVec::new(),
            hand: None,
        }
    }
}

impl Hand {
    /// Four tiles as they were dealt.
    pub fn dealt(tiles: [Option<Tile>; 4], unused: bool, blind: bool) -> Self {
        Self {
            tiles,
            shown: 0,
            exposed: 0,
            own_shown: 0,
            unused,
            blind,
            looked: false,
            seen_by: None,
            uncalled: false,
            asked: false,
            directed: false,
            knocked: false,
            touched: false,
            voidable: false,
            void: false,
            voided: SmallVec::new(),
            conceded: false,
            seen_conceded: false,
            set: None,
            split: None,
            wrong: false,
            checked: false,
            opened: false,
            outcome: None,
            cleared: false,
        }
    }

    /// The tiles, if all are known.
    pub fn known(&self) -> Option<[Tile; 4]> {
        let [a, b, c, d] = self.tiles;
        Some([a?, b?, c?, d?])
    }

    /// Whether somebody has seen the tiles, taken them in hand or set them.
    pub const fn handled(&self) -> bool {
        self.looked || self.touched || self.set.is_some()
    }

    /// Whether it takes part in the round's result.
    pub const fn plays(&self) -> bool {
        !self.unused && !self.void && !self.conceded
    }
}
