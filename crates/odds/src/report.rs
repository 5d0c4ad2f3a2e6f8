//! All wagers of a book, priced.

use crate::best::field;
use crate::{Best, Commission, Duel, Field, Fraction, Player, Price, Seat, side, wheel};
use houseway::{Chart, Format, Undecided, Way, WayError};
use rulebook::{Book, Choices, Matching, Parameters, SideWager};
use std::fmt;

/// On what terms a book is priced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The readings.
    pub choices: Choices,
    /// Another commission than the book's, as a share of 1.
    pub commission: Option<Fraction>,
    /// The amount wagered and the smallest chip, for commission as it is really collected.
    pub chips: Option<(u32, u32)>,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// The book has no House Way.
    Way(WayError),
    /// The House Way leaves a hand open.
    Undecided(Undecided),
    /// The book was not loaded whole.
    NoParameters(String),
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Way(error) => write!(f, "{error}"),
            Self::Undecided(error) => write!(f, "{error}"),
            Self::NoParameters(book) => write!(f, "book {book} has no parameters of a Pai Gow table"),
        }
    }
}

impl std::error::Error for OddsError {}

impl From<WayError> for OddsError {
    fn from(error: WayError) -> Self {
        Self::Way(error)
    }
}

impl From<Undecided> for OddsError {
    fn from(error: Undecided) -> Self {
        Self::Undecided(error)
    }
}

/// A Pai Gow book, ready to be priced.
pub struct Report {
    /// The House Way of all hands.
    pub chart: Chart,
    /// Everybody else's hands, by the House Way.
    pub field: Field,
    /// How the book compares hands.
    pub matching: Matching,
    /// What a winning player pays.
    pub commission: Commission,
    /// What a winning banker pays.
    pub banker_commission: Commission,
}

impl Terms {
    /// The book's own terms.
    pub fn of(book: &Book) -> Self {
        Self { choices: book.default_choices(), commission: None, chips: None }
    }

    fn commission(&self, percent: u8, pays: Fraction) -> Commission {
        let share = self.commission.unwrap_or_else(|| Fraction::new(percent.into(), 100));
        let commission = Commission::share(share).paying(pays);
        self.chips.map_or(commission, |(bet, chip)| commission.at(bet, chip))
    }
}

impl Report {
    /// Sets all hands of a book and lays out the field.
    ///
    /// # Errors
    /// A book without a House Way or parameters, or one that leaves a hand open.
    pub fn new(book: &Book, terms: &Terms) -> Result<Self, OddsError> {
        let way = Way::new(book, terms.choices.clone(), Format::Listed)?;
        let chart = Chart::compile(&way)?;
        let rules = book.parameters.as_ref().ok_or_else(|| OddsError::NoParameters(book.id.clone()))?;
        let pays = Fraction::from(rules.commission.win_pays.value);
        Ok(Self {
            field: field(&chart),
            chart,
            matching: Matching::of(rules, &terms.choices),
            commission: terms.commission(rules.commission.percent.value, pays),
            banker_commission: terms.commission(rules.commission.banker_percent.value, pays),
        })
    }

    /// What a winner in this seat pays.
    pub fn commission_of(&self, seat: Seat) -> Commission {
        match seat {
            Seat::Player => self.commission,
            Seat::Bank => self.banker_commission,
        }
    }

    /// Every hand, from a seat.
    pub fn best(&self, seat: Seat) -> Best {
        Best::of(&self.chart, &self.field, seat, &self.matching, self.commission_of(seat))
    }

    /// Every wager of a book, in the order of the felt: regular, banker, Bonus, Tie, Big and Small;
    /// or the bets of the wheel.
    ///
    /// # Errors
    /// As [`Report::new`].
    pub fn prices(book: &Book, terms: &Terms) -> Result<Vec<Price>, OddsError> {
        if let Some(rules) = &book.roulette {
            return Ok(wheel::prices(rules));
        }
        let report = Self::new(book, terms)?;
        let (player, bank) = (report.best(Seat::Player), report.best(Seat::Bank));
        let mut prices = Vec::new();
        for (name, best) in [("regular", &player), ("banker", &bank)] {
            for (set, duel) in [(Player::HouseWay, best.by_house_way), (Player::Best, best.by_best_play)] {
                prices.push(price(name, set, duel, report.commission_of(best.seat)));
            }
        }
        if let Some(pay) = &book.pay {
            let offered = |p: &Price| book.parameters.as_ref().is_some_and(|rules| offers(rules, &p.wager));
            prices.extend(side::prices(pay, &player).into_iter().filter(offered));
        }
        Ok(prices)
    }
}

/// Whether a book offers a side wager, in itself or in one of its variants.
fn offers(rules: &Parameters, wager: &str) -> bool {
    let kind = match wager {
        "bonus" => SideWager::Bonus,
        "tie" => SideWager::Tie,
        _ => SideWager::BigSmall,
    };
    let variants = rules.variants().iter().map(|v| &v.parameters);
    std::iter::once(rules).chain(variants).any(|p| p.side.offered.value.contains(&kind))
}

fn price(name: &str, player: Player, duel: Duel, commission: Commission) -> Price {
    Price {
        wager: name.into(),
        player: Some(player),
        table: None,
        surrender: None,
        duel: Some(duel),
        deals: duel.deals(),
        rows: Vec::new(),
        edge: -commission.expectation(&duel),
    }
}
