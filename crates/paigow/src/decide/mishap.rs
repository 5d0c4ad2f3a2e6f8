//! What goes wrong with tiles: exposed, misdealt, knocked over, missing, foreign; areas taken out.
//!
//! Clauses: star-2016 15; vcga-2000 14; crown-6.1 12; uk-leaflet B6, B23, B24.

use super::Answer;
use super::guard::{of_act, plain};
use crate::rules::cite;
use crate::{Cause, Event, Misdealt, PaiGow, Phase, Setter, Step, Table, What, Why};
use game::{Cites, Context, Refusal};
use money::PlayerId;
use rulebook::{Cited, LeftUnset, Method, Misdeal, Power, area_of_total};
use tiles::Tile;

impl PaiGow {
    pub(super) fn report_exposed(
        &self,
        table: &Table,
        ctx: &Context,
        number: u8,
        which: u8,
        tiles: &[Tile],
        by_dealer: bool,
    ) -> Answer {
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
        let what = What::TilesExposed { area: number, which, tiles: faces, voidable, by_dealer };
        let mut event = self.event(table, what);
        if bank && rule.is_none() {
            // The House's, also in a co-bank that is read so.
            event.clauses = self.step_under(Method::House, Step::TilesExposed);
        }
        match rule {
            // Tiles that nobody plays should not have been seen, and no remedy is about them.
            _ if !hand.plays() => event.clauses = self.step(table, Step::Retrieved),
            Some(rule) if by_dealer && !enough => event.clauses = cite(rule),
            Some(rule) if by_dealer || !bank => event.clauses = self.clauses_of(&rule.clauses),
            _ => {}
        }
        if bank && table.bank.method == Method::CoBank {
            event.clauses = event.clauses.and(&self.reads.exposed_co_bank);
        }
        Ok(vec![event])
    }

    /// What exposed tiles lead to on an area: a player's hand, or that of a player who banks.
    pub(super) fn exposed_rule(&self, table: &Table, number: u8) -> Option<&Cited<u8>> {
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
    pub(super) fn exposed_by(&self, table: &Table, number: u8, by_dealer: bool) -> Cites {
        let bank = number == table.bank.chung;
        let rule = self.exposed_rule(table, number).filter(|_| by_dealer || !bank);
        rule.map_or_else(|| self.says(table, Step::TilesExposed), |rule| self.clauses_of(&rule.clauses))
    }

    /// One tile as keyed in, told apart from its twin.
    fn one_keyed(&self, table: &Table, tile: Tile) -> Result<Tile, Refusal> {
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

    pub(super) fn report_misdeal(&self, table: &Table, ctx: &Context, what: Misdealt) -> Answer {
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
        let mut events = vec![self.because(table, What::Misdealt { what, played_out }, rule)];
        if what != Misdealt::WrongNumber {
            events[0].clauses = events[0].clauses.and(&self.reads.misdeal_else);
        }
        if unplayable && rule.value == Misdeal::Reconstruct {
            events[0].clauses = events[0].clauses.and(&self.reads.wrong_number);
        }
        if early && rule.value == Misdeal::VoidUntilShown {
            events[0].clauses = events[0].clauses.and(&self.reads.misdeal_exposed);
        }
        if played_out {
            return Ok(events);
        }
        if rule.value == Misdeal::Reconstruct && !beyond {
            events.push(self.event(table, What::DealRebuilt));
        } else {
            events.extend(self.voids_round(table, Cause::Misdeal, None));
        }
        Ok(events)
    }

    pub(super) fn report_knocked(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
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
        let mut event = self.event(table, What::HandKnocked { area: number });
        event.clauses = clauses;
        Ok(vec![event])
    }

    pub(super) fn report_set_wrong(&self, table: &Table, ctx: &Context) -> Answer {
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
        let mut event = self.event(table, What::SetWrong);
        event.clauses = clauses;
        let paid = table.phase == Phase::Clear;
        if paid {
            event.clauses = event.clauses.and(&self.reads.tile_when_paid);
        }
        let mut events = vec![event];
        if table.phase != Phase::Bank && (!paid || self.reads.tile_voids_paid) {
            // All money of the round goes back, also what was taken and paid.
            events.extend(self.voids_round(table, Cause::Tiles, None));
        }
        Ok(events)
    }

    pub(super) fn decide_removal(&self, table: &Table, ctx: &Context) -> Answer {
        self.power(ctx, Power::RemoveArea)?;
        let times = [Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear];
        self.phase(table, &times, "taking an area out")?;
        let rule = &self.rules.mishap.removal_layouts;
        let refuse = |code, message: String| Err(Refusal::new(code, cite(rule), message));
        if !rule.value.contains(&self.layout) {
            return refuse("area.no_removal", format!("no area is taken out on layout {}", self.layout));
        }
        if table.bank.method != Method::House {
            return refuse("area.not_house", "an area is taken out only while the House banks".to_string());
        }
        if table.orders.removal {
            let clauses = self.says(table, Step::RemovalDecided);
            return Err(Refusal::new("area.no_change", clauses, "an area is to be taken out already"));
        }
        let off = |n: &u8| table.area(*n).is_some_and(|area| area.off);
        if let Some(off) = (1..=self.areas).find(off) {
            let message = format!(
                "area {off} is out of play already, and an area is taken out only while all are in play"
            );
            return refuse("area.off", message);
        }
        let house = table.bank.chung;
        let idle = (1..=self.areas).find(|n| {
            // Between rounds it is the last one that was suspicious.
            let played = match table.phase {
                Phase::Bank => table.area(*n).is_some_and(|area| !area.last_players.is_empty()),
                _ => table.wagers.iter().any(|w| w.area == *n && !w.kind.on_dice()),
            };
            *n != house && !played
        });
        if let Some(idle) = idle {
            return refuse(
                "area.idle",
                format!("nobody plays area {idle}, and an area is taken out only while all are played"),
            );
        }
        let what = What::RemovalDecided;
        let mut events = vec![self.because(table, what.clone(), rule)];
        events.extend(self.tell(table, &self.rules.notice.area_removed_told_to.value, &what));
        Ok(events)
    }

    /// Whether the dealer may draw an area to take out, whichever it is.
    pub(super) fn may_draw_removal(&self, table: &Table, ctx: &Context) -> Result<(), Refusal> {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Bank], "drawing an area")?;
        if table.tiles.closing {
            return Err(plain("closing.closing", "play has ended"));
        }
        if !table.orders.removal {
            let clauses = self.drawn_by(table);
            return Err(Refusal::new("area.not_decided", clauses, "no area is to be taken out"));
        }
        Ok(())
    }

