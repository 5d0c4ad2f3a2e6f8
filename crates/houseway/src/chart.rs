//! The chart of all hands, compiled: setting four tiles in any order is one look-up.
//!
//! Four ranks of four bits are a 16-bit key in whatever order the tiles lie, so a table of 65,536
//! bytes says for each which two of the four are the low hand. No sorting, no branches.

use crate::{Undecided, Way};
use tiles::{HANDS, Hand, Rank, Setting, Tile};

/// Which of four tiles are the low hand: bit 0 for the first tile to bit 3 for the fourth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places(u8);

/// How many keys there are: four ranks of four bits.
pub const KEYS: usize = 1 << 16;

/// What the table holds for four ranks that no set can deal.
const IMPOSSIBLE: u8 = 0;

impl Places {
    /// The bits of the low hand.
    pub const fn low_bits(self) -> u8 {
        self.0
    }

    /// The low and the high hand of the tiles that were looked up.
    pub fn split(self, tiles: [Tile; 4]) -> ([Tile; 2], [Tile; 2]) {
        let pick = |bits: u8| {
            let first = bits.trailing_zeros() as usize & 3;
            let second = (7 - bits.leading_zeros() as usize) & 3;
            [tiles[first], tiles[second]]
        };
        (pick(self.0), pick(!self.0 & 15))
    }
}

/// A House Way for all 3,620 hands.
#[derive(Clone, Debug)]
pub struct Chart {
    settings: Vec<Setting>,
    places: Box<[u8; KEYS]>,
}

/// The 16-bit key of four tiles: their ranks' nibbles drawn together, in the order 0, 2, 1, 3 from the
/// lowest bits up. Whoever tabulates something by four tiles in any order can use it.
///
/// Two tiles share a rank, so a tile's place without its last bit is twice its rank. One multiplication
/// shifts the four nibbles by 3 and by 15 at once; nothing overlaps, so nothing carries. (The shift
/// by 31 adds nothing, as the lowest bit is clear; it keeps the compiler from spelling the
/// multiplication out as shifts, which are slower.)
#[inline]
pub fn key(tiles: [Tile; 4]) -> usize {
    let ranks = u32::from_le_bytes(tiles.map(Tile::place)) & 0x1e1e_1e1e;
    (ranks.wrapping_mul(1 << 31 | 1 << 15 | 1 << 3) >> 16) as usize
}

/// Marks two tiles of the low hand among four.
fn mark(ranks: [Rank; 4], low: [Rank; 2]) -> u8 {
    let mut bits = 0u8;
    for wanted in low {
        let free = (0..4).find(|i| bits & 1 << i == 0 && ranks[*i] == wanted);
        bits |= free.map_or(0, |i| 1 << i);
    }
    bits
}

/// The 24 orders of four places.
const ORDERS: [[usize; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let (mut n, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            orders[n] = order;
            n += 1;
        }
        code += 1;
    }
    orders
};

impl Chart {
    /// Sets every hand.
    ///
    /// # Errors
    /// The first hand that the Way leaves undecided.
    pub fn compile(way: &Way<'_>) -> Result<Self, Undecided> {
        let mut settings = Vec::with_capacity(HANDS);
        let mut places = Box::new([IMPOSSIBLE; KEYS]);
        for hand in Hand::all() {
            let setting = way.settle(&hand, &mut None)?;
            let ranks = hand.ranks();
            let low = mark(ranks, setting.low());
            for order in ORDERS {
                let bits = (0..4).fold(0, |bits, i| bits | (low >> order[i] & 1) << i);
                places[key(order.map(|i| Tile::new(ranks[i], 0)))] = bits;
            }
            settings.push(setting);
        }
        Ok(Self { settings, places })
    }

    /// Which of four tiles are the low hand.
    ///
    /// The tiles have to be of one set; four that cannot be (three of a rank) give no low hand.
    #[inline]
    pub fn places(&self, tiles: [Tile; 4]) -> Places {
        Places(self.places[key(tiles) & (KEYS - 1)])
    }

    /// How a hand is set.
    pub fn setting(&self, hand: &Hand) -> Setting {
        self.settings[hand.index()]
    }
}
