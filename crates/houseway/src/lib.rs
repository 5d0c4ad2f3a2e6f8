//! Sets four tiles by a book's House Way and says why; charts, lints and compares books; matches set hands.
//!
//! The rules are the book's data; this crate applies them. Every [`Decision`] carries the clauses
//! that made it, in order, and the readings it rests on.
//! Pure: no clock, no chance, no I/O. Knows nothing of money, tables, players or wagers.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Way`] | a book's House Way under chosen readings: sets one hand, with reasons |
//! | [`Chart`] | the same for all 3,620 hands, compiled: a setting is one look-up |
//! | [`Lint`] | what a House Way leaves to readings, gives away, never uses, or says twice |
//! | [`Difference`] | a hand that two Ways set differently |
//! | [`Matching`] | a player's two hands against the bank's, by a book |
//!
//! ```
//! let shelf = rulebook::Shelf::embedded().expect("the embedded books are valid");
//! let book = shelf.book("star-2016").and_then(|book| book.pai_gow()).expect("it is on the shelf");
//! let way = houseway::Way::of(&book.way);
//! let decision = way.set(&"H8 L8 H6 L7".parse().expect("four tiles")).expect("it decides every hand");
//! assert_eq!(decision.setting.to_string(), "H6 L8 / H8 L7");
//! assert_eq!(decision.decided_by().to_string(), "star-2016 App2.7#14");
//! ```
//!
//! Clauses: star-2016 4.1, 5.1, App2; vcga-2000 4.1, 5, App2; crown-6.1 7.1–7.5.7; those of matching in `matching.rs`.

mod chart;
mod decision;
mod diff;
mod few;
mod format;
mod lint;
mod matching;
mod reason;
mod way;

pub use chart::{Chart, KEYS, Places, key};
pub use decision::{Cause, Decision, Step};
pub use diff::{Difference, differences};
pub use lint::{Lint, Sensitivity};
pub use matching::{Matching, Outcome};
pub use way::{Format, NoFormats, Undecided, Way};
