//! What the House Way gives away, hand by hand: all 3,620 hands on one sheet.
//!
//! A row is the two higher tiles, a column the two lower ones, both in rank order; so a hand has one
//! place, and that is easy to find. Hands run along the upper right; the lower left is free for the
//! legend and the costliest hands. Pointed at, a cell names its hand and both settings.
#![allow(clippy::float_arithmetic, reason = "pictures")]

use super::sheet::{MARGIN, Sheet, Type, WIDTH, count, percent, percent_short, percent_to, width, wrap};
use super::{FELT_CELL, GOLD, INK, SOFT};
use crate::{Best, Commission, HandPlay, Seat};
use tiles::{HANDS, Hand, Rank};

/// From cell to cell, and between groups that begin with the same rank.
const PITCH: f64 = 9.0;
const GAP: f64 = 2.0;
const CELL: f64 = PITCH - 1.0;
/// The left edge of the grid. Fifteen groups: no hand has its two lower tiles led by Teen, nor its
/// two higher ones ended by Gee Jun.
const LEFT: f64 = 72.0;
const GROUPS: u32 = 15;
const GRID_SIDE: f64 = (GROUPS * (GROUPS + 1) / 2) as f64 * PITCH + (GROUPS - 1) as f64 * GAP;

/// Steps of cost in percent of the wager, each up to its bound, and their colours, darker to brighter.
pub(super) const STEPS: [(f64, &str); 6] = [
    (0.5, "#776228"),
    (2.0, "#a17d2c"),
    (5.0, "#cf9a31"),
    (10.0, "#f2bd4c"),
    (20.0, "#ffe09c"),
    (f64::INFINITY, "#ffffff"),
];

/// Names of rows and columns, as large as a cell allows.
const SMALL: f64 = 9.0;

const COSTLIEST: usize = 5;

/// Draws what the House Way gives away on every hand of a book, from the seat of `best`. `command`
/// is what made the figures, for the source line.
pub fn giveaway(best: &Best, book: &str, commission: Commission, command: &str) -> String {
    let mut costs: Vec<(f64, &HandPlay)> =
        best.hands.iter().map(|play| (play.given_away(commission).percent(), play)).collect();
    let title = format!("What the House Way gives away, hand by hand: {book}");
    let counted = counted(best, &costs, commission);
    let mut sheet = Sheet::default();
    let top = sheet.head(&title, &counted) + 128.0;
    axes(&mut sheet, top);
    for (cost, play) in &costs {
        sheet.cell(place(&play.hand, top), CELL, colour(*cost), &says(*cost, play));
    }
    legend(&mut sheet, (MARGIN, top + GRID_SIDE * 0.40), &costs);
    // Dearest first; hands that cost the same in their own order.
    costs.sort_by(|a, b| b.0.total_cmp(&a.0));
    costs.retain(|(cost, _)| *cost > 0.0);
    costs.truncate(COSTLIEST);
    costliest(&mut sheet, (MARGIN, top + GRID_SIDE * 0.69), top, &costs);
    let mut y = top + GRID_SIDE + 26.0;
    for line in wrap(&key(), 16.0, WIDTH - 2.0 * MARGIN) {
        y += 24.0;
        sheet.text((MARGIN, y), Type::new(16.0, SOFT), &line);
    }
    let height = sheet.source(y + 16.0, command);
    sheet.finish(height, &title, &counted)
}

/// What is counted, and the totals.
fn counted(best: &Best, costs: &[(f64, &HandPlay)], commission: Commission) -> String {
    let worse = costs.iter().filter(|(cost, _)| *cost > 0.0).count() as u64;
    let edge = |duel| -commission.expectation(duel);
    let (house, play) = (edge(&best.by_house_way), edge(&best.by_best_play));
    let seat = match best.seat {
        Seat::Player => "against the bank",
        Seat::Bank => "as the bank",
    };
    format!(
        "Each cell is one of the {} hands, played {seat}, commission {}. The brighter it is, the more of the \
         wager the House Way gives away against the best setting of that hand. {} hands are not set as is best; over \
         all deals this costs {} of each wager: the edge is {} by the House Way and {} by best play.",
        count(HANDS as u64),
        percent_short(commission.rate().percent()),
        count(worse),
        percent((house - play).percent()),
        percent(house.percent()),
        percent(play.percent()),
    )
}

/// What the ids mean.
fn key() -> String {
    let named = |rank: Rank| match (rank.id(), rank.english()) {
        (id, name) if id == name => id.to_string(),
        (id, name) => format!("{id}\u{a0}{}", name.replace(' ', "\u{a0}")),
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().map(named).collect();
    format!("Ranks of tiles, best first: {}. A setting is written low hand / high hand.", ranks.join(", "))
}

fn colour(cost: f64) -> &'static str {
    if cost <= 0.0 {
        return FELT_CELL;
    }
    STEPS.iter().find(|(bound, _)| cost < *bound).map_or(INK, |(_, colour)| colour)
}

