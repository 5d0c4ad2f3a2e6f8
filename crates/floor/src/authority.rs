//! Who may act at a table: the one rule.
//!
//! Those who play act for themselves; that is the game's to check. At a table the house deals, the house does
//! the dealer's steps until a person takes it over; at a table that a person deals, nobody does before one
//! has taken it. From then on that person does them and nobody else, until they hand the table over or a
//! supervisor relieves them. Whoever has a rank above dealer does what the book gives that rank, at any
//! table, and never a dealer's step at a table they have not taken.
//!
//! Which steps are whose is the rules' own word: a step is a supervisor's where the rules answer a dealer
//! otherwise than somebody of a higher rank. Clauses: star-2016 1.1#9, 1.1#13, 1.1#5; vcga-2000 1.1.5, 1.1.7,
//! 1.1.2; crown-6.1 1.1#Dealer, 1.2; uk-leaflet B14(b); rapid-roulette-2000 1.1#Dealer, 1.2.

use crate::Play;
use game::{Context, Moment, Person, Rank, Refusal};

/// Refusals by which the rules say that a step takes a rank.
const RANKED: [&str; 3] = ["person.rank_too_low", "person.not_operator", "book.no_power"];

/// Whose step something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The dealer's.
    Dealers,
    /// That of a rank above.
    Supervisors,
}

/// Who deals at a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealing {
    /// Whether the house does where no person has taken it over.
    pub house: bool,
    /// The person who has.
    pub dealer: Option<Person>,
}

impl Dealing {
    /// Whether somebody is the dealer of this table.
    pub(crate) fn is_by(self, who: Person) -> bool {
        match (who, self.dealer) {
            (Person::Staff(who, _), Some(Person::Staff(dealer, _))) => who == dealer,
            _ => false,
        }
    }

    /// Whether somebody may do such a step here.
    ///
    /// # Errors
    /// `dealer.house`, `dealer.nobody`, `dealer.taken`: it is the dealer's, and they are not.
    pub(crate) fn may(self, who: Person, step: Step) -> Result<(), Refusal> {
        match (who, step) {
            // The rules know who plays, who inspects, and what rank a step takes.
            (Person::Player(_) | Person::Inspector(_) | Person::Public, _) | (_, Step::Supervisors) => Ok(()),
            (Person::House, Step::Dealers) if self.house && self.dealer.is_none() => Ok(()),
            (Person::Staff(..), Step::Dealers) if self.is_by(who) => Ok(()),
            (_, Step::Dealers) => Err(match self.dealer {
                Some(dealer) => {
                    let message = format!("{dealer} deals here: {who} may not do the dealer's steps");
                    Refusal::plain("dealer.taken", message)
                }
                None if self.house => {
                    let message = format!("the house deals here, not {who}: take the table over first");
                    Refusal::plain("dealer.house", message)
                }
                None => {
                    let message = format!("nobody deals here yet: {who} has to take the table first");
                    Refusal::plain("dealer.nobody", message)
                }
            }),
        }
    }

    /// Whether somebody may end the dealing of whoever deals now.
    ///
    /// # Errors
    /// `dealer.house`, `dealer.nobody`: no person deals; `dealer.taken`: another does, and who asks has no
    /// rank above dealer.
    pub(crate) fn may_end(self, who: Person) -> Result<(), Refusal> {
        match (who, self.dealer) {
            (Person::Staff(..), Some(_)) if self.is_by(who) => Ok(()),
            // The house relieves whoever is not there any more.
            (Person::House, Some(_)) => Ok(()),
            (Person::Staff(_, rank), Some(_)) if rank > Rank::DEALER => Ok(()),
            (_, Some(dealer)) => {
                let message = format!("{dealer} deals here: only a supervisor may relieve them, not {who}");
                Err(Refusal::plain("dealer.taken", message))
            }
            (_, None) if self.house => Err(Refusal::plain("dealer.house", "the house deals here")),
            (_, None) => Err(Refusal::plain("dealer.nobody", "nobody deals here yet")),
        }
    }
}

