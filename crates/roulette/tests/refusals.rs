//! What the table refuses: the list of bad input, the order of refusals, and that nothing changes.

mod play;

use game::{Game, Moment, Person, StaffId};
use money::{Amount, PlayerId};
use play::{DEALER, GAME_SUPERVISOR, Table, book, player, setup};
use roulette::command::{account, claim, limit, mishap, spin, table, wager};
use roulette::{
    ClaimAbout, Command, Dealing, Evidence, Found, Numbers, Phase, Place, Roulette, Setup, Spot, StationId,
};
use rulebook::BuyIn;

const ONE: StationId = StationId(1);

fn put(place: Place, units: i64) -> Command {
    wager::Command::Put { station: ONE, place, amount: Amount::of(units) }.into()
}

/// rapid-roulette-2000 3.8, 7.1, 7.4, 2.3, 3.6, 3.1, 5.5(b): a chip where no bet is, a number 37, a wager after
/// the end, more than the balance, an outcome for a spin that was never spun: each with code, clause and bound.
#[test]
fn bad_input_is_refused_with_code_clause_and_bound() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 500, "odd");
    table.put(1, 400, "even");
    let one = Person::Player(player(1));
    let run = |numbers: &[u8]| Place::Run(Numbers::new(numbers).expect("at most four"));
    let cases = [
        (one, put(Place::On(Spot(157)), 5), "wager.no_bet", "7.1", "157 spots"),
        (one, put(Place::On(Spot(255)), 5), "wager.no_bet", "7.1", "157 spots"),
        (one, put(run(&[17, 37]), 5), "wager.no_number", "2.3", "0 to 36"),
        (one, put(run(&[17]), 5), "wager.no_sequence", "7.4", "2 to 4"),
        (one, put(run(&[]), 5), "wager.no_sequence", "7.4", "2 to 4"),
        (one, put(Place::On(Spot(17)), 101), "wager.above_balance", "3.1", "100"),
        (one, put(Place::On(Spot(17)), 0), "wager.below_minimum", "4.3(a)", "minimum 1"),
        (DEALER, spin::Command::Enter { pocket: Some(17) }.into(), "outcome.not_spun", "5.5(b)", "spin 1"),
    ];
    // Proves: rapid-roulette-2000 3.8
    for (who, command, code, clause, bound) in cases {
        let refusal = table.refused(who, command.clone());
        assert_eq!(refusal.code, code, "{command:?}");
        assert_eq!(
            refusal.clauses.first(),
            Some(format!("rapid-roulette-2000 {clause}").as_str()),
            "{command:?}"
        );
        assert!(refusal.message.contains(bound), "{command:?}: {}", refusal.message);
    }
    table.close();
    let refusal = table.refused(one, put(Place::On(Spot(17)), 5));
    assert_eq!((refusal.code, refusal.clauses.first()), ("wager.closed", Some("rapid-roulette-2000 3.6")));
    table.expect(DEALER, spin::Command::Spin);
    let refusal = table.refused(DEALER, spin::Command::Enter { pocket: Some(37) });
    assert_eq!(
        (refusal.code, refusal.message.as_str()),
        ("outcome.no_pocket", "the wheel has 0 to 36, not 37")
    );
}

