//! A book's House Way under chosen readings: sets one hand and keeps the reasons.
//!
//! The first rule that takes the hand leaves one or more settings; the book's choices, in order,
//! leave one. Clauses: star-2016 App2, vcga-2000 App2, crown-6.1 7.

use crate::few::Few;
use crate::reason::Notes;
use crate::{Cause, Decision};
use rulebook::{Choices, Choose, Facts, HouseWay, LowHigh, Named, Play, WayRule, WayRules};
use tiles::{Class, Hand, Rank, Setting, Value};

/// How a book that offers both states its exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As a list of hands.
    Listed,
    /// By the general formats (star-2016 App2.7#20–#25).
    General,
}

/// A House Way ready to set hands.
#[derive(Clone, Debug)]
pub struct Way<'b> {
    text: &'b HouseWay,
    pub(crate) rules: &'b WayRules,
    choices: Choices,
    pub(crate) format: Format,
    gee_jun_is_six: bool,
    two_highest: bool,
}

/// A book that does not state its exceptions by general formats.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("book {book} has no general formats for its exceptions")]
pub struct NoFormats {
    /// Its id.
    pub book: String,
}

/// A hand that the rules leave open: an edited book can have one, the embedded ones have none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{hand} is left undecided between {}", settings(.left))]
pub struct Undecided {
    /// The hand.
    pub hand: Hand,
    /// The settings that are left.
    pub left: Vec<Setting>,
}

fn settings(left: &[Setting]) -> String {
    left.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}

/// A hand's total; what ranks above points counts as more than nine.
fn total(value: Value) -> u8 {
    match value.class() {
        Class::Points(p) => p,
        Class::HighNine => 10,
        Class::Gong => 11,
        Class::Wong => 12,
        Class::Pair => 13,
    }
}

pub(crate) fn totals(setting: &Setting) -> (u8, u8) {
    (total(setting.low_value()), total(setting.high_value()))
}

/// A tile of the first six ranks (star-2016 App2.7#23).
fn is_high(rank: Rank) -> bool {
    rank <= Rank::CheongSum
}

impl<'b> Way<'b> {
    /// A House Way, every reading at its default.
    pub fn of(text: &'b HouseWay) -> Self {
        Self::listed(text, text.default_choices())
    }

    /// A House Way under chosen readings, with its exceptions as they are listed.
    pub fn listed(text: &'b HouseWay, choices: Choices) -> Self {
        Self::under(text, choices, Format::Listed)
    }

    /// A House Way under chosen readings.
    ///
    /// # Errors
    /// A book without general formats, if those are asked for.
    pub fn new(text: &'b HouseWay, choices: Choices, format: Format) -> Result<Self, NoFormats> {
        if format == Format::General && text.rules.formats.is_empty() {
            return Err(NoFormats { book: text.book.clone() });
        }
        Ok(Self::under(text, choices, format))
    }

    /// A House Way under chosen readings, in a format that it has.
    pub(crate) fn under(text: &'b HouseWay, choices: Choices, format: Format) -> Self {
        let gee_jun_is_six = choices.of("gee-jun-not-six") == Some("six");
        let two_highest = choices.of("high-tiles") == Some("two-highest");
        Self { text, rules: &text.rules, choices, format, gee_jun_is_six, two_highest }
    }

