//! What the clauses of star-2016 come to at a table.

use crate::shows;

#[test]
fn above_maximum() {
    shows("testdata/rounds/star-2016/above-maximum.round");
}

#[test]
fn area_not_removed() {
    shows("testdata/rounds/star-2016/area-not-removed.round");
}

#[test]
fn area_removed() {
    shows("testdata/rounds/star-2016/area-removed.round");
}

#[test]
fn area_removed_once() {
    shows("testdata/rounds/star-2016/area-removed-once.round");
}

#[test]
fn bank_falls_to_house() {
    shows("testdata/rounds/star-2016/bank-falls-to-house.round");
}

#[test]
fn bank_from_where() {
    shows("testdata/rounds/star-2016/bank-from-where.round");
}

#[test]
fn bank_goes_on() {
    shows("testdata/rounds/star-2016/bank-goes-on.round");
}

#[test]
fn bank_offered() {
    shows("testdata/rounds/star-2016/bank-offered.round");
}

#[test]
fn bank_played_before() {
    shows("testdata/rounds/star-2016/bank-played-before.round");
}

#[test]
fn bank_shared() {
    shows("testdata/rounds/star-2016/bank-shared.round");
}

#[test]
fn bank_to_others() {
    shows("testdata/rounds/star-2016/bank-to-others.round");
}

#[test]
fn bank_topped_up() {
    shows("testdata/rounds/star-2016/bank-topped-up.round");
}

#[test]
fn bank_two_rounds() {
    shows("testdata/rounds/star-2016/bank-two-rounds.round");
}

#[test]
fn banker_confirms() {
    shows("testdata/rounds/star-2016/banker-confirms.round");
}

#[test]
fn banker_forfeits() {
    shows("testdata/rounds/star-2016/banker-forfeits.round");
}

#[test]
fn banker_silent() {
    shows("testdata/rounds/star-2016/banker-silent.round");
}

#[test]
fn banker_touches() {
    shows("testdata/rounds/star-2016/banker-touches.round");
}

#[test]
fn barred_stays_out() {
    shows("testdata/rounds/star-2016/barred-stays-out.round");
}

#[test]
fn below_minimum() {
    shows("testdata/rounds/star-2016/below-minimum.round");
}

#[test]
fn betting_closes() {
    shows("testdata/rounds/star-2016/betting-closes.round");
}

#[test]
fn buy_in() {
    shows("testdata/rounds/star-2016/buy-in.round");
}

#[test]
fn caller_yields() {
    shows("testdata/rounds/star-2016/caller-yields.round");
}

#[test]
fn callers() {
    shows("testdata/rounds/star-2016/callers.round");
}

#[test]
fn closing_empty() {
    shows("testdata/rounds/star-2016/closing-empty.round");
}

#[test]
fn closing() {
    shows("testdata/rounds/star-2016/closing.round");
}

#[test]
fn cocked_dice() {
    shows("testdata/rounds/star-2016/cocked-dice.round");
}

#[test]
fn commission() {
    shows("testdata/rounds/star-2016/commission.round");
}

#[test]
fn concede_to_a_banker() {
    shows("testdata/rounds/star-2016/concede-to-a-banker.round");
}

#[test]
fn concede() {
    shows("testdata/rounds/star-2016/concede.round");
}

#[test]
fn cut_die() {
    shows("testdata/rounds/star-2016/cut-die.round");
}

#[test]
fn cut_of_the_house() {
    shows("testdata/rounds/star-2016/cut-of-the-house.round");
}

#[test]
fn cut_undescribed() {
    shows("testdata/rounds/star-2016/cut-undescribed.round");
}

#[test]
fn deal() {
    shows("testdata/rounds/star-2016/deal.round");
}

#[test]
fn device() {
    shows("testdata/rounds/star-2016/device.round");
}

#[test]
fn disputes() {
    shows("testdata/rounds/star-2016/disputes.round");
}

#[test]
fn disruption() {
    shows("testdata/rounds/star-2016/disruption.round");
}

#[test]
fn empty_round() {
    shows("testdata/rounds/star-2016/empty-round.round");
}

#[test]
fn exposed_bank() {
    shows("testdata/rounds/star-2016/exposed-bank.round");
}

#[test]
fn exposed_bank_unseen() {
    shows("testdata/rounds/star-2016/exposed-bank-unseen.round");
}

