//! `houseway diff`: the hands that two books set differently, with both reasons.

use crate::answer::{Answer, Failure, table};
use crate::args::DiffArgs;
use crate::draw::BOLD;
use crate::library::{Library, book, way_under};
use crate::set::{SetJson, ids};
use houseway::{Decision, Way, differences};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct DiffJson {
    hand: String,
    left: SetJson,
    right: SetJson,
}

/// The deciding step as `clause: reason`.
fn reason(decision: &Decision, way: &Way<'_>) -> String {
    let steps = decision.steps.iter().map(|s| format!("{} {}", s.clause.within(&way.book().id), s.cause));
    steps.collect::<Vec<_>>().join("; ")
}

pub(crate) fn answer(library: &Library<'_>, args: &DiffArgs) -> Result<Answer, Failure> {
    let (one, other) = (library.way(&args.left)?, library.way(&args.right)?);
    let left = way_under(book(&one, &args.left)?, &args.under)?;
    let right = way_under(book(&other, &args.right)?, &args.under)?;
    let found = differences(&left, &right).map_err(Failure::new)?;
    if args.json {
        let json = |d: &houseway::Difference| DiffJson {
            hand: d.left.hand.to_string(),
            left: SetJson::new(&d.left, &left),
            right: SetJson::new(&d.right, &right),
        };
        return Answer::json(&found.iter().map(json).collect::<Vec<_>>());
    }
    let set = |d: &Decision| format!("{} / {}", ids(d.setting.low()), ids(d.setting.high()));
    if args.csv {
        let rows = found.iter().map(|d| {
            let (l, r) = (&d.left, &d.right);
            [l.hand.to_string(), set(l), set(r), l.decided_by().to_string(), r.decided_by().to_string()]
        });
        return Answer::csv(&["hand", "left", "right", "left_decided_by", "right_decided_by"], rows);
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
    }
    Ok(Answer::yes(text))
}
