//! `houseway cut`: the wall of eight stacks, and which tile of it goes to which lot.

use crate::answer::{Answer, Failure, table};
use crate::args::CutArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book};
use rulebook::{Cut, Cuts, Delivery, Grid, Orientation, PaiGowBook};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct CutJson<'c> {
    book: &'c str,
    cut: &'c str,
    name: Option<&'c str>,
    english: &'c str,
    orientation: String,
    grid: [[u8; 8]; 4],
    clause: String,
    reading: Option<&'c str>,
    from: Option<&'c str>,
}

#[derive(Serialize)]
struct NamedJson<'c> {
    cut: &'c str,
    name: Option<&'c str>,
    english: &'c str,
    orientations: Vec<String>,
    described: bool,
    clauses: Vec<String>,
}

pub(crate) fn answer(library: &Library<'_>, args: &CutArgs) -> Result<Answer, Failure> {
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let no_cuts = || Failure::one(format!("book {} has no cuts", book.id));
    let book = book.pai_gow().ok_or_else(no_cuts)?;
    let cuts = &book.cuts;
    let Some(name) = &args.name else { return list(args, book) };
    let cut = find(cuts, name, &book.id)?;
    let delivery = turned(cut, args.orientation.as_deref(), &book.id)?;
    if args.json {
        return Answer::json(&CutJson {
            book: &book.id,
            cut: &cut.name,
            name: cut.chinese.as_deref(),
            english: &cut.english,
            orientation: delivery.orientation.to_string(),
            grid: delivery.grid.rows(),
            clause: delivery.clause.within(&book.id),
            reading: delivery.reading.as_deref(),
            from: delivery.from.as_deref(),
        });
    }
    let mut text = caption(cut, delivery);
    text += &drawn(&delivery.grid);
    text += &sources(delivery, book);
    Ok(Answer::yes(text))
}

/// The cut with this name, or a refusal that lists the names.
pub(crate) fn find<'c>(cuts: &'c Cuts, name: &str, book: &str) -> Result<&'c Cut, Failure> {
    let names: Vec<&str> = cuts.cuts.iter().map(|c| c.name.as_str()).collect();
    cuts.cut(name)
        .ok_or_else(|| Failure::one(format!("no cut \"{name}\" in {book}: there are {}", names.join(", "))))
}

/// The delivery of a cut in the orientation asked for, or its own default.
pub(crate) fn turned<'c>(
    cut: &'c Cut,
    orientation: Option<&str>,
    book: &str,
) -> Result<&'c Delivery, Failure> {
    let offered = || -> String {
        let all: Vec<String> = cut.orientations().map(|o| o.to_string()).collect();
        if all.iter().all(String::is_empty) {
            "it has none".into()
        } else {
            format!("{} offered", all.join(" or "))
        }
    };
    let wanted = match orientation {
        None => cut.default_orientation(),
        Some(text) => {
            let asked: Orientation =
                text.parse().map_err(|e| Failure::one(format!("--orientation is {e}")))?;
            // Half an orientation leaves the rest at its default (reading `orientation`).
            let default = cut.default_orientation();
            Orientation { side: asked.side.or(default.side), end: asked.end.or(default.end) }
        }
    };
    if !cut.orientations().any(|o| o == wanted) {
        let text = orientation.unwrap_or_default();
        return Err(Failure::one(format!("cut {} cannot be dealt \"{text}\": {}", cut.name, offered())));
    }
    cut.delivery(&wanted).ok_or_else(|| {
        let clause = cut.clauses.first().map_or_else(|| book.to_string(), ToString::to_string);
        Failure::one(format!(
            "cut {} has no delivery order in any book: a supervisor has to register its grid ({clause})",
            cut.name
        ))
    })
}

/// The cut's names and how it is turned.
pub(crate) fn caption(cut: &Cut, delivery: &Delivery) -> String {
    let turned = delivery.orientation.to_string();
    let turned = if turned.is_empty() { String::new() } else { format!(", {}", turned.replace(',', ", ")) };
    let name = cut.chinese.as_deref().unwrap_or(&cut.english);
    format!("{BOLD}{name}{BOLD:#}, {}{turned}\n", cut.english)
}

/// The wall as the dealer sees it, each tile with the number of its lot.
pub(crate) fn drawn(grid: &Grid) -> String {
    let mut text = String::new();
    let line =
        |left: &str, middle: &str, right: &str| format!("  {left}{}{right}\n", ["───"; 8].join(middle));
    text += &line("╭", "┬", "╮");
    for (i, row) in grid.rows().iter().enumerate() {
        if i > 0 {
            text += &line("├", "┼", "┤");
        }
        let cells: Vec<String> = row.iter().map(|lot| format!(" {lot} ")).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  │{}│", cells.join("│"));
    }
    text += &line("╰", "┴", "╯");
    let _ =
        writeln!(text, "  {DIM}eight stacks of four, seen by the dealer; a number is the tile's lot{DIM:#}");
    text
}

/// The clause, and what was borrowed or read.
pub(crate) fn sources(delivery: &Delivery, book: &PaiGowBook) -> String {
    let mut text = format!("  {DIM}clause{DIM:#}   {}\n", delivery.clause.within(&book.id));
    if let Some(from) = &delivery.from {
        let _ = writeln!(
            text,
            "  {DIM}grid{DIM:#}     as described in {from}: {} gives no delivery order",
            book.id
        );
    }
    if let Some(id) = &delivery.reading {
        let reading = book.reading(id);
        let meaning =
            reading.and_then(|r| r.choices.iter().find(|c| c.name == r.default)).map(|c| c.meaning.as_str());
        let _ = writeln!(text, "  {DIM}reading{DIM:#}  {id}: {}", meaning.unwrap_or_default());
    }
    text
}

fn list(args: &CutArgs, book: &PaiGowBook) -> Result<Answer, Failure> {
    let cuts = &book.cuts;
    if args.json {
        let named = cuts.cuts.iter().map(|c| NamedJson {
            cut: &c.name,
            name: c.chinese.as_deref(),
            english: &c.english,
            orientations: c.orientations().map(|o| o.to_string()).collect(),
            described: !c.is_undescribed(),
            clauses: c.clauses.iter().map(|x| x.within(&book.id)).collect(),
        });
        return Answer::json(&named.collect::<Vec<_>>());
    }
    let mut text = format!("{BOLD}Cuts of {}{BOLD:#}\n", book.id);
    let rows = cuts.cuts.iter().map(|c| {
        let orientations: Vec<String> =
            c.orientations().map(|o| o.to_string()).filter(|o| !o.is_empty()).collect();
        let turns = if c.is_undescribed() {
            "no delivery order in any book".to_string()
        } else {
            orientations.join("; ")
        };
        vec![format!("  {}", c.name), c.english.clone(), turns]
    });
    text += &table(&rows.collect::<Vec<_>>());
    Ok(Answer::yes(text))
}
