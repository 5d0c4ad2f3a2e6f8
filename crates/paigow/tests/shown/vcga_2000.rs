//! What the clauses of vcga-2000 come to at a table.

use crate::shows;

#[test]
fn area_not_removed() {
    shows("testdata/rounds/vcga-2000/area-not-removed.round");
}

#[test]
fn area_removed() {
    shows("testdata/rounds/vcga-2000/area-removed.round");
}

#[test]
fn area_shared_equal() {
    shows("testdata/rounds/vcga-2000/area-shared-equal.round");
}

#[test]
fn area_shared() {
    shows("testdata/rounds/vcga-2000/area-shared.round");
}

#[test]
fn bank_goes_on() {
    shows("testdata/rounds/vcga-2000/bank-goes-on.round");
}

#[test]
fn bank_of_two_rounds() {
    shows("testdata/rounds/vcga-2000/bank-of-two-rounds.round");
}

#[test]
fn bank_offered() {
    shows("testdata/rounds/vcga-2000/bank-offered.round");
}

#[test]
fn bank_shared() {
    shows("testdata/rounds/vcga-2000/bank-shared.round");
}

#[test]
fn bank_short_callers() {
    shows("testdata/rounds/vcga-2000/bank-short-callers.round");
}

#[test]
fn bank_short_co_bank() {
    shows("testdata/rounds/vcga-2000/bank-short-co-bank.round");
}

#[test]
fn bank_short() {
    shows("testdata/rounds/vcga-2000/bank-short.round");
}

#[test]
fn bank_short_nothing_left() {
    shows("testdata/rounds/vcga-2000/bank-short-nothing-left.round");
}

#[test]
fn banker_shows() {
    shows("testdata/rounds/vcga-2000/banker-shows.round");
}

#[test]
fn barred_with_tiles() {
    shows("testdata/rounds/vcga-2000/barred-with-tiles.round");
}

#[test]
fn bonanza_area_eight() {
    shows("testdata/rounds/vcga-2000/bonanza-area-eight.round");
}

#[test]
fn bonanza_areas() {
    shows("testdata/rounds/vcga-2000/bonanza-areas.round");
}

#[test]
fn bonus_alone_set_right() {
    shows("testdata/rounds/vcga-2000/bonus-alone-set-right.round");
}

#[test]
fn bonus_alone_set_wrong() {
    shows("testdata/rounds/vcga-2000/bonus-alone-set-wrong.round");
}

#[test]
fn bonus_only_asked() {
    shows("testdata/rounds/vcga-2000/bonus-only-asked.round");
}

#[test]
fn bonus_only_banker_sets() {
    shows("testdata/rounds/vcga-2000/bonus-only-banker-sets.round");
}

#[test]
fn bonus_only_hidden() {
    shows("testdata/rounds/vcga-2000/bonus-only-hidden.round");
}

#[test]
fn bonus_pair_and_wong() {
    shows("testdata/rounds/vcga-2000/bonus-pair-and-wong.round");
}

#[test]
fn bonus_rows_one() {
    shows("testdata/rounds/vcga-2000/bonus-rows-one.round");
}

#[test]
fn bonus_rows_two() {
    shows("testdata/rounds/vcga-2000/bonus-rows-two.round");
}

#[test]
fn bonus_set_anyhow() {
    shows("testdata/rounds/vcga-2000/bonus-set-anyhow.round");
}

#[test]
fn caller_banks() {
    shows("testdata/rounds/vcga-2000/caller-banks.round");
}

#[test]
fn carried_minimum() {
    shows("testdata/rounds/vcga-2000/carried-minimum.round");
}

#[test]
fn carried_minimum_as_found() {
    shows("testdata/rounds/vcga-2000/carried-minimum-as-found.round");
}

#[test]
fn closing() {
    shows("testdata/rounds/vcga-2000/closing.round");
}

#[test]
fn co_bank_asked() {
    shows("testdata/rounds/vcga-2000/co-bank-asked.round");
}

#[test]
fn co_bank_deficit() {
    shows("testdata/rounds/vcga-2000/co-bank-deficit.round");
}

