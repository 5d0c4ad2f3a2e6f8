//! What happened at the table, by topic, with its clauses and the money that moved.

pub mod account;
pub mod claim;
pub mod limit;
pub mod mishap;
pub mod run;
pub mod settle;
pub mod spin;
pub mod table;
pub mod wager;

game::topics! {
    /// What happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWhat), serde(untagged))]
    pub enum What by "is" {
        /// To the table itself.
        Table(table::What),
        /// To a chip account.
        Account(account::What),
        /// To the period's length and the permitted wagers.
        Limit(limit::What),
        /// To the wagers on a station.
        Wager(wager::What),
        /// To a sequence.
        Run(run::What),
        /// To the period and the ball.
        Spin(spin::What),
        /// By the outcome.
        Settle(settle::What),
        /// That went wrong, or was put right.
        Mishap(mishap::What),
        /// To a claim.
        Claim(claim::What),
    }
}

/// One thing that happened.
pub type Event = game::Event<What>;

impl What {
    /// Its word on the wire.
    ///
    /// It is no [`Step`](crate::Step): one event can rest on several, by what led to it, or on a parameter alone.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Table(what) => what.into(),
            Self::Account(what) => what.into(),
            Self::Limit(what) => what.into(),
            Self::Wager(what) => what.into(),
            Self::Run(what) => what.into(),
            Self::Spin(what) => what.into(),
            Self::Settle(what) => what.into(),
            Self::Mishap(what) => what.into(),
            Self::Claim(what) => what.into(),
        }
    }
}