    /// How an area that is taken out is drawn, or why none is.
    fn drawn_by(&self, table: &Table) -> Cites {
        let said = self.says(table, Step::AreaRemoved);
        if said.is_empty() { cite(&self.rules.mishap.removal_layouts) } else { said }
    }

    pub(super) fn draw_removal(&self, table: &Table, ctx: &Context, boxes: Option<[u8; 3]>) -> Answer {
        self.may_draw_removal(table, ctx)?;
        let Some(boxes) = boxes else {
            return Err(Refusal::no_chance(self.drawn_by(table), "what the box dice show"));
        };
        let faces = crate::Faces { boxes, cut: None, big_small: None };
        let count = usize::from(self.rules.dice.box_dice.value);
        let sound =
            boxes[..count].iter().all(|f| (1..=6).contains(f)) && boxes[count..].iter().all(|f| *f == 0);
        if !sound {
            let shown: Vec<String> =
                boxes.iter().filter(|face| **face != 0).map(ToString::to_string).collect();
            let dice = if count == 1 { "box die" } else { "box dice" };
            let message = format!("the dice show {}, and {count} {dice} of 1 to 6 count", shown.join(" "));
            return Err(Refusal::new("dice.face", self.drawn_by(table), message));
        }
        let total: u8 = faces.boxes.iter().sum();
        let areas = table.areas.len() as u8;
        let number = area_of_total(1, i16::from(total), 1, areas);
        let house = self.rules.bank.house_area.value;
        if number == house || table.area(number).is_none_or(|area| area.off) {
            let mut event = self.event(table, What::RemovalDrawnAgain { total });
            if number != house {
                event.clauses = self.says(table, Step::AreaRemoved).and(&self.reads.fewer_areas);
            }
            return Ok(vec![event]);
        }
        let removed = self.event(table, What::AreaRemoved { area: number, total });
        let clauses = removed.clauses.clone();
        let mut events = vec![removed];
        if let Some(player) = table.seated(number) {
            let freed = self.event(table, What::SeatFreed { player, area: number });
            events.push(Event { clauses: clauses.and(&self.reads.removed_seat), ..freed });
        }
        let on = table.wagers.iter().filter(|w| w.area == number);
        let back = |wager| Event { clauses: clauses.clone(), ..self.gives_back(table, wager, Why::Area) };
        events.extend(on.map(back));
        Ok(events)
    }

