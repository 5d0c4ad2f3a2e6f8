//! Commands as the sentences that make them: what a script would say.

use super::print::{clock, four, kinded, order, two};
use crate::command;
use crate::{
    Command, During, Faces, Found, Ground, LajaBy, Limit, LimitKind, Matter, Misdealt, ReshuffleCause, Stake,
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
pub(super) fn sentence(command: &Command) -> String {
    match command {
        Command::Table(command) => table_command(command),
        Command::Seat(command) => seat_command(command),
        Command::Limit(command) => limit_command(command),
        Command::Bank(command) => bank_command(command),
        Command::Wall(command) => wall_command(command),
        Command::Wager(command) => wager_command(command),
        Command::Dice(command) => dice_command(command),
        Command::Cut(command) => cut_command(command),
        Command::Hand(command) => hand_command(command),
        Command::Settle(command) => settle_command(command),
        Command::Mishap(command) => mishap_command(command),
        Command::Order(command) => order_command(command),
    }
}

fn table_command(command: &command::table::Command) -> String {
    use command::table::Command;
    match command {
        Command::LayOutTiles { found: Found::Whole } => "lays out the tiles".to_string(),
        Command::LayOutTiles { found: Found::Wrong } => "lays out the tiles and finds one wrong".to_string(),
        Command::CheckTiles => "checks the tiles".to_string(),
        Command::ReplaceTiles { whole_set: false } => "replaces a tile".to_string(),
        Command::ReplaceTiles { whole_set: true } => "replaces the set".to_string(),
        Command::OpenTable => "opens the table".to_string(),
        Command::PostClosing { at } => format!("posts closing at {}", clock(*at)),
        Command::EndPlay { at_once: false } => "ends play".to_string(),
        Command::EndPlay { at_once: true } => "ends play at once".to_string(),
    }
}

fn seat_command(command: &command::seat::Command) -> String {
    use command::seat::Command;
    match command {
        Command::BuyIn { player, stake } => format!("buys in {player} for {}{}", stake.amount, tokens(stake)),
        Command::Sit { area } => format!("sits at {area}"),
        Command::Leave => "leaves".to_string(),
        Command::FreeSeat { player } => format!("frees the seat of {player}"),
    }
}

fn limit_command(command: &command::limit::Command) -> String {
    use command::limit::Command;
    match command {
        Command::PostLimits { kind, limit, at } => {
            format!("posts {}limits {} from {}", of(*kind), said(limit), clock(*at))
        }
        Command::ChangeLimits { kind, limit } => format!("changes {}limits to {}", of(*kind), said(limit)),
        Command::SetPersonalLimits { player, area, limit: Some(limit) } => {
            format!("gives {player} limits {} on {area}", said(limit))
        }
        Command::SetPersonalLimits { player, area, limit: None } => {
            format!("takes limits of {player} on {area} away")
        }
        Command::PostCommission { rate } => format!("posts commission {rate}"),
        Command::AllowTotal { most } => format!("allows wagers up to {most} in all"),
        Command::AllowSharing { area, players } => {
            format!("allows {players} {} on {area}", plural(*players, "player"))
        }
    }
}

fn bank_command(command: &command::bank::Command) -> String {
    use command::bank::Command;
    match command {
        Command::OfferBank => "offers the bank".to_string(),
        Command::AcceptBank { method, stake } => match method {
            Method::Player => format!("accepts the bank with {stake}"),
            Method::CoBank => format!("accepts the co-bank with {stake}"),
            Method::House => format!("accepts the house bank with {stake}"),
        },
        Command::DeclineBank => "declines the bank".to_string(),
        Command::PassBank { pass: true } => "passes the bank".to_string(),
        Command::PassBank { pass: false } => "passes the bank no longer".to_string(),
        Command::AllowBanks { area, banks } => format!("allows {banks} {} on {area}", plural(*banks, "bank")),
        Command::AllowBankSharing => "lets the bank be shared".to_string(),
        Command::JoinBank { stake } => format!("joins the bank with {stake}"),
        Command::AddToBank { amount } => format!("adds {amount} to the bank"),
        Command::ChangeMethod { method } => format!("changes the method to {method}"),
        Command::NameShaker { player } => format!("names {player} to shake"),
    }
}

fn wall_command(command: &command::wall::Command) -> String {
    use command::wall::Command;
    match command {
        Command::Shuffle { order: None } => "shuffles unseen".to_string(),
        Command::Shuffle { order: Some(tiles) } => format!("shuffles \"{}\"", order(&tiles[..])),
        Command::ReportShown { during: During::Stacking, count } => {
            format!("reports {count} {} shown in stacking", plural(*count, "tile"))
        }
        Command::ReportShown { during: During::Laja, count } => {
            format!("reports {count} {} shown in the laja", plural(*count, "tile"))
        }
        Command::OrderLaja => "orders a laja".to_string(),
        Command::AskLaja { by: LajaBy::Dealer } => "asks for a laja".to_string(),
        Command::AskLaja { by: LajaBy::Player(player) } => format!("asks for a laja by {player}"),
        Command::AllowLaja => "allows the laja".to_string(),
        Command::DoLaja { order: None } => "does the laja unseen".to_string(),
        Command::DoLaja { order: Some(tiles) } => format!("does the laja \"{}\"", order(&tiles[..])),
        Command::AskReshuffle => "asks for another shuffle".to_string(),
        Command::OrderReshuffle { cause } => match cause {
            ReshuffleCause::Exposed => "orders another shuffle for exposed tiles".to_string(),
            ReshuffleCause::Tracking => "orders another shuffle for tracking".to_string(),
            ReshuffleCause::Discretion => "orders another shuffle".to_string(),
        },
    }
}

fn wager_command(command: &command::wager::Command) -> String {
    use command::wager::Command;
    match command {
        Command::AskHouseWager { amount } => format!("asks the house to wager {amount}"),
        Command::Place { area, kind, stake } if !stake.tokens.is_zero() => {
            let (chips, tokens) = (stake.part(Instrument::Chips), stake.tokens);
            format!("wagers {chips} and {tokens} in tokens{} on {area}", kinded(*kind))
        }
        Command::Place { area, kind, stake } => {
            format!("wagers {}{} on {area}{}", stake.amount, kinded(*kind), tokens(stake))
        }
        Command::Speak { area, kind, amount, cash } => {
            format!("speaks {amount}{} on {area} with {cash} in cash", kinded(*kind))
        }
        Command::Withdraw { area, kind } => format!("takes back the {kind} wager on {area}"),
        Command::WaiveSide { area } => format!("waives the side wager on {area}"),
        Command::RefuseWager { player, area, kind } => {
            format!("refuses the {kind} wager of {player} on {area}")
        }
        Command::ReportWager { player, area, kind, amount } => {
            format!("finds the {kind} wager of {player} on {area} to be {amount}")
        }
        Command::Consent { player } => format!("lets {player} change wagers"),
        Command::CloseBets => "closes betting".to_string(),
        Command::Yield { area } => format!("yields {area}"),
    }
}

fn dice_command(command: &command::dice::Command) -> String {
    use command::dice::Command;
    match command {
        Command::Steal { value } => format!("steals {value:+}"),
        Command::Shake => "shakes".to_string(),
        Command::ReportCocked => "reports a cocked die".to_string(),
        Command::ShowDice { faces: Some(faces) } => format!("shows {}", dice(faces)),
        Command::ShowDice { faces: None } => "shows the dice".to_string(),
    }
}

fn cut_command(command: &command::cut::Command) -> String {
    use command::cut::Command;
    match command {
        Command::NameCut { cut, orientation } => format!("cuts {cut}{}", turned(*orientation)),
        Command::DeclineCut => "names no cut".to_string(),
        Command::RegisterCut { cut, orientation, grid, approved } => {
            let rows = grid.rows().map(|row| row.map(|lot| lot.to_string()).concat()).join(" ");
            let approved = if *approved { " approved" } else { "" };
            format!("registers the cut {cut}{} \"{rows}\"{approved}", turned(*orientation))
        }
    }
}

fn hand_command(command: &command::hand::Command) -> String {
    use command::hand::Command;
    match command {
        Command::Deal { .. } => "deals".to_string(),
        Command::ShowTiles { always: true } => "looks at every deal".to_string(),
        Command::ShowTiles { always: false } => "looks at every deal no longer".to_string(),
        Command::Look { area } => format!("looks at {area}"),
        Command::SetHand { area, two: tiles } => format!("sets {area} \"{}\"", two(tiles)),
        Command::LayDown { area } => format!("lays down {area}"),
        Command::AskHouseWay { area } => format!("asks for the house way on {area}"),
        Command::Touch { area } => format!("touches {area}"),
        Command::SetHouseWay { area, two: None } => format!("sets {area}"),
        Command::SetHouseWay { area, two: Some(tiles) } => format!("sets {area} \"{}\"", two(tiles)),
        Command::CheckHouseWay { area } => format!("checks {area}"),
        Command::CorrectHouseWay { area } => format!("corrects {area}"),
        Command::DirectHouseWay { area } => format!("directs the house way on {area}"),
        Command::Concede { area } => format!("concedes {area}"),
        Command::SeeConceded { area } => format!("looks at the conceded hand of {area}"),
        Command::Surrender { area } => format!("surrenders {area}"),
        Command::ShowOwn { area } => format!("shows own tiles on {area}"),
        Command::AskAdvice { area } => format!("asks for advice on {area}"),
        Command::TurnUp { area, tiles } => format!("turns up {area} \"{}\"", four(tiles)),
    }
}

fn settle_command(command: &command::settle::Command) -> String {
    use command::settle::Command;
    match command {
        Command::LiftChung => "lifts the chung".to_string(),
        Command::ConfirmBank => "confirms the bank".to_string(),
        Command::AskBank => "asks to see the bank".to_string(),
        Command::ShowBank => "shows the bank".to_string(),
        Command::OpenHand { lie: None } => "opens a hand".to_string(),
        Command::OpenHand { lie: Some(tiles) } => format!("opens a hand \"{}\"", four(tiles)),
        Command::Pay => "pays".to_string(),
        Command::FinishRound => "finishes".to_string(),
    }
}

fn mishap_command(command: &command::mishap::Command) -> String {
    use command::mishap::Command;
    match command {
        Command::ReportExposed { area, which, tiles, by_dealer } => {
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
        Command::VoidOwn { area } => format!("voids own hand on {area}"),
        Command::ReportMisdeal { what: Misdealt::WrongAreas } => {
            "reports a misdeal to wrong areas".to_string()
        }
        Command::ReportMisdeal { what: Misdealt::WrongNumber } => {
            "reports a wrong number of tiles".to_string()
        }
        Command::ReportMisdeal { what: Misdealt::Beyond } => "reports a misdeal beyond repair".to_string(),
        Command::ReportKnocked { area } => format!("knocks over {area}"),
        Command::ReportSetWrong => "finds a tile missing".to_string(),
        Command::VoidRound { ground, forfeits } => {
            let forfeits = forfeits.map(|player| format!(", {player} forfeits")).unwrap_or_default();
            let ground = match ground {
                Ground::Disruption => "disruption",
                Ground::Fraud => "fraud",
            };
            format!("voids the round for {ground}{forfeits}")
        }
        Command::VoidHand { area } => format!("voids the hand of {area}"),
    }
}

fn order_command(command: &command::order::Command) -> String {
    use command::order::Command;
    match command {
        Command::DecideRemoval => "decides to remove an area".to_string(),
        Command::DrawRemoval { boxes: None } => "draws the area".to_string(),
        Command::DrawRemoval { boxes: Some(boxes) } => {
            let faces = Faces { boxes: *boxes, cut: None, big_small: None };
            format!("draws the area with {}", dice(&faces))
        }
        Command::RestoreArea { area } => format!("restores {area}"),
        Command::OrderSetFirst { player, first: true } => format!("orders {player} to set first"),
        Command::OrderSetFirst { player, first: false } => format!("lets {player} set with the others"),
        Command::PartPlayers { player, from } => format!("parts {player} from {from}"),
        Command::OrderEnglish { only: true } => "orders English".to_string(),
        Command::OrderEnglish { only: false } => "lets any language be spoken".to_string(),
        Command::VoidWagers { player } => format!("voids the wagers of {player}"),
        Command::BarPlayer { player } => format!("bars {player}"),
        Command::HoldWinnings { player, won } if won.is_zero() => format!("holds the winnings of {player}"),
        Command::HoldWinnings { player, won } => {
            format!("holds the winnings of {player} with {won} already paid")
        }
        Command::ReleaseHeld { player, to_player } => {
            format!("releases the winnings of {player} to {}", side(*to_player))
        }
        Command::RaiseDispute { about } => format!("disputes {}", matter(*about)),
        Command::DecideDispute { number, for_player } => {
            format!("decides dispute {number} for {}", side(*for_player))
        }
        Command::AskReview { number } => format!("asks for a review of dispute {number}"),
        Command::ReviewDispute { number, for_player } => {
            format!("reviews dispute {number} for {}", side(*for_player))
        }
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
