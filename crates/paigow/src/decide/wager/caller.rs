//! Who calls the tiles of each area.
//!
//! Clauses: star-2016 9.9–9.13; vcga-2000 9.9, 12.1.8–12.1.10, 17.8; crown-6.1 8.8–8.11, 13.7.

use crate::decide::{Decided, Turn};
use crate::event::wager;
use crate::rules::cite;
use crate::{Kind, PaiGow, State, Step, Wager};
use game::{Game as _, Refusal};
use money::PlayerId;
use rulebook::{CallerBy, SeveralAreas, UnsharedArea, WagerKind};
use smallvec::SmallVec;

/// As many as there are areas, mostly.
type Few<T> = SmallVec<[T; 8]>;

/// The caller of each area, found when betting closes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callers {
    /// Area, caller, and whether its tiles stay unseen.
    pub(crate) named: Few<(u8, Option<PlayerId>, bool)>,
    /// Wagers on areas that nobody can call, which go back: player and area.
    pub(crate) alone: Vec<(PlayerId, u8)>,
}

impl Turn<'_> {
    /// Whose tiles an area's are when nobody calls them: whoever would call them, if it could be called. Who is
    /// barred decides nothing any more.
    pub(crate) fn tiles_of(&self, number: u8) -> Option<PlayerId> {
        self.calls_now(number).or_else(|| {
            let barred = self.state.players.iter().filter(|player| player.barred);
            let barred: Few<PlayerId> = barred.map(|player| player.id).collect();
            self.rules.comes_first(self.state, number, &barred)
        })
    }

    /// Who calls an area and is not barred.
    pub(crate) fn calls_now(&self, number: u8) -> Option<PlayerId> {
        let barred = |id: &PlayerId| self.state.player(*id).is_none_or(|player| player.barred);
        self.state.area(number)?.caller.filter(|id| !barred(id))
    }

    /// The callers as the table stands.
    pub(crate) fn callers(&self) -> Callers {
        self.rules.callers(self.state)
    }

    /// Who calls an area from now on; where nobody does, why the dealer sets it.
    pub(crate) fn names(&self, area: u8, player: Option<PlayerId>, blind: bool) -> crate::Event {
        let mut event = self.event(wager::What::CallerNamed { area, player, blind });
        if player.is_none() {
            event.cites = match blind {
                true => {
                    let rules = &self.rules.book.table;
                    cite(&rules.unshared_area).and(&cite(&rules.several_areas))
                }
                false => self.dealers_by(area),
            };
        } else if self.rules.naturally_calls(self.state, area) == player
            && self.rules.by_tie(self.state, area)
        {
            event.cites = event.cites.and(&cite(self.rules.book.caller_order(self.rules.layout)));
        }
        if player.is_none() {
            let ties = |w: &Wager| w.area == area && w.kind == Kind::Tie;
            if self.state.wagers.iter().any(ties) && !self.state.area(area).is_some_and(|area| area.house_way)
            {
                event.cites = event.cites.and(&self.rules.reads.tie_second_area);
            }
        } else if self.rules.naturally_calls(self.state, area) != player {
            // Whoever comes first there calls another area, and nobody calls two.
            event.cites = event.cites.and(&cite(&self.rules.book.table.several_areas));
        } else if self.state.wagers.iter().any(|w| {
            let other = Some(w.player) == player && w.area != area && !w.kind.on_dice();
            other && self.rules.naturally_calls(self.state, w.area) == player
        }) {
            event.cites = event.cites.and(&self.rules.reads.which_area);
        }
        event
    }

    /// Names an area's caller again after its wagers changed, if it is another now.
    pub(crate) fn calls_again(&self, number: u8, events: &mut Vec<crate::Event>) {
        if self.state.phase == crate::Phase::Wall {
            return self.thins(events);
        }
        if number == self.state.bank.chung {
            return;
        }
        let mut after = self.state.clone();
        events.iter().for_each(|event| self.rules.evolve(&mut after, event));
        let elsewhere: Few<PlayerId> = (1..)
            .zip(&after.areas)
            .filter(|(n, _)| *n != number)
            .filter_map(|(_, area)| area.caller)
            .collect();
        let found = self.rules.calls(&after, number, &elsewhere);
        let Some(area) = after.area(number).filter(|area| !area.blind && !area.house_way) else { return };
        let on = |w: &&Wager| w.area == number && !w.kind.on_dice() && w.is_live();
        let played = after.wagers.iter().any(|w| on(&w));
        if !played || found == area.caller {
            return;
        }
        let Some(hand) = &area.hand else {
            return events.push(self.at(&after).names(number, found, false));
        };
        // Tiles are dealt: the call stays where it is, and passes only from somebody who has nothing left there.
        if after.wagers.iter().filter(on).any(|w| Some(w.player) == area.caller) || hand.uncalled {
            return;
        }
        let next = found.filter(|_| self.rules.reads.call_passes && !hand.handled());
        let mut event = self.event(wager::What::CallerNamed { area: number, player: next, blind: false });
        event.cites = match next {
            Some(_) => event.cites.and(&self.rules.reads.call_after),
            None => self.rules.reads.call_after.clone(),
        };
        events.push(event);
    }

    pub(crate) fn yield_area(&self, number: u8) -> Decided {
        let id = self.player()?.id;
        self.rules.opened(self.state)?;
        if !crate::decide::betting(self.rules, self.state) {
            let clauses = self.says(Step::CallerNamed);
            return Err(Refusal::new("wager.closed", clauses, "who calls is settled when betting closes"));
        }
        let area = self.area(number)?;
        let rule = &self.rules.book.table.caller_may_yield;
        if !rule.value {
            let message = "this book lets nobody hand over the decisions of an area";
            return Err(Refusal::new("area.no_yield", cite(rule), message));
        }
        let others =
            self.state.wagers.iter().any(|w| w.area == number && w.player != id && w.kind == Kind::Regular);
        if self.state.seated(number) != Some(id)
            || self.state.wager(id, number, Kind::Regular).is_none()
            || !others
        {
            let message = format!("{id} does not sit and wager at area {number} beside others");
            return Err(Refusal::new("area.not_seated", cite(rule), message));
        }
        if area.yielded {
            let message = format!("the decisions of area {number} are handed over already");
            return Err(Refusal::new("area.no_change", cite(rule), message));
        }
        let mut after = self.state.clone();
        if let Some(area) = after.area_mut(number) {
            area.yielded = true;
        }
        if self.at(&after).callers().named.contains(&(number, Some(id), false)) {
            let message = format!(
                "{id} would call area {number} all the same: nobody else there is free and wagers more"
            );
            let clauses = cite(rule).and(&cite(&self.rules.book.table.several_areas));
            return Err(Refusal::new("area.nobody_else", clauses, message));
        }
        Ok(vec![self.event(wager::What::Yielded { area: number })])
    }
}

