//! The close of betting: who calls each area, and whether the bank covers the wagers.
//!
//! Clauses: star-2016 9.5–9.10, 13.2.2; vcga-2000 9.2, 9.3, 12.1.9, 12.2.2.3, 12.2.3.1, 12.2.3.2; crown-6.1
//! 8.3, 8.4, 8.9, 10.3.2(h), 10.3.3(a), (b); uk-leaflet B2, B25.

use crate::decide::{Decided, Turn};
use crate::event::{bank, wager};
use crate::rules::{cite, cites};
use crate::{Cause, Event, Kind, Phase, State, Wager, Why};
use game::{Game as _, Refusal};
use rulebook::{BetsClose, Method, NeedsRegular};

impl Turn<'_> {
    /// When betting closes under the method of play.
    pub(crate) fn closes(&self) -> BetsClose {
        self.rules
            .book
            .wager
            .close
            .value
            .of(self.state.bank.method)
            .copied()
            .unwrap_or(BetsClose::BeforeShake)
    }

    /// A wall that is ready: stacked, nothing owed.
    pub(crate) fn ready_wall(&self) -> Result<(), Refusal> {
        let wall = &self.state.wall;
        if !wall.stacked || wall.shuffle_owed {
            let clauses = self.says(crate::Step::Shuffled);
            return Err(Refusal::new("wall.not_stacked", clauses, "the tiles are not shuffled and stacked"));
        }
        if wall.laja_owed {
            let clauses = self.says(crate::Step::ShownInStacking);
            return Err(Refusal::new(
                "wall.laja_owed",
                clauses,
                "a tile showed: the dealer has to do a laja",
            ));
        }
        Ok(())
    }

    pub(crate) fn close_bets(&self) -> Decided {
        self.dealer()?;
        self.phase(&[Phase::Wall], "closing the betting")?;
        if self.state.cutting.closed {
            let clauses = self.says(crate::Step::BetsClosed);
            return Err(Refusal::new("wager.closed", clauses, "betting is over in this round"));
        }
        self.ready_wall()?;
        let rule = &self.rules.book.wager.close;
        let too_soon = |message: &str| Err(Refusal::new("wager.not_yet", cite(rule), message));
        match self.closes() {
            BetsClose::DiceExposed if !self.state.dice.shaken => {
                return too_soon("betting closes when the dice are exposed, and they are not shaken");
            }
            BetsClose::TilesDealt
                if self.state.dice.faces.is_none() || self.state.cutting.named.is_none() =>
            {
                return too_soon(
                    match (self.state.dice.faces.is_none(), self.state.cutting.named.is_none()) {
                        (true, true) => "betting closes when tiles are dealt, and dice and cut are not known",
                        (true, false) => "betting closes when tiles are dealt, and the dice are not known",
                        _ => "betting closes when tiles are dealt, and the cut is not known",
                    },
                );
            }
            _ => {}
        }
        if !self.state.wagers.iter().any(|w| !w.kind.on_dice()) {
            let clauses = self.says(crate::Step::BetsClosed).and(&self.rules.reads.nothing_yet);
            return Err(Refusal::new("round.no_wagers", clauses, "nobody has wagered on tiles"));
        }
        let callers = self.callers();
        let mut events = Vec::with_capacity(2 + callers.named.len());
        let closed = match rule.reading.as_deref() {
            None => self.because(wager::What::BetsClosed, rule),
            // The reading is about a banker who names the cut.
            Some(_) if self.closes() == BetsClose::BeforeShake => self.event(wager::What::BetsClosed),
            reading => {
                let event = self.event(wager::What::BetsClosed);
                Event { cites: event.cites.and(&cites(&[], reading)), ..event }
            }
        };
        events.push(closed);
        let back = |wager: &&Wager| {
            callers.alone.contains(&(wager.player, wager.area)) || self.lacks_ground(wager, &callers.alone)
        };
        let gone: Vec<&Wager> = self.state.wagers.iter().filter(back).collect();
        events.extend(gone.iter().map(|wager| self.gives_back(wager, Why::Alone)));
        for (area, player, blind) in callers.named {
            let stays =
                |w: &Wager| w.area == area && !w.kind.on_dice() && !gone.iter().any(|g| std::ptr::eq(*g, w));
            if !self.state.wagers.iter().any(stays) {
                continue;
            }
            events.push(self.names(area, player, blind));
        }
        if self.state.bank.method != Method::House {
            let mut needed = self.rules.to_cover(self.state, self.state.bank.method);
            for wager in gone.iter().filter(|w| w.kind == Kind::Regular) {
                needed = needed.less(self.rules.in_action(self.state, wager, self.state.bank.method));
            }
            let has = self.state.bank.stake();
            if has < needed {
                let what = bank::What::BankShort { needed, has };
                events.push(self.event(what));
            } else if self.state.bank.method == Method::CoBank {
                events.push(self.funds_co_bank(has));
            }
        }
        Ok(events)
    }

    /// Whether the bank is taken, the wall may stand, and yet nothing of a round has happened: nobody has
    /// wagered and no dice were seen (reading `no-round-yet`).
    pub(crate) fn no_round_yet(&self) -> bool {
        self.state.phase == Phase::Wall && self.state.wagers.is_empty() && self.state.dice.faces.is_none()
    }

    /// Such a round is given up before it began: what was put up for the bank goes back.
    pub(crate) fn unwinds(&self) -> Vec<Event> {
        let mut events = self.voids_round(Cause::NoWagers, None);
        events.iter_mut().for_each(|event| event.cites = self.rules.reads.no_round_yet.clone());
        events
    }

    /// What follows when wagers leave the layout after betting closed and before the deal: callers are named
    /// again, the bank has less to cover, and a round without a wager on tiles is not dealt.
    pub(crate) fn thins(&self, events: &mut Vec<Event>) {
        if self.state.phase != Phase::Wall {
            return;
        }
        let mut after = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut after, event));
        let mut more = Vec::new();
        if !self.state.cutting.closed {
            // Where betting goes on once the dice are seen, they are of no use to anybody without a wager.
            if after.dice.faces.is_some() {
                self.empties(&after, events, &mut more);
            }
            events.append(&mut more);
            return;
        }
        // What goes back may leave another wager without its ground, or an area without its caller.
        loop {
            let mut next = self.at(&after).groundless();
            next.iter().for_each(|event| self.rules.evolve(&mut after, event));
            let again = self.at(&after).named_again();
            again.iter().for_each(|event| self.rules.evolve(&mut after, event));
            next.extend(again);
            if next.is_empty() {
                break;
            }
            more.append(&mut next);
        }
        let bank = &after.bank;
        if let Some(short) = bank.short.filter(|_| bank.method != Method::House) {
            let (needed, has) = (self.rules.to_cover(&after, bank.method), bank.stake());
            if has >= needed {
                more.push(self.rules.event(&after, bank::What::BankCovers { needed, has }));
                if bank.method == Method::CoBank {
                    more.push(self.at(&after).funds_co_bank(has));
                }
            } else if needed != short {
                more.push(self.rules.because(
                    &after,
                    bank::What::BankShort { needed, has },
                    &self.rules.book.bank.cover,
                ));
            }
        }
        self.empties(&after, events, &mut more);
        events.append(&mut more);
    }

    /// A round of which no wager on tiles is left is void, if it has not been dealt (reading `empty-round`).
    fn empties(&self, after: &State, events: &[Event], more: &mut Vec<Event>) {
        if !after.wagers.iter().all(|w| w.kind.on_dice()) {
            return;
        }
        let cause = events.first().map(|event| event.cites.clone()).unwrap_or_default();
        let cause = cause.and(&self.rules.reads.empty_round);
        let mut void = self.at(after).voids_round(Cause::NoWagers, None);
        void.iter_mut().for_each(|event| event.cites = cause.clone());
        more.append(&mut void);
    }

    /// Side wagers whose regular wager has gone, which go back (crown-6.1 8.16.1, 13.3.3); what the dice decide only
    /// while nobody has seen them.
    fn groundless(&self) -> Vec<Event> {
        let open = |w: &&Wager| w.is_live() && (!w.kind.on_dice() || self.state.dice.faces.is_none());
        let bare = self.state.wagers.iter().filter(open).filter(|w| self.lacks_ground(w, &[]));
        bare.map(|wager| self.gives_back(wager, Why::Alone)).collect()
    }

    /// Callers that are others than before, and wagers that nobody is left to call.
    fn named_again(&self) -> Vec<Event> {
        let callers = self.callers();
        let alone = |w: &&Wager| callers.alone.contains(&(w.player, w.area));
        let mut events: Vec<Event> =
            self.state.wagers.iter().filter(alone).map(|w| self.gives_back(w, Why::Alone)).collect();
        for (area, player, blind) in callers.named {
            if self.state.area(area).is_some_and(|known| known.caller != player || known.blind != blind) {
                events.push(self.names(area, player, blind));
            }
        }
        events
    }

    /// A side wager whose regular wager is gone.
    fn lacks_ground(&self, wager: &Wager, alone: &[(money::PlayerId, u8)]) -> bool {
        let stands = |w: &Wager| w.kind == Kind::Regular && !alone.contains(&(w.player, w.area));
        let someone = || self.state.wagers.iter().any(|w| w.area == wager.area && stands(w));
        let own = || {
            self.state.wagers.iter().any(|w| w.area == wager.area && w.player == wager.player && stands(w))
        };
        match wager.kind {
            Kind::Big | Kind::Small => {
                let needs = self.rules.book.side.big_small_needs.as_ref();
                needs.is_some_and(|n| n.value == NeedsRegular::SomeoneOnArea) && !someone()
            }
            Kind::Bonus => {
                self.rules.setup.bonus_needs_regular && !self.state.bank.is_held_by(wager.player) && !own()
            }
            Kind::Regular | Kind::Tie => false,
        }
    }
}
