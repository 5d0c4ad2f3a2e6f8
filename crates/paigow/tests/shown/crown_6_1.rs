//! What the clauses of crown-6.1 come to at a table.

use crate::shows;

#[test]
fn area_removed() {
    shows("testdata/rounds/crown-6.1/area-removed.round");
}

#[test]
fn area_shared() {
    shows("testdata/rounds/crown-6.1/area-shared.round");
}

#[test]
fn bank_alone_on_area() {
    shows("testdata/rounds/crown-6.1/bank-alone-on-area.round");
}

#[test]
fn bank_goes_on() {
    shows("testdata/rounds/crown-6.1/bank-goes-on.round");
}

#[test]
fn bank_no_maximum() {
    shows("testdata/rounds/crown-6.1/bank-no-maximum.round");
}

#[test]
fn bank_offered() {
    shows("testdata/rounds/crown-6.1/bank-offered.round");
}

#[test]
fn bank_shared() {
    shows("testdata/rounds/crown-6.1/bank-shared.round");
}

#[test]
fn bank_short_co_bank() {
    shows("testdata/rounds/crown-6.1/bank-short-co-bank.round");
}

#[test]
fn bank_short_house() {
    shows("testdata/rounds/crown-6.1/bank-short-house.round");
}

#[test]
fn bank_three() {
    shows("testdata/rounds/crown-6.1/bank-three.round");
}

#[test]
fn bank_two_rounds() {
    shows("testdata/rounds/crown-6.1/bank-two-rounds.round");
}

#[test]
fn banker_shows_own() {
    shows("testdata/rounds/crown-6.1/banker-shows-own.round");
}

#[test]
fn big_small_first_call() {
    shows("testdata/rounds/crown-6.1/big-small-first-call.round");
}

#[test]
fn big_small_triple() {
    shows("testdata/rounds/crown-6.1/big-small-triple.round");
}

#[test]
fn big_small() {
    shows("testdata/rounds/crown-6.1/big-small.round");
}

#[test]
fn bonanza_any_mix() {
    shows("testdata/rounds/crown-6.1/bonanza-any-mix.round");
}

#[test]
fn bonanza_bank_asked_late() {
    shows("testdata/rounds/crown-6.1/bonanza-bank-asked-late.round");
}

#[test]
fn bonanza_banker_bonus() {
    shows("testdata/rounds/crown-6.1/bonanza-banker-bonus.round");
}

#[test]
fn bonanza_big_small() {
    shows("testdata/rounds/crown-6.1/bonanza-big-small.round");
}

#[test]
fn bonanza_bonus_needs_regular() {
    shows("testdata/rounds/crown-6.1/bonanza-bonus-needs-regular.round");
}

#[test]
fn bonanza_bonus_offered_alone() {
    shows("testdata/rounds/crown-6.1/bonanza-bonus-offered-alone.round");
}

#[test]
fn bonanza_bonus_only() {
    shows("testdata/rounds/crown-6.1/bonanza-bonus-only.round");
}

#[test]
fn bonanza_first_call_on_big() {
    shows("testdata/rounds/crown-6.1/bonanza-first-call-on-big.round");
}

#[test]
fn bonanza_hidden_bank_set() {
    shows("testdata/rounds/crown-6.1/bonanza-hidden-bank-set.round");
}

#[test]
fn bonanza_house_pays_bonus() {
    shows("testdata/rounds/crown-6.1/bonanza-house-pays-bonus.round");
}

#[test]
fn bonanza_misdeal_hidden() {
    shows("testdata/rounds/crown-6.1/bonanza-misdeal-hidden.round");
}

#[test]
fn bonanza_no_surrender() {
    shows("testdata/rounds/crown-6.1/bonanza-no-surrender.round");
}

#[test]
fn bonanza_no_tie_under_a_bank() {
    shows("testdata/rounds/crown-6.1/bonanza-no-tie-under-a-bank.round");
}

#[test]
fn bonanza_one_setting() {
    shows("testdata/rounds/crown-6.1/bonanza-one-setting.round");
}

#[test]
fn bonanza_order_of_settlement() {
    shows("testdata/rounds/crown-6.1/bonanza-order-of-settlement.round");
}

#[test]
fn bonanza_over_pai_gow() {
    shows("testdata/rounds/crown-6.1/bonanza-over-pai-gow.round");
}

