//! Rapid Roulette dealt by the House: periods, spins, leavers, bots, and staff who step in.

use super::{Dealt, Room, SHELF, draw, player};
use crate::Draw;
use crate::play::{Next, Pace, Play};
use ::roulette::command::{account, claim, mishap, wager};
use ::roulette::{
    ClaimAbout, Command, Dealing, Evidence, Phase, Place, Roulette, Setup, Spot, State, StationId,
};
use game::{Conduct, Context, Game, Moment, Person, Rank, StaffId};
use money::{Account, Amount};
use std::collections::BTreeMap;

const SUPERVISOR: Person = Person::Staff(StaffId(9), Rank(2));

fn game(dealing: Dealing) -> Roulette {
    let book = SHELF.book("rapid-roulette-2000").unwrap();
    let mut setup = Setup::full(&book.roulette().unwrap().rules);
    setup.dealing = dealing;
    setup.stations = 8;
    Roulette::new(book, setup).unwrap()
}

fn room(pace: Pace, bots: u32, seed: u64) -> Room<Roulette> {
    let mut room = Room::new(game(Dealing::House), pace, seed);
    for number in 1..=2 {
        room.joins(player(number), number as u8, 500, false);
    }
    for number in 0..bots {
        let place = room.game.free(&room.state)[0];
        room.joins(player(101 + number), place, 500, true);
    }
    room
}

#[test]
fn periods_end_by_the_clock_and_balls_come_by_chance() {
    let mut room = room(Pace::default(), 3, 1);
    let opened = room.until("period-opened");
    let closes = room.with_scene(|scene| room.game.closes(&room.state, scene)).unwrap();
    assert_eq!(closes.milliseconds(), opened + 30_000);
    assert!(room.game.betting(&room.state));
    let ended = room.until("period-ended");
    assert_eq!(ended, opened + 30_000);
    assert!(!room.game.betting(&room.state));
    assert_eq!(room.until("spun") - ended, 700);
    assert_eq!(room.until("settled") - ended, 1_400);
    let mut pockets = [0u32; 37];
    for _ in 0..400 {
        room.until("settled");
        pockets[usize::from(room.state.records().next_back().unwrap().pocket)] += 1;
    }
    assert!(pockets.iter().filter(|count| **count > 0).count() > 30, "{pockets:?}");
}

#[test]
fn nothing_is_spun_for_nobody() {
    let mut room = room(Pace::default(), 3, 2);
    room.until("settled");
    room.bots_act();
    let station = room.state.station_of(player(1)).unwrap();
    let place = Place::On(Spot(17));
    room.act(Person::Player(player(1)), wager::Command::Put { station, place, amount: Amount::of(5) })
        .unwrap();
    room.people.clear();
    // What is wagered is played, and nothing after it.
    room.until("settled");
    for _ in 0..5 {
        room.bots_act();
        assert_eq!(room.deals(), Dealt::Waits);
        room.now += 100_000;
    }
    // Somebody is back: the period that ran out is spun without wagers, then there is a new one.
    room.people.push(player(1));
    let opened = room.until("period-opened");
    assert_eq!(room.now, opened);
    assert!(room.game.betting(&room.state));
}

#[test]
fn a_person_deals_by_hand() {
    let game = game(Dealing::Person);
    assert!(!game.draws());
    let context = |who| Context::new(who, Moment::default());
    let bought = game.join(&game.start(), player(1), 1, Amount::of(100));
    assert!(bought.iter().all(|(who, command)| game.decide(&game.start(), command, &context(*who)).is_err()));
    let room = Room::new(game, Pace::FAST, 1);
    assert_eq!(room.with_scene(|scene| room.game.deal(&room.state, scene)), Next::Wait);
}

/// Something that somebody may want.
fn wish(state: &State, station: StationId, die: &mut Draw) -> Command {
    let place = match die.below(5) {
        0 => {
            let numbers: Vec<u8> = (0..2 + die.below(3)).map(|_| die.below(37) as u8).collect();
            Place::Run(::roulette::Numbers::new(&numbers).unwrap())
        }
        _ => Place::On(Spot(die.below(157) as u8)),
    };
    let amount = Amount::of(i64::from(die.below(20)) + 1);
    match die.below(40) {
        0 => account::Command::Leave { station }.into(),
        1 => wager::Command::Clear { station }.into(),
        2 => claim::Command::Claim { station, about: ClaimAbout::Outcome }.into(),
        3..=5 => match state.station(station).and_then(|known| known.wagers.first()) {
            Some(wager) => {
                wager::Command::Take { station, place: Place::On(wager.spot), amount: wager.amount }.into()
            }
            None => wager::Command::Clear { station }.into(),
        },
        _ => wager::Command::Put { station, place, amount }.into(),
    }
}

fn stirs(room: &mut Room<Roulette>, die: &mut Draw) {
    let id = room.guests[die.below(room.guests.len() as u32) as usize];
    if die.below(50) == 0 {
        match room.people.iter().position(|known| *known == id) {
            Some(place) => drop(room.people.remove(place)),
            None => room.people.push(id),
        }
    }
    if !room.people.contains(&id) {
        return;
    }
    let Some(station) = room.state.station_of(id) else {
        let Some(place) = room.game.free(&room.state).first().copied() else { return };
        for (who, command) in room.game.join(&room.state, id, place, Amount::of(300)) {
            let _ = room.act(who, command);
        }
        return;
    };
    if room.state.credit(id) < 20 && die.below(4) == 0 {
        for (who, command) in room.game.top_up(&room.state, id, Amount::of(200)) {
            let _ = room.act(who, command);
        }
    }
    let wish = wish(&room.state, station, die);
    let _ = room.act(Person::Player(id), wish);
}

