//! What happened, as stations hear of it: a note is written once for those who may know all of it, and once for the
//! others, if there is anything that is not theirs to know.

use crate::wire::{Note, NoteKind, Tells, Written};
use game::{Cites, Person, Rank, Told};
use money::PlayerId;
use std::collections::VecDeque;

/// Notes that a station can catch up on.
const REMEMBERED: usize = 512;
/// Kinds that are known at a time: people come and go, and some kinds name who did it.
const KINDS: usize = 4096;

/// The kinds of notes, by number; no number is used again.
#[derive(Default)]
pub(crate) struct Kinds {
    all: Vec<(NoteKind, Written<NoteKind>)>,
    /// The number of the first.
    from: u32,
    /// The clauses that they rest on, by number; a book has so many and no more.
    clauses: Vec<(String, Written<String>)>,
}

impl Kinds {
    /// The numbers of clauses.
    fn clauses(&mut self, cites: &Cites) -> Vec<u32> {
        let number = |clause: &str| {
            let known = self.clauses.iter().position(|(known, _)| known == clause);
            let place = known.unwrap_or_else(|| {
                self.clauses.push((clause.into(), Written::new(&clause.to_string())));
                self.clauses.len() - 1
            });
            place as u32
        };
        cites.iter().map(number).collect()
    }

    /// The clauses that a kind rests on, by number.
    pub(super) fn rests_on(&self, number: u32) -> impl Iterator<Item = (u32, &Written<String>)> {
        let clauses = &self.all[(number - self.from) as usize].0.clauses;
        clauses.iter().map(|clause| (*clause, &self.clauses[*clause as usize].1))
    }

    fn number(&mut self, kind: NoteKind) -> u32 {
        let known = self.all.iter().position(|(known, _)| *known == kind);
        let place = known.unwrap_or_else(|| {
            let written = Written::new(&kind);
            self.all.push((kind, written));
            self.all.len() - 1
        });
        self.from + place as u32
    }

    pub(super) fn written(&self, number: u32) -> &Written<NoteKind> {
        &self.all[(number - self.from) as usize].1
    }

    pub(super) const fn is_full(&self) -> bool {
        self.all.len() >= KINDS
    }

    /// Forgets all. What waits for stations keeps its numbers.
    pub(super) fn forget(&mut self) {
        self.from += self.all.len() as u32;
        self.all.clear();
    }
}

/// A note, and the number of its kind.
type Text = (u32, Written<Note>);

/// A note.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Noted {
    /// The version after it.
    version: u64,
    full: Text,
    /// What others hear of it than the player whom it is about, whoever did it, and those who watch over the table.
    others: Option<(Option<PlayerId>, Text)>,
    who: Person,
}

impl Noted {
    pub(super) fn new(version: u64, who: Person, told: &Told<'_>, kinds: &mut Kinds) -> Self {
        let said = &told.said;
        let of = |kinds: &mut Kinds, all: bool| {
            let player = said.player.filter(|_| all).or(who.player());
            let by_player = who.player().is_some() && who.player() == player;
            let (place, amount) = (said.place.filter(|_| all), said.amount.filter(|_| all));
            let shows = said.shows.clone().filter(|_| all);
            let tells = [
                (Tells::Place, place.is_some()),
                (Tells::Player, player.is_some()),
                (Tells::Amount, amount.is_some()),
                (Tells::Shows, shows.is_some()),
            ];
            // Of which sort it is, and why, stands in them.
            let cites = if all { told.cites.without(&told.hides) } else { Cites::default() };
            let clauses = kinds.clauses(&cites);
            let kind = kinds.number(NoteKind {
                step: told.step,
                who: (!by_player).then_some(who),
                of: said.of.filter(|_| all),
                clauses,
                tells: tells.into_iter().filter_map(|(tells, is)| is.then_some(tells)).collect(),
            });
            (kind, Written::new(&Note { kind, place, player, amount, shows }))
        };
        let others = said.own.then(|| (said.player.or(who.player()), of(kinds, false)));
        Self { version, full: of(kinds, true), others, who }
    }

    /// The note as somebody may know it, and the number of its kind.
    pub(super) fn seen_by(&self, viewer: Person) -> (u32, &Written<Note>) {
        let Some((whose, others)) = &self.others else { return (self.full.0, &self.full.1) };
        let all = match viewer {
            Person::Inspector(_) | Person::House => true,
            // As in views: a dealer sees of players' own what they do for them.
            Person::Staff(_, rank) => rank > Rank::DEALER || viewer == self.who,
            Person::Player(player) => *whose == Some(player),
            Person::Public => false,
        };
        let (kind, text) = if all { &self.full } else { others };
        (*kind, text)
    }
}

/// What happened lately.
pub(super) struct Notes {
    /// Notes with the version after them.
    all: VecDeque<(u64, Vec<Noted>)>,
    /// The version before the first.
    from: u64,
}

impl Notes {
    pub(super) const fn since(version: u64) -> Self {
        Self { all: VecDeque::new(), from: version }
    }

    pub(super) fn push(&mut self, version: u64, notes: Vec<Noted>) {
        if notes.is_empty() {
            return;
        }
        self.all.push_back((version, notes));
        if self.all.len() > REMEMBERED
            && let Some((gone, _)) = self.all.pop_front()
        {
            self.from = gone;
        }
    }

    /// Whether everything since a version is known.
    pub(super) fn knows(&self, seen: u64, now: u64) -> bool {
        (self.from..=now).contains(&seen)
    }

    /// Notes after a version.
    pub(super) fn after(&self, seen: u64) -> impl Iterator<Item = &Noted> {
        self.all.iter().flat_map(|(_, notes)| notes).filter(move |note| note.version > seen)
    }
}
