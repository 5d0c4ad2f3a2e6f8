//! `houseway odds`: every wager of a book, priced exactly.

use crate::answer::{Answer, Failure, counted, table};
use crate::args::{OddsArgs, TermsArgs};
use crate::draw::{BOLD, DIM};
use crate::library::{Library, book};
use crate::plot;
use crate::terms::{command, shown, terms, untaxed};
use odds::{Player, Price, Report, Sensitivity};
use rulebook::Book;
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct OddsJson {
    book: String,
    wagers: Vec<PriceJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sensitivity: Option<Vec<SensitivityJson>>,
}

/// A wager's figures as JSON.
#[derive(Serialize)]
pub(crate) struct PriceJson {
    wager: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    surrender: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    push: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lose: Option<i64>,
    deals: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RowJson>,
    edge: String,
    edge_percent: f64,
}

#[derive(Serialize)]
struct RowJson {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    deals: i64,
    pays: String,
    returns: String,
}

#[derive(Serialize)]
struct SensitivityJson {
    reading: String,
    choice: String,
    hands: Vec<ChangedJson>,
    wagers: Vec<ShiftJson>,
}

#[derive(Serialize)]
struct ChangedJson {
    hand: String,
    from: String,
    to: String,
    gain: String,
    gain_percent: f64,
}

#[derive(Serialize)]
struct ShiftJson {
    wager: String,
    player: Option<&'static str>,
    table: Option<String>,
    surrender: Option<bool>,
    edge: String,
    edge_switched: String,
    change_percent: f64,
}

impl PriceJson {
    pub(crate) fn new(price: &Price, book: &str) -> Self {
        let rows = price.rows.iter().map(|row| RowJson {
            name: row.name.clone(),
            clause: row.clause.as_ref().map(|c| c.within(book)),
            deals: row.deals,
            pays: row.pays.to_string(),
            returns: row.returns.to_string(),
        });
        Self {
            wager: price.wager.clone(),
            player: price.player.map(Player::word),
            table: price.table.clone(),
            surrender: price.surrender,
            win: price.duel.map(|d| d.win),
            push: price.duel.map(|d| d.push),
            lose: price.duel.map(|d| d.lose),
            deals: price.deals,
            rows: rows.collect(),
            edge: price.edge.to_string(),
            edge_percent: price.edge.percent(),
        }
    }
}

impl SensitivityJson {
    fn new(s: &Sensitivity) -> Self {
        let changed = s.hands.iter().map(|c| ChangedJson {
            hand: c.hand.to_string(),
            from: c.from.to_string(),
            to: c.to.to_string(),
            gain: c.gain.to_string(),
            gain_percent: c.gain.percent(),
        });
        let shifted = s.prices.iter().map(|(before, after)| ShiftJson {
            wager: before.wager.clone(),
            player: before.player.map(Player::word),
            table: before.table.clone(),
            surrender: before.surrender,
            edge: before.edge.to_string(),
            edge_switched: after.edge.to_string(),
            change_percent: (after.edge - before.edge).percent(),
        });
        Self {
            reading: s.reading.clone(),
            choice: s.choice.clone(),
            hands: changed.collect(),
            wagers: shifted.collect(),
        }
    }
}

pub(crate) fn answer(library: &Library<'_>, args: &OddsArgs) -> Result<Answer, Failure> {
    if let Some(path) = &args.plot {
        plot::check(path)?;
        plot::guard()?;
    }
    let shelf = match &args.book {
        Some(id) => library.with(id)?,
        None => library.all()?,
    };
    let books: Vec<&Book> = match &args.book {
        Some(id) => vec![book(&shelf, id)?],
        None => shelf.books().iter().collect(),
    };
    let mut priced: Vec<(&Book, Vec<Price>, Vec<Sensitivity>)> = Vec::new();
    for book in books.iter().copied() {
        // Among all books, those that take no commission are priced as they are, and say so.
        let terms = match (&args.book, untaxed(book)) {
            (None, true) => {
                terms(book, &TermsArgs { readings: args.terms.readings.clone(), ..Default::default() })?
            }
            _ => terms(book, &args.terms)?,
        };
        let mut prices = Report::prices(book, &terms).map_err(Failure::new)?;
        if let Some(wager) = &args.wager {
            prices.retain(|p| p.wager == *wager);
            if prices.is_empty() {
                continue;
            }
        }
        let sensitivity =
            if args.sensitivity { Sensitivity::all(book, &terms).map_err(Failure::new)? } else { Vec::new() };
        priced.push((book, prices, sensitivity));
    }
    if priced.is_empty() {
        return Err(unknown_wager(args, &books));
    }
    if let Some(path) = &args.plot {
        let pictured: Vec<_> = priced.iter().map(|(b, prices, _)| (b.id.clone(), prices.clone())).collect();
        plot::write(path, &odds::picture::edges(&pictured, &command()))?;
    }
    if args.json {
        let mut all: Vec<OddsJson> = priced
            .iter()
            .map(|(book, prices, sensitivity)| OddsJson {
                book: book.id.clone(),
                wagers: prices.iter().map(|p| PriceJson::new(p, &book.id)).collect(),
                sensitivity: args.sensitivity.then(|| sensitivity.iter().map(SensitivityJson::new).collect()),
            })
            .collect();
        return match (&args.book, all.pop()) {
            (Some(_), Some(one)) => Answer::json(&one),
            (_, last) => {
                all.extend(last);
                Answer::json(&all)
            }
        };
    }
    if args.csv {
        let header = [
            "book",
            "wager",
            "player",
            "table",
            "surrender",
            "win",
            "push",
            "lose",
            "deals",
            "edge",
            "edge_percent",
        ];
        let rows = priced.iter().flat_map(|(book, prices, _)| prices.iter().map(|p| csv_row(&book.id, p)));
        return Answer::csv(&header, rows);
    }
    let mut text = String::new();
    for (i, (book, prices, sensitivity)) in priced.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        text += &page(book, prices, args.rows || args.wager.is_some());
        let commission = args.terms.commission.is_some() || args.terms.bet.is_some();
        if commission && untaxed(book) {
            let _ = writeln!(text, "  {DIM}{} takes no commission.{DIM:#}", book.game().title());
        } else if let Some((bet, chip)) = args.terms.bet.map(|bet| (bet, args.terms.chip.unwrap_or(1))) {
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "  {DIM}Each wager is {bet}; commission is what chips of {chip} can make up.{DIM:#}"
            );
        }
        if args.sensitivity {
            text += &sensitivities(sensitivity);
        }
    }
    Ok(Answer::yes(text))
}

