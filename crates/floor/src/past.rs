//! How a table stood: states that its records vouch for, so that nothing has to be read from the first record.
//!
//! Now and then a table puts the hash of its state on record, and the state itself is kept beside
//! ([`FloorEvent::Stood`]). A state is believed only if its record says so and follows the record before: to
//! forge one takes forging the chain.

use crate::house::Standing;
use crate::{Body, FloorEvent, House, Play};
use journal::{Hash, Head, Store};
use serde::de::IgnoredAny;

/// The hash by which a record vouches for a state.
pub(crate) fn digest(state: &[u8]) -> Hash {
    Hash::of("houseway/state/1", &[state])
}

/// A state, and where it was.
pub(crate) type Stood<G> = (Standing<<G as game::Game>::State>, Head);

/// A state, and where it was, if its record vouches for it.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn vouched<G: Play>(
    store: &mut dyn Store,
    stream: &str,
    sequence: u64,
    state: &[u8],
) -> Result<Option<Stood<G>>, String> {
    let records = store.range(stream, sequence.saturating_sub(1).max(1), sequence);
    let records = records.map_err(|error| error.to_string())?;
    let [before, record] = records.as_slice() else { return Ok(None) };
    let body: Result<Body<IgnoredAny, IgnoredAny>, _> = serde_json::from_slice(&record.body);
    let says = matches!(body, Ok(Body::Floor(FloorEvent::Stood { state: said })) if said == digest(state).to_string());
    if !says || record.sequence != sequence || record.link(&before.hash) != record.hash {
        return Ok(None);
    }
    let head = Head { sequence, hash: record.hash };
    Ok(serde_json::from_slice(state).ok().map(|standing| (standing, head)))
}

/// The last state at or before a record; the table's beginning if there is none.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn before<G: Play>(
    store: &mut dyn Store,
    game: &G,
    stream: &str,
    most: u64,
) -> Result<Stood<G>, String> {
    let mut most = most;
    while let Some(state) = store.state(stream, most).map_err(|error| error.to_string())? {
        match vouched::<G>(store, stream, state.sequence, &state.state)? {
            Some(found) => return Ok(found),
            // Changed, or of another time: the one before serves as well.
            None => most = state.sequence.saturating_sub(1),
        }
    }
    let standing = Standing { state: game.start(), house: House::default() };
    Ok((standing, Head::genesis(stream)))
}
