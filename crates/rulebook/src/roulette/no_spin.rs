//! `[[no-spin]]` of `roulette.toml`: the grounds for calling "no spin".

use crate::page::Entry;
use crate::{Citation, Citer};

/// One ground for calling "no spin".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSpin {
    /// Its name: `ball-left-wheel`.
    pub ground: String,
    /// What it is, in our words.
    pub about: String,
    /// Its clause.
    pub clause: Citation,
}

impl NoSpin {
    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let ground = entry.needed_text("ground");
        let about = entry.needed_text("about");
        let clause = citer.citation(&entry, "clause");
        entry.done();
        Some(Self { ground: ground?.value, about: about?.value, clause: clause? })
    }
}