/// Of several reasons the first is given: table, person, station, leaving and order, freeze, period, place,
/// amount. Each step takes the first reason away.
#[test]
fn refusals_come_in_a_fixed_order() {
    let mut table = Table::with_players(setup(), 2);
    table.put(2, 5, "red");
    table.spin(3);
    table.expect(DEALER, mishap::Command::StationFails { station: ONE });
    table.expect(DEALER, mishap::Command::Freeze { spin: 1 });
    let bad =
        |station| wager::Command::Put { station, place: Place::On(Spot(200)), amount: Amount::of(5000) };
    let one = Person::Player(player(1));
    assert_eq!(table.refused(DEALER, bad(StationId(99))).code, "person.not_player");
    assert_eq!(table.refused(one, bad(StationId(99))).code, "station.unknown");
    assert_eq!(table.refused(one, bad(StationId(3))).code, "station.not_open");
    assert_eq!(table.refused(one, bad(StationId(2))).code, "station.not_yours");
    assert_eq!(table.refused(one, bad(ONE)).code, "station.out_of_order");
    table.expect(DEALER, mishap::Command::RestoreStation { station: ONE });
    assert_eq!(table.refused(one, bad(ONE)).code, "account.frozen");
    table.expect(DEALER, mishap::Command::Correct { spin: 1, pocket: 3 });
    let before = table.clone();
    table.close();
    assert_eq!(table.refused(one, bad(ONE)).code, "wager.closed");
    let mut table = before;
    assert_eq!(table.refused(one, bad(ONE)).code, "wager.no_bet");
    table.put(1, 500, "odd");
    table.put(1, 500, "even");
    assert_eq!(table.refused(one, put(Place::On(Spot(17)), 5000)).code, "wager.above_balance");
    table.expect(one, account::Command::Leave { station: ONE });
    assert_eq!(table.refused(one, bad(ONE)).code, "account.leaving");
    // A closed table refuses everything, whoever asks.
    let mut shut = Table::new(setup());
    shut.expect(DEALER, table::Command::CloseTable);
    assert!(shut.game.is_over(&shut.state));
    for who in [DEALER, one, Person::House] {
        assert_eq!(shut.refused(who, bad(StationId(99))).code, "table.over");
    }
}

/// rapid-roulette-2000 3.6: a wager counts if the clock says so, whether or not anybody said that time is up.
#[test]
fn the_clock_closes_the_period_by_itself() {
    let mut table = Table::with_players(setup(), 1);
    table.now = 29_999;
    table.put(1, 5, "17");
    table.now = 30_000;
    assert!(matches!(table.state.phase(), Phase::Wagering { .. }));
    let command = table.putting(1, 5, "17");
    // Proves: rapid-roulette-2000 3.6
    assert_eq!(table.refused(Person::Player(player(1)), command).code, "wager.closed");
    assert_eq!(table.on_layout(1), 5);
    table.expect(DEALER, spin::Command::Spin);
    assert_eq!(table.state.phase(), Phase::Closed);
}

/// Numbers at the ends of their ranges break nothing.
#[test]
fn extreme_values_are_refused_and_nothing_panics() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 5, "17");
    table.spin(17);
    let most = Amount::of(Amount::MOST);
    let one = Person::Player(player(1));
    let found = vec![Found { place: Place::On(Spot(0)), amount: most }; 300];
    let station = StationId(u8::MAX);
    let commands: [Command; 20] = [
        account::Command::BuyIn { station: ONE, player: player(1), tender: BuyIn::Cash, amount: most }.into(),
        account::Command::BuyIn { station: ONE, player: PlayerId::HOUSE, tender: BuyIn::Cash, amount: most }
            .into(),
        account::Command::Insert { station, amount: most }.into(),
        put(Place::On(Spot(u8::MAX)), Amount::MOST),
        wager::Command::Take { station: ONE, place: Place::On(Spot(3)), amount: most }.into(),
        wager::Command::Shift { station: ONE, from: Spot(u8::MAX), to: Spot(u8::MAX) }.into(),
        spin::Command::Enter { pocket: Some(u8::MAX) }.into(),
        mishap::Command::CallNoSpin { ground: "x".repeat(10_000) }.into(),
        mishap::Command::Freeze { spin: u32::MAX }.into(),
        mishap::Command::Freeze { spin: 0 }.into(),
        mishap::Command::Correct { spin: u32::MAX, pocket: u8::MAX }.into(),
        mishap::Command::DisplayShows { shown: u8::MAX }.into(),
        mishap::Command::StationFails { station }.into(),
        mishap::Command::Establish { station: ONE, evidence: Evidence::Wagers(found) }.into(),
        claim::Command::Answer { claim: u32::MAX, upheld: true }.into(),
        limit::Command::SetPeriod { seconds: Some(u16::MAX) }.into(),
        limit::Command::SetPeriod { seconds: Some(0) }.into(),
        limit::Command::SetLimits {
            limits: Box::new(table.state.limits().clone()),
            at: Moment::new(i64::MIN),
        }
        .into(),
        claim::Command::Claim { station, about: ClaimAbout::Malfunction }.into(),
        account::Command::PayHeld { player: PlayerId::HOUSE }.into(),
    ];
    for command in commands {
        for who in [DEALER, GAME_SUPERVISOR, one, Person::House, Person::Player(PlayerId::HOUSE)] {
            let refusal = table.refused(who, command.clone());
            assert!(refusal.code.contains('.') && !refusal.message.is_empty(), "{refusal}");
        }
    }
    let mut limits = table.state.limits().clone();
    limits.bets.clear();
    let command = limit::Command::SetLimits { limits: Box::new(limits), at: Moment::new(i64::MAX) };
    assert_eq!(table.refused(DEALER, command).code, "limits.unusable");
}

