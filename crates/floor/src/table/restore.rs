//! A table as the journal has it: its stream, its state, the seed of its running round.

use super::SEEDS;
use crate::house::Standing;
use crate::{House, Play, Promise, Seed, TableSetup, Vault};
use journal::{Kept, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A table's stream and state, from its snapshot and the records after it.
pub(crate) fn restore<G: Play>(
    game: &G,
    setup: &TableSetup,
    store: &mut dyn journal::Store,
) -> Result<(Stream, Standing<G::State>, u64), String> {
    let name = setup.stream();
    let (stream, snapshot, tail) = Stream::open(store, &name).map_err(|error| error.to_string())?;
    let mut from = 0;
    let mut tail = tail;
    let cached = snapshot.and_then(|snapshot| {
        from = snapshot.sequence;
        serde_json::from_slice::<Standing<G::State>>(&snapshot.state).ok()
    });
    let mut standing = match cached {
        Some(standing) => standing,
        None => {
            // A snapshot is only a cache: without one everything is read.
            if from > 0 {
                tail = store.tail(&name, 0).map_err(|error| error.to_string())?;
                from = 0;
            }
            Standing { state: game.start(), house: House::default() }
        }
    };
    for record in &tail {
        let followed = catch_unwind(AssertUnwindSafe(|| standing.follow(game, record)));
        followed
            .unwrap_or_else(|panic| Err(panic_text(&*panic)))
            .map_err(|what| format!("stream {name}, record {}: {what}", record.sequence))?;
    }
    Ok((stream, standing, from))
}

/// A seed for its shelf, where nobody can read it who has the database alone.
pub(super) fn keep_seed(vault: &Vault, stream: &str, turn: u64, seed: &Seed) -> Kept {
    let value = vault.seal(stream, &[&turn.to_be_bytes()[..], &seed.0].concat());
    Kept { shelf: SEEDS.into(), name: stream.into(), value }
}

/// The seed behind a promise.
pub(super) fn read_seed(
    store: &mut dyn journal::Store,
    vault: &Vault,
    stream: &str,
    promise: Option<&Promise>,
) -> Result<Option<Seed>, String> {
    let Some(promise) = promise else { return Ok(None) };
    let kept = store.on_shelf(SEEDS, stream).map_err(|error| error.to_string())?;
    let found = kept.and_then(|value| vault.open(stream, &value)).and_then(|value| {
        let (turn, seed) = value.split_at_checked(8)?;
        let turn = u64::from_be_bytes(turn.try_into().ok()?);
        Some((turn, Seed(seed.try_into().ok()?)))
    });
    match found {
        Some((turn, seed)) if seed.commitment(stream, turn).to_string() == promise.commitment => {
            Ok(Some(seed))
        }
        _ => Err(format!(
            "stream {stream}: the seed of turn {} is lost, or was sealed with another key of the house",
            promise.turn
        )),
    }
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "something broke".into())
}
