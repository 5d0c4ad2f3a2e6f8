//! What a dealer asks for out of a player's account: it waits on the record until the player, on their own
//! station, says yes or no, or until it is too late.

use game::{Moment, Person};
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// How long it waits, in milliseconds.
pub(crate) const WAITS: i64 = 2 * 60 * 1000;

/// Something a dealer asks for out of a player's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// Its number: that of its record.
    pub number: u64,
    /// Who asks.
    pub by: Person,
    /// Out of whose account.
    pub player: PlayerId,
    /// How much.
    pub amount: Amount,
    /// The command that is done then, as JSON.
    pub command: String,
    /// The key under which it is done once, and what was asked under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<(String, u64)>,
    /// Until when it waits.
    pub until: Moment,
}

/// How a wish ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WishEnd {
    /// The player said yes, and it was done.
    Done,
    /// The player said no.
    Declined,
    /// The player said nothing in time.
    Expired,
}

/// A wish, as it is shown to the player and to staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Wished {
    /// Its number.
    pub number: u64,
    /// Out of whose account.
    pub player: PlayerId,
    /// How much.
    pub amount: Amount,
    /// Until when it waits, in milliseconds.
    pub until: i64,
}

impl Wish {
    /// As it is shown to somebody, if it is theirs to see.
    pub(crate) fn seen_by(&self, who: Person) -> Option<Wished> {
        let sees = match who {
            Person::Player(player) => player == self.player,
            Person::Staff(..) | Person::Inspector(_) => true,
            Person::House | Person::Public => false,
        };
        let Self { number, player, amount, until, .. } = *self;
        sees.then_some(Wished { number, player, amount, until: until.milliseconds() })
    }
}
