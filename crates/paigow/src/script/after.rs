//! What people say from the deal on: hands, matching and paying, what goes wrong, conduct, disputes, closing.

use super::pattern::Caught;
use super::scene::Scene;
use super::sentence::{Sentence, boxes, sentence};
use crate::command::{hand, mishap, order, settle, table};
use crate::{Command as C, Ground, Matter, Misdealt};
use game::Person;
use tiles::Tile;

/// Two tiles that a sentence lays together.
fn two(s: &Scene, c: &Caught<'_>, area: u8) -> Result<[Tile; 2], String> {
    let named: [Tile; 2] = s.some(area, c.tiles.unwrap_or_default())?;
    let hand = s.table.area(area).and_then(|area| area.hand.as_ref()).and_then(|hand| hand.known());
    let Some(hand) = hand.filter(|hand| c.said("high") && named.iter().all(|tile| hand.contains(tile)))
    else {
        return Ok(named);
    };
    // Who says which two are the high hand leaves the others as the low one.
    let mut rest = hand.into_iter().filter(|tile| !named.contains(tile));
    Ok([rest.next().unwrap_or(named[0]), rest.next().unwrap_or(named[1])])
}

/// Which of an area's tiles are exposed, and those of them that nobody knew.
fn exposed(s: &Scene, c: &Caught<'_>, by_dealer: bool) -> Result<C, String> {
    let area = s.area(c)?;
    let hand = s.table.area(area).and_then(|area| area.hand.as_ref());
    let mut which = 0u8;
    if c.tiles.is_none() {
        for place in &c.dice {
            if !(1..=4).contains(place) {
                return Err(format!("tile {place} is not 1 to 4"));
            }
            which |= 1 << (place - 1);
        }
        return Ok(C::Mishap(mishap::Command::ReportExposed { area, which, tiles: Vec::new(), by_dealer }));
    }
    let text = c.tiles.unwrap_or_default();
    let count = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).count();
    let mut tiles = Vec::new();
    for tile in s.tiles(area, text, count)? {
        let known = hand.and_then(|hand| hand.tiles.iter().position(|known| *known == Some(tile)));
        let place = match (known, hand) {
            (Some(place), _) => Some(place),
            (None, Some(hand)) => {
                tiles.push(tile);
                (0..4).find(|place| hand.tiles[*place].is_none() && which >> place & 1 == 0)
            }
            (None, None) => None,
        };
        which |= 1 << place.unwrap_or(0);
    }
    Ok(C::Mishap(mishap::Command::ReportExposed { area, which, tiles, by_dealer }))
}

fn number(c: &Caught<'_>) -> Result<u32, String> {
    c.fits(0, u32::MAX.into())
}

