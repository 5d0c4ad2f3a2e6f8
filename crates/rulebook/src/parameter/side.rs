//! `[side]` of `book.toml`: wagers beside the one against the bank.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 9; vcga-2000 9, 17; crown-6.1 1, 4, 8, 9, 11, 13, 14; nz-1999 6; uk-leaflet B2.

use super::{group, words};
use crate::Method;

group! {
    /// `[side]`: wagers beside the one against the bank.
    SideRules = "side" {
        /// Those the book offers.
        needed offered: Vec<SideWager> = "offered";
        /// Those of them that the House may leave out at a table.
        maybe may_leave_out: Vec<SideWager> = "may-leave-out";
        /// Whether a Bonus wager needs a regular one.
        maybe bonus_needs: NeedsRegular = "bonus-needs";
        /// Whether a Big or Small wager needs a regular one.
        maybe big_small_needs: NeedsRegular = "big-small-needs";
        /// The methods under which players may wager on a Tie.
        maybe tie_under: Vec<Method> = "tie-under";
        /// Whether a player who banks may wager on the Bonus.
        maybe banker_bonus: bool = "banker-bonus";
        /// Whether the House alone pays and takes side wagers, whoever banks.
        maybe house_pays: bool = "house-pays";
        /// Whether the Bonus has limits of its own, whoever banks.
        maybe bonus_limits: bool = "bonus-limits";
        /// Whether the Tie has.
        maybe tie_limits: bool = "tie-limits";
        /// Whether Big and Small have.
        maybe big_small_limits: bool = "big-small-limits";
        /// Whether a player with a Tie wager may ask for the House Way.
        maybe tie_house_way: bool = "tie-house-way";
        /// Whether a Tie wager may be surrendered where its table offers that.
        maybe surrender: bool = "surrender";
        /// Who calls an area with wagers of several kinds.
        maybe caller_by: Vec<WagerKind> = "caller-by";
        /// The order in which an area's wagers are paid.
        maybe paid_in_order: Vec<WagerKind> = "paid-in-order";
        /// Whether the bank's hand is shown only on request when all wagers are on the Bonus.
        maybe bonus_only_hidden: bool = "bonus-only-hidden";
        /// Whether Big and Small are settled before tiles are dealt.
        maybe big_small_at_dice: bool = "big-small-at-dice";
    }
}

words! {
    /// A wager beside the one against the bank.
    SideWager {
        /// Pays on the four tiles (Bonanza).
        Bonus = "bonus",
        /// Pays when one hand each is won (Bonanza).
        Tie = "tie",
        /// Pays on the dice.
        BigSmall = "big-small",
    }
}

words! {
    /// A wager on an area, in the order that callers or payments follow.
    WagerKind {
        /// The wager against the bank.
        Regular = "regular",
        /// The Tie wager.
        Tie = "tie",
        /// The Bonus wager.
        Bonus = "bonus",
    }
}

words! {
    /// Whether a side wager needs a regular one.
    NeedsRegular {
        /// It stands alone.
        No = "no",
        /// The House may ask for one on the same area, with notice.
        HouseMayAsk = "house-may-ask",
        /// Someone has to have wagered against the bank on that area.
        SomeoneOnArea = "someone-on-area",
    }
}
