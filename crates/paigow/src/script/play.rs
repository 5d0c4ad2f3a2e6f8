//! Sentences that stand for several commands: opening, sitting down with chips, playing on to a point of
//! the round as dealers and players usually do.
//!
//! Whoever has not said anything else sets by the House Way, declines the bank and names no cut.

use super::pattern::{Token, matches};
use super::plan;
use super::print;
use super::scene::Scene;
use crate::command::{bank, cut, dice, hand, limit, seat, settle, table, wager, wall};
use crate::{Chance, Command, Found, Notice, Phase, Stake};
use game::{Person, Refusal};
use money::PlayerId;
use rulebook::{Instrument, Method};

/// The forms, for those who wrote another.
pub(super) const FORMS: &[&str] = &[
    "open",
    "play to the wagers|close|dice|deal|bank|payment|end",
    "PLAYER sits at AREA with AMOUNT",
    "PLAYER sits at AREA with AMOUNT in tokens",
    "PLAYER sits at AREA with AMOUNT and AMOUNT in tokens",
    "dealer opens all hands",
    "dealer pays all",
];

/// More steps than any round takes.
const MOST: usize = 1000;

/// A point of the round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Open,
    Wagers,
    Close,
    Dice,
    Deal,
    Bank,
    Payment,
    Paid,
    End,
}

