//! Commands as the sentences that make them: what a script would say.

use super::print::{clock, four, kinded, order, two};
use crate::{
    Command as C, During, Faces, Found, Ground, LajaBy, Limit, LimitKind, Matter, Misdealt, ReshuffleCause,
    Stake,
};
use rulebook::{Instrument, Method, Orientation};

fn tokens(stake: &Stake) -> &'static str {
    match stake.with {
        Instrument::Chips => "",
        Instrument::Tokens => " in tokens",
    }
}

fn of(kind: LimitKind) -> String {
    if kind == LimitKind::Regular { String::new() } else { format!("{kind} ") }
}

fn said(limit: &Limit) -> String {
    // The multiple is always said: the chip may not be one unit.
    format!("{}..{} in {}s", limit.least, limit.most, limit.multiple)
}

pub(super) fn turned(orientation: Orientation) -> String {
    match orientation.to_string() {
        none if none.is_empty() => none,
        said => format!(" {}", said.replace(',', " ")),
    }
}

/// The dice as they lie.
pub(super) fn dice(faces: &Faces) -> String {
    let boxes: Vec<String> = faces.boxes.iter().filter(|face| **face != 0).map(u8::to_string).collect();
    let mut text = boxes.join(" ");
    if let Some(cut) = faces.cut {
        text += &format!(", cut die {cut}");
    }
    if let Some(third) = faces.big_small {
        text += &format!(", big-small die {third}");
    }
    text
}

const fn side(for_player: bool) -> &'static str {
    if for_player { "player" } else { "house" }
}

