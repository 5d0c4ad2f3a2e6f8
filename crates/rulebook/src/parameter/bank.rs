//! `[bank]` of `book.toml`: who banks, how long, with what.
//!
//! The questions, and the words that answer them. Knows nothing of what follows at a table.
//! Clauses: star-2016 6, 8, 9, 11, 13; vcga-2000 6, 9, 11, 12; crown-6.1 1, 8, 10; nz-1999 4; uk-leaflet
//! B3, B14, B25, B26, B28, B29.

use super::{group, words};
use crate::PerMethod;

group! {
    /// `[bank]`: who banks, how long, with what.
    BankRules = "bank" {
        /// The methods of play.
        needed methods: Vec<Method> = "methods";
        /// Who is offered the bank on an area.
        needed taker: BankTaker = "taker";
        /// The area a player banks from.
        needed banks_from: BankFrom = "banks-from";
        /// Where the offer starts.
        needed offer_start: OfferStart = "offer-start";
        /// When a bank that is over may come again.
        needed again: BankAgain = "again";
        /// Whether the bank's taker has to have played the round before, save at the start.
        needed played_before: bool = "played-before";
        /// Rounds of one bank.
        needed rounds: u8 = "rounds" in 1..=10;
        /// Banks in a row on one area.
        needed banks_per_area: u8 = "banks-per-area" in 1..=10;
        /// Banks in a row that the House may allow.
        needed banks_per_area_most: u8 = "banks-per-area-most" in 1..=10;
        /// Whether someone else shakes for the banks beyond the first.
        needed extra_banks_other_shaker: bool = "extra-banks-other-shaker";
        /// Whether players may share a bank at one seat.
        needed may_share: bool = "may-share";
        /// Whether the banker's area takes the banker's own wager only.
        needed own_area_only: bool = "own-area-only";
        /// The area that a House bank stands on.
        needed house_area: u8 = "house-area" in 1..=8;
        /// Whether that area takes wagers under a House bank.
        needed house_area_wagers: bool = "house-area-wagers";
        /// Whether that area is the dealer's own place, where nobody sits or wagers whoever banks.
        maybe dealers_place: bool = "dealers-place";
        /// How much of the wagers a bank covers.
        needed cover: PerMethod<Cover> = "cover";
        /// Whether a banker whose stake is short may add to it.
        needed may_top_up: bool = "may-top-up";
        /// The methods that a bank which does not cover the wagers gives way to.
        needed uncovered: Vec<Method> = "uncovered";
        /// Whether a co-bank's hand is always set by the House Way.
        maybe co_bank_house_way: bool = "co-bank-house-way";
        /// Whether a player who banks may ask the House to wager against the bank.
        needed house_may_wager: bool = "house-may-wager";
    }
}

words! {
    /// A method of play: who holds the bank (star-2016 11.1, vcga-2000 11.1–11.3, crown-6.1 10.3).
    Method {
        /// The House banks.
        House = "house",
        /// A player banks and covers every wager; the House stays out.
        Player = "player",
        /// A player and the House bank half each.
        CoBank = "co-bank",
    }
}

words! {
    /// Who may be offered the bank on an area.
    BankTaker {
        /// The area's caller.
        Caller = "caller",
        /// The caller, then the others who wager there.
        CallerThenOthers = "caller-then-others",
        /// Any player.
        AnyPlayer = "any-player",
    }
}

words! {
    /// The area a player banks from.
    BankFrom {
        /// The area the player calls.
        OwnArea = "own-area",
        /// The area the player calls; who calls none, the wagered area furthest from the chung.
        OwnElseFurthest = "own-else-furthest",
    }
}

words! {
    /// Where the offer of the bank starts.
    OfferStart {
        /// Next to the last bank, counter-clockwise.
        NextToLastBank = "next-to-last-bank",
        /// Area one, counter-clockwise.
        AreaOne = "area-one",
    }
}

words! {
    /// When a bank that is over may come again.
    BankAgain {
        /// To its area once somebody else, or the House, has banked.
        AfterAnother = "after-another",
        /// To its area in the next turn of the table: one bank an area in each turn.
        NextTurn = "next-turn",
        /// To its player in the next rotation: one bank a player in each.
        NextRotation = "next-rotation",
    }
}

words! {
    /// How much of the players' wagers a bank has to cover.
    Cover {
        /// All of them.
        All = "all",
        /// Half of them; the House covers the rest.
        Half = "half",
    }
}
