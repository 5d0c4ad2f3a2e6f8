//! What goes wrong: "no spin", equipment that fails, wagers made out from records, a result put right.
//!
//! Clauses: rapid-roulette-2000 8.1–8.9; reading `freeze-period`.

mod correction;
mod failure;
mod no_spin;
pub(crate) mod record;

use super::Turn;
use crate::Step;
use game::Cites;

impl Turn<'_> {
    /// What something rests on that happens although accounts may be frozen (reading `freeze-period`).
    pub(crate) fn though_frozen(&self, cites: &Cites) -> Cites {
        match self.state.frozen {
            None => cites.clone(),
            Some(_) => cites.and(self.step(Step::ThoughFrozen)),
        }
    }
}
