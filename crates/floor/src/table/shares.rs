//! How many keys of one person a table remembers: nobody takes the room of all.

use crate::Passing;
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
    /// People beyond this many whose day is over are forgotten.
    const MANY: usize = 10_000;

    /// Takes one more of whoever a key belongs to; whether they had one left. Time that nobody has confirmed is none.
    pub fn take(&mut self, key: &str, passing: &Passing) -> bool {
        let now = passing.now.milliseconds();
        let over = |since: i64| passing.since(Moment::new(since)) >= Keys::KEPT;
        if self.people.len() > Self::MANY {
            self.people.retain(|_, (since, _)| !over(*since));
        }
        let who = key.split(':').next().unwrap_or_default();
        let (since, used) = self.people.entry(who.to_string()).or_insert((now, 0));
        if over(*since) {
            (*since, *used) = (now, 0);
        }
        *used += 1;
        *used <= Self::EACH
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
        let taken = (0..Shares::EACH + 5).filter(|n| shares.take(&format!("7:{n}"), &at(5))).count();
        assert_eq!(taken as u64, Shares::EACH);
        assert!(shares.take("8:1", &at(5)), "another has their own");
        assert!(!shares.take("7:x", &at(4 + Keys::KEPT)));
        assert!(shares.take("7:x", &at(5 + Keys::KEPT)));
    }

    #[test]
    fn a_jump_that_nobody_has_confirmed_makes_no_room() {
        let mut shares = Shares::default();
        let at = |now, word| {
            let jump = Jump { from: 10, to: 10 + 2 * Keys::KEPT, word };
            Passing::new(Moment::new(now), Moment::new(now), Arc::new(History::of(vec![jump])))
        };
        let later = 20 + 2 * Keys::KEPT;
        (0..Shares::EACH).for_each(|n| assert!(shares.take(&format!("7:{n}"), &Moment::new(5).into())));
        assert!(!shares.take("7:x", &at(later, Word::Open)));
        assert!(shares.take("7:x", &at(later, Word::Confirmed)));
    }
}
