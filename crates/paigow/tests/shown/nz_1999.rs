//! What the clauses of nz-1999 come to at a table.

use crate::shows;

#[test]
fn co_bank() {
    shows("testdata/rounds/nz-1999/co-bank.round");
}

#[test]
fn copy_co_bank() {
    shows("testdata/rounds/nz-1999/copy-co-bank.round");
}

#[test]
fn copy_house() {
    shows("testdata/rounds/nz-1999/copy-house.round");
}

#[test]
fn copy_player() {
    shows("testdata/rounds/nz-1999/copy-player.round");
}

#[test]
fn higher_tile() {
    shows("testdata/rounds/nz-1999/higher-tile.round");
}

#[test]
fn house_bank() {
    shows("testdata/rounds/nz-1999/house-bank.round");
}

#[test]
fn no_bonus() {
    shows("testdata/rounds/nz-1999/no-bonus.round");
}

#[test]
fn player_bank() {
    shows("testdata/rounds/nz-1999/player-bank.round");
}

#[test]
fn zero_against_zero() {
    shows("testdata/rounds/nz-1999/zero-against-zero.round");
}

#[test]
fn zero_both_hands() {
    shows("testdata/rounds/nz-1999/zero-both-hands.round");
}

#[test]
fn commission_lower() {
    shows("testdata/rounds/nz-1999/commission-lower.round");
}
