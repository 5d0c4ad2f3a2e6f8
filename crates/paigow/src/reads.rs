//! Points that a book leaves open and a House may read in more than one way, as this table reads them.
//!
//! What the readings say stands in the book's `readings.toml`; here is which choice is in force, and what
//! an event or a refusal that rests on it cites.

use crate::rules::cites;
use game::Cites;
use rulebook::{Choices, PaiGowBook};

/// Until when a misdeal makes the round void, where the text has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MisdealUntil {
    /// The bank's tiles are shown.
    Shown,
    /// Everything is paid.
    Paid,
    /// The tiles are put away.
    PutAway,
}

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
    /// The same alone, for a ground that has clauses of its own.
    pub(crate) when_paid: Cites,
    /// Whether a player who touches a hand that the dealer has set sets it anew.
    pub(crate) touched_sets: bool,
    /// What that rests on.
    pub(crate) touched_hand: Cites,
    /// Whether a round is void of which a tile is found missing or foreign once everything is paid.
    pub(crate) tile_voids_paid: bool,
    /// What that rests on.
    pub(crate) tile_when_paid: Cites,
    /// Whether tokens are wagered against a player's bank, and the House redeems what is lost of them.
    pub(crate) tokens_redeemed: bool,
    /// What that rests on.
    pub(crate) tokens_bank: Cites,
    /// Whether a dealer may find a wager to be another once the bank is shown.
    pub(crate) dealer_finds: bool,
    /// What that rests on.
    pub(crate) found_by: Cites,
    /// Whether a wager that was taken can be found to be another as it is collected.
    pub(crate) found_taken: bool,
    /// What that rests on.
    pub(crate) found_when_taken: Cites,
    /// What becomes of a wager that is found to bring all together above their bound.
    pub(crate) found_above_total: Cites,
    /// Why who banks does not wager against the bank.
    pub(crate) banker_wagers: Cites,
    /// What a banker's Bonus is on.
    pub(crate) banker_side: Cites,
    /// To whom the bank of an area is offered whose caller has gone.
    pub(crate) caller_gone: Cites,
    /// Whether the bank is offered to somebody who has too little for it.
    pub(crate) bank_means: Cites,
    /// When an area that was taken out comes back.
    pub(crate) area_back: Cites,
    /// What a second sign does to the first.
    pub(crate) one_sign: Cites,
    /// What becomes of a hand that is knocked over after it was called.
    pub(crate) knocked_open: Cites,
    /// Whether a bank that gave way unplayed has been had.
    pub(crate) gave_way: Cites,
    /// Which stand-offs go back when all come to more than they may.
    pub(crate) carried_total: Cites,
    /// That the time on a closing sign is kept to.
    pub(crate) sign_kept: Cites,
    /// Who touches tiles that are left to the dealer before they are set; none where the text says it.
    pub(crate) touched_early: Cites,
    /// Whether a co-bank's exposed tiles are the House's, which are played.
    pub(crate) co_bank_house: bool,
    /// What that rests on.
    pub(crate) exposed_co_bank: Cites,
    /// Who decides on exposed tiles where several wager, or nobody calls.
    pub(crate) exposed_shared: Cites,
    /// Who shakes for a further bank when nobody is there who was named.
    pub(crate) extra_bank_shaker: Cites,
    /// Who shakes for a banker who is barred.
    pub(crate) barred_banker: Cites,
    /// Whether a banker may name the cut once the dice are seen; none where the text says it.
    pub(crate) cut_after_dice: Cites,
    /// What a table may do whose wall stands and on which nobody has wagered.
    pub(crate) no_round_yet: Cites,
    /// Whether another shuffle for exposed tiles may be ordered where the hand has to be played.
    pub(crate) exposed_is_played: bool,
    /// What that rests on.
    pub(crate) exposed_reshuffle: Cites,
    /// How the bank or the cut is declined without a word.
    pub(crate) silent_declines: Cites,
    /// Whether somebody says once that they look at electronic tiles as soon as they are dealt.
    pub(crate) standing_look: Cites,
    /// Whether somebody leaves whose wagers were settled before the round is over.
    pub(crate) leaving_round: Cites,
    /// Whether a round is played out in which a handled hand has too many tiles, or too few.
    pub(crate) wrong_number_played: bool,
    /// What that rests on.
    pub(crate) wrong_number: Cites,
    /// Whether whoever is left in play is a lone player, though others wagered.
    pub(crate) lone_is_left: bool,
    /// What that rests on.
    pub(crate) lone_player: Cites,
    /// Which rounds count that somebody skips.
    pub(crate) skipped_in_use: Cites,
    /// Who speaks for those who share a bank.
    pub(crate) lead_speaks: Cites,
    /// What of a player's chips can have been won.
    pub(crate) held_winnings: Cites,
    /// What is done where a book has no word on a hand that is left, knocked over, or of a wrong set.
    pub(crate) left_unset: Cites,
    /// Until when a hand may be made void for telling.
    pub(crate) telling_late: Cites,
    /// When a hand that the dealer set on request is checked.
    pub(crate) check_moment: Cites,
    /// What a mistake in a House Way leads to once hands were settled against it.
    pub(crate) settled_again: Cites,
    /// Until when a hand may be conceded.
    pub(crate) concede_until: Cites,
    /// What becomes of side wagers on a conceded hand.
    pub(crate) conceded_sides: Cites,
    /// When limits come into force.
    pub(crate) limits_between_rounds: Cites,
    /// When tiles are replaced.
    pub(crate) replace_between_rounds: Cites,
    /// Another shuffle once tiles are dealt.
    pub(crate) reshuffle_late: Cites,
    /// The banker sets last.
    pub(crate) banker_last: Cites,
    /// Who confirms the bank's hand for a banker who does not.
    pub(crate) silent_banker: Cites,
    /// Whoever set the low hand above the high one.
    pub(crate) no_foul: Cites,
    /// What is read of a set hand by its tiles alone.
    pub(crate) of_tiles: Cites,
    /// Whether a Tie goes by the hands, where the regular wager goes otherwise.
    pub(crate) tie_by_hand: Cites,
    /// Whose low hand a row of the Tie asks for.
    pub(crate) tie_a_low: Cites,
    /// Where whoever sat at an area that is taken out goes.
    pub(crate) removed_seat: Cites,
    /// How long a rule can be read in two ways.
    pub(crate) ambiguity: Cites,
    /// What goes back when something is void; the reading alone, since what is void has its own clauses.
    pub(crate) void_stake: Cites,
    /// What was taken and paid in a round that is made void.
    pub(crate) void_in_settlement: Cites,
    /// How those who share a bank share.
    pub(crate) shared_bank: Cites,
    /// Who gets the odd chip of a co-bank.
    pub(crate) co_bank_odd: Cites,
    /// Which row of the Bonus pays.
    pub(crate) bonus_rows: Cites,
    /// Whose two pairs a row of the Bonus asks for.
    pub(crate) bonus_bank_hand: Cites,
    /// Which row of the second Tie table pays.
    pub(crate) tie_b: Cites,
    /// Whether two pairs of a Tie are set as pairs.
    pub(crate) tie_two_pair: Cites,
    /// Half of a Tie that chips cannot make.
    pub(crate) surrender_half: Cites,
    /// Another's wager where a maximum of one's own is asked for.
    pub(crate) personal_area: Cites,
    /// Whether somebody banks, or shares a bank, on an area that is another's alone.
    pub(crate) personal_bank: Cites,
    /// Until when a wager below the minimum may be given back, and on whose word.
    pub(crate) returned_when: Cites,
    /// A maximum of one's own below the table's.
    pub(crate) personal_below: Cites,
    /// In what order others on an area are asked for the bank that its caller declined.
    pub(crate) bank_others: Cites,
    /// Whether somebody banks from an area whose tiles they may not see.
    pub(crate) second_area_bank: Cites,
    /// A maximum of one's own beside others on the area.
    pub(crate) personal_shared: Cites,
    /// Whether an old minimum is kept for a bank.
    pub(crate) kept_minimum_bank: Cites,
    /// What becomes of a wager whose player is barred.
    pub(crate) barred_wager: Cites,
    /// What follows when a dispute is decided for the player.
    pub(crate) dispute_follows: Cites,
    /// Whether a void round counts for a bank.
    pub(crate) void_not_counted: Cites,
    /// Whether a side wager alone makes somebody have played.
    pub(crate) bonus_played: Cites,
    /// Whether a co-bank may be shared.
    pub(crate) co_bank_shared: Cites,
    /// When a co-bank is asked for.
    pub(crate) co_bank_asked: Cites,
    /// Which hands count for a notice.
    pub(crate) notice_hands: Cites,
    /// What a co-bank covers half of.
    pub(crate) co_bank_cover: Cites,
    /// Whether a stand-off below a minimum that was raised is no wager below the minimum.
    pub(crate) carried_as_made: bool,
    /// What that rests on.
    pub(crate) carried_minimum: Cites,
    /// A banker on Big or Small.
    pub(crate) banker_dice: Cites,
    /// What a single Gee Jun counts.
    pub(crate) gee_jun_value: Cites,
    /// Equal hands that are named and have no points.
    pub(crate) named_copies: Cites,
    /// Fewer exposed tiles than a remedy takes.
    pub(crate) one_exposed: Cites,
    /// Whether a bank's hand is exposed whose four tiles lie open out of turn.
    pub(crate) open_early: bool,
    /// What that rests on.
    pub(crate) misdeal_exposed: Cites,
    /// A wrong deal of another kind than the book names.
    pub(crate) misdeal_else: Cites,
    /// Which of several areas a player calls.
    pub(crate) which_area: Cites,
    /// Fewer players on an area than wager there already.
    pub(crate) sharing_lowered: Cites,
    /// The seat of the area that the House banks from.
    pub(crate) house_seat: Cites,
    /// What chooses the cut of whoever stole it and named none.
    pub(crate) stolen_cut: Cites,
    /// What was added to dice that have to be shaken again.
    pub(crate) cocked_steal: Cites,
    /// When betting is over that ends as the dice are exposed.
    pub(crate) close_called: Cites,
    /// Whether a payment is rounded before its commission, and out of what.
    pub(crate) rounded_payment: Cites,
    /// Whether a round of which no wager is left is played.
    pub(crate) empty_round: Cites,
    /// A number for which the layout has no area.
    pub(crate) fewer_areas: Cites,
    /// Whether a wager outside the limits is taken.
    pub(crate) limits_at_placing: Cites,
    /// Whether the cut is named before the dice are seen.
    pub(crate) close_before_dice: Cites,
    /// How cuts deliver that the book only names.
    pub(crate) cut_borrowed: Cites,
    /// What is not offered because the book says nothing of it.
    pub(crate) leaflet_silent: Cites,
    /// Where somebody who changes seats goes through.
    pub(crate) one_seat: Cites,
    /// Whether a second round of a bank is offered.
    pub(crate) bank_second_round: Cites,
    /// Who sets a second area on which somebody wagers on the Tie.
    pub(crate) tie_second_area: Cites,
    /// What a chip is to which commission is rounded.
    pub(crate) chip_floor: Cites,
    /// Whose the commission is that winners pay.
    pub(crate) gross_pool: Cites,
    /// What a short bank gives way to.
    pub(crate) uncovered_bank: Cites,
    /// Whether whoever banks can be ordered to set first.
    pub(crate) banker_first: Cites,
    /// Until when a wager that is found to be another moves the call.
    pub(crate) caller_moves: Cites,
    /// Whether somebody else calls an area whose caller has nothing left there after the deal.
    pub(crate) call_passes: bool,
    /// What that rests on; the reading alone.
    pub(crate) call_after: Cites,
    /// Whether somebody is told of a wager below the minimum that stands off.
    pub(crate) stand_off_told: bool,
    /// What that rests on.
    pub(crate) told_at_stand_off: Cites,
    /// Whether a wager above the maximum that stands off stays whole.
    pub(crate) stand_off_whole: bool,
    /// What that rests on.
    pub(crate) stand_off_above: Cites,
    /// How far a wager is lowered that is above the maximum, alone or beside others.
    pub(crate) lowered: Cites,
    /// What a registered cut is while the House banks.
    pub(crate) house_registered: Cites,
    /// Until when a misdeal makes the round void.
    pub(crate) misdeal_until: MisdealUntil,
    /// What that rests on.
    pub(crate) misdeal_late: Cites,
    /// That a round is none before somebody wagers; the reading alone.
    pub(crate) nothing_yet: Cites,
    /// Which hands of the dealer's are put right.
    pub(crate) way_reaches: Cites,
    /// A stand-off above a maximum that did not hold when it was made.
    pub(crate) carried_maximum: Cites,
    /// Whether a bank can be conceded.
    pub(crate) bank_conceded: Cites,
    /// Whether the minimum of an area is for each of those who share it.
    pub(crate) shared_minimum: Cites,
    /// When further banks of an area come.
    pub(crate) further_banks: Cites,
    /// On which tiles the Bonus of a banker is whose bank gave way.
    pub(crate) bonus_gave_way: Cites,
    /// Which of two hands without a point is the low one.
    pub(crate) zero_hands: Cites,
    /// Who may ask for a review of which decision.
    pub(crate) review_asked: Cites,
    /// Whether the dealer shakes though the banker may.
    pub(crate) dealer_shakes: Cites,
    /// Whether a higher minimum wants notice.
    pub(crate) no_notice: Cites,
    /// What becomes of a wager on an area that nobody controls any more.
    pub(crate) control_lost: Cites,
    /// Whether a table closes while winnings are held.
    pub(crate) held_at_closing: Cites,
    /// Whether a hand is left to the dealer on which another wagers on the Tie.
    pub(crate) tie_house_way: Cites,
    /// Whether a rotation of the bank that is over is followed by the next without the House's turn.
    pub(crate) rotates_on: bool,
}

