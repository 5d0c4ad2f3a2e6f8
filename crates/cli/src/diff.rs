//! `houseway diff`: the hands that two books set differently, with both reasons.

use crate::answer::{Answer, Failure, table};
use crate::args::{DiffArgs, ReadingArgs};
use crate::draw::BOLD;
use crate::library::{Library, book, way_under, with_way};
use crate::set::{SetJson, ids};
use crate::terms::shown;
use houseway::{Decision, Difference, Way, differences};
use odds::{Best, Fraction, Report, Seat, Terms};
use rulebook::{Choices, HouseWay, PaiGowBook};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct DiffJson {
    hand: String,
    left: SetJson,
    right: SetJson,
    /// What a player gains by the right setting in the left book, for each unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain_percent: Option<f64>,
}

/// What the differences are worth in the left book, and both books' edges by their House Ways.
struct Cost {
    report: Report,
    edges: [Fraction; 2],
}

impl Cost {
    fn new(books: [(&PaiGowBook, &Choices); 2]) -> Result<Self, Failure> {
        let mut edges = [Fraction::ZERO; 2];
        let mut first = None;
        for (edge, (book, choices)) in edges.iter_mut().zip(books) {
            let terms = Terms { choices: choices.clone(), ..Terms::of(book) };
            let report = Report::new(book, &terms).map_err(Failure::new)?;
            *edge = -report.commission.expectation(&report.best(Seat::Player).by_house_way);
            first = first.or(Some(report));
        }
        let report = first.ok_or_else(|| Failure::one("there is no book to price"))?;
        Ok(Self { report, edges })
    }

    /// What a player gains for each unit by the right setting instead of the left.
    fn gain(&self, d: &Difference) -> Fraction {
        let r = &self.report;
        let play =
            Best::hand(&d.left.hand, &d.left.setting, &r.field, Seat::Player, &r.matching, r.commission);
        let worth = |decision: &Decision| {
            let found = play.plays().iter().find(|p| p.setting == decision.setting);
            found.map_or(Fraction::ZERO, |p| r.commission.expectation(&p.duel))
        };
        worth(&d.right) - worth(&d.left)
    }
}

/// The readings asked for that a book has.
fn readings_of(text: &HouseWay, under: &ReadingArgs) -> ReadingArgs {
    let has = |asked: &&String| asked.split_once('=').is_none_or(|(id, _)| text.reading(id).is_some());
    let readings = under.readings.iter().filter(has).cloned().collect();
    ReadingArgs { readings, general_formats: under.general_formats }
}

/// The deciding step as `clause: reason`.
fn reason(decision: &Decision, way: &Way<'_>) -> String {
    let steps = decision.steps.iter().map(|s| format!("{} {}", s.clause.within(&way.text().book), s.cause));
    steps.collect::<Vec<_>>().join("; ")
}

pub(crate) fn answer(library: &Library<'_>, args: &DiffArgs) -> Result<Answer, Failure> {
    let (one, other) = (library.way(&args.left)?, library.way(&args.right)?);
    // A reading goes to the book that has it; one that neither has is refused.
    let (for_left, for_right) = (readings_of(&one, &args.under), readings_of(&other, &args.under));
    let missing = |text: &&String| !for_left.readings.contains(text) && !for_right.readings.contains(text);
    if let Some(text) = args.under.readings.iter().find(missing) {
        let id = text.split('=').next().unwrap_or_default();
        return Err(Failure::one(format!("neither {} nor {} has a reading \"{id}\"", args.left, args.right)));
    }
    let (left, right) = (way_under(&one, &for_left)?, way_under(&other, &for_right)?);
    let found = differences(&left, &right).map_err(Failure::new)?;
    let cost = match args.cost {
        true => {
            // Prices need the whole books.
            let (one, other) = (library.with(&args.left)?, library.with(&args.right)?);
            let books = [with_way(book(&one, &args.left)?)?, with_way(book(&other, &args.right)?)?];
            Some(Cost::new([(books[0], left.choices()), (books[1], right.choices())])?)
        }
        false => None,
    };
    if args.json {
        let json = |d: &Difference| {
            let gain = cost.as_ref().map(|c| c.gain(d));
            DiffJson {
                hand: d.left.hand.to_string(),
                left: SetJson::new(&d.left, &left),
                right: SetJson::new(&d.right, &right),
                gain: gain.map(|g| g.to_string()),
                gain_percent: gain.map(Fraction::percent),
            }
        };
        return Answer::json(&found.iter().map(json).collect::<Vec<_>>());
    }
    let set = |d: &Decision| format!("{} / {}", ids(d.setting.low()), ids(d.setting.high()));
    if args.csv {
        let rows = found.iter().map(|d| {
            let (l, r) = (&d.left, &d.right);
            let mut row = vec![
                l.hand.to_string(),
                set(l),
                set(r),
                l.decided_by().to_string(),
                r.decided_by().to_string(),
            ];
            row.extend(cost.as_ref().map(|c| c.gain(d).to_string()));
            row
        });
        let header = ["hand", "left", "right", "left_decided_by", "right_decided_by", "gain"];
        return Answer::csv(&header[..if args.cost { 6 } else { 5 }], rows);
    }
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = match found.len() {
        0 => writeln!(text, "{} and {} set every hand alike", args.left, args.right),
        1 => writeln!(text, "{} and {} set one hand differently", args.left, args.right),
        n => writeln!(text, "{} and {} set {n} of 3,620 hands differently", args.left, args.right),
    };
    for difference in &found {
        let _ = writeln!(text, "\n{BOLD}{}{BOLD:#}", difference.left.hand);
        let rows = [(&args.left, &difference.left, &left), (&args.right, &difference.right, &right)];
        let rows = rows.map(|(book, d, way)| vec![format!("  {book}"), set(d), reason(d, way)]);
        text += &table(&rows);
        if let Some(cost) = &cost {
            let gain = cost.gain(difference).percent();
            let _ = writeln!(
                text,
                "  at a table of {}, the setting of {} is worth {gain:+.4} % of the wager more to a player",
                args.left, args.right
            );
        }
    }
    if let Some(Cost { edges: [left, right], .. }) = cost {
        let _ = writeln!(
            text,
            "\nhouse edge by the House Way: {} {}, {} {}",
            args.left,
            shown(left),
            args.right,
            shown(right)
        );
    }
    Ok(Answer::yes(text))
}