#[test]
fn co_bank_mistake() {
    shows("testdata/rounds/vcga-2000/co-bank-mistake.round");
}

#[test]
fn co_bank_short() {
    shows("testdata/rounds/vcga-2000/co-bank-short.round");
}

#[test]
fn co_bank_sides() {
    shows("testdata/rounds/vcga-2000/co-bank-sides.round");
}

#[test]
fn co_bank_surplus() {
    shows("testdata/rounds/vcga-2000/co-bank-surplus.round");
}

#[test]
fn co_bank() {
    shows("testdata/rounds/vcga-2000/co-bank.round");
}

#[test]
fn cocked_dice() {
    shows("testdata/rounds/vcga-2000/cocked-dice.round");
}

#[test]
fn commission() {
    shows("testdata/rounds/vcga-2000/commission.round");
}

#[test]
fn conceded_to_player() {
    shows("testdata/rounds/vcga-2000/conceded-to-player.round");
}

#[test]
fn conceded() {
    shows("testdata/rounds/vcga-2000/conceded.round");
}

#[test]
fn cut_declined() {
    shows("testdata/rounds/vcga-2000/cut-declined.round");
}

#[test]
fn dice_and_cuts_high() {
    shows("testdata/rounds/vcga-2000/dice-and-cuts-high.round");
}

#[test]
fn dice_and_cuts_low() {
    shows("testdata/rounds/vcga-2000/dice-and-cuts-low.round");
}

#[test]
fn dice_from_the_chung() {
    shows("testdata/rounds/vcga-2000/dice-from-the-chung.round");
}

#[test]
fn dispute() {
    shows("testdata/rounds/vcga-2000/dispute.round");
}

#[test]
fn equal_value() {
    shows("testdata/rounds/vcga-2000/equal-value.round");
}

#[test]
fn exposed_banker_played() {
    shows("testdata/rounds/vcga-2000/exposed-banker-played.round");
}

#[test]
fn exposed_banker() {
    shows("testdata/rounds/vcga-2000/exposed-banker.round");
}

#[test]
fn exposed_co_bank() {
    shows("testdata/rounds/vcga-2000/exposed-co-bank.round");
}

#[test]
fn exposed_house() {
    shows("testdata/rounds/vcga-2000/exposed-house.round");
}

#[test]
fn exposed_player() {
    shows("testdata/rounds/vcga-2000/exposed-player.round");
}

#[test]
fn exposed_unseen() {
    shows("testdata/rounds/vcga-2000/exposed-unseen.round");
}

#[test]
fn extra_bank_over() {
    shows("testdata/rounds/vcga-2000/extra-bank-over.round");
}

#[test]
fn fire_player_bank() {
    shows("testdata/rounds/vcga-2000/fire-player-bank.round");
}

#[test]
fn fire() {
    shows("testdata/rounds/vcga-2000/fire.round");
}

#[test]
fn found_above_maximum() {
    shows("testdata/rounds/vcga-2000/found-above-maximum.round");
}

#[test]
fn found_below_minimum_lost() {
    shows("testdata/rounds/vcga-2000/found-below-minimum-lost.round");
}

#[test]
fn found_below_minimum() {
    shows("testdata/rounds/vcga-2000/found-below-minimum.round");
}

#[test]
fn found_taken() {
    shows("testdata/rounds/vcga-2000/found-taken.round");
}

#[test]
fn fraud() {
    shows("testdata/rounds/vcga-2000/fraud.round");
}

#[test]
fn house_bank() {
    shows("testdata/rounds/vcga-2000/house-bank.round");
}

#[test]
fn house_way_asked() {
    shows("testdata/rounds/vcga-2000/house-way-asked.round");
}

#[test]
fn house_way_banker() {
    shows("testdata/rounds/vcga-2000/house-way-banker.round");
}

#[test]
fn house_way_mistake() {
    shows("testdata/rounds/vcga-2000/house-way-mistake.round");
}

