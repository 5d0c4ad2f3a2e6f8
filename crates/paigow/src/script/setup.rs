//! The setup lines of a round: the book, and what the House chose within it.

use super::pattern::{Caught, bare, matches, tokens};
use crate::{Chance, Limit, LimitKind, Performer, Setup};
use money::{Amount, Chip};
use rulebook::{Layout, SideWager};

/// The forms of a part of a setup line, for those who wrote another.
pub(super) const FORMS: &[&str] = &[
    "book NAME",
    "[LIMITS] limits LIMIT",
    "chip N",
    "variant NAME",
    "layout NAME",
    "areas N",
    "house-way areas DICE",
    "bonus table NAME",
    "tie table NAME",
    "bonus needs regular",
    "no surrender",
    "no bonus",
    "no tie",
    "no big-small",
    "commission RATE",
    "chance keyed|electronic|told",
    "dealer house|person",
    "practice",
    "reading NAME",
];

/// What the setup lines have said so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) book: Option<String>,
    limits: Vec<(Option<LimitKind>, Amount, Amount, Option<i64>)>,
    chip: Option<i64>,
    variant: Option<String>,
    layout: Option<Layout>,
    areas: Option<u8>,
    house_way: Vec<u8>,
    bonus: Option<String>,
    tie: Option<String>,
    needs_regular: bool,
    no_surrender: bool,
    without: Vec<SideWager>,
    commission: Option<money::Rate>,
    chance: Option<Chance>,
    house: bool,
    practice: bool,
    readings: Vec<(String, String)>,
    /// What has been said, so that nothing is said twice.
    said: Vec<String>,
}

impl Draft {
    /// Whether a line belongs to the setup.
    pub(super) fn takes(line: &str) -> bool {
        let first = bare(line).split(',').next().unwrap_or_default();
        let Some(words) = tokens(first) else { return false };
        FORMS.iter().any(|form| matches(form, &words).is_some())
    }

    /// Reads a setup line.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub(super) fn read(&mut self, line: &str) -> Result<(), (String, String)> {
        for part in bare(line).split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let found = tokens(part).and_then(|words| {
                FORMS.iter().enumerate().find_map(|(place, form)| Some((place, matches(form, &words)?)))
            });
            let Some((place, caught)) = found else {
                return Err((format!("\"{part}\" sets up nothing"), format!("one of: {}", FORMS.join("; "))));
            };
            let said = match FORMS[place] {
                // Limits are set for each kind, readings for each point.
                "[LIMITS] limits LIMIT" => caught.limits.map_or("limits", |kind| kind.word()).to_string(),
                "reading NAME" => {
                    caught.name.and_then(|name| name.split('=').next()).unwrap_or_default().to_string()
                }
                form => form.to_string(),
            };
            if self.said.contains(&said) {
                return Err((format!("\"{part}\" says a thing again"), "each once".to_string()));
            }
            self.said.push(said);
            self.note(FORMS[place], &caught).map_err(|right| (format!("\"{part}\" cannot be"), right))?;
        }
        Ok(())
    }

    fn note(&mut self, form: &str, caught: &Caught<'_>) -> Result<(), String> {
        let name = || caught.name.unwrap_or_default().to_string();
        match form {
            "book NAME" => self.book = Some(name()),
            "[LIMITS] limits LIMIT" => {
                let (least, most, multiple) = caught.limit.unwrap_or_default();
                self.limits.push((caught.limits, least, most, multiple));
            }
            "chip N" => self.chip = Some(caught.number()),
            "variant NAME" => self.variant = Some(name()),
            "layout NAME" => {
                let known = Layout::ALL.iter().find(|layout| layout.word() == name());
                let words: Vec<&str> = Layout::ALL.iter().map(|layout| layout.word()).collect();
                self.layout = Some(*known.ok_or_else(|| format!("layout {}", words.join(" or ")))?);
            }
            "areas N" => self.areas = Some(caught.fits(1, 8).map_err(|_| "areas 1 to 8".to_string())?),
            "house-way areas DICE" => self.house_way.clone_from(&caught.dice),
            "bonus table NAME" => self.bonus = Some(name()),
            "tie table NAME" => self.tie = Some(name()),
            "bonus needs regular" => self.needs_regular = true,
            "no surrender" => self.no_surrender = true,
            "no bonus" => self.without.push(SideWager::Bonus),
            "no tie" => self.without.push(SideWager::Tie),
            "no big-small" => self.without.push(SideWager::BigSmall),
            "commission RATE" => self.commission = caught.rate,
            "chance keyed|electronic|told" => {
                self.chance = match (caught.said("keyed"), caught.said("electronic")) {
                    (true, _) => Some(Chance::Keyed),
                    (_, true) => Some(Chance::Electronic),
                    _ => Some(Chance::Told),
                };
            }
            "dealer house|person" => self.house = caught.said("house"),
            "practice" => self.practice = true,
            _ => {
                let text = name();
                let (id, choice) = text.split_once('=').ok_or("reading ID=CHOICE")?;
                self.readings.push((id.to_string(), choice.to_string()));
            }
        }
        Ok(())
    }

    /// The whole setup.
    ///
    /// # Errors
    /// What is missing or does not fit, and what would be right.
    pub(super) fn whole(self) -> Result<Setup, (String, String)> {
        let missing = |what: &str, right: &str| (format!("no {what} is named"), right.to_string());
        let book = self.book.ok_or_else(|| missing("book", "book star-2016, limits 25..1000"))?;
        let units = self.chip.unwrap_or(1);
        let chip = Chip::new(units)
            .ok_or_else(|| (format!("chip {units} cannot be"), format!("chip 1 to {}", Chip::MOST)))?;
        let limit = |least, most, multiple: Option<i64>| {
            Limit::new(least, most, multiple.unwrap_or(units)).ok_or_else(|| {
                (
                    format!("limits {least}..{most} do not fit together"),
                    "limits LEAST..MOST in multiples, the least one of them: limits 25..1000 in 5s"
                        .to_string(),
                )
            })
        };
        let common = self.limits.iter().find(|(kind, ..)| kind.is_none()).or(self.limits.first());
        let Some(&(_, least, most, multiple)) = common else {
            return Err(missing("limit of wagers", "limits 25..1000"));
        };
        let mut setup = Setup::new(book, limit(least, most, multiple)?);
        for &(kind, least, most, multiple) in &self.limits {
            if let Some(kind) = kind {
                setup.limits.set(kind, limit(least, most, multiple)?);
            }
        }
        setup.chip = chip;
        setup.variant = self.variant;
        setup.layout = self.layout;
        setup.areas = self.areas;
        setup.house_way_areas = self.house_way;
        setup.bonus = self.bonus;
        setup.tie = self.tie;
        setup.bonus_needs_regular = self.needs_regular;
        setup.surrender = !self.no_surrender;
        setup.without = self.without;
        setup.commission = self.commission;
        // Whoever writes a round down has seen it, and says how the tiles lay.
        setup.chance = self.chance.unwrap_or(Chance::Told);
        if self.house {
            setup.dealer = Performer::House;
        }
        setup.practice = self.practice;
        setup.readings = self.readings;
        Ok(setup)
    }
}
