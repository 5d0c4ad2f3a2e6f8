//! `[[bonus]]` of `pay.toml`, the Bonus wager: what four tiles pay, whatever the bank holds.
//!
//! Clauses: vcga-2000 17.5, Table1; crown-6.1 13.4, Table3–Table7.

use super::{Ratio, Takes, best_first, hands, reachable};
use crate::page::Entry;
use crate::{Citation, Citer, Pattern, Word, word_of, words};
use tiles::{Hand, Rank, Setting};

/// One Bonus pay table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusTable {
    /// Its name: `A`.
    pub table: String,
    /// The clauses that make it.
    pub clauses: Vec<Citation>,
    /// Its rows, best first.
    pub rows: Vec<BonusRow>,
}

/// One row of a Bonus table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusRow {
    /// What the row is called.
    pub name: String,
    /// Its clause.
    pub clause: Citation,
    /// What it pays.
    pub pays: Ratio,
    /// The hands it takes.
    pub wants: BonusHand,
    /// Whether, without a regular wager, it pays only if the tiles are set as prescribed.
    pub top: bool,
    /// The clause that prescribes how.
    pub set_by: Option<Citation>,
    /// The two tiles prescribed for the high hand, where that is not a pair.
    pub high: Option<Pattern>,
}

/// The hands that a row takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BonusHand {
    /// Four tiles of a pattern, with all hands it takes.
    Tiles(Pattern, Vec<Hand>),
    /// Two pairs.
    TwoPairs,
    /// Two pairs, and the bank has two pairs too.
    TwoPairsBoth,
    /// A pair of one of these ranks.
    Pair(Vec<Rank>),
    /// Two of the tiles make a Wong.
    Wong,
    /// Two of the tiles make a Wong, or a pair.
    WongOrPair,
}

words! {
    /// The words for a row's hands.
    HandWord {
        /// Two pairs.
        TwoPairs = "two-pairs",
        /// Two pairs on both sides.
        TwoPairsBoth = "two-pairs-both",
        /// One pair.
        Pair = "pair",
        /// A Wong.
        Wong = "wong",
        /// Either.
        WongOrPair = "wong-or-pair",
    }
}

/// Whether two of the four tiles make a Wong.
fn has_wong(hand: &Hand) -> bool {
    let holds = |rank: Rank| hand.ranks().contains(&rank);
    holds(Rank::ChapGow) && (holds(Rank::Teen) || holds(Rank::Day))
}

impl BonusRow {
    /// Whether a player's four tiles meet the row, as far as they alone decide.
    pub fn matches(&self, hand: &Hand) -> bool {
        match &self.wants {
            BonusHand::Tiles(_, hands) => hands.contains(hand),
            BonusHand::TwoPairs | BonusHand::TwoPairsBoth => hand.pairs().count() == 2,
            BonusHand::Pair(of) => hand.pairs().any(|pair| of.contains(&pair)),
            BonusHand::Wong => has_wong(hand),
            BonusHand::WongOrPair => has_wong(hand) || hand.pairs().next().is_some(),
        }
    }

    /// Whether the row also asks for the bank's tiles.
    pub const fn needs_bank(&self) -> bool {
        matches!(self.wants, BonusHand::TwoPairsBoth)
    }

    /// Whether the tiles are set as the row prescribes (vcga-2000 17.5.1.1, crown-6.1 13.4.1(a)):
    /// the named tiles high, or else one pair in each hand.
    pub fn set_as_prescribed(&self, setting: &Setting) -> bool {
        match &self.high {
            Some(high) => high.fillings(false).iter().any(|tiles| tiles[..] == setting.high()[..]),
            None => [setting.low(), setting.high()].iter().all(|[one, other]| one == other),
        }
    }

    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<(Self, usize)> {
        let at = entry.at();
        let name = entry.needed_text("name");
        let clause = citer.citation(&entry, "clause");
        let pays = Ratio::needed(&entry, "pays");
        let wants = BonusHand::read(&entry);
        let top = entry.flag("top").is_some_and(|flag| flag.value);
        let set_by = citer.any_citation(&entry, "set");
        if top != set_by.is_some() {
            entry.fault("a row of top needs the clause that says how it is set, and no other row does");
        }
        let high = entry.text("high").and_then(|text| {
            let pattern = Pattern::parse(&text.value, 2);
            pattern.map_err(|e| entry.page().fault(text.at, format!("high is \"{}\": {e}", text.value))).ok()
        });
        entry.done();
        Some((Self { name: name?.value, clause: clause?, pays: pays?, wants: wants?, top, set_by, high }, at))
    }
}

