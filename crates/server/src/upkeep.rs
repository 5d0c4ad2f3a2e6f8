//! What a house finds out about its own journal and puts right or on record: how its last run ended, and the states
//! that tables begin with after an archive.

use crate::health::lock;
use crate::house::{House, OpenError};
use floor::Significant;
use journal::{Journal, Unit};
use std::path::Path;

/// How many significant events are read at once on the way back.
const PAGE: u64 = 256;

/// The number of the significant event with which the last run began, if nothing after it says that it ended in good
/// order or that the house was restored.
fn not_stopped(journal: &Journal) -> Result<Option<u64>, journal::Error> {
    let mut store = journal.reader()?;
    let mut to = store.head(floor::significant::STREAM)?.map_or(0, |head| head.sequence);
    while to > 0 {
        let from = to.saturating_sub(PAGE - 1).max(1);
        for record in store.range(floor::significant::STREAM, from, to)?.into_iter().rev() {
            let event: Option<Significant> = serde_json::from_slice(&record.body).ok();
            match event.as_ref().map(|event| event.code.as_str()) {
                Some("house.started") => return Ok(Some(record.sequence)),
                Some("house.stopped" | "house.restored") => return Ok(None),
                _ => {}
            }
        }
        to = from - 1;
    }
    Ok(None)
}

/// What was found of lost beginnings: what was put back, and what is still lost, each in words.
type Found = Result<(Vec<String>, Vec<String>), String>;

fn put_back(journal: &Journal, archives: &Path) -> Found {
    let mut store = journal.reader().map_err(|error| error.to_string())?;
    let (mut back, mut lost) = (Vec::new(), Vec::new());
    for (stream, sequence) in floor::lost_beginnings(&mut *store)? {
        let Some(state) = floor::beginning_from(&mut *store, archives, &stream, sequence)? else {
            lost.push(floor::lost_words(&mut *store, &stream, sequence)?);
            continue;
        };
        let kept = journal.keep_blocking(Unit { states: vec![state], ..Unit::default() });
        kept.map_err(|error| error.to_string())?;
        back.push(format!(
            "stream {stream}, record {sequence}: the state that the table begins with was missing or changed, and was \
             put back from the archive"
        ));
    }
    Ok((back, lost))
}

impl House {
    /// What there is to say if the last run did not end in good order.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) async fn broken_off(&self) -> Result<Option<String>, OpenError> {
        let journal = self.floor.journal().clone();
        let turns = journal.turns();
        let Some(began) = tokio::task::spawn_blocking(move || not_stopped(&journal)).await?? else {
            return Ok(None);
        };
        let why = match turns {
            // Ours is the next one, unless somebody was between.
            (Some(signed), ours) if ours != signed + 1 => format!(
                "somebody who signed nothing took its turn to write: turn {signed} signed last, this is turn {ours}; \
                 another server, or somebody who edited table turn of the database"
            ),
            _ => "it was killed, its machine failed, or it lost its database".into(),
        };
        Ok(Some(format!(
            "the run that began with significant event {began} was not shut down cleanly: {why}"
        )))
    }

    /// Puts states back that tables begin with, where they are lost and an archive in the folder of the house has
    /// them. What is put back is on record; what is still lost too, once.
    pub(crate) async fn put_beginnings_back(&self) {
        let (journal, archives) = (self.floor.journal().clone(), self.config.data.join("archives"));
        let found = tokio::task::spawn_blocking(move || put_back(&journal, &archives)).await;
        let (back, lost) = match found.map_err(|error| error.to_string()).and_then(|found| found) {
            Ok(found) => found,
            Err(error) => return tracing::error!(error, "how tables begin cannot be looked at"),
        };
        for what in back {
            tracing::warn!("{what}");
            self.record("table.beginning-back", what).await;
        }
        let known = std::mem::replace(&mut *lock(&self.health.beginnings), lost.clone());
        for what in lost.into_iter().filter(|what| !known.contains(what)) {
            tracing::error!("{what}");
            self.record("table.beginning-lost", what).await;
        }
    }
}
