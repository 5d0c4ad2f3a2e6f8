//! Events, refusals and money in plain words, one line each, with their clauses in a column of their own.

use super::say::{dice, matter, turned};
use super::scene::Scene;
use crate::event::{self, order, settle};
use crate::{
    Cause, Event, Found, Kind, LajaBy, Misdealt, Notice, PaiGow, Setter, Settled, Split, Stake, State, What,
    Why,
};
use game::{Cites, Moment, Refusal};
use houseway::Outcome;
use money::{Account, Amount, Ledger, Move, PlayerId};
use rulebook::{BigOrSmall, Instrument, Method};
use tiles::Tile;

/// Where clauses stand.
const COLUMN: usize = 62;

/// The marks of lines that are written, not read: what happened, a refusal, money, a view.
pub(super) const MARKS: [char; 4] = ['=', '!', '$', '?'];

/// A line that is written, with what it rests on.
pub(super) fn line(mark: char, text: &str, clauses: &Cites) -> String {
    let plain = format!("  {mark} {text}");
    if clauses.is_empty() {
        return plain;
    }
    let pad = COLUMN.saturating_sub(plain.chars().count()).max(2);
    format!("{plain}{}# {clauses}", " ".repeat(pad))
}

/// An event, on the table as it was before.
pub(super) fn event(scene: &Scene, event: &Event) -> String {
    let text = words(scene, &event.what) + &money_words(scene, event);
    line('=', &text, &event.cites)
}

/// What the money that moved adds to an event.
fn money_words(scene: &Scene, event: &Event) -> String {
    if let What::Settle(settle::What::WagerPaid { player, area, kind, .. }) = &event.what {
        let wager = scene.table.wager(*player, *area, *kind);
        let beyond = wager.map(|w| w.stake.amount.less(scene.game.in_cover(&scene.table, w)));
        if let Some(beyond) = beyond.filter(|beyond| !beyond.is_zero()) {
            return format!(", {beyond} of the wager back unplayed");
        }
    }
    if let What::Settle(settle::What::BankSettled { won, .. }) = &event.what
        && won.is_zero()
        && scene.table.bank.method != Method::House
    {
        let from_bank = |step: &&Move| matches!(step.from, Account::Bank(_) | Account::CoBank);
        let to_player = |step: &&Move| owner(step.to).is_some();
        let left: Amount =
            event.moves.iter().filter(from_bank).filter(to_player).map(|step| step.amount).sum();
        return format!(", {left} of the banker's {} left", scene.table.bank.stake());
    }
    if let What::Order(order::What::WinningsHeld { .. }) = &event.what
        && !event.moves.is_empty()
    {
        let paid: Amount = event.moves.iter().map(|step| step.amount).sum();
        return format!(", and {paid} that were paid");
    }
    String::new()
}

/// A refusal.
pub(super) fn refusal(refusal: &Refusal) -> String {
    line('!', &format!("{}: {}", refusal.code, refusal.message), &refusal.clauses)
}

/// A moment of the clock, seconds only where there are any.
pub(super) fn clock(at: Moment) -> String {
    let text = at.to_string();
    text.strip_suffix(":00").map_or(text.clone(), str::to_string)
}

/// Tiles by rank, in the order given.
pub(super) fn order(tiles: &[Tile]) -> String {
    let ids: Vec<&str> = tiles.iter().map(|tile| tile.rank().id()).collect();
    ids.join(" ")
}

fn ranked(tiles: &[Tile]) -> String {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    order(&sorted)
}

pub(super) fn two(tiles: &[Tile; 2]) -> String {
    ranked(tiles)
}

/// Four tiles as they lie, two and two.
pub(super) fn four(tiles: &[Tile; 4]) -> String {
    order(tiles)
}

/// A low and a high hand.
pub(super) fn split(split: &Split) -> String {
    format!("{} / {}", ranked(&split.low), ranked(&split.high))
}

