//! What goes wrong with tiles: exposed, misdealt, knocked over, missing, foreign; areas taken out.
//!
//! Clauses: star-2016 15; vcga-2000 14; crown-6.1 12; uk-leaflet B6, B23, B24.

mod void;

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::mishap::Command;
use crate::event::mishap;
use crate::reads::MisdealUntil;
use crate::rules::cite;
use crate::{Cause, Misdealt, Phase, Setter, Step};
use game::{Cites, Refusal};
use rulebook::{Cited, LeftUnset, Method, Misdeal, Power};
use tiles::Tile;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::ReportExposed { area, which, tiles, by_dealer } => {
            turn.report_exposed(*area, *which, tiles, *by_dealer)
        }
        Command::VoidOwn { area } => turn.void_own(*area),
        Command::ReportMisdeal { what } => turn.report_misdeal(*what),
        Command::ReportKnocked { area } => turn.report_knocked(*area),
        Command::ReportSetWrong => turn.report_set_wrong(),
        Command::VoidRound { ground, forfeits } => turn.void_round(*ground, *forfeits),
        Command::VoidHand { area } => turn.void_hand(*area),
    }
}

impl Turn<'_> {
    pub(crate) fn report_exposed(&self, number: u8, which: u8, tiles: &[Tile], by_dealer: bool) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Set], "reporting exposed tiles")?;
        // Tiles of an area that nobody plays can be seen too, though nothing follows from it.
        let dealt = self.area(number)?.hand.as_ref();
        let Some(hand) = dealt.filter(|hand| hand.plays() || hand.unused) else {
            return Err(plain("hand.none", format!("area {number} has no tiles in play")));
        };
        if which == 0 || which > 15 {
            return Err(plain("tiles.which", "the tiles of an area are 1 to 4, and one at least is exposed"));
        }
        if let Some(place) = (0..4).find(|place| (which & hand.shown) >> place & 1 == 1) {
            let message = format!("tile {} of area {number} has been seen already", place + 1);
            return Err(plain("tiles.which", message));
        }
        // Tiles that the engine knows need not be keyed in; the others have to be.
        let mut faces = [None; 4];
        let places = (0..4).filter(|place| which >> place & 1 == 1);
        let unknown: Vec<usize> = places.clone().filter(|place| hand.tiles[*place].is_none()).collect();
        places.for_each(|place| faces[place] = hand.tiles[place]);
        if self.rules.setup.chance.is_known()
            && let Some(tile) = tiles.first()
        {
            let message = format!("area {number} does not have tile {tile}");
            return Err(plain("tiles.which", message));
        }
        if tiles.len() != unknown.len() {
            let message = format!(
                "{} named, and {} of the exposed not known",
                tiles_in_all(tiles.len()),
                unknown.len()
            );
            return Err(plain("tiles.count", message));
        }
        let mut known = self.state.clone();
        for (place, tile) in unknown.into_iter().zip(tiles) {
            let tile = self.at(&known).one_keyed(*tile)?;
            faces[place] = Some(tile);
            if let Some(hand) = known.area_mut(number).and_then(|area| area.hand.as_mut()) {
                hand.tiles[place] = Some(tile);
            }
        }
        let bank = number == self.state.bank.chung;
        let rule = self.exposed_rule(number);
        let someone = match bank {
            // A co-bank's tiles are the player-banker's too.
            true => self.state.bank.method != Method::House,
            false => hand.plays() && self.tiles_of(number).is_some(),
        };
        // What others exposed does not count towards what the dealer did.
        let enough = rule.is_some_and(|rule| (hand.exposed | which).count_ones() >= u32::from(rule.value));
        // Whoever left the hand to the dealer has seen nothing of it, whether it is set or not.
        let unseen = !hand.looked && !hand.touched && hand.set != Some(Setter::Player);
        let voidable = by_dealer && enough && someone && unseen;
        let what = mishap::What::TilesExposed { area: number, which, tiles: faces, voidable, by_dealer };
        let mut event = self.event(what);
        if bank && rule.is_none() {
            // The House's, also in a co-bank that is read so.
            event.cites = self.rules.step_under(Method::House, Step::TilesExposed);
        }
        match rule {
            // Tiles that nobody plays should not have been seen, and no remedy is about them.
            _ if !hand.plays() => event.cites = self.step(Step::Retrieved),
            Some(rule) if by_dealer && !enough => event.cites = cite(rule),
            Some(rule) if by_dealer || !bank => event.cites = self.rules.clauses_of(&rule.clauses),
            _ => {}
        }
        if bank && self.state.bank.method == Method::CoBank {
            event.cites = event.cites.and(&self.rules.reads.exposed_co_bank);
        }
        Ok(vec![event])
    }

    /// What exposed tiles lead to on an area: a player's hand, or that of a player who banks.
    pub(crate) fn exposed_rule(&self, number: u8) -> Option<&Cited<u8>> {
        let rules = &self.rules.book.mishap;
        match number == self.state.bank.chung {
            true if self.state.bank.method == Method::House => None,
            true if self.state.bank.method == Method::CoBank && self.rules.reads.co_bank_house => None,
            true => rules.exposed_bank_tiles.as_ref(),
            false => rules.exposed_tiles.as_ref(),
        }
    }

    /// What the book says of exposed tiles of an area: of a player's, or of those that the dealer exposed of a
    /// banker's; for a banker's own doing and for the House's, what it says of the bank's.
    pub(crate) fn exposed_by(&self, number: u8, by_dealer: bool) -> Cites {
        let bank = number == self.state.bank.chung;
        let rule = self.exposed_rule(number).filter(|_| by_dealer || !bank);
        rule.map_or_else(|| self.says(Step::TilesExposed), |rule| self.rules.clauses_of(&rule.clauses))
    }

    /// One tile as keyed in, told apart from its twin.
    fn one_keyed(&self, tile: Tile) -> Result<Tile, Refusal> {
        let used = |tile: Tile| {
            self.state
                .areas
                .iter()
                .flat_map(|area| area.hand.iter())
                .any(|hand| hand.tiles.contains(&Some(tile)))
        };
        if !used(tile) {
            return Ok(tile);
        }
        let twin = Tile::new(tile.rank(), 1 - tile.copy());
        if twin.face() == tile.face() && !used(twin) {
            return Ok(twin);
        }
        let message = format!("tile {tile} has been turned up as often as a set has it");
        Err(Refusal::new("tiles.too_many", self.says(Step::TheSet), message))
    }

    pub(crate) fn report_misdeal(&self, what: Misdealt) -> Decided {
        let rule = &self.rules.book.mishap.misdeal;
        self.dealer()?;
        let handled = self.state.areas.iter().any(|area| {
            area.hand
                .as_ref()
                .is_some_and(|hand| hand.looked || hand.asked || (hand.set.is_some() && !hand.unused))
        });
        // No hand of three or five tiles can be matched (reading `wrong-number`).
        let unplayable = handled && what == Misdealt::WrongNumber && self.state.phase != Phase::Clear;
        let beyond = what == Misdealt::Beyond || unplayable && !self.rules.reads.wrong_number_played;
        if rule.value != Misdeal::Reconstruct || beyond {
            self.power_or_last_word(Power::VoidMisdeal)?;
        }
        self.phase(&[Phase::Set, Phase::Match, Phase::Clear], "a misdeal")?;
        // The bank's four tiles lie open, though it was not their turn.
        let bank = self.state.area(self.state.bank.chung).and_then(|area| area.hand.as_ref());
        let early = !self.state.orders.bank_shown && bank.is_some_and(|hand| hand.shown == 15);
        let open_early = early && self.rules.reads.open_early;
        let played_out = match rule.value {
            Misdeal::Reconstruct => handled && (what == Misdealt::Beyond || !beyond),
            Misdeal::Void => match self.rules.reads.misdeal_until {
                MisdealUntil::Shown => self.state.orders.bank_shown || self.state.phase == Phase::Clear,
                MisdealUntil::Paid => self.state.phase == Phase::Clear,
                MisdealUntil::PutAway => false,
            },
            Misdeal::VoidUntilShown => self.state.orders.bank_shown || open_early,
        };
        let mut events = vec![self.because(mishap::What::Misdealt { what, played_out }, rule)];
        if what != Misdealt::WrongNumber {
            events[0].cites = events[0].cites.and(&self.rules.reads.misdeal_else);
        }
        if unplayable && rule.value == Misdeal::Reconstruct {
            events[0].cites = events[0].cites.and(&self.rules.reads.wrong_number);
        }
        let late = self.state.orders.bank_shown || self.state.phase == Phase::Clear;
        if late && rule.value == Misdeal::Void {
            events[0].cites = events[0].cites.and(&self.rules.reads.misdeal_late);
        }
        if early && rule.value == Misdeal::VoidUntilShown {
            events[0].cites = events[0].cites.and(&self.rules.reads.misdeal_exposed);
        }
        if played_out {
            return Ok(events);
        }
        if rule.value == Misdeal::Reconstruct && !beyond {
            events.push(self.event(mishap::What::DealRebuilt));
        } else {
            events.extend(self.voids_round(Cause::Misdeal, None));
        }
        Ok(events)
    }

    pub(crate) fn report_knocked(&self, number: u8) -> Decided {
        let rule = &self.rules.book.mishap.knocked;
        let clauses = match rule.value {
            LeftUnset::HouseWay => {
                self.dealer()?;
                cite(rule)
            }
            LeftUnset::NotSaid => self.last_word("having a hand set that was knocked over")?,
        };
        // Where the book names no moment, a set hand can be knocked over from then on.
        let times: &[Phase] = match rule.value {
            LeftUnset::HouseWay => &[Phase::Match],
            LeftUnset::NotSaid => &[Phase::Set, Phase::Match],
        };
        self.phase(times, "a hand knocked over")?;
        let hand = self.hand(number)?;
        let refuse = |code, is: &str| {
            Err(Refusal::new(code, clauses.clone(), format!("the hand of area {number} is {is}")))
        };
        if number == self.state.bank.chung {
            return refuse("area.banks", "the bank's, and lies as it was set");
        }
        if hand.opened {
            let message = format!("the hand of area {number} is open, and its result is known");
            return Err(Refusal::new("hand.open", clauses.and(&self.rules.reads.knocked_open), message));
        }
        if hand.set.is_none() {
            return refuse("set.not_set", "not set");
        }
        let mut event = self.event(mishap::What::HandKnocked { area: number });
        event.cites = clauses;
        Ok(vec![event])
    }

    pub(crate) fn report_set_wrong(&self) -> Decided {
        let rule = self.rules.book.mishap.foreign_tile_voids.as_ref();
        let clauses = match rule {
            Some(rule) => {
                self.dealer()?;
                cite(rule)
            }
            None => self.last_word("finding a tile missing or foreign")?,
        };
        self.phase(
            &[Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear],
            "a missing or foreign tile",
        )?;
        if let Some(offer) = self.state.bank.offer {
            let message = format!("the bank is offered to {}, who has not answered", offer.player);
            return Err(self.unanswered(message));
        }
        if self.state.tiles.suspect {
            return Err(plain("tiles.suspect", "the set of tiles is to be checked already"));
        }
        let mut event = self.event(mishap::What::SetWrong);
        event.cites = clauses;
        let paid = self.state.phase == Phase::Clear;
        if paid {
            event.cites = event.cites.and(&self.rules.reads.tile_when_paid);
        }
        let mut events = vec![event];
        if self.state.phase != Phase::Bank && (!paid || self.rules.reads.tile_voids_paid) {
            // All money of the round goes back, also what was taken and paid.
            events.extend(self.voids_round(Cause::Tiles, None));
        }
        Ok(events)
    }
}

/// So many tiles, in words.
fn tiles_in_all(count: usize) -> String {
    if count == 1 { "1 tile is".to_string() } else { format!("{count} tiles are") }
}
