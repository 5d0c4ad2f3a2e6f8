//! Reads everything again, and names the first thing that is wrong.
//!
//! Checked: every record follows the one before in its stream and has the hash it has to have; bodies are
//! JSON, moves are moves; every signed head is there; the heads and balances that the store keeps are what
//! the records lead to; where a stream begins after an archive is what the house signed; no account that may not owe ever did; all accounts together are nothing; and the
//! database itself is whole. Snapshots and the list of rounds are caches, and are not looked at.

use crate::{Archive, Base, Checkpoint, Error, FORM, Head, Record, Store, read_moves};
use money::Ledger;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In which stream; empty for the database as a whole.
    pub stream: String,
    /// At which record; 0 for the stream as a whole.
    pub sequence: u64,
    /// What.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.stream.as_str(), self.sequence) {
            ("", _) => write!(f, "{}", self.what),
            (stream, 0) => write!(f, "stream {stream}: {}", self.what),
            (stream, sequence) => write!(f, "stream {stream}, record {sequence}: {}", self.what),
        }
    }
}

/// What verification came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Records read.
    pub records: u64,
    /// Streams they belong to.
    pub streams: u64,
    /// Checkpoints whose signature holds.
    pub checkpoints: u64,
    /// Records that no checkpoint takes in yet.
    pub unsigned: u64,
    /// The first thing that is wrong.
    pub finding: Option<Finding>,
    /// Every account that holds something, from the records alone.
    pub ledgers: BTreeMap<String, Ledger>,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub const fn holds(&self) -> bool {
        self.finding.is_none()
    }
}

#[derive(Default)]
struct Walk {
    heads: HashMap<String, Head>,
    signed: HashMap<String, u64>,
    /// Where streams begin, as the store says …
    bases: HashMap<String, Base>,
    /// … and as the archives say that the house signed.
    archived: HashMap<String, Base>,
    /// What this archive holds, if it is one.
    holds: Option<HashMap<String, Base>>,
    verdict: Verdict,
}

impl Walk {
    /// Where everything begins.
    fn begin(&mut self, store: &mut dyn Store, public: Option<&str>) -> Result<(), Finding> {
        let whole = |stream: &str, what: String| Finding { stream: stream.into(), sequence: 0, what };
        let database = |error: Error| whole("", error.to_string());
        for mut base in store.bases().map_err(database)? {
            base.balances.sort();
            let ledger = Ledger::from_balances(base.balances.clone())
                .map_err(|what| whole(&base.stream, format!("it begins with balances that cannot be: {what}")))?;
            self.verdict.ledgers.insert(base.stream.clone(), ledger);
            self.heads.insert(base.stream.clone(), base.head);
            self.bases.insert(base.stream.clone(), base);
        }
        let Some(body) = store.on_shelf(Archive::SHELF, Archive::NAME).map_err(database)? else {
            return Ok(());
        };
        let wrong = |what: String| whole("", format!("what the archive says it holds: {what}"));
        let (_, held) = Archive::from_body(&body).and_then(|said| said.held(public)).map_err(wrong)?;
        let mut holds = HashMap::new();
        for (after, base) in held {
            let begins = self.heads.get(&base.stream).copied();
            if begins.unwrap_or_else(|| Head::genesis(&base.stream)) != after {
                return Err(whole(&base.stream, format!("it begins elsewhere than after record {}", after.sequence)));
            }
            holds.insert(base.stream.clone(), base);
        }
        self.holds = Some(holds);
        Ok(())
    }