/// Four tiles of which some may be unknown; all of them in rank order.
pub(super) fn seen(tiles: &[Option<Tile>; 4]) -> String {
    let known: Vec<Tile> = tiles.iter().flatten().copied().collect();
    match known.len() {
        0 => "four tiles".to_string(),
        4 => ranked(&known),
        more => format!("{} and {} more", ranked(&known), 4 - more),
    }
}

/// The kind of a wager, where it is no regular one.
pub(super) fn kinded(kind: Kind) -> String {
    if kind == Kind::Regular { String::new() } else { format!(" {kind}") }
}

pub(super) fn put(stake: &Stake) -> String {
    match stake.with {
        Instrument::Chips if stake.tokens.is_zero() => String::new(),
        Instrument::Chips => format!(", {} of it in tokens", stake.tokens),
        Instrument::Tokens => " in tokens".to_string(),
    }
}

/// The areas of a set of bits.
fn areas(bits: u8) -> String {
    let numbers: Vec<String> = (0..8).filter(|n| bits >> n & 1 == 1).map(|n| (n + 1).to_string()).collect();
    numbers.join(" ")
}

fn tiles_show(count: u8) -> String {
    if count == 1 { "1 tile shows".to_string() } else { format!("{count} tiles show") }
}

fn laja_by(by: LajaBy) -> String {
    match by {
        LajaBy::Dealer => "the dealer".to_string(),
        LajaBy::Player(player) => player.to_string(),
    }
}

/// `text`, or nothing.
fn when(is: bool, text: &str) -> &str {
    if is { text } else { "" }
}

/// What happened, in words.
fn words(scene: &Scene, what: &What) -> String {
    match what {
        What::Table(what) => table_event(what),
        What::Seat(what) => seat_event(what),
        What::Limit(what) => limit_event(scene, what),
        What::Bank(what) => bank_event(what),
        What::Wall(what) => wall_event(what),
        What::Wager(what) => wager_event(what),
        What::Dice(what) => dice_event(scene, what),
        What::Cut(what) => cut_event(what),
        What::Hand(what) => hand_event(scene, what),
        What::Settle(what) => settle_event(scene, what),
        What::Mishap(what) => mishap_event(scene, what),
        What::Order(what) => order_event(scene, what),
    }
}

fn table_event(what: &event::table::What) -> String {
    use event::table::What;
    match what {
        What::TilesLaidOut { found: Found::Whole } => "the tiles lie in rank order, all 32".to_string(),
        What::TilesLaidOut { found: Found::Wrong } => {
            "the tiles lie in rank order, and one is wrong".to_string()
        }
        What::TilesChecked => "the tiles are checked".to_string(),
        What::TilesReplaced { whole_set } => {
            if *whole_set { "the set is replaced" } else { "a tile is replaced" }.to_string()
        }
        What::TableOpened => "the table is open".to_string(),
        What::ClosingPosted { posted, at } => {
            format!("a sign at {}: the table closes at {}", clock(*posted), clock(*at))
        }
        What::PlayEnded => "play has ended".to_string(),
        What::TableClosed => "the table is closed".to_string(),
    }
}

fn seat_event(what: &event::seat::What) -> String {
    use event::seat::What;
    match what {
        What::BoughtIn { player, stake } => format!("{player} buys in for {}{}", stake.amount, put(stake)),
        What::Seated { player, area } => format!("{player} sits at {area}"),
        What::Left { player } => format!("{player} leaves"),
        What::SeatFreed { player, area } => format!("{player} loses the seat at {area}"),
    }
}

fn limit_event(scene: &Scene, what: &event::limit::What) -> String {
    use event::limit::What;
    match what {
        What::LimitsPosted { kind, limit, posted, at } => {
            let up = |n: &Notice| matches!(n, Notice::Limits { kind: old, .. } if old == kind);
            let instead = when(scene.table.notices.iter().any(up), ", in place of the one before");
            format!("a sign at {}: {kind} limits {limit} from {}{instead}", clock(*posted), clock(*at))
        }
        What::LimitsChanged { kind, limit, after_notice } => {
            let raised = limit.least > scene.table.limits.of(*kind).least;
            format!("{kind} limits are {limit}{}", when(raised && !after_notice, ", without notice"))
        }
        What::OldMinimumKept { player, minimum, multiple } => {
            let steps = if *multiple > 1 { format!(" in {multiple}s") } else { String::new() };
            format!("{player} may go on from {minimum}{steps}")
        }
        What::PersonalLimits { player, area, limit: Some(limit), alone } => {
            format!("{player} has limits {limit} on {area}{}", when(*alone, ", alone there"))
        }
        What::PersonalLimits { player, area, limit: None, .. } => {
            format!("{player} has the table's limits on {area}")
        }
        What::CommissionPosted { rate } => format!("the commission is {rate}"),
        What::TotalAllowed { most } => format!("wagers may come to {most} in all"),
        What::SharingAllowed { area, players } => format!("{players} may wager on {area}"),
    }
}

