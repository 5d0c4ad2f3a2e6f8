//! Hands: the deal, looking, setting, the House Way, giving up.

mod correct;
mod deal;
mod give_up;
mod set;
mod sight;

use super::{Decided, Turn};
use crate::command::hand::Command;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::Deal { order } => turn.deal(order.as_deref()),
        Command::ShowTiles { always } => turn.show_tiles(*always),
        Command::Look { area } => turn.look(*area),
        Command::SetHand { area, two } => turn.set_hand(*area, *two),
        Command::LayDown { area } => turn.lay_down(*area),
        Command::AskHouseWay { area } => turn.ask_house_way(*area),
        Command::Touch { area } => turn.touch(*area),
        Command::SetHouseWay { area, two } => turn.set_house_way(*area, *two),
        Command::CheckHouseWay { area } => turn.check_house_way(*area),
        Command::CorrectHouseWay { area } => turn.correct_house_way(*area),
        Command::DirectHouseWay { area } => turn.direct_house_way(*area),
        Command::Concede { area } => turn.concede(*area),
        Command::SeeConceded { area } => turn.see_conceded(*area),
        Command::Surrender { area } => turn.surrender(*area),
        Command::ShowOwn { area } => turn.show_own(*area),
        Command::AskAdvice { area } => turn.ask_advice(*area),
        Command::TurnUp { area, tiles } => turn.turn_up(*area, *tiles),
    }
}
