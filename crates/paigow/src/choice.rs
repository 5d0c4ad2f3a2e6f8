//! Something that a person may do now, and which commands it stands for.

use crate::command::{bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use crate::{Chance, Command, PaiGow, Stake};
use money::Amount;
use serde::Serialize;

/// Something that a person may do now.
pub type Choice = game::Choice<Command, Open>;

/// What is open in a command beside its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PaiGowOpen))]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// The faces of dice.
    Dice,
    /// Which two of the area's four tiles.
    Two,
    /// The four tiles as they lie.
    Tiles,
    /// Which of four tiles, and what they are.
    Exposed,
    /// A number.
    Count,
    /// Cash beside the amount.
    Cash,
    /// What of the amount is in tokens.
    Tokens,
    /// A player.
    Player,
    /// Limits.
    Limit,
    /// A rate.
    Rate,
    /// A time.
    Moment,
    /// A cut and its grid.
    Grid,
}

/// Whether a choice takes in a command.
pub(crate) fn covers(game: &PaiGow, choice: &Choice, command: &Command) -> bool {
    let within = |amount: Amount| choice.amount.is_some_and(|bounds| bounds.allow(amount));
    if choice.command == *command {
        return true;
    }
    match (&choice.command, command) {
        (Command::Table(one), Command::Table(other)) => table_covers(one, other),
        (Command::Seat(one), Command::Seat(other)) => seat_covers(one, other, within),
        (Command::Limit(one), Command::Limit(other)) => limit_covers(one, other),
        (Command::Bank(one), Command::Bank(other)) => bank_covers(one, other, within),
        (Command::Wall(one), Command::Wall(other)) => wall_covers(game, one, other),
        (Command::Wager(one), Command::Wager(other)) => wager_covers(one, other, within),
        (Command::Dice(one), Command::Dice(other)) => dice_covers(one, other),
        (Command::Cut(one), Command::Cut(other)) => cut_covers(one, other),
        (Command::Hand(one), Command::Hand(other)) => hand_covers(game, one, other),
        (Command::Settle(one), Command::Settle(other)) => settle_covers(one, other),
        (Command::Mishap(one), Command::Mishap(other)) => mishap_covers(one, other),
        (Command::Order(one), Command::Order(other)) => order_covers(one, other, within),
        // Of two topics.
        (
            Command::Table(_)
            | Command::Seat(_)
            | Command::Limit(_)
            | Command::Bank(_)
            | Command::Wall(_)
            | Command::Wager(_)
            | Command::Dice(_)
            | Command::Cut(_)
            | Command::Hand(_)
            | Command::Settle(_)
            | Command::Mishap(_)
            | Command::Order(_),
            _,
        ) => false,
    }
}

fn table_covers(one: &table::Command, other: &table::Command) -> bool {
    use table::Command;
    match one {
        Command::PostClosing { .. } => matches!(other, Command::PostClosing { .. }),
        Command::LayOutTiles { .. }
        | Command::CheckTiles
        | Command::ReplaceTiles { .. }
        | Command::OpenTable
        | Command::EndPlay { .. } => false,
    }
}

fn seat_covers(one: &seat::Command, other: &seat::Command, within: impl Fn(Amount) -> bool) -> bool {
    use seat::Command;
    match one {
        Command::BuyIn { stake, .. } => {
            matches!(other, Command::BuyIn { stake: s, .. } if stake.with == s.with && within(s.amount))
        }
        Command::Sit { .. } | Command::Leave | Command::FreeSeat { .. } => false,
    }
}

fn limit_covers(one: &limit::Command, other: &limit::Command) -> bool {
    use limit::Command;
    match one {
        Command::PostLimits { kind, .. } => matches!(other, Command::PostLimits { kind: k, .. } if kind == k),
        Command::ChangeLimits { kind, .. } => {
            matches!(other, Command::ChangeLimits { kind: k, .. } if kind == k)
        }
        Command::SetPersonalLimits { player, area, limit } => matches!(
            other,
            Command::SetPersonalLimits { player: p, area: a, limit: l }
                if player == p && area == a && limit.is_some() == l.is_some()
        ),
        Command::PostCommission { .. } => matches!(other, Command::PostCommission { .. }),
        Command::AllowTotal { .. } => matches!(other, Command::AllowTotal { .. }),
        Command::AllowSharing { .. } => false,
    }
}

fn bank_covers(one: &bank::Command, other: &bank::Command, within: impl Fn(Amount) -> bool) -> bool {
    use bank::Command;
    match one {
        Command::AcceptBank { method, .. } => {
            matches!(other, Command::AcceptBank { method: m, stake } if method == m && within(*stake))
        }
        Command::JoinBank { .. } => matches!(other, Command::JoinBank { stake } if within(*stake)),
        Command::AddToBank { .. } => matches!(other, Command::AddToBank { amount } if within(*amount)),
        Command::OfferBank
        | Command::DeclineBank
        | Command::PassBank { .. }
        | Command::AllowBanks { .. }
        | Command::AllowBankSharing
        | Command::ChangeMethod { .. }
        | Command::NameShaker { .. } => false,
    }
}

