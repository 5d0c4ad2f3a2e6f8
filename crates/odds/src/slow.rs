//! The same counts the slow way, to prove the fast one: every weighted pair of hands, and every
//! concrete deal of tiles.

use crate::{Duel, Seat, SetHand};
use houseway::Matching;
use tiles::{Hand, Setting, Tile};

/// In how many ways the bank can be dealt a hand from what another leaves.
pub fn weight(without: &Hand, hand: &Hand) -> i64 {
    let ranks = hand.ranks();
    let mut ways = 1;
    for (i, rank) in ranks.iter().enumerate() {
        if i > 0 && ranks[i - 1] == *rank {
            continue;
        }
        let left = 2 - without.count(*rank);
        ways *= match (left, hand.count(*rank)) {
            (2, 1) => 2,
            (2, 2) | (1, 1) => 1,
            _ => 0,
        };
    }
    ways
}

/// A setting against every other hand with its weight: 3,620 of them.
pub fn duel(hand: &Hand, setting: &Setting, seat: Seat, field: &[SetHand], matching: &Matching) -> Duel {
    let mine = SetHand::of(setting);
    let mut sum = Duel::default();
    for (other, theirs) in Hand::all().zip(field) {
        let weight = weight(hand, &other);
        if weight > 0 {
            let one = match seat {
                Seat::Player => Duel::one(mine, *theirs, matching),
                Seat::Bank => Duel::one(*theirs, mine, matching).turned(),
            };
            sum.add(one, weight);
        }
    }
    sum
}

/// A setting of four concrete tiles against every deal of four of the other 28: 20,475 of them.
pub fn concrete(
    tiles: [Tile; 4],
    setting: &Setting,
    seat: Seat,
    field: &[SetHand],
    matching: &Matching,
) -> Duel {
    let mine = SetHand::of(setting);
    let rest: Vec<Tile> = Tile::all().filter(|t| !tiles.contains(t)).collect();
    let mut sum = Duel::default();
    for a in 0..rest.len() {
        for b in a + 1..rest.len() {
            for c in b + 1..rest.len() {
                for d in c + 1..rest.len() {
                    let four = [rest[a], rest[b], rest[c], rest[d]].map(Tile::rank);
                    let Some(other) = Hand::new(four) else { continue };
                    let theirs = field[other.index()];
                    let one = match seat {
                        Seat::Player => Duel::one(mine, theirs, matching),
                        Seat::Bank => Duel::one(theirs, mine, matching).turned(),
                    };
                    sum.add(one, 1);
                }
            }
        }
    }
    sum
}

/// In how many deals exactly one of a player's hands is higher than the bank's: a Tie.
pub fn one_higher(hand: &Hand, setting: &Setting, field: &[SetHand], matching: &Matching) -> i64 {
    let mine = SetHand::of(setting);
    let tied = |theirs: &SetHand| {
        let [low, high] = matching.beats([mine.low, mine.high], [theirs.low, theirs.high]);
        low != high
    };
    Hand::all().zip(field).filter(|(_, theirs)| tied(theirs)).map(|(other, _)| weight(hand, &other)).sum()
}
