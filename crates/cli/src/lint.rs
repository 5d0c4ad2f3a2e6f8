//! `houseway lint`: what a House Way leaves to readings, gives away, never uses or says twice.

use crate::answer::{Answer, Failure, counted, table};
use crate::args::LintArgs;
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book, way_under};
use crate::set::{SetJson, ids};
use houseway::{Decision, Difference, Lint, Way};
use serde::Serialize;
use std::fmt::Write;

/// How many hands of a group are listed without `--all`.
const FEW: usize = 5;

#[derive(Serialize)]
struct LintJson {
    book: String,
    readings: Vec<RestsJson>,
    switched: Vec<SwitchedJson>,
    dominated: Vec<DominatedJson>,
    never_fire: Vec<SilentJson>,
    formats_disagree: Vec<PairJson>,
    undecided: Vec<String>,
    open: Vec<OpenJson>,
}

#[derive(Serialize)]
struct RestsJson {
    reading: String,
    choice: String,
    switchable: bool,
    clauses: Vec<String>,
    hands: Vec<String>,
}

#[derive(Serialize)]
struct SwitchedJson {
    reading: String,
    choice: String,
    hands: Vec<PairJson>,
}

#[derive(Serialize)]
struct PairJson {
    hand: String,
    left: SetJson,
    right: SetJson,
}

#[derive(Serialize)]
struct DominatedJson {
    set: SetJson,
    better: String,
}

#[derive(Serialize)]
struct SilentJson {
    clause: String,
    line: usize,
    why: String,
}

#[derive(Serialize)]
struct OpenJson {
    clause: String,
    theme: String,
    open: String,
}

pub(crate) fn answer(library: &Library<'_>, args: &LintArgs) -> Result<Answer, Failure> {
    let shelf = library.with(&args.book)?;
    let book = book(&shelf, &args.book)?;
    let Some(own) = book.pai_gow() else {
        // No hand rests on its readings, so there is nothing to choose or to state otherwise.
        if let Some(reading) = args.under.readings.first() {
            let message = format!("--reading {reading} does not apply: {} has no House Way", book.id);
            return Err(Failure::one(message));
        }
        if args.under.general_formats {
            let message = format!("--general-formats does not apply: {} has no House Way", book.id);
            return Err(Failure::one(message));
        }
        return without_way(args, book);
    };
    let way = way_under(&own.way, &args.under)?;
    let lint = Lint::of(&way, &own.register);
    if args.json { Answer::json(&json(&lint, &way)) } else { Ok(Answer::yes(text(&lint, &way, args.all))) }
}

fn pair(d: &Difference, way: &Way<'_>) -> PairJson {
    let (left, right) = (SetJson::new(&d.left, way), SetJson::new(&d.right, way));
    PairJson { hand: d.left.hand.to_string(), left, right }
}

fn json(lint: &Lint, way: &Way<'_>) -> LintJson {
    let book = &way.text().book;
    LintJson {
        book: book.clone(),
        readings: lint
            .readings
            .iter()
            .map(|r| RestsJson {
                reading: r.reading.id.clone(),
                choice: way.choices().of(&r.reading.id).unwrap_or_default().to_string(),
                switchable: r.reading.is_switchable(),
                clauses: r.reading.clauses.iter().map(|c| c.within(book)).collect(),
                hands: r.hands.iter().map(ToString::to_string).collect(),
            })
            .collect(),
        switched: lint
            .sensitivities
            .iter()
            .map(|s| SwitchedJson {
                reading: s.reading.clone(),
                choice: s.choice.clone(),
                hands: s.differences.iter().map(|d| pair(d, way)).collect(),
            })
            .collect(),
        dominated: lint
            .dominated
            .iter()
            .map(|(d, better)| DominatedJson { set: SetJson::new(d, way), better: better.to_string() })
            .collect(),
        never_fire: lint
            .never_fire
            .iter()
            .map(|s| SilentJson { clause: s.clause.clone(), line: s.line, why: s.why.clone() })
            .collect(),
        formats_disagree: lint.formats.iter().map(|d| pair(d, way)).collect(),
        undecided: lint.undecided.iter().map(ToString::to_string).collect(),
        open: lint
            .open
            .iter()
            .map(|c| OpenJson { clause: c.id.clone(), theme: c.theme.clone(), open: c.open.clone() })
            .collect(),
    }
}

/// The rows of a group, or the first few and how many more.
fn few(text: &mut String, rows: &[Vec<String>], all: bool) {
    let shown = if all { rows.len() } else { rows.len().min(FEW) };
    *text += &table(&rows[..shown]);
    if shown < rows.len() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    {DIM}… and {} more (--all lists them){DIM:#}", rows.len() - shown);
    }
}

