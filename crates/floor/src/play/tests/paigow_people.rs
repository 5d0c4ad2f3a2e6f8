//! Random people at tables by every book: they wager, bank, dawdle, go and never answer; staff void rounds and
//! take areas out. The dealer is never refused and never stands still while nobody owes an answer.

use super::paigow::{is_running, name, seat_bots, setup, table, tables};
use super::{Dealt, Room, draw, player};
use crate::Draw;
use crate::play::{Pace, Play, Scene};
use ::paigow::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use ::paigow::{
    Choice, Command, Faces, Hand, Kind, LajaBy, Matter, PaiGow, Phase, Setter, Stake, State, What,
};
use game::{Conduct, Context, Game, Moment, Person, Rank, StaffId};
use money::{Account, Amount, PlayerId};
use rulebook::Method;
use std::collections::BTreeMap;

/// Something that somebody may want, sensible or not.
fn wish(table: &State, id: PlayerId, die: &mut Draw) -> Command {
    let area = die.below(8) as u8 + 1;
    let seat = table.player(id).and_then(|known| known.seat).unwrap_or(area);
    let near = if die.below(4) == 0 { area } else { seat };
    let some = Amount::of(i64::from(die.below(60)) * 5 + 20);
    let purse = table.ledger.amount(Account::Player(id));
    match table.phase {
        Phase::Bank => match die.below(6) {
            0 => Command::Bank(bank::Command::DeclineBank),
            1 => Command::Bank(bank::Command::PassBank { pass: die.below(4) == 0 }),
            2 => Command::Wager(wager::Command::Withdraw { area: near, kind: Kind::Regular }),
            3 => Command::Seat(seat::Command::Sit { area }),
            _ => {
                let method = if die.below(3) == 0 { Method::CoBank } else { Method::Player };
                let stake = if die.below(2) == 0 { purse } else { some };
                Command::Bank(bank::Command::AcceptBank { method, stake })
            }
        },
        Phase::Wall if table.bank.is_held_by(id) && die.below(2) == 0 => match die.below(8) {
            0 => Command::Dice(dice::Command::Steal { value: die.below(9) as i8 - 4 }),
            1 => Command::Wall(wall::Command::AskReshuffle),
            2 => Command::Bank(bank::Command::AddToBank {
                amount: if die.below(2) == 0 { purse } else { some },
            }),
            3 => Command::Bank(bank::Command::ChangeMethod { method: Method::CoBank }),
            4 => Command::Wager(wager::Command::AskHouseWager { amount: Amount::of(20) }),
            5 => Command::Cut(cut::Command::DeclineCut),
            _ => Command::Wager(wager::Command::Consent { player: player(die.below(4) + 1) }),
        },
        Phase::Wall => match die.below(24) {
            0..=7 => {
                let kind = if die.below(2) == 0 { Kind::Regular } else { Kind::ALL[die.below(5) as usize] };
                let amount = if kind == Kind::Regular { some } else { Amount::of(5) };
                Command::Wager(wager::Command::Place { area: near, kind, stake: Stake::chips(amount) })
            }
            8 => Command::Wager(wager::Command::Withdraw {
                area: near,
                kind: Kind::ALL[die.below(5) as usize],
            }),
            9 => Command::Dice(dice::Command::Shake),
            10 => Command::Dice(dice::Command::Steal { value: die.below(9) as i8 - 4 }),
            11 => Command::Wall(wall::Command::AskLaja { by: LajaBy::Dealer }),
            12 => Command::Wall(wall::Command::AskLaja { by: LajaBy::Player(id) }),
            13 => Command::Wall(wall::Command::DoLaja { order: None }),
            14 => Command::Wager(wager::Command::WaiveSide { area: near }),
            15..=17 => Command::Bank(bank::Command::JoinBank { stake: some }),
            18 => Command::Bank(bank::Command::NameShaker { player: player(die.below(4) + 1) }),
            19..=20 => Command::Cut(cut::Command::NameCut {
                cut: "dai-pin".to_string(),
                orientation: "right".parse().unwrap(),
            }),
            _ => Command::Wager(wager::Command::Yield { area: near }),
        },
        Phase::Set | Phase::Match => {
            let hand = table.area(near).and_then(|area| area.hand.as_ref()).and_then(Hand::known);
            match die.below(12) {
                0..=2 => Command::Hand(hand::Command::Look { area: near }),
                3..=5 if hand.is_some() => {
                    let tiles = hand.unwrap();
                    let first = die.below(4) as usize;
                    let second = (first + 1 + die.below(3) as usize) % 4;
                    Command::Hand(hand::Command::SetHand { area: near, two: [tiles[first], tiles[second]] })
                }
                6 => Command::Hand(hand::Command::AskHouseWay { area: near }),
                7 => Command::Hand(hand::Command::Touch { area: near }),
                8 => Command::Hand(hand::Command::Concede { area: near }),
                9 => Command::Hand(hand::Command::Surrender { area: near }),
                10 => Command::Settle(settle::Command::AskBank),
                _ => Command::Settle(settle::Command::ConfirmBank),
            }
        }
        Phase::Shut | Phase::Clear | Phase::Closed => {
            Command::Order(order::Command::RaiseDispute { about: Matter::Conduct })
        }
    }
}

