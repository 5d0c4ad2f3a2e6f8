//! Who acts, and when.

use money::PlayerId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A moment in milliseconds, from the shell's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Moment(i64);

impl Moment {
    /// A moment so many milliseconds after the clock's start.
    pub const fn new(milliseconds: i64) -> Self {
        Self(milliseconds)
    }

    /// Milliseconds after the clock's start.
    pub const fn milliseconds(self) -> i64 {
        self.0
    }

    /// So many minutes later.
    pub const fn after_minutes(self, minutes: u16) -> Self {
        Self(self.0.saturating_add(minutes as i64 * 60_000))
    }

    /// Whole minutes from an earlier moment to this one.
    pub const fn minutes_since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0) / 60_000
    }
}

/// Prints hours, minutes and seconds of the clock, `09:20:00`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_euclid(1000);
        let (hours, minutes) = (seconds.div_euclid(3600) % 24, seconds.div_euclid(60) % 60);
        write!(f, "{hours:02}:{minutes:02}:{:02}", seconds.rem_euclid(60))
    }
}

/// A member of staff, numbered by the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct StaffId(pub u32);

/// A step on a book's ladder of ranks: 0 is the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Rank(pub u8);

impl Rank {
    /// The lowest: a dealer.
    pub const DEALER: Self = Self(0);
    /// The lowest rank above a dealer.
    pub const ABOVE_DEALER: Self = Self(1);
}

/// Somebody at a table, or looking at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Person {
    /// One who plays.
    Player(PlayerId),
    /// One who works at the table, with a rank of the book.
    Staff(StaffId, Rank),
    /// The regulator's inspector: reads, and changes nothing.
    Inspector(StaffId),
    /// The House itself, where it performs the dealer's steps without a person.
    House,
    /// Anybody who looks: the table's display.
    Public,
}

impl Person {
    /// The player, if it is one.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Whether it works for the House.
    pub const fn is_staff(self) -> bool {
        matches!(self, Self::Staff(..) | Self::House)
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => write!(f, "{player}"),
            Self::Staff(id, rank) => write!(f, "staff {} of rank {}", id.0, rank.0),
            Self::Inspector(id) => write!(f, "inspector {}", id.0),
            Self::House => f.write_str("house"),
            Self::Public => f.write_str("anybody"),
        }
    }
}

/// Who acts, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Context {
    /// Who.
    pub who: Person,
    /// When.
    pub now: Moment,
}

impl Context {
    /// Somebody at some time.
    pub const fn new(who: Person, now: Moment) -> Self {
        Self { who, now }
    }
}
