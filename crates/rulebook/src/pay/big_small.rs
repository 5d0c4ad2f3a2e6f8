//! `[big-small]` of `pay.toml`, Big and Small: wagers on the total of three dice.
//!
//! Clauses: crown-6.1 1.1#Big/Small, 4.1.1, 4.4.1, 11.4, 14.2.1(c).

use super::Ratio;
use crate::page::Entry;
use crate::{Citation, Citer, words};
use std::ops::RangeInclusive;

words! {
    /// The two sides of the wager.
    BigOrSmall {
        /// The higher totals.
        Big = "big",
        /// The lower totals.
        Small = "small",
    }
}

words! {
    /// What three alike do.
    Triples {
        /// Both sides lose.
        Lose = "lose",
    }
}

/// The Big and Small wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigSmall {
    /// How many dice are added.
    pub dice: u8,
    /// The totals that win for Big.
    pub big: RangeInclusive<u8>,
    /// The totals that win for Small.
    pub small: RangeInclusive<u8>,
    /// What it pays.
    pub pays: Ratio,
    /// Its clauses.
    pub clauses: Vec<Citation>,
}

impl BigSmall {
    /// The side that three dice win for; none if they are alike.
    pub fn winner(&self, dice: [u8; 3]) -> Option<BigOrSmall> {
        let [one, two, three] = dice;
        let total = one.saturating_add(two).saturating_add(three);
        if one == two && two == three {
            None
        } else if self.big.contains(&total) {
            Some(BigOrSmall::Big)
        } else if self.small.contains(&total) {
            Some(BigOrSmall::Small)
        } else {
            None
        }
    }

    pub(super) fn read(entry: Entry<'_, '_>, citer: &Citer<'_>) -> Option<Self> {
        let dice = entry.needed_number("dice", 3..=3);
        let (big, small) = (totals(&entry, "big"), totals(&entry, "small"));
        if let Some(text) = entry.needed_text("triples") {
            crate::word_of::<Triples>(&entry, "triples", &text);
        }
        let pays = Ratio::needed(&entry, "pays");
        let clauses = citer.citations(&entry, "clauses");
        if let (Some(big), Some(small)) = (&big, &small)
            && big.start() <= small.end()
        {
            let reason = format!(
                "big is {}-{} and small is {}-{}: big starts above small",
                big.start(),
                big.end(),
                small.start(),
                small.end()
            );
            entry.fault(reason);
        }
        entry.done();
        Some(Self { dice: u8::try_from(dice?.value).ok()?, big: big?, small: small?, pays: pays?, clauses })
    }
}

/// Reads `11-17`, within what three dice can make.
fn totals(entry: &Entry<'_, '_>, key: &str) -> Option<RangeInclusive<u8>> {
    let text = entry.needed_text(key)?;
    let range = text.value.split_once('-').and_then(|(least, most)| {
        let (least, most) = (least.parse::<u8>().ok()?, most.parse::<u8>().ok()?);
        (3 <= least && least <= most && most <= 18).then_some(least..=most)
    });
    if range.is_none() {
        entry.page().fault(
            text.at,
            format!("{key} is \"{}\", expected totals such as 11-17 within 3-18", text.value),
        );
    }
    range
}
