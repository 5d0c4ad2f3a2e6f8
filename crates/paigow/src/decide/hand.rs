//! Hands: the deal, looking, setting, the House Way, giving up.

mod correct;
mod deal;
mod give_up;
mod set;

use super::Decided;
use crate::command::hand::Command;
use crate::{PaiGow, State};
use game::Context;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::Deal { order } => game.deal(table, ctx, order.as_deref()),
        Command::Look { area } => game.look(table, ctx, *area),
        Command::SetHand { area, two } => game.set_hand(table, ctx, *area, *two),
        Command::LayDown { area } => game.lay_down(table, ctx, *area),
        Command::AskHouseWay { area } => game.ask_house_way(table, ctx, *area),
        Command::Touch { area } => game.touch(table, ctx, *area),
        Command::SetHouseWay { area, two } => game.set_house_way(table, ctx, *area, *two),
        Command::CheckHouseWay { area } => game.check_house_way(table, ctx, *area),
        Command::CorrectHouseWay { area } => game.correct_house_way(table, ctx, *area),
        Command::DirectHouseWay { area } => game.direct_house_way(table, ctx, *area),
        Command::Concede { area } => game.concede(table, ctx, *area),
        Command::SeeConceded { area } => game.see_conceded(table, ctx, *area),
        Command::Surrender { area } => game.surrender(table, ctx, *area),
        Command::ShowOwn { area } => game.show_own(table, ctx, *area),
        Command::AskAdvice { area } => game.ask_advice(table, ctx, *area),
        Command::TurnUp { area, tiles } => game.turn_up(table, ctx, *area, *tiles),
    }
}