#[test]
fn exposed_by_banker() {
    shows("testdata/rounds/star-2016/exposed-by-banker.round");
}

#[test]
fn exposed_house() {
    shows("testdata/rounds/star-2016/exposed-house.round");
}

#[test]
fn exposed() {
    shows("testdata/rounds/star-2016/exposed.round");
}

#[test]
fn exposed_unseen() {
    shows("testdata/rounds/star-2016/exposed-unseen.round");
}

#[test]
fn fewer_on_an_area() {
    shows("testdata/rounds/star-2016/fewer-on-an-area.round");
}

#[test]
fn foreign_tile_house_bank() {
    shows("testdata/rounds/star-2016/foreign-tile-house-bank.round");
}

#[test]
fn found_above_bank() {
    shows("testdata/rounds/star-2016/found-above-bank.round");
}

#[test]
fn found_above_bank_whole() {
    shows("testdata/rounds/star-2016/found-above-bank-whole.round");
}

#[test]
fn found_taken() {
    shows("testdata/rounds/star-2016/found-taken.round");
}

#[test]
fn found_taken_bank() {
    shows("testdata/rounds/star-2016/found-taken-bank.round");
}

#[test]
fn found_taken_shared() {
    shows("testdata/rounds/star-2016/found-taken-shared.round");
}

#[test]
fn found_taken_stands() {
    shows("testdata/rounds/star-2016/found-taken-stands.round");
}

#[test]
fn fraud() {
    shows("testdata/rounds/star-2016/fraud.round");
}

#[test]
fn fraud_after_payment() {
    shows("testdata/rounds/star-2016/fraud-after-payment.round");
}

#[test]
fn fraud_after_payment_stands() {
    shows("testdata/rounds/star-2016/fraud-after-payment-stands.round");
}

#[test]
fn house_bank() {
    shows("testdata/rounds/star-2016/house-bank.round");
}

#[test]
fn house_on_area_one() {
    shows("testdata/rounds/star-2016/house-on-area-one.round");
}

#[test]
fn house_way_area_wrong() {
    shows("testdata/rounds/star-2016/house-way-area-wrong.round");
}

#[test]
fn house_way_area() {
    shows("testdata/rounds/star-2016/house-way-area.round");
}

#[test]
fn house_way_areas_last() {
    shows("testdata/rounds/star-2016/house-way-areas-last.round");
}

#[test]
fn house_way_asked() {
    shows("testdata/rounds/star-2016/house-way-asked.round");
}

#[test]
fn keyed_tiles() {
    shows("testdata/rounds/star-2016/keyed-tiles.round");
}

#[test]
fn knocked() {
    shows("testdata/rounds/star-2016/knocked.round");
}

#[test]
fn laja_house_bank() {
    shows("testdata/rounds/star-2016/laja-house-bank.round");
}

#[test]
fn laja() {
    shows("testdata/rounds/star-2016/laja.round");
}

#[test]
fn laja_shown_in_parts() {
    shows("testdata/rounds/star-2016/laja-shown-in-parts.round");
}

#[test]
fn late_caller() {
    shows("testdata/rounds/star-2016/late-caller.round");
}

#[test]
fn late_wagers() {
    shows("testdata/rounds/star-2016/late-wagers.round");
}

#[test]
fn left_unset() {
    shows("testdata/rounds/star-2016/left-unset.round");
}

#[test]
fn limits_raised() {
    shows("testdata/rounds/star-2016/limits-raised.round");
}

#[test]
fn lone_player() {
    shows("testdata/rounds/star-2016/lone-player.round");
}

#[test]
fn match_copies() {
    shows("testdata/rounds/star-2016/match-copies.round");
}

#[test]
fn match_player_bank_copies() {
    shows("testdata/rounds/star-2016/match-player-bank-copies.round");
}

#[test]
fn match_player_bank() {
    shows("testdata/rounds/star-2016/match-player-bank.round");
}

#[test]
fn match_zero() {
    shows("testdata/rounds/star-2016/match-zero.round");
}

#[test]
fn matching() {
    shows("testdata/rounds/star-2016/matching.round");
}

#[test]
fn misdeal_late() {
    shows("testdata/rounds/star-2016/misdeal-late.round");
}

