//! `houseway books`: what is on the shelf, or what one book says.

use crate::answer::{Answer, Failure, table};
use crate::args::BooksArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book};
use rulebook::{Book, Duty, Stated, Variant};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct BookJson<'b> {
    id: &'b str,
    title: &'b str,
    place: &'b str,
    year: Option<u16>,
    effective: Option<&'b str>,
    game: &'b str,
    about: &'b str,
    extends: Option<&'b str>,
    borrows: Vec<BorrowJson<'b>>,
    clauses: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Vec<StatedJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<&'b str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingJson<'b>>>,
}

#[derive(Serialize)]
struct BorrowJson<'b> {
    what: &'b str,
    from: &'b str,
    why: &'b str,
}

#[derive(Serialize)]
struct StatedJson {
    table: &'static str,
    name: &'static str,
    value: String,
    clauses: Vec<String>,
}

#[derive(Serialize)]
struct ReadingJson<'b> {
    id: &'b str,
    question: &'b str,
    default: &'b str,
    choices: Vec<&'b str>,
}

fn where_and_when(book: &Book) -> String {
    book.year.map_or_else(|| book.place.clone(), |year| format!("{}, {year}", book.place))
}

fn stated(book: &Book) -> Vec<Stated> {
    match book {
        Book::PaiGow(book) => book.parameters.stated(),
        Book::Roulette(book) => book.rules.stated(),
    }
}

fn variants(book: &Book) -> &[Variant] {
    book.pai_gow().map_or(&[], |book| book.parameters.variants())
}

impl<'b> BookJson<'b> {
    fn new(book: &'b Book, whole: bool) -> Self {
        let parameters = || {
            let json = |s: Stated| StatedJson {
                table: s.table,
                name: s.name,
                value: s.value,
                clauses: s.clauses.iter().map(|c| c.within(&book.id)).collect(),
            };
            stated(book).into_iter().map(json).collect()
        };
        let variants = || variants(book).iter().map(|v| v.id.as_str()).collect();
        let readings = || {
            let json = |r: &'b rulebook::Reading| ReadingJson {
                id: &r.id,
                question: &r.question,
                default: &r.default,
                choices: r.choices.iter().map(|c| c.name.as_str()).collect(),
            };
            book.readings.iter().map(json).collect()
        };
        Self {
            id: &book.id,
            title: &book.title,
            place: &book.place,
            year: book.year,
            effective: book.effective.as_deref(),
            game: book.game().word(),
            about: &book.about,
            extends: book.extends.as_deref(),
            borrows: book
                .borrows
                .iter()
                .map(|b| BorrowJson { what: &b.what, from: &b.from, why: &b.why })
                .collect(),
            clauses: book.register.clauses().len(),
            parameters: whole.then(parameters),
            variants: whole.then(variants),
            readings: whole.then(readings),
        }
    }
}

pub(crate) fn answer(library: &Library<'_>, args: &BooksArgs) -> Result<Answer, Failure> {
    if let Some(id) = &args.book {
        let shelf = library.with(id)?;
        let book = book(&shelf, id)?;
        return if args.json { Answer::json(&BookJson::new(book, true)) } else { Ok(Answer::yes(one(book))) };
    }
    let shelf = library.all()?;
    if args.json {
        return Answer::json(&shelf.books().iter().map(|b| BookJson::new(b, false)).collect::<Vec<_>>());
    }
    let mut rows = vec![["book", "game", "place", "clauses", "title"].map(str::to_string).to_vec()];
    for book in shelf.books() {
        rows.push(vec![
            book.id.clone(),
            book.game().title().to_string(),
            where_and_when(book),
            book.register.clauses().len().to_string(),
            book.title.clone(),
        ]);
        if let Some(parent) = &book.extends {
            rows.push(vec![String::new(), String::new(), format!("extends {parent}")]);
        }
        for borrowing in &book.borrows {
            rows.push(vec![
                String::new(),
                String::new(),
                format!("borrows {} of {}", borrowing.what, borrowing.from),
            ]);
        }
    }
    Ok(Answer::yes(table(&rows) + "\nhouseway books BOOK shows one, houseway clauses BOOK its clauses.\n"))
}

fn one(book: &Book) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{BOLD}{}{BOLD:#}  {}", book.id, book.title);
    let _ = writeln!(text, "  {}", book.about);
    let _ = writeln!(text, "  {DIM}game{DIM:#}     {}, {}", book.game().title(), where_and_when(book));
    if let Some(effective) = &book.effective {
        let _ = writeln!(text, "  {DIM}since{DIM:#}    {effective}");
    }
    if let Some(parent) = &book.extends {
        let _ = writeln!(text, "  {DIM}extends{DIM:#}  {parent}: what it does not say holds as there");
    }
    for b in &book.borrows {
        let _ = writeln!(text, "  {DIM}borrows{DIM:#}  {} of {}: {}", b.what, b.from, b.why);
    }
    let count = |duty: Duty| book.register.clauses().iter().filter(|c| c.duty == duty).count();
    let _ = writeln!(
        text,
        "  {DIM}clauses{DIM:#}  {}: {} to enforce, {} to record, {} to display, {} outside",
        book.register.clauses().len(),
        count(Duty::Enforce),
        count(Duty::Record),
        count(Duty::Display),
        count(Duty::Outside)
    );
    let mut group = "";
    let mut rows = Vec::new();
    for s in stated(book) {
        let clauses: Vec<String> = s.clauses.iter().map(|c| c.within(&book.id)).collect();
        let head = if s.table == group { String::new() } else { s.table.to_string() };
        group = s.table;
        rows.push(vec![format!("  {head}"), s.name.to_string(), s.value, clauses.join(", ")]);
    }
    if !rows.is_empty() {
        let _ = writeln!(text, "\n{BOLD}Parameters{BOLD:#}");
        text += &table(&rows);
    }
    for variant in variants(book) {
        let clauses: Vec<String> = variant.clauses.iter().map(|c| c.within(&book.id)).collect();
        let _ = writeln!(
            text,
            "\n{BOLD}Variant {}{BOLD:#}  {} ({})",
            variant.id,
            variant.title,
            clauses.join(", ")
        );
    }
    let _ = writeln!(text, "\n{BOLD}Readings{BOLD:#}");
    for reading in book.readings.iter() {
        let _ = writeln!(text, "  {}: {}", reading.id, reading.question);
        let (taken, others): (Vec<_>, Vec<_>) =
            reading.choices.iter().partition(|choice| choice.name == reading.default);
        for (word, choices) in [("is", taken), ("or", others)] {
            for choice in choices {
                let _ = writeln!(text, "    {word} {}: {}", choice.name, choice.meaning);
            }
        }
    }
    text
}
