//! The one writer: takes whatever waits, commits it all at once, and only then answers.
//!
//! It knows how far every stream has come and what every account holds, so that one unit that does not
//! follow, or that spends what is not there, is turned away alone while the others go on. The store checks
//! the same again. After a commit that failed, what is known is read again from the store: whether the
//! batch was kept or not is for the database to say.

mod doubt;
mod follow;
mod imprinted;

use crate::checkpoint::ledger_digest;
use crate::horizon::Horizon;
use crate::imprint::{Imprint, print};
use crate::last::{Follower, Last, Tries};
use crate::locked::Locked;
use crate::look::{Counts, Looker};
use crate::pins::Pins;
use crate::shelved::Shelved;
use crate::{
    Batch, Checkpoint, Draft, Error, Hash, Head, Kept, Keys, Place, Remembered, Round, Sealed, Signer,
    Snapshot, State, Store, read_moves,
};
use money::{Account, Ledger};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::thread::JoinHandle;
use tokio::sync::{mpsc, oneshot, watch};

/// How many jobs may wait; whoever brings one more waits too.
const QUEUE: usize = 4096;
/// Every so many checkpoints sign every stream, so that whoever looks for the last signature of one need not
/// look far.
const WHOLE: u64 = 64;
/// How many records go into one commit at most.
const GROUP: usize = 4096;

/// Records that are kept together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Records that their stream's owner sealed.
    pub sealed: Vec<Sealed>,
    /// Records for streams without an owner, which the writer seals.
    pub drafts: Vec<(Arc<str>, Draft)>,
    /// Rounds that ended with it.
    pub rounds: Vec<Round>,
    /// States that its records vouch for.
    pub states: Vec<State>,
    /// Things that may change.
    pub kept: Vec<Kept>,
}

impl Unit {
    /// One sealed record.
    pub fn record(sealed: Sealed) -> Self {
        Self { sealed: vec![sealed], ..Self::default() }
    }

    /// One record for a stream without an owner.
    pub fn draft(stream: &str, draft: Draft) -> Self {
        Self { drafts: vec![(stream.into(), draft)], ..Self::default() }
    }
}

/// What a unit has become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The sequences that the drafts got, in their order.
    pub drafts: Vec<u64>,
}

type Answers = Vec<Result<Stored, Error>>;

enum Job {
    Append(Vec<Unit>, oneshot::Sender<Answers>),
    Snapshot(Box<Snapshot>),
    Checkpoint(i64, Arc<Signer>, oneshot::Sender<Result<Option<Checkpoint>, Error>>),
    LastWord(Box<Unit>, oneshot::Sender<Result<(), Error>>),
    Balance(Arc<str>, Account, oneshot::Sender<Result<i64, Error>>),
    Ledger(Arc<str>, oneshot::Sender<Result<Ledger, Error>>),
    Look(oneshot::Sender<Result<(), Error>>),
    Follow(Last, oneshot::Sender<Result<(), Error>>),
    Stop(oneshot::Sender<()>),
}

/// The journal of a house: hand it units, it keeps them.
#[derive(Clone)]
pub struct Journal {
    jobs: mpsc::Sender<Job>,
    looker: Looker,
    place: Place,
    signer: Option<Arc<Signer>>,
    pins: Arc<Pins>,
    turns: (Option<i64>, i64),
}

/// How a journal is opened.
#[derive(Clone, Debug)]
pub struct Terms {
    /// How many keys a stream takes within the time they are remembered.
    pub keys_max: u64,
    /// The key of the house, under which shelves and snapshots are sealed.
    pub signer: Option<Arc<Signer>>,
    /// Whether what the house goes on from is verified, once nobody else may write.
    pub verified: bool,
    /// The file outside the database that says how far it went: compared, if it is verified, and then kept up.
    pub last: Option<Last>,
    /// Whether it is being restored: what is learnt has to be what was copied.
    pub restoring: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { keys_max: Keys::MOST, signer: None, verified: false, last: None, restoring: false }
    }
}

impl Journal {
    /// Opens the journal at a place and becomes its one writer.
    ///
    /// # Errors
    /// Another server is at it; it cannot be opened or read.
    pub fn open(place: &Place) -> Result<(Self, JoinHandle<()>), Error> {
        Self::over(place.open()?, place)
    }

