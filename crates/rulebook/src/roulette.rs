//! Rapid Roulette: the wheel, every bet with every place it can be put, the spin sequences, and the
//! parameters of the table.
//!
//! Everything is written out in `roulette.toml`, so that a regulator can read it. Knows nothing of
//! players, accounts or spins.
//! Clauses: rapid-roulette-2000 2.2–2.4, 4.3, 5.1–5.4, 6.2–6.7, 7.1–7.4, 8.1–8.9.

mod bet;
mod rule;

pub use bet::{BetKind, RouletteBet, RunPay, SpinSequence};
pub use rule::*;

use crate::page::Entry;
use crate::{Citation, Citer, Stated};

/// The rules of Rapid Roulette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouletteRules {
    /// The wheel.
    pub wheel: Wheel,
    /// The bets on one spin.
    pub bets: Vec<RouletteBet>,
    /// The bets on several spins.
    pub sequences: Vec<SpinSequence>,
    /// When the dealer has to call "no spin".
    pub no_spin: Vec<NoSpin>,
    /// What a table has.
    pub table: RouletteTableRules,
    /// The time for wagers.
    pub period: PeriodRules,
    /// Limits.
    pub limits: RouletteLimitRules,
    /// Chip accounts.
    pub account: AccountRules,
    /// What goes wrong.
    pub mishap: RouletteMishapRules,
}

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

/// One ground for calling "no spin".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSpin {
    /// Its name: `ball-left-wheel`.
    pub ground: String,
    /// What it is, in our words.
    pub about: String,
    /// Its clause.
    pub clause: Citation,
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

    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let narrow = |numbers: Vec<crate::page::At<i64>>| -> Vec<u8> {
            numbers.into_iter().filter_map(|n| u8::try_from(n.value).ok()).collect()
        };
        let order = narrow(entry.numbers("order", 0..=36));
        let reds = narrow(entry.numbers("reds", 1..=36));
        let missing: Vec<String> =
            (0..=36).filter(|n| !order.contains(n)).map(|n: u8| n.to_string()).collect();
        if !missing.is_empty() || order.len() != 37 {
            let what = if missing.is_empty() { "nothing".to_string() } else { missing.join(", ") };
            entry.fault(format!(
                "the wheel has {} pockets and lacks {what}: 0 to 36, each once, wanted",
                order.len()
            ));
        }
        let mut distinct = reds.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if reds.len() != 18 || distinct.len() != 18 {
            let found = distinct.len();
            entry.fault(format!(
                "reds lists {} numbers, {found} of them different: 18 of 1 to 36 wanted",
                reds.len()
            ));
        }
        let clauses = citer.citations(&entry, "clauses");
        let reading = citer.reading(&entry);
        entry.done();
        Some(Self { order, reds, clauses, reading })
    }
}

impl NoSpin {
    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let ground = entry.needed_text("ground");
        let about = entry.needed_text("about");
        let clause = citer.citation(&entry, "clause");
        entry.done();
        Some(Self { ground: ground?.value, about: about?.value, clause: clause? })
    }
}

impl RouletteRules {
    /// The bet of a kind.
    pub fn bet(&self, kind: BetKind) -> Option<&RouletteBet> {
        self.bets.iter().find(|bet| bet.kind == kind)
    }

    /// The bet that these numbers, in any order, are a place of.
    pub fn bet_on(&self, numbers: &[u8]) -> Option<&RouletteBet> {
        self.bets.iter().find(|bet| bet.allows(numbers))
    }

    /// The sequence with this name.
    pub fn sequence(&self, name: &str) -> Option<&SpinSequence> {
        self.sequences.iter().find(|sequence| sequence.name == name)
    }

    /// Every parameter, in the order of the tables.
    pub fn stated(&self) -> Vec<Stated> {
        let tables = [
            self.table.stated(),
            self.period.stated(),
            self.limits.stated(),
            self.account.stated(),
            self.mishap.stated(),
        ];
        tables.concat()
    }

    /// Reads `roulette.toml`.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let wheel = match root.table("wheel") {
            Some(entry) => Wheel::read(entry, citer),
            None => {
                root.fault("[wheel] is missing");
                None
            }
        };
        let bets: Vec<_> =
            root.tables("bet").into_iter().map(|entry| RouletteBet::read(entry, citer)).collect();
        let sequences: Vec<_> =
            root.tables("sequence").into_iter().map(|entry| SpinSequence::read(entry, citer)).collect();
        let no_spin: Vec<_> =
            root.tables("no-spin").into_iter().map(|entry| NoSpin::read(entry, citer)).collect();
        let table = RouletteTableRules::read(root, citer, None);
        let period = PeriodRules::read(root, citer, None);
        let limits = RouletteLimitRules::read(root, citer, None);
        let account = AccountRules::read(root, citer, None);
        let mishap = RouletteMishapRules::read(root, citer, None);
        let bets: Option<Vec<RouletteBet>> = bets.into_iter().collect();
        if let (Some(bets), Some(wheel)) = (&bets, &wheel) {
            bet::check(root, bets, wheel);
        }
        if sequences.is_empty() {
            root.fault("there is no sequence");
        }
        if no_spin.is_empty() {
            root.fault("there is no ground for no spin");
        }
        Some(Self {
            wheel: wheel?,
            bets: bets?,
            sequences: sequences.into_iter().collect::<Option<_>>()?,
            no_spin: no_spin.into_iter().collect::<Option<_>>()?,
            table: table?,
            period: period?,
            limits: limits?,
            account: account?,
            mishap: mishap?,
        })
    }
}

#[cfg(test)]
mod tests;
