//! A wrong result put right leaves every account as if the right one had been entered at once.

mod play;

use game::{Game, Person};
use money::Account;
use play::{DEALER, Table, book, player, setup};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roulette::command::{account, mishap, spin, wager};
use roulette::{Choice, Fate, Open, StationId, What, event};

/// A pocket among few, so that sequences hit.
fn pocket(rng: &mut ChaCha8Rng) -> u8 {
    rng.random_range(0..4)
}

fn wagers(rng: &mut ChaCha8Rng) -> Vec<(u32, i64, String)> {
    let mut wagers = Vec::new();
    for number in 1..=4 {
        for _ in 0..rng.random_range(0..4) {
            let name = ["1", "0-1", "0-2-3", "red", "odd", "1-2-3"][rng.random_range(0..6)];
            wagers.push((number, rng.random_range(1..20), name.to_string()));
        }
        for _ in 0..rng.random_range(0..3) {
            let numbers: Vec<String> = (0..4).map(|_| pocket(rng).to_string()).collect();
            let kind = rng.random_range(2..5);
            let name = ["double", "treble", "quad"][kind - 2];
            wagers.push((
                number,
                2 * rng.random_range(1..5),
                format!("{name} {}", numbers[..kind].join(" ")),
            ));
        }
    }
    wagers
}

/// rapid-roulette-2000 8.4, reading re-result: 400 random sessions of nine spins, some results wrong and put
/// right at once, some spins later, or in two steps; against the same sessions without error.
#[test]
fn correcting_is_the_same_as_never_having_erred() {
    let mut later = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut table = Table::with_players(setup(), 4);
        for number in 1..=4 {
            table.buy_in(number, 10_000_000);
        }
        let mut right = table.clone();
        let mut wrong: Vec<(u32, u8)> = Vec::new();
        for spin in 1..=9u32 {
            for (number, units, place) in wagers(&mut rng) {
                for table in [&mut table, &mut right] {
                    let command = table.putting(number, units, &place);
                    let _ = table.send(Person::Player(player(number)), command);
                }
            }
            let actual = pocket(&mut rng);
            let entered = if rng.random_range(0..3) == 0 { pocket(&mut rng) } else { actual };
            table.spin(entered);
            right.spin(actual);
            if entered != actual {
                wrong.push((spin, actual));
            }
            while !wrong.is_empty() && (rng.random_range(0..2) == 0 || spin == 9) {
                let (of, actual) = wrong.swap_remove(rng.next_u32() as usize % wrong.len());
                later += u32::from(of < spin);
                table.expect(DEALER, mishap::Command::Freeze { spin: of });
                if rng.random_range(0..4) == 0 {
                    // Corrected to another wrong number first.
                    table.expect(DEALER, mishap::Command::Correct { spin: of, pocket: pocket(&mut rng) });
                    table.expect(DEALER, mishap::Command::Freeze { spin: of });
                }
                table.expect(DEALER, mishap::Command::Correct { spin: of, pocket: actual });
            }
        }
        // Proves: rapid-roulette-2000 8.4
        assert_eq!(table.game.ledger(&table.state), right.game.ledger(&right.state), "seed {seed}");
        let shown = |table: &Table| -> Vec<(u32, u8, Vec<Vec<_>>)> {
            let sorted = |runs: &[roulette::RunEnd]| {
                let mut runs: Vec<_> =
                    runs.iter().map(|ended| (ended.run.first, ended.run.numbers)).collect();
                runs.sort_unstable();
                runs
            };
            let record = |record: &roulette::Record| {
                let shown = record.shown.iter().filter(|shown| !shown.runs.is_empty());
                let mut runs: Vec<_> = shown.map(|shown| (shown.player, sorted(&shown.runs))).collect();
                runs.sort();
                (record.spin, record.pocket, runs.into_iter().map(|(_, runs)| runs).collect())
            };
            table.state.records().map(record).collect()
        };
        assert_eq!(shown(&table), shown(&right), "seed {seed}");
        for (one, other) in table.state.stations().iter().zip(right.state.stations()) {
            let sorted = |runs: &[roulette::Run]| {
                let mut runs: Vec<_> = runs.iter().map(|run| (run.first, run.numbers, run.amount)).collect();
                runs.sort_unstable();
                runs
            };
            assert_eq!(sorted(&one.runs), sorted(&other.runs), "seed {seed}");
        }
    }
    assert!(later > 100, "{later} corrections came after later spins");
}

