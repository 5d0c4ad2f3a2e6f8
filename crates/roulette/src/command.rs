//! What somebody at the table wants to happen.
//!
//! Commands stand in the order of a visit; what they carry beside numbers and places is in the file of its
//! topic.

mod claim;
mod mishap;

pub use claim::ClaimAbout;
pub use mishap::Evidence;

use crate::{Limits, Place, Spot, StationId};
use game::{Call, Moment};
use money::{Amount, PlayerId};
use rulebook::BuyIn;
use serde::{Deserialize, Serialize};

/// What somebody wants to happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteCommand))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// The dealer opens the table.
    OpenTable,
    /// The dealer closes it.
    CloseTable,
    /// The dealer takes what a player tenders, gives a station or adds to its account.
    BuyIn {
        /// Which station.
        station: StationId,
        /// Whose.
        player: PlayerId,
        /// What was tendered.
        tender: BuyIn,
        /// How much.
        amount: Amount,
    },
    /// A player feeds notes into a station.
    Insert {
        /// Which station.
        station: StationId,
        /// How much.
        amount: Amount,
    },
    /// A player puts chips somewhere.
    Put {
        /// On which station.
        station: StationId,
        /// Where.
        place: Place,
        /// How much is tried.
        amount: Amount,
    },
    /// A player takes chips back.
    Take {
        /// On which station.
        station: StationId,
        /// From where.
        place: Place,
        /// How much.
        amount: Amount,
    },
    /// A player moves all chips of a spot to another.
    Shift {
        /// On which station.
        station: StationId,
        /// From this spot …
        from: Spot,
        /// … to this.
        to: Spot,
    },
    /// A player takes everything back that can still be taken.
    Clear {
        /// On which station.
        station: StationId,
    },
    /// A player leaves.
    Leave {
        /// Which station.
        station: StationId,
    },
    /// The dealer directs a player to leave.
    Dismiss {
        /// Which station.
        station: StationId,
    },
    /// The dealer pays a leaving player in chips and closes the account.
    PayOut {
        /// Which station.
        station: StationId,
    },
    /// The dealer pays a player, back at the table, what a correction left for them.
    PayHeld {
        /// Whom.
        player: PlayerId,
    },
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
    /// The dealer calls "no spin".
    CallNoSpin {
        /// On which ground of the book.
        ground: String,
    },
    /// The dealer thinks that a result was entered wrongly, and freezes all accounts.
    Freeze {
        /// Which spin's.
        spin: u32,
    },
    /// The dealer puts a result right, or finds that it was.
    Correct {
        /// Which spin's.
        spin: u32,
        /// Where the ball was.
        pocket: u8,
    },
    /// The dealer notes that the display shows another number.
    DisplayShows {
        /// What it shows.
        shown: u8,
    },
    /// The dealer notes that a station failed.
    StationFails {
        /// Which.
        station: StationId,
    },
    /// The dealer notes that the game system, not a station, failed.
    SystemFails,
    /// The dealer has found, or not found, what was wagered on a station in doubt.
    Establish {
        /// Which station.
        station: StationId,
        /// What the records show.
        evidence: Evidence,
    },
    /// A station works again.
    RestoreStation {
        /// Which.
        station: StationId,
    },
    /// The game system works again.
    RestoreSystem,
    /// A player claims that something went wrong.
    Claim {
        /// On which station.
        station: StationId,
        /// What.
        about: ClaimAbout,
    },
    /// The dealer has considered a claim.
    Answer {
        /// Which.
        claim: u32,
        /// Whether it was well founded.
        upheld: bool,
    },
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

impl Command {
    /// The chance that goes into it: where the ball comes to rest, and nothing else.
    pub(crate) const fn chance(&self) -> Option<Call> {
        match self {
            Self::Enter { pocket } => Some(Call { what: "ball", carried: pocket.is_some() }),
            Self::OpenTable
            | Self::CloseTable
            | Self::BuyIn { .. }
            | Self::Insert { .. }
            | Self::Put { .. }
            | Self::Take { .. }
            | Self::Shift { .. }
            | Self::Clear { .. }
            | Self::Leave { .. }
            | Self::Dismiss { .. }
            | Self::PayOut { .. }
            | Self::PayHeld { .. }
            | Self::EndPeriod
            | Self::Spin
            | Self::CallNoSpin { .. }
            | Self::Freeze { .. }
            | Self::Correct { .. }
            | Self::DisplayShows { .. }
            | Self::StationFails { .. }
            | Self::SystemFails
            | Self::Establish { .. }
            | Self::RestoreStation { .. }
            | Self::RestoreSystem
            | Self::Claim { .. }
            | Self::Answer { .. }
            | Self::SetPeriod { .. }
            | Self::SetLimits { .. } => None,
        }
    }

    /// Whether something may follow from it for those who are leaving.
    pub(crate) const fn may_let_go(&self) -> bool {
        match self {
            Self::Leave { .. }
            | Self::Dismiss { .. }
            | Self::Enter { .. }
            | Self::CallNoSpin { .. }
            | Self::Correct { .. }
            | Self::StationFails { .. }
            | Self::SystemFails
            | Self::Establish { .. }
            | Self::RestoreSystem
            | Self::Answer { .. } => true,
            Self::OpenTable
            | Self::CloseTable
            | Self::BuyIn { .. }
            | Self::Insert { .. }
            | Self::Put { .. }
            | Self::Take { .. }
            | Self::Shift { .. }
            | Self::Clear { .. }
            | Self::PayOut { .. }
            | Self::PayHeld { .. }
            | Self::EndPeriod
            | Self::Spin
            | Self::Freeze { .. }
            | Self::DisplayShows { .. }
            | Self::RestoreStation { .. }
            | Self::Claim { .. }
            | Self::SetPeriod { .. }
            | Self::SetLimits { .. } => false,
        }
    }
}
