//! Reads everything again, and names the first thing that is wrong.
//!
//! Checked: every record follows the one before in its stream and has the hash it has to have; bodies are
//! JSON, moves are moves; no key stands twice in a stream within the time it is remembered, and the store
//! finds every one; every signed head is there; the heads and balances that the store keeps are what
//! the records lead to; no account that may not owe ever did; all accounts together are nothing; streams that
//! begin after an archive, and an archive's own, begin and end as the house signed; and the database itself is
//! whole. Snapshots and the list of rounds are caches, and are not looked at.

use crate::checkpoint::{Signed, ledger_digest};
use crate::ends::Ends;
use crate::horizon::{Horizon, Moments};
use crate::{Archive, Checkpoint, Error, FORM, Head, Key, Keys, Record, Store, read_moves};
use money::Ledger;
use std::collections::{BTreeMap, HashMap, VecDeque};
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
    keys: Window,
    ends: Ends,
    verdict: Verdict,
}

/// The keys of the last [`Keys::KEPT`] that passed, as the records have them.
#[derive(Default)]
struct Window {
    /// Each with the number of its record among all.
    known: HashMap<(String, String), (Key, u64)>,
    order: VecDeque<(i64, (String, String))>,
    horizon: Horizon,
    moments: Moments,
    /// How many records there were.
    records: u64,
    /// Since when all records are here: before that, some are in an archive.
    whole: i64,
}

impl Window {
    /// Of a store that some records may have left.
    fn over(store: &mut dyn Store, ends: &Ends) -> Result<Self, Error> {
        let mut whole = if ends.is_archive() { i64::MAX } else { i64::MIN };
        for record in store.tail(Archive::STREAM, 0)? {
            // What is none is found when it is read.
            let holding = Archive::from_body(&record.body).and_then(|archive| archive.holding(None));
            whole = holding.map_or(whole, |holding| whole.max(holding.before));
        }
        Ok(Self { whole, ..Self::default() })
    }

    fn step(&mut self, record: &Record) -> Result<(), String> {
        self.records += 1;
        self.horizon.follow(record.at);
        let since = self.horizon.moment();
        self.moments.push(self.records, since);
        let reach = since.saturating_sub(Keys::SPARE);
        while self.order.front().is_some_and(|(at, _)| *at < reach) {
            if let Some((at, name)) = self.order.pop_front()
                && self.known.get(&name).is_some_and(|(known, _)| known.at == at)
            {
                self.known.remove(&name);
            }
        }
        let Some((key, asked)) = &record.key else { return Ok(()) };
        let (at, name) = (record.at, (record.stream.to_string(), key.clone()));
        if let Some((first, number)) = self.known.get(&name)
            // By the clock alone where records are missing that would show how much time passed.
            && (at.abs_diff(first.at) <= Keys::KEPT.unsigned_abs()
                || (first.at >= self.whole && self.is_due(first, *number)))
        {
            return Err(format!("its key {key:?} stands twice: record {} has it too", first.sequence));
        }
        self.order.push_back((at, name.clone()));
        let known = Key { key: key.clone(), asked: *asked, sequence: record.sequence, at };
        self.known.insert(name, (known, self.records));
        Ok(())
    }

    /// Whether a key has to be remembered: at no time since could it be forgotten.
    fn is_due(&self, key: &Key, number: u64) -> bool {
        key.at > self.moments.since(number)
    }

    /// Compares with what the store would find: every key that it remembers is in its record, of the same time. What
    /// its row says of its age is not believed.
    /// Nor is any missing after the moment that the last archive says.
    fn finish(&mut self, store: &mut dyn Store, since: Option<i64>) -> Result<(), Finding> {
        let database = |error: Error| Finding { stream: String::new(), sequence: 0, what: error.to_string() };
        let (mut odd, mut others) = (None, Vec::new());
        let scanned = store.scan_keys(&mut |stream, key| {
            let name = (stream.to_string(), key.key.clone());
            match self.known.get(&name) {
                Some((known, _)) if *known == key => drop(self.known.remove(&name)),
                Some((known, _)) => {
                    let what = key.odd(Some((known.sequence, known.at)));
                    odd.get_or_insert(Finding { stream: name.0, sequence: key.sequence, what });
                }
                None => others.push((name.0, key)),
            }
        });
        scanned.map_err(database)?;
        for (stream, key) in others {
            if odd.is_none() && !key.is_of_record(store, &stream).map_err(database)? {
                odd = Some(Finding { what: key.odd(None), stream, sequence: key.sequence });
            }
        }
        let due = self.known.iter().filter(|(_, (key, number))| self.is_due(key, *number));
        let due = due.filter(|(_, (key, _))| since.is_none_or(|since| key.at > since));
        let lost = due.min_by_key(|(name, _)| *name).map(|((stream, key), (known, _))| {
            let what = format!("its key {key:?} is not remembered");
            Finding { stream: stream.clone(), sequence: known.sequence, what }
        });
        odd.or(lost).map_or(Ok(()), Err)
    }
}

