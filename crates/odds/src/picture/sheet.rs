//! The sheet a picture is drawn on: marks and text as SVG, escaped, with short numbers.
//!
//! Knows how wide letters are, nearly, so that text wraps and keeps clear of its neighbours.
#![allow(clippy::float_arithmetic, reason = "pictures")]

use super::{FELT, INK, SOFT};
use std::fmt::Write;

/// All pictures are this wide.
pub(super) const WIDTH: f64 = 1200.0;
/// Free at the left and right of titles and text.
pub(super) const MARGIN: f64 = 48.0;

/// How text is set.
#[derive(Clone, Copy)]
pub(super) struct Type {
    size: f64,
    fill: &'static str,
    anchor: &'static str,
    turned: bool,
}

impl Type {
    /// From the left.
    pub(super) const fn new(size: f64, fill: &'static str) -> Self {
        Self { size, fill, anchor: "start", turned: false }
    }

    /// Around its middle.
    pub(super) const fn middle(self) -> Self {
        Self { anchor: "middle", ..self }
    }

    /// Up to its end.
    pub(super) const fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }

    /// Upwards instead of to the right.
    pub(super) const fn turned(self) -> Self {
        Self { turned: true, ..self }
    }
}

/// A sheet being drawn.
#[derive(Default)]
pub(super) struct Sheet {
    body: String,
}

/// Writing to a String cannot fail.
macro_rules! draw {
    ($sheet:expr, $($words:tt)*) => {{
        let _ = writeln!($sheet.body, $($words)*);
    }};
}

impl Sheet {
    /// Title and what is counted, wrapped; then the height where they end.
    pub(super) fn head(&mut self, title: &str, counted: &str) -> f64 {
        let (mut y, room) = (26.0, WIDTH - 2.0 * MARGIN);
        // A title a little too long for one line is set a little smaller.
        let size = (30.0 * room / width(title, 30.0).max(1.0)).clamp(24.0, 30.0);
        for line in wrap(title, size, room) {
            y += 38.0;
            self.text((MARGIN, y), Type::new(size, INK), &line);
        }
        y += 8.0;
        for line in wrap(counted, 18.0, room) {
            y += 26.0;
            self.text((MARGIN, y), Type::new(18.0, SOFT), &line);
        }
        y
    }

    /// The command that made the picture, below `y`; then the height of the sheet.
    pub(super) fn source(&mut self, mut y: f64, command: &str) -> f64 {
        for line in wrap(&format!("Source: {command}"), 15.0, WIDTH - 2.0 * MARGIN) {
            y += 22.0;
            self.text((MARGIN, y), Type::new(15.0, SOFT), &line);
        }
        y + 30.0
    }

    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        Type { size, fill, anchor, turned }: Type,
        words: &str,
    ) {
        let (x, y) = (short(x), short(y));
        let anchor = if anchor == "start" { String::new() } else { format!(" text-anchor=\"{anchor}\"") };
        let turn = if turned { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
        let (size, words) = (short(size), escape(words));
        draw!(self, r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{anchor}{turn}>{words}</text>"#);
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        self.dashed(from, to, stroke, width, "");
    }

    pub(super) fn dashed(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64, dash: &str) {
        let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width].map(short);
        let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
        draw!(
            self,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"{dash}/>"#
        );
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (w, h): (f64, f64), fill: &str) {
        let [x, y, w, h] = [x, y, w, h].map(short);
        draw!(self, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}"/>"#);
    }

    /// A square that says what it is when pointed at.
    pub(super) fn cell(&mut self, (x, y): (f64, f64), side: f64, fill: &str, says: &str) {
        let ([x, y, side], says) = ([x, y, side].map(short), escape(says));
        draw!(
            self,
            r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{fill}"><title>{says}</title></rect>"#
        );
    }

    /// A filled circle.
    pub(super) fn dot(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        let [x, y, r] = [x, y, radius].map(short);
        draw!(self, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>"#);
    }

    /// A circle with felt inside it.
    pub(super) fn ring(&mut self, (x, y): (f64, f64), radius: f64, stroke: &str, fill: &str) {
        let [x, y, r] = [x, y, radius].map(short);
        draw!(
            self,
            r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{stroke}" stroke-width="2.5"/>"#
        );
    }

    /// A numbered mark; what lies under it can still be pointed at.
    pub(super) fn badge(&mut self, at: (f64, f64), number: usize, fill: &str) {
        let [x, y, base] = [at.0, at.1, at.1 + 4.4].map(short);
        draw!(
            self,
            r#"<g pointer-events="none"><circle cx="{x}" cy="{y}" r="8.5" fill="{fill}" stroke="{FELT}" stroke-width="1.5"/><text x="{x}" y="{base}" font-size="12" fill="{FELT}" text-anchor="middle">{number}</text></g>"#
        );
    }

    /// A square on its corner.
    pub(super) fn diamond(&mut self, (x, y): (f64, f64), radius: f64, fill: &str) {
        self.area(&[(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], fill);
    }

    pub(super) fn area(&mut self, corners: &[(f64, f64)], fill: &str) {
        let corners = list(corners);
        draw!(self, r#"<polygon points="{corners}" fill="{fill}"/>"#);
    }

    pub(super) fn path(&mut self, stops: &[(f64, f64)], stroke: &str, width: f64) {
        let (stops, width) = (list(stops), short(width));
        draw!(
            self,
            r#"<polyline points="{stops}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>"#
        );
    }

    /// The whole picture, `height` high.
    pub(super) fn finish(self, height: f64, title: &str, counted: &str) -> String {
        let (title, counted, body) = (escape(title), escape(counted), self.body);
        let (w, h) = (short(WIDTH), short(height.ceil()));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" font-family="'DejaVu Sans', Verdana, sans-serif">
<title>{title}</title>
<desc>{counted}</desc>
<rect width="{w}" height="{h}" fill="{FELT}"/>
{body}</svg>
"#
        )
    }
}

fn list(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join(" ")
}

/// At most two decimals, none that say nothing.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text that stands in SVG as itself. What XML cannot hold becomes the replacement character.
fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\t' | '\n' | '\r' => text.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
    text
}

/// How wide a text is, nearly, in DejaVu Sans.
pub(super) fn width(words: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.29,
        ' ' | ',' | '.' | ':' | ';' | '/' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' => 0.92,
        'A'..='Z' => 0.7,
        c if c.is_ascii() => 0.63,
        _ => 0.9,
    };
    words.chars().map(em).sum::<f64>() * size
}

