//! What people may do, as stations hear of it: each choice is told to a station once, by a number, and what may be done
//! now is a list of numbers.

use crate::house::Standing;
use crate::wire::{AnyChoice, Written};
use crate::{Play, authority};
use game::{Moment, Person};
use std::collections::HashMap;
use std::sync::Arc;

/// Choices that are known at a time: amounts change, and every other amount is another choice.
const CHOICES: usize = 4096;

/// What somebody may do.
pub(super) fn choices<G: Play>(
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

/// What somebody may do, with the numbers of it.
struct May<C> {
    who: Person,
    choices: Vec<C>,
    numbers: Arc<[u32]>,
    /// Whether it is what they were told before.
    same: bool,
}

/// What people were last told they may do.
pub(super) struct Chosen<G: Play> {
    /// Every choice that somebody was told, by number.
    all: Vec<Written<AnyChoice>>,
    numbers: HashMap<Box<str>, u32>,
    told: Vec<May<G::Choice>>,
    /// What is being worked out.
    making: Vec<May<G::Choice>>,
    /// Whether something happened since they were worked out.
    stale: bool,
}

impl<G: Play> Default for Chosen<G> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: HashMap::new(), told: Vec::new(), making: Vec::new(), stale: false }
    }
}

impl<G: Play> Chosen<G> {
    /// Something happened: choices may be others now.
    pub(super) fn go_stale(&mut self) {
        self.stale = true;
    }

    /// Whether choices have to be worked out.
    pub(super) fn is_stale(&self) -> bool {
        self.stale
    }

    pub(super) fn is_full(&self) -> bool {
        self.all.len() >= CHOICES
    }

    /// Forgets all numbers, and so what people were told.
    pub(super) fn forget(&mut self) {
        *self = Self { stale: self.stale, ..Self::default() };
    }

    pub(super) fn written(&self, number: u32) -> &Written<AnyChoice> {
        &self.all[number as usize]
    }

    /// Begins to work out what everybody may do.
    pub(super) fn begin(&mut self) {
        self.stale = false;
        self.making.clear();
    }

    /// What somebody may do, if that is new.
    pub(super) fn of(&mut self, who: Person, may: impl FnOnce() -> Vec<G::Choice>) -> Option<Arc<[u32]>> {
        if let Some(known) = self.making.iter().find(|known| known.who == who) {
            return (!known.same).then(|| known.numbers.clone());
        }
        let choices = may();
        let before =
            self.told.iter().position(|told| told.who == who).map(|place| self.told.swap_remove(place));
        if let Some(told) = before.as_ref().filter(|told| told.choices == choices) {
            self.making.push(May { who, choices, numbers: told.numbers.clone(), same: true });
            return None;
        }
        let numbers = self.number(&choices, before.as_ref());
        self.making.push(May { who, choices, numbers: numbers.clone(), same: false });
        Some(numbers)
    }

    /// Everybody has been told; who is not here any more is forgotten.
    pub(super) fn end(&mut self) {
        self.told = std::mem::take(&mut self.making);
    }

    /// What one who comes may do. Their other stations may know different choices: the next are for all of them.
    pub(super) fn now(&mut self, who: Person, choices: Vec<G::Choice>) -> Arc<[u32]> {
        self.told.retain(|told| told.who != who);
        self.number(&choices, None)
    }

    /// The numbers of choices. Most were told before.
    fn number(&mut self, choices: &[G::Choice], before: Option<&May<G::Choice>>) -> Arc<[u32]> {
        let mut text = Vec::new();
        let mut number = |choice: &G::Choice| {
            let told = before.and_then(|told| {
                told.choices.iter().position(|known| known == choice).map(|place| told.numbers[place])
            });
            told.unwrap_or_else(|| {
                text.clear();
                // Writing to memory cannot fail, and what JSON is made of is text.
                let _ = serde_json::to_writer(&mut text, choice);
                let says = String::from_utf8_lossy(&text);
                if let Some(number) = self.numbers.get(&*says) {
                    return *number;
                }
                let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
                self.all.push(Written::new(choice).of_any());
                self.numbers.insert(says.into(), number);
                number
            })
        };
        choices.iter().map(&mut number).collect()
    }
}
