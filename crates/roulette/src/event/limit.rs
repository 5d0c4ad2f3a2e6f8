//! The period and the permitted wagers changed (rapid-roulette-2000 4.1, 5.2, fn2#66(2)).

use crate::Limits;
use game::Moment;
use serde::{Deserialize, Serialize};

/// What staff set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteLimitWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// The operator set the time for wagers.
    PeriodSet {
        /// Seconds; `None` for the book's time.
        seconds: Option<u16>,
    },
    /// Other permitted wagers are announced.
    LimitsAnnounced {
        /// What will be permitted.
        limits: Box<Limits>,
        /// From when on.
        at: Moment,
    },
    /// The announced wagers are the permitted ones.
    LimitsChanged,
}
