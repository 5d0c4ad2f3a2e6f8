//! What everybody hears of a hand that is set and lies face down says nothing of its tiles.

#![allow(clippy::unwrap_used)]

mod common;
mod drive;
#[allow(unused_macros, unused_imports)]
mod refuse;

use common::by;
use common::walk::{Seeded, shuffled};
use drive::plain_cut;
use game::{Cites, Conduct, Game};
use paigow::command::hand;
use paigow::{Command, Kind};
use refuse::{ones, open};
use rulebook::Method;
use std::collections::BTreeSet;

/// Over many deals: whatever two tiles a player names, first or last, of whatever four. The record says on which reading
/// the hand was taken, as it is; those who look do not hear it.
#[test]
fn a_hand_that_is_set_is_heard_of_alike_whatever_it_is() {
    for book in ["star-2016", "vcga-2000", "nz-1999", "crown-6.1", "uk-leaflet"] {
        let mut die = Seeded::new(7);
        let (mut heard, mut kept) = (BTreeSet::new(), BTreeSet::new());
        for _ in 0..800 {
            let mut d = open(book, None);
            d.offer(Method::House, 1);
            d.shuffle(shuffled(&mut die));
            d.place(2, 4, Kind::Regular, 100);
            d.deal(ones(d.game), 0, plain_cut());
            d.does(by(2), hand::Command::Look { area: 4 });
            let tiles = d.tiles(4);
            for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                let set = Command::Hand(hand::Command::SetHand { area: 4, two: [tiles[one], tiles[other]] });
                let Ok(decided) = d.game.decide(&d.table, &set, &by(2)) else { continue };
                for event in &decided.events {
                    let told = d.game.told(event);
                    let clauses: Cites = told.cites.without(&told.hides);
                    heard.insert(format!("{} {:?} {clauses}", told.step, told.said));
                    kept.insert(format!("{} {}", told.step, told.cites));
                }
            }
        }
        assert_eq!(heard.len(), 1, "{book}: {heard:#?}");
        assert!(!kept.is_empty(), "{book}");
        if book == "vcga-2000" {
            assert_eq!(kept.len(), 3, "as it is, with zero-hands, and with no-foul: {kept:#?}");
        }
    }
}
