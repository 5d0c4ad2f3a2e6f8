//! How often somebody may ask: a bucket that fills by the second.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks through all buckets.
const SWEEP: Duration = Duration::from_secs(10);

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
        self.take_in(rate, 1)
    }

    /// The same at a rate in so many seconds.
    fn take_in(&mut self, rate: u32, seconds: u64) -> bool {
        let passed = self.since.elapsed().as_millis() as u64;
        let filled = passed * u64::from(rate) / seconds;
        if filled > 0 {
            self.since += Duration::from_millis(filled * seconds / u64::from(rate));
            self.left = (self.left + filled).min(u64::from(rate) * 2000);
        }
        let some = self.left >= 1000;
        if some {
            self.left -= 1000;
        }
        some
    }
}

/// Whose bucket an address draws from: an IPv6 line has 2^72 addresses, as providers give them to a home, and
/// they count as one.
pub fn line(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => Ipv6Addr::from_bits(six.to_bits() >> 72 << 72).into(),
        four => four,
    }
}

/// The provider, the network and the line that an address is of, as far as it tells: /32, /48 and /56 of IPv6, /16, /24
/// and itself of IPv4.
pub fn networks(address: IpAddr) -> [IpAddr; 3] {
    match address.to_canonical() {
        IpAddr::V6(six) => [96, 80, 72].map(|low| Ipv6Addr::from_bits(six.to_bits() >> low << low).into()),
        IpAddr::V4(four) => [16, 8, 0].map(|low| Ipv4Addr::from_bits(four.to_bits() >> low << low).into()),
    }
}

/// Buckets of many.
pub struct Limits<K> {
    rate: u32,
    seconds: u64,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    all: HashMap<K, Bucket>,
    /// When those that are full again were last let go.
    swept: Instant,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Self { all: HashMap::new(), swept: Instant::now() }
    }
}

impl<K: Eq + Hash> Limits<K> {
    /// Buckets that fill at a rate by the second.
    pub fn new(rate: u32) -> Self {
        Self { rate, seconds: 1, buckets: Mutex::default() }
    }

    /// Buckets that fill at a rate by the hour.
    pub fn hourly(rate: u32) -> Self {
        Self { seconds: 3600, ..Self::new(rate) }
    }

    /// Takes one ask of somebody's; whether there was one.
    pub fn take(&self, who: K) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.all.len() > 100_000 && buckets.swept.elapsed() > SWEEP {
            // Full buckets are as good as none.
            let full = 2 * self.seconds;
            buckets.all.retain(|_, bucket| bucket.since.elapsed().as_secs() < full);
            buckets.swept = Instant::now();
        }
        buckets.all.entry(who).or_insert_with(|| Bucket::full(self.rate)).take_in(self.rate, self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_one_bucket_however_many_addresses_it_has() {
        let of = |text: &str| line(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ff:ffff:ffff:ffff:ffff"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:102::1"));
        assert_eq!(of("::ffff:203.0.113.9"), of("203.0.113.9"), "IPv4 on an IPv6 socket is IPv4");
        assert_ne!(of("203.0.113.9"), of("203.0.113.10"));
        let networks = |text: &str| networks(text.parse().unwrap()).map(|one| one.to_string());
        assert_eq!(networks("2001:db8:1:2ff::1"), ["2001:db8::", "2001:db8:1::", "2001:db8:1:200::"]);
        assert_eq!(networks("203.0.113.9"), ["203.0.0.0", "203.0.113.0", "203.0.113.9"]);
    }
}