fn wall_covers(game: &PaiGow, one: &wall::Command, other: &wall::Command) -> bool {
    use wall::Command;
    // What was drawn may stand in it by then; of real tiles there is no order, and of electronic ones none before
    // the deal.
    let told = game.setup.chance == Chance::Told;
    match one {
        Command::Shuffle { .. } => told && matches!(other, Command::Shuffle { .. }),
        Command::DoLaja { .. } => told && matches!(other, Command::DoLaja { .. }),
        Command::ReportShown { during, .. } => {
            matches!(other, Command::ReportShown { during: d, .. } if during == d)
        }
        Command::OrderLaja
        | Command::AskLaja { .. }
        | Command::AllowLaja
        | Command::AskReshuffle
        | Command::OrderReshuffle { .. } => false,
    }
}

fn wager_covers(one: &wager::Command, other: &wager::Command, within: impl Fn(Amount) -> bool) -> bool {
    use wager::Command;
    let mixed = |stake: &Stake| !stake.tokens.is_zero();
    match one {
        Command::Place { area, kind, stake } => matches!(
            other,
            Command::Place { area: a, kind: k, stake: s }
                if area == a && kind == k && stake.with == s.with && mixed(stake) == mixed(s) && within(s.amount)
        ),
        Command::Speak { area, kind, .. } => matches!(
            other,
            Command::Speak { area: a, kind: k, amount, .. } if area == a && kind == k && within(*amount)
        ),
        Command::ReportWager { player, area, kind, .. } => matches!(
            other,
            Command::ReportWager { player: p, area: a, kind: k, amount }
                if player == p && area == a && kind == k && within(*amount)
        ),
        Command::AskHouseWager { .. } => {
            matches!(other, Command::AskHouseWager { amount } if within(*amount))
        }
        Command::Withdraw { .. }
        | Command::WaiveSide { .. }
        | Command::RefuseWager { .. }
        | Command::Consent { .. }
        | Command::CloseBets
        | Command::Yield { .. } => false,
    }
}

const fn dice_covers(one: &dice::Command, other: &dice::Command) -> bool {
    use dice::Command;
    match one {
        Command::ShowDice { .. } => matches!(other, Command::ShowDice { .. }),
        Command::Steal { .. } | Command::Shake | Command::ReportCocked => false,
    }
}

const fn cut_covers(one: &cut::Command, other: &cut::Command) -> bool {
    use cut::Command;
    match one {
        Command::RegisterCut { .. } => matches!(other, Command::RegisterCut { .. }),
        Command::NameCut { .. } | Command::DeclineCut => false,
    }
}

fn hand_covers(game: &PaiGow, one: &hand::Command, other: &hand::Command) -> bool {
    use hand::Command;
    match one {
        Command::Deal { .. } => {
            game.setup.chance == Chance::Electronic && matches!(other, Command::Deal { .. })
        }
        Command::SetHand { area, .. } => matches!(other, Command::SetHand { area: a, .. } if area == a),
        Command::TurnUp { area, .. } => matches!(other, Command::TurnUp { area: a, .. } if area == a),
        Command::SetHouseWay { area, two } => {
            matches!(other, Command::SetHouseWay { area: a, two: t } if area == a && two.is_some() == t.is_some())
        }
        Command::ShowTiles { .. }
        | Command::Look { .. }
        | Command::LayDown { .. }
        | Command::AskHouseWay { .. }
        | Command::Touch { .. }
        | Command::CheckHouseWay { .. }
        | Command::CorrectHouseWay { .. }
        | Command::DirectHouseWay { .. }
        | Command::Concede { .. }
        | Command::SeeConceded { .. }
        | Command::Surrender { .. }
        | Command::ShowOwn { .. }
        | Command::AskAdvice { .. } => false,
    }
}

fn settle_covers(one: &settle::Command, other: &settle::Command) -> bool {
    use settle::Command;
    match one {
        Command::OpenHand { lie } => {
            matches!(other, Command::OpenHand { lie: l } if lie.is_some() == l.is_some())
        }
        Command::LiftChung
        | Command::ConfirmBank
        | Command::AskBank
        | Command::ShowBank
        | Command::Pay
        | Command::FinishRound => false,
    }
}

fn mishap_covers(one: &mishap::Command, other: &mishap::Command) -> bool {
    use mishap::Command;
    match one {
        Command::ReportExposed { area, by_dealer, .. } => matches!(
            other,
            Command::ReportExposed { area: a, by_dealer: b, .. } if area == a && by_dealer == b
        ),
        Command::VoidOwn { .. }
        | Command::ReportMisdeal { .. }
        | Command::ReportKnocked { .. }
        | Command::ReportSetWrong
        | Command::VoidRound { .. }
        | Command::VoidHand { .. } => false,
    }
}

fn order_covers(one: &order::Command, other: &order::Command, within: impl Fn(Amount) -> bool) -> bool {
    use order::Command;
    match one {
        Command::HoldWinnings { player, .. } => {
            matches!(other, Command::HoldWinnings { player: p, won } if player == p && within(*won))
        }
        Command::DrawRemoval { .. } => matches!(other, Command::DrawRemoval { .. }),
        Command::DecideRemoval
        | Command::RestoreArea { .. }
        | Command::OrderSetFirst { .. }
        | Command::PartPlayers { .. }
        | Command::OrderEnglish { .. }
        | Command::VoidWagers { .. }
        | Command::BarPlayer { .. }
        | Command::ReleaseHeld { .. }
        | Command::RaiseDispute { .. }
        | Command::DecideDispute { .. }
        | Command::AskReview { .. }
        | Command::ReviewDispute { .. } => false,
    }
}
