//! The period opened and ended, and the ball was spun (rapid-roulette-2000 4.3(c), 5.1–5.4).

use crate::StationId;
use game::Moment;
use money::{Amount, PlayerId};
use serde::{Deserialize, Serialize};

/// What happened on the way to an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames, strum::IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSpinWhat))]
#[serde(tag = "is", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum What {
    /// Wagers are taken.
    PeriodOpened {
        /// For which spin.
        spin: u32,
        /// Until when.
        ends: Moment,
    },
    /// Wagers are no longer taken: what shows counts.
    PeriodEnded {
        /// For which spin.
        spin: u32,
        /// Those whose wagers came to too little, and went back.
        short: Vec<Short>,
    },
    /// The ball was spun.
    Spun {
        /// Which spin.
        spin: u32,
        /// Whether wagers were still taken.
        early: bool,
    },
}

/// Wagers that came to too little together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteShort))]
pub struct Short {
    /// Which station.
    pub station: StationId,
    /// Whose.
    pub player: PlayerId,
    /// What they came to.
    pub amount: Amount,
}
