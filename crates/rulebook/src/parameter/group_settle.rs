//! The parameters of a Pai Gow book, in the tables of its `book.toml`, from setting to settling.
//!
//! Each field is one answer in which books differ; `needed` ones every book gives.
//! Knows nothing of what follows at a table.
//! Clauses: star-2016 9–16; vcga-2000 10–15, 17; crown-6.1 8–13, 16; nz-1999 4.5–4.7; uk-leaflet B6–B29.

use super::cited::group;
use crate::*;

group! {
    /// `[set]`: setting hands, and the House Way on request.
    SetRules = "set" {
        /// When a player's hand is final.
        needed final_when: FinalWhen = "final-when";
        /// Whether a player or banker may ask for the House Way.
        needed house_way_on_request: bool = "house-way-on-request";
        /// How they ask.
        maybe ask_by: AskBy = "ask-by";
        /// When such a hand is set.
        maybe asked_set_when: AskedSetWhen = "asked-set-when";
        /// What follows if they touch the tiles then.
        maybe touched_after: TouchedAfter = "touched-after";
        /// Whether a supervisor checks such a hand.
        maybe asked_check: Check = "asked-check";
        /// Whether a supervisor checks the House's own hand.
        needed house_check: Check = "house-check";
        /// Whether a banker confirms a hand that the dealer set.
        needed banker_confirms: bool = "banker-confirms";
        /// The order of setting and showing the bank's tiles.
        needed bank_shows: BankShows = "bank-shows";
        /// How long the House's hand is put right.
        needed wrong_house_hand: WrongHand = "wrong-house-hand";
        /// How long a player's hand that the dealer set is put right.
        maybe wrong_asked_hand: WrongHand = "wrong-asked-hand";
        /// Whether those who share a bank set it together.
        needed sharers_set_together: bool = "sharers-set-together";
        /// Whether the only player on an area may concede.
        needed may_concede: bool = "may-concede";
        /// Whether a supervisor may look at a conceded hand.
        needed conceded_may_be_seen: bool = "conceded-may-be-seen";
        /// Whether a lone player under a House bank may show tiles face up.
        needed lone_player_may_show: bool = "lone-player-may-show";
        /// A hand whose player is slow, absent or unwilling.
        needed left_unset: LeftUnset = "left-unset";
        /// Whether players have to count their own hands.
        needed players_count_own: bool = "players-count-own";
    }
}

group! {
    /// `[match]`: comparing hands.
    MatchRules = "match" {
        /// Zero against zero.
        needed zero_zero: ZeroZero = "zero-zero";
        /// Whether a player's zero low hand loses together with a lost high hand.
        needed zero_low_loses: bool = "zero-low-loses";
        /// Whose a copy is.
        needed copies: Copies = "copies";
        /// Whether the dealer calls Jung, Che and Jowl.
        needed called: bool = "called";
    }
}

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

group! {
    /// `[notice]`: closing, disputes, and who is told of what.
    NoticeRules = "notice" {
        /// The notice before an occupied table closes.
        maybe closing: ClosingNotice = "closing";
        /// Whether a table may close at once if signalling goes on.
        needed closing_at_once: bool = "closing-at-once";
        /// Who is told that an area was taken out of play.
        needed area_removed_told_to: Vec<Official> = "area-removed-told-to";
        /// Who is told of a cut that the book does not list.
        needed unlisted_cut_told_to: Vec<Official> = "unlisted-cut-told-to";
        /// Who looks at a dispute again.
        needed review: Review = "review";
        /// Whether an ambiguous rule is read for the player until it is settled.
        needed ambiguity_for_player: bool = "ambiguity-for-player";
        /// The House edge that the book states, in hundredths of a per cent.
        maybe stated_edge: u16 = "stated-edge-basis-points" in 0..=10000;
    }
}

group! {
    /// `[mishap]`: exposed tiles, misdeals, signals, voids.
    MishapRules = "mishap" {
        /// Tiles exposed by the dealer from which a hand may be voided.
        maybe exposed_tiles: u8 = "exposed-tiles" in 1..=32;
        /// The same for the hand of a player who banks.
        maybe exposed_bank_tiles: u8 = "exposed-bank-tiles" in 1..=32;
        /// Tiles delivered wrongly.
        needed misdeal: Misdeal = "misdeal";
        /// Whether a missing or foreign tile voids the round it is found in, and that one only.
        maybe foreign_tile_voids: bool = "foreign-tile-voids";
        /// The layouts on which an area may be taken out of play.
        needed removal_layouts: Vec<Layout> = "removal-layouts";
        /// Players who tell each other about their tiles.
        needed telling: Telling = "telling";
        /// Whether a suspect may be told to set first.
        needed suspect_sets_first: bool = "suspect-sets-first";
        /// Whether suspected colluders may be kept from one table, and English be ordered.
        needed colluders_apart: bool = "colluders-apart";
        /// A player's tiles that the dealer knocked or mixed.
        needed knocked: LeftUnset = "knocked";
        /// The stakes of an outcome made void.
        needed void_stakes: VoidStakes = "void-stakes";
        /// Whether winnings of a suspect may be held until looked into.
        needed winnings_may_be_held: bool = "winnings-may-be-held";
    }
}

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
