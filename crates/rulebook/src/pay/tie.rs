//! `[[tie]]` of `pay.toml`, the Tie wager: what one hand each pays.
//!
//! Clauses: vcga-2000 17.6; crown-6.1 13.2.2–13.2.4, 13.5, Table8, Table9.

use super::{Ratio, Takes, best_first, hands, reachable};
use crate::page::Entry;
use crate::{Citation, Cited, Citer, Pattern, read_cited, word_of, words};
use tiles::{Class, Hand, Value};

/// One Tie pay table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieTable {
    /// Its name: `A`.
    pub table: String,
    /// The clauses that make it.
    pub clauses: Vec<Citation>,
    /// Its rows, best first.
    pub rows: Vec<TieRow>,
    /// The part of the stake that comes back on surrender, where the table offers it.
    pub surrender: Option<Cited<Ratio>>,
}

/// One row of a Tie table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieRow {
    /// What the row is called.
    pub name: String,
    /// Its clause.
    pub clause: Citation,
    /// What it pays.
    pub pays: Ratio,
    /// What it takes.
    pub wants: TieHand,
}

/// What a Tie row takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TieHand {
    /// One hand each, with the player's low hand at least this good.
    Tie(Option<Class>),
    /// Four tiles of a pattern, with all hands it takes, tie or not.
    Tiles(Pattern, Vec<Hand>),
    /// Two pairs, tie or not.
    TwoPairs,
}

words! {
    /// The least low hand that a row asks for.
    LowWord {
        /// High Nine.
        HighNine = "high-nine",
        /// Gong.
        Gong = "gong",
        /// Wong.
        Wong = "wong",
        /// A pair.
        Pair = "pair",
    }
}

words! {
    /// The results a row can ask for.
    ResultWord {
        /// One hand each.
        Tie = "tie",
    }
}

words! {
    /// The hands a row can ask for.
    TieHandWord {
        /// Two pairs.
        TwoPairs = "two-pairs",
    }
}

impl LowWord {
    const fn class(self) -> Class {
        match self {
            Self::HighNine => Class::HighNine,
            Self::Gong => Class::Gong,
            Self::Wong => Class::Wong,
            Self::Pair => Class::Pair,
        }
    }
}

impl TieRow {
    /// Whether a player's tiles, their low hand and the result meet the row.
    pub fn matches(&self, hand: &Hand, low: Value, tied: bool) -> bool {
        match &self.wants {
            TieHand::Tie(least) => tied && least.is_none_or(|least| low.class() >= least),
            TieHand::Tiles(_, hands) => hands.contains(hand),
            TieHand::TwoPairs => hand.pairs().count() == 2,
        }
    }

    fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<(Self, usize)> {
        let at = entry.at();
        let name = entry.needed_text("name");
        let clause = citer.citation(&entry, "clause");
        let pays = Ratio::needed(&entry, "pays");
        let wants = TieHand::read(&entry);
        entry.done();
        Some((Self { name: name?.value, clause: clause?, pays: pays?, wants: wants? }, at))
    }
}

impl TieHand {
    fn read(entry: &Entry<'_, '_>) -> Option<Self> {
        let low = entry.text("low-at-least").map(|text| word_of::<LowWord>(entry, "low-at-least", &text));
        match (entry.text("result"), entry.text("tiles"), entry.text("hand")) {
            (Some(result), None, None) => {
                word_of::<ResultWord>(entry, "result", &result)?;
                Some(Self::Tie(match low {
                    Some(low) => Some(low?.class()),
                    None => None,
                }))
            }
            (None, Some(tiles), None) => {
                hands(entry, &tiles).map(|(pattern, hands)| Self::Tiles(pattern, hands))
            }
            (None, None, Some(hand)) => word_of::<TieHandWord>(entry, "hand", &hand).map(|_| Self::TwoPairs),
            _ => {
                entry.fault("a row wants one of result = \"tie\", tiles = … or hand = \"two-pairs\"");
                None
            }
        }
    }
}

impl TieTable {
    /// The row that pays: the best one only; without one the wager loses (reading `tie-b`).
    pub fn row(&self, hand: &Hand, low: Value, tied: bool) -> Option<&TieRow> {
        self.rows.iter().find(|row| row.matches(hand, low, tied))
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let table = entry.needed_text("table");
        let clauses = citer.citations(&entry, "clauses");
        let surrender =
            entry.table("surrender").map(|given| read_cited::<Ratio>(given, citer, "surrender", None));
        let rows: Vec<_> = entry.tables("row").into_iter().map(|row| TieRow::read(row, citer)).collect();
        if rows.is_empty() {
            entry.fault("a tie table has no rows");
        }
        let found: Option<Vec<(TieRow, usize)>> = rows.into_iter().collect();
        if let Some(rows) = &found {
            let paid: Vec<_> = rows.iter().map(|(row, at)| (row.name.clone(), row.pays, *at)).collect();
            best_first(&entry, &paid);
            reachable(&entry, rows);
        }
        entry.done();
        let rows = found?.into_iter().map(|(row, _)| row).collect();
        let surrender = match surrender {
            Some(read) => Some(read?),
            None => None,
        };
        Some(Self { table: table?.value, clauses, rows, surrender })
    }
}

impl Takes for TieRow {
    fn name(&self) -> &str {
        &self.name
    }

    /// After a tie, in some setting.
    fn can_take(&self, hand: &Hand) -> bool {
        hand.settings().iter().any(|setting| self.matches(hand, setting.low_value(), true))
    }

    fn always_takes(&self) -> bool {
        !matches!(self.wants, TieHand::Tie(Some(_)))
    }
}
