//! The general formats that stand in for a book's listed exceptions: star-2016 App2.7#20–#25.
//!
//! Each looks at what general play made and may amend it; the first that applies decides.

use crate::few::Few;
use crate::reason::Notes;
use crate::way::totals;
use crate::{Cause, Way};
use rulebook::FormatPlay;
use tiles::{Class, Hand, Rank, Setting};

impl Way<'_> {
    /// Amends what general play left, if a format asks for it.
    pub(crate) fn amend(&self, all: &Few, left: Few, hand: &Hand, notes: &mut Option<Notes>) -> Few {
        let made = left.as_slice()[0];
        for format in &self.rules.formats {
            let better = amended(&format.play, all, &made, hand);
            if better.len() > 0 && !better.as_slice().contains(&made) {
                if let Some(notes) = notes {
                    let cause = Cause::Amended { from: totals(&made), to: totals(&better.as_slice()[0]) };
                    notes.step(Some(&format.clause), cause);
                }
                return better;
            }
        }
        left
    }
}

/// What a format would rather have than what was made; nothing, if it does not apply.
fn amended(play: &FormatPlay, all: &Few, made: &Setting, hand: &Hand) -> Few {
    let nothing = all.keep(|_| false);
    match play {
        FormatPlay::RaiseHigh { low, high, holding } if totals(made).0 == *low => {
            let holds = |s: &Setting| holding.is_empty() || s.high().iter().any(|r| holding.contains(r));
            let with = |total: &u8| all.keep(|s| totals(s).1 == *total && holds(s));
            high.iter().map(with).find(|found| found.len() > 0).unwrap_or(nothing)
        }
        FormatPlay::Separate => {
            let apart =
                |s: &Setting| [s.low(), s.high()].iter().all(|two| two.iter().any(|r| *r > Rank::CheongSum));
            if apart(made) { nothing } else { all.keep(|s| totals(s) == totals(made) && apart(s)) }
        }
        FormatPlay::NineOver { tiles, led_by } if made.low() == *tiles || made.high() == *tiles => {
            all.keep(|s| match s.high_value().class() {
                Class::Points(p) => p == 9 && s.high_value().leader() <= *led_by,
                _ => true,
            })
        }
        FormatPlay::Exception { tiles, totals: wanted } if tiles.hands(false).contains(hand) => {
            all.keep(|s| s.totals() == Some(*wanted))
        }
        _ => nothing,
    }
}