    pub(super) fn restore_area(&self, table: &Table, ctx: &Context, number: u8) -> Answer {
        self.power(ctx, Power::RestoreArea)?;
        self.phase(table, &[Phase::Bank], "bringing an area back").map_err(|refusal| {
            of_act(&self.says(table, Step::AreaRestored).and(&self.reads.area_back), refusal)
        })?;
        if !self.area(table, number)?.off {
            let clauses = self.says(table, Step::AreaRestored);
            return Err(Refusal::new("area.on", clauses, format!("area {number} is in play")));
        }
        Ok(vec![self.event(table, What::AreaRestored { area: number })])
    }

    pub(super) fn order_set_first(&self, table: &Table, ctx: &Context, id: PlayerId, first: bool) -> Answer {
        self.power(ctx, Power::SetFirst)?;
        self.phase(table, &super::limit::OPEN, "ordering who sets first")?;
        let player = self.named(table, id)?;
        let rule = &self.rules.mishap.suspect_sets_first;
        if !rule.value {
            return Err(Refusal::new(
                "conduct.no_order",
                cite(rule),
                "this book lets nobody be ordered to set first",
            ));
        }
        if player.sets_first == first {
            return Err(plain("conduct.no_change", format!("{id} is ordered so already")));
        }
        Ok(vec![self.because(table, What::SetFirstOrdered { player: id, first }, rule)])
    }

    pub(super) fn part_players(
        &self,
        table: &Table,
        ctx: &Context,
        player: PlayerId,
        from: PlayerId,
    ) -> Answer {
        self.power(ctx, Power::PartColluders)?;
        self.phase(table, &super::limit::OPEN, "parting players")?;
        self.named(table, player)?;
        self.named(table, from)?;
        let rule = &self.rules.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new("conduct.no_order", cite(rule), "this book lets nobody part players"));
        }
        if player == from {
            return Err(plain("conduct.one_player", format!("{player} cannot be parted from {from}")));
        }
        if table.orders.parted.len() >= Table::MOST_DISPUTES {
            return Err(plain("conduct.too_many", format!("{} pairs are parted", table.orders.parted.len())));
        }
        let between = table.phase == Phase::Bank;
        if !between {
            // What was wagered is played first.
            let act = self.says(table, Step::PlayersParted);
            self.nothing_down(table, player).map_err(|refusal| of_act(&act, refusal))?;
        }
        if table.bank.offer.is_some_and(|offer| offer.player == player) {
            return Err(self.unanswered(table, format!("the bank is offered to {player}")));
        }
        let mut events = vec![self.event(table, What::PlayersParted { player, from })];
        // A stand-off does not play on between rounds: its player takes it along.
        let own = table.wagers.iter().filter(|w| w.player == player);
        events.extend(own.map(|wager| self.gives_back(table, wager, Why::Parted)));
        let mut after = table.clone();
        events.iter().for_each(|event| self.follow(&mut after, event));
        events.push(self.leaves(&after, player));
        Ok(events)
    }

    pub(super) fn order_english(&self, table: &Table, ctx: &Context, only: bool) -> Answer {
        let act = self.says(table, Step::EnglishOrdered);
        self.power(ctx, Power::PartColluders).map_err(|refusal| of_act(&act, refusal))?;
        self.phase(table, &super::limit::OPEN, "ordering English")?;
        let rule = &self.rules.mishap.colluders_apart;
        if !rule.value {
            return Err(Refusal::new(
                "conduct.no_order",
                cite(rule),
                "this book lets nobody order a language",
            ));
        }
        if table.orders.english_only == only {
            return Err(plain("conduct.no_change", "it is ordered so already"));
        }
        Ok(vec![self.event(table, What::EnglishOrdered { only })])
    }
}

/// So many tiles, in words.
fn tiles_in_all(count: usize) -> String {
    if count == 1 { "1 tile is".to_string() } else { format!("{count} tiles are") }
}
