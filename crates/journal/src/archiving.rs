//! How an archive is made: written, signed, verified as it was read back, and only then cut from the live
//! journal.
//!
//! Whenever it ends, by force too, the records are in the live journal, or they are in an archive that was
//! verified and has its name. The file has its name before the cut, so one that is there and is not on record
//! was left by somebody who did not come to the cut ([`unfinished`]): all it has is still in the journal.

use crate::checkpoint::ledger_digest;
use crate::horizon::Horizon;
use crate::imprint::Imprint;
use crate::last::{Tries, Went, count};
use crate::{
    Archive, Base, Batch, Checkpoint, Draft, Error, Head, Held, Holding, Kept, Last, Record, Search, Signer,
    Sqlite, Store, read_moves,
};
use money::{Account, Ledger};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How many records, or rounds, go into one commit.
const GROUP: usize = 4096;

/// What is to be archived.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'p> {
    /// The key of the house.
    pub signer: &'p Signer,
    /// The time now, in milliseconds.
    pub at: i64,
    /// Before which moment everything in it was finished, in milliseconds.
    pub before: i64,
    /// Whether the house left an imprint that has to fit: only tests have journals without.
    pub sealed: bool,
    /// The streams, each with the last record that goes.
    pub cuts: &'p BTreeMap<String, u64>,
    /// What the records lead to, as whoever verified them found: it is signed, and the balances have to be the same.
    pub ledgers: Option<&'p BTreeMap<String, Ledger>>,
    /// The file outside the database that says how far it has come: from then on how far the cut came.
    pub last: Option<&'p Last>,
}

/// Where a file is written before it has its name.
fn draft_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(".part");
    name.into()
}

/// Removes what is left of a draft.
fn sweep(draft: &Path) {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = draft.as_os_str().to_os_string();
        name.push(end);
        let _ = fs::remove_file(PathBuf::from(name));
    }
    let _ = fs::remove_file(draft.with_extension("lock"));
}

fn unusable(path: &Path) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::Store(format!("{}: {error}", path.display()))
}

