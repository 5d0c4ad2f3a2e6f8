//! What a person may do now, as data: a command, and what may stand in it instead.
//!
//! `covers` reads the same bounds that the rules gave.

use crate::command::{account, limit, mishap, spin, wager};
use crate::decide::limit::limits_fault;
use crate::decide::mishap::record::OnRecord;
use crate::{Command, Evidence, Limits, Numbers, POCKETS, Place, Roulette, Spot, Wager};
use game::Moment;
use money::{Amount, PlayerId};
use rulebook::BuyIn;
use serde::Serialize;

/// Something that a person may do now.
pub type Choice = game::Choice<Command, Open>;

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

/// What may stand in the command of a choice, beside an amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteOpen))]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// Who buys in, and what is tendered.
    BuyIn {
        /// For whom.
        whom: Whom,
        /// Any of these.
        tenders: Vec<BuyIn>,
    },
    /// Any of these spots; the station shows the next lower permitted amount to what is tried.
    Spots(Vec<Spot>),
    /// Numbers for the coming spins.
    Numbers {
        /// How many, 0 to 36 each.
        spins: u8,
        /// These have wagers already, and stand in choices of their own.
        except: Vec<Numbers>,
    },
    /// Two spots, the second with room for all chips of the first.
    Shift {
        /// From any of these …
        from: Vec<Wager>,
        /// … to any other of these.
        to: Vec<Opening>,
    },
    /// Any pocket of the wheel.
    Pockets {
        /// But not this one.
        #[serde(skip_serializing_if = "Option::is_none")]
        except: Option<u8>,
    },
    /// Any of these grounds for "no spin".
    Grounds(Vec<String>),
    /// Any of these spins.
    Spins {
        /// The first on record …
        first: u32,
        /// … to the last.
        last: u32,
    },
    /// What records show of a station in doubt.
    Records {
        /// The most that they may come to.
        most: Amount,
        /// How many sequences they may show at most.
        runs: usize,
        /// The permitted wagers.
        limits: Box<Limits>,
    },
    /// Seconds from 1 on; none for the book's time.
    Seconds {
        /// Up to so many.
        most: u16,
    },
    /// Other permitted wagers than those in the command, which are in force.
    Limits {
        /// When it is.
        now: Moment,
        /// The earliest moment for a higher minimum that no sign has announced.
        raised_from: Moment,
        /// The signs that are up.
        #[serde(skip)]
        signs: Vec<(Moment, Box<Limits>)>,
    },
}

/// Whether a choice takes in a command.
pub(crate) fn covers(rules: &Roulette, choice: &Choice, command: &Command) -> bool {
    // Where nothing is open, it has to be the command itself.
    let same = || choice.amount.is_none() && choice.open.is_none() && choice.command == *command;
    match (command, &choice.command) {
        (Command::Account(command), Command::Account(offered)) => of_account(choice, offered, command),
        (Command::Limit(command), Command::Limit(offered)) => of_limit(rules, choice, offered, command),
        (Command::Wager(command), Command::Wager(offered)) => of_wager(choice, offered, command),
        (Command::Spin(command), Command::Spin(offered)) => of_spin(choice, offered, command),
        (Command::Mishap(command), Command::Mishap(offered)) => of_mishap(rules, choice, offered, command),
        // Nothing is ever open in these, and nothing else is of the same topic.
        (Command::Table(_) | Command::Claim(_), _) => same(),
        (
            Command::Account(_)
            | Command::Limit(_)
            | Command::Wager(_)
            | Command::Spin(_)
            | Command::Mishap(_),
            _,
        ) => false,
    }
}

/// Whether an amount may stand in the place of the one that is offered.
fn allows(choice: &Choice, offered: Amount, amount: Amount) -> bool {
    choice.amount.map_or(offered == amount, |bounds| bounds.allow(amount))
}

/// Whether a pocket may stand in the place of the one that is offered.
fn pocket_is_open(choice: &Choice, pocket: u8) -> bool {
    matches!(&choice.open, Some(Open::Pockets { except }) if pocket < POCKETS && *except != Some(pocket))
}

fn of_account(choice: &Choice, offered: &account::Command, command: &account::Command) -> bool {
    use account::Command as C;
    match (command, offered) {
        (C::BuyIn { station, player, tender, amount }, C::BuyIn { station: at, amount: least, .. }) => {
            let open = match &choice.open {
                Some(Open::BuyIn { whom, tenders }) => whom.includes(*player) && tenders.contains(tender),
                Some(_) | None => false,
            };
            station == at && open && allows(choice, *least, *amount)
        }
        (C::Insert { station, amount }, C::Insert { station: at, amount: least }) => {
            station == at && allows(choice, *least, *amount)
        }
        (
            C::BuyIn { .. }
            | C::Insert { .. }
            | C::Leave { .. }
            | C::Dismiss { .. }
            | C::PayOut { .. }
            | C::PayHeld { .. },
            offered,
        ) => command == offered,
    }
}

