//! Refusals of staff on their way to the record: one a second of each person is told as it comes, and those between once a
//! minute, with how many they were and of what. So nobody fills what a regulator reads, nor hides one try behind others.

use crate::house::House;
use crate::limit::Limits;
use crate::people::Session;
use floor::{Significant, brief};
use game::{Moment, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// How long those between wait to be told, in milliseconds.
const TOLD: i64 = 60_000;
/// How many kinds of them are named.
const KINDS: usize = 16;

/// What is not told yet of somebody at a place.
struct Untold {
    since: Moment,
    count: u64,
    kinds: BTreeSet<String>,
    more: bool,
}

/// Refusals of staff.
pub struct Refusals {
    /// How often one is told as it comes.
    told: Limits<u32>,
    /// What is not told yet, by name and place.
    untold: Mutex<BTreeMap<(String, String), Untold>>,
}

impl Default for Refusals {
    fn default() -> Self {
        Self { told: Limits::new(1), untold: Mutex::default() }
    }
}

impl Refusals {
    /// One more of somebody's at a place, who wanted something, by its word; what is to be told at once.
    fn note(
        &self,
        who: &Session,
        place: &str,
        wanted: &str,
        refused: &Refusal,
        now: Moment,
    ) -> Option<Significant> {
        let code = &refused.code;
        if self.told.take(who.number) {
            let what = format!("{wanted}: {code}: {}", brief(&refused.message));
            return Some(Significant::new("staff.refused", place, Some(who.name.clone()), what));
        }
        let mut all = self.untold.lock().unwrap_or_else(PoisonError::into_inner);
        let untold = all.entry((who.name.clone(), place.to_string())).or_insert_with(|| Untold {
            since: now,
            count: 0,
            kinds: BTreeSet::new(),
            more: false,
        });
        untold.count += 1;
        let kind = format!("{wanted} ({code})");
        match untold.kinds.len() < KINDS || untold.kinds.contains(&kind) {
            true => drop(untold.kinds.insert(kind)),
            false => untold.more = true,
        }
        None
    }

    /// What is to be told of those between: of those that have waited long enough, or of all.
    fn due(&self, now: Moment, all: bool) -> Vec<Significant> {
        let mut untold = self.untold.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = |_: &_, one: &mut Untold| all || now.milliseconds() - one.since.milliseconds() >= TOLD;
        let told = untold.extract_if(.., is_due).map(|((who, place), one)| {
            let kinds: Vec<String> = one.kinds.into_iter().collect();
            let refusals = if one.count == 1 { "refusal" } else { "refusals" };
            let others = if one.more { " and others" } else { "" };
            let what = format!("{} more {refusals}: {}{others}", one.count, kinds.join(", "));
            Significant::new("staff.refused", &place, Some(who), what)
        });
        told.collect()
    }
}

impl House {
    /// Somebody of the staff was refused what they wanted, by its word: it is on record, now or with others.
    pub async fn staff_refused(&self, who: &Session, place: &str, wanted: &str, refused: &Refusal) {
        let told = self.refusals.note(who, place, wanted, refused, self.floor.clock().now());
        if let Some(event) = told {
            self.put_down(event).await;
        }
    }

    /// Puts refusals of staff on record that were not told as they came: those that have waited long enough, or all.
    pub(crate) async fn tell_refusals(&self, all: bool) {
        for event in self.refusals.due(self.floor.clock().now(), all) {
            self.put_down(event).await;
        }
    }

    async fn put_down(&self, event: Significant) {
        if let Err(error) = self.floor.significant(event).await {
            tracing::error!(%error, "a refusal of staff is not on record");
        }
    }
}
