//! A refusal: why a command does nothing.

use crate::Cites;
use serde::Serialize;
use std::fmt;

/// A refusal: what is not done, and why, by the rules of a game or by the house that runs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refusal {
    /// A stable code, never reused: `wager.below_minimum`.
    pub code: &'static str,
    /// The clauses it rests on; empty where no book has a word on it, as with a seat that is taken.
    #[serde(skip_serializing_if = "Cites::is_empty")]
    pub clauses: Cites,
    /// The thing, the value and the bound: `wager 15 is below the table minimum 25`.
    pub message: String,
}

impl Refusal {
    /// A refusal that rests on clauses.
    pub fn new(code: &'static str, clauses: Cites, message: impl Into<String>) -> Self {
        Self { code, clauses, message: message.into() }
    }

    /// A refusal that rests on no clause: of the house, not of a book.
    pub fn plain(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(code, Cites::default(), message)
    }

    /// The same by clauses.
    #[must_use]
    pub fn by(self, clauses: Cites) -> Self {
        Self { clauses, ..self }
    }

    /// Every rule accepts a command, and the chance that it calls for is missing: `expected` says what.
    pub fn no_chance(clauses: Cites, expected: impl fmt::Display) -> Self {
        Self::new("chance.none", clauses, format!("expected {expected}, got none"))
    }

    /// Whether what was sent could not be read, so that no rule was asked.
    pub fn is_unread(&self) -> bool {
        self.code.starts_with("message.")
    }

    /// Whether nothing was refused: it waits for somebody's word.
    pub fn waits(&self) -> bool {
        self.code.ends_with(".waits")
    }

    /// Whether it is so already.
    pub fn is_so_already(&self) -> bool {
        self.code.ends_with(".already")
    }
}

/// Prints `wager.below_minimum: wager 15 is below the table minimum 25 (star-2016 10.3)`.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        if !self.clauses.is_empty() {
            write!(f, " ({})", self.clauses)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