#[test]
fn misdeal_rebuilt() {
    shows("testdata/rounds/star-2016/misdeal-rebuilt.round");
}

#[test]
fn misdeal_seen_by_dealer() {
    shows("testdata/rounds/star-2016/misdeal-seen-by-dealer.round");
}

#[test]
fn misdeal_void() {
    shows("testdata/rounds/star-2016/misdeal-void.round");
}

#[test]
fn missing_tile_player_bank() {
    shows("testdata/rounds/star-2016/missing-tile-player-bank.round");
}

#[test]
fn missing_tile() {
    shows("testdata/rounds/star-2016/missing-tile.round");
}

#[test]
fn missing_tile_supervisor() {
    shows("testdata/rounds/star-2016/missing-tile-supervisor.round");
}

#[test]
fn missing_tile_when_paid() {
    shows("testdata/rounds/star-2016/missing-tile-when-paid.round");
}

#[test]
fn missing_tile_when_paid_void() {
    shows("testdata/rounds/star-2016/missing-tile-when-paid-void.round");
}

#[test]
fn multiples() {
    shows("testdata/rounds/star-2016/multiples.round");
}

#[test]
fn named_cut() {
    shows("testdata/rounds/star-2016/named-cut.round");
}

#[test]
fn no_advice() {
    shows("testdata/rounds/star-2016/no-advice.round");
}

#[test]
fn no_steal_for_the_house() {
    shows("testdata/rounds/star-2016/no-steal-for-the-house.round");
}

#[test]
fn nobody_left_to_call() {
    shows("testdata/rounds/star-2016/nobody-left-to-call.round");
}

#[test]
fn old_minimum_kept() {
    shows("testdata/rounds/star-2016/old-minimum-kept.round");
}

#[test]
fn old_minimum_steps() {
    shows("testdata/rounds/star-2016/old-minimum-steps.round");
}

#[test]
fn opening() {
    shows("testdata/rounds/star-2016/opening.round");
}

#[test]
fn paid_is_not_found() {
    shows("testdata/rounds/star-2016/paid-is-not-found.round");
}

#[test]
fn parted_stand_off() {
    shows("testdata/rounds/star-2016/parted-stand-off.round");
}

#[test]
fn personal_limits() {
    shows("testdata/rounds/star-2016/personal-limits.round");
}

#[test]
fn player_bank_no_maximum() {
    shows("testdata/rounds/star-2016/player-bank-no-maximum.round");
}

#[test]
fn player_bank() {
    shows("testdata/rounds/star-2016/player-bank.round");
}

#[test]
fn pool_short() {
    shows("testdata/rounds/star-2016/pool-short.round");
}

#[test]
fn posted_limits_begin() {
    shows("testdata/rounds/star-2016/posted-limits-begin.round");
}

#[test]
fn real_tiles_exposed() {
    shows("testdata/rounds/star-2016/real-tiles-exposed.round");
}

#[test]
fn real_tiles_exposed_bank() {
    shows("testdata/rounds/star-2016/real-tiles-exposed-bank.round");
}

#[test]
fn real_tiles_shown() {
    shows("testdata/rounds/star-2016/real-tiles-shown.round");
}

#[test]
fn real_tiles_touched() {
    shows("testdata/rounds/star-2016/real-tiles-touched.round");
}

#[test]
fn refused_stand_off() {
    shows("testdata/rounds/star-2016/refused-stand-off.round");
}

#[test]
fn removal_player_bank() {
    shows("testdata/rounds/star-2016/removal-player-bank.round");
}

#[test]
fn reshuffle_ordered() {
    shows("testdata/rounds/star-2016/reshuffle-ordered.round");
}

#[test]
fn seat_freed() {
    shows("testdata/rounds/star-2016/seat-freed.round");
}

#[test]
fn seat_kept() {
    shows("testdata/rounds/star-2016/seat-kept.round");
}

#[test]
fn seats() {
    shows("testdata/rounds/star-2016/seats.round");
}

#[test]
fn set_first_asks() {
    shows("testdata/rounds/star-2016/set-first-asks.round");
}

#[test]
fn set_first_lifted() {
    shows("testdata/rounds/star-2016/set-first-lifted.round");
}

#[test]
fn set_first_turning() {
    shows("testdata/rounds/star-2016/set-first-turning.round");
}