/// rapid-roulette-2000 1.2, 1.1#Dealer: the inspector and the public change nothing, and have nothing to choose.
#[test]
fn those_who_only_look_have_no_choices() {
    let table = Table::with_players(setup(), 2);
    for who in [Person::Inspector(StaffId(9)), Person::Public, Person::Player(PlayerId::HOUSE)] {
        assert!(table.game.legal(&table.state, &table.context(who)).is_empty(), "{who}");
    }
}

/// Set-ups that no book allows, or that could not be paid, are refused.
#[test]
fn set_ups_that_cannot_be_played_are_refused() {
    let with = |change: &dyn Fn(&mut Setup)| {
        let mut setup = setup();
        change(&mut setup);
        Roulette::new(book(), setup).expect_err("it cannot be played")
    };
    assert_eq!(with(&|setup| setup.stations = 0).code, "setup.stations");
    assert_eq!(with(&|setup| setup.period = Some(0)).code, "setup.period");
    assert_eq!(with(&|setup| setup.records = 0).code, "setup.records");
    assert_eq!(with(&|setup| setup.records = 201).code, "setup.records");
    assert_eq!(with(&|setup| setup.limits.bets[0].step = 0).code, "setup.limits");
    assert_eq!(with(&|setup| setup.limits.bets[0].least = Amount::ZERO).code, "setup.limits");
    let refusal = with(&|setup| setup.limits.sequences[2].least = Amount::of(3));
    assert_eq!(
        refusal.message,
        "quad pays 25 to 2: expected a minimum and steps in multiples of 2, got 3 and 2"
    );
    let refusal = with(&|setup| setup.limits.bets[0].most = Amount::of(Amount::MOST));
    assert!(refusal.message.starts_with("straight-up goes up to 1000000000000 at 35 to 1, "), "{refusal}");
    let star = play::SHELF.book("star-2016").expect("it is on the shelf");
    assert_eq!(Roulette::new(star, setup()).expect_err("another game").code, "setup.no_roulette");
}

/// Sequences at a station are bounded, and every one that fits is offered.
#[test]
fn a_station_has_at_most_24_sequences() {
    let mut table = Table::with_players(setup(), 1);
    for number in 0..24 {
        table.put(1, 1, &format!("double {number} 0"));
    }
    let command = table.putting(1, 1, "double 30 0");
    let refusal = table.refused(Person::Player(player(1)), command);
    assert_eq!(
        (refusal.code, refusal.message.as_str()),
        ("wager.many_runs", "a station has 24 sequences at most, and has 24")
    );
    table.put(1, 1, "double 3 0");
}

/// Who performs a dealer's step is a matter of the set-up: a person, or the House; the clock is always the
/// system's.
#[test]
fn the_house_deals_only_where_it_is_set_up_to() {
    let mut table = Table::new(setup());
    assert_eq!(table.refused(Person::House, table::Command::OpenTable).code, "person.not_dealer");
    let mut house = Table::new(Setup { dealing: Dealing::House, ..setup() });
    house.expect(Person::House, table::Command::OpenTable);
    house.expect(Person::House, spin::Command::Spin);
    house.now = 30_000;
    house.expect(Person::House, spin::Command::Enter { pocket: Some(0) });
    assert_eq!(
        house.refused(Person::House, limit::Command::SetPeriod { seconds: None }).code,
        "person.not_operator"
    );
}

