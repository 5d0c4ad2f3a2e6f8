//! `[[bet]]` of `roulette.toml`: the bets on the layout, each with every place it can be put.
//!
//! Clauses: rapid-roulette-2000 7.1–7.4.

use super::Wheel;
use crate::page::{At, Entry};
use crate::{Citation, Citer, Ratio, word_of, words};

words! {
    /// The kinds of bet on one spin.
    BetKind {
        /// One number.
        StraightUp = "straight-up",
        /// Two numbers that touch.
        Split = "split",
        /// Three numbers of a street.
        Street = "street",
        /// Four numbers around a point.
        Corner = "corner",
        /// Six numbers of two streets.
        SixLine = "six-line",
        /// A column of twelve.
        Column = "column",
        /// A dozen.
        Dozen = "dozen",
        /// 1 to 18.
        Low = "low",
        /// 19 to 36.
        High = "high",
        /// Even numbers.
        Even = "even",
        /// Odd numbers.
        Odd = "odd",
        /// Red numbers.
        Red = "red",
        /// Black numbers.
        Black = "black",
    }
}

/// One kind of bet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouletteBet {
    /// Its kind.
    pub kind: BetKind,
    /// How many numbers a placement covers.
    pub covers: u8,
    /// What it pays.
    pub pays: Ratio,
    /// Its clauses.
    pub clauses: Vec<Citation>,
    /// Every place it can be put: the numbers covered, ascending.
    pub placements: Vec<Vec<u8>>,
}

/// The numbers of a placement: `0 1 2`.
fn placement(entry: &Entry<'_, '_>, name: &str, text: &At<String>, covers: usize) -> Option<Vec<u8>> {
    let mut numbers = Vec::new();
    for word in text.value.split_whitespace() {
        match word.parse::<u8>() {
            Ok(number) if number <= 36 => numbers.push(number),
            _ => {
                entry.page().fault(text.at, format!("{name} covers \"{word}\", expected a number 0 to 36"));
                return None;
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.len() != covers {
        let reason = format!("{name} \"{}\" covers {} numbers, expected {covers}", text.value, numbers.len());
        entry.page().fault(text.at, reason);
        return None;
    }
    Some(numbers)
}

impl RouletteBet {
    /// Whether this is a place where the bet can be put, numbers in any order.
    pub fn allows(&self, numbers: &[u8]) -> bool {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        self.placements.contains(&numbers)
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let name = entry.needed_text("name");
        let kind = name.as_ref().and_then(|name| word_of::<BetKind>(&entry, "name", name));
        let covers = entry.needed_number("covers", 1..=36).and_then(|n| u8::try_from(n.value).ok());
        let pays = Ratio::needed(&entry, "pays");
        let clauses = citer.citations(&entry, "clauses");
        let texts = entry.texts("placements");
        let called = name.as_ref().map_or("?", |name| name.value.as_str());
        if texts.is_empty() {
            entry.fault(format!("{called} has no placements"));
        }
        let mut placements: Vec<Vec<u8>> = Vec::new();
        for text in &texts {
            let Some(found) = covers.and_then(|n| placement(&entry, called, text, n.into())) else {
                continue;
            };
            if placements.contains(&found) {
                entry.page().fault(text.at, format!("{called} \"{}\" is listed twice", text.value));
            }
            placements.push(found);
        }
        entry.done();
        let whole = placements.len() == texts.len() && !texts.is_empty();
        let (kind, covers, pays) = (kind?, covers?, pays?);
        whole.then_some(Self { kind, covers, pays, clauses, placements })
    }
}

/// Notes kinds that are missing or doubled, and families that do not share out 1 to 36.
pub(super) fn check(root: &Entry<'_, '_>, bets: &[RouletteBet], wheel: &Wheel) {
    for kind in BetKind::ALL {
        let found = bets.iter().filter(|bet| bet.kind == *kind).count();
        if found != 1 {
            root.fault(format!("bet {kind} is listed {found} times, expected once"));
        }
    }
    let of = |kind: BetKind| {
        bets.iter()
            .filter(move |bet| bet.kind == kind)
            .flat_map(|bet| bet.placements.iter())
            .flatten()
            .copied()
    };
    let families = [
        ("low and high", [BetKind::Low, BetKind::High].as_slice()),
        ("even and odd", &[BetKind::Even, BetKind::Odd]),
        ("red and black", &[BetKind::Red, BetKind::Black]),
        ("the columns", &[BetKind::Column]),
        ("the dozens", &[BetKind::Dozen]),
    ];
    for (name, kinds) in families {
        let mut numbers: Vec<u8> = kinds.iter().flat_map(|kind| of(*kind)).collect();
        numbers.sort_unstable();
        if numbers != (1..=36).collect::<Vec<u8>>() {
            root.fault(format!("{name} do not share out the numbers 1 to 36"));
        }
    }
    if let Some(number) = of(BetKind::Red).find(|number| !wheel.reds.contains(number)) {
        root.fault(format!("red covers {number}, which is not red on the wheel"));
    }
}
