//! Readings: how a book's open points are decided, as data next to the clauses they read.

use crate::page::Entry;
use crate::{Citation, Citer};

/// One open point, the ways to read it, and the one in force by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its id, the same in every book that shares the point: `high-tiles`.
    pub id: String,
    /// The clauses it reads.
    pub clauses: Vec<Citation>,
    /// What the clauses leave open.
    pub question: String,
    /// The choice in force unless another is selected.
    pub default: String,
    /// Every choice, by name, with what it means. One choice: nothing to select.
    pub choices: Vec<Choice>,
}

/// One way to read an open point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name: `two-highest`.
    pub name: String,
    /// What it means.
    pub meaning: String,
}

impl Reading {
    /// Whether there is more than one choice.
    pub fn is_switchable(&self) -> bool {
        self.choices.len() > 1
    }

    /// Reads one `[[reading]]`.
    pub(crate) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let id = entry.needed_text("id");
        let question = entry.needed_text("question");
        let clauses = citer.citations(&entry, "clauses");
        let choices: Vec<Choice> = match entry.table("choices") {
            Some(table) => {
                let choices = table.keys().into_iter().filter_map(|key| {
                    let meaning = table.needed_text(&key.value)?.value;
                    Some(Choice { name: key.value, meaning })
                });
                choices.collect()
            }
            None => {
                entry.fault("choices is missing: a reading names at least the decision in force");
                Vec::new()
            }
        };
        let named = id.as_ref().map_or("?", |i| i.value.as_str());
        let default = match entry.text("default") {
            Some(default) if choices.iter().any(|c| c.name == default.value) => Some(default.value),
            Some(default) => {
                let known: Vec<&str> = choices.iter().map(|c| c.name.as_str()).collect();
                let reason = format!(
                    "reading {named}: default {} is not among its choices ({})",
                    default.value,
                    known.join(", ")
                );
                entry.page().fault(default.at, reason);
                None
            }
            None => {
                entry.fault(format!("reading {named} has no default"));
                None
            }
        };
        entry.done();
        Some(Self { id: id?.value, clauses, question: question?.value, default: default?, choices })
    }
}

/// The choice in force for each reading of a book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices(Vec<(String, String)>);

/// A selection that the book does not offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The book has no such reading.
    #[error("no reading \"{id}\" in this book{}", others(.switchable))]
    NoReading {
        /// What was asked for.
        id: String,
        /// The readings that can be switched.
        switchable: Vec<String>,
    },
    /// The reading has no such choice.
    #[error("reading {id} has no choice \"{choice}\": {} offered", .offered.join(", "))]
    NoChoice {
        /// The reading.
        id: String,
        /// What was asked for.
        choice: String,
        /// What it offers.
        offered: Vec<String>,
    },
}

fn others(switchable: &[String]) -> String {
    match switchable {
        [] => ", and none that can be switched".to_string(),
        some => format!(": {} can be switched", some.join(", ")),
    }
}

impl Choices {
    /// Every reading at its default.
    pub fn defaults(readings: &[Reading]) -> Self {
        Self(readings.iter().map(|r| (r.id.clone(), r.default.clone())).collect())
    }

    /// The choice in force, if the book has that reading.
    pub fn of(&self, id: &str) -> Option<&str> {
        self.0.iter().find(|(r, _)| r == id).map(|(_, choice)| choice.as_str())
    }

    /// Selects a choice.
    ///
    /// # Errors
    /// A reading the book does not have, or a choice the reading does not have.
    pub fn select(&mut self, readings: &[Reading], id: &str, choice: &str) -> Result<(), ChoiceError> {
        let Some(reading) = readings.iter().find(|r| r.id == id) else {
            let switchable = readings.iter().filter(|r| r.is_switchable()).map(|r| r.id.clone()).collect();
            return Err(ChoiceError::NoReading { id: id.to_string(), switchable });
        };
        if !reading.choices.iter().any(|c| c.name == choice) {
            let offered = reading.choices.iter().map(|c| c.name.clone()).collect();
            return Err(ChoiceError::NoChoice { id: id.to_string(), choice: choice.to_string(), offered });
        }
        for (known, chosen) in &mut self.0 {
            if known == id {
                *chosen = choice.to_string();
            }
        }
        Ok(())
    }
}
