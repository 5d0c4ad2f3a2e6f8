//! The simulation: the same rounds for the same seed, and estimates that hold the exact figures.

#![allow(clippy::float_arithmetic)] // comparing estimates

use houseway::Outcome;
use odds::{Plan, Report, Rounds, Run, Seat, Terms, shuffle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rulebook::Shelf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tiles::{Hand, Tile};

const PLAN: Plan =
    Plan { rounds: 200_000, seed: 7, banker: false, opponents: 7, bet: 100, chip: 1, commission: 5_000 };

fn run(book: &str, plan: Plan, threads: usize) -> Run {
    let shelf = Shelf::embedded().expect("valid");
    let book = shelf.book(book).and_then(|book| book.pai_gow()).expect("on the shelf");
    let report = Report::new(book, &Terms::of(book)).expect("it can be priced");
    Rounds::new(&report).run(&plan, threads, &AtomicBool::new(false), &|_| ())
}

fn exact(book: &str, seat: Seat) -> f64 {
    let shelf = Shelf::embedded().expect("valid");
    let book = shelf.book(book).and_then(|book| book.pai_gow()).expect("on the shelf");
    let report = Report::new(book, &Terms::of(book)).expect("it can be priced");
    let best = report.best(seat);
    -report.commission_of(seat).expectation(&best.by_house_way).percent()
}

#[test]
fn same_seed_same_rounds_on_any_number_of_threads() {
    let (one, two) = (run("star-2016", PLAN, 1), run("star-2016", PLAN, 2));
    assert_eq!(one, two);
    assert_eq!(one.sum.rounds, PLAN.rounds);
    assert_eq!(one.course.last(), Some(&one.sum));
    assert_eq!(one.sum.duel.deals(), 7 * 200_000);
    assert_ne!(one, run("star-2016", Plan { seed: 8, ..PLAN }, 1));
}

#[test]
fn estimates_hold_the_exact_edge() {
    for book in ["star-2016", "vcga-2000", "crown-6.1"] {
        let estimate = run(book, PLAN, 2).sum.estimate(&PLAN);
        let exact = exact(book, Seat::Player);
        assert!(
            (estimate.percent - exact).abs() < estimate.margin.expect("rounds differ"),
            "{book}: {estimate:?} misses {exact}"
        );
        assert!(estimate.margin.expect("rounds differ") < 1.0);
        let plan = Plan { banker: true, opponents: 1, ..PLAN };
        let estimate = run(book, plan, 2).sum.estimate(&plan);
        let exact = self::exact(book, Seat::Bank);
        assert!(
            (estimate.percent - exact).abs() < estimate.margin.expect("rounds differ"),
            "{book} bank: {estimate:?} misses {exact}"
        );
    }
}

/// star-2016 14.2: commission on the net win makes a bank of several opponents cheaper than several
/// banks of one: 5 % of what is left is less than 5 % of every win.
#[test]
fn a_bank_with_more_opponents_pays_less_commission() {
    let edge = |opponents| {
        let plan = Plan { banker: true, opponents, rounds: 400_000, ..PLAN };
        run("star-2016", plan, 2).sum.estimate(&plan).percent
    };
    assert!(edge(7) < edge(1));
}

#[test]
fn stopping_keeps_whole_blocks() {
    let shelf = Shelf::embedded().expect("valid");
    let book = shelf.book("star-2016").and_then(|book| book.pai_gow()).expect("on the shelf");
    let report = Report::new(book, &Terms::of(book)).expect("it can be priced");
    let stop = AtomicBool::new(false);
    let heard = AtomicU64::new(0);
    let done = |rounds: u64| {
        heard.store(rounds, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let run = Rounds::new(&report).run(&Plan { rounds: u64::MAX / 2, ..PLAN }, 1, &stop, &done);
    assert_eq!(run.course.len(), 1);
    assert_eq!(run.sum.rounds, heard.load(Ordering::Relaxed));
}

/// The simulation settles as the book's rule does, wager by wager.
#[test]
fn rounds_are_settled_by_the_matching_rule() {
    let shelf = Shelf::embedded().expect("valid");
    for id in ["star-2016", "crown-6.1"] {
        let book = shelf.book(id).and_then(|book| book.pai_gow()).expect("on the shelf");
        let report = Report::new(book, &Terms::of(book)).expect("it can be priced");
        let rounds = Rounds::new(&report);
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let mut wall: [u8; 32] = std::array::from_fn(|i| i as u8);
        for _ in 0..20_000 {
            shuffle(&mut wall, &mut rng);
            let lot = |n: usize| {
                let rank = |i: usize| Tile::from_place(wall[n * 4 + i]).expect("a tile").rank();
                let hand = Hand::new(std::array::from_fn(rank)).expect("tiles of one set");
                let set = report.chart.setting(&hand);
                [set.low_value(), set.high_value()]
            };
            let results: Vec<Outcome> = (1..8).map(|n| report.matching.result(lot(n), lot(0))).collect();
            let count = |wanted: Outcome| results.iter().filter(|r| **r == wanted).count() as u8;
            let settled = (count(Outcome::Win), count(Outcome::Push), count(Outcome::Lose));
            assert_eq!(rounds.play(&wall, 7), settled, "{id} {wall:?}");
        }
    }
}

/// Every tile is equally likely in every place: 32 × 32 counts, chi-squared below its 99.99 % point.
#[test]
fn shuffles_are_even() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = [[0u32; 32]; 32];
    let mut wall: [u8; 32] = std::array::from_fn(|i| i as u8);
    let rounds = 64_000u32;
    for _ in 0..rounds {
        shuffle(&mut wall, &mut rng);
        wall.iter().enumerate().for_each(|(place, tile)| counts[place][usize::from(*tile)] += 1);
    }
    let wanted = f64::from(rounds) / 32.0;
    let chi: f64 = counts.iter().flatten().map(|n| (f64::from(*n) - wanted).powi(2) / wanted).sum();
    assert!(chi < 1130.0, "chi-squared with 961 degrees of freedom is {chi}");
}
