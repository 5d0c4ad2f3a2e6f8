//! The period and the permitted wagers, as staff enter them (rapid-roulette-2000 4.1, 5.1, 5.2, fn2#66(2)).

use crate::Limits;
use game::Moment;
use serde::{Deserialize, Serialize};

/// What staff enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteLimitCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The operator sets how long wagers are taken, from the next period on; `None` for the book's time.
    SetPeriod {
        /// Seconds.
        seconds: Option<u16>,
    },
    /// The dealer enters other permitted wagers, and the sign that announces them goes up.
    SetLimits {
        /// What is permitted.
        limits: Box<Limits>,
        /// From when on.
        at: Moment,
    },
}