/// What somebody would say to have this command.
pub(super) fn sentence(command: &C) -> String {
    match command {
        C::LayOutTiles { found: Found::Whole } => "lays out the tiles".to_string(),
        C::LayOutTiles { found: Found::Wrong } => "lays out the tiles and finds one wrong".to_string(),
        C::CheckTiles => "checks the tiles".to_string(),
        C::ReplaceTiles { whole_set: false } => "replaces a tile".to_string(),
        C::ReplaceTiles { whole_set: true } => "replaces the set".to_string(),
        C::OpenTable => "opens the table".to_string(),
        C::BuyIn { player, stake } => format!("buys in {player} for {}{}", stake.amount, tokens(stake)),
        C::Sit { area } => format!("sits at {area}"),
        C::Leave => "leaves".to_string(),
        C::FreeSeat { player } => format!("frees the seat of {player}"),
        C::PostLimits { kind, limit, at } => {
            format!("posts {}limits {} from {}", of(*kind), said(limit), clock(*at))
        }
        C::ChangeLimits { kind, limit } => format!("changes {}limits to {}", of(*kind), said(limit)),
        C::SetPersonalLimits { player, area, limit: Some(limit) } => {
            format!("gives {player} limits {} on {area}", said(limit))
        }
        C::SetPersonalLimits { player, area, limit: None } => {
            format!("takes limits of {player} on {area} away")
        }
        C::PostCommission { rate } => format!("posts commission {rate}"),
        C::AllowTotal { most } => format!("allows wagers up to {most} in all"),
        C::AllowSharing { area, players } => {
            format!("allows {players} {} on {area}", plural(*players, "player"))
        }
        C::OfferBank => "offers the bank".to_string(),
        C::AcceptBank { method, stake } => match method {
            Method::Player => format!("accepts the bank with {stake}"),
            Method::CoBank => format!("accepts the co-bank with {stake}"),
            Method::House => format!("accepts the house bank with {stake}"),
        },
        C::DeclineBank => "declines the bank".to_string(),
        C::PassBank { pass: true } => "passes the bank".to_string(),
        C::PassBank { pass: false } => "passes the bank no longer".to_string(),
        C::AllowBanks { area, banks } => format!("allows {banks} {} on {area}", plural(*banks, "bank")),
        C::AllowBankSharing => "lets the bank be shared".to_string(),
        C::JoinBank { stake } => format!("joins the bank with {stake}"),
        C::AddToBank { amount } => format!("adds {amount} to the bank"),
        C::ChangeMethod { method } => format!("changes the method to {method}"),
        C::NameShaker { player } => format!("names {player} to shake"),
        C::AskHouseWager { amount } => format!("asks the house to wager {amount}"),
        C::Shuffle { order: None } => "shuffles unseen".to_string(),
        C::Shuffle { order: Some(tiles) } => format!("shuffles \"{}\"", order(&tiles[..])),
        C::ReportShown { during: During::Stacking, count } => {
            format!("reports {count} {} shown in stacking", plural(*count, "tile"))
        }
        C::ReportShown { during: During::Laja, count } => {
            format!("reports {count} {} shown in the laja", plural(*count, "tile"))
        }
        C::OrderLaja => "orders a laja".to_string(),
        C::AskLaja { by: LajaBy::Dealer } => "asks for a laja".to_string(),
        C::AskLaja { by: LajaBy::Player(player) } => format!("asks for a laja by {player}"),
        C::AllowLaja => "allows the laja".to_string(),
        C::DoLaja { order: None } => "does the laja unseen".to_string(),
        C::DoLaja { order: Some(tiles) } => format!("does the laja \"{}\"", order(&tiles[..])),
        C::AskReshuffle => "asks for another shuffle".to_string(),
        C::OrderReshuffle { cause } => match cause {
            ReshuffleCause::Exposed => "orders another shuffle for exposed tiles".to_string(),
            ReshuffleCause::Tracking => "orders another shuffle for tracking".to_string(),
            ReshuffleCause::Discretion => "orders another shuffle".to_string(),
        },
        C::Place { area, kind, stake } if !stake.tokens.is_zero() => {
            let (chips, tokens) = (stake.part(Instrument::Chips), stake.tokens);
            format!("wagers {chips} and {tokens} in tokens{} on {area}", kinded(*kind))
        }
        C::Place { area, kind, stake } => {
            format!("wagers {}{} on {area}{}", stake.amount, kinded(*kind), tokens(stake))
        }
        C::Speak { area, kind, amount, cash } => {
            format!("speaks {amount}{} on {area} with {cash} in cash", kinded(*kind))
        }
        C::Withdraw { area, kind } => format!("takes back the {kind} wager on {area}"),
        C::WaiveSide { area } => format!("waives the side wager on {area}"),
        C::RefuseWager { player, area, kind } => format!("refuses the {kind} wager of {player} on {area}"),
        C::ReportWager { player, area, kind, amount } => {
            format!("finds the {kind} wager of {player} on {area} to be {amount}")
        }
        C::Consent { player } => format!("lets {player} change wagers"),
        C::CloseBets => "closes betting".to_string(),
        C::Yield { area } => format!("yields {area}"),
        C::Steal { value } => format!("steals {value:+}"),
        C::Shake => "shakes".to_string(),
        C::ReportCocked => "reports a cocked die".to_string(),
        C::ShowDice { faces: Some(faces) } => format!("shows {}", dice(faces)),
        C::ShowDice { faces: None } => "shows the dice".to_string(),
        C::NameCut { cut, orientation } => format!("cuts {cut}{}", turned(*orientation)),
        C::DeclineCut => "names no cut".to_string(),
        C::RegisterCut { cut, orientation, grid, approved } => {
            let rows = grid.rows().map(|row| row.map(|lot| lot.to_string()).concat()).join(" ");
            let approved = if *approved { " approved" } else { "" };
            format!("registers the cut {cut}{} \"{rows}\"{approved}", turned(*orientation))
        }
        C::Deal { .. } => "deals".to_string(),
        _ => later(command),
    }
}