/// Lines no wider than `room`, broken at spaces but not at those that hold together; a word wider than that is broken anywhere.
pub(super) fn wrap(words: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line, size) + width(word, size) + width(" ", size) > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        let breaks = width(word, size) > room;
        for c in word.chars() {
            if breaks && width(&line, size) + size > room {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    lines.push(line);
    lines
}

/// A percentage to three decimals, with a true minus: `2.386%`, `−0.254%`.
pub(super) fn percent(value: f64) -> String {
    percent_to(value, 3)
}

/// A percentage to some decimals.
pub(super) fn percent_to(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    let text = if zero { text.trim_start_matches('-') } else { &text };
    format!("{}%", text.replace('-', "−"))
}

/// A percentage with no more decimals than it has, three at most.
pub(super) fn percent_short(value: f64) -> String {
    let text = percent(value);
    let text = text.trim_end_matches(['%', '0']);
    percent_to(value, text.split_once('.').map_or(0, |(_, decimals)| decimals.len()))
}

/// A count with commas: `736,281,000`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            ["1", "0", "0.5", "-2.25"],
            [1.0, -0.001, 0.5, -2.25].map(short).each_ref().map(String::as_str)
        );
        assert_eq!(percent(2.385_827), "2.386%");
        assert_eq!(percent(-0.254_299), "−0.254%");
        assert_eq!(percent(-0.000_01), "0.000%");
        assert_eq!([0.0, 5.0, 10.0, 0.25, -2.5].map(percent_short), ["0%", "5%", "10%", "0.25%", "−2.5%"]);
        assert_eq!([0, 999, 1000, 736_281_000].map(count), ["0", "999", "1,000", "736,281,000"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b>&\"c\"\u{0}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd} ");
    }

    #[test]
    fn lines_fit() {
        let lines = wrap("one two three four five six seven eight nine ten", 20.0, 200.0);
        assert!(lines.len() > 2 && lines.iter().all(|l| width(l, 20.0) <= 200.0), "{lines:?}");
        assert_eq!(lines.join(" "), "one two three four five six seven eight nine ten");
        assert!(wrap(&"x".repeat(100), 20.0, 200.0).iter().all(|l| width(l, 20.0) <= 200.0));
        assert_eq!(wrap("", 20.0, 200.0), [""]);
    }
}