    /// The House Way as its book writes it.
    pub const fn text(&self) -> &'b HouseWay {
        self.text
    }

    /// The choices in force.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Whether the rule is skipped: the general formats stand in for the listed exceptions.
    pub(crate) fn skips(&self, rule: &WayRule) -> bool {
        self.format == Format::General && matches!(rule.play, Play::Exception { .. })
    }

    /// The rule that decides a hand, with Gee Jun read as said.
    fn deciding(&self, facts: &Facts, gee_jun_is_six: bool) -> Option<&'b WayRule> {
        self.rules.rules.iter().find(|rule| !self.skips(rule) && rule.takes(facts, gee_jun_is_six))
    }

    /// Sets four tiles and says why.
    ///
    /// # Errors
    /// A hand that the book's rules leave open.
    pub fn set(&self, hand: &Hand) -> Result<Decision, Undecided> {
        let mut notes = Some(Notes::default());
        let setting = self.settle(hand, &mut notes)?;
        let Notes { steps, readings } = notes.unwrap_or_default();
        Ok(Decision { hand: *hand, setting, steps, readings })
    }

    /// Sets four tiles; with notes, keeps the reasons. Without, it touches no heap.
    pub(crate) fn settle(&self, hand: &Hand, notes: &mut Option<Notes>) -> Result<Setting, Undecided> {
        let all = Few::of(hand);
        let facts = Facts::of(hand);
        let open = |left: &Few| Undecided { hand: *hand, left: left.as_slice().to_vec() };
        let rule = self.deciding(&facts, self.gee_jun_is_six).ok_or_else(|| open(&all))?;
        let mut left = self.apply(rule, hand, &all, notes);
        if let Some(notes) = notes {
            let other = self.deciding(&facts, !self.gee_jun_is_six);
            if other.is_none_or(|other| !std::ptr::eq(other, rule)) {
                notes.rests_on("gee-jun-not-six");
            }
        }
        left = self.choose(left, hand, notes);
        if self.format == Format::General && matches!(rule.play, Play::Closest) && left.len() == 1 {
            left = self.amend(&all, left, hand, notes);
            left = self.choose(left, hand, notes);
        }
        let [setting] = *left.as_slice() else { return Err(open(&left)) };
        let lone_gee_jun = |two: [Rank; 2]| two.contains(&Rank::GeeJun) && two[0] != two[1];
        if let Some(notes) = notes
            && (lone_gee_jun(setting.low()) || lone_gee_jun(setting.high()))
        {
            notes.rests_on("gee-jun-value");
        }
        Ok(setting)
    }

    /// What a rule leaves of a hand's settings, and why.
    fn apply(&self, rule: &WayRule, hand: &Hand, all: &Few, notes: &mut Option<Notes>) -> Few {
        let has_pair = |s: &Setting| s.high_value().class() == Class::Pair;
        let makes =
            |s: &Setting, n: Named| s.low_value().class() == n.class() || s.high_value().class() == n.class();
        let left = match &rule.play {
            Play::TwoPairs | Play::Keep(_) | Play::KeepPair => all.keep(has_pair),
            Play::Split { .. } => all.keep(|s| !has_pair(s)),
            Play::NamedOver { make, over, fourth } => {
                let two = rule.over(hand, *make, over, fourth);
                all.keep(|s| Some(s.low()) == two || Some(s.high()) == two)
            }
            Play::TeenHigh => {
                all.keep(|s| s.high_value().is_named() && s.high_value().leader() == Rank::Teen)
            }
            Play::Named { order, .. } => {
                let make = order.iter().find(|n| all.as_slice().iter().any(|s| makes(s, **n)));
                all.keep(|s| make.is_some_and(|n| makes(s, *n)))
            }
            Play::Exception { totals: wanted, place, .. } => all.keep(|s| {
                s.totals() == Some(*wanted)
                    && match place {
                        None => true,
                        Some((rank, LowHigh::Low)) => s.low().contains(rank),
                        Some((rank, LowHigh::High)) => s.high().contains(rank),
                    }
            }),
            Play::Closest => {
                let best = closest(all);
                all.keep(|s| totals(s) == best)
            }
        };
        if let Some(notes) = notes {
            self.explain(rule, hand, all, &left, notes);
        }
        left
    }

    /// Lets the book's choices, in order, reduce what is left.
    fn choose(&self, mut left: Few, hand: &Hand, notes: &mut Option<Notes>) -> Few {
        for choice in &self.rules.choices {
            if left.len() < 2 {
                break;
            }
            let kept = chosen(choice.choose, &left, hand, self.two_highest);
            if let Some(notes) = notes {
                let other = chosen(choice.choose, &left, hand, !self.two_highest);
                let acts = kept.len() < left.len();
                if acts || other.as_slice() != kept.as_slice() {
                    choice.reading.iter().for_each(|r| notes.rests_on(r));
                }
                if acts {
                    notes.step(
                        choice.clauses.first(),
                        choice_cause(choice.choose, &left, hand, self.two_highest),
                    );
                }
            }
            left = kept;
        }
        left
    }
}

/// The highest low total, then the highest high total.
pub(crate) fn closest(all: &Few) -> (u8, u8) {
    all.as_slice().iter().map(totals).max().unwrap_or((0, 0))
}

/// Whether two tiles are high ones that should be apart.
fn together(two: [Rank; 2], hand: &Hand, two_highest: bool) -> bool {
    let [top, second, ..] = hand.ranks();
    if two_highest { two == [top, second] } else { is_high(two[0]) && is_high(two[1]) }
}

/// What a choice keeps; all, where it has nothing to say.
fn chosen(choose: Choose, left: &Few, hand: &Hand, two_highest: bool) -> Few {
    let top = hand.ranks()[0];
    let all_high = |test: &dyn Fn(u8) -> bool| left.as_slice().iter().all(|s| test(totals(s).1));
    let kept = match choose {
        Choose::Separate => {
            left.keep(|s| !together(s.low(), hand, two_highest) && !together(s.high(), hand, two_highest))
        }
        Choose::HighTileLow(most) if all_high(&|t| t <= most) => left.keep(|s| s.low().contains(&top)),
        Choose::HighTileHigh(least) if all_high(&|t| t >= least) => left.keep(|s| s.high().contains(&top)),
        Choose::HighTileLow(_) | Choose::HighTileHigh(_) => *left,
        Choose::Dominant => left.keep(|s| !left.as_slice().iter().any(|other| other.dominates(s))),
        Choose::Equal => {
            let worth = |s: &Setting| (s.low_value(), s.high_value());
            let same = left.as_slice().iter().all(|s| worth(s) == worth(&left.as_slice()[0]));
            // The better a tile the smaller its rank, so the best high hand is the smallest.
            let best = left.as_slice().iter().map(Setting::high).min().filter(|_| same);
            left.keep(|s| Some(s.high()) == best)
        }
    };
    if kept.len() == 0 { *left } else { kept }
}

/// Why a choice kept what it kept.
fn choice_cause(choose: Choose, left: &Few, hand: &Hand, two_highest: bool) -> Cause {
    let [top, second, ..] = hand.ranks();
    match choose {
        Choose::Separate => {
            let mut hands = left.as_slice().iter().flat_map(|s| [s.low(), s.high()]);
            let [a, b] = hands.find(|two| together(*two, hand, two_highest)).unwrap_or([top, second]);
            Cause::Apart(a, b)
        }
        Choose::HighTileLow(most) => Cause::TopLow(top, most),
        Choose::HighTileHigh(least) => Cause::TopHigh(top, least),
        Choose::Dominant => Cause::Dominant,
        Choose::Equal => Cause::Equal,
    }
}
