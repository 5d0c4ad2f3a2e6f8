//! House edge by wager, for several books: a line each, a mark for how the tiles are set.
//!
//! The scale is the square root of the edge, to both sides of zero, so that a quarter of a percent
//! and eighteen percent can both be read. Marks, not bars: on such a scale length would lie.
#![allow(clippy::float_arithmetic, reason = "pictures")]

use super::sheet::{MARGIN, Sheet, Type, WIDTH, percent, percent_short, width};
use super::{FELT, FELT_PLAYER, GOLD, GRID, INK, SKY, SOFT};
use crate::{Fraction, Player, Price};

const TITLE: &str = "House edge by wager";
/// Where labels end and the plot begins, and where it ends.
const PLOT: (f64, f64) = (390.0, WIDTH - 30.0);
/// Room for a printed value beside the outermost marks.
const ROOM: f64 = 92.0;
const LINE: f64 = 34.0;
const BOOK: f64 = 58.0;

/// Values that are marked on the axis where they have room, most wanted first.
const TICKS: [f64; 17] =
    [0.0, 1.0, 5.0, 10.0, 20.0, 2.0, 0.25, 50.0, 100.0, 15.0, 3.0, 30.0, 200.0, 500.0, 1000.0, 75.0, 0.5];

/// One line of the picture: a wager and its marks.
struct Line {
    label: String,
    marks: Vec<(Option<Player>, Fraction)>,
}

/// Draws the house edge of every wager of the books given, each with its id. `command` is what made
/// the figures, for the source line.
pub fn edges(books: &[(String, Vec<Price>)], command: &str) -> String {
    let lines: Vec<Vec<Line>> = books.iter().map(|(_, prices)| lines(prices)).collect();
    let scale = Scale::over(lines.iter().flatten().flat_map(|l| &l.marks).map(|(_, edge)| edge.percent()));
    let shown = |player| lines.iter().flatten().flat_map(|l| &l.marks).any(|(p, _)| *p == player);
    let players = [Some(Player::HouseWay), Some(Player::Best), None].into_iter().filter(|p| shown(*p));
    let counted = counted(shown(Some(Player::HouseWay)) && shown(Some(Player::Best)), scale.negative);
    let mut sheet = Sheet::default();
    let mut y = legend(&mut sheet, &counted, players);
    let top = y + if scale.negative { 86.0 } else { 54.0 };
    let lines_high: f64 = lines.iter().map(|l| BOOK + LINE * l.len() as f64).sum();
    let bottom = top + lines_high + 16.0;
    ground(&mut sheet, &scale, top, bottom);
    y = top;
    for ((book, _), lines) in books.iter().zip(&lines) {
        y += BOOK;
        sheet.text((MARGIN, y - 14.0), Type::new(20.0, INK), book);
        sheet.line((MARGIN, y - 3.0), (PLOT.1, y - 3.0), SOFT, 1.0);
        for line in lines {
            y += LINE;
            draw(&mut sheet, &scale, line, y - 10.0);
        }
    }
    y = bottom + 58.0;
    let axis = "house edge, percent of the wager (square-root scale: small edges are spread out)";
    sheet.text(((PLOT.0 + PLOT.1) / 2.0, y), Type::new(16.0, SOFT).middle(), axis);
    let height = sheet.source(y + 18.0, command);
    sheet.finish(height, TITLE, &counted)
}

/// What is counted, as far as the picture shows it.
fn counted(two_marks: bool, negative: bool) -> String {
    let mut words = "What the House keeps of each unit wagered in the long run, counted exactly.".to_string();
    if two_marks {
        words += " Where a player sets the tiles, the line between the marks is what best play saves over the House Way.";
    }
    if negative {
        words += " Below zero the player has the advantage.";
    }
    words
}

