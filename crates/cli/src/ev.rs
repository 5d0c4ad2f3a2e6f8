//! `houseway ev`: every setting of four tiles, priced exactly.

use crate::answer::{Answer, Failure, table};
use crate::args::EvArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book, with_way};
use crate::odds::grouped;
use crate::set::{hand, ids};
use crate::terms::{seat, shown, terms};
use odds::{Best, Report, SettingPlay};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct EvJson {
    book: String,
    hand: String,
    seat: &'static str,
    settings: Vec<SettingJson>,
    house_way: String,
    best: String,
    given_away: String,
    given_away_percent: f64,
}

#[derive(Serialize)]
struct SettingJson {
    low: String,
    high: String,
    low_value: String,
    high_value: String,
    win: i64,
    push: i64,
    lose: i64,
    expectation: String,
    expectation_percent: f64,
    house_way: bool,
    best: bool,
}

pub(crate) fn answer(library: &Library<'_>, args: &EvArgs) -> Result<Answer, Failure> {
    let tiles = tiles::parse_tiles(&args.tiles.join(" "), 4).map_err(Failure::new)?;
    let four = hand(&tiles)?;
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let terms = terms(book, &args.terms)?;
    let report = Report::new(with_way(book)?, &terms).map_err(Failure::new)?;
    let seat = seat(args.seat);
    let commission = report.commission_of(seat);
    let house = report.chart.setting(&four);
    let play = Best::hand(&four, &house, &report.field, seat, &report.matching, commission);
    let given = play.given_away(commission);
    let side = if seat == odds::Seat::Player { "player" } else { "bank" };
    if args.json {
        let setting = |p: &SettingPlay| {
            let expected = commission.expectation(&p.duel);
            SettingJson {
                low: ids(p.setting.low()),
                high: ids(p.setting.high()),
                low_value: p.setting.low_value().to_string(),
                high_value: p.setting.high_value().to_string(),
                win: p.duel.win,
                push: p.duel.push,
                lose: p.duel.lose,
                expectation: expected.to_string(),
                expectation_percent: expected.percent(),
                house_way: p.setting == house,
                best: p.setting == play.best().setting,
            }
        };
        return Answer::json(&EvJson {
            book: book.id.clone(),
            hand: four.to_string(),
            seat: side,
            settings: play.plays().iter().map(setting).collect(),
            house_way: house.to_string(),
            best: play.best().setting.to_string(),
            given_away: given.to_string(),
            given_away_percent: given.percent(),
        });
    }
    let mut text =
        format!("{BOLD}{four}{BOLD:#}  {}, as {side}, against 20,475 deals by the House Way\n", book.id);
    let mut rows = vec![
        ["  low / high", "makes", "wins", "pushes", "losses", "expects", ""].map(str::to_string).to_vec(),
    ];
    for p in play.plays() {
        let mark = match (p.setting == house, p.setting == play.best().setting) {
            (true, true) => "House Way, best",
            (true, false) => "House Way",
            (false, true) => "best",
            (false, false) => "",
        };
        rows.push(vec![
            format!("  {} / {}", ids(p.setting.low()), ids(p.setting.high())),
            format!("{} / {}", p.setting.low_value(), p.setting.high_value()),
            grouped(p.duel.win),
            grouped(p.duel.push),
            grouped(p.duel.lose),
            format!("{:+.4} %", commission.expectation(&p.duel).percent()),
            mark.to_string(),
        ]);
    }
    text += &table(&rows);
    // Writing to a String cannot fail.
    let _ = match given == odds::Fraction::ZERO {
        true => writeln!(text, "  The House Way is best here."),
        false => writeln!(text, "  The House Way gives away {} of the wager ({given}).", shown(given)),
    };
    let _ = writeln!(text, "  {DIM}commission {}{DIM:#}", shown(commission.rate()));
    Ok(Answer::yes(text))
}
