//! A journal copied from one store to another, as it stands at one moment: what a backup is, and its way back.
//!
//! Everything goes through the same door as when it was first kept: the new store checks heads and balances for
//! itself, record by record. Only keys are taken as they are remembered: one that was forgotten after its day may
//! stand in the records again.

use crate::imprint;
use crate::{Batch, Error, Kept, Search, Store, read_moves};

/// How many records, or rounds, go into one commit.
const GROUP: usize = 4096;

/// Copies everything into a store that has nothing yet; how many records there are. A writer may be at work at
/// the first meanwhile.
///
/// # Errors
/// The second is not empty; one of them cannot be read or written.
pub fn copy(from: &mut dyn Store, to: &mut dyn Store) -> Result<u64, Error> {
    copy_as(from, to, imprint::NAME)
}

/// The same for a house that is restored: its imprint lies [aside](crate::imprint_aside) from the first moment.
///
/// # Errors
/// The second is not empty; one of them cannot be read or written.
pub fn copy_aside(from: &mut dyn Store, to: &mut dyn Store) -> Result<u64, Error> {
    copy_as(from, to, imprint::ASIDE)
}

fn copy_as(from: &mut dyn Store, to: &mut dyn Store, imprint: &str) -> Result<u64, Error> {
    if !to.heads()?.is_empty() {
        return Err(Error::Store("there is already a journal".into()));
    }
    to.claim()?;
    if imprint == imprint::ASIDE {
        imprint::restoring(to)?;
    }
    from.hold()?;
    let copied = copy_held(from, to, imprint);
    from.release();
    copied
}

fn copy_held(from: &mut dyn Store, to: &mut dyn Store, imprint: &str) -> Result<u64, Error> {
    to.begin_after(&from.bases()?)?;
    let fresh = || Batch { remembered: Some(Vec::new()), ..Batch::default() };
    let (mut count, mut batch, mut failed) = (0, fresh(), None);
    let mut flush = |batch: &mut Batch, most: usize| {
        if batch.records.len() + batch.rounds.len() + batch.states.len() * 16 < most.max(1) {
            return Ok(());
        }
        to.commit(&std::mem::replace(batch, fresh()))
    };
    from.scan(&mut |record| {
        let moves =
            read_moves(&record.moves).map_err(|what| Error::damaged(&record.stream, record.sequence, what));
        let taken = moves.and_then(|moves| {
            batch.moves.extend(moves.into_iter().map(|step| (record.stream.clone(), step)));
            batch.records.push(record);
            count += 1;
            flush(&mut batch, GROUP)
        });
        failed = taken.err();
        failed.is_none()
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    for (stream, head) in from.heads()? {
        let mut before = None;
        loop {
            let limit = GROUP as u32;
            let rounds =
                from.rounds(&Search { stream: Some(stream.clone()), before, limit, ..Search::default() })?;
            let Some(first) = rounds.last() else { break };
            before = Some(first.number);
            batch.rounds.extend(rounds);
            flush(&mut batch, GROUP)?;
        }
        let mut most = head.sequence;
        while let Some(state) = from.state(&stream, most)? {
            most = state.sequence.saturating_sub(1);
            batch.states.push(state);
            flush(&mut batch, GROUP)?;
            if most == 0 {
                break;
            }
        }
        batch.snapshots.extend(from.snapshot(&stream)?);
    }
    let mut keys = Vec::new();
    from.scan_keys(&mut |stream, key| keys.push((stream.to_string(), key)))?;
    batch.remembered = Some(keys);
    for shelf in from.shelves()? {
        let things = from.shelf(&shelf)?;
        batch.kept.extend(things.into_iter().map(|(name, value)| Kept {
            name: match shelf == imprint::SHELF && name == imprint::NAME {
                true => imprint.into(),
                false => name,
            },
            shelf: shelf.clone(),
            value: Some(value),
        }));
    }
    to.commit(&batch)?;
    Ok(count)
}
