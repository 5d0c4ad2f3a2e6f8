//! Where a table leaves what a station should know, and the station takes it when it can.
//!
//! A slow station gets fewer, newer messages: of every part of its view only the latest is kept. A table never
//! waits for anybody.

use crate::wire::{self, Answered, AnyChoice, News, Note, NoteKind, Update, Written};
use bytes::Bytes;
use game::PartId;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Notes that may wait; a station that is further behind is told that some were left out.
const NOTES: usize = 256;
/// Answers that may wait; a station that asks more without listening is cut off.
const ANSWERS: usize = 1024;

/// What waits for a station.
#[derive(Default)]
struct Slot {
    update: Update,
    /// Whether there is anything in it.
    some: bool,
    /// What its person may do, where that is not told yet, and what the station was told last.
    legal: Option<Arc<[u32]>>,
    told: Arc<[u32]>,
}

/// Where a table leaves what a station should know.
#[derive(Default)]
pub struct Outlet {
    slot: Mutex<Slot>,
    wake: Notify,
    closed: AtomicBool,
    /// Rings at the table when the station is gone: an idle table would not see it.
    bell: Arc<Notify>,
}

/// What is left for a station, before it is woken.
pub(crate) struct Leaving<'o>(MutexGuard<'o, Slot>);

impl Leaving<'_> {
    /// The version.
    pub fn stands(&mut self, version: u64) {
        self.0.update.version = version;
        self.0.some = true;
    }

    /// Notes before this update are not known.
    pub fn afresh(&mut self) {
        let update = &mut self.0.update;
        update.notes.clear();
        update.fresh = true;
    }

    /// How the house runs the table.
    pub fn house(&mut self, news: News) {
        wire::put(&mut self.0.update.house, news);
        self.0.some = true;
    }

    /// The house's time.
    pub fn at(&mut self, at: i64) {
        self.0.update.at = Some(at);
    }

    /// A part of the view.
    pub fn part(&mut self, id: PartId, news: News) {
        self.0.update.view.put(id, news);
    }

    /// Something that happened.
    pub fn note(&mut self, note: &Written<Note>) {
        let update = &mut self.0.update;
        if update.notes.len() >= NOTES {
            update.notes.clear();
            update.fresh = true;
        }
        update.notes.push(note.clone());
    }

    /// A kind of notes.
    pub fn kind(&mut self, number: u32, kind: &Written<NoteKind>) {
        self.0.update.kinds.insert(number, kind.clone());
    }

    /// A clause.
    pub fn clause(&mut self, number: u32, clause: &Written<String>) {
        self.0.update.clauses.insert(number, clause.clone());
    }

    /// A choice.
    pub fn choice(&mut self, number: u32, choice: &Written<AnyChoice>) {
        self.0.update.choices.insert(number, choice.clone());
    }

    /// What the station's person may do. Choices that came and went before the station took them are not told to it:
    /// `untold` hears of their numbers.
    pub fn legal(&mut self, legal: Arc<[u32]>, mut untold: impl FnMut(u32)) {
        self.0.update.choices.retain(|number, _| {
            let stays = legal.contains(number);
            if !stays {
                untold(*number);
            }
            stays
        });
        self.0.legal = Some(legal);
        self.0.some = true;
    }
}

impl Outlet {
    /// For a table that hears this bell.
    pub(crate) fn to(bell: Arc<Notify>) -> Self {
        Self { bell, ..Self::default() }
    }

    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to leave something; whoever has left everything [wakes](Self::wake) the station.
    pub(crate) fn leave(&self) -> Leaving<'_> {
        Leaving(self.slot())
    }

    /// Wakes the station, if there is something to take.
    pub(crate) fn wake(&self) {
        let some = self.slot().some;
        if some {
            self.wake.notify_one();
        }
    }

    /// Leaves an answer.
    pub fn answer(&self, answer: Answered) {
        let mut slot = self.slot();
        if slot.update.answers.len() >= ANSWERS {
            drop(slot);
            self.close();
            return;
        }
        slot.update.answers.push(answer);
        slot.some = true;
        drop(slot);
        self.wake.notify_one();
    }

    /// Ends it: the station is gone, or the table is.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.wake.notify_one();
        self.bell.notify_one();
    }

    /// Whether it has ended.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The next message for the station; `None` when there will be no more.
    pub async fn next(&self) -> Option<Bytes> {
        loop {
            if let Some(message) = self.take() {
                return Some(message);
            }
            if self.is_closed() {
                return None;
            }
            self.wake.notified().await;
        }
    }

    /// What waits, as one message.
    pub fn take(&self) -> Option<Bytes> {
        let mut slot = self.slot();
        if !slot.some {
            return None;
        }
        let mut update = std::mem::take(&mut slot.update);
        // The next message may have answers only, and still says where the table stands.
        slot.update.version = update.version;
        slot.some = false;
        if let Some(legal) = slot.legal.take() {
            update.legal = wire::edit(&slot.told, &legal);
            slot.told = legal;
        }
        drop(slot);
        for answer in &mut update.answers {
            answer.version = answer.version.filter(|version| *version != update.version);
        }
        Some(update.text())
    }
}
