//! Disputes: raised, decided by a supervisor, looked at again where the book has somebody for it.
//!
//! Clauses: star-2016 16.12, 16.13; vcga-2000 15.8, 15.9; crown-6.1 16.10; uk-leaflet P1.

use crate::decide::Decided;
use crate::decide::guard::plain;
use crate::decide::limit::OPEN;
use crate::event::order;
use crate::rules::cite;
use crate::{Dispute, Matter, PaiGow, State, Step};
use game::{Context, Person, Refusal};
use rulebook::{Power, Review};

impl PaiGow {
    pub(crate) fn raise_dispute(&self, table: &State, ctx: &Context, about: Matter) -> Decided {
        let by = self.a_player(ctx)?;
        self.phase(table, &OPEN, "a dispute")?;
        self.named(table, by)?;
        let undecided = || table.disputes.iter().filter(|dispute| dispute.decided.is_none());
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
        let open = undecided().filter(|dispute| table.player(dispute.by).is_some()).count();
        if open >= State::MOST_DISPUTES {
            return Err(plain("dispute.too_many", format!("{open} disputes are not decided yet")));
        }
        let number = table.disputes_ever + 1;
        Ok(vec![self.event(table, order::What::DisputeRaised { number, by, about })])
    }

    fn dispute<'t>(&self, table: &'t State, number: u32) -> Result<&'t Dispute, Refusal> {
        let found = table.disputes.iter().find(|dispute| dispute.number == number);
        found.ok_or_else(|| {
            if !(1..=table.disputes_ever).contains(&number) {
                return plain("dispute.unknown", format!("there is no dispute {number}"));
            }
            let clauses = self.says(table, Step::DisputeDecided).and(&cite(&self.rules.notice.review));
            Refusal::new("dispute.settled", clauses, format!("dispute {number} is settled"))
        })
    }

    pub(crate) fn decide_dispute(
        &self,
        table: &State,
        ctx: &Context,
        number: u32,
        for_player: bool,
    ) -> Decided {
        self.power(ctx, Power::Dispute)?;
        self.phase(table, &OPEN, "deciding a dispute")?;
        let dispute = self.dispute(table, number)?;
        if dispute.decided.is_some() {
            let clauses = self.says(table, Step::DisputeDecided);
            let message = format!("dispute {number} has been decided");
            return Err(Refusal::new("dispute.decided", clauses, message));
        }
        let rule = &self.rules.notice.ambiguity_for_player;
        if rule.value && dispute.about == Matter::Rule && !for_player {
            let message = "a rule that can be read in two ways is read for the player until it is settled";
            let clauses = cite(rule).and(&self.reads.ambiguity);
            return Err(Refusal::new("dispute.for_player", clauses, message));
        }
        let open = self.rules.notice.review.value != Review::Nobody;
        let mut event =
            self.event(table, order::What::DisputeDecided { number, by: ctx.who, for_player, open });
        if for_player {
            event.cites = event.cites.and(&self.reads.dispute_follows);
        }
        Ok(vec![event])
    }

    pub(crate) fn ask_review(&self, table: &State, ctx: &Context, number: u32) -> Decided {
        let by = self.a_player(ctx)?;
        let rule = &self.rules.notice.review;
        if rule.value == Review::Nobody {
            let message = "this book has nobody look at a dispute again: the first decision is final";
            return Err(Refusal::new("dispute.final", cite(rule), message));
        }
        let dispute = self.dispute(table, number)?;
        if !dispute.touches(by) {
            let message = format!("dispute {number} is {}'s, and {by} did not bank then", dispute.by);
            let clauses = cite(rule).and(&self.reads.review_asked);
            return Err(Refusal::new("dispute.not_own", clauses, message));
        }
        if dispute.decided.is_none() || dispute.review {
            let is = if dispute.review { "is being looked at again already" } else { "is not decided yet" };
            let message = format!("dispute {number} {is}");
            return Err(Refusal::new("dispute.not_decided", cite(rule), message));
        }
        let mut event = self.because(table, order::What::ReviewAsked { number }, rule);
        let against = dispute.decided.is_some_and(|(_, for_player)| !for_player);
        if dispute.by != by || !against {
            // Not a complainant who was turned down.
            event.cites = event.cites.and(&self.reads.review_asked);
        }
        Ok(vec![event])
    }

    pub(crate) fn review_dispute(
        &self,
        table: &State,
        ctx: &Context,
        number: u32,
        for_player: bool,
    ) -> Decided {
        let rule = &self.rules.notice.review;
        match rule.value {
            Review::HigherSupervisor => {
                self.power(ctx, Power::ReviewDispute)?;
            }
            Review::ChiefInspector if matches!(ctx.who, Person::Inspector(_)) => {}
            Review::ChiefInspector => {
                let message = format!("{} is not the regulator's inspector", self.called(ctx.who));
                return Err(Refusal::new("person.not_inspector", cite(rule), message));
            }
            Review::Nobody => {
                return Err(Refusal::new("dispute.final", cite(rule), "the first decision is final"));
            }
        }
        let dispute = self.dispute(table, number)?;
        let Some((first, _)) = dispute.decided.filter(|_| dispute.review) else {
            return Err(Refusal::new(
                "dispute.no_review",
                cite(rule),
                format!("nobody asked to look at dispute {number} again"),
            ));
        };
        // Another rank makes nobody another person.
        let same = match (first, ctx.who) {
            (Person::Staff(one, _), Person::Staff(other, _)) => one == other,
            (one, other) => one == other,
        };
        if same {
            let first = self.called(first);
            let message = format!("{first} decided dispute {number}, and cannot look at it again");
            return Err(Refusal::new("dispute.same_person", cite(rule), message));
        }
        Ok(vec![self.because(table, order::What::DisputeReviewed { number, by: ctx.who, for_player }, rule)])
    }
}