#[test]
fn bonanza_pair_and_wong() {
    shows("testdata/rounds/crown-6.1/bonanza-pair-and-wong.round");
}

#[test]
fn bonanza_regular_taken_back() {
    shows("testdata/rounds/crown-6.1/bonanza-regular-taken-back.round");
}

#[test]
fn bonanza_set_otherwise() {
    shows("testdata/rounds/crown-6.1/bonanza-set-otherwise.round");
}

#[test]
fn bonanza_surrender_caller() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender-caller.round");
}

#[test]
fn bonanza_surrender_concede() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender-concede.round");
}

#[test]
fn bonanza_surrender_late() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender-late.round");
}

#[test]
fn bonanza_surrender_not_offered() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender-not-offered.round");
}

#[test]
fn bonanza_surrender_others() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender-others.round");
}

#[test]
fn bonanza_surrender() {
    shows("testdata/rounds/crown-6.1/bonanza-surrender.round");
}

#[test]
fn bonanza_table_a() {
    shows("testdata/rounds/crown-6.1/bonanza-table-a.round");
}

#[test]
fn bonanza_table_b() {
    shows("testdata/rounds/crown-6.1/bonanza-table-b.round");
}

#[test]
fn bonanza_table_c() {
    shows("testdata/rounds/crown-6.1/bonanza-table-c.round");
}

#[test]
fn bonanza_table_d() {
    shows("testdata/rounds/crown-6.1/bonanza-table-d.round");
}

#[test]
fn bonanza_table_e() {
    shows("testdata/rounds/crown-6.1/bonanza-table-e.round");
}

#[test]
fn bonanza_third_die() {
    shows("testdata/rounds/crown-6.1/bonanza-third-die.round");
}

#[test]
fn bonanza_tie_a() {
    shows("testdata/rounds/crown-6.1/bonanza-tie-a.round");
}

#[test]
fn bonanza_tie_b() {
    shows("testdata/rounds/crown-6.1/bonanza-tie-b.round");
}

#[test]
fn bonanza_tie_under_a_co_bank() {
    shows("testdata/rounds/crown-6.1/bonanza-tie-under-a-co-bank.round");
}

#[test]
fn bonanza_two_pairs_ask_for_the_bank() {
    shows("testdata/rounds/crown-6.1/bonanza-two-pairs-ask-for-the-bank.round");
}

#[test]
fn bonanza_two_pairs_nobody_asks() {
    shows("testdata/rounds/crown-6.1/bonanza-two-pairs-nobody-asks.round");
}

#[test]
fn bonanza_whatever_the_bank_holds() {
    shows("testdata/rounds/crown-6.1/bonanza-whatever-the-bank-holds.round");
}

#[test]
fn bonanza_who_calls() {
    shows("testdata/rounds/crown-6.1/bonanza-who-calls.round");
}

#[test]
fn bonanza() {
    shows("testdata/rounds/crown-6.1/bonanza.round");
}

#[test]
fn bonus_played() {
    shows("testdata/rounds/crown-6.1/bonus-played.round");
}

#[test]
fn caller_nearest() {
    shows("testdata/rounds/crown-6.1/caller-nearest.round");
}

#[test]
fn caller_rightmost() {
    shows("testdata/rounds/crown-6.1/caller-rightmost.round");
}

#[test]
fn closed_before_the_draw() {
    shows("testdata/rounds/crown-6.1/closed-before-the-draw.round");
}

#[test]
fn closed_for_signals() {
    shows("testdata/rounds/crown-6.1/closed-for-signals.round");
}

#[test]
fn closing() {
    shows("testdata/rounds/crown-6.1/closing.round");
}

#[test]
fn closing_hands_after_notice() {
    shows("testdata/rounds/crown-6.1/closing-hands-after-notice.round");
}

#[test]
fn co_bank_deficit() {
    shows("testdata/rounds/crown-6.1/co-bank-deficit.round");
}

#[test]
fn co_bank_short() {
    shows("testdata/rounds/crown-6.1/co-bank-short.round");
}

#[test]
fn co_bank() {
    shows("testdata/rounds/crown-6.1/co-bank.round");
}

#[test]
fn commission_lowered() {
    shows("testdata/rounds/crown-6.1/commission-lowered.round");
}

#[test]
fn commission_rounded() {
    shows("testdata/rounds/crown-6.1/commission-rounded.round");
}

