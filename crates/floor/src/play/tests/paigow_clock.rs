//! The times that people get at a Pai Gow table, by every book.

use super::paigow::{name, seat_bots, seat_bots_with, setup, table, tables};
use super::{Dealt, Room, player};
use crate::play::{Pace, Play};
use ::paigow::command::{bank, seat, wager};
use ::paigow::{Ask, Command, Kind, PaiGow, Phase, Stake};
use game::Person;
use money::Amount;
use rulebook::Method;

/// A table where persons 1 and 2 sit, who do nothing by themselves, and so many bots.
fn room(game: PaiGow, bots: u32) -> Room<PaiGow> {
    let mut room = Room::new(game, Pace::default(), 5);
    room.joins(player(1), 2, 2_000, false);
    room.joins(player(2), 3, 2_000, false);
    seat_bots_with(&mut room, bots, 300);
    room
}

fn wagers(room: &mut Room<PaiGow>, id: u32) {
    let area = room.state.player(player(id)).unwrap().seat.unwrap();
    let stake = Stake::chips(Amount::of(50));
    room.act(Person::Player(player(id)), wager::Command::Place { area, kind: Kind::Regular, stake }).unwrap();
}

fn passes(room: &mut Room<PaiGow>) {
    let ids: Vec<_> = room.guests.iter().chain(&room.bots).copied().collect();
    for id in ids {
        room.act(Person::Player(id), bank::Command::PassBank { pass: true }).unwrap();
    }
}

#[test]
fn an_offer_of_the_bank_stands_for_its_time() {
    for game in tables() {
        let mut room = room(game, 0);
        room.until("bank-offered");
        // From when they have seen it, which is a step on a screen for each that was made.
        let seen = room.since;
        assert_eq!(room.until("bank-declined") - seen, 8_000, "{}", name(&room.game));
        // Whoever is not there is not waited for.
        room.people.pop();
        let offered = room.until("bank-offered");
        assert_eq!(room.until("bank-declined") - offered, 0);
    }
}

#[test]
fn betting_stays_open_for_who_has_not_wagered() {
    for game in tables() {
        let mut room = room(game, 2);
        passes(&mut room);
        room.until("stacked");
        let stacked = room.since;
        room.bots_act();
        wagers(&mut room, 1);
        let closes = room.with_scene(|scene| room.game.closes(&room.state, scene)).unwrap();
        assert_eq!(closes.milliseconds(), stacked + 15_000, "{}", name(&room.game));
        let closed = room.until("bets-closed");
        // Where dice come first, they are shaken and shown at the end of the time.
        assert!(
            (15_000..=18_000).contains(&(closed - stacked)),
            "{}: {}",
            name(&room.game),
            closed - stacked
        );
        room.until("dealt");
        assert!(room.when("shaken") >= stacked + 15_000, "{}", name(&room.game));
    }
}

#[test]
fn betting_closes_a_moment_after_everybody_has_wagered() {
    let mut room = room(table(setup("vcga-2000", None)), 2);
    passes(&mut room);
    let stacked = room.until("stacked");
    room.bots_act();
    room.now += 4_000;
    wagers(&mut room, 1);
    room.now += 1_000;
    wagers(&mut room, 2);
    assert_eq!(room.until("bets-closed"), stacked + 5_000 + 3_000);
}

#[test]
fn without_wagers_betting_stays_open_until_somebody_wagers() {
    for game in tables() {
        let mut room = room(game, 0);
        passes(&mut room);
        room.until("stacked");
        for _ in 0..10 {
            room.now += 60_000;
            assert_eq!(room.deals(), Dealt::Waits, "{}", name(&room.game));
        }
        assert_eq!(room.with_scene(|scene| room.game.closes(&room.state, scene)), None);
        wagers(&mut room, 1);
        let wagered = room.now;
        let closed = room.until("bets-closed");
        assert!((3_000..=6_000).contains(&(closed - wagered)), "{}: {}", name(&room.game), closed - wagered);
    }
}

