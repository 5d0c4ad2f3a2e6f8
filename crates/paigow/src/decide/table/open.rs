//! Opening: the tiles are counted, checked, shown; the table opens.
//!
//! Clauses: star-2016 3.3–3.5; vcga-2000 3.3–3.5; crown-6.1 3.1–3.3.

use crate::decide::{Decided, Turn};
use crate::event::table;
use crate::rules::cite;
use crate::{Found, PaiGow, Phase, Step};
use game::Refusal;
use rulebook::Power;

impl Turn<'_> {
    pub(crate) fn lay_out_tiles(&self, found: Found) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Shut, Phase::Bank], "counting the tiles")?;
        let tiles = &self.state.tiles;
        // A set may leave the table between rounds, and is counted before that.
        let leaves = self.rules.leaving_set_is_checked() && self.state.phase == Phase::Bank;
        let due = self.state.phase == Phase::Shut || tiles.suspect || tiles.closing || leaves;
        if !due || self.state.tiles.laid_out {
            let clauses = self.says(Step::TilesLaidOut);
            return Err(Refusal::new("tiles.not_due", clauses, "the tiles have been counted"));
        }
        let mut events = vec![self.event(table::What::TilesLaidOut { found })];
        if found == Found::Whole && !self.rules.checks_tiles() {
            // No rank of this book looks at them again.
            events.push(self.event(table::What::TilesChecked));
            self.checked(&mut events);
        }
        Ok(events)
    }

    pub(crate) fn check_tiles(&self) -> Decided {
        self.power(Power::CheckTiles)?;
        self.phase(&[Phase::Shut, Phase::Bank], "checking the tiles")?;
        if !self.state.tiles.laid_out || self.state.tiles.checked {
            let clauses = self.says(Step::TilesLaidOut);
            return Err(Refusal::new(
                "tiles.not_laid_out",
                clauses,
                "no tiles lie in rank order to be checked",
            ));
        }
        let mut events = vec![self.event(table::What::TilesChecked)];
        self.checked(&mut events);
        Ok(events)
    }

    /// What a good check leads to: the table is closed, if it was the last one.
    fn checked(&self, events: &mut Vec<crate::Event>) {
        if self.state.tiles.closing {
            for player in &self.state.players {
                events.push(self.leaves(player.id));
            }
            events.push(self.event(table::What::TableClosed));
        }
    }

    pub(crate) fn replace_tiles(&self, whole_set: bool) -> Decided {
        self.power_or_last_word(Power::ReplaceTiles)?;
        self.phase(&[Phase::Shut, Phase::Bank], "replacing tiles")?;
        if let Some(offer) = self.state.bank.offer {
            return Err(self.unanswered(format!("the bank is offered to {}", offer.player)));
        }
        let tiles = &self.state.tiles;
        let counted = tiles.laid_out && (tiles.checked || !self.rules.checks_tiles());
        if let Some(rule) = self.rules.book.mishap.leaving_set_checked.as_ref().filter(|rule| rule.value)
            && whole_set
            && self.state.phase == Phase::Bank
            && !counted
            && !tiles.found_wrong
        {
            let message = "the set on the table is laid out and checked before it is taken away";
            return Err(Refusal::new("tiles.unchecked", cite(rule), message));
        }
        Ok(vec![self.event(table::What::TilesReplaced { whole_set })])
    }

    pub(crate) fn open_table(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Shut], "opening")?;
        self.sound_tiles()?;
        Ok(vec![self.event(table::What::TableOpened)])
    }

    /// The set has been counted and, where the book wants it, checked.
    pub(crate) fn sound_tiles(&self) -> Result<(), Refusal> {
        let tiles = &self.state.tiles;
        let counted = tiles.laid_out && (tiles.checked || !self.rules.checks_tiles());
        if tiles.suspect || (self.state.phase == Phase::Shut && !counted) {
            let clauses = self.says(Step::TilesChecked).and(&self.says(Step::TilesLaidOut));
            return Err(Refusal::new(
                "tiles.unchecked",
                clauses,
                "the set of tiles has not been counted and checked",
            ));
        }
        Ok(())
    }
}

impl PaiGow {
    /// Whether a set of tiles is counted and checked before it leaves the table.
    pub(crate) fn leaving_set_is_checked(&self) -> bool {
        self.book.mishap.leaving_set_checked.as_ref().is_some_and(|rule| rule.value)
    }

    /// Whether a supervisor has to look at the tiles that the dealer counted.
    fn checks_tiles(&self) -> bool {
        self.book.ranks.wanted(Power::CheckTiles).is_some()
    }
}
