//! How far back keys are remembered: 24 hours that passed, whatever a clock says.
//!
//! Between one record and the next at most [`Horizon::GAP`] counts. So a clock that jumps ahead ages no key, and a
//! house that is away or quiet remembers for longer. It follows from the times of records in the order in which they
//! were kept, and from nothing else: who writes, who starts and who verifies come to the same.

use crate::{Error, Keys, Store};
use std::collections::VecDeque;

/// The time that passed, as far as keys are remembered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Horizon {
    /// The time of the latest record; one that is only a little behind does not count.
    newest: Option<i64>,
    /// Where time went further than counts, or back: the last moment before, and the first after.
    jumps: VecDeque<(i64, i64)>,
}

impl Horizon {
    /// How much counts at most between one record and the next, in milliseconds.
    pub const GAP: i64 = 5 * 60 * 1000;
    /// For how much longer the one who writes remembers than anybody asks for: who reads only the end of a journal may
    /// count a little less.
    const SLACK: i64 = 10 * 60 * 1000;
    /// How many jumps there are room for. Those ahead are at most 300, since each counts; a clock that goes to and fro
    /// may make more, and then the first are not made up for.
    const MOST: usize = 1024;

    /// One more record was kept.
    pub fn follow(&mut self, at: i64) {
        let Some(newest) = self.newest else {
            self.newest = Some(at);
            return;
        };
        let far = newest.abs_diff(at) > Self::GAP.unsigned_abs();
        // Streams may be a little out of order.
        if at <= newest && !far {
            return;
        }
        self.newest = Some(at);
        if far {
            self.jumps.push_back((newest, at));
            let (_, first) = self.back(Keys::KEPT + Keys::SPARE);
            self.jumps.drain(..first.max(self.jumps.len().saturating_sub(Self::MOST)));
        }
    }

    /// The time of the latest record.
    pub const fn newest(&self) -> Option<i64> {
        self.newest
    }

    /// Keys of records after this moment have to be remembered.
    pub fn moment(&self) -> i64 {
        self.back(Keys::KEPT).0
    }

    /// Those of records before this one may be forgotten.
    pub fn forgets(&self) -> i64 {
        self.back(Keys::KEPT + Self::SLACK).0
    }

    /// The moment before which so much has passed, never later than a clock would say; and the first jump since.
    fn back(&self, span: i64) -> (i64, usize) {
        let Some(newest) = self.newest else { return (i64::MIN, 0) };
        let (mut now, mut left, mut least) = (newest, span, newest.saturating_sub(span));
        for (place, &(before, after)) in self.jumps.iter().enumerate().rev() {
            let passed = now.saturating_sub(after);
            if passed >= left {
                return (least.min(now.saturating_sub(left)), place + 1);
            }
            left -= passed;
            least = least.min(after);
            if before < after {
                if left <= Self::GAP {
                    return (least.min(before.saturating_add(Self::GAP - left)), place);
                }
                left -= Self::GAP;
            }
            now = before;
        }
        (least.min(now.saturating_sub(left)), 0)
    }

    /// What the last records of a store come to, and the latest of the moments that they ever did: where a clock went
    /// back, keys may have been forgotten by that.
    pub fn of(store: &mut dyn Store) -> Result<(Self, i64), Error> {
        let (mut times, mut counted, mut first) = (Vec::new(), 0i64, None);
        store.times(&mut |at| {
            times.push(at);
            let least = *first.get_or_insert(at);
            if at < least {
                counted += least.saturating_sub(at).min(Self::GAP);
            }
            if at < least || at.saturating_sub(least) > Self::GAP {
                first = Some(at);
            }
            // A little more: read this way, streams that are out of order count a little otherwise.
            counted < Keys::KEPT + 2 * Keys::SPARE
        })?;
        let (mut horizon, mut latest) = (Self::default(), i64::MIN);
        for at in times.into_iter().rev() {
            horizon.follow(at);
            latest = latest.max(horizon.moment());
        }
        Ok((horizon, latest))
    }
}

/// The latest moment of a horizon since each of many records.
#[derive(Debug, Default)]
pub(crate) struct Moments {
    /// Records by their number with the moment then; only those than which no later one is later.
    latest: VecDeque<(u64, i64)>,
}

impl Moments {
    /// The moment when a record was kept, in the order of their numbers.
    pub fn push(&mut self, number: u64, moment: i64) {
        while self.latest.back().is_some_and(|(_, other)| *other <= moment) {
            self.latest.pop_back();
        }
        self.latest.push_back((number, moment));
    }

