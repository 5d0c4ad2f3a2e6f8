//! The House Way of a book as data: rules in the order they apply, the choices between settings that
//! a rule leaves, and the alternative formats a book may offer for its exceptions.
//!
//! Says which rule takes a hand; how the hand is then set is the business of crate `houseway`.
//! Clauses: star-2016 App2, vcga-2000 App2, crown-6.1 7.1–7.5.6.

use crate::page::{At, Entry};
use crate::{Citation, Citer, Pattern};
use tiles::{Class, Hand, Rank, Value};

/// A whole House Way.
#[derive(Clone, Debug)]
pub struct WayRules {
    /// Applied from top to bottom; the first that takes a hand decides it.
    pub rules: Vec<WayRule>,
    /// Applied in order while a rule leaves more than one setting.
    pub choices: Vec<WayChoice>,
    /// Other words for the exceptions, where the book offers them (star-2016 App2.7#20–#25).
    pub formats: Vec<Format>,
}

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
    const ALL: [Self; 3] = [Self::HighNine, Self::Gong, Self::Wong];

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

/// How to choose between settings that a rule leaves.
#[derive(Clone, Debug)]
pub struct WayChoice {
    /// The clauses it rests on.
    pub clauses: Vec<Citation>,
    /// The reading it rests on, if any.
    pub reading: Option<String>,
    /// The choice.
    pub choose: Choose,
    /// Its line in `houseway.toml`.
    pub line: usize,
}

/// A way to choose between settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// High tiles not in one hand.
    Separate,
    /// The highest tile in the low hand, if the high hand is at most this.
    HighTileLow(u8),
    /// The highest tile in the high hand, if the high hand is at least this.
    HighTileHigh(u8),
    /// At least as good in both hands and better in one.
    Dominant,
    /// Worth the same: the higher second tile in the high hand.
    Equal,
}

/// One of the formats that restate a book's exceptions.
#[derive(Clone, Debug)]
pub struct Format {
    /// Its clause.
    pub clause: Citation,
    /// What it does after general play.
    pub play: FormatPlay,
    /// Its line in `houseway.toml`.
    pub line: usize,
}

/// What a format does to a hand that general play has set.
#[derive(Clone, Debug)]
pub enum FormatPlay {
    /// With this low total, make one of these high totals instead if possible, the best first.
    RaiseHigh {
        /// The low total after general play.
        low: u8,
        /// The high totals to try, the best first.
        high: Vec<u8>,
        /// The ranks one of which the high hand has to hold; empty for any.
        holding: Vec<Rank>,
    },
    /// Separate high tiles without changing the totals.
    Separate,
    /// With these two tiles in one hand making 8, make a 9 or better led by this tile or a higher.
    NineOver {
        /// The two tiles.
        tiles: [Rank; 2],
        /// The lowest tile that may lead the nine.
        led_by: Rank,
    },
    /// These tiles, these totals.
    Exception {
        /// The tiles.
        tiles: Pattern,
        /// Low and high total.
        totals: (u8, u8),
    },
}

/// What rules ask of a hand, looked up once: a chart asks fifty rules of 3,620 hands.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    hand: Hand,
    index: u16,
    /// A bit for each rank held.
    held: u16,
    pairs: u8,
    /// The one pair and the two tiles beside it, in rank order.
    lone: Option<(Rank, [Rank; 2])>,
}

impl Facts {
    /// Looks at a hand.
    pub fn of(hand: &Hand) -> Self {
        let [a, b, c, d] = hand.ranks();
        let held = bit(a) | bit(b) | bit(c) | bit(d);
        let (pairs, lone) = match (a == b, b == c, c == d) {
            (true, _, true) => (2, None),
            (true, _, false) => (1, Some((a, [c, d]))),
            (_, true, _) => (1, Some((b, [a, d]))),
            (_, _, true) => (1, Some((c, [a, b]))),
            _ => (0, None),
        };
        Self { hand: *hand, index: hand.index() as u16, held, pairs, lone }
    }

    /// Whether it holds one of these ranks.
    const fn holds(&self, ranks: u16) -> bool {
        self.held & ranks != 0
    }
}

const fn bit(rank: Rank) -> u16 {
    1 << rank.nibble()
}

/// The tiles that lead a Wong, a Gong or a High Nine.
const LEADERS: u16 = bit(Rank::Teen) | bit(Rank::Day);

impl Named {
    /// The tiles that make it with Teen or Day.
    const fn makers(self) -> u16 {
        match self {
            Self::HighNine => bit(Rank::KoKiokChaat) | bit(Rank::ChapChaat),
            Self::Gong => bit(Rank::Yun) | bit(Rank::ChapPaat),
            Self::Wong => bit(Rank::ChapGow),
        }
    }
}

