//! A decision: the setting, the clauses that made it, in order, and the readings it rests on.

use rulebook::{Citation, Named};
use std::fmt;
use tiles::{Hand, Rank, Setting};

/// How four tiles are set, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The four tiles.
    pub hand: Hand,
    /// How they are set.
    pub setting: Setting,
    /// What decided, in order; never empty.
    pub steps: Vec<Step>,
    /// The ids of the readings it rests on, in order of use.
    pub readings: Vec<String>,
}

impl Decision {
    /// The clause that settled it: after it, one setting was left.
    pub fn decided_by(&self) -> &Citation {
        // A decision has at least the step of the rule that took the hand.
        &self.steps[self.steps.len() - 1].clause
    }

    /// Every clause, in order, each once.
    pub fn clauses(&self) -> Vec<&Citation> {
        let mut clauses: Vec<&Citation> = Vec::new();
        for step in &self.steps {
            if !clauses.contains(&&step.clause) {
                clauses.push(&step.clause);
            }
        }
        clauses
    }
}

/// One clause at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The clause.
    pub clause: Citation,
    /// What it did.
    pub cause: Cause,
}

/// What a clause did to a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Two pairs are the two hands.
    TwoPairs,
    /// A pair that is never split.
    Kept(Rank),
    /// A pair that is split with these two tiles.
    Split(Rank, [Rank; 2]),
    /// A pair that is kept because these two tiles do not split it.
    NotSplit(Rank, [Rank; 2]),
    /// A named hand instead of others, because of the fourth tile.
    Instead(Named, Vec<Named>, Rank),
    /// Teen makes the high hand.
    TeenHigh,
    /// A named hand is made, at the low hand's expense.
    Made(Named),
    /// A named hand before others that were possible.
    Before(Named, Vec<Named>),
    /// A listed exception: these totals, instead of what general play makes.
    Listed {
        /// Low and high total.
        totals: (u8, u8),
        /// What general play would have made, if not the same.
        instead_of: Option<(u8, u8)>,
        /// A tile it puts on the high hand (`true`) or the low.
        place: Option<(Rank, bool)>,
    },
    /// The highest low total, then the highest high total, among these.
    Closest {
        /// What is made.
        totals: (u8, u8),
        /// What every setting makes.
        among: Vec<(u8, u8)>,
    },
    /// Two high tiles kept apart.
    Apart(Rank, Rank),
    /// The highest tile goes to the low hand, since the high hand is at most this.
    TopLow(Rank, u8),
    /// The highest tile goes to the high hand, since the high hand is at least this.
    TopHigh(Rank, u8),
    /// At least as good in both hands, better in one.
    Dominant,
    /// Worth the same; the higher second tile is written in the high hand.
    Equal,
    /// A format amends what general play made.
    Amended {
        /// What general play made.
        from: (u8, u8),
        /// What the format makes.
        to: (u8, u8),
    },
}

fn totals(f: &mut fmt::Formatter<'_>, (low, high): (u8, u8)) -> fmt::Result {
    // Above 9 stand the named hands and pairs, which no book's own rules leave to totals.
    let word = |n: u8| if n <= 9 { n.to_string() } else { "better".to_string() };
    write!(f, "{}/{}", word(low), word(high))
}

fn titles(named: &[Named]) -> String {
    named.iter().map(|n| n.title()).collect::<Vec<_>>().join(" or ")
}

/// Prints the reason as a person would say it.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPairs => write!(f, "two pairs are played as the two hands"),
            Self::Kept(pair) => write!(f, "a pair of {} is never split", pair.english()),
            Self::Split(pair, [a, b]) => {
                write!(f, "a pair of {} is split with {} and {}", pair.english(), a.english(), b.english())
            }
            Self::NotSplit(pair, [a, b]) => {
                write!(
                    f,
                    "a pair of {} stays together: {} and {} do not split it",
                    pair.english(),
                    a.english(),
                    b.english()
                )
            }
            Self::Instead(make, over, fourth) => {
                write!(
                    f,
                    "{} rather than {}, as the fourth tile is {}",
                    make.title(),
                    titles(over),
                    fourth.english()
                )
            }
            Self::TeenHigh => write!(f, "with Teen and Day, Teen makes the high hand"),
            Self::Made(named) => {
                write!(f, "a {} is always made, even at the low hand's expense", named.title())
            }
            Self::Before(named, others) => write!(f, "{} comes before {}", named.title(), titles(others)),
            Self::Listed { totals: made, instead_of, place } => {
                write!(f, "listed: ")?;
                totals(f, *made)?;
                if let Some(general) = instead_of {
                    write!(f, ", not the ")?;
                    totals(f, *general)?;
                    write!(f, " of general play")?;
                }
                if let Some((rank, high)) = place {
                    write!(
                        f,
                        ", with {} on the {} hand",
                        rank.english(),
                        if *high { "high" } else { "low" }
                    )?;
                }
                Ok(())
            }
            Self::Closest { totals: made, among } => {
                totals(f, *made)?;
                write!(f, " is the highest low hand, then the highest high hand (of ")?;
                for (i, other) in among.iter().enumerate() {
                    write!(f, "{}", if i == 0 { "" } else { ", " })?;
                    totals(f, *other)?;
                }
                write!(f, ")")
            }
            Self::Apart(a, b) => write!(f, "{} and {} are kept apart", a.english(), b.english()),
            Self::TopLow(rank, most) => {
                write!(f, "{} goes to the low hand, as the high hand is {most} or less", rank.english())
            }
            Self::TopHigh(rank, least) => {
                write!(f, "{} goes to the high hand, as the high hand is {least} or better", rank.english())
            }
            Self::Dominant => write!(f, "better in one hand and no worse in the other"),
            Self::Equal => {
                write!(f, "worth the same either way; the higher tile is written on the high hand")
            }
            Self::Amended { from, to } => {
                totals(f, *to)?;
                write!(f, " instead of ")?;
                totals(f, *from)
            }
        }
    }
}