/// What a supervisor does: something goes wrong, or is put right again.
fn upsets(room: &mut Room<Roulette>, die: &mut Draw) {
    let context = Context::new(SUPERVISOR, Moment::new(room.now));
    let choices = room.game.legal(&room.state, &context);
    let wrong = die.below(4) == 0;
    for choice in choices {
        let mut command = choice.command;
        let acts = match &mut command {
            // What stands still is always put right.
            Command::Mishap(mishap::Command::Correct { pocket, .. }) => {
                *pocket = die.below(37) as u8;
                true
            }
            Command::Mishap(mishap::Command::Establish { evidence, .. }) => {
                *evidence = if die.below(2) == 0 { Evidence::AsShown } else { Evidence::None };
                true
            }
            Command::Mishap(mishap::Command::RestoreSystem | mishap::Command::RestoreStation { .. }) => true,
            Command::Claim(claim::Command::Answer { .. }) => die.below(6) == 0,
            Command::Mishap(mishap::Command::SystemFails | mishap::Command::StationFails { .. }) => {
                wrong && die.below(10) == 0
            }
            Command::Mishap(mishap::Command::Freeze { .. } | mishap::Command::CallNoSpin { .. }) => {
                wrong && die.below(6) == 0
            }
            _ => false,
        };
        if !acts {
            continue;
        }
        room.act(SUPERVISOR, command).unwrap();
        return;
    }
}

/// Whether staff have to do something first.
fn is_staffs(state: &State) -> bool {
    state.frozen().is_some()
        || state.phase() == Phase::Halted
        || state.open().any(|(_, station, _)| station.in_doubt)
}

#[test]
fn no_table_is_ever_stuck() {
    let mut seen = BTreeMap::new();
    for (seed, staff) in [(11, false), (12, true), (13, true)] {
        for bots in 0..=4 {
            let mut room = room(Pace::FAST, bots, seed);
            let mut die = draw(seed * 10 + u64::from(bots));
            while room.rounds < 300 {
                for _ in 0..die.below(12) {
                    stirs(&mut room, &mut die);
                }
                if staff && die.below(8) == 0 {
                    upsets(&mut room, &mut die);
                }
                room.bots_act();
                match room.deals() {
                    Dealt::Acted => {}
                    Dealt::Until(moment) => {
                        let left = moment - room.now;
                        room.now += left.min(i64::from(die.below(20_000)) + 1);
                    }
                    Dealt::Waits => {
                        assert!(is_staffs(&room.state), "stuck: {:#?} {:#?}", room.trace, room.state);
                        upsets(&mut room, &mut die);
                    }
                }
            }
            room.seen.iter().for_each(|(step, count)| *seen.entry(*step).or_insert(0) += count);
        }
    }
    for step in [
        "placed",
        "taken",
        "leaving",
        "paid-out",
        "settled",
        "no-spin",
        "station-failed",
        "system-failed",
        "established",
        "claimed",
    ] {
        assert!(seen.contains_key(step), "no {step} in {seen:?}");
    }
}

#[test]
fn leavers_are_paid_and_places_are_free_again() {
    let mut room = room(Pace::default(), 0, 4);
    assert_eq!(room.game.free(&room.state), [3, 4, 5, 6, 7, 8]);
    assert_eq!(room.game.join(&room.state, player(1), 3, Amount::of(10)), []);
    room.until("period-opened");
    let station = StationId(1);
    let place = Place::On(Spot(0));
    let put: Command = wager::Command::Put { station, place, amount: Amount::of(20) }.into();
    let context = Context::new(Person::Player(player(1)), Moment::new(room.now));
    let placed = room.game.decide(&room.state, &put, &context).unwrap().events;
    assert_eq!(room.game.staked(&placed[0]), Some((player(1), 20)));
    room.act(Person::Player(player(1)), put).unwrap();
    room.until("period-ended");
    let leave = room.game.leave(&room.state, player(1)).unwrap();
    room.act(Person::Player(player(1)), leave).unwrap();
    assert_eq!(room.game.leave(&room.state, player(1)), None);
    assert_eq!(room.game.players(&room.state), [player(1), player(2)]);
    room.until("paid-out");
    assert_eq!(room.game.players(&room.state), [player(2)]);
    assert_eq!(room.game.ledger(&room.state).balance(Account::Player(player(1))), 0);
    assert!(room.game.free(&room.state).contains(&1));
}

/// rapid-roulette-2000 8.4, reading drawn-ball.
#[test]
fn a_ball_that_the_house_drew_is_not_put_right() {
    let mut room = room(Pace::default(), 0, 6);
    room.until("settled");
    let record = room.state.records().next_back().unwrap();
    let (spin, pocket) = (record.spin, (record.pocket + 1) % 37);
    for command in
        [mishap::Command::Freeze { spin }, mishap::Command::Correct { spin, pocket }].map(Command::from)
    {
        let refused = room.act(SUPERVISOR, command).unwrap_err();
        assert!(refused.code.ends_with("electronic"), "{refused}");
    }
}
