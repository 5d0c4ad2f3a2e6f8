//! `[[rule]]` of `houseway.toml`: one rule of a House Way, and what it does with the hands it takes.

use super::Reader;
use super::reader::totals;
use crate::page::{At, Entry};
use crate::{Citation, Pattern};
use tiles::{Class, Hand, Rank, Value};

/// One rule, its clauses and the reading it rests on.
#[derive(Clone, Debug)]
pub struct WayRule {
    /// The clauses, the deciding one first.
    pub clauses: Vec<Citation>,
    /// The reading it rests on, if the clauses leave the point open.
    pub reading: Option<String>,
    /// What it does.
    pub play: Play,
    /// Its line in `houseway.toml`.
    pub line: usize,
}

/// A hand of Teen or Day that ranks between points and pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// With a 7.
    HighNine,
    /// With an 8.
    Gong,
    /// With a 9.
    Wong,
}

impl Named {
    pub(super) const ALL: [Self; 3] = [Self::HighNine, Self::Gong, Self::Wong];

    /// The word in a book's file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::HighNine => "high-nine",
            Self::Gong => "gong",
            Self::Wong => "wong",
        }
    }

    /// The name on the felt.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HighNine => "High Nine",
            Self::Gong => "Gong",
            Self::Wong => "Wong",
        }
    }

    /// The kind of value it is.
    pub const fn class(self) -> Class {
        match self {
            Self::HighNine => Class::HighNine,
            Self::Gong => Class::Gong,
            Self::Wong => Class::Wong,
        }
    }

    /// Whether these two tiles make it.
    pub fn is(self, a: Rank, b: Rank) -> bool {
        Value::of(a, b).class() == self.class()
    }
}

/// Which of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowHigh {
    /// The low hand.
    Low,
    /// The high hand.
    High,
}

/// What a rule does with the hands it takes.
#[derive(Clone, Debug)]
pub enum Play {
    /// Two pairs are the two hands.
    TwoPairs,
    /// These pairs stay together.
    Keep(Vec<Rank>),
    /// These pairs are split when the other two tiles are among the companions.
    Split {
        /// The pairs.
        pairs: Vec<Rank>,
        /// What the other two tiles may be.
        with: Vec<Pattern>,
        /// `with` spelled out, for each reading of any6: without Gee Jun, and with.
        companions: [Vec<[Rank; 2]>; 2],
    },
    /// Any pair that no earlier rule took stays together.
    KeepPair,
    /// One named hand is preferred to others when the fourth tile is one of these.
    NamedOver {
        /// The hand to make.
        make: Named,
        /// The hands it is preferred to.
        over: Vec<Named>,
        /// The ranks of the fourth tile.
        fourth: Vec<Rank>,
    },
    /// With Teen and Day, the Teen makes the named high hand.
    TeenHigh,
    /// A named hand is made, the first of these that can be.
    Named {
        /// In order of preference.
        order: Vec<Named>,
        /// The clause that gives the order.
        preference: Citation,
    },
    /// These four tiles are set to these totals.
    Exception {
        /// The tiles.
        tiles: Pattern,
        /// Low and high total.
        totals: (u8, u8),
        /// A tile that has to be on one side.
        place: Option<(Rank, LowHigh)>,
        /// The indices of the hands it takes, for each reading of any6: without Gee Jun, and with.
        hands: [Vec<u16>; 2],
    },
    /// The highest low total, then the highest high total.
    Closest,
}

fn spell_totals(hand: &Hand) -> String {
    let spell = |s: &tiles::Setting| match s.totals() {
        Some((low, high)) => format!("{low}/{high}"),
        None => format!("{} and {}", s.low_value(), s.high_value()),
    };
    let [a, b, c] = hand.settings();
    format!("{}, {} and {}", spell(&a), spell(&b), spell(&c))
}

impl Reader<'_, '_> {
    fn named(&self, entry: &Entry<'_, '_>, text: &At<String>) -> Option<Named> {
        let found = Named::ALL.into_iter().find(|n| n.word() == text.value);
        if found.is_none() {
            entry.page().fault(text.at, format!("\"{}\" is not wong, gong or high-nine", text.value));
        }
        found
    }

    pub(super) fn rule(&self, entry: &Entry<'_, '_>) -> Option<WayRule> {
        let clauses = self.clauses(entry);
        let reading = self.reading(entry);
        let line = entry.page().line(entry.at());
        let play = self.play(entry, &clauses)?;
        Some(WayRule { clauses, reading, play, line })
    }

    fn play(&self, entry: &Entry<'_, '_>, clauses: &[Citation]) -> Option<Play> {
        let kinds = ["keep", "split", "tiles"].into_iter().filter(|k| entry.has(k)).collect::<Vec<_>>();
        match kinds[..] {
            ["keep"] => Some(Play::Keep(self.ranks(entry, "keep"))),
            ["split"] => self.split(entry),
            ["tiles"] => self.exception(entry, clauses),
            [] => self.plain(entry),
            _ => {
                entry.fault(format!("a rule does one thing, this one has {}", kinds.join(" and ")));
                None
            }
        }
    }

