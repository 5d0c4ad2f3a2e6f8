//! Looking up keys: a thread of its own reads the store, so that nobody waits for the one who writes.

use crate::pins::Pins;
use crate::{Error, Store};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// How many questions may wait; whoever has one more waits too.
const QUEUE: usize = 1024;

/// What a store remembers of some keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// Those it knows, each with the fingerprint of what was asked and the record that answered.
    pub known: HashMap<String, (u64, u64)>,
    /// Whether the stream takes new ones; if not, it has as many as it remembers.
    pub full: bool,
}

/// Streams that have as many keys as they remember.
pub(crate) type Full = Arc<Mutex<HashSet<Arc<str>>>>;

type Answer = oneshot::Sender<Result<Remembered, Error>>;

enum Question {
    Keys(Arc<str>, Vec<String>, Answer),
    Stop(oneshot::Sender<()>),
}

/// Where keys are looked up.
#[derive(Clone)]
pub(crate) struct Looker {
    questions: mpsc::Sender<Question>,
    full: Full,
    /// What the one writer knows of keys, without asking the store.
    pins: Arc<Pins>,
}

impl Looker {
    /// Looks keys up in a store, on a thread of its own.
    pub fn over(mut store: Box<dyn Store>, pins: Arc<Pins>) -> Result<Self, Error> {
        let (questions, mut queue) = mpsc::channel(QUEUE);
        let work = move || {
            while let Some(question) = queue.blocking_recv() {
                match question {
                    Question::Keys(stream, keys, answer) => {
                        let known = store.keys(&stream, &keys).map(|found| Remembered {
                            known: found
                                .into_iter()
                                .map(|one| (one.key, (one.asked, one.sequence)))
                                .collect(),
                            full: false,
                        });
                        // Who asked may be gone.
                        let _ = answer.send(known);
                    }
                    Question::Stop(answer) => {
                        drop(store);
                        let _ = answer.send(());
                        return;
                    }
                }
            }
        };
        std::thread::Builder::new()
            .name("journal-keys".into())
            .spawn(work)
            .map_err(|error| Error::Store(error.to_string()))?;
        Ok(Self { questions, full: Full::default(), pins })
    }

    /// The streams that take no more, for the one who writes to say.
    pub fn full(&self) -> Full {
        self.full.clone()
    }

    pub async fn keys(&self, stream: &Arc<str>, keys: Vec<String>) -> Result<Remembered, Error> {
        let mut found = match self.are_new(stream, &keys) {
            true => Remembered::default(),
            false => self.ask(stream, keys).await?,
        };
        found.full = self.full.lock().unwrap_or_else(PoisonError::into_inner).contains(stream);
        Ok(found)
    }

    /// Whether none of these was kept by all that the writer knows. What somebody else put into the store under one of
    /// them is in the writer's way, and found.
    fn are_new(&self, stream: &str, keys: &[String]) -> bool {
        let traces = self.pins.traces();
        keys.iter().all(|key| traces.is_new(stream, key))
    }

    async fn ask(&self, stream: &Arc<str>, keys: Vec<String>) -> Result<Remembered, Error> {
        let (answer, answers) = oneshot::channel();
        let question = Question::Keys(stream.clone(), keys, answer);
        self.questions.send(question).await.map_err(|_| Error::Stopped)?;
        answers.await.map_err(|_| Error::Stopped)?
    }

    pub async fn stop(&self) {
        let (answer, answers) = oneshot::channel();
        if self.questions.send(Question::Stop(answer)).await.is_ok() {
            let _ = answers.await;
        }
    }
}

/// How many keys every stream has, for the one who writes: never too few, and counted again before any is
/// refused.
pub(crate) struct Counts {
    counts: HashMap<Arc<str>, u64>,
    most: u64,
    full: Full,
    /// When keys were last forgotten.
    forgot: Option<i64>,
}

impl Counts {
    /// Between two forgettings, in milliseconds of the house's time.
    const FORGET: i64 = 10 * 60 * 1000;

    pub fn new(most: u64, full: Full) -> Self {
        Self { counts: HashMap::new(), most, full, forgot: None }
    }

    /// Counts what is there.
    pub fn learn(&mut self, store: &mut dyn Store) -> Result<(), Error> {
        self.counts = store.key_counts()?.into_iter().map(|(name, count)| (name.into(), count)).collect();
        let full = self.counts.iter().filter(|(_, count)| **count >= self.most).map(|(name, _)| name.clone());
        *self.full.lock().unwrap_or_else(PoisonError::into_inner) = full.collect();
        Ok(())
    }

    /// Whether a stream takes one more key.
    ///
    /// # Errors
    /// It has as many as it remembers.
    pub fn takes(&self, stream: &Arc<str>) -> Result<(), Error> {
        match self.counts.get(stream).copied().unwrap_or(0) < self.most {
            true => Ok(()),
            false => Err(Error::KeysFull { stream: stream.to_string(), most: self.most }),
        }
    }

    /// A record is going to be kept.
    pub fn note(&mut self, stream: &Arc<str>, keyed: bool) {
        if !keyed {
            return;
        }
        let count = self.counts.entry(stream.clone()).or_default();
        *count += 1;
        if *count >= self.most {
            self.full.lock().unwrap_or_else(PoisonError::into_inner).insert(stream.clone());
        }
    }

    /// A record with a key is not going to be kept after all.
    pub fn back(&mut self, stream: &Arc<str>) {
        if let Some(count) = self.counts.get_mut(stream) {
            *count = count.saturating_sub(1);
            if *count < self.most {
                self.full.lock().unwrap_or_else(PoisonError::into_inner).remove(stream);
            }
        }
    }

    /// Whether it is time to forget keys, at the moment of the latest record.
    pub fn forget(&mut self, newest: i64) -> bool {
        // A clock may have gone back.
        let due = self.forgot.is_none_or(|forgot| newest.abs_diff(forgot) >= Self::FORGET.unsigned_abs());
        if due {
            self.forgot = Some(newest);
        }
        due
    }

    /// There is more to forget with the next commit.
    pub const fn forget_again(&mut self) {
        self.forgot = None;
    }

    /// After a forgetting: whether some stream has to be counted again.
    pub fn is_full(&self) -> bool {
        !self.full.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}
