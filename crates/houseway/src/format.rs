//! The general formats that stand in for a book's listed exceptions: star-2016 App2.7#20–#25.
//!
//! Each looks at what general play made and may amend it; the first that applies decides.

use crate::way::totals;
use crate::{Cause, Decision, Step, Way};
use rulebook::FormatPlay;
use tiles::{Class, Rank, Setting};

impl Way<'_> {
    /// Amends what general play left, if a format asks for it.
    pub(crate) fn amend(&self, all: &[Setting], left: &mut Vec<Setting>, decision: &mut Decision) {
        let made = left[0];
        for format in &self.rules.formats {
            let better = match &format.play {
                FormatPlay::RaiseHigh { low, high, holding } => {
                    if totals(&made).0 != *low {
                        continue;
                    }
                    let with = |total: u8| -> Vec<Setting> {
                        let holds =
                            |s: &Setting| holding.is_empty() || s.high().iter().any(|r| holding.contains(r));
                        all.iter().filter(|s| totals(s).1 == total && holds(s)).copied().collect()
                    };
                    high.iter().map(|total| with(*total)).find(|found| !found.is_empty()).unwrap_or_default()
                }
                FormatPlay::Separate => {
                    let apart = |s: &Setting| {
                        [s.low(), s.high()].iter().all(|two| two.iter().any(|r| *r > Rank::CheongSum))
                    };
                    if apart(&made) {
                        continue;
                    }
                    all.iter().filter(|s| totals(s) == totals(&made) && apart(s)).copied().collect()
                }
                FormatPlay::NineOver { tiles, led_by } => {
                    if made.low() != *tiles && made.high() != *tiles {
                        continue;
                    }
                    let nine = |s: &Setting| match s.high_value().class() {
                        Class::Points(p) => p == 9 && s.high_value().leader() <= *led_by,
                        _ => true,
                    };
                    all.iter().filter(|s| nine(s)).copied().collect()
                }
                FormatPlay::Exception { tiles, totals: wanted } => {
                    if !tiles.hands(false).contains(&decision.hand) {
                        continue;
                    }
                    all.iter().filter(|s| s.totals() == Some(*wanted)).copied().collect::<Vec<_>>()
                }
            };
            if !better.is_empty() && !better.contains(&made) {
                let cause = Cause::Amended { from: totals(&made), to: totals(&better[0]) };
                decision.steps.push(Step { clause: format.clause.clone(), cause });
                *left = better;
                return;
            }
        }
    }
}