impl BonusHand {
    fn read(entry: &Entry<'_, '_>) -> Option<Self> {
        let (tiles, hand) = (entry.text("tiles"), entry.text("hand"));
        let of = entry.texts("of");
        match (tiles, hand) {
            (Some(tiles), None) => hands(entry, &tiles).map(|(pattern, hands)| Self::Tiles(pattern, hands)),
            (None, Some(hand)) => Some(match word_of::<HandWord>(entry, "hand", &hand)? {
                HandWord::TwoPairs => Self::TwoPairs,
                HandWord::TwoPairsBoth => Self::TwoPairsBoth,
                HandWord::Wong => Self::Wong,
                HandWord::WongOrPair => Self::WongOrPair,
                HandWord::Pair if of.is_empty() => Self::Pair(Rank::ALL.to_vec()),
                HandWord::Pair => {
                    let rank = |text: &crate::page::At<String>| {
                        let found = Rank::ALL.into_iter().find(|rank| rank.id() == text.value);
                        if found.is_none() {
                            entry
                                .page()
                                .fault(text.at, format!("of names \"{}\", which is no tile", text.value));
                        }
                        found
                    };
                    Self::Pair(of.iter().map(rank).collect::<Option<_>>()?)
                }
            }),
            _ => {
                let words: Vec<&str> = HandWord::CHOICES.iter().map(|word| word.word()).collect();
                entry.fault(format!("a row wants either tiles = … or hand = … ({})", words.join(", ")));
                None
            }
        }
    }
}

impl BonusTable {
    /// The row that a player's tiles are paid by, and the bank's if they are known: the best one only
    /// (reading `bonus-rows`).
    pub fn row(&self, hand: &Hand, bank: Option<&Hand>) -> Option<&BonusRow> {
        let bank_pairs = bank.is_some_and(|bank| bank.pairs().count() == 2);
        self.rows.iter().find(|row| row.matches(hand) && (!row.needs_bank() || bank_pairs))
    }

    /// The same when the tiles were set against what the top rows prescribe: the best row below those.
    pub fn row_below_top(&self, hand: &Hand) -> Option<&BonusRow> {
        self.rows.iter().find(|row| !row.top && row.matches(hand))
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let table = entry.needed_text("table");
        let clauses = citer.citations(&entry, "clauses");
        let rows: Vec<_> = entry.tables("row").into_iter().map(|row| BonusRow::read(row, citer)).collect();
        if rows.is_empty() {
            entry.fault("a bonus table has no rows");
        }
        let found: Option<Vec<(BonusRow, usize)>> = rows.into_iter().collect();
        if let Some(rows) = &found {
            let paid: Vec<_> = rows.iter().map(|(row, at)| (row.name.clone(), row.pays, *at)).collect();
            best_first(&entry, &paid);
            reachable(&entry, rows);
        }
        entry.done();
        let rows = found?.into_iter().map(|(row, _)| row).collect();
        Some(Self { table: table?.value, clauses, rows })
    }
}

impl Takes for BonusRow {
    fn name(&self) -> &str {
        &self.name
    }

    fn can_take(&self, hand: &Hand) -> bool {
        self.matches(hand)
    }

    fn always_takes(&self) -> bool {
        !self.needs_bank()
    }
}
