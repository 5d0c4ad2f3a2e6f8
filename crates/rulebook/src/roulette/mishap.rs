//! `[mishap]` of `roulette.toml`: no spin, wrong results, faulty equipment.
//!
//! Clauses: rapid-roulette-2000 1.1#spin sequence, 8.3, 8.4, 8.6, 8.7(a), 8.7(b), 8.8(a), 8.8(b), 8.9.

use crate::{group, words};

group! {
    /// `[mishap]`: no spin, wrong results, faulty equipment.
    RouletteMishapRules = "mishap" {
        /// Wagers after "no spin".
        needed no_spin_wagers: AfterNoSpin = "no-spin-wagers";
        /// Whether a "no spin" counts as a spin of a sequence.
        needed no_spin_advances: bool = "no-spin-advances";
        /// Whether accounts are frozen until a wrong result is put right.
        needed wrong_result_freezes: bool = "wrong-result-freezes";
        /// Until when a wrong result is put right.
        needed corrected: CorrectedWhile = "corrected-while";
        /// Whether a display that shows another result counts.
        needed display_counts: bool = "display-counts";
        /// A station's fault before betting closed.
        needed station_before: AfterFault = "station-before";
        /// A station's fault after that.
        needed station_after: AfterFault = "station-after";
        /// A fault of the system before betting closed.
        needed system_before: AfterFault = "system-before";
        /// A fault of the system after that.
        needed system_after: AfterFault = "system-after";
        /// Wagers that the records cannot show.
        needed unproved: AfterFault = "unproved";
    }
}

words! {
    /// What becomes of wagers after "no spin".
    AfterNoSpin {
        /// They stand, and betting reopens for a full period.
        Stand = "stand",
        /// They are returned.
        Returned = "returned",
    }
}

words! {
    /// Until when a wrong result is put right at the table.
    CorrectedWhile {
        /// As long as the table has the spin on record.
        OnRecord = "on-record",
        /// As long as, besides, an account that wagered on it is open.
        OpenAccounts = "open-accounts",
    }
}

words! {
    /// What becomes of wagers when equipment fails.
    AfterFault {
        /// They are void.
        Void = "void",
        /// They are made out from records, and accounts put right.
        FromRecords = "from-records",
    }
}
