//! A table as the journal has it: its stream, its state, the seed of its running round.

use super::SEEDS;
use crate::house::Standing;
use crate::{Play, Promise, Seed, TableSetup, Vault, past};
use journal::{Kept, Reading, Record, Stream};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A table's stream and state, from its snapshot and the records after it.
pub(crate) fn restore<G: Play>(
    game: &G,
    setup: &TableSetup,
    store: &mut dyn journal::Store,
) -> Result<(Stream, Standing<G::State>, u64), String> {
    let name = setup.stream();
    let (stream, snapshot, tail) = Stream::open(store, &name).map_err(|error| error.to_string())?;
    let follow = |standing: &mut Standing<G::State>, record: &Record| {
        let followed = catch_unwind(AssertUnwindSafe(|| standing.follow(game, record)));
        followed
            .unwrap_or_else(|panic| Err(panic_text(&*panic)))
            .map_err(|what| format!("stream {name}, record {}: {what}", record.sequence))
    };
    let as_set_up = |standing: &Standing<G::State>| match &standing.house.setup {
        Some(on_record) if **on_record != *setup => {
            Err(format!("stream {name}: the table on record has another set-up than this one"))
        }
        _ => Ok(()),
    };
    let vouched = match snapshot {
        Some(snapshot) => past::vouched::<G::State>(store, &name, snapshot.sequence, &snapshot.state)?,
        None => None,
    };
    if let Some((mut standing, head, _)) = vouched {
        for record in &tail {
            follow(&mut standing, record)?;
        }
        as_set_up(&standing)?;
        return Ok((stream, standing, head.sequence));
    }
    // A snapshot is only a cache: without one that its record vouches for, the last state that has one serves.
    drop(tail);
    let (mut standing, from) = past::before(store, game, &name, stream.head().sequence)?;
    for record in Reading::new(store, &name, from, stream.head().sequence) {
        follow(&mut standing, &record.map_err(|error| error.to_string())?)?;
    }
    as_set_up(&standing)?;
    Ok((stream, standing, from.sequence))
}

/// A seed for its shelf, where nobody can read it who has the database alone.
pub(crate) fn keep_seed(vault: &Vault, stream: &str, turn: u64, seed: &Seed) -> Kept {
    let value = vault.seal(stream, &[&turn.to_be_bytes()[..], &seed.0].concat());
    Kept { shelf: SEEDS.into(), name: stream.into(), value }
}

/// The seed behind a promise; why it is lost, if it is.
pub(crate) fn read_seed(
    store: &mut dyn journal::Store,
    vault: &Vault,
    stream: &str,
    promise: Option<&Promise>,
) -> Result<Result<Option<Seed>, String>, String> {
    let Some(promise) = promise else { return Ok(Ok(None)) };
    let kept = store.on_shelf(SEEDS, stream).map_err(|error| error.to_string())?;
    let found = kept.and_then(|value| vault.open(stream, &value)).and_then(|value| {
        let (turn, seed) = value.split_at_checked(8)?;
        let turn = u64::from_be_bytes(turn.try_into().ok()?);
        Some((turn, Seed(seed.try_into().ok()?)))
    });
    Ok(match found {
        Some((turn, seed)) if seed.commitment(stream, turn).to_string() == promise.commitment => {
            Ok(Some(seed))
        }
        _ => Err(format!(
            "stream {stream}: the seed of turn {} is lost, or was sealed with another key of the house",
            promise.turn
        )),
    })
}

pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "something broke".into())
}