/// Whoever is there and is asked nothing keeps nobody waiting: without them the dealer does the same, at the same time.
fn waits_only_for_whoever_is_asked(room: &Room<PaiGow>) {
    if room.state.phase == Phase::Wall && !room.game.wagered(&room.state) {
        // Betting stays open as long as anybody is there.
        return;
    }
    let pace = Pace { alone: true, ..room.pace };
    let next = |people: &[PlayerId]| {
        room.with_scene(|scene| room.game.deal(&room.state, &Scene { people, pace: &pace, ..*scene }))
    };
    let all = next(&room.people);
    for id in room.people.iter().filter(|id| room.game.asked(&room.state, **id).is_none()) {
        let others: Vec<PlayerId> = room.people.iter().copied().filter(|known| known != id).collect();
        assert_eq!(next(&others), all, "{id} is asked nothing, and waited for: {:#?}", room.trace);
    }
}

/// Somebody comes, goes, or wants something.
fn stirs(room: &mut Room<PaiGow>, die: &mut Draw) {
    let Some(place) = (die.below(3) > 0).then(|| die.below(room.guests.len() as u32 + 1) as usize) else {
        return;
    };
    let Some(id) = room.guests.get(place).copied() else { return };
    let there = room.people.contains(&id);
    if !there {
        if die.below(20) == 0 {
            room.people.push(id);
        }
        return;
    }
    if die.below(60) == 0 {
        // Gone without a word.
        room.people.retain(|known| *known != id);
        return;
    }
    if room.state.player(id).is_none() {
        let free = room.game.free(&room.state);
        let Some(place) = free.get(die.below(free.len() as u32) as usize).copied() else { return };
        for (who, command) in room.game.join(&room.state, id, place, Amount::of(1_000)) {
            if room.act(who, command).is_err() {
                return;
            }
        }
        return;
    }
    if die.below(80) == 0
        && let Some(command) = room.game.leave(&room.state, id)
    {
        room.act(Person::Player(id), command).unwrap();
        return;
    }
    if room.state.ledger.balance(Account::Player(id)) < 100 && die.below(4) == 0 {
        for (who, command) in room.game.top_up(&room.state, id, Amount::of(1_000)) {
            room.act(who, command).unwrap();
        }
    }
    let wish = wish(&room.state, id, die);
    let _ = room.act(Person::Player(id), wish);
}

/// Whether betting is open and nobody has wagered on tiles: somebody owes the table a wager.
fn is_empty(table: &State) -> bool {
    table.phase == Phase::Wall && !table.cutting.closed && table.wagers.iter().all(|w| w.kind.on_dice())
}

