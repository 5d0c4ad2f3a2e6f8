//! A table that an administrator opens: which game by which book, whose money, how fast, with which limits and bots.
//!
//! What the book does not allow is the rules' to refuse, when the table is opened.

use crate::cage::{is_invisible, says_something};
use crate::refusal::No;
use floor::{GameSetup, Pace, Purses, TableSetup};
use money::Amount;
use rulebook::{Game, Shelf};
use serde::Deserialize;

/// The longest name, in bytes.
const NAME_MOST: usize = 80;
/// Bots at one table at most: every table has fewer places.
const BOTS_MOST: u8 = 24;

/// A table that is to be opened.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// A short name: small letters, digits, hyphens.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The book.
    pub book: String,
    /// Whose money is played for.
    pub money: Purses,
    /// Whether the house deals.
    pub house_deals: bool,
    /// How fast the house deals.
    #[serde(default)]
    pub pace: NewPace,
    /// Whether the house goes on dealing when nobody is there; not at pace `everybody`.
    #[serde(default)]
    pub alone: bool,
    /// How many bots play at most, 0 to 24; only at practice tables that the house deals. As usual for the game if left
    /// out.
    #[serde(default)]
    pub bots: Option<u8>,
    /// What may be wagered at a practice table, for every kind of wager that can be paid exactly so; as usual for the game
    /// if left out.
    #[serde(default)]
    pub limits: Option<NewLimits>,
    /// What somebody brings to a practice table; as usual for the game if left out.
    #[serde(default)]
    pub purse: Option<i64>,
    /// At the wheel: seconds for wagers, 1 to 3,600; as the pace has it if left out.
    #[serde(default)]
    pub period: Option<u16>,
}

/// How fast the house deals.
#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewPace {
    /// As at a table with people.
    #[default]
    Calm,
    /// A few seconds a round.
    Quick,
    /// Waits for everybody who is there, ten minutes at most, and pauses for nothing: for programs that play. A wheel's
    /// wagers end by the clock all the same, after five seconds unless `period` says otherwise.
    Everybody,
}

/// What may be wagered.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLimits {
    /// The least, at least 1.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// In steps of.
    pub step: i64,
}

fn faulty(message: impl Into<String>) -> No {
    No::new("table.setup", message)
}

impl NewTable {
    /// The table as the floor opens it.
    ///
    /// # Errors
    /// `book.unknown`, `table.name`, `table.setup`: what cannot be so.
    pub fn setup(&self, shelf: &Shelf) -> Result<TableSetup, No> {
        let (id, name, money, house) = (&self.id, &self.name, self.money, self.house_deals);
        if money == Purses::Cash && house {
            return Err(faulty(
                "only a dealer changes cash: a table that the house deals is for accounts or practice",
            ));
        }
        let unseen = |c: char| c.is_control() || is_invisible(c);
        if name.len() > NAME_MOST || name.chars().any(unseen) || !says_something(name) {
            let message = format!(
                "expected a name of at most {NAME_MOST} bytes, visible characters only, with a letter or digit"
            );
            return Err(No::new("table.name", message));
        }
        let book = shelf.book(&self.book);
        let book = book.ok_or_else(|| No::new("book.unknown", format!("no book {:?}", self.book)))?;
        let setup = match book.game() {
            Game::RapidRoulette => crate::config::roulette(id, name, money, house),
            Game::PaiGow => crate::config::pai_gow(id, name, &self.book, money, house),
        };
        let mut setup =
            setup.ok_or_else(|| faulty(format!("book {:?} has no table to set up", self.book)))?;
        setup.pace = match self.pace {
            NewPace::Calm => Pace::default(),
            NewPace::Quick => Pace::QUICK,
            NewPace::Everybody => Pace::EVERYBODY,
        };
        if self.alone && matches!(self.pace, NewPace::Everybody) {
            return Err(faulty(
                "pace everybody pauses for nothing: with nobody there, bots would fill the disk; expected alone \
                 false, or pace calm or quick",
            ));
        }
        setup.pace.alone = self.alone;
        if let Some(bots) = self.bots {
            // Bots bring money that nobody paid: only where nobody's is played for.
            let most = if house && money == Purses::Practice { BOTS_MOST } else { 0 };
            if bots > most {
                return Err(faulty(format!("expected 0 to {most} bots at such a table, got {bots}")));
            }
            setup.bots = bots;
        }
        if money != Purses::Practice && self.limits.is_some() {
            return Err(faulty(
                "an administrator sets the limits of practice tables only: at tables for money, supervisors \
                 change them at the table",
            ));
        }
        if let Some(units) = self.purse {
            let purse = Amount::new(units).filter(|purse| !purse.is_zero());
            setup.purse = purse
                .ok_or_else(|| faulty(format!("expected a purse of 1 to {}, got {units}", Amount::MOST)))?;
        }
        self.game(&mut setup, book)?;
        Ok(setup)
    }

    /// What is of one game only.
    fn game(&self, setup: &mut TableSetup, book: &rulebook::Book) -> Result<(), No> {
        match &mut setup.game {
            GameSetup::PaiGow(game) => {
                if let Some(seconds) = self.period {
                    let message = format!("expected no period at a Pai Gow table, got {seconds} seconds");
                    return Err(faulty(message));
                }
                if let Some(limits) = self.limits {
                    let limit = limits.read(paigow::Limit::new)?;
                    game.limits = paigow::Limits::all(limit);
                }
            }
            GameSetup::RapidRoulette { setup: game, .. } => {
                let by_pace = match self.pace {
                    NewPace::Calm => game.period,
                    NewPace::Quick | NewPace::Everybody => Some(5),
                };
                game.period = self.period.or(by_pace);
                if let (Some(limits), Some(book)) = (self.limits, book.roulette()) {
                    let bounds = limits.read(game::Bounds::new)?;
                    game.limits = roulette::Limits::uniform(&book.rules, bounds);
                }
            }
        }
        Ok(())
    }
}

impl NewLimits {
    /// The game's own limits, if these can be.
    fn read<L>(self, read: impl Fn(Amount, Amount, i64) -> Option<L>) -> Result<L, No> {
        let Self { least, most, step } = self;
        let amounts = Amount::new(least).filter(|least| !least.is_zero()).zip(Amount::new(most));
        let limits = amounts.and_then(|(least, most)| read(least, most, step));
        limits.ok_or_else(|| {
            faulty(format!(
                "expected limits from at least 1 up to {}, the least a multiple of the step, got {least} to {most} in \
                 steps of {step}",
                Amount::MOST
            ))
        })
    }
}
