//! What there is to say of each event beside its step: where, of whom, how much. Of tiles only those that lie open for
//! all: others are in views, for whoever may see them. What others at a table do not get to know of a player is for that player and staff alone.

use crate::event::{What, bank, cut, dice, hand, limit, mishap, order, seat, settle, table, wager, wall};
use crate::{Faces, LajaBy, Split};
use game::Said;
use houseway::Outcome;
use rulebook::BigOrSmall;

/// What there is to say.
pub(super) fn said(what: &What) -> Said {
    match what {
        What::Table(what) => of_table(what),
        What::Seat(what) => of_seat(what),
        What::Limit(what) => of_limit(what),
        What::Bank(what) => of_bank(what),
        What::Wall(what) => of_wall(what),
        What::Wager(what) => of_wager(what),
        What::Dice(what) => of_dice(what),
        What::Cut(what) => of_cut(what),
        What::Hand(what) => of_hand(what),
        What::Settle(what) => of_settle(what),
        What::Mishap(what) => of_mishap(what),
        What::Order(what) => of_order(what),
    }
}

fn of_table(what: &table::What) -> Said {
    match what {
        table::What::TilesLaidOut { .. }
        | table::What::TilesChecked
        | table::What::TilesReplaced { .. }
        | table::What::TableOpened
        | table::What::ClosingPosted { .. }
        | table::What::PlayEnded
        | table::What::TableClosed => Said::default(),
    }
}

fn of_seat(what: &seat::What) -> Said {
    match *what {
        // What others have in their purses is nobody's to know.
        seat::What::BoughtIn { player, stake } => {
            Said::of(player).amount(stake.amount).sort(stake.with.word()).own()
        }
        seat::What::Seated { player, area } | seat::What::SeatFreed { player, area } => {
            Said::at(area).by(player)
        }
        seat::What::Left { player } => Said::of(player),
    }
}

fn of_limit(what: &limit::What) -> Said {
    match *what {
        limit::What::LimitsPosted { kind, limit, .. } | limit::What::LimitsChanged { kind, limit, .. } => {
            Said::default().sort(kind.word()).shows(range(limit))
        }
        limit::What::OldMinimumKept { player, minimum, .. } => Said::of(player).amount(minimum),
        limit::What::PersonalLimits { player, area, limit, .. } => {
            let said = Said::at(area).by(player);
            limit.map_or(said.clone(), |limit| said.shows(range(limit)))
        }
        limit::What::CommissionPosted { rate } => Said::default().shows(rate),
        limit::What::TotalAllowed { most } => Said::default().amount(most),
        limit::What::SharingAllowed { area, players } => Said::at(area).shows(players),
    }
}

fn range(limit: crate::Limit) -> String {
    format!("{} to {}", limit.least, limit.most)
}

fn of_bank(what: &bank::What) -> Said {
    match *what {
        bank::What::BankOffered { area, player, .. } | bank::What::BankDeclined { area, player } => {
            Said::at(area).by(player)
        }
        bank::What::BankPassed { player, pass } => {
            Said::of(player).sort(if pass { "passes" } else { "banks-again" })
        }
        bank::What::BankTaken { area, player, method, stake, .. } => {
            Said::at(area).by(player).amount(stake).sort(method.word())
        }
        bank::What::BankJoined { player, stake } => Said::of(player).amount(stake),
        bank::What::BankAdded { player, amount, .. } => Said::of(player).amount(amount),
        bank::What::HouseBanks { area } => Said::at(area),
        bank::What::BanksAllowed { area, banks } => Said::at(area).shows(banks),
        bank::What::BankSharing => Said::default(),
        bank::What::MethodChanged { method, chung } => Said::at(chung).sort(method.word()),
        bank::What::ShakerNamed { player } => Said::of(player),
        bank::What::BankShort { needed, has } => Said::default().units(needed.units() - has.units()),
        bank::What::BankCovers { needed, .. } => Said::default().amount(needed),
        bank::What::CoBankFunded { amount } => Said::default().amount(amount),
    }
}