impl Scene {
    /// Does what such a sentence stands for; `None` if it is another sentence.
    ///
    /// # Errors
    /// Why play cannot go on.
    pub(super) fn several(
        &mut self,
        words: &[Token<'_>],
        out: &mut Vec<String>,
    ) -> Option<Result<(), String>> {
        let (form, caught) = FORMS.iter().find_map(|form| Some((*form, matches(form, words)?)))?;
        let point = match form {
            "open" => Point::Open,
            "dealer opens all hands" => Point::Payment,
            "dealer pays all" => Point::Paid,
            play if play.starts_with("play") => [
                ("wagers", Point::Wagers),
                ("close", Point::Close),
                ("dice", Point::Dice),
                ("deal", Point::Deal),
                ("bank", Point::Bank),
                ("payment", Point::Payment),
            ]
            .into_iter()
            .find(|(word, _)| caught.said(word))
            .map_or(Point::End, |(_, point)| point),
            sits => {
                let player = caught.player(0);
                let area = match self.area(&caught) {
                    Ok(area) => area,
                    Err(error) => return Some(Err(error)),
                };
                let second = if sits.contains("and") { 1 } else { 0 };
                let mut buys = Vec::new();
                for (place, amount) in caught.amounts.iter().enumerate() {
                    let tokens = sits.ends_with("tokens") && place == second;
                    let with = if tokens { Instrument::Tokens } else { Instrument::Chips };
                    let stake = Stake::of(*amount, with);
                    buys.push((self.dealer(), Command::Seat(seat::Command::BuyIn { player, stake })));
                }
                buys.push((Person::Player(player), Command::Seat(seat::Command::Sit { area })));
                for (who, command) in buys {
                    if let Err(refusal) = self.perform(who, &command, out) {
                        out.push(print::refusal(&refusal));
                        break;
                    }
                }
                return Some(Ok(()));
            }
        };
        Some(self.play_to(point, out))
    }

    fn play_to(&mut self, point: Point, out: &mut Vec<String>) -> Result<(), String> {
        for _ in 0..MOST {
            if self.is_at(point) {
                return Ok(());
            }
            let tries = self.next()?;
            let before = self.table.phase;
            self.first(&tries, out).map_err(|refusals| self.stuck(&tries, &refusals))?;
            match (before, self.table.phase) {
                (Phase::Wall, Phase::Set) => self.as_planned()?,
                (Phase::Clear, Phase::Bank) if point == Point::End => return Ok(()),
                (_, _) => {}
            }
        }
        Err("play does not come to that point".to_string())
    }

    /// Whether a point has been reached, or passed.
    fn is_at(&self, point: Point) -> bool {
        let (game, table) = (&self.game, &self.table);
        let bank_lies = || game.bank_split(table).is_some() && !game.unchecked(table, table.bank.chung);
        let hidden = || game.bank_hidden(table) && !table.orders.bank_shown;
        match point {
            Point::Open => table.phase > Phase::Shut,
            Point::Wagers => {
                let owed = table.wall.shuffle_owed || table.wall.laja_owed || table.wall.reshuffle_asked;
                table.phase > Phase::Wall || (table.wall.stacked && !owed)
            }
            Point::Close => table.phase > Phase::Wall || table.cutting.closed,
            Point::Dice => table.phase > Phase::Wall || table.dice.faces.is_some(),
            Point::Deal => table.phase > Phase::Wall,
            Point::Bank => {
                table.phase > Phase::Match || (table.phase == Phase::Match && (bank_lies() || hidden()))
            }
            Point::Payment => {
                table.phase > Phase::Match
                    || (table.phase == Phase::Match
                        && (bank_lies() || hidden())
                        && game.next_to_open(table).is_none())
            }
            Point::Paid => table.phase > Phase::Match,
            Point::End => table.phase == Phase::Closed,
        }
    }

    /// What usually comes next: the first of these that the rules allow.
    fn next(&self) -> Result<Vec<(Person, Command)>, String> {
        let mut tries = Vec::new();
        match self.table.phase {
            Phase::Shut => {
                self.posted(&mut tries);
                self.checks(&mut tries);
            }
            Phase::Bank => {
                self.posted(&mut tries);
                if self.table.tiles.suspect || self.table.tiles.closing {
                    self.checks(&mut tries);
                }
                tries.push((self.dealer(), Command::Bank(bank::Command::DeclineBank)));
                tries.push((self.dealer(), Command::Bank(bank::Command::OfferBank)));
            }
            Phase::Wall => self.wall(&mut tries)?,
            Phase::Set => self.setting(&mut tries)?,
            Phase::Match => {
                self.banks(&mut tries)?;
                self.opening(&mut tries)?;
            }
            Phase::Clear => tries.push((self.dealer(), Command::Settle(settle::Command::FinishRound))),
            Phase::Closed => return Err("the table is closed".to_string()),
        }
        Ok(tries)
    }

    /// Limits whose sign names a time that has come.
    fn posted(&self, tries: &mut Vec<(Person, Command)>) {
        for notice in &self.table.notices {
            if let Notice::Limits { kind, limit, at, .. } = notice
                && *at <= self.now
            {
                let change = Command::Limit(limit::Command::ChangeLimits { kind: *kind, limit: *limit });
                tries.extend(self.supervisors().into_iter().map(|who| (who, change.clone())));
            }
        }
    }

    fn checks(&self, tries: &mut Vec<(Person, Command)>) {
        tries.push((self.dealer(), Command::Table(table::Command::LayOutTiles { found: Found::Whole })));
        tries.extend(
            self.supervisors().into_iter().map(|who| (who, Command::Table(table::Command::CheckTiles))),
        );
        if self.table.phase == Phase::Shut {
            tries.push((self.dealer(), Command::Table(table::Command::OpenTable)));
        }
    }

    fn barred(&self, id: PlayerId) -> bool {
        self.table.player(id).is_none_or(|player| player.barred)
    }

    fn banker(&self) -> Option<Person> {
        let banks = self.table.bank.method != Method::House;
        self.table.speaks().filter(|_| banks).map(Person::Player)
    }

    fn wall(&self, tries: &mut Vec<(Person, Command)>) -> Result<(), String> {
        let table = &self.table;
        let dealer = self.dealer();
        if !table.wall.stacked || table.wall.shuffle_owed || table.wall.reshuffle_asked {
            tries.push((dealer, Command::Wall(wall::Command::Shuffle { order: plan::usual(self)? })));
            return Ok(());
        }
        if table.wall.laja_owed {
            tries.push((dealer, Command::Wall(wall::Command::DoLaja { order: plan::usual(self)? })));
            return Ok(());
        }
        let banker = self.banker();
        if let (Some(value), Some(banker), false) = (self.plan.steal, banker, table.dice.stolen) {
            tries.push((banker, Command::Dice(dice::Command::Steal { value })));
        }
        tries.push((dealer, Command::Wager(wager::Command::CloseBets)));
        let barred = banker.and_then(|who| who.player()).is_some_and(|id| self.barred(id));
        let shaker = table.named_shaker().map(Person::Player);
        tries.extend(
            shaker
                .into_iter()
                .chain([dealer])
                .chain(banker)
                .map(|who| (who, Command::Dice(dice::Command::Shake))),
        );
        if table.cutting.named.is_none() {
            let deal = self.plan.deal(self)?;
            let (cut, orientation) = deal.cut;
            let name = Command::Cut(cut::Command::NameCut { cut, orientation });
            if let Some(banker) = banker.filter(|_| !table.cutting.declined) {
                let answer = if self.plan.cut.is_some() {
                    name.clone()
                } else {
                    Command::Cut(cut::Command::DeclineCut)
                };
                let who = if barred { dealer } else { banker };
                tries.push((who, if barred { Command::Cut(cut::Command::DeclineCut) } else { answer }));
            }
            tries.push((dealer, name.clone()));
            tries.extend(self.supervisors().into_iter().map(|who| (who, name.clone())));
        }
        tries.push((dealer, Command::Dice(dice::Command::ShowDice { faces: Some(self.plan.faces(self)) })));
        tries.push((dealer, Command::Hand(hand::Command::Deal { order: plan::drawn(self)? })));
        Ok(())
    }

    fn is_keyed(&self) -> bool {
        self.game.setup.chance == Chance::Keyed
    }

    /// What the plan has for an area, where the engine does not know.
    fn planned(&self, area: u8) -> Result<Option<[tiles::Tile; 4]>, String> {
        if !self.is_keyed() {
            return Ok(None);
        }
        Ok(self.plan.deal(self)?.hand(area))
    }

    /// A player who looks at an area and sets it.
    fn sets(&self, who: Person, area: u8, tries: &mut Vec<(Person, Command)>) {
        let Some(hand) = self.table.area(area).and_then(|area| area.hand.as_ref()) else { return };
        if !hand.plays() || hand.set.is_some() || hand.asked || hand.blind {
            return;
        }
        if who.player().is_none_or(|id| self.barred(id)) {
            // Who is barred, or gone, sets nothing any more.
            let direct = Command::Hand(hand::Command::DirectHouseWay { area });
            tries.extend(self.supervisors().into_iter().map(|who| (who, direct.clone())));
        }
        if !hand.looked {
            tries.push((who, Command::Hand(hand::Command::Look { area })));
        } else if let Some(tiles) = hand.known().filter(|_| !self.is_keyed()) {
            tries.push((
                who,
                Command::Hand(hand::Command::SetHand { area, two: self.game.house_way(tiles).low }),
            ));
        } else {
            tries.push((who, Command::Hand(hand::Command::LayDown { area })));
        }
    }

    /// The dealer sets an area, real tiles being turned up before.
    fn dealer_sets(&self, area: u8, tries: &mut Vec<(Person, Command)>) -> Result<(), String> {
        let dealer = self.dealer();
        let Some(hand) = self.table.area(area).and_then(|area| area.hand.as_ref()) else { return Ok(()) };
        if hand.plays() && hand.set.is_none() && self.game.dealers(&self.table, area) {
            if hand.known().is_none()
                && let Some(tiles) = self.planned(area)?
            {
                tries.push((dealer, Command::Hand(hand::Command::TurnUp { area, tiles })));
            }
            tries.push((dealer, Command::Hand(hand::Command::SetHouseWay { area, two: None })));
        }
        if self.game.unchecked(&self.table, area) {
            tries.extend(
                self.supervisors()
                    .into_iter()
                    .map(|who| (who, Command::Hand(hand::Command::CheckHouseWay { area }))),
            );
        }
        Ok(())
    }

    fn setting(&self, tries: &mut Vec<(Person, Command)>) -> Result<(), String> {
        let areas: Vec<u8> = self.table.from_chung().collect();
        for area in &areas {
            if let Some(caller) = self.table.area(*area).and_then(|area| area.caller) {
                self.sets(Person::Player(caller), *area, tries);
            }
        }
        for area in areas {
            self.dealer_sets(area, tries)?;
        }
        tries.push((self.dealer(), Command::Settle(settle::Command::LiftChung)));
        self.banks(tries)
    }

    /// The bank's hand: set, checked, confirmed, shown.
    fn banks(&self, tries: &mut Vec<(Person, Command)>) -> Result<(), String> {
        let area = self.table.bank.chung;
        let hand = self.table.area(area).and_then(|area| area.hand.as_ref());
        let banker = self.banker().filter(|_| self.table.bank.method == Method::Player);
        if let Some(banker) = banker {
            self.sets(banker, area, tries);
        }
        if !self.game.bank_hidden(&self.table) || self.table.orders.bank_shown {
            if let Some(hand) = hand.filter(|hand| hand.known().is_none())
                && (hand.set.is_some() || self.game.dealers(&self.table, area))
                && let Some(tiles) = self.planned(area)?
            {
                let split = self.game.house_way(tiles);
                tries.push((
                    self.dealer(),
                    Command::Hand(hand::Command::TurnUp { area, tiles: split.tiles() }),
                ));
            }
            self.dealer_sets(area, tries)?;
        }
        if let Some(banker) = self.banker() {
            tries.push((banker, Command::Settle(settle::Command::ConfirmBank)));
            if banker.player().is_some_and(|id| self.barred(id)) {
                tries.extend(
                    self.supervisors()
                        .into_iter()
                        .map(|who| (who, Command::Settle(settle::Command::ConfirmBank))),
                );
            }
        }
        if !self.table.orders.bank_shown && self.table.phase == Phase::Set {
            tries.push((self.dealer(), Command::Settle(settle::Command::ShowBank)));
        }
        Ok(())
    }

    fn opening(&self, tries: &mut Vec<(Person, Command)>) -> Result<(), String> {
        let dealer = self.dealer();
        let Some(area) = self.game.next_to_open(&self.table) else {
            tries.push((dealer, Command::Settle(settle::Command::Pay)));
            if !self.table.orders.bank_shown {
                // A Bonus that hangs on the bank's hand has it shown.
                tries.push((dealer, Command::Settle(settle::Command::ShowBank)));
            }
            return Ok(());
        };
        self.dealer_sets(area, tries)?;
        let hand = self.table.area(area).and_then(|area| area.hand.as_ref());
        let mut lie = None;
        if hand.is_some_and(|hand| hand.split.is_none()) {
            lie = self.planned(area)?.map(|tiles| self.game.house_way(tiles).tiles());
        }
        tries.push((dealer, Command::Settle(settle::Command::OpenHand { lie })));
        if !self.table.orders.bank_shown {
            // Somebody asked to see the bank before any hand is opened.
            tries.push((dealer, Command::Settle(settle::Command::ShowBank)));
        }
        Ok(())
    }

    /// Why play does not go on: the step that comes next and why it is refused. What has happened already, and
    /// what is only somebody else's to do, is left out.
    fn stuck(&self, tries: &[(Person, Command)], refusals: &[Refusal]) -> String {
        let done = |code: &str| {
            let past = [
                "wager.closed",
                "dice.shaken",
                "dice.not_shaken",
                "cut.named",
                "set.looked",
                "set.final",
                "bank.shown",
                "bank.not_offered",
            ];
            let others =
                ["dice.not_shaker", "dice.other_shaker", "cut.bankers", "cut.not_asked", "set.not_asked"];
            code.starts_with("person.") || past.contains(&code) || others.contains(&code)
        };
        let all = || tries.iter().zip(refusals);
        match all().find(|(_, refusal)| !done(refusal.code)).or_else(|| all().next()) {
            Some(((who, command), refusal)) => {
                let said = format!("{} {}", self.name(*who), super::say::sentence(command));
                format!("play cannot go on: \"{said}\" is refused, {refusal}")
            }
            None => "play cannot go on: nothing is left to do".to_string(),
        }
    }
}
