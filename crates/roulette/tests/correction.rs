//! A wrong result put right leaves every account as if the right one had been entered at once.

mod play;

use game::{Game, Person};
use money::Account;
use play::{DEALER, Table, player, setup};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use roulette::{Command, Fate, StationId, What};

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
                table.expect(DEALER, Command::Freeze { spin: of });
                if rng.random_range(0..4) == 0 {
                    // Corrected to another wrong number first.
                    table.expect(DEALER, Command::Correct { spin: of, pocket: pocket(&mut rng) });
                    table.expect(DEALER, Command::Freeze { spin: of });
                }
                table.expect(DEALER, Command::Correct { spin: of, pocket: actual });
            }
        }
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
    table.expect(Person::Player(player(number)), Command::Leave { station });
    table.expect(DEALER, Command::PayOut { station });
}

fn correct(table: &mut Table, spin: u32, pocket: u8) -> What {
    table.expect(DEALER, Command::Freeze { spin });
    table.expect(DEALER, Command::Correct { spin, pocket }).swap_remove(0).what
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
    assert_eq!(table.refused(DEALER, Command::PayHeld { player: player(2) }).code, "account.nothing_held");
    table.expect(DEALER, Command::PayHeld { player: player(1) });
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

/// rapid-roulette-2000 8.4, readings re-result and revived-run: a sequence that was taken for broken runs on;
/// one whose player is gone is void, and its stake held.
#[test]
fn a_sequence_that_was_taken_for_broken_runs_on() {
    let mut table = Table::with_players(setup(), 2);
    for number in [1, 2] {
        table.put(number, 10, "double 17 20");
    }
    table.spin(3);
    cash_out(&mut table, 2);
    let What::Resettled { runs, .. } = correct(&mut table, 1, 17) else { panic!("resettled") };
    assert_eq!((runs[0].player, runs[0].now), (player(1), Fate::Running));
    assert_eq!((table.on_layout(1), table.balance(Account::Held(player(2)))), (10, 10));
    table.spin(20);
    assert_eq!(table.credit(1), 1000 + 3750);
}

/// rapid-roulette-2000 8.4: while frozen, no account moves; leaving waits, and the period starts anew.
#[test]
fn frozen_accounts_do_not_move() {
    let mut table = Table::with_players(setup(), 2);
    table.spin(3);
    table.put(1, 10, "17");
    table.expect(DEALER, Command::Freeze { spin: 1 });
    let one = Person::Player(player(1));
    let station = StationId(1);
    let put = table.putting(1, 5, "18");
    let (tender, amount) = (rulebook::BuyIn::Cash, money::Amount::of(5));
    for (who, command) in [
        (one, put),
        (one, Command::Clear { station }),
        (one, Command::Insert { station, amount }),
        (DEALER, Command::BuyIn { station, player: player(1), tender, amount }),
        (DEALER, Command::Spin),
        (DEALER, Command::Freeze { spin: 1 }),
        (DEALER, Command::SystemFails),
        (DEALER, Command::CallNoSpin { ground: "same-way".to_string() }),
        (DEALER, Command::Enter { pocket: 3 }),
    ] {
        assert_eq!(table.refused(who, command.clone()).code, "account.frozen", "{command:?}");
    }
    table.now += 3_600_000;
    assert_eq!(table.refused(Person::House, Command::EndPeriod).code, "account.frozen");
    table.expect(one, Command::Leave { station });
    assert_eq!(table.on_layout(1), 10);
    assert_eq!(table.refused(DEALER, Command::PayOut { station }).code, "account.frozen");
    table.expect(DEALER, Command::Correct { spin: 1, pocket: 3 });
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
    assert_eq!(table.refused(DEALER, Command::Freeze { spin: 1 }).message, "spin 1, none on record yet");
    for pocket in [1, 2, 3] {
        table.spin(pocket);
    }
    assert_eq!(table.refused(DEALER, Command::Freeze { spin: 1 }).message, "spin 1, 2 to 3 on record");
    assert_eq!(table.refused(DEALER, Command::Freeze { spin: 4 }).code, "correct.no_record");
    let correct = |spin, pocket| Command::Correct { spin, pocket };
    assert_eq!(table.refused(DEALER, correct(2, 5)).code, "correct.not_frozen");
    table.expect(DEALER, Command::Freeze { spin: 2 });
    assert_eq!(table.refused(DEALER, correct(3, 5)).message, "spin 3, accounts are frozen for spin 2");
    assert_eq!(table.refused(DEALER, correct(2, 37)).code, "outcome.no_pocket");
}
