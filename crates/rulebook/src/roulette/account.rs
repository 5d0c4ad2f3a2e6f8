//! `[account]` of `roulette.toml`: chip accounts.
//!
//! Clauses: rapid-roulette-2000 6.2, 6.3(b), 6.4, 6.5(a), 6.5(b), 6.6(a), 6.6(b), 6.7(a), 6.7(b).

use crate::{group, words};

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
    /// What becomes of wagers when a player leaves.
    OnLeaving {
        /// Withdrawn while betting is open; else the account closes once the spin is settled.
        WithdrawnOrSettled = "withdrawn-or-settled",
        /// Forfeit.
        Forfeit = "forfeit",
    }
}