    /// The latest since a record.
    pub fn since(&self, number: u64) -> i64 {
        let place = self.latest.partition_point(|(other, _)| *other < number);
        self.latest.get(place).map_or(i64::MIN, |(_, moment)| *moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Batch, Draft, Hash, Memory, Record};

    const MINUTE: i64 = 60 * 1000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = Keys::KEPT;
    const GAP: i64 = Horizon::GAP;

    fn after(times: impl IntoIterator<Item = i64>) -> Horizon {
        let mut horizon = Horizon::default();
        times.into_iter().for_each(|at| horizon.follow(at));
        horizon
    }

    /// A record every four minutes, from one hour to another.
    fn hours(hours: std::ops::Range<i64>) -> impl Iterator<Item = i64> {
        (hours.start * 15..=hours.end * 15).map(|four| four * 4 * MINUTE)
    }

    #[test]
    fn where_records_come_often_it_is_a_day_back() {
        assert_eq!(Horizon::default().moment(), i64::MIN);
        assert_eq!(after([7]).moment(), 7 - DAY);
        let horizon = after(hours(0..100));
        assert_eq!((horizon.moment(), horizon.jumps.len()), (76 * HOUR, 0));
        assert_eq!(horizon.forgets(), 76 * HOUR - Horizon::SLACK);
        // Up to the bound everything counts.
        assert_eq!(after((0..=1000).map(|five| five * GAP)).moment(), 1000 * GAP - DAY);
    }

    #[test]
    fn a_jump_counts_five_minutes() {
        let jumped = after([0, 48 * HOUR]);
        assert_eq!(jumped.moment(), GAP - DAY);
        // An hour before it, two after: what is left of the day lies before.
        let horizon = after(hours(-30..0).chain(hours(48..50)));
        assert_eq!(horizon.moment(), -22 * HOUR + GAP);
        // Within the five minutes that count, and once all of the day lies after it.
        let horizon = after(hours(-30..0).chain(hours(48..72)));
        assert_eq!((horizon.moment(), horizon.jumps.len()), (48 * HOUR, 1));
        let horizon = after(hours(-30..0).chain(hours(48..72)).take(450 + 1 + 361 - 1));
        assert_eq!(horizon.moment(), GAP - 4 * MINUTE, "four minutes short of the day");
        // A jump that no window reaches any more goes with the next.
        let horizon = after(hours(-30..0).chain(hours(48..80)).chain([90 * HOUR]));
        assert_eq!((horizon.moment(), horizon.jumps.len()), (56 * HOUR + GAP, 1));
    }

    #[test]
    fn a_quiet_house_remembers_for_as_long_as_it_takes_and_the_jumps_are_bounded() {
        let horizon = after((0..2000).map(|hour| hour * HOUR));
        assert_eq!(horizon.moment(), (1999 - 288) * HOUR);
        assert!(horizon.jumps.len() <= 293, "{}", horizon.jumps.len());
        let to_and_fro = after((0..50_000).map(|number| -number * MINUTE + number % 2 * HOUR));
        assert!(to_and_fro.jumps.len() <= Horizon::MOST);
        after([i64::MIN, i64::MAX, 0, i64::MIN, i64::MAX]).moment();
    }

    #[test]
    fn time_that_goes_back_is_no_time() {
        // A little: the order of streams.
        let horizon = after(hours(0..100).flat_map(|at| [at, at - 2 * MINUTE, at - GAP]));
        assert_eq!((horizon.moment(), horizon.jumps.len()), (76 * HOUR, 0));
        // A clock that was two days ahead for thirty hours, and was put right: what is kept now is young.
        let wrong = || hours(0..10).chain(hours(58..88));
        assert_eq!(after(wrong()).moment(), 64 * HOUR);
        let right = after(wrong().chain(hours(40..41)));
        assert_eq!((right.moment(), right.jumps.len()), (17 * HOUR, 1));
        // For an hour: it was an hour, as the clock says now; and what was missing before it still is.
        let hour = || hours(-60..-20).chain(hours(9..10)).chain(hours(58..59)).chain(hours(11..12));
        assert_eq!(after(hour()).moment(), -41 * HOUR + 2 * GAP);
    }

    #[test]
    fn it_is_never_later_than_by_the_clock_and_a_start_comes_to_the_same() {
        let mut state = 1u64;
        let mut chance = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..20 {
            let (mut memory, mut at, mut horizon) = (Memory::default(), 0i64, Horizon::default());
            memory.claim().unwrap();
            let (mut batch, mut prior) = (Batch::default(), Hash::genesis("s"));
            for number in 1..=3000 {
                at += match chance(100) {
                    0 => 20 * HOUR,
                    1 => 40 * MINUTE,
                    2 => -(30 * MINUTE),
                    _ => chance(3 * MINUTE.unsigned_abs()) as i64,
                };
                let late = at - chance(1000) as i64;
                horizon.follow(late);
                assert!(horizon.moment() <= horizon.newest().unwrap() - DAY);
                assert!(horizon.forgets() <= horizon.moment());
                let record =
                    Record::after(&"s".into(), number, &prior, Draft { at: late, ..Draft::default() });
                prior = record.hash;
                batch.records.push(record);
            }
            memory.commit(&batch).unwrap();
            let (found, latest) = Horizon::of(&mut memory).unwrap();
            assert_eq!((found.newest(), found.moment()), (horizon.newest(), horizon.moment()));
            assert_eq!(found.forgets(), horizon.forgets());
            assert!(latest >= found.moment());
        }
    }

    #[test]
    fn the_latest_moment_since_a_record_is_found() {
        let mut moments = Moments::default();
        assert_eq!(moments.since(0), i64::MIN);
        for (number, moment) in [10, 30, 20, 5, 15].into_iter().enumerate() {
            moments.push(number as u64, moment);
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|number| moments.since(number)), [30, 30, 20, 15, 15, i64::MIN]);
    }
}