fn says(cost: f64, play: &HandPlay) -> String {
    let (hand, house) = (play.hand, play.house().setting);
    if cost > 0.0 {
        format!("{hand}: House Way {house}, best {}, gives away {}", play.best().setting, percent(cost))
    } else {
        format!("{hand}: House Way {house}, best")
    }
}

/// How far a pair of ranks lies along its axis: by its first rank, then its second. `first` is the
/// rank that leads the first group, `last` the rank that ends every group.
fn along(first: u8, last: u8, lead: u8, second: u8) -> f64 {
    let before: f64 = (first..lead).map(|rank| f64::from(last - rank + 1) * PITCH + GAP).sum();
    before + f64::from(second - lead) * PITCH
}

fn row(a: u8, b: u8) -> f64 {
    along(0, 14, a, b)
}

fn column(c: u8, d: u8) -> f64 {
    along(1, 15, c, d)
}

fn place(hand: &Hand, top: f64) -> (f64, f64) {
    let [a, b, c, d] = hand.ranks().map(Rank::nibble);
    (LEFT + column(c, d), top + row(a, b))
}

/// Every row and column by its two ranks, small; every group by its first rank, large.
fn axes(sheet: &mut Sheet, top: f64) {
    let (small, large) = (Type::new(SMALL, SOFT), Type::new(17.0, INK));
    let id = |nibble: u8| Rank::from_nibble(nibble).id();
    let both = |lead: u8, second: u8| format!("{} {}", id(lead), id(second));
    for c in 1..=15u8 {
        let middle = (column(c, c) + column(c, 15) + CELL) / 2.0;
        // The last group is narrower than its name.
        let middle = if c == 15 { middle + 6.0 } else { middle };
        sheet.text((LEFT + middle, top - 58.0), large.middle(), id(c));
        for d in c..=15 {
            sheet.text((LEFT + column(c, d) + 7.0, top - 12.0), small.turned(), &both(c, d));
        }
    }
    for a in 0..=14u8 {
        for b in a..=14 {
            // A row begins with the first two tiles that can follow its own: no rank three times.
            let first = if a == b { column(b + 1, b + 1) } else { column(b, b + 1) };
            let (x, y) = (LEFT + first - 4.0, top + row(a, b));
            let words = both(a, b);
            sheet.text((x, y + 7.2), small.end(), &words);
            if a == b {
                sheet.text((x - width(&words, SMALL) - 8.0, y + 12.0), large.end(), id(a));
            }
        }
    }
    let soft = Type::new(16.0, SOFT);
    sheet.text((WIDTH - 22.0, top - 88.0), soft.end(), "columns: the two lower tiles, by rank");
    sheet.text((MARGIN, top - 88.0), soft, "rows: the two higher tiles, by rank");
}

/// What the colours mean, and how many hands have each.
fn legend(sheet: &mut Sheet, (x, mut y): (f64, f64), costs: &[(f64, &HandPlay)]) {
    sheet.text((x, y), Type::new(19.0, INK), "Given away,");
    sheet.text((x, y + 24.0), Type::new(19.0, INK), "percent of the wager");
    y += 42.0;
    let mut steps = vec![("nothing: set as is best".to_string(), FELT_CELL)];
    let mut least = 0.0;
    for (bound, colour) in STEPS {
        steps.push(match bound {
            _ if least == 0.0 => (format!("less than {bound}%"), colour),
            f64::INFINITY => (format!("{least}% and more"), colour),
            _ => (format!("{least}% to {bound}%"), colour),
        });
        least = bound;
    }
    for (words, fill) in steps {
        let hands = costs.iter().filter(|(cost, _)| colour(*cost) == fill).count() as u64;
        sheet.rect((x, y), (26.0, 18.0), fill);
        sheet.text((x + 38.0, y + 15.0), Type::new(16.0, INK), &words);
        sheet.text((x + 330.0, y + 15.0), Type::new(16.0, SOFT).end(), &format!("{} hands", count(hands)));
        y += 27.0;
    }
}

/// The costliest hands: numbered in the grid, named beside it.
fn costliest(sheet: &mut Sheet, (x, mut y): (f64, f64), top: f64, costs: &[(f64, &HandPlay)]) {
    if costs.is_empty() {
        return;
    }
    sheet.text((x, y), Type::new(19.0, INK), "The costliest hands, percent of the wager");
    y += 10.0;
    for ((cost, play), number) in costs.iter().zip(1..) {
        let (cell_x, cell_y) = place(&play.hand, top);
        sheet.badge((cell_x + CELL / 2.0, cell_y + CELL / 2.0), number, INK);
        y += 36.0;
        sheet.badge((x + 9.0, y - 6.5), number, INK);
        let words = play.hand.to_string();
        sheet.text((x + 28.0, y), Type::new(19.0, INK), &words);
        sheet.text((x + 38.0 + width(&words, 19.0), y), Type::new(19.0, GOLD), &percent_to(*cost, 2));
        y += 24.0;
        let settings = format!("House Way {}, best {}", play.house().setting, play.best().setting);
        sheet.text((x + 28.0, y), Type::new(16.0, SOFT), &settings);
    }
}
