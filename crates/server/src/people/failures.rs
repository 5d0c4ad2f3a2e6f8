//! Failures to sign in that are told together: at names that nobody has, and at names that are slowed down.
//!
//! Whoever tries names at random, or from everywhere, would otherwise fill what a regulator reads: the first is
//! told, and those after it once a minute, with how many they were and from where.

use game::Moment;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Between two words, in milliseconds.
const TOLD: i64 = 60_000;
/// How many lines are named.
const LINES: usize = 8;

/// What is not told yet of one name, or of all that nobody has.
#[derive(Default)]
struct Untold {
    told: Option<Moment>,
    count: u64,
    lines: BTreeSet<IpAddr>,
    more: bool,
}

impl Untold {
    fn is_due(&self, now: Moment) -> bool {
        self.told.is_none_or(|told| now.milliseconds() - told.milliseconds() >= TOLD)
    }

    /// What is to be told.
    fn words(&mut self, now: Moment) -> String {
        self.told = Some(now);
        let count = std::mem::take(&mut self.count);
        let lines: Vec<String> = std::mem::take(&mut self.lines).iter().map(IpAddr::to_string).collect();
        let more = if std::mem::take(&mut self.more) { " and others" } else { "" };
        let failures = if count == 1 { "failure" } else { "failures" };
        format!("{count} {failures} from {}{more}", lines.join(", "))
    }
}

/// What is not told yet, by name; by none for all names that nobody has.
#[derive(Default)]
pub(super) struct Failures(Mutex<HashMap<Option<String>, Untold>>);

impl Failures {
    fn all(&self) -> MutexGuard<'_, HashMap<Option<String>, Untold>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more; what is to be told now, if it is time.
    pub fn note(&self, who: Option<&str>, line: IpAddr, now: Moment) -> Option<String> {
        let mut all = self.all();
        let untold = all.entry(who.map(str::to_string)).or_default();
        untold.count += 1;
        if untold.lines.len() < LINES || untold.lines.contains(&line) {
            untold.lines.insert(line);
        } else {
            untold.more = true;
        }
        untold.is_due(now).then(|| untold.words(now))
    }

    /// What is to be told now without one more.
    pub fn due(&self, now: Moment) -> Vec<(Option<String>, String)> {
        let mut all = self.all();
        all.retain(|_, untold| untold.count > 0 || !untold.is_due(now));
        let due = all.iter_mut().filter(|(_, untold)| untold.count > 0 && untold.is_due(now));
        due.map(|(who, untold)| (who.clone(), untold.words(now))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_is_told_and_the_others_once_a_minute() {
        let failures = Failures::default();
        let line = |last: u8| IpAddr::from([203, 0, 113, last]);
        let at = |seconds: i64| Moment::new(seconds * 1000);
        assert_eq!(failures.note(None, line(1), at(0)).unwrap(), "1 failure from 203.0.113.1");
        for second in 1..60 {
            assert_eq!(failures.note(None, line(2), at(second)), None);
        }
        assert_eq!(failures.due(at(59)), []);
        assert_eq!(failures.due(at(60)), [(None, "59 failures from 203.0.113.2".to_string())]);
        assert_eq!(failures.due(at(120)), []);
        assert!(failures.all().is_empty());
        for last in 1..=9 {
            failures.note(Some("ann"), line(last), at(200));
        }
        let told = failures.due(at(300));
        assert!(told[0].1.starts_with("8 failures from 203.0.113.2, "), "{told:?}");
    }
}
