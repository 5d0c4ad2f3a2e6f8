//! Those who look at a table: each gets what they may know, and nobody makes the table wait.
//!
//! A view goes out in parts. Each part is written once for all who see it alike, and a station gets those that
//! differ from what it has. What somebody may do is worked out with them, unless it was worked out a moment ago:
//! then a moment later.

use crate::authority;
use crate::house::Standing;
use crate::outlet::Leaving;
use crate::wire::{AnyChoice, HouseView, Legal, Note, Written};
use crate::{Outlet, Play, Wish, ask::Watch};
use bytes::Bytes;
use game::{Cites, Moment, PartId, Parted, Person, Told};
use money::PlayerId;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// Notes that a station can catch up on.
const REMEMBERED: usize = 512;
/// How often choices are worked out at most, and how long they may be out of date, in milliseconds.
const PAUSE: i64 = 50;

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
    /// Whether it was told the clauses of a number.
    clauses: Vec<bool>,
}

impl<G: Play> Watcher<G> {
    /// Leaves what differs from what the station has.
    fn leave_screen(&mut self, screen: &Screen<G>, house: &Written<HouseView>, (version, at): (u64, i64)) {
        let mut leaving = self.outlet.leave();
        leaving.stands(version, at);
        for (place, (id, part)) in screen.iter().enumerate() {
            match self.has.get_mut(place) {
                Some((_, had)) if had.is(part) => {}
                Some((_, had)) => {
                    leaving.part(*id, part);
                    *had = part.clone();
                }
                None => {
                    leaving.part(*id, part);
                    self.has.push((*id, part.clone()));
                }
            }
        }
        if self.house.as_ref().is_none_or(|had| !had.is(house)) {
            leaving.house(house);
            self.house = Some(house.clone());
        }
    }

    /// Leaves notes, with the clauses that they name and the station was not told.
    fn leave_notes<'n>(&mut self, notes: impl IntoIterator<Item = &'n Noted>, known: &[Cites]) {
        let mut leaving = self.outlet.leave();
        for note in notes {
            leaving.note(&note.text);
            let number = note.cites as usize;
            if self.clauses.len() <= number {
                self.clauses.resize(number + 1, false);
            }
            if !self.clauses[number] {
                self.clauses[number] = true;
                leaving.clauses(note.cites, &known[number]);
            }
        }
    }
}

/// A note, and the number of its clauses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Noted {
    /// The version after it.
    version: u64,
    text: Written<Note>,
    cites: u32,
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
    /// Notes with the version after them.
    notes: VecDeque<(u64, Vec<Noted>)>,
    /// The version before the first note.
    from: u64,
    version: u64,
    /// When that was told.
    at: Moment,
    /// How the house ran the table then, but for what waits for players.
    house: Option<HouseView>,
    /// The clauses that notes name, by their number.
    clauses: Vec<Cites>,
    /// Whether everybody has to be told again, though nothing happened.
    due: bool,
    /// When choices went out of date, and when they were last worked out.
    stale: Option<Moment>,
    told: Moment,
    /// What people were last told they may do.
    chosen: Vec<(Person, Vec<G::Choice>)>,
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

fn written<C: Serialize>(version: u64, choices: Vec<C>) -> Written<Legal<AnyChoice>> {
    Written::new(&Legal { version, choices }).of_any()
}

/// What somebody may do.
fn choices<G: Play>(
    game: &G,
    standing: &Standing<G::State>,
    cash: bool,
    who: Person,
    now: Moment,
) -> Vec<G::Choice> {
    let house = &standing.house;
    if house.halted.is_some() {
        return Vec::new();
    }
    let mut choices = authority::choices(game, &standing.state, house.dealing(), who, now);
    if cash && !matches!(who, Person::Staff(..)) {
        choices.retain(|choice| !game.brings(choice));
    }
    choices
}

