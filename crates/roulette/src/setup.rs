//! How a table is set up: stations, limits, time for wagers, who deals; and why there can be no such table.
//!
//! Clauses: rapid-roulette-2000 Notice#2, 2.2(a), 5.1, 5.2.

use crate::cite::{StepCites, cite};
use crate::decide::limit::PERIOD_MOST;
use crate::{Limits, Step};
use game::{Bounds, Cites, Refusal};
use money::Amount;
use rulebook::{RouletteBook, RouletteRules};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who performs a dealer's steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteDealing))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteStationId))]
#[serde(transparent)]
pub struct StationId(pub u8);

/// Prints `S3`.
impl fmt::Display for StationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("S{}", self.0))
    }
}

/// Whether a local date and time is written `2000-11-22T04:00`, so that texts compare as times do.
fn is_local_time(text: &str) -> bool {
    let shape = b"dddd-dd-ddTdd:dd";
    let fits =
        |(byte, wanted): (u8, &u8)| if *wanted == b'd' { byte.is_ascii_digit() } else { byte == *wanted };
    text.len() == shape.len() && text.bytes().zip(shape).all(fits)
}

/// How a table is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSetup))]
pub struct Setup {
    /// How many stations it has.
    pub stations: u8,
    /// The permitted wagers it opens with.
    pub limits: Limits,
    /// The time for wagers in seconds, if the operator fixed one.
    pub period: Option<u16>,
    /// Who performs a dealer's steps.
    pub dealing: Dealing,
    /// The local date and time at which the table opens, `2000-11-22T04:00`, for books that say from when
    /// on they are in force; not asked if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
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
            opens: None,
            records: 20,
        }
    }

    /// Whether there can be such a table by a book.
    ///
    /// # Errors
    /// What the book does not allow, or what cannot be played by it.
    pub(crate) fn check(&self, book: &RouletteBook, cites: &StepCites) -> Result<(), Refusal> {
        let rules = &book.rules;
        let by = |step: Step| cites.of(step).clone();
        let stations = rules.table.stations.value;
        if self.stations == 0 || self.stations > stations {
            let message = format!("expected 1 to {stations} stations, got {}", self.stations);
            return Err(Refusal::new("setup.stations", cite(&rules.table.stations), message));
        }
        if let Some(fault) = self.limits.fault(rules) {
            return Err(Refusal::new("setup.limits", by(fault.step), fault.message));
        }
        if let Some(seconds) = self.period.filter(|seconds| !(1..=PERIOD_MOST).contains(seconds)) {
            let message = format!("expected a period of 1 to {PERIOD_MOST} seconds, got {seconds}");
            return Err(Refusal::new(
                "setup.period",
                by(Step::PeriodLength).and(cites.of(Step::SystemBounds)),
                message,
            ));
        }
        if self.records == 0 || self.records > Self::RECORDS_MOST {
            let most = Self::RECORDS_MOST;
            let message = format!("expected 1 to {most} spins on record, got {}", self.records);
            return Err(Refusal::new("setup.records", cite(&rules.mishap.corrected), message));
        }
        if let Some(opens) = &self.opens {
            // The book names its time and its place: `2000-11-22T04:00 Melbourne`.
            let since = book.effective.as_deref().unwrap_or_default();
            let (since, place) = since.split_once(' ').unwrap_or((since, ""));
            if !is_local_time(opens) {
                let message = format!("expected a time of opening such as 2000-11-22T04:00, got \"{opens}\"");
                return Err(Refusal::new("setup.opens", by(Step::BookInForce), message));
            }
            if is_local_time(since) && opens.as_str() < since {
                let message =
                    format!("the book is in force from {since} in {place}, the table opens {opens}");
                return Err(Refusal::new("setup.not_in_force", by(Step::BookInForce), message));
            }
        }
        let mishap = &rules.mishap;
        let unplayable = [
            ("no-spin-advances", mishap.no_spin_advances.value),
            ("display-counts", mishap.display_counts.value),
            ("change-after-end", rules.period.change_after_end.value),
        ];
        if let Some((name, _)) = unplayable.into_iter().find(|(_, set)| *set) {
            let message = format!("{name} is true in book {}; only false can be played", book.id);
            return Err(Refusal::new("setup.book", Cites::default(), message));
        }
        Ok(())
    }
}
