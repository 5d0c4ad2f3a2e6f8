//! What every store has to do, shown on memory, on SQLite and on PostgreSQL by the same cases.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod ledger;
mod reading;
mod writing;

use common::Ground;
use journal::{Balance, Batch, Draft, Head, Record, Round, Store, Stream};

macro_rules! contract {
    ($($kind:ident::$case:ident),* $(,)?) => {
        mod memory { $( #[test] fn $case() { super::$kind::$case(&super::common::memory()); } )* }
        mod sqlite { $( #[test] fn $case() { super::$kind::$case(&super::common::sqlite()); } )* }
        mod postgres { $( #[test] fn $case() { super::$kind::$case(&super::common::postgres()); } )* }
    };
}

contract!(
    writing::records_come_back_as_they_were_kept,
    writing::the_order_of_keeping_is_the_order_of_reading,
    writing::of_two_owners_of_a_stream_one_goes_on,
    writing::a_chain_whose_first_record_was_turned_away_goes_no_further,
    writing::a_key_stands_for_one_command,
    writing::keys_are_known_after_reopening,
    writing::keys_are_remembered_by_time_and_not_by_number,
    writing::at_the_bound_new_keys_are_refused_and_none_is_forgotten,
    writing::a_jump_of_the_clock_ages_no_key,
    writing::a_key_that_stands_twice_over_a_jump_of_the_clock_is_found,
    writing::what_a_clock_that_was_put_right_left_ahead_makes_no_key_old,
    writing::what_no_store_can_keep_is_turned_away_alone,
    writing::the_store_itself_refuses_what_does_not_follow,
    writing::only_one_writes,
    writing::a_head_moved_behind_the_writers_back_is_seen,
    writing::a_handle_that_has_not_claimed_only_reads,
    writing::everything_is_there_after_reopening,
    writing::many_threads_keep_in_many_streams,
    ledger::a_unit_is_kept_wholly_or_not_at_all,
    ledger::a_unit_that_touches_a_stream_twice_is_taken_back_wholly,
    ledger::the_store_itself_refuses_to_overdraw,
    ledger::money_is_conserved_after_every_commit,
    ledger::moves_within_one_account_change_nothing,
    reading::snapshots_are_a_cache,
    reading::states_are_found_by_the_record_before_which_they_are_wanted,
    reading::snapshots_of_what_was_not_kept_are_dropped,
    reading::rounds_are_found_by_every_condition,
    reading::rounds_come_page_by_page,
    reading::a_round_told_again_takes_the_place_of_the_first,
    reading::the_shelf_holds_what_may_change,
    reading::checkpoints_are_signed_and_verified,
    reading::long_streams_are_read_in_part,
    reading::verification_does_not_mind_a_writer,
);

fn records(store: &mut dyn Store) -> Vec<Record> {
    let mut all = Vec::new();
    let scanned = store.scan(&mut |record| {
        all.push(record);
        true
    });
    scanned.unwrap();
    all
}

fn holds(ground: &Ground) {
    let verdict = ground.verdict();
    assert_eq!(verdict.finding, None);
}

/// A batch of drafts for one stream, as if a writer had checked it.
fn batch(store: &mut dyn Store, name: &str, drafts: Vec<Draft>) -> Batch {
    let mut stream = Stream::open(store, name).unwrap().0;
    let mut batch = Batch::default();
    for draft in drafts {
        let record = stream.seal(draft).into_record();
        let moves = journal::read_moves(&record.moves).unwrap();
        batch.moves.extend(moves.into_iter().map(|step| (record.stream.clone(), step)));
        batch.records.push(record);
    }
    batch
}

type Everything = (Vec<Record>, Vec<(String, Head)>, Vec<Balance>);

fn everything(store: &mut dyn Store) -> Everything {
    (records(store), store.heads().unwrap(), store.balances().unwrap())
}

fn round(stream: &str, number: u32) -> Round {
    Round {
        stream: stream.into(),
        number,
        first: 1,
        last: 2,
        began: 0,
        ended: 0,
        players: vec![],
        staked: 0,
        most: 0,
        irregular: vec![],
    }
}
