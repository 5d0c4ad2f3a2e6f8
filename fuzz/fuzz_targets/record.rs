//! What the journal keeps: reading moves, bodies of tables, accounts and significant events never panics, and
//! what was read is written in one way only.

#![no_main]

use floor::wallet::WalletEvent;
use floor::{Body, Significant};
use journal::{print_moves, read_moves};
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is read, written and read again is written the same.
fn settles<T: Serialize + DeserializeOwned>(text: &str) {
    let Ok(first) = serde_json::from_str::<T>(text) else { return };
    let once = serde_json::to_string(&first).expect("what was read can be written");
    let again: T = serde_json::from_str(&once).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).expect("and written again"), once);
}

fuzz_target!(|text: &str| {
    match read_moves(text) {
        Ok(moves) => {
            let printed = print_moves(&moves);
            assert_eq!(read_moves(&printed).as_ref(), Ok(&moves), "{printed}");
        }
        Err(what) => assert!(!what.is_empty()),
    }
    settles::<Body<paigow::Command, Vec<paigow::Event>>>(text);
    settles::<Body<roulette::Command, Vec<roulette::Event>>>(text);
    settles::<WalletEvent>(text);
    settles::<Significant>(text);
});