impl WayRule {
    /// Whether this rule takes the hand, were it asked first.
    pub fn takes(&self, facts: &Facts, gee_jun_is_six: bool) -> bool {
        let reading = usize::from(gee_jun_is_six);
        let named = |order: &[Named]| facts.holds(LEADERS) && order.iter().any(|n| facts.holds(n.makers()));
        match &self.play {
            Play::TwoPairs => facts.pairs == 2,
            Play::Keep(pairs) => facts.lone.is_some_and(|(pair, _)| pairs.contains(&pair)),
            Play::Split { pairs, companions, .. } => facts
                .lone
                .is_some_and(|(pair, others)| pairs.contains(&pair) && companions[reading].contains(&others)),
            Play::KeepPair => facts.pairs > 0,
            Play::NamedOver { make, over, fourth } => {
                named(&[*make]) && self.over(&facts.hand, *make, over, fourth).is_some()
            }
            Play::TeenHigh => {
                facts.holds(bit(Rank::Teen)) && facts.holds(bit(Rank::Day)) && named(&Named::ALL)
            }
            Play::Named { order, .. } => named(order),
            Play::Exception { hands, .. } => hands[reading].binary_search(&facts.index).is_ok(),
            Play::Closest => true,
        }
    }

    /// For a preference: the two tiles that make the preferred hand, if the hand offers the choice
    /// and its fourth tile is one of those named.
    pub fn over(&self, hand: &Hand, make: Named, over: &[Named], fourth: &[Rank]) -> Option<[Rank; 2]> {
        let r = hand.ranks();
        for t in (0..4).filter(|i| matches!(r[*i], Rank::Teen | Rank::Day)) {
            for x in (0..4).filter(|i| *i != t && make.is(r[t], r[*i])) {
                let mut rest = (0..4).filter(|i| *i != t && *i != x).map(|i| r[i]);
                let (Some(one), Some(other)) = (rest.next(), rest.next()) else { continue };
                let offers = |y: Rank, f: Rank| over.iter().any(|n| n.is(r[t], y)) && fourth.contains(&f);
                if offers(one, other) || offers(other, one) {
                    return Some([r[t], r[x]]);
                }
            }
        }
        None
    }
}

impl WayRules {
    /// The place of the rule that decides a hand.
    pub fn deciding(&self, facts: &Facts, gee_jun_is_six: bool) -> Option<usize> {
        self.rules.iter().position(|rule| rule.takes(facts, gee_jun_is_six))
    }

    /// Reads `houseway.toml`.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>, check: bool) -> Option<Self> {
        let reader = Reader { citer };
        let mut rules = Vec::new();
        for entry in root.tables("rule") {
            let rule = reader.rule(&entry);
            done(entry, rule.is_some());
            rules.extend(rule);
        }
        let mut choices = Vec::new();
        for entry in root.tables("choice") {
            let choice = reader.choice(&entry);
            done(entry, choice.is_some());
            choices.extend(choice);
        }
        let mut formats = Vec::new();
        for entry in root.tables("format") {
            let format = reader.format(&entry);
            done(entry, format.is_some());
            formats.extend(format);
        }
        if rules.is_empty() {
            root.fault("a House Way needs at least one [[rule]]");
            return None;
        }
        let way = Self { rules, choices, formats };
        // Only a House Way without other faults is worth a look as a whole.
        if check && !root.page().has_faults() {
            way.check_whole(root);
        }
        Some(way)
    }

    /// Every hand is decided, and every split can happen.
    fn check_whole(&self, root: &Entry<'_, '_>) {
        let mut undecided = 0;
        let mut first = None;
        let mut fires = vec![false; self.rules.len()];
        for hand in Hand::all() {
            match self.deciding(&Facts::of(&hand), false) {
                Some(place) => fires[place] = true,
                None => {
                    undecided += 1;
                    first = first.or(Some(hand));
                }
            }
        }
        if let Some(hand) = first {
            root.fault(match undecided {
                1 => format!("1 hand is decided by no rule: {hand}"),
                _ => format!("{undecided} hands are decided by no rule, the first is {hand}"),
            });
        }
        for (rule, fires) in self.rules.iter().zip(fires) {
            if let (false, Play::Split { pairs, .. }) = (fires, &rule.play) {
                let ids: Vec<&str> = pairs.iter().map(|p| p.id()).collect();
                let clause = rule.clauses.first().map_or("?", |c| c.clause.as_str());
                let reason =
                    format!("split {clause}: no hand with a pair of {} is left for it", ids.join(" or "));
                root.page().fault_on_line(rule.line, reason);
            }
        }
    }
}

/// Reports unknown keys, but not of an entry that was given up half-way: its other keys may be fine.
fn done(entry: Entry<'_, '_>, read: bool) {
    // Without any key that says what it does, a misspelt one is likely what is wrong.
    let says = ["play", "keep", "split", "tiles", "choose"].iter().any(|key| entry.has(key));
    if !read && says {
        entry.keys();
    }
    entry.done();
}

/// Reads the entries of `houseway.toml`.
struct Reader<'c, 'r> {
    citer: &'c Citer<'r>,
}