#[test]
fn concede() {
    shows("testdata/rounds/crown-6.1/concede.round");
}

#[test]
fn copies() {
    shows("testdata/rounds/crown-6.1/copies.round");
}

#[test]
fn crown_pai_gow_banker() {
    shows("testdata/rounds/crown-6.1/crown-pai-gow-banker.round");
}

#[test]
fn crown_pai_gow() {
    shows("testdata/rounds/crown-6.1/crown-pai-gow.round");
}

#[test]
fn crown_pai_gow_two_dice() {
    shows("testdata/rounds/crown-6.1/crown-pai-gow-two-dice.round");
}

#[test]
fn cut_declined() {
    shows("testdata/rounds/crown-6.1/cut-declined.round");
}

#[test]
fn cut_die() {
    shows("testdata/rounds/crown-6.1/cut-die.round");
}

#[test]
fn cut_named() {
    shows("testdata/rounds/crown-6.1/cut-named.round");
}

#[test]
fn cut_unlisted() {
    shows("testdata/rounds/crown-6.1/cut-unlisted.round");
}

#[test]
fn deal_every_area() {
    shows("testdata/rounds/crown-6.1/deal-every-area.round");
}

#[test]
fn device() {
    shows("testdata/rounds/crown-6.1/device.round");
}

#[test]
fn dice_banker_shakes() {
    shows("testdata/rounds/crown-6.1/dice-banker-shakes.round");
}

#[test]
fn dice_cocked() {
    shows("testdata/rounds/crown-6.1/dice-cocked.round");
}

#[test]
fn dispute() {
    shows("testdata/rounds/crown-6.1/dispute.round");
}

#[test]
fn equal_value_higher_tile() {
    shows("testdata/rounds/crown-6.1/equal-value-higher-tile.round");
}

#[test]
fn exposed_banker() {
    shows("testdata/rounds/crown-6.1/exposed-banker.round");
}

#[test]
fn exposed_co_bank() {
    shows("testdata/rounds/crown-6.1/exposed-co-bank.round");
}

#[test]
fn exposed_house() {
    shows("testdata/rounds/crown-6.1/exposed-house.round");
}

#[test]
fn exposed_player() {
    shows("testdata/rounds/crown-6.1/exposed-player.round");
}

#[test]
fn exposed_unseen() {
    shows("testdata/rounds/crown-6.1/exposed-unseen.round");
}

#[test]
fn extra_bank_named_shakes() {
    shows("testdata/rounds/crown-6.1/extra-bank-named-shakes.round");
}

#[test]
fn fewer_areas() {
    shows("testdata/rounds/crown-6.1/fewer-areas.round");
}

#[test]
fn fire() {
    shows("testdata/rounds/crown-6.1/fire.round");
}

#[test]
fn found_taken() {
    shows("testdata/rounds/crown-6.1/found-taken.round");
}

#[test]
fn fraud_wagers() {
    shows("testdata/rounds/crown-6.1/fraud-wagers.round");
}

#[test]
fn fraud() {
    shows("testdata/rounds/crown-6.1/fraud.round");
}

#[test]
fn house_bank() {
    shows("testdata/rounds/crown-6.1/house-bank.round");
}

#[test]
fn house_way_asked() {
    shows("testdata/rounds/crown-6.1/house-way-asked.round");
}

#[test]
fn house_way_banker() {
    shows("testdata/rounds/crown-6.1/house-way-banker.round");
}

#[test]
fn house_way_wrong_asked() {
    shows("testdata/rounds/crown-6.1/house-way-wrong-asked.round");
}

#[test]
fn house_way_wrong_bank() {
    shows("testdata/rounds/crown-6.1/house-way-wrong-bank.round");
}

#[test]
fn keyed_tiles() {
    shows("testdata/rounds/crown-6.1/keyed-tiles.round");
}

#[test]
fn laja_by_dealer() {
    shows("testdata/rounds/crown-6.1/laja-by-dealer.round");
}

#[test]
fn laja_by_player() {
    shows("testdata/rounds/crown-6.1/laja-by-player.round");
}

#[test]
fn limit_odd_amount() {
    shows("testdata/rounds/crown-6.1/limit-odd-amount.round");
}

#[test]
fn limit_over_maximum() {
    shows("testdata/rounds/crown-6.1/limit-over-maximum.round");
}