impl Walk {
    /// Before the first record.
    fn begin(store: &mut dyn Store, public: Option<&str>) -> Result<Self, Finding> {
        let ends = Ends::of(store, public)?;
        let database = |error: Error| Finding { stream: String::new(), sequence: 0, what: error.to_string() };
        let keys = Window::over(store, &ends).map_err(database)?;
        let mut walk = Self { ends, keys, ..Self::default() };
        for (name, head, ledger) in walk.ends.begin()? {
            walk.heads.insert(name.clone(), head);
            walk.signed.insert(name.clone(), head.sequence);
            walk.verdict.ledgers.insert(name, ledger);
        }
        Ok(walk)
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
            return Err(wrong("it was changed: its hash is wrong".into()));
        }
        serde_json::from_slice::<serde::de::IgnoredAny>(&record.body)
            .map_err(|error| wrong(format!("its body is not JSON: {error}")))?;
        let moves = read_moves(&record.moves).map_err(wrong)?;
        if !moves.is_empty() {
            let ledger = self.verdict.ledgers.entry(record.stream.to_string()).or_default();
            ledger.apply(&moves).map_err(|overdrawn| wrong(overdrawn.to_string()))?;
        }
        self.keys.step(record).map_err(wrong)?;
        if &*record.stream == Checkpoint::STREAM {
            self.signed(record, public).map_err(wrong)?;
        }
        if &*record.stream == Archive::STREAM {
            self.ends.note(record, public).map_err(wrong)?;
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
        let stated = checkpoint.stated(public)?;
        if stated.number != record.sequence {
            return Err(format!("it was signed as checkpoint {}", stated.number));
        }
        for (name, Signed { head, ledger }) in stated.heads {
            match self.heads.get(&name) {
                Some(known) if *known == head => {}
                // What is in another file is for that file to show.
                _ if self.ends.is_elsewhere(&name, head.sequence) => continue,
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
            let held = self
                .verdict
                .ledgers
                .get(&name)
                .map_or_else(|| ledger_digest(&Ledger::default()), ledger_digest);
            if ledger.is_some_and(|ledger| ledger != held) {
                return Err(format!("it signs other balances of stream {name}"));
            }
            self.signed.insert(name, head.sequence);
        }
        self.verdict.checkpoints += 1;
        Ok(())
    }

    fn finish(&mut self, store: &mut dyn Store) -> Result<(), Finding> {
        let whole = |stream: &str, what: String| Finding { stream: stream.into(), sequence: 0, what };
        let database = |error: Error| whole("", error.to_string());
        self.ends.are_signed()?;
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
        self.ends.reach(&self.heads, &self.verdict.ledgers)?;
        if !self.ends.is_archive() {
            self.keys.finish(store, self.ends.since)?;
        }
        self.verdict.streams = self.heads.len() as u64;
        self.verdict.unsigned = self
            .heads
            .iter()
            .filter(|(name, _)| *name != Checkpoint::STREAM)
            .map(|(name, head)| head.sequence - self.signed.get(name).copied().unwrap_or(0))
            .sum();
        let mut damage = store.strangers().map_err(database)?;
        damage.extend(store.inspect().map_err(database)?);
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
    let mut walk = match Walk::begin(store, public) {
        Ok(walk) => walk,
        Err(finding) => return Verdict { finding: Some(finding), ..Verdict::default() },
    };
    let mut finding = None;
    let mut stopped = false;
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
