//! What has to hold before a house goes on with a journal.
//!
//! A short journal is verified whole. A long one from the last checkpoints on: each stream's records since it
//! was last signed, its head, the balances that its moves lead to from those that were signed, and the keys
//! of those records; and back from there the records of the last 24 hours that passed, whose keys have to be remembered
//! (a jump of the clock is no time, so it may be more by the clock). So a start costs what came in a day, however old the
//! house is; what was changed before that is for [`verify`](crate::verify) to find.

use crate::checkpoint::{Signed, ledger_digest};
use crate::ends::Ends;
use crate::horizon::Horizon;
use crate::{
    Archive, Checkpoint, Error, FORM, Finding, Hash, Head, Key, Keys, Record, Store, anchored, read_moves,
    verify,
};
use money::{Account, Ledger};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

/// How many records are verified whole.
pub const WHOLE: u64 = 20_000;
/// How many checkpoints are read at once.
const PAGE: u64 = 32;
/// How many records are read at once on the way back.
const BACK: u64 = 1024;

/// What was verified at a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sound {
    /// How many records were read …
    pub read: u64,
    /// … and how many before those, of the last day, for their keys.
    pub back: u64,
    /// How many there are.
    pub records: u64,
}

/// The public key that the last checkpoint of a journal says it is signed with; `None` if it has none.
///
/// # Errors
/// The store cannot be read, or what stands there is no checkpoint.
pub fn signed_with(store: &mut dyn Store) -> Result<Option<String>, Error> {
    let Some(head) = store.head(Checkpoint::STREAM)? else { return Ok(None) };
    let last = store.range(Checkpoint::STREAM, head.sequence, head.sequence)?.pop();
    let body = last.map(|record| record.body).unwrap_or_default();
    Checkpoint::from_body(head.sequence, &body).map(|checkpoint| Some(checkpoint.public().to_string()))
}

/// The turn of who signed the last checkpoint of a journal; `None` if it has none.
pub(crate) fn last_turn(store: &mut dyn Store) -> Result<Option<i64>, Error> {
    let Some(head) = store.head(Checkpoint::STREAM)? else { return Ok(None) };
    let last = store.range(Checkpoint::STREAM, head.sequence, head.sequence)?.pop();
    let body = last.map(|record| record.body).unwrap_or_default();
    Ok(Checkpoint::from_body(head.sequence, &body)?.stated(None).ok().map(|stated| stated.turn))
}

/// Verifies what a house goes on from: everything if there are at most `whole` records, and otherwise what
/// came since streams were last signed. `public` is the key of the house.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_start(store: &mut dyn Store, public: &str, whole: u64) -> Result<Sound, Finding> {
    let heads = store.heads().map_err(database)?;
    let ends = heads.iter().map(|(_, head)| head.sequence).fold(0u64, u64::saturating_add);
    let bases = store.bases().map_err(database)?;
    let records = bases.iter().map(|base| base.head.sequence).fold(ends, u64::saturating_sub);
    if !heads.iter().any(|(name, _)| name == Checkpoint::STREAM) {
        return match heads.is_empty() {
            true => verify(store, Some(public), &mut |_| true).finding.map_or(Ok(Sound::default()), Err),
            false => Err(Finding {
                stream: Checkpoint::STREAM.into(),
                sequence: 1,
                what: "it is missing: a house signs before anything else".into(),
            }),
        };
    }
    if records <= whole {
        let verdict = verify(store, Some(public), &mut |_| true);
        return verdict.finding.map_or(Ok(Sound { read: verdict.records, back: 0, records }), Err);
    }
    if let Some(odd) = store.strangers().map_err(database)?.into_iter().next() {
        return Err(wrong("", 0, odd));
    }
    store.hold().map_err(database)?;
    let read = match store.look_over() {
        Ok(odd) if odd.is_empty() => Tail::default().verify(store, public),
        Ok(odd) => Err(wrong("", 0, format!("the database is damaged: {}", odd[0]))),
        Err(error) => Err(database(error)),
    };
    store.release();
    read.map(|(read, back)| Sound { read, back, records })
}

fn database(error: Error) -> Finding {
    match error {
        Error::Damaged { stream, sequence, what } => Finding { stream, sequence, what },
        other => Finding { stream: String::new(), sequence: 0, what: other.to_string() },
    }
}

fn wrong(stream: &str, sequence: u64, what: impl Into<String>) -> Finding {
    Finding { stream: stream.into(), sequence, what: what.into() }
}

