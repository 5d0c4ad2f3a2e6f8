//! The cost of a reading: every wager priced again with every other choice, and the hands it changes.

use crate::{Best, Fraction, Price, Report, Seat, Terms};
use houseway::Undecided;
use rulebook::{Book, PaiGowBook};
use tiles::{Hand, Setting};

/// What one other choice of one reading does.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The reading.
    pub reading: String,
    /// The choice.
    pub choice: String,
    /// The hands that the House Way then sets differently.
    pub hands: Vec<Changed>,
    /// Every wager whose edge changes: before and after.
    pub prices: Vec<(Price, Price)>,
}

/// A hand that is set differently.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The hand.
    pub hand: Hand,
    /// How it was set.
    pub from: Setting,
    /// How it is set now.
    pub to: Setting,
    /// What a player gains by that for each unit, against the House Way as it was.
    pub gain: Fraction,
}

impl Sensitivity {
    /// Every other choice of every switchable reading of a book.
    ///
    /// # Errors
    /// As [`Report::new`].
    pub fn all(book: &Book, terms: &Terms) -> Result<Vec<Self>, Undecided> {
        let before = Report::prices(book, terms)?;
        let mut found = Vec::new();
        for reading in book.readings.iter().filter(|r| r.is_switchable()) {
            let in_force = terms.choices.of(&reading.id);
            for choice in reading.choices.iter().filter(|c| Some(c.name.as_str()) != in_force) {
                let mut other = terms.clone();
                if other.choices.select(&book.readings, &reading.id, &choice.name).is_err() {
                    continue;
                }
                let after = Report::prices(book, &other)?;
                let prices: Vec<_> =
                    before.iter().cloned().zip(after).filter(|(a, b)| a.edge != b.edge).collect();
                let hands = match book {
                    Book::PaiGow(book) => changed(book, terms, &other)?,
                    Book::Roulette(_) => Vec::new(),
                };
                if prices.is_empty() && hands.is_empty() {
                    // A reading of what happens at a table, which has no price.
                    continue;
                }
                found.push(Self { reading: reading.id.clone(), choice: choice.name.clone(), hands, prices });
            }
        }
        Ok(found)
    }
}

fn changed(book: &PaiGowBook, terms: &Terms, other: &Terms) -> Result<Vec<Changed>, Undecided> {
    let (report, switched) = (Report::new(book, terms)?, Report::new(book, other)?);
    let mut hands = Vec::new();
    for hand in Hand::all() {
        let (from, to) = (report.chart.setting(&hand), switched.chart.setting(&hand));
        if from != to {
            let commission = report.commission_of(Seat::Player);
            let play = Best::hand(&hand, &from, &report.field, Seat::Player, &report.matching, commission);
            let worth = |setting: &Setting| {
                let found = play.plays().iter().find(|p| p.setting == *setting);
                found.map_or(Fraction::ZERO, |p| commission.expectation(&p.duel))
            };
            hands.push(Changed { hand, from, to, gain: worth(&to) - worth(&from) });
        }
    }
    Ok(hands)
}
