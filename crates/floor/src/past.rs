//! How a table stood: states that its records vouch for, so that nothing has to be read from the first record.
//!
//! Now and then a table puts the hash of its state on record, and the state itself is kept beside
//! ([`FloorEvent::Stood`]). A state is believed only if its record says so and follows the record before: to
//! forge one takes forging the chain. A table whose first records are in an archive begins with such a record.

use crate::house::Standing;
use crate::{Body, FloorEvent, House, Play, TableSetup};
use journal::{Archive, Hash, Head, Holding, Reading, Sqlite, State, Store};
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::BTreeMap;
use std::path::Path;

/// The hash by which a record vouches for a state.
pub(crate) fn digest(state: &[u8]) -> Hash {
    Hash::of("houseway/state/1", &[state])
}

/// A state, and where it was.
pub(crate) type Stood<G> = (Standing<<G as game::Game>::State>, Head);
/// The same, and when.
pub(crate) type Vouched<S> = (Standing<S>, Head, i64);

/// A state, where it was and when, if its record vouches for it.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn vouched<S: DeserializeOwned>(
    store: &mut dyn Store,
    stream: &str,
    sequence: u64,
    state: &[u8],
) -> Result<Option<Vouched<S>>, String> {
    let records = store.range(stream, sequence.saturating_sub(1).max(1), sequence);
    let records = records.map_err(|error| error.to_string())?;
    let (before, record) = match records.as_slice() {
        [before, record] => (before.hash, record),
        [record] => (store.base(stream).map_err(|error| error.to_string())?.head.hash, record),
        _ => return Ok(None),
    };
    let body: Result<Body<IgnoredAny, IgnoredAny>, _> = serde_json::from_slice(&record.body);
    let says = matches!(body, Ok(Body::Floor(FloorEvent::Stood { state: said })) if said == digest(state).to_string());
    if !says || record.sequence != sequence || record.link(&before) != record.hash {
        return Ok(None);
    }
    let head = Head { sequence, hash: record.hash };
    Ok(serde_json::from_slice(state).ok().map(|standing| (standing, head, record.at)))
}

/// The last state at or before a record, where it was and when; nothing if there is none.
fn last<S: DeserializeOwned>(
    store: &mut dyn Store,
    stream: &str,
    most: u64,
) -> Result<Option<Vouched<S>>, String> {
    let mut most = most;
    while let Some(state) = store.state(stream, most).map_err(|error| error.to_string())? {
        match vouched(store, stream, state.sequence, &state.state)? {
            Some(found) => return Ok(Some(found)),
            // Changed, or of another time: the one before serves as well.
            None => most = state.sequence.saturating_sub(1),
        }
    }
    Ok(None)
}

/// The last state at or before a record; the table's beginning if there is none.
///
/// # Errors
/// The journal cannot be read, or the beginning is in an archive.
pub(crate) fn before<G: Play>(
    store: &mut dyn Store,
    game: &G,
    stream: &str,
    most: u64,
) -> Result<Stood<G>, String> {
    if let Some((standing, head, _)) = last(store, stream, most)? {
        return Ok((standing, head));
    }
    let base = store.base(stream).map_err(|error| error.to_string())?.head;
    if base.sequence > 0 {
        return Err(format!("stream {stream}: records before {} are in an archive", base.sequence + 1));
    }
    Ok((Standing { state: game.start(), house: House::default() }, base))
}

/// The first state that there is: the table's beginning, or where it goes on after an archive.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn first<G: Play>(store: &mut dyn Store, game: &G, stream: &str) -> Result<Stood<G>, String> {
    let base = store.base(stream).map_err(|error| error.to_string())?.head.sequence;
    before(store, game, stream, if base == 0 { 0 } else { base + 1 })
}

/// How a table is set up whose first record is in an archive.
///
/// # Errors
/// The journal cannot be read.
pub(crate) fn setup(store: &mut dyn Store, stream: &str) -> Result<Option<TableSetup>, String> {
    let base = store.base(stream).map_err(|error| error.to_string())?.head.sequence;
    if base == 0 {
        return Ok(None);
    }
    let found = last::<IgnoredAny>(store, stream, base + 1)?;
    Ok(found.and_then(|(standing, ..)| standing.house.setup).map(|setup| *setup))
}

/// Tables that begin after an archive and whose beginning is lost: the state is missing, or is not the one that the
/// record says. Each with that record.
///
/// # Errors
/// The journal cannot be read.
pub fn lost_beginnings(store: &mut dyn Store) -> Result<Vec<(String, u64)>, String> {
    let bases = store.bases().map_err(|error| error.to_string())?;
    let mut lost = Vec::new();
    for base in bases.into_iter().filter(|base| base.stream.starts_with("table/")) {
        let sequence = base.head.sequence + 1;
        if last::<IgnoredAny>(store, &base.stream, sequence)?.is_none() {
            lost.push((base.stream, sequence));
        }
    }
    Ok(lost)
}

