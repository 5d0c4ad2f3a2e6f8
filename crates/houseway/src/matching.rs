//! Matching: a player's two hands against the bank's, by the book.
//!
//! One rule for everybody who compares hands: tables, odds, simulation. Two hands won win the wager,
//! none loses it, one each is a stand-off (reading `per-hand`). Whose copies and zeros are is the
//! book's affair. Knows nothing of money.
//! Clauses: star-2016 9.2–9.3.3; vcga-2000 13.1–13.7; crown-6.1 8.12–8.15; nz-1999 4.5–4.7, 6.1;
//! uk-leaflet B16–B19(c).

use rulebook::{Choices, Copies, Parameters, ZeroZero};
use tiles::Value;

/// How a book compares hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matching {
    /// Zero against zero.
    pub zeros: ZeroZero,
    /// Whether a player's zero low hand loses with a lost high hand (crown-6.1 8.13.2).
    pub zero_low_loses: bool,
    /// Whose a copy is.
    pub copies: Copies,
}

/// What becomes of a player's wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Both hands won: Jung.
    Win,
    /// One hand each: Jowl, a stand-off.
    Push,
    /// Neither hand won: Che.
    Lose,
}

impl Matching {
    /// A book's rule, under its readings.
    pub fn of(rules: &Parameters, choices: &Choices) -> Self {
        let rules = &rules.matching;
        let copied = choices.of("zero-crown") == Some("copy");
        let both = choices.of("uk-high-zero") == Some("both-hands");
        Self {
            zeros: if copied || both { ZeroZero::Bank } else { rules.zero_zero.value },
            zero_low_loses: rules.zero_low_loses.value && !copied,
            copies: rules.copies.value,
        }
    }

    /// Whether zero against zero is the bank's, in the low hands and in the high hands.
    pub const fn bank_takes_zeros(&self) -> [bool; 2] {
        match self.zeros {
            ZeroZero::Bank => [true, true],
            ZeroZero::BankLow => [true, false],
            ZeroZero::ByTile => [false, false],
        }
    }

    /// What a player's low and high hand count when they are matched: more than [`Matching::bank_key`] of
    /// the hands they beat, and of no other. A zero that no zero loses to counts nothing.
    pub fn player_keys(&self, hands: [Value; 2]) -> [u16; 2] {
        let takes = self.bank_takes_zeros();
        std::array::from_fn(|place| match hands[place].is_zero() && takes[place] {
            true => 0,
            false => Self::bank_key(hands[place]) + u16::from(self.copies == Copies::Player),
        })
    }

    /// What the bank's hand counts: two steps a value, so that a copy can lie between.
    pub const fn bank_key(value: Value) -> u16 {
        2 * value.byte() as u16 + 1
    }

    /// Whether a player's low hand and high hand beat the bank's.
    pub fn beats(&self, player: [Value; 2], bank: [Value; 2]) -> [bool; 2] {
        let keys = self.player_keys(player);
        std::array::from_fn(|place| keys[place] > Self::bank_key(bank[place]))
    }

    /// A player's low and high hand against the bank's.
    pub fn result(&self, player: [Value; 2], bank: [Value; 2]) -> Outcome {
        match self.beats(player, bank) {
            [true, true] => Outcome::Win,
            [false, false] => Outcome::Lose,
            [true, false] if self.zero_low_loses && player[0].is_zero() => Outcome::Lose,
            _ => Outcome::Push,
        }
    }
}
