//! What putting a result right does to accounts (rapid-roulette-2000 8.4).

use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What a correction did to one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteCorrected))]
pub struct Corrected {
    /// Whose.
    pub player: PlayerId,
    /// What the right result brings more, or less.
    pub change: i64,
    /// By how much more, or less, the House has to bear for this player.
    pub unrecovered: i64,
    /// What is kept for a player who is gone.
    pub held: Amount,
}