#[derive(Default)]
struct Tail {
    signed: HashMap<String, Signed>,
    ends: Ends,
    read: u64,
    back: u64,
    /// Since when keys are remembered …
    since: i64,
    /// … and since when some still may be.
    reach: i64,
    /// Fingerprints of the keys that records were found to have.
    keys: HashSet<u64>,
    secret: RandomState,
}

impl Tail {
    fn verify(mut self, store: &mut dyn Store, public: &str) -> Result<(u64, u64), Finding> {
        let heads: BTreeMap<String, Head> = store.heads().map_err(database)?.into_iter().collect();
        // Each is signed for itself, so what is said of archives holds also where the chain is not read.
        self.ends = Ends::of(store, Some(public))?;
        for record in store.tail(Archive::STREAM, 0).map_err(database)? {
            self.ends
                .note(&record, Some(public))
                .map_err(|what| wrong(Archive::STREAM, record.sequence, what))?;
        }
        self.ends.are_signed()?;
        let last = heads.get(Checkpoint::STREAM).copied();
        self.checkpoints(store, public, last.unwrap_or(Head { sequence: 0, hash: Hash([0; 32]) }))?;
        let mut accounts: HashMap<String, Vec<(Account, i64)>> = HashMap::new();
        for balance in store.balances().map_err(database)? {
            accounts.entry(balance.stream).or_default().push((balance.account, balance.units));
        }
        let mut newest = i64::MIN;
        // Whoever changes times, or their order, for less to be read has a day by the clock read all the same.
        self.since = Horizon::of(store).map_err(database)?.1;
        for (name, head) in &heads {
            let last = store.range(name, head.sequence, head.sequence).map_err(database)?;
            newest = last.first().map_or(newest, |last| newest.max(last.at));
        }
        self.since =
            self.since.min(newest.saturating_sub(Keys::KEPT)).max(self.ends.since.unwrap_or(i64::MIN));
        self.reach = self.since.saturating_sub(Keys::SPARE);
        for (name, head) in &heads {
            if name != Checkpoint::STREAM {
                let held = accounts.remove(name).unwrap_or_default();
                self.stream(store, name, *head, held)?;
            }
        }
        if let Some(name) = self.signed.keys().filter(|name| !heads.contains_key(*name)).min() {
            return Err(wrong(name, 0, "it was signed, but is not there"));
        }
        if let Some(name) = accounts.keys().min() {
            return Err(wrong(name, 0, "it has balances but no head"));
        }
        self.no_other_keys(store, public)?;
        Ok((self.read, self.back))
    }

    fn print(&self, stream: &str, key: &str, (asked, sequence, at): (u64, u64, i64)) -> u64 {
        self.secret.hash_one((stream, key, asked, sequence, at))
    }

    /// Whether every key that is remembered is in its record, of the same time: what its row says of its age is not
    /// believed.
    fn no_other_keys(&self, store: &mut dyn Store, public: &str) -> Result<(), Finding> {
        let mut others = Vec::new();
        let scanned = store.scan_keys(&mut |stream, key| {
            let print = self.print(stream, &key.key, (key.asked, key.sequence, key.at));
            if !self.keys.contains(&print) {
                others.push((stream.to_string(), key));
            }
        });
        scanned.map_err(database)?;
        // A clock that was wrong once may have left a young one before an old one, and so before what was read.
        for (stream, key) in others {
            let (base, sequence) = (self.ends.base(&stream).head, key.sequence);
            let mut read = store.range(&stream, sequence.saturating_sub(1), sequence).map_err(database)?;
            let Some(record) = read.pop().filter(|record| key.is_in(record)) else {
                return Err(wrong(&stream, sequence, key.odd(None)));
            };
            link(&record, &read.pop().map_or(base.hash, |prior| prior.hash))?;
            anchored(store, public, &stream, Head { sequence, hash: record.hash }).map_err(database)?;
        }
        Ok(())
    }

    /// Reads checkpoints from the last one back to one that signs every stream.
    fn checkpoints(&mut self, store: &mut dyn Store, public: &str, head: Head) -> Result<(), Finding> {
        const STREAM: &str = Checkpoint::STREAM;
        let base = self.ends.base(STREAM).head;
        let first = base.sequence + 1;
        let mut wanted = head;
        while wanted.sequence >= first {
            let from = wanted.sequence.saturating_sub(PAGE).max(first);
            let page = store.range(STREAM, from, wanted.sequence).map_err(database)?;
            if page.len() as u64 != wanted.sequence - from + 1 {
                return Err(wrong(STREAM, wanted.sequence, "it, or one before it, is missing"));
            }
            for pair in (0..page.len()).rev() {
                let record = &page[pair];
                let prior = match pair {
                    0 if from > first => break,
                    0 => base.hash,
                    after => page[after - 1].hash,
                };
                if (Head { sequence: record.sequence, hash: record.hash }) != wanted {
                    return Err(wrong(STREAM, wanted.sequence, "it is not where its stream leads"));
                }
                link(record, &prior)?;
                self.read += 1;
                let bad = |what: String| wrong(STREAM, record.sequence, what);
                let checkpoint = Checkpoint::from_body(record.sequence, &record.body)
                    .map_err(|error| bad(error.to_string()))?;
                let stated = checkpoint.stated(Some(public)).map_err(bad)?;
                if stated.number != record.sequence {
                    return Err(bad(format!("it was signed as checkpoint {}", stated.number)));
                }
                for (name, signed) in stated.heads {
                    self.signed.entry(name).or_insert(signed);
                }
                if stated.whole {
                    return Ok(());
                }
                wanted = Head { sequence: record.sequence - 1, hash: prior };
            }
        }
        Ok(())
    }

