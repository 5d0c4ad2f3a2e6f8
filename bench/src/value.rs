//! The value of two tiles from the table, against the slow evaluator. Wanted: at least 20 times its
//! rate.

use crate::contest::{Outcome, contest, millions};
use std::hint::black_box;
use tiles::{Tile, Value, slow};

pub(crate) fn run() -> Result<Outcome, String> {
    let all: Vec<Tile> = Tile::all().collect();
    let pairs: Vec<(Tile, Tile)> =
        (0..32).flat_map(|i| (i + 1..32).map(move |j| (i, j))).map(|(i, j)| (all[i], all[j])).collect();
    let fast = || {
        black_box(&pairs).iter().map(|(a, b)| u64::from(Value::of(a.rank(), b.rank()).byte())).sum::<u64>()
    };
    let slow = || black_box(&pairs).iter().map(|(a, b)| u64::from(slow::rank(*a, *b).points)).sum::<u64>();
    let (fast, slow) = contest(2000, fast, slow);
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    let text = format!(
        "{:.0} million values a second, {ratio:.0} times the slow evaluator's {:.1} million (wanted: 20)",
        millions(pairs.len(), fast),
        millions(pairs.len(), slow)
    );
    Ok(Outcome { text, met: ratio >= 20.0 })
}
