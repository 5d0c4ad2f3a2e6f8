//! `[commission]` of `book.toml`: what winners pay, what chips cannot make up.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 1, 13, 14; vcga-2000 12, 13; crown-6.1 9–11; uk-leaflet B2, B16, B17, B27.

use super::{group, words};
use crate::{Official, Ratio};

group! {
    /// `[commission]`: what winners pay, what chips cannot make up.
    CommissionRules = "commission" {
        /// What a won wager pays before commission.
        needed win_pays: Ratio = "win-pays";
        /// Per cent that a winning player pays.
        needed percent: u8 = "percent" in 0..=100;
        /// Whether the House may post a lower one.
        needed at_most: bool = "at-most";
        /// Whether the House's own wins are free of it.
        needed house_free: bool = "house-free";
        /// Per cent that a banker pays.
        needed banker_percent: u8 = "banker-percent" in 0..=100;
        /// What the banker's is taken on.
        needed banker_on: BankerOn = "banker-on";
        /// A commission that chips cannot make up.
        needed rounding: Rounding = "rounding";
        /// Whether a payment that chips cannot make up goes to the next higher amount.
        needed payments_round_up: bool = "payments-round-up";
        /// Whether a lower commission has to be on a sign.
        needed lower_on_sign: bool = "lower-on-sign";
        /// Who is told of a lower commission.
        maybe lower_told_to: Vec<Official> = "lower-told-to";
    }
}

words! {
    /// What a banker's commission is taken on.
    BankerOn {
        /// What the bank won over the round, after paying the winners.
        NetWin = "net-win",
        /// Every wager the bank won.
        EachWin = "each-win",
    }
}

words! {
    /// A commission that chips cannot make up exactly.
    Rounding {
        /// Is taken as the next lower amount that chips can make up.
        DownToChip = "down-to-chip",
        /// Is taken to the smallest unit of money.
        Exact = "exact",
    }
}