#[test]
fn house_way_touched() {
    shows("testdata/rounds/vcga-2000/house-way-touched.round");
}

#[test]
fn identical_hands() {
    shows("testdata/rounds/vcga-2000/identical-hands.round");
}

#[test]
fn keyed_tiles() {
    shows("testdata/rounds/vcga-2000/keyed-tiles.round");
}

#[test]
fn laja_by_dealer() {
    shows("testdata/rounds/vcga-2000/laja-by-dealer.round");
}

#[test]
fn laja_by_player() {
    shows("testdata/rounds/vcga-2000/laja-by-player.round");
}

#[test]
fn limits_co_bank() {
    shows("testdata/rounds/vcga-2000/limits-co-bank.round");
}

#[test]
fn limits_house() {
    shows("testdata/rounds/vcga-2000/limits-house.round");
}

#[test]
fn limits_player() {
    shows("testdata/rounds/vcga-2000/limits-player.round");
}

#[test]
fn limits_raised() {
    shows("testdata/rounds/vcga-2000/limits-raised.round");
}

#[test]
fn losers_first() {
    shows("testdata/rounds/vcga-2000/losers-first.round");
}

#[test]
fn misdeal_co_bank() {
    shows("testdata/rounds/vcga-2000/misdeal-co-bank.round");
}

#[test]
fn misdeal() {
    shows("testdata/rounds/vcga-2000/misdeal.round");
}

#[test]
fn missing_tile_when_paid() {
    shows("testdata/rounds/vcga-2000/missing-tile-when-paid.round");
}

#[test]
fn no_more_bets_house() {
    shows("testdata/rounds/vcga-2000/no-more-bets-house.round");
}

#[test]
fn no_more_bets_player() {
    shows("testdata/rounds/vcga-2000/no-more-bets-player.round");
}

#[test]
fn nobody_tells() {
    shows("testdata/rounds/vcga-2000/nobody-tells.round");
}

#[test]
fn other_cut() {
    shows("testdata/rounds/vcga-2000/other-cut.round");
}

#[test]
fn personal_maximum() {
    shows("testdata/rounds/vcga-2000/personal-maximum.round");
}

#[test]
fn player_bank_shortfall() {
    shows("testdata/rounds/vcga-2000/player-bank-shortfall.round");
}

#[test]
fn player_bank_sides() {
    shows("testdata/rounds/vcga-2000/player-bank-sides.round");
}

#[test]
fn player_bank() {
    shows("testdata/rounds/vcga-2000/player-bank.round");
}

#[test]
fn real_tiles_put_right() {
    shows("testdata/rounds/vcga-2000/real-tiles-put-right.round");
}

#[test]
fn reshuffle() {
    shows("testdata/rounds/vcga-2000/reshuffle.round");
}

#[test]
fn seat_freed() {
    shows("testdata/rounds/vcga-2000/seat-freed.round");
}

#[test]
fn setting_final() {
    shows("testdata/rounds/vcga-2000/setting-final.round");
}

#[test]
fn several_areas() {
    shows("testdata/rounds/vcga-2000/several-areas.round");
}

#[test]
fn shared_hand_void() {
    shows("testdata/rounds/vcga-2000/shared-hand-void.round");
}

#[test]
fn sharer_bonus() {
    shows("testdata/rounds/vcga-2000/sharer-bonus.round");
}

#[test]
fn spoken_wager() {
    shows("testdata/rounds/vcga-2000/spoken-wager.round");
}

#[test]
fn stand_off_lowered() {
    shows("testdata/rounds/vcga-2000/stand-off-lowered.round");
}

#[test]
fn steal_and_name_no_cut() {
    shows("testdata/rounds/vcga-2000/steal-and-name-no-cut.round");
}

#[test]
fn steal_below_zero() {
    shows("testdata/rounds/vcga-2000/steal-below-zero.round");
}

#[test]
fn steal_gone_with_bank() {
    shows("testdata/rounds/vcga-2000/steal-gone-with-bank.round");
}

#[test]
fn steal_nothing() {
    shows("testdata/rounds/vcga-2000/steal-nothing.round");
}

