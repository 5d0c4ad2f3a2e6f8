//! The end of the period, the ball, its pocket (rapid-roulette-2000 3.6, 5.1–5.5).

use game::Call;
use serde::{Deserialize, Serialize};

/// What a dealer, or the clock, wants of the spin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteSpinCommand))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// The time for wagers is over.
    EndPeriod,
    /// The dealer spins the ball.
    Spin,
    /// The dealer announces and enters where the ball came to rest.
    Enter {
        /// The number of the pocket; none where the House draws it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pocket: Option<u8>,
    },
}

impl Command {
    /// The chance that goes into it: where the ball comes to rest.
    pub(crate) const fn chance(&self) -> Option<Call> {
        match self {
            Self::Enter { pocket } => Some(Call { what: "ball", carried: pocket.is_some() }),
            Self::EndPeriod | Self::Spin => None,
        }
    }

    /// Puts in where the ball comes to rest, where that goes in, whatever stood there.
    pub(crate) fn fill(&mut self, ball: impl FnOnce() -> u8) {
        match self {
            Self::Enter { pocket } => *pocket = Some(ball()),
            Self::EndPeriod | Self::Spin => {}
        }
    }

    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::Enter { .. } => true,
            Self::EndPeriod | Self::Spin => false,
        }
    }
}
