//! Settlement: the bank is shown, hands are opened and matched, wagers paid, the round ends.

mod bank;
mod finish;
mod open;
mod pay;
mod verdict;

pub(crate) use verdict::{Verdict, bank_account, banked};

use super::{Decided, Turn};
use crate::command::settle::Command;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::LiftChung => turn.lift_chung(),
        Command::ConfirmBank => turn.confirm_bank(),
        Command::AskBank => turn.ask_bank(),
        Command::ShowBank => turn.show_bank(),
        Command::OpenHand { lie } => turn.open_hand(*lie),
        Command::Pay => turn.pay(),
        Command::FinishRound => turn.finish_round(),
    }
}
