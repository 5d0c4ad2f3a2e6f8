//! A table as the lobby shows it.

use crate::{Purses, TableSetup};
use money::Amount;
use serde::Serialize;

/// A table as the lobby shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Info {
    /// Its short name.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// The book.
    pub book: String,
    /// Whose money is played for.
    pub money: Purses,
    /// Whether the house deals.
    pub house_deals: bool,
    /// Whether a dealer has taken over.
    pub dealer: bool,
    /// Who.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schema(ignore))]
    pub dealer_number: Option<u32>,
    /// The round.
    pub round: u32,
    /// Players, bots among them.
    pub players: u32,
    /// Bots.
    pub bots: u32,
    /// Stations that look.
    pub watching: u32,
    /// Places that can be had.
    pub free: Vec<u8>,
    /// Whether wagers are taken.
    pub betting: bool,
    /// Why it is halted.
    pub halted: Option<String>,
    /// What staff have to do before play can go on.
    pub waits_for: Option<String>,
    /// Why nothing can be kept now.
    pub trouble: Option<String>,
    /// Its version.
    pub version: u64,
    /// What a player brings to it.
    pub purse: Amount,
}

impl Info {
    /// A table that was not read yet.
    pub(crate) fn unopened(setup: &TableSetup) -> Self {
        Self {
            id: setup.id.clone(),
            name: setup.name.clone(),
            game: String::new(),
            book: setup.book().to_string(),
            money: setup.money,
            house_deals: setup.house_deals(),
            dealer: false,
            dealer_number: None,
            round: 0,
            players: 0,
            bots: 0,
            watching: 0,
            free: Vec::new(),
            betting: false,
            halted: None,
            waits_for: None,
            trouble: None,
            version: 0,
            purse: setup.purse,
        }
    }
}