fn of_wall(what: &wall::What) -> Said {
    match *what {
        wall::What::Shuffled
        | wall::What::Stacked { .. }
        | wall::What::LajaOrdered
        | wall::What::ReshuffleAsked
        | wall::What::ReshuffleOrdered => Said::default(),
        wall::What::ShownInStacking { count, .. } | wall::What::ShownInLaja { count, .. } => {
            Said::default().shows(count)
        }
        wall::What::LajaAsked { player, .. } => Said::of(player),
        wall::What::LajaAllowed { by } => match by {
            LajaBy::Dealer => Said::default(),
            LajaBy::Player(player) => Said::of(player),
        },
        wall::What::LajaDone { by, .. } => Said::default().by(by),
    }
}

fn of_wager(what: &wager::What) -> Said {
    match *what {
        wager::What::WagerPlaced { player, area, kind, stake, .. } => {
            Said::at(area).by(player).amount(stake.amount).sort(kind.word())
        }
        wager::What::WagerFound { player, area, kind, amount } => {
            Said::at(area).by(player).amount(amount).sort(kind.word())
        }
        wager::What::WagerWithdrawn { player, area, kind }
        | wager::What::WagerRefused { player, area, kind } => Said::at(area).by(player).sort(kind.word()),
        wager::What::WagerReturned { player, area, kind, why } => {
            let why: &'static str = why.into();
            Said::at(area).by(player).sort(kind.word()).shows(why)
        }
        wager::What::SideWaived { player, area } => Said::at(area).by(player),
        wager::What::Warned { player } | wager::What::Consented { player } => Said::of(player),
        wager::What::HouseWagered { amount, area } => Said::at(area).amount(amount),
        wager::What::BetsClosed => Said::default(),
        wager::What::CallerNamed { area, player, .. } => Said::at(area).by(player),
        wager::What::Yielded { area } => Said::at(area),
    }
}

fn of_dice(what: &dice::What) -> Said {
    match *what {
        dice::What::CutStolen { value } => Said::default().shows(format_args!("{value:+}")),
        dice::What::Shaken { by } => Said::default().by(by.player()),
        dice::What::DiceCocked => Said::default(),
        dice::What::DiceShown { faces, .. } => Said::default().shows(thrown(faces)),
        dice::What::BigSmallCalled { result } => match result {
            Some(BigOrSmall::Big) => Said::default().sort("big"),
            Some(BigOrSmall::Small) => Said::default().sort("small"),
            None => Said::default().sort("neither"),
        },
    }
}

/// Dice as they were called: `1 3 2`, the cut die behind a stroke.
fn thrown(faces: Faces) -> String {
    let boxes: Vec<String> = faces.boxes.iter().filter(|face| **face > 0).map(ToString::to_string).collect();
    let mut text = boxes.join(" ");
    for face in [faces.cut, faces.big_small].into_iter().flatten() {
        text.push_str(&format!(" / {face}"));
    }
    text
}

fn of_cut(what: &cut::What) -> Said {
    match what {
        cut::What::CutNamed { cut, orientation } | cut::What::CutRegistered { cut, orientation, .. } => {
            Said::default().shows(format_args!("{cut} {orientation}"))
        }
        cut::What::CutDeclined => Said::default(),
    }
}

fn of_hand(what: &hand::What) -> Said {
    match *what {
        hand::What::Dealt { first, .. } => Said::at(first),
        hand::What::Retrieved { .. } | hand::What::TurnedToDealer { .. } => Said::default(),
        hand::What::Looked { area }
        | hand::What::TurnedUp { area, .. }
        | hand::What::HandSet { area, .. }
        | hand::What::HouseWayAsked { area }
        | hand::What::HouseWaySet { area, .. }
        | hand::What::BankSet { area, .. }
        | hand::What::Touched { area, .. }
        | hand::What::HouseWayChecked { area }
        | hand::What::HouseWayCorrected { area, .. }
        | hand::What::HouseWayDirected { area }
        | hand::What::Conceded { area }
        | hand::What::ConcededSeen { area }
        | hand::What::OwnShown { area }
        | hand::What::Advised { area, .. } => Said::at(area),
        // Whether somebody wants to see their tiles is theirs.
        hand::What::SightAsked { player, .. } => Said::of(player).own(),
        hand::What::Surrendered { player, area } => Said::at(area).by(player),
    }
}

