//! Those who look at a table: each gets what they may know, and nobody makes the table wait.
//!
//! Views are made once for each person, however many stations that person has. What somebody may do is
//! worked out with them, unless it was worked out a moment ago: then a moment later.

use crate::authority;
use crate::house::Standing;
use crate::{Outlet, Play, Told, Wish, Wished, ask::Watch};
use bytes::Bytes;
use game::{Moment, Person};
use money::PlayerId;
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::Arc;

/// Notes that a station can catch up on.
const REMEMBERED: usize = 512;
/// How often choices are worked out at most, and how long they may be out of date, in milliseconds.
const PAUSE: i64 = 50;

struct Watcher {
    who: Person,
    legal: bool,
    outlet: Arc<Outlet>,
}

/// Those who look at a table.
pub(crate) struct Watchers<G: Play> {
    all: Vec<Watcher>,
    /// Notes with the version after them.
    notes: VecDeque<(u64, Bytes)>,
    /// The version before the first note.
    from: u64,
    version: u64,
    /// What everybody gets with that version, but for the trouble.
    head: Bytes,
    /// Whether everybody has to be told again, though nothing happened.
    due: bool,
    /// When choices went out of date, and when they were last worked out.
    stale: Option<Moment>,
    told: Moment,
    /// What people were last told they may do.
    chosen: Vec<(Person, Vec<G::Choice>)>,
    /// Whether only the dealer changes money into chips here.
    cash: bool,
    /// How long the last view was.
    weight: usize,
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

/// What everybody gets with a view.
#[derive(Serialize)]
struct Top<'t> {
    version: u64,
    at: i64,
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    closes: Option<i64>,
    betting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    promise: Option<&'t crate::Promise>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revealed: Option<&'t crate::Shown>,
    dealer: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    halted: Option<&'t str>,
}

/// Choices with the version they belong to.
#[derive(Serialize)]
struct Legal<'l, C> {
    version: u64,
    choices: &'l [C],
}

#[derive(Serialize)]
struct Note<'n> {
    v: u64,
    who: Person,
    step: &'n str,
    clauses: &'n game::Cites,
}

/// Writes what happened, as everybody may know it: the step and its clauses, without tiles or amounts.
pub(crate) fn write_note(to: &mut Vec<u8>, version: u64, who: Person, told: &Told<'_>) {
    let note = Note { v: version, who, step: told.step, clauses: told.cites };
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(to, &note);
}

/// What everybody gets, with what waits for this person's word, or for that of players they look after.
fn with_asks(head: &Bytes, wishes: &[Wish], who: Person) -> Bytes {
    let asks: Vec<Wished> = wishes.iter().filter_map(|wish| wish.seen_by(who)).collect();
    if asks.is_empty() {
        return head.clone();
    }
    let mut text = head.to_vec();
    let name: &[u8] = if text.is_empty() { b"\"asks\":" } else { b",\"asks\":" };
    text.extend_from_slice(name);
    // Writing to memory cannot fail.
    let _ = serde_json::to_writer(&mut text, &asks);
    Bytes::from(text)
}

fn legal_text<C: Serialize>(version: u64, choices: &[C]) -> Bytes {
    Bytes::from(serde_json::to_vec(&Legal { version, choices }).unwrap_or_default())
}

