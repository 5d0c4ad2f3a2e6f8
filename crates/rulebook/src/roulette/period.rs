//! `[period]` of `roulette.toml`: the time for wagers, and the spin.
//!
//! Clauses: rapid-roulette-2000 1.1#wagering period, 3.5, 3.6, 5.1, 5.2, 5.3, 5.4(a).

use crate::group;

group! {
    /// `[period]`: the time for wagers, and the spin.
    PeriodRules = "period" {
        /// How long betting is open, if the operator sets nothing else, in seconds.
        needed seconds: u16 = "seconds" in 1..=3600;
        /// Whether the operator may set another length.
        needed may_be_set: bool = "may-be-set";
        /// Whether the dealer may spin before it ends, if the ball will settle after it.
        needed spin_before_end: bool = "spin-before-end";
        /// Whether stations count down the time that is left.
        needed counted_down: bool = "counted-down";
        /// Whether the station's screen at the end decides what was wagered.
        needed screen_decides: bool = "screen-decides";
        /// Whether wagers may change after it.
        needed change_after_end: bool = "change-after-end";
    }
}
