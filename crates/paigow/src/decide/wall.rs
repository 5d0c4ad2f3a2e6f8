//! The shuffle, the stack, the laja.
//!
//! Clauses: star-2016 7, 15.1, 15.2, 15.4; vcga-2000 7.1–7.3, 14.1, 14.3; crown-6.1 5.1–5.3, 5.5, 12.1;
//! uk-leaflet B3(a), B24.

use super::guard::plain;
use super::{Decided, Turn};
use crate::command::wall::Command;
use crate::event::wall;
use crate::rules::cite;
use crate::{Cause, Chance, During, LajaBy, PaiGow, Phase, ReshuffleCause, State, Step};
use game::{Cites, Person, Refusal};
use money::PlayerId;
use rulebook::{Method, Power, Reshuffle, ShownInStacking, Who};
use tiles::Tile;

/// What a command of this topic leads to.
pub(super) fn decide(turn: &Turn<'_>, command: &Command) -> Decided {
    match command {
        Command::Shuffle { order } => turn.shuffle(order.as_deref()),
        Command::ReportShown { during, count } => turn.report_shown(*during, *count),
        Command::OrderLaja => turn.order_laja(),
        Command::AskLaja { by } => turn.ask_laja(*by),
        Command::AllowLaja => turn.allow_laja(),
        Command::DoLaja { order } => turn.do_laja(order.as_deref()),
        Command::AskReshuffle => turn.ask_reshuffle(),
        Command::OrderReshuffle { cause } => turn.order_reshuffle(*cause),
    }
}

