//! Settlement: the bank is shown, hands are opened and matched, wagers paid, the round ends.

mod bank;
mod finish;
mod open;
mod pay;
mod verdict;

pub(crate) use verdict::{Verdict, bank_account, banked};

use super::Decided;
use crate::command::settle::Command;
use crate::{PaiGow, State};
use game::Context;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::LiftChung => game.lift_chung(table, ctx),
        Command::ConfirmBank => game.confirm_bank(table, ctx),
        Command::AskBank => game.ask_bank(table, ctx),
        Command::ShowBank => game.show_bank(table, ctx),
        Command::OpenHand { lie } => game.open_hand(table, ctx, *lie),
        Command::Pay => game.pay(table, ctx),
        Command::FinishRound => game.finish_round(table, ctx),
    }
}
