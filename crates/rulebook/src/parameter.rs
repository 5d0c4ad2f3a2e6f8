//! The parameters of a Pai Gow book: everything in which books differ that is one value.
//!
//! Each is written in `book.toml` with its clauses, `players-per-area = { is = 3, clauses = ["9.8"] }`;
//! a book that extends another states only what it changes, and a variant likewise.
//! Each table of `book.toml` has a file: `parameter/bank.rs` holds the questions of `[bank]` and the words that
//! answer them. The answers are data. Knows nothing of playing.

mod bank;
mod check;
mod cited;
mod commission;
mod dice;
mod group;
mod limits;
mod matching;
mod mishap;
mod notice;
mod per_method;
mod ranks;
mod set;
mod side;
mod table;
#[cfg(test)]
pub(crate) mod testing;
mod variant;
mod wager;
mod wall;
mod words;
mod worth;

pub use bank::*;
pub use cited::{Cited, Stated};
pub(crate) use cited::{read_cited, state};
pub use commission::*;
pub use dice::*;
pub(crate) use group::{Place, group};
pub use limits::*;
pub use matching::*;
pub use mishap::*;
pub use notice::*;
pub use per_method::PerMethod;
pub use ranks::{Power, Ranks};
pub use set::*;
pub use side::*;
pub use table::*;
pub use variant::Variant;
pub use wager::*;
pub use wall::*;
pub(crate) use words::{Word, spelled, word_of, words};
pub(crate) use worth::{Worth, present};

use crate::Citer;
use crate::page::Entry;

/// Every parameter of a book, or of one of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Areas, layouts, callers.
    pub table: TableRules,
    /// Dice.
    pub dice: DiceRules,
    /// Shuffle, laja, cut, lots.
    pub wall: WallRules,
    /// The bank.
    pub bank: BankRules,
    /// Wagers.
    pub wager: WagerRules,
    /// Setting hands.
    pub set: SetRules,
    /// Comparing hands: `[match]`.
    pub matching: MatchRules,
    /// Limits.
    pub limits: LimitRules,
    /// Commission.
    pub commission: CommissionRules,
    /// Notices.
    pub notice: NoticeRules,
    /// What goes wrong.
    pub mishap: MishapRules,
    /// Side wagers.
    pub side: SideRules,
    /// Who may do what.
    pub ranks: Ranks,
    variants: Vec<Variant>,
}

impl Parameters {
    /// The book's variants, in the order of the file.
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The variant with this id.
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// Every game that the book conducts: its own, then its variants with their ids.
    pub fn games(&self) -> impl Iterator<Item = (Option<&str>, &Self)> {
        let variants = self.variants.iter().map(|variant| (Some(variant.id.as_str()), &variant.parameters));
        std::iter::once((None, self)).chain(variants)
    }

    /// How the caller of an area is found on a layout.
    pub fn caller_order(&self, layout: Layout) -> &Cited<Vec<CallerBy>> {
        match &self.table.caller_order_b {
            Some(order) if layout == Layout::B => order,
            _ => &self.table.caller_order,
        }
    }

    /// Whether a method of play is offered.
    pub fn offers(&self, method: Method) -> bool {
        self.bank.methods.value.contains(&method)
    }

    /// Every parameter the book has, in the order of the tables.
    pub fn stated(&self) -> Vec<Stated> {
        let tables = [
            self.table.stated(),
            self.dice.stated(),
            self.wall.stated(),
            self.bank.stated(),
            self.wager.stated(),
            self.set.stated(),
            self.matching.stated(),
            self.limits.stated(),
            self.commission.stated(),
            self.notice.stated(),
            self.mishap.stated(),
            self.side.stated(),
            self.ranks.stated(),
        ];
        tables.concat()
    }

    /// Reads the tables of `book.toml`; what they leave out comes from the book that is extended.
    pub(crate) fn read(root: &Entry<'_, '_>, citer: &Citer<'_>, parent: Option<&Self>) -> Option<Self> {
        let own = Self::groups(root, citer, parent);
        let mut variants: Vec<Variant> = Vec::new();
        for entry in root.tables("variant") {
            // Without sound parameters of its own, a book's variants cannot be told.
            let Some(base) = &own else {
                entry.keys();
                continue;
            };
            if let Some(variant) = Variant::read(entry, citer, base, &variants) {
                variants.push(variant);
            }
        }
        own.map(|own| Self { variants, ..own })
    }

    /// Every table, all of them read before any is missed, so that every fault is found.
    fn groups(root: &Entry<'_, '_>, citer: &Citer<'_>, parent: Option<&Self>) -> Option<Self> {
        let table = TableRules::read(root, citer, parent.map(|p| &p.table));
        let dice = DiceRules::read(root, citer, parent.map(|p| &p.dice));
        let wall = WallRules::read(root, citer, parent.map(|p| &p.wall));
        let bank = BankRules::read(root, citer, parent.map(|p| &p.bank));
        let wager = WagerRules::read(root, citer, parent.map(|p| &p.wager));
        let set = SetRules::read(root, citer, parent.map(|p| &p.set));
        let matching = MatchRules::read(root, citer, parent.map(|p| &p.matching));
        let limits = LimitRules::read(root, citer, parent.map(|p| &p.limits));
        let commission = CommissionRules::read(root, citer, parent.map(|p| &p.commission));
        let notice = NoticeRules::read(root, citer, parent.map(|p| &p.notice));
        let mishap = MishapRules::read(root, citer, parent.map(|p| &p.mishap));
        let side = SideRules::read(root, citer, parent.map(|p| &p.side));
        let ranks = Ranks::read(root, citer, parent.map(|p| &p.ranks));
        let own = Self {
            table: table?,
            dice: dice?,
            wall: wall?,
            bank: bank?,
            wager: wager?,
            set: set?,
            matching: matching?,
            limits: limits?,
            commission: commission?,
            notice: notice?,
            mishap: mishap?,
            side: side?,
            ranks: ranks?,
            variants: Vec::new(),
        };
        check::check(&own, root);
        Some(own)
    }
}

#[cfg(test)]
mod tests;
