//! The permitted wagers: least, most and steps for each bet, and the aggregate for a spin.
//!
//! One function says what a station shows for an attempt, another how much may be tried; both the rules
//! and the list of choices ask them. The signs that announce others are in `sign`. Knows nothing of accounts.
//! Clauses: rapid-roulette-2000 4.3(a), 4.3(b)(i), 4.3(b)(ii), 4.3(c), fn2#66(2); reading `whole-pay`.

pub(crate) mod sign;

use crate::{Place, Roulette, Step};
use game::{Bounds, Refusal};
use money::Amount;
use rulebook::{BetKind, Ratio, RouletteRules};
use serde::{Deserialize, Serialize};

/// The greatest amount of one wager times its best odds: so that no sum of pays runs out of bounds.
pub const PAY_MOST: i64 = 10_000_000_000;

/// The permitted wagers of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RouletteLimits))]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// For each kind of bet, in the order of [`BetKind::ALL`].
    pub bets: Vec<Bounds>,
    /// For each sequence, in the book's order.
    pub sequences: Vec<Bounds>,
    /// What the single-spin wagers of a player have to come to; nothing if none is asked for.
    pub aggregate: Amount,
}

impl Limits {
    /// The same bounds for every bet, the most of a bet lowered where its odds ask for it.
    pub fn uniform(rules: &RouletteRules, bounds: Bounds) -> Self {
        let of = |pays: Option<Ratio>| {
            let highest =
                pays.map_or(PAY_MOST, |pays| PAY_MOST * i64::from(pays.den()) / i64::from(pays.num()));
            let most = Amount::of(bounds.most.units().min(highest));
            let least = bounds.least.units();
            let den = pays.map_or(1, |pays| i64::from(pays.den()));
            // Only amounts that the odds pay exactly (reading whole-pay).
            let step = bounds.step / common(bounds.step, den) * den;
            let start = (0..den).map(|n| least + n * bounds.step).find(|start| start % den == 0);
            start.and_then(|start| Bounds::new(Amount::of(start), most, step)).unwrap_or(bounds)
        };
        let bet = |kind: &BetKind| of(rules.bet(*kind).map(|bet| bet.pays));
        let sequence = |sequence: &rulebook::SpinSequence| {
            let highest = sequence.pays.iter().map(|run| run.pays.num()).max().unwrap_or(1);
            let den = sequence.pays.iter().map(|run| run.pays.den()).max().unwrap_or(1);
            of(Ratio::new(highest * den, den))
        };
        Self {
            bets: BetKind::ALL.iter().map(bet).collect(),
            sequences: rules.sequences.iter().map(sequence).collect(),
            aggregate: Amount::ZERO,
        }
    }

    /// The bounds of a kind of bet.
    pub fn bet(&self, kind: BetKind) -> Option<&Bounds> {
        self.bets.get(BetKind::ALL.iter().position(|known| *known == kind)?)
    }

    /// The permitted wagers at a place.
    ///
    /// # Errors
    /// A place where no bet is.
    pub(crate) fn at(&self, game: &Roulette, place: Place) -> Result<&Bounds, Refusal> {
        match place {
            Place::On(spot) => {
                let known = game.layout.spot(spot);
                let bounds = known.and_then(|known| self.bet(known.bet));
                bounds.ok_or_else(|| game.no_bet(&format!("spot {}", spot.0)))
            }
            Place::Run(numbers) => {
                if let Some(number) = numbers.as_slice().iter().find(|number| **number >= crate::POCKETS) {
                    return Err(game.no_number(&number.to_string()));
                }
                let sequences = &game.parameters.sequences;
                let at = sequences.iter().position(|sequence| sequence.spins == numbers.count());
                at.and_then(|at| self.sequences.get(at)).ok_or_else(|| {
                    let message = format!("a sequence names 2 to 4 numbers, got {}", numbers.count());
                    Refusal::new("wager.no_sequence", game.step(Step::NoSequence).clone(), message)
                })
            }
        }
    }

    /// Whether only the odds of a sequence make its steps as coarse as they are (reading `whole-pay`).
    pub(crate) fn coarsened(&self, rules: &RouletteRules, numbers: crate::Numbers) -> bool {
        let at = rules.sequences.iter().position(|sequence| sequence.spins == numbers.count());
        at.is_some_and(|at| {
            let parts = rules.sequences[at].pays.iter().any(|run| run.pays.den() > 1);
            let finest = self.bets.iter().chain(&self.sequences).map(|bounds| bounds.step).min();
            parts && self.sequences.get(at).map(|bounds| bounds.step) > finest
        })
    }

    /// What is wrong with them for a book, if anything.
    pub fn fault(&self, rules: &RouletteRules) -> Option<LimitsFault> {
        if (self.bets.len(), self.sequences.len()) != (BetKind::ALL.len(), rules.sequences.len()) {
            let (found, wanted) = (self.bets.len(), BetKind::ALL.len());
            let message = format!(
                "expected limits for {wanted} bets and {} sequences, got {found} and {}",
                rules.sequences.len(),
                self.sequences.len()
            );
            return Some(LimitsFault { message, step: Step::LimitsUnusable });
        }
        let bets = BetKind::ALL.iter().zip(&self.bets).filter_map(|(kind, bounds)| {
            let pays = rules.bet(*kind)?.pays;
            wrong(kind.word(), bounds, &[pays])
        });
        let sequences = rules.sequences.iter().zip(&self.sequences).filter_map(|(sequence, bounds)| {
            let pays: Vec<Ratio> = sequence.pays.iter().map(|run| run.pays).collect();
            wrong(&sequence.name, bounds, &pays)
        });
        bets.chain(sequences).next()
    }

