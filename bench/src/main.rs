//! Benchmarks, each stated as a ratio to something measured in the same run, with its threshold.
//!
//! May touch the clock and start processes. `cargo xtask bench [FILTER]` builds all in release mode
//! and runs this. Exit status 1 if a threshold is missed.

#![allow(clippy::float_arithmetic)] // ratios of times

mod contest;
mod exact;
mod floor;
mod load;
mod process;
mod roulette;
mod rounds;
mod setting;
mod table;
mod value;

use contest::Outcome;
use std::process::ExitCode;

/// As the `houseway` command has it.
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// A benchmark's name and what runs it.
type Bench = (&'static str, fn() -> Result<Outcome, String>);

const BENCHES: &[Bench] = &[
    ("setting", setting::run),
    ("value", value::run),
    ("load", load::run),
    ("process", process::run),
    ("odds-exact", exact::run),
    ("odds-rounds", rounds::run),
    ("odds-cores", rounds::cores),
    ("odds-memory", exact::memory),
    ("table", table::run),
    ("roulette", roulette::run),
    ("floor-sqlite", floor::sqlite),
    ("floor-postgres", floor::postgres),
    ("floor-latency", floor::latency),
    ("floor-busy", floor::busy),
    ("floor-play", floor::play_busy),
    ("floor-paced", floor::play_paced),
    ("floor-idle", floor::idle),
    ("floor-start", floor::start),
    ("floor-recovery", floor::recovery),
    ("recall", floor::recall),
];

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).collect();
    // The server that stations are measured against is this program again.
    if let [serve, folder, count, pace @ ..] = filters.as_slice()
        && serve == "--serve"
    {
        return match floor::serve(folder, count, pace.first().map(String::as_str)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(reason) => {
                eprintln!("bench: {reason}");
                ExitCode::from(2)
            }
        };
    }
    let chosen: Vec<&Bench> = BENCHES
        .iter()
        .filter(|(name, _)| filters.is_empty() || filters.iter().any(|f| name.contains(f.as_str())))
        .collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("bench: no benchmark is called {}: there are {}", filters.join(" or "), names.join(", "));
        return ExitCode::from(2);
    }
    let mut missed = false;
    for (name, run) in chosen {
        match run() {
            Ok(outcome) => {
                missed |= !outcome.met;
                println!("{name:<14} {} {}", if outcome.met { "ok    " } else { "MISSED" }, outcome.text);
            }
            Err(reason) => {
                missed = true;
                println!("{name:<14} FAILED {reason}");
            }
        }
    }
    ExitCode::from(u8::from(missed))
}
