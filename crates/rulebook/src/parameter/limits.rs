//! `[limits]` of `book.toml`: minimum, maximum, and what happens to wagers beyond them.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 10; vcga-2000 10, 11; crown-6.1 9; uk-leaflet B2, B29.

use super::{group, words};
use crate::{Method, PerMethod};

group! {
    /// `[limits]`: minimum, maximum, and what happens to wagers beyond them.
    LimitRules = "limits" {
        /// The methods under which the minimum holds.
        needed minimum_under: Vec<Method> = "minimum-under";
        /// The methods under which the maximum holds.
        needed maximum_under: Vec<Method> = "maximum-under";
        /// What the maximum is counted on.
        needed maximum_per: MaximumPer = "maximum-per";
        /// A wager found to be below the minimum.
        needed under_minimum: PerMethod<UnderMinimum> = "under-minimum";
        /// A wager found to be above the maximum.
        needed over_maximum: PerMethod<OverMaximum> = "over-maximum";
        /// Whether results of earlier rounds stand although a wager was above the maximum.
        maybe earlier_rounds_stand: bool = "earlier-rounds-stand";
        /// Minutes that a sign stands before a minimum is raised.
        maybe raise_notice: u16 = "raise-notice-minutes" in 1..=1440;
        /// Whether players who are there may keep the old minimum instead.
        needed old_minimum_kept: bool = "old-minimum-kept";
        /// Whether whoever comes after that is held to the new minimum.
        maybe newcomers_new_minimum: bool = "newcomers-new-minimum";
        /// What a player's own limits may change.
        needed personal: PersonalLimits = "personal";
        /// Whether a player with a maximum of their own has the area alone.
        maybe personal_area_alone: bool = "personal-area-alone";
        /// All wagers at the table together, in House maximums, under a player's bank.
        maybe table_total: u8 = "table-total-maximums" in 1..=100;
    }
}

words! {
    /// What the maximum is counted on.
    MaximumPer {
        /// All wagers of one kind on an area.
        Area = "area",
        /// Each wager.
        Wager = "wager",
    }
}

words! {
    /// A wager below the minimum that nobody refused in time.
    UnderMinimum {
        /// Stands.
        Stands = "stands",
        /// Is settled; the player is warned, and further ones are returned.
        OnceThenReturned = "once-then-returned",
        /// Is settled; the player is warned, and further ones may be returned.
        OnceThenMayReturn = "once-then-may-return",
        /// Is returned.
        Returned = "returned",
    }
}

words! {
    /// A wager above the maximum that nobody refused in time.
    OverMaximum {
        /// Is settled up to the maximum.
        ToMaximum = "to-maximum",
        /// There is no maximum.
        NoMaximum = "no-maximum",
        /// Is returned.
        Returned = "returned",
    }
}

words! {
    /// What a player's own limits may change.
    PersonalLimits {
        /// There are none.
        None = "none",
        /// The maximum.
        Maximum = "maximum",
        /// The minimum, and the maximum upwards.
        HigherMaximum = "minimum-and-higher-maximum",
        /// The minimum and the maximum.
        Both = "minimum-and-maximum",
    }
}