fn of_settle(what: &settle::What) -> Said {
    match *what {
        settle::What::ChungLifted
        | settle::What::BankConfirmed
        | settle::What::BankReopened
        | settle::What::RoundOver => Said::default(),
        settle::What::BankAskedFor { player } => Said::of(player),
        // Tiles that lie open are seen by all, and may be gone from the felt before anybody is told.
        settle::What::BankShown { area, split: Some(split), hidden: false } => opened(area, split),
        settle::What::HandOpened { area, split } => opened(area, split),
        settle::What::BankShown { area, .. }
        | settle::What::AreaCleared { area }
        | settle::What::AreaReopened { area } => Said::at(area),
        settle::What::HandMatched { area, outcome, .. } => Said::at(area).sort(match outcome {
            Outcome::Win => "win",
            Outcome::Push => "push",
            Outcome::Lose => "lose",
        }),
        settle::What::WagerTaken { player, area, kind, settled } => {
            Said::at(area).by(player).amount(settled.lost).sort(kind.word())
        }
        // What was won, less what the House kept of it.
        settle::What::WagerPaid { player, area, kind, settled } => {
            let won = settled.won.units() - settled.commission.units();
            Said::at(area).by(player).units(won).sort(kind.word())
        }
        settle::What::WagerStays { player, area, kind, .. }
        | settle::What::WagerReopened { player, area, kind } => Said::at(area).by(player).sort(kind.word()),
        settle::What::BankSettled { won, .. } => Said::default().amount(won),
    }
}

/// A hand that lies open, low hand first.
fn opened(area: u8, split: Split) -> Said {
    let ([a, b], [c, d]) = (split.low, split.high);
    Said::at(area).shows(format_args!("{a} {b} / {c} {d}"))
}

fn of_mishap(what: &mishap::What) -> Said {
    match *what {
        mishap::What::TilesExposed { area, .. }
        | mishap::What::HandVoid { area }
        | mishap::What::HandKnocked { area } => Said::at(area),
        mishap::What::RoundVoid { .. } | mishap::What::DealRebuilt | mishap::What::SetWrong => {
            Said::default()
        }
        mishap::What::Misdealt { what, .. } => Said::default().sort(what.into()),
        mishap::What::StakeForfeited { player, area, kind } => Said::at(area).by(player).sort(kind.word()),
    }
}

fn of_order(what: &order::What) -> Said {
    match what {
        order::What::RemovalDecided | order::What::EnglishOrdered { .. } => Said::default(),
        order::What::RemovalDrawnAgain { total } => Said::default().shows(total),
        order::What::AreaRemoved { area, .. } | order::What::AreaRestored { area } => Said::at(*area),
        order::What::SetFirstOrdered { player, .. }
        | order::What::PlayersParted { player, .. }
        | order::What::WagersVoid { player } => Said::of(*player),
        // What the house thinks of somebody is theirs and the house's.
        order::What::PlayerBarred { player }
        | order::What::WinningsHeld { player }
        | order::What::WinningsReleased { player, .. } => Said::of(*player).own(),
        order::What::DisputeRaised { number, by, about } => {
            Said::of(*by).sort(about.into()).shows(number).own()
        }
        order::What::DisputeDecided { number, for_player, .. }
        | order::What::DisputeReviewed { number, for_player, .. } => {
            Said::default().sort(if *for_player { "player" } else { "house" }).shows(number).own()
        }
        order::What::ReviewAsked { number } => Said::default().shows(number).own(),
        order::What::Told { official, .. } => Said::default().shows(official.word()),
    }
}
