//! `houseway simulate`: rounds by the House Way, an estimate with its interval.

use crate::answer::{Answer, Failure, counted};
use crate::args::{BankerArg, SimulateArgs};
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book, with_way};
use crate::odds::grouped;
use crate::plot;
use crate::terms::{command, shown, terms};
use indicatif::{ProgressBar, ProgressStyle};
use odds::{Fraction, Plan, Report, Rounds, Seat, Tally};
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Serialize)]
struct SimulateJson {
    book: String,
    banker: &'static str,
    opponents: u8,
    seed: u64,
    rounds: u64,
    wanted_rounds: u64,
    stopped: bool,
    win: i64,
    push: i64,
    lose: i64,
    edge_percent: f64,
    /// None where no spread was seen.
    margin_percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_percent: Option<f64>,
}

/// The course of a run as points of the picture.
fn points(course: &[Tally], plan: &Plan) -> Vec<odds::picture::Point> {
    let point = |sum: &Tally| {
        let estimate = sum.estimate(plan);
        let (low, high) = estimate.interval()?;
        Some(odds::picture::Point { rounds: sum.rounds, estimate: estimate.percent, low, high })
    };
    course.iter().filter_map(point).collect()
}

fn plan(args: &SimulateArgs, commission: Fraction, chips: Option<(u32, u32)>) -> Result<Plan, Failure> {
    let bound = |name: &str, value: i64, least: i64, most: i64| {
        if (least..=most).contains(&value) {
            Ok(value)
        } else {
            Err(Failure::one(format!("--{name} is {value}, expected {least} to {most}")))
        }
    };
    let seed = u64::try_from(args.seed)
        .map_err(|_| Failure::one(format!("--seed is {}, expected 0 to {}", args.seed, u64::MAX)))?;
    let rounds = bound("rounds", args.rounds, 1, 1_000_000_000_000)?;
    let opponents = bound("opponents", args.opponents, 1, 7)?;
    let (bet, chip) = chips.unwrap_or((10_000, 1));
    bound("bet", bet.into(), 1, 1_000_000)?;
    let share = commission * Fraction::whole(100_000);
    if share.den() != 1 {
        return Err(Failure::one("--commission of a simulation has at most three decimals"));
    }
    Ok(Plan {
        rounds: rounds as u64,
        seed,
        banker: args.banker == BankerArg::Player,
        opponents: opponents as u8,
        bet: i64::from(bet),
        chip: i64::from(chip),
        commission: share.num() as i64,
    })
}

/// Why an estimate has no interval.
fn unspread(rounds: u64) -> &'static str {
    match rounds {
        1 => "how far off is unknown: one round has no spread",
        _ => "how far off is unknown: every round came out alike",
    }
}

pub(crate) fn answer(library: &Library<'_>, args: &SimulateArgs) -> Result<Answer, Failure> {
    if let Some(path) = &args.plot {
        plot::check(path)?;
    }
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let terms = terms(book, &args.terms)?;
    let book = with_way(book)?;
    let report = Report::new(book, &terms).map_err(Failure::new)?;
    let rules = &book.parameters.commission;
    let percent = match args.banker {
        BankerArg::Player => rules.banker_percent.value,
        BankerArg::House => rules.percent.value,
    };
    let share = terms.commission.unwrap_or_else(|| Fraction::new(percent.into(), 100));
    let plan = plan(args, share, terms.chips)?;
    let threads = match args.threads {
        None => std::thread::available_parallelism().map_or(1, usize::from),
        Some(n @ 1..=256) => n as usize,
        Some(n) => return Err(Failure::one(format!("--threads is {n}, expected 1 to 256"))),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|e| Failure::one(format!("cannot listen for Ctrl-C: {e}")))?;
    let bar = ProgressBar::new(plan.rounds);
    bar.set_style(
        ProgressStyle::with_template("  {bar:40} {percent:>3} %  {human_pos} rounds, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let run = Rounds::new(&report).run(&plan, threads, &stop, &|rounds| bar.set_position(rounds));
    bar.finish_and_clear();
    let sum = run.sum;
    if sum.rounds == 0 {
        return Err(Failure::one("stopped before the first rounds were over"));
    }
    let estimate = sum.estimate(&plan);
    // The exact figure is known for one wager at a time: against the bank always, as the bank with
    // one opponent, since commission on a net win depends on how many there are.
    let exact = match (plan.banker, plan.opponents) {
        (false, _) => {
            Some(-report.commission_of(Seat::Player).expectation(&report.best(Seat::Player).by_house_way))
        }
        (true, 1) => {
            Some(-report.commission_of(Seat::Bank).expectation(&report.best(Seat::Bank).by_house_way))
        }
        _ => None,
    };
    if let Some(path) = &args.plot {
        if estimate.margin.is_none() {
            let seen = unspread(sum.rounds);
            return Err(Failure::one(format!("nothing to draw in {}: {seen}", path.display())));
        }
        let who = if plan.banker {
            format!("a player banks against {}", plan.opponents)
        } else {
            "players against the House".into()
        };
        let title = format!("{}: {who}, by the House Way, seed {}", book.id, plan.seed);
        plot::write(
            path,
            &odds::picture::convergence(
                &title,
                &points(&run.course, &plan),
                exact.map(Fraction::percent),
                &command(),
            ),
        )?;
    }
    let stopped = sum.rounds < plan.rounds;
    if args.json {
        return Answer::json(&SimulateJson {
            book: book.id.clone(),
            banker: if plan.banker { "player" } else { "house" },
            opponents: plan.opponents,
            seed: plan.seed,
            rounds: sum.rounds,
            wanted_rounds: plan.rounds,
            stopped,
            win: sum.duel.win,
            push: sum.duel.push,
            lose: sum.duel.lose,
            edge_percent: estimate.percent,
            margin_percent: estimate.margin,
            exact: exact.map(|e| e.to_string()),
            exact_percent: exact.map(Fraction::percent),
        });
    }
    let mut text = String::new();
    let who = if plan.banker {
        format!("a player banks against {}", counted(plan.opponents.into(), "area"))
    } else {
        format!("{} against the House", counted(plan.opponents.into(), "area"))
    };
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{BOLD}{}{BOLD:#}  {} by the House Way, {who}, seed {}",
        book.id,
        counted(sum.rounds as usize, "round"),
        plan.seed
    );
    if stopped {
        let _ = writeln!(text, "  stopped early: {} asked for", counted(plan.rounds as usize, "round"));
    }
    let _ = match (estimate.margin, estimate.interval()) {
        (Some(margin), Some((low, high))) => writeln!(
            text,
            "  house edge  {BOLD}{:.4} %{BOLD:#} ± {margin:.4} (99 %: {low:.4} to {high:.4})",
            estimate.percent
        ),
        _ => {
            writeln!(text, "  house edge  {BOLD}{:.4} %{BOLD:#}, {}", estimate.percent, unspread(sum.rounds))
        }
    };
    let _ = match exact {
        Some(exact) => writeln!(text, "  exactly     {} ({exact})", shown(exact)),
        None => writeln!(
            text,
            "  {DIM}no exact figure: commission on a net win depends on how many opponents there are{DIM:#}"
        ),
    };
    let _ = writeln!(
        text,
        "  wagers      {} won, {} pushed, {} lost",
        grouped(sum.duel.win),
        grouped(sum.duel.push),
        grouped(sum.duel.lose)
    );
    let _ = writeln!(
        text,
        "  {DIM}each wagers {}, smallest chip {}, commission {}{DIM:#}",
        plan.bet,
        plan.chip,
        shown(share)
    );
    Ok(Answer::yes(text))
}