/// Every form from the deal on.
pub(super) static SENTENCES: &[Sentence] = &[
    // Tiles on areas.
    sentence("looks at every deal", |_, _| Ok(C::Hand(hand::Command::ShowTiles { always: true }))),
    sentence("looks at every deal no longer", |_, _| Ok(C::Hand(hand::Command::ShowTiles { always: false }))),
    sentence("looks [at AREA]", |s, c| Ok(C::Hand(hand::Command::Look { area: s.area(c)? }))),
    sentence("looks at the conceded hand of AREA", |s, c| {
        Ok(C::Hand(hand::Command::SeeConceded { area: s.area(c)? }))
    }),
    sentence("sets [AREA] [low|high] TILES", |s, c| {
        let area = s.area(c)?;
        let two = two(s, c, area)?;
        Ok(match s.who {
            Person::Player(_) => C::Hand(hand::Command::SetHand { area, two }),
            _ => C::Hand(hand::Command::SetHouseWay { area, two: Some(two) }),
        })
    }),
    sentence("sets AREA", |s, c| match s.who {
        Person::Player(_) => Err("a player says which two tiles: sets 3 low \"9 L7\"".to_string()),
        _ => Ok(C::Hand(hand::Command::SetHouseWay { area: s.area(c)?, two: None })),
    }),
    sentence("lays down [AREA]", |s, c| Ok(C::Hand(hand::Command::LayDown { area: s.area(c)? }))),
    sentence("asks for the house way [on AREA]", |s, c| {
        Ok(C::Hand(hand::Command::AskHouseWay { area: s.area(c)? }))
    }),
    sentence("touches [AREA]", |s, c| Ok(C::Hand(hand::Command::Touch { area: s.area(c)? }))),
    sentence("reports AREA touched", |s, c| Ok(C::Hand(hand::Command::Touch { area: s.area(c)? }))),
    sentence("checks AREA", |s, c| Ok(C::Hand(hand::Command::CheckHouseWay { area: s.area(c)? }))),
    sentence("corrects AREA", |s, c| Ok(C::Hand(hand::Command::CorrectHouseWay { area: s.area(c)? }))),
    sentence("directs the house way on AREA", |s, c| {
        Ok(C::Hand(hand::Command::DirectHouseWay { area: s.area(c)? }))
    }),
    sentence("concedes [AREA]", |s, c| Ok(C::Hand(hand::Command::Concede { area: s.area(c)? }))),
    sentence("surrenders [AREA]", |s, c| Ok(C::Hand(hand::Command::Surrender { area: s.area(c)? }))),
    sentence("shows own tiles [on AREA]", |s, c| Ok(C::Hand(hand::Command::ShowOwn { area: s.area(c)? }))),
    sentence("asks for advice [on AREA]", |s, c| Ok(C::Hand(hand::Command::AskAdvice { area: s.area(c)? }))),
    sentence("turns up AREA TILES", |s, c| {
        let area = s.area(c)?;
        Ok(C::Hand(hand::Command::TurnUp { area, tiles: s.some(area, c.tiles.unwrap_or_default())? }))
    }),
    // Showing, matching, paying.
    sentence("lifts the chung", |_, _| Ok(C::Settle(settle::Command::LiftChung))),
    sentence("confirms the bank", |_, _| Ok(C::Settle(settle::Command::ConfirmBank))),
    sentence("asks to see the bank", |_, _| Ok(C::Settle(settle::Command::AskBank))),
    sentence("shows the bank", |_, _| Ok(C::Settle(settle::Command::ShowBank))),
    sentence("opens a hand", |_, _| Ok(C::Settle(settle::Command::OpenHand { lie: None }))),
    sentence("opens a hand TILES", |s, c| {
        let area = s.game.next_to_open(&s.table).unwrap_or(0);
        Ok(C::Settle(settle::Command::OpenHand { lie: Some(s.some(area, c.tiles.unwrap_or_default())?) }))
    }),
    sentence("pays", |_, _| Ok(C::Settle(settle::Command::Pay))),
    sentence("finishes", |_, _| Ok(C::Settle(settle::Command::FinishRound))),
    // What goes wrong.
    sentence("exposes TILES of AREA", |s, c| exposed(s, c, true)),
    sentence("exposes tiles|tile DICE of AREA", |s, c| exposed(s, c, true)),
    sentence("reports TILES of AREA exposed", |s, c| exposed(s, c, false)),
    sentence("reports tiles|tile DICE of AREA exposed", |s, c| exposed(s, c, false)),
    sentence("voids own hand [on AREA]", |s, c| Ok(C::Mishap(mishap::Command::VoidOwn { area: s.area(c)? }))),
    sentence("reports a misdeal to wrong areas", |_, _| {
        Ok(C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::WrongAreas }))
    }),
    sentence("reports a wrong number of tiles", |_, _| {
        Ok(C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::WrongNumber }))
    }),
    sentence("reports a misdeal beyond repair", |_, _| {
        Ok(C::Mishap(mishap::Command::ReportMisdeal { what: Misdealt::Beyond }))
    }),
    sentence("knocks over AREA", |s, c| Ok(C::Mishap(mishap::Command::ReportKnocked { area: s.area(c)? }))),
    sentence("finds a tile missing|foreign", |_, _| Ok(C::Mishap(mishap::Command::ReportSetWrong))),
    sentence("voids the round for disruption|fraud [PLAYER forfeits]", |_, c| {
        let ground = if c.said("fraud") { Ground::Fraud } else { Ground::Disruption };
        Ok(C::Mishap(mishap::Command::VoidRound { ground, forfeits: c.players.first().copied() }))
    }),
    sentence("voids the hand of AREA", |s, c| Ok(C::Mishap(mishap::Command::VoidHand { area: s.area(c)? }))),
    sentence("decides to remove an area", |_, _| Ok(C::Order(order::Command::DecideRemoval))),
    sentence("draws the area with DICE", |_, c| {
        Ok(C::Order(order::Command::DrawRemoval { boxes: Some(boxes(&c.dice)?) }))
    }),
    sentence("restores AREA", |s, c| Ok(C::Order(order::Command::RestoreArea { area: s.area(c)? }))),
    sentence("orders PLAYER to set first", |_, c| {
        Ok(C::Order(order::Command::OrderSetFirst { player: c.player(0), first: true }))
    }),
    sentence("lets PLAYER set with the others", |_, c| {
        Ok(C::Order(order::Command::OrderSetFirst { player: c.player(0), first: false }))
    }),
    sentence("parts PLAYER from PLAYER", |_, c| {
        Ok(C::Order(order::Command::PartPlayers { player: c.player(0), from: c.player(1) }))
    }),
    sentence("orders English", |_, _| Ok(C::Order(order::Command::OrderEnglish { only: true }))),
    sentence("lets any language be spoken", |_, _| {
        Ok(C::Order(order::Command::OrderEnglish { only: false }))
    }),
    // Conduct and records.
    sentence("voids the wagers of PLAYER", |_, c| {
        Ok(C::Order(order::Command::VoidWagers { player: c.player(0) }))
    }),
    sentence("bars PLAYER", |_, c| Ok(C::Order(order::Command::BarPlayer { player: c.player(0) }))),
    sentence("holds the winnings of PLAYER [with AMOUNT already paid]", |_, c| {
        let won = c.amounts.first().copied().unwrap_or_default();
        Ok(C::Order(order::Command::HoldWinnings { player: c.player(0), won }))
    }),
    sentence("releases the winnings of PLAYER to player|house", |_, c| {
        Ok(C::Order(order::Command::ReleaseHeld { player: c.player(0), to_player: c.said("player") }))
    }),
    sentence("disputes payment|hand|rule|conduct", |_, c| {
        let about = match (c.said("payment"), c.said("hand"), c.said("rule")) {
            (true, ..) => Matter::Payment,
            (_, true, _) => Matter::Hand,
            (_, _, true) => Matter::Rule,
            _ => Matter::Conduct,
        };
        Ok(C::Order(order::Command::RaiseDispute { about }))
    }),
    sentence("decides dispute N for player|house", |_, c| {
        Ok(C::Order(order::Command::DecideDispute { number: number(c)?, for_player: c.said("player") }))
    }),
    sentence("asks for a review of dispute N", |_, c| {
        Ok(C::Order(order::Command::AskReview { number: number(c)? }))
    }),
    sentence("reviews dispute N for player|house", |_, c| {
        Ok(C::Order(order::Command::ReviewDispute { number: number(c)?, for_player: c.said("player") }))
    }),
    // Closing.
    sentence("posts closing at TIME", |s, c| {
        Ok(C::Table(table::Command::PostClosing { at: s.moment(c.time.unwrap_or_default()) }))
    }),
    sentence("ends play [at once]", |_, c| Ok(C::Table(table::Command::EndPlay { at_once: c.said("once") }))),
];