impl Turn<'_> {
    /// Whether the dealer may shuffle, whatever order comes of it.
    pub(crate) fn may_shuffle(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.phase(&[Phase::Wall], "the shuffle")?;
        self.sound_tiles()?;
        let wall = &self.state.wall;
        if wall.stacked && !wall.shuffle_owed && !wall.reshuffle_asked {
            return Err(plain("wall.stacked", "the tiles are shuffled and stacked"));
        }
        Ok(())
    }

    pub(crate) fn shuffle(&self, order: Option<&[Tile; 32]>) -> Decided {
        self.may_shuffle()?;
        let order = self.rules.order(order)?;
        Ok(vec![self.event(wall::What::Shuffled), self.event(wall::What::Stacked { order })])
    }

    /// A wall that stands and is not cut.
    fn standing(&self, act: &str) -> Result<(), Refusal> {
        self.phase(&[Phase::Wall], act)?;
        if !self.state.wall.stacked || self.state.wall.shuffle_owed {
            let clauses = self.says(Step::Stacked);
            return Err(Refusal::new("wall.not_stacked", clauses, "the tiles are not shuffled and stacked"));
        }
        Ok(())
    }

    /// The same before the cut is determined.
    fn uncut(&self, act: &str) -> Result<(), Refusal> {
        self.standing(act)?;
        if self.state.cutting.named.is_some()
            || self.state.cutting.declined
            || self.state.dice.faces.is_some()
        {
            let rules = &self.rules.book.wall;
            let clauses = cite(&rules.banker_laja_after).and(&cite(&rules.laja));
            return Err(Refusal::new(
                "wall.cut",
                clauses,
                format!("{act} comes before the cut and the dice"),
            ));
        }
        Ok(())
    }

    pub(crate) fn report_shown(&self, during: During, count: u8) -> Decided {
        self.dealer()?;
        self.standing("reporting shown tiles")?;
        // What showed in one laja is counted together, in how many reports it comes.
        let before = if during == During::Laja { self.state.wall.shown_in_laja } else { 0 };
        let left = 32u8.saturating_sub(before);
        if !(1..=left).contains(&count) {
            let message = match before {
                0 => format!("{count} tiles are said to show, and 1 to 32 can"),
                _ => format!("{count} more tiles are said to show beside {before}, and 32 in all can"),
            };
            return Err(plain("tiles.count", message));
        }
        let rules = &self.rules.book.wall;
        match during {
            During::Stacking => {
                let rule = &rules.shown_in_stacking;
                let laja = rule.value == ShownInStacking::Laja;
                Ok(vec![self.because(wall::What::ShownInStacking { count, laja }, rule)])
            }
            During::Laja if !self.state.wall.laja_done => {
                Err(Refusal::new("wall.laja_not_done", self.shown_in_laja(), "no laja was done"))
            }
            During::Laja => {
                let reshuffle = rules.shown_in_laja.as_ref().is_some_and(|most| before + count > most.value);
                Ok(vec![self.event(wall::What::ShownInLaja { count, reshuffle })])
            }
        }
    }

    pub(crate) fn order_laja(&self) -> Decided {
        let rule = &self.rules.book.wall.shown_in_stacking;
        // What nobody orders takes no rank.
        if rule.value == ShownInStacking::LajaIfAsked || self.dealer().is_err() {
            self.power_or_last_word(Power::OrderLaja)?;
        }
        self.standing("a laja")?;
        if rule.value == ShownInStacking::TurnedOver {
            let message = "this book knows no laja: a tile that shows is turned over";
            return Err(Refusal::new("wall.no_laja", cite(rule), message));
        }
        if rule.value == ShownInStacking::Laja {
            let message = "the dealer owes a laja as soon as a tile shows, whether it is ordered or not";
            return Err(Refusal::new("wall.no_cause", cite(rule), message));
        }
        if !self.state.wall.shown {
            let message = "a laja is ordered only after a tile showed in stacking";
            return Err(Refusal::new("wall.no_cause", cite(rule), message));
        }
        if self.state.wall.laja_owed {
            return Err(plain("wall.laja_owed", "the dealer has to do a laja already"));
        }
        Ok(vec![self.event(wall::What::LajaOrdered)])
    }

    pub(crate) fn ask_laja(&self, by: LajaBy) -> Decided {
        let player = self.player()?.id;
        self.uncut("a laja")?;
        let rule = &self.rules.book.wall.laja;
        let banks = self.state.bank.is_held_by(player);
        let allowed = match by {
            LajaBy::Dealer => rule.value.contains(&Who::Dealer),
            LajaBy::Player(other) if other != player => {
                let message = format!("{player} asks for a laja by {other}");
                return Err(Refusal::new("wall.other_laja", self.laja_by(), message));
            }
            LajaBy::Player(_) if banks => {
                rule.value.contains(&Who::Banker) || rule.value.contains(&Who::Player)
            }
            LajaBy::Player(_) => rule.value.contains(&Who::Player),
        };
        if !allowed {
            return Err(Refusal::new("wall.no_laja", cite(rule), "this book knows no such laja"));
        }
        if self.state.wall.laja_asked.is_some() || self.state.wall.laja_allowed.is_some() {
            return Err(plain("wall.laja_asked", "a laja is asked for already"));
        }
        Ok(vec![self.event(wall::What::LajaAsked { by, player })])
    }

    pub(crate) fn allow_laja(&self) -> Decided {
        self.power(Power::PermitLaja)?;
        self.uncut("a laja")?;
        let unasked = || Refusal::new("wall.laja_not_asked", self.laja_by(), "nobody asked for a laja");
        let by = self.state.wall.laja_asked.ok_or_else(unasked)?;
        Ok(vec![self.event(wall::What::LajaAllowed { by })])
    }

    /// Who lets whom do a laja; where the book lets nobody, why.
    fn laja_by(&self) -> Cites {
        let said = self.says(Step::LajaAllowed);
        if said.is_empty() { cite(&self.rules.book.wall.laja) } else { said }
    }

    /// Whether a laja may be done, whatever order comes of it; which player does it, if one does.
    pub(crate) fn may_do_laja(&self) -> Result<Option<PlayerId>, Refusal> {
        let wall = &self.state.wall;
        let by = match self.who {
            Person::Player(_) => Some(self.player()?.id),
            _ => {
                self.dealer()?;
                None
            }
        };
        if wall.laja_owed && by.is_none() {
            self.standing("a laja")?;
        } else {
            self.uncut("a laja")?;
            let granted = match (by, wall.laja_allowed) {
                (None, Some(LajaBy::Dealer)) => true,
                (Some(player), Some(LajaBy::Player(allowed))) => player == allowed,
                _ => false,
            };
            let follows = by.is_some_and(|player| wall.banker_laja && self.state.bank.is_held_by(player));
            if !granted && !follows {
                // After a tile showed in stacking it is not allowed but ordered, where the book has it so.
                let stacking = &self.rules.book.wall.shown_in_stacking;
                let shown = by.is_none() && wall.shown && stacking.value == ShownInStacking::LajaIfAsked;
                let (clauses, message) = match shown {
                    true => {
                        (cite(stacking), "a tile showed in stacking, and no laja was ordered".to_string())
                    }
                    false => {
                        (self.laja_by(), format!("no laja by {} was allowed", self.rules.called(self.who)))
                    }
                };
                return Err(Refusal::new("wall.laja_not_allowed", clauses, message));
            }
        }
        Ok(by)
    }

    pub(crate) fn do_laja(&self, order: Option<&[Tile; 32]>) -> Decided {
        let by = self.may_do_laja()?;
        let order = self.rules.order(order)?;
        let mut event = self.event(wall::What::LajaDone { by, order });
        if self.state.wall.laja_owed && by.is_none() {
            // Nobody asked for it: a tile showed.
            event.cites = cite(&self.rules.book.wall.shown_in_stacking);
        }
        Ok(vec![event])
    }

    pub(crate) fn ask_reshuffle(&self) -> Decided {
        let asked = self.says(Step::ReshuffleAsked);
        let rests = if asked.is_empty() { cite(&self.rules.book.wall.reshuffle) } else { asked.clone() };
        self.banker(&rests)?;
        if asked.is_empty() {
            let message = "this book has the tiles shuffled again on no banker's request";
            return Err(Refusal::new("wall.no_request", rests, message));
        }
        self.uncut("another shuffle")?;
        let rule = &self.rules.book.wall.laja_ends_shuffle;
        if rule.value && self.state.wall.player_laja {
            let message = "after a player's laja the bank cannot ask for another shuffle";
            return Err(Refusal::new("wall.laja_ends_shuffle", cite(rule), message));
        }
        if self.state.cutting.closed {
            let message = "betting is over, and the bank cannot ask for another shuffle any more";
            return Err(Refusal::new("wager.closed", self.says(Step::BetsClosed), message));
        }
        if self.state.wall.reshuffle_asked {
            return Err(plain("wall.reshuffle_asked", "another shuffle is asked for already"));
        }
        Ok(vec![self.event(wall::What::ReshuffleAsked)])
    }

    /// Whether tiles were exposed for which another shuffle may be ordered: not the House's, which are played,
    /// nor those that a banker exposed; of a banker's, as many as the book lets a banker void for, by the dealer.
    fn exposed_for_cause(&self) -> bool {
        let lies = |(number, area): (u8, &crate::Area)| {
            let Some(hand) = area.hand.as_ref() else { return false };
            if number != self.state.bank.chung {
                // What players show of their own hands is played.
                return hand.shown & !hand.own_shown != 0;
            }
            let rule = self.exposed_rule(number);
            rule.is_some_and(|rule| hand.exposed.count_ones() >= u32::from(rule.value))
        };
        self.state.orders.exposed && (1..).zip(&self.state.areas).any(lies)
    }

    pub(crate) fn order_reshuffle(&self, cause: ReshuffleCause) -> Decided {
        self.power(Power::Reshuffle)?;
        self.phase(&[Phase::Wall, Phase::Set], "another shuffle")?;
        if !self.state.wall.stacked || self.state.wall.shuffle_owed {
            let clauses = self.says(Step::Stacked);
            return Err(Refusal::new("wall.not_stacked", clauses, "the tiles are not stacked"));
        }
        let rule = &self.rules.book.wall.reshuffle;
        let open = self.state.wall.shown || self.state.orders.exposed;
        // Whether only tiles lie open that are played by a clause of their own (reading exposed-reshuffle).
        let played = open && !self.state.wall.shown && !self.exposed_for_cause();
        if cause == ReshuffleCause::Exposed && self.rules.reads.exposed_is_played && played {
            let message = "the tiles that were exposed are played, and no others lie open";
            return Err(Refusal::new("wall.no_cause", self.rules.reads.exposed_reshuffle.clone(), message));
        }
        let own = !open && PaiGow::shown_by_their_own(self.state);
        let for_exposed = (rule.value, cause) == (Reshuffle::ForCause, ReshuffleCause::Exposed);
        if for_exposed && own && self.rules.reads.exposed_is_played {
            let message = "the tiles that lie open were shown by those who play them, and are played";
            return Err(Refusal::new(
                "wall.no_cause",
                cite(rule).and(&self.rules.reads.exposed_reshuffle),
                message,
            ));
        }
        let fits = match (rule.value, cause) {
            (Reshuffle::Never, _) => false,
            (Reshuffle::AnyTime, _) | (Reshuffle::ForCause, ReshuffleCause::Tracking) => true,
            (Reshuffle::ForCause, ReshuffleCause::Exposed) => open || own,
            (Reshuffle::ForCause, ReshuffleCause::Discretion) => false,
        };
        if !fits {
            let message = "another shuffle is ordered for exposed tiles, or tiles that may be tracked";
            return Err(Refusal::new("wall.no_cause", cite(rule), message));
        }
        let mut events = vec![self.because(wall::What::ReshuffleOrdered, rule)];
        if cause == ReshuffleCause::Exposed && played {
            events[0].cites = events[0].cites.and(&self.rules.reads.exposed_reshuffle);
        }
        if self.state.phase == Phase::Set {
            // Tiles are dealt: with them the round goes, and every stake comes back.
            events.extend(self.voids_round(Cause::Reshuffle, None));
        }
        Ok(events)
    }
}

