//! The 32 tiles of Pai Gow: ranks, two-tile values, settings, notation and the index of 3,620 hands.
//!
//! What every book agrees on lives here; what books differ in (House Way, zeros, copies) does not.
//! Pure and `no_std`: no clock, no chance, no I/O. Knows nothing of books, money, tables or players.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Rank`] | one of the 16 ranks; two tiles share each |
//! | [`Tile`] | one of the 32 tiles, with its face |
//! | [`Value`] | what two tiles make, ordered best last; one byte, from a table made at compile time |
//! | [`Hand`] | four tiles by rank: one of 3,620, with a perfect index and the number of deals that make it |
//! | [`Setting`] | a hand split into a low and a high hand; each hand has three |
//! | [`slow`] | the same values written straight from the ranking clauses, to prove the table |
//!
//! ```
//! use tiles::{Hand, Rank, Value};
//!
//! let hand: Hand = "9 12 L7 H8".parse()?;
//! assert_eq!(hand.to_string(), "12 H8 9 L7"); // always in rank order
//! assert_eq!(hand.settings()[0].to_string(), "9 L7 / 12 H8"); // low / high
//! assert!(Value::of(Rank::Teen, Rank::ChapGow) > Value::of(Rank::Day, Rank::ChapGow));
//! # Ok::<(), tiles::NotationError>(())
//! ```
//!
//! Clauses: star-2016 3.1–3.2.2, App1; vcga-2000 3.1–3.2, App1; crown-6.1 3.4–3.5, App1;
//! nz-1999 4.2–4.4; uk-leaflet B7–B13, Chart1, Chart2.

#![no_std]

extern crate alloc;

mod hand;
mod notation;
mod rank;
#[cfg(feature = "schema")]
mod schema;
mod setting;
pub mod slow;
mod tile;
mod value;

pub use hand::{HANDS, Hand};
pub use notation::{NotationError, parse_tiles};
pub use rank::Rank;
pub use setting::Setting;
pub use tile::Tile;
pub use value::{Class, Value};
