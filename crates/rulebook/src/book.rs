//! One loaded book: what it is, what it says, and what it takes from other books.
//!
//! A book is the book of one game by its type, and whole: whoever has a [`PaiGowBook`] has its parameters, its
//! House Way and its cuts. What books of every game have is [`Common`]; all three types dereference to it, so
//! that `book.id` reads the same whether or not the game is known.

use crate::{
    Borrowing, Choices, Cuts, HouseWay, Parameters, PayTables, Reading, Register, RouletteRules, Steps,
};
use std::ops::Deref;
use std::sync::Arc;

/// Which game a book conducts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Pai Gow with tiles.
    PaiGow,
    /// Roulette with player terminals.
    RapidRoulette,
}

impl Game {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::PaiGow, Self::RapidRoulette];

    /// The word in a book's file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::PaiGow => "pai-gow",
            Self::RapidRoulette => "rapid-roulette",
        }
    }

    /// The game's name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::PaiGow => "Pai Gow",
            Self::RapidRoulette => "Rapid Roulette",
        }
    }

    /// The files that only a book of this game can have.
    pub(crate) const fn files(self) -> &'static [&'static str] {
        match self {
            Self::PaiGow => &["houseway.toml", "cuts.toml", "pay.toml"],
            Self::RapidRoulette => &["roulette.toml"],
        }
    }
}

/// What a book of any game has.
#[derive(Clone, Debug)]
pub struct Common {
    /// Its id: `star-2016`.
    pub id: String,
    /// Its title, in our words.
    pub title: String,
    /// Where it is in force.
    pub place: String,
    /// The year of issue, where the document gives one.
    pub year: Option<u16>,
    /// Since when it is in force, where the document says.
    pub effective: Option<String>,
    /// What it is, in a sentence.
    pub about: String,
    /// The book it amends, whose clauses hold where its own are silent.
    pub extends: Option<String>,
    /// What it takes from other books.
    pub borrows: Vec<Borrowing>,
    /// Its own clauses.
    pub register: Register,
    /// Its readings: its own, then those that come with what it extends or borrows.
    pub readings: Arc<[Reading]>,
    /// The steps of its tables, with their clauses.
    pub steps: Steps,
}

impl Common {
    /// Every reading at its default.
    pub fn default_choices(&self) -> Choices {
        Choices::defaults(&self.readings)
    }

    /// The reading with this id.
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|r| r.id == id)
    }

    /// The lender of its House Way, its cuts or its grids.
    pub fn lender(&self, what: &str) -> Option<&Borrowing> {
        self.borrows.iter().find(|b| b.what == what)
    }
}

/// A book of Pai Gow, loaded and valid.
#[derive(Clone, Debug)]
pub struct PaiGowBook {
    /// What a book of any game has.
    pub common: Common,
    /// The parameters of its tables, and its variants.
    pub parameters: Parameters,
    /// Its House Way, its own or borrowed.
    pub way: HouseWay,
    /// Its cuts, its own or borrowed.
    pub cuts: Cuts,
    /// Its pay tables; none where it has no side wagers.
    pub pay: PayTables,
}

/// A book of Rapid Roulette, loaded and valid.
#[derive(Clone, Debug)]
pub struct RouletteBook {
    /// What a book of any game has.
    pub common: Common,
    /// Wheel, bets, sequences and the parameters of its tables.
    pub rules: RouletteRules,
}

/// A book, loaded and valid.
#[derive(Clone, Debug)]
pub enum Book {
    /// A book of Pai Gow.
    PaiGow(Box<PaiGowBook>),
    /// A book of Rapid Roulette.
    Roulette(Box<RouletteBook>),
}

impl Book {
    /// The game it conducts.
    pub const fn game(&self) -> Game {
        match self {
            Self::PaiGow(_) => Game::PaiGow,
            Self::Roulette(_) => Game::RapidRoulette,
        }
    }

    /// The book, if it is of Pai Gow.
    pub fn pai_gow(&self) -> Option<&PaiGowBook> {
        match self {
            Self::PaiGow(book) => Some(book),
            Self::Roulette(_) => None,
        }
    }

    /// The book, if it is of Rapid Roulette.
    pub fn roulette(&self) -> Option<&RouletteBook> {
        match self {
            Self::PaiGow(_) => None,
            Self::Roulette(book) => Some(book),
        }
    }
}

impl Deref for Book {
    type Target = Common;

    fn deref(&self) -> &Common {
        match self {
            Self::PaiGow(book) => &book.common,
            Self::Roulette(book) => &book.common,
        }
    }
}

impl Deref for PaiGowBook {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl Deref for RouletteBook {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}
