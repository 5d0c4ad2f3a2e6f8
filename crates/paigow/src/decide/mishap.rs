//! What goes wrong with tiles: exposed, misdealt, knocked over, missing, foreign; areas taken out.
//!
//! Clauses: star-2016 15; vcga-2000 14; crown-6.1 12; uk-leaflet B6, B23, B24.

mod void;

use super::Decided;
use super::guard::plain;
use crate::command::mishap::Command;
use crate::event::mishap;
use crate::rules::cite;
use crate::{Cause, Misdealt, PaiGow, Phase, Setter, State, Step};
use game::{Cites, Context, Refusal};
use rulebook::{Cited, LeftUnset, Method, Misdeal, Power};
use tiles::Tile;

/// What a command of this topic leads to.
pub(super) fn decide(game: &PaiGow, table: &State, ctx: &Context, command: &Command) -> Decided {
    match command {
        Command::ReportExposed { area, which, tiles, by_dealer } => {
            game.report_exposed(table, ctx, *area, *which, tiles, *by_dealer)
        }
        Command::VoidOwn { area } => game.void_own(table, ctx, *area),
        Command::ReportMisdeal { what } => game.report_misdeal(table, ctx, *what),
        Command::ReportKnocked { area } => game.report_knocked(table, ctx, *area),
        Command::ReportSetWrong => game.report_set_wrong(table, ctx),
        Command::VoidRound { ground, forfeits } => game.void_round(table, ctx, *ground, *forfeits),
        Command::VoidHand { area } => game.void_hand(table, ctx, *area),
    }
}