fn bank_event(what: &event::bank::What) -> String {
    use event::bank::What;
    match what {
        What::BankOffered { area, player, round, banks, .. } => {
            format!("the bank on {area} is offered to {player}{}", which_bank(*round, *banks))
        }
        What::BankDeclined { area, player } => format!("{player} declines the bank on {area}"),
        What::BankPassed { player, pass: true } => format!("{player} is passed over from now on"),
        What::BankPassed { player, pass: false } => format!("{player} is asked again from now on"),
        What::BankTaken { area, player, method, stake, round, banks } => {
            let beside = when(*method == Method::CoBank, " beside the House");
            format!("{player} banks on {area}{beside} with {stake}{}", which_bank(*round, *banks))
        }
        What::BankJoined { player, stake } => format!("{player} joins the bank with {stake}"),
        What::BankAdded { player, amount, covered } => {
            format!("{player} adds {amount} to the bank{}", when(*covered, ", which now covers the wagers"))
        }
        What::HouseBanks { area } => format!("the House banks on {area}"),
        What::BanksAllowed { area, banks: 1 } => format!("one bank is allowed on {area}"),
        What::BanksAllowed { area, banks } => format!("{banks} banks in a row are allowed on {area}"),
        What::BankSharing => "the bank may be shared".to_string(),
        What::ShakerNamed { player } => format!("{player} is to shake"),
        What::BankCovers { needed, has } => format!("the bank's {has} cover the {needed} that are left"),
        What::BankShort { needed, has } => format!("the bank is short: it has {has}, needs {needed}"),
        What::MethodChanged { method, chung } => {
            let who = match method {
                Method::House => "the House banks",
                Method::Player => "the player banks alone",
                Method::CoBank => "the House joins the bank",
            };
            format!("{who}, the chung on {chung}")
        }
        What::CoBankFunded { amount } => format!("the House puts {amount} into the co-bank"),
    }
}

fn wall_event(what: &event::wall::What) -> String {
    use event::wall::What;
    match what {
        What::Shuffled => "the tiles are shuffled".to_string(),
        What::Stacked { .. } => "the wall is stacked".to_string(),
        What::ShownInStacking { count, laja } => {
            format!("{} in stacking{}", tiles_show(*count), when(*laja, ": the dealer owes a laja"))
        }
        What::ShownInLaja { count, reshuffle } => {
            format!(
                "{} in the laja{}",
                tiles_show(*count),
                when(*reshuffle, ": the tiles are shuffled again")
            )
        }
        What::LajaOrdered => "the dealer owes a laja".to_string(),
        What::LajaAsked { by: LajaBy::Dealer, player } => format!("{player} asks the dealer for a laja"),
        What::LajaAsked { player, .. } => format!("{player} asks to do a laja"),
        What::LajaAllowed { by } => format!("a laja by {} is allowed", laja_by(*by)),
        What::LajaDone { by, .. } => {
            format!("{} does a laja", by.map_or("the dealer".to_string(), |by| by.to_string()))
        }
        What::ReshuffleAsked => "the banker asks for another shuffle".to_string(),
        What::ReshuffleOrdered => "another shuffle is ordered".to_string(),
    }
}