fn cash_out(table: &mut Table, number: u32) {
    let station = table.state.station_of(player(number)).expect("at a station");
    table.expect(Person::Player(player(number)), account::Command::Leave { station });
    table.expect(DEALER, account::Command::PayOut { station });
}

fn correct(table: &mut Table, spin: u32, pocket: u8) -> What {
    table.expect(DEALER, mishap::Command::Freeze { spin });
    table.expect(DEALER, mishap::Command::Correct { spin, pocket }).swap_remove(0).what
}

/// rapid-roulette-2000 8.4, reading re-result: what a player has taken away stands on the House's adjustments,
/// nobody goes below zero, and a second correction first counts what they still have.
#[test]
fn winnings_cashed_out_stand_on_the_adjustments_account() {
    let mut table = Table::with_players(setup(), 2);
    table.put(1, 10, "17");
    table.spin(17);
    cash_out(&mut table, 1);
    assert_eq!(table.balance(Account::Cage), -2000 + 1350);
    correct(&mut table, 1, 18);
    // Proves: rapid-roulette-2000 8.4
    assert_eq!(table.balance(Account::Adjustments), -360);
    assert_eq!((table.balance(Account::Float), table.state.unrecovered(player(1)).units()), (10, 360));
    // It was 17 after all: they have it already, and nothing more is due.
    correct(&mut table, 1, 17);
    assert_eq!((table.balance(Account::Adjustments), table.balance(Account::Held(player(1)))), (0, 0));
    assert_eq!(table.balance(Account::Float), -350);
}

/// rapid-roulette-2000 8.4, reading re-result: a player who is gone and should have won finds it held.
#[test]
fn winnings_of_a_player_who_is_gone_are_held_for_them() {
    let mut table = Table::with_players(setup(), 2);
    table.put(1, 10, "17");
    table.spin(18);
    cash_out(&mut table, 1);
    correct(&mut table, 1, 17);
    assert_eq!(table.balance(Account::Held(player(1))), 360);
    assert_eq!(
        table.refused(DEALER, account::Command::PayHeld { player: player(2) }).code,
        "account.nothing_held"
    );
    table.expect(DEALER, account::Command::PayHeld { player: player(1) });
    assert_eq!(
        (table.balance(Account::Held(player(1))), table.balance(Account::Cage)),
        (0, -2000 + 990 + 360)
    );
}

/// rapid-roulette-2000 8.4, reading re-result: an account gives back what it has, and not what it has not.
#[test]
fn an_account_never_goes_below_zero() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 100, "17");
    table.spin(17);
    for name in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] {
        table.put(1, 500, name);
    }
    table.spin(36);
    assert_eq!(table.credit(1), 0);
    correct(&mut table, 1, 18);
    assert_eq!((table.credit(1), table.balance(Account::Adjustments)), (0, -3600));
}

