//! What the house's clock does goes on record, and an administrator confirms it.

use crate::floor::Floor;
use crate::{Clock, Mark, Significant};
use game::Moment;
use journal::{Error, Kept, Store, Unit};
use std::time::{Duration, Instant};

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
        let drafts = news.iter().map(|one| Significant::new(one.code, "house", None, &*one.what).draft(now));
        self.common.journal.keep(Unit { drafts: drafts.collect(), ..mark(&steady.mark()) }).await?;
        steady.told(news.len());
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
        self.common.journal.keep(mark(&steady.mark())).await.map(|_| Some(()))
    }
}

fn mark(mark: &Mark) -> Unit {
    let kept = Kept { shelf: SHELF.into(), name: MARK.into(), value: serde_json::to_vec(mark).ok() };
    Unit { kept: vec![kept], ..Unit::default() }
}