/// A view as text. `felt` is what an earlier viewer saw, without what is their own, and the text of it:
/// whoever sees the same gets the same text, and only their own part is written.
pub(crate) fn view_text<G: Play>(
    game: &G,
    state: &G::State,
    (who, deals): (&Person, bool),
    weight: usize,
    felt: &mut Option<(G::View, Vec<u8>)>,
) -> Bytes {
    let mut view = game.seen(state, who, deals);
    // As large as the last one and a little more, so that it does not grow bit by bit.
    let mut text = Vec::with_capacity(weight + weight / 8);
    let Some(own) = game.own(&mut view) else {
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut text, &view);
        return Bytes::from(text);
    };
    match felt {
        Some((seen, open)) if *seen == view => text.extend_from_slice(open),
        _ => {
            let _ = serde_json::to_writer(&mut text, &view);
            let nothing = game.own(&mut view).unwrap_or_default();
            debug_assert!(text.ends_with(&nothing), "its own part is what a view ends with");
            text.truncate(text.len() - nothing.len());
            *felt = Some((view, text.clone()));
        }
    }
    text.extend_from_slice(&own);
    Bytes::from(text)
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
            notes: VecDeque::new(),
            from: version,
            version,
            head: Bytes::new(),
            due: true,
            stale: None,
            told: Moment::new(i64::MIN / 2),
            chosen: Vec::new(),
            cash,
            weight: 1024,
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
        let head = self.troubled(&self.head);
        for watcher in &self.all {
            watcher.outlet.leave_head(&with_asks(&head, &self.wishes, watcher.who));
        }
    }

    /// One who comes while nothing can be shown hears why.
    pub(crate) fn tell_trouble(&self, outlet: &Outlet) {
        outlet.leave_head(&self.troubled(&self.head));
    }

    /// What happened up to a version is not known step by step any more: everybody gets a fresh view.
    pub(crate) fn lost(&mut self, version: u64) {
        if self.version != version {
            self.notes.clear();
            self.from = version;
            self.all.iter().for_each(|watcher| watcher.outlet.lose());
        }
    }

    /// What everybody gets, with the trouble.
    fn troubled(&self, head: &Bytes) -> Bytes {
        let Some(trouble) = &self.trouble else { return head.clone() };
        let mut text = head.to_vec();
        let comma: &[u8] = if text.is_empty() { b"" } else { b"," };
        text.extend_from_slice(comma);
        text.extend_from_slice(b"\"trouble\":");
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut text, trouble);
        Bytes::from(text)
    }

    fn top(
        game: &G,
        standing: &Standing<G::State>,
        now: Moment,
        closes: Option<Moment>,
        version: u64,
    ) -> Bytes {
        let house = &standing.house;
        let top = Top {
            version,
            at: now.milliseconds(),
            game: G::GAME,
            closes: closes.map(Moment::milliseconds),
            betting: game.betting(&standing.state),
            promise: house.promise.as_ref(),
            revealed: house.revealed.as_ref(),
            dealer: house.dealer.is_some(),
            halted: house.halted.as_deref(),
        };
        let mut text = serde_json::to_vec(&top).unwrap_or_default();
        // The fields stand in a larger object: without the braces.
        text.pop();
        Bytes::from(text).slice(1..)
    }

    fn view(&self, game: &G, standing: &Standing<G::State>, who: &Person) -> Bytes {
        let deals = standing.house.dealing().is_by(*who);
        view_text(game, &standing.state, (who, deals), self.weight, &mut None)
    }

    /// Leaves how the table stands now for everybody; they take it when they are [woken](Self::wake).
    pub(crate) fn publish(
        &mut self,
        game: &G,
        standing: &Standing<G::State>,
        version: u64,
        now: Moment,
        closes: Option<Moment>,
        notes: Bytes,
    ) {
        (self.version, self.due) = (version, false);
        self.head = Self::top(game, standing, now, closes, version);
        self.wishes.clone_from(&standing.house.wishes);
        let head = self.troubled(&self.head);
        let some = (!notes.is_empty()).then_some(&notes);
        let mut views: Vec<(Person, Bytes)> = Vec::with_capacity(self.all.len());
        let mut felt = None;
        for watcher in &self.all {
            let known = views.iter().find(|(who, _)| *who == watcher.who).map(|(_, view)| view.clone());
            let view = known.unwrap_or_else(|| {
                let viewer = (&watcher.who, standing.house.dealing().is_by(watcher.who));
                let view = view_text(game, &standing.state, viewer, self.weight, &mut felt);
                self.weight = view.len();
                views.push((watcher.who, view.clone()));
                view
            });
            watcher.outlet.leave(&with_asks(&head, &self.wishes, watcher.who), view, some);
        }
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
        let (before, mut made) = (std::mem::take(&mut self.chosen), Vec::<(Person, Option<Bytes>)>::new());
        for watcher in self.all.iter().filter(|watcher| watcher.legal) {
            let known = made.iter().find(|(who, _)| *who == watcher.who).map(|(_, legal)| legal.clone());
            let legal = known.unwrap_or_else(|| {
                let choices = choices(game, standing, self.cash, watcher.who, now);
                // Most of what others do leaves the choices as they are, and then nothing is sent.
                let same = before.iter().any(|(who, last)| *who == watcher.who && *last == choices);
                let legal = (!same).then(|| legal_text(self.version, &choices));
                self.chosen.push((watcher.who, choices));
                made.push((watcher.who, legal.clone()));
                legal
            });
            if let Some(legal) = legal {
                watcher.outlet.leave_legal(legal);
            }
        }
        true
    }

    /// Everything that was left is there: stations may take it, as one message.
    pub(crate) fn wake(&self) {
        self.all.iter().for_each(|watcher| watcher.outlet.wake());
    }

    fn legal(&self, game: &G, standing: &Standing<G::State>, who: Person, now: Moment) -> Bytes {
        legal_text(self.version, &choices(game, standing, self.cash, who, now))
    }

    /// One more looks: with what they missed, if it is still known, or with a fresh view.
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
        let head = self.troubled(&Self::top(game, standing, now, closes, self.version));
        let head = with_asks(&head, &standing.house.wishes, who);
        let missed = seen.filter(|seen| (self.from..=self.version).contains(seen)).map(|seen| {
            let since = self.notes.iter().filter(|(after, _)| *after > seen);
            since.map(|(_, note)| note.clone()).collect()
        });
        outlet.begin(head, self.view(game, standing, &who), missed);
        if legal {
            outlet.leave_legal(self.legal(game, standing, who, now));
            // Their stations may know different choices now: the next are for all of them.
            self.chosen.retain(|(known, _)| *known != who);
        }
        outlet.wake();
        self.all.push(Watcher { who, legal, outlet });
    }

    /// What somebody may see and do, once.
    pub(crate) fn look(
        &self,
        who: Person,
        game: &G,
        standing: &Standing<G::State>,
        now: Moment,
        closes: Option<Moment>,
    ) -> Bytes {
        let outlet = Outlet::default();
        let head = self.troubled(&Self::top(game, standing, now, closes, self.version));
        let head = with_asks(&head, &standing.house.wishes, who);
        outlet.leave(&head, self.view(game, standing, &who), None);
        outlet.leave_legal(self.legal(game, standing, who, now));
        outlet.take().unwrap_or_default()
    }
}
