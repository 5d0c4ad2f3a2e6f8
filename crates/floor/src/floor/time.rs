//! What the house's clock does goes on record, and an administrator confirms it.
//!
//! Every jump of the house's time is on record, in a stream of its own, before anything is stamped by it: whoever can
//! write to the database cannot have it forgotten. Only how the machine's clocks stood lies on a shelf; without it,
//! whatever time passed since the last start is a gap.

use crate::floor::Floor;
use crate::{Clock, ClockRecord, History, Jump, Mark, Significant, Steady, Word};
use game::Moment;
use journal::{Draft, Error, Kept, Store, Unit};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The stream of what the clock says.
const STREAM: &str = "house/clock";
/// The shelf that the clock is on.
const SHELF: &str = "clock";
const MARK: &str = "mark";
/// How often the clock is kept, whatever happens.
const OFTEN: Duration = Duration::from_secs(60);

/// What there is to say of the clock as it was kept last, if that is not as the house left it: with every start its mark
/// is kept together with the record, so one of that start has to be there. Without it, nobody would know how long the
/// house was away, and whatever the time of day says would be believed.
///
/// # Errors
/// The journal cannot be read.
pub fn odd_clock(store: &mut dyn Store) -> Result<Option<String>, Error> {
    let (told, mark) = (read_told(store)?, read_mark(store)?);
    let what = match mark {
        _ if told.start == 0 => return Ok(None),
        None => "is missing, or was not written by the house".to_string(),
        Some(mark) if mark.start != told.start => {
            format!("is of start {}, and start {} is on record", mark.start, told.start)
        }
        Some(_) => return Ok(None),
    };
    Ok(Some(format!("{SHELF}/{MARK} {what}: how long the house was away cannot be known")))
}

/// The clock as it was kept last.
pub(super) fn read_mark(store: &mut dyn Store) -> Result<Option<Mark>, Error> {
    let kept = store.shelf(SHELF)?.into_iter().find(|(name, _)| name == MARK);
    let Some((_, bytes)) = kept else { return Ok(None) };
    let read = serde_json::from_slice(&bytes);
    read.map(Some).map_err(|error| Error::Store(format!("what was kept of the clock: {error}")))
}

/// What the last record of the stream says.
pub(super) fn read_told(store: &mut dyn Store) -> Result<ClockRecord, Error> {
    let Some(head) = store.head(STREAM)?.filter(|head| head.sequence > 0) else {
        return Ok(ClockRecord::default());
    };
    let Some(record) = store.range(STREAM, head.sequence, head.sequence)?.pop() else {
        return Ok(ClockRecord::default());
    };
    let form: Form = serde_json::from_slice(&record.body)
        .map_err(|error| Error::damaged(STREAM, record.sequence, error.to_string()))?;
    Ok(match form {
        Form::ClockRecord(told) => told,
        Form::Gaps { gaps } => {
            let open = gaps.iter().filter(|gap| !gap.is_false);
            let jumps = open.map(|gap| Jump { from: gap.from, to: gap.to, word: Word::Open }).collect();
            ClockRecord { history: History::of(jumps), ..ClockRecord::default() }
        }
    })
}

/// A record of the stream.
#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    ClockRecord(ClockRecord),
    /// As it once was: gaps that nobody had confirmed, and those of a wrong clock.
    Gaps {
        gaps: Vec<Gap>,
    },
}

#[derive(Deserialize)]
struct Gap {
    from: i64,
    to: i64,
    #[serde(default)]
    is_false: bool,
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
        let _desk = steady.desk().lock().await;
        self.keep_time_of(steady).await
    }

    async fn keep_time_of(&self, steady: &Steady) -> Result<(), Error> {
        let news = steady.news();
        for one in &news {
            tracing::warn!(code = one.code, "{}", one.what);
        }
        let now = Moment::new(steady.now());
        let told = steady.unrecorded();
        let drafts = news.iter().map(|one| Significant::new(one.code, "house", None, &*one.what).draft(now));
        let drafts = drafts.chain(told.iter().map(|told| draft(told, now))).collect();
        self.common.journal.keep(Unit { drafts, ..mark(&steady.mark()) }).await?;
        steady.recorded(news.len(), told);
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
        let _desk = steady.desk().lock().await;
        self.keep_time_of(steady).await?;
        let before = steady.shown();
        let what = format!(
            "the time of day is right: the house's time was {}, the system's {}, and {} ms before a start \
             were not confirmed",
            before.house, before.system, before.unconfirmed
        );
        let (now, confirmed) = (Moment::new(before.house), steady.confirmed());
        let event = Significant::new("clock.confirmed", "house", Some(who.into()), what);
        // What follows from it is on record with it: nothing is stamped by a time that a crash would forget.
        let drafts = vec![event.draft(now), draft(&confirmed.record, now)];
        self.common.journal.keep(Unit { drafts, ..mark(&confirmed.mark) }).await?;
        steady.follow(confirmed);
        Ok(Some(()))
    }
}

fn draft(told: &ClockRecord, now: Moment) -> (Arc<str>, Draft) {
    let body = serde_json::to_vec(told).unwrap_or_default();
    (STREAM.into(), Draft { at: now.milliseconds(), body, ..Draft::default() })
}

fn mark(mark: &Mark) -> Unit {
    let kept = Kept { shelf: SHELF.into(), name: MARK.into(), value: serde_json::to_vec(mark).ok() };
    Unit { kept: vec![kept], ..Unit::default() }
}