/// Whose step a command is, as the rules say it: what they refuse a dealer for the rank alone, and what they
/// answer somebody of this rank otherwise than a dealer, is a supervisor's.
pub(crate) fn step_of<G: Play>(
    game: &G,
    state: &G::State,
    command: &G::Command,
    who: Person,
    now: Moment,
) -> Step {
    let Person::Staff(id, rank) = who else { return Step::Dealers };
    let said = |rank| game.decide(state, command, &Context::new(Person::Staff(id, rank), now));
    let code = |refusal: &Refusal| refusal.code;
    match said(Rank::DEALER) {
        Ok(_) => Step::Dealers,
        Err(refusal) if RANKED.contains(&refusal.code) => Step::Supervisors,
        Err(refusal) if rank > Rank::DEALER => match said(rank).as_ref().map_err(code) {
            Err(same) if same == refusal.code => Step::Dealers,
            _ => Step::Supervisors,
        },
        Err(_) => Step::Dealers,
    }
}

/// What of somebody's choices is theirs at this table.
pub(crate) fn choices<G: Play>(
    game: &G,
    state: &G::State,
    dealing: Dealing,
    who: Person,
    now: Moment,
) -> Vec<G::Choice> {
    let legal = |who| game.legal(state, &Context::new(who, now));
    match who {
        Person::Staff(id, rank) if !dealing.is_by(who) => {
            if rank == Rank::DEALER {
                return Vec::new();
            }
            let dealers = legal(Person::Staff(id, Rank::DEALER));
            legal(who).into_iter().filter(|choice| !dealers.contains(choice)).collect()
        }
        who => legal(who),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::StaffId;
    use money::PlayerId;

    const DAN: Person = Person::Staff(StaffId(5), Rank(0));
    const DEB: Person = Person::Staff(StaffId(6), Rank(0));
    const SUE: Person = Person::Staff(StaffId(7), Rank(2));

    fn code(answer: Result<(), Refusal>) -> String {
        answer.err().map_or_else(String::new, |refused| refused.code.to_string())
    }

    /// Every role at every kind of table under every dealer, for every kind of step.
    #[test]
    #[rustfmt::skip]
    fn who_may_act_where() {
        let pat = Person::Player(PlayerId::new(3).unwrap());
        let people = [pat, DAN, DEB, SUE, Person::Inspector(StaffId(8)), Person::House, Person::Public];
        // By who asks: a player, dealer 5, dealer 6, supervisor 7, an inspector, the house, anybody.
        let dealers: [(bool, Option<Person>, [&str; 7]); 8] = [
            (true,  None,      ["", "dealer.house",  "dealer.house",  "dealer.house",  "", "",             ""]),
            (true,  Some(DAN), ["", "",              "dealer.taken",  "dealer.taken",  "", "dealer.taken", ""]),
            (true,  Some(DEB), ["", "dealer.taken",  "",              "dealer.taken",  "", "dealer.taken", ""]),
            (true,  Some(SUE), ["", "dealer.taken",  "dealer.taken",  "",              "", "dealer.taken", ""]),
            (false, None,      ["", "dealer.nobody", "dealer.nobody", "dealer.nobody", "", "dealer.nobody", ""]),
            (false, Some(DAN), ["", "",              "dealer.taken",  "dealer.taken",  "", "dealer.taken", ""]),
            (false, Some(DEB), ["", "dealer.taken",  "",              "dealer.taken",  "", "dealer.taken", ""]),
            (false, Some(SUE), ["", "dealer.taken",  "dealer.taken",  "",              "", "dealer.taken", ""]),
        ];
        for (house, dealer, expected) in dealers {
            let dealing = Dealing { house, dealer };
            for (who, expected) in people.into_iter().zip(expected) {
                assert_eq!(code(dealing.may(who, Step::Dealers)), expected, "{who} at {dealing:?}");
                // What takes a rank the rules check, whoever deals.
                assert_eq!(code(dealing.may(who, Step::Supervisors)), "", "{who} at {dealing:?}");
            }
        }
    }

    #[test]
    fn a_dealer_is_relieved_by_themselves_and_by_a_supervisor() {
        for house in [true, false] {
            let dealing = Dealing { house, dealer: Some(DAN) };
            let codes = [DAN, DEB, SUE, Person::House].map(|who| code(dealing.may_end(who)));
            assert_eq!(codes, ["", "dealer.taken", "", ""]);
            let nobody = if house { "dealer.house" } else { "dealer.nobody" };
            for who in [DAN, SUE] {
                assert_eq!(code(Dealing { house, dealer: None }.may_end(who)), nobody);
            }
            // Another rank makes nobody another person.
            assert!(dealing.is_by(Person::Staff(StaffId(5), Rank(3))));
        }
    }
}