fn wager_event(what: &event::wager::What) -> String {
    use event::wager::What;
    match what {
        What::WagerPlaced { player, area, kind, stake, spoken } => {
            let (kind, put) = (kinded(*kind), put(stake));
            format!("{player} wagers {}{kind} on {area}{put}{}", stake.amount, when(*spoken, ", by word"))
        }
        What::WagerWithdrawn { player, area, kind } => {
            format!("{player} takes back the {kind} wager on {area}")
        }
        What::SideWaived { player, area } => format!("{player} leaves the side wager on {area} to others"),
        What::WagerRefused { player, area, kind } => {
            format!("the {kind} wager of {player} on {area} is refused, and goes back")
        }
        What::WagerFound { player, area, kind, amount } => {
            format!("the {kind} wager of {player} on {area} is found to be {amount}")
        }
        What::WagerReturned { player, area, kind, why } => {
            format!("the {kind} wager of {player} on {area} goes back: {}", because(*why))
        }
        What::Warned { player } => format!("{player} is told that the wager was below the minimum"),
        What::Consented { player } => format!("the banker lets {player} change wagers"),
        What::HouseWagered { amount, area } => format!("the House wagers {amount} on {area}"),
        What::BetsClosed => "no more bets".to_string(),
        What::CallerNamed { area, player: Some(player), blind } => {
            format!("{player} calls area {area}{}", when(*blind, ", unseen until it is settled"))
        }
        What::CallerNamed { area, player: None, blind } => {
            format!("the dealer sets area {area}{}", when(*blind, ", unseen until it is settled"))
        }
        What::Yielded { area } => format!("the decisions of {area} go to the highest wager"),
    }
}

fn dice_event(scene: &Scene, what: &event::dice::What) -> String {
    use event::dice::What;
    match what {
        What::CutStolen { value } => format!("the banker steals the cut: {value:+}"),
        What::Shaken { by } => format!("{} shakes", scene.name(*by)),
        What::DiceCocked => "a die does not lie flat: it is shaken again".to_string(),
        What::DiceShown { faces, total } if faces.boxes[1] == 0 && *total == i16::from(faces.boxes[0]) => {
            format!("the box die shows {}", dice(faces))
        }
        What::DiceShown { faces, total } => format!("dice {}: {total}", dice(faces)),
        What::BigSmallCalled { result } => match result {
            Some(BigOrSmall::Big) => "Big wins",
            Some(BigOrSmall::Small) => "Small wins",
            None => "neither Big nor Small wins",
        }
        .to_string(),
    }
}

fn cut_event(what: &event::cut::What) -> String {
    use event::cut::What;
    match what {
        What::CutNamed { cut, orientation } => format!("the cut is {cut}{}", turned(*orientation)),
        What::CutDeclined => "the banker names no cut".to_string(),
        What::CutRegistered { cut, orientation, .. } => {
            format!("the cut {cut}{} is registered", turned(*orientation))
        }
    }
}

