//! A house that goes on from an earlier moment, or may: restored from a backup, or begun without what says how far its
//! journal went. What has to be said before it plays on.
//!
//! What was dealt after that moment has been seen, and is not on record here. So the seed of a turn is shown before its
//! time wherever wagers may still change, and the house commits itself to another; a table for money whose wagers were
//! closed stands still until two supervisors have looked at it.

use crate::recall::{AnyGame, game_of, setup_of};
use crate::table::{is_closed, keep_seed, read_seed, restore};
use crate::{Body, Entropy, FloorEvent, Play, Promise, Purses, Significant, TableSetup, Vault, significant};
use game::Moment;
use journal::{Draft, Journal, Store, Unit};
use rulebook::Shelf;

/// What goes on record where a house goes on from an earlier moment.
pub struct Again<'a> {
    /// What is significant about it.
    pub event: Significant,
    /// Why a table stands still, before what holds for all of them.
    pub why: &'a str,
    /// Whatever else has to be kept then.
    pub unit: Unit,
}

/// Puts on record that the house was restored, and from what, with whatever else has to be kept then: all of it at
/// once, so that no house goes on that was restored by half. The tables that stand still.
///
/// # Errors
/// The journal cannot be read or written, or a table not be followed.
pub fn restored(
    journal: &Journal,
    shelf: &Shelf,
    chance: (&dyn Entropy, &Vault),
    now: Moment,
    (what, unit): (&str, Unit),
) -> Result<Vec<String>, String> {
    let mut store = journal.reader().map_err(|error| error.to_string())?;
    // Time goes forward, whatever the system's clock says.
    let stamps = crate::floor::stamps(&mut *store).map_err(|error| error.to_string())?;
    let now = now.max(Moment::new(stamps.into_iter().max().unwrap_or_default()));
    let event = Significant::new("house.restored", "house", None, what);
    again(journal, shelf, chance, now, Again { event, why: "restored from a backup", unit })
}

/// The same of a house that may have been put back otherwise.
///
/// # Errors
/// The journal cannot be read or written, or a table not be followed.
pub fn again(
    journal: &Journal,
    shelf: &Shelf,
    chance: (&dyn Entropy, &Vault),
    now: Moment,
    Again { event, why, mut unit }: Again<'_>,
) -> Result<Vec<String>, String> {
    let mut store = journal.reader().map_err(|error| error.to_string())?;
    unit.drafts.insert(0, event.draft(now));
    let why = format!("{why}: what was dealt in this round may have been seen");
    let mut still = Vec::new();
    for (name, head) in store.heads().map_err(|error| error.to_string())? {
        if !name.starts_with("table/") || head.sequence == 0 {
            continue;
        }
        let setup = setup_of(&mut *store, &name)?;
        let halted = match game_of(&setup, shelf)? {
            AnyGame::PaiGow(game) => table(&*game, &setup, &mut *store, &mut unit, (chance, now, &why))?,
            AnyGame::Roulette(game) => table(&*game, &setup, &mut *store, &mut unit, (chance, now, &why))?,
        };
        if halted {
            still.push(setup.id);
        }
    }
    journal.keep_blocking(unit).map_err(|error| error.to_string())?;
    Ok(still)
}

fn table<G: Play>(
    game: &G,
    setup: &TableSetup,
    store: &mut dyn Store,
    unit: &mut Unit,
    ((entropy, vault), now, why): ((&dyn Entropy, &Vault), Moment, &str),
) -> Result<bool, String> {
    let (mut stream, standing, _) = restore(game, setup, store)?;
    let closed = is_closed(game, &standing.state);
    let event = if let Some(promise) = standing.house.promise.as_ref().filter(|_| !closed) {
        // Whoever saw what came of the seed, or the seed itself, knows nothing of what is drawn from now on.
        let seed = read_seed(store, vault, stream.name(), Some(promise))?;
        let (turn, fresh) = (promise.turn, entropy.fresh());
        let next = Promise::new(stream.name(), turn + 1, &fresh);
        unit.kept.push(keep_seed(vault, stream.name(), turn + 1, &fresh));
        match seed {
            Ok(Some(seed)) => {
                let drawn = standing.house.drawn.clone();
                FloorEvent::Revealed { turn, seed: hex::encode(seed.0), drawn, next }
            }
            Ok(None) | Err(_) => FloorEvent::Committed { promise: next },
        }
    } else if closed && setup.money != Purses::Practice && standing.house.halted.is_none() {
        FloorEvent::Halted { why: why.into() }
    } else {
        return Ok(false);
    };
    let body: Body<(), ()> = Body::Floor(event.clone());
    let body = serde_json::to_vec(&body).map_err(|error| error.to_string())?;
    unit.sealed.push(stream.seal(Draft { at: now.milliseconds(), body, ..Draft::default() }));
    unit.drafts.extend(significant::of_table(&setup.id, &event).map(|event| event.draft(now)));
    Ok(matches!(event, FloorEvent::Halted { .. }))
}