impl PaiGow {
    pub(crate) fn report_exposed(
        &self,
        table: &State,
        ctx: &Context,
        number: u8,
        which: u8,
        tiles: &[Tile],
        by_dealer: bool,
    ) -> Decided {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Set], "reporting exposed tiles")?;
        // Tiles of an area that nobody plays can be seen too, though nothing follows from it.
        let dealt = self.area(table, number)?.hand.as_ref();
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
        if tiles.len() != unknown.len() || (self.setup.chance.is_known() && !tiles.is_empty()) {
            let unknown = if self.setup.chance.is_known() { 0 } else { unknown.len() };
            let message =
                format!("{} named, and {unknown} of the exposed not known", tiles_in_all(tiles.len()));
            return Err(plain("tiles.count", message));
        }
        let mut known = table.clone();
        for (place, tile) in unknown.into_iter().zip(tiles) {
            let tile = self.one_keyed(&known, *tile)?;
            faces[place] = Some(tile);
            if let Some(hand) = known.area_mut(number).and_then(|area| area.hand.as_mut()) {
                hand.tiles[place] = Some(tile);
            }
        }
        let bank = number == table.bank.chung;
        let rule = self.exposed_rule(table, number);
        let someone = match bank {
            // A co-bank's tiles are the player-banker's too.
            true => table.bank.method != Method::House,
            false => hand.plays() && self.tiles_of(table, number).is_some(),
        };
        // What others exposed does not count towards what the dealer did.
        let enough = rule.is_some_and(|rule| (hand.exposed | which).count_ones() >= u32::from(rule.value));
        // Whoever left the hand to the dealer has seen nothing of it, whether it is set or not.
        let unseen = !hand.looked && !hand.touched && hand.set != Some(Setter::Player);
        let voidable = by_dealer && enough && someone && unseen;
        let what = mishap::What::TilesExposed { area: number, which, tiles: faces, voidable, by_dealer };
        let mut event = self.event(table, what);
        if bank && rule.is_none() {
            // The House's, also in a co-bank that is read so.
            event.cites = self.step_under(Method::House, Step::TilesExposed);
        }
        match rule {
            // Tiles that nobody plays should not have been seen, and no remedy is about them.
            _ if !hand.plays() => event.cites = self.step(table, Step::Retrieved),
            Some(rule) if by_dealer && !enough => event.cites = cite(rule),
            Some(rule) if by_dealer || !bank => event.cites = self.clauses_of(&rule.clauses),
            _ => {}
        }
        if bank && table.bank.method == Method::CoBank {
            event.cites = event.cites.and(&self.reads.exposed_co_bank);
        }
        Ok(vec![event])
    }

    /// What exposed tiles lead to on an area: a player's hand, or that of a player who banks.
    pub(crate) fn exposed_rule(&self, table: &State, number: u8) -> Option<&Cited<u8>> {
        let rules = &self.rules.mishap;
        match number == table.bank.chung {
            true if table.bank.method == Method::House => None,
            true if table.bank.method == Method::CoBank && self.reads.co_bank_house => None,
            true => rules.exposed_bank_tiles.as_ref(),
            false => rules.exposed_tiles.as_ref(),
        }
    }

    /// What the book says of exposed tiles of an area: of a player's, or of those that the dealer exposed of a
    /// banker's; for a banker's own doing and for the House's, what it says of the bank's.
    pub(crate) fn exposed_by(&self, table: &State, number: u8, by_dealer: bool) -> Cites {
        let bank = number == table.bank.chung;
        let rule = self.exposed_rule(table, number).filter(|_| by_dealer || !bank);
        rule.map_or_else(|| self.says(table, Step::TilesExposed), |rule| self.clauses_of(&rule.clauses))
    }

    /// One tile as keyed in, told apart from its twin.
    fn one_keyed(&self, table: &State, tile: Tile) -> Result<Tile, Refusal> {
        let used = |tile: Tile| {
            table.areas.iter().flat_map(|area| area.hand.iter()).any(|hand| hand.tiles.contains(&Some(tile)))
        };
        if !used(tile) {
            return Ok(tile);
        }
        let twin = Tile::new(tile.rank(), 1 - tile.copy());
        if twin.face() == tile.face() && !used(twin) {
            return Ok(twin);
        }
        let message = format!("tile {tile} has been turned up as often as a set has it");
        Err(Refusal::new("tiles.too_many", self.says(table, Step::TheSet), message))
    }

    pub(crate) fn report_misdeal(&self, table: &State, ctx: &Context, what: Misdealt) -> Decided {
        let rule = &self.rules.mishap.misdeal;
        self.dealer(ctx)?;
        let handled = table.areas.iter().any(|area| {
            area.hand
                .as_ref()
                .is_some_and(|hand| hand.looked || hand.asked || (hand.set.is_some() && !hand.unused))
        });
        // No hand of three or five tiles can be matched (reading `wrong-number`).
        let unplayable = handled && what == Misdealt::WrongNumber && table.phase != Phase::Clear;
        let beyond = what == Misdealt::Beyond || unplayable && !self.reads.wrong_number_played;
        if rule.value != Misdeal::Reconstruct || beyond {
            self.power_or_last_word(ctx, Power::VoidMisdeal)?;
        }
        self.phase(table, &[Phase::Set, Phase::Match, Phase::Clear], "a misdeal")?;
        // The bank's four tiles lie open, though it was not their turn.
        let bank = table.area(table.bank.chung).and_then(|area| area.hand.as_ref());
        let early = !table.orders.bank_shown && bank.is_some_and(|hand| hand.shown == 15);
        let open_early = early && self.reads.open_early;
        let played_out = match rule.value {
            Misdeal::Reconstruct => handled && (what == Misdealt::Beyond || !beyond),
            Misdeal::Void => false,
            Misdeal::VoidUntilShown => table.orders.bank_shown || open_early,
        };
        let mut events = vec![self.because(table, mishap::What::Misdealt { what, played_out }, rule)];
        if what != Misdealt::WrongNumber {
            events[0].cites = events[0].cites.and(&self.reads.misdeal_else);
        }
        if unplayable && rule.value == Misdeal::Reconstruct {
            events[0].cites = events[0].cites.and(&self.reads.wrong_number);
        }
        if early && rule.value == Misdeal::VoidUntilShown {
            events[0].cites = events[0].cites.and(&self.reads.misdeal_exposed);
        }
        if played_out {
            return Ok(events);
        }
        if rule.value == Misdeal::Reconstruct && !beyond {
            events.push(self.event(table, mishap::What::DealRebuilt));
        } else {
            events.extend(self.voids_round(table, Cause::Misdeal, None));
        }
        Ok(events)
    }

    pub(crate) fn report_knocked(&self, table: &State, ctx: &Context, number: u8) -> Decided {
        let rule = &self.rules.mishap.knocked;
        let clauses = match rule.value {
            LeftUnset::HouseWay => {
                self.dealer(ctx)?;
                cite(rule)
            }
            LeftUnset::NotSaid => self.last_word(ctx, "having a hand set that was knocked over")?,
        };
        // Where the book names no moment, a set hand can be knocked over from then on.
        let times: &[Phase] = match rule.value {
            LeftUnset::HouseWay => &[Phase::Match],
            LeftUnset::NotSaid => &[Phase::Set, Phase::Match],
        };
        self.phase(table, times, "a hand knocked over")?;
        let hand = self.hand(table, number)?;
        let refuse = |code, is: &str| {
            Err(Refusal::new(code, clauses.clone(), format!("the hand of area {number} is {is}")))
        };
        if number == table.bank.chung {
            return refuse("hand.open", "the bank's");
        }
        if hand.opened {
            let message = format!("the hand of area {number} is open, and its result is known");
            return Err(Refusal::new("hand.open", clauses.and(&self.reads.knocked_open), message));
        }
        if hand.set.is_none() {
            return refuse("set.not_set", "not set");
        }
        let mut event = self.event(table, mishap::What::HandKnocked { area: number });
        event.cites = clauses;
        Ok(vec![event])
    }

    pub(crate) fn report_set_wrong(&self, table: &State, ctx: &Context) -> Decided {
        let rule = self.rules.mishap.foreign_tile_voids.as_ref();
        let clauses = match rule {
            Some(rule) => {
                self.dealer(ctx)?;
                cite(rule)
            }
            None => self.last_word(ctx, "finding a tile missing or foreign")?,
        };
        self.phase(
            table,
            &[Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear],
            "a missing or foreign tile",
        )?;
        if let Some(offer) = table.bank.offer {
            let message = format!("the bank is offered to {}, who has not answered", offer.player);
            return Err(self.unanswered(table, message));
        }
        if table.tiles.suspect {
            return Err(plain("tiles.suspect", "the set of tiles is to be checked already"));
        }
        let mut event = self.event(table, mishap::What::SetWrong);
        event.cites = clauses;
        let paid = table.phase == Phase::Clear;
        if paid {
            event.cites = event.cites.and(&self.reads.tile_when_paid);
        }
        let mut events = vec![event];
        if table.phase != Phase::Bank && (!paid || self.reads.tile_voids_paid) {
            // All money of the round goes back, also what was taken and paid.
            events.extend(self.voids_round(table, Cause::Tiles, None));
        }
        Ok(events)
    }
}

/// So many tiles, in words.
fn tiles_in_all(count: usize) -> String {
    if count == 1 { "1 tile is".to_string() } else { format!("{count} tiles are") }
}
