//! How a simulation closes in: the estimate with its 99% interval over the rounds played, and, where
//! the exact value is known, how far off the estimate was, measured by that interval.
#![allow(clippy::float_arithmetic, reason = "pictures")]

use super::sheet::{MARGIN, Sheet, Type, WIDTH, count, percent, percent_to, width};
use super::{FELT_CELL, GOLD, GRID, INK, SKY, SOFT};

/// An estimate after some rounds, and the interval that holds the truth 99 times of 100; in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// How many rounds.
    pub rounds: u64,
    /// The estimate.
    pub estimate: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

const LEFT: f64 = 130.0;
const RIGHT: f64 = WIDTH - 64.0;
const HIGH: f64 = 400.0;
const HIGH_BELOW: f64 = 150.0;

/// A run of values along an axis, to pixels.
struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// Round values, four to nine of them, and the decimals they need.
    fn ticks(&self) -> (Vec<f64>, usize) {
        let raw = (self.to - self.from) / 7.0;
        let unit = 10f64.powf(raw.log10().floor());
        let step =
            [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|m| m * unit).find(|s| *s >= raw).unwrap_or(unit);
        let first = (self.from / step).ceil();
        let ticks = (0..12).map(|i| (first + f64::from(i)) * step).filter(|t| *t <= self.to).collect();
        let decimals =
            (0..9).find(|d| (step * 10f64.powi(*d) - (step * 10f64.powi(*d)).round()).abs() < 1e-6);
        (ticks, decimals.unwrap_or(9) as usize)
    }
}

/// Draws estimates over rounds. `title` says what is estimated; `exact`, in percent, is drawn as a
/// line; `command` is what made the figures, for the source line. Points that are no numbers are left
/// out.
pub fn convergence(title: &str, points: &[Point], exact: Option<f64>, command: &str) -> String {
    let is_number = |p: &&Point| p.rounds > 0 && [p.estimate, p.low, p.high].iter().all(|v| v.is_finite());
    let mut points: Vec<Point> = points.iter().filter(is_number).copied().collect();
    points.sort_by_key(|p| p.rounds);
    let exact = exact.filter(|e| e.is_finite());
    let mut sheet = Sheet::default();
    let counted = counted(&points, exact);
    let mut y = legend(&mut sheet, title, &counted, exact);
    let rounds = rounds_axis(&points);
    let top = y + 54.0;
    let values = values_axis(&points, exact, top);
    let (ticks, decimals) = values.ticks();
    sheet.text((MARGIN, top - 18.0), Type::new(16.0, SOFT), "edge, percent of the wager");
    for tick in ticks {
        let words = percent_to(tick, decimals);
        rule(&mut sheet, values.at(tick), &words);
    }
    y = top + HIGH;
    grid_rounds(&mut sheet, &rounds, top, y);
    let spread = |value: fn(&Point) -> f64| points.iter().map(move |p| (p.rounds, value(p)));
    let stops = |value: fn(&Point) -> f64| -> Vec<(f64, f64)> {
        spread(value).map(|(n, v)| (rounds.at((n as f64).log10()), values.at(v))).collect()
    };
    let mut band = stops(|p| p.high);
    band.extend(stops(|p| p.low).into_iter().rev());
    if points.len() > 1 {
        sheet.area(&band, FELT_CELL);
        sheet.path(&stops(|p| p.high), SOFT, 1.0);
        sheet.path(&stops(|p| p.low), SOFT, 1.0);
    } else if let [(x, high), (_, low)] = band[..] {
        sheet.line((x, high), (x, low), SOFT, 3.0);
    }
    if let Some(exact) = exact {
        sheet.dashed((LEFT, values.at(exact)), (RIGHT, values.at(exact)), SKY, 2.5, "12 6");
    }
    let estimates = stops(|p| p.estimate);
    sheet.path(&estimates, GOLD, 3.0);
    for stop in &estimates {
        sheet.dot(*stop, 4.5, GOLD);
    }
    if let Some(exact) = exact {
        y += 78.0;
        misses(&mut sheet, &rounds, &points, exact, y);
        y += HIGH_BELOW;
    }
    for marked in marked(&rounds) {
        let x = rounds.at((marked as f64).log10());
        sheet.text((x, y + 26.0), Type::new(16.0, SOFT).middle(), &count(marked));
    }
    let axis = "rounds played (logarithmic scale)";
    sheet.text(((LEFT + RIGHT) / 2.0, y + 56.0), Type::new(16.0, SOFT).middle(), axis);
    let height = sheet.source(y + 74.0, command);
    sheet.finish(height, title, &counted)
}

fn counted(points: &[Point], exact: Option<f64>) -> String {
    let Some(last) = points.last() else { return "No rounds were played.".into() };
    let mut words = format!(
        "The edge as estimated from simulated rounds. After {} rounds it is {}, with a 99% \
         interval of {} to {}.",
        count(last.rounds),
        percent(last.estimate),
        percent(last.low),
        percent(last.high),
    );
    if let Some(exact) = exact {
        let within = if (last.low..=last.high).contains(&exact) { "inside" } else { "outside" };
        words += &format!(" The exact value, {}, lies {within} it.", percent(exact));
    }
    words
}

