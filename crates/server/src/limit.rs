//! How often somebody may ask: a bucket that fills by the second.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket of so many asks, filled at a rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Thousandths of asks that are left.
    left: u64,
    since: Instant,
}

impl Bucket {
    /// A full one, of twice the rate.
    pub fn full(rate: u32) -> Self {
        Self { left: u64::from(rate) * 2000, since: Instant::now() }
    }

    /// Takes one ask; whether there was one.
    pub fn take(&mut self, rate: u32) -> bool {
        let passed = self.since.elapsed();
        let filled = passed.as_millis() as u64 * u64::from(rate);
        if filled > 0 {
            self.since += std::time::Duration::from_millis(passed.as_millis() as u64);
            self.left = (self.left + filled).min(u64::from(rate) * 2000);
        }
        let some = self.left >= 1000;
        if some {
            self.left -= 1000;
        }
        some
    }
}

/// Buckets of many.
pub struct Limits<K> {
    rate: u32,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash> Limits<K> {
    /// Buckets that fill at a rate by the second.
    pub fn new(rate: u32) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes one ask of somebody's; whether there was one.
    pub fn take(&self, who: K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > 100_000 {
            // Full buckets are as good as none.
            let rate = self.rate;
            buckets.retain(|_, bucket| bucket.since.elapsed().as_secs() < 2 || !bucket.take(rate));
        }
        buckets.entry(who).or_insert_with(|| Bucket::full(self.rate)).take(self.rate)
    }
}
