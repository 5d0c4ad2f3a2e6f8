//! Limits, and the signs that announce new ones.
//!
//! Clauses: star-2016 10.1–10.7; vcga-2000 10.1–10.8, 17.11; crown-6.1 9.1–9.5.

use game::Moment;
use money::Amount;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The wagers that have limits of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLimitKind))]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// Against the bank.
    Regular,
    /// Bonus.
    Bonus,
    /// Tie.
    Tie,
    /// Big and Small.
    BigSmall,
}

impl LimitKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Regular, Self::Bonus, Self::Tie, Self::BigSmall];

    /// Its place among them.
    pub const fn place(self) -> usize {
        self as usize
    }

    /// The word in scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Regular => "regular",
            Self::Bonus => "bonus",
            Self::Tie => "tie",
            Self::BigSmall => "big-small",
        }
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// What may be wagered: least, most, in multiples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLimit))]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The minimum, at least one unit.
    pub least: Amount,
    /// The maximum, not below the minimum.
    pub most: Amount,
    /// Wagers are whole multiples of this, at least one unit.
    pub multiple: i64,
}

impl Limit {
    /// A limit whose parts fit together.
    pub const fn new(least: Amount, most: Amount, multiple: i64) -> Option<Self> {
        let sound = least.units() >= 1 && least.units() <= most.units() && multiple >= 1;
        if sound && least.units() % multiple == 0 { Some(Self { least, most, multiple }) } else { None }
    }

    /// Whether its parts fit together, also after it came from outside.
    pub const fn is_sound(&self) -> bool {
        Self::new(self.least, self.most, self.multiple).is_some()
    }
}

/// Prints `25..1000 in 5s`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.least, self.most)?;
        if self.multiple > 1 {
            write!(f, " in {}s", self.multiple)?;
        }
        Ok(())
    }
}

/// The limits of every kind of wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLimits, min_items = 4, max_items = 4))]
#[serde(transparent)]
pub struct Limits([Limit; 4]);

impl Limits {
    /// The same for every kind.
    pub const fn all(limit: Limit) -> Self {
        Self([limit; 4])
    }

    /// Those of one kind.
    pub const fn of(&self, kind: LimitKind) -> Limit {
        self.0[kind.place()]
    }

    /// Changes those of one kind.
    pub const fn set(&mut self, kind: LimitKind, limit: Limit) {
        self.0[kind.place()] = limit;
    }

    /// Whether all of them are sound.
    pub fn are_sound(&self) -> bool {
        self.0.iter().all(Limit::is_sound)
    }
}

/// A sign at the table that announces something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowNotice))]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// New limits from a time on.
    Limits {
        /// Of which wagers.
        kind: LimitKind,
        /// Which.
        limit: Limit,
        /// When the sign went up.
        posted: Moment,
        /// From when they hold.
        at: Moment,
    },
    /// The table closes.
    Closing {
        /// When the sign went up.
        posted: Moment,
        /// The round that was running then.
        round: u32,
        /// When it closes, where the book counts minutes.
        at: Moment,
    },
}
