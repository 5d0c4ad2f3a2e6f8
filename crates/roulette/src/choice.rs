//! What a person may do now, as data: a command, or a command with what is left open in it.
//!
//! `covers` reads the same bounds that the rules gave.

use crate::decide::limit::limits_fault;
use crate::decide::mishap::record::OnRecord;
use crate::{Command, Evidence, Limits, Numbers, Place, Roulette, Spot, StationId, Wager};
use game::{Bounds, Moment};
use money::{Amount, PlayerId};
use rulebook::BuyIn;
use serde::Serialize;

/// Who may be given a station.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteWhom))]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// This player, who has it.
    Holder(PlayerId),
    /// Anybody but these, who have another.
    AnybodyBut(Vec<PlayerId>),
}

/// A spot to which chips can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteOpening))]
pub struct Opening {
    /// Which.
    pub spot: Spot,
    /// The least that has to arrive.
    pub least: Amount,
}

/// Something that a person may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteChoice))]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Exactly this.
    Only(Command),
    /// Take a buy-in, or add to an account.
    BuyIn {
        /// On which station.
        station: StationId,
        /// For whom.
        whom: Whom,
        /// What may be tendered.
        tenders: Vec<BuyIn>,
        /// How much.
        bounds: Bounds,
    },
    /// Feed notes.
    Insert {
        /// Into which station.
        station: StationId,
        /// How much.
        bounds: Bounds,
    },
    /// Put chips on a spot.
    Put {
        /// On which station.
        station: StationId,
        /// On any of these.
        spots: Vec<Spot>,
        /// How much may be tried; the station shows the next lower permitted amount.
        bounds: Bounds,
    },
    /// Put chips on numbers for the coming spins.
    PutRun {
        /// On which station.
        station: StationId,
        /// How many numbers, 0 to 36 each.
        spins: u8,
        /// These have wagers already, and stand in choices of their own.
        except: Vec<Numbers>,
        /// How much may be tried.
        bounds: Bounds,
    },
    /// Put more chips on numbers that have some.
    PutMore {
        /// On which station.
        station: StationId,
        /// Which numbers.
        numbers: Numbers,
        /// How much may be tried.
        bounds: Bounds,
    },
    /// Take chips back.
    Take {
        /// On which station.
        station: StationId,
        /// From where.
        place: Place,
        /// How much.
        bounds: Bounds,
    },
    /// Move all chips of a spot to another that has room for them.
    Shift {
        /// On which station.
        station: StationId,
        /// From any of these …
        from: Vec<Wager>,
        /// … to any other of these.
        to: Vec<Opening>,
    },
    /// Enter the pocket in which the ball rests, any of the wheel; where the House draws it, entering it
    /// leaves nothing open, and stands under `only`.
    Enter,
    /// Call "no spin".
    CallNoSpin {
        /// On any of these grounds.
        grounds: Vec<String>,
    },
    /// Freeze all accounts for a result.
    Freeze {
        /// The first spin on record …
        first: u32,
        /// … to the last.
        last: u32,
    },
    /// Say where the ball of a spin really was.
    Correct {
        /// Which spin.
        spin: u32,
    },
    /// Note what the display shows instead.
    DisplayShows {
        /// Where the ball was.
        pocket: u8,
    },
    /// Say what was wagered on a station in doubt.
    Establish {
        /// Which station.
        station: StationId,
        /// The most that records may show.
        most: Amount,
        /// How many sequences they may show at most.
        runs: usize,
        /// The permitted wagers.
        limits: Box<Limits>,
    },
    /// Set the time for wagers.
    SetPeriod {
        /// Up to so many seconds.
        most: u16,
    },
    /// Announce other permitted wagers.
    SetLimits {
        /// Those in force.
        standing: Box<Limits>,
        /// When it is.
        now: Moment,
        /// The earliest moment for a higher minimum that no sign has announced.
        raised_from: Moment,
        /// The signs that are up.
        #[serde(skip)]
        signs: Vec<(Moment, Box<Limits>)>,
    },
}

