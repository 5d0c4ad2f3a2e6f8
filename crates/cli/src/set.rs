//! `houseway set`: four tiles, how they are set, and why.

use crate::answer::{Answer, Failure, counted};
use crate::args::SetArgs;
use crate::draw::{self, BOLD, DIM};
use crate::library::{Library, way_under};
use houseway::{Decision, Way};
use serde::Serialize;
use std::fmt::Write;
use tiles::{Hand, Rank, Tile};

/// A decision as JSON: tiles in notation, clauses as the book writes them.
#[derive(Serialize)]
pub(crate) struct SetJson {
    book: String,
    hand: String,
    low: String,
    high: String,
    low_value: String,
    high_value: String,
    decided_by: String,
    clauses: Vec<String>,
    reasons: Vec<ReasonJson>,
    readings: Vec<String>,
}

#[derive(Serialize)]
struct ReasonJson {
    clause: String,
    reason: String,
}

impl SetJson {
    pub(crate) fn new(decision: &Decision, way: &Way<'_>) -> Self {
        let book = &way.text().book;
        let within = |c: &rulebook::Citation| c.within(book);
        Self {
            book: book.clone(),
            hand: decision.hand.to_string(),
            low: ids(decision.setting.low()),
            high: ids(decision.setting.high()),
            low_value: decision.setting.low_value().to_string(),
            high_value: decision.setting.high_value().to_string(),
            decided_by: within(decision.decided_by()),
            clauses: decision.clauses().into_iter().map(within).collect(),
            reasons: decision
                .steps
                .iter()
                .map(|s| ReasonJson { clause: within(&s.clause), reason: s.cause.to_string() })
                .collect(),
            readings: decision.readings.clone(),
        }
    }
}

/// Two ids with a space between.
pub(crate) fn ids([a, b]: [Rank; 2]) -> String {
    format!("{a} {b}")
}

/// The hand of these tiles.
pub(crate) fn hand(tiles: &[Tile]) -> Result<Hand, Failure> {
    let ranks: Result<[Tile; 4], _> = tiles.try_into();
    let hand = ranks.ok().and_then(|four| Hand::new(four.map(Tile::rank)));
    hand.ok_or_else(|| Failure::one(format!("{} given, 4 of one set needed", counted(tiles.len(), "tile"))))
}

pub(crate) fn answer(library: &Library<'_>, args: &SetArgs) -> Result<Answer, Failure> {
    // The tiles are looked at first: they are what people mistype.
    let tiles = tiles::parse_tiles(&args.tiles.join(" "), 4).map_err(Failure::new)?;
    let hand = hand(&tiles)?;
    let text = library.way(&args.way.book)?;
    let way = way_under(&text, &args.way.under)?;
    let decision = way.set(&hand).map_err(Failure::new)?;
    if args.json {
        return Answer::json(&SetJson::new(&decision, &way));
    }
    // Hands the very tiles that were named to the two hands.
    let mut free = tiles;
    let mut take = |two: [Rank; 2]| -> Vec<Tile> {
        let mut taken = Vec::new();
        for rank in two {
            if let Some(place) = free.iter().position(|t| t.rank() == rank) {
                taken.push(free.remove(place));
            }
        }
        taken
    };
    let (low, high) = (take(decision.setting.low()), take(decision.setting.high()));
    let mut text = draw::tiles(&[("low", &low), ("high", &high)]);
    text += &because(&decision, &way);
    Ok(Answer::yes(text))
}

/// What each hand is, the reasons and the readings, as text.
pub(crate) fn because(decision: &Decision, way: &Way<'_>) -> String {
    let setting = &decision.setting;
    let mut text = String::new();
    let (low, high) = (ids(setting.low()), ids(setting.high()));
    let width = low.len().max(high.len());
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  low   {BOLD}{low:<width$}{BOLD:#}   {}", setting.low_value());
    let _ = writeln!(text, "  high  {BOLD}{high:<width$}{BOLD:#}   {}", setting.high_value());
    let clauses: Vec<String> = decision.steps.iter().map(|s| s.clause.within(&way.text().book)).collect();
    let width = clauses.iter().chain(&decision.readings).map(String::len).max().unwrap_or(0);
    for (i, (step, clause)) in decision.steps.iter().zip(&clauses).enumerate() {
        let lead = if i == 0 { "because" } else { "" };
        let _ = writeln!(text, "  {DIM}{lead:<8}{DIM:#} {clause:<width$}  {}", step.cause);
    }
    for (i, id) in decision.readings.iter().enumerate() {
        let lead = if i == 0 { "reading" } else { "" };
        let chosen = way.choices().of(id).unwrap_or_default();
        let choice = way.text().reading(id).and_then(|r| r.choices.iter().find(|c| c.name == chosen));
        let meaning = choice.map_or("", |c| c.meaning.as_str());
        let _ = writeln!(text, "  {DIM}{lead:<8} {id:<width$}  {meaning}{DIM:#}");
    }
    text
}