    /// Goes back from a record of a stream that was signed as far as keys are remembered: each record is the one that
    /// the next follows, and its key is remembered.
    fn back(&mut self, store: &mut dyn Store, name: &str, signed: Head, base: Head) -> Result<(), Finding> {
        let mut wanted = signed;
        while wanted.sequence > base.sequence {
            let from = wanted.sequence.saturating_sub(BACK).max(base.sequence) + 1;
            // The one before as well, to which the first one links.
            let before = (from - 1).max(base.sequence + 1);
            let page = store.range(name, before, wanted.sequence).map_err(database)?;
            let mut young = Vec::new();
            for (place, record) in page.iter().enumerate().rev().filter(|(_, record)| record.sequence >= from)
            {
                let prior = match place {
                    0 => base.hash,
                    after => page[after - 1].hash,
                };
                if (Head { sequence: record.sequence, hash: record.hash }) != wanted {
                    return Err(wrong(
                        name,
                        wanted.sequence,
                        "it is not the record that the next one follows",
                    ));
                }
                link(record, &prior)?;
                if record.at < self.reach {
                    return self.remembered(store, name, young.into_iter());
                }
                self.back += 1;
                young.push(record);
                wanted = Head { sequence: record.sequence - 1, hash: prior };
            }
            self.remembered(store, name, young.into_iter())?;
            if wanted.sequence >= from {
                return Err(wrong(name, wanted.sequence, "it is missing"));
            }
        }
        Ok(())
    }

    /// One stream from where it was signed to its head.
    fn stream(
        &mut self,
        store: &mut dyn Store,
        name: &str,
        head: Head,
        held: Vec<(Account, i64)>,
    ) -> Result<(), Finding> {
        let signed = self.signed.get(name).copied();
        let base = self.ends.base(name);
        let start = signed.map_or(base.head, |signed| signed.head);
        if head.sequence < start.sequence {
            let (stands, was) = (head.sequence, start.sequence);
            return Err(wrong(name, stands + 1, format!("it is missing: record {was} was signed")));
        }
        // The signed one too, so that it is not another of the same number; and the one before, to which it links.
        let from = start.sequence.saturating_sub(1).max(base.head.sequence + 1);
        let mut tail = store.range(name, from, head.sequence).map_err(database)?;
        if start.sequence > base.head.sequence {
            let before = match from < start.sequence {
                true if tail.is_empty() => None,
                true => Some(tail.remove(0).hash),
                false => Some(base.head.hash),
            };
            let signed = (!tail.is_empty()).then(|| tail.remove(0));
            let same = signed.zip(before).is_some_and(|(signed, before)| {
                signed.sequence == start.sequence
                    && signed.hash == start.hash
                    && signed.link(&before) == start.hash
            });
            if !same {
                return Err(wrong(name, start.sequence, "it is not the record that was signed"));
            }
        }
        self.back(store, name, start, base.head)?;
        let mut at = start;
        let mut moves = Vec::new();
        for record in &tail {
            if record.sequence != at.sequence + 1 {
                return Err(wrong(name, at.sequence + 1, "it is missing"));
            }
            moves.extend(link(record, &at.hash)?);
            at = Head { sequence: record.sequence, hash: record.hash };
        }
        self.read += tail.len() as u64;
        if at != head {
            return Err(wrong(name, head.sequence, "the head is not at the last record"));
        }
        // What nobody signed may be old by now, and its keys forgotten: a house may be away for days.
        let reach = self.reach;
        self.remembered(store, name, tail.iter().filter(|record| record.at >= reach))?;
        // What is held now, less what moved since, is what was signed.
        let mut ledger =
            Ledger::from_balances(held).map_err(|overdrawn| wrong(name, 0, overdrawn.to_string()))?;
        let sum = ledger.sum();
        for step in moves.iter().rev() {
            ledger
                .apply(&[step.back()])
                .map_err(|_| wrong(name, 0, "its balances are not what its records lead to"))?;
        }
        let was = match signed.and_then(|signed| signed.ledger) {
            Some(ledger) => ledger,
            None => ledger_digest(
                &Ledger::from_balances(base.balances).map_err(|what| wrong(name, 0, what.to_string()))?,
            ),
        };
        match sum == 0 && ledger_digest(&ledger) == was {
            true => Ok(()),
            false => Err(wrong(name, 0, "its balances are not what its records lead to")),
        }
    }

