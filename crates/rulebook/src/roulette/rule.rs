//! The parameters of a Rapid Roulette book that are one value each.
//!
//! Clauses: rapid-roulette-2000 2.2, 2.4, 3–6, 8.

use crate::{group, words};

words! {
    /// What a chip account is opened with.
    BuyIn {
        /// Cash handed to the dealer.
        Cash = "cash",
        /// Vouchers.
        Vouchers = "vouchers",
        /// Authorised tokens.
        Tokens = "tokens",
        /// Chips.
        Chips = "chips",
        /// Notes fed into the station.
        Notes = "notes",
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

words! {
    /// What becomes of wagers when equipment fails.
    AfterFault {
        /// They are void.
        Void = "void",
        /// They are made out from records, and accounts put right.
        FromRecords = "from-records",
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
    /// What becomes of wagers when a player leaves.
    OnLeaving {
        /// Withdrawn while betting is open; else the account closes once the spin is settled.
        WithdrawnOrSettled = "withdrawn-or-settled",
        /// Forfeit.
        Forfeit = "forfeit",
    }
}

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

group! {
    /// `[account]`: chip accounts.
    AccountRules = "account" {
        /// What an account is opened with.
        needed buy_in: Vec<BuyIn> = "buy-in";
        /// What credits an account without the dealer.
        needed automatic: Vec<BuyIn> = "automatic";
        /// Whether it may be added to at any time.
        needed top_up_any_time: bool = "top-up-any-time";
        /// What it is paid out in.
        needed paid_out_in: Vec<BuyIn> = "paid-out-in";
        /// Live wagers of a player who leaves.
        needed on_leaving: OnLeaving = "on-leaving";
        /// Whether the dealer may send a player away for disruption.
        needed dealer_may_dismiss: bool = "dealer-may-dismiss";
    }
}

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
