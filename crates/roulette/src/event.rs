//! What happened at the table, with its clauses and the money that moved.
//!
//! What an event tells beside numbers and places is in the file of its topic.

mod account;
mod mishap;
mod run;
mod settle;
mod spin;

pub use account::Why;
pub use mishap::Corrected;
pub use run::{Fate, Refated, RunEnd};
pub use settle::Paid;
pub use spin::Short;

use crate::{ClaimAbout, Limits, Place, Run, Spot, StationId, Wager};
use game::{Cites, Moment};
use money::{Amount, Moves, PlayerId};
use rulebook::BuyIn;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteEvent))]
pub struct Event {
    /// What.
    pub what: What,
    /// By which clauses.
    pub cites: Cites,
    /// The money that moved.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<money::Move>))]
    pub moves: Moves,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWhat))]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// An account was activated, and with it a station given.
    Activated {
        /// Which station.
        station: StationId,
        /// To whom.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// An account was added to.
    Credited {
        /// Which station's.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// Chips show at a place.
    Placed {
        /// On which station.
        station: StationId,
        /// Where.
        place: Place,
        /// What was tried.
        tried: Amount,
        /// What shows there now.
        shows: Amount,
    },
    /// Chips were taken from a place.
    Taken {
        /// On which station.
        station: StationId,
        /// From where.
        place: Place,
        /// What shows there now.
        shows: Amount,
    },
    /// Chips were moved.
    Shifted {
        /// On which station.
        station: StationId,
        /// From where, all of them.
        from: Spot,
        /// To where.
        to: Spot,
        /// What shows there now.
        shows: Amount,
    },
    /// All wagers for the coming spin went back to the account.
    Returned {
        /// Of which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// How much.
        amount: Amount,
        /// Why.
        why: Why,
    },
    /// A player is leaving.
    Leaving {
        /// Which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// Whether the dealer directed it.
        dismissed: bool,
    },
    /// A player was paid in chips, and the account closed.
    PaidOut {
        /// Which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// How much.
        amount: Amount,
    },
    /// A player got what was kept.
    HeldPaid {
        /// Who.
        player: PlayerId,
        /// How much.
        amount: Amount,
    },
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
    /// The outcome was entered and every station settled.
    Settled {
        /// Which spin.
        spin: u32,
        /// Where the ball came to rest.
        pocket: u8,
        /// Every station that had something to settle.
        paid: Vec<Paid>,
    },
    /// A sequence ended whose player has left.
    AbsentEnded {
        /// With which spin.
        spin: u32,
        /// Whose.
        player: PlayerId,
        /// Which, and what it came to.
        ended: RunEnd,
        /// Of that, what the player took away before and a correction could not take back; the rest is held.
        kept: Amount,
    },
    /// "No spin" was called.
    NoSpin {
        /// For which spin.
        spin: u32,
        /// On which ground.
        ground: String,
    },
    /// All accounts are frozen.
    Frozen {
        /// For which spin's result.
        spin: u32,
    },
    /// A result was put right, and accounts are free again.
    Resettled {
        /// Which spin's.
        spin: u32,
        /// What had been entered.
        was: u8,
        /// Where the ball was.
        pocket: u8,
        /// What it did to accounts.
        accounts: Vec<Corrected>,
        /// What it did to sequences.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        runs: Vec<Refated>,
    },
    /// The display shows another number, and does not count.
    DisplayDisregarded {
        /// What it shows.
        shown: u8,
        /// Where the ball was.
        pocket: u8,
    },
    /// A station failed.
    StationFailed {
        /// Which.
        station: StationId,
        /// Whether its wagers are in doubt.
        doubt: bool,
    },
    /// The system failed.
    SystemFailed {
        /// Whether wagers were still taken, so that all are void.
        void: bool,
        /// The stations whose wagers are in doubt.
        doubt: Vec<StationId>,
    },
    /// What was wagered on a station is established.
    Established {
        /// Which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// The wagers for the coming spin.
        wagers: Vec<Wager>,
        /// The sequences that begin with it.
        runs: Vec<Run>,
    },
    /// A station works again.
    StationRestored {
        /// Which.
        station: StationId,
    },
    /// The system works again.
    SystemRestored,
    /// A player claims that something went wrong.
    Claimed {
        /// The claim's number.
        claim: u32,
        /// On which station.
        station: StationId,
        /// Who.
        player: PlayerId,
        /// What.
        about: ClaimAbout,
    },
    /// A claim was considered.
    Answered {
        /// Which.
        claim: u32,
        /// Whether it was well founded.
        upheld: bool,
    },
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
    /// The table closed.
    TableClosed,
}
