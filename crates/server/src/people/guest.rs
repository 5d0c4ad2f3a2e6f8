//! Guests: people without a name, at practice tables only.
//!
//! There are only so many, and only so many from one address; whoever has been gone longest makes room.
//! Their numbers are never given twice, not even after a crash: a shelf has a number that none of them has
//! reached, and moves ahead of them in steps.

use super::session::{self, Entry, Token, guest_name};
use super::{People, Terms, not_kept, shelved, to_the_end};
use crate::limit::{line, networks};
use crate::role::Role;
use floor::Numbers;
use floor::ask::unkept;
use game::Refusal;
use journal::{Error, Hash, Kept, Store, Unit};
use std::net::{IpAddr, Ipv4Addr};

/// The shelf of numbers, and the name of this one.
const SHELF: &str = "number";
const NAME: &str = "guest";
/// How far the shelf is ahead.
const STEP: u32 = 1000;

/// Lines that are counted together: which of provider, network and line, and its address.
pub(super) type Group = (usize, IpAddr);

/// The groups that a line is of, each with how many guests may be here from it: a network eight times as many as a line,
/// a provider thirty-two times.
fn groups(line: IpAddr, each: usize) -> [(Group, usize); 3] {
    let [provider, network, own] = networks(line);
    [((2, own), each), ((1, network), each.saturating_mul(8)), ((0, provider), each.saturating_mul(32))]
}

/// The numbers of guests.
pub(super) struct Tickets {
    next: u32,
    /// Numbers below this may be given.
    until: u32,
}

impl Tickets {
    /// As the shelf has it.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(store: &mut dyn Store) -> Result<Self, Error> {
        let kept = store.shelf(SHELF)?.into_iter().find(|(name, _)| name == NAME);
        let next = match kept {
            None => Numbers::GUEST,
            Some((_, value)) => std::str::from_utf8(&value)
                .ok()
                .and_then(|value| value.parse().ok())
                .filter(|next| (Numbers::GUEST..=Numbers::BOT).contains(next))
                .ok_or_else(|| Error::Store("the number of the next guest cannot be read".into()))?,
        };
        Ok(Self { next, until: next })
    }
}

impl People {
    /// Somebody comes as a guest from an address; the token of their session.
    ///
    /// # Errors
    /// `guest.many`; it was not kept.
    pub async fn guest_from(&self, address: IpAddr) -> Result<String, Refusal> {
        let (people, line) = (self.clone(), line(address));
        to_the_end(async move {
            let Terms { guests_max, guests_each, .. } = people.0.terms;
            // Whoever comes holds this until they are counted.
            let mut tickets = people.0.tickets.lock().await;
            let many = |what: String| Refusal::plain("guest.many", format!("{what}, the most allowed"));
            let (full, all) = {
                let sessions = people.sessions();
                let full = |(group, most): &(Group, usize)| sessions.of_group(group) >= *most;
                (groups(line, guests_each).into_iter().find(full), sessions.guests() >= guests_max)
            };
            let gone = match (full, all) {
                (Some((group, most)), _) => Some(
                    people
                        .longest_gone(Some(group))
                        .ok_or_else(|| many(format!("{most} guests are here from {}", group.1)))?,
                ),
                (None, true) => Some(
                    people.longest_gone(None).ok_or_else(|| many(format!("{guests_max} guests are here")))?,
                ),
                (None, false) => None,
            };
            let number = people.ticket(&mut tickets).await?;
            let token = Token::fresh().ok_or_else(not_kept)?;
            let (name, now) = (guest_name(number), people.0.clock.now());
            let entry = Entry::new(number, name, Role::Guest, &line.to_string(), now);
            let mut kept: Vec<Kept> = gone.iter().map(session::gone).collect();
            kept.push(entry.kept(&token.key()));
            people.0.journal.keep(Unit { kept, ..Unit::default() }).await.map_err(|error| unkept(&error))?;
            let mut sessions = people.sessions_mut();
            gone.iter().for_each(|key| drop(sessions.remove(key)));
            sessions.insert(token.key(), entry);
            Ok(token.text())
        })
        .await
    }

    /// The same from within the house.
    ///
    /// # Errors
    /// `guest.many`; it was not kept.
    pub async fn guest(&self) -> Result<String, Refusal> {
        self.guest_from(Ipv4Addr::UNSPECIFIED.into()).await
    }

    /// The session of the guest, of a group of lines or of all, who has been gone longest, and long enough to have no seat.
    fn longest_gone(&self, group: Option<Group>) -> Option<Hash> {
        let (sessions, now) = (self.sessions(), self.0.clock.now());
        let seen = |key: &Hash| Some((*key, sessions.find(key)?.last_seen(now)));
        let among = |entry: &Entry| {
            group.is_none_or(|(level, address)| {
                entry.line.is_some_and(|line| networks(line)[level] == address)
            })
        };
        let guests = sessions.iter().filter(|(_, entry)| entry.number >= Numbers::GUEST && among(entry));
        let (key, seen) = guests.filter_map(|(key, _)| seen(key)).min_by_key(|(_, seen)| *seen)?;
        // After a restart they get the time to come back.
        let seen = seen.max(self.0.opened);
        (now.milliseconds() - seen.milliseconds() >= self.0.terms.guest_away).then_some(key)
    }

    async fn ticket(&self, tickets: &mut Tickets) -> Result<u32, Refusal> {
        if tickets.next == tickets.until {
            let until = tickets.until.saturating_add(STEP).min(Numbers::BOT);
            if until == tickets.until {
                return Err(Refusal::plain("guest.many", "all numbers for guests have been given out"));
            }
            let kept = vec![shelved(SHELF, NAME, Some(until.to_string().into_bytes()))];
            self.0.journal.keep(Unit { kept, ..Unit::default() }).await.map_err(|error| unkept(&error))?;
            tickets.until = until;
        }
        tickets.next += 1;
        Ok(tickets.next - 1)
    }
}
