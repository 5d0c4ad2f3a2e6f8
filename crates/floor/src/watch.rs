//! Those who look at a table: each gets what they may know, and nobody makes the table wait.
//!
//! A view goes out in parts. Each part is written once for all who see it alike, and a station gets what differs from
//! what it has. What somebody may do goes with it.

mod choose;
mod note;
mod numbered;

use crate::house::Standing;
use crate::outlet::Leaving;
use crate::wire::{AnyChoice, HouseView, Legal, News, Patches, Revealed, Seen, Written};
use crate::{Outlet, Play, Wish, ask::Watch};
use bytes::Bytes;
use choose::{Chosen, choices};
use game::{Moment, PartId, Parted, Person, Told};
use money::PlayerId;
pub(crate) use note::Noted;
use note::{Kinds, Notes};
use numbered::Numbered;
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// A part of the game's view.
type Part<G> = <<G as game::Game>::View as Parted>::Part;
/// The parts of somebody's view, written.
type Screen<G> = Vec<(PartId, Written<Part<G>>)>;

struct Watcher<G: Play> {
    who: Person,
    legal: bool,
    outlet: Arc<Outlet>,
    /// What it was left.
    has: Screen<G>,
    house: Option<Written<HouseView>>,
    /// Which kinds of notes it was told, by number.
    kinds: HashSet<u32>,
    /// Which clauses it was told, by number.
    clauses: HashSet<u32>,
    /// The choices that it was told.
    choices: Numbered,
}

impl<G: Play> Watcher<G> {
    /// Leaves what differs from what the station has.
    fn leave_screen(
        &mut self,
        screen: &Screen<G>,
        house: &Written<HouseView>,
        (version, at): (u64, Option<i64>),
        patches: &mut Patches,
    ) {
        let mut leaving = self.outlet.leave();
        leaving.stands(version);
        at.into_iter().for_each(|at| leaving.at(at));
        for (place, (id, part)) in screen.iter().enumerate() {
            match self.has.get_mut(place) {
                Some((_, had)) if had.is(part) => {}
                Some((_, had)) => {
                    leaving.part(*id, News::since(had, part, patches.between(had, part)));
                    *had = part.clone();
                }
                None => {
                    leaving.part(*id, News::whole(part));
                    self.has.push((*id, part.clone()));
                }
            }
        }
        leave_house(&mut self.house, &mut leaving, house, patches);
    }

    /// Leaves notes, with their kinds where the station was not told them.
    fn leave_notes<'n>(&mut self, notes: impl IntoIterator<Item = &'n Noted>, kinds: &Kinds) {
        let mut leaving = self.outlet.leave();
        for note in notes {
            let (kind, text) = note.seen_by(self.who);
            leaving.note(text);
            if self.kinds.insert(kind) {
                leaving.kind(kind, kinds.written(kind));
                for (number, clause) in kinds.rests_on(kind) {
                    if self.clauses.insert(number) {
                        leaving.clause(number, clause);
                    }
                }
            }
        }
    }

    /// Leaves what may be done, with choices that the station was not told.
    fn leave_legal(&mut self, legal: &[u32], chosen: &Chosen<G>) {
        let mut leaving = self.outlet.leave();
        let numbers = self.choices.of(legal, |number, choice| leaving.choice(number, chosen.written(choice)));
        let told = &mut self.choices;
        leaving.legal(numbers, |number| told.was_not_told(number));
    }
}

/// Leaves how the house runs the table, if that is new.
fn leave_house(
    had: &mut Option<Written<HouseView>>,
    leaving: &mut Leaving<'_>,
    house: &Written<HouseView>,
    patches: &mut Patches,
) {
    match had {
        Some(had) if had.is(house) => return,
        Some(had) => leaving.house(News::since(had, house, patches.between(had, house))),
        None => leaving.house(News::whole(house)),
    }
    *had = Some(house.clone());
}

/// Values as they are seen now, each written once.
struct Texts<T>(Vec<(T, Written<T>)>);

