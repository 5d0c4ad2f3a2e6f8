//! What the book says of the time of an act, for whoever comes too early or too late with it.
//!
//! Clauses: those of the step that the act would be, of the parameter that bounds it in time, and the reading
//! where the text names no moment.

use crate::rules::cite;
use crate::{Command as C, During, PaiGow, Step, Table};
use game::Cites;

/// The step that a command leads to.
const fn step_of(command: &C) -> Option<Step> {
    Some(match command {
        C::LayOutTiles { .. } => Step::TilesLaidOut,
        C::CheckTiles => Step::TilesChecked,
        C::ReplaceTiles { .. } => Step::TilesReplaced,
        C::OpenTable => Step::TableOpened,
        C::BuyIn { .. } => Step::BoughtIn,
        C::Sit { .. } => Step::Seated,
        C::Leave => Step::Left,
        C::PassBank { .. } => Step::BankDeclined,
        C::Place { .. } => Step::WagerPlaced,
        C::Speak { .. } => Step::WagerSpoken,
        C::Withdraw { .. } => Step::WagerWithdrawn,
        C::WaiveSide { .. } => Step::SideWaived,
        C::Yield { .. } => Step::Yielded,
        C::AskAdvice { .. } => Step::Advised,
        C::RaiseDispute { .. } => Step::DisputeRaised,
        C::AskReview { .. } => Step::ReviewAsked,
        C::PostLimits { .. } => Step::LimitsPosted,
        C::ChangeLimits { .. } => Step::LimitsChanged,
        C::SetPersonalLimits { .. } => Step::PersonalLimits,
        C::PostCommission { .. } => Step::CommissionPosted,
        C::AllowTotal { .. } => Step::TotalAllowed,
        C::AllowSharing { .. } => Step::SharingAllowed,
        C::OfferBank => Step::BankOffered,
        C::AcceptBank { .. } => Step::BankTaken,
        C::DeclineBank => Step::BankDeclined,
        C::AllowBanks { .. } => Step::BanksAllowed,
        C::AllowBankSharing => Step::BankSharing,
        C::JoinBank { .. } => Step::BankJoined,
        C::AddToBank { .. } => Step::BankAdded,
        C::ChangeMethod { .. } => Step::MethodChanged,
        C::NameShaker { .. } => Step::ShakerNamed,
        C::AskHouseWager { .. } => Step::HouseWagered,
        C::Shuffle { .. } => Step::Shuffled,
        C::ReportShown { during: During::Stacking, .. } | C::OrderLaja => Step::ShownInStacking,
        C::ReportShown { during: During::Laja, .. } => Step::ShownInLaja,
        C::AskLaja { .. } => Step::LajaAsked,
        C::AllowLaja => Step::LajaAllowed,
        C::DoLaja { .. } => Step::LajaDone,
        C::AskReshuffle => Step::ReshuffleAsked,
        C::OrderReshuffle { .. } => Step::ReshuffleOrdered,
        C::RefuseWager { .. } => Step::WagerRefused,
        C::ReportWager { .. } => Step::WagerFound,
        C::Consent { .. } => Step::Consented,
        C::CloseBets => Step::BetsClosed,
        C::Steal { .. } => Step::CutStolen,
        C::Shake => Step::Shaken,
        C::ReportCocked => Step::DiceCocked,
        C::ShowDice { .. } => Step::DiceShown,
        C::NameCut { .. } => Step::CutNamed,
        C::DeclineCut => Step::CutDeclined,
        C::RegisterCut { .. } => Step::CutRegistered,
        C::Deal { .. } => Step::Dealt,
        C::Look { .. } => Step::Looked,
        C::AskHouseWay { .. } => Step::HouseWayAsked,
        C::Touch { .. } => Step::Touched,
        C::SetHouseWay { .. } => Step::HouseWaySet,
        C::CheckHouseWay { .. } => Step::HouseWayChecked,
        C::SeeConceded { .. } => Step::ConcededSeen,
        C::Surrender { .. } => Step::Surrendered,
        C::ShowOwn { .. } => Step::OwnShown,
        C::TurnUp { .. } => Step::TurnedUp,
        C::ConfirmBank => Step::BankConfirmed,
        C::AskBank => Step::BankAskedFor,
        C::ShowBank => Step::BankShown,
        C::OpenHand { .. } => Step::HandOpened,
        C::Pay => Step::WagerPaid,
        C::FinishRound => Step::RoundOver,
        C::ReportExposed { .. } | C::VoidOwn { .. } => Step::TilesExposed,
        C::ReportMisdeal { .. } => Step::Misdealt,
        C::ReportKnocked { .. } => Step::HandKnocked,
        C::ReportSetWrong => Step::SetWrong,
        C::VoidHand { .. } => Step::HandVoid,
        C::VoidWagers { .. } => Step::WagersVoid,
        C::VoidRound { ground: crate::Ground::Disruption, .. } => Step::VoidForDisruption,
        C::VoidRound { ground: crate::Ground::Fraud, .. } => Step::VoidForFraud,
        C::DecideRemoval => Step::RemovalDecided,
        C::DrawRemoval { .. } => Step::AreaRemoved,
        C::RestoreArea { .. } => Step::AreaRestored,
        C::PostClosing { .. } => Step::ClosingPosted,
        C::EndPlay { .. } => Step::PlayEnded,
        C::ReleaseHeld { .. } => Step::WinningsReleased,
        _ => return None,
    })
}

