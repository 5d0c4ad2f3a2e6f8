//! What two tiles make: a pair, a Wong, Gong or High Nine, or points led by the higher tile.
//!
//! One byte per value, from a 16 × 16 table made at compile time; [`crate::slow`] proves it.
//! Clauses: star-2016 3.2.1, 3.2.2, App1; crown-6.1 3.4.1, 3.5, App1; nz-1999 4.2, 4.3;
//! uk-leaflet B7–B13.

use crate::Rank;
use core::fmt;

/// The value of two tiles. Greater is better; equal values are copies.
///
/// Points come lowest (0 led by Gee Jun is 0), then the six Wongs, Gongs and High Nines, then the
/// sixteen pairs (Gee Jun is 181).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

/// The kind of a value, without the tile that leads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Two tiles that make nothing better: their points, 0 to 9.
    Points(u8),
    /// Teen or Day with a 7.
    HighNine,
    /// Teen or Day with an 8.
    Gong,
    /// Teen or Day with a 9.
    Wong,
    /// Two tiles of one rank.
    Pair,
}

/// The six values between points and pairs start here: Day High Nine, Teen High Nine, Day Gong, ….
const FIRST_NAMED: u8 = 160;
/// The sixteen pairs start here: Chap Ng, …, Teen, Gee Jun.
const FIRST_PAIR: u8 = 166;

/// Best points of a tile: Gee Jun is tried as 3 and as 6 (star-2016 3.2.2).
const fn points(a: Rank, b: Rank) -> u8 {
    const fn counts(rank: Rank) -> [u8; 2] {
        match rank.points() {
            Some(p) => [p, p],
            None => [3, 6],
        }
    }
    let (of_a, of_b) = (counts(a), counts(b));
    let mut best = 0;
    let mut i = 0;
    while i < 4 {
        let sum = (of_a[i / 2] + of_b[i % 2]) % 10;
        if sum > best {
            best = sum;
        }
        i += 1;
    }
    best
}

const fn value(a: u8, b: u8) -> u8 {
    let (top, other) = if a <= b { (a, b) } else { (b, a) };
    if top == other {
        // Pairs: Gee Jun first, then ranks 1 to 15.
        return if top == 15 { FIRST_PAIR + 15 } else { FIRST_PAIR + 14 - top };
    }
    if top <= 1 {
        let teen = 1 - top;
        match Rank::from_nibble(other) {
            Rank::ChapGow => return FIRST_NAMED + 4 + teen,
            Rank::Yun | Rank::ChapPaat => return FIRST_NAMED + 2 + teen,
            Rank::KoKiokChaat | Rank::ChapChaat => return FIRST_NAMED + teen,
            _ => {}
        }
    }
    points(Rank::from_nibble(a), Rank::from_nibble(b)) * 16 + (15 - top)
}

static VALUES: [u8; 256] = {
    let mut table = [0; 256];
    let mut key = 0;
    while key < 256 {
        table[key] = value((key >> 4) as u8, (key & 15) as u8);
        key += 1;
    }
    table
};

impl Value {
    /// The value of two tiles, in either order.
    #[inline]
    pub fn of(a: Rank, b: Rank) -> Self {
        Self(VALUES[usize::from(a.nibble()) << 4 | usize::from(b.nibble())])
    }

    /// The byte behind the value: 0 to 181, greater is better.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The kind of hand.
    pub const fn class(self) -> Class {
        match self.0 {
            b if b >= FIRST_PAIR => Class::Pair,
            b if b >= FIRST_NAMED + 4 => Class::Wong,
            b if b >= FIRST_NAMED + 2 => Class::Gong,
            b if b >= FIRST_NAMED => Class::HighNine,
            b => Class::Points(b / 16),
        }
    }

    /// The points of a plain hand, `None` for anything better.
    pub const fn points(self) -> Option<u8> {
        match self.class() {
            Class::Points(p) => Some(p),
            _ => None,
        }
    }

    /// The tile that leads the hand and breaks ties: the higher-ranked of the two.
    pub const fn leader(self) -> Rank {
        match self.0 {
            b if b == FIRST_PAIR + 15 => Rank::GeeJun,
            b if b >= FIRST_PAIR => Rank::from_nibble(FIRST_PAIR + 14 - b),
            b if b >= FIRST_NAMED => {
                if (b - FIRST_NAMED) % 2 == 1 {
                    Rank::Teen
                } else {
                    Rank::Day
                }
            }
            b => Rank::from_nibble(15 - b % 16),
        }
    }

    /// Whether this is a Wong, a Gong or a High Nine.
    pub const fn is_named(self) -> bool {
        self.0 >= FIRST_NAMED && self.0 < FIRST_PAIR
    }

    /// Whether this is a plain zero: no points, whatever leads it (star-2016 9.2.2.2 and twins).
    pub const fn is_zero(self) -> bool {
        self.0 < 16
    }
}

const NUMBERS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// Prints what a dealer would call: `Teen Wong`, `pair of High 8`, `four, High 6 leads`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leader = self.leader();
        match self.class() {
            Class::Pair => write!(f, "pair of {}", leader.english()),
            Class::Wong => write!(f, "{} Wong", leader.english()),
            Class::Gong => write!(f, "{} Gong", leader.english()),
            Class::HighNine => write!(f, "{} High Nine", leader.english()),
            Class::Points(p) => write!(f, "{}, {} leads", NUMBERS[usize::from(p)], leader.english()),
        }
    }
}
