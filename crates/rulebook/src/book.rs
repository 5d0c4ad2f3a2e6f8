//! One loaded book: what it is, what it says, and what it takes from other books.

use crate::{
    Choices, Citation, Cuts, Parameters, PayTables, Reading, Register, RouletteRules, Steps, WayRules,
};

/// Which game a book conducts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Pai Gow with tiles.
    PaiGow,
    /// Roulette with player terminals.
    RapidRoulette,
}

impl Game {
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
}

/// Something that a book does not have and takes from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borrowing {
    /// `house-way`, `cuts` or `grids`.
    pub what: String,
    /// The lender's id.
    pub from: String,
    /// The clause that leaves the gap.
    pub clauses: Vec<Citation>,
    /// Why.
    pub why: String,
}

/// A book, loaded and valid.
#[derive(Clone, Debug)]
pub struct Book {
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
    /// The game it conducts.
    pub game: Game,
    /// What it is, in a sentence.
    pub about: String,
    /// The book it amends, whose clauses hold where its own are silent.
    pub extends: Option<String>,
    /// What it takes from other books.
    pub borrows: Vec<Borrowing>,
    /// Its own clauses.
    pub register: Register,
    /// Its readings: its own, then those that come with what it extends or borrows.
    pub readings: Vec<Reading>,
    /// The parameters of a Pai Gow table.
    pub parameters: Option<Parameters>,
    /// Its cuts.
    pub cuts: Option<Cuts>,
    /// Its pay tables.
    pub pay: Option<PayTables>,
    /// Its House Way.
    pub way: Option<WayRules>,
    /// Its roulette rules.
    pub roulette: Option<RouletteRules>,
    /// The steps of its tables, with their clauses.
    pub steps: Steps,
}

impl Book {
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
