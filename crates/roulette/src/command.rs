//! What somebody at the table wants to happen, by topic.
//!
//! A command says nothing about who gives it: that is in the context. It can always be stored and read back; whether
//! its values are possible is for `decide` to say.

pub mod account;
pub mod claim;
pub mod limit;
pub mod mishap;
pub mod spin;
pub mod table;
pub mod wager;

use game::Call;

game::topics! {
    /// What somebody wants to happen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteCommand), serde(untagged))]
    pub enum Command by "do" {
        /// Of the table itself.
        Table(table::Command),
        /// Of a chip account.
        Account(account::Command),
        /// Of the period and the permitted wagers.
        Limit(limit::Command),
        /// Of the wagers on a station.
        Wager(wager::Command),
        /// Of the period's end and the ball.
        Spin(spin::Command),
        /// Of what went wrong.
        Mishap(mishap::Command),
        /// Of a claim.
        Claim(claim::Command),
    }
}

impl Command {
    /// The chance that goes into it: where the ball comes to rest, and nothing else.
    pub(crate) const fn chance(&self) -> Option<Call> {
        match self {
            Self::Spin(command) => command.chance(),
            Self::Table(_)
            | Self::Account(_)
            | Self::Limit(_)
            | Self::Wager(_)
            | Self::Mishap(_)
            | Self::Claim(_) => None,
        }
    }

    /// Puts chance into a command that calls for it, whatever stood there.
    pub fn fill(&mut self, ball: impl FnOnce() -> u8) {
        match self {
            Self::Spin(command) => command.fill(ball),
            Self::Table(_)
            | Self::Account(_)
            | Self::Limit(_)
            | Self::Wager(_)
            | Self::Mishap(_)
            | Self::Claim(_) => {}
        }
    }

    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::Account(command) => command.may_let_go(),
            Self::Spin(command) => command.may_let_go(),
            Self::Mishap(command) => command.may_let_go(),
            Self::Claim(command) => command.may_let_go(),
            Self::Table(_) | Self::Limit(_) | Self::Wager(_) => false,
        }
    }
}
