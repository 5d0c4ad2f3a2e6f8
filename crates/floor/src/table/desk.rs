//! What lies before a table: requests that were not taken yet, what waits to be kept, answers that wait for that.

use super::keep::Handed;
use super::passage::Passage;
use crate::ask::{Answer, Ask, Reply};
use journal::{Remembered, Unit};
use std::collections::VecDeque;

/// A unit that waits to be kept, with those who wait for it.
pub(super) struct Waiting {
    pub(super) unit: Unit,
    pub(super) reply: Reply,
    pub(super) version: u64,
    /// Money that goes between accounts and the table with it.
    pub(super) passages: Vec<Passage>,
    /// What was drawn for it, if anything was.
    pub(super) draws: Option<String>,
    /// The dealer's request that a player said yes to by it.
    pub(super) wish: Option<u64>,
}

impl Waiting {
    /// Whether it spends from somebody's account, which may turn out to be short.
    pub(super) fn spends(&self) -> bool {
        self.passages.iter().any(|passage| !passage.back)
    }
}

/// What lies before a table.
#[derive(Default)]
pub(super) struct Desk {
    /// Requests that are not taken yet.
    pub(super) pending: VecDeque<Ask>,
    /// What the journal remembers of their keys.
    pub(super) remembered: Remembered,
    /// Requests that are taken again once what waits is kept.
    pub(super) later: Vec<Ask>,
    /// What waits to be kept.
    pub(super) waiting: Vec<Waiting>,
    /// Whether that has to be kept before anything else is taken.
    pub(super) keeps_first: bool,
    /// What was handed to the journal, which did not say that it kept it, until it says what is.
    pub(super) handed: Vec<Handed>,
    /// Answers that are given once they are true.
    pub(super) replies: Vec<(Reply, Answer)>,
}

impl Desk {
    /// Whether something waits to be kept, and more may be kept with it: nothing comes after what spends.
    pub(super) fn is_open(&self) -> bool {
        self.waiting.last().is_some_and(|waiting| !waiting.spends())
    }

    /// Whether something waits to be kept, and nobody waits for it.
    pub(super) fn is_nobodys(&self) -> bool {
        let nobody = |waiting: &Waiting| matches!(waiting.reply, Reply::Nobody);
        !self.waiting.is_empty() && self.waiting.iter().all(nobody)
    }
}
