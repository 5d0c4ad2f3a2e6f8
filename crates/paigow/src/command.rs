//! What somebody wants to happen at the table, by topics.
//!
//! A command says nothing about who gives it: that is in the context. Amounts, tiles, areas and dice
//! are checked by `decide`, so a command can always be stored and read back, and never be half done.

pub mod bank;
pub mod cut;
pub mod dice;
pub mod hand;
pub mod limit;
pub mod mishap;
pub mod order;
pub mod seat;
pub mod settle;
pub mod table;
pub mod wager;
pub mod wall;

pub use mishap::{Ground, Misdealt};
pub use order::Matter;
pub use table::Found;
pub use wall::{During, LajaBy, ReshuffleCause};

use crate::Step;

game::topics! {
    /// What somebody wants to happen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowCommand), serde(untagged))]
    pub enum Command by "do" {
        /// The table itself: its set of tiles, opening and closing.
        Table(table::Command),
        /// People: chips, seats, leaving.
        Seat(seat::Command),
        /// Limits and commission.
        Limit(limit::Command),
        /// The bank.
        Bank(bank::Command),
        /// The wall.
        Wall(wall::Command),
        /// Wagers.
        Wager(wager::Command),
        /// The dice.
        Dice(dice::Command),
        /// The cut.
        Cut(cut::Command),
        /// Hands: dealt, looked at, set.
        Hand(hand::Command),
        /// Showing, matching, paying.
        Settle(settle::Command),
        /// What goes wrong.
        Mishap(mishap::Command),
        /// Conduct, removal, disputes.
        Order(order::Command),
    }
}

impl Command {
    /// Its word, as it stands on the wire.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Table(command) => command.into(),
            Self::Seat(command) => command.into(),
            Self::Limit(command) => command.into(),
            Self::Bank(command) => command.into(),
            Self::Wall(command) => command.into(),
            Self::Wager(command) => command.into(),
            Self::Dice(command) => command.into(),
            Self::Cut(command) => command.into(),
            Self::Hand(command) => command.into(),
            Self::Settle(command) => command.into(),
            Self::Mishap(command) => command.into(),
            Self::Order(command) => command.into(),
        }
    }

    /// The step that it leads to, whose clauses say when it can be done and by whom.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::Table(command) => command.step(),
            Self::Seat(command) => command.step(),
            Self::Limit(command) => command.step(),
            Self::Bank(command) => command.step(),
            Self::Wall(command) => command.step(),
            Self::Wager(command) => command.step(),
            Self::Dice(command) => command.step(),
            Self::Cut(command) => command.step(),
            Self::Hand(command) => command.step(),
            Self::Settle(command) => command.step(),
            Self::Mishap(command) => command.step(),
            Self::Order(command) => command.step(),
        }
    }
}
