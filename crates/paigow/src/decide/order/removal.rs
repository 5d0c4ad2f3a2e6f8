//! Areas that are taken out of play because signals are suspected, and brought back.

use crate::decide::Decided;
use crate::decide::guard::{of_act, plain};
use crate::event::{order, seat};
use crate::rules::cite;
use crate::{Event, PaiGow, Phase, State, Step, Why};
use game::{Cites, Context, Refusal};
use rulebook::{Method, Power, area_of_total};

impl PaiGow {
    pub(crate) fn decide_removal(&self, table: &State, ctx: &Context) -> Decided {
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
        let what = order::What::RemovalDecided;
        let mut events = vec![self.because(table, what.clone(), rule)];
        events.extend(self.tell(table, &self.rules.notice.area_removed_told_to.value, what.step()));
        Ok(events)
    }

    /// Whether the dealer may draw an area to take out, whichever it is.
    pub(crate) fn may_draw_removal(&self, table: &State, ctx: &Context) -> Result<(), Refusal> {
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
    fn drawn_by(&self, table: &State) -> Cites {
        let said = self.says(table, Step::AreaRemoved);
        if said.is_empty() { cite(&self.rules.mishap.removal_layouts) } else { said }
    }

    pub(crate) fn draw_removal(&self, table: &State, ctx: &Context, boxes: Option<[u8; 3]>) -> Decided {
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
            let mut event = self.event(table, order::What::RemovalDrawnAgain { total });
            if number != house {
                event.cites = self.says(table, Step::AreaRemoved).and(&self.reads.fewer_areas);
            }
            return Ok(vec![event]);
        }
        let removed = self.event(table, order::What::AreaRemoved { area: number, total });
        let clauses = removed.cites.clone();
        let mut events = vec![removed];
        if let Some(player) = table.seated(number) {
            let freed = self.event(table, seat::What::SeatFreed { player, area: number });
            events.push(Event { cites: clauses.and(&self.reads.removed_seat), ..freed });
        }
        let on = table.wagers.iter().filter(|w| w.area == number);
        let back = |wager| Event { cites: clauses.clone(), ..self.gives_back(table, wager, Why::Area) };
        events.extend(on.map(back));
        Ok(events)
    }

    pub(crate) fn restore_area(&self, table: &State, ctx: &Context, number: u8) -> Decided {
        self.power(ctx, Power::RestoreArea)?;
        self.phase(table, &[Phase::Bank], "bringing an area back").map_err(|refusal| {
            of_act(&self.says(table, Step::AreaRestored).and(&self.reads.area_back), refusal)
        })?;
        if !self.area(table, number)?.off {
            let clauses = self.says(table, Step::AreaRestored);
            return Err(Refusal::new("area.on", clauses, format!("area {number} is in play")));
        }
        Ok(vec![self.event(table, order::What::AreaRestored { area: number })])
    }
}
