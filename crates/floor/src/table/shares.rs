//! How many keys of one person a table remembers: nobody takes the room of all.

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

    /// Takes one more of whoever a key belongs to; whether they had one left.
    pub fn take(&mut self, key: &str, now: Moment) -> bool {
        let now = now.milliseconds();
        let over = |since: i64| now - since >= Keys::KEPT;
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

    #[test]
    fn nobody_takes_the_room_of_all_and_a_day_later_there_is_more() {
        let mut shares = Shares::default();
        let taken = (0..Shares::EACH + 5).filter(|n| shares.take(&format!("7:{n}"), Moment::new(5))).count();
        assert_eq!(taken as u64, Shares::EACH);
        assert!(shares.take("8:1", Moment::new(5)), "another has their own");
        assert!(!shares.take("7:x", Moment::new(4 + Keys::KEPT)));
        assert!(shares.take("7:x", Moment::new(5 + Keys::KEPT)));
    }
}
