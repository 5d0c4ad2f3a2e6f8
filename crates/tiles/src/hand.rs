//! Four tiles by rank: one of 3,620 hands, with a perfect index.
//!
//! A hand forgets faces and order. Its index runs 0 to 3,619 in the order of its ranks, best first,
//! and is found by adding four binomials and one look-up.

use crate::{Rank, Setting};
use core::fmt;

/// How many different hands of four tiles there are, by rank.
pub const HANDS: usize = 3620;

/// Multisets of four out of sixteen, of which those with three or four alike cannot be dealt.
const MULTISETS: usize = 3876;

/// Four ranks in rank order, none more than twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand([Rank; 4]);

const fn choose(n: usize, k: usize) -> usize {
    let mut result = 1;
    let mut i = 0;
    while i < k {
        if n < k {
            return 0;
        }
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// `CHOOSE[k][n]`: ways to take k + 1 out of n, for the place of a multiset among all.
static CHOOSE: [[u16; 19]; 4] = {
    let mut table = [[0; 19]; 4];
    let mut k = 0;
    while k < 4 {
        let mut n = 0;
        while n < 19 {
            table[k][n] = choose(n, k + 1) as u16;
            n += 1;
        }
        k += 1;
    }
    table
};

const fn multiset_place(r: [usize; 4]) -> usize {
    choose(r[0], 1) + choose(r[1] + 1, 2) + choose(r[2] + 2, 3) + choose(r[3] + 3, 4)
}

/// Every hand in index order, and the index at each multiset's place.
static TABLES: ([[u8; 4]; HANDS], [u16; MULTISETS]) = {
    let mut hands = [[0; 4]; HANDS];
    let mut index_at = [u16::MAX; MULTISETS];
    let mut index = 0;
    let mut a = 0;
    while a < 16 {
        let mut b = a;
        while b < 16 {
            let mut c = b;
            while c < 16 {
                let mut d = c;
                while d < 16 {
                    if !(a == c || b == d) {
                        hands[index] = [a as u8, b as u8, c as u8, d as u8];
                        index_at[multiset_place([a, b, c, d])] = index as u16;
                        index += 1;
                    }
                    d += 1;
                }
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    assert!(index == HANDS);
    (hands, index_at)
};

impl Hand {
    /// Four ranks in any order, or `None` if one of them occurs more than twice.
    pub fn new(mut ranks: [Rank; 4]) -> Option<Self> {
        ranks.sort_unstable();
        let [a, b, c, d] = ranks;
        (a != c && b != d).then_some(Self(ranks))
    }

    /// Every hand, in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        TABLES.0.iter().map(|r| Self(r.map(Rank::from_nibble)))
    }

    /// The hand at an index 0 to 3,619.
    pub fn at(index: usize) -> Option<Self> {
        TABLES.0.get(index).map(|r| Self(r.map(Rank::from_nibble)))
    }

    /// Its place 0 to 3,619 among all hands.
    pub fn index(&self) -> usize {
        let [a, b, c, d] = self.0.map(|r| usize::from(r.nibble()));
        let place = CHOOSE[0][a] + CHOOSE[1][b + 1] + CHOOSE[2][c + 2] + CHOOSE[3][d + 3];
        usize::from(TABLES.1[usize::from(place)])
    }

    /// The four ranks, in rank order.
    pub const fn ranks(&self) -> [Rank; 4] {
        self.0
    }

    /// How many of the 35,960 deals of four tiles make this hand.
    pub fn deals(&self) -> u32 {
        // A rank held once can be either of its two tiles; a pair is both.
        1 << (4 - 2 * self.pairs().count() as u32)
    }

    /// The ranks held twice, best single tile first: none, one or two.
    pub fn pairs(&self) -> impl Iterator<Item = Rank> + use<> {
        let r = self.0;
        (0..3).filter(move |i| r[*i] == r[i + 1]).map(move |i| r[i])
    }

    /// How many tiles of a rank it holds: 0, 1 or 2.
    pub fn count(&self, rank: Rank) -> usize {
        self.0.iter().filter(|r| **r == rank).count()
    }

    /// The three ways to pair the four tiles. A hand with a pair has two alike; two pairs likewise.
    pub fn settings(&self) -> [Setting; 3] {
        let [a, b, c, d] = self.0;
        [Setting::new([a, b], [c, d]), Setting::new([a, c], [b, d]), Setting::new([a, d], [b, c])]
    }
}

/// Prints four ids in rank order, `12 H8 9 L7`.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        write!(f, "{a} {b} {c} {d}")
    }
}
