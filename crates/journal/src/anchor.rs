//! Whether an old record is what the house signed: from it the stream leads to the next head that a checkpoint
//! signs, or to where the stream stands now.
//!
//! A stretch of a stream that links in itself could have been written anew, hashes and all. Checkpoints are a minute
//! apart, so however old a record is, little has to be read to know.

use crate::{Checkpoint, Error, Head, Reading, Store};

/// How many checkpoints are fetched at once.
const FEW: u64 = 16;

/// Whether a record of a stream is what the house signed.
///
/// # Errors
/// It is not, or nothing says so; the journal cannot be read.
pub fn anchored(store: &mut dyn Store, public: &str, stream: &str, record: Head) -> Result<(), Error> {
    anchored_while(store, public, stream, record, (u64::MAX, &|| true))
}

/// The same while somebody wants to know, if no more records than so many have to be read for it.
///
/// # Errors
/// As [`anchored`]; nobody wants to know any more; it is too far to the next checkpoint.
pub fn anchored_while(
    store: &mut dyn Store,
    public: &str,
    stream: &str,
    record: Head,
    asked: (u64, &dyn Fn() -> bool),
) -> Result<(), Error> {
    let found = leads(store, public, stream, record, asked);
    if let Err(error @ Error::Damaged { .. }) = &found {
        store.suspect(error);
    }
    found
}

fn leads(
    store: &mut dyn Store,
    public: &str,
    stream: &str,
    record: Head,
    (most, wanted): (u64, &dyn Fn() -> bool),
) -> Result<(), Error> {
    let damaged = |what: String| Error::damaged(stream, record.sequence, what);
    let found = store.range(stream, record.sequence, record.sequence)?.pop();
    let found = found.ok_or_else(|| damaged("it is not there".into()))?;
    let signed = match next_signed(store, public, stream, record.sequence, found.at)? {
        Some(signed) => signed,
        // It is younger than the last checkpoint: the house knows how far it has come.
        None => store.head(stream)?.ok_or_else(|| damaged("its stream has no end".into()))?,
    };
    let far = signed.sequence.saturating_sub(record.sequence);
    if far > most {
        let what = format!("{far} records of {stream} lead to the next checkpoint, at most {most} are read");
        return Err(Error::Store(what));
    }
    let mut last = record;
    for next in Reading::new(store, stream, record, signed.sequence) {
        if !wanted() {
            return Err(Error::Store("nobody waits for it any more".into()));
        }
        let next = next?;
        last = Head { sequence: next.sequence, hash: next.hash };
    }
    match last == signed {
        true => Ok(()),
        false => {
            let what = format!("from here record {} is not reached as the house signed it", signed.sequence);
            Err(damaged(what))
        }
    }
}

/// The first head at or after a record of a stream that a checkpoint signs.
fn next_signed(
    store: &mut dyn Store,
    public: &str,
    stream: &str,
    sequence: u64,
    at: i64,
) -> Result<Option<Head>, Error> {
    let name = Checkpoint::STREAM;
    let (first, last) =
        (store.base(name)?.head.sequence + 1, store.head(name)?.map_or(0, |head| head.sequence));
    // The first that was made when the record was there: they are in the order of time, but for what a wrong clock
    // stamped, and then there is more to read.
    let (mut low, mut high) = (first, last + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        match store.range(name, middle, middle)?.pop() {
            Some(record) if record.at >= at => high = middle,
            _ => low = middle + 1,
        }
    }
    let mut from = low;
    while from <= last {
        let page = store.range(name, from, last.min(from + FEW - 1))?;
        if page.is_empty() {
            break;
        }
        for record in page {
            from = record.sequence + 1;
            let wrong = |what: String| Error::damaged(name, record.sequence, what);
            let stated =
                Checkpoint::from_body(record.sequence, &record.body)?.stated(Some(public)).map_err(wrong)?;
            let head = stated
                .heads
                .into_iter()
                .find(|(of, signed)| of == stream && signed.head.sequence >= sequence);
            if let Some((_, signed)) = head {
                return Ok(Some(signed.head));
            }
        }
    }
    Ok(None)
}
