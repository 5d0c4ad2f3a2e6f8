//! `[wheel]` of `roulette.toml`: the pockets in their order, and their colours.
//!
//! Clauses: rapid-roulette-2000 2.3, Diagram B.

use crate::page::{At, Entry};
use crate::{Citation, Citer};

/// The wheel: 37 pockets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// The numbers, clockwise from 0.
    pub order: Vec<u8>,
    /// The red ones; the others are black, 0 is green.
    pub reds: Vec<u8>,
    /// The clauses that say so.
    pub clauses: Vec<Citation>,
    /// The reading that decided, where the picture is lost.
    pub reading: Option<String>,
}

/// The colour of a pocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Red.
    Red,
    /// Black.
    Black,
    /// Green: 0.
    Green,
}

impl Wheel {
    /// The colour of a number, if the wheel has it.
    pub fn colour(&self, number: u8) -> Option<Colour> {
        self.order.contains(&number).then(|| match number {
            0 => Colour::Green,
            _ if self.reds.contains(&number) => Colour::Red,
            _ => Colour::Black,
        })
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let narrow = |numbers: Vec<At<i64>>| -> Vec<u8> {
            numbers.into_iter().filter_map(|n| u8::try_from(n.value).ok()).collect()
        };
        let order = narrow(entry.numbers("order", 0..=36));
        let reds = narrow(entry.numbers("reds", 1..=36));
        let missing: Vec<String> =
            (0..=36).filter(|n| !order.contains(n)).map(|n: u8| n.to_string()).collect();
        if !missing.is_empty() || order.len() != 37 {
            let what = if missing.is_empty() { "nothing".to_string() } else { missing.join(", ") };
            entry.fault(format!(
                "the wheel has {} pockets and lacks {what}, expected 0 to 36, each once",
                order.len()
            ));
        }
        let mut distinct = reds.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if reds.len() != 18 || distinct.len() != 18 {
            let found = distinct.len();
            entry.fault(format!(
                "reds lists {} numbers, {found} of them different: expected 18 of 1 to 36",
                reds.len()
            ));
        }
        let clauses = citer.citations(&entry, "clauses");
        let reading = citer.reading(&entry);
        entry.done();
        Some(Self { order, reds, clauses, reading })
    }
}