fn hand_event(scene: &Scene, what: &event::hand::What) -> String {
    use event::hand::What;
    match what {
        What::Dealt { first, cut, orientation, hands, .. } => {
            let mut text = format!("{cut}{}, the first lot to {first}", turned(*orientation));
            for (area, tiles) in (1u8..).zip(hands) {
                if let Some(tiles) = tiles.filter(|_| plays(&scene.table, area)) {
                    text += &format!("; {area}: {}", seen(&tiles));
                }
            }
            text
        }
        What::Retrieved { areas: bits } => format!("nobody plays {}", areas(*bits)),
        What::TurnedToDealer { areas: bits } => {
            format!("the tiles of {} are turned to the dealer", areas(*bits))
        }
        What::SightAsked { player, always: true } => format!("{player} looks at every deal from now on"),
        What::SightAsked { player, always: false } => format!("{player} looks at every deal no longer"),
        What::Looked { area } => format!("area {area} is looked at"),
        What::TurnedUp { area, tiles } => format!("area {area} is turned up: {}", ranked(tiles)),
        What::HandSet { area, split: Some(hands) } => format!("area {area} is set: {}", split(hands)),
        What::HandSet { area, split: None } => format!("area {area} is laid down set"),
        What::HouseWayAsked { area } => format!("area {area} is left to the House Way"),
        What::HouseWaySet { area, split: hands, wrong } => {
            format!("the dealer sets area {area}: {}{}", split(hands), when(*wrong, ", wrongly"))
        }
        What::BankSet { split: hands, by, wrong, .. } => {
            let who = match by {
                Setter::Player => "the banker",
                Setter::Dealer => "the dealer",
            };
            let hands = hands.as_ref().map_or("unseen".to_string(), split);
            format!("{who} sets the bank: {hands}{}", when(*wrong, ", wrongly"))
        }
        What::Touched { area, answers: true, anew: true } => {
            format!("area {area} is touched: its player sets it")
        }
        What::Touched { area, answers: true, .. } => {
            format!("area {area} is touched: the player answers for it")
        }
        What::Touched { area, answers: false, .. } => {
            format!("area {area} is touched: the dealer sets it all the same")
        }
        What::HouseWayChecked { area } => format!("area {area} is checked"),
        What::HouseWayCorrected { area, split: hands, .. } => {
            format!("area {area} is put right: {}", split(hands))
        }
        What::HouseWayDirected { area } => format!("area {area} is to be set by the House Way"),
        What::Conceded { area } => format!("area {area} is conceded"),
        What::ConcededSeen { area } => format!("the conceded tiles of {area} are looked at"),
        What::Surrendered { player, area } => format!("{player} surrenders the tie on {area}"),
        What::OwnShown { area } => format!("the tiles of {area} are shown by their player"),
        What::Advised { area, split: hands } => format!("the House Way of {area} is {}", split(hands)),
    }
}

fn settle_event(scene: &Scene, what: &settle::What) -> String {
    use event::settle::What;
    match what {
        What::ChungLifted => "the chung is lifted".to_string(),
        What::BankConfirmed => "the bank's hand is confirmed".to_string(),
        What::BankAskedFor { player } => format!("{player} asks to see the bank"),
        What::BankShown { hidden: true, .. } => "the bank stays unseen".to_string(),
        What::BankShown { split: Some(hands), .. } => format!("the bank shows: {}", split(hands)),
        What::BankShown { split: None, .. } => "the bank shows its tiles".to_string(),
        What::HandOpened { area, split: hands } => format!("area {area} opens: {}", split(hands)),
        What::HandMatched { area, low_won, high_won, outcome } => {
            let called = called(&scene.game, *outcome);
            let fared = |won: &bool| if *won { "won" } else { "lost" };
            format!("area {area} {called}: low {}, high {}", fared(low_won), fared(high_won))
        }
        What::WagerTaken { player, area, kind, settled } => {
            let back = match settled.back.is_zero() {
                true => String::new(),
                false => format!(", {} back", settled.back),
            };
            format!("{player} loses {}{} on {area}{back}", settled.lost, kinded(*kind))
        }
        What::WagerPaid { player, area, kind, settled } => {
            format!("{player} wins {}{} on {area}{}", settled.won, kinded(*kind), less(settled))
        }
        What::WagerStays { player, area, kind, settled } => {
            let wager = format!("the {kind} wager of {player} on {area}");
            let lies = scene.table.wager(*player, *area, *kind).map(|w| w.stake);
            match lies.and_then(|stake| settled.stays(stake)) {
                Some(_) if settled.back.is_zero() => format!("{wager} stays"),
                Some(left) => format!("{wager} stays with {}, {} back", left.amount, settled.back),
                None => format!("{wager} goes back"),
            }
        }
        What::AreaCleared { area } => format!("area {area} is settled"),
        What::WagerReopened { player, area, kind } => {
            format!("the {kind} wager of {player} on {area} is undone")
        }
        What::AreaReopened { area } => format!("the settlement of area {area} is undone"),
        What::BankSettled { won, commission, house } => {
            let mut text = "the bank is settled".to_string();
            if !won.is_zero() {
                text += &format!(", it wins {won}");
            }
            if !commission.is_zero() {
                text += &format!(" less {commission} commission");
            }
            if !house.is_zero() {
                text += &format!(", the House {house}");
            }
            text
        }
        What::BankReopened => "the settlement of the bank is undone".to_string(),
        What::RoundOver => "the round is over".to_string(),
    }
}