impl<T: PartialEq + Serialize> Texts<T> {
    fn of(&mut self, says: T) -> Written<T> {
        if let Some((_, text)) = self.0.iter().find(|(known, _)| *known == says) {
            return text.clone();
        }
        let text = Written::new(&says);
        self.0.push((says, text.clone()));
        text
    }

    /// Forgets what nobody sees any more.
    fn sweep(&mut self) {
        self.0.retain(|(_, text)| text.is_shared());
    }
}

/// Every part of every view, as somebody sees it now.
struct Felt<G: Play>(Vec<(PartId, Texts<Part<G>>)>);

impl<G: Play> Felt<G> {
    /// A view in parts, written.
    fn screen(&mut self, view: G::View) -> Screen<G> {
        let parts = view.parts().into_iter().enumerate();
        let written = parts.map(|(place, (id, part))| {
            // Nearly always all views have the same parts.
            let at = match self.0.get(place) {
                Some((known, _)) if *known == id => Some(place),
                _ => self.0.iter().position(|(known, _)| *known == id),
            };
            let at = at.unwrap_or_else(|| {
                self.0.push((id, Texts(Vec::new())));
                self.0.len() - 1
            });
            (id, self.0[at].1.of(part))
        });
        written.collect()
    }

    fn sweep(&mut self) {
        self.0.iter_mut().for_each(|(_, texts)| texts.sweep());
    }
}

/// Those who look at a table.
pub(crate) struct Watchers<G: Play> {
    all: Vec<Watcher<G>>,
    /// What is on their screens.
    felt: Felt<G>,
    houses: Texts<HouseView>,
    /// What happened lately, and the kinds of it.
    notes: Notes,
    kinds: Kinds,
    version: u64,
    /// When that was told.
    at: Moment,
    /// How the house ran the table then, but for what waits for players.
    house: Option<HouseView>,
    /// Whether everybody has to be told again, though nothing happened.
    due: bool,
    /// What people were last told they may do.
    chosen: Chosen<G>,
    /// Whether only the dealer changes money into chips here.
    cash: bool,
    trouble: Option<String>,
    /// What waits for players.
    wishes: Vec<Wish>,
}

impl<G: Play> Drop for Watchers<G> {
    /// Nobody waits at a table that is gone, whatever ended it.
    fn drop(&mut self) {
        self.close();
    }
}

impl<G: Play> Watchers<G> {
    pub(crate) fn new(version: u64, cash: bool) -> Self {
        Self {
            all: Vec::new(),
            felt: Felt(Vec::new()),
            houses: Texts(Vec::new()),
            notes: Notes::since(version),
            kinds: Kinds::default(),
            version,
            at: Moment::new(0),
            house: None,
            due: true,
            chosen: Chosen::default(),
            cash,
            trouble: None,
            wishes: Vec::new(),
        }
    }

