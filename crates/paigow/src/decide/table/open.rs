//! Opening: the tiles are counted, checked, shown; the table opens.
//!
//! Clauses: star-2016 3.3–3.5; vcga-2000 3.3–3.5; crown-6.1 3.1–3.3.

use crate::decide::Decided;
use crate::event::table;
use crate::{Found, PaiGow, Phase, State, Step};
use game::{Context, Refusal};
use rulebook::Power;

impl PaiGow {
    /// Whether a supervisor has to look at the tiles that the dealer counted.
    fn checks_tiles(&self) -> bool {
        self.rules.ranks.wanted(Power::CheckTiles).is_some()
    }

    pub(crate) fn lay_out_tiles(&self, table: &State, ctx: &Context, found: Found) -> Decided {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Shut, Phase::Bank], "counting the tiles")?;
        let due = table.phase == Phase::Shut || table.tiles.suspect || table.tiles.closing;
        if !due || table.tiles.laid_out {
            let clauses = self.says(table, Step::TilesLaidOut);
            return Err(Refusal::new("tiles.not_due", clauses, "the tiles have been counted"));
        }
        let mut events = vec![self.event(table, table::What::TilesLaidOut { found })];
        if found == Found::Whole && !self.checks_tiles() {
            // No rank of this book looks at them again.
            events.push(self.event(table, table::What::TilesChecked));
            self.checked(table, &mut events);
        }
        Ok(events)
    }

    pub(crate) fn check_tiles(&self, table: &State, ctx: &Context) -> Decided {
        self.power(ctx, Power::CheckTiles)?;
        self.phase(table, &[Phase::Shut, Phase::Bank], "checking the tiles")?;
        if !table.tiles.laid_out || table.tiles.checked {
            let clauses = self.says(table, Step::TilesLaidOut);
            return Err(Refusal::new(
                "tiles.not_laid_out",
                clauses,
                "no tiles lie in rank order to be checked",
            ));
        }
        let mut events = vec![self.event(table, table::What::TilesChecked)];
        self.checked(table, &mut events);
        Ok(events)
    }

    /// What a good check leads to: the table is closed, if it was the last one.
    fn checked(&self, table: &State, events: &mut Vec<crate::Event>) {
        if table.tiles.closing {
            for player in &table.players {
                events.push(self.leaves(table, player.id));
            }
            events.push(self.event(table, table::What::TableClosed));
        }
    }

    pub(crate) fn replace_tiles(&self, table: &State, ctx: &Context, whole_set: bool) -> Decided {
        self.power_or_last_word(ctx, Power::ReplaceTiles)?;
        self.phase(table, &[Phase::Shut, Phase::Bank], "replacing tiles")?;
        if let Some(offer) = table.bank.offer {
            return Err(self.unanswered(table, format!("the bank is offered to {}", offer.player)));
        }
        Ok(vec![self.event(table, table::What::TilesReplaced { whole_set })])
    }

    pub(crate) fn open_table(&self, table: &State, ctx: &Context) -> Decided {
        self.dealer(ctx)?;
        self.phase(table, &[Phase::Shut], "opening")?;
        self.sound_tiles(table)?;
        Ok(vec![self.event(table, table::What::TableOpened)])
    }

    /// The set has been counted and, where the book wants it, checked.
    pub(crate) fn sound_tiles(&self, table: &State) -> Result<(), Refusal> {
        let tiles = &table.tiles;
        let counted = tiles.laid_out && (tiles.checked || !self.checks_tiles());
        if tiles.suspect || (table.phase == Phase::Shut && !counted) {
            let clauses = self.says(table, Step::TilesChecked).and(&self.says(table, Step::TilesLaidOut));
            return Err(Refusal::new(
                "tiles.unchecked",
                clauses,
                "the set of tiles has not been counted and checked",
            ));
        }
        Ok(())
    }
}
