//! One clock: the server's. It never goes back.
//!
//! The house's time is the system's, but when that is set back it simply goes on from where it was, at
//! the pace of the processor; nothing is stamped before something that happened earlier. Tests turn a
//! clock of their own by hand.

use game::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// The house's clock.
#[derive(Clone)]
pub enum Clock {
    /// The system's, which never goes back here.
    System(Arc<Steady>),
    /// One that is turned by hand.
    Manual(watch::Sender<i64>),
}

/// The system's time, made steady.
pub struct Steady {
    /// What is added to the time since the start: grows when the system's clock is ahead.
    base: AtomicI64,
    start: Instant,
    /// The greatest step back that the system's clock was seen to make.
    behind: AtomicI64,
}

impl Clock {
    /// The system's clock, never before a moment: that of the last record.
    pub fn system(not_before: Moment) -> Self {
        let base = wall().max(not_before.milliseconds());
        Self::System(Arc::new(Steady {
            base: AtomicI64::new(base),
            start: Instant::now(),
            behind: AtomicI64::new(base - wall()),
        }))
    }

    /// A clock that is turned by hand, at a moment.
    pub fn manual(now: Moment) -> Self {
        Self::Manual(watch::channel(now.milliseconds()).0)
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        match self {
            Self::System(steady) => {
                // The system's first: whoever is held up in between sees the house ahead, not behind.
                let wall = wall();
                let since = steady.start.elapsed().as_millis() as i64;
                let base = steady.base.fetch_max(wall - since, Ordering::Relaxed).max(wall - since);
                steady.behind.fetch_max(base + since - wall, Ordering::Relaxed);
                Moment::new(base + since)
            }
            Self::Manual(time) => Moment::new(*time.borrow()),
        }
    }

    /// How far the system's clock was seen behind the house's, in milliseconds.
    pub fn behind(&self) -> i64 {
        match self {
            Self::System(steady) => steady.behind.load(Ordering::Relaxed),
            Self::Manual(_) => 0,
        }
    }

    /// Turns a clock by hand; nothing happens to the system's.
    pub fn turn(&self, milliseconds: i64) {
        if let Self::Manual(time) = self {
            time.send_modify(|now| *now += milliseconds.max(0));
        }
    }

    /// Waits for a moment.
    pub async fn until(&self, moment: Moment) {
        match self {
            Self::System(_) => {
                let left = moment.milliseconds() - self.now().milliseconds();
                if left > 0 {
                    tokio::time::sleep(Duration::from_millis(left as u64)).await;
                }
            }
            Self::Manual(time) => {
                let mut time = time.subscribe();
                // The sender is this clock itself, so there is one.
                let _ = time.wait_for(|now| *now >= moment.milliseconds()).await;
            }
        }
    }
}

/// The system's time in milliseconds.
fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
