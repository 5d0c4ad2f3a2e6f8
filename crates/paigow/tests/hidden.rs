//! Tiles that lie face down: who looks at them when, and what others hear of them.

#![allow(clippy::unwrap_used)]

mod common;
mod drive;
mod refuse;

use common::walk::{Seeded, shuffled};
use common::{by, dealer, setup};
use drive::{Drive, plain_cut};
use game::{Cites, Conduct, Game};
use paigow::command::hand;
use paigow::{Command, Kind};
use refuse::{Cases, no, ones, open, rules};
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

/// star-2016 12.11, 12.13, reading `standing-look`: looking at every deal is said once, and of electronic tiles.
#[test]
fn standing_looks() {
    let mut c = Cases::default();
    let mut of = setup("star-2016", None);
    of.chance = paigow::Chance::Electronic;
    let mut d = Drive::open(rules(of), 4, 1_000);
    let shows = |always| hand::Command::ShowTiles { always };
    no!(c, &d, by(2), shows(false) => "set.no_change", "star-2016 12.11", "P2 does not look at every deal");
    d.does(by(2), shows(true));
    no!(c, &d, by(2), shows(true) => "set.no_change", "star-2016 12.11", "P2 looks at every deal already");
    no!(c, &d, dealer(), shows(true) =>
        "person.not_player", "star-2016 12.11",
        "the dealer (staff 1) is not a player, and only a player can do this");
    let told = open("star-2016", None);
    no!(c, &told, by(2), shows(true) =>
        "set.real_tiles", "star-2016 12.11",
        "real tiles are picked up by whoever looks at them: no deal shows them");
    c.done();
}
