//! One clock: the server's. It never goes back while the house runs, and forward only as fast as time does.
//!
//! The system has two: the time of day, and the time since the machine was started. The house's time goes by
//! the second and leans towards the first ([`Steady`]); a jump waits for an administrator. What protects
//! people counts only time that was seen or confirmed ([`Passing`]). Tests turn a clock of their own by hand,
//! or both of the system's.

mod dials;
mod history;
mod steady;

pub use dials::{Dials, Reading};
pub use history::{History, Jump, Passing, Word};
pub use steady::{ClockRecord, ClockState, Confirmed, Known, Mark, News, Steady};

use game::Moment;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How far the time of day may be off before it is not followed any more, unless a house says otherwise, in
/// milliseconds.
pub const BOUND: i64 = 5 * 60_000;
/// How often somebody looks whether the clock was set.
const LOOK: Duration = Duration::from_secs(1);

/// The house's clock.
#[derive(Clone)]
pub enum Clock {
    /// The system's two, made one.
    System(Arc<Steady>),
    /// One that is turned by hand.
    Manual(watch::Sender<i64>),
}

impl Clock {
    /// The system's clock, going on from what the journal knows.
    pub fn system(known: Known) -> Self {
        Self::by(Dials::System, known, BOUND)
    }

    /// The same by other dials, with another bound for jumps, in milliseconds.
    pub fn by(dials: Dials, known: Known, bound: i64) -> Self {
        Self::System(Arc::new(Steady::open(dials, known, bound)))
    }

    /// A clock that is turned by hand, at a moment.
    pub fn manual(now: Moment) -> Self {
        Self::Manual(watch::channel(now.milliseconds()).0)
    }

    /// What time it is.
    pub fn now(&self) -> Moment {
        match self {
            Self::System(steady) => Moment::new(steady.now()),
            Self::Manual(time) => Moment::new(*time.borrow()),
        }
    }

    /// A moment, with what of the time before it counts for whoever is protected by it.
    pub fn passing(&self, now: Moment) -> Passing {
        match self {
            Self::System(steady) => steady.passing(now),
            Self::Manual(_) => now.into(),
        }
    }

    /// How far the system's clock was seen behind the house's, in milliseconds.
    pub fn behind(&self) -> i64 {
        match self {
            Self::System(steady) => steady.behind(),
            Self::Manual(_) => 0,
        }
    }

    /// How it stands.
    pub fn shown(&self) -> ClockState {
        match self {
            Self::System(steady) => steady.shown(),
            Self::Manual(time) => {
                let now = *time.borrow();
                ClockState { house: now, system: now, waits: false, ahead: 0, unconfirmed: 0 }
            }
        }
    }

    /// Whether something about it is not on record yet.
    pub fn has_news(&self) -> bool {
        matches!(self, Self::System(steady) if !steady.news().is_empty())
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
            Self::System(steady) => match steady.dials() {
                Dials::System => {
                    let left = moment.milliseconds() - self.now().milliseconds();
                    if left > 0 {
                        tokio::time::sleep(Duration::from_millis(left as u64)).await;
                    }
                }
                Dials::Hand(readings, _) => {
                    let mut readings = readings.subscribe();
                    // The sender is this clock itself, so there is one.
                    let _ = readings.wait_for(|_| self.now() >= moment).await;
                }
            },
            Self::Manual(time) => {
                let mut time = time.subscribe();
                let _ = time.wait_for(|now| *now >= moment.milliseconds()).await;
            }
        }
    }

    /// Waits until it is time to look at the clock again.
    pub(crate) async fn next_look(&self) {
        match self {
            Self::System(steady) => match steady.dials() {
                Dials::System => tokio::time::sleep(LOOK).await,
                Dials::Hand(..) => tokio::time::sleep(LOOK / 50).await,
            },
            // Nobody sets it but who turns it.
            Self::Manual(_) => std::future::pending().await,
        }
    }
}