fn legend(sheet: &mut Sheet, counted: &str, players: impl Iterator<Item = Option<Player>>) -> f64 {
    let mut y = sheet.head(TITLE, counted);
    let mut x = MARGIN + 10.0;
    let players: Vec<Option<Player>> = players.collect();
    if players == [None] {
        return y; // One kind of mark explains itself.
    }
    y += 40.0;
    for player in players {
        let words = match player {
            Some(Player::HouseWay) => "tiles set by the House Way",
            Some(Player::Best) => "tiles set as is best for the wager",
            None => "no tiles to set",
        };
        mark(sheet, (x, y - 6.0), player, 1.0);
        sheet.text((x + 18.0, y), Type::new(17.0, INK), words);
        x += width(words, 17.0) + 66.0;
    }
    y
}

/// The scale, the zero line and the two sides of it.
fn ground(sheet: &mut Sheet, scale: &Scale, top: f64, bottom: f64) {
    let zero = scale.x(0.0);
    if scale.negative {
        sheet.rect((PLOT.0, top), (zero - PLOT.0, bottom - top), FELT_PLAYER);
        sheet.text((zero - 14.0, top - 36.0), Type::new(17.0, SKY).end(), "← the player's advantage");
        sheet.text((zero + 14.0, top - 36.0), Type::new(17.0, GOLD), "the House's advantage →");
    }
    for tick in scale.ticks() {
        let x = scale.x(tick);
        let (stroke, wide) = if tick == 0.0 { (INK, 2.0) } else { (GRID, 1.0) };
        sheet.line((x, top), (x, bottom), stroke, wide);
        for y in [top - 8.0, bottom + 24.0] {
            sheet.text((x, y), Type::new(16.0, SOFT).middle(), &percent_short(tick));
        }
    }
}

/// A wager's label, its marks and their values.
fn draw(sheet: &mut Sheet, scale: &Scale, line: &Line, y: f64) {
    sheet.text((MARGIN + 14.0, y + 6.0), Type::new(17.0, INK), &line.label);
    let mut marks: Vec<(f64, Option<Player>)> = line.marks.iter().map(|(p, e)| (e.percent(), *p)).collect();
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(least), Some(most)) = (marks.first().copied(), marks.last().copied()) else { return };
    let label_ends = MARGIN + 22.0 + width(&line.label, 17.0);
    let nearest = scale.x(least.0) - if least.0 < most.0 { ROOM - 8.0 } else { 16.0 };
    if label_ends < nearest {
        sheet.dashed((label_ends, y), (nearest, y), GRID, 1.5, "2 6");
    }
    sheet.line((scale.x(least.0), y), (scale.x(most.0), y), SOFT, 2.0);
    for (edge, player) in &marks {
        mark(sheet, (scale.x(*edge), y), *player, *edge);
    }
    let fill = |edge: f64| if edge < 0.0 { SKY } else { INK };
    let value = Type::new(16.0, fill(most.0));
    sheet.text((scale.x(most.0) + 15.0, y + 6.0), value, &percent(most.0));
    if least.0 < most.0 {
        let value = Type::new(16.0, fill(least.0)).end();
        sheet.text((scale.x(least.0) - 15.0, y + 6.0), value, &percent(least.0));
    }
}

/// The shape says who sets the tiles; sky blue says that the edge is the player's.
fn mark(sheet: &mut Sheet, at: (f64, f64), player: Option<Player>, edge: f64) {
    let or_sky = |fill| if edge < 0.0 { SKY } else { fill };
    match player {
        Some(Player::HouseWay) => sheet.dot(at, 8.0, or_sky(GOLD)),
        Some(Player::Best) => sheet.ring(at, 7.0, or_sky(INK), if edge < 0.0 { FELT_PLAYER } else { FELT }),
        None => sheet.diamond(at, 8.5, or_sky(SOFT)),
    }
}

/// Where an edge lies: the root of its size, to its side of zero.
struct Scale {
    zero: f64,
    per_root: f64,
    least: f64,
    most: f64,
    negative: bool,
}

