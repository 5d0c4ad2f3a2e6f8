//! Disputes: raised, decided by a supervisor, looked at again where the book has somebody for it.
//!
//! Clauses: star-2016 16.12, 16.13; vcga-2000 15.8, 15.9; crown-6.1 16.10; uk-leaflet P1.

use crate::decide::guard::plain;
use crate::decide::limit::OPEN;
use crate::decide::{Decided, Turn};
use crate::event::order;
use crate::rules::cite;
use crate::{Dispute, Matter, State, Step};
use game::{Person, Refusal};
use rulebook::{Power, Review};

impl<'t> Turn<'t> {
    pub(crate) fn raise_dispute(&self, about: Matter) -> Decided {
        let by = self.a_player()?;
        self.phase(&OPEN, "a dispute")?;
        self.named(by)?;
        let undecided = || self.state.disputes.iter().filter(|dispute| dispute.decided.is_none());
        // Nobody takes the room of all; what was decided takes none.
        let own = undecided().filter(|dispute| dispute.by == by).count();
        if own >= State::MOST_DISPUTES_EACH {
            let message = format!(
                "{own} disputes of {by} are not decided yet: {} may be at once",
                State::MOST_DISPUTES_EACH
            );
            return Err(plain("dispute.too_many", message));
        }
        // Whoever has left takes no room from those who are here.
        let open = undecided().filter(|dispute| self.state.player(dispute.by).is_some()).count();
        if open >= State::MOST_DISPUTES {
            return Err(plain("dispute.too_many", format!("{open} disputes are not decided yet")));
        }
        let number = self.state.disputes_ever + 1;
        Ok(vec![self.event(order::What::DisputeRaised { number, by, about })])
    }

    fn dispute(&self, number: u32) -> Result<&'t Dispute, Refusal> {
        let found = self.state.disputes.iter().find(|dispute| dispute.number == number);
        found.ok_or_else(|| {
            if !(1..=self.state.disputes_ever).contains(&number) {
                return plain("dispute.unknown", format!("there is no dispute {number}"));
            }
            let clauses = self.says(Step::DisputeDecided).and(&cite(&self.rules.book.notice.review));
            Refusal::new("dispute.settled", clauses, format!("dispute {number} is settled"))
        })
    }

    pub(crate) fn decide_dispute(&self, number: u32, for_player: bool) -> Decided {
        self.power(Power::Dispute)?;
        self.phase(&OPEN, "deciding a dispute")?;
        let dispute = self.dispute(number)?;
        if dispute.decided.is_some() {
            let clauses = self.says(Step::DisputeDecided);
            let message = format!("dispute {number} has been decided");
            return Err(Refusal::new("dispute.decided", clauses, message));
        }
        let rule = &self.rules.book.notice.ambiguity_for_player;
        if rule.value && dispute.about == Matter::Rule && !for_player {
            let message = "a rule that can be read in two ways is read for the player until it is settled";
            let clauses = cite(rule).and(&self.rules.reads.ambiguity);
            return Err(Refusal::new("dispute.for_player", clauses, message));
        }
        let open = self.rules.book.notice.review.value != Review::Nobody;
        let mut event = self.event(order::What::DisputeDecided { number, by: self.who, for_player, open });
        if for_player {
            event.cites = event.cites.and(&self.rules.reads.dispute_follows);
        }
        Ok(vec![event])
    }

    pub(crate) fn ask_review(&self, number: u32) -> Decided {
        let by = self.a_player()?;
        let rule = &self.rules.book.notice.review;
        if rule.value == Review::Nobody {
            let clauses =
                cite(rule).and(&self.says(Step::DisputeDecided)).and(&self.says(Step::DisputeRaised));
            let message = match clauses.iter().count() > cite(rule).iter().count() {
                true => {
                    "nobody of the House looks at a dispute again: its decision is final, and whoever is not content \
                     consults the inspector and may have it investigated"
                }
                false => "this book has nobody look at a dispute again: the first decision is final",
            };
            return Err(Refusal::new("dispute.final", clauses, message));
        }
        let dispute = self.dispute(number)?;
        if !dispute.touches(by) {
            let message = format!("dispute {number} is {}'s, and {by} did not bank then", dispute.by);
            let clauses = cite(rule).and(&self.rules.reads.review_asked);
            return Err(Refusal::new("dispute.not_own", clauses, message));
        }
        if dispute.decided.is_none() || dispute.review {
            let is = if dispute.review { "is being looked at again already" } else { "is not decided yet" };
            let message = format!("dispute {number} {is}");
            return Err(Refusal::new("dispute.not_decided", cite(rule), message));
        }
        let mut event = self.because(order::What::ReviewAsked { number }, rule);
        let against = dispute.decided.is_some_and(|(_, for_player)| !for_player);
        if dispute.by != by || !against {
            // Not a complainant who was turned down.
            event.cites = event.cites.and(&self.rules.reads.review_asked);
        }
        Ok(vec![event])
    }

    pub(crate) fn review_dispute(&self, number: u32, for_player: bool) -> Decided {
        let rule = &self.rules.book.notice.review;
        match rule.value {
            Review::HigherSupervisor => {
                self.power(Power::ReviewDispute)?;
            }
            Review::ChiefInspector if matches!(self.who, Person::Inspector(_)) => {}
            Review::ChiefInspector => {
                let message = format!("{} is not the regulator's inspector", self.rules.called(self.who));
                return Err(Refusal::new("person.not_inspector", cite(rule), message));
            }
            Review::Nobody => {
                return Err(Refusal::new("dispute.final", cite(rule), "the first decision is final"));
            }
        }
        let dispute = self.dispute(number)?;
        let Some((first, _)) = dispute.decided.filter(|_| dispute.review) else {
            return Err(Refusal::new(
                "dispute.no_review",
                cite(rule),
                format!("nobody asked to look at dispute {number} again"),
            ));
        };
        // Another rank makes nobody another person.
        let same = match (first, self.who) {
            (Person::Staff(one, _), Person::Staff(other, _)) => one == other,
            (one, other) => one == other,
        };
        if same {
            let first = self.rules.called(first);
            let message = format!("{first} decided dispute {number}, and cannot look at it again");
            return Err(Refusal::new("dispute.same_person", cite(rule), message));
        }
        Ok(vec![self.because(order::What::DisputeReviewed { number, by: self.who, for_player }, rule)])
    }
}
