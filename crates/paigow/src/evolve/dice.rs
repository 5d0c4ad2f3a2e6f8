//! Follows events of the dice. No rule is in here.

use crate::State;
use crate::event::dice::What;

/// Changes the table as an event of this topic says.
pub(super) fn evolve(state: &mut State, what: &What) {
    match what {
        What::CutStolen { value } => {
            state.dice.steal = *value;
            // Adding nothing is not stealing the cut.
            state.dice.stolen = *value != 0;
        }
        What::Shaken { .. } => state.dice.shaken = true,
        What::DiceCocked => state.dice.shaken = false,
        What::DiceShown { faces, .. } => state.dice.faces = Some(*faces),
        What::BigSmallCalled { .. } => {}
    }
}