    /// Whether anybody has to be told how the table stands at a version.
    pub(crate) const fn wants(&self, version: u64) -> bool {
        self.due || self.version != version
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// People who are there, each once, without bots.
    pub(crate) fn people(&self) -> Vec<PlayerId> {
        let mut people: Vec<PlayerId> = self.all.iter().filter_map(|watcher| watcher.who.player()).collect();
        people.sort();
        people.dedup();
        people
    }

    /// Forgets stations that are gone; whether there were any.
    pub(crate) fn sweep(&mut self) -> bool {
        let before = self.all.len();
        self.all.retain(|watcher| !watcher.outlet.is_closed());
        before != self.all.len()
    }

    pub(crate) fn close(&mut self) {
        for watcher in self.all.drain(..) {
            watcher.outlet.close();
        }
    }

    /// Nothing can be kept, or it can again: everybody hears of it at once, with what they saw last.
    pub(crate) fn trouble(&mut self, what: Option<&str>) {
        self.trouble = what.map(str::to_string);
        let mut patches = Patches::default();
        for place in 0..self.all.len() {
            let house = self.house_for(self.all[place].who);
            let watcher = &mut self.all[place];
            let mut leaving = watcher.outlet.leave();
            leaving.stands(self.version);
            if let Some(house) = house {
                leave_house(&mut watcher.house, &mut leaving, &house, &mut patches);
            }
            drop(leaving);
            watcher.outlet.wake();
        }
    }

    /// One who comes while nothing can be shown hears why.
    pub(crate) fn tell_trouble(&mut self, who: Person, outlet: &Outlet) {
        let house = self.house_for(who);
        let mut leaving = outlet.leave();
        leaving.stands(self.version);
        if let Some(house) = &house {
            leaving.house(News::whole(house));
            leaving.at(self.at.milliseconds());
        }
        drop(leaving);
        outlet.wake();
    }

    /// What happened up to a version is not known step by step any more: everybody gets a fresh view.
    pub(crate) fn lost(&mut self, version: u64) {
        if self.version != version {
            self.notes = Notes::since(version);
            self.all.iter().for_each(|watcher| watcher.outlet.leave().afresh());
        }
    }

    /// Takes in how the house runs the table now.
    fn look_at_house(
        &mut self,
        game: &G,
        standing: &Standing<G::State>,
        now: Moment,
        closes: Option<Moment>,
    ) {
        let house = &standing.house;
        self.at = now;
        self.wishes.clone_from(&house.wishes);
        self.house = Some(HouseView {
            game: G::GAME,
            betting: game.betting(&standing.state),
            closes: closes.map(Moment::milliseconds),
            promise: house.promise.clone(),
            revealed: house
                .revealed
                .as_ref()
                .map(|shown| Revealed { turn: shown.turn, seed: shown.seed.clone() }),
            dealer: house.dealer.is_some(),
            halted: house.halted.clone(),
            waits_for: standing.waits_for(game),
            trouble: None,
            asks: Vec::new(),
        });
    }

    /// How the house runs the table, with what waits for somebody's word, or for that of players they look after.
    fn house_for(&mut self, who: Person) -> Option<Written<HouseView>> {
        let mut house = self.house.clone()?;
        house.trouble.clone_from(&self.trouble);
        house.asks = self.wishes.iter().filter_map(|wish| wish.seen_by(who)).collect();
        Some(self.houses.of(house))
    }

    fn screen(&mut self, game: &G, standing: &Standing<G::State>, who: &Person) -> Screen<G> {
        let deals = standing.house.dealing().is_by(*who);
        self.felt.screen(game.screen(&standing.state, who, deals))
    }

    /// Writes what happened, for those who may know all of it and for the others.
    pub(crate) fn note(&mut self, version: u64, who: Person, told: &Told<'_>) -> Noted {
        Noted::new(version, who, told, &mut self.kinds)
    }

    /// Leaves how the table stands now for everybody; they take it when they are [woken](Self::wake).
    pub(crate) fn publish(
        &mut self,
        game: &G,
        standing: &Standing<G::State>,
        version: u64,
        now: Moment,
        closes: Option<Moment>,
        notes: Vec<Noted>,
    ) {
        (self.version, self.due) = (version, false);
        let closed = self.house.as_ref().and_then(|house| house.closes);
        self.look_at_house(game, standing, now, closes);
        let other = closes.filter(|closes| Some(closes.milliseconds()) != closed);
        let stands = (version, other.map(|_| now.milliseconds()));
        let mut patches = Patches::default();
        let mut seen: Vec<(Person, Screen<G>, Written<HouseView>)> = Vec::with_capacity(self.all.len());
        let mut all = std::mem::take(&mut self.all);
        for watcher in &mut all {
            let known = seen.iter().position(|(who, ..)| *who == watcher.who);
            let place = known.unwrap_or_else(|| {
                let screen = self.screen(game, standing, &watcher.who);
                seen.extend(self.house_for(watcher.who).map(|house| (watcher.who, screen, house)));
                seen.len() - 1
            });
            let (_, screen, house) = &seen[place];
            watcher.leave_screen(screen, house, stands, &mut patches);
            watcher.leave_notes(&notes, &self.kinds);
        }
        self.all = all;
        drop((seen, patches));
        self.felt.sweep();
        self.houses.sweep();
        self.notes.push(version, notes);
        if self.kinds.is_full() {
            // Stations that catch up are told how the table stands.
            self.kinds.forget();
            self.notes = Notes::since(version);
            self.all.iter_mut().for_each(|watcher| watcher.kinds.clear());
        }
        if self.all.iter().any(|watcher| watcher.legal) {
            self.chosen.go_stale();
        }
    }

    /// Forgets all choices once there are too many: everybody is told anew, with what they may do next.
    fn forget_choices(&mut self) {
        if self.chosen.is_full() {
            self.chosen.forget();
            self.all.iter_mut().for_each(|watcher| watcher.choices.forget());
        }
    }

    /// Works out choices if something happened; whether it did.
    pub(crate) fn publish_legal(&mut self, game: &G, standing: &Standing<G::State>, now: Moment) -> bool {
        if !self.chosen.is_stale() {
            return false;
        }
        self.forget_choices();
        self.chosen.begin();
        for place in 0..self.all.len() {
            let watcher = &mut self.all[place];
            if !watcher.legal {
                continue;
            }
            let may = || choices(game, standing, self.cash, watcher.who, now);
            // Most of what others do leaves the choices as they are, and then nothing is sent.
            if let Some(legal) = self.chosen.of(watcher.who, may) {
                watcher.leave_legal(&legal, &self.chosen);
            }
        }
        self.chosen.end();
        true
    }

    /// Everything that was left is there: stations may take it, as one message.
    pub(crate) fn wake(&self) {
        self.all.iter().for_each(|watcher| watcher.outlet.wake());
    }

    /// One more looks: with what they missed, if it is still known, or afresh.
    pub(crate) fn add(
        &mut self,
        mut watch: Watch,
        game: &G,
        standing: &Standing<G::State>,
        now: Moment,
        closes: Option<Moment>,
    ) {
        let (who, seen, legal, outlet) = (watch.who, watch.seen, watch.legal, watch.outlet.clone());
        watch.taken = true;
        self.look_at_house(game, standing, now, closes);
        let (has, house) = (self.screen(game, standing, &who), self.house_for(who));
        let mut leaving = outlet.leave();
        leaving.stands(self.version);
        has.iter().for_each(|(id, part)| leaving.part(*id, News::whole(part)));
        house.iter().for_each(|house| leaving.house(News::whole(house)));
        leaving.at(now.milliseconds());
        let known = seen.filter(|seen| self.notes.knows(*seen, self.version));
        if known.is_none() {
            leaving.afresh();
        }
        drop(leaving);
        let mut watcher = Watcher {
            who,
            legal,
            outlet,
            has,
            house,
            kinds: HashSet::new(),
            clauses: HashSet::new(),
            choices: Numbered::default(),
        };
        if let Some(seen) = known {
            watcher.leave_notes(self.notes.after(seen), &self.kinds);
        }
        if legal {
            self.forget_choices();
            let legal = self.chosen.now(who, choices(game, standing, self.cash, who, now));
            watcher.leave_legal(&legal, &self.chosen);
        }
        watcher.outlet.wake();
        self.all.push(watcher);
    }

    /// What somebody may see and do, once.
    pub(crate) fn look(
        &mut self,
        who: Person,
        game: &G,
        standing: &Standing<G::State>,
        now: Moment,
        closes: Option<Moment>,
    ) -> Bytes {
        self.look_at_house(game, standing, now, closes);
        let mut view = crate::wire::Parts::default();
        self.screen(game, standing, &who).iter().for_each(|(id, part)| view.put(*id, News::whole(part)));
        let choices = choices(game, standing, self.cash, who, now);
        let legal = Written::new(&Legal { version: self.version, choices }).of_any::<Legal<AnyChoice>>();
        let (version, at) = (self.version, now.milliseconds());
        Seen { version, at, house: self.house_for(who), view, legal }.text()
    }
}
