//! Signs that announce other permitted wagers: each kind of bet has one, and a higher minimum has its notice.
//!
//! Clauses: rapid-roulette-2000 4.1, fn2#66(2); reading `one-sign`.

use crate::Limits;
use game::Moment;

impl Limits {
    /// A kind whose least amount is above the standing one, and which no sign has announced for this moment: one
    /// that is up had its notice when it went up.
    pub(crate) fn raises_unannounced(
        &self,
        standing: &Self,
        signs: &[(Moment, Box<Self>)],
        at: Moment,
    ) -> Option<usize> {
        (0..self.kinds()).find(|kind| {
            let kind = *kind;
            let announced = || {
                let up = sign_for(standing, signs, kind).filter(|(from, _)| *from == at);
                up.is_some_and(|(_, sign)| sign.least(kind) == self.least(kind))
            };
            self.least(kind) > standing.least(kind) && !announced()
        })
    }

    /// Whether others say the same of a kind.
    pub(crate) fn agree(&self, others: &Self, kind: usize) -> bool {
        let aggregate = kind + 1 < self.kinds() || self.aggregate == others.aggregate;
        aggregate && self.kind(kind) == others.kind(kind)
    }

    /// Takes over what others say of a kind.
    fn take(&mut self, others: &Self, kind: usize) {
        let bets = self.bets.len();
        if let (Some(own), Some(other)) = (self.bets.get_mut(kind), others.bets.get(kind)) {
            *own = *other;
        } else if kind + 1 == self.kinds() {
            self.aggregate = others.aggregate;
        } else if let (Some(own), Some(other)) =
            (self.sequences.get_mut(kind - bets), others.sequences.get(kind - bets))
        {
            *own = *other;
        }
    }
}

/// Signs: from when on, and all that is permitted then; the earliest first.
pub(crate) type Signs = Vec<(Moment, Box<Limits>)>;

/// The sign that is up for a kind, if one is.
pub(crate) fn sign_for<'s>(
    standing: &Limits,
    signs: &'s [(Moment, Box<Limits>)],
    kind: usize,
) -> Option<(Moment, &'s Limits)> {
    let found = signs.iter().find(|(_, limits)| !limits.agree(standing, kind));
    found.map(|(at, limits)| (*at, limits.as_ref()))
}

/// The signs when another goes up: it speaks of the kinds that it changes, and each kind has one sign
/// (reading `one-sign`). One that changes nothing takes those down that would hold at its moment.
pub(crate) fn with_sign(
    standing: &Limits,
    signs: &[(Moment, Box<Limits>)],
    new: &Limits,
    at: Moment,
) -> Signs {
    let of_kind = |kind: usize| match (new.agree(standing, kind), new == standing) {
        (false, _) => Some((at, new)),
        (true, false) => sign_for(standing, signs, kind),
        (true, true) => sign_for(standing, signs, kind).filter(|(up, _)| *up > at),
    };
    let kinds: Vec<Option<(Moment, &Limits)>> = (0..standing.kinds()).map(of_kind).collect();
    let mut moments: Vec<Moment> = kinds.iter().flatten().map(|(at, _)| *at).collect();
    moments.sort_unstable();
    moments.dedup();
    let permitted = |from: Moment| {
        let mut limits = standing.clone();
        for (kind, sign) in kinds.iter().enumerate() {
            if let Some((_, announced)) = sign.filter(|(at, _)| *at <= from) {
                limits.take(announced, kind);
            }
        }
        (from, Box::new(limits))
    };
    moments.into_iter().map(permitted).collect()
}

/// The kinds whose sign comes down when another goes up.
pub(crate) fn signs_down(
    standing: &Limits,
    signs: &[(Moment, Box<Limits>)],
    new: &Limits,
    at: Moment,
) -> Vec<usize> {
    let after = with_sign(standing, signs, new, at);
    let stays = |kind: usize| match (sign_for(standing, signs, kind), sign_for(standing, &after, kind)) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some((was, old)), Some((is, new))) => was == is && old.agree(new, kind),
    };
    (0..standing.kinds()).filter(|kind| !stays(*kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Bounds;
    use money::Amount;

    fn bounds(least: i64, most: i64, step: i64) -> Bounds {
        Bounds::new(Amount::of(least), Amount::of(most), step).expect("in order")
    }

    /// Reading `one-sign`.
    #[test]
    fn a_sign_speaks_of_what_it_changes() {
        let limits = |red: i64, black: i64, aggregate: i64| Limits {
            bets: vec![bounds(red, 100, 1), bounds(black, 100, 1)],
            sequences: vec![bounds(2, 100, 2)],
            aggregate: Amount::of(aggregate),
        };
        let standing = limits(1, 1, 0);
        let at = |minute: i64| Moment::new(minute * 60_000);
        let up = |signs: &Signs, new: Limits, minute| with_sign(&standing, signs, &new, at(minute));
        let said = |signs: &[(i64, Limits)]| -> Signs {
            signs.iter().map(|(minute, limits)| (at(*minute), Box::new(limits.clone()))).collect()
        };
        // In whatever order they go up.
        let red = up(&Signs::new(), limits(10, 1, 0), 20);
        let both = up(&red, limits(1, 10, 0), 30);
        assert_eq!(both, said(&[(20, limits(10, 1, 0)), (30, limits(10, 10, 0))]));
        let black = up(&Signs::new(), limits(1, 10, 0), 30);
        assert_eq!(up(&black, limits(10, 1, 0), 20), both);
        assert!(signs_down(&standing, &red, &limits(1, 10, 0), at(30)).is_empty());
        // A new one for red takes the place of the old, and of that alone.
        assert_eq!(up(&both, limits(5, 1, 0), 40), said(&[(30, limits(1, 10, 0)), (40, limits(5, 10, 0))]));
        assert_eq!(signs_down(&standing, &both, &limits(5, 1, 0), at(40)), [0]);
        assert_eq!(up(&both, limits(1, 1, 7), 20)[0], (at(20), Box::new(limits(10, 1, 7))));
        // Nothing new takes down what would hold at that moment.
        assert_eq!(up(&both, standing.clone(), 19), both);
        assert_eq!(up(&both, standing.clone(), 20), said(&[(30, limits(1, 10, 0))]));
        assert_eq!(up(&both, standing.clone(), 25), said(&[(30, limits(1, 10, 0))]));
        assert_eq!(up(&both, standing.clone(), 40), said(&[]));
    }
}