impl PaiGow {
    /// The order of a wall that stands: every tile once where somebody tells it, none where the tiles are real,
    /// and none where they are electronic: those are drawn when they are dealt (decision 17).
    fn order(&self, order: Option<&[Tile; 32]>) -> Result<Option<Box<[Tile; 32]>>, Refusal> {
        match (self.setup.chance, order) {
            (Chance::Electronic, None) => Ok(None),
            (Chance::Electronic, Some(_)) => Err(plain(
                "wall.not_yet",
                "an order is given, and the House draws it when the tiles are dealt",
            )),
            _ => self.whole_order(order),
        }
    }

    /// An order of the 32 tiles, where there is one to be.
    pub(crate) fn whole_order(&self, order: Option<&[Tile; 32]>) -> Result<Option<Box<[Tile; 32]>>, Refusal> {
        match (self.setup.chance, order) {
            (Chance::Electronic | Chance::Told, Some(order)) => {
                let seen = order.iter().fold(0u32, |seen, tile| seen | 1 << tile.place());
                if seen != u32::MAX {
                    let missing = Tile::all().find(|tile| seen >> tile.place() & 1 == 0);
                    let missing = missing.map(|tile| tile.to_string()).unwrap_or_default();
                    return Err(plain(
                        "wall.not_a_set",
                        format!("the wall lacks tile {missing}, expected 32 different tiles"),
                    ));
                }
                Ok(Some(Box::new(*order)))
            }
            (Chance::Electronic | Chance::Told, None) => {
                let clauses = self.step_under(Method::House, Step::Shuffled);
                Err(Refusal::no_chance(clauses, "an order of the 32 tiles"))
            }
            (Chance::Keyed, None) => Ok(None),
            (Chance::Keyed, Some(_)) => Err(plain(
                "wall.real_tiles",
                "an order of tiles is given, and the tiles of this table are real",
            )),
        }
    }

    /// Whether tiles lie open that their player, or a banker, showed.
    fn shown_by_their_own(state: &State) -> bool {
        state.areas.iter().filter_map(|area| area.hand.as_ref()).any(|hand| hand.shown != 0)
    }
}
