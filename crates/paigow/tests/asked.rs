//! What is asked of a player, step by step through rounds, and that every word of it is a command's.
#![allow(clippy::unwrap_used)]

mod common;
mod drive;

use common::{by, dealer, player, setup, table};
use drive::{Drive, chips, in_order};
use game::VariantNames;
use paigow::command::{bank, cut, dice, hand, seat, settle, wager};
use paigow::{Ask, Command, Kind};
use rulebook::Method;

/// What is asked of a player: what, where, and whether it is done.
fn asked(d: &Drive<'_>, number: u32) -> Option<(Ask, Vec<u8>, bool)> {
    let asked = d.game.asked(&d.table, player(number))?;
    assert!(!asked.cites.is_empty(), "{asked:?} cites nothing");
    Some((asked.what, asked.places, asked.done))
}

#[test]
fn every_answer_is_the_word_of_a_command() {
    let words = [
        bank::Command::VARIANTS,
        cut::Command::VARIANTS,
        dice::Command::VARIANTS,
        hand::Command::VARIANTS,
        settle::Command::VARIANTS,
        wager::Command::VARIANTS,
    ]
    .concat();
    for ask in Ask::ALL {
        for word in ask.by() {
            assert!(words.contains(word), "{ask:?} is answered by \"{word}\", which is no command");
        }
    }
}

/// An offer is answered by a yes, a no, or by asking to be passed over (reading `silent-declines`).
#[test]
fn an_offer_asks_one_player_and_passing_answers_it() {
    for book in ["star-2016", "vcga-2000", "crown-6.1", "nz-1999", "uk-leaflet"] {
        let game = table(setup(book, None));
        let mut d = Drive::open(&game, 2, 1000);
        d.offer(Method::Player, 3);
        assert_eq!(asked(&d, 1), Some((Ask::Bank, vec![3], false)), "{book}");
        assert_eq!(asked(&d, 2), None, "{book}");
        let before = d.events.len();
        d.does(by(1), bank::Command::PassBank { pass: true });
        assert_eq!(d.events.len(), before + 2, "{book}: passed over, and declined");
        assert!(d.table.player(player(1)).unwrap().passes && d.table.bank.offer.is_none(), "{book}");
        assert!(d.table.bank.declined.contains(&player(1)), "{book}");
        assert_eq!(asked(&d, 1), None, "{book}");
    }
}

/// A stand-off that stays is no wager for the next round until it is placed again (star-2016 13.1.9).
#[test]
fn a_wager_is_done_and_a_stand_off_is_not() {
    let game = table(setup("star-2016", None));
    let mut d = Drive::open(&game, 2, 1000);
    d.does(by(1), seat::Command::Sit { area: 3 });
    d.does(by(1), bank::Command::PassBank { pass: true });
    d.offer(Method::House, 1);
    assert_eq!(asked(&d, 1), None, "the wall does not stand yet");
    d.shuffle(in_order());
    assert_eq!(asked(&d, 1), Some((Ask::Wager, vec![3], false)));
    d.place(1, 3, Kind::Regular, 100);
    assert_eq!(asked(&d, 1), Some((Ask::Wager, vec![3], true)));
    d.table.wagers[0].carried = true;
    assert_eq!(asked(&d, 1), Some((Ask::Wager, vec![3], false)), "a stand-off is no wager");
    let again: Command = wager::Command::Place { area: 3, kind: Kind::Regular, stake: chips(100) }.into();
    d.does(by(1), again);
    assert_eq!(asked(&d, 1), Some((Ask::Wager, vec![3], true)), "it stands");
    d.does(dealer(), dice::Command::Shake);
    assert!(asked(&d, 1).is_some_and(|(what, ..)| what == Ask::Wager), "until the dice are exposed");
}
