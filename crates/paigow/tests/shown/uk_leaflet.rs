//! What the clauses of uk-leaflet come to at a table.

use crate::shows;

#[test]
fn all_32_dealt() {
    shows("testdata/rounds/uk-leaflet/all-32-dealt.round");
}

#[test]
fn bank_loses() {
    shows("testdata/rounds/uk-leaflet/bank-loses.round");
}

#[test]
fn bank_short() {
    shows("testdata/rounds/uk-leaflet/bank-short.round");
}

#[test]
fn banker_cuts() {
    shows("testdata/rounds/uk-leaflet/banker-cuts.round");
}

#[test]
fn banker_leaves_the_cut() {
    shows("testdata/rounds/uk-leaflet/banker-leaves-the-cut.round");
}

#[test]
fn bets_until_the_deal() {
    shows("testdata/rounds/uk-leaflet/bets-until-the-deal.round");
}

#[test]
fn closing() {
    shows("testdata/rounds/uk-leaflet/closing.round");
}

#[test]
fn counted_from_the_bank() {
    shows("testdata/rounds/uk-leaflet/counted-from-the-bank.round");
}

#[test]
fn dealer_cuts() {
    shows("testdata/rounds/uk-leaflet/dealer-cuts.round");
}

#[test]
fn dealers_position() {
    shows("testdata/rounds/uk-leaflet/dealers-position.round");
}

#[test]
fn dispute() {
    shows("testdata/rounds/uk-leaflet/dispute.round");
}

#[test]
fn exposed_tile() {
    shows("testdata/rounds/uk-leaflet/exposed-tile.round");
}

#[test]
fn house_bank() {
    shows("testdata/rounds/uk-leaflet/house-bank.round");
}

#[test]
fn house_bets_and_wins() {
    shows("testdata/rounds/uk-leaflet/house-bets-and-wins.round");
}

#[test]
fn house_bets() {
    shows("testdata/rounds/uk-leaflet/house-bets.round");
}

#[test]
fn house_hand_stays() {
    shows("testdata/rounds/uk-leaflet/house-hand-stays.round");
}

#[test]
fn in_full_view() {
    shows("testdata/rounds/uk-leaflet/in-full-view.round");
}

#[test]
fn keyed_tiles() {
    shows("testdata/rounds/uk-leaflet/keyed-tiles.round");
}

#[test]
fn limits() {
    shows("testdata/rounds/uk-leaflet/limits.round");
}

#[test]
fn misdeal_under_a_player_bank() {
    shows("testdata/rounds/uk-leaflet/misdeal-under-a-player-bank.round");
}

#[test]
fn misdeal() {
    shows("testdata/rounds/uk-leaflet/misdeal.round");
}

#[test]
fn odd_amounts() {
    shows("testdata/rounds/uk-leaflet/odd-amounts.round");
}

#[test]
fn once_in_a_rotation() {
    shows("testdata/rounds/uk-leaflet/once-in-a-rotation.round");
}

#[test]
fn one_position_each() {
    shows("testdata/rounds/uk-leaflet/one-position-each.round");
}

#[test]
fn player_bank() {
    shows("testdata/rounds/uk-leaflet/player-bank.round");
}

#[test]
fn real_tiles_put_right() {
    shows("testdata/rounds/uk-leaflet/real-tiles-put-right.round");
}

#[test]
fn rotation_by_player() {
    shows("testdata/rounds/uk-leaflet/rotation-by-player.round");
}

#[test]
fn setting() {
    shows("testdata/rounds/uk-leaflet/setting.round");
}

#[test]
fn stand_off_above_the_maximum() {
    shows("testdata/rounds/uk-leaflet/stand-off-above-the-maximum.round");
}

#[test]
fn telling() {
    shows("testdata/rounds/uk-leaflet/telling.round");
}

#[test]
fn tie_by_tile() {
    shows("testdata/rounds/uk-leaflet/tie-by-tile.round");
}

#[test]
fn twice_the_maximum() {
    shows("testdata/rounds/uk-leaflet/twice-the-maximum.round");
}

#[test]
fn way_put_right_late() {
    shows("testdata/rounds/uk-leaflet/way-put-right-late.round");
}

#[test]
fn win_lose_stand_off() {
    shows("testdata/rounds/uk-leaflet/win-lose-stand-off.round");
}

#[test]
fn wrong_house_way_paid() {
    shows("testdata/rounds/uk-leaflet/wrong-house-way-paid.round");
}

#[test]
fn wrong_house_way() {
    shows("testdata/rounds/uk-leaflet/wrong-house-way.round");
}

#[test]
fn zero_high_hands() {
    shows("testdata/rounds/uk-leaflet/zero-high-hands.round");
}

#[test]
fn zero_high_hands_bank() {
    shows("testdata/rounds/uk-leaflet/zero-high-hands-bank.round");
}

#[test]
fn zero_low_hands() {
    shows("testdata/rounds/uk-leaflet/zero-low-hands.round");
}

#[test]
fn bank_short_void() {
    shows("testdata/rounds/uk-leaflet/bank-short-void.round");
}

#[test]
fn bank_wherever_played() {
    shows("testdata/rounds/uk-leaflet/bank-wherever-played.round");
}

#[test]
fn closing_sign_kept() {
    shows("testdata/rounds/uk-leaflet/closing-sign-kept.round");
}

#[test]
fn found_above_the_total() {
    shows("testdata/rounds/uk-leaflet/found-above-the-total.round");
}

#[test]
fn house_bet_for_one_round() {
    shows("testdata/rounds/uk-leaflet/house-bet-for-one-round.round");
}

#[test]
fn stand_off_below_the_minimum() {
    shows("testdata/rounds/uk-leaflet/stand-off-below-the-minimum.round");
}

#[test]
fn stand_offs_above_the_total() {
    shows("testdata/rounds/uk-leaflet/stand-offs-above-the-total.round");
}

#[test]
fn banker_sets_last() {
    shows("testdata/rounds/uk-leaflet/banker-sets-last.round");
}

#[test]
fn exposed_unused() {
    shows("testdata/rounds/uk-leaflet/exposed-unused.round");
}

#[test]
fn void_rounds() {
    shows("testdata/rounds/uk-leaflet/void-rounds.round");
}
