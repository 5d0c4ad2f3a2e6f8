//! What a command leads to: the events, and whether one person's word is enough.

use crate::{Cites, Person, Rank, Refusal};

/// What follows from a command that the rules accept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision<Event> {
    /// What happens, in order.
    pub events: Vec<Event>,
    /// Who has to stand by it beside the person who acts; nobody, if that person may do it alone.
    pub second: Option<Second>,
}

impl<Event> Decision<Event> {
    /// Events that one person's word is enough for.
    pub const fn alone(events: Vec<Event>) -> Self {
        Self { events, second: None }
    }
}

/// A second person, who has to stand by a command: it voids wagers, gives a stake back once there is something to be
/// seen, puts a result right or moves money by judgement.
///
/// That such a command takes two people is the house's own rule: the books say only who may do it. So the second person
/// is one whom the book would let do it too, and always somebody above the dealer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Second {
    /// The lowest rank that the second person may have.
    pub rank: Rank,
    /// The clauses that give this rank the power to do it; none where the book lets a dealer do it, and the rank
    /// is the house's own rule as well.
    pub cites: Cites,
}

impl Second {
    /// Somebody above the dealer, by the house's own rule and by no clause.
    pub fn of_house() -> Self {
        Self { rank: Rank::ABOVE_DEALER, cites: Cites::default() }
    }

    /// The second person for a command that the rules accepted from `first`. `rules` puts the same command to them from
    /// somebody of another rank: the lowest that they accept is the one wanted, and what they answered to the rank
    /// below says why. Nobody is wanted beside the House and those who play, who have no such commands.
    pub fn beside<T>(first: Person, rules: impl Fn(Person) -> Result<T, Refusal>) -> Option<Self> {
        let Person::Staff(id, own) = first else { return None };
        let mut second = Self { rank: Rank::DEALER, cites: Cites::default() };
        while second.rank < own
            && let Err(refusal) = rules(Person::Staff(id, second.rank))
        {
            second = Self { rank: Rank(second.rank.0 + 1), cites: refusal.clauses };
        }
        second.rank = second.rank.max(Rank::ABOVE_DEALER);
        Some(second)
    }

    /// Whether somebody may be the second person beside `first`: another member of staff, of this rank at least.
    pub fn is(&self, first: Person, other: Person) -> bool {
        match (first, other) {
            (Person::Staff(one, _), Person::Staff(other, rank)) => one != other && rank >= self.rank,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StaffId;

    fn staff(id: u32, rank: u8) -> Person {
        Person::Staff(StaffId(id), Rank(rank))
    }

    /// Rules that give a power to a rank.
    fn takes(wanted: u8) -> impl Fn(Person) -> Result<(), Refusal> {
        move |who| match who {
            Person::Staff(_, rank) if rank.0 >= wanted => Ok(()),
            _ => Err(Refusal::new("rank", Cites::new([format!("book {wanted}")]), "too low")),
        }
    }

    #[test]
    fn the_second_person_has_the_lowest_rank_that_the_rules_accept_and_never_a_dealers() {
        for own in 0..5 {
            for wanted in 0..=own {
                let second = Second::beside(staff(1, own), takes(wanted)).unwrap();
                assert_eq!(second.rank, Rank(wanted.max(1)), "{wanted} of {own}");
                // Where a dealer may, no clause says that somebody above has to stand by it.
                let clauses: Vec<String> = second.cites.iter().map(str::to_string).collect();
                let expected = if wanted == 0 { vec![] } else { vec![format!("book {wanted}")] };
                assert_eq!(clauses, expected);
            }
        }
        for who in [Person::House, Person::Public, Person::Inspector(StaffId(1))] {
            assert_eq!(Second::beside(who, takes(0)), None);
        }
    }

    #[test]
    fn the_second_person_is_another_of_the_rank() {
        let second = Second { rank: Rank(2), cites: Cites::default() };
        let may = |other| second.is(staff(1, 0), other);
        assert!(may(staff(2, 2)) && may(staff(2, 3)));
        assert!(!may(staff(2, 1)) && !may(staff(1, 3)));
        assert!(!may(Person::House) && !may(Person::Inspector(StaffId(2))) && !may(Person::Public));
    }
}