/// rapid-roulette-2000 8.4, 7.4, readings re-result and revived-run: a sequence that was taken for broken runs
/// on, also that of a player who is gone; what 7.4 pays for it is held.
#[test]
fn a_sequence_that_was_taken_for_broken_runs_on() {
    let mut table = Table::with_players(setup(), 2);
    for number in [1, 2] {
        table.put(number, 10, "double 17 20");
    }
    table.spin(3);
    cash_out(&mut table, 2);
    let What::Mishap(event::mishap::What::Resettled { runs, .. }) = correct(&mut table, 1, 17) else {
        panic!("resettled")
    };
    assert_eq!((runs[0].player, runs[0].now), (player(1), Fate::Running));
    assert_eq!((runs[1].player, runs[1].now), (player(2), Fate::Running));
    assert_eq!(
        (table.on_layout(1), table.on_layout(2), table.balance(Account::Held(player(2)))),
        (10, 10, 0)
    );
    let mut missed = table.clone();
    table.spin(20);
    assert_eq!(table.credit(1), 1000 + 3750);
    assert_eq!(table.balance(Account::Held(player(2))), 3760);
    // What the first hit has earned is paid, whatever comes after it (7.4#Double(1)).
    missed.spin(21);
    assert_eq!((missed.credit(1), missed.balance(Account::Held(player(2)))), (1250, 260));
}

/// rapid-roulette-2000 8.4, 7.4, readings revived-run, leaving-run and how-far-back: 400 random sessions in which
/// players leave after wrong results, against the same sessions without error: everybody ends with as much.
#[test]
fn who_has_left_is_owed_what_the_right_results_bring() {
    let (mut revived, mut owed) = (0, 0);
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut wrong = Table::with_players(setup(), 4);
        (1..=4).for_each(|number| wrong.buy_in(number, 10_000_000));
        let mut right = wrong.clone();
        let mut gone: Vec<u32> = Vec::new();
        let mut open: Vec<(u32, u8)> = Vec::new();
        let mut taken = [[0i64; 5]; 2];
        for spin in 1..=12u32 {
            for (number, units, place) in wagers(&mut rng) {
                if spin > 8 || gone.contains(&number) {
                    continue;
                }
                for table in [&mut wrong, &mut right] {
                    let command = table.putting(number, units, &place);
                    let _ = table.send(Person::Player(player(number)), command);
                }
            }
            let actual = pocket(&mut rng);
            let entered = if rng.random_range(0..2) == 0 { pocket(&mut rng) } else { actual };
            wrong.spin(entered);
            right.spin(actual);
            if entered != actual {
                open.push((spin, actual));
            }
            let number = rng.random_range(1..5);
            if rng.random_range(0..3) == 0 && !gone.contains(&number) {
                gone.push(number);
                for table in [&mut wrong, &mut right] {
                    let station = table.state.station_of(player(number)).expect("at a station");
                    table.expect(Person::Player(player(number)), account::Command::Leave { station });
                }
            }
            for (table, taken) in [&mut wrong, &mut right].into_iter().zip(&mut taken) {
                for number in &gone {
                    let Some(station) = table.state.station_of(player(*number)) else { continue };
                    let Ok(events) = table.send(DEALER, account::Command::PayOut { station }) else {
                        continue;
                    };
                    for event in events {
                        let What::Account(event::account::What::PaidOut { amount, .. }) = event.what else {
                            panic!("{event:?}")
                        };
                        taken[*number as usize] += amount.units();
                    }
                }
            }
            while !open.is_empty() && (rng.random_range(0..2) == 0 || spin == 12) {
                let (of, actual) = open.swap_remove(rng.next_u32() as usize % open.len());
                correct(&mut wrong, of, actual);
                revived += wrong.state.absent().len();
            }
        }
        assert!(wrong.state.absent().is_empty(), "seed {seed}: every sequence is over");
        for number in 1..5 {
            let has = |table: &Table, taken: [i64; 5]| {
                let held = table.balance(Account::Held(player(number)));
                owed += usize::from(held > 0);
                let lost = table.state.unrecovered(player(number)).units();
                taken[number as usize] + table.credit(number) + held - lost
            };
            let mut has = has;
            assert_eq!(has(&wrong, taken[0]), has(&right, taken[1]), "seed {seed}, P{number}");
        }
    }
    assert!(revived > 50 && owed > 50, "{revived} sequences were revived, {owed} players owed something");
}

