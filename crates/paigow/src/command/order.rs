//! Commands of order at the table: conduct, areas out of play, winnings held, disputes.

use crate::Step;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowOrderCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// A supervisor decides to take an area out of play.
    DecideRemoval,
    /// The dealer draws it.
    DrawRemoval {
        /// The box dice; none where the House draws them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(min_items = 3, max_items = 3))]
        boxes: Option<[u8; 3]>,
    },
    /// A supervisor brings an area back.
    RestoreArea {
        /// Which.
        area: u8,
    },
    /// A supervisor orders a player to set first, or ends that.
    OrderSetFirst {
        /// Whom.
        player: PlayerId,
        /// Whether it holds.
        first: bool,
    },
    /// A supervisor keeps two players from one table.
    PartPlayers {
        /// Who leaves.
        player: PlayerId,
        /// Who stays.
        from: PlayerId,
    },
    /// A supervisor orders English at the table, or ends that.
    OrderEnglish {
        /// Whether it holds.
        only: bool,
    },
    /// A supervisor voids a player's wagers.
    VoidWagers {
        /// Whose.
        player: PlayerId,
    },
    /// A supervisor bars a player from the game.
    BarPlayer {
        /// Whom.
        player: PlayerId,
    },
    /// A supervisor has a player's winnings held, from now on and as far as they were paid already.
    HoldWinnings {
        /// Whose.
        player: PlayerId,
        /// What of the player's chips was won so, and is taken.
        #[serde(default)]
        won: Amount,
    },
    /// What was held goes to the player, or to the House.
    ReleaseHeld {
        /// Whose.
        player: PlayerId,
        /// Whether the player gets it.
        to_player: bool,
    },
    /// A player disputes something.
    RaiseDispute {
        /// What.
        about: Matter,
    },
    /// A supervisor decides a dispute.
    DecideDispute {
        /// Which.
        number: u32,
        /// In whose favour.
        for_player: bool,
    },
    /// The player asks for a second look.
    AskReview {
        /// At which.
        number: u32,
    },
    /// Somebody of a higher rank, or the regulator's, decides again.
    ReviewDispute {
        /// Which.
        number: u32,
        /// In whose favour.
        for_player: bool,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::RaiseDispute { .. } => Some(Step::DisputeRaised),
            Self::AskReview { .. } => Some(Step::ReviewAsked),
            Self::VoidWagers { .. } => Some(Step::WagersVoid),
            Self::DecideRemoval => Some(Step::RemovalDecided),
            Self::DrawRemoval { .. } => Some(Step::AreaRemoved),
            Self::RestoreArea { .. } => Some(Step::AreaRestored),
            Self::ReleaseHeld { .. } => Some(Step::WinningsReleased),
            Self::OrderSetFirst { .. } => Some(Step::SetFirstOrdered),
            Self::PartPlayers { .. } => Some(Step::PlayersParted),
            Self::OrderEnglish { .. } => Some(Step::EnglishOrdered),
            Self::BarPlayer { .. } => Some(Step::PlayerBarred),
            Self::HoldWinnings { .. } => Some(Step::WinningsHeld),
            Self::DecideDispute { .. } => Some(Step::DisputeDecided),
            Self::ReviewDispute { .. } => Some(Step::DisputeReviewed),
        }
    }
}

/// What a dispute is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowMatter))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Matter {
    /// A wager or a payment.
    Payment,
    /// The setting or matching of a hand.
    Hand,
    /// A rule that can be read in two ways.
    Rule,
    /// How somebody behaved.
    Conduct,
}
