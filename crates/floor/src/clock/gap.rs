//! Time that nobody has confirmed: what a period that protects somebody does not count.
//!
//! Between the last record and a start the house did not see time pass. It believes the system's clock, so
//! that nobody has to be there, but an exclusion or a limit does not end by it: an unconfirmed gap counts for
//! no period that spans it. If the clock then turns out to have been wrong, what was stamped beyond the gap
//! is read as if it had been stamped at its beginning.

use game::Moment;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A stretch of the house's time that nobody has confirmed, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The last moment before it that the house saw.
    pub from: i64,
    /// The first after it.
    pub to: i64,
    /// Whether the system's clock has come back since, so that it never was.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_false: bool,
}

impl Gap {
    /// How long it is.
    pub const fn length(&self) -> i64 {
        self.to - self.from
    }
}

/// A moment, and what of the time before it counts.
#[derive(Clone, Debug)]
pub struct Passing {
    /// The moment.
    pub now: Moment,
    /// The gaps, the earliest first.
    pub gaps: Arc<[Gap]>,
}

impl Passing {
    /// A moment as it was: what a wrong clock stamped is read as if it had been stamped at the beginning of the time
    /// that never was. Those gaps are forgotten when the house's time comes to their end, so until then nothing is
    /// stamped beyond one but by that clock.
    pub fn real(&self, at: Moment) -> Moment {
        let mut at = at.milliseconds();
        for gap in self.gaps.iter().rev().filter(|gap| gap.is_false) {
            if at >= gap.to {
                at = gap.from + (at - gap.to);
            }
        }
        Moment::new(at)
    }

    /// How much confirmed time has passed since a moment, in milliseconds.
    pub fn since(&self, at: Moment) -> i64 {
        let now = self.now.milliseconds();
        // What was stamped in the little time that a wrong clock ran is not ahead of now.
        let real = self.real(at).milliseconds();
        let at = if real == at.milliseconds() { real } else { real.min(now) };
        let open = self.gaps.iter().filter(|gap| !gap.is_false);
        let unconfirmed: i64 = open.map(|gap| (gap.to.min(now) - gap.from.max(at)).max(0)).sum();
        now.saturating_sub(at) - unconfirmed
    }

    /// When a period ends that was set at a moment to last until another, if no gap is confirmed.
    pub fn end(&self, set: Moment, until: Moment) -> Moment {
        let whole = until.milliseconds().saturating_sub(set.milliseconds());
        Moment::new(self.now.milliseconds().saturating_add(whole.saturating_sub(self.since(set))))
    }

    /// Whether a period that was set at a moment to last until another is over.
    pub fn is_over(&self, set: Moment, until: Moment) -> bool {
        self.end(set, until) <= self.now
    }

    /// The same gaps at another moment.
    pub fn at(&self, now: Moment) -> Self {
        Self { now, gaps: self.gaps.clone() }
    }
}

impl From<Moment> for Passing {
    fn from(now: Moment) -> Self {
        Self { now, gaps: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    /// A clock that was 40 days ahead for a minute: what it stamped is read as of the minute in which it ran, so no
    /// period has lasted any longer by it.
    #[test]
    fn what_a_wrong_clock_stamped_is_read_as_of_when_it_was() {
        let gap = Gap { from: 10 * DAY, to: 50 * DAY, is_false: true };
        let now = Passing { now: Moment::new(10 * DAY + 60_000), gaps: Arc::from([gap]) };
        let stamped = Moment::new(50 * DAY + 30_000);
        assert_eq!(now.real(stamped), Moment::new(10 * DAY + 30_000));
        assert_eq!(
            now.real(Moment::new(9 * DAY)),
            Moment::new(9 * DAY),
            "what was stamped before is as it was"
        );
        assert_eq!(now.since(stamped), 30_000);
        // Seen from the record that it stamped, a limit that was asked for an hour before has waited an hour.
        let then = now.at(now.real(stamped));
        let asked = Moment::new(10 * DAY - 3_600_000);
        assert!(!then.is_over(asked, Moment::new(asked.milliseconds() + DAY)));
        assert_eq!(then.since(asked), 3_630_000);
    }
}
