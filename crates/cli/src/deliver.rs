//! `houseway deliver`: which area receives which lot, by the dice.

use crate::answer::{Answer, Failure, table};
use crate::args::DeliverArgs;
use crate::cut::{caption, drawn, find, sources, turned};
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book};
use paigow::{Called, Throw};
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct DeliverJson {
    book: String,
    total: i64,
    r#box: u8,
    first_area: u8,
    lots: Vec<LotJson>,
    unused_lots: Vec<usize>,
    cut: Option<String>,
    orientation: Option<String>,
    clauses: Vec<String>,
}

#[derive(Serialize)]
struct LotJson {
    lot: usize,
    area: u8,
}

pub(crate) fn answer(library: &Library<'_>, args: &DeliverArgs) -> Result<Answer, Failure> {
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let no_tiles =
        || Failure::one(format!("book {} deals no tiles: it conducts {}", book.id, book.game().title()));
    let book = book.pai_gow().ok_or_else(no_tiles)?;
    let plain = &book.parameters;
    let rules = match &args.variant {
        None => plain,
        Some(id) => {
            let variant = plain.variant(id).ok_or_else(|| {
                let known: Vec<&str> = plain.variants().iter().map(|v| v.id.as_str()).collect();
                let known = if known.is_empty() {
                    "it has none".into()
                } else {
                    format!("there are {}", known.join(", "))
                };
                Failure::one(format!("no variant \"{id}\" in {}: {known}", book.id))
            })?;
            &variant.parameters
        }
    };
    let throw = Throw {
        chung: args.chung,
        dice: args.dice.clone(),
        cut_die: args.cut_die,
        steal: args.steal.unwrap_or(0),
    };
    let called = throw.call(rules, &book.cuts).map_err(Failure::new)?;
    let name = args.cut.as_ref().or_else(|| called.cut.and_then(|row| row.cuts.first()));
    let delivery = match name {
        Some(name) => {
            let cut = find(&book.cuts, name, &book.id)?;
            Some((cut, turned(cut, args.orientation.as_deref(), &book.id)?))
        }
        _ if args.orientation.is_some() => {
            return Err(Failure::one("--orientation needs a cut: give --cut-die or --cut"));
        }
        _ => None,
    };
    let mut clauses: Vec<String> =
        rules.dice.chung_counts.clauses.iter().map(|c| c.within(&book.id)).collect();
    if throw.steal != 0 {
        clauses.extend(rules.dice.steal.clauses.iter().map(|c| c.within(&book.id)));
    }
    if args.cut.is_none() {
        clauses.extend(called.cut.map(|row| row.clause.within(&book.id)));
    }
    if args.json {
        return json(
            &book.id,
            &called,
            delivery.map(|(c, d)| (c.name.clone(), d.orientation.to_string())),
            clauses,
        );
    }
    let mut text = String::new();
    let steal = if throw.steal == 0 { String::new() } else { format!(" (with {:+})", throw.steal) };
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "  total {}{steal} from the chung on {}: box {}, {BOLD}first tiles to area {}{BOLD:#}",
        called.total, args.chung, called.count, called.first
    );
    let lots = called.areas.iter().enumerate();
    let row = |(lot, area): (usize, &Option<u8>)| match area {
        Some(area) => (format!("lot {}", lot + 1), format!("area {area}")),
        None => (format!("lot {}", lot + 1), "unused".to_string()),
    };
    let (top, bottom): (Vec<String>, Vec<String>) = lots.map(row).unzip();
    let indent = |mut cells: Vec<String>| {
        cells[0].insert_str(0, "    ");
        cells
    };
    text += &table(&[indent(top), indent(bottom)]);
    match &delivery {
        Some((cut, delivery)) => {
            let _ = write!(text, "\n  the cut shall be {}", caption(cut, delivery));
            if let Some(others) = called.cut.filter(|row| row.cuts.len() > 1 && args.cut.is_none()) {
                let _ =
                    writeln!(text, "  {DIM}or {}: the dealer's choice{DIM:#}", others.cuts[1..].join(", "));
            }
            if args.orientation.is_none() && cut.orientations().count() > 1 {
                let turns: Vec<String> = cut.orientations().map(|o| o.to_string()).collect();
                let _ = writeln!(
                    text,
                    "  {DIM}of {}: the dealer picks, {} unless told (--orientation; reading orientation){DIM:#}",
                    turns.join("; "),
                    delivery.orientation
                );
            }
            text += &drawn(&delivery.grid);
            text += &sources(delivery, book);
        }
        None => {
            let how = if rules.dice.cut_die.value { "--cut-die 1 to 6, or --cut NAME" } else { "--cut NAME" };
            let _ = writeln!(text, "\n  {DIM}no cut named yet: {how}{DIM:#}");
        }
    }
    let _ = writeln!(text, "  {DIM}dice{DIM:#}     {}", clauses.join(", "));
    Ok(Answer::yes(text))
}

fn json(
    book: &str,
    called: &Called<'_>,
    cut: Option<(String, String)>,
    clauses: Vec<String>,
) -> Result<Answer, Failure> {
    let lots = called.areas.iter().enumerate();
    let (name, orientation) = cut.unzip();
    Answer::json(&DeliverJson {
        book: book.to_string(),
        total: called.total,
        r#box: called.count,
        first_area: called.first,
        lots: lots.clone().filter_map(|(i, a)| Some(LotJson { lot: i + 1, area: (*a)? })).collect(),
        unused_lots: lots.filter(|(_, a)| a.is_none()).map(|(i, _)| i + 1).collect(),
        cut: name,
        orientation,
        clauses,
    })
}
