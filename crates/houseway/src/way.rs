//! A book's House Way under chosen readings: sets one hand and keeps the reasons.
//!
//! The first rule that takes the hand leaves one or more settings; the book's choices, in order,
//! leave one. Clauses: star-2016 App2, vcga-2000 App2, crown-6.1 7.

use crate::{Cause, Decision, Step};
use rulebook::{Book, Choices, Choose, Citation, LowHigh, Play, WayChoice, WayRule, WayRules};
use std::fmt;
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
    pub(crate) book: &'b Book,
    pub(crate) rules: &'b WayRules,
    choices: Choices,
    pub(crate) format: Format,
    gee_jun_is_six: bool,
    two_highest: bool,
}

/// Why there is no Way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WayError {
    /// The book has no House Way: it conducts another game.
    NoHouseWay(String),
    /// The book does not state its exceptions by general formats.
    NoFormats(String),
}

impl fmt::Display for WayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHouseWay(book) => write!(f, "book {book} has no House Way"),
            Self::NoFormats(book) => write!(f, "book {book} has no general formats for its exceptions"),
        }
    }
}

impl std::error::Error for WayError {}

/// A hand that the rules leave open: an edited book can have one, the embedded ones have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The hand.
    pub hand: Hand,
    /// The settings that are left.
    pub left: Vec<Setting>,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left: Vec<String> = self.left.iter().map(ToString::to_string).collect();
        write!(f, "{} is left undecided between {}", self.hand, left.join(" and "))
    }
}

impl std::error::Error for Undecided {}

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