    /// The same over a handle that is already open: with other timeouts, or with faults put in by a test.
    ///
    /// # Errors
    /// Another server is at it; it cannot be read.
    pub fn over(store: Box<dyn Store>, place: &Place) -> Result<(Self, JoinHandle<()>), Error> {
        Self::with(store, place, Terms::default())
    }

    /// The same on other terms. A new journal that has a key is signed before anything is in it: from then
    /// on it is that key's.
    ///
    /// # Errors
    /// Another server is at it; it cannot be read.
    pub fn with(
        mut store: Box<dyn Store>,
        place: &Place,
        terms: Terms,
    ) -> Result<(Self, JoinHandle<()>), Error> {
        let Terms { keys_max, signer, verified, last, restoring } = terms;
        let turn = store.claim()?;
        let pins = Arc::<Pins>::default();
        let looker = Looker::over(beside(store.again()?, signer.as_ref(), &pins), pins.clone())?;
        let mut writer = Writer::new(store, turn, Counts::new(keys_max, looker.full()), pins.clone());
        writer.signer.clone_from(&signer);
        writer.begin(verified, last.as_ref())?;
        let turns = (crate::start::last_turn(&mut *writer.store)?, turn);
        if let Some(signer) = signer.as_ref().filter(|_| restoring) {
            match writer.imprint.is_kept(&mut *writer.store, signer)? {
                true => {}
                false => return Err(Error::Strange("it is not what was copied into it".into())),
            }
        }
        if let Some(signer) = signer.as_ref().filter(|_| writer.streams.is_empty()) {
            writer.sign(0, signer)?;
        }
        if let Some(last) = last {
            writer.follow(last)?;
        }
        let (jobs, queue) = mpsc::channel(QUEUE);
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run(queue))
            .map_err(|error| Error::Store(error.to_string()))?;
        Ok((Self { jobs, looker, place: place.clone(), signer, pins, turns }, thread))
    }

    /// Another handle on the store, for reading: what is sealed, without its seal, and every stream as the writer
    /// knows it. What it finds otherwise ends all writing ([`suspicions`](Self::suspicions)).
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn reader(&self) -> Result<Box<dyn Store>, Error> {
        let store = self.place.open().map_err(|error| self.pins.odd_schema(error))?;
        Ok(beside(store, self.signer.as_ref(), &self.pins))
    }

    /// The turn in which the last checkpoint was signed before this was opened, and the one in which it writes. Every
    /// number between was taken by somebody who signed nothing.
    pub const fn turns(&self) -> (Option<i64>, i64) {
        self.turns
    }

    /// Where it is.
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// Keeps units, each wholly or not at all, in their order; the answers stand in the same order.
    pub async fn append(&self, units: Vec<Unit>) -> Answers {
        let count = units.len();
        match self.submit(units).await {
            Some(answer) => answer.await.unwrap_or_else(|_| vec![Err(Error::Stopped); count]),
            None => vec![Err(Error::Stopped); count],
        }
    }

    /// Hands units over, in order; the answer comes later. `None` if the writer has stopped.
    pub async fn submit(&self, units: Vec<Unit>) -> Option<oneshot::Receiver<Answers>> {
        let (answer, answers) = oneshot::channel();
        self.jobs.send(Job::Append(units, answer)).await.ok()?;
        Some(answers)
    }

    /// Keeps one unit.
    ///
    /// # Errors
    /// Why it was not kept.
    pub async fn keep(&self, unit: Unit) -> Result<Stored, Error> {
        self.append(vec![unit]).await.pop().unwrap_or(Err(Error::Stopped))
    }

    /// The same from a thread that may wait. Not for asynchronous code.
    ///
    /// # Errors
    /// Why it was not kept.
    pub fn keep_blocking(&self, unit: Unit) -> Result<Stored, Error> {
        self.append_blocking(vec![unit]).pop().unwrap_or(Err(Error::Stopped))
    }

    /// Keeps units from a thread that may wait. Not for asynchronous code.
    pub fn append_blocking(&self, units: Vec<Unit>) -> Answers {
        let count = units.len();
        let (answer, answers) = oneshot::channel();
        match self.jobs.blocking_send(Job::Append(units, answer)) {
            Ok(()) => answers.blocking_recv().unwrap_or_else(|_| vec![Err(Error::Stopped); count]),
            Err(_) => vec![Err(Error::Stopped); count],
        }
    }

    /// Keeps a snapshot with the next commit; nothing is lost if it is not.
    pub fn snapshot(&self, snapshot: Snapshot) {
        // A queue that is full has better to do.
        let _ = self.jobs.try_send(Job::Snapshot(Box::new(snapshot)));
    }

    /// Keeps a snapshot, waiting for a place in the queue.
    pub async fn snapshot_surely(&self, snapshot: Snapshot) {
        let _ = self.jobs.send(Job::Snapshot(Box::new(snapshot))).await;
    }

    /// Signs how far the streams have come that moved since the last checkpoint; `None` if none did.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn checkpoint(&self, at: i64, signer: Arc<Signer>) -> Result<Option<Checkpoint>, Error> {
        let (answer, answers) = oneshot::channel();
        self.jobs.send(Job::Checkpoint(at, signer, answer)).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }

    /// Hears of what a reader finds that is not as the writer left it: nothing is written after, but for the
    /// [last word](Self::last_word).
    pub fn suspicions(&self) -> watch::Receiver<Option<String>> {
        self.pins.watch()
    }

    /// Keeps one unit more, after which nothing is: what a reader found.
    ///
    /// # Errors
    /// It was not kept.
    pub async fn last_word(&self, unit: Unit) -> Result<(), Error> {
        let (answer, answers) = oneshot::channel();
        self.jobs.send(Job::LastWord(Box::new(unit), answer)).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }

    /// What is remembered of some keys of a stream: all that were kept before this is asked.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn keys(&self, stream: &Arc<str>, keys: Vec<String>) -> Result<Remembered, Error> {
        self.looker.keys(stream, keys).await
    }

    /// What an account holds, by the one who writes it.
    ///
    /// # Errors
    /// The writer has stopped, or cannot read what it has to know.
    pub async fn balance(&self, stream: &str, account: Account) -> Result<i64, Error> {
        let (answer, answers) = oneshot::channel();
        let job = Job::Balance(stream.into(), account, answer);
        self.jobs.send(job).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }

    /// All accounts of a stream.
    ///
    /// # Errors
    /// The writer has stopped, or cannot read what it has to know.
    pub async fn ledger(&self, stream: &str) -> Result<Ledger, Error> {
        let (answer, answers) = oneshot::channel();
        self.jobs.send(Job::Ledger(stream.into(), answer)).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }

    /// Finishes what waits, and stops the writer.
    pub async fn stop(&self) {
        self.looker.stop().await;
        let (answer, answers) = oneshot::channel();
        if self.jobs.send(Job::Stop(answer)).await.is_ok() {
            let _ = answers.await;
        }
    }
}

