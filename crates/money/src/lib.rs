//! Money at a table: amounts, chips, accounts, balanced postings, and the ledger they add up to.
//!
//! Integers only, counted in the smallest unit of the currency. Every [`Move`] takes from one account
//! what it gives to another, so whatever is posted balances; a [`Ledger`] refuses to take a player
//! below zero, and its accounts always sum to nothing.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Amount`] | a sum of money, never negative, with a bound |
//! | [`Rate`] | a share in hundredths of a per cent, for commission |
//! | [`Chip`] | the smallest chip: what it cannot make up is rounded |
//! | [`Account`] | whose money, or where on the table it lies |
//! | [`Move`], [`Moves`] | money going from one account to another |
//! | [`Ledger`] | every account's balance |
//!
//! Pure: no clock, no chance, no I/O. Knows nothing of games or books.
//!
//! ```
//! use money::{Account, Amount, Ledger, Move, PlayerId};
//!
//! let player = PlayerId::new(7).expect("not the House");
//! let mut ledger = Ledger::default();
//! ledger.apply(&[Move::new(Account::Cage, Account::Player(player), Amount::of(500))])?;
//! ledger.apply(&[Move::new(Account::Player(player), Account::Layout(player), Amount::of(100))])?;
//! assert_eq!(ledger.balance(Account::Player(player)), 400);
//! assert_eq!(ledger.sum(), 0);
//! # Ok::<(), money::Overdrawn>(())
//! ```
//!
//! Clauses: star-2016 14.1–14.3, vcga-2000 13.9–13.11, crown-6.1 9.2.3, 11.1–11.3: commission and chips.

mod account;
mod amount;
mod chip;
mod ledger;

pub use account::{Account, PlayerId};
pub use amount::{Amount, AmountError, Rate};
pub use chip::Chip;
pub use ledger::{Ledger, Move, Moves, Overdrawn};
