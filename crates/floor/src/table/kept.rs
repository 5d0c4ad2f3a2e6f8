//! How far a table is kept: whether its state is what the journal has, and what is said while it may not be.

use super::PATIENCE;
use super::keep::Owed;
use game::Moment;

/// Where the table's state stands beside the journal. That a table is halted is on record, in its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Footing {
    /// What the table shows is kept.
    InStep,
    /// The state may be ahead of the journal, and is read again.
    InDoubt,
    /// Another server has the journal: this one keeps nothing any more.
    Fenced,
}

/// How far a table is kept.
pub(super) struct Kept {
    footing: Footing,
    /// The last record that is surely kept.
    pub(super) upto: u64,
    /// When to try again after the journal failed.
    pub(super) again: Moment,
    /// Why it has to stand still, until that is on record.
    pub(super) halting: Option<String>,
    /// What everybody hears while nothing can be kept.
    pub(super) trouble: Option<String>,
    /// A draw that the journal did not keep, or may not have kept before the house ended: until it is made again,
    /// nobody who plays does anything here.
    pub(super) owed: Option<Owed>,
}

impl Kept {
    /// A table that was read from the journal, and has to stand still for a reason, if there is one.
    pub(super) const fn new(upto: u64, now: Moment, halting: Option<String>) -> Self {
        Self { footing: Footing::InStep, upto, again: now, halting, trouble: None, owed: None }
    }

    /// Whether the state is not to be trusted, and nothing follows from it.
    pub(super) fn is_adrift(&self) -> bool {
        self.footing != Footing::InStep
    }

    /// Whether another server has the journal.
    pub(super) fn is_fenced(&self) -> bool {
        self.footing == Footing::Fenced
    }

    /// Whether it is time to read the state again.
    pub(super) fn is_due(&self, now: Moment) -> bool {
        self.is_adrift() && now >= self.again
    }

    /// The state may not be what the journal has; it is read again at once.
    pub(super) fn doubt(&mut self, now: Moment) {
        if !self.is_fenced() {
            self.footing = Footing::InDoubt;
        }
        self.again = now;
    }

    /// Another server has the journal.
    pub(super) const fn fence(&mut self) {
        self.footing = Footing::Fenced;
    }

    /// The state is what the journal has, up to a record.
    pub(super) const fn in_step(&mut self, upto: u64) {
        (self.footing, self.upto) = (Footing::InStep, upto);
    }

    /// Nothing is tried before a moment has passed.
    pub(super) fn wait(&mut self, now: Moment) {
        self.again = Moment::new(now.milliseconds() + PATIENCE);
    }
}
