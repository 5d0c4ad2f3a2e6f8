//! Double, Treble and Quad: every run of hits and misses, when each is paid, and what the long run returns.

#![allow(clippy::float_arithmetic)] // confidence intervals

mod play;

use play::{Table, setup};
use roulette::{What, event};

/// What so many leading hits pay on 2, written a second time: double, treble, quad.
const PAYS: [&[i64]; 3] = [&[0, 50, 750], &[0, 50, 500, 10_000], &[0, 25, 250, 25_000, 1_000_000]];
const NAMES: [&str; 3] = ["double", "treble", "quad"];

/// Every pattern of hits and misses over the spins, paid for the unbroken run from the first, in the spin in
/// which it breaks or completes (readings leading-run and quad-half).
#[test]
fn every_run_of_hits_and_misses_is_paid_for_its_leading_run() {
    for (name, pays) in NAMES.iter().zip(PAYS) {
        let spins = pays.len() - 1;
        for pattern in 0..1u32 << spins {
            let hit = |spin: usize| pattern >> spin & 1 == 1;
            let mut table = Table::with_players(setup(), 1);
            let numbers: Vec<String> = (0..spins).map(|spin| (10 + spin).to_string()).collect();
            table.put(1, 2, &format!("{name} {}", numbers.join(" ")));
            let run = (0..spins).take_while(|spin| hit(*spin)).count();
            // It ends in the spin after the run, or in its own last.
            let ends = run.min(spins - 1);
            for spin in 0..spins {
                let pocket = if hit(spin) { 10 + u8::try_from(spin).expect("small") } else { 0 };
                table.spin(pocket);
                let wanted = match (spin >= ends, pays[run]) {
                    (false, _) => (998, 2),
                    (true, 0) => (998, 0),
                    (true, paid) => (1000 + paid, 0),
                };
                // Proves: rapid-roulette-2000 1.1#spin sequence, 7.4, 7.4#Double, 7.4#Double(1),
                // 7.4#Double(2), 7.4#Treble, 7.4#Treble(1), 7.4#Treble(2), 7.4#Treble(3), 7.4#Quad,
                // 7.4#Quad(1), 7.4#Quad(2), 7.4#Quad(3), 7.4#Quad(4)
                assert_eq!((table.credit(1), table.on_layout(1)), wanted, "{name} {pattern:b} {spin}");
            }
        }
    }
}

/// rapid-roulette-2000 7.4#Quad(1), reading whole-pay: a quad of 3 would be paid in halves, and shows as 2.
#[test]
fn a_quad_that_could_not_be_paid_whole_shows_as_the_next_lower() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 3, "quad 1 2 3 4");
    assert_eq!(table.on_layout(1), 2);
    let refusal = table.refused(
        game::Person::Player(play::player(1)),
        Table::with_players(setup(), 1).putting(1, 1, "quad 5 5 5 5"),
    );
    assert_eq!(refusal.code, "wager.below_minimum");
}

/// rapid-roulette-2000 8.3, 1.1#spin sequence, reading no-spin-stands: a "no spin" is no spin of a sequence.
#[test]
fn a_no_spin_neither_breaks_nor_advances_a_sequence() {
    let mut table = Table::with_players(setup(), 1);
    table.put(1, 2, "double 10 11");
    table.spin(10);
    table.expect(play::DEALER, roulette::command::spin::Command::Spin);
    let ground = "ball-left-wheel".to_string();
    table.expect(play::DEALER, roulette::command::mishap::Command::CallNoSpin { ground });
    assert_eq!(table.on_layout(1), 2);
    table.spin(11);
    // Proves: rapid-roulette-2000 8.3
    assert_eq!(table.credit(1), 1750);
}

/// Numbers that are the same in every run (splitmix64).
struct Wheel(u64);

impl Wheel {
    fn spin(&mut self) -> u8 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        u8::try_from((u128::from(z) * 37) >> 64).expect("below 37")
    }
}

/// The exact mean and variance of what 2 on a sequence returns, in 37ths to the power of its spins.
fn exact(pays: &[i64]) -> (f64, f64) {
    let spins = pays.len() - 1;
    let hit = 1.0 / 37.0;
    let (mut mean, mut square) = (0.0, 0.0);
    for (run, paid) in pays.iter().enumerate() {
        let miss = if run < spins { 1.0 - hit } else { 1.0 };
        let chance = f64::powi(hit, i32::try_from(run).expect("small")) * miss;
        let returned = if *paid == 0 { 0.0 } else { (paid + 2) as f64 };
        mean += chance * returned;
        square += chance * returned * returned;
    }
    (mean, square - mean * mean)
}

/// Over many spins single bets and sequences return what exact odds say, within four standard errors.
#[test]
fn long_run_returns_agree_with_the_exact_odds() {
    let spins = 40_000;
    let bets = [
        ("17", 1, 35),
        ("17-20", 2, 17),
        ("0-2-3", 3, 11),
        ("0-1-2-3", 4, 8),
        ("4-5-6-7-8-9", 6, 5),
        ("column 2", 12, 2),
        ("dozen 3", 12, 2),
        ("red", 18, 1),
        ("odd", 18, 1),
        ("low", 18, 1),
    ];
    let mut table = Table::with_players(setup(), 12);
    let mut wheel = Wheel(1);
    let mut returned = vec![0i64; bets.len()];
    let mut runs = vec![(0i64, 0i64); 3];
    for _ in 0..spins {
        for number in 1..=12 {
            if table.credit(number) < 100 {
                table.buy_in(number, 1_000_000);
            }
        }
        for (number, (name, ..)) in (1..).zip(&bets) {
            table.put(number, 1, name);
        }
        table.put(11, 2, "double 3 3");
        table.put(11, 2, "treble 3 3 3");
        table.put(12, 2, "quad 3 3 3 3");
        let events = table.spin(wheel.spin());
        for event in events {
            let What::Settle(event::settle::What::Settled { paid, .. }) = event.what else { continue };
            for paid in paid {
                let at = usize::from(paid.station.0) - 1;
                if at < bets.len() {
                    returned[at] += paid.won.units() + paid.kept.units();
                }
                for ended in paid.runs {
                    let kind = &mut runs[usize::from(ended.run.numbers.count()) - 2];
                    *kind = (kind.0 + 1, kind.1 + ended.returned.units());
                }
            }
        }
    }
    let n = f64::from(spins);
    for ((name, covers, odds), returned) in bets.iter().zip(returned) {
        let (p, pays) = (f64::from(*covers) / 37.0, f64::from(odds + 1));
        let (mean, variance) = (p * pays, p * (1.0 - p) * pays * pays);
        let off = (returned as f64 / n - mean).abs() / (variance / n).sqrt();
        assert!(off < 4.0, "{name} returned {returned}: {off} standard errors off");
    }
    for ((name, pays), (ended, returned)) in NAMES.iter().zip(PAYS).zip(runs) {
        let (mean, variance) = exact(pays);
        let n = ended as f64;
        assert!(n > 39_990.0);
        let off = (returned as f64 / n - mean).abs() / (variance / n).sqrt();
        assert!(off < 4.0, "{name} returned {returned}: {off} standard errors off");
    }
    // What the inventory of clauses says of the readings: 96.08 % and 95.15 %.
    assert_eq!((exact(PAYS[1]).0 * 5000.0).round(), 9608.0);
    assert_eq!((exact(PAYS[2]).0 * 5000.0).round(), 9515.0);
}