#[test]
fn hands_are_set_for_who_does_not_set_them_in_time() {
    for game in tables() {
        let mut room = room(game, 3);
        passes(&mut room);
        room.until("stacked");
        wagers(&mut room, 1);
        wagers(&mut room, 2);
        let (closed, dealt) = (room.until("bets-closed"), room.until("dealt"));
        assert_eq!(closed, dealt, "nobody can say anything in between");
        let seen = room.since;
        let directed = room.until("house-way-directed");
        assert_eq!(directed - seen, 40_000, "{}", name(&room.game));
        // Both at once: nobody waits a second time.
        let both = room.story.iter().filter(|(_, word)| *word == "house-way-directed");
        assert!(both.clone().count() == 2 && both.clone().all(|(at, _)| *at == directed));
        let settled = room.until("bank-settled");
        assert_eq!(settled, directed, "{}: nobody can say anything in between", name(&room.game));
        let seen = room.since;
        // Five hands are opened at least, and the bank's is shown: each step takes its time on the screens.
        assert!(seen - settled > 5 * 700, "{}: {}", name(&room.game), seen - settled);
        let over = room.until("round-over");
        assert_eq!(over, seen + 700, "{}: all lies open until it is seen", name(&room.game));
        let offered = room.until("house-banks");
        // The pause is shorter than a round is at least; in this room a round begins when the last is over.
        assert_eq!(offered - over, 5_000, "{}", name(&room.game));
        room.until("stacked");
        room.bots_act();
        wagers(&mut room, 1);
        room.people.clear();
        // Nobody is there: the round is finished without waiting, and none begins.
        let dealt = room.until("dealt");
        let directed = room.until("house-way-directed");
        assert_eq!(directed - dealt, 0, "{}", name(&room.game));
        room.until("round-over");
        assert_eq!(room.deals(), Dealt::Waits);
        room.now += 600_000;
        assert_eq!(room.deals(), Dealt::Waits);
        assert_eq!(room.state.phase, Phase::Bank);
    }
}

#[test]
fn a_silent_banker_is_played_for() {
    for game in tables() {
        let named = name(&game);
        let mut room = room(game, 2);
        for bot in room.bots.clone() {
            room.act(Person::Player(bot), bank::Command::PassBank { pass: true }).unwrap();
        }
        room.until("bank-offered");
        let banker = room.state.bank.offer.unwrap().player;
        let stake = Amount::of(2_000);
        room.act(Person::Player(banker), bank::Command::AcceptBank { method: Method::Player, stake })
            .unwrap();
        room.until("stacked");
        room.bots_act();
        let closed = room.until("bets-closed");
        assert!(closed - room.when("stacked") >= 15_000, "{named}");
        room.until("dealt");
        let asked = room.when("dice-shown").min(closed);
        assert!(room.now - asked >= 8_000, "{named}: the banker has time for the cut");
        let dealt = room.when("dealt");
        let set = room.until("bank-set");
        assert!((40_000..=56_000).contains(&(set - dealt)), "{named}: {}", set - dealt);
        let over = |word: &str| word == "round-over" || word.starts_with("round-void");
        while !room.story.iter().any(|(_, word)| over(word)) {
            match room.deals() {
                Dealt::Acted => room.bots_act(),
                Dealt::Until(moment) => room.now = moment,
                Dealt::Waits => panic!("{named} is stuck: {:#?}", room.trace),
            }
        }
    }
}

#[test]
fn a_bank_that_is_short_gives_way() {
    for game in tables() {
        let named = name(&game);
        let mut room = room(game, 3);
        for bot in room.bots.clone() {
            room.act(Person::Player(bot), bank::Command::PassBank { pass: true }).unwrap();
        }
        room.until("bank-offered");
        let banker = room.state.bank.offer.unwrap().player;
        let stake = Amount::of(20);
        room.act(Person::Player(banker), bank::Command::AcceptBank { method: Method::Player, stake })
            .unwrap();
        room.until("stacked");
        let other = if banker == player(1) { 2 } else { 1 };
        wagers(&mut room, other);
        room.until("bank-short");
        let short = room.now;
        // Whoever can neither add to it nor share it with the House is asked nothing, and not waited for.
        let asked = room.game.asked(&room.state, banker);
        let sees = asked.as_ref().is_some_and(|asked| asked.what == Ask::Cover);
        // From when they have seen it.
        let waited = if sees { room.since - short + 8_000 } else { 0 };
        let changed = room.until("method-changed");
        assert_eq!(changed - short, waited, "{named} {asked:?}");
        room.until("round-over");
    }
}

#[test]
fn a_bank_without_a_banker_and_wagers_is_given_back() {
    let mut room = Room::new(table(setup("star-2016", None)), Pace::default(), 5);
    room.joins(player(1), 2, 2_000, false);
    room.until("bank-offered");
    let stake = Amount::of(500);
    room.act(Person::Player(player(1)), bank::Command::AcceptBank { method: Method::Player, stake }).unwrap();
    room.until("stacked");
    assert_eq!(room.deals(), Dealt::Waits);
    room.people.clear();
    room.until("round-void-disruption");
    assert_eq!(room.state.ledger.balance(money::Account::Player(player(1))), 2_000);
    assert_eq!(room.game.leave(&room.state, player(1)), Some(Command::Seat(seat::Command::Leave)));
    assert_eq!(room.deals(), Dealt::Waits);
}

#[test]
fn nothing_begins_without_people() {
    let mut room = Room::new(table(setup("star-2016", None)), Pace::default(), 5);
    assert_eq!(room.deals(), Dealt::Waits);
    seat_bots(&mut room, 4);
    room.now += 60_000;
    assert_eq!(room.deals(), Dealt::Waits);
    assert_eq!(room.state.phase, Phase::Shut);
    room.joins(player(1), 2, 500, false);
    room.until("table-opened");
}