/// `"0/8"`.
fn totals(text: &str) -> Option<(u8, u8)> {
    let (low, high) = text.split_once('/')?;
    let total = |t: &str| t.parse::<u8>().ok().filter(|n| *n <= 9 && t.len() == 1);
    Some((total(low)?, total(high)?)).filter(|(low, high)| low <= high)
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
    fn reading(&self, entry: &Entry<'_, '_>) -> Option<String> {
        self.citer.reading(entry)
    }

    fn clauses(&self, entry: &Entry<'_, '_>) -> Vec<Citation> {
        if entry.has("clauses") {
            return self.citer.citations(entry, "clauses");
        }
        self.citer.citation(entry, "clause").into_iter().collect()
    }

    fn rank(&self, entry: &Entry<'_, '_>, id: &At<String>) -> Option<Rank> {
        let found = Rank::ALL.into_iter().find(|r| r.id() == id.value);
        if found.is_none() {
            entry.page().fault(id.at, format!("\"{}\" is not a tile", id.value));
        }
        found
    }

    fn ranks(&self, entry: &Entry<'_, '_>, key: &str) -> Vec<Rank> {
        let texts = entry.texts(key);
        if texts.is_empty() {
            entry.fault(format!("{key} is missing or empty"));
        }
        texts.iter().filter_map(|id| self.rank(entry, id)).collect()
    }

    /// One place of a pattern, spelled out: `any4`, `12|2`.
    fn one_of(&self, entry: &Entry<'_, '_>, key: &str) -> Option<Vec<Rank>> {
        let pattern = self.pattern(entry, &entry.needed_text(key)?, 1)?;
        Some(pattern.fillings(false).into_iter().flatten().collect())
    }

    fn pattern(&self, entry: &Entry<'_, '_>, text: &At<String>, wanted: usize) -> Option<Pattern> {
        match Pattern::parse(&text.value, wanted) {
            Ok(pattern) => Some(pattern),
            Err(error) => {
                entry.page().fault(text.at, format!("tiles \"{}\": {error}", text.value));
                None
            }
        }
    }

    fn named(&self, entry: &Entry<'_, '_>, text: &At<String>) -> Option<Named> {
        let found = Named::ALL.into_iter().find(|n| n.word() == text.value);
        if found.is_none() {
            entry.page().fault(text.at, format!("\"{}\" is not wong, gong or high-nine", text.value));
        }
        found
    }

    fn rule(&self, entry: &Entry<'_, '_>) -> Option<WayRule> {
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
                format!("play is \"{}\", two totals wanted, low first, as \"0/8\"", play.value),
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
                    "play is \"{other}\", two-pairs, keep-pair, teen-high, named, wong, gong, high-nine or closest wanted"
                );
                entry.page().fault(play.at, reason);
                None
            }
        }
    }

    fn choice(&self, entry: &Entry<'_, '_>) -> Option<WayChoice> {
        let clauses = self.clauses(entry);
        let reading = self.reading(entry);
        let choose = entry.needed_text("choose")?;
        let choose = match choose.value.as_str() {
            "separate" => Choose::Separate,
            "high-tile-low" => Choose::HighTileLow(entry.needed_number("high-at-most", 0..=9)?.value as u8),
            "high-tile-high" => {
                Choose::HighTileHigh(entry.needed_number("high-at-least", 0..=9)?.value as u8)
            }
            "dominant" => Choose::Dominant,
            "equal" => Choose::Equal,
            other => {
                let reason = format!(
                    "choose is \"{other}\", separate, high-tile-low, high-tile-high, dominant or equal wanted"
                );
                entry.page().fault(choose.at, reason);
                return None;
            }
        };
        Some(WayChoice { clauses, reading, choose, line: entry.page().line(entry.at()) })
    }

    fn format(&self, entry: &Entry<'_, '_>) -> Option<Format> {
        let clause = self.citer.citation(entry, "clause");
        let play = if entry.has("tiles") {
            let tiles = self.pattern(entry, &entry.needed_text("tiles")?, 4);
            let play = entry.needed_text("play")?;
            let Some(wanted) = totals(&play.value) else {
                entry.page().fault(play.at, format!("play is \"{}\", two totals wanted", play.value));
                return None;
            };
            FormatPlay::Exception { tiles: tiles?, totals: wanted }
        } else {
            let play = entry.needed_text("play")?;
            match play.value.as_str() {
                "separate" => FormatPlay::Separate,
                "raise-high" => FormatPlay::RaiseHigh {
                    low: entry.needed_number("low", 0..=9)?.value as u8,
                    high: entry.numbers("high", 0..=9).iter().map(|n| n.value as u8).collect(),
                    holding: if entry.has("holding") { self.one_of(entry, "holding")? } else { Vec::new() },
                },
                "nine-over" => {
                    let two = self.pattern(entry, &entry.needed_text("eight")?, 2)?;
                    let fill = two.fillings(false).into_iter().next()?;
                    let led_by = self.rank(entry, &entry.needed_text("led-by")?)?;
                    FormatPlay::NineOver { tiles: [fill[0], fill[1]], led_by }
                }
                other => {
                    entry.page().fault(
                        play.at,
                        format!("play is \"{other}\", raise-high, separate or nine-over wanted"),
                    );
                    return None;
                }
            }
        };
        Some(Format { clause: clause?, play, line: entry.page().line(entry.at()) })
    }
}
