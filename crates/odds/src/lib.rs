//! Exact figures: what every wager of every book costs, by the House Way and by best play.
//!
//! Counts are over all 736,281,000 deals of a player's and a bank's four tiles, exact; figures are
//! fractions, and floats appear only where they are printed. Chance is used by the simulation alone,
//! from a seed it is given. Knows nothing of storage or network, nor of who sits where.
//!
//! | noun | what it is |
//! |---|---|
//! | [`Fraction`] | an exact ratio in lowest terms |
//! | [`Field`] | everybody else's hands, set by a House Way: how many lie below a given setting |
//! | [`Duel`] | wins, pushes and losses of a setting against the field |
//! | [`picture`] | the figures drawn, as SVG |
//! | [`Price`] | a wager's figures: who sets how, counts, edge |
//! | [`Rounds`] | eight-area rounds by the House Way, shuffled and settled by the million |
//! | [`slow`] | the same counts by enumeration, to prove the fast way |

mod best;
mod duel;
mod field;
mod fraction;
pub mod picture;
mod price;
mod report;
mod sensitivity;
mod side;
mod simulate;
pub mod slow;
mod wheel;

pub use best::{Best, HandPlay, SettingPlay};
pub use duel::{Duel, Seat};
pub use field::{Field, SetHand};
pub use fraction::Fraction;
pub use price::{Commission, Player, Price, Row, Wager};
pub use report::{Report, Terms};
pub use sensitivity::{Changed, Sensitivity};
pub use simulate::{Estimate, Plan, Rounds, Run, Tally, shuffle};
