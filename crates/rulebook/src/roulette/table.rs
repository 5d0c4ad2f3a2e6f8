//! `[table]` of `roulette.toml`: what a table has.
//!
//! Clauses: rapid-roulette-2000 2.2(a), 2.2(b), 2.2(d), 2.4.

use crate::group;

group! {
    /// `[table]`: what a table has.
    RouletteTableRules = "table" {
        /// Stations at most.
        needed stations: u8 = "stations" in 1..=200;
        /// Dealer consoles.
        needed consoles: u8 = "consoles" in 1..=1;
        /// Displays of the result.
        needed displays: u8 = "displays" in 1..=8;
        /// The least diameter of the ball, in millimetres.
        needed ball_least: u8 = "ball-least-mm" in 1..=50;
        /// The greatest.
        needed ball_most: u8 = "ball-most-mm" in 1..=50;
    }
}