impl PaiGow {
    /// Those on an area whose wagers decide who calls it: the first kind that is there.
    fn contenders<'t>(&self, state: &'t State, area: u8, but: &[PlayerId]) -> Few<&'t Wager> {
        let order = self.book.side.caller_by.as_ref().map_or(&DEFAULT[..], |order| &order.value);
        for kind in order {
            let of_kind =
                |w: &&Wager| w.area == area && w.kind.ordered() == Some(*kind) && !but.contains(&w.player);
            let found: Few<&Wager> = state.wagers.iter().filter(of_kind).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Few::new()
    }

    /// Names the caller of every area that has wagers on tiles.
    pub(crate) fn callers(&self, state: &State) -> Callers {
        let rules = &self.book.table;
        let played =
            |n: &u8| *n != state.bank.chung && state.wagers.iter().any(|w| w.area == *n && !w.kind.on_dice());
        let areas: Few<u8> = (1..=self.areas).filter(played).collect();
        let natural: Few<(u8, Option<PlayerId>)> =
            areas.iter().map(|n| (*n, self.naturally_calls(state, *n))).collect();
        let mut callers = Callers::default();
        // Which of several areas a player calls: the one they sit at, else the one they wagered on first.
        let own = |id: PlayerId| {
            let calls = |n: u8| natural.contains(&(n, Some(id)));
            let seat = state.player(id).and_then(|p| p.seat).filter(|seat| calls(*seat));
            let first = || state.wagers.iter().find(|w| w.player == id && calls(w.area)).map(|w| w.area);
            seat.or_else(first)
        };
        let mut calling: Few<PlayerId> = Few::new();
        for (number, caller) in &natural {
            if let Some(id) = caller.filter(|id| own(*id) == Some(*number)) {
                calling.push(id);
            }
        }
        for (number, caller) in &natural {
            let (number, caller) = (*number, *caller);
            let Some(id) = caller else {
                callers.named.push((number, None, false));
                continue;
            };
            if own(id) == Some(number) {
                callers.named.push((number, Some(id), false));
                continue;
            }
            match rules.several_areas.value {
                SeveralAreas::SeeOne => {
                    // Only where nobody else wagers do tiles stay unseen (crown-6.1 8.11.2).
                    let other = self.calls(state, number, &calling);
                    calling.extend(other);
                    callers.named.push((number, other, other.is_none()));
                }
                SeveralAreas::ControlOne | SeveralAreas::OneOnly => {
                    let other = self.calls(state, number, &calling);
                    if let Some(other) = other {
                        calling.push(other);
                    }
                    if other.is_none() && rules.unshared_area.value == UnsharedArea::Refused {
                        // Everybody there calls an area already: nobody is left to call this one.
                        for wager in state.wagers.iter().filter(|w| w.area == number && !w.kind.on_dice()) {
                            callers.alone.push((wager.player, number));
                        }
                    } else {
                        callers.named.push((number, other, false));
                    }
                }
            }
        }
        callers
    }

    /// Who calls an area, if nothing else is considered.
    pub(crate) fn naturally_calls(&self, state: &State, area: u8) -> Option<PlayerId> {
        self.calls(state, area, &[])
    }

    fn calls(&self, state: &State, number: u8, but: &[PlayerId]) -> Option<PlayerId> {
        if state.area(number)?.house_way {
            return None;
        }
        self.comes_first(state, number, but)
    }

    /// Those who wager on an area, whoever calls it first, then as it would be theirs to call.
    pub(crate) fn line_up(&self, state: &State, number: u8) -> SmallVec<[PlayerId; 5]> {
        let mut line: SmallVec<[PlayerId; 5]> =
            state.area(number).and_then(|area| area.caller).into_iter().collect();
        while let Some(next) = self.comes_first(state, number, &line) {
            line.push(next);
        }
        line
    }

    /// The first of those who wager on an area, by the order in which the book has them call.
    fn comes_first(&self, state: &State, number: u8, but: &[PlayerId]) -> Option<PlayerId> {
        Some(self.first_by(state, number, but)?.0)
    }

    /// Whether who calls an area is decided among equal wagers: by who called it last, or by the place of the wager.
    fn by_tie(&self, state: &State, number: u8) -> bool {
        self.first_by(state, number, &[]).is_some_and(|(_, by_tie)| by_tie)
    }

    /// The first of those who wager on an area, and whether that was decided among equal wagers.
    fn first_by(&self, state: &State, number: u8, but: &[PlayerId]) -> Option<(PlayerId, bool)> {
        let area = state.area(number)?;
        let mut by_tie = false;
        let mut left = self.contenders(state, number, but);
        if left.iter().all(|w| w.player.is_house()) {
            return None;
        }
        for by in &self.book.caller_order(self.layout).value {
            if left.len() < 2 {
                break;
            }
            let kept: Few<&Wager> = match by {
                CallerBy::Seated => {
                    let seated = state.seated(number).filter(|_| !area.yielded);
                    left.iter().copied().filter(|w| Some(w.player) == seated).collect()
                }
                CallerBy::HighestWager => {
                    let most = left.iter().map(|w| w.stake.amount).max();
                    left.iter().copied().filter(|w| Some(w.stake.amount) == most).collect()
                }
                CallerBy::LastCaller => {
                    by_tie |= left.iter().any(|w| Some(w.player) == area.last_caller);
                    left.iter().copied().filter(|w| Some(w.player) == area.last_caller).collect()
                }
                // Wagers stand in the order they were placed in, the caller's place first.
                CallerBy::NearestDealer | CallerBy::Rightmost => {
                    by_tie = true;
                    left.first().copied().into_iter().collect()
                }
            };
            if !kept.is_empty() {
                left = kept;
            }
        }
        left.first().map(|w| (w.player, by_tie))
    }
}

/// Where a book has no side wagers, there is one kind.
const DEFAULT: [WagerKind; 3] = [WagerKind::Regular, WagerKind::Tie, WagerKind::Bonus];
