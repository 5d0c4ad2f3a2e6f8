//! A setting against the field: how many deals it wins, pushes and loses.
//!
//! Two hands won win the wager, none loses it, one each is a stand-off (reading `per-hand`). Copies
//! are the bank's. Zeros are the book's own affair. Clauses: star-2016 9.2–9.3.3; vcga-2000
//! 13.1–13.7; crown-6.1 8.12–8.15; nz-1999 4.5–4.7, 6.1; uk-leaflet B16–B19(c).

use crate::{Field, SetHand};
use rulebook::{Choices, Parameters, ZeroZero};
use tiles::{Hand, Setting};

/// What zero against zero does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// The bank's hand, whatever the tiles (star-2016 9.2.2.2, vcga-2000 13.4, nz-1999 4.7).
    Bank,
    /// Ranked by tile, but a zero low hand loses with a lost high hand (crown-6.1 8.12.1, 8.13.2).
    ByTile,
}

impl Zeros {
    /// A book's rule, under its readings.
    pub fn of(rules: &Parameters, choices: &Choices) -> Self {
        let by_tile = rules.matching.zero_zero.value == ZeroZero::ByTile;
        if by_tile && choices.of("zero-crown") != Some("copy") { Self::ByTile } else { Self::Bank }
    }
}

/// Which side of the table a setting plays on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Against the bank: copies lose.
    Player,
    /// As the bank: copies win.
    Bank,
}

/// Wins, pushes and losses, from the side of whoever holds the setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// Both hands won.
    pub win: i64,
    /// One hand each.
    pub push: i64,
    /// Both hands lost.
    pub lose: i64,
}

/// Values below this are zeros.
const FIRST_ONE: u8 = 16;

impl Duel {
    /// A setting of a hand against a field.
    pub fn of(hand: &Hand, setting: &Setting, seat: Seat, field: &Field, zeros: Zeros) -> Self {
        Self::with_ties(hand, setting, seat, field, zeros).0
    }

    /// The same, and in how many deals exactly one hand is higher than the bank's (crown-6.1 13.2.2),
    /// which a zero low hand can be without a push (crown-6.1 8.13.2); from the bank's seat, nothing.
    pub(crate) fn with_ties(
        hand: &Hand,
        setting: &Setting,
        seat: Seat,
        field: &Field,
        zeros: Zeros,
    ) -> (Self, i64) {
        let SetHand { low, high } = SetHand::of(setting);
        let total = i64::from(Field::DEALS);
        match seat {
            Seat::Player => {
                // Under Bank a zero beats no zero, and below zero there is nothing.
                let least = |value: u8| if zeros == Zeros::Bank && value < FIRST_ONE { 0 } else { value };
                let below = field.below(hand, least(low), least(high));
                let win = i64::from(below.both);
                let zero_low = zeros == Zeros::ByTile && low < FIRST_ONE;
                // A zero low hand that beats the bank's is worth nothing without the high hand.
                let low_only = i64::from(below.low) - win;
                let high_only = i64::from(below.high) - win;
                let push = high_only + if zero_low { 0 } else { low_only };
                (Self { win, push, lose: total - win - push }, low_only + high_only)
            }
            Seat::Bank => {
                // Below or equal is the bank's; under Bank every zero is no more than any other.
                let above =
                    |value: u8| if zeros == Zeros::Bank && value < FIRST_ONE { FIRST_ONE } else { value + 1 };
                let below = field.below(hand, above(low), above(high));
                let both = i64::from(below.both);
                let extra = if zeros == Zeros::ByTile && low < FIRST_ONE {
                    // Zero low hands that beat ours by tile, of players who lose the high hand.
                    i64::from(field.below(hand, FIRST_ONE, above(high)).both) - both
                } else {
                    0
                };
                let win = both + extra;
                let push = i64::from(below.low) - both + i64::from(below.high) - win;
                (Self { win, push, lose: total - win - push }, 0)
            }
        }
    }

    /// One setting against one other, the player's against the bank's: for oracles and simulation.
    pub fn one(player: SetHand, bank: SetHand, zeros: Zeros) -> Self {
        let beats = |mine: u8, theirs: u8| match zeros {
            Zeros::Bank if mine < FIRST_ONE && theirs < FIRST_ONE => false,
            _ => mine > theirs,
        };
        let (low, high) = (beats(player.low, bank.low), beats(player.high, bank.high));
        match (low, high) {
            (true, true) => Self { win: 1, ..Self::default() },
            (true, false) if zeros == Zeros::ByTile && player.low < FIRST_ONE => {
                Self { lose: 1, ..Self::default() }
            }
            (false, false) => Self { lose: 1, ..Self::default() },
            _ => Self { push: 1, ..Self::default() },
        }
    }

    /// All deals.
    pub const fn deals(&self) -> i64 {
        self.win + self.push + self.lose
    }

    /// The same, seen from the other side of the table.
    pub const fn turned(self) -> Self {
        Self { win: self.lose, push: self.push, lose: self.win }
    }

    pub(crate) fn add(&mut self, other: Self, weight: i64) {
        self.win += weight * other.win;
        self.push += weight * other.push;
        self.lose += weight * other.lose;
    }
}
