//! Eight-area rounds by the House Way, shuffled and settled by the million.
//!
//! The same seed gives the same rounds whatever the number of threads: rounds come in blocks, and
//! each block has a stream of the generator to itself. Money is integers.
//! Clauses: star-2016 13.1, 13.2, 14.1–14.3 and twins; reading `gross-pool`.

#![allow(clippy::float_arithmetic)] // estimates and their intervals are output

use crate::{Duel, Report, SetHand};
use houseway::Matching;
use houseway::{KEYS, key};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tiles::{Hand, Rank, Tile};

/// Rounds in a block.
const BLOCK: u64 = 1 << 15;

/// What is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many rounds.
    pub rounds: u64,
    /// The seed.
    pub seed: u64,
    /// Who is looked at: `false` for players against the House, `true` for a player who banks.
    pub banker: bool,
    /// How many areas wager against the bank, 1 to 7.
    pub opponents: u8,
    /// What each wagers.
    pub bet: i64,
    /// The smallest chip.
    pub chip: i64,
    /// The commission: this many of a hundred thousand.
    pub commission: i64,
}

/// What came of some rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u64,
    /// Wagers won, pushed and lost, from the side that is looked at.
    pub duel: Duel,
    /// What that side won in all, commission paid.
    pub won: i64,
    /// The sum of squares of what it won in each round.
    squares: i128,
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The house edge in percent of the wagers.
    pub percent: f64,
    /// Half the width of the 99 % interval; none where no spread was seen to take it from: after one
    /// round, or where every round came out alike.
    pub margin: Option<f64>,
}

impl Estimate {
    /// The ends of the interval.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.margin.map(|margin| (self.percent - margin, self.percent + margin))
    }
}

/// Standard deviations on either side of 99 % of a normal distribution.
const Z_99: f64 = 2.575_829_303_548_901;

impl Tally {
    /// Adds what came of other rounds.
    pub fn add(&mut self, other: &Self) {
        self.rounds += other.rounds;
        self.duel.add(other.duel, 1);
        self.won += other.won;
        self.squares += other.squares;
    }

    /// The edge against the side that is looked at. Rounds are independent, wagers of one round are
    /// not: they face the same bank; so the interval is taken over rounds.
    pub fn estimate(&self, plan: &Plan) -> Estimate {
        let n = self.rounds.max(1) as f64;
        let wagered = (plan.bet * i64::from(plan.opponents)) as f64;
        let mean = self.won as f64 / n;
        // In whole numbers, so that no rounding passes for a spread: bets are bounded, and 10¹² rounds fit.
        let spread = i128::from(self.rounds) * self.squares - i128::from(self.won) * i128::from(self.won);
        let margin = (self.rounds > 1 && spread > 0).then(|| {
            // Of a sample: one degree of freedom went into the mean.
            let variance = spread as f64 / n / (n - 1.0);
            100.0 * Z_99 * (variance / n).sqrt() / wagered
        });
        Estimate { percent: -100.0 * mean / wagered, margin }
    }
}

/// Shuffles without bias: each tile drawn from those left, by multiplication and rejection.
#[inline]
pub fn shuffle(tiles: &mut [u8; 32], rng: &mut impl Rng) {
    for i in 0..31 {
        let left = 32 - i as u32;
        let j = i + below(left, rng) as usize;
        tiles.swap(i, j & 31);
    }
}

/// A number below a bound, all equally likely.
#[inline]
fn below(bound: u32, rng: &mut impl Rng) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        // The few numbers that would make the first ones likelier are thrown away.
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// What a set hand counts when it is matched, as player and as bank: keys of [`houseway::Matching`].
#[derive(Clone, Copy, Default)]
struct Counts {
    low: u16,
    high: u16,
    bank_low: u16,
    bank_high: u16,
}

/// A table ready to play rounds.
pub struct Rounds {
    /// By the key of four tiles.
    set: Box<[Counts]>,
    /// Player's low hands that count no more than this are worthless without the high hand.
    worthless: u16,
    tiles: [Tile; 32],
}

impl Rounds {
    /// Everybody sets by the House Way of a book.
    pub fn new(report: &Report) -> Self {
        let mut set = vec![Counts::default(); KEYS].into_boxed_slice();
        let tiles: [Tile; 32] = std::array::from_fn(|place| Tile::from_place(place as u8).unwrap_or(FIRST));
        let matching = &report.matching;
        let mut worthless = 0;
        for a in 0..16 {
            for b in 0..16 {
                for c in 0..16 {
                    for d in 0..16 {
                        let four = [a, b, c, d].map(|rank: usize| tiles[rank * 2]);
                        let Some(hand) = Hand::new(four.map(Tile::rank)) else { continue };
                        let SetHand { low, high } = SetHand::of(&report.chart.setting(&hand));
                        let [low_key, high_key] = matching.player_keys([low, high]);
                        set[key(four)] = Counts {
                            low: low_key,
                            high: high_key,
                            bank_low: Matching::bank_key(low),
                            bank_high: Matching::bank_key(high),
                        };
                        if matching.zero_low_loses && low.is_zero() {
                            worthless = worthless.max(low_key);
                        }
                    }
                }
            }
        }
        Self { set, worthless, tiles }
    }

