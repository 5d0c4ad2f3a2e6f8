//! How a table is set up: stations, limits, time for wagers, who deals.
//!
//! Clauses: rapid-roulette-2000 2.2(a), 5.1, 5.2.

use crate::Limits;
use game::Bounds;
use money::Amount;
use rulebook::RouletteRules;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who performs a dealer's steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// A dealer, or a supervisor in the dealer's place.
    #[default]
    Person,
    /// The House without a person; staff may step in. What only waits for the dealer follows at once.
    House,
}

/// A station's number, 1 to 24.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StationId(pub u8);

/// Prints `S3`.
impl fmt::Display for StationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("S{}", self.0))
    }
}

/// How a table is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many stations it has.
    pub stations: u8,
    /// The permitted wagers it opens with.
    pub limits: Limits,
    /// The time for wagers in seconds, if the operator fixed one.
    pub period: Option<u16>,
    /// Who performs a dealer's steps.
    pub dealing: Dealing,
    /// How many spins back a result can be put right, 1 to 200.
    pub records: u8,
}

impl Setup {
    /// The most records.
    pub const RECORDS_MOST: u8 = 200;

    /// A full table: as many stations as the book allows, wagers from 1 to 500, the book's time, a dealer.
    pub fn full(rules: &RouletteRules) -> Self {
        let bounds = Bounds { least: Amount::of(1), most: Amount::of(500), step: 1 };
        Self {
            stations: rules.table.stations.value,
            limits: Limits::uniform(rules, bounds),
            period: None,
            dealing: Dealing::Person,
            records: 20,
        }
    }
}
