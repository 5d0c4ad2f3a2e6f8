//! Eight-area rounds by the House Way against a bare shuffle of 32 bytes with the same generator.
//! Wanted: at least 0.5 of its rate on one core, and 1.8 times as much on two.

use crate::contest::{Outcome, contest};
use odds::{Plan, Report, Rounds, Terms, shuffle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rulebook::Shelf;
use std::sync::atomic::AtomicBool;

const ROUNDS: u64 = 1 << 20;

const PLAN: Plan =
    Plan { rounds: ROUNDS, seed: 7, banker: false, opponents: 7, bet: 100, chip: 1, commission: 5_000 };

fn table() -> Result<Rounds, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    let book = shelf.book("star-2016").and_then(|book| book.pai_gow()).ok_or("no star-2016")?;
    Ok(Rounds::new(&Report::new(book, &Terms::of(book)).map_err(|e| e.to_string())?))
}

pub(crate) fn run() -> Result<Outcome, String> {
    let rounds = table()?;
    let stop = AtomicBool::new(false);
    let ours = || rounds.run(&PLAN, 1, &stop, &|_| ());
    let bare = || {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut wall: [u8; 32] = std::array::from_fn(|i| i as u8);
        for _ in 0..ROUNDS {
            shuffle(&mut wall, &mut rng);
        }
        wall
    };
    let (ours, bare) = contest(7, ours, bare);
    let ratio = bare.as_secs_f64() / ours.as_secs_f64();
    let rate = |taken: std::time::Duration| ROUNDS as f64 / taken.as_secs_f64() / 1e6;
    let text = format!(
        "{:.2} million eight-area rounds a second, {ratio:.2} of a bare shuffle's {:.2} million (wanted: 0.5)",
        rate(ours),
        rate(bare)
    );
    Ok(Outcome { text, met: ratio >= 0.5 })
}

/// Plays so many bare rounds on one core.
pub(crate) fn bare() -> Result<impl Fn(u64), String> {
    let rounds = table()?;
    Ok(move |count| {
        rounds.run(&Plan { rounds: count, ..PLAN }, 1, &AtomicBool::new(false), &|_| ());
    })
}

pub(crate) fn cores() -> Result<Outcome, String> {
    let rounds = table()?;
    let stop = AtomicBool::new(false);
    let plan = Plan { rounds: 4 * ROUNDS, ..PLAN };
    let (two, one) =
        contest(5, || rounds.run(&plan, 2, &stop, &|_| ()), || rounds.run(&plan, 1, &stop, &|_| ()));
    let ratio = one.as_secs_f64() / two.as_secs_f64();
    Ok(Outcome {
        text: format!("two cores play {ratio:.2} times the rounds of one (wanted: 1.8)"),
        met: ratio >= 1.8,
    })
}