/// rapid-roulette-2000 8.7(b), 8.8(b), 8.9, reading house-record: where the house deals, its own record is the
/// record: what was wagered is as shown or void, and nobody finds other wagers once betting has closed.
#[test]
fn nobody_finds_other_wagers_where_the_house_deals() {
    let mut table = Table::with_players(Setup { dealing: Dealing::House, ..setup() }, 2);
    table.put(1, 10, "17");
    table.close();
    table.expect(GAME_SUPERVISOR, mishap::Command::SystemFails);
    let establish = |number, evidence| mishap::Command::Establish { station: StationId(number), evidence };
    let shown = Found { place: table.place("17"), amount: Amount::of(10) };
    let other = Found { place: table.place("18"), amount: Amount::of(10) };
    for found in [vec![], vec![shown], vec![other], vec![shown, other]] {
        for number in [1, 2] {
            for who in [DEALER, GAME_SUPERVISOR, Person::House] {
                let refusal = table.refused(who, establish(number, Evidence::Wagers(found.clone())));
                assert_eq!(refusal.code, "station.no_evidence", "{found:?}");
                assert_eq!(
                    refusal.clauses.to_string(),
                    "rapid-roulette-2000 8.7(b), 8.8(b), reading house-record"
                );
            }
        }
    }
    // What is offered is the two that are left, and both are taken.
    let legal = table.game.legal(&table.state, &table.context(DEALER));
    for evidence in [Evidence::AsShown, Evidence::None] {
        let only = roulette::Choice::only(establish(1, evidence.clone()));
        assert!(legal.contains(&only), "{only:?}");
    }
    table.expect(DEALER, establish(1, Evidence::AsShown));
    table.expect(DEALER, establish(2, Evidence::None));
    assert_eq!((table.on_layout(1), table.on_layout(2)), (10, 0));
}

/// rapid-roulette-2000 8.3, 8.7(b), 8.8(b), 8.9, reading no-spin-doubt: whether wagers in doubt are made out before
/// "no spin" is called or after it, everybody ends with the same.
#[test]
fn the_order_of_doubt_and_no_spin_makes_no_difference() {
    let no_spin = || mishap::Command::CallNoSpin { ground: "disruption".to_string() };
    let station = |number: u32| StationId(u8::try_from(number).expect("small"));
    let mut ends = Vec::new();
    // For each of three stations, whether it is made out before the call.
    for before in 0..8u32 {
        for system in [false, true] {
            let mut table = Table::with_players(setup(), 3);
            (1..=3).for_each(|number| drop(table.put(number, 10, "17")));
            table.close();
            table.expect(DEALER, spin::Command::Spin);
            if system {
                table.expect(DEALER, mishap::Command::SystemFails);
            } else {
                for number in 1..=3 {
                    table.expect(DEALER, mishap::Command::StationFails { station: station(number) });
                }
            }
            let evidence = [
                Evidence::AsShown,
                Evidence::None,
                Evidence::Wagers(vec![Found { place: table.place("17"), amount: Amount::of(20) }]),
            ];
            let establish = |table: &mut Table, first: bool| {
                for (number, evidence) in (1..=3).zip(&evidence) {
                    if (before >> (number - 1) & 1 == 1) == first {
                        let evidence = evidence.clone();
                        table.expect(
                            DEALER,
                            mishap::Command::Establish { station: station(number), evidence },
                        );
                    }
                }
            };
            establish(&mut table, true);
            table.expect(DEALER, no_spin());
            establish(&mut table, false);
            table.spin(17);
            ends.push([1, 2, 3].map(|number| table.credit(number)));
        }
    }
    assert!(ends.iter().all(|end| *end == [1350, 1000, 1700]), "{ends:?}");
}