impl Reads {
    /// Those of a book under the choices of a table.
    pub(crate) fn of(book: &PaiGowBook, choices: &Choices) -> Self {
        let is = |id: &str, choice: &str| choices.of(id) == Some(choice);
        let on = |id: &str| book.reading(id).map(|r| cites(&r.clauses, Some(id))).unwrap_or_default();
        let alone = |id: &str| book.reading(id).map(|_| cites(&[], Some(id))).unwrap_or_default();
        Self {
            covered_part: !is("found-above-bank", "as-it-lies"),
            found_above_bank: on("found-above-bank"),
            void_settled: !is("void-after-payment", "settled-stays"),
            void_after_payment: on("void-after-payment"),
            void_paid: !is("void-when-paid", "stands"),
            void_when_paid: on("void-when-paid"),
            when_paid: alone("void-when-paid"),
            touched_sets: is("touched-hand", "sets-anew"),
            touched_hand: on("touched-hand"),
            tokens_redeemed: is("tokens-redeemed", "chips"),
            tile_voids_paid: is("tile-when-paid", "void"),
            tile_when_paid: alone("tile-when-paid"),
            tokens_bank: on("tokens-redeemed"),
            dealer_finds: !is("found-by", "last-word"),
            found_by: alone("found-by"),
            found_taken: !is("found-taken", "stands"),
            found_when_taken: alone("found-taken"),
            found_above_total: on("found-above-total"),
            banker_wagers: on("banker-wagers"),
            banker_side: on("banker-side"),
            caller_gone: alone("caller-gone"),
            bank_means: alone("bank-means"),
            area_back: alone("area-back"),
            one_sign: alone("one-sign"),
            knocked_open: alone("knocked-open"),
            gave_way: on("gave-way"),
            carried_total: on("carried-total"),
            sign_kept: on("sign-kept"),
            touched_early: on("touched-early"),
            co_bank_house: is("exposed-co-bank", "house"),
            exposed_co_bank: alone("exposed-co-bank"),
            exposed_shared: alone("exposed-shared"),
            extra_bank_shaker: alone("extra-bank-shaker"),
            barred_banker: on("barred-banker"),
            dealer_shakes: alone("dealer-shakes"),
            no_notice: alone("no-notice"),
            control_lost: alone("control-lost"),
            held_at_closing: alone("held-at-closing"),
            tie_house_way: alone("tie-house-way"),
            cut_after_dice: alone("cut-after-dice"),
            no_round_yet: on("no-round-yet"),
            exposed_is_played: is("exposed-reshuffle", "played"),
            exposed_reshuffle: on("exposed-reshuffle"),
            silent_declines: alone("silent-declines"),
            standing_look: alone("standing-look"),
            leaving_round: on("leaving-round"),
            wrong_number_played: is("wrong-number", "played"),
            wrong_number: alone("wrong-number"),
            lone_is_left: !is("lone-player", "wagering"),
            lone_player: alone("lone-player"),
            skipped_in_use: alone("skipped-in-use"),
            lead_speaks: alone("lead-speaks"),
            held_winnings: alone("held-winnings"),
            left_unset: alone("left-unset"),
            telling_late: alone("telling-late"),
            check_moment: alone("check-moment"),
            settled_again: alone("settled-again"),
            concede_until: alone("concede-until"),
            conceded_sides: alone("conceded-sides"),
            limits_between_rounds: alone("limits-between-rounds"),
            replace_between_rounds: alone("replace-between-rounds"),
            reshuffle_late: alone("reshuffle-late"),
            banker_last: on("uk-banker-last"),
            silent_banker: on("silent-banker"),
            no_foul: alone("no-foul"),
            of_tiles: alone("no-foul").and(&alone("zero-hands")),
            tie_by_hand: alone("tie-by-hand"),
            tie_a_low: alone("tie-a-low"),
            removed_seat: alone("removed-seat"),
            ambiguity: alone("uk-ambiguity"),
            void_stake: alone("void-stake"),
            void_in_settlement: alone("void-in-settlement"),
            shared_bank: alone("shared-bank"),
            co_bank_odd: alone("co-bank-odd"),
            bonus_rows: alone("bonus-rows"),
            bonus_bank_hand: alone("bonus-bank-hand"),
            tie_b: alone("tie-b"),
            tie_two_pair: alone("tie-two-pair"),
            surrender_half: alone("surrender-half"),
            personal_area: alone("personal-area"),
            personal_bank: alone("personal-bank"),
            returned_when: alone("returned-when"),
            personal_below: alone("personal-below"),
            bank_others: alone("bank-others"),
            second_area_bank: on("second-area-bank"),
            personal_shared: alone("personal-shared"),
            kept_minimum_bank: on("kept-minimum-bank"),
            barred_wager: alone("barred-wager"),
            dispute_follows: alone("dispute-follows"),
            void_not_counted: alone("void-not-counted"),
            bonus_played: alone("bonus-played"),
            co_bank_shared: alone("co-bank-shared"),
            co_bank_asked: on("co-bank-asked"),
            notice_hands: alone("notice-hands"),
            co_bank_cover: alone("co-bank-cover"),
            carried_as_made: is("carried-minimum", "as-made"),
            carried_minimum: alone("carried-minimum"),
            banker_dice: alone("banker-dice"),
            gee_jun_value: on("gee-jun-value"),
            named_copies: alone("named-copies"),
            one_exposed: alone("one-exposed"),
            open_early: !is("misdeal-exposed", "shown"),
            misdeal_exposed: alone("misdeal-exposed"),
            misdeal_else: alone("uk-misdeal-else"),
            which_area: alone("which-area"),
            sharing_lowered: alone("sharing-lowered"),
            house_seat: alone("house-seat"),
            stolen_cut: alone("stolen-cut"),
            cocked_steal: alone("cocked-steal"),
            close_called: alone("close-called"),
            rounded_payment: alone("rounded-payment"),
            empty_round: alone("empty-round"),
            fewer_areas: alone("fewer-areas"),
            limits_at_placing: alone("limits-at-placing"),
            close_before_dice: alone("close-before-dice"),
            cut_borrowed: alone("cut-borrowed"),
            leaflet_silent: on("leaflet-silent"),
            one_seat: alone("one-seat"),
            bank_second_round: alone("bank-second-round"),
            tie_second_area: alone("tie-second-area"),
            chip_floor: alone("chip-floor"),
            gross_pool: alone("gross-pool"),
            uncovered_bank: alone("uncovered-bank"),
            banker_first: alone("banker-first"),
            caller_moves: alone("caller-moves"),
            stand_off_told: is("stand-off-told", "told"),
            told_at_stand_off: alone("stand-off-told"),
            stand_off_whole: is("stand-off-above", "whole"),
            stand_off_above: alone("stand-off-above"),
            house_registered: alone("house-registered"),
            lowered: alone("lowered-wager"),
            misdeal_until: match choices.of("misdeal-late") {
                Some("until-shown") => MisdealUntil::Shown,
                Some("until-put-away") => MisdealUntil::PutAway,
                Some(_) | None => MisdealUntil::Paid,
            },
            misdeal_late: alone("misdeal-late"),
            nothing_yet: alone("no-round-yet"),
            call_passes: !is("call-passes", "house-way"),
            call_after: alone("call-passes"),
            way_reaches: alone("way-reaches"),
            carried_maximum: alone("carried-maximum"),
            bank_conceded: alone("bank-conceded"),
            shared_minimum: alone("shared-minimum"),
            further_banks: alone("further-banks"),
            bonus_gave_way: alone("bonus-gave-way"),
            zero_hands: alone("zero-hands"),
            review_asked: alone("review-asked"),
            rotates_on: is("uk-rotation", "straight-on"),
        }
    }
}
