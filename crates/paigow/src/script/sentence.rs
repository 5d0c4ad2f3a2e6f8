//! What people say up to the deal: the table and its people, limits, the bank, the wall, wagers, dice, cut.
//!
//! A sentence is a form and the command it makes. Whose sentence it is stands before it.

use super::pattern::{Caught, fits};
use super::plan;
use super::scene::Scene;
use crate::command::{bank, cut, dice, hand, limit, seat, table, wager, wall};
use crate::{Command as C, During, Faces, Found, Kind, LajaBy, ReshuffleCause, Stake};
use rulebook::{Grid, Method};

/// A form and what it makes.
pub(super) struct Sentence {
    pub(super) form: &'static str,
    pub(super) make: fn(&Scene, &Caught<'_>) -> Result<C, String>,
}

pub(super) const fn sentence(
    form: &'static str,
    make: fn(&Scene, &Caught<'_>) -> Result<C, String>,
) -> Sentence {
    Sentence { form, make }
}

/// The wager that a sentence speaks of.
fn kind(caught: &Caught<'_>) -> Kind {
    caught.kind.unwrap_or(Kind::Regular)
}

/// The order of a wall that a sentence gives.
fn order(s: &Scene, c: &Caught<'_>) -> Result<Option<Box<[tiles::Tile; 32]>>, String> {
    if c.said("plan") {
        return Ok(Some(s.plan.deal(s)?.order));
    }
    if let Some(seed) = c.numbers.first() {
        return plan::wall(plan::seeded(*seed));
    }
    if let Some(text) = c.tiles {
        return plan::wall(tiles::parse_tiles(text, 32).map_err(|error| error.to_string())?);
    }
    if let Some((name, turned)) = c.cut {
        return plan::wall(plan::by_lots(s, name, turned, &c.lots)?);
    }
    plan::usual(s)
}

/// Faces of box dice; as many as there are, the rules say whether they are enough.
pub(super) fn boxes(dice: &[u8]) -> Result<[u8; 3], String> {
    let mut boxes = [0; 3];
    if dice.len() > boxes.len() {
        return Err(format!("{} box dice are named, there are 3 at most", dice.len()));
    }
    for (face, shown) in boxes.iter_mut().zip(dice) {
        *face = *shown;
    }
    Ok(boxes)
}

/// The dice as they lie: box dice, the cut die, the third die.
fn faces(c: &Caught<'_>) -> Result<Faces, String> {
    let boxes = boxes(&c.dice)?;
    let other = |at: usize| c.numbers.get(at).map(|number| fits(*number, 0, 255)).transpose();
    let (cut, third) = (c.place("cut"), c.place("big-small"));
    let before = |one: Option<usize>, two: Option<usize>| usize::from(two.is_some() && two < one);
    let at = |one: Option<usize>, two: Option<usize>| match one {
        Some(_) => other(before(one, two)),
        None => Ok(None),
    };
    Ok(Faces { boxes, cut: at(cut, third)?, big_small: at(third, cut)? })
}

/// A cut by any of its names, turned as said or as usual.
fn cut(s: &Scene, c: &Caught<'_>) -> (String, rulebook::Orientation) {
    let (name, turned) = c.cut.unwrap_or_default();
    let known = s.game.cuts.cut(name);
    let usual = known.map(|cut| cut.default_orientation()).unwrap_or_default();
    (known.map_or(name, |cut| cut.name.as_str()).to_string(), turned.unwrap_or(usual))
}

/// A cut that is new, turned exactly as said.
fn new_cut(c: &Caught<'_>) -> (String, rulebook::Orientation) {
    let (name, turned) = c.cut.unwrap_or_default();
    (name.to_string(), turned.unwrap_or_default())
}

/// 32 lots, row by row; whatever is no digit stands between them.
fn grid(text: &str) -> Result<Grid, String> {
    let lots: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let lots: [u8; 32] =
        lots.try_into().map_err(|lots: Vec<u8>| format!("the grid has {} lots, expected 32", lots.len()))?;
    let mut rows = [[0; 8]; 4];
    for (at, lot) in lots.iter().enumerate() {
        rows[at / 8][at % 8] = *lot;
    }
    Grid::new(rows).map_err(|error| error.to_string())
}

/// Whoever may do a laja that is asked for.
fn laja_by(s: &Scene, c: &Caught<'_>) -> LajaBy {
    match (c.players.first(), c.said("do"), s.player()) {
        (Some(player), ..) => LajaBy::Player(*player),
        (None, true, Some(player)) => LajaBy::Player(player),
        _ => LajaBy::Dealer,
    }
}

/// Every form up to the deal.
pub(super) static SENTENCES: &[Sentence] = &[
    // The table and its people.
    sentence("lays out the tiles", |_, _| Ok(C::Table(table::Command::LayOutTiles { found: Found::Whole }))),
    sentence("lays out the tiles and finds one wrong", |_, _| {
        Ok(C::Table(table::Command::LayOutTiles { found: Found::Wrong }))
    }),
    sentence("checks the tiles", |_, _| Ok(C::Table(table::Command::CheckTiles))),
    sentence("replaces a tile", |_, _| Ok(C::Table(table::Command::ReplaceTiles { whole_set: false }))),
    sentence("replaces the set", |_, _| Ok(C::Table(table::Command::ReplaceTiles { whole_set: true }))),
    sentence("opens the table", |_, _| Ok(C::Table(table::Command::OpenTable))),
    sentence("buys in PLAYER for AMOUNT [in tokens]", |s, c| {
        Ok(C::Seat(seat::Command::BuyIn { player: c.player(0), stake: s.stake(c) }))
    }),
    sentence("sits at AREA", |s, c| Ok(C::Seat(seat::Command::Sit { area: s.area(c)? }))),
    sentence("leaves", |_, _| Ok(C::Seat(seat::Command::Leave))),
    sentence("frees the seat of PLAYER", |_, c| Ok(C::Seat(seat::Command::FreeSeat { player: c.player(0) }))),
    // Limits and signs.
    sentence("posts [LIMITS] limits LIMIT from TIME", |s, c| {
        let at = s.moment(c.time.unwrap_or_default());
        Ok(C::Limit(limit::Command::PostLimits { kind: Scene::limits(c), limit: s.limit(c), at }))
    }),
    sentence("changes [LIMITS] limits to LIMIT", |s, c| {
        Ok(C::Limit(limit::Command::ChangeLimits { kind: Scene::limits(c), limit: s.limit(c) }))
    }),
    sentence("gives PLAYER limits LIMIT on AREA", |s, c| {
        Ok(C::Limit(limit::Command::SetPersonalLimits {
            player: c.player(0),
            area: s.area(c)?,
            limit: Some(s.limit(c)),
        }))
    }),
    sentence("takes limits of PLAYER on AREA away", |s, c| {
        Ok(C::Limit(limit::Command::SetPersonalLimits { player: c.player(0), area: s.area(c)?, limit: None }))
    }),
    sentence("posts commission RATE", |_, c| {
        Ok(C::Limit(limit::Command::PostCommission { rate: c.rate.unwrap_or_default() }))
    }),
    sentence("allows wagers up to AMOUNT in all", |_, c| {
        Ok(C::Limit(limit::Command::AllowTotal { most: c.amount() }))
    }),
    sentence("allows N players|player on AREA", |s, c| {
        Ok(C::Limit(limit::Command::AllowSharing { area: s.area(c)?, players: c.byte()? }))
    }),
    // The bank.
    sentence("offers the bank", |_, _| Ok(C::Bank(bank::Command::OfferBank))),
    sentence("accepts the bank with AMOUNT", |_, c| {
        Ok(C::Bank(bank::Command::AcceptBank { method: Method::Player, stake: c.amount() }))
    }),
    sentence("accepts the co-bank with AMOUNT", |_, c| {
        Ok(C::Bank(bank::Command::AcceptBank { method: Method::CoBank, stake: c.amount() }))
    }),
    sentence("accepts the house bank with AMOUNT", |_, c| {
        Ok(C::Bank(bank::Command::AcceptBank { method: Method::House, stake: c.amount() }))
    }),
    sentence("declines the bank", |_, _| Ok(C::Bank(bank::Command::DeclineBank))),
    sentence("passes the bank", |_, _| Ok(C::Bank(bank::Command::PassBank { pass: true }))),
    sentence("passes the bank no longer", |_, _| Ok(C::Bank(bank::Command::PassBank { pass: false }))),
    sentence("allows N banks|bank on AREA", |s, c| {
        Ok(C::Bank(bank::Command::AllowBanks { area: s.area(c)?, banks: c.byte()? }))
    }),
    sentence("lets the bank be shared", |_, _| Ok(C::Bank(bank::Command::AllowBankSharing))),
    sentence("joins the bank with AMOUNT", |_, c| Ok(C::Bank(bank::Command::JoinBank { stake: c.amount() }))),
    sentence("adds AMOUNT to the bank", |_, c| Ok(C::Bank(bank::Command::AddToBank { amount: c.amount() }))),
    sentence("changes the method to house|player|co-bank", |_, c| {
        let method = Method::ALL.iter().find(|method| c.said(method.word()));
        Ok(C::Bank(bank::Command::ChangeMethod { method: method.copied().unwrap_or(Method::House) }))
    }),
    sentence("names PLAYER to shake", |_, c| Ok(C::Bank(bank::Command::NameShaker { player: c.player(0) }))),
    sentence("asks the house to wager AMOUNT", |_, c| {
        Ok(C::Wager(wager::Command::AskHouseWager { amount: c.amount() }))
    }),
    // The wall.
    sentence("shuffles [seed N]", |s, c| Ok(C::Wall(wall::Command::Shuffle { order: order(s, c)? }))),
    sentence("shuffles [by the plan]", |s, c| Ok(C::Wall(wall::Command::Shuffle { order: order(s, c)? }))),
    sentence("shuffles TILES", |s, c| Ok(C::Wall(wall::Command::Shuffle { order: order(s, c)? }))),
    sentence("shuffles for CUT lots LOTS", |s, c| {
        Ok(C::Wall(wall::Command::Shuffle { order: order(s, c)? }))
    }),
    sentence("shuffles unseen", |_, _| Ok(C::Wall(wall::Command::Shuffle { order: None }))),
    sentence("reports N tiles|tile shown in stacking", |_, c| {
        Ok(C::Wall(wall::Command::ReportShown { during: During::Stacking, count: c.byte()? }))
    }),
    sentence("reports N tiles|tile shown in the laja", |_, c| {
        Ok(C::Wall(wall::Command::ReportShown { during: During::Laja, count: c.byte()? }))
    }),
    sentence("orders a laja", |_, _| Ok(C::Wall(wall::Command::OrderLaja))),
    sentence("asks for a laja [by PLAYER] [by dealer]", |s, c| {
        Ok(C::Wall(wall::Command::AskLaja { by: laja_by(s, c) }))
    }),
    sentence("asks to [do] a laja", |s, c| Ok(C::Wall(wall::Command::AskLaja { by: laja_by(s, c) }))),
    sentence("allows the laja", |_, _| Ok(C::Wall(wall::Command::AllowLaja))),
    sentence("does the laja [seed N]", |s, c| Ok(C::Wall(wall::Command::DoLaja { order: order(s, c)? }))),
    sentence("does the laja [by the plan]", |s, c| {
        Ok(C::Wall(wall::Command::DoLaja { order: order(s, c)? }))
    }),
    sentence("does the laja TILES", |s, c| Ok(C::Wall(wall::Command::DoLaja { order: order(s, c)? }))),
    sentence("does the laja unseen", |_, _| Ok(C::Wall(wall::Command::DoLaja { order: None }))),
    sentence("asks for another shuffle", |_, _| Ok(C::Wall(wall::Command::AskReshuffle))),
    sentence("orders another shuffle [for exposed tiles] [for tracking]", |_, c| {
        let cause = match (c.said("exposed"), c.said("tracking")) {
            (true, _) => ReshuffleCause::Exposed,
            (_, true) => ReshuffleCause::Tracking,
            _ => ReshuffleCause::Discretion,
        };
        Ok(C::Wall(wall::Command::OrderReshuffle { cause }))
    }),
    // Wagers.
    sentence("wagers AMOUNT [on AREA] [KIND] [on KIND] [in tokens]", |s, c| {
        Ok(C::Wager(wager::Command::Place { area: s.area(c)?, kind: kind(c), stake: s.stake(c) }))
    }),
    sentence("wagers AMOUNT and AMOUNT in tokens [on AREA] [KIND] [on KIND]", |s, c| {
        let tokens = c.amounts.get(1).copied().unwrap_or_default();
        Ok(C::Wager(wager::Command::Place {
            area: s.area(c)?,
            kind: kind(c),
            stake: Stake::mixed(c.amount(), tokens),
        }))
    }),
    sentence("speaks AMOUNT [on AREA] [KIND] [with AMOUNT in cash]", |s, c| {
        let cash = c.amounts.get(1).copied().unwrap_or_default();
        Ok(C::Wager(wager::Command::Speak { area: s.area(c)?, kind: kind(c), amount: c.amount(), cash }))
    }),
    sentence("takes back the [KIND] wager [on AREA]", |s, c| {
        Ok(C::Wager(wager::Command::Withdraw { area: s.area(c)?, kind: kind(c) }))
    }),
    sentence("waives the side wager [on AREA]", |s, c| {
        Ok(C::Wager(wager::Command::WaiveSide { area: s.area(c)? }))
    }),
    sentence("refuses the [KIND] wager of PLAYER [on AREA]", |s, c| {
        Ok(C::Wager(wager::Command::RefuseWager { player: c.player(0), area: s.area(c)?, kind: kind(c) }))
    }),
    sentence("finds the [KIND] wager of PLAYER [on AREA] to be AMOUNT", |s, c| {
        Ok(C::Wager(wager::Command::ReportWager {
            player: c.player(0),
            area: s.area(c)?,
            kind: kind(c),
            amount: c.amount(),
        }))
    }),
    sentence("lets PLAYER change wagers", |_, c| {
        Ok(C::Wager(wager::Command::Consent { player: c.player(0) }))
    }),
    sentence("closes betting", |_, _| Ok(C::Wager(wager::Command::CloseBets))),
    sentence("yields [AREA]", |s, c| Ok(C::Wager(wager::Command::Yield { area: s.area(c)? }))),
    // Dice and cut.
    sentence("steals N", |_, c| Ok(C::Dice(dice::Command::Steal { value: c.fits(-128, 127)? }))),
    sentence("shakes", |_, _| Ok(C::Dice(dice::Command::Shake))),
    sentence("reports a cocked die", |_, _| Ok(C::Dice(dice::Command::ReportCocked))),
    sentence("shows DICE [cut die N] [big-small die N]", |_, c| {
        Ok(C::Dice(dice::Command::ShowDice { faces: Some(faces(c)?) }))
    }),
    sentence("shows the dice [by the plan]", |s, _| {
        Ok(C::Dice(dice::Command::ShowDice { faces: Some(s.plan.faces(s)) }))
    }),
    sentence("cuts by the plan", |s, _| {
        let (cut, orientation) = s.plan.deal(s)?.cut;
        Ok(C::Cut(cut::Command::NameCut { cut, orientation }))
    }),
    sentence("cuts CUT", |s, c| {
        let (cut, orientation) = cut(s, c);
        Ok(C::Cut(cut::Command::NameCut { cut, orientation }))
    }),
    sentence("names no cut", |_, _| Ok(C::Cut(cut::Command::DeclineCut))),
    sentence("declines the cut", |_, _| Ok(C::Cut(cut::Command::DeclineCut))),
    sentence("registers the cut CUT TILES [approved]", |_, c| {
        let (cut, orientation) = new_cut(c);
        let grid = grid(c.tiles.unwrap_or_default())?;
        Ok(C::Cut(cut::Command::RegisterCut { cut, orientation, grid, approved: c.said("approved") }))
    }),
    sentence("deals", |s, _| Ok(C::Hand(hand::Command::Deal { order: plan::drawn(s)? }))),
];