    fn step(&mut self, record: &Record, public: Option<&str>) -> Result<(), Finding> {
        let wrong =
            |what: String| Finding { stream: record.stream.to_string(), sequence: record.sequence, what };
        let head = match self.heads.get(&*record.stream) {
            Some(head) => *head,
            None => Head::genesis(&record.stream),
        };
        let next = head.sequence + 1;
        if record.sequence > next {
            let what = format!("it is missing: record {} stands in its place", record.sequence);
            return Err(Finding { sequence: next, ..wrong(what) });
        }
        if record.sequence < next {
            return Err(wrong(format!("it comes after record {}: added, or out of order", head.sequence)));
        }
        if record.form == 0 || record.form > FORM {
            return Err(wrong(format!("it is of form {}, 1 to {FORM} are known", record.form)));
        }
        if record.link(&head.hash) != record.hash {
            return Err(wrong("it was changed: its hash is not what it has to be".into()));
        }
        serde_json::from_slice::<serde::de::IgnoredAny>(&record.body)
            .map_err(|error| wrong(format!("its body is no JSON: {error}")))?;
        let moves = read_moves(&record.moves).map_err(wrong)?;
        if !moves.is_empty() {
            let ledger = self.verdict.ledgers.entry(record.stream.to_string()).or_default();
            ledger.apply(&moves).map_err(|overdrawn| wrong(overdrawn.to_string()))?;
        }
        if &*record.stream == Checkpoint::STREAM {
            self.signed(record, public).map_err(wrong)?;
        }
        if &*record.stream == Archive::STREAM {
            let (number, held) =
                Archive::from_body(&record.body).and_then(|said| said.held(public)).map_err(wrong)?;
            if number != record.sequence {
                return Err(wrong(format!("it was signed as archive {number}")));
            }
            self.archived.extend(held.into_iter().map(|(_, base)| (base.stream.clone(), base)));
        }
        let head = Head { sequence: record.sequence, hash: record.hash };
        match self.heads.get_mut(&*record.stream) {
            Some(known) => *known = head,
            None => {
                self.heads.insert(record.stream.to_string(), head);
            }
        }
        self.verdict.records += 1;
        Ok(())
    }

    /// A checkpoint: every stream it states stands where it says, since the one writer signs in its turn.
    fn signed(&mut self, record: &Record, public: Option<&str>) -> Result<(), String> {
        let checkpoint =
            Checkpoint::from_body(record.sequence, &record.body).map_err(|error| error.to_string())?;
        let (number, heads) = checkpoint.heads(public)?;
        if number != record.sequence {
            return Err(format!("it was signed as checkpoint {number}"));
        }
        for (name, head) in heads {
            match self.heads.get(&name) {
                Some(known) if *known == head => {}
                // What is in another file is for that file to show.
                _ if self.is_elsewhere(&name, head.sequence) => continue,
                Some(known) if known.sequence == head.sequence => {
                    return Err(format!("it signs another record {} of stream {name}", head.sequence));
                }
                known => {
                    let (signed, stands) = (head.sequence, known.map_or(0, |known| known.sequence));
                    return Err(format!(
                        "it signs record {signed} of stream {name}, which stands at {stands}"
                    ));
                }
            }
            self.signed.insert(name, head.sequence);
        }
        self.verdict.checkpoints += 1;
        Ok(())
    }

    /// Whether a record is not in this store, because it is in an archive, or this is one and it is not in it.
    fn is_elsewhere(&self, name: &str, sequence: u64) -> bool {
        let before = self.bases.get(name).is_some_and(|base| sequence < base.head.sequence);
        let after = |holds: &HashMap<String, Base>| {
            holds.get(name).is_none_or(|base| sequence > base.head.sequence)
        };
        before || self.holds.as_ref().is_some_and(after)
    }

    /// Where streams begin, and where an archive ends, is what the house signed.
    fn archives(&self) -> Result<(), Finding> {
        let whole = |stream: &str, what: &str| Finding { stream: stream.into(), sequence: 0, what: what.into() };
        if let Some(holds) = &self.holds {
            for (name, base) in holds {
                let led = self.verdict.ledgers.get(name).map(Ledger::accounts);
                let mut led: Vec<_> = led.into_iter().flatten().map(|(account, units)| (*account, *units)).collect();
                led.sort();
                if self.heads.get(name) != Some(&base.head) || led != base.balances {
                    return Err(whole(name, "it does not end as the house signed it"));
                }
            }
            let more = self.heads.keys().filter(|name| !holds.contains_key(*name)).min();
            return more.map_or(Ok(()), |name| Err(whole(name, "the house did not sign that it is in this archive")));
        }
        let mut names: Vec<&String> = self.bases.keys().chain(self.archived.keys()).collect();
        names.sort();
        match names.into_iter().find(|name| self.bases.get(*name) != self.archived.get(*name)) {
            Some(name) => Err(whole(name, "it does not begin where the archive that the house signed ends")),
            None => Ok(()),
        }
    }