fn unknown_wager(args: &OddsArgs, books: &[&Book]) -> Failure {
    let mut known: Vec<String> = Vec::new();
    for book in books {
        let prices = Report::prices(book, &odds::Terms::of(book)).unwrap_or_default();
        for price in prices {
            if !known.contains(&price.wager) {
                known.push(price.wager);
            }
        }
    }
    let wager = args.wager.as_deref().unwrap_or_default();
    let place = args.book.as_ref().map_or_else(String::new, |book| format!(" in {book}"));
    Failure::one(format!("no wager \"{wager}\"{place}: there are {}", known.join(", ")))
}

fn csv_row(book: &str, price: &Price) -> Vec<String> {
    let number = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
    vec![
        book.to_string(),
        price.wager.clone(),
        price.player.map_or_else(String::new, |p| p.word().to_string()),
        price.table.clone().unwrap_or_default(),
        price.surrender.map_or_else(String::new, |s| s.to_string()),
        number(price.duel.map(|d| d.win)),
        number(price.duel.map(|d| d.push)),
        number(price.duel.map(|d| d.lose)),
        price.deals.to_string(),
        price.edge.to_string(),
        format!("{:.6}", price.edge.percent()),
    ]
}

/// A number with thousands apart.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// The wager with its table and how it is played.
fn title(price: &Price) -> (String, String) {
    let table = price.table.as_ref().map_or_else(String::new, |t| format!(" {t}"));
    let player = match (price.wager.as_str(), price.player) {
        (_, None) => "",
        (_, Some(Player::HouseWay)) => "by the House Way",
        ("tie", Some(Player::Best)) => "set for the Tie alone",
        (_, Some(Player::Best)) => "by best play",
    };
    let more = match (price.surrender, price.wager.as_str()) {
        (Some(true), _) => ", with surrender",
        (_, "banker") => ", one opponent",
        _ => "",
    };
    (format!("{}{table}", price.wager), format!("{player}{more}"))
}

fn page(book: &Book, prices: &[Price], with_rows: bool) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}  {}\n", book.id, book.title);
    let head = ["  wager", "played", "house edge", "exactly", "wins", "pushes", "losses"];
    let columns = if prices.iter().any(|p| p.duel.is_some()) { 7 } else { 4 };
    let mut rows = vec![head[..columns].iter().map(ToString::to_string).collect()];
    let mut beaten = false;
    for price in prices {
        let (wager, player) = title(price);
        let mut row = vec![format!("  {wager}"), player, shown(price.edge), price.edge.to_string()];
        if let Some(duel) = price.duel {
            row.extend([duel.win, duel.push, duel.lose].map(grouped));
            beaten |= price.edge < odds::Fraction::ZERO;
        }
        rows.push(row);
        if with_rows && !price.rows.is_empty() {
            let head = ["      row", "deals", "pays", "returns", "clause"];
            rows.push(head.map(str::to_string).to_vec());
            for row in &price.rows {
                let clause = row.clause.as_ref().map_or_else(String::new, |c| c.within(&book.id));
                let pays = format!("{:+}", row.pays.value());
                let returns = format!("{:+.4} %", row.returns.percent());
                rows.push(vec![format!("      {}", row.name), grouped(row.deals), pays, returns, clause]);
            }
        }
    }
    text += &table(&rows);
    if beaten {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {DIM}Below zero the player has the advantage: setting freely beats this House Way.{DIM:#}"
        );
    }
    text
}

fn sensitivities(all: &[Sensitivity]) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "\n  {BOLD}What other readings cost{BOLD:#}: the edge now, with the other reading, and the change; then what each\n  changed setting alone is worth to a player against the field as it is"
    );
    for s in all {
        let n = counted(s.hands.len(), "hand");
        let _ = writeln!(text, "  {}={}: {n} set differently", s.reading, s.choice);
        let shifts = s.prices.iter().map(|(before, after)| {
            let (wager, player) = title(before);
            let change = format!("{:+.6} %", (after.edge - before.edge).percent());
            vec![format!("    {wager}"), player, shown(before.edge), shown(after.edge), change]
        });
        text += &table(&shifts.collect::<Vec<_>>());
        let hands = s.hands.iter().map(|c| {
            let gain = format!("{:+.4} % of the wager", c.gain.percent());
            vec![format!("      {}", c.hand), c.from.to_string(), c.to.to_string(), gain]
        });
        text += &table(&hands.collect::<Vec<_>>());
    }
    if all.is_empty() {
        let _ = writeln!(text, "  none: no reading of this book can be switched");
    }
    text
}
