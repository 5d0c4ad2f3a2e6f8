//! How often somebody may ask: a bucket that fills by the second.

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks through all buckets.
const SWEEP: Duration = Duration::from_secs(10);

/// How many buckets there are before any is let go.
const MANY: usize = 100_000;

/// Twice a rate at once, then the rate; nothing at all for a rate of zero.
fn quota(rate: u32, per: fn(NonZeroU32) -> Quota) -> Option<Quota> {
    let burst = NonZeroU32::new(rate.saturating_mul(2))?;
    Some(per(NonZeroU32::new(rate)?).allow_burst(burst))
}

/// A bucket of twice the rate, filled at a rate by the second.
pub struct Bucket(Option<DefaultDirectRateLimiter>);

impl Bucket {
    /// A full one.
    pub fn full(rate: u32) -> Self {
        Self(quota(rate, Quota::per_second).map(RateLimiter::direct))
    }

    /// Takes one ask; whether there was one.
    pub fn take(&self) -> bool {
        self.0.as_ref().is_some_and(|bucket| bucket.check().is_ok())
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
pub struct Limits<K: Clone + Eq + Hash> {
    buckets: Option<DefaultKeyedRateLimiter<K>>,
    /// When those that are full again were last let go.
    swept: Mutex<Instant>,
}

impl<K: Clone + Eq + Hash> Limits<K> {
    /// Buckets that fill at a rate by the second.
    pub fn new(rate: u32) -> Self {
        Self::of(quota(rate, Quota::per_second))
    }

    /// Buckets that fill at a rate by the hour.
    pub fn hourly(rate: u32) -> Self {
        Self::of(quota(rate, Quota::per_hour))
    }

    fn of(quota: Option<Quota>) -> Self {
        Self { buckets: quota.map(RateLimiter::keyed), swept: Mutex::new(Instant::now()) }
    }

    /// Takes one ask of somebody's; whether there was one.
    pub fn take(&self, who: K) -> bool {
        let Some(buckets) = &self.buckets else { return false };
        if buckets.len() > MANY {
            let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
            if swept.elapsed() > SWEEP {
                // Full buckets are as good as none.
                buckets.retain_recent();
                *swept = Instant::now();
            }
        }
        buckets.check_key(&who).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_the_rate_at_once_and_no_more() {
        let hourly = Limits::hourly(3);
        let taken = |who: u32| (0..10).filter(|_| hourly.take(who)).count();
        assert_eq!((taken(1), taken(1), taken(2)), (6, 0, 6));
        let bucket = Bucket::full(1);
        assert_eq!([bucket.take(), bucket.take()], [true, true]);
        assert!(!Limits::new(0).take(1) && !Bucket::full(0).take(), "nothing at a rate of zero");
    }

    #[test]
    fn an_empty_bucket_fills_at_the_rate() {
        let begun = Instant::now();
        let limits = Limits::new(5);
        let mut taken = 0;
        while taken < 15 {
            taken += u32::from(limits.take(1));
            std::thread::sleep(Duration::from_millis(1));
        }
        // Ten at once, and one in a fifth of a second.
        assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    }

    #[test]
    fn full_buckets_are_let_go_when_there_are_many() {
        let limits = Limits::new(1_000_000);
        *limits.swept.lock().unwrap() = Instant::now() - 2 * SWEEP;
        for who in 0..=MANY + 1 {
            limits.take(who);
        }
        let left = limits.buckets.as_ref().map_or(0, RateLimiter::len);
        assert!(left < MANY, "{left}");
    }

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
