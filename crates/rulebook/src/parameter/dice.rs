//! `[dice]` of `book.toml`: how many dice, what they decide, how they are counted.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 2, 8, 9, App4; vcga-2000 2, 7–9; crown-6.1 1, 2, 4, 5, 14; uk-leaflet B2, B3, B26.

use super::{Worth, group, present, words};
use crate::PerMethod;
use crate::page::Entry;
use std::fmt;
use std::ops::RangeInclusive;

group! {
    /// `[dice]`: how many, what they decide, how they are counted.
    DiceRules = "dice" {
        /// How many dice find the first area served.
        needed box_dice: u8 = "box-dice" in 1..=3;
        /// Whether a die of another colour finds the cut.
        needed cut_die: bool = "cut-die";
        /// What decides a cut that nobody names under a House bank.
        needed cut_by: CutBy = "cut-by";
        /// Which dice settle Big and Small.
        needed big_small: BigSmallDice = "big-small";
        /// Whether all dice are shaken again if one does not lie flat.
        needed cocked_reshaken: bool = "cocked-reshaken";
        /// What the chung's area counts as.
        needed chung_counts: u8 = "chung-counts" in 1..=8;
        /// What a banker may add to the total: stealing the cut.
        needed steal: StealRange = "steal";
        /// The last moment for that.
        maybe steal_before: StealBefore = "steal-before";
        /// Whether the cut too follows the changed total.
        maybe steal_moves_cut: bool = "steal-moves-cut";
        /// Who may shake.
        needed shaken_by: PerMethod<Vec<Who>> = "shaken-by";
    }
}

words! {
    /// Someone at the table.
    Who {
        /// The dealer.
        Dealer = "dealer",
        /// The player who holds or shares the bank.
        Banker = "banker",
        /// Any other player.
        Player = "player",
        /// A supervisor; which rank, `[ranks]` says.
        Supervisor = "supervisor",
    }
}

words! {
    /// What decides a cut that nobody names.
    CutBy {
        /// The cut die.
        CutDie = "cut-die",
        /// The total of the box dice.
        Total = "total",
        /// No dice: the book gives no such table.
        None = "none",
    }
}

words! {
    /// Which dice settle Big and Small.
    BigSmallDice {
        /// None: the wager does not exist.
        None = "none",
        /// The three box dice (crown-6.1 4.1.1).
        BoxDice = "box-dice",
        /// Box die, cut die and a third one (crown-6.1 14.2.1(c)).
        AllThree = "all-three",
    }
}

words! {
    /// The last moment for stealing the cut.
    StealBefore {
        /// Before the dice are shaken.
        Shake = "shake",
        /// Before the dice are shown.
        DiceShown = "dice-shown",
    }
}

/// What a banker may add to the dice total; 0 to 0 where stealing the cut is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StealRange {
    /// The least, −4 in the books that allow it.
    pub least: i8,
    /// The most, +4.
    pub most: i8,
}

impl StealRange {
    /// Whether the book allows stealing the cut at all.
    pub const fn is_allowed(self) -> bool {
        self.least < 0 || self.most > 0
    }

    /// Whether this may be added.
    pub const fn allows(self, value: i8) -> bool {
        self.least <= value && value <= self.most
    }
}

impl fmt::Display for StealRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_allowed() { write!(f, "{:+} to {:+}", self.least, self.most) } else { f.write_str("no") }
    }
}

/// `{ least = -4, most = 4 }`.
impl Worth for StealRange {
    fn read(entry: &Entry<'_, '_>, _: &str, name: &str, _: Option<&RangeInclusive<i64>>) -> Option<Self> {
        let part = |key: &str, range: RangeInclusive<i64>| {
            present(entry, key, name).then(|| entry.number(key, range)).flatten()
        };
        let (least, most) = (part("least", -4..=0), part("most", 0..=4));
        Some(Self { least: i8::try_from(least?.value).ok()?, most: i8::try_from(most?.value).ok()? })
    }

    fn show(&self) -> String {
        self.to_string()
    }
}
