//! A table as the operator wants it: the game, whose money, how fast, how many bots.

use crate::Pace;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// A table as the operator wants it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSetup {
    /// A short name that stays, `pg1`: small letters, digits and hyphens.
    pub id: String,
    /// What it is called on the floor.
    pub name: String,
    /// What is played, by which book.
    pub game: GameSetup,
    /// Whose money is played for.
    pub money: Purses,
    /// How fast the house deals, where it does.
    #[serde(default)]
    pub pace: Pace,
    /// How many bots sit at it at most.
    #[serde(default)]
    pub bots: u8,
    /// What somebody brings to a practice table, and a bot to any.
    pub purse: Amount,
}

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameSetup {
    /// Pai Gow; the book is in its setup.
    PaiGow(Box<paigow::Setup>),
    /// Rapid Roulette.
    RapidRoulette {
        /// By which book.
        book: String,
        /// How the table is set up.
        setup: Box<roulette::Setup>,
    },
}

/// Whose money is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Purses {
    /// Nobody's: practice chips, for guests too.
    Practice,
    /// Players' accounts with the house: what is brought to the table leaves the account in the same commit.
    Accounts,
    /// Cash and chips, which the dealer changes at the table.
    Cash,
}

impl TableSetup {
    /// The stream of its records.
    pub fn stream(&self) -> String {
        format!("table/{}", self.id)
    }

    /// The book.
    pub fn book(&self) -> &str {
        match &self.game {
            GameSetup::PaiGow(setup) => &setup.book,
            GameSetup::RapidRoulette { book, .. } => book,
        }
    }

    /// Whether the house deals, without a person.
    pub fn house_deals(&self) -> bool {
        match &self.game {
            GameSetup::PaiGow(setup) => setup.dealer == paigow::Performer::House,
            GameSetup::RapidRoulette { setup, .. } => setup.dealing == roulette::Dealing::House,
        }
    }

    /// Whether its name can be a stream's.
    pub fn named_well(&self) -> bool {
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !self.id.is_empty() && self.id.len() <= 32 && self.id.chars().all(letter)
    }
}

/// Numbers of players: people with an account from 1 on, guests from a million on, bots above all.
pub struct Numbers;

impl Numbers {
    /// The first guest.
    pub const GUEST: u32 = 1_000_000;
    /// The first bot.
    pub const BOT: u32 = 4_000_000_000;

    /// A bot at a place of any table: tables do not share players, so places tell bots apart.
    pub fn bot(place: u8) -> PlayerId {
        PlayerId::new(Self::BOT + u32::from(place)).unwrap_or(PlayerId::HOUSE)
    }

    /// Whether a player is a bot.
    pub const fn is_bot(player: PlayerId) -> bool {
        player.number() >= Self::BOT
    }

    /// Whether a player is a guest.
    pub const fn is_guest(player: PlayerId) -> bool {
        player.number() >= Self::GUEST && player.number() < Self::BOT
    }
}