/// The different settings of a hand, two or three.
pub(crate) fn distinct(hand: &Hand) -> Vec<Setting> {
    let mut settings: Vec<Setting> = Vec::with_capacity(3);
    for setting in hand.settings() {
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings
}

/// A tile of the first six ranks (star-2016 App2.7#23).
fn is_high(rank: Rank) -> bool {
    rank <= Rank::CheongSum
}

impl<'b> Way<'b> {
    /// The House Way of a book, every reading at its default.
    ///
    /// # Errors
    /// A book without a House Way.
    pub fn of(book: &'b Book) -> Result<Self, WayError> {
        Self::new(book, book.default_choices(), Format::Listed)
    }

    /// The House Way of a book under chosen readings.
    ///
    /// # Errors
    /// A book without a House Way, or without general formats if those are asked for.
    pub fn new(book: &'b Book, choices: Choices, format: Format) -> Result<Self, WayError> {
        let rules = book.way.as_ref().ok_or_else(|| WayError::NoHouseWay(book.id.clone()))?;
        if format == Format::General && rules.formats.is_empty() {
            return Err(WayError::NoFormats(book.id.clone()));
        }
        let gee_jun_is_six = choices.of("gee-jun-not-six") == Some("six");
        let two_highest = choices.of("high-tiles") == Some("two-highest");
        Ok(Self { book, rules, choices, format, gee_jun_is_six, two_highest })
    }

    /// The book it follows.
    pub fn book(&self) -> &'b Book {
        self.book
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
    fn deciding(&self, hand: &Hand, gee_jun_is_six: bool) -> Option<&'b WayRule> {
        self.rules.rules.iter().find(|rule| !self.skips(rule) && rule.takes(hand, gee_jun_is_six))
    }

    /// Sets four tiles.
    ///
    /// # Errors
    /// A hand that the book's rules leave open.
    pub fn set(&self, hand: &Hand) -> Result<Decision, Undecided> {
        let all = distinct(hand);
        let open = |left: &[Setting]| Undecided { hand: *hand, left: left.to_vec() };
        let rule = self.deciding(hand, self.gee_jun_is_six).ok_or_else(|| open(&all))?;
        let mut decision = Decision { hand: *hand, setting: all[0], steps: Vec::new(), readings: Vec::new() };
        let mut left = self.apply(rule, &all, &mut decision);
        let other = self.deciding(hand, !self.gee_jun_is_six);
        if other.is_none_or(|other| !std::ptr::eq(other, rule)) {
            decision.rests_on("gee-jun-not-six");
        }
        self.choose(&mut left, &mut decision);
        if self.format == Format::General && matches!(rule.play, Play::Closest) && left.len() == 1 {
            self.amend(&all, &mut left, &mut decision);
            self.choose(&mut left, &mut decision);
        }
        let [setting] = left[..] else { return Err(open(&left)) };
        decision.setting = setting;
        let lone_gee_jun = |two: [Rank; 2]| two.contains(&Rank::GeeJun) && two[0] != two[1];
        if lone_gee_jun(setting.low()) || lone_gee_jun(setting.high()) {
            decision.rests_on("gee-jun-value");
        }
        Ok(decision)
    }

    /// What a rule leaves of a hand's settings, and why.
    fn apply(&self, rule: &WayRule, all: &[Setting], decision: &mut Decision) -> Vec<Setting> {
        let hand = decision.hand;
        let clause = |place: usize| rule.clauses.get(place).or(rule.clauses.first());
        let mut step = |clause: Option<&Citation>, cause: Cause| {
            decision.steps.extend(clause.map(|c| Step { clause: c.clone(), cause }));
        };
        let keeping = |test: &dyn Fn(&Setting) -> bool| -> Vec<Setting> {
            all.iter().filter(|s| test(s)).copied().collect()
        };
        let pairs: Vec<Rank> = hand.pairs().collect();
        let has_pair = |s: &Setting| s.high_value().class() == Class::Pair;
        let others = || {
            let mut rest = hand.ranks().into_iter().filter(|r| !pairs.contains(r));
            [rest.next().unwrap_or(Rank::GeeJun), rest.next().unwrap_or(Rank::GeeJun)]
        };
        let left = match &rule.play {
            Play::TwoPairs => {
                step(clause(0), Cause::TwoPairs);
                keeping(&has_pair)
            }
            Play::Keep(_) => {
                step(clause(0), Cause::Kept(pairs[0]));
                keeping(&has_pair)
            }
            Play::KeepPair => {
                step(clause(0), Cause::NotSplit(pairs[0], others()));
                keeping(&has_pair)
            }
            Play::Split { .. } => {
                step(clause(0), Cause::Split(pairs[0], others()));
                keeping(&|s| !has_pair(s))
            }
            Play::NamedOver { make, over, fourth } => {
                let two = rule.over(&hand, *make, over, fourth).unwrap_or([Rank::Teen, Rank::Teen]);
                let ranks = hand.ranks();
                let last = ranks.into_iter().find(|r| fourth.contains(r) && !two.contains(r));
                let offered = |n: &&rulebook::Named| ranks.iter().any(|r| n.is(two[0], *r));
                let over = over.iter().filter(offered).copied().collect();
                step(clause(0), Cause::Instead(*make, over, last.unwrap_or(two[1])));
                keeping(&|s| s.low() == two || s.high() == two)
            }
            Play::TeenHigh => {
                step(clause(1), Cause::Made(made(&all[0], all)));
                step(clause(0), Cause::TeenHigh);
                keeping(&|s| s.high_value().is_named() && s.high_value().leader() == Rank::Teen)
            }
            Play::Named { order, preference } => {
                let makes = |s: &Setting, n: rulebook::Named| {
                    s.low_value().class() == n.class() || s.high_value().class() == n.class()
                };
                let possible: Vec<_> =
                    order.iter().copied().filter(|n| all.iter().any(|s| makes(s, *n))).collect();
                let make = possible[0];
                step(clause(0), Cause::Made(make));
                if possible.len() > 1 {
                    step(Some(preference), Cause::Before(make, possible[1..].to_vec()));
                }
                keeping(&|s| makes(s, make))
            }
            Play::Exception { totals: wanted, place, .. } => {
                let general = all.iter().map(totals).max().unwrap_or((0, 0));
                let instead_of = (general != *wanted).then_some(general);
                if instead_of.is_none()
                    && let Some(closest) = self.rules.rules.iter().find(|r| matches!(r.play, Play::Closest))
                {
                    let among = all.iter().map(totals).collect();
                    step(closest.clauses.first(), Cause::Closest { totals: general, among });
                }
                let placed = place.map(|(rank, side)| (rank, side == LowHigh::High));
                step(clause(0), Cause::Listed { totals: *wanted, instead_of, place: placed });
                keeping(&|s| {
                    s.totals() == Some(*wanted)
                        && match place {
                            None => true,
                            Some((rank, LowHigh::Low)) => s.low().contains(rank),
                            Some((rank, LowHigh::High)) => s.high().contains(rank),
                        }
                })
            }
            Play::Closest => {
                let among: Vec<(u8, u8)> = all.iter().map(totals).collect();
                let best = among.iter().copied().max().unwrap_or((0, 0));
                step(clause(0), Cause::Closest { totals: best, among });
                keeping(&|s| totals(s) == best)
            }
        };
        if let Some(reading) = &rule.reading {
            decision.rests_on(reading);
        }
        if matches!(rule.play, Play::Exception { .. }) && left.len() > 1 {
            decision.rests_on("exception-ties");
        }
        left
    }

    /// Lets the book's choices, in order, reduce what is left.
    fn choose(&self, left: &mut Vec<Setting>, decision: &mut Decision) {
        for choice in &self.rules.choices {
            if left.len() < 2 {
                return;
            }
            let (kept, cause) = self.chosen(choice.choose, left, &decision.hand, self.two_highest);
            if choice.choose == Choose::Separate {
                let (other, _) = self.chosen(choice.choose, left, &decision.hand, !self.two_highest);
                if other != kept {
                    self.rest(choice, decision);
                }
            }
            if let Some(cause) = cause {
                *left = kept;
                self.rest(choice, decision);
                decision.steps.extend(choice.clauses.first().map(|c| Step { clause: c.clone(), cause }));
            }
        }
    }

    fn rest(&self, choice: &WayChoice, decision: &mut Decision) {
        if let Some(reading) = &choice.reading {
            decision.rests_on(reading);
        }
    }

    /// What a choice keeps, and why if that is less than there was.
    fn chosen(
        &self,
        choose: Choose,
        left: &[Setting],
        hand: &Hand,
        two_highest: bool,
    ) -> (Vec<Setting>, Option<Cause>) {
        let top = hand.ranks()[0];
        let second = hand.ranks()[1];
        let together = |two: [Rank; 2]| {
            if two_highest { two == [top, second] } else { is_high(two[0]) && is_high(two[1]) }
        };
        let high_totals = || left.iter().map(|s| totals(s).1);
        let (kept, cause): (Vec<Setting>, Cause) = match choose {
            Choose::Separate => {
                let keep = left.iter().filter(|s| !together(s.low()) && !together(s.high()));
                let apart = left.iter().flat_map(|s| [s.low(), s.high()]).find(|two| together(*two));
                let [a, b] = apart.unwrap_or([top, second]);
                (keep.copied().collect(), Cause::Apart(a, b))
            }
            Choose::HighTileLow(most) => {
                let keep = left.iter().filter(|s| s.low().contains(&top) && high_totals().all(|t| t <= most));
                (keep.copied().collect(), Cause::TopLow(top, most))
            }
            Choose::HighTileHigh(least) => {
                let keep =
                    left.iter().filter(|s| s.high().contains(&top) && high_totals().all(|t| t >= least));
                (keep.copied().collect(), Cause::TopHigh(top, least))
            }
            Choose::Dominant => {
                let keep = left.iter().filter(|s| !left.iter().any(|other| other.dominates(s)));
                (keep.copied().collect(), Cause::Dominant)
            }
            Choose::Equal => {
                let worth = |s: &Setting| (s.low_value(), s.high_value());
                let same = left.iter().all(|s| worth(s) == worth(&left[0]));
                // The better a tile the smaller its rank, so the best high hand is the smallest.
                let best = left.iter().min_by_key(|s| s.high()).filter(|_| same);
                (best.copied().into_iter().collect(), Cause::Equal)
            }
        };
        if kept.is_empty() || kept.len() == left.len() { (left.to_vec(), None) } else { (kept, Some(cause)) }
    }
}

/// The named hand that Teen can make, for the reason.
fn made(first: &Setting, all: &[Setting]) -> rulebook::Named {
    use rulebook::Named;
    let named = |s: &Setting| s.high_value().is_named() && s.high_value().leader() == Rank::Teen;
    let setting = all.iter().find(|s| named(s)).unwrap_or(first);
    match setting.high_value().class() {
        Class::Wong => Named::Wong,
        Class::Gong => Named::Gong,
        _ => Named::HighNine,
    }
}
