//! Points that a book leaves open and a House may read in more than one way, as this table reads them.
//!
//! What the readings say stands in the book's `readings.toml`; here is which choice is in force, and what
//! an event or a refusal that rests on it cites.

use crate::rules::cites;
use game::Cites;
use rulebook::{Book, Choices};

/// The readings in force that change what happens.
#[derive(Clone, Debug)]
pub(crate) struct Reads {
    /// Whether of a wager found above a player's bank only the covered part plays.
    pub(crate) covered_part: bool,
    /// What that rests on.
    pub(crate) found_above_bank: Cites,
    /// Whether wagers that were settled are void too, while their round is not over.
    pub(crate) void_settled: bool,
    /// What that rests on.
    pub(crate) void_after_payment: Cites,
    /// Whether a round can be made void for fraud once everything is paid.
    pub(crate) void_paid: bool,
    /// What that rests on.
    pub(crate) void_when_paid: Cites,
    /// Whether a player who touches a hand that the dealer has set sets it anew.
    pub(crate) touched_sets: bool,
    /// What that rests on.
    pub(crate) touched_hand: Cites,
    /// Whether a dealer may find a wager to be another once the bank is shown.
    pub(crate) dealer_finds: bool,
    /// What that rests on.
    pub(crate) found_by: Cites,
    /// What becomes of a wager that is found to bring all together above their bound.
    pub(crate) found_above_total: Cites,
    /// Why who banks does not wager against the bank.
    pub(crate) banker_wagers: Cites,
    /// Who speaks for those who share a bank.
    pub(crate) lead_speaks: Cites,
    /// What a banker's Bonus is on.
    pub(crate) banker_side: Cites,
    /// Whether a bank that gave way unplayed has been had.
    pub(crate) gave_way: Cites,
    /// Which stand-offs go back when all come to more than they may.
    pub(crate) carried_total: Cites,
    /// That the time on a closing sign is kept to.
    pub(crate) sign_kept: Cites,
    /// When limits and commission change.
    pub(crate) between_rounds: Cites,
    /// Whether a rotation of the bank that is over is followed by the next without the House's turn.
    pub(crate) rotates_on: bool,
}

impl Reads {
    /// Those of a book under the choices of a table.
    pub(crate) fn of(book: &Book, choices: &Choices) -> Self {
        let is = |id: &str, choice: &str| choices.of(id) == Some(choice);
        let on = |id: &str| book.reading(id).map(|r| cites(&r.clauses, Some(id))).unwrap_or_default();
        Self {
            covered_part: !is("found-above-bank", "as-it-lies"),
            found_above_bank: on("found-above-bank"),
            void_settled: !is("void-after-payment", "settled-stays"),
            void_after_payment: on("void-after-payment"),
            void_paid: !is("void-when-paid", "stands"),
            void_when_paid: on("void-when-paid"),
            touched_sets: is("touched-hand", "sets-anew"),
            touched_hand: on("touched-hand"),
            dealer_finds: !is("found-by", "last-word"),
            found_by: on("found-by"),
            found_above_total: on("found-above-total"),
            banker_wagers: on("banker-wagers"),
            lead_speaks: on("lead-speaks"),
            banker_side: on("banker-side"),
            gave_way: on("gave-way"),
            carried_total: on("carried-total"),
            sign_kept: on("sign-kept"),
            between_rounds: on("limits-between-rounds"),
            rotates_on: is("uk-rotation", "straight-on"),
        }
    }
}
