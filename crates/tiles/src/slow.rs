//! The value of two tiles written straight from the ranking clauses, one clause after another.
//!
//! Slow on purpose: it shares nothing with the table in `value.rs`, so that agreeing over all
//! 496 pairs of tiles, order included, proves the table.
//! Clauses: crown-6.1 App1.Pairs.1–22, App1.Individual.1–16, 3.4.1, 3.5; nz-1999 4.2–4.4.

use crate::{Rank, Tile};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The single tiles by their spots, best first (crown-6.1 App1.Individual.1–16).
const SINGLES: [&[(u8, u8)]; 16] = [
    &[(6, 6)],
    &[(1, 1)],
    &[(4, 4)],
    &[(1, 3)],
    &[(5, 5)],
    &[(3, 3)],
    &[(2, 2)],
    &[(5, 6)],
    &[(4, 6)],
    &[(1, 6)],
    &[(1, 5)],
    &[(3, 6), (4, 5)],
    &[(2, 6), (3, 5)],
    &[(2, 5), (3, 4)],
    &[(1, 4), (2, 3)],
    &[(1, 2), (2, 4)],
];

/// A two-tile hand, ranked as the books rank it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// 1 (Gee Jun pair) to 22 (Day High Nine), or `None` for a hand below them.
    pub place: Option<u8>,
    /// The points of a hand below Day High Nine.
    pub points: u8,
    /// The number 1 to 16 of its highest single tile.
    pub top: u8,
}

fn single(tile: Tile) -> u8 {
    let place = SINGLES.iter().position(|faces| faces.contains(&tile.face()));
    // Every face is in the list; a tile that were not would rank below all.
    place.map_or(17, |p| p as u8 + 1)
}

/// Spots counted as points; Gee Jun's two tiles count 3 or 6 each (crown-6.1 App1.Note).
fn counts(tile: Tile) -> Vec<u8> {
    let (a, b) = tile.face();
    if matches!((a, b), (1, 2) | (2, 4)) { Vec::from([3, 6]) } else { Vec::from([a + b]) }
}

/// Ranks two different tiles.
pub fn rank(one: Tile, other: Tile) -> Ranked {
    let (a, b) = (single(one), single(other));
    let top = a.min(b);
    let spots = |tile: Tile| tile.face().0 + tile.face().1;
    // Gee Jun is pair 1; the other pairs follow in the order of their single tiles, 2 to 16.
    let pair = (a == b).then(|| if a == 16 { 1 } else { a + 1 });
    // Ranks 17 to 22: Teen, then Day, with any 9; with any 8; with any 7.
    let company = if a <= b { other } else { one };
    let named =
        (a != b && top <= 2).then(|| (9..=9).chain(8..=8).chain(7..=7).position(|n| n == spots(company)));
    let place = pair.or_else(|| named.flatten().map(|step| 17 + 2 * step as u8 + (top - 1)));
    let sums = counts(one).into_iter().flat_map(|x| counts(other).into_iter().map(move |y| (x + y) % 10));
    Ranked { place, points: sums.max().unwrap_or(0), top }
}

/// Compares two two-tile hands: by place, then points, then the top tile.
pub fn compare(left: &Ranked, right: &Ranked) -> Ordering {
    match (left.place, right.place) {
        (Some(l), Some(r)) => r.cmp(&l),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => left.points.cmp(&right.points).then(right.top.cmp(&left.top)),
    }
}

/// The rank of a tile by the list above, for comparison with [`Tile::rank`].
pub fn single_rank(tile: Tile) -> Rank {
    Rank::from_nibble(single(tile).saturating_sub(1))
}
