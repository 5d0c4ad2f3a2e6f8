//! `houseway chart`: how a book sets all 3,620 hands.

use crate::answer::{Answer, Failure, table};
use crate::args::ChartArgs;
use crate::library::{Library, way_under};
use crate::set::{SetJson, ids};
use houseway::Decision;
use tiles::Hand;

pub(crate) fn answer(library: &Library<'_>, args: &ChartArgs) -> Result<Answer, Failure> {
    let text = library.way(&args.way.book)?;
    let way = way_under(&text, &args.way.under)?;
    let decisions: Vec<Decision> =
        Hand::all().map(|hand| way.set(&hand)).collect::<Result<_, _>>().map_err(Failure::new)?;
    if args.json {
        return Answer::json(&decisions.iter().map(|d| SetJson::new(d, &way)).collect::<Vec<_>>());
    }
    let book = &way.text().book;
    let row = |d: &Decision| -> Vec<String> {
        let clauses: Vec<String> = d.clauses().iter().map(|c| c.within(book)).collect();
        vec![
            d.hand.to_string(),
            ids(d.setting.low()),
            ids(d.setting.high()),
            d.decided_by().within(book),
            clauses.join(";"),
            d.readings.join(";"),
        ]
    };
    let header = ["hand", "low", "high", "decided_by", "clauses", "readings"];
    if args.csv {
        return Answer::csv(&header, decisions.iter().map(row));
    }
    let mut rows = vec![header.map(str::to_string).to_vec()];
    rows.extend(decisions.iter().map(row));
    Ok(Answer::yes(table(&rows)))
}