impl Whom {
    fn includes(&self, player: PlayerId) -> bool {
        match self {
            Self::Holder(holder) => *holder == player,
            Self::AnybodyBut(others) => !others.contains(&player) && !player.is_house(),
        }
    }
}

fn of_limit(rules: &Roulette, choice: &Choice, offered: &limit::Command, command: &limit::Command) -> bool {
    use limit::Command as C;
    match (command, offered, &choice.open) {
        (C::SetPeriod { seconds }, C::SetPeriod { .. }, Some(Open::Seconds { most })) => {
            seconds.is_none_or(|seconds| (1..=*most).contains(&seconds))
        }
        (
            C::SetLimits { limits, at },
            C::SetLimits { limits: standing, .. },
            Some(Open::Limits { now, signs, .. }),
        ) => limits_fault(rules, standing, signs, limits, *now, *at).is_ok(),
        (C::SetPeriod { .. } | C::SetLimits { .. }, offered, _) => command == offered,
    }
}

fn of_wager(choice: &Choice, offered: &wager::Command, command: &wager::Command) -> bool {
    use wager::Command as C;
    match (command, offered) {
        (C::Put { station, place, amount }, C::Put { station: at, place: there, amount: least }) => {
            let open = match (&choice.open, place) {
                (Some(Open::Spots(spots)), Place::On(spot)) => spots.contains(spot),
                (Some(Open::Numbers { spins, except }), Place::Run(numbers)) => {
                    let on_wheel = numbers.as_slice().iter().all(|number| *number < POCKETS);
                    on_wheel && numbers.count() == *spins && !except.contains(numbers)
                }
                (None, place) => place == there,
                (Some(_), Place::On(_) | Place::Run(_)) => false,
            };
            station == at && open && allows(choice, *least, *amount)
        }
        (C::Take { station, place, amount }, C::Take { station: at, place: there, amount: least }) => {
            station == at && place == there && allows(choice, *least, *amount)
        }
        (C::Shift { station, from: off, to: on }, C::Shift { station: at, .. }) => {
            let Some(Open::Shift { from, to }) = &choice.open else { return command == offered };
            let lifted = from.iter().find(|wager| wager.spot == *off).map(|wager| wager.amount);
            let room = to.iter().find(|opening| opening.spot == *on).map(|opening| opening.least);
            let fits = lifted.zip(room).is_some_and(|(lifted, least)| lifted >= least);
            station == at && off != on && fits
        }
        (C::Put { .. } | C::Take { .. } | C::Shift { .. } | C::Clear { .. }, offered) => command == offered,
    }
}

fn of_spin(choice: &Choice, offered: &spin::Command, command: &spin::Command) -> bool {
    use spin::Command as C;
    match (command, offered) {
        // What the House draws may stand in the command by then, though it leaves nothing open.
        (C::Enter { pocket: Some(pocket) }, C::Enter { pocket: None }) => *pocket < POCKETS,
        (C::Enter { pocket: Some(pocket) }, C::Enter { pocket: Some(_) }) => pocket_is_open(choice, *pocket),
        (C::Enter { pocket: None }, C::Enter { .. }) => false,
        (C::EndPeriod | C::Spin | C::Enter { .. }, offered) => command == offered,
    }
}

fn of_mishap(
    rules: &Roulette,
    choice: &Choice,
    offered: &mishap::Command,
    command: &mishap::Command,
) -> bool {
    use mishap::Command as C;
    match (command, offered) {
        (C::CallNoSpin { ground }, C::CallNoSpin { .. }) => {
            matches!(&choice.open, Some(Open::Grounds(grounds)) if grounds.contains(ground))
        }
        (C::Freeze { spin }, C::Freeze { .. }) => {
            matches!(&choice.open, Some(Open::Spins { first, last }) if (first..=last).contains(&spin))
        }
        (C::Correct { spin, pocket }, C::Correct { spin: of, .. }) => {
            spin == of && pocket_is_open(choice, *pocket)
        }
        (C::DisplayShows { shown }, C::DisplayShows { .. }) => pocket_is_open(choice, *shown),
        (C::Establish { station, evidence }, C::Establish { station: at, .. }) => {
            let Some(Open::Records { most, runs, limits }) = &choice.open else { return command == offered };
            let on_record = OnRecord { station: *at, limits, most: *most, runs: *runs };
            let known = match evidence {
                Evidence::AsShown | Evidence::None => true,
                Evidence::Wagers(found) => on_record.fault(rules, found).is_ok(),
            };
            station == at && known
        }
        (
            C::CallNoSpin { .. }
            | C::Freeze { .. }
            | C::Correct { .. }
            | C::DisplayShows { .. }
            | C::StationFails { .. }
            | C::SystemFails
            | C::Establish { .. }
            | C::RestoreStation { .. }
            | C::RestoreSystem,
            offered,
        ) => command == offered,
    }
}
