//! How much of the house one line, or one person, has open at once: connections, and the stations on them.
//!
//! A connection is counted for whoever is at its other end. Where a proxy names in a header for whom it asks, one
//! connection may be many people's, and only a station is known to be somebody's for long: stations are counted for the
//! line that is named, within the same bound, and for whoever is signed in on them.

use crate::config::Config;
use crate::limit::{line, networks};
use game::Refusal;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    Line(IpAddr),
    /// A network or a provider, of which only those without an account are counted.
    Unnamed(IpAddr),
    Person(u32),
}

/// How many each has.
pub type Shares = Mutex<HashMap<Whose, usize>>;

/// One of those that somebody may have; it is free again when it goes.
pub struct Share(Arc<Shares>, Vec<Whose>);

/// As many as so many lines a network of IPv6 has.
const NETWORK: usize = 4;
/// Which part of all places those without an account have at most from one network (/24, /48 of IPv6), and from one
/// provider (/16, /32).
const NETWORK_PART: usize = 8;
const PROVIDER_PART: usize = 4;

impl Share {
    /// One more of a line, and its network, unless one of them has all it may have.
    pub fn of_line(shares: &Arc<Shares>, address: IpAddr, config: &Config) -> Option<Self> {
        Self::within(shares, &lines(address, config)).ok()
    }

    /// One more station of a line, and of a person if somebody is signed in. Of those without an account, a network
    /// and a provider have their share too: nobody's neighbours take all places.
    ///
    /// # Errors
    /// `station.many`.
    pub fn of_station(
        shares: &Arc<Shares>,
        address: IpAddr,
        (person, unnamed): (Option<u32>, bool),
        config: &Config,
    ) -> Result<Self, Refusal> {
        let mut wanted = lines(address, config);
        if unnamed && !wanted.is_empty() {
            let [provider, network, _] = networks(line(address));
            for (whose, part) in [(network, NETWORK_PART), (provider, PROVIDER_PART)] {
                let most = (config.connections / part).max(config.connections_each.min(config.connections));
                wanted.push((Whose::Unnamed(whose), most));
            }
        }
        wanted.extend(person.map(|number| (Whose::Person(number), config.stations_each)));
        Self::within(shares, &wanted).map_err(|(whose, most)| {
            let of = match whose {
                Whose::Line(_) => "from your address",
                Whose::Unnamed(_) => "from your network, without an account,",
                Whose::Person(_) => "of yours",
            };
            let message = format!("{most} stations {of} are already open, the most allowed: close one first");
            Refusal::plain("station.many", message)
        })
    }

    fn within(shares: &Arc<Shares>, wanted: &[(Whose, usize)]) -> Result<Self, (Whose, usize)> {
        let mut all = shares.lock().unwrap_or_else(PoisonError::into_inner);
        let full = wanted.iter().find(|(whose, most)| all.get(whose).copied().unwrap_or(0) >= *most);
        if let Some(full) = full {
            return Err(*full);
        }
        wanted.iter().for_each(|(whose, _)| *all.entry(*whose).or_default() += 1);
        Ok(Self(shares.clone(), wanted.iter().map(|(whose, _)| *whose).collect()))
    }
}

/// What an address counts for, with its bounds: nothing for this machine, and for a proxy that speaks for nobody.
fn lines(address: IpAddr, config: &Config) -> Vec<(Whose, usize)> {
    // Of the address itself: a line of IPv6 is many addresses.
    if address.to_canonical().is_loopback() || config.trusts(address) {
        return Vec::new();
    }
    let address = line(address);
    let mut lines = vec![(Whose::Line(address), config.connections_each)];
    if let (IpAddr::V6(_), [_, network, _]) = (address, networks(address))
        && network != address
    {
        lines.push((Whose::Line(network), config.connections_each.saturating_mul(NETWORK)));
    }
    lines
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for whose in &self.1 {
            if let Some(has) = all.get_mut(whose) {
                *has -= 1;
                if *has == 0 {
                    all.remove(whose);
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_share_of_connections_and_no_more() {
        let shares: Arc<Shares> = Arc::default();
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), "nowhere".into());
        config.connections_each = 2;
        config.trusted_proxies = ["192.0.2.99", "2001:db8:9::99"].map(|one| one.parse().unwrap()).to_vec();
        let share = |address: &str| Share::of_line(&shares, address.parse().unwrap(), &config);
        let first = share("192.0.2.1");
        let _second = share("::ffff:192.0.2.1");
        assert!(first.is_some() && share("192.0.2.1").is_none());
        assert!(share("192.0.2.2").is_some());
        drop(first);
        assert!(share("192.0.2.1").is_some(), "one has gone");
        let _six = [share("2001:db8::1"), share("2001:db8::2")];
        assert!(share("2001:db8:0:ff::3").is_none() && share("2001:db8:0:100::3").is_some());
        // A network has four lines' worth, however many lines it has.
        let many: Vec<_> = (1..20).filter_map(|one| share(&format!("2001:db8:7:{one}00::1"))).collect();
        assert_eq!(many.len(), 2 * NETWORK);
        for (address, why) in [
            ("127.0.0.1", "this machine is not counted"),
            ("::1", "this machine is not counted"),
            ("::ffff:127.0.0.1", "this machine is not counted"),
            ("192.0.2.99", "nor is a proxy that speaks for others"),
            ("2001:db8:9::99", "nor is a proxy that speaks for others"),
        ] {
            let many: Vec<_> = (0..10).map(|_| share(address)).collect();
            assert!(many.iter().all(Option::is_some), "{address}: {why}");
        }
        let beside: Vec<_> = (0..10).filter_map(|_| share("2001:db8:9::98")).collect();
        assert_eq!(beside.len(), 2, "a proxy's neighbours are counted");
    }

    #[test]
    fn neighbours_without_an_account_leave_places_for_others() {
        let shares: Arc<Shares> = Arc::default();
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), "nowhere".into());
        (config.connections, config.connections_each) = (80, 3);
        let open = |address: String, unnamed| {
            Share::of_station(&shares, address.parse().unwrap(), (None, unnamed), &config)
        };
        let many: Vec<_> = (1..60).filter_map(|one| open(format!("192.0.2.{one}"), true).ok()).collect();
        assert_eq!(many.len(), 10, "an eighth");
        assert_eq!(open("192.0.2.99".into(), true).err().unwrap().code, "station.many");
        assert!(open("192.0.2.99".into(), false).is_ok(), "whoever has an account is not counted with them");
        let more: Vec<_> = (1..60).filter_map(|one| open(format!("192.0.{one}.1"), true).ok()).collect();
        assert_eq!(more.len(), 10, "a quarter for all networks of a provider");
        assert!(open("198.51.100.1".into(), true).is_ok());
        drop(many);
        assert!(open("192.0.2.99".into(), true).is_ok());
        // One line's worth is always there.
        (config.connections, config.connections_each) = (8, 3);
        let few: Vec<_> = (0..9)
            .filter_map(|_| {
                Share::of_station(&shares, "203.0.113.1".parse().unwrap(), (None, true), &config).ok()
            })
            .collect();
        assert_eq!(few.len(), 3);
    }
}