    /// Whether any least amount, or the aggregate, is above that of other limits.
    pub fn raise(&self, others: &Self) -> bool {
        let pairs = self.bets.iter().zip(&others.bets).chain(self.sequences.iter().zip(&others.sequences));
        let mut pairs = pairs.map(|(new, old)| (new.least, old.least));
        pairs.any(|(new, old)| new > old) || self.aggregate > others.aggregate
    }

    /// What a kind is called.
    pub(crate) fn kind_word<'r>(&self, rules: &'r RouletteRules, kind: usize) -> &'r str {
        let bet = BetKind::ALL.get(kind).map(|bet| bet.word());
        let sequence = || rules.sequences.get(kind.checked_sub(BetKind::ALL.len())?);
        bet.or_else(|| sequence().map(|sequence| sequence.name.as_str())).unwrap_or("the aggregate")
    }

    /// The least amount of a kind, or the aggregate.
    pub(crate) fn least(&self, kind: usize) -> Amount {
        self.kind(kind).map_or(self.aggregate, |bounds| bounds.least)
    }

    /// How many kinds have limits of their own: bets, sequences, and the aggregate.
    pub(crate) fn kinds(&self) -> usize {
        self.bets.len() + self.sequences.len() + 1
    }

    /// The bounds of a kind of bet or sequence; none for the aggregate.
    pub(crate) fn kind(&self, kind: usize) -> Option<&Bounds> {
        self.bets.iter().chain(&self.sequences).nth(kind)
    }
}

/// What a station shows when somebody tries an amount: nothing below the least, else the next lower
/// permitted one.
pub fn shown(bounds: &Bounds, tried: i64) -> i64 {
    let least = bounds.least.units();
    if tried < least {
        return 0;
    }
    let within = tried.min(bounds.most.units());
    within - (within - least) % bounds.step.max(1)
}

/// The least that has to be added to a wager for more chips to show; `None` if it stands at the most.
pub fn least_more(bounds: &Bounds, stands: i64) -> Option<i64> {
    let top = shown(bounds, bounds.most.units());
    if stands >= top {
        return None;
    }
    let next = if stands < bounds.least.units() {
        bounds.least.units()
    } else {
        shown(bounds, stands) + bounds.step
    };
    Some(next - stands)
}

/// The most that may be tried where so much stands and so much credit is left: what shows has to be paid for,
/// and what the limits cut off has not.
pub fn most_tried(bounds: &Bounds, stands: i64, credit: i64) -> i64 {
    let reach = shown(bounds, stands + credit).max(stands);
    match least_more(bounds, reach) {
        None => Amount::MOST,
        Some(more) => reach + more - 1 - stands,
    }
}

fn common(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    x.max(1)
}

/// What is wrong with limits, and by which rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitsFault {
    /// What.
    pub message: String,
    /// The step whose clauses decide.
    pub(crate) step: Step,
}

fn wrong(name: &str, bounds: &Bounds, pays: &[Ratio]) -> Option<LimitsFault> {
    let (least, most, step) = (bounds.least.units(), bounds.most.units(), bounds.step);
    if least < 1 || most < least || step < 1 || step > most {
        let message = format!(
            "{name} cannot go from {least} to {most} in steps of {step}: expected 1 or more, and upwards"
        );
        return Some(LimitsFault { message, step: Step::LimitsUnusable });
    }
    for pay in pays {
        let (num, den) = (i64::from(pay.num()), i64::from(pay.den()));
        let bound = PAY_MOST / num * den;
        if most > bound {
            let message = format!("{name} goes up to {most} at {num} to {den}, {bound} at most can be paid");
            return Some(LimitsFault { message, step: Step::LimitsNotPayable });
        }
        if least % den != 0 || step % den != 0 {
            let message = format!(
                "{name} pays {num} to {den}: expected a minimum and steps in multiples of {den}, got {least} and \
                 {step}"
            );
            return Some(LimitsFault { message, step: Step::LimitsNotWhole });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(least: i64, most: i64, step: i64) -> Bounds {
        Bounds::new(Amount::of(least), Amount::of(most), step).expect("in order")
    }

    #[test]
    fn shown_is_the_next_lower_permitted_amount() {
        let five = bounds(5, 52, 5);
        let cases = [(0, 0), (4, 0), (5, 5), (9, 5), (10, 10), (52, 50), (1000, 50)];
        for (tried, wanted) in cases {
            assert_eq!(shown(&five, tried), wanted, "{tried}");
        }
    }

    #[test]
    fn as_much_may_be_tried_as_shows_for_the_credit() {
        for bounds in [bounds(1, 7, 1), bounds(5, 52, 5), bounds(4, 20, 3), bounds(3, 3, 1)] {
            let mut permitted: Vec<i64> = (0..60).map(|tried| shown(&bounds, tried)).collect();
            permitted.dedup();
            for (stands, credit) in permitted.iter().flat_map(|stands| (0..60).map(move |c| (*stands, c))) {
                let most = most_tried(&bounds, stands, credit);
                for tried in 1..200 {
                    let paid = shown(&bounds, stands + tried).max(stands) - stands;
                    assert_eq!(tried <= most, paid <= credit, "{bounds:?} {stands} {credit} {tried}");
                }
            }
        }
    }

    #[test]
    fn least_more_is_the_first_amount_that_changes_what_shows() {
        for bounds in [bounds(1, 7, 1), bounds(5, 52, 5), bounds(4, 20, 3), bounds(3, 3, 1)] {
            let mut permitted: Vec<i64> = (0..60).map(|tried| shown(&bounds, tried)).collect();
            permitted.dedup();
            for stands in permitted {
                let brute = (1..200).find(|more| shown(&bounds, stands + more) > stands);
                assert_eq!(least_more(&bounds, stands), brute, "{bounds:?} {stands}");
            }
        }
    }
}
