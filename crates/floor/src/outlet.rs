//! Where a table leaves what a station should know, and the station takes it when it can.
//!
//! A slow station gets fewer, newer views: only the latest is kept. A table never waits for anybody.

use bytes::{BufMut, Bytes, BytesMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Notes that may wait; a station that is further behind gets a fresh view only.
const NOTES: usize = 256;
/// Answers that may wait; a station that asks more without listening is cut off.
const ANSWERS: usize = 1024;

/// What waits for a station.
#[derive(Default)]
struct Slot {
    /// What everybody gets: version, time, promise.
    head: Bytes,
    view: Option<Bytes>,
    legal: Option<Bytes>,
    notes: Vec<Bytes>,
    answers: Vec<Bytes>,
    /// Whether notes were left out.
    gap: bool,
    some: bool,
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

impl Outlet {
    /// For a table that hears this bell.
    pub(crate) fn to(bell: Arc<Notify>) -> Self {
        Self { bell, ..Self::default() }
    }

    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the station, if there is something to take.
    pub(crate) fn wake(&self) {
        let some = self.slot().some;
        if some {
            self.wake.notify_one();
        }
    }

    /// Leaves a view, with the notes that lead to it; whoever has left everything [wakes](Self::wake) the station.
    pub(crate) fn leave(&self, head: &Bytes, view: Bytes, notes: Option<&Bytes>) {
        let mut slot = self.slot();
        slot.head = head.clone();
        slot.view = Some(view);
        if let Some(notes) = notes {
            if slot.notes.len() >= NOTES {
                slot.notes.clear();
                slot.gap = true;
            }
            slot.notes.push(notes.clone());
        }
        slot.some = true;
    }

    /// Leaves what everybody gets, without a view: nothing happened at the table.
    pub(crate) fn leave_head(&self, head: &Bytes) {
        let mut slot = self.slot();
        slot.head = head.clone();
        slot.some = true;
        drop(slot);
        self.wake.notify_one();
    }

    /// Notes are lost: the next view is a fresh one.
    pub(crate) fn lose(&self) {
        let mut slot = self.slot();
        slot.notes.clear();
        slot.gap = true;
    }

    /// Leaves what the station's person may do.
    pub(crate) fn leave_legal(&self, legal: Bytes) {
        let mut slot = self.slot();
        slot.legal = Some(legal);
        slot.some = true;
    }

    /// Leaves a first view, with the notes that were missed, or as a fresh one.
    pub(crate) fn begin(&self, head: Bytes, view: Bytes, missed: Option<Vec<Bytes>>) {
        let mut slot = self.slot();
        slot.head = head;
        slot.view = Some(view);
        slot.gap = missed.is_none();
        slot.notes = missed.unwrap_or_default();
        slot.some = true;
    }

    /// Leaves an answer.
    pub fn answer(&self, answer: Bytes) {
        let mut slot = self.slot();
        if slot.answers.len() >= ANSWERS {
            drop(slot);
            self.close();
            return;
        }
        slot.answers.push(answer);
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
        let taken = std::mem::take(&mut *slot);
        // The next message may have answers only, and still says where the table stands.
        slot.head = taken.head.clone();
        drop(slot);
        Some(taken.message())
    }
}

impl Slot {
    fn message(self) -> Bytes {
        let size = |list: &[Bytes]| list.iter().map(|part| part.len() + 1).sum::<usize>();
        let large = self.view.as_ref().map_or(0, Bytes::len) + self.legal.as_ref().map_or(0, Bytes::len);
        let mut text =
            BytesMut::with_capacity(128 + self.head.len() + large + size(&self.notes) + size(&self.answers));
        text.put_slice(b"{\"type\":\"update\"");
        if !self.head.is_empty() {
            text.put_u8(b',');
            text.put_slice(&self.head);
        }
        if self.gap {
            text.put_slice(b",\"fresh\":true");
        }
        list(&mut text, b",\"notes\":[", &self.notes);
        list(&mut text, b",\"answers\":[", &self.answers);
        if let Some(view) = &self.view {
            text.put_slice(b",\"view\":");
            text.put_slice(view);
        }
        if let Some(legal) = &self.legal {
            text.put_slice(b",\"legal\":");
            text.put_slice(legal);
        }
        text.put_u8(b'}');
        text.freeze()
    }
}

fn list(text: &mut BytesMut, name: &[u8], parts: &[Bytes]) {
    if parts.is_empty() {
        return;
    }
    text.put_slice(name);
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            text.put_u8(b',');
        }
        text.put_slice(part);
    }
    text.put_u8(b']');
}
