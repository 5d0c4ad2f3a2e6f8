//! Two ways of doing the same thing, timed in turns, so that a noisy machine disturbs both alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a benchmark found.
pub(crate) struct Outcome {
    pub(crate) text: String,
    pub(crate) met: bool,
}

/// The best time of each, over rounds that alternate between the two.
pub(crate) fn contest<A, B>(
    rounds: usize,
    mut ours: impl FnMut() -> A,
    mut theirs: impl FnMut() -> B,
) -> (Duration, Duration) {
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        best.0 = best.0.min(time(&mut ours));
        best.1 = best.1.min(time(&mut theirs));
    }
    best
}

/// How long one call takes.
pub(crate) fn time<T>(call: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    black_box(call());
    start.elapsed()
}

/// Things a second, in millions.
pub(crate) fn millions(count: usize, taken: Duration) -> f64 {
    count as f64 / taken.as_secs_f64() / 1e6
}

/// Pseudo-random numbers, the same in every run (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