    fn finish(&mut self, store: &mut dyn Store) -> Result<(), Finding> {
        self.archives()?;
        let whole = |stream: &str, what: String| Finding { stream: stream.into(), sequence: 0, what };
        let database = |error: Error| whole("", error.to_string());
        let kept: BTreeMap<String, Head> = store.heads().map_err(database)?.into_iter().collect();
        for (name, head) in &kept {
            let found = self.heads.get(name).copied();
            let last = found.map_or(0, |found| found.sequence);
            if last < head.sequence {
                let what = format!("it is missing: the head of the stream stands at {}", head.sequence);
                return Err(Finding { sequence: last + 1, ..whole(name, what) });
            }
            if last > head.sequence {
                let what = format!("it was added: the head of the stream stands at {}", head.sequence);
                return Err(Finding { sequence: head.sequence + 1, ..whole(name, what) });
            }
            if found != Some(*head) {
                return Err(whole(
                    name,
                    format!("its head stands at {}, not at its last record", head.sequence),
                ));
            }
        }
        if let Some(name) = self.heads.keys().filter(|name| !kept.contains_key(*name)).min() {
            return Err(whole(name, "its head is missing".into()));
        }
        let mut derived = Vec::new();
        for (name, ledger) in &self.verdict.ledgers {
            if ledger.sum() != 0 {
                return Err(whole(name, format!("its accounts sum to {}", ledger.sum())));
            }
            derived.extend(ledger.accounts().iter().map(|(account, units)| (name.clone(), *account, *units)));
        }
        let mut balances: Vec<_> = store
            .balances()
            .map_err(database)?
            .into_iter()
            .map(|balance| (balance.stream, balance.account, balance.units))
            .collect();
        derived.sort();
        balances.sort();
        if derived != balances {
            let odd = derived.iter().find(|entry| !balances.contains(entry));
            let odd = odd.or_else(|| balances.iter().find(|entry| !derived.contains(entry)));
            let (name, account, _) = odd.cloned().unwrap_or_else(|| derived[0].clone());
            let sum = |list: &[(String, money::Account, i64)]| {
                list.iter().find(|entry| entry.0 == name && entry.1 == account).map_or(0, |entry| entry.2)
            };
            let (has, led) = (sum(&balances), sum(&derived));
            return Err(whole(
                &name,
                format!("account {account} is kept at {has}, its records lead to {led}"),
            ));
        }
        self.verdict.streams = self.heads.len() as u64;
        self.verdict.unsigned = self
            .heads
            .iter()
            .filter(|(name, _)| *name != Checkpoint::STREAM)
            .map(|(name, head)| {
                let base = self.bases.get(name).map_or(0, |base| base.head.sequence);
                head.sequence - self.signed.get(name).copied().unwrap_or(base)
            })
            .sum();
        let damage = store.inspect().map_err(database)?;
        match damage.into_iter().next() {
            Some(line) => Err(whole("", format!("the database is damaged: {line}"))),
            None => Ok(()),
        }
    }
}

/// Verifies a journal; `public` is the key that checkpoints have to be signed with, if it is known. `seen`
/// hears how many records have been read, and may stop it by answering `false`. A writer may be at work
/// meanwhile: what is verified is the journal as it stood at the start.
pub fn verify(store: &mut dyn Store, public: Option<&str>, seen: &mut dyn FnMut(u64) -> bool) -> Verdict {
    if let Err(error) = store.hold() {
        let finding = Finding { stream: String::new(), sequence: 0, what: error.to_string() };
        return Verdict { finding: Some(finding), ..Verdict::default() };
    }
    let verdict = verify_held(store, public, seen);
    store.release();
    verdict
}

fn verify_held(store: &mut dyn Store, public: Option<&str>, seen: &mut dyn FnMut(u64) -> bool) -> Verdict {
    let mut walk = Walk::default();
    let mut finding = walk.begin(store, public).err();
    let mut stopped = false;
    if finding.is_some() {
        return Verdict { finding, ..walk.verdict };
    }
    let read = store.scan(&mut |record| {
        if let Err(found) = walk.step(&record, public) {
            finding = Some(found);
            return false;
        }
        stopped = !seen(walk.verdict.records);
        !stopped
    });
    if let (None, Err(error)) = (&finding, read) {
        finding = Some(match error {
            Error::Damaged { stream, sequence, what } => Finding { stream, sequence, what },
            other => Finding { stream: String::new(), sequence: 0, what: other.to_string() },
        });
    }
    if stopped && finding.is_none() {
        finding = Some(Finding { stream: String::new(), sequence: 0, what: "stopped before the end".into() });
    }
    if finding.is_none() {
        finding = walk.finish(store).err();
    }
    Verdict { finding, ..walk.verdict }
}