fn set(d: &Decision, book: &str) -> String {
    format!("{} / {} ({})", ids(d.setting.low()), ids(d.setting.high()), d.decided_by().within(book))
}

fn text(lint: &Lint, way: &Way<'_>, all: bool) -> String {
    let book = &way.text().book;
    let mut text = String::new();
    let head = |text: &mut String, title: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{BOLD}{title}{BOLD:#}");
    };
    head(&mut text, &format!("{}: readings, and the hands of 3,620 that rest on them", book));
    let rows: Vec<Vec<String>> = lint
        .readings
        .iter()
        .map(|r| {
            let hands = if r.hands.is_empty() { "-".to_string() } else { counted(r.hands.len(), "hand") };
            let choice = way.choices().of(&r.reading.id).unwrap_or_default();
            vec![format!("  {}", r.reading.id), choice.to_string(), hands, r.reading.question.clone()]
        })
        .collect();
    text += &table(&rows);
    let differences = |text: &mut String, found: &[Difference]| {
        let rows: Vec<Vec<String>> = found
            .iter()
            .map(|d| vec![format!("    {}", d.left.hand), set(&d.left, book), set(&d.right, book)])
            .collect();
        few(text, &rows, all);
    };
    for switched in &lint.sensitivities {
        let n = counted(switched.differences.len(), "hand");
        head(&mut text, &format!("\nWith {}={}: {n} set differently", switched.reading, switched.choice));
        differences(&mut text, &switched.differences);
    }
    head(&mut text, &format!("\nDominated settings: {}", lint.dominated.len()));
    let rows: Vec<Vec<String>> = lint
        .dominated
        .iter()
        .map(|(d, better)| vec![format!("    {}", d.hand), set(d, book), format!("{better} is better")])
        .collect();
    few(&mut text, &rows, all);
    head(&mut text, &format!("\nRules that never fire: {}", lint.never_fire.len()));
    let rows: Vec<Vec<String>> = lint
        .never_fire
        .iter()
        .map(|s| {
            let line = if s.line > 0 { format!("houseway.toml:{}", s.line) } else { String::new() };
            vec![format!("    {}", s.clause), line, s.why.clone()]
        })
        .collect();
    few(&mut text, &rows, all);
    if !way.text().rules.formats.is_empty() {
        head(
            &mut text,
            &format!(
                "\nListed exceptions and general formats disagree on {}",
                counted(lint.formats.len(), "hand")
            ),
        );
        differences(&mut text, &lint.formats);
    }
    head(&mut text, &format!("\nUndecided hands: {}", lint.undecided.len()));
    let rows: Vec<Vec<String>> = lint.undecided.iter().map(|u| vec![format!("    {u}")]).collect();
    few(&mut text, &rows, all);
    head(&mut text, &format!("\nClauses with open points: {}", lint.open.len()));
    let rows: Vec<Vec<String>> =
        lint.open.iter().map(|c| vec![format!("    {}", c.id), c.theme.clone(), c.open.clone()]).collect();
    few(&mut text, &rows, all);
    text
}

/// A book of another game: its readings and open points.
fn without_way(args: &LintArgs, book: &rulebook::Book) -> Result<Answer, Failure> {
    let open: Vec<_> = book.register.clauses().iter().filter(|c| !c.open.is_empty()).collect();
    if args.json {
        let readings = book.readings.iter().map(|r| RestsJson {
            reading: r.id.clone(),
            choice: r.default.clone(),
            switchable: r.is_switchable(),
            clauses: r.clauses.iter().map(|c| c.within(&book.id)).collect(),
            hands: Vec::new(),
        });
        let open = open.iter().map(|c| OpenJson {
            clause: c.id.clone(),
            theme: c.theme.clone(),
            open: c.open.clone(),
        });
        return Answer::json(&LintJson {
            book: book.id.clone(),
            readings: readings.collect(),
            switched: Vec::new(),
            dominated: Vec::new(),
            never_fire: Vec::new(),
            formats_disagree: Vec::new(),
            undecided: Vec::new(),
            open: open.collect(),
        });
    }
    let mut text = format!("{BOLD}{}: readings (a book without a House Way){BOLD:#}\n", book.id);
    let rows: Vec<Vec<String>> = book
        .readings
        .iter()
        .map(|r| vec![format!("  {}", r.id), r.default.clone(), r.question.clone()])
        .collect();
    text += &table(&rows);
    let _ = writeln!(text, "\n{BOLD}Clauses with open points: {}{BOLD:#}", open.len());
    let rows: Vec<Vec<String>> =
        open.iter().map(|c| vec![format!("    {}", c.id), c.theme.clone(), c.open.clone()]).collect();
    few(&mut text, &rows, args.all);
    Ok(Answer::yes(text))
}
