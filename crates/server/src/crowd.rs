//! How many connections there are: never more than the machine has handles for, and never all of them for people
//! whom nobody knows.
//!
//! In a house of many, whoever watches without a name, or as a guest, takes three quarters of the places at most; a few
//! more are for this machine alone, so that whoever looks after the house always reaches it. A house that is full says so: on record,
//! in its figures, and in `/readyz`.

use game::Refusal;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many places are for this machine alone, in a house that has many.
const OWN: usize = 8;
const MANY: usize = 64;
/// File handles for everything that is no connection.
const RESERVE: u64 = 128;
/// Between two words that the house is full, or somebody has all they may have.
const TOLD: Duration = Duration::from_secs(60);

/// As many connections as are wanted, within the file handles of the process.
pub const fn within(wanted: usize, handles: u64) -> usize {
    let most = handles.saturating_sub(RESERVE) as usize;
    let most = if most < 16 { 16 } else { most };
    if wanted < most { wanted } else { most }
}

/// The places of a house.
pub struct Crowd {
    most: usize,
    places: Arc<Semaphore>,
    own: Arc<Semaphore>,
    watchers: Arc<Semaphore>,
    /// When somebody was last turned away for want of a place, and when that was last told.
    turned: Mutex<Option<Instant>>,
    told: Mutex<Option<Instant>>,
    logged: Mutex<Option<Instant>>,
}

impl Crowd {
    /// So many places.
    pub fn new(most: usize) -> Self {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Self {
            most,
            places: semaphore(most),
            own: semaphore(if most < MANY { 0 } else { OWN }),
            watchers: semaphore(if most < MANY { most } else { most - most / 4 }),
            turned: Mutex::default(),
            told: Mutex::default(),
            logged: Mutex::default(),
        }
    }

    /// A place for a connection from an address, if there is one.
    pub fn enter(&self, address: IpAddr) -> Option<OwnedSemaphorePermit> {
        let own = || address.to_canonical().is_loopback().then(|| self.own.clone().try_acquire_owned().ok());
        let place = self.places.clone().try_acquire_owned().ok().or_else(|| own().flatten());
        if place.is_none() {
            *lock(&self.turned) = Some(Instant::now());
        }
        place
    }

    /// A place for somebody who watches without a name, or as a guest.
    ///
    /// # Errors
    /// `house.full`.
    pub fn watch(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        self.watchers.clone().try_acquire_owned().map_err(|_| {
            *lock(&self.turned) = Some(Instant::now());
            let most = self.most - self.most / 4;
            let message =
                format!("{most} people are watching without an account: sign in, or try again later");
            Refusal::plain("house.full", message)
        })
    }

    /// How many connections there are, and may be.
    pub fn count(&self) -> (usize, usize) {
        (self.most - self.places.available_permits().min(self.most), self.most)
    }

    /// Whether there is no place left, or was none within the last minute.
    pub fn is_full(&self) -> bool {
        self.places.available_permits() == 0 || lock(&self.turned).is_some_and(|at| at.elapsed() < TOLD)
    }

    /// Whether it is time to put on record that the house is full.
    pub fn tells(&self) -> bool {
        is_time(&self.told)
    }

    /// Whether it is time for a line in the log that somebody was turned away.
    pub fn logs(&self) -> bool {
        is_time(&self.logged)
    }
}

fn lock(last: &Mutex<Option<Instant>>) -> std::sync::MutexGuard<'_, Option<Instant>> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_time(last: &Mutex<Option<Instant>>) -> bool {
    let mut last = lock(last);
    let is_time = last.is_none_or(|at| at.elapsed() >= TOLD);
    if is_time {
        *last = Some(Instant::now());
    }
    is_time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_and_those_with_a_name_have_places_when_watchers_have_all_theirs() {
        assert_eq!((within(20_000, 300), within(20_000, 1 << 20), within(20_000, 0)), (172, 20_000, 16));
        let crowd = Crowd::new(100);
        let watching: Vec<_> = (0..75).map(|_| crowd.watch().unwrap()).collect();
        assert_eq!(crowd.watch().unwrap_err().code, "house.full");
        drop(watching);
        assert!(crowd.watch().is_ok());
        let elsewhere = "192.0.2.1".parse().unwrap();
        let all: Vec<_> = (0..100).map(|_| crowd.enter(elsewhere).unwrap()).collect();
        assert!(crowd.enter(elsewhere).is_none() && crowd.is_full());
        assert!(crowd.enter("127.0.0.1".parse().unwrap()).is_some(), "whoever looks after it");
        assert_eq!((crowd.count(), crowd.tells(), crowd.tells()), ((100, 100), true, false));
        drop(all);
        assert_eq!(crowd.count(), (0, 100));
    }
}
