//! Whether an old record is what the house signed: from it the stream leads to the next head that a checkpoint
//! signs, or to where the stream stands now.
//!
//! A stretch of a stream that links in itself could have been written anew, hashes and all. Checkpoints are a minute
//! apart, so however old a record is, little has to be read to know.

use crate::ends::Ends;
use crate::{Archive, Checkpoint, Error, Finding, Head, Reading, Store};

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
    let found = found.ok_or_else(|| damaged("it is missing".into()))?;
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
            return Err(Error::Store("nobody is waiting for it any more".into()));
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

/// Whether a whole stream is what the house signed: it begins where the house signed that it does, every record follows the
/// one before, up to where the stream stands, and the last head of it that a checkpoint signs is among them. What came after
/// that is for the house's imprint to say.
///
/// # Errors
/// It is not; the journal cannot be read.
pub fn signed_stream(store: &mut dyn Store, public: &str, stream: &str) -> Result<(), Error> {
    store.hold()?;
    let signed = is_signed(store, public, stream);
    store.release();
    signed
}

fn is_signed(store: &mut dyn Store, public: &str, stream: &str) -> Result<(), Error> {
    let Some(head) = store.head(stream)? else { return Ok(()) };
    let odd = |Finding { stream, sequence, what }| Error::Damaged { stream, sequence, what };
    let mut ends = Ends::of(store, Some(public)).map_err(odd)?;
    for record in store.tail(Archive::STREAM, 0)? {
        ends.note(&record, Some(public))
            .map_err(|what| Error::damaged(Archive::STREAM, record.sequence, what))?;
    }
    ends.are_signed().map_err(odd)?;
    let signed = last_signed(store, public, stream)?;
    let mut at = ends.base(stream).head;
    let mut met = signed.is_none_or(|signed| signed == at);
    for record in Reading::new(store, stream, at, head.sequence) {
        let record = record?;
        at = Head { sequence: record.sequence, hash: record.hash };
        met |= signed == Some(at);
    }
    match signed {
        _ if at != head => Err(Error::damaged(stream, head.sequence, "the head is not at the last record")),
        Some(signed) if !met => {
            Err(Error::damaged(stream, signed.sequence, "it is not the record that the house signed"))
        }
        _ => Ok(()),
    }
}

/// The last head of a stream that a checkpoint signs.
fn last_signed(store: &mut dyn Store, public: &str, stream: &str) -> Result<Option<Head>, Error> {
    let name = Checkpoint::STREAM;
    let base = store.base(name)?.head.sequence;
    let mut to = store.head(name)?.map_or(0, |head| head.sequence);
    while to > base {
        let from = to.saturating_sub(FEW - 1).max(base + 1);
        let page = store.range(name, from, to)?;
        if page.len() as u64 != to - from + 1 {
            return Err(Error::damaged(name, to, "it, or one before it, is missing"));
        }
        for record in page.into_iter().rev() {
            let wrong = |what: String| Error::damaged(name, record.sequence, what);
            let stated =
                Checkpoint::from_body(record.sequence, &record.body)?.stated(Some(public)).map_err(wrong)?;
            if stated.number != record.sequence {
                return Err(wrong(format!("it was signed as checkpoint {}", stated.number)));
            }
            if stream == name {
                return Ok(Some(Head { sequence: record.sequence, hash: record.hash }));
            }
            if let Some((_, signed)) = stated.heads.into_iter().find(|(of, _)| of == stream) {
                return Ok(Some(signed.head));
            }
            if stated.whole {
                return Ok(None);
            }
        }
        to = from - 1;
    }
    Ok(None)
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