impl Choice {
    /// Whether it takes in a command.
    pub(crate) fn covers(&self, game: &Roulette, command: &Command) -> bool {
        // Nothing is left open in it; but what the House draws may stand in a command by then.
        let only = || matches!(self, Self::Only(only) if only == command);
        match command {
            Command::OpenTable
            | Command::CloseTable
            | Command::Clear { .. }
            | Command::Leave { .. }
            | Command::Dismiss { .. }
            | Command::PayOut { .. }
            | Command::PayHeld { .. }
            | Command::EndPeriod
            | Command::Spin
            | Command::StationFails { .. }
            | Command::SystemFails
            | Command::RestoreStation { .. }
            | Command::RestoreSystem
            | Command::Claim { .. }
            | Command::Answer { .. } => only(),
            Command::Enter { pocket } => {
                let enters = matches!(self, Self::Enter | Self::Only(Command::Enter { .. }));
                enters && pocket.is_some_and(|pocket| pocket < crate::POCKETS)
            }
            Command::BuyIn { station: at, player, tender, amount } => match self {
                Self::BuyIn { station, whom, tenders, bounds } => {
                    let whom = match whom {
                        Whom::Holder(holder) => holder == player,
                        Whom::AnybodyBut(others) => !others.contains(player) && !player.is_house(),
                    };
                    station == at && whom && tenders.contains(tender) && bounds.allow(*amount)
                }
                _ => only(),
            },
            Command::Insert { station: at, amount } => match self {
                Self::Insert { station, bounds } => station == at && bounds.allow(*amount),
                _ => only(),
            },
            Command::Put { station: at, place, amount } => match (self, place) {
                (Self::Put { station, spots, bounds }, Place::On(on)) => {
                    station == at && spots.contains(on) && bounds.allow(*amount)
                }
                (Self::PutRun { station, spins, except, bounds }, Place::Run(numbers)) => {
                    let on_wheel = numbers.as_slice().iter().all(|number| *number < crate::POCKETS);
                    let new = on_wheel && numbers.count() == *spins && !except.contains(numbers);
                    station == at && new && bounds.allow(*amount)
                }
                (Self::PutMore { station, numbers, bounds }, Place::Run(on)) => {
                    station == at && numbers == on && bounds.allow(*amount)
                }
                _ => only(),
            },
            Command::Take { station: at, place: from, amount } => match self {
                Self::Take { station, place, bounds } => {
                    station == at && place == from && bounds.allow(*amount)
                }
                _ => only(),
            },
            Command::Shift { station: at, from: off, to: on } => match self {
                Self::Shift { station, from, to } => {
                    let lifted = from.iter().find(|wager| wager.spot == *off).map(|wager| wager.amount);
                    let room = to.iter().find(|opening| opening.spot == *on).map(|opening| opening.least);
                    let fits = lifted.zip(room).is_some_and(|(lifted, least)| lifted >= least);
                    station == at && off != on && fits
                }
                _ => only(),
            },
            Command::CallNoSpin { ground } => match self {
                Self::CallNoSpin { grounds } => grounds.contains(ground),
                _ => only(),
            },
            Command::Freeze { spin } => match self {
                Self::Freeze { first, last } => (first..=last).contains(&spin),
                _ => only(),
            },
            Command::Correct { spin: of, pocket } => match self {
                Self::Correct { spin } => spin == of && *pocket < crate::POCKETS,
                _ => only(),
            },
            Command::DisplayShows { shown } => match self {
                Self::DisplayShows { pocket } => shown != pocket && *shown < crate::POCKETS,
                _ => only(),
            },
            Command::Establish { station: at, evidence } => match self {
                Self::Establish { station, most, runs, limits } => {
                    let on_record = OnRecord { station: *station, limits, most: *most, runs: *runs };
                    let known = match evidence {
                        Evidence::AsShown | Evidence::None => true,
                        Evidence::Wagers(found) => on_record.fault(game, found).is_ok(),
                    };
                    station == at && known
                }
                _ => only(),
            },
            Command::SetPeriod { seconds } => match self {
                Self::SetPeriod { most } => seconds.is_none_or(|seconds| (1..=*most).contains(&seconds)),
                _ => only(),
            },
            Command::SetLimits { limits, at } => match self {
                Self::SetLimits { standing, now, signs, .. } => {
                    limits_fault(game, standing, signs, limits, *now, *at).is_ok()
                }
                _ => only(),
            },
        }
    }
}
