//! Whose money it is, or where on the table it lies.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A player, numbered by the shell. Number 0 is the House, where a book lets it wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct PlayerId(u32);

impl PlayerId {
    /// The House as one who wagers.
    pub const HOUSE: Self = Self(0);

    /// A player's number; 0 is the House's.
    pub const fn new(number: u32) -> Option<Self> {
        if number == 0 { None } else { Some(Self(number)) }
    }

    /// The number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Whether it is the House.
    pub const fn is_house(self) -> bool {
        self.0 == 0
    }
}

/// Prints `P7`, and `House` for the House.
impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("House"),
            number => f.pad(&format!("P{number}")),
        }
    }
}

/// An account at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// The world outside the table: what players brought stands here as owed.
    Cage,
    /// Promotional tokens given out, and those that came back.
    Promotions,
    /// The House's chips at the table.
    Float,
    /// What the House took as commission.
    Commission,
    /// What could not be recovered from a player, and what the House adjusted.
    Adjustments,
    /// Stakes that were forfeited.
    Forfeits,
    /// Winnings held until a matter is looked into.
    Held(PlayerId),
    /// A player's chips, not wagered.
    Player(PlayerId),
    /// A player's promotional tokens, not wagered.
    Tokens(PlayerId),
    /// A player's chips on the layout.
    Layout(PlayerId),
    /// A player's tokens on the layout.
    LayoutTokens(PlayerId),
    /// What a player put up as bank.
    Bank(PlayerId),
    /// The stakes of a co-bank, the player's and the House's together.
    CoBank,
    /// The losing wager area.
    Pool,
}

impl Account {
    /// A number that orders accounts as they are declared: the kind, then the player.
    pub(crate) const fn key(self) -> u64 {
        // Two matches, each of them one step for the processor: the kind is the place in this list.
        let kind: u64 = match self {
            Self::Cage => 0,
            Self::Promotions => 1,
            Self::Float => 2,
            Self::Commission => 3,
            Self::Adjustments => 4,
            Self::Forfeits => 5,
            Self::Held(_) => 6,
            Self::Player(_) => 7,
            Self::Tokens(_) => 8,
            Self::Layout(_) => 9,
            Self::LayoutTokens(_) => 10,
            Self::Bank(_) => 11,
            Self::CoBank => 12,
            Self::Pool => 13,
        };
        let player = match self {
            Self::Held(player)
            | Self::Player(player)
            | Self::Tokens(player)
            | Self::Layout(player)
            | Self::LayoutTokens(player)
            | Self::Bank(player) => player.number(),
            _ => 0,
        };
        (kind << 32) | player as u64
    }

    /// Whether it may owe: the House and the world may, nobody and nothing else.
    pub const fn may_owe(self) -> bool {
        matches!(
            self,
            Self::Cage
                | Self::Promotions
                | Self::Float
                | Self::Commission
                | Self::Adjustments
                | Self::Forfeits
        )
    }

    /// Where a wagerer's loose chips are: the float for the House.
    pub const fn purse(who: PlayerId) -> Self {
        if who.is_house() { Self::Float } else { Self::Player(who) }
    }
}

/// Prints `P7`, `P7 on the layout`, `float`.
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cage => f.write_str("cage"),
            Self::Promotions => f.write_str("promotions"),
            Self::Float => f.write_str("float"),
            Self::Commission => f.write_str("commission"),
            Self::Adjustments => f.write_str("adjustments"),
            Self::Forfeits => f.write_str("forfeits"),
            Self::Held(player) => write!(f, "{player} held"),
            Self::Player(player) => write!(f, "{player}"),
            Self::Tokens(player) => write!(f, "{player} tokens"),
            Self::Layout(player) => write!(f, "{player} on the layout"),
            Self::LayoutTokens(player) => write!(f, "{player} tokens on the layout"),
            Self::Bank(player) => write!(f, "{player} as bank"),
            Self::CoBank => f.write_str("co-bank"),
            Self::Pool => f.write_str("losing wager area"),
        }
    }
}