/// Whether a file is an archive of this journal that was never cut from it, so that all it has is still there.
///
/// # Errors
/// One of them cannot be read, or the file is no archive of this house.
pub fn unfinished(live: &mut dyn Store, path: &Path, public: &str) -> Result<bool, Error> {
    let said = Archive::of(&mut Sqlite::open_settled(path)?)?;
    let said = said.ok_or_else(|| Error::Store(format!("{} is not an archive", path.display())))?;
    let holding = said.holding(Some(public)).map_err(|what| {
        Error::Store(format!("{} is not an archive of this house: {what}", path.display()))
    })?;
    for Held { from, to } in &holding.parts {
        // It begins where it did when the file was made, and still has what the file ends with. A house that was
        // made again from an older backup begins there too, and has less than the file.
        let last = live.range(&to.stream, to.head.sequence, to.head.sequence)?;
        let has = last.first().is_some_and(|record| record.hash == to.head.hash);
        if live.base(&from.stream)?.head != from.head || !has {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Moves the first records of some streams out of a live journal into a new file; what the house signed of it. Nobody else
/// writes from when this begins, or from when the caller asked for it ([`Store::alone`]), until all is cut, so what was
/// verified is what is signed; and what the file outside the database then says is what was cut here. A file that is there is left alone, unless it is an [`unfinished`] one.
///
/// # Errors
/// Something cannot be read or written, or does not verify; then nothing was cut.
pub fn archive(live: &mut dyn Store, path: &Path, plan: &Plan<'_>) -> Result<Holding, Error> {
    let turn = live.claim()?;
    live.alone()?;
    let done = archive_alone(live, turn, path, plan);
    live.let_go();
    done
}

fn archive_alone(live: &mut dyn Store, turn: i64, path: &Path, plan: &Plan<'_>) -> Result<Holding, Error> {
    if path.exists() && !unfinished(live, path, &plan.signer.public())? {
        let what = format!("{} already exists, and may be the only copy of its contents", path.display());
        return Err(Error::Store(what));
    }
    let draft = draft_of(path);
    sweep(&draft);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let written = write(live, &draft, &name, plan).and_then(|written| {
        young(&draft, &written)?;
        check(live, &draft, &plan.signer.public(), &written)?;
        // Nobody changes it by mistake. It has its name for good before anything is cut.
        let mut rights = fs::metadata(&draft).map_err(unusable(&draft))?.permissions();
        rights.set_readonly(true);
        fs::set_permissions(&draft, rights).map_err(unusable(&draft))?;
        fs::rename(&draft, path).map_err(unusable(path))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(unusable(folder))?;
        Ok(written)
    });
    let written = written.inspect_err(|_| sweep(&draft))?;
    cut(live, turn, plan, &written)?;
    Ok(written.holding)
}

/// A file that has everything, and what the live journal has to know of it.
struct Written {
    holding: Holding,
    statement: Archive,
    /// When the last record of the journal was kept.
    last: i64,
    records: u64,
}

fn write(live: &mut dyn Store, draft: &Path, name: &str, plan: &Plan<'_>) -> Result<Written, Error> {
    let mut file = Sqlite::open(draft)?;
    file.claim()?;
    let known: BTreeMap<String, Base> =
        live.bases()?.into_iter().map(|base| (base.stream.clone(), base)).collect();
    let starts: Vec<Base> = plan.cuts.keys().filter_map(|name| known.get(name)).cloned().collect();
    file.begin_after(&starts)?;
    let (records, last, since) = fill(live, &mut file, plan.cuts)?;
    for stream in plan.cuts.keys() {
        fill_beside(live, &mut file, stream, plan.cuts[stream])?;
    }
    let mut balances: BTreeMap<String, Vec<(Account, i64)>> = BTreeMap::new();
    for balance in file.balances()? {
        balances.entry(balance.stream).or_default().push((balance.account, balance.units));
    }
    let mut parts = Vec::new();
    for (name, head) in file.heads()? {
        let from = known.get(&name).cloned().unwrap_or_else(|| Base::genesis(&name));
        let search = Search { stream: Some(name.clone()), limit: 1, ..Search::default() };
        let rounds = file.rounds(&search)?.first().map_or(from.rounds, |round| round.number);
        let mut balances = balances.remove(&name).unwrap_or_default();
        balances.sort();
        parts.push(Held { from, to: Base { stream: name, head, balances, rounds } });
    }
    let number = live.head(Archive::STREAM)?.map_or(1, |head| head.sequence + 1);
    let Plan { at, before, .. } = *plan;
    let holding = Holding { number, name: name.into(), at, before, since, parts };
    let statement = Archive::sign(plan.signer, &holding);
    let (shelf, name) = (Archive::SHELF.into(), Archive::NAME.into());
    let kept = Kept { shelf, name, value: Some(statement.to_body()) };
    file.commit(&Batch { kept: vec![kept], ..Batch::default() })?;
    file.settle()?;
    let _ = fs::remove_file(draft.with_extension("lock"));
    fs::File::open(draft).and_then(|file| file.sync_all()).map_err(unusable(draft))?;
    Ok(Written { holding, statement, last, records })
}

/// Copies the records that go; how many, the time of the last record there is, and since when keys are remembered.
fn fill(
    live: &mut dyn Store,
    file: &mut Sqlite,
    cuts: &BTreeMap<String, u64>,
) -> Result<(u64, i64, i64), Error> {
    // Nobody asks an archive for keys.
    let fresh = || Batch { remembered: Some(Vec::new()), ..Batch::default() };
    let (mut count, mut last, mut horizon) = (0, 0, Horizon::default());
    let (mut batch, mut failed) = (fresh(), None);
    live.scan(&mut |record| {
        last = record.at;
        horizon.follow(record.at);
        if cuts.get(&*record.stream).is_none_or(|last| record.sequence > *last) {
            return true;
        }
        let moves =
            read_moves(&record.moves).map_err(|what| Error::damaged(&record.stream, record.sequence, what));
        let taken = moves.and_then(|moves| {
            batch.moves.extend(moves.into_iter().map(|step| (record.stream.clone(), step)));
            batch.records.push(record);
            count += 1;
            match batch.records.len() < GROUP {
                true => Ok(()),
                false => file.commit(&std::mem::replace(&mut batch, fresh())),
            }
        });
        failed = taken.err();
        failed.is_none()
    })?;
    match failed {
        Some(error) => Err(error),
        None => file.commit(&batch).map(|()| (count, last, horizon.moment())),
    }
}

/// Copies the rounds and states of one stream, up to a record; and the state of the next one, with which the stream
/// begins from now on: if it is ever lost there, it is here.
fn fill_beside(live: &mut dyn Store, file: &mut Sqlite, stream: &str, last: u64) -> Result<(), Error> {
    let mut before = None;
    loop {
        let limit = GROUP as u32;
        let search = Search { stream: Some(stream.into()), before, limit, ..Search::default() };
        let mut rounds = live.rounds(&search)?;
        let Some(first) = rounds.last() else { break };
        before = Some(first.number);
        rounds.retain(|round| round.last <= last);
        file.commit(&Batch { rounds, ..Batch::default() })?;
    }
    let mut most = last.saturating_add(1);
    while let Some(state) = live.state(stream, most)? {
        most = state.sequence.saturating_sub(1);
        file.commit(&Batch { states: vec![state], ..Batch::default() })?;
        if most == 0 {
            break;
        }
    }
    Ok(())
}

/// Whether no key would go that has to be remembered: by the records that go, whatever the table of keys says.
fn young(draft: &Path, written: &Written) -> Result<(), Error> {
    let mut found = None;
    Sqlite::open_settled(draft)?.scan(&mut |record| {
        let Some((key, _)) = &record.key else { return true };
        // A clock that was wrong once may have put keys into the future.
        if record.at > written.holding.since && record.at <= written.last {
            let (stream, sequence) = (&record.stream, record.sequence);
            let what =
                format!("stream {stream}, record {sequence}: its key {key:?} is less than 24 hours old");
            found = Some(Error::Store(format!("nothing was archived: {what}")));
        }
        found.is_none()
    })?;
    found.map_or(Ok(()), Err)
}

/// Reads the file again: whether it verifies, has every record that goes, and ends where the journal goes on.
fn check(live: &mut dyn Store, draft: &Path, public: &str, written: &Written) -> Result<(), Error> {
    let refuse = |what: String| Error::Store(format!("the archive does not verify, nothing was cut: {what}"));
    let mut file = Sqlite::open_settled(draft)?;
    let verdict = crate::verify(&mut file, Some(public), &mut |_| true);
    if let Some(finding) = verdict.finding {
        return Err(refuse(finding.to_string()));
    }
    if verdict.records != written.records {
        return Err(refuse(format!("{} records, {} were written", verdict.records, written.records)));
    }
    for Held { to: Base { stream, head, .. }, .. } in &written.holding.parts {
        let ends = live.range(stream, head.sequence, head.sequence)?;
        if ends.first().is_none_or(|record| record.hash != head.hash) {
            return Err(refuse(format!("stream {stream} has another record {}", head.sequence)));
        }
    }
    Ok(())
}

/// Cuts what is in the file from the live journal: in one commit with the signed statement and a checkpoint of
/// every stream.
fn cut(live: &mut dyn Store, turn: i64, plan: &Plan<'_>, written: &Written) -> Result<(), Error> {
    let at = written.last;
    let draft = |body| Draft { at, body, ..Draft::default() };
    let head = live.head(Archive::STREAM)?.unwrap_or_else(|| Head::genesis(Archive::STREAM));
    let body = written.statement.to_body();
    let said = Record::after(&Archive::STREAM.into(), head.sequence + 1, &head.hash, draft(body));
    let live_heads = live.heads()?;
    let mut heads: BTreeMap<String, Head> = live_heads.iter().cloned().collect();
    // What is signed here is what the house left, and nothing that was put in since it was looked at.
    let left = Imprint::of(live, plan.signer, &live_heads)?;
    if !heads.is_empty() && plan.sealed && !left.is_kept(live, plan.signer)? {
        return Err(Error::Strange("somebody else wrote to it meanwhile: nothing was cut".into()));
    }
    heads.insert(Archive::STREAM.into(), Head { sequence: said.sequence, hash: said.hash });
    let last = heads.remove(Checkpoint::STREAM).unwrap_or_else(|| Head::genesis(Checkpoint::STREAM));
    let mut accounts: BTreeMap<String, Vec<(Account, i64)>> = BTreeMap::new();
    for balance in live.balances()? {
        accounts.entry(balance.stream).or_default().push((balance.account, balance.units));
    }
    let stand: Vec<(String, Head)> = heads.iter().map(|(name, head)| (name.clone(), *head)).collect();
    let mut streams = Vec::new();
    for (name, head) in heads.into_iter().filter(|(_, head)| head.sequence > 0) {
        let ledger = Ledger::from_balances(accounts.remove(&name).unwrap_or_default())
            .map_err(|what| Error::damaged(&name, 0, format!("balances: {what}")))?;
        let digest = ledger_digest(&ledger);
        let lead = plan.ledgers.map(|all| all.get(&name).map_or_else(nothing, ledger_digest));
        if lead.is_some_and(|lead| lead != digest) {
            let what = "its balances are not what its records lead to: nothing was cut";
            return Err(Error::damaged(&name, 0, what));
        }
        streams.push((name, head, digest));
    }
    let signed = Checkpoint::sign(plan.signer, (last.sequence + 1, at, turn), streams, true);
    let signed =
        Record::after(&Checkpoint::STREAM.into(), last.sequence + 1, &last.hash, draft(signed.to_body()));
    let signed_at = Head { sequence: signed.sequence, hash: signed.hash };
    let stand = stand.iter().map(|(name, head)| (name.as_str(), *head));
    let mut imprint = left.with_heads(plan.signer, stand.chain([(Checkpoint::STREAM, signed_at)]));
    let mut tries = Tries { kept: left.number, tried: left.number, turn };
    let records = count(&live_heads);
    if let Some(file) = plan.last {
        tries.go_on(file.tries(plan.signer), false);
        file.put(&Went::new(plan.signer, records, last, &left, tries))?;
    }
    imprint.number = tries.again();
    let batch = Batch { records: vec![said, signed], imprint: imprint.kept(plan.signer), ..Batch::default() };
    let bases: Vec<Base> = written.holding.parts.iter().map(|part| part.to.clone()).collect();
    live.cut(&batch, &bases)?;
    // What was cut here, and not what lies in the database by now.
    tries.kept = tries.tried;
    let went = Went::new(plan.signer, records.saturating_add(2), signed_at, &imprint, tries);
    plan.last.map_or(Ok(()), |file| file.put(&went))
}

fn nothing() -> crate::Hash {
    ledger_digest(&Ledger::default())
}

/// The last checkpoint from before a moment, if there is one that can go: the last of all stays.
///
/// # Errors
/// The store cannot be read.
pub fn checkpoints_before(live: &mut dyn Store, moment: i64) -> Result<Option<u64>, Error> {
    let base = live.base(Checkpoint::STREAM)?.head.sequence;
    let head = live.head(Checkpoint::STREAM)?.map_or(0, |head| head.sequence);
    // They are made one after the other, so it is found by halving; one that a wrong clock made only leaves
    // more of them here.
    let (mut low, mut high) = (base, head.saturating_sub(1));
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let found = live.range(Checkpoint::STREAM, middle, middle)?;
        match found.first().is_some_and(|record| record.at < moment) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    Ok((low > base).then_some(low))
}