/// Plays until so many rounds ended; how many things were done.
fn plays(
    room: &mut Room<PaiGow>,
    rounds: u32,
    die: &mut Draw,
    stir: &mut dyn FnMut(&mut Room<PaiGow>, &mut Draw),
) -> u64 {
    let (mut done, mut idle) = (0, 0);
    let named = name(&room.game);
    while room.rounds < rounds && room.state.phase != Phase::Closed {
        waits_only_for_whoever_is_asked(room);
        for _ in 0..die.below(4) {
            stir(room, die);
        }
        room.bots_act();
        if die.below(40) == 0 {
            for bot in room.bots.clone() {
                if room.state.ledger.balance(Account::Player(bot)) < 200 {
                    for (who, command) in room.game.top_up(&room.state, bot, Amount::of(1_000)) {
                        room.act(who, command).unwrap();
                    }
                }
            }
        }
        done += 1;
        match room.deals() {
            Dealt::Acted => idle = 0,
            Dealt::Until(moment) => {
                idle += 1;
                // Others act before, more often than not.
                if die.below(3) == 0 {
                    room.now = moment;
                } else {
                    room.now += (moment - room.now).min(i64::from(die.below(3_000)));
                }
            }
            Dealt::Waits => {
                idle += 1;
                let rests = !is_running(&room.state);
                assert!(
                    rests || is_empty(&room.state),
                    "{named} is stuck: {:#?} {:#?}",
                    room.trace,
                    room.state
                );
            }
        }
        assert!(idle < 20_000, "{named} does not come on: {:#?} {:#?}", room.trace, room.state);
    }
    done
}

/// What random play has to have come to, for the test to mean anything.
fn covers(seen: &BTreeMap<&'static str, u32>, wanted: &[&str]) {
    for step in wanted {
        assert!(seen.contains_key(step), "no {step} in {seen:?}");
    }
}

#[test]
fn no_table_is_ever_stuck_whoever_plays() {
    let mut seen = BTreeMap::new();
    for (at, game) in tables().into_iter().enumerate() {
        for bots in 0..=7 {
            let mut room = Room::new(game.clone(), Pace::FAST, at as u64 * 8 + u64::from(bots));
            let mut die = draw(1_000 + at as u64 * 8 + u64::from(bots));
            for number in 1..=3 {
                if let Some(place) = room.game.free(&room.state).first().copied() {
                    room.joins(player(number), place, 1_000, false);
                }
            }
            seat_bots(&mut room, bots);
            plays(&mut room, 200, &mut die, &mut stirs);
            assert!(room.rounds >= 200);
            room.seen.iter().for_each(|(step, count)| *seen.entry(*step).or_default() += count);
        }
    }
    covers(&seen, &COMMON);
}

/// What happens at tables where nobody errs.
const COMMON: [&str; 31] = [
    "bank-taken",
    "bank-declined",
    "house-banks",
    "bank-short",
    "bank-added",
    "method-changed",
    "co-bank-funded",
    "laja-asked",
    "laja-allowed",
    "laja-done",
    "reshuffle-asked",
    "wager-withdrawn",
    "wager-returned",
    "caller-named",
    "cut-stolen",
    "cut-declined",
    "cut-named",
    "big-small-called",
    "retrieved",
    "turned-to-dealer",
    "hand-set",
    "house-way-asked",
    "house-way-set",
    "house-way-directed",
    "house-way-checked",
    "conceded",
    "chung-lifted",
    "bank-confirmed",
    "bank-asked-for",
    "wager-stays",
    "bank-settled",
];

#[test]
fn no_table_is_ever_stuck_with_a_clock() {
    let mut seen = BTreeMap::new();
    for (at, game) in tables().into_iter().enumerate() {
        let mut room = Room::new(game, Pace::default(), 77 + at as u64);
        let mut die = draw(2_000 + at as u64);
        for number in 1..=4 {
            if let Some(place) = room.game.free(&room.state).first().copied() {
                room.joins(player(number), place, 1_000, false);
            }
        }
        seat_bots(&mut room, 2);
        plays(&mut room, 100, &mut die, &mut |room, die| {
            // Somebody is there at last, so that it goes on.
            if room.people.is_empty() && die.below(10) == 0 {
                room.people.push(room.guests[0]);
            }
            stirs(room, die);
        });
        assert!(room.rounds >= 100);
        room.seen.iter().for_each(|(step, count)| *seen.entry(*step).or_default() += count);
    }
    let wanted =
        ["bank-taken", "bank-short", "method-changed", "laja-done", "house-way-directed", "cut-stolen"];
    covers(&seen, &wanted);
}