    fn split(&self, entry: &Entry<'_, '_>) -> Option<Play> {
        let pairs = self.ranks(entry, "split");
        let texts = entry.texts("with");
        if texts.is_empty() {
            entry.fault("with is missing: a split names the other two tiles");
        }
        let mut with = Vec::new();
        let mut spelled = [Vec::new(), Vec::new()];
        for text in &texts {
            let Some(pattern) = self.pattern(entry, text, 2) else { continue };
            let mut possible = false;
            for (reading, spelled) in spelled.iter_mut().enumerate() {
                for pair in pattern.fillings(reading == 1) {
                    let two = [pair[0], pair[1]];
                    // Two alike would be two pairs; a third of the split rank does not exist.
                    if two[0] != two[1] && pairs.iter().any(|p| !two.contains(p)) {
                        possible = true;
                        spelled.push(two);
                    }
                }
            }
            if !possible && !pairs.is_empty() {
                let reason = format!(
                    "split with \"{}\" can never apply: it leaves no two different tiles",
                    text.value
                );
                entry.page().fault(text.at, reason);
            }
            with.push(pattern);
        }
        for spelled in &mut spelled {
            spelled.sort_unstable();
            spelled.dedup();
        }
        Some(Play::Split { pairs, with, companions: spelled })
    }

    fn exception(&self, entry: &Entry<'_, '_>, clauses: &[Citation]) -> Option<Play> {
        let text = entry.needed_text("tiles")?;
        let tiles = self.pattern(entry, &text, 4);
        let play = entry.needed_text("play")?;
        let Some(wanted) = totals(&play.value) else {
            entry.page().fault(
                play.at,
                format!("play is \"{}\", expected two totals, low first, as \"0/8\"", play.value),
            );
            return None;
        };
        let place = match (entry.text("low"), entry.text("high")) {
            (None, None) => None,
            (Some(id), None) => self.rank(entry, &id).map(|r| (r, LowHigh::Low)),
            (None, Some(id)) => self.rank(entry, &id).map(|r| (r, LowHigh::High)),
            (Some(_), Some(id)) => {
                entry.page().fault(id.at, "an exception places one tile, low or high, not both");
                None
            }
        };
        let tiles = tiles?;
        let clause = clauses.first().map_or("?", |c| c.clause.as_str());
        let hands = tiles.hands(false);
        if hands.is_empty() {
            entry
                .page()
                .fault(text.at, format!("exception {clause}: \"{tiles}\" is no hand that can be dealt"));
        }
        for hand in &hands {
            let fits = |s: &tiles::Setting| s.totals() == Some(wanted);
            let placed = |s: &tiles::Setting| match place {
                None => true,
                Some((rank, LowHigh::Low)) => s.low().contains(&rank),
                Some((rank, LowHigh::High)) => s.high().contains(&rank),
            };
            let settings = hand.settings();
            let makes = spell_totals(hand);
            if !settings.iter().any(fits) {
                let reason = format!(
                    "exception {clause}: \"{tiles}\" cannot make {}: {hand} makes {makes}",
                    play.value
                );
                entry.page().fault(play.at, reason);
                break;
            }
            if !settings.iter().any(|s| fits(s) && placed(s)) {
                let (rank, _) = place?;
                let reason =
                    format!("exception {clause}: {hand} cannot make {} with {rank} there", play.value);
                entry.page().fault(play.at, reason);
                break;
            }
        }
        let indices = |six: bool| {
            let mut indices: Vec<u16> = tiles
                .hands(six)
                .iter()
                .filter(|h| h.settings().iter().any(|s| s.totals() == Some(wanted)))
                .map(|h| h.index() as u16)
                .collect();
            indices.sort_unstable();
            indices
        };
        let hands = [indices(false), indices(true)];
        Some(Play::Exception { tiles, totals: wanted, place, hands })
    }

    fn plain(&self, entry: &Entry<'_, '_>) -> Option<Play> {
        let play = entry.needed_text("play")?;
        match play.value.as_str() {
            "two-pairs" => Some(Play::TwoPairs),
            "keep-pair" => Some(Play::KeepPair),
            "teen-high" => Some(Play::TeenHigh),
            "closest" => Some(Play::Closest),
            "named" => {
                let order = entry.texts("order");
                let order: Vec<Named> = order.iter().filter_map(|t| self.named(entry, t)).collect();
                if order.is_empty() {
                    entry.fault("order is missing: which of wong, gong and high-nine comes first");
                }
                Some(Play::Named { order, preference: self.citer.citation(entry, "preference")? })
            }
            "wong" | "gong" | "high-nine" => {
                let make = self.named(entry, &play)?;
                let over: Vec<Named> =
                    entry.texts("over").iter().filter_map(|t| self.named(entry, t)).collect();
                if over.is_empty() {
                    entry.fault(format!("over is missing: what {} is preferred to", play.value));
                }
                Some(Play::NamedOver { make, over, fourth: self.one_of(entry, "fourth")? })
            }
            other => {
                let reason = format!(
                    "play is \"{other}\", expected two-pairs, keep-pair, teen-high, named, wong, gong, high-nine or closest"
                );
                entry.page().fault(play.at, reason);
                None
            }
        }
    }
}
