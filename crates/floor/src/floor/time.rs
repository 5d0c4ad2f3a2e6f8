//! What the house's clock does goes on record, and an administrator confirms it.
//!
//! Gaps that nobody has confirmed are on record, in a stream of their own: whoever can write to the database
//! cannot have them forgotten. Only how the machine's clocks stood lies on a shelf; without it, whatever time
//! passed since the last record is a gap.

use crate::floor::Floor;
use crate::{Clock, Gap, Mark, Significant};
use game::Moment;
use journal::{Draft, Error, Kept, Store, Unit};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The stream of gaps.
const STREAM: &str = "house/clock";
/// The shelf that the clock is on.
const SHELF: &str = "clock";
const MARK: &str = "mark";
/// How often the clock is kept, whatever happens.
const OFTEN: Duration = Duration::from_secs(60);

/// The clock as it was kept last.
pub(super) fn read_mark(store: &mut dyn Store) -> Result<Option<Mark>, Error> {
    let kept = store.shelf(SHELF)?.into_iter().find(|(name, _)| name == MARK);
    let Some((_, bytes)) = kept else { return Ok(None) };
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|error| Error::Store(format!("what was kept of the clock: {error}")))
}

/// The gaps as the last record of the stream has them.
pub(super) fn read_gaps(store: &mut dyn Store) -> Result<Vec<Gap>, Error> {
    let Some(head) = store.head(STREAM)?.filter(|head| head.sequence > 0) else { return Ok(Vec::new()) };
    let Some(record) = store.range(STREAM, head.sequence, head.sequence)?.pop() else {
        return Ok(Vec::new());
    };
    let gaps: Gaps = serde_json::from_slice(&record.body)
        .map_err(|error| Error::damaged(STREAM, record.sequence, error.to_string()))?;
    Ok(gaps.gaps)
}

/// A record of the stream.
#[derive(Serialize, Deserialize)]
struct Gaps {
    gaps: Vec<Gap>,
}

impl Floor {
    /// Watches the clock, until it is dropped.
    pub async fn watch_clock(self) {
        let mut kept = Instant::now();
        loop {
            self.common.clock.next_look().await;
            if self.common.clock.has_news() || kept.elapsed() >= OFTEN {
                match self.keep_time().await {
                    Ok(()) => kept = Instant::now(),
                    Err(error) => tracing::error!(%error, "what the clock does is not on record"),
                }
            }
        }
    }

    /// Has what is new about the clock kept, and how it stands.
    ///
    /// # Errors
    /// It was not kept, and will be tried again.
    pub async fn keep_time(&self) -> Result<(), Error> {
        let Clock::System(steady) = &self.common.clock else { return Ok(()) };
        let news = steady.news();
        for one in &news {
            tracing::warn!(code = one.code, "{}", one.what);
        }
        let now = Moment::new(steady.now());
        let gaps = steady.unrecorded();
        let drafts = news.iter().map(|one| Significant::new(one.code, "house", None, &*one.what).draft(now));
        let drafts = drafts.chain(gaps.iter().map(|gaps| draft(gaps, now))).collect();
        self.common.journal.keep(Unit { drafts, ..mark(&steady.mark()) }).await?;
        steady.told(news.len(), gaps);
        Ok(())
    }

    /// Somebody says what time it is, and confirms by it what the system's clock says. `None` if it says
    /// something else.
    ///
    /// # Errors
    /// It was not kept, and so was not confirmed.
    pub async fn confirm_time(&self, who: &str, said: Moment) -> Result<Option<()>, Error> {
        let Clock::System(steady) = &self.common.clock else { return Ok(Some(())) };
        if !steady.fits(said) {
            return Ok(None);
        }
        self.keep_time().await?;
        let before = steady.shown();
        let what = format!(
            "the time of day is right: the house's time was {}, the system's {}, and {} ms before a start \
             were not confirmed",
            before.house, before.system, before.unconfirmed
        );
        self.significant(Significant::new("clock.confirmed", "house", Some(who.into()), what)).await?;
        steady.confirm();
        self.keep_time().await.map(|()| Some(()))
    }
}

fn draft(gaps: &[Gap], now: Moment) -> (Arc<str>, Draft) {
    let body = serde_json::to_vec(&Gaps { gaps: gaps.to_vec() }).unwrap_or_default();
    (STREAM.into(), Draft { at: now.milliseconds(), body, ..Draft::default() })
}

fn mark(mark: &Mark) -> Unit {
    let kept = Kept { shelf: SHELF.into(), name: MARK.into(), value: serde_json::to_vec(mark).ok() };
    Unit { kept: vec![kept], ..Unit::default() }
}