/// Something that a supervisor does, out of all that may be done, mostly what upsets a round.
fn upsets(room: &mut Room<PaiGow>, die: &mut Draw) {
    let top = room.game.parameters().ranks.ladder.value.len() as u8 - 1;
    let who = Person::Staff(StaffId(9), Rank(top));
    let context = Context::new(who, Moment::new(room.now));
    let weight = |choice: &Choice| match &choice.command {
        Command::Table(table::Command::EndPlay { .. })
        | Command::Order(order::Command::BarPlayer { .. })
        | Command::Order(order::Command::PartPlayers { .. }) => 0,
        Command::Table(table::Command::PostClosing { .. }) => 0,
        Command::Order(order::Command::DecideRemoval)
        | Command::Order(order::Command::RestoreArea { .. })
        | Command::Wall(wall::Command::ReportShown { .. }) => 60,
        Command::Hand(hand::Command::DirectHouseWay { .. }) | Command::Dice(dice::Command::ReportCocked) => {
            20
        }
        Command::Hand(hand::Command::SetHouseWay { .. })
        | Command::Mishap(mishap::Command::ReportExposed { .. })
        | Command::Mishap(mishap::Command::ReportKnocked { .. }) => 6,
        Command::Mishap(mishap::Command::VoidHand { .. })
        | Command::Mishap(mishap::Command::VoidRound { .. })
        | Command::Mishap(mishap::Command::ReportSetWrong) => 1,
        Command::Seat(seat::Command::BuyIn { .. })
        | Command::Limit(limit::Command::SetPersonalLimits { .. })
        | Command::Limit(limit::Command::ChangeLimits { .. }) => 0,
        _ => 3,
    };
    let choices = room.game.legal(&room.state, &context);
    let total: u32 = choices.iter().map(weight).sum();
    let mut left = die.below(total.max(1));
    for choice in choices {
        let own = weight(&choice);
        if left >= own {
            left -= own;
            continue;
        }
        let mut command = choice.command;
        if let Command::Hand(hand::Command::SetHouseWay { area, two: Some(two) }) = &mut command
            && room.game.setup().chance != ::paigow::Chance::Electronic
        {
            // Set wrongly, as often as not, where hands lay tiles out.
            let hand = room.state.area(*area).and_then(|area| area.hand.as_ref());
            let [_, b, c, d] = hand.and_then(Hand::known).unwrap();
            *two = [[b, c], [b, d]][die.below(2) as usize];
        }
        room.act(who, command.clone()).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        return;
    }
}

#[test]
fn the_dealer_goes_on_after_whatever_staff_did() {
    let mut seen = BTreeMap::new();
    for at in 0..2 * tables().len() {
        let game = tables().swap_remove(at / 2);
        let mut room = Room::new(game, Pace::FAST, 500 + at as u64);
        let mut die = draw(3_000 + at as u64);
        // A full table with one person, and one with three.
        let people = if at % 2 == 0 { 1 } else { 3 };
        for number in 1..=people {
            if let Some(place) = room.game.free(&room.state).first().copied() {
                room.joins(player(number), place, 1_000, false);
            }
        }
        seat_bots(&mut room, 7 - people);
        plays(&mut room, 150, &mut die, &mut |room, die| {
            stirs(room, die);
            if die.below(20) == 0 {
                upsets(room, die);
            }
        });
        assert!(room.rounds >= 150, "{}", name(&room.game));
        room.seen.iter().for_each(|(step, count)| *seen.entry(*step).or_default() += count);
    }
    covers(&seen, &UPSET);
}

