//! Events of limits: signs, limits in force, the commission, sharing.

use crate::{Limit, LimitKind, Step};
use game::Moment;
use money::{Amount, PlayerId, Rate};
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowLimitWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what the step of the same name says
pub enum What {
    LimitsPosted {
        kind: LimitKind,
        limit: Limit,
        posted: Moment,
        at: Moment,
    },
    LimitsChanged {
        kind: LimitKind,
        limit: Limit,
        after_notice: bool,
    },
    OldMinimumKept {
        player: PlayerId,
        minimum: Amount,
        #[serde(default)]
        multiple: i64,
    },
    PersonalLimits {
        player: PlayerId,
        area: u8,
        limit: Option<Limit>,
        #[serde(default)]
        alone: bool,
    },
    CommissionPosted {
        rate: Rate,
    },
    TotalAllowed {
        most: Amount,
    },
    SharingAllowed {
        area: u8,
        players: u8,
    },
}

impl What {
    /// The step that it is.
    pub const fn step(&self) -> Step {
        match self {
            Self::LimitsPosted { .. } => Step::LimitsPosted,
            Self::LimitsChanged { .. } => Step::LimitsChanged,
            Self::OldMinimumKept { .. } => Step::OldMinimumKept,
            Self::PersonalLimits { .. } => Step::PersonalLimits,
            Self::CommissionPosted { .. } => Step::CommissionPosted,
            Self::TotalAllowed { .. } => Step::TotalAllowed,
            Self::SharingAllowed { .. } => Step::SharingAllowed,
        }
    }
}
