//! `houseway clauses`: a book's register, or one clause of it.

use crate::answer::{Answer, Failure, table};
use crate::args::ClausesArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book};
use rulebook::{Clause, Reading};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct ClauseJson<'c> {
    clause: &'c str,
    theme: &'c str,
    duty: &'c str,
    role: &'c str,
    gist: &'c str,
    open: &'c str,
    code: &'c str,
    test: &'c str,
    note: &'c str,
    readings: Vec<&'c str>,
}

impl<'c> ClauseJson<'c> {
    fn new(clause: &'c Clause, readings: &[&'c Reading]) -> Self {
        Self {
            clause: &clause.id,
            theme: &clause.theme,
            duty: clause.duty.word(),
            role: &clause.role,
            gist: &clause.gist,
            open: &clause.open,
            code: &clause.code,
            test: &clause.test,
            note: &clause.note,
            readings: readings.iter().map(|r| r.id.as_str()).collect(),
        }
    }
}

pub(crate) fn answer(library: &Library<'_>, args: &ClausesArgs) -> Result<Answer, Failure> {
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let readings = |clause: &Clause| -> Vec<&Reading> {
        let reads = |r: &&Reading| r.clauses.iter().any(|c| c.book == book.id && c.clause == clause.id);
        book.readings.iter().filter(reads).collect()
    };
    if let Some(id) = &args.clause {
        let Some(clause) = book.register.get(id) else {
            return Err(unknown(&args.book, id, book.register.clauses()));
        };
        let json = ClauseJson::new(clause, &readings(clause));
        return if args.json {
            Answer::json(&json)
        } else if args.csv {
            csv(&[clause])
        } else {
            Ok(Answer::yes(one(&args.book, clause, &readings(clause))))
        };
    }
    if let Some(theme) =
        args.theme.as_ref().filter(|t| !book.register.clauses().iter().any(|c| c.theme == **t))
    {
        let mut themes: Vec<&str> = book.register.clauses().iter().map(|c| c.theme.as_str()).collect();
        themes.sort_unstable();
        themes.dedup();
        return Err(Failure::one(format!("no clause about \"{theme}\": there are {}", themes.join(", "))));
    }
    if let Some(duty) =
        args.duty.as_ref().filter(|d| !["enforce", "record", "display", "outside"].contains(&d.as_str()))
    {
        return Err(Failure::one(format!(
            "--duty: expected enforce, record, display or outside, got \"{duty}\""
        )));
    }
    let wanted = |c: &&Clause| {
        args.theme.as_ref().is_none_or(|t| *t == c.theme)
            && args.duty.as_ref().is_none_or(|d| d == c.duty.word())
            && (!args.open || !c.open.is_empty())
    };
    let clauses: Vec<&Clause> = book.register.clauses().iter().filter(wanted).collect();
    if args.json {
        return Answer::json(&clauses.iter().map(|c| ClauseJson::new(c, &readings(c))).collect::<Vec<_>>());
    }
    if args.csv {
        return csv(&clauses);
    }
    let shown = |c: &Clause| if c.test.is_empty() { "" } else { "shown" }.to_string();
    let rows = clauses
        .iter()
        .map(|c| vec![c.id.clone(), c.theme.clone(), c.duty.word().to_string(), shown(c), c.gist.clone()]);
    Ok(Answer::yes(table(&rows.collect::<Vec<_>>())))
}

fn csv(clauses: &[&Clause]) -> Result<Answer, Failure> {
    let header = ["clause", "theme", "duty", "role", "gist", "open", "code", "test", "note"];
    let rows = clauses
        .iter()
        .map(|c| [&c.id, &c.theme, c.duty.word(), &c.role, &c.gist, &c.open, &c.code, &c.test, &c.note]);
    Answer::csv(&header, rows.map(|row| row.map(str::to_string)))
}

/// A refusal that names the clauses that look like it.
fn unknown(book: &str, id: &str, clauses: &[Clause]) -> Failure {
    let near: Vec<&str> =
        clauses.iter().map(|c| c.id.as_str()).filter(|c| c.starts_with(id)).take(5).collect();
    let hint = if near.is_empty() {
        format!("houseway clauses {book} lists them")
    } else {
        near.join(", ") + " begin like that"
    };
    Failure::one(format!("no clause \"{id}\" in {book}: {hint}"))
}

fn one(book: &str, clause: &Clause, readings: &[&Reading]) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{BOLD}{book} {}{BOLD:#}  {}", clause.id, clause.gist);
    let rows = [
        ("theme", clause.theme.as_str()),
        ("duty", clause.duty.word()),
        ("role", &clause.role),
        ("open", &clause.open),
        ("code", &clause.code),
        ("test", &clause.test),
        ("note", &clause.note),
    ];
    for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "  {DIM}{name:<8}{DIM:#} {value}");
    }
    for reading in readings {
        let _ = writeln!(text, "  {DIM}reading{DIM:#}  {}: {}", reading.id, reading.question);
        for choice in &reading.choices {
            let mark = if choice.name == reading.default { "*" } else { " " };
            let _ = writeln!(text, "         {mark} {}: {}", choice.name, choice.meaning);
        }
    }
    text
}
