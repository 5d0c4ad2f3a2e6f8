//! A book while it is loaded: as far as it could be read, and the book it becomes.

use crate::{
    Book, Common, Cuts, Game, HouseWay, PaiGowBook, Parameters, PayTables, RouletteBook, RouletteRules,
    WayRules,
};

/// A book as far as it could be read.
pub(super) struct Draft {
    pub game: Game,
    pub common: Common,
    pub way: Option<WayRules>,
    pub read: Read,
}

/// What is read of a book beside its House Way.
#[derive(Default)]
pub(super) struct Read {
    pub parameters: Option<Parameters>,
    pub cuts: Option<Cuts>,
    pub pay: Option<PayTables>,
    pub roulette: Option<RouletteRules>,
}

impl Draft {
    pub fn house_way(&self) -> Option<HouseWay> {
        let rules = self.way.clone()?;
        Some(HouseWay { book: self.common.id.clone(), rules, readings: self.common.readings.clone() })
    }

    /// The book, if everything that its game needs is there.
    pub fn whole(self) -> Option<Book> {
        let way = self.house_way();
        let Self { game, common, read, .. } = self;
        Some(match game {
            Game::PaiGow => Book::PaiGow(Box::new(PaiGowBook {
                common,
                parameters: read.parameters?,
                way: way?,
                cuts: read.cuts?,
                pay: read.pay.unwrap_or_default(),
            })),
            Game::RapidRoulette => Book::Roulette(Box::new(RouletteBook { common, rules: read.roulette? })),
        })
    }
}
