//! Rapid Roulette: every bet of rapid-roulette-2000 7.1 and the sequences of 7.4.

use crate::{Fraction, Price};
use rulebook::RouletteRules;

/// Every wager of the wheel.
pub(crate) fn prices(rules: &RouletteRules) -> Vec<Price> {
    let pockets = rules.wheel.order.len() as i64;
    let mut prices = Vec::new();
    for bet in &rules.bets {
        let covers = i64::from(bet.covers);
        let row = ("wins".to_string(), bet.clauses.first().cloned(), covers, Fraction::from(bet.pays));
        prices.push(Price::by_rows(bet.kind.word(), pockets, vec![row]));
    }
    for sequence in &rules.sequences {
        let spins = u32::from(sequence.spins);
        let outcomes = pockets.pow(spins);
        // Paid for the unbroken run from the first spin (reading leading-run): a run of n hits is
        // followed by a miss and then anything, or is complete.
        let rows = sequence.pays.iter().zip(1u32..).map(|(paid, run)| {
            let after = if run < spins { (pockets - 1) * pockets.pow(spins - run - 1) } else { 1 };
            (format!("first {run} of {spins}"), Some(paid.clause.clone()), after, Fraction::from(paid.pays))
        });
        prices.push(Price::by_rows(&sequence.name, outcomes, rows.collect()));
    }
    prices
}
