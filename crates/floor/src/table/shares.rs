//! How many keys of one person, and of guests who share a line, a table remembers: nobody takes the room of all.

use crate::Passing;
use crate::seats::Lines;
use game::Moment;
use journal::Keys;
use std::collections::HashMap;

/// The keys that people have used here since a day began for them.
#[derive(Default)]
pub(super) struct Shares {
    people: HashMap<String, (i64, u64)>,
}

impl Shares {
    /// How many a person has in a day: one every two seconds, day and night.
    pub const EACH: u64 = 43_200;
    /// How many times that the guests of a provider, a network and a line have together.
    const SHARED: [u64; 3] = [8, 4, 2];
    /// People beyond this many whose day is over are forgotten.
    const MANY: usize = 10_000;

    /// Takes one more of whoever a key belongs to, and for a guest of those who share their lines; whether all had one
    /// left. Time that nobody has confirmed is none.
    pub fn take(&mut self, key: &str, lines: Option<Lines>, passing: &Passing) -> bool {
        let now = passing.now.milliseconds();
        let over = |since: i64| passing.since(Moment::new(since)) >= Keys::KEPT;
        if self.people.len() > Self::MANY {
            self.people.retain(|_, (since, _)| !over(*since));
        }
        let who = key.split(':').next().unwrap_or_default();
        let mut all = vec![(who.to_string(), Self::EACH)];
        let shared = lines.into_iter().flatten().zip(Self::SHARED).enumerate();
        all.extend(shared.map(|(level, (line, times))| (format!("{level} {line}"), times * Self::EACH)));
        // What is refused takes nothing of the others'.
        let used = |known: Option<&(i64, u64)>| {
            known.map_or(0, |(since, used)| if over(*since) { 0 } else { *used })
        };
        if all.iter().any(|(whose, most)| used(self.people.get(whose)) >= *most) {
            return false;
        }
        for (whose, _) in all {
            let (since, used) = self.people.entry(whose).or_insert((now, 0));
            if over(*since) {
                (*since, *used) = (now, 0);
            }
            *used += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{History, Jump, Word};
    use std::sync::Arc;

    #[test]
    fn nobody_takes_the_room_of_all_and_a_day_later_there_is_more() {
        let mut shares = Shares::default();
        let at = |now| Passing::from(Moment::new(now));
        let taken = (0..Shares::EACH + 5).filter(|n| shares.take(&format!("7:{n}"), None, &at(5))).count();
        assert_eq!(taken as u64, Shares::EACH);
        assert!(shares.take("8:1", None, &at(5)), "another has their own");
        assert!(!shares.take("7:x", None, &at(4 + Keys::KEPT)));
        assert!(shares.take("7:x", None, &at(5 + Keys::KEPT)));
    }

    #[test]
    fn guests_of_one_line_share_a_room_and_others_have_theirs() {
        let mut shares = Shares::default();
        let lines = |text: &str| {
            let four: std::net::Ipv4Addr = text.parse().unwrap();
            let [a, b, c, _] = four.octets();
            Some([[a, b, 0, 0], [a, b, c, 0], four.octets()].map(|octets| octets.into()))
        };
        let now = Passing::from(Moment::new(5));
        let mut taken = 0;
        for guest in 0..4 {
            let key = |n: &u64| format!("{guest}:{n}");
            taken += (0..Shares::EACH).filter(|n| shares.take(&key(n), lines("203.0.113.9"), &now)).count();
        }
        assert_eq!(taken as u64, 2 * Shares::EACH);
        assert!(shares.take("9:1", lines("203.0.113.10"), &now), "another line");
        assert!(shares.take("10:1", None, &now), "whoever has an account");
    }

    #[test]
    fn a_jump_that_nobody_has_confirmed_makes_no_room() {
        let mut shares = Shares::default();
        let at = |now, word| {
            let jump = Jump { from: 10, to: 10 + 2 * Keys::KEPT, word };
            Passing::new(Moment::new(now), Moment::new(now), Arc::new(History::of(vec![jump])))
        };
        let later = 20 + 2 * Keys::KEPT;
        (0..Shares::EACH).for_each(|n| assert!(shares.take(&format!("7:{n}"), None, &Moment::new(5).into())));
        assert!(!shares.take("7:x", None, &at(later, Word::Open)));
        assert!(shares.take("7:x", None, &at(later, Word::Confirmed)));
    }
}
