//! A setting against the field: how many deals it wins, pushes and loses.
//!
//! The rule is [`houseway::Matching`]; here it is turned into thresholds that the field counts by.

use crate::{Field, SetHand};
use houseway::{Matching, Outcome};
use rulebook::Copies;
use tiles::{Hand, Setting, Value};

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
    pub fn of(hand: &Hand, setting: &Setting, seat: Seat, field: &Field, matching: &Matching) -> Self {
        Self::with_ties(hand, setting, seat, field, matching).0
    }

    /// The same, and in how many deals exactly one hand is higher than the bank's (crown-6.1 13.2.2),
    /// which a zero low hand can be without a push (crown-6.1 8.13.2); from the bank's seat, nothing.
    pub(crate) fn with_ties(
        hand: &Hand,
        setting: &Setting,
        seat: Seat,
        field: &Field,
        matching: &Matching,
    ) -> (Self, i64) {
        let (low, high) = (setting.low_value(), setting.high_value());
        let total = i64::from(Field::DEALS);
        // Values below the threshold are beaten: equal ones too where copies are ours, and where a
        // zero is the bank's, no zero is beaten by a player and every zero by the bank.
        let copies_ours = (matching.copies == Copies::Bank) == (seat == Seat::Bank);
        let [takes_low, takes_high] = matching.bank_takes_zeros();
        let threshold = |value: Value, takes: bool| match (value.is_zero() && takes, seat) {
            (true, Seat::Player) => 0,
            (true, Seat::Bank) => FIRST_ONE,
            (false, _) => value.byte() + u8::from(copies_ours),
        };
        let (low_below, high_below) = (threshold(low, takes_low), threshold(high, takes_high));
        let below = field.below(hand, low_below, high_below);
        let both = i64::from(below.both);
        let (low_only, high_only) = (i64::from(below.low) - both, i64::from(below.high) - both);
        let special = matching.zero_low_loses && low.is_zero();
        match seat {
            Seat::Player => {
                // A zero low hand that beats the bank's is worth nothing without the high hand.
                let push = high_only + if special { 0 } else { low_only };
                (Self { win: both, push, lose: total - both - push }, low_only + high_only)
            }
            Seat::Bank => {
                // Zero low hands that beat ours by tile, of players who lose the high hand.
                let extra =
                    if special { i64::from(field.below(hand, FIRST_ONE, high_below).both) - both } else { 0 };
                let (win, push) = (both + extra, low_only + high_only - extra);
                (Self { win, push, lose: total - win - push }, 0)
            }
        }
    }

    /// One setting against one other, the player's against the bank's.
    pub fn one(player: SetHand, bank: SetHand, matching: &Matching) -> Self {
        let none = Self::default();
        match matching.result([player.low, player.high], [bank.low, bank.high]) {
            Outcome::Win => Self { win: 1, ..none },
            Outcome::Push => Self { push: 1, ..none },
            Outcome::Lose => Self { lose: 1, ..none },
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

    /// Adds another, so many times.
    pub fn add(&mut self, other: Self, weight: i64) {
        self.win += weight * other.win;
        self.push += weight * other.push;
        self.lose += weight * other.lose;
    }
}