/// The same from the deal on.
fn later(command: &C) -> String {
    match command {
        C::Look { area } => format!("looks at {area}"),
        C::SetHand { area, two: tiles } => format!("sets {area} \"{}\"", two(tiles)),
        C::LayDown { area } => format!("lays down {area}"),
        C::AskHouseWay { area } => format!("asks for the house way on {area}"),
        C::Touch { area } => format!("touches {area}"),
        C::SetHouseWay { area, two: None } => format!("sets {area}"),
        C::SetHouseWay { area, two: Some(tiles) } => format!("sets {area} \"{}\"", two(tiles)),
        C::CheckHouseWay { area } => format!("checks {area}"),
        C::CorrectHouseWay { area } => format!("corrects {area}"),
        C::DirectHouseWay { area } => format!("directs the house way on {area}"),
        C::Concede { area } => format!("concedes {area}"),
        C::SeeConceded { area } => format!("looks at the conceded hand of {area}"),
        C::Surrender { area } => format!("surrenders {area}"),
        C::ShowOwn { area } => format!("shows own tiles on {area}"),
        C::AskAdvice { area } => format!("asks for advice on {area}"),
        C::TurnUp { area, tiles } => format!("turns up {area} \"{}\"", four(tiles)),
        C::LiftChung => "lifts the chung".to_string(),
        C::ConfirmBank => "confirms the bank".to_string(),
        C::AskBank => "asks to see the bank".to_string(),
        C::ShowBank => "shows the bank".to_string(),
        C::OpenHand { lie: None } => "opens a hand".to_string(),
        C::OpenHand { lie: Some(tiles) } => format!("opens a hand \"{}\"", four(tiles)),
        C::Pay => "pays".to_string(),
        C::FinishRound => "finishes".to_string(),
        C::ReportExposed { area, which, tiles, by_dealer } => {
            let what = match tiles.is_empty() {
                true => {
                    let places: Vec<String> =
                        (0..8).filter(|p| which >> p & 1 == 1).map(|p| (p + 1).to_string()).collect();
                    format!("{} {}", plural(places.len() as u8, "tile"), places.join(" "))
                }
                false => format!("\"{}\"", order(&tiles[..])),
            };
            match by_dealer {
                true => format!("exposes {what} of {area}"),
                false => format!("reports {what} of {area} exposed"),
            }
        }
        C::VoidOwn { area } => format!("voids own hand on {area}"),
        C::ReportMisdeal { what: Misdealt::WrongAreas } => "reports a misdeal to wrong areas".to_string(),
        C::ReportMisdeal { what: Misdealt::WrongNumber } => "reports a wrong number of tiles".to_string(),
        C::ReportMisdeal { what: Misdealt::Beyond } => "reports a misdeal beyond repair".to_string(),
        C::ReportKnocked { area } => format!("knocks over {area}"),
        C::ReportSetWrong => "finds a tile missing".to_string(),
        C::VoidRound { ground, forfeits } => {
            let forfeits = forfeits.map(|player| format!(", {player} forfeits")).unwrap_or_default();
            let ground = match ground {
                Ground::Disruption => "disruption",
                Ground::Fraud => "fraud",
            };
            format!("voids the round for {ground}{forfeits}")
        }
        C::VoidHand { area } => format!("voids the hand of {area}"),
        C::DecideRemoval => "decides to remove an area".to_string(),
        C::DrawRemoval { boxes: None } => "draws the area".to_string(),
        C::DrawRemoval { boxes: Some(boxes) } => {
            let faces = Faces { boxes: *boxes, cut: None, big_small: None };
            format!("draws the area with {}", dice(&faces))
        }
        C::RestoreArea { area } => format!("restores {area}"),
        C::OrderSetFirst { player, first: true } => format!("orders {player} to set first"),
        C::OrderSetFirst { player, first: false } => format!("lets {player} set with the others"),
        C::PartPlayers { player, from } => format!("parts {player} from {from}"),
        C::OrderEnglish { only: true } => "orders English".to_string(),
        C::OrderEnglish { only: false } => "lets any language be spoken".to_string(),
        C::VoidWagers { player } => format!("voids the wagers of {player}"),
        C::BarPlayer { player } => format!("bars {player}"),
        C::HoldWinnings { player, won } if won.is_zero() => format!("holds the winnings of {player}"),
        C::HoldWinnings { player, won } => format!("holds the winnings of {player} with {won} already paid"),
        C::ReleaseHeld { player, to_player } => {
            format!("releases the winnings of {player} to {}", side(*to_player))
        }
        C::RaiseDispute { about } => format!("disputes {}", matter(*about)),
        C::DecideDispute { number, for_player } => {
            format!("decides dispute {number} for {}", side(*for_player))
        }
        C::AskReview { number } => format!("asks for a review of dispute {number}"),
        C::ReviewDispute { number, for_player } => {
            format!("reviews dispute {number} for {}", side(*for_player))
        }
        C::PostClosing { at } => format!("posts closing at {}", clock(*at)),
        C::EndPlay { at_once: false } => "ends play".to_string(),
        C::EndPlay { at_once: true } => "ends play at once".to_string(),
        // Everything else is said before the deal.
        _ => String::new(),
    }
}

/// The word for one of them, or for several.
fn plural(count: u8, one: &str) -> String {
    if count == 1 { one.to_string() } else { format!("{one}s") }
}

pub(super) const fn matter(about: Matter) -> &'static str {
    match about {
        Matter::Payment => "payment",
        Matter::Hand => "hand",
        Matter::Rule => "rule",
        Matter::Conduct => "conduct",
    }
}
