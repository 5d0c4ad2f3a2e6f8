//! `[limits]` of `roulette.toml`: what a station does with wagers beyond them.
//!
//! Clauses: rapid-roulette-2000 4.1, 4.2, 4.3(a), 4.3(b)(i), 4.3(b)(ii), 4.3(c), fn2#66(2).

use crate::{group, words};

group! {
    /// `[limits]`: what a station does with wagers beyond them.
    RouletteLimitRules = "limits" {
        /// Below the minimum of the bet.
        needed below_minimum: BeyondLimit = "below-minimum";
        /// At an amount between two steps.
        needed between_steps: BeyondLimit = "between-steps";
        /// Above the maximum of the bet.
        needed above_maximum: BeyondLimit = "above-maximum";
        /// All wagers of a spin together below what is asked for.
        needed short_aggregate: BeyondLimit = "short-aggregate";
        /// Minutes that a sign stands before a minimum is raised.
        needed raise_notice: u16 = "raise-notice-minutes" in 1..=1440;
        /// Whether limits show on every station.
        needed shown_on_stations: bool = "shown-on-stations";
    }
}

words! {
    /// A wager that the limits do not allow.
    BeyondLimit {
        /// Is not shown: there is no wager.
        NotShown = "not-shown",
        /// Is shown as the next lower one that is allowed.
        NextLower = "next-lower",
        /// Does not count for the spin.
        NotCounted = "not-counted",
    }
}
