//! Commands of limits: signs, limits in force, the commission, sharing.

use crate::{Limit, LimitKind, Step};
use game::Moment;
use money::{Amount, PlayerId, Rate};
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLimitCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// A supervisor puts up a sign with new limits and the time they begin.
    PostLimits {
        /// Of which wagers.
        kind: LimitKind,
        /// Which.
        limit: Limit,
        /// From when.
        at: Moment,
    },
    /// A supervisor puts new limits into force.
    ChangeLimits {
        /// Of which wagers.
        kind: LimitKind,
        /// Which.
        limit: Limit,
    },
    /// A supervisor gives a player limits of their own on an area, or takes them away.
    SetPersonalLimits {
        /// Whom.
        player: PlayerId,
        /// Where.
        area: u8,
        /// Which; none to take them away.
        limit: Option<Limit>,
    },
    /// A supervisor posts another commission.
    PostCommission {
        /// Which.
        rate: Rate,
    },
    /// Management lets the wagers of a player's bank pass their bound, up to an amount.
    AllowTotal {
        /// Up to how much.
        most: Amount,
    },
    /// A supervisor says how many may wager on an area.
    AllowSharing {
        /// Where.
        area: u8,
        /// How many.
        players: u8,
    },
}

impl Command {
    /// The step that it leads to, whose clauses say when it can be done and by whom; none where its own rule says so.
    pub(crate) const fn step(&self) -> Option<Step> {
        match self {
            Self::PostLimits { .. } => Some(Step::LimitsPosted),
            Self::ChangeLimits { .. } => Some(Step::LimitsChanged),
            Self::SetPersonalLimits { .. } => Some(Step::PersonalLimits),
            Self::PostCommission { .. } => Some(Step::CommissionPosted),
            Self::AllowTotal { .. } => Some(Step::TotalAllowed),
            Self::AllowSharing { .. } => Some(Step::SharingAllowed),
        }
    }
}
