//! Archives: what is old leaves the live journal for a file of its own, and the chain goes on.
//!
//! An archive holds the first records of some streams, in a SQLite file like any other journal. The house signs
//! what it holds: for each stream where it begins, its last record, and what its accounts held then. The same
//! statement is a record of the live journal, in which those streams begin after that record from then on
//! ([`Base`]). So each half can be verified alone, and neither be changed without the other showing it.

use crate::checkpoint::{sign, signed_by};
use crate::memory::account_name;
use crate::posting::read_account;
use crate::{Batch, Checkpoint, Draft, Error, Head, Kept, Record, Search, Signer, Sqlite, Store, read_moves};
use money::Account;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Signed bytes begin with this.
const LABEL: &[u8] = b"houseway/archive/1\0";
/// How many records, or rounds, go into one commit.
const GROUP: usize = 4096;

/// Where a stream begins in a store: after a record that is in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Base {
    /// The stream.
    pub stream: String,
    /// The last record that is not here.
    pub head: Head,
    /// What its accounts held then, by name.
    pub balances: Vec<(Account, i64)>,
    /// The last round that is not here; 0 for none.
    pub rounds: u32,
}

impl Base {
    /// Balances as text.
    pub(crate) fn balances_text(&self) -> String {
        serde_json::to_string(&named(&self.balances)).unwrap_or_default()
    }

    /// Balances from text.
    pub(crate) fn read_balances(stream: &str, text: &str) -> Result<Vec<(Account, i64)>, Error> {
        let named: Vec<(String, i64)> = serde_json::from_str(text)
            .map_err(|error| Error::damaged(stream, 0, format!("the balances it begins with: {error}")))?;
        accounts(named).map_err(|what| Error::damaged(stream, 0, what))
    }
}

fn named(balances: &[(Account, i64)]) -> Vec<(String, i64)> {
    let mut named: Vec<_> =
        balances.iter().map(|(account, units)| (account_name(*account), *units)).collect();
    named.sort();
    named
}

fn accounts(named: Vec<(String, i64)>) -> Result<Vec<(Account, i64)>, String> {
    let account = |(name, units): (String, i64)| {
        read_account(&name).map(|account| (account, units)).ok_or_else(|| format!("{name:?} is no account"))
    };
    named.into_iter().map(account).collect()
}

/// What is signed.
#[derive(Serialize, Deserialize)]
struct Statement {
    number: u64,
    at: i64,
    before: i64,
    parts: Vec<Part>,
}

/// What an archive holds of one stream.
#[derive(Serialize, Deserialize)]
struct Part {
    stream: String,
    after: (u64, String),
    to: (u64, String),
    balances: Vec<(String, i64)>,
    rounds: u32,
}

/// A signed statement of what an archive holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Archive {
    statement: String,
    public: String,
    signature: String,
}

/// What an archive says of one stream: after which record it begins, and where the stream goes on.
pub type Held = (Head, Base);

impl Archive {
    /// The stream of the live journal that statements are kept in.
    pub const STREAM: &'static str = "house/archives";
    /// The shelf of an archive on which its own statement is, and its name there.
    pub const SHELF: &'static str = "archive";
    /// Its name there.
    pub const NAME: &'static str = "statement";

    fn sign(signer: &Signer, number: u64, at: i64, before: i64, held: &[Held]) -> Self {
        let pair = |head: &Head| (head.sequence, head.hash.to_string());
        let parts = held.iter().map(|(after, base)| Part {
            stream: base.stream.clone(),
            after: pair(after),
            to: pair(&base.head),
            balances: named(&base.balances),
            rounds: base.rounds,
        });
        let statement = Statement { number, at, before, parts: parts.collect() };
        let statement = serde_json::to_string(&statement).unwrap_or_default();
        let signature = sign(signer, LABEL, &statement);
        Self { statement, public: signer.public(), signature }
    }

    /// As a record's body.
    pub fn to_body(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// From a record's body.
    ///
    /// # Errors
    /// It is none.
    pub fn from_body(body: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(body).map_err(|error| format!("no archive's statement: {error}"))
    }

    /// Its number and what it holds, if its signature is of a key: of the one given, or of the one it names.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn held(&self, public: Option<&str>) -> Result<(u64, Vec<Held>), String> {
        signed_by(public, LABEL, &self.statement, &self.public, &self.signature)?;
        let statement: Statement = serde_json::from_str(&self.statement)
            .map_err(|error| format!("its statement is none: {error}"))?;
        let head = |(sequence, hash): (u64, String)| -> Result<Head, String> {
            Ok(Head { sequence, hash: hash.parse()? })
        };
        let held = statement.parts.into_iter().map(|part| {
            let mut balances = accounts(part.balances)?;
            balances.sort();
            let base =
                Base { stream: part.stream, head: head(part.to)?, balances, rounds: part.rounds };
            Ok((head(part.after)?, base))
        });
        Ok((statement.number, held.collect::<Result<_, String>>()?))
    }
}