fn mishap_event(scene: &Scene, what: &event::mishap::What) -> String {
    use event::mishap::What;
    match what {
        What::StakeForfeited { player, area, kind: Kind::Regular } if *area == scene.table.bank.chung => {
            format!("{player} forfeits what was put up for the bank")
        }
        What::StakeForfeited { player, area, kind } => {
            format!("{player} forfeits the {kind} wager on {area}")
        }
        What::TilesExposed { area, tiles, voidable, .. } => {
            let shown: Vec<Tile> = tiles.iter().flatten().copied().collect();
            let may = when(*voidable, ": the hand may be voided");
            let one = shown.len() == 1;
            let lie = match (scene.game.book.mishap.exposed_tiles.is_some(), one) {
                (true, true) => "lies open",
                (true, false) => "lie open",
                // The dealer turns it over, and play goes on.
                (false, true) => "was seen, and is turned over",
                (false, false) => "were seen, and are turned over",
            };
            format!("{} of {area} {lie}{may}", ranked(&shown))
        }
        What::HandVoid { area } => format!("the hand of {area} is void"),
        What::RoundVoid { cause } => {
            let why = match cause {
                Cause::Disruption => "a disruption",
                Cause::Fraud => "fraud",
                Cause::Breach => "the wagers of whoever banks are void",
                Cause::Telling => "whoever banks told about tiles",
                Cause::Misdeal => "a misdeal",
                Cause::Exposed => "the bank's tiles were exposed",
                Cause::Reshuffle => "the tiles are shuffled again",
                Cause::Tiles => "a tile is missing or foreign",
                Cause::NoWagers => "nobody wagers",
            };
            format!("the round is void: {why}")
        }
        What::Misdealt { what, played_out } => {
            let how = match what {
                Misdealt::WrongAreas => "hands lie on wrong areas",
                Misdealt::WrongNumber => "a hand has a wrong number of tiles",
                Misdealt::Beyond => "hands cannot be put right",
            };
            format!("misdeal, {how}{}", when(*played_out, "; the round is played out"))
        }
        What::DealRebuilt => "the deal is put right".to_string(),
        What::HandKnocked { area } => format!("the hand of {area} is knocked over"),
        What::SetWrong => "a tile is missing or foreign".to_string(),
    }
}

fn order_event(scene: &Scene, what: &order::What) -> String {
    use event::order::What;
    match what {
        What::Told { official, step } => {
            let article = if *official == rulebook::Official::Surveillance { "" } else { "the " };
            format!("{article}{} is told {}", official.word().replace('-', " "), told(*step))
        }
        What::WinningsHeld { player } => format!("what {player} wins is held"),
        What::WinningsReleased { player, .. }
            if scene.table.ledger.amount(Account::Held(*player)).is_zero() =>
        {
            format!("what {player} wins is not held any more")
        }
        What::WinningsReleased { player, to_player: true } => format!("what was held goes to {player}"),
        What::WinningsReleased { player, to_player: false } => {
            format!("what was held of {player} goes to the House")
        }
        What::DisputeRaised { number, by, about } => {
            format!("dispute {number}: {by} disputes {}", matter(*about))
        }
        What::DisputeDecided { number, by, for_player, .. } => {
            format!("{} decides dispute {number} for the {}", scene.name(*by), side(*for_player))
        }
        What::ReviewAsked { number } => format!("a second look at dispute {number} is asked for"),
        What::DisputeReviewed { number, by, for_player } => {
            format!("{} decides dispute {number} again, for the {}", scene.name(*by), side(*for_player))
        }
        What::PlayerBarred { player } => match scene.table.player(*player).and_then(|player| player.seat) {
            Some(seat) => format!("{player} is barred, and loses the seat at {seat}"),
            None => format!("{player} is barred"),
        },
        What::WagersVoid { player } => format!("the wagers of {player} are void"),
        What::EnglishOrdered { only } => {
            if *only { "English is to be spoken" } else { "any language may be spoken" }.to_string()
        }
        What::PlayersParted { player, from } => format!("{player} and {from} may not be at one table"),
        What::SetFirstOrdered { player, first: true } => format!("{player} has to set first"),
        What::SetFirstOrdered { player, first: false } => format!("{player} sets with the others"),
        What::RemovalDecided => "an area is to be taken out".to_string(),
        What::RemovalDrawnAgain { total } => format!("{total}: drawn again"),
        What::AreaRemoved { area, total } => format!("{total}: area {area} is out of play"),
        What::AreaRestored { area } => format!("area {area} is in play again"),
    }
}

