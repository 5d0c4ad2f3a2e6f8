//! What somebody is to the house, and so what they may do.

use game::{Person, Rank, StaffId};
use money::PlayerId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A person's role in the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Somebody without a name, at practice tables only.
    Guest,
    /// One who plays.
    Player,
    /// One who deals.
    Dealer,
    /// One who stands over tables, with a rank of the book's ladder from 1 on.
    Supervisor(Rank),
    /// The regulator's: reads everything, changes nothing.
    Inspector,
    /// One who runs tournaments.
    TournamentDirector,
    /// One who opens tables and looks after people.
    Administrator,
}

impl Role {
    /// Who somebody with this role and a number is at a table. Directors and administrators do not act
    /// there, and see what anybody sees.
    pub fn person(&self, number: u32) -> Person {
        let staff = StaffId(number);
        match self {
            Self::Guest | Self::Player => PlayerId::new(number).map_or(Person::Public, Person::Player),
            Self::Dealer => Person::Staff(staff, Rank::DEALER),
            Self::Supervisor(rank) => Person::Staff(staff, *rank),
            Self::Inspector => Person::Inspector(staff),
            Self::TournamentDirector | Self::Administrator => Person::Public,
        }
    }

    /// Whether it works here: everybody but guests and players.
    pub const fn is_staff(&self) -> bool {
        !matches!(self, Self::Guest | Self::Player)
    }

    /// Whether it looks after people.
    pub const fn is_administrator(&self) -> bool {
        matches!(self, Self::Administrator)
    }

    /// Whether it reads what is not for everybody: records, people, significant events.
    pub const fn reads_everything(&self) -> bool {
        matches!(self, Self::Inspector | Self::Administrator)
    }

    /// How long somebody may do nothing before they have to sign in again, in milliseconds.
    pub const fn idle_max(&self) -> i64 {
        const MINUTE: i64 = 60_000;
        match self {
            Self::Guest => 24 * 60 * MINUTE,
            Self::Player => 30 * MINUTE,
            _ => 10 * MINUTE,
        }
    }

    /// Whether people with a name can have it.
    pub const fn is_given(&self) -> bool {
        !matches!(self, Self::Guest | Self::Supervisor(Rank(0)))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guest => f.write_str("guest"),
            Self::Player => f.write_str("player"),
            Self::Dealer => f.write_str("dealer"),
            Self::Supervisor(rank) => write!(f, "supervisor of rank {}", rank.0),
            Self::Inspector => f.write_str("inspector"),
            Self::TournamentDirector => f.write_str("tournament director"),
            Self::Administrator => f.write_str("administrator"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_is_the_person_it_is_at_a_table() {
        let player = Person::Player(PlayerId::new(7).unwrap());
        assert_eq!(Role::Guest.person(7), player);
        assert_eq!(Role::Player.person(7), player);
        assert_eq!(Role::Dealer.person(7), Person::Staff(StaffId(7), Rank(0)));
        assert_eq!(Role::Supervisor(Rank(3)).person(7), Person::Staff(StaffId(7), Rank(3)));
        assert_eq!(Role::Inspector.person(7), Person::Inspector(StaffId(7)));
        assert_eq!(Role::TournamentDirector.person(7), Person::Public);
        assert_eq!(Role::Administrator.person(7), Person::Public);
        assert_eq!(Role::Player.person(0), Person::Public, "the House's number is nobody's");
    }

    #[test]
    fn roles_are_stored_by_names_that_stay() {
        for (role, text) in [
            (Role::Guest, "\"guest\""),
            (Role::Supervisor(Rank(2)), "{\"supervisor\":2}"),
            (Role::TournamentDirector, "\"tournament-director\""),
        ] {
            assert_eq!(serde_json::to_string(&role).unwrap(), text);
            assert_eq!(serde_json::from_str::<Role>(text).unwrap(), role);
        }
    }
}