/// A store that is read beside the writer, under the house's key if there is one.
fn beside(store: Box<dyn Store>, signer: Option<&Arc<Signer>>, pins: &Arc<Pins>) -> Box<dyn Store> {
    match signer {
        Some(signer) => Box::new(Locked::new(store, signer.clone()).pinned(pins.clone())),
        None => store,
    }
}

/// What the writer knows about a stream.
#[derive(Clone)]
struct Known {
    head: Head,
    ledger: Ledger,
    /// What the imprint has of its head.
    print: Hash,
}

struct Writer {
    store: Box<dyn Store>,
    /// Whose turn it is to write.
    turn: i64,
    streams: HashMap<Arc<str>, Known>,
    /// Streams that moved since the last checkpoint.
    moved: BTreeSet<Arc<str>>,
    /// Whether what is known has to be read again before anything else.
    stale: bool,
    batch: Batch,
    keys: Counts,
    /// How far back keys are remembered, by the records that are kept.
    horizon: Horizon,
    signer: Option<Arc<Signer>>,
    /// Where all streams stood after the last commit, under the house's key.
    imprint: Imprint,
    /// What lies on the shelves that it takes in, once that is known.
    shelved: Option<Shelved>,
    /// How many records there are, with those in archives; and who says so outside the database.
    records: u64,
    follower: Option<Follower>,
    /// The numbers of commits, each given once.
    tries: Tries,
    /// The heads that the unit in hand has moved, as they were before, in the order it moved them.
    before: Vec<(Arc<str>, Head)>,
    /// The heads that the batch in hand has moved, as they were before it.
    stood: HashMap<Arc<str>, Head>,
    /// What a commit that failed left in doubt.
    doubt: Option<doubt::Doubt>,
    /// Whether it was kept, once that is known.
    was_kept: Option<bool>,
    /// Why nothing is written any more.
    over: Option<Error>,
    pins: Arc<Pins>,
}

