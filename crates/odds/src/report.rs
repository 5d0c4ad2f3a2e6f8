//! All wagers of a book, priced.

use crate::best::field;
use crate::{Best, Commission, Duel, Field, Fraction, Player, Price, Seat, side, wheel};
use houseway::{Chart, Matching, Undecided, Way};
use rulebook::{Book, Choices, Common, PaiGowBook, Parameters, SideWager};

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
    pub fn of(book: &Common) -> Self {
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
    /// A hand that the House Way leaves open.
    pub fn new(book: &PaiGowBook, terms: &Terms) -> Result<Self, Undecided> {
        let chart = Chart::compile(&Way::listed(&book.way, terms.choices.clone()))?;
        let rules = &book.parameters;
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
    pub fn prices(book: &Book, terms: &Terms) -> Result<Vec<Price>, Undecided> {
        match book {
            Book::PaiGow(book) => Self::pai_gow_prices(book, terms),
            Book::Roulette(book) => Ok(wheel::prices(&book.rules)),
        }
    }

    fn pai_gow_prices(book: &PaiGowBook, terms: &Terms) -> Result<Vec<Price>, Undecided> {
        let report = Self::new(book, terms)?;
        let (player, bank) = (report.best(Seat::Player), report.best(Seat::Bank));
        let mut prices = Vec::new();
        for (name, best) in [("regular", &player), ("banker", &bank)] {
            for (set, duel) in [(Player::HouseWay, best.by_house_way), (Player::Best, best.by_best_play)] {
                prices.push(price(name, set, duel, report.commission_of(best.seat)));
            }
        }
        let offered = |p: &Price| offers(&book.parameters, &p.wager);
        prices.extend(side::prices(&book.pay, &player).into_iter().filter(offered));
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
    rules.games().any(|(_, rules)| rules.side.offered.value.contains(&kind))
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