/// Moves the first records of some streams, each up to a sequence, from a live journal that nobody writes to
/// into an empty file; how many records. The live journal is cut only when the file has been verified, by one
/// commit that also puts the signed statement on record and signs every head anew.
///
/// # Errors
/// Something cannot be read or written, or does not verify; then nothing was cut.
pub fn archive(
    live: &mut dyn Store,
    file: &mut Sqlite,
    signer: &Signer,
    (at, before): (i64, i64),
    cuts: &BTreeMap<String, u64>,
) -> Result<u64, Error> {
    let turn = live.claim()?;
    file.claim()?;
    let known: BTreeMap<String, Base> =
        live.bases()?.into_iter().map(|base| (base.stream.clone(), base)).collect();
    let starts: Vec<Base> = cuts.keys().filter_map(|name| known.get(name)).cloned().collect();
    file.begin(&starts)?;
    let records = fill(live, file, cuts)?;
    let mut held = Vec::new();
    let mut balances: BTreeMap<String, Vec<(Account, i64)>> = BTreeMap::new();
    for balance in file.balances()? {
        balances.entry(balance.stream).or_default().push((balance.account, balance.units));
    }
    for (name, head) in file.heads()? {
        let start = known.get(&name);
        let after = start.map_or_else(|| Head::genesis(&name), |base| base.head);
        let search = Search { stream: Some(name.clone()), limit: 1, ..Search::default() };
        let last = file.rounds(&search)?.first().map(|round| round.number);
        let rounds = last.or(start.map(|base| base.rounds)).unwrap_or(0);
        let mut balances = balances.remove(&name).unwrap_or_default();
        balances.sort();
        held.push((after, Base { stream: name, head, balances, rounds }));
    }
    let stream: Arc<str> = Archive::STREAM.into();
    let head = live.head(Archive::STREAM)?.unwrap_or_else(|| Head::genesis(Archive::STREAM));
    let statement = Archive::sign(signer, head.sequence + 1, at, before, &held);
    let kept = Kept {
        shelf: Archive::SHELF.into(),
        name: Archive::NAME.into(),
        value: Some(statement.to_body()),
    };
    file.commit(&Batch { kept: vec![kept], ..Batch::default() })?;
    let public = signer.public();
    if let Some(finding) = crate::verify(file, Some(&public), &mut |_| true).finding {
        return Err(Error::Store(format!("the archive does not verify: {finding}")));
    }
    let draft = |body| Draft { at, body, ..Draft::default() };
    let said = Record::after(&stream, head.sequence + 1, &head.hash, draft(statement.to_body()));
    let mut heads: BTreeMap<String, Head> = live.heads()?.into_iter().collect();
    heads.insert(Archive::STREAM.into(), Head { sequence: said.sequence, hash: said.hash });
    let last = heads.remove(Checkpoint::STREAM).unwrap_or_else(|| Head::genesis(Checkpoint::STREAM));
    let signed = Checkpoint::sign(signer, last.sequence + 1, at, turn, heads.into_iter().collect());
    let signed =
        Record::after(&Checkpoint::STREAM.into(), last.sequence + 1, &last.hash, draft(signed.to_body()));
    let batch = Batch { records: vec![said, signed], ..Batch::default() };
    let bases: Vec<Base> = held.into_iter().map(|(_, base)| base).collect();
    live.cut(&batch, &bases)?;
    Ok(records)
}

/// Copies what goes into the archive.
fn fill(live: &mut dyn Store, file: &mut Sqlite, cuts: &BTreeMap<String, u64>) -> Result<u64, Error> {
    let (mut count, mut batch, mut failed) = (0, Batch::default(), None);
    live.scan(&mut |record| {
        if cuts.get(&*record.stream).is_none_or(|last| record.sequence > *last) {
            return true;
        }
        let moves = read_moves(&record.moves)
            .map_err(|what| Error::damaged(&record.stream, record.sequence, what));
        let taken = moves.and_then(|moves| {
            batch.moves.extend(moves.into_iter().map(|step| (record.stream.clone(), step)));
            batch.records.push(record);
            count += 1;
            if batch.records.len() < GROUP {
                return Ok(());
            }
            let done = file.commit(&batch);
            batch.clear();
            done
        });
        failed = taken.err();
        failed.is_none()
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    file.commit(&batch)?;
    batch.clear();
    for (stream, last) in cuts {
        let mut before = None;
        loop {
            let search =
                Search { stream: Some(stream.clone()), before, limit: GROUP as u32, ..Search::default() };
            let rounds = live.rounds(&search)?;
            let Some(first) = rounds.last() else { break };
            before = Some(first.number);
            batch.rounds.extend(rounds.into_iter().filter(|round| round.last <= *last));
            file.commit(&batch)?;
            batch.clear();
        }
        let mut most = *last;
        while let Some(state) = live.state(stream, most)? {
            most = state.sequence.saturating_sub(1);
            batch.states.push(state);
            if batch.states.len() >= 64 {
                file.commit(&batch)?;
                batch.clear();
            }
            if most == 0 {
                break;
            }
        }
        file.commit(&batch)?;
        batch.clear();
    }
    Ok(count)
}
