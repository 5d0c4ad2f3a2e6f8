//! A wager's figures, and the commission they are computed with.

use crate::{Duel, Fraction};
use rulebook::Citation;

/// What a winner is paid and pays: the odds, less a share of the winnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commission {
    pays: Fraction,
    rate: Fraction,
    /// What a won unit brings, kept because every setting of every hand asks for it.
    net: Fraction,
}

impl Commission {
    /// Even money less a share, 0 to 1.
    pub fn share(share: Fraction) -> Self {
        Self::new(Fraction::ONE, share)
    }

    fn new(pays: Fraction, rate: Fraction) -> Self {
        Self { pays, rate, net: pays * (Fraction::ONE - rate) }
    }

    /// A share of one amount at a table whose smallest chip is this: what chips cannot make up is not
    /// collected (star-2016 14.3 and twins).
    pub fn in_chips(share: Fraction, bet: u32, chip: u32) -> Self {
        Self::share(share).at(bet, chip)
    }

    /// The same where a won wager pays other than even money.
    pub fn paying(self, pays: Fraction) -> Self {
        Self::new(pays, self.rate)
    }

    /// The same for one amount in chips.
    pub fn at(self, bet: u32, chip: u32) -> Self {
        let (bet, chip) = (i128::from(bet.max(1)), i128::from(chip.max(1)));
        let won = self.pays * Fraction::whole(bet);
        let due = self.rate * won;
        let chips = due.num() / (due.den() * chip);
        Self::new(self.pays, Fraction::whole(chips * chip) / won)
    }

    /// The share of the winnings that is really collected.
    pub const fn rate(self) -> Fraction {
        self.rate
    }

    /// What a unit wager can expect.
    pub fn expectation(self, duel: &Duel) -> Fraction {
        Fraction::new(self.score(duel), i128::from(duel.deals()) * self.net.den())
    }

    /// The same up to a factor, to compare settings of one hand by.
    pub fn score(self, duel: &Duel) -> i128 {
        i128::from(duel.win) * self.net.num() - i128::from(duel.lose) * self.net.den()
    }
}

/// Who sets the tiles, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// By the House Way.
    HouseWay,
    /// As is best for the wager.
    Best,
}

impl Player {
    /// The word in output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::HouseWay => "house-way",
            Self::Best => "best",
        }
    }
}

/// What is wagered on, in the words of the output: `regular`, `banker`, `bonus`, `straight-up`, ….
pub type Wager = String;

/// One row of a pay table at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Its clause.
    pub clause: Option<Citation>,
    /// In how many of the deals it pays.
    pub deals: i64,
    /// What it pays for each unit, the stake apart; minus one for a loss.
    pub pays: Fraction,
    /// What it contributes to the expectation.
    pub returns: Fraction,
}

/// The figures of one wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// The wager.
    pub wager: Wager,
    /// Who sets the tiles, where a player does.
    pub player: Option<Player>,
    /// The pay table, where there are several.
    pub table: Option<String>,
    /// Whether the player surrenders when that is better, where it can be offered.
    pub surrender: Option<bool>,
    /// Wins, pushes and losses, for the wagers against and as the bank.
    pub duel: Option<Duel>,
    /// All deals that the rows are counted over.
    pub deals: i64,
    /// Row by row, for wagers with a pay table.
    pub rows: Vec<Row>,
    /// What the House expects of each unit; below zero, the player does.
    pub edge: Fraction,
}

impl Price {
    /// A wager that pays by rows; what no row takes is lost.
    pub(crate) fn by_rows(
        wager: &str,
        deals: i64,
        paid: Vec<(String, Option<Citation>, i64, Fraction)>,
    ) -> Self {
        let mut rows: Vec<Row> = paid
            .into_iter()
            .map(|(name, clause, count, pays)| {
                let returns = pays * Fraction::new(count.into(), deals.into());
                Row { name, clause, deals: count, pays, returns }
            })
            .collect();
        let lost = deals - rows.iter().map(|r| r.deals).sum::<i64>();
        if lost > 0 {
            let (pays, returns) = (Fraction::whole(-1), -Fraction::new(lost.into(), deals.into()));
            rows.push(Row { name: "loses".into(), clause: None, deals: lost, pays, returns });
        }
        let edge = rows.iter().fold(Fraction::ZERO, |sum, row| sum - row.returns);
        Self {
            wager: wager.into(),
            player: None,
            table: None,
            surrender: None,
            duel: None,
            deals,
            rows,
            edge,
        }
    }
}