impl<G: Play> Watchers<G> {
    pub(crate) fn new(version: u64, cash: bool) -> Self {
        Self {
            all: Vec::new(),
            felt: Felt(Vec::new()),
            houses: Texts(Vec::new()),
            notes: VecDeque::new(),
            from: version,
            version,
            at: Moment::new(0),
            house: None,
            clauses: Vec::new(),
            due: true,
            stale: None,
            told: Moment::new(i64::MIN / 2),
            chosen: Vec::new(),
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
        let stands = (self.version, self.at.milliseconds());
        for place in 0..self.all.len() {
            let house = self.house_for(self.all[place].who);
            let watcher = &mut self.all[place];
            let mut leaving = watcher.outlet.leave();
            leaving.stands(stands.0, stands.1);
            if let Some(house) = house {
                leaving.house(&house);
                watcher.house = Some(house);
            }
            drop(leaving);
            watcher.outlet.wake();
        }
    }

    /// One who comes while nothing can be shown hears why.
    pub(crate) fn tell_trouble(&mut self, who: Person, outlet: &Outlet) {
        let house = self.house_for(who);
        let mut leaving = outlet.leave();
        leaving.stands(self.version, self.at.milliseconds());
        if let Some(house) = &house {
            leaving.house(house);
        }
        drop(leaving);
        outlet.wake();
    }

    /// What happened up to a version is not known step by step any more: everybody gets a fresh view.
    pub(crate) fn lost(&mut self, version: u64) {
        if self.version != version {
            self.notes.clear();
            self.from = version;
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
            revealed: house.revealed.clone(),
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

    /// Writes what happened, as everybody may know it: the step and its clauses, without tiles or amounts.
    pub(crate) fn note(&mut self, version: u64, who: Person, told: &Told<'_>) -> Noted {
        let known = self.clauses.iter().position(|cites| cites == told.cites);
        let number = known.unwrap_or_else(|| {
            self.clauses.push(told.cites.clone());
            self.clauses.len() - 1
        });
        let cites = u32::try_from(number).unwrap_or(u32::MAX);
        Noted { version, text: Written::new(&Note { v: version, who, step: told.step, cites }), cites }
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
        self.look_at_house(game, standing, now, closes);
        let stands = (version, now.milliseconds());
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
            watcher.leave_screen(screen, house, stands);
            watcher.leave_notes(&notes, &self.clauses);
        }
        self.all = all;
        drop(seen);
        self.felt.sweep();
        self.houses.sweep();
        if !notes.is_empty() {
            self.notes.push_back((version, notes));
            if self.notes.len() > REMEMBERED
                && let Some((gone, _)) = self.notes.pop_front()
            {
                self.from = gone;
            }
        }
        if self.all.iter().any(|watcher| watcher.legal) {
            self.stale.get_or_insert(now);
        }
    }

    /// When choices have to be worked out.
    pub(crate) fn legal_due(&self) -> Option<Moment> {
        Some(self.stale?.max(Moment::new(self.told.milliseconds() + PAUSE)))
    }

    /// Works out choices if it is time; whether it was.
    pub(crate) fn publish_legal(&mut self, game: &G, standing: &Standing<G::State>, now: Moment) -> bool {
        if self.legal_due().is_none_or(|due| due > now) {
            return false;
        }
        (self.stale, self.told) = (None, now);
        let before = std::mem::take(&mut self.chosen);
        let mut made = Vec::<(Person, Option<Written<Legal<AnyChoice>>>)>::new();
        for watcher in self.all.iter().filter(|watcher| watcher.legal) {
            let known = made.iter().find(|(who, _)| *who == watcher.who).map(|(_, legal)| legal.clone());
            let legal = known.unwrap_or_else(|| {
                let choices = choices(game, standing, self.cash, watcher.who, now);
                // Most of what others do leaves the choices as they are, and then nothing is sent.
                let same = before.iter().any(|(who, last)| *who == watcher.who && *last == choices);
                let legal = (!same).then(|| written(self.version, choices.clone()));
                self.chosen.push((watcher.who, choices));
                made.push((watcher.who, legal.clone()));
                legal
            });
            if let Some(legal) = legal {
                watcher.outlet.leave().legal(&legal);
            }
        }
        true
    }

    /// Everything that was left is there: stations may take it, as one message.
    pub(crate) fn wake(&self) {
        self.all.iter().for_each(|watcher| watcher.outlet.wake());
    }

    /// Leaves everything that somebody may see and do.
    fn leave_all(
        &mut self,
        leaving: &mut Leaving<'_>,
        who: Person,
        game: &G,
        standing: &Standing<G::State>,
        (now, closes): (Moment, Option<Moment>),
    ) -> (Screen<G>, Option<Written<HouseView>>) {
        self.look_at_house(game, standing, now, closes);
        let (screen, house) = (self.screen(game, standing, &who), self.house_for(who));
        leaving.stands(self.version, now.milliseconds());
        screen.iter().for_each(|(id, part)| leaving.part(*id, part));
        house.iter().for_each(|house| leaving.house(house));
        (screen, house)
    }

    fn legal(
        &self,
        game: &G,
        standing: &Standing<G::State>,
        who: Person,
        now: Moment,
    ) -> Written<Legal<AnyChoice>> {
        written(self.version, choices(game, standing, self.cash, who, now))
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
        let mut leaving = outlet.leave();
        let (has, house) = self.leave_all(&mut leaving, who, game, standing, (now, closes));
        if legal {
            leaving.legal(&self.legal(game, standing, who, now));
            // Their stations may know different choices now: the next are for all of them.
            self.chosen.retain(|(known, _)| *known != who);
        }
        let known = seen.filter(|seen| (self.from..=self.version).contains(seen));
        if known.is_none() {
            leaving.afresh();
        }
        drop(leaving);
        let mut watcher = Watcher { who, legal, outlet, has, house, clauses: Vec::new() };
        if let Some(seen) = known {
            let missed = self.notes.iter().flat_map(|(_, notes)| notes).filter(|note| note.version > seen);
            watcher.leave_notes(missed, &self.clauses);
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
        let outlet = Outlet::default();
        let mut leaving = outlet.leave();
        self.leave_all(&mut leaving, who, game, standing, (now, closes));
        leaving.legal(&self.legal(game, standing, who, now));
        leaving.afresh();
        drop(leaving);
        outlet.take().unwrap_or_default()
    }
}
