//! Loads and validates rule books: clauses, readings, parameters, limits, pay tables, cuts and House
//! Way rules, all of them data.
//!
//! A book is a folder of TOML and CSV that a regulator can read and a casino can edit. A [`Shelf`]
//! holds the books that were loaded together: some extend others, some borrow from them. Loading
//! checks everything and reports every [`Fault`] with file, line and reason.
//!
//! Pure but for `folder.rs`, which reads a folder from disk: no clock, no chance, no network.
//! Knows nothing of playing: it says what a book says, not what follows at a table.
//!
//! ```
//! let shelf = rulebook::Shelf::embedded().expect("the embedded books are valid");
//! let book = shelf.book("star-2016").expect("it is on the shelf");
//! assert_eq!(book.register.get("8.4.1").expect("it is in the book").theme, "dice");
//! ```

mod book;
mod borrowing;
mod citer;
mod clause;
mod cut;
mod embedded;
mod fault;
mod folder;
mod head;
mod loader;
mod page;
mod parameter;
mod pattern;
mod pay;
mod reading;
mod roulette;
#[cfg(feature = "schema")]
mod schema;
mod shelf;
mod step;
mod way;

pub use book::{Book, Common, Game, PaiGowBook, RouletteBook};
pub use borrowing::Borrowing;
pub use citer::Citer;
pub use clause::{COLUMNS, Citation, Clause, Duty, Register};
pub use cut::*;
pub use fault::{Fault, Faults};
pub use parameter::*;
pub use pattern::{Pattern, PatternError};
pub use pay::*;
pub use reading::{Choice, ChoiceError, Choices, Reading};
pub use roulette::*;
pub use shelf::{BookFiles, Shelf, ShelfError};
pub use step::Steps;
pub use way::*;
