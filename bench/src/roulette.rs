//! A spin of 24 stations with 40 wagers each, settled through `decide` and `evolve` with every event and
//! posting, against a bare loop that sums pays from a table of positions × pockets.
//! Wanted: 20,000 spins a second on one core, at most 10 times as long as the bare loop.
//!
//! The tables to settle are copied before the clock starts, and dropped after it stops.

use crate::contest::{Outcome, contest};
use ::roulette::command::spin;
use ::roulette::event::settle;
use ::roulette::{Event, Roulette, Setup, State, What, full_table};
use game::{Context, Game};
use rulebook::Shelf;
use std::hint::black_box;
use std::time::Duration;

const POCKETS: usize = 37;
const STATIONS: usize = 24;
const WAGERS: usize = 40;

/// Every pocket equally often.
const SPINS: usize = POCKETS * 16;
const ROUNDS: usize = 25;

/// A wager as the bare loop has it: its position and amount.
type Bare = (usize, i64);

fn settle(game: &Roulette, state: &mut State, pocket: u8, context: &Context) -> Result<Vec<Event>, String> {
    let enter = spin::Command::Enter { pocket: Some(pocket) }.into();
    let events = game.decide(state, &enter, context).map_err(|e| e.to_string())?.events;
    for event in &events {
        game.evolve(state, event);
    }
    Ok(events)
}

/// What each station gets back.
fn sum(stations: &[Vec<Bare>], pays: &[[i64; POCKETS]], pocket: usize) -> [i64; STATIONS] {
    let mut sums = [0; STATIONS];
    for (sum, wagers) in sums.iter_mut().zip(stations) {
        for (position, amount) in wagers {
            *sum += amount * pays[*position][pocket];
        }
    }
    sums
}

/// What each station gets back by the events.
fn told(events: &[Event]) -> [i64; STATIONS] {
    let mut sums = [0; STATIONS];
    for event in events {
        if let What::Settle(settle::What::Settled { paid, .. }) = &event.what {
            for paid in paid {
                sums[usize::from(paid.station.0) - 1] += paid.won.units() + paid.kept.units();
            }
        }
    }
    sums
}

pub(crate) fn run() -> Result<Outcome, String> {
    let shelf = Shelf::embedded().map_err(|e| e.to_string())?;
    let book = shelf.book("rapid-roulette-2000").ok_or("no rapid-roulette-2000")?;
    let rules = &book.roulette().ok_or("no roulette in the book")?.rules;
    let game = Roulette::new(book, Setup::full(rules)).map_err(|e| e.to_string())?;
    let (state, context) = full_table(&game, WAGERS as u8).map_err(|e| e.to_string())?;

    let mut pays = vec![[0; POCKETS]; game.layout().spots().len()];
    for spot in game.layout().spots() {
        for pocket in &spot.covers {
            pays[usize::from(spot.spot.0)][usize::from(*pocket)] = i64::from(spot.pays / spot.to) + 1;
        }
    }
    let wagers = |station: &::roulette::Station| -> Vec<Bare> {
        station.wagers.iter().map(|wager| (usize::from(wager.spot.0), wager.amount.units())).collect()
    };
    let stations: Vec<Vec<Bare>> = state.stations().iter().map(wagers).collect();
    if stations.len() != STATIONS || stations.iter().any(|wagers| wagers.len() != WAGERS) {
        return Err(format!("the table is not of {STATIONS} stations with {WAGERS} wagers each"));
    }
    for pocket in 0..POCKETS {
        let ours = told(&settle(&game, &mut state.clone(), pocket as u8, &context)?);
        let bare = sum(&stations, &pays, pocket);
        if ours != bare {
            return Err(format!(
                "the ball in {pocket}: the table gives back {ours:?}, the bare loop {bare:?}"
            ));
        }
    }

    let mut best = (Duration::MAX, Duration::MAX);
    let mut failed = None;
    for _ in 0..ROUNDS {
        let mut states = vec![state.clone(); SPINS];
        let ours = || {
            for (spin, state) in states.iter_mut().enumerate() {
                match settle(&game, state, (spin % POCKETS) as u8, &context) {
                    Ok(events) => drop(black_box(events)),
                    Err(error) => failed = Some(error),
                }
            }
        };
        let bare = || {
            for spin in 0..SPINS {
                black_box(sum(black_box(&stations), black_box(&pays), spin % POCKETS));
            }
        };
        let (ours, bare) = contest(1, ours, bare);
        best = (best.0.min(ours), best.1.min(bare));
    }
    if let Some(error) = failed {
        return Err(error);
    }
    let (ours, bare) = (best.0.as_secs_f64(), best.1.as_secs_f64());
    let rate = SPINS as f64 / ours;
    let ratio = ours / bare;
    let text = format!(
        "{rate:.0} spins a second of {STATIONS} stations with {WAGERS} wagers each (wanted: 20000), {ratio:.1} times \
         as long as a bare loop over a table of pays (wanted: at most 10)"
    );
    Ok(Outcome { text, met: rate >= 20_000.0 && ratio <= 10.0 })
}