#[test]
fn steal_the_cut() {
    shows("testdata/rounds/vcga-2000/steal-the-cut.round");
}

#[test]
fn steal_to_zero() {
    shows("testdata/rounds/vcga-2000/steal-to-zero.round");
}

#[test]
fn third_round_idle() {
    shows("testdata/rounds/vcga-2000/third-round-idle.round");
}

#[test]
fn three_banks() {
    shows("testdata/rounds/vcga-2000/three-banks.round");
}

#[test]
fn tie_sets_own() {
    shows("testdata/rounds/vcga-2000/tie-sets-own.round");
}

#[test]
fn tie() {
    shows("testdata/rounds/vcga-2000/tie.round");
}

#[test]
fn tile_replaced() {
    shows("testdata/rounds/vcga-2000/tile-replaced.round");
}

#[test]
fn tile_shown_in_stacking() {
    shows("testdata/rounds/vcga-2000/tile-shown-in-stacking.round");
}

#[test]
fn tiles_checked() {
    shows("testdata/rounds/vcga-2000/tiles-checked.round");
}

#[test]
fn unused_tiles() {
    shows("testdata/rounds/vcga-2000/unused-tiles.round");
}

#[test]
fn void_first_round() {
    shows("testdata/rounds/vcga-2000/void-first-round.round");
}

#[test]
fn wagers_void() {
    shows("testdata/rounds/vcga-2000/wagers-void.round");
}

#[test]
fn who_calls() {
    shows("testdata/rounds/vcga-2000/who-calls.round");
}

#[test]
fn winnings_held() {
    shows("testdata/rounds/vcga-2000/winnings-held.round");
}

#[test]
fn zero_against_zero_house() {
    shows("testdata/rounds/vcga-2000/zero-against-zero-house.round");
}

#[test]
fn zero_against_zero() {
    shows("testdata/rounds/vcga-2000/zero-against-zero.round");
}

#[test]
fn advice_before() {
    shows("testdata/rounds/vcga-2000/advice-before.round");
}

#[test]
fn advice_stand_off() {
    shows("testdata/rounds/vcga-2000/advice-stand-off.round");
}

#[test]
fn bank_shared_played_before() {
    shows("testdata/rounds/vcga-2000/bank-shared-played-before.round");
}

#[test]
fn found_by_dealer() {
    shows("testdata/rounds/vcga-2000/found-by-dealer.round");
}

#[test]
fn found_by_last_word() {
    shows("testdata/rounds/vcga-2000/found-by-last-word.round");
}

#[test]
fn found_keeps_cover() {
    shows("testdata/rounds/vcga-2000/found-keeps-cover.round");
}

#[test]
fn found_shared_maximum() {
    shows("testdata/rounds/vcga-2000/found-shared-maximum.round");
}

#[test]
fn no_side_limits() {
    shows("testdata/rounds/vcga-2000/no-side-limits.round");
}

#[test]
fn void_hand_played() {
    shows("testdata/rounds/vcga-2000/void-hand-played.round");
}

#[test]
fn winnings_seized() {
    shows("testdata/rounds/vcga-2000/winnings-seized.round");
}

#[test]
fn exposed_co_bank_played() {
    shows("testdata/rounds/vcga-2000/exposed-co-bank-played.round");
}

#[test]
fn exposed_set_by_dealer() {
    shows("testdata/rounds/vcga-2000/exposed-set-by-dealer.round");
}

#[test]
fn exposed_uncalled() {
    shows("testdata/rounds/vcga-2000/exposed-uncalled.round");
}

#[test]
fn house_way_asked_late() {
    shows("testdata/rounds/vcga-2000/house-way-asked-late.round");
}

#[test]
fn removal_between_rounds() {
    shows("testdata/rounds/vcga-2000/removal-between-rounds.round");
}

#[test]
fn touched_unchecked() {
    shows("testdata/rounds/vcga-2000/touched-unchecked.round");
}

#[test]
fn void_bank() {
    shows("testdata/rounds/vcga-2000/void-bank.round");
}