/// What happens when something goes wrong; nobody sees electronic tiles (decision 0018).
const UPSET: [&str; 12] = [
    "round-void-disruption",
    "hand-void",
    "tiles-replaced",
    "reshuffle-ordered",
    "wager-refused",
    "removal-decided",
    "area-removed",
    "area-restored",
    "set-first-ordered",
    "wagers-void",
    "winnings-held",
    "banks-allowed",
];

#[test]
fn announced_limits_come_into_force_and_an_announced_end_closes_the_table() {
    let mut room = Room::new(table(setup("star-2016", None)), Pace { alone: true, ..Pace::default() }, 9);
    room.joins(player(1), 2, 1_000, false);
    seat_bots(&mut room, 2);
    room.until("round-over");
    let top = Person::Staff(StaffId(9), Rank(3));
    let limit = ::paigow::Limit::new(Amount::of(50), Amount::of(500), 5).unwrap();
    let at = Moment::new(room.now).after_minutes(30);
    room.act(top, limit::Command::PostLimits { kind: ::paigow::LimitKind::Regular, limit, at }).unwrap();
    let changed = room.until("limits-changed");
    assert!(changed >= at.milliseconds());
    assert_eq!(room.state.limits.of(::paigow::LimitKind::Regular), limit);
    let at = Moment::new(room.now).after_minutes(60);
    room.act(top, table::Command::PostClosing { at }).unwrap();
    let closed = room.until("table-closed");
    assert!(closed >= at.milliseconds());
    assert_eq!(room.state.phase, Phase::Closed);
    assert!(room.state.players.is_empty());
    assert_eq!(room.deals(), Dealt::Waits);
}

#[test]
fn chance_is_put_in_whatever_stood_there() {
    for game in tables() {
        let mut die = draw(1);
        let call = |command: &Command| game.calls(command).map(|call| (call.what, call.carried));
        // A wall that stands is in no order yet.
        assert_eq!(call(&Command::Wall(wall::Command::Shuffle { order: None })), None);
        let mut deal = Command::Hand(hand::Command::Deal { order: None });
        assert_eq!(call(&deal), Some(("wall", false)));
        game.fill(&mut deal, &mut die);
        assert_eq!(call(&deal), Some(("wall", true)));
        assert!(matches!(deal, Command::Hand(hand::Command::Deal { order: Some(_) })));
        let faces = Faces { boxes: [9, 9, 9], cut: None, big_small: Some(4) };
        let mut dice = Command::Dice(dice::Command::ShowDice { faces: Some(faces) });
        assert_eq!(call(&dice), Some(("dice", true)));
        game.fill(&mut dice, &mut die);
        let Command::Dice(dice::Command::ShowDice { faces: Some(faces) }) = dice else { panic!() };
        let count = usize::from(game.parameters().dice.box_dice.value);
        assert!(faces.boxes[..count].iter().all(|face| (1..=6).contains(face)), "{}", name(&game));
        assert!(faces.boxes[count..].iter().all(|face| *face == 0));
        assert_eq!(faces.cut.is_some(), game.parameters().dice.cut_die.value);
    }
    let mut keyed = setup("star-2016", None);
    keyed.chance = ::paigow::Chance::Keyed;
    let keyed = table(keyed);
    assert!(!keyed.draws());
    assert_eq!(keyed.calls(&Command::Wall(wall::Command::Shuffle { order: None })), None);
}

