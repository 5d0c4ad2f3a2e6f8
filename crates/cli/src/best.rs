//! `houseway best`: the best setting of every hand, and what the House Way gives away.

use crate::answer::{Answer, Failure, table};
use crate::args::BestArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book, with_way};
use crate::odds::grouped;
use crate::plot;
use crate::set::ids;
use crate::terms::{command, seat, shown, terms};
use odds::{Fraction, HandPlay, Report};
use serde::Serialize;
use std::fmt::Write;

/// How many of the costliest hands are listed as text.
const FEW: usize = 20;

#[derive(Serialize)]
struct BestJson {
    hand: String,
    deals: u32,
    house_low: String,
    house_high: String,
    house_expectation: String,
    best_low: String,
    best_high: String,
    best_expectation: String,
    given_away: String,
    given_away_percent: f64,
}

pub(crate) fn answer(library: &Library<'_>, args: &BestArgs) -> Result<Answer, Failure> {
    if let Some(path) = &args.plot {
        plot::check(path)?;
        plot::guard()?;
    }
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let terms = terms(book, &args.terms)?;
    let report = Report::new(with_way(book)?, &terms).map_err(Failure::new)?;
    let seat = seat(args.seat);
    let commission = report.commission_of(seat);
    let best = report.best(seat);
    if let Some(path) = &args.plot {
        plot::write(path, &odds::picture::giveaway(&best, &book.id, commission, &command()))?;
    }
    let json = |p: &HandPlay| {
        let (house, free) = (p.house(), p.best());
        let given = p.given_away(commission);
        BestJson {
            hand: p.hand.to_string(),
            deals: p.hand.deals(),
            house_low: ids(house.setting.low()),
            house_high: ids(house.setting.high()),
            house_expectation: commission.expectation(&house.duel).to_string(),
            best_low: ids(free.setting.low()),
            best_high: ids(free.setting.high()),
            best_expectation: commission.expectation(&free.duel).to_string(),
            given_away: given.to_string(),
            given_away_percent: given.percent(),
        }
    };
    if args.json {
        return Answer::json(&best.hands.iter().map(json).collect::<Vec<_>>());
    }
    if args.csv {
        let header = [
            "hand",
            "deals",
            "house_low",
            "house_high",
            "house_expectation",
            "best_low",
            "best_high",
            "best_expectation",
            "given_away",
            "given_away_percent",
        ];
        let rows = best.hands.iter().map(json).map(|j| {
            [
                j.hand,
                j.deals.to_string(),
                j.house_low,
                j.house_high,
                j.house_expectation,
                j.best_low,
                j.best_high,
                j.best_expectation,
                j.given_away,
                format!("{:.6}", j.given_away_percent),
            ]
        });
        return Answer::csv(&header, rows);
    }
    let mut worse: Vec<(Fraction, &HandPlay)> = best
        .hands
        .iter()
        .map(|p| (p.given_away(commission), p))
        .filter(|(g, _)| *g > Fraction::ZERO)
        .collect();
    worse.sort_by_key(|(given, p)| (-*given, p.hand));
    let edges = [&best.by_house_way, &best.by_best_play].map(|d| -commission.expectation(d));
    let who = if seat == odds::Seat::Player { "as a player" } else { "as the bank, with one opponent" };
    let mut text =
        format!("{BOLD}{}{BOLD:#}  best play {who}, against a field that sets by the House Way\n", book.id);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  House Way  edge {}   best play  edge {}", shown(edges[0]), shown(edges[1]));
    let _ = writeln!(
        text,
        "  {} of 3,620 hands are better set otherwise; the costliest:",
        grouped(worse.len() as i64)
    );
    let head = ["    hand", "House Way", "best", ""].map(str::to_string).to_vec();
    let rows = std::iter::once(head).chain(worse.iter().take(FEW).map(|(given, p)| {
        vec![
            format!("    {}", p.hand),
            p.house().setting.to_string(),
            p.best().setting.to_string(),
            format!("gives away {}", shown(*given)),
        ]
    }));
    text += &table(&rows.collect::<Vec<_>>());
    if worse.len() > FEW {
        let _ = writeln!(text, "    {DIM}… and {} more (--csv lists all hands){DIM:#}", worse.len() - FEW);
    }
    if edges[1] < Fraction::ZERO {
        let _ = writeln!(
            text,
            "  Below zero the player has the advantage: setting freely in this seat beats this House Way."
        );
    }
    Ok(Answer::yes(text))
}
