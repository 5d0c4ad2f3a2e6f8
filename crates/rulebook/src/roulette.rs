//! Rapid Roulette: the wheel, every bet with every place it can be put, the spin sequences, and the
//! parameters of the table.
//!
//! Everything is written out in `roulette.toml`, so that a regulator can read it. Knows nothing of
//! players, accounts or spins.
//! Clauses: rapid-roulette-2000 2.2–2.4, 4.3, 5.1–5.4, 6.2–6.7, 7.1–7.4, 8.1–8.9.

mod account;
mod bet;
mod limits;
mod mishap;
mod no_spin;
mod period;
mod sequence;
mod table;
mod wheel;

pub use account::*;
pub use bet::{BetKind, RouletteBet};
pub use limits::*;
pub use mishap::*;
pub use no_spin::NoSpin;
pub use period::*;
pub use sequence::{RunPay, SpinSequence};
pub use table::*;
pub use wheel::{Colour, Wheel};

use crate::page::Entry;
use crate::{Citer, Stated};

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