impl Scale {
    fn over(edges: impl Iterator<Item = f64>) -> Self {
        // One percent at least, so that a picture of nothing has a scale too.
        let (least, most) = edges.fold((0.0f64, 1.0f64), |(low, high), edge| (low.min(edge), high.max(edge)));
        let (left, right) = (PLOT.0 + ROOM, PLOT.1 - ROOM);
        let per_root = (right - left) / ((-least).sqrt() + most.sqrt());
        Self { zero: left + per_root * (-least).sqrt(), per_root, least, most, negative: least < 0.0 }
    }

    fn x(&self, edge: f64) -> f64 {
        self.zero + self.per_root * edge.abs().sqrt() * if edge < 0.0 { -1.0 } else { 1.0 }
    }

    /// Marked values, none too near another.
    fn ticks(&self) -> Vec<f64> {
        let (left, right) = (if self.negative { PLOT.0 } else { self.zero }, PLOT.1);
        let mut ticks: Vec<f64> = Vec::new();
        for tick in TICKS.iter().flat_map(|t| [*t, -t]) {
            let x = self.x(tick);
            let wanted = (left + 24.0..=right - 24.0).contains(&x) || tick == 0.0;
            // A tick beyond the outermost marks would promise more than there is.
            let near = tick <= self.most * 1.5 && tick >= self.least * 1.5;
            let wide = |tick: f64| width(&percent_short(tick), 16.0);
            let free = |other: &f64| (self.x(*other) - x).abs() >= (wide(*other) + wide(tick)) / 2.0 + 14.0;
            if wanted && near && ticks.iter().all(free) {
                ticks.push(tick);
            }
        }
        ticks
    }
}

/// The wagers of a book, a line each. Marks of one wager share a line; so do bets that cost the same
/// and have nothing else to tell them apart.
fn lines(prices: &[Price]) -> Vec<Line> {
    let plain = |p: &Price| p.player.is_none() && p.table.is_none() && spins(p).is_none();
    let alike = |a: &Price, b: &Price| {
        let same_wager = a.wager == b.wager && a.table == b.table && a.surrender == b.surrender;
        if same_wager { a.player != b.player } else { plain(a) && plain(b) && a.edge == b.edge }
    };
    let line = |group: &[Price]| {
        let mut marks: Vec<(Option<Player>, Fraction)> = group.iter().map(|p| (p.player, p.edge)).collect();
        marks.dedup();
        Line { label: label(group), marks }
    };
    prices.chunk_by(alike).map(line).collect()
}

fn label(group: &[Price]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let mut wagers: Vec<&str> = group.iter().map(|p| p.wager.as_str()).collect();
    wagers.dedup();
    if let [_, _, _, ..] = wagers[..] {
        return match rule(group) {
            Some(rule) => format!("Every bet of rule {rule}"),
            None => format!("{} to {} ({} bets)", first.wager, wagers[wagers.len() - 1], wagers.len()),
        };
    }
    let mut label = match first.wager.as_str() {
        "regular" => "Regular, against the bank".to_string(),
        "banker" => "Banker, as the bank".to_string(),
        _ => wagers.iter().map(|w| capital(w)).collect::<Vec<_>>().join(", "),
    };
    if let Some(table) = &first.table {
        label += &format!(", table {table}");
    }
    if first.surrender == Some(true) {
        label += ", with surrender";
    }
    if let Some(spins) = spins(first) {
        label += &format!(", over {spins} spins");
    }
    label
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The spins of a sequence, which is paid for its first hits.
fn spins(price: &Price) -> Option<u32> {
    price.rows.first()?.name.strip_prefix("first 1 of ")?.parse().ok()
}

/// The rule that all of these bets are listed under, `7.1` of `7.1#Split`.
fn rule(group: &[Price]) -> Option<String> {
    let of = |price: &Price| {
        let clause = price.rows.first()?.clause.as_ref()?.clause.clone();
        let mut parts = clause.split(['.', '(', '#']);
        Some(format!("{}.{}", parts.next()?, parts.next()?))
    };
    let rule = of(group.first()?)?;
    group.iter().all(|price| of(price).as_ref() == Some(&rule)).then_some(rule)
}
