//! Delivery: the wall, the cut and the dice give every area its four tiles.
//!
//! Lots go counter-clockwise from the area that the dice point to. Eight boxes are counted; lots of
//! boxes that the layout lacks go to the unused tiles (readings `fewer-areas`, `crown-six-areas`).
//! Clauses: star-2016 8.4, 12.1–12.3; vcga-2000 8.2, 12.1.1, 12.1.2; crown-6.1 10.1, 14.4; uk-leaflet B3, B4.

use crate::decide::guard::plain;
use crate::decide::{Decided, Turn};
use crate::event::hand;
use crate::rules::cite;
use crate::{Chance, PaiGow, Phase, State, Step, area_of_total};
use game::Refusal;
use rulebook::Grid;
use tiles::Tile;

impl Turn<'_> {
    /// Whether the dealer may deal, whatever lies in the wall.
    pub(crate) fn may_deal(&self) -> Result<(), Refusal> {
        self.dealt(None).map(drop)
    }

    pub(crate) fn deal(&self, order: Option<&[Tile; 32]>) -> Decided {
        self.may_deal()?;
        if self.rules.setup.chance == Chance::Electronic {
            let order = self.rules.whole_order(order)?;
            return self.dealt(order.as_deref());
        }
        match order {
            None => self.dealt(self.state.wall.order.as_deref()),
            Some(_) => Err(plain("wall.stands", "an order is given, and the wall stands in its own")),
        }
    }

    fn dealt(&self, order: Option<&[Tile; 32]>) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Wall], "dealing")?;
        self.ready_wall()?;
        self.closed()?;
        let Some(first) = self.rules.first_served(self.state) else {
            let clauses = self.says(Step::DiceShown);
            return Err(Refusal::new("dice.not_shown", clauses, "the dice have not been shown"));
        };
        let Some((cut, orientation)) = self.state.cutting.named.clone() else {
            let clauses = self.says(Step::CutNamed);
            return Err(Refusal::new("cut.not_named", clauses, "the cut is not named"));
        };
        let grid = self
            .rules
            .grid(self.state, &cut, orientation)
            .ok_or_else(|| plain("cut.undescribed", "the cut has no grid"))?;
        let hands = self.delivered(&grid, first, order);
        let mut unused = 0u8;
        for number in 1..=self.state.areas.len() as u8 {
            let played = self.state.wagers.iter().any(|w| w.area == number && !w.kind.on_dice());
            if !played && number != self.state.bank.chung {
                unused |= 1 << (number - 1);
            }
        }
        let left_over = PaiGow::left_over(self.state, &grid, order);
        let mut dealt = self.event(hand::What::Dealt { first, cut, orientation, hands, left_over });
        let thrown =
            self.state.dice.faces.map_or(0, |faces| faces.boxes.iter().map(|face| i16::from(*face)).sum());
        let total = thrown + i16::from(self.state.dice.steal);
        if self.state.dice.stolen && !(1..=18).contains(&total) {
            // The count goes on round the table.
            let said = self.step(Step::CountedBelow);
            let round = || cite(&self.rules.book.dice.chung_counts);
            let said = if total < 1 && !said.is_empty() { said } else { round() };
            dealt.cites = dealt.cites.and(&said);
        }
        let mut events = vec![dealt];
        if unused != 0 {
            let mut retrieved = self.event(hand::What::Retrieved { areas: unused });
            if (1..=self.rules.areas).any(|n| self.state.area(n).is_some_and(|area| area.off)) {
                // The dice count an area that was taken out, and a lot goes there.
                retrieved.cites = retrieved.cites.and(&self.rules.reads.area_back);
            }
            events.push(retrieved);
        }
        let house_way =
            |n: &u8| unused >> (n - 1) & 1 == 0 && self.state.area(*n).is_some_and(|area| area.house_way);
        let turned =
            (1..=self.state.areas.len() as u8).filter(house_way).fold(0, |bits, n| bits | 1 << (n - 1));
        if turned != 0 {
            events.push(self.event(hand::What::TurnedToDealer { areas: turned }));
        }
        self.looks_with_the_deal(&mut events);
        Ok(events)
    }

    /// The tiles of each area.
    fn delivered(
        &self,
        grid: &Grid,
        first: u8,
        order: Option<&[Tile; 32]>,
    ) -> Vec<Option<[Option<Tile>; 4]>> {
        let lots = PaiGow::lots(grid, order);
        let count = self.state.areas.len();
        // Lot 1 goes to the first area served, lot 2 to the next.
        let lot_of = |number: usize| (number + count - usize::from(first)) % count;
        (1..=count).map(|number| Some(lots[lot_of(number) & 7])).collect()
    }
}

impl PaiGow {
    /// The area that is served first: the total counted from the chung's area, which is 1.
    pub(crate) fn first_served(&self, state: &State) -> Option<u8> {
        let faces = state.dice.faces?;
        let thrown: i16 = faces.boxes.iter().map(|face| i16::from(*face)).sum();
        let total = thrown + i16::from(state.dice.steal);
        let counts = self.book.dice.chung_counts.value;
        Some(area_of_total(state.bank.chung, total, counts, state.areas.len() as u8))
    }

    /// The eight lots of the wall, in the order of their delivery.
    fn lots(grid: &Grid, order: Option<&[Tile; 32]>) -> [[Option<Tile>; 4]; 8] {
        let mut lots = [[None; 4]; 8];
        if let Some(order) = order {
            let mut filled = [0usize; 8];
            for (row, columns) in grid.rows().iter().enumerate() {
                for (column, lot) in columns.iter().enumerate() {
                    let lot = usize::from(lot - 1) & 7;
                    lots[lot][filled[lot] & 3] = Some(order[row * 8 + column]);
                    filled[lot] += 1;
                }
            }
        }
        lots
    }

    /// Lots that no area is served with (reading `crown-six-areas`).
    fn left_over(state: &State, grid: &Grid, order: Option<&[Tile; 32]>) -> Vec<[Option<Tile>; 4]> {
        Self::lots(grid, order)[state.areas.len().min(8)..].to_vec()
    }
}
