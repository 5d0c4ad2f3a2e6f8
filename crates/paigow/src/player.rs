//! One player at the table.
//!
//! Clauses: star-2016 10.6.1, 10.7, 15.14, 16.3, 16.9; vcga-2000 10.5, 10.7, 15.2, 15.7; crown-6.1 9.2.1,
//! 9.3, 12.8, 16.2, 16.9.

use crate::Limit;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// A player who is at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The area whose seat the player has.
    pub seat: Option<u8>,
    /// Whether a wager of theirs was played in the last round.
    pub played_last: bool,
    /// Whether they played it only in that their bank gave way to the House's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stood_ready: bool,
    /// Whether all they had in it were side wagers on tiles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub side_only: bool,
    /// Rounds in a row without a wager, all other seats being in use.
    pub skipped: u8,
    /// Whether a wager below the minimum has been remarked on.
    pub warned: bool,
    /// The minimum they may go on with, though the table's is higher, and the steps that it came with.
    pub old_minimum: Option<(Amount, i64)>,
    /// Limits of their own.
    pub personal: Option<Personal>,
    /// Whether they are told to set before others look.
    pub sets_first: bool,
    /// Whether they are barred from the game.
    pub barred: bool,
    /// Whether what they win is held.
    pub held: bool,
    /// Whether they are passed over when the bank is offered.
    pub passes: bool,
    /// Whether they look at their tiles as soon as they are dealt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shows: bool,
    /// Whether the banker lets them change wagers after betting closed.
    pub consented: bool,
    /// Whether a hand they wagered on was void in this round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub had_void: bool,
    /// What they brought to the table in chips and did not take back.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub brought: i64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks it
const fn is_nothing(units: &i64) -> bool {
    *units == 0
}

/// Limits of a player's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Personal {
    /// The area they hold on.
    pub area: u8,
    /// Which.
    pub limit: Limit,
    /// Whether the area is the player's alone, because they have a maximum of their own.
    pub alone: bool,
}

/// What was laid on a player who has left, and holds when they come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLasting))]
pub struct Lasting {
    /// Who.
    pub id: PlayerId,
    /// Whether a wager below the minimum has been remarked on (vcga-2000 10.5; crown-6.1 9.2.1).
    pub warned: bool,
    /// Whether they are told to set before others look (star-2016 15.14.1; crown-6.1 12.8).
    pub sets_first: bool,
    /// Whether what they win is held (vcga-2000 15.2.3; crown-6.1 16.2.3).
    pub held: bool,
}

impl Lasting {
    /// What stays of somebody who leaves, if anything does.
    pub const fn of(player: &Player) -> Option<Self> {
        let Player { id, warned, sets_first, held, .. } = *player;
        if warned || sets_first || held { Some(Self { id, warned, sets_first, held }) } else { None }
    }

    /// Lays it on them again.
    pub const fn lay_on(&self, player: &mut Player) {
        (player.warned, player.sets_first, player.held) = (self.warned, self.sets_first, self.held);
    }
}

impl Player {
    /// Somebody who just came.
    pub const fn new(id: PlayerId) -> Self {
        Self {
            id,
            seat: None,
            played_last: false,
            stood_ready: false,
            side_only: false,
            skipped: 0,
            warned: false,
            old_minimum: None,
            personal: None,
            sets_first: false,
            barred: false,
            held: false,
            passes: false,
            shows: false,
            consented: false,
            had_void: false,
            brought: 0,
        }
    }
}