#[test]
fn bots_set_as_the_dealer_would() {
    for game in tables() {
        let named = name(&game);
        let mut room = Room::new(game, Pace::FAST, 33);
        seat_bots(&mut room, 5);
        let (mut set, mut banks) = (0, 0);
        while room.rounds < 40 {
            while room.bot_acts() {}
            for bot in room.bots.clone() {
                for (who, command) in room.game.top_up(&room.state, bot, Amount::of(100)) {
                    room.act(who, command).unwrap();
                }
            }
            for (number, area) in (1u8..).zip(&room.state.areas) {
                let Some(hand) = area.hand.as_ref().filter(|hand| hand.set == Some(Setter::Player)) else {
                    continue;
                };
                // The dealer, asked to set the same tiles, does the same.
                let mut other = room.state.clone();
                let mut way = hand.clone();
                (way.set, way.split, way.asked) = (None, None, true);
                for (place, area) in (1u8..).zip(&mut other.areas) {
                    area.hand = area.hand.take().filter(|_| place == number);
                    if place == number {
                        area.hand = Some(way.clone());
                    }
                }
                (other.phase, other.orders.chung_lifted, other.orders.bank_shown) =
                    (Phase::Match, true, true);
                let context = Context::new(Person::House, Moment::new(room.now));
                let command = Command::Hand(hand::Command::SetHouseWay { area: number, two: None });
                let Ok(decided) = room.game.decide(&other, &command, &context) else { continue };
                let split = match &decided.events[0].what {
                    What::Hand(::paigow::event::hand::What::HouseWaySet { split, .. }) => *split,
                    What::Hand(::paigow::event::hand::What::BankSet { split, .. }) => split.unwrap(),
                    what => panic!("{what:?}"),
                };
                assert_eq!(hand.split.unwrap().values(), split.values(), "{named}");
                set += 1;
                banks += u32::from(number == room.state.bank.chung);
            }
            assert_eq!(room.deals(), Dealt::Acted);
        }
        assert!(set > 20 && banks > 0, "{named}: {set} hands, {banks} of banks");
    }
}

#[test]
fn joining_and_going() {
    let game = table(setup("star-2016", None));
    let mut room = Room::new(game, Pace::FAST, 3);
    assert_eq!(room.game.free(&room.state), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(room.game.join(&room.state, player(1), 1, Amount::of(100)), []);
    room.joins(player(1), 2, 500, false);
    assert_eq!(room.game.join(&room.state, player(2), 2, Amount::of(100)), []);
    assert_eq!(room.game.join(&room.state, player(1), 3, Amount::of(100)), []);
    assert_eq!(room.game.top_up(&room.state, player(2), Amount::of(100)), []);
    assert_eq!(room.game.top_up(&room.state, player(1), Amount::of(100)).len(), 1);
    room.joins(player(2), 3, 500, false);
    assert_eq!(room.game.players(&room.state), [player(1), player(2)]);
    assert!(!room.game.betting(&room.state));
    room.until("bank-offered");
    // Who is asked for the bank answers before going.
    let offered = room.state.bank.offer.unwrap().player;
    assert_eq!(room.game.leave(&room.state, offered), Some(Command::Bank(bank::Command::DeclineBank)));
    room.until("stacked");
    assert!(room.game.betting(&room.state));
    let stake = Stake::chips(Amount::of(50));
    let place = Command::Wager(wager::Command::Place { area: 2, kind: Kind::Regular, stake });
    let context = Context::new(Person::Player(player(1)), Moment::new(room.now));
    let placed = room.game.decide(&room.state, &place, &context).unwrap().events;
    assert_eq!(room.game.staked(&placed[0]), Some((player(1), 50)));
    room.act(Person::Player(player(1)), place).unwrap();
    // What lies on the layout comes back first, while it may.
    let back = room.game.leave(&room.state, player(1)).unwrap();
    assert_eq!(back, Command::Wager(wager::Command::Withdraw { area: 2, kind: Kind::Regular }));
    let withdrawn = room.game.decide(&room.state, &back, &context).unwrap().events;
    assert_eq!(room.game.staked(&withdrawn[0]), Some((player(1), -50)));
    room.until("bets-closed");
    assert_eq!(room.game.leave(&room.state, player(1)), None);
    assert_eq!(room.game.leave(&room.state, player(2)), Some(Command::Seat(seat::Command::Leave)));
    let mut dealt = setup("star-2016", None);
    dealt.dealer = ::paigow::Performer::Person;
    let dealt = table(dealt);
    let bought = &dealt.join(&dealt.start(), player(1), 2, Amount::of(100))[0];
    let house = Context::new(bought.0, Moment::default());
    assert!(dealt.decide(&dealt.start(), &bought.1, &house).is_err(), "chips are bought from the dealer");
}