impl Writer {
    fn new(store: Box<dyn Store>, turn: i64, keys: Counts, pins: Arc<Pins>) -> Self {
        let (streams, moved) = (HashMap::new(), BTreeSet::new());
        let (batch, before) = (Batch::default(), Vec::new());
        Self {
            store,
            turn,
            streams,
            moved,
            stale: false,
            batch,
            keys,
            horizon: Horizon::default(),
            signer: None,
            imprint: Imprint::default(),
            shelved: None,
            records: 0,
            follower: None,
            tries: Tries { turn, ..Tries::default() },
            before,
            stood: HashMap::new(),
            doubt: None,
            was_kept: None,
            over: None,
            pins,
        }
    }

    /// Learns what there is; if it is to be verified, whether the house goes on from what it left. Asked once nobody
    /// else may write, and all of it of one moment: what is verified is what is learnt.
    fn begin(&mut self, verified: bool, last: Option<&Last>) -> Result<(), Error> {
        self.store.hold()?;
        let learnt = match self.signer.clone().filter(|_| verified) {
            Some(signer) => self.verify_held(&signer, last),
            None => self.learn(),
        };
        let learnt = learnt.and_then(|()| {
            self.horizon = Horizon::of(&mut *self.store)?.0;
            let mut traces = self.pins.traces();
            traces.begin(&[], self.horizon.moment());
            self.store.scan_keys(&mut |stream, key| traces.learn(stream, &key))
        });
        self.store.release();
        learnt
    }

    fn verify_held(&mut self, signer: &Signer, last: Option<&Last>) -> Result<(), Error> {
        self.learn()?;
        let odd = |found: crate::Finding| Error::Strange(found.to_string());
        let public = signer.public();
        if crate::Archive::of(&mut *self.store)?.is_some() {
            return Err(Error::Strange(
                "it says that it is an archive, and archives can only be read".into(),
            ));
        }
        let odd_end = last.map(|last| last.odd(&mut *self.store, Some(signer), Some(&public)));
        if let Some(odd) = odd_end.transpose().map_err(Error::Strange)?.flatten() {
            return Err(Error::Strange(odd));
        }
        // This turn is a new one.
        if let Some(was) = last.and_then(|last| last.tries(signer)).filter(|tries| tries.turn >= self.turn) {
            let what = format!("the turn to write was {}, and an older one was put back", was.turn);
            return Err(Error::Strange(what));
        }
        if self.streams.is_empty() {
            // Whoever made the database before the house did may have put in what acts on all that is written.
            return self.store.strangers()?.into_iter().next().map_or(Ok(()), |odd| Err(Error::Strange(odd)));
        }
        crate::verify_start(&mut *self.store, &public, crate::WHOLE).map_err(odd)?;
        crate::verify_imprint(&mut *self.store, signer).map_err(odd)?;
        match self.imprint.is_kept(&mut *self.store, signer)? {
            true => Ok(()),
            false => Err(Error::Strange("streams are not where the house left them".into())),
        }
    }

    /// From now on nothing is written any more.
    fn end(&mut self, what: &str) -> Error {
        let strange = Error::Strange(format!("{what}, so nothing more is written"));
        self.over = Some(strange.clone());
        strange
    }

