//! Which rule takes a hand. Whoever sets hands asks it, and so does the check that every hand is decided.

use super::{Named, Play, WayRule, WayRules};
use tiles::{Hand, Rank};

/// What rules ask of a hand, looked up once: a chart asks fifty rules of 3,620 hands.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    hand: Hand,
    index: u16,
    /// A bit for each rank held.
    held: u16,
    pairs: u8,
    /// The one pair and the two tiles beside it, in rank order.
    lone: Option<(Rank, [Rank; 2])>,
}

impl Facts {
    /// Looks at a hand.
    pub fn of(hand: &Hand) -> Self {
        let [a, b, c, d] = hand.ranks();
        let held = bit(a) | bit(b) | bit(c) | bit(d);
        let (pairs, lone) = match (a == b, b == c, c == d) {
            (true, _, true) => (2, None),
            (true, _, false) => (1, Some((a, [c, d]))),
            (_, true, _) => (1, Some((b, [a, d]))),
            (_, _, true) => (1, Some((c, [a, b]))),
            _ => (0, None),
        };
        Self { hand: *hand, index: hand.index() as u16, held, pairs, lone }
    }

    /// Whether it holds one of these ranks.
    const fn holds(&self, ranks: u16) -> bool {
        self.held & ranks != 0
    }
}

const fn bit(rank: Rank) -> u16 {
    1 << rank.nibble()
}

/// The tiles that lead a Wong, a Gong or a High Nine.
const LEADERS: u16 = bit(Rank::Teen) | bit(Rank::Day);

impl Named {
    /// The tiles that make it with Teen or Day.
    const fn makers(self) -> u16 {
        match self {
            Self::HighNine => bit(Rank::KoKiokChaat) | bit(Rank::ChapChaat),
            Self::Gong => bit(Rank::Yun) | bit(Rank::ChapPaat),
            Self::Wong => bit(Rank::ChapGow),
        }
    }
}

impl WayRule {
    /// Whether this rule takes the hand, were it asked first.
    pub fn takes(&self, facts: &Facts, gee_jun_is_six: bool) -> bool {
        let reading = usize::from(gee_jun_is_six);
        let named = |order: &[Named]| facts.holds(LEADERS) && order.iter().any(|n| facts.holds(n.makers()));
        match &self.play {
            Play::TwoPairs => facts.pairs == 2,
            Play::Keep(pairs) => facts.lone.is_some_and(|(pair, _)| pairs.contains(&pair)),
            Play::Split { pairs, companions, .. } => facts
                .lone
                .is_some_and(|(pair, others)| pairs.contains(&pair) && companions[reading].contains(&others)),
            Play::KeepPair => facts.pairs > 0,
            Play::NamedOver { make, over, fourth } => {
                named(&[*make]) && self.over(&facts.hand, *make, over, fourth).is_some()
            }
            Play::TeenHigh => {
                facts.holds(bit(Rank::Teen)) && facts.holds(bit(Rank::Day)) && named(&Named::ALL)
            }
            Play::Named { order, .. } => named(order),
            Play::Exception { hands, .. } => hands[reading].binary_search(&facts.index).is_ok(),
            Play::Closest => true,
        }
    }

    /// For a preference: the two tiles that make the preferred hand, if the hand offers the choice
    /// and its fourth tile is one of those named.
    pub fn over(&self, hand: &Hand, make: Named, over: &[Named], fourth: &[Rank]) -> Option<[Rank; 2]> {
        let r = hand.ranks();
        for t in (0..4).filter(|i| matches!(r[*i], Rank::Teen | Rank::Day)) {
            for x in (0..4).filter(|i| *i != t && make.is(r[t], r[*i])) {
                let mut rest = (0..4).filter(|i| *i != t && *i != x).map(|i| r[i]);
                let (Some(one), Some(other)) = (rest.next(), rest.next()) else { continue };
                let offers = |y: Rank, f: Rank| over.iter().any(|n| n.is(r[t], y)) && fourth.contains(&f);
                if offers(one, other) || offers(other, one) {
                    return Some([r[t], r[x]]);
                }
            }
        }
        None
    }
}

impl WayRules {
    /// The place of the rule that decides a hand.
    pub fn deciding(&self, facts: &Facts, gee_jun_is_six: bool) -> Option<usize> {
        self.rules.iter().position(|rule| rule.takes(facts, gee_jun_is_six))
    }
}
