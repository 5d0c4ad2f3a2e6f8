//! What a dealer asks for out of a player's account: it waits on the record until the player, on their own
//! station, says yes or no, or until it is too late.

use crate::said::word_of;
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
    /// Whether in promotional tokens.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tokens: bool,
    /// The command that is done then, as JSON.
    pub command: String,
    /// The key under which it is done once, and what was asked under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<(String, u64)>,
    /// The second person who stood by it, where it takes two beside the player's own yes, and the hash of the effect that
    /// both saw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<(Person, String)>,
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
    /// The player said yes, and it was refused.
    Refused,
    /// Whoever asked does not deal here any more.
    Relieved,
}

/// Out of what of a player's account it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpentFrom {
    /// Money, for chips.
    Money,
    /// Promotional tokens.
    Tokens,
}

/// A wish, as it is shown to the player and to staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Wished {
    /// Its number.
    pub number: u64,
    /// Who asks.
    pub by: Person,
    /// Out of whose account.
    pub player: PlayerId,
    /// How much.
    pub amount: Amount,
    /// In what.
    pub purse: SpentFrom,
    /// The step that it is done by.
    pub step: String,
    /// The command of the game, as the house understood it: for which place, among others.
    pub command: String,
    /// The hash of all that; a yes has to name it.
    pub effect: String,
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
        if !sees {
            return None;
        }
        let Self { number, by, player, amount, tokens, until, .. } = *self;
        let purse = if tokens { SpentFrom::Tokens } else { SpentFrom::Money };
        let (step, command, effect) = (word_of(self.command.as_bytes()), self.command.clone(), self.effect());
        let until = until.milliseconds();
        Some(Wished { number, by, player, amount, purse, step, command, effect, until })
    }

    /// The hash of what it comes to.
    pub(crate) fn effect(&self) -> String {
        let (number, player) = (self.number.to_be_bytes(), self.player.number().to_be_bytes());
        let (amount, tokens) = (self.amount.units().to_be_bytes(), [u8::from(self.tokens)]);
        let by = self.by.to_string();
        let parts = [&number[..], by.as_bytes(), &player, &amount, &tokens, self.command.as_bytes()];
        journal::Hash::of("houseway/wish", &parts).to_string()
    }
}
