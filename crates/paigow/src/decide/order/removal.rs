//! Areas that are taken out of play because signals are suspected, and brought back.

use crate::decide::guard::{of_act, plain};
use crate::decide::{Decided, Turn};
use crate::event::{order, seat};
use crate::rules::cite;
use crate::{Event, Phase, Step, Why, area_of_total};
use game::{Cites, Refusal};
use rulebook::{Method, Power};

impl Turn<'_> {
    pub(crate) fn decide_removal(&self) -> Decided {
        self.power(Power::RemoveArea)?;
        let times = [Phase::Bank, Phase::Wall, Phase::Set, Phase::Match, Phase::Clear];
        self.phase(&times, "taking an area out")?;
        let rule = &self.rules.book.mishap.removal_layouts;
        let refuse = |code, message: String| Err(Refusal::new(code, cite(rule), message));
        if !rule.value.contains(&self.rules.layout) {
            return refuse(
                "area.no_removal",
                format!("no area is taken out on layout {}", self.rules.layout),
            );
        }
        if self.state.bank.method != Method::House {
            return refuse("area.not_house", "an area is taken out only while the House banks".to_string());
        }
        if self.state.orders.removal {
            let clauses = self.says(Step::RemovalDecided);
            return Err(Refusal::new("area.no_change", clauses, "an area is to be taken out already"));
        }
        let off = |n: &u8| self.state.area(*n).is_some_and(|area| area.off);
        if let Some(off) = (1..=self.rules.areas).find(off) {
            let message = format!(
                "area {off} is out of play already, and an area is taken out only while all are in play"
            );
            return refuse("area.off", message);
        }
        let house = self.state.bank.chung;
        let idle = (1..=self.rules.areas).find(|n| {
            // Between rounds it is the last one that was suspicious.
            let played = match self.state.phase {
                Phase::Bank => self.state.area(*n).is_some_and(|area| !area.last_players.is_empty()),
                _ => self.state.wagers.iter().any(|w| w.area == *n && !w.kind.on_dice()),
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
        let mut events = vec![self.because(what, rule)];
        events.extend(
            self.tell(&self.rules.book.notice.area_removed_told_to.value, order::News::RemovalDecided),
        );
        Ok(events)
    }

    /// Whether the dealer may draw an area to take out, whichever it is.
    pub(crate) fn may_draw_removal(&self) -> Result<(), Refusal> {
        self.dealer()?;
        self.phase(&[Phase::Bank], "drawing an area")?;
        if self.state.tiles.closing {
            return Err(plain("closing.closing", "play has ended"));
        }
        if !self.state.orders.removal {
            let clauses = self.drawn_by();
            return Err(Refusal::new("area.not_decided", clauses, "no area is to be taken out"));
        }
        Ok(())
    }

    /// How an area that is taken out is drawn, or why none is.
    fn drawn_by(&self) -> Cites {
        let said = self.says(Step::AreaRemoved);
        if said.is_empty() { cite(&self.rules.book.mishap.removal_layouts) } else { said }
    }

    pub(crate) fn draw_removal(&self, boxes: Option<[u8; 3]>) -> Decided {
        self.may_draw_removal()?;
        let Some(boxes) = boxes else {
            return Err(Refusal::no_chance(self.drawn_by(), "what the box dice show"));
        };
        let faces = crate::Faces { boxes, cut: None, big_small: None };
        let count = usize::from(self.rules.book.dice.box_dice.value);
        let sound =
            boxes[..count].iter().all(|f| (1..=6).contains(f)) && boxes[count..].iter().all(|f| *f == 0);
        if !sound {
            let shown: Vec<String> =
                boxes.iter().filter(|face| **face != 0).map(ToString::to_string).collect();
            let dice = if count == 1 { "box die" } else { "box dice" };
            let message = format!("the dice show {}, and {count} {dice} of 1 to 6 count", shown.join(" "));
            return Err(Refusal::new("dice.face", self.drawn_by(), message));
        }
        let total: u8 = faces.boxes.iter().sum();
        let areas = self.state.areas.len() as u8;
        let number = area_of_total(1, i16::from(total), 1, areas);
        let house = self.rules.book.bank.house_area.value;
        if number == house || self.state.area(number).is_none_or(|area| area.off) {
            let mut event = self.event(order::What::RemovalDrawnAgain { total });
            if number != house {
                event.cites = self.says(Step::AreaRemoved).and(&self.rules.reads.fewer_areas);
            }
            return Ok(vec![event]);
        }
        let removed = self.event(order::What::AreaRemoved { area: number, total });
        let clauses = removed.cites.clone();
        let mut events = vec![removed];
        if let Some(player) = self.state.seated(number) {
            let freed = self.event(seat::What::SeatFreed { player, area: number });
            events.push(Event { cites: clauses.and(&self.rules.reads.removed_seat), ..freed });
        }
        let on = self.state.wagers.iter().filter(|w| w.area == number);
        let back = |wager| Event { cites: clauses.clone(), ..self.gives_back(wager, Why::Area) };
        events.extend(on.map(back));
        Ok(events)
    }

    pub(crate) fn restore_area(&self, number: u8) -> Decided {
        self.power(Power::RestoreArea)?;
        self.phase(&[Phase::Bank], "bringing an area back").map_err(|refusal| {
            of_act(&self.says(Step::AreaRestored).and(&self.rules.reads.area_back), refusal)
        })?;
        if !self.area(number)?.off {
            let clauses = self.says(Step::AreaRestored);
            return Err(Refusal::new("area.on", clauses, format!("area {number} is in play")));
        }
        Ok(vec![self.event(order::What::AreaRestored { area: number })])
    }
}