/// What is wrong with the states in an archive: each has to be what its record says, and none may be missing. The one with
/// which a table goes on is vouched for by a record of the house, if that is at hand.
///
/// # Errors
/// One of them cannot be read.
pub fn odd_states(archive: &mut dyn Store, mut house: Option<&mut dyn Store>) -> Result<Vec<String>, String> {
    let plain = |error: journal::Error| error.to_string();
    let mut odd = Vec::new();
    for (stream, head) in archive.heads().map_err(plain)? {
        if !stream.starts_with("table/") {
            continue;
        }
        let mut say =
            |sequence: u64, what: &str| odd.push(format!("stream {stream}, record {sequence}: {what}"));
        let base = archive.base(&stream).map_err(plain)?.head;
        let mut said = BTreeMap::new();
        for record in Reading::new(archive, &stream, base, head.sequence) {
            let record = record.map_err(plain)?;
            let body: Result<Body<IgnoredAny, IgnoredAny>, _> = serde_json::from_slice(&record.body);
            if let Ok(Body::Floor(FloorEvent::Stood { state })) = body {
                said.insert(record.sequence, state);
            }
        }
        let mut most = u64::MAX;
        while let Some(state) = archive.state(&stream, most).map_err(plain)? {
            let (sequence, digest) = (state.sequence, digest(&state.state).to_string());
            match (said.remove(&sequence), &mut house) {
                (Some(said), _) if said == digest => {}
                (Some(_), _) => say(sequence, "the state of the table was changed"),
                (None, Some(house)) if sequence == head.sequence + 1 => {
                    let here = house.range(&stream, sequence, sequence).map_err(plain)?;
                    let fits =
                        vouched::<IgnoredAny>(&mut **house, &stream, sequence, &state.state)?.is_some();
                    // It may be in the next archive by now.
                    if !here.is_empty() && !fits {
                        say(sequence, "the state with which the table goes on was changed");
                    }
                }
                (None, None) if sequence == head.sequence + 1 => {}
                (None, _) => say(sequence, "no record mentions the state that is there"),
            }
            let Some(next) = sequence.checked_sub(1) else { break };
            most = next;
        }
        said.into_keys().for_each(|sequence| say(sequence, "the state of the table is missing"));
    }
    Ok(odd)
}

/// What to say of a lost beginning: which archive may have it.
///
/// # Errors
/// The journal cannot be read.
pub fn lost_words(store: &mut dyn Store, stream: &str, sequence: u64) -> Result<String, String> {
    let archive = archive_before(store, stream, sequence)?;
    let archive = archive.map_or(String::new(), |name| {
        format!("; archive {name} may have it: with the file in the folder archives of the house, a start puts it back")
    });
    Ok(format!(
        "stream {stream}, record {sequence}: the state that the table begins with is missing or was changed{archive}"
    ))
}

/// The archive after which a stream begins with a record, by name.
fn archive_before(store: &mut dyn Store, stream: &str, sequence: u64) -> Result<Option<String>, String> {
    let all = Archive::all(store, None).map_err(|error| error.to_string())?;
    let ends = |holding: &&Holding| {
        holding.parts.iter().any(|part| part.to.stream == stream && part.to.head.sequence + 1 == sequence)
    };
    Ok(all.iter().rev().find(ends).map(|holding| holding.name.clone()))
}

/// The beginning of a table as the archive in a folder has it, if it does and the table's record vouches for it.
///
/// # Errors
/// The journal cannot be read.
pub fn beginning_from(
    store: &mut dyn Store,
    archives: &Path,
    stream: &str,
    sequence: u64,
) -> Result<Option<State>, String> {
    let Some(name) = archive_before(store, stream, sequence)? else { return Ok(None) };
    // What a record says of a file is its name alone.
    let Some(name) = Path::new(&name).file_name() else { return Ok(None) };
    let Ok(mut archive) = Sqlite::open_settled(&archives.join(name)) else { return Ok(None) };
    let Ok(Some(state)) = archive.state(stream, sequence) else { return Ok(None) };
    let fits =
        state.sequence == sequence && vouched::<IgnoredAny>(store, stream, sequence, &state.state)?.is_some();
    Ok(fits.then_some(state))
}

/// Up to which record each table can go to an archive: to the one before the last on which it stood between two
/// rounds, before a moment. Tables that have nothing to give are left out.
///
/// # Errors
/// The journal cannot be read.
pub fn cuts(store: &mut dyn Store, before: i64) -> Result<BTreeMap<String, u64>, String> {
    let mut cuts = BTreeMap::new();
    let heads = store.heads().map_err(|error| error.to_string())?;
    for (name, head) in heads.into_iter().filter(|(name, _)| name.starts_with("table/")) {
        let base = store.base(&name).map_err(|error| error.to_string())?.head.sequence;
        let mut most = head.sequence;
        while let Some((standing, at, when)) = last::<IgnoredAny>(store, &name, most)? {
            if at.sequence <= base + 1 {
                break;
            }
            if when < before && standing.house.meter.is_between() {
                cuts.insert(name, at.sequence - 1);
                break;
            }
            most = at.sequence - 1;
        }
    }
    Ok(cuts)
}