fn legend(sheet: &mut Sheet, title: &str, counted: &str, exact: Option<f64>) -> f64 {
    let y = sheet.head(title, counted) + 42.0;
    let mut x = MARGIN;
    let mut say = |words: &str, draw: &dyn Fn(&mut Sheet, f64)| {
        draw(sheet, x);
        sheet.text((x + 48.0, y), Type::new(17.0, INK), words);
        x += width(words, 17.0) + 92.0;
    };
    say("estimate", &|sheet, x| {
        sheet.line((x, y - 6.0), (x + 36.0, y - 6.0), GOLD, 3.0);
        sheet.dot((x + 18.0, y - 6.0), 4.5, GOLD);
    });
    say("99% interval", &|sheet, x| {
        sheet.rect((x, y - 15.0), (36.0, 18.0), FELT_CELL);
        sheet.line((x, y - 15.0), (x + 36.0, y - 15.0), SOFT, 1.0);
        sheet.line((x, y + 3.0), (x + 36.0, y + 3.0), SOFT, 1.0);
    });
    if let Some(exact) = exact {
        say(&format!("exact value, {}", percent(exact)), &|sheet, x| {
            sheet.dashed((x, y - 6.0), (x + 36.0, y - 6.0), SKY, 2.5, "12 6");
        });
    }
    y
}

fn rounds_axis(points: &[Point]) -> Axis {
    let log = |p: Option<&Point>| p.map_or(0.0, |p| (p.rounds as f64).log10());
    let (from, to) = (log(points.first()), log(points.last()));
    // A single point stands in the middle of its decade.
    let (from, to) = if to - from < 0.1 { (from - 0.5, to + 0.5) } else { (from, to) };
    Axis { from, to, start: LEFT + 14.0, end: RIGHT - 14.0 }
}

/// Room for the estimates and most of the widest interval, a tenth more at both ends.
fn values_axis(points: &[Point], exact: Option<f64>, top: f64) -> Axis {
    let values = points.iter().flat_map(|p| [p.low, p.high, p.estimate]).chain(exact);
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    let (low, high) = if low <= high { (low, high) } else { (-1.0, 1.0) };
    let more = ((high - low) * 0.06).max(high.abs() * 1e-3).max(1e-6);
    Axis { from: low - more, to: high + more, start: top + HIGH, end: top }
}

/// Rounds that are marked on their axis: powers of ten, and where those are few, twice and five times
/// them; where even those are missing, the ends.
fn marked(rounds: &Axis) -> Vec<u64> {
    let among = |times: &[u64]| -> Vec<u64> {
        let powers = (0..20).filter_map(|power| 10u64.checked_pow(power));
        let all = powers.flat_map(|ten| times.iter().filter_map(move |t| ten.checked_mul(*t)));
        all.filter(|n| (rounds.from - 1e-9..=rounds.to + 1e-9).contains(&(*n as f64).log10())).collect()
    };
    let marked = among(&[1]);
    let marked = if marked.len() > 2 { marked } else { among(&[1, 2, 5]) };
    let ends = || [rounds.from, rounds.to].map(|log| 10f64.powf(log).round().max(1.0) as u64).to_vec();
    if marked.is_empty() { ends() } else { marked }
}

fn rule(sheet: &mut Sheet, y: f64, words: &str) {
    sheet.line((LEFT, y), (RIGHT, y), GRID, 1.0);
    sheet.text((LEFT - 12.0, y + 6.0), Type::new(16.0, SOFT).end(), words);
}

fn grid_rounds(sheet: &mut Sheet, rounds: &Axis, top: f64, bottom: f64) {
    for marked in marked(rounds) {
        let x = rounds.at((marked as f64).log10());
        sheet.line((x, top), (x, bottom), GRID, 1.0);
    }
}

/// How far off each estimate was, in halves of its interval: beyond 1 one time of 100.
fn misses(sheet: &mut Sheet, rounds: &Axis, points: &[Point], exact: f64, top: f64) {
    let miss = |p: &Point| {
        let half = (p.high - p.low) / 2.0;
        if half > 0.0 { (p.estimate - exact) / half } else { 0.0 }
    };
    let most = points.iter().map(|p| miss(p).abs()).fold(1.3, f64::max);
    let axis = Axis { from: -most, to: most, start: top + HIGH_BELOW, end: top };
    let words = "estimate less exact value, in halves of its 99% interval (beyond ±1 about once in 100)";
    sheet.text((MARGIN, top - 18.0), Type::new(16.0, SOFT), words);
    let (upper, lower) = (axis.at(1.0), axis.at(-1.0));
    sheet.rect((LEFT, upper), (RIGHT - LEFT, lower - upper), FELT_CELL);
    grid_rounds(sheet, rounds, top, top + HIGH_BELOW);
    for (value, words) in [(1.0, "+1"), (0.0, "0"), (-1.0, "−1")] {
        rule(sheet, axis.at(value), words);
    }
    sheet.dashed((LEFT, axis.at(0.0)), (RIGHT, axis.at(0.0)), SKY, 2.5, "12 6");
    let stops: Vec<(f64, f64)> =
        points.iter().map(|p| (rounds.at((p.rounds as f64).log10()), axis.at(miss(p)))).collect();
    sheet.path(&stops, GOLD, 2.0);
    for stop in stops {
        sheet.dot(stop, 4.5, GOLD);
    }
}