    /// Deals eight lots of a shuffled set; the first is the bank's, the others wager against it.
    /// Wagers won, pushed and lost by the players, as [`Matching::result`] has it.
    #[inline]
    pub fn play(&self, wall: &[u8; 32], opponents: u8) -> (u8, u8, u8) {
        let lot = |n: usize| {
            let four: [Tile; 4] = std::array::from_fn(|i| self.tiles[usize::from(wall[n * 4 + i]) & 31]);
            self.set[key(four)]
        };
        let bank = lot(0);
        let (mut won, mut lost) = (0, 0);
        for n in 1..=usize::from(opponents.min(7)) {
            let player = lot(n);
            let high = player.high > bank.bank_high;
            let low = (player.low > bank.bank_low) & (high | (player.low > self.worthless));
            won += u8::from(low & high);
            lost += u8::from(!(low | high));
        }
        (won, opponents - won - lost, lost)
    }

    /// Plays a block of rounds.
    fn block(&self, plan: &Plan, block: u64) -> Tally {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        rng.set_stream(block);
        let rounds = (plan.rounds - block * BLOCK).min(BLOCK);
        // Every amount that can be won, computed once: what chips cannot make up is not collected.
        let commission = |amount: i64| amount * plan.commission / (100_000 * plan.chip) * plan.chip;
        let pays = plan.bet - commission(plan.bet);
        let mut wall: [u8; 32] = std::array::from_fn(|i| i as u8);
        let mut tally = Tally { rounds, ..Tally::default() };
        for _ in 0..rounds {
            shuffle(&mut wall, &mut rng);
            let (won, push, lost) = self.play(&wall, plan.opponents);
            let (won, push, lost) = (i64::from(won), i64::from(push), i64::from(lost));
            let amount = if plan.banker {
                // The bank pays even money, of which the House keeps the winners' commission, and
                // pays its own on what is left of the round.
                let net = (lost - won) * plan.bet;
                if net > 0 { net - commission(net) } else { net }
            } else {
                won * pays - lost * plan.bet
            };
            let (win, lose) = if plan.banker { (lost, won) } else { (won, lost) };
            tally.duel.add(Duel { win, push, lose }, 1);
            tally.won += amount;
            tally.squares += i128::from(amount * amount);
        }
        tally
    }

    /// Plays all rounds on some threads, until done or told to stop; `done` hears how many rounds are
    /// over.
    pub fn run(&self, plan: &Plan, threads: usize, stop: &AtomicBool, done: &(dyn Fn(u64) + Sync)) -> Run {
        let blocks = plan.rounds.div_ceil(BLOCK);
        let (next, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let run: Mutex<Folded> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, 256) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let block = next.fetch_add(1, Ordering::Relaxed);
                        if block >= blocks {
                            break;
                        }
                        let tally = self.block(plan, block);
                        done(over.fetch_add(tally.rounds, Ordering::Relaxed) + tally.rounds);
                        // A thread that panicked has ended the run anyway.
                        run.lock().unwrap_or_else(|e| e.into_inner()).fold(block, tally);
                    }
                });
            }
        });
        run.into_inner().unwrap_or_else(|e| e.into_inner()).finish()
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// All rounds that were played.
    pub sum: Tally,
    /// How it went: the sum at a few hundred moments, each an eighth later than the one before.
    pub course: Vec<Tally>,
}

/// A run in the making: blocks are added in their order, so that the course is the same whichever
/// thread was faster, and none is kept longer than that takes.
#[derive(Default)]
struct Folded {
    run: Run,
    next: u64,
    early: BTreeMap<u64, Tally>,
}

impl Folded {
    fn fold(&mut self, block: u64, tally: Tally) {
        self.early.insert(block, tally);
        while let Some(tally) = self.early.remove(&self.next) {
            self.next += 1;
            self.add(&tally);
        }
    }

    fn add(&mut self, tally: &Tally) {
        let run = &mut self.run;
        run.sum.add(tally);
        if run.course.last().is_none_or(|last| run.sum.rounds >= last.rounds + last.rounds / 8) {
            run.course.push(run.sum);
        }
    }

    /// Blocks that were finished out of turn when the run was stopped count too.
    fn finish(mut self) -> Run {
        for tally in std::mem::take(&mut self.early).into_values() {
            self.add(&tally);
        }
        if self.run.course.last().is_some_and(|last| last.rounds < self.run.sum.rounds) {
            self.run.course.push(self.run.sum);
        }
        self.run
    }
}

/// What an impossible place falls back to.
const FIRST: Tile = Tile::new(Rank::Teen, 0);