#[test]
fn setting() {
    shows("testdata/rounds/star-2016/setting.round");
}

#[test]
fn several_areas_called() {
    shows("testdata/rounds/star-2016/several-areas-called.round");
}

#[test]
fn several_areas() {
    shows("testdata/rounds/star-2016/several-areas.round");
}

#[test]
fn shared_maximum() {
    shows("testdata/rounds/star-2016/shared-maximum.round");
}

#[test]
fn shown_in_stacking() {
    shows("testdata/rounds/star-2016/shown-in-stacking.round");
}

#[test]
fn shows_own() {
    shows("testdata/rounds/star-2016/shows-own.round");
}

#[test]
fn shuffle() {
    shows("testdata/rounds/star-2016/shuffle.round");
}

#[test]
fn sign_stays() {
    shows("testdata/rounds/star-2016/sign-stays.round");
}

#[test]
fn steal_the_cut() {
    shows("testdata/rounds/star-2016/steal-the-cut.round");
}

#[test]
fn suspects() {
    shows("testdata/rounds/star-2016/suspects.round");
}

#[test]
fn three_banks() {
    shows("testdata/rounds/star-2016/three-banks.round");
}

#[test]
fn tiles_displayed() {
    shows("testdata/rounds/star-2016/tiles-displayed.round");
}

#[test]
fn tiles_replaced() {
    shows("testdata/rounds/star-2016/tiles-replaced.round");
}

#[test]
fn tokens_player_bank() {
    shows("testdata/rounds/star-2016/tokens-player-bank.round");
}

#[test]
fn touched() {
    shows("testdata/rounds/star-2016/touched.round");
}

#[test]
fn touched_sets_anew() {
    shows("testdata/rounds/star-2016/touched-sets-anew.round");
}

#[test]
fn void_first_round() {
    shows("testdata/rounds/star-2016/void-first-round.round");
}

#[test]
fn void_paid_wagers() {
    shows("testdata/rounds/star-2016/void-paid-wagers.round");
}

#[test]
fn void_paid_wagers_bank() {
    shows("testdata/rounds/star-2016/void-paid-wagers-bank.round");
}

#[test]
fn void_paid_wagers_stand() {
    shows("testdata/rounds/star-2016/void-paid-wagers-stand.round");
}

#[test]
fn wager_refused() {
    shows("testdata/rounds/star-2016/wager-refused.round");
}

#[test]
fn wager_refused_late() {
    shows("testdata/rounds/star-2016/wager-refused-late.round");
}

#[test]
fn wager_refused_short_bank() {
    shows("testdata/rounds/star-2016/wager-refused-short-bank.round");
}

#[test]
fn wrong_house_hand() {
    shows("testdata/rounds/star-2016/wrong-house-hand.round");
}

#[test]
fn wrong_way() {
    shows("testdata/rounds/star-2016/wrong-way.round");
}

#[test]
fn bank_shared_both_rounds() {
    shows("testdata/rounds/star-2016/bank-shared-both-rounds.round");
}

#[test]
fn chips_and_tokens() {
    shows("testdata/rounds/star-2016/chips-and-tokens.round");
}

#[test]
fn old_minimum_lowered() {
    shows("testdata/rounds/star-2016/old-minimum-lowered.round");
}

#[test]
fn personal_maximum_higher() {
    shows("testdata/rounds/star-2016/personal-maximum-higher.round");
}

#[test]
fn sign_for_lower_limits() {
    shows("testdata/rounds/star-2016/sign-for-lower-limits.round");
}

#[test]
fn confirmed_by_the_banker() {
    shows("testdata/rounds/star-2016/confirmed-by-the-banker.round");
}

#[test]
fn exposed_house_way_area() {
    shows("testdata/rounds/star-2016/exposed-house-way-area.round");
}

#[test]
fn house_hand_checked() {
    shows("testdata/rounds/star-2016/house-hand-checked.round");
}

#[test]
fn lone_player_unseen() {
    shows("testdata/rounds/star-2016/lone-player-unseen.round");
}

#[test]
fn touched_early() {
    shows("testdata/rounds/star-2016/touched-early.round");
}

#[test]
fn void_bank() {
    shows("testdata/rounds/star-2016/void-bank.round");
}

#[test]
fn tokens_house_bank() {
    shows("testdata/rounds/star-2016/tokens-house-bank.round");
}
