//! The system's two clocks: the time of day, which anybody with the right may set, and the time since the
//! machine was started, which counts its sleep and which nobody sets.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// Both clocks are read again if reading them took longer than this, in milliseconds.
const APART: i64 = 20;
/// How often at most.
const TRIES: usize = 8;

/// One look at both clocks, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The time of day.
    pub wall: i64,
    /// The time since the machine was started.
    pub boot: i64,
}

/// Both clocks.
#[derive(Clone, Debug)]
pub enum Dials {
    /// The system's.
    System,
    /// A pair that is turned by hand, on a machine whose starts are told apart by a name.
    Hand(watch::Sender<Reading>, Arc<str>),
}

impl Dials {
    /// A pair that is turned by hand.
    pub fn by_hand(wall: i64, boot: i64, machine: &str) -> Self {
        Self::Hand(watch::channel(Reading { wall, boot }).0, machine.into())
    }

    /// Lets time pass on both, and sets the time of day beside.
    pub fn turn(&self, passes: i64, jumps: i64) {
        if let Self::Hand(reading, _) = self {
            reading.send_modify(|reading| {
                reading.boot += passes.max(0);
                reading.wall += passes.max(0) + jumps;
            });
        }
    }

    pub(super) fn read(&self) -> Reading {
        match self {
            Self::Hand(reading, _) => *reading.borrow(),
            Self::System => {
                let mut before = boot();
                for _ in 0..TRIES {
                    let (wall, after) = (wall(), boot());
                    // Whoever is held up in between, or put to sleep, would see one clock run from the other.
                    if after - before <= APART {
                        return Reading { wall, boot: after };
                    }
                    before = after;
                }
                Reading { wall: wall(), boot: boot() }
            }
        }
    }

    /// Which start of which machine this is; nothing where nobody can tell.
    pub(super) fn machine(&self) -> Option<String> {
        match self {
            Self::Hand(_, machine) => Some(machine.to_string()),
            Self::System => {
                let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
                Some(id.trim().to_string()).filter(|id| !id.is_empty())
            }
        }
    }
}

fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn boot() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Elsewhere the nearest thing that nobody sets; whether it counts sleep is for the system to say.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn boot() -> i64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_millis() as i64
}
