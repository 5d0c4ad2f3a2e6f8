//! What a House Way leaves to readings, gives away, never uses, or says twice.
//!
//! Asked of a book before it goes to a regulator: on which hands does the text not decide by
//! itself, and what did we make of it.

use crate::{Cause, Decision, Difference, Format, Undecided, Way, differences};
use rulebook::{Choose, Clause, Facts, Reading, Register};
use tiles::{Hand, Setting};

/// The findings on one book.
#[derive(Clone, Debug)]
pub struct Lint {
    /// Each reading with the hands that rest on it.
    pub readings: Vec<Rests>,
    /// Each other choice of a switchable reading that sets any hands differently, with those.
    pub sensitivities: Vec<Sensitivity>,
    /// Hands whose setting another setting dominates, with that setting.
    pub dominated: Vec<(Decision, Setting)>,
    /// Rules, choices and formats that decide no hand: clause and place in `houseway.toml`.
    pub never_fire: Vec<Silent>,
    /// Hands on which the listed exceptions and the general formats disagree.
    pub formats: Vec<Difference>,
    /// Hands that are left undecided.
    pub undecided: Vec<Undecided>,
    /// Clauses with an open point.
    pub open: Vec<Clause>,
}

/// A reading and the hands that rest on it.
#[derive(Clone, Debug)]
pub struct Rests {
    /// The reading.
    pub reading: Reading,
    /// The hands; empty for a reading that concerns something other than the House Way.
    pub hands: Vec<Hand>,
}

/// What switching one reading does.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// The reading's id.
    pub reading: String,
    /// The other choice.
    pub choice: String,
    /// The hands that it sets differently: the default on the left.
    pub differences: Vec<Difference>,
}

/// A rule that never decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silent {
    /// Its clause, as the book writes it.
    pub clause: String,
    /// The line in `houseway.toml`.
    pub line: usize,
    /// Why: an earlier rule takes all of its hands, or nothing ever asks.
    pub why: String,
}

impl Lint {
    /// Looks at a Way with its present choices; the register is that of its book.
    pub fn of(way: &Way<'_>, register: &Register) -> Self {
        let text = way.text();
        let mut decisions = Vec::new();
        let mut undecided = Vec::new();
        for hand in Hand::all() {
            match way.set(&hand) {
                Ok(decision) => decisions.push(decision),
                Err(open) => undecided.push(open),
            }
        }
        let rests = |reading: &Reading| Rests {
            reading: reading.clone(),
            hands: decisions.iter().filter(|d| d.readings.contains(&reading.id)).map(|d| d.hand).collect(),
        };
        let mut sensitivities = Vec::new();
        for reading in text.readings.iter().filter(|r| r.is_switchable()) {
            for choice in
                reading.choices.iter().filter(|c| Some(c.name.as_str()) != way.choices().of(&reading.id))
            {
                let mut other = way.choices().clone();
                if other.select(&text.readings, &reading.id, &choice.name).is_ok()
                    && let Ok(differences) = differences(way, &Way::under(text, other, way.format))
                    && !differences.is_empty()
                {
                    let (reading, choice) = (reading.id.clone(), choice.name.clone());
                    sensitivities.push(Sensitivity { reading, choice, differences });
                }
            }
        }
        let beaten = |d: &Decision| d.hand.settings().into_iter().find(|s| s.dominates(&d.setting));
        let dominated =
            decisions.iter().filter_map(|d| beaten(d).map(|better| (d.clone(), better))).collect();
        let formats = match Way::new(text, way.choices().clone(), Format::General) {
            Ok(general) => {
                let listed = Way::listed(text, way.choices().clone());
                differences(&listed, &general).unwrap_or_default()
            }
            Err(_) => Vec::new(),
        };
        Self {
            readings: text.readings.iter().map(rests).collect(),
            sensitivities,
            dominated,
            never_fire: silent(way, &decisions),
            formats,
            undecided,
            open: register.clauses().iter().filter(|c| !c.open.is_empty()).cloned().collect(),
        }
    }
}

/// Rules and choices that no decision cites.
fn silent(way: &Way<'_>, decisions: &[Decision]) -> Vec<Silent> {
    let rules = &way.rules.rules;
    let six = way.choices().of("gee-jun-not-six") == Some("six");
    let mut fires = vec![false; rules.len()];
    for decision in decisions {
        let place =
            rules.iter().position(|rule| !way.skips(rule) && rule.takes(&Facts::of(&decision.hand), six));
        if let Some(place) = place {
            fires[place] = true;
        }
    }
    let mut found = Vec::new();
    for (place, rule) in rules.iter().enumerate().filter(|(place, rule)| !fires[*place] && !way.skips(rule)) {
        let clause = |r: &rulebook::WayRule| {
            r.clauses.first().map_or_else(String::new, |c| c.within(&way.text().book))
        };
        let mut takers: Vec<String> = Vec::new();
        for hand in Hand::all().filter(|h| rule.takes(&Facts::of(h), six)) {
            if let Some(earlier) = rules[..place].iter().find(|r| r.takes(&Facts::of(&hand), six)) {
                let taker = clause(earlier);
                if !takers.contains(&taker) {
                    takers.push(taker);
                }
            }
        }
        let why = if takers.is_empty() {
            "no hand fits it".to_string()
        } else {
            format!("{} takes its hands first", takers.join(", "))
        };
        found.push(Silent { clause: clause(rule), line: rule.line, why });
    }
    for choice in &way.rules.choices {
        let acts = |cause: &Cause| match choice.choose {
            Choose::Separate => matches!(cause, Cause::Apart(..)),
            Choose::HighTileLow(_) => matches!(cause, Cause::TopLow(..)),
            Choose::HighTileHigh(_) => matches!(cause, Cause::TopHigh(..)),
            Choose::Dominant => matches!(cause, Cause::Dominant),
            Choose::Equal => matches!(cause, Cause::Equal),
        };
        if !decisions.iter().any(|d| d.steps.iter().any(|s| acts(&s.cause))) {
            let clause = choice.clauses.first().map_or_else(String::new, |c| c.within(&way.text().book));
            let why = "every hand is decided before it is asked".to_string();
            found.push(Silent { clause, line: choice.line, why });
        }
    }
    if let Ok(general) = Way::new(way.text(), way.choices().clone(), Format::General) {
        for format in &way.rules.formats {
            let cites = |d: &Decision| d.steps.iter().any(|s| s.clause == format.clause);
            if !Hand::all().any(|hand| general.set(&hand).is_ok_and(|d| cites(&d))) {
                let why = "general play has always done what it asks".to_string();
                found.push(Silent { clause: format.clause.within(&way.text().book), line: format.line, why });
            }
        }
    }
    found
}
