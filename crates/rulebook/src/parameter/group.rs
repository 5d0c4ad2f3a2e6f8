//! The parameters of a Pai Gow book, in the tables of its `book.toml`, up to the deal.
//!
//! Each field is one answer in which books differ; `needed` ones every book gives.
//! Knows nothing of what follows at a table.
//! Clauses: star-2016 2, 6–11; vcga-2000 2, 6–11; crown-6.1 2, 4, 5, 8, 10.3, 14; uk-leaflet B2–B4, B25–B29.

use super::cited::group;
use crate::*;

group! {
    /// `[table]`: areas, layouts, and who calls an area's tiles.
    TableRules = "table" {
        /// How many areas are served, the bank's among them.
        needed areas: u8 = "areas" in 2..=8;
        /// Whether a table may have fewer areas than that.
        needed fewer_areas: bool = "fewer-areas";
        /// The layouts the book draws.
        needed layouts: Vec<Layout> = "layouts";
        /// The layouts with areas that only the dealer sets, by the House Way.
        needed house_way_layouts: Vec<Layout> = "house-way-layouts";
        /// How many players may wager on one area.
        needed players_per_area: u8 = "players-per-area" in 1..=8;
        /// Whether a supervisor has to allow a second player on an area.
        needed sharing_by_leave: bool = "sharing-by-leave";
        /// How an area's caller is found: the first that decides, decides.
        needed caller_order: Vec<CallerBy> = "caller-order";
        /// The same on layout B, where it differs.
        maybe caller_order_b: Vec<CallerBy> = "caller-order-b";
        /// Whether a seated caller may hand the decisions to the highest wager there.
        needed caller_may_yield: bool = "caller-may-yield";
        /// A player who wagers on several areas.
        needed several_areas: SeveralAreas = "several-areas";
        /// A further area of theirs that nobody else can call.
        needed unshared_area: UnsharedArea = "unshared-area";
        /// After how many rounds without a wager a seat may be lost at a full table.
        maybe skipped_rounds: u8 = "skipped-rounds" in 1..=20;
        /// Whether the dealer too is kept from looking at unused tiles.
        needed unused_tiles_closed_to_dealer: bool = "unused-tiles-closed-to-dealer";
        /// Whether players may look at unused tiles once all is paid.
        needed unused_tiles_shown_after: bool = "unused-tiles-shown-after";
    }
}

group! {
    /// `[dice]`: how many, what they decide, how they are counted.
    DiceRules = "dice" {
        /// How many dice find the first area served.
        needed box_dice: u8 = "box-dice" in 1..=3;
        /// Whether a die of another colour finds the cut.
        needed cut_die: bool = "cut-die";
        /// What decides a cut that nobody names under a House bank.
        needed cut_by: CutBy = "cut-by";
        /// Which dice settle Big and Small.
        needed big_small: BigSmallDice = "big-small";
        /// Whether all dice are shaken again if one does not lie flat.
        needed cocked_reshaken: bool = "cocked-reshaken";
        /// What the chung's area counts as.
        needed chung_counts: u8 = "chung-counts" in 1..=8;
        /// What a banker may add to the total: stealing the cut.
        needed steal: StealRange = "steal";
        /// The last moment for that.
        maybe steal_before: StealBefore = "steal-before";
        /// Whether the cut too follows the changed total.
        maybe steal_moves_cut: bool = "steal-moves-cut";
        /// Who may shake.
        needed shaken_by: PerMethod<Vec<Who>> = "shaken-by";
    }
}

group! {
    /// `[wall]`: the shuffle, the laja, the cut, the lots.
    WallRules = "wall" {
        /// Lots left over after every area is served.
        needed unused_lots: u8 = "unused-lots" in 0..=6;
        /// Who may do a laja, given leave.
        needed laja: Vec<Who> = "laja";
        /// Whether the banker may ask for no other shuffle once a player did a laja.
        needed laja_ends_shuffle: bool = "laja-ends-shuffle";
        /// Whether the banker may follow a player's laja with one of their own.
        needed banker_laja_after: bool = "banker-laja-after";
        /// A tile that shows while the wall is built.
        needed shown_in_stacking: ShownInStacking = "shown-in-stacking";
        /// More tiles than that shown in a laja: a reshuffle.
        maybe shown_in_laja: u8 = "shown-in-laja" in 0..=32;
        /// When a supervisor may order a reshuffle.
        needed reshuffle: Reshuffle = "reshuffle";
        /// What decides the cut when the banker names none.
        needed cut_declined: CutDeclined = "cut-declined";
        /// The methods under which a cut that the book does not list may be accepted.
        needed unlisted_cuts: Vec<Method> = "unlisted-cuts";
        /// What such a cut needs.
        maybe unlisted_cut_needs: UnlistedCut = "unlisted-cut-needs";
    }
}

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

group! {
    /// `[wager]`: what is wagered with, from when, until when.
    WagerRules = "wager" {
        /// What a wager may be made with.
        needed instruments: Vec<Instrument> = "instruments";
        /// Whether what a promotional token wins is paid in chips.
        maybe tokens_win_chips: bool = "tokens-win-chips";
        /// Spoken wagers.
        needed oral: Oral = "oral";
        /// When betting opens.
        needed open: BetsOpen = "open";
        /// When betting closes.
        needed close: PerMethod<BetsClose> = "close";
        /// Whether a wager may change after that.
        needed after_close: PerMethod<AfterClose> = "after-close";
        /// Whether a supervisor may refuse a wager, with reason, before the dice are exposed.
        needed may_be_refused: bool = "may-be-refused";
    }
}
