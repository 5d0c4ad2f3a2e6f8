//! What happened at the table, by topics: with the clauses it rests on and the money it moved.

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

pub use mishap::Cause;
pub use wager::Why;

use crate::Step;

/// Something that happened.
pub type Event = game::Event<What>;

game::topics! {
    /// What can happen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowWhat), serde(untagged))]
    pub enum What by "is" {
        /// The table itself: its set of tiles, opening and closing.
        Table(table::What),
        /// People: chips, seats, leaving.
        Seat(seat::What),
        /// Limits and commission.
        Limit(limit::What),
        /// The bank.
        Bank(bank::What),
        /// The wall.
        Wall(wall::What),
        /// Wagers.
        Wager(wager::What),
        /// The dice.
        Dice(dice::What),
        /// The cut.
        Cut(cut::What),
        /// Hands: dealt, looked at, set.
        Hand(hand::What),
        /// Showing, matching, paying.
        Settle(settle::What),
        /// What goes wrong.
        Mishap(mishap::What),
        /// Conduct, removal, disputes.
        Order(order::What),
    }
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::Table(what) => what.step(),
            Self::Seat(what) => what.step(),
            Self::Limit(what) => what.step(),
            Self::Bank(what) => what.step(),
            Self::Wall(what) => what.step(),
            Self::Wager(what) => what.step(),
            Self::Dice(what) => what.step(),
            Self::Cut(what) => what.step(),
            Self::Hand(what) => what.step(),
            Self::Settle(what) => what.step(),
            Self::Mishap(what) => what.step(),
            Self::Order(what) => what.step(),
        }
    }
}
