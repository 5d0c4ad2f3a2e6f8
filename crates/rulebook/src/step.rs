//! The steps of a table and the clauses that each rests on: `steps.toml`.
//!
//! A step is something that happens at a table, or that stands against it: the shuffle, a wager taken, a
//! winner paid. The file says for each, in Pai Gow where need be for each method of play, which clauses
//! of the book prescribe it. Knows the names as words only, and nothing of what happens in a step: which
//! words there are is for the game to say, see [`Steps::check`].
//! Clauses: star-2016 6–16; vcga-2000 6–17; crown-6.1 3–14, 16; uk-leaflet B2–B29; rapid-roulette-2000 1–8.

use crate::page::Entry;
use crate::{Citation, Citer, Faults, Game, Method};
use std::collections::BTreeMap;

/// Every step that a book prescribes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    steps: BTreeMap<String, Step>,
}

/// One step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Step {
    /// Under any method that is not named.
    common: Vec<Citation>,
    /// Under each method, in the order of [`Method::ALL`].
    under: [Option<Vec<Citation>>; 3],
    readings: Vec<String>,
    /// Where it stands: file and line.
    place: (String, usize),
}

impl Steps {
    /// The clauses of a step under a method; none if the book has no word on it.
    pub fn clauses(&self, name: &str, method: Method) -> &[Citation] {
        let place = Method::ALL.iter().position(|known| *known == method).unwrap_or(0);
        self.steps.get(name).map_or(&[], |step| step.under[place].as_deref().unwrap_or(&step.common))
    }

    /// The readings that a step rests on.
    pub fn readings(&self, name: &str) -> &[String] {
        self.steps.get(name).map_or(&[], |step| &step.readings)
    }

    /// The names of all steps, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.steps.keys().map(String::as_str)
    }

    /// Whether every step is one of these, the steps of a game.
    ///
    /// # Errors
    /// Every step that is not, with its file and line.
    pub fn check(&self, game: Game, words: &[&str]) -> Result<(), Faults> {
        let mut faults = Faults::default();
        for (name, step) in self.steps.iter().filter(|(name, _)| !words.contains(&name.as_str())) {
            let (file, line) = &step.place;
            faults.add(file, *line, format!("{name} is not a step of {}", game.title()));
        }
        faults.into_result(())
    }

    /// Reads `steps.toml` of a book of a game; steps that it leaves out come from the parent.
    pub(crate) fn read(
        root: &Entry<'_, '_>,
        citer: &Citer<'_>,
        game: Option<Game>,
        parent: Option<&Self>,
    ) -> Option<Self> {
        let mut steps = parent.cloned().unwrap_or_default().steps;
        for key in root.keys() {
            if let Some(entry) = root.table(&key.value) {
                let place = (root.page().file().to_string(), root.page().line(key.at));
                steps.insert(key.value, Step::read(entry, citer, game, place));
            }
        }
        Some(Self { steps })
    }
}

impl Step {
    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>, game: Option<Game>, place: (String, usize)) -> Self {
        let list = |key: &str| entry.has(key).then(|| citer.citations(&entry, key));
        let common = list("clauses");
        // Only Pai Gow has methods of play; elsewhere these are keys that do not belong here.
        let under = match game {
            Some(Game::RapidRoulette) => [None, None, None],
            Some(Game::PaiGow) | None => [list("house"), list("player"), list("co-bank")],
        };
        let readings = citer.readings(&entry);
        if common.is_none() && under.iter().all(Option::is_none) && !entry.has("reading") {
            entry.fault(match game {
                Some(Game::RapidRoulette) => "a step cites nothing: expected clauses = … or reading = …",
                _ => "a step cites nothing: expected clauses = … or one of house, player and co-bank",
            });
        }
        entry.done();
        Self { common: common.unwrap_or_default(), under, readings, place }
    }
}