impl PaiGow {
    /// What the time of a command rests on.
    pub(super) fn time_of(&self, table: &Table, command: &C) -> Cites {
        let (set, reads) = (&self.rules.set, &self.reads);
        let own = || self.act_of(table, command);
        let or = |said: Cites, other: Cites| if said.is_empty() { other } else { said };
        match command {
            C::VoidHand { .. } => cite(&self.rules.mishap.telling).and(&reads.telling_late),
            C::SetHouseWay { area, .. } if *area == table.bank.chung => self.says(table, Step::BankSet),
            C::ReportShown { during: During::Laja, .. } => self.shown_in_laja(table),
            C::ShowOwn { .. } => or(own(), cite(&set.lone_player_may_show)),
            C::AskBank => or(own(), cite(&set.bank_shows)),
            C::ReportKnocked { .. } | C::ReportSetWrong => or(own(), self.left_open()),
            C::SetHand { .. } | C::LayDown { .. } => cite(&set.final_when),
            C::AskHouseWay { .. } => cite(&set.house_way_on_request).and(&cite(&set.final_when)),
            C::LiftChung => cite(&set.final_when),
            C::CorrectHouseWay { area } if *area == table.bank.chung => cite(&set.wrong_house_hand),
            C::CorrectHouseWay { .. } => {
                set.wrong_asked_hand.as_ref().map_or_else(|| cite(&set.wrong_house_hand), cite)
            }
            C::ReportExposed { area, by_dealer, .. } => self.exposed_by(table, *area, *by_dealer),
            C::VoidOwn { area } => self.exposed_by(table, *area, true),
            C::DirectHouseWay { .. } => cite(&set.left_unset).and(&reads.left_unset),
            C::Concede { .. } => cite(&set.may_concede).and(&reads.concede_until),
            C::ChangeLimits { .. } | C::SetPersonalLimits { .. } => own().and(&reads.limits_between_rounds),
            C::PostCommission { .. } => {
                or(own(), cite(&self.rules.commission.at_most)).and(&reads.limits_between_rounds)
            }
            C::ReplaceTiles { .. } => own().and(&reads.replace_between_rounds),
            C::OrderReshuffle { .. } => own().and(&reads.reshuffle_late),
            _ => own(),
        }
    }

    /// What the step that a command would be rests on.
    fn act_of(&self, table: &Table, command: &C) -> Cites {
        step_of(command).map(|step| self.says(table, step)).unwrap_or_default()
    }

    /// What makes a command a player's: who handles tiles, or what the book says of the act.
    pub(super) fn players_act(&self, table: &Table, command: &C) -> Cites {
        match command {
            C::SetHand { .. } | C::LayDown { .. } => self.says(table, Step::Looked),
            C::Concede { .. } => cite(&self.rules.set.may_concede),
            C::VoidOwn { area } => self.exposed_by(table, *area, true),
            _ => self.act_of(table, command),
        }
    }

    /// What the book says of tiles that show in a laja: where it has no word on that, what it says of the laja.
    pub(super) fn shown_in_laja(&self, table: &Table) -> Cites {
        let said = self.says(table, Step::ShownInLaja);
        if said.is_empty() { cite(&self.rules.wall.laja) } else { said }
    }
}