#[test]
fn limit_raised() {
    shows("testdata/rounds/crown-6.1/limit-raised.round");
}

#[test]
fn limit_under_minimum() {
    shows("testdata/rounds/crown-6.1/limit-under-minimum.round");
}

#[test]
fn limits_personal() {
    shows("testdata/rounds/crown-6.1/limits-personal.round");
}

#[test]
fn limits_personal_minimum() {
    shows("testdata/rounds/crown-6.1/limits-personal-minimum.round");
}

#[test]
fn misdeal_exposed() {
    shows("testdata/rounds/crown-6.1/misdeal-exposed.round");
}

#[test]
fn misdeal_exposed_void() {
    shows("testdata/rounds/crown-6.1/misdeal-exposed-void.round");
}

#[test]
fn misdeal_late() {
    shows("testdata/rounds/crown-6.1/misdeal-late.round");
}

#[test]
fn misdeal() {
    shows("testdata/rounds/crown-6.1/misdeal.round");
}

#[test]
fn no_side_bets() {
    shows("testdata/rounds/crown-6.1/no-side-bets.round");
}

#[test]
fn paid_is_not_found() {
    shows("testdata/rounds/crown-6.1/paid-is-not-found.round");
}

#[test]
fn player_bank_pays() {
    shows("testdata/rounds/crown-6.1/player-bank-pays.round");
}

#[test]
fn player_bank() {
    shows("testdata/rounds/crown-6.1/player-bank.round");
}

#[test]
fn ranks() {
    shows("testdata/rounds/crown-6.1/ranks.round");
}

#[test]
fn real_tiles_put_right() {
    shows("testdata/rounds/crown-6.1/real-tiles-put-right.round");
}

#[test]
fn reshuffle_any_time() {
    shows("testdata/rounds/crown-6.1/reshuffle-any-time.round");
}

#[test]
fn seat_freed() {
    shows("testdata/rounds/crown-6.1/seat-freed.round");
}

#[test]
fn seat_kept() {
    shows("testdata/rounds/crown-6.1/seat-kept.round");
}

#[test]
fn set_first() {
    shows("testdata/rounds/crown-6.1/set-first.round");
}

#[test]
fn setting() {
    shows("testdata/rounds/crown-6.1/setting.round");
}

#[test]
fn several_areas_shared() {
    shows("testdata/rounds/crown-6.1/several-areas-shared.round");
}

#[test]
fn several_areas() {
    shows("testdata/rounds/crown-6.1/several-areas.round");
}

#[test]
fn shuffle_every_round() {
    shows("testdata/rounds/crown-6.1/shuffle-every-round.round");
}

#[test]
fn telling() {
    shows("testdata/rounds/crown-6.1/telling.round");
}

#[test]
fn tile_marked() {
    shows("testdata/rounds/crown-6.1/tile-marked.round");
}

#[test]
fn tile_shown_in_stacking() {
    shows("testdata/rounds/crown-6.1/tile-shown-in-stacking.round");
}

#[test]
fn tiles_checked() {
    shows("testdata/rounds/crown-6.1/tiles-checked.round");
}

#[test]
fn wagers_in_chips() {
    shows("testdata/rounds/crown-6.1/wagers-in-chips.round");
}

#[test]
fn wagers_spoken() {
    shows("testdata/rounds/crown-6.1/wagers-spoken.round");
}

#[test]
fn zero_low() {
    shows("testdata/rounds/crown-6.1/zero-low.round");
}

#[test]
fn banker_wagers_nowhere() {
    shows("testdata/rounds/crown-6.1/banker-wagers-nowhere.round");
}

#[test]
fn caller_gone() {
    shows("testdata/rounds/crown-6.1/caller-gone.round");
}

#[test]
fn no_tokens() {
    shows("testdata/rounds/crown-6.1/no-tokens.round");
}

#[test]
fn exposed_blind_area() {
    shows("testdata/rounds/crown-6.1/exposed-blind-area.round");
}

#[test]
fn exposed_shared_area() {
    shows("testdata/rounds/crown-6.1/exposed-shared-area.round");
}

#[test]
fn touched_stack() {
    shows("testdata/rounds/crown-6.1/touched-stack.round");
}

#[test]
fn unused_tiles() {
    shows("testdata/rounds/crown-6.1/unused-tiles.round");
}

#[test]
fn void_bank() {
    shows("testdata/rounds/crown-6.1/void-bank.round");
}
