//! The dice: which area is served first, which lot goes where, and which cut they name.
//!
//! Takes faces that somebody threw; gives areas counted counter-clockwise from the chung's.
//! Knows nothing of wagers, of who sits where, or of the tiles in the lots.
//! Clauses: star-2016 8.2, 8.4.1, 8.4.4, 8.4.6, App4; vcga-2000 7.6, 8.2.1, 8.2.2, 8.3.1, 8.6;
//! crown-6.1 4.1, 4.4.2, 5.4.1, 14.2.1, 14.3.2(c)(i), 14.4.1; uk-leaflet B3(b), B3(d).

use rulebook::{CutBy, Cuts, Parameters, RandomRow};

/// What lies in the cup, and where the chung is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The area of the chung.
    pub chung: i64,
    /// The box dice.
    pub dice: Vec<i64>,
    /// The cut die, where the book has one.
    pub cut_die: Option<i64>,
    /// What the banker added to the total.
    pub steal: i64,
}

/// What the dealer calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called<'c> {
    /// The total, with what was added.
    pub total: i64,
    /// The box: the area served first, counted from the chung's, which is 1.
    pub count: u8,
    /// The area served first.
    pub first: u8,
    /// The area of each lot, lot 1 first; `None` for a lot that is set aside.
    pub areas: [Option<u8>; 8],
    /// What the dice say of the cut, where they say anything.
    pub cut: Option<&'c RandomRow>,
}

/// Why a throw cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThrowError {
    /// A number of dice that the book does not use.
    #[error("{found} box dice given, this {} uses {wanted}", if *.wanted == 1 { "game" } else { "book" })]
    Dice {
        /// How many it uses.
        wanted: u8,
        /// How many were given.
        found: usize,
    },
    /// A face that no die has.
    #[error("a die shows {0}, expected 1 to 6")]
    Face(i64),
    /// An area that the table does not have.
    #[error("the chung is on area {chung}, expected 1 to {areas}")]
    Area {
        /// What was given.
        chung: i64,
        /// How many there are.
        areas: u8,
    },
    /// A cut die in a book without one.
    #[error("a cut die is given, this book has none")]
    NoCutDie,
    /// An amount that may not be added.
    #[error("{steal:+} is added to the total, {}", may_be(*.range))]
    Steal {
        /// What was given.
        steal: i64,
        /// What may be, `None` where the cut cannot be stolen.
        range: Option<(i8, i8)>,
    },
}

fn may_be(range: Option<(i8, i8)>) -> String {
    match range {
        None => "this book knows no stealing the cut".to_string(),
        Some((least, most)) => format!("expected {least} to {most}"),
    }
}

/// The area that a total points to: counted counter-clockwise from the chung's, which counts as `counts`,
/// then on and round again (reading `lots-modulo`: totals below 1 and above 18 count on likewise).
pub const fn area_of_total(chung: u8, total: i16, counts: u8, areas: u8) -> u8 {
    let areas = if areas == 0 { 1 } else { areas as i32 };
    let beyond = (total as i32 - counts as i32).rem_euclid(areas);
    ((chung as i32 - 1 + beyond).rem_euclid(areas) + 1) as u8
}

impl Throw {
    /// Counts the dice by a book's parameters.
    ///
    /// # Errors
    /// Dice, a chung or an addition that the book does not allow.
    pub fn call<'c>(&self, rules: &Parameters, cuts: &'c Cuts) -> Result<Called<'c>, ThrowError> {
        let wanted = rules.dice.box_dice.value;
        if self.dice.len() != usize::from(wanted) {
            return Err(ThrowError::Dice { wanted, found: self.dice.len() });
        }
        if let Some(face) = self.dice.iter().chain(&self.cut_die).find(|face| !(1..=6).contains(*face)) {
            return Err(ThrowError::Face(*face));
        }
        if self.cut_die.is_some() && !rules.dice.cut_die.value {
            return Err(ThrowError::NoCutDie);
        }
        let areas = rules.table.areas.value;
        if !(1..=i64::from(areas)).contains(&self.chung) {
            return Err(ThrowError::Area { chung: self.chung, areas });
        }
        let range = rules.dice.steal.value;
        if !(i64::from(range.least)..=i64::from(range.most)).contains(&self.steal) {
            let range = range.is_allowed().then_some((range.least, range.most));
            return Err(ThrowError::Steal { steal: self.steal, range });
        }
        let thrown: i64 = self.dice.iter().sum();
        let total = thrown + self.steal;
        // Faces, chung and steal were bounded above, so the total is −1 to 22 and the chung 1 to 8.
        let counts = rules.dice.chung_counts.value;
        let area = |steps: i64| area_of_total(self.chung as u8, (total + steps) as i16, counts, areas);
        let lot_area = |lot: usize| (lot < usize::from(areas)).then(|| area(lot as i64));
        let moved = if rules.dice.steal_moves_cut.as_ref().is_some_and(|c| c.value) { total } else { thrown };
        let cut = match rules.dice.cut_by.value {
            CutBy::CutDie => self.cut_die.and_then(|die| cuts.random_by_die(die as u8)),
            CutBy::Total => cuts.random_by_total(moved as i16),
            CutBy::None => None,
        };
        Ok(Called {
            total,
            count: area_of_total(1, total as i16, counts, areas),
            first: area(0),
            areas: std::array::from_fn(lot_area),
            cut,
        })
    }
}
