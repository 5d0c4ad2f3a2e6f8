//! What the book says of the time of an act, for whoever comes too early or too late with it.
//!
//! Clauses: those of the step that the act would be, of the parameter that bounds it in time, and the reading
//! where the text names no moment.

use crate::command::{hand, limit, mishap, settle, table, wager, wall};
use crate::decide::Turn;
use crate::rules::cite;
use crate::{Command, During, Phase, Step};
use game::Cites;

/// What is said, or where that is nothing, what else is.
fn or(said: Cites, other: impl FnOnce() -> Cites) -> Cites {
    if said.is_empty() { other() } else { said }
}

impl Turn<'_> {
    /// What the time of a command rests on.
    pub(crate) fn time_of(&self, command: &Command) -> Cites {
        let own = || self.act_of(command);
        match command {
            Command::Table(command) => match command {
                table::Command::ReplaceTiles { .. } => own().and(&self.rules.reads.replace_between_rounds),
                table::Command::LayOutTiles { .. }
                | table::Command::CheckTiles
                | table::Command::OpenTable
                | table::Command::PostClosing { .. }
                | table::Command::EndPlay { .. } => own(),
            },
            Command::Limit(command) => match command {
                limit::Command::ChangeLimits { .. } | limit::Command::SetPersonalLimits { .. } => {
                    own().and(&self.rules.reads.limits_between_rounds)
                }
                limit::Command::PostCommission { .. } => {
                    or(own(), || cite(&self.rules.book.commission.at_most))
                        .and(&self.rules.reads.limits_between_rounds)
                }
                limit::Command::PostLimits { .. }
                | limit::Command::AllowTotal { .. }
                | limit::Command::AllowSharing { .. } => own(),
            },
            Command::Wall(command) => match command {
                wall::Command::ReportShown { during: During::Laja, .. } => self.shown_in_laja(),
                wall::Command::OrderReshuffle { .. } => own().and(&self.rules.reads.reshuffle_late),
                wall::Command::ReportShown { during: During::Stacking, .. }
                | wall::Command::Shuffle { .. }
                | wall::Command::OrderLaja
                | wall::Command::AskLaja { .. }
                | wall::Command::AllowLaja
                | wall::Command::DoLaja { .. }
                | wall::Command::AskReshuffle => own(),
            },
            Command::Hand(command) => self.time_of_hand(command),
            Command::Settle(command) => match command {
                settle::Command::AskBank => or(own(), || cite(&self.rules.book.set.bank_shows)),
                settle::Command::LiftChung => cite(&self.rules.book.set.final_when),
                // Too early, since the bank's tiles come first.
                settle::Command::OpenHand { .. } if self.state.phase == Phase::Set => {
                    self.says(Step::BankShown).and(&own())
                }
                settle::Command::ConfirmBank
                | settle::Command::ShowBank
                | settle::Command::OpenHand { .. }
                | settle::Command::Pay
                | settle::Command::FinishRound => own(),
            },
            Command::Mishap(command) => match command {
                mishap::Command::VoidHand { .. } => {
                    cite(&self.rules.book.mishap.telling).and(&self.rules.reads.telling_late)
                }
                mishap::Command::ReportKnocked { .. } | mishap::Command::ReportSetWrong => {
                    or(own(), || self.rules.left_open())
                }
                mishap::Command::ReportExposed { area, by_dealer, .. } => self.exposed_by(*area, *by_dealer),
                mishap::Command::VoidOwn { area } => self.exposed_by(*area, true),
                mishap::Command::ReportMisdeal { .. } | mishap::Command::VoidRound { .. } => own(),
            },
            Command::Wager(command) => match command {
                wager::Command::Consent { .. } => or(own(), || self.rules.reads.leaflet_silent.clone()),
                wager::Command::Place { .. }
                | wager::Command::Speak { .. }
                | wager::Command::Withdraw { .. }
                | wager::Command::WaiveSide { .. }
                | wager::Command::RefuseWager { .. }
                | wager::Command::ReportWager { .. }
                | wager::Command::AskHouseWager { .. }
                | wager::Command::CloseBets
                | wager::Command::Yield { .. } => own(),
            },
            // The step says it.
            Command::Seat(_) | Command::Bank(_) | Command::Dice(_) | Command::Cut(_) | Command::Order(_) => {
                own()
            }
        }
    }

    fn time_of_hand(&self, command: &hand::Command) -> Cites {
        use hand::Command;
        let (set, reads) = (&self.rules.book.set, &self.rules.reads);
        let own = || command.step().map(|step| self.says(step)).unwrap_or_default();
        match command {
            Command::SetHouseWay { area, .. } if *area == self.state.bank.chung => self.says(Step::BankSet),
            Command::ShowOwn { .. } => or(own(), || cite(&set.lone_player_may_show)),
            Command::SetHand { .. } | Command::LayDown { .. } => cite(&set.final_when),
            Command::AskHouseWay { .. } => cite(&set.house_way_on_request).and(&cite(&set.final_when)),
            Command::CorrectHouseWay { area } if *area == self.state.bank.chung => {
                cite(&set.wrong_house_hand)
            }
            Command::CorrectHouseWay { .. } => {
                set.wrong_asked_hand.as_ref().map_or_else(|| cite(&set.wrong_house_hand), cite)
            }
            Command::DirectHouseWay { .. } => cite(&set.left_unset).and(&reads.left_unset),
            Command::Concede { .. } => cite(&set.may_concede).and(&reads.concede_until),
            Command::Deal { .. }
            | Command::ShowTiles { .. }
            | Command::Look { .. }
            | Command::Touch { .. }
            | Command::SetHouseWay { .. }
            | Command::CheckHouseWay { .. }
            | Command::SeeConceded { .. }
            | Command::Surrender { .. }
            | Command::AskAdvice { .. }
            | Command::TurnUp { .. } => own(),
        }
    }

    /// What the step that a command would be rests on.
    fn act_of(&self, command: &Command) -> Cites {
        command.step().map(|step| self.says(step)).unwrap_or_default()
    }

    /// What makes a command a player's: who handles tiles, or what the book says of the act.
    pub(crate) fn players_act(&self, command: &Command) -> Cites {
        let own = || self.act_of(command);
        match command {
            Command::Hand(command) => match command {
                hand::Command::SetHand { .. } | hand::Command::LayDown { .. } => self.says(Step::Looked),
                hand::Command::Concede { .. } => cite(&self.rules.book.set.may_concede),
                hand::Command::Deal { .. }
                | hand::Command::ShowTiles { .. }
                | hand::Command::Look { .. }
                | hand::Command::AskHouseWay { .. }
                | hand::Command::Touch { .. }
                | hand::Command::SetHouseWay { .. }
                | hand::Command::CheckHouseWay { .. }
                | hand::Command::CorrectHouseWay { .. }
                | hand::Command::DirectHouseWay { .. }
                | hand::Command::SeeConceded { .. }
                | hand::Command::Surrender { .. }
                | hand::Command::ShowOwn { .. }
                | hand::Command::AskAdvice { .. }
                | hand::Command::TurnUp { .. } => own(),
            },
            Command::Mishap(command) => match command {
                mishap::Command::VoidOwn { area } => self.exposed_by(*area, true),
                mishap::Command::ReportExposed { .. }
                | mishap::Command::ReportMisdeal { .. }
                | mishap::Command::ReportKnocked { .. }
                | mishap::Command::ReportSetWrong
                | mishap::Command::VoidRound { .. }
                | mishap::Command::VoidHand { .. } => own(),
            },
            // The step says it.
            Command::Table(_)
            | Command::Seat(_)
            | Command::Limit(_)
            | Command::Bank(_)
            | Command::Wall(_)
            | Command::Wager(_)
            | Command::Dice(_)
            | Command::Cut(_)
            | Command::Settle(_)
            | Command::Order(_) => own(),
        }
    }

    /// What the book says of tiles that show in a laja: where it has no word on that, what it says of the laja.
    pub(crate) fn shown_in_laja(&self) -> Cites {
        or(self.says(Step::ShownInLaja), || cite(&self.rules.book.wall.laja))
    }
}