    /// Whether the keys of some records of a stream are remembered.
    fn remembered<'r>(
        &mut self,
        store: &mut dyn Store,
        name: &str,
        records: impl Iterator<Item = &'r Record> + Clone,
    ) -> Result<(), Finding> {
        let keys: Vec<String> =
            records.clone().filter_map(|record| Some(record.key.as_ref()?.0.clone())).collect();
        if keys.is_empty() {
            return Ok(());
        }
        let found = store.keys(name, &keys).map_err(database)?;
        let found: HashMap<u64, &Key> = found.iter().map(|known| (known.sequence, known)).collect();
        for record in records {
            let Some((key, asked)) = &record.key else { continue };
            match found.get(&record.sequence) {
                Some(known) if known.is_in(record) => {}
                // It may have been forgotten by now; if not, it is looked at once more.
                _ if record.at <= self.since => continue,
                Some(known) => {
                    let what = format!(
                        "its key is not remembered as it is: as of {}, the record is of {}",
                        known.at, record.at
                    );
                    return Err(wrong(name, record.sequence, what));
                }
                None => return Err(wrong(name, record.sequence, "its key is not remembered as it is")),
            }
            let print = self.print(name, key, (*asked, record.sequence, record.at));
            self.keys.insert(print);
        }
        Ok(())
    }
}

/// Whether a record is what it has to be after another; the moves it makes.
fn link(record: &Record, prior: &Hash) -> Result<Vec<money::Move>, Finding> {
    let bad = |what: String| wrong(&record.stream, record.sequence, what);
    if record.form == 0 || record.form > FORM {
        return Err(bad(format!("it is of form {}, 1 to {FORM} are known", record.form)));
    }
    if record.link(prior) != record.hash {
        return Err(bad("it was changed: its hash is wrong".into()));
    }
    serde_json::from_slice::<serde::de::IgnoredAny>(&record.body)
        .map_err(|error| bad(format!("its body is not JSON: {error}")))?;
    read_moves(&record.moves).map_err(bad)
}

/// What came of comparing a journal with checkpoints that were kept elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// How many were compared.
    pub compared: u64,
    /// How many are not to be found here, because an archive has them, or because this is one.
    pub elsewhere: u64,
    /// The first that the journal does not have as it was.
    pub odd: Option<String>,
}

/// Compares a journal with checkpoints that were kept elsewhere, a line each. That streams begin and end where
/// they do is for [`verify`] to say.
///
/// # Errors
/// A line that is no checkpoint, or that the key did not sign; a store that cannot be read.
pub fn compare(store: &mut dyn Store, public: Option<&str>, kept: &str) -> Result<Compared, String> {
    let ends = Ends::of(store, public).map_err(|finding| finding.to_string())?;
    let lines = kept.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty());
    let mut found = Compared::default();
    for (place, line) in lines {
        let bad = |what: String| format!("line {} of the checkpoints kept elsewhere: {what}", place + 1);
        let checkpoint =
            Checkpoint::from_body(0, line.as_bytes()).map_err(|_| bad("it is not a checkpoint".into()))?;
        let number = checkpoint.stated(public).map_err(bad)?.number;
        if ends.is_elsewhere(Checkpoint::STREAM, number)
            || number == ends.base(Checkpoint::STREAM).head.sequence
        {
            found.elsewhere += 1;
            continue;
        }
        found.compared += 1;
        if found.odd.is_some() {
            continue;
        }
        let record = store.range(Checkpoint::STREAM, number, number).map_err(|error| error.to_string())?;
        found.odd = match record.first() {
            None => Some(format!(
                "checkpoint {number}, kept elsewhere, is not in the journal: it was cut off before that"
            )),
            Some(record) if record.body != checkpoint.to_body() => Some(format!(
                "checkpoint {number} differs from the one kept elsewhere: the journal was written anew"
            )),
            Some(_) => None,
        };
    }
    if found.compared + found.elsewhere == 0 {
        return Err("there is no checkpoint among those kept elsewhere".into());
    }
    Ok(found)
}
