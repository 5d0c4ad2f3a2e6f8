//! Everybody else's hands: all deals of four tiles from the 28 that a hand leaves, set by a House
//! Way, counted by how many lie below given values.
//!
//! The deals that avoid four tiles are, by inclusion and exclusion, those of the whole set, less
//! those that hold one of the four, plus those that hold two, and so on. Deals that hold none or one
//! of a rank are kept as tables of sums, those that hold two or three tiles as short lists, and the
//! one that holds all four is the hand itself. So a count costs a few hundred byte operations
//! instead of 20,475 deals.

use tiles::{HANDS, Hand, Rank, Setting, Value};

/// What a set hand is worth, low and high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetHand {
    /// The low hand.
    pub low: Value,
    /// The high hand.
    pub high: Value,
}

impl SetHand {
    /// The values of a setting.
    pub fn of(setting: &Setting) -> Self {
        Self { low: setting.low_value(), high: setting.high_value() }
    }

    /// As bytes that compare.
    const fn bytes(self) -> (u8, u8) {
        (self.low.byte(), self.high.byte())
    }
}

/// Values are 0 to 181; a threshold can be one more.
const VALUES: usize = 183;
/// Lists of two further tiles: 136 pairs of ranks, padded to whole chunks.
const LANES: usize = 16;
const CHUNKS: usize = 9;

/// How many deals lie below a threshold, for both hands at once and for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Below {
    /// Low hand and high hand below.
    pub both: i32,
    /// Low hand below.
    pub low: i32,
    /// High hand below.
    pub high: i32,
}

/// Sums over all deals that hold given tiles: `sums[low * VALUES + high]` deals lie below both.
struct Sums(Vec<u16>);

/// Deals that hold two given tiles, by the ranks of the other two.
struct Pairs {
    low: [[u8; LANES]; CHUNKS],
    high: [[u8; LANES]; CHUNKS],
    weight: [[u8; LANES]; CHUNKS],
    low_sums: [u16; VALUES],
    high_sums: [u16; VALUES],
}

/// Deals that hold three given tiles, by the rank of the fourth.
struct Triple {
    low: [u8; LANES],
    high: [u8; LANES],
    weight: [u8; LANES],
}

/// The hands of everybody else, set by a House Way.
pub struct Field {
    hands: Vec<SetHand>,
    all: Sums,
    one: Vec<Sums>,
    two: Vec<Pairs>,
    three: Vec<Triple>,
}

/// How many tiles of a rank are left when some are held.
fn left(rank: usize, held: &[usize]) -> usize {
    2usize.saturating_sub(held.iter().filter(|r| **r == rank).count())
}

/// The hand of four ranks, if a set can deal it.
fn hand(ranks: [usize; 4]) -> Option<usize> {
    Hand::new(ranks.map(|r| Rank::from_nibble(r as u8))).map(|h| h.index())
}

/// The place of an unordered pair of ranks.
const fn pair(a: usize, b: usize) -> usize {
    if a <= b { b * (b + 1) / 2 + a } else { a * (a + 1) / 2 + b }
}

/// The place of an unordered triple of ranks, `a <= b <= c`.
const fn triple(a: usize, b: usize, c: usize) -> usize {
    c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
}

impl Sums {
    /// Sums over every hand, each with its weight.
    fn over(hands: &[SetHand], weight: impl Fn(usize) -> u16) -> Self {
        let mut sums = vec![0u16; VALUES * VALUES];
        for (index, set) in hands.iter().enumerate() {
            let weight = weight(index);
            if weight > 0 {
                let (low, high) = set.bytes();
                sums[(usize::from(low) + 1) * VALUES + usize::from(high) + 1] += weight;
            }
        }
        for row in 1..VALUES {
            let (above, this) = sums[(row - 1) * VALUES..(row + 1) * VALUES].split_at_mut(VALUES);
            let mut along = 0;
            for (this, above) in this.iter_mut().zip(above) {
                along += *this;
                *this = along + *above;
            }
        }
        Self(sums)
    }

    fn below(&self, low: usize, high: usize) -> Below {
        let at = |low: usize, high: usize| i32::from(self.0[low * VALUES + high]);
        Below { both: at(low, high), low: at(low, VALUES - 1), high: at(VALUES - 1, high) }
    }
}

impl Pairs {
    fn of(hands: &[SetHand], a: usize, b: usize) -> Self {
        let mut list = Self {
            low: [[0; LANES]; CHUNKS],
            high: [[0; LANES]; CHUNKS],
            weight: [[0; LANES]; CHUNKS],
            low_sums: [0; VALUES],
            high_sums: [0; VALUES],
        };
        let mut place = 0;
        for c in 0..16 {
            for d in c..16 {
                let ways = if c == d {
                    usize::from(left(c, &[a, b]) == 2)
                } else {
                    left(c, &[a, b]) * left(d, &[a, b])
                };
                let (1.., Some(index)) = (ways, hand([a, b, c, d])) else { continue };
                let (low, high) = hands[index].bytes();
                let (chunk, lane) = (place / LANES, place % LANES);
                list.low[chunk][lane] = low;
                list.high[chunk][lane] = high;
                list.weight[chunk][lane] = ways as u8;
                list.low_sums[usize::from(low) + 1] += ways as u16;
                list.high_sums[usize::from(high) + 1] += ways as u16;
                place += 1;
            }
        }
        for t in 1..VALUES {
            list.low_sums[t] += list.low_sums[t - 1];
            list.high_sums[t] += list.high_sums[t - 1];
        }
        list
    }