/// rapid-roulette-2000 8.3, 8.7(a), 8.8(a): in the period that a "no spin" opens again, a fault voids what is in
/// doubt as it voids the rest.
#[test]
fn a_fault_in_the_period_that_opens_again_ends_the_doubt() {
    for system in [false, true] {
        let mut table = Table::with_players(setup(), 2);
        table.put(1, 10, "17");
        table.close();
        table.expect(DEALER, spin::Command::Spin);
        table.expect(DEALER, mishap::Command::SystemFails);
        table.expect(DEALER, mishap::Command::CallNoSpin { ground: "disruption".to_string() });
        if system {
            table.expect(DEALER, mishap::Command::SystemFails);
            assert!(table.state.open().all(|(_, station, _)| !station.in_doubt));
            table.expect(DEALER, mishap::Command::RestoreSystem);
        } else {
            table.expect(DEALER, mishap::Command::StationFails { station: ONE });
            let as_shown = mishap::Command::Establish { station: StationId(2), evidence: Evidence::AsShown };
            table.expect(DEALER, as_shown);
        }
        assert_eq!((table.on_layout(1), table.credit(1)), (0, 1000));
        table.spin(17);
        assert_eq!(table.credit(1), 1000);
    }
}

/// rapid-roulette-2000 3.5, 8.7(b), 8.8(b): records are measured by what there was when the period ended: not by
/// what was tendered after it, nor by what somebody brought who came after it.
#[test]
fn records_show_no_more_than_there_was_when_the_period_ended() {
    let mut table = Table::with_players(setup(), 2);
    table.close();
    table.buy_in(1, 5000);
    table.buy_in(3, 100);
    table.expect(DEALER, mishap::Command::SystemFails);
    let red = table.place("red");
    let black = table.place("black");
    let finds = |station, units: [i64; 2]| {
        let places = [red, black].into_iter().zip(units);
        let found = places.filter(|(_, units)| *units > 0);
        let found = found.map(|(place, units)| Found { place, amount: Amount::of(units) });
        mishap::Command::Establish {
            station: StationId(station),
            evidence: Evidence::Wagers(found.collect()),
        }
    };
    for (station, units, most) in [(3, [1, 0], 0), (2, [500, 500], 1000), (1, [500, 500], 1000)] {
        if most == 0 {
            let refusal = table.refused(DEALER, finds(station, units));
            assert_eq!(refusal.message, "S3 cannot have wagered 1: there were 0 when the period ended");
            table.expect(DEALER, finds(station, [0, 0]));
        } else {
            let mut limits = table.clone();
            let odd = Found { place: limits.place("odd"), amount: Amount::of(1) };
            let mishap::Command::Establish { evidence: Evidence::Wagers(mut found), .. } =
                finds(station, units)
            else {
                panic!("records")
            };
            found.push(odd);
            let more =
                mishap::Command::Establish { station: StationId(station), evidence: Evidence::Wagers(found) };
            assert_eq!(limits.refused(DEALER, more).code, "station.no_evidence");
            table.expect(DEALER, finds(station, units));
        }
    }
    assert_eq!((table.on_layout(1), table.credit(1), table.on_layout(2)), (1000, 5000, 1000));
}

/// rapid-roulette-2000 8.5, reading claim-gone: the claim of a player who was paid out waits for its answer as long as
/// a spin that they wagered on is on record, and no longer.
#[test]
fn a_claim_of_who_has_left_waits_as_long_as_their_spin_is_on_record() {
    let mut table = Table::with_players(Setup { records: 2, ..setup() }, 2);
    let one = Person::Player(player(1));
    table.put(1, 10, "17");
    table.spin(18);
    table.expect(one, claim::Command::Claim { station: ONE, about: ClaimAbout::Outcome });
    table.expect(one, account::Command::Leave { station: ONE });
    table.expect(DEALER, account::Command::PayOut { station: ONE });
    table.put(2, 10, "17");
    table.spin(18);
    assert_eq!(table.state.claims().len(), 1);
    table.expect(one, claim::Command::Claim { station: ONE, about: ClaimAbout::Malfunction });
    table.expect(DEALER, claim::Command::Answer { claim: 1, upheld: false });
    table.put(2, 10, "17");
    table.spin(18);
    assert!(table.state.claims().is_empty());
    let claim = claim::Command::Claim { station: ONE, about: ClaimAbout::Malfunction };
    assert_eq!(table.refused(one, claim).code, "station.not_open");
}