    /// Reads heads and balances from the store.
    fn learn(&mut self) -> Result<(), Error> {
        self.stale = true;
        if let Some(over) = &self.over {
            return Err(over.clone());
        }
        self.streams.clear();
        self.records = 0;
        self.learn_shelves()?;
        for (name, head) in self.store.heads()? {
            self.records = self.records.saturating_add(head.sequence);
            let name: Arc<str> = name.into();
            self.moved.insert(name.clone());
            let print = self.signer.as_ref().map_or(Hash([0; 32]), |signer| print(signer, &name, head));
            self.imprint.turn(&print);
            let known = Known { head, ledger: Ledger::default(), print };
            if self.streams.insert(name.clone(), known).is_some() {
                return Err(Error::damaged(&name, 0, "the stream is there twice"));
            }
        }
        self.moved.remove(Checkpoint::STREAM);
        let mut accounts: HashMap<Arc<str>, Vec<(Account, i64)>> = HashMap::new();
        for balance in self.store.balances()? {
            accounts.entry(balance.stream.into()).or_default().push((balance.account, balance.units));
        }
        for (name, accounts) in accounts {
            let ledger = Ledger::from_balances(accounts)
                .map_err(|what| Error::damaged(&name, 0, format!("balances: {what}")))?;
            if ledger.sum() != 0 {
                return Err(Error::damaged(&name, 0, format!("its accounts sum to {}", ledger.sum())));
            }
            match self.streams.get_mut(&name) {
                Some(known) => known.ledger = ledger,
                None => return Err(Error::damaged(&name, 0, "it has balances but no head")),
            }
        }
        let kept = self.settle_doubt()?;
        self.settle_shelves(kept);
        self.was_kept = self.doubt.is_some().then_some(kept);
        let failed = self.was_kept == Some(false);
        if !self.pins.begin(self.store.bases()?) {
            return Err(self.end("streams do not begin where they did when the house was started"));
        }
        self.keys.learn(&mut *self.store)?;
        self.doubt = None;
        self.pins.stand(self.streams.iter().map(|(name, known)| (name.clone(), known.head)));
        self.pins.traces().settle(kept);
        self.stale = false;
        self.tell_last(failed);
        Ok(())
    }

    fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut waiting: Vec<(Answers, oneshot::Sender<Answers>)> = Vec::new();
        let mut next = None;
        while let Some(job) = next.take().or_else(|| queue.blocking_recv()) {
            match job {
                Job::Append(units, answer) => {
                    waiting.push((self.take(units), answer));
                    // Whatever waits goes with it.
                    while self.batch.records.len() < GROUP {
                        match queue.try_recv() {
                            Ok(Job::Append(units, answer)) => waiting.push((self.take(units), answer)),
                            Ok(Job::Snapshot(snapshot)) => self.take_snapshot(*snapshot),
                            Ok(other) => {
                                next = Some(other);
                                break;
                            }
                            Err(_) => break,
                        }
                    }
                    let kept = self.commit();
                    for (mut answers, sender) in waiting.drain(..) {
                        if let Err(error) = &kept {
                            for answer in answers.iter_mut().filter(|answer| answer.is_ok()) {
                                *answer = Err(error.clone());
                            }
                        }
                        // Who asked may be gone.
                        let _ = sender.send(answers);
                    }
                }
                // It is only a cache, and nothing is written before what is in doubt is known.
                Job::Snapshot(_) if self.stale || self.pins.odd().is_some() => {}
                Job::Snapshot(snapshot) => {
                    self.take_snapshot(*snapshot);
                    if self.batch.snapshots.len() >= 64 || queue.is_empty() {
                        let _ = self.commit();
                    }
                }
                Job::Checkpoint(at, signer, answer) => {
                    let _ = answer.send(self.checkpoint(at, &signer));
                }
                Job::LastWord(unit, answer) => {
                    let _ = answer.send(self.last_word(*unit));
                }
                Job::Balance(stream, account, answer) => {
                    let known = self.surely().map(|()| self.streams.get(&stream));
                    let _ = answer
                        .send(known.map(|known| known.map_or(0, |known| known.ledger.balance(account))));
                }
                Job::Ledger(stream, answer) => {
                    let known = self.surely().map(|()| self.streams.get(&stream));
                    let ledger =
                        known.map(|known| known.map(|known| known.ledger.clone()).unwrap_or_default());
                    let _ = answer.send(ledger);
                }
                Job::Look(answer) => {
                    let _ = answer.send(self.look());
                }
                Job::Follow(last, answer) => {
                    let _ = answer.send(self.surely().and_then(|()| self.follow(last)));
                }
                Job::Stop(answer) => {
                    let _ = self.commit();
                    drop(self);
                    let _ = answer.send(());
                    return;
                }
            }
        }
    }

    /// Reads again what a failed commit left in doubt; nothing more if a reader found what cannot be.
    fn surely(&mut self) -> Result<(), Error> {
        match self.pins.odd() {
            Some(odd) => Err(odd),
            None if self.stale => self.learn(),
            None => Ok(()),
        }
    }

    /// Keeps what a reader found, and then nothing more.
    fn last_word(&mut self, unit: Unit) -> Result<(), Error> {
        if self.stale {
            self.learn()?;
        }
        let kept = self.check(unit).and_then(|_| self.commit());
        self.over = self.over.take().or_else(|| self.pins.odd());
        self.stale = true;
        kept
    }

    fn take(&mut self, units: Vec<Unit>) -> Answers {
        if let Err(error) = self.surely() {
            return units.iter().map(|unit| Err(self.unsure(unit, &error))).collect();
        }
        units.into_iter().map(|unit| self.check(unit)).collect()
    }

    /// Puts a unit into the batch, or says why it cannot be.
    fn check(&mut self, unit: Unit) -> Result<Stored, Error> {
        let start = (self.batch.records.len(), self.batch.moves.len());
        self.before.clear();
        let mut stored = Stored::default();
        let checked = self.check_records(unit.sealed, unit.drafts, &mut stored);
        if let Err(error) = checked {
            self.undo(start);
            return Err(error);
        }
        self.batch.rounds.extend(unit.rounds);
        self.batch.states.extend(unit.states);
        let signer = self.signer.clone();
        self.batch.kept.extend(unit.kept.into_iter().map(|mut kept| {
            signer.iter().for_each(|signer| signer.lock(&mut kept));
            kept
        }));
        Ok(stored)
    }

    fn take_snapshot(&mut self, mut snapshot: Snapshot) {
        self.signer.iter().for_each(|signer| signer.lock_snapshot(&mut snapshot));
        self.batch.snapshots.push(snapshot);
    }

    fn check_records(
        &mut self,
        sealed: Vec<Sealed>,
        drafts: Vec<(Arc<str>, Draft)>,
        stored: &mut Stored,
    ) -> Result<(), Error> {
        for record in sealed {
            self.check_record(record)?;
        }
        for (stream, draft) in drafts {
            let head = self.known(&stream).head;
            let sealed = Sealed::after(&stream, head.sequence + 1, &head.hash, draft);
            stored.drafts.push(sealed.sequence);
            self.check_record(sealed)?;
        }
        Ok(())
    }

    fn known(&mut self, stream: &Arc<str>) -> &mut Known {
        self.streams.entry(stream.clone()).or_insert_with(|| Known {
            head: Head { sequence: 0, hash: Hash::genesis(stream) },
            ledger: Ledger::default(),
            print: Hash([0; 32]),
        })
    }

    fn check_record(&mut self, sealed: Sealed) -> Result<(), Error> {
        let damaged = |what| Error::damaged(&sealed.stream, sealed.sequence, what);
        sealed.keepable().map_err(damaged)?;
        let moves = read_moves(&sealed.moves).map_err(damaged)?;
        let stream = sealed.stream.clone();
        if let Some((key, _)) = &sealed.key {
            self.keys.takes(&stream)?;
            self.pins.traces().takes(&stream, key)?;
        }
        let known = self.known(&stream);
        // The number alone would let the second record of a chain through whose first was turned away.
        if sealed.sequence != known.head.sequence + 1 || *sealed.prior() != known.head.hash {
            let (wanted, found) = (sealed.sequence, known.head.sequence);
            return Err(Error::Moved { stream: stream.to_string(), wanted, found });
        }
        known
            .ledger
            .apply(&moves)
            .map_err(|overdrawn| Error::Overdrawn { stream: stream.to_string(), overdrawn })?;
        debug_assert_eq!(known.ledger.sum(), 0, "moves balance by their shape");
        let before =
            std::mem::replace(&mut known.head, Head { sequence: sealed.sequence, hash: sealed.hash });
        self.stood.entry(stream.clone()).or_insert(before);
        self.before.push((stream.clone(), before));
        self.keys.note(&stream, sealed.key.is_some());
        self.batch.moves.extend(moves.into_iter().map(|step| (stream.clone(), step)));
        self.batch.records.push(sealed.into_record());
        Ok(())
    }

    /// Takes back the records of a unit that cannot be kept.
    fn undo(&mut self, (records, moves): (usize, usize)) {
        let undone: Vec<_> = self.batch.moves.drain(moves..).collect();
        for (stream, step) in undone.into_iter().rev() {
            if let Some(known) = self.streams.get_mut(&stream) {
                let back = known.ledger.apply(&[step.back()]);
                assert!(back.is_ok(), "what was just moved is still there to go back");
            }
        }
        for undone in self.batch.records.drain(records..).filter(|undone| undone.key.is_some()) {
            self.keys.back(&undone.stream);
        }
        for (stream, head) in self.before.drain(..).rev() {
            if let Some(known) = self.streams.get_mut(&stream) {
                known.head = head;
            }
        }
    }

    /// Where streams stand without the batch in hand, and with it.
    fn ends(&self) -> [HashMap<Arc<str>, Known>; 2] {
        let after = self.streams.clone();
        let mut before = after.clone();
        for (stream, step) in self.batch.moves.iter().rev() {
            if let Some(known) = before.get_mut(stream) {
                let back = known.ledger.apply(&[step.back()]);
                assert!(back.is_ok(), "what was just moved is still there to go back");
            }
        }
        for (stream, head) in &self.stood {
            if let Some(known) = before.get_mut(stream) {
                known.head = *head;
            }
        }
        [before, after]
    }

    fn commit(&mut self) -> Result<(), Error> {
        // A snapshot of what was never kept would be a state without its records.
        let streams = &self.streams;
        self.batch.snapshots.retain(|snapshot| {
            streams.get(&*snapshot.stream).is_some_and(|known| known.head.sequence >= snapshot.sequence)
        });
        if self.batch.is_empty() {
            return Ok(());
        }
        // By what is kept with it: if it is not, nothing is forgotten either.
        let mut horizon = self.horizon.clone();
        self.batch.records.iter().for_each(|record| horizon.follow(record.at));
        let swept = self.forgettable(&horizon);
        self.take_stands();
        self.take_imprint();
        self.records += self.batch.records.len() as u64;
        self.pins.traces().begin(&self.batch.records, horizon.moment());
        let done = self.store.commit(&self.batch).map_err(|error| match error {
            // By what is known here it follows, and nobody owes.
            Error::Moved { .. } | Error::Overdrawn { .. } => Error::Strange(error.to_string()),
            Error::KeyReused { stream, key } => self.odd_key(stream, key),
            other => other,
        });
        let done = done.or_else(|error| self.settled(error));
        if done.is_ok() {
            self.horizon = horizon;
            if !self.batch.forget.is_empty() && self.keys.is_full() {
                // Some may take keys again. If they cannot be counted now, they are the next time.
                let _ = self.keys.learn(&mut *self.store);
            }
            for record in &self.batch.records {
                if !self.moved.contains(&record.stream) {
                    self.moved.insert(record.stream.clone());
                }
            }
            self.pins.moved(&self.batch.records);
            {
                let mut traces = self.pins.traces();
                traces.settle(true);
                if let Some(upto) = swept {
                    traces.sweep(upto);
                }
            }
            self.settle_shelves(true);
            if self.batch.imprint.is_some() {
                self.tries.kept = self.tries.tried;
            }
            self.tell_last(false);
        }
        self.batch.clear();
        self.stood.clear();
        done
    }

    fn checkpoint(&mut self, at: i64, signer: &Signer) -> Result<Option<Checkpoint>, Error> {
        self.surely()?;
        self.moved.remove(Checkpoint::STREAM);
        match self.moved.is_empty() {
            true => Ok(None),
            false => self.sign(at, signer).map(Some),
        }
    }

    /// Signs the streams that moved, and now and then all of them.
    fn sign(&mut self, at: i64, signer: &Signer) -> Result<Checkpoint, Error> {
        let name: Arc<str> = Checkpoint::STREAM.into();
        let number = self.known(&name).head.sequence + 1;
        let whole = number.is_multiple_of(WHOLE) || number == 1;
        let signs = |stream: &Arc<str>| *stream != name && (whole || self.moved.contains(stream));
        let mut signed: Vec<(String, Head, Hash)> = self
            .streams
            .iter()
            .filter(|(stream, known)| signs(stream) && known.head.sequence > 0)
            .map(|(stream, known)| (stream.to_string(), known.head, ledger_digest(&known.ledger)))
            .collect();
        signed.sort_by(|one, other| one.0.cmp(&other.0));
        let checkpoint = Checkpoint::sign(signer, (number, at, self.turn), signed, whole);
        let draft = Draft { at, body: checkpoint.to_body(), ..Draft::default() };
        self.check(Unit { drafts: vec![(name, draft)], ..Unit::default() })?;
        self.commit()?;
        self.tell_last(true);
        self.moved.clear();
        Ok(checkpoint)
    }
}