/// rapid-roulette-2000 8.4, reading how-far-back: where closed accounts cannot be frozen, a spin is put right
/// only while somebody who wagered on it has an account.
#[test]
fn a_book_may_put_right_only_what_open_accounts_wagered() {
    let mut book = book().clone();
    let rulebook::Book::Roulette(own) = &mut book else { panic!("it is of roulette") };
    own.rules.mishap.corrected.value = rulebook::CorrectedWhile::OpenAccounts;
    let game = roulette::Roulette::new(&book, setup()).expect("the set-up is allowed");
    let mut table = Table::with_players(setup(), 2);
    table.game = game;
    table.put(1, 5, "red");
    table.spin(3);
    table.put(2, 5, "red");
    table.spin(3);
    cash_out(&mut table, 1);
    let refusal = table.refused(DEALER, mishap::Command::Freeze { spin: 1 });
    assert_eq!(refusal.code, "correct.no_account");
    assert_eq!(refusal.clauses.to_string(), "rapid-roulette-2000 8.4, reading how-far-back");
    let legal = table.game.legal(&table.state, &table.context(DEALER));
    let freeze = Choice::only(mishap::Command::Freeze { spin: 2 }).open(Open::Spins { first: 2, last: 2 });
    assert!(legal.contains(&freeze), "{legal:?}");
    table.expect(DEALER, mishap::Command::Freeze { spin: 2 });
}

/// rapid-roulette-2000 8.4: while frozen, no account moves; leaving waits, and the period starts anew.
#[test]
fn frozen_accounts_do_not_move() {
    let mut table = Table::with_players(setup(), 2);
    table.spin(3);
    table.put(1, 10, "17");
    table.expect(DEALER, mishap::Command::Freeze { spin: 1 });
    let one = Person::Player(player(1));
    let station = StationId(1);
    let put = table.putting(1, 5, "18");
    let (tender, amount) = (rulebook::BuyIn::Cash, money::Amount::of(5));
    for (who, command) in [
        (one, put),
        (one, wager::Command::Clear { station }.into()),
        (one, account::Command::Insert { station, amount }.into()),
        (DEALER, account::Command::BuyIn { station, player: player(1), tender, amount }.into()),
        (DEALER, spin::Command::Spin.into()),
        (DEALER, mishap::Command::Freeze { spin: 1 }.into()),
        (DEALER, spin::Command::Enter { pocket: Some(3) }.into()),
    ] {
        assert_eq!(table.refused(who, command.clone()).code, "account.frozen", "{command:?}");
    }
    table.now += 3_600_000;
    assert_eq!(table.refused(Person::House, spin::Command::EndPeriod).code, "account.frozen");
    table.expect(one, account::Command::Leave { station });
    assert_eq!(table.on_layout(1), 10);
    assert_eq!(table.refused(DEALER, account::Command::PayOut { station }).code, "account.frozen");
    table.expect(DEALER, mishap::Command::Correct { spin: 1, pocket: 3 });
    // Free again, and wagers are taken: the leaver's went back.
    assert_eq!((table.on_layout(1), table.credit(1)), (0, 1000));
    table.put(2, 5, "18");
}

/// Results that are too old, of no spin, or not frozen cannot be put right.
#[test]
fn only_a_frozen_result_on_record_can_be_put_right() {
    let mut small = setup();
    small.records = 2;
    let mut table = Table::with_players(small, 1);
    assert_eq!(
        table.refused(DEALER, mishap::Command::Freeze { spin: 1 }).message,
        "spin 1 is not on record, and no other is yet"
    );
    for pocket in [1, 2, 3] {
        table.spin(pocket);
    }
    assert_eq!(
        table.refused(DEALER, mishap::Command::Freeze { spin: 1 }).message,
        "spin 1 is not on record, spins 2 to 3 are"
    );
    assert_eq!(table.refused(DEALER, mishap::Command::Freeze { spin: 4 }).code, "correct.no_record");
    let correct = |spin, pocket| mishap::Command::Correct { spin, pocket };
    assert_eq!(table.refused(DEALER, correct(2, 5)).code, "correct.not_frozen");
    table.expect(DEALER, mishap::Command::Freeze { spin: 2 });
    assert_eq!(
        table.refused(DEALER, correct(3, 5)).message,
        "accounts are frozen for spin 2, not for spin 3"
    );
    assert_eq!(table.refused(DEALER, correct(2, 37)).code, "outcome.no_pocket");
}

