//! "No spin": the dealer calls a ball off on a ground of the book, and a new period begins.
//!
//! Clauses: rapid-roulette-2000 8.1, 8.1(f), 8.2, 8.3; readings `no-spin-stands`, `no-spin-doubt`,
//! `no-spin-when`.

use crate::cite::SETTLED_EARLY;
use crate::decide::{Decided, Turn, event, refuse};
use crate::event::mishap::What;
use crate::{Step, Why};
use rulebook::AfterNoSpin;

impl Turn<'_> {
    pub(crate) fn call_no_spin(&self, ground: &str) -> Decided {
        self.dealer()?;
        // The call is a duty whatever is frozen (8.1); accounts move only where wagers go back.
        let returned = self.rules.parameters.mishap.no_spin_wagers.value == AfterNoSpin::Returned;
        if returned {
            self.thawed()?;
        }
        let spin = self.state.spin;
        let Some(early) = self.state.ball else {
            let message = format!(
                "expected a ball on its way: none of spin {spin} is, and a result is put right, not called off"
            );
            return refuse("no_spin.not_spun", self.step(Step::NoBall), message);
        };
        let known = || self.rules.parameters.no_spin.iter().map(|known| known.ground.as_str());
        let place = known().position(|known| known == ground);
        let Some(cites) = place.and_then(|place| self.rules.cites.ground(place)) else {
            let mut known: Vec<&str> = known().collect();
            known.sort_unstable();
            let message = format!("expected one of {}, got \"{ground}\"", known.join(", "));
            return refuse("no_spin.no_ground", self.step(Step::NoSpin), message);
        };
        if !self.grounds(early).any(|known| known == ground) {
            let message = "the ball was spun after the period had ended, so it cannot have settled before";
            return refuse("no_spin.not_early", self.rules.cites.settled_early(), message);
        }
        // What is in doubt is made out all the same (reading `no-spin-doubt`): when makes no difference.
        let doubt = self.state.open().any(|(_, station, _)| station.in_doubt);
        let cites = if doubt && !returned { cites.and(self.step(Step::DoubtStays)) } else { cites.clone() };
        let mut events = vec![event(What::NoSpin { spin, ground: ground.to_string() }, &cites)];
        if returned {
            for (id, station, _) in self.state.open() {
                let back = self.returned(id, Why::NoSpin, self.step(Step::PeriodReopened));
                let nothing =
                    || self.had_nothing(id, self.step(Step::PeriodReopened)).filter(|_| station.in_doubt);
                events.extend(back.or_else(nothing));
            }
        }
        events.extend(self.next_period(&self.though_frozen(self.step(Step::PeriodReopened)), spin, false));
        Ok(events)
    }

    /// The grounds that can apply to a ball, spun while wagers were taken or after.
    pub(crate) fn grounds(&self, early: bool) -> impl Iterator<Item = &str> {
        let grounds = self.rules.parameters.no_spin.iter();
        grounds.map(|ground| ground.ground.as_str()).filter(move |ground| early || *ground != SETTLED_EARLY)
    }
}