    fn below(&self, low: u8, high: u8) -> Below {
        // At most nine times four a lane: bytes hold it.
        let mut sums = [0u8; LANES];
        for chunk in 0..CHUNKS {
            let (lows, highs, weights) = (&self.low[chunk], &self.high[chunk], &self.weight[chunk]);
            for lane in 0..LANES {
                let below = u8::from(lows[lane] < low) & u8::from(highs[lane] < high);
                sums[lane] += weights[lane] & below.wrapping_neg();
            }
        }
        Below {
            both: sums.iter().map(|n| i32::from(*n)).sum(),
            low: i32::from(self.low_sums[usize::from(low)]),
            high: i32::from(self.high_sums[usize::from(high)]),
        }
    }
}

impl Triple {
    fn of(hands: &[SetHand], held: [usize; 3]) -> Self {
        let mut list = Self { low: [0; LANES], high: [0; LANES], weight: [0; LANES] };
        for d in 0..16 {
            let ways = left(d, &held);
            let (1.., Some(index)) = (ways, hand([held[0], held[1], held[2], d])) else { continue };
            (list.low[d], list.high[d]) = hands[index].bytes();
            list.weight[d] = ways as u8;
        }
        list
    }

    fn below(&self, low: u8, high: u8) -> Below {
        let (mut both, mut lows, mut highs) = ([0u8; LANES], [0u8; LANES], [0u8; LANES]);
        for d in 0..LANES {
            let (is_low, is_high) = (u8::from(self.low[d] < low), u8::from(self.high[d] < high));
            both[d] = self.weight[d] & (is_low & is_high).wrapping_neg();
            lows[d] = self.weight[d] & is_low.wrapping_neg();
            highs[d] = self.weight[d] & is_high.wrapping_neg();
        }
        let sum = |lanes: [u8; LANES]| lanes.iter().map(|n| i32::from(*n)).sum();
        Below { both: sum(both), low: sum(lows), high: sum(highs) }
    }
}

impl Field {
    /// Deals that four tiles leave for another four: 28 × 27 × 26 × 25 / 24.
    pub const DEALS: i32 = 20_475;

    /// A field in which every hand is set as given, in the order of hands.
    pub fn new(hands: Vec<SetHand>) -> Self {
        debug_assert_eq!(hands.len(), HANDS);
        let dealt: Vec<Hand> = Hand::all().collect();
        let all = Sums::over(&hands, |index| dealt[index].deals() as u16);
        // Deals that hold one given tile of a rank: half of those with one of it, all with both.
        let one = Rank::ALL.map(|rank| {
            Sums::over(&hands, |index| match dealt[index].count(rank) {
                0 => 0,
                1 => (dealt[index].deals() / 2) as u16,
                _ => dealt[index].deals() as u16,
            })
        });
        let mut two = Vec::with_capacity(136);
        let mut three = Vec::with_capacity(816);
        for b in 0..16 {
            for a in 0..=b {
                two.push(Pairs::of(&hands, a, b));
            }
        }
        for c in 0..16 {
            for b in 0..=c {
                for a in 0..=b {
                    three.push(Triple::of(&hands, [a, b, c]));
                }
            }
        }
        Self { hands, all, one: one.into_iter().collect(), two, three }
    }

    /// How the field sets a hand.
    pub fn set(&self, index: usize) -> SetHand {
        self.hands[index]
    }

    /// How many of the 20,475 deals that a hand leaves lie below these thresholds.
    pub fn below(&self, without: &Hand, low: u8, high: u8) -> Below {
        let r = without.ranks().map(|r| usize::from(r.nibble()));
        let mut sum = self.all.below(usize::from(low), usize::from(high));
        let mut count = |sign: i32, part: Below| {
            sum.both += sign * part.both;
            sum.low += sign * part.low;
            sum.high += sign * part.high;
        };
        for a in r {
            count(-1, self.one[a].below(usize::from(low), usize::from(high)));
        }
        for i in 0..4 {
            for j in i + 1..4 {
                count(1, self.two[pair(r[i], r[j])].below(low, high));
            }
        }
        for skipped in 0..4 {
            let mut held = [0; 3];
            let mut n = 0;
            for (i, rank) in r.into_iter().enumerate() {
                if i != skipped {
                    held[n] = rank;
                    n += 1;
                }
            }
            count(-1, self.three[triple(held[0], held[1], held[2])].below(low, high));
        }
        let (own_low, own_high) = self.hands[without.index()].bytes();
        let (is_low, is_high) = (own_low < low, own_high < high);
        count(
            1,
            Below { both: i32::from(is_low && is_high), low: i32::from(is_low), high: i32::from(is_high) },
        );
        sum
    }
}