/// rapid-roulette-2000 8.4, 3.6, reading re-result: 400 random layouts paid for with wrong winnings; once the result
/// is put right and everything is taken off, one way or another, everybody has what the right result brings.
#[test]
fn wrong_winnings_come_back_from_the_layout() {
    let mut owed = 0;
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut wrong = Table::with_players(setup(), 1);
        let station = StationId(1);
        let one = Person::Player(player(1));
        for name in ["1", "2", "3", "0-1"] {
            wrong.put(1, rng.random_range(1..250), name);
        }
        let mut right = wrong.clone();
        let (entered, actual) = (pocket(&mut rng), pocket(&mut rng));
        wrong.spin(entered);
        right.spin(actual);
        for spot in ["red", "black", "odd", "even", "low", "high", "7", "8", "9", "10-11", "double 1 2"] {
            let command = wrong.putting(1, rng.random_range(1..500), spot);
            let _ = wrong.send(one, command);
        }
        let leaves = rng.random_range(0..4) == 0;
        wrong.expect(DEALER, mishap::Command::Freeze { spin: 1 });
        if leaves {
            wrong.expect(one, account::Command::Leave { station });
        }
        wrong.expect(DEALER, mishap::Command::Correct { spin: 1, pocket: actual });
        owed += i64::from(!wrong.state.owing(player(1)).is_zero());
        match rng.random_range(0..3) {
            _ if leaves => (),
            0 => drop(wrong.send(one, wager::Command::Clear { station })),
            1 => drop(wrong.expect(DEALER, mishap::Command::StationFails { station })),
            _ => drop(wrong.expect(DEALER, mishap::Command::SystemFails)),
        }
        assert_eq!((wrong.on_layout(1), wrong.balance(Account::Adjustments)), (0, 0), "seed {seed}");
        assert_eq!(wrong.credit(1), right.credit(1), "seed {seed}");
        assert!(wrong.state.owing(player(1)).is_zero(), "seed {seed}");
    }
    assert!(owed > 30, "{owed} players owed something");
}

/// rapid-roulette-2000 8.4, reading re-result: chips that are lost cannot come back; what the player tenders or
/// wins afterwards is their own.
#[test]
fn what_is_lost_is_not_taken_from_later_money() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 100, "17");
    table.spin(17);
    for name in ["1", "2", "3", "4", "5", "6", "7", "8", "9"] {
        table.put(1, 500, name);
    }
    correct(&mut table, 1, 18);
    assert_eq!((table.balance(Account::Adjustments), table.state.owing(player(1)).units()), (-3600, 3600));
    table.spin(36);
    assert!(table.state.owing(player(1)).is_zero());
    table.buy_in(1, 50);
    table.put(1, 50, "red");
    table.spin(1);
    assert_eq!((table.credit(1), table.balance(Account::Adjustments)), (100, -3600));
}

/// rapid-roulette-2000 8.4, readings revived-run and later-account: who took too much away and comes back to a
/// sequence that the correction revived gets what it wins, less that.
#[test]
fn who_is_back_gets_a_revived_sequence_less_what_they_took() {
    let mut table = Table::with_players(setup(), 2);
    table.put(1, 10, "double 17 20");
    table.put(1, 10, "3");
    table.spin(3);
    cash_out(&mut table, 1);
    correct(&mut table, 1, 17);
    assert_eq!(table.state.unrecovered(player(1)).units(), 360);
    table.buy_in(1, 100);
    table.spin(20);
    assert_eq!((table.credit(1), table.balance(Account::Adjustments)), (100 + 3760 - 360, 0));
}