const fn side(for_player: bool) -> &'static str {
    if for_player { "player" } else { "House" }
}

/// What an official is told.
const fn told(news: order::News) -> &'static str {
    use order::News;
    match news {
        News::CommissionPosted => "of the new commission",
        News::CutRegistered => "of the new cut",
        News::RemovalDecided => "that an area is to be taken out",
    }
}

/// Whether anybody's money hangs on an area's tiles.
fn plays(table: &State, area: u8) -> bool {
    area == table.bank.chung || table.wagers.iter().any(|w| w.area == area && !w.kind.on_dice())
}

fn which_bank(round: u8, banks: u8) -> String {
    match (round, banks) {
        (1, 1) => String::new(),
        (round, 1) => format!(", round {round}"),
        (round, banks) => format!(", round {round} of bank {banks}"),
    }
}

const fn because(why: Why) -> &'static str {
    match why {
        Why::Area => "the area takes no wagers now",
        Why::Banks => "its player banks",
        Why::Alone => "it cannot stand alone",
        Why::BelowMinimum => "below the minimum",
        Why::AboveMaximum => "above the maximum",
        Why::Void => "void",
        Why::Barred => "its player is barred",
        Why::Parted => "its player has to leave",
        Why::Tokens => "tokens are not wagered against a player's bank",
        Why::Closing => "play has ended",
    }
}

/// How a hand fared, as the dealer of this book calls it.
pub(super) fn called(game: &PaiGow, outcome: Outcome) -> &'static str {
    match (game.book.matching.called.value, outcome) {
        (true, Outcome::Win) => "jung",
        (true, Outcome::Push) => "jowl",
        (true, Outcome::Lose) => "che",
        (false, Outcome::Win) => "wins",
        (false, Outcome::Push) => "stands off",
        (false, Outcome::Lose) => "loses",
    }
}

fn less(settled: &Settled) -> String {
    let mut text = String::new();
    if !settled.commission.is_zero() {
        text += &format!(" less {} commission", settled.commission);
    }
    text + when(settled.held, ", held")
}

/// The accounts that changed, players' first; `None` if none did.
pub(super) fn money(before: &Ledger, after: &Ledger) -> Option<String> {
    let mut changed: Vec<Account> = Vec::new();
    for (account, _) in before.accounts().iter().chain(after.accounts()) {
        if before.balance(*account) != after.balance(*account) && !changed.contains(account) {
            changed.push(*account);
        }
    }
    // A player's chips come first, then what is theirs elsewhere.
    let purse = |account: &Account| !matches!(account, Account::Player(_));
    changed.sort_by_key(|account| (owner(*account).is_none(), owner(*account), purse(account), *account));
    let mut text = String::new();
    let mut last = None;
    for account in changed {
        let (who, balance) = (owner(account), after.balance(account));
        let name = account.to_string();
        if let Some(id) = who.filter(|_| who == last) {
            let own = name.strip_prefix(&id.to_string()).unwrap_or(&name).trim();
            text += &format!(", {own} {balance}");
        } else {
            text += &format!("{}{name} {balance}", when(!text.is_empty(), "; "));
        }
        last = who;
    }
    (!text.is_empty()).then(|| format!("  $ {text}"))
}

const fn owner(account: Account) -> Option<PlayerId> {
    match account {
        Account::Held(id)
        | Account::Player(id)
        | Account::Tokens(id)
        | Account::Layout(id)
        | Account::LayoutTokens(id)
        | Account::Bank(id) => Some(id),
        _ => None,
    }
}
